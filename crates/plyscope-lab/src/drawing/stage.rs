//! What a picture shows of one step of a search, and how that looks.

use super::steps::{Known, Seen, Steps};
use super::{Drawn, number};
use crate::markup::text_width;

/// What a box of a step looks like, beside what all boxes look like.
pub(super) const STYLE: &str = "\
.unseen { fill: none; stroke-dasharray: 1.5 3.5; } .way { stroke-width: 2.4; stroke: #1a1a1a; }
.now { stroke: #b00068; stroke-width: 4; } .differs { fill: #fbe3f0; }
.step { font-size: 14px; } .bounds { fill: #595959; font-size: 11.5px; }
@media (prefers-color-scheme: dark) {
.way { stroke: #ececec; } .now { stroke: #ff7ac2; } .differs { fill: #4a2038; } .bounds { fill: #b3b3b3; } }
";

/// One step, for a picture.
pub(super) struct Stage<'a> {
    steps: &'a Steps<'a>,
    known: Vec<Known>,
    way: Vec<usize>,
    /// Which step.
    pub(super) number: usize,
    /// Nodes that another rule sees otherwise.
    marked: &'a [usize],
}

impl<'a> Stage<'a> {
    pub(super) fn new(steps: &'a Steps<'a>, number: usize, marked: &'a [usize]) -> Self {
        let number = number.min(steps.all.len() - 1);
        Stage { known: steps.known(number), way: steps.path(number), steps, number, marked }
    }

    /// Is it the end of the search?
    pub(super) fn is_last(&self) -> bool {
        self.number + 1 == self.steps.all.len()
    }

    /// What the step says, with its number.
    pub(super) fn text(&self, number: usize) -> String {
        let last = self.steps.all.len() - 1;
        format!("Step {number} of {last}. {}", self.steps.step(number).text)
    }

    /// How many steps there are.
    pub(super) fn count(&self) -> usize {
        self.steps.all.len()
    }

    /// The lines within a box.
    pub(super) fn lines(&self, node: usize, drawn: &Drawn) -> Vec<(String, &'static str)> {
        let known = &self.known[node];
        let mut lines = vec![(super::svg::short(&drawn.name), "quiet")];
        match known.seen {
            Seen::Cut => lines.push(("cut".into(), "quiet")),
            _ => lines.extend(known.short().map(|text| (text, "value"))),
        }
        if known.seen == Seen::Done {
            lines.extend(drawn.error.map(|error| (format!("error {}", number(error)), "quiet")));
            lines.extend(super::svg::kept(drawn));
        }
        lines.extend(known.window_text().map(|text| (text, "bounds")));
        lines
    }

    /// The widest text that any step puts into a box, at size 1.
    pub(super) fn widest(&self) -> f64 {
        let changes = self.steps.all.iter().flat_map(|step| &step.changes);
        let texts = changes.flat_map(|(_, known)| [known.short(), known.window_text()]);
        texts.flatten().map(|text| text_width(&text)).fold(0.0, f64::max)
    }

    /// Does the search have alpha and beta?
    pub(super) fn has_windows(&self) -> bool {
        let mut changes = self.steps.all.iter().flat_map(|step| &step.changes);
        changes.any(|(_, known)| known.window.is_some())
    }

    /// Is a node being searched, or cut, or not looked at?
    pub(super) fn class(&self, node: usize) -> String {
        let mut class = String::from(match self.known[node].seen {
            Seen::Not => "box unseen",
            Seen::Cut => "box cut",
            _ => "box",
        });
        if self.marked.contains(&node) {
            class.push_str(" differs");
        }
        if !self.is_last() && self.way.last() == Some(&node) {
            class.push_str(" now");
        } else if !self.is_last() && self.way.contains(&node) {
            class.push_str(" way");
        }
        class
    }

    /// Is anything of it to be seen: its type, its mover?
    pub(super) fn is_done(&self, node: usize) -> bool {
        self.known[node].seen == Seen::Done
    }

    pub(super) fn is_seen(&self, node: usize) -> bool {
        matches!(self.known[node].seen, Seen::Open | Seen::Done)
    }

    /// Does another rule see anything otherwise?
    pub(super) fn has_marks(&self) -> bool {
        !self.marked.is_empty()
    }

    /// The node's number in the order of the text, and what is to be seen of it, for scripts.
    pub(super) fn group(&self, node: usize) -> String {
        format!(r#"<g class="node" data-node="{node}" data-seen="{}">"#, self.known[node].seen.name())
    }
}
