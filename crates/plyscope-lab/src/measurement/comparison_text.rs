//! A comparison in words: the verdict in a sentence, and all of it in blocks for terminals, browsers and Markdown.

use super::blocks::{about, marked, star, table};
use super::comparison::{Changed, ComparedAt, ComparedGroup, Comparison, ComparisonVerdict, Versions, few};
use super::confirmed::{phase_name, place};
use super::finding::{SELECTED_POSITIONS, keeps};
use super::page::measured_as;
use super::verdict::{interval, percent, points, unsigned};
use super::{Estimate, Measurement, Setup, TruthSetup, chart, naming};
use crate::document::{
    Block, Cell, Fold, Row, Section, Style, markdown, paragraph, plain, span, text as written,
};
use crate::markup::escaped;
use std::path::Path;

/// How many positions of either kind are shown; the files have all of them.
const SHOWN: usize = 5;

fn in_points(difference: &Estimate) -> String {
    format!("{} points", interval(difference))
}

/// `better at depths 3 to 5 (+2.1 to +5.0 points)`; none where it is so at no effort.
fn at(called: Versions, efforts: &[ComparedAt]) -> Option<String> {
    let some: Vec<&ComparedAt> = efforts.iter().filter(|at| at.verdict == called).collect();
    let values = || some.iter().map(|at| at.difference.value);
    let told = match some.as_slice() {
        [] => return None,
        [at] => in_points(&at.difference),
        _ => {
            let (least, most) = (values().reduce(f64::min)?, values().reduce(f64::max)?);
            format!("{} to {} points", points(least), points(most))
        }
    };
    let place = match some.len() {
        all if all == efforts.len() && all > 1 => "every effort".into(),
        _ => naming::efforts(&some.iter().map(|at| at.effort).collect::<Vec<_>>()),
    };
    Some(format!("{} at {place} ({told})", called.name()))
}

/// What came out, in a sentence.
pub(super) fn verdict(
    setup: &Setup,
    truth: &TruthSetup,
    efforts: &[ComparedAt],
    groups: &[ComparedGroup],
) -> ComparisonVerdict {
    let (better, worse) = (at(Versions::Better, efforts), at(Versions::Worse, efforts));
    let confirmed = |gains: bool| {
        let judged = groups.iter().filter(|group| group.confirmed);
        let mut judged = judged.filter_map(|group| Some((group, group.judged?.difference.value > 0.0)));
        judged.find(|(_, better)| *better == gains).map(|(group, _)| group)
    };
    let (gain, loss) = (confirmed(true), confirmed(false));
    let equal = efforts.iter().all(|at| at.verdict == Versions::Equal);
    let id = match (better.is_some() || gain.is_some(), worse.is_some() || loss.is_some()) {
        (true, false) => Versions::Better,
        (false, true) => Versions::Worse,
        (true, true) => Versions::Mixed,
        (false, false) if equal => Versions::Equal,
        (false, false) => Versions::Undecided,
    };
    let ends = || efforts.iter().flat_map(|at| [at.difference.low, at.difference.high]);
    let mut text = match (&better, &worse, id) {
        (Some(better), Some(worse), _) => format!("NEW is {better}, {worse}"),
        (Some(one), None, _) | (None, Some(one), _) => format!("NEW is {one}"),
        (_, _, Versions::Equal) => {
            // Rounded up: more is excluded.
            let most = ends().map(f64::abs).fold(0.0, f64::max);
            format!("No difference above {} points at any effort", unsigned((1000.0 * most).ceil() / 1000.0))
        }
        (_, _, Versions::Undecided) => {
            let (low, high) = (ends().fold(0.0, f64::min), ends().fold(0.0, f64::max));
            format!("Undecided: differences from {} to {} points are possible", points(low), points(high))
        }
        _ => "No difference is shown over all positions".into(),
    };
    let same =
        efforts.iter().filter(|at| [Versions::Equal, Versions::Undecided].contains(&at.verdict)).count();
    if same > 0 && same < efforts.len() {
        text.push_str("; no difference is shown elsewhere");
    }
    // A gain in a group adds nothing to a gain everywhere.
    let told = [
        (gain.filter(|_| better.is_none() || worse.is_some()), "better"),
        (loss.filter(|_| worse.is_none() || better.is_some()), "worse"),
    ];
    for (group, word) in told {
        let Some((group, on)) = group.and_then(|group| Some((group, group.judged?))) else { continue };
        let place = place(&group.by, &group.group, keeps(truth, setup.margins));
        let positions = naming::several(on.trials as u64, "position");
        text.push_str(&format!(
            "; {word} {place} ({}, confirmed on {positions} that were not used to find it)",
            in_points(&on.difference)
        ));
    }
    ComparisonVerdict { id, text: text + "." }
}

/// For a terminal; files are named as they lie in a folder.
pub(super) fn text(measurement: &Measurement, comparison: &Comparison, folder: Option<&Path>) -> String {
    written(&blocks(measurement, comparison, folder))
}

/// A summary in Markdown, for a pull request: the verdict and the table, the rest folded away.
pub fn comparison_markdown(measurement: &Measurement) -> Option<String> {
    let comparison = measurement.comparison.as_ref()?;
    let verdict = Block::Paragraph("", vec![span(Style::Strong, comparison.verdict.text.as_str())]);
    let mut told = vec![verdict];
    told.extend(selected(measurement));
    told.extend(differences(comparison));
    let blocks = rest(measurement, comparison, None);
    let summary = vec![plain("By group, position by position, and what was measured")];
    told.push(Block::Fold(Fold { class: "", open: false, summary, blocks }));
    Some(markdown(&told, ""))
}

/// All of it, in the order that matters: the verdict, differences by effort, groups, positions, what was measured.
pub(super) fn blocks(
    measurement: &Measurement,
    comparison: &Comparison,
    folder: Option<&Path>,
) -> Vec<Block> {
    let style = if comparison.is_worse() { Style::Emphasis } else { Style::Plain };
    let mut blocks = vec![Block::Title(vec![span(style, comparison.verdict.text.as_str())])];
    blocks.extend(selected(measurement));
    if let Some((truth, [old, new])) = measurement.reports().first() {
        let drawn = chart::versions(old, new, &escaped(&measured_as(truth)));
        blocks.push(Block::Wide(vec![Block::Group("picture", vec![Block::Drawn(drawn)])]));
    }
    blocks.push(Section::titled("Differences by effort", "", differences(comparison)));
    blocks.extend(rest(measurement, comparison, folder));
    blocks
}

/// What has to be known of positions that were selected.
fn selected(measurement: &Measurement) -> Option<Block> {
    let warning = || Block::Paragraph("warning", vec![plain(format!("warning: {SELECTED_POSITIONS}."))]);
    measurement.selected.then(warning)
}

/// What stands below the table.
fn rest(measurement: &Measurement, comparison: &Comparison, folder: Option<&Path>) -> Vec<Block> {
    let [better, worse] = &comparison.changed;
    let mut blocks: Vec<Block> = groups(comparison).into_iter().collect();
    blocks.extend(positions("worse", worse, comparison.broken.as_deref(), folder));
    blocks.extend(positions("better", better, comparison.repaired.as_deref(), folder));
    blocks.push(about(measurement));
    blocks
}

/// By effort.
fn differences(comparison: &Comparison) -> Vec<Block> {
    let [old, new] = &comparison.players;
    let names = [("OLD", old), ("NEW", new)].map(|(word, name)| vec![plain(format!("{word}: {name}"))]);
    let row = |at: &ComparedAt| -> Row {
        let told = format!("{}{}", interval(&at.difference), star(&at.difference));
        let cells = [at.effort.to_string(), percent(at.old.value), percent(at.new.value)].map(Cell::from);
        let verdict = Cell::from(at.verdict.name().to_string());
        cells.into_iter().chain([marked(told, Some(&at.difference)), verdict]).collect()
    };
    let head = ["", "OLD", "NEW", "NEW - OLD, points", "verdict"].map(String::from).to_vec();
    let looks = match comparison.looks {
        1 => String::new(),
        looks => format!(", {looks} looks at growing numbers of positions"),
    };
    let together =
        format!("starred: the interval excludes 0 (95%, all efforts and two groups{looks} together)");
    let rows = comparison.efforts.iter().map(row).collect();
    vec![Block::List(names.to_vec()), Block::Table(table(head, rows)), paragraph(together)]
}

/// By group; none where there are no groups.
fn groups(comparison: &Comparison) -> Option<Block> {
    let row = |group: &ComparedGroup| -> Row {
        let judged = group.judged.map_or(String::new(), |on| {
            let word = if group.confirmed { "confirmed" } else { "not confirmed" };
            format!("{} on {} others: {word}", interval(&on.difference), on.trials)
        });
        let cells = [phase_name(&group.by).to_string(), group.group.clone(), group.trials.to_string()];
        let difference = marked(interval(&group.difference), Some(&group.difference));
        cells.map(Cell::from).into_iter().chain([difference, judged.into()]).collect()
    };
    let head =
        ["by", "group", "positions", "NEW - OLD, points", "found and judged"].map(String::from).to_vec();
    let rows: Vec<Row> = comparison.groups.iter().map(row).collect();
    let lead = "Means over all efforts. The groups that lose and gain most are found on one half of the positions and judged by \
                the other.";
    let blocks = vec![paragraph(lead), Block::Table(table(head, rows))];
    (!comparison.groups.is_empty()).then(|| Section::titled("Differences by group", "by group:", blocks))
}

/// The positions that change most, and the file of all of them.
fn positions(word: &str, changed: &[Changed], file: Option<&str>, folder: Option<&Path>) -> Option<Block> {
    let lead = format!("{} that NEW decides {word}", naming::several(changed.len() as u64, "position"));
    let line = |one: &Changed| {
        let correct = format!(": {}; correct: {}", one.thought, few(&one.right, ", "));
        vec![span(Style::Code, one.position.as_str()), plain(correct)]
    };
    let mut blocks = vec![Block::List(changed.iter().take(SHOWN).map(line).collect())];
    blocks.extend(file.filter(|_| changed.len() > SHOWN || folder.is_some()).map(|file| match folder {
        Some(folder) => paragraph(format!("all of them: {}", folder.join(file).display())),
        None => paragraph(format!("all of them: `{file}` in the folder of --out")),
    }));
    (!changed.is_empty()).then(|| Section::titled(lead.clone(), format!("{lead}:"), blocks))
}
