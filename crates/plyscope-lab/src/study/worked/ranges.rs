//! What is known of a tree's nodes while a search goes on: the range of values that each can still have, given the leaves
//! that were evaluated so far (Russell & Norvig, figure 5).

use plyscope::game::text::TextTree;
use plyscope::game::{Game, Player};

/// From the least to the greatest value that a node can have.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Range {
    pub(super) least: f64,
    pub(super) greatest: f64,
}

impl Range {
    const UNKNOWN: Range = Range { least: f64::NEG_INFINITY, greatest: f64::INFINITY };

    /// How many of its two ends are known.
    pub(super) fn ends(self) -> usize {
        usize::from(self.least.is_finite()) + usize::from(self.greatest.is_finite())
    }
}

/// The range of every node by minimax, when these leaves are known and the others can be anything.
pub(super) fn ranges(tree: &TextTree, known: &[usize]) -> Vec<Range> {
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
