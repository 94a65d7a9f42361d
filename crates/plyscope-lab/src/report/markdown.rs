//! The report for the repository: a first page, and a page for every paper.

use super::outline::{Line, Missed, Page, Part, Placed, Reading, Statement, pages, readings, verdicts};
use super::{Section, slug};
use crate::results::{Verdict, grid};
use std::fmt::Write;

/// What is written around the report.
pub struct Markdown<'a> {
    /// How the files are made, for their first lines.
    pub made_by: &'a str,
    /// Where the figures lie, seen from a page.
    pub figures: &'a str,
    /// The file with the numbers, seen from a page.
    pub data: &'a str,
}

/// A page of the report.
pub struct MarkdownPage {
    /// Its file in the folder of pages.
    pub file: String,
    /// What it is called.
    pub title: String,
    /// What is in it.
    pub text: String,
}

/// How many of a paper's statements that were not supported the first page names, where there is room.
const NAMED: usize = 3;

/// The first page is one screen: no longer than this.
pub(crate) const FIRST_PAGE: usize = 8000;

/// The first page: what came out of each paper, with links to the pages, which lie in a folder (empty: beside it).
pub fn first_page(sections: &[Section], made_by: &str, folder: &str) -> String {
    let pages = pages(sections);
    let fits = |text: &String| text.chars().count() <= FIRST_PAGE;
    let pages_named = (1..=NAMED).rev().map(|named| first_page_with(&pages, made_by, folder, named));
    pages_named.into_iter().find(fits).unwrap_or_else(|| first_page_with(&pages, made_by, folder, 0))
}

fn first_page_with(pages: &[Page<'_>], made_by: &str, folder: &str, most: usize) -> String {
    let mut text = String::new();
    let mut put = |line: &str| writeln!(text, "{line}").expect("a string takes everything");
    let link = |page: &Page<'_>| format!("{folder}{}.md", page.paper.key);
    put("# How the papers hold up\n");
    put(&format!(
        "Made by `{made_by}`. A claim is *supported* or *refuted* only where its interval allows it (95% over all its \
         comparisons); the page of each paper has every claim with its numbers, its figure, our reading and the command.\n"
    ));
    put("| | supported | refuted | undecided |\n|---|---|---|---|");
    let mut row = |what: &str, [supported, refuted, undecided]: [usize; 3]| {
        put(&format!("| {what} | {supported} | {refuted} | {undecided} |"));
    };
    let papers = || pages.iter().filter(|page| page.paper.is_paper());
    for page in papers() {
        let of_paper = verdicts(page.claims().filter(|line| !line.is_ours()));
        row(&format!("[{}]({})", page.paper.name(), link(page)), of_paper);
    }
    let others = papers().flat_map(Page::other_claims);
    row("the same claims in other readings", verdicts(others.clone().filter(|line| !line.is_ours())));
    let ours = verdicts(papers().flat_map(Page::claims).chain(others).filter(|line| line.is_ours()));
    if ours != [0; 3] {
        row("our own statements about them", ours);
    }
    for page in pages.iter().filter(|page| !page.paper.is_paper()) {
        let all = verdicts(page.claims().chain(page.other_claims()));
        row(&format!("[{}]({})", page.paper.name(), link(page)), all);
    }
    for page in pages {
        put(&format!("\n## [{}]({})\n", page.paper.name(), link(page)));
        if page.paper.is_paper() {
            put(&format!("*{}* ({}).", page.paper.title, page.paper.published));
        }
        put(page.paper.says.join(" ").trim());
        put(format!("\n**What we found.** {}", page.findings().join(" ")).trim_end());
        let missed = page.not_supported();
        if !missed.is_empty() {
            let named: Vec<String> =
                missed.iter().take(most).map(|missed| named(missed, &link(page))).collect();
            let more = match missed.len().saturating_sub(most) {
                0 => None,
                more if most == 0 => Some(format!("{more} statements")),
                more => Some(format!("and {more} more")),
            };
            let named: Vec<String> = named.into_iter().chain(more).collect();
            put(&format!("Not supported: {}.", named.join("; ")));
        }
    }
    text
}

/// A statement that was not supported, with a link to it.
fn named(missed: &Missed<'_>, page: &str) -> String {
    let text = missed.text.trim_end_matches('.');
    format!("[{}]({page}#{}) ({})", inline(text), missed.anchor, inline(&missed.told()))
}

/// A page for every paper, and one for what is ours.
pub fn paper_pages(sections: &[Section], around: &Markdown<'_>) -> Vec<MarkdownPage> {
    let page = |page: Page<'_>| MarkdownPage {
        file: format!("{}.md", page.paper.key),
        title: page.paper.name().into(),
        text: page_text(&page, around),
    };
    pages(sections).into_iter().map(page).collect()
}

fn page_text(page: &Page<'_>, around: &Markdown<'_>) -> String {
    let mut text = String::new();
    let mut put = |line: &str| writeln!(text, "{line}").expect("a string takes everything");
    put(&format!("# {}\n", page.paper.name()));
    if page.paper.is_paper() {
        put(&format!("*{}* ({}).", page.paper.title, page.paper.published));
    }
    put(page.paper.says.join(" ").trim());
    let came_out = [page.findings().join(" "), page.counts()];
    put(format!("\n**What we found.** {}", came_out.join(" ").trim()).trim_end());
    let missed = page.not_supported();
    if !missed.is_empty() {
        put("\nNot supported:\n");
        for missed in &missed {
            put(&format!("- {}", named(missed, "")));
        }
    }
    if !page.paper.untested.is_empty() {
        put("\nNot tested:\n");
        for untested in &page.paper.untested {
            put(&format!("- {}", inline(&untested.told())));
        }
    }
    put(&format!(
        "\n[All papers](index.md); [how to read this](../reading-a-report.md); [the numbers]({}). Made by `{}`.\n",
        around.data, around.made_by
    ));
    put("| part | claims | supported | refuted | undecided |\n|---|---|---|---|---|");
    for part in &page.parts {
        let [supported, refuted, undecided] = verdicts(part.claims());
        let all = supported + refuted + undecided;
        let heading = piped(&part.heading);
        put(&format!("| [{heading}](#{}) | {all} | {supported} | {refuted} | {undecided} |", part.id));
    }
    for part in &page.parts {
        put(&part_text(part, around));
    }
    // One empty line is enough.
    while text.contains("\n\n\n") {
        text = text.replace("\n\n\n", "\n\n");
    }
    text.trim_end().to_string() + "\n"
}

fn part_text(part: &Part<'_>, around: &Markdown<'_>) -> String {
    let mut text = String::new();
    let mut put = |line: &str| writeln!(text, "{line}").expect("a string takes everything");
    put(&format!("\n<a id=\"{}\"></a>\n\n## {}\n", part.id, inline(&part.title())));
    put(&figures(&part.experiments, around));
    put(&claims(&part.statements, &part.printed));
    put(&(read_as(&part.experiments) + &commands(&part.experiments)));
    for reading in &part.readings {
        put(&reading_text(reading, around));
    }
    for (id, reading) in &part.not_run {
        put(&format!("Another reading, not run: `{id}`. {}\n", inline(reading)));
    }
    text
}

/// The figures, side by side where there are several.
fn figures(experiments: &[Placed<'_>], around: &Markdown<'_>) -> String {
    let drawn: Vec<&Placed<'_>> = experiments.iter().filter(|one| one.section.svg.is_some()).collect();
    let width = if drawn.len() > 1 { " width=\"49%\"" } else { "" };
    let image = |Placed { section, .. }: &&Placed<'_>| {
        let title = crate::markup::escaped(&section.experiment.title);
        format!("<img src=\"{}/{}.svg\" alt=\"{title}\"{width}>\n", around.figures, slug(&section.result.id))
    };
    drawn.iter().map(image).collect()
}

/// Every statement, then every printed number; where there are many, those that come out are folded.
fn claims(statements: &[Statement<'_>], printed: &[Line<'_>]) -> String {
    const MANY: usize = 12;
    let other = statements.iter().flat_map(|statement| &statement.lines).chain(printed);
    let other = other.into_iter().any(|line| line.otherwise.is_some());
    let head =
        if other { "| printed | ours | verdict | in our reading |" } else { "| printed | ours | verdict |" };
    let head = |first: &str| {
        let dashes = if other { "|---|---|---|---|---|" } else { "|---|---|---|---|" };
        format!("| {first} {head}\n{dashes}\n")
    };
    let mut text = String::new();
    if !statements.is_empty() {
        text.push_str(&head("statement"));
        for statement in statements {
            text.push_str(&statement_rows(statement, other));
        }
        text.push('\n');
    }
    if printed.is_empty() {
        return text;
    }
    text.push_str(&format!("{}.\n\n", Part::printed_summary(printed)));
    let (same, off): (Vec<&Line<'_>>, Vec<&Line<'_>>) =
        printed.iter().partition(|line| line.claim.verdict == Verdict::Supported);
    let rows = |lines: &[&Line<'_>]| -> String { lines.iter().map(|line| number_row(line, other)).collect() };
    if printed.len() <= MANY {
        let lines: Vec<&Line<'_>> = printed.iter().collect();
        text.push_str(&format!("{}{}\n", head("printed number"), rows(&lines)));
        return text;
    }
    if !off.is_empty() {
        text.push_str(&format!("{}{}\n", head("printed number"), rows(&off)));
    }
    if !same.is_empty() {
        let summary = format!("The {} numbers that are reproduced", same.len());
        text.push_str(&folded(&summary, &format!("{}{}", head("printed number"), rows(&same))));
    }
    text
}

/// A statement in one row; with several settings in a row for each, below its own.
fn statement_rows(statement: &Statement<'_>, other: bool) -> String {
    let place = place(statement.place());
    let ours = if statement.lines.iter().any(Line::marked_ours) { " (our statement)" } else { "" };
    let said = format!("{}{place}{ours}", piped(statement.text));
    match &statement.lines[..] {
        [line] => {
            let setting = match line.setting.as_str() {
                "" => String::new(),
                setting => format!("<br>{}", piped(setting)),
            };
            row(line, &format!("{said}{setting}{}", remarks(&line.remarks())), other)
        }
        lines => {
            let shared = statement.shared_remarks();
            let last = if other { " |" } else { "" };
            let mut text = format!("| **{said}**{} | | | |{last}\n", remarks(&shared));
            for line in lines {
                let own: Vec<String> =
                    line.remarks().into_iter().filter(|remark| !shared.contains(remark)).collect();
                text.push_str(&row(line, &format!("{}{}", piped(&line.setting), remarks(&own)), other));
            }
            text
        }
    }
}

/// A printed number in a row; its sentence says no more than its name.
fn number_row(line: &Line<'_>, other: bool) -> String {
    let setting =
        if line.setting.is_empty() { String::new() } else { format!("<br>{}", piped(&line.setting)) };
    let (place, remarks) = (place(line.place.as_deref()), remarks(&line.remarks()));
    row(line, &format!("{}{place}{setting}{remarks}", piped(&line.claim.text)), other)
}

/// Where in the paper a sentence or a number stands.
fn place(place: Option<&str>) -> String {
    place.map(|place| format!(" ({})", piped(place))).unwrap_or_default()
}

fn remarks(remarks: &[String]) -> String {
    remarks.iter().map(|remark| format!("<br>*{}*", piped(remark))).collect()
}

fn row(line: &Line<'_>, first: &str, other: bool) -> String {
    let verdict = match line.claim.verdict {
        Verdict::Supported => "supported",
        Verdict::Refuted => "**refuted**",
        Verdict::Undecided => "undecided",
    };
    let otherwise = match (other, line.changed()) {
        (false, _) => String::new(),
        (true, None) => " the same |".into(),
        (true, Some(otherwise)) => format!(" {otherwise} |"),
    };
    format!(
        "| <a id=\"{}\"></a>{first} | {} | {} | {verdict} |{otherwise}\n",
        line.anchor(),
        line.printed(),
        piped(&line.claim.evidence)
    )
}

/// How the experiments are read.
fn read_as(experiments: &[Placed<'_>]) -> String {
    let mut text = String::new();
    for (of, reading) in readings(experiments) {
        let of = of.filter(|of| !of.is_empty()).map(|of| format!(" ({})", inline(&of))).unwrap_or_default();
        text.push_str(&format!("Reading{of}: {}\n\n", inline(reading)));
    }
    for misprint in experiments.iter().flat_map(|one| one.section.misprints()) {
        text.push_str(&format!("A printed number is a misprint: {}\n\n", inline(misprint)));
    }
    text
}

/// What makes each experiment again, and all its numbers.
fn commands(experiments: &[Placed<'_>]) -> String {
    let mut text = String::new();
    for one in experiments {
        let section = one.section;
        let summary = format!("{}: {}", one.title(), section.how());
        text.push_str(&format!("{}:\n\n```sh\n{}\n```\n\n", inline(&summary), section.command()));
    }
    let numbers: String = experiments.iter().map(|one| numbers(one, experiments.len() > 1)).collect();
    text + &folded("All numbers", &numbers)
}

/// The numbers of an experiment.
fn numbers(Placed { section, .. }: &Placed<'_>, titled: bool) -> String {
    let mut text = if titled { format!("{}:\n\n", inline(&section.experiment.title)) } else { String::new() };
    for (i, row) in grid(&section.experiment, &section.result).iter().enumerate() {
        let cells: Vec<String> = row.iter().map(|cell| piped(cell)).collect();
        text.push_str(&format!("| {} |\n", cells.join(" | ")));
        if i == 0 {
            text.push_str(&format!("|{}\n", "---|".repeat(row.len())));
        }
    }
    text + "\n"
}

fn reading_text(reading: &Reading<'_>, around: &Markdown<'_>) -> String {
    let summary = format!("Another reading, <code>+{}</code>: {}", reading.suffix, reading.change());
    let inside = [
        read_as(&reading.experiments),
        figures(&reading.experiments, around) + "\n",
        claims(&reading.statements, &reading.printed),
        commands(&reading.experiments),
    ];
    folded(&summary, &inside.concat())
}

/// Folded away until it is wanted.
fn folded(summary: &str, inside: &str) -> String {
    format!("<details>\n<summary>{summary}</summary>\n\n{}\n\n</details>\n\n", inside.trim_end())
}

/// Within a line.
fn inline(text: &str) -> String {
    text.replace('\n', " ").replace('<', "&lt;")
}

/// Within a cell of a table.
fn piped(text: &str) -> String {
    inline(text).replace('|', "\\|")
}
