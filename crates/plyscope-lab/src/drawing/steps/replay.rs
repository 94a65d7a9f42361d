//! From the moments of a search to steps: what is known of every node is worked out again, moment by moment.

use super::known::{Flat, Known, Seen};
use super::words;
use super::{Done, Step, StepKind};
use crate::drawing::Drawing;
use plyscope::game::Player;
use plyscope::search::{Bound, Moment};
use plyscope::value::AnyValue;
use std::collections::BTreeSet;

type AnyMoment = Moment<AnyValue>;
/// What was known of the nodes above one, from the nearest to the root.
pub(super) type Before = Vec<(usize, Known)>;

pub(super) struct Replay<'a> {
    pub(super) drawing: &'a Drawing,
    pub(super) flat: &'a Flat<'a>,
    pub(super) known: Vec<Known>,
    /// Are ranges of values known before a node's value is? Minimax's are, of numbers.
    ranges: bool,
    /// From the root to where the search is; none for nodes that are not in the drawing.
    open: Vec<Option<usize>>,
    changed: BTreeSet<usize>,
    done: Done,
    steps: Vec<Step>,
}

impl<'a> Replay<'a> {
    pub(super) fn new(drawing: &'a Drawing, flat: &'a Flat<'a>) -> Self {
        let rule = drawing.facts.iter().find(|(name, _)| *name == "rule").map(|(_, rule)| rule.as_str());
        let known = vec![Known::default(); flat.nodes.len()];
        let ranges = rule == Some("minimax");
        let (open, changed, done, steps) = (Vec::new(), BTreeSet::new(), Done::default(), Vec::new());
        Replay { drawing, flat, known, ranges, open, changed, done, steps }
    }

    /// All steps.
    pub(super) fn steps(mut self, moments: &[AnyMoment]) -> Vec<Step> {
        self.note(StepKind::Start, 0, "The search begins: nothing is known yet.".into());
        let learned = moments.iter().take_while(|moment| matches!(moment, Moment::Learn { .. })).count();
        if learned > 0 {
            self.back_and_forth(&moments[..learned]);
        } else {
            self.depth_first(moments);
        }
        self.steps
    }

    fn note(&mut self, kind: StepKind, node: usize, text: String) {
        let changes = std::mem::take(&mut self.changed);
        let changes = changes.into_iter().map(|node| (node, self.known[node].clone())).collect();
        self.steps.push(Step { kind, node, text, done: self.done, changes });
    }

    pub(super) fn update(&mut self, node: usize, change: impl FnOnce(&mut Known)) {
        let mut now = self.known[node].clone();
        change(&mut now);
        if now != self.known[node] {
            self.known[node] = now;
            self.changed.insert(node);
        }
    }

    /// Searches that enter and leave nodes.
    fn depth_first(&mut self, moments: &[AnyMoment]) {
        let mut at = 0;
        while at < moments.len() {
            at = match &moments[at] {
                Moment::Enter(child) => self.enter(*child, moments, at + 1),
                Moment::Leave { value, bound } => {
                    let before = self.above(self.here());
                    let left = self.leave(*value, *bound);
                    let next = self.windows(moments, at + 1);
                    if let Some(node) = left {
                        self.up(node, &before);
                    }
                    next
                }
                Moment::Cut(_) => self.cut(moments, at),
                Moment::Window { .. } | Moment::Learn { .. } => self.windows(moments, at).max(at + 1),
            };
        }
    }

    /// What is known of the nodes above one, from the nearest to the root.
    fn above(&self, node: Option<usize>) -> Before {
        let above = std::iter::successors(node, |at| self.flat.nodes[*at].parent).skip(1);
        above.map(|at| (at, self.known[at].clone())).collect()
    }

    /// The node where the search is.
    fn here(&self) -> Option<usize> {
        self.open.last().copied().flatten()
    }

    /// Alpha and beta at the node where the search is; gives what comes after.
    fn windows(&mut self, moments: &[AnyMoment], mut at: usize) -> usize {
        while let Some(Moment::Window { first, second }) = moments.get(at) {
            if let Some(node) = self.here() {
                self.update(node, |known| known.window = Some((*first, *second)));
            }
            at += 1;
        }
        at
    }

    fn enter(&mut self, child: usize, moments: &[AnyMoment], next: usize) -> usize {
        let node = match self.open.last() {
            None => Some(0),
            Some(above) => above.and_then(|above| self.flat.child(above, child)),
        };
        self.open.push(node);
        let Some(node) = node else { return self.windows(moments, next) };
        // A search that looks again forgets what it saw.
        for below in self.flat.below(node) {
            self.update(below, |known| *known = Known::default());
        }
        self.update(node, |known| *known = Known { seen: Seen::Open, ..Known::default() });
        let next = self.windows(moments, next);
        self.done.looked_at += usize::from(node != 0);
        if let Some(Moment::Leave { value, bound }) = moments.get(next) {
            self.done.leaves += 1;
            let before = self.above(Some(node));
            self.leave(*value, *bound);
            let next = self.windows(moments, next + 1);
            let text = words::leaf(self, node, &before);
            self.note(StepKind::Leaf, node, text);
            return next;
        }
        if node != 0 {
            let text = words::down(self, node);
            self.note(StepKind::Down, node, text);
        }
        next
    }

    /// The search comes back from a node: which it was.
    fn leave(&mut self, value: AnyValue, bound: Bound) -> Option<usize> {
        let node = self.open.pop().flatten()?;
        self.update(node, |known| {
            known.seen = Seen::Done;
            known.window = None;
            match bound {
                Bound::Exact => (known.low, known.high) = (Some(value), Some(value)),
                Bound::AtLeast => known.low = Some(value),
                Bound::AtMost => known.high = Some(value),
            }
        });
        if self.ranges {
            self.raise_ranges(node);
        }
        Some(node)
    }

    fn up(&mut self, node: usize, before: &Before) {
        let (kind, text) = match node {
            0 => (StepKind::End, words::end(self)),
            _ => (StepKind::Up, words::up(self, node, before)),
        };
        self.note(kind, node, text);
    }

    /// What the nodes above one can be worth, now that more is known of it.
    fn raise_ranges(&mut self, mut node: usize) {
        while let Some(above) = self.flat.nodes[node].parent {
            let place = &self.flat.nodes[above];
            // What chance makes of them is known when all are.
            let Some(mover) = place.drawn.mover else { return };
            let ends = |end: fn(&Known) -> Option<f64>| -> Vec<Option<f64>> {
                place.children.iter().map(|child| end(&self.known[*child])).collect()
            };
            let number = |value: &Option<AnyValue>| value.as_ref().and_then(AnyValue::number);
            let lows: Vec<Option<f64>> = ends(|known| known.low.as_ref().and_then(AnyValue::number));
            let highs: Vec<Option<f64>> = ends(|known| known.high.as_ref().and_then(AnyValue::number));
            let any = |ends: &[Option<f64>], better: fn(f64, f64) -> f64| {
                ends.iter().flatten().copied().reduce(better)
            };
            let all = |ends: &[Option<f64>], better: fn(f64, f64) -> f64| {
                if ends.iter().all(Option::is_some) { any(ends, better) } else { None }
            };
            let (low, high) = match mover {
                Player::FIRST => (any(&lows, f64::max), all(&highs, f64::max)),
                _ => (all(&lows, f64::min), any(&highs, f64::min)),
            };
            let known = &self.known[above];
            if (number(&known.low), number(&known.high)) == (low, high) {
                return;
            }
            self.update(above, |known| {
                (known.low, known.high) = (low.map(AnyValue::Number), high.map(AnyValue::Number));
            });
            node = above;
        }
    }

    /// Moves that are cut together.
    fn cut(&mut self, moments: &[AnyMoment], mut at: usize) -> usize {
        let mut cut = Vec::new();
        while let Some(Moment::Cut(child)) = moments.get(at) {
            cut.extend(self.here().and_then(|node| self.flat.child(node, *child)));
            at += 1;
        }
        let Some(node) = self.here().filter(|_| !cut.is_empty()) else { return at };
        self.done.cut += cut.len();
        let text = words::cut(self, node, &cut, &self.path());
        for child in cut {
            self.update(child, |known| known.seen = Seen::Cut);
        }
        self.note(StepKind::Cut, node, text);
        at
    }

    /// From the root to where the search is.
    fn path(&self) -> Vec<usize> {
        self.open.iter().copied().flatten().collect()
    }

    /// Searches that look at one node at a time, anywhere.
    fn back_and_forth(&mut self, moments: &[AnyMoment]) {
        self.update(0, |known| known.seen = Seen::Open);
        let mut at = 0;
        while at < moments.len() {
            let Moment::Learn { path, .. } = &moments[at] else { break };
            let node = self.flat.at(path);
            let before = self.above(node);
            let mut first = true;
            while let Some(Moment::Learn { path, low, high, new }) = moments.get(at) {
                if *new && !first {
                    break;
                }
                first = false;
                at += 1;
                let Some(place) = self.flat.at(path) else { continue };
                let seen = if low == high { Seen::Done } else { Seen::Open };
                // Minus and plus infinity say nothing.
                let end =
                    |value: &AnyValue| Some(*value).filter(|value| value.number().is_none_or(f64::is_finite));
                self.update(place, |known| {
                    *known = Known { seen, low: end(low), high: end(high), window: None };
                });
            }
            let Some(node) = node else { continue };
            self.done.looked_at += 1;
            self.done.leaves += usize::from(self.flat.nodes[node].children.is_empty());
            let text = words::look(self, node, &before);
            self.note(StepKind::Look, node, text);
        }
        let unseen = |node: &usize| self.known[*node].seen == Seen::Not;
        let cut: Vec<usize> = (1..self.known.len()).filter(unseen).collect();
        self.done.cut = cut.len();
        for node in cut {
            self.update(node, |known| known.seen = Seen::Cut);
        }
        let text = words::end(self);
        self.note(StepKind::End, 0, text);
    }
}
