//! REPRODUCTION.md: the same report for the repository.

use super::{Section, slug, summary};
use crate::results::{Verdict, grid};
use std::fmt::Write;

/// What is written around the report.
pub struct Markdown<'a> {
    /// How the file is made, for its first lines.
    pub made_by: &'a str,
    /// Where the figures lie, seen from the file.
    pub figures: &'a str,
}

/// The report on some experiments.
pub fn markdown(sections: &[Section], around: &Markdown<'_>) -> String {
    let mut text = String::new();
    let mut put = |line: &str| writeln!(text, "{line}").expect("a string takes everything");
    put("# What comes out of the papers\n");
    put(&format!("Made by `{}`; every number below comes from a run.\n", around.made_by));
    put(&format!("{}\n", summary(sections)));
    put(
        "A claim is *supported* or *refuted* only where its interval allows it (95% over all comparisons of a claim); \
         *undecided* claims say how many trials would decide them. `id+reading` is another reading of the same figure.\n",
    );
    put("| claim | experiment | ours | verdict |\n|---|---|---|---|");
    for section in sections {
        for claim in &section.result.claims {
            let verdict = match claim.verdict {
                Verdict::Supported => "supported",
                Verdict::Refuted => "**refuted**",
                Verdict::Undecided => "undecided",
            };
            let id = &section.result.id;
            put(&format!(
                "| {} | [{id}](#{}) | {} | {verdict} |",
                piped(&claim.text),
                anchor(id),
                piped(&claim.evidence)
            ));
        }
    }
    for section in sections {
        put(&section_text(section, around.figures));
    }
    text
}

fn section_text(section: &Section, figures: &str) -> String {
    let Section { experiment, result, .. } = section;
    let mut text =
        format!("\n## {}\n\n{}. {}; {}.\n", result.id, experiment.title, experiment.source, section.how());
    let mut put = |line: &str| writeln!(text, "{line}").expect("a string takes everything");
    match section.svg {
        Some(_) => put(&format!("\n![{}]({figures}/{}.svg)\n", experiment.title, slug(&result.id))),
        None => put(""),
    }
    for (i, row) in grid(experiment, result).iter().enumerate() {
        let cells: Vec<String> = row.iter().map(|cell| piped(cell)).collect();
        put(&format!("| {} |", cells.join(" | ")));
        if i == 0 {
            put(&format!("|{}", "---|".repeat(row.len())));
        }
    }
    for claim in &result.claims {
        let remarks = claim.remarks();
        if !remarks.is_empty() {
            let said = remarks.join(" ");
            put(&format!("\n*{}* is {}: {said}", claim.text.trim_end_matches('.'), claim.verdict.name()));
        }
    }
    for misprint in result.results.iter().filter_map(|row| row.misprint.as_ref()) {
        put(&format!("\nA printed number is a misprint: {misprint}"));
    }
    if !experiment.reading.is_empty() {
        put(&format!("\nReading: {}", experiment.reading));
    }
    put(&format!("\n```\n{}\n```", section.command()));
    text
}

/// Within a cell of a table.
fn piped(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ")
}

/// As a heading's link is written: lower case, only letters, digits and hyphens.
fn anchor(id: &str) -> String {
    id.to_lowercase().chars().filter(|c| c.is_alphanumeric() || *c == '-').collect()
}
