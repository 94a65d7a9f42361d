//! What is asked of a worked example; among that, what is known of a node while a search goes on: the range of values that it can
//! still have, given the leaves that were evaluated so far (Russell & Norvig, figure 5).

use crate::drawing::{Drawing, Drawn};
use crate::error::{Error, Result};
use plyscope::game::text::TextTree;
use plyscope::game::{Game, Player};
use plyscope::name::{Arguments, Name, Parameter};
use plyscope::value::AnyValue;

/// A number of one search: what, of which node, and when.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Quantity {
    what: What,
    /// The node, by its name or its path; the root if none is named.
    node: Option<String>,
    /// After this many leaves were evaluated; at the end of the search if none.
    after: Option<usize>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum What {
    /// A node's value.
    Value,
    /// A node's value to a player, counted from 1.
    ValueTo(usize),
    /// The chance that the side with the better chances at a node does not win.
    Error,
    /// The same before the node's own estimate was weighed.
    AggregateError,
    /// The chosen move, counted from 1.
    Choice,
    /// Leaves that were evaluated.
    Evaluated,
    /// Leaves that were never looked at.
    Cut,
    /// The least value that a node can have.
    AtLeast,
    /// The greatest.
    AtMost,
    /// How many of these two are known.
    EndsKnown,
}

/// What each is called; a value to a player has a number in its name.
const NAMES: [(&str, What); 9] = [
    ("value", What::Value),
    ("error", What::Error),
    ("aggregate-error", What::AggregateError),
    ("choice", What::Choice),
    ("leaves-evaluated", What::Evaluated),
    ("leaves-cut", What::Cut),
    ("at-least", What::AtLeast),
    ("at-most", What::AtMost),
    ("ends-known", What::EndsKnown),
];

/// A search of the tree, as it is asked about.
pub(super) struct Searched<'a> {
    pub(super) tree: &'a TextTree,
    pub(super) drawing: &'a Drawing,
    /// Leaves in the order of their evaluation.
    pub(super) leaves: &'a [usize],
}

impl Quantity {
    pub(super) const ALLOWED: &'static str = "value, value-to-1, value-to-2, ..., error, \
        aggregate-error, choice, leaves-evaluated, \
        leaves-cut, at-least, at-most or ends-known; all but choice take a node, as in value(node=B), and the last three \
        the number of leaves seen so far, as in at-most(node=B,after=1)";

    pub(super) fn parse(text: &str) -> Option<Self> {
        let parameter = |name| Parameter { name, default: "", allowed: "" };
        let name: Name = text.parse().ok()?;
        let what = match NAMES.iter().find(|(known, _)| *known == name.kind()) {
            Some((_, what)) => *what,
            None => {
                let player = name.kind().strip_prefix("value-to-")?.parse().ok();
                What::ValueTo(player.filter(|player| *player > 0)?)
            }
        };
        let takes: &[Parameter] = match what {
            What::Choice => &[],
            What::AtLeast | What::AtMost | What::EndsKnown => &[parameter("node"), parameter("after")],
            _ => &[parameter("node")],
        };
        let arguments = Arguments::resolve(takes, &name).ok()?;
        let given = |parameter| arguments.declared(parameter).filter(|text| !text.is_empty());
        let after = match given("after") {
            Some(text) => Some(text.parse().ok()?),
            None => None,
        };
        Some(Quantity { what, node: given("node").map(str::to_string), after })
    }

    pub(super) fn metric(&self) -> &'static str {
        NAMES.iter().find(|(_, what)| *what == self.what).map_or("value", |(name, _)| name)
    }

    pub(super) fn of(&self, searched: &Searched<'_>) -> Result<f64> {
        let Searched { tree, drawing, leaves } = searched;
        let node = match &self.node {
            None => 0,
            Some(name) => (0..tree.nodes().len())
                .find(|node| tree.node_name(*node) == *name)
                .ok_or_else(|| Error::Usage(format!("there is no node `{name}` in the tree")))?,
        };
        let after = self.after.unwrap_or(leaves.len());
        let known = leaves.get(..after).ok_or_else(|| {
            Error::Usage(format!("{after} leaves are not evaluated: the search needs {}", leaves.len()))
        })?;
        let name = tree.node_name(node);
        let open = |side: &str| {
            Error::Usage(format!(
                "after leaf {after} {name} has no {side} bound: ask for ends-known, which counts them"
            ))
        };
        let finite =
            |bound: f64, side: &str| Some(bound).filter(|bound| bound.is_finite()).ok_or_else(|| open(side));
        let below = |leaf: &&usize| is_below(tree, **leaf, node);
        match self.what {
            What::Choice => Ok((drawing.choice + 1) as f64),
            What::Value | What::ValueTo(_) => {
                let value = find(&drawing.root, &name).and_then(|drawn| drawn.value.as_ref());
                value.and_then(|value| number(self.what, value)).ok_or_else(|| {
                    Error::Usage(format!(
                        "{name} has no such value: it is for minimax, or for another number of players"
                    ))
                })
            }
            What::Error | What::AggregateError => {
                let drawn = find(&drawing.root, &name);
                let kept = drawn.and_then(|drawn| drawn.error);
                // Where no estimate of its own was weighed, what rose from below is kept.
                let aggregate =
                    drawn.and_then(|drawn| drawn.aggregate.as_ref()).map_or(kept, |value| match value {
                        AnyValue::Win(win) => Some(win.error()),
                        _ => None,
                    });
                let error = if self.what == What::Error { kept } else { aggregate };
                error.ok_or_else(|| {
                    Error::Usage(format!("{name} has no error: rules on probabilities have one"))
                })
            }
            What::Evaluated => Ok(leaves.iter().filter(below).count() as f64),
            What::Cut => {
                let all = (0..tree.nodes().len()).filter(|leaf| tree.nodes()[*leaf].children.is_empty());
                Ok(all.filter(|leaf| is_below(tree, *leaf, node) && !leaves.contains(leaf)).count() as f64)
            }
            What::AtLeast => finite(ranges(tree, known)[node].least, "lower"),
            What::AtMost => finite(ranges(tree, known)[node].greatest, "upper"),
            What::EndsKnown => Ok(ranges(tree, known)[node].ends() as f64),
        }
    }
}

fn number(what: What, value: &AnyValue) -> Option<f64> {
    match (what, value) {
        (What::ValueTo(player), value) => value.each().and_then(|each| each.get(player - 1).copied()),
        (_, value) => value.number(),
    }
}

/// Is a node another's, or below it?
fn is_below(tree: &TextTree, node: usize, other: usize) -> bool {
    std::iter::successors(Some(node), |node| tree.nodes()[*node].parent).any(|above| above == other)
}

fn find<'a>(node: &'a Drawn, name: &str) -> Option<&'a Drawn> {
    if node.name == name { Some(node) } else { node.children.iter().find_map(|child| find(child, name)) }
}

/// From the least to the greatest value that a node can have.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Range {
    least: f64,
    greatest: f64,
}

impl Range {
    const UNKNOWN: Range = Range { least: f64::NEG_INFINITY, greatest: f64::INFINITY };

    /// How many of its two ends are known.
    fn ends(self) -> usize {
        usize::from(self.least.is_finite()) + usize::from(self.greatest.is_finite())
    }
}

/// The range of every node by minimax, when these leaves are known and the others can be anything.
fn ranges(tree: &TextTree, known: &[usize]) -> Vec<Range> {
    let mut ranges = vec![Range::UNKNOWN; tree.nodes().len()];
    // Children come after their parents in the text.
    for node in (0..ranges.len()).rev() {
        let children = &tree.nodes()[node].children;
        if children.is_empty() {
            if known.contains(&node) {
                let value = tree.payoff(&node, Player::FIRST);
                ranges[node] = Range { least: value, greatest: value };
            }
            continue;
        }
        let better = if tree.mover(&node) == Player::FIRST { f64::max } else { f64::min };
        let of = |end: fn(&Range) -> f64| children.iter().map(|child| end(&ranges[*child])).reduce(better);
        if let (Some(least), Some(greatest)) = (of(|range| range.least), of(|range| range.greatest)) {
            ranges[node] = Range { least, greatest };
        }
    }
    ranges
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By brute force: the unknown leaves take very small and very large values in all combinations, and minimax is
    /// worked out for each. What never leaves a bound is known.
    #[test]
    fn as_by_trying_everything() {
        const FAR: f64 = 1000.0;
        fn minimax(tree: &TextTree, node: usize, leaf: &dyn Fn(usize) -> f64) -> f64 {
            let children = &tree.nodes()[node].children;
            let values = children.iter().map(|child| minimax(tree, *child, leaf));
            match tree.nodes()[node].depth % 2 {
                _ if children.is_empty() => leaf(node),
                0 => values.fold(f64::NEG_INFINITY, f64::max),
                _ => values.fold(f64::INFINITY, f64::min),
            }
        }
        let tree: TextTree = "A:(B:(3 12 8) C:(2 4 6) D:(14 5 2))".parse().unwrap();
        let leaves: Vec<usize> =
            (0..tree.nodes().len()).filter(|node| tree.nodes()[*node].children.is_empty()).collect();
        let mut ends = [0; 3];
        for set in 0..1usize << leaves.len() {
            let known: Vec<usize> =
                leaves.iter().enumerate().filter(|(i, _)| set >> i & 1 == 1).map(|(_, leaf)| *leaf).collect();
            let open: Vec<usize> = leaves.iter().copied().filter(|leaf| !known.contains(leaf)).collect();
            let found = ranges(&tree, &known);
            for node in [0, 1, 5, 9] {
                let values = (0..1usize << open.len()).map(|choice| {
                    minimax(&tree, node, &|leaf| match open.iter().position(|one| *one == leaf) {
                        Some(i) if choice >> i & 1 == 1 => FAR,
                        Some(_) => -FAR,
                        None => tree.payoff(&leaf, Player::FIRST),
                    })
                });
                let (mut least, mut greatest) = (f64::INFINITY, f64::NEG_INFINITY);
                for value in values {
                    (least, greatest) = (least.min(value), greatest.max(value));
                }
                let expected = Range {
                    least: if least == -FAR { f64::NEG_INFINITY } else { least },
                    greatest: if greatest == FAR { f64::INFINITY } else { greatest },
                };
                assert_eq!(found[node], expected, "{known:?}, node {node}");
                ends[found[node].ends()] += 1;
            }
        }
        assert!(ends.iter().all(|count| *count > 50), "{ends:?}");
    }
}
