//! What to use, on the page: second opinions, and rules and searches at equal numbers of nodes.

use super::PlayerReport;
use super::verdict::{interval, percent, points};
use crate::markup::escaped;
use std::fmt::Write;

/// What smaller efforts are worth, and rules and searches at equal numbers of nodes.
pub(super) fn what_to_use(player: &PlayerReport) -> String {
    let Some(uses) = &player.uses else { return String::new() };
    let mut text = String::new();
    if let Some(sentence) = uses.where_deepest_is_wrong.as_ref().and_then(|second| second.sentence()) {
        let _ = writeln!(text, "<p>{}</p>", escaped(&sentence));
    }
    if let Some(sentence) = uses.what_to_use() {
        let ids = uses.rivals();
        let _ = writeln!(
            text,
            "<p>{}</p>\n<table><caption>Correct decisions at equal numbers of nodes, and points more than minimax with \
             alpha-beta; marked where the interval excludes 0</caption><thead><tr><th>nodes</th>",
            escaped(&sentence)
        );
        ids.iter().for_each(|id| text.push_str(&format!("<th>{id}</th>")));
        text.push_str("</tr></thead><tbody>\n");
        for row in uses.at_nodes.chunk_by(|a, b| a.nodes == b.nodes) {
            let _ = write!(text, "<tr><th scope=\"row\">{}</th>", row[0].nodes);
            for id in &ids {
                let cell = row.iter().find(|at| at.id == *id).map_or("<td>-</td>".to_string(), |at| {
                    let class = match at.mark() {
                        "*" => " class=\"helps\"",
                        "!" => " class=\"hurts\"",
                        _ => "",
                    };
                    let mark = if at.mark().is_empty() { "" } else { "*" };
                    let gain = at.gain.map_or(String::new(), |gain| {
                        format!(" <span title=\"{}\">({}{mark})</span>", interval(&gain), points(gain.value))
                    });
                    format!("<td{class}>{}{gain}</td>", percent(at.accuracy.value))
                });
                text.push_str(&cell);
            }
            text.push_str("</tr>\n");
        }
        text.push_str("</tbody></table>\n");
    }
    if text.is_empty() { text } else { format!("<h2>What to use</h2>\n{text}") }
}
