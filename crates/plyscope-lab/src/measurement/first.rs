//! The first screen of the page: what holds overall, the loss that is best supported, one position that shows it, accuracy,
//! and what to do.

use super::verdict::{interval, percent};
use super::worst::number;
use super::{Judged, Measurement, PlayerReport, TruthReport, Worst, chart};
use crate::markup::escaped;
use std::fmt::Write;

/// The sentence, the position and the curves of a player.
pub(super) fn first_screen(player: &PlayerReport, what: &str, positions: &[&Worst]) -> String {
    let finding = &player.finding;
    let text = match finding.is_loss() {
        true => format!("<em>{}</em>", escaped(&finding.text)),
        false => escaped(&finding.text),
    };
    let mut page = format!("<h1>{} {text}</h1>\n", escaped(&finding.overall));
    let example = positions.first().filter(|_| finding.is_loss()).map(|worst| example(worst));
    let class = if example.is_some() { "first with-board" } else { "first" };
    let _ = writeln!(page, "<div class=\"{class}\">");
    if let Some(example) = example {
        let _ = writeln!(page, "<div>{example}</div>");
    }
    let is_group = player.confirmed.iter().any(|found| found.verdict == Judged::Hurts && found.by != "all");
    let group = if is_group { chart::confirmed(player) } else { String::new() };
    let curves = if group.is_empty() { chart::accuracy(player, &escaped(what)) } else { group };
    let _ = writeln!(page, "<div>{curves}\n{}</div>\n</div>", what_to_do(player));
    page
}

/// A position, and what was chosen around the step that breaks the decision.
fn example(worst: &Worst) -> String {
    picture(worst)
        + &format!("<p class=\"quiet\"><code>{}</code></p>", escaped(&worst.position))
        + &chosen(worst, true)
}

/// The position as a picture, or as text.
pub(super) fn picture(worst: &Worst) -> String {
    if worst.picture.is_empty() && worst.board.is_empty() {
        return String::new();
    }
    if worst.picture.is_empty() {
        let lines: Vec<String> = worst.board.lines().map(escaped).collect();
        return format!("<pre aria-label=\"board\">{}</pre>", lines.join("\n"));
    }
    worst.picture.clone()
}

/// Moves and values by effort: around the step, or all of them.
pub(super) fn chosen(worst: &Worst, around: bool) -> String {
    let mut text =
        String::from("<table><thead><tr><th>effort</th><th>move</th><th>value</th></tr></thead><tbody>");
    let near: Vec<u64> = worst.around().iter().map(|(amount, ..)| *amount).collect();
    for (effort, moves) in worst.chosen.iter().filter(|(effort, _)| !around || near.contains(effort)) {
        let known = !worst.right.is_empty();
        let right = moves.iter().filter(|choice| worst.right.contains(choice)).count();
        let (class, word) = match (known, right) {
            (true, right) if right == moves.len() => ("helps", " (correct)"),
            (true, 0) => ("hurts", " (wrong)"),
            _ => ("", ""),
        };
        let value = worst.values.get(effort).copied().flatten().map_or("-".into(), number);
        let _ = write!(
            text,
            "<tr><td>{effort}</td><td class=\"{class}\">{}{word}</td><td>{value}</td></tr>",
            escaped(&moves.join(", "))
        );
    }
    text + "</tbody></table>"
}

/// What to do, with the file of the positions.
fn what_to_do(player: &PlayerReport) -> String {
    let finding = &player.finding;
    let mut text = String::new();
    for advice in &player.advice {
        let _ = writeln!(text, "<p>{}</p>", escaped(&advice.text));
        if let Some(command) = &advice.command {
            let _ = writeln!(text, "<pre>{}</pre>", escaped(command));
        }
    }
    if let Some(file) = finding.file.as_ref().filter(|_| finding.is_loss()) {
        let _ =
            writeln!(text, "<p>{} are in <code>{file}</code>, beside this page.</p>", finding.all_of_them());
        if let Some(again) = &finding.again {
            let _ = writeln!(
                text,
                "<p>After a change, in this folder:</p><pre>{}</pre>",
                escaped(&again.command(file))
            );
        }
    }
    if text.is_empty() { text } else { format!("<div class=\"do\"><h2>What to do</h2>\n{text}</div>") }
}

/// Several players in one table, with what each decides better than the first.
pub(super) fn side_by_side(
    measurement: &Measurement,
    truth: &TruthReport,
    players: &[PlayerReport],
) -> String {
    let others: Vec<_> = measurement.differences.iter().filter(|one| one.truth == truth.name).collect();
    let (Some(first), false) = (players.first(), others.is_empty()) else { return String::new() };
    let mut text = String::from(
        "<h2>Players side by side</h2>\n<table><caption>On the same positions; differences from the first player in points, \
         marked where the interval excludes 0 (95%, all differences together)</caption><thead><tr><th></th>",
    );
    players.iter().for_each(|player| text.push_str(&format!("<th>{}</th>", escaped(&player.name))));
    text.push_str("</tr></thead><tbody>\n");
    for (at, effort) in first.efforts.iter().enumerate() {
        let _ = write!(text, "<tr><th scope=\"row\">{}</th>", effort.effort);
        for (number, player) in players.iter().enumerate() {
            let accuracy = player.efforts[at].accuracy.map_or("-".into(), |one| percent(one.value));
            let difference = number
                .checked_sub(1)
                .and_then(|other| others.get(other))
                .map(|other| other.efforts[at].difference);
            let class = match difference {
                Some(one) if one.is_positive() => " class=\"helps\"",
                Some(one) if one.is_negative() => " class=\"hurts\"",
                _ => "",
            };
            let mark = if class.is_empty() { "" } else { "*" };
            let difference = difference.map_or(String::new(), |one| format!(" ({}{mark})", interval(&one)));
            let _ = write!(text, "<td{class}>{accuracy}{difference}</td>");
        }
        text.push_str("</tr>\n");
    }
    text + "</tbody></table>\n"
}
