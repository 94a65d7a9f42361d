//! What is said of selections, in blocks, for the terminal and for the page.

use super::{Group, Method, Scaling};
use crate::document::{Block, Cell, Section, Table, html, paragraph, text as written};
use crate::measurement::{Estimate, Judged, whole_page};

/// A difference in points, with its sign.
pub(super) fn points(difference: f64) -> String {
    crate::measurement::points(difference)
}

/// A net with its interval.
pub(super) fn interval(net: &Estimate) -> String {
    crate::measurement::interval(net)
}

/// A share with its interval, in percent.
pub(super) fn share(share: &Estimate) -> String {
    format!("{:.1}% [{:.1}, {:.1}]", 100.0 * share.value, 100.0 * share.low, 100.0 * share.high)
}

/// In text for the terminal.
pub fn text(found: &Scaling) -> String {
    written(&blocks(found))
}

/// As a page.
pub fn page(found: &Scaling) -> String {
    whole_page("Is the verifier good enough?", &html(&blocks(found)))
}

fn blocks(found: &Scaling) -> Vec<Block> {
    let mut blocks = vec![Section::titled(
        "Accuracy by number of candidates",
        format!("accuracy by number of candidates (problems: {}):", found.problems),
        vec![Block::Table(accuracies(&found.methods))],
    )];
    for method in &found.methods {
        let mut about = vec![paragraph(format!("{}: {}", method.name, method.verdict.text))];
        let hurting = method.steps.iter().filter(|step| step.verdict == Judged::Hurts);
        about.extend(hurting.map(|step| {
            let (from, to) = (step.from.0.amount(), step.to.0.amount());
            paragraph(format!("{from} to {to} hurts: {} points", interval(&step.net)))
        }));
        about.extend(method.why.iter().map(|why| paragraph(format!("`{}`: {}", why.id, why.text))));
        about.extend(method.repairs.iter().map(|repair| paragraph(repair.text.as_str())));
        blocks.push(Section::titled(method.name, "", about));
    }
    blocks.extend(groups(&found.groups));
    let advice = found.advice.iter().map(|advice| paragraph(advice.text.as_str()));
    blocks.push(Section::titled("What to do", "what to do:", advice.collect()));
    blocks.extend(found.warnings.iter().map(|warning| paragraph(format!("warning: {warning}"))));
    blocks
}

fn accuracies(methods: &[Method]) -> Table {
    let head = std::iter::once("candidates").chain(methods.iter().map(|method| method.name));
    let row = |at: usize| {
        let samples = methods[0].counts[at].samples.to_string();
        let cells = methods.iter().map(|method| share(&method.counts[at].accuracy));
        std::iter::once(samples).chain(cells).map(Cell::from).collect()
    };
    let rows = (0..methods[0].counts.len()).map(row).collect();
    Table { head: head.map(String::from).collect(), groups: vec![rows], ..Table::default() }
}

fn groups(groups: &[Group]) -> Vec<Block> {
    let block = |group: &Group| {
        let lead = format!("group {} (problems: {}):", group.group, group.problems);
        Section::titled(
            format!("Group {}", group.group),
            lead,
            vec![Block::Table(accuracies(&group.methods))],
        )
    };
    groups.iter().map(block).collect()
}
