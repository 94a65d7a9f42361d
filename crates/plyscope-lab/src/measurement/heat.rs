//! Where in the game steps help and hurt, as a heat map.

use super::confirmed::phase_name;
use super::verdict::{interval, points};
use super::{Judged, Phase, Step};
use crate::markup::escaped;
use std::fmt::Write;

/// The nets by group as a heat map: a table whose cells are coloured.
pub(super) fn phases(phases: &[Phase]) -> String {
    let mut text = String::new();
    for group in phases.chunk_by(|a, b| a.by == b.by) {
        let Some(first) = group.first() else { continue };
        if text.is_empty() {
            text.push_str("<h2>Where in the game</h2>\n<p>Net of every step in points, by group; intervals hold together within a table.</p>\n");
        }
        let _ = write!(
            text,
            "<h3>By {}</h3>\n<table><thead><tr><th>group</th><th>trials</th>",
            phase_name(first.by)
        );
        let single = |phase: &'_ Phase| {
            phase.steps.iter().filter(|step| !step.is_double()).cloned().collect::<Vec<Step>>()
        };
        for step in single(first) {
            let _ = write!(text, "<th>{} to {}</th>", step.from.0.amount(), step.to.0.amount());
        }
        text.push_str("</tr></thead><tbody>\n");
        for phase in group {
            let _ =
                write!(text, "<tr><th scope=\"row\">{}</th><td>{}</td>", escaped(&phase.group), phase.trials);
            for step in single(phase) {
                // Full colour at ten points.
                let strength = (step.net.value.abs() / 0.1).min(1.0) * 55.0;
                let colour = if step.net.value < 0.0 { "--bad" } else { "--good" };
                let mark = match step.verdict {
                    Judged::Hurts | Judged::Helps => "*",
                    _ => "",
                };
                let _ = write!(
                    text,
                    "<td style=\"background: color-mix(in srgb, var({colour}) {strength:.0}%, transparent)\" title=\"{}\">{}{mark}</td>",
                    interval(&step.net),
                    points(step.net.value)
                );
            }
            text.push_str("</tr>\n");
        }
        text.push_str("</tbody></table>\n");
    }
    text
}
