//! A measurement for people: in one screen of a terminal, and as `report.html`, one file without scripts and with nothing from
//! elsewhere. Both begin with what matters most.

use super::blocks::{about, chosen, finding, phases, picture, player, positions, side_by_side, what_to_do};
use super::{Judged, Measurement, PlayerReport, TruthReport, Worst, chart, comparison_text};
use crate::document::{Block, Section, Style, html, paragraph, plain, span, text as written};
use crate::markup::escaped;
use std::path::Path;

const STYLE: &str = include_str!("page.css");

/// How many positions a terminal shows.
const POSITIONS: usize = 3;

impl Measurement {
    /// The positions to look at of a player; the first truth says which they are.
    fn positions_of(&self, truth: usize, player: &PlayerReport) -> Vec<&Worst> {
        self.worst.iter().filter(|worst| truth == 0 && worst.player == player.name).collect()
    }
}

/// For a terminal: what holds overall, the worst confirmed loss with a position that shows it, accuracy, steps, what to do,
/// why, the rest.
pub fn text(measurement: &Measurement) -> String {
    text_in(measurement, None)
}

/// The same for a run that is kept in a folder, whose files are named.
pub fn text_in(measurement: &Measurement, folder: Option<&Path>) -> String {
    if let Some(comparison) = &measurement.comparison {
        return comparison_text::text(measurement, comparison, folder);
    }
    let reports = measurement.reports();
    let mut blocks = Vec::new();
    for (number, (_, players)) in reports.iter().enumerate() {
        for player in *players {
            blocks.push(finding(player));
            let positions = measurement.positions_of(number, player);
            let Some(example) = positions.first().filter(|_| player.finding.is_loss()) else { continue };
            blocks.push(paragraph(format!("Example: {}: {}", example.position, example.thought())));
            if let (Some(file), Some(folder)) = (&player.finding.file, folder) {
                let path = folder.join(file);
                blocks.push(paragraph(format!("{}: {}", player.finding.all_of_them(), path.display())));
            }
        }
    }
    blocks.push(about(measurement));
    blocks.extend(reports.iter().filter_map(|(truth, players)| side_by_side(measurement, truth, players)));
    for (number, (truth, players)) in reports.iter().enumerate() {
        for one in *players {
            let [first, rest] = player(measurement, truth, one);
            blocks.extend(first);
            if !one.advice.is_empty() {
                blocks.push(Section::titled("", "what to do:", what_to_do(one)));
            }
            blocks.extend(rest);
            blocks.extend(where_to_look(one, &measurement.positions_of(number, one), folder));
        }
    }
    written(&blocks)
}

/// Positions that show what was found, and the file of all of them.
fn where_to_look(player: &PlayerReport, positions: &[&Worst], folder: Option<&Path>) -> Option<Block> {
    let mut blocks = Vec::new();
    for worst in positions.iter().take(POSITIONS) {
        let correct = match worst.right.is_empty() {
            true => String::new(),
            false => format!("; correct: {}", worst.right.join(", ")),
        };
        blocks.push(paragraph(format!("{}: {}{correct}", worst.position, worst.thought())));
        blocks.extend(worst.command.clone().map(Block::Code));
    }
    match (&player.finding.file, folder) {
        (None, _) => {}
        (Some(_), None) => blocks.push(paragraph("all of them in a file: give --out DIR")),
        (Some(file), Some(folder)) => {
            let path = folder.join(file).display().to_string();
            blocks.push(paragraph(format!("all of them: {path}")));
            let again = player.finding.again.as_ref();
            blocks.extend(
                again.map(|again| paragraph(format!("to measure them again: {}", again.command(&path)))),
            );
        }
    }
    let lead = format!("where to look ({}):", player.finding.shown(positions.len()));
    (!positions.is_empty()).then(|| Section::titled("", lead, blocks))
}

/// The page.
pub fn page(measurement: &Measurement) -> String {
    let title = match measurement.noun {
        _ if measurement.comparison.is_some() => {
            format!("Which version decides better in {}?", measurement.named)
        }
        "item" => format!("Does more effort help? {}", measurement.named),
        _ => format!("Does looking deeper help in {}?", measurement.named),
    };
    whole(&title, &html(&blocks(measurement)))
}

/// A page with a title.
pub(crate) fn whole(title: &str, body: &str) -> String {
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<link rel=\"icon\" href=\"data:,\">\n\
         <title>{}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n{body}</main>\n</body>\n\
         </html>\n",
        escaped(title)
    )
}

/// What stands in the page, with its styles, to be shown within another one.
pub fn fragment(measurement: &Measurement) -> String {
    format!("<style>{STYLE}</style>\n<div>\n{}</div>\n", html(&blocks(measurement)))
}

fn blocks(measurement: &Measurement) -> Vec<Block> {
    if let Some(comparison) = &measurement.comparison {
        return comparison_text::blocks(measurement, comparison, None);
    }
    let reports = measurement.reports();
    let lead = format!("{} · {}", measurement.named, positions(measurement));
    let mut blocks = vec![Block::Paragraph("quiet", vec![plain(lead)])];
    for (number, (truth, players)) in reports.iter().enumerate() {
        for player in *players {
            blocks.push(finding(player));
            blocks.push(first_screen(truth, player, &measurement.positions_of(number, player)));
        }
        blocks.extend(side_by_side(measurement, truth, players));
    }
    for (number, (truth, players)) in reports.iter().enumerate() {
        for one in *players {
            blocks.extend(player(measurement, truth, one).concat());
            blocks.extend(phases(&one.phases));
            blocks.extend(boards(one, &measurement.positions_of(number, one)));
        }
    }
    blocks.push(about(measurement));
    blocks
}

/// A position that shows the loss, the curves of a player, and what to do.
fn first_screen(truth: &TruthReport, player: &PlayerReport, positions: &[&Worst]) -> Block {
    let finding = &player.finding;
    let mut columns = Vec::new();
    if let Some(worst) = positions.first().filter(|_| finding.is_loss()) {
        let name = Block::Paragraph("quiet", vec![span(Style::Code, worst.position.as_str())]);
        columns.push(Block::Group("", vec![picture(worst), name, chosen(worst, true)]));
    }
    let is_group = player.confirmed.iter().any(|found| found.verdict == Judged::Hurts && found.by != "all");
    let group = if is_group { chart::confirmed(player) } else { String::new() };
    let curves =
        if group.is_empty() { chart::accuracy(player, &escaped(&measured_as(truth))) } else { group };
    let mut advice = what_to_do(player);
    if let Some(file) = finding.file.as_ref().filter(|_| finding.is_loss()) {
        advice.push(paragraph(format!("{} are in `{file}`, beside this page.", finding.all_of_them())));
        if let Some(again) = &finding.again {
            advice.extend([paragraph("After a change, in this folder:"), Block::Code(again.command(file))]);
        }
    }
    let mut column = vec![Block::Drawn(curves)];
    if !advice.is_empty() {
        column.push(Block::Group("do", vec![Section::titled("What to do", "", advice)]));
    }
    let class = if columns.is_empty() { "first" } else { "first with-board" };
    columns.push(Block::Group("", column));
    Block::Group(class, columns)
}

/// The positions to look at, as boards.
fn boards(player: &PlayerReport, positions: &[&Worst]) -> Option<Block> {
    let file = player.finding.file.as_ref().map_or(String::new(), |file| format!(" All are in `{file}`."));
    let shown = paragraph(format!("{}.{file}", player.finding.shown(positions.len())));
    let boards = Block::Group("boards", positions.iter().map(|worst| board(worst)).collect());
    (!positions.is_empty()).then(|| {
        Section::titled(
            format!("{}s to look at", if player.finding.noun == "item" { "Item" } else { "Position" }),
            "",
            vec![shown, boards],
        )
    })
}

fn board(worst: &Worst) -> Block {
    let ply = worst.ply.map_or(String::new(), |ply| format!(", ply {ply}"));
    let mut blocks = vec![
        picture(worst),
        Block::Paragraph("", vec![span(Style::Code, worst.position.as_str()), plain(ply)]),
        Block::Paragraph("quiet", vec![plain(worst.player.as_str())]),
    ];
    if !worst.right.is_empty() {
        let right = span(Style::Strong, worst.right.join(", "));
        blocks.push(Block::Paragraph("", vec![plain("Correct: "), right]));
    }
    blocks.push(chosen(worst, false));
    blocks.extend(worst.command.clone().map(Block::Code));
    Block::Section(Section { class: "board", blocks, ..Section::default() })
}

/// All files of a measurement, by name: the numbers, the page, its pictures, and positions to look at.
pub fn files(measurement: &Measurement) -> Vec<(String, String)> {
    let told = [("measurement.json".into(), measurement.json()), ("report.html".into(), page(measurement))];
    let compared = measurement.comparison.iter();
    let compared = compared.map(|compared| ("comparison.json".into(), compared.json(Some(Path::new("")))));
    told.into_iter()
        .chain(compared)
        .chain(pictures(measurement))
        .chain(measurement.files.iter().cloned())
        .collect()
}

/// The pictures of the page as files of their own, by name.
pub fn pictures(measurement: &Measurement) -> Vec<(String, String)> {
    let reports = measurement.reports();
    let all = reports.iter().flat_map(|(truth, players)| players.iter().map(move |player| (*truth, player)));
    let mut files = Vec::new();
    for (number, (truth, player)) in all.enumerate() {
        let tail = if number == 0 { String::new() } else { format!("-{}", number + 1) };
        let drawn = [
            ("accuracy", chart::accuracy(player, &escaped(&measured_as(truth)))),
            ("steps", chart::steps(player)),
            ("group", chart::confirmed(player)),
        ];
        let drawn = drawn.into_iter().filter(|(_, svg)| !svg.is_empty());
        files.extend(drawn.map(|(name, svg)| (format!("{name}{tail}.svg"), chart::alone(&svg))));
    }
    files
}

/// What a picture shows: correct decisions, or agreement with what stands for the truth.
pub(super) fn measured_as(truth: &TruthReport) -> String {
    match truth.certainty.as_str() {
        "exact" => "decision accuracy".into(),
        _ => format!("agreement with {}", truth.name),
    }
}
