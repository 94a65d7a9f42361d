//! How many nodes a search generates (Smith & Nau, footnote 7): the horizontal axis of figures 4 and 5.

/// All children to a depth: b + b^2 + ... + b^depth; 3, 12, 39, ... for three. None where it does not fit.
pub fn full_width_nodes(branching: u64, depth: u32) -> Option<u64> {
    layers(branching, branching, depth)
}

/// All children are generated and only `keep` of them searched. With `root` the root's too, as the paper
/// counts: b(1 + keep + ... + keep^(depth-1)), which is 3, 9, 21, ... for two of three; there the two that
/// are compared are the two that are kept. Without, the root's children are all searched: 3, 12, 30, ...
pub fn pruned_nodes(branching: u64, keep: u64, depth: u32, root: bool) -> Option<u64> {
    let keep = keep.min(branching);
    if root || depth == 0 {
        return layers(branching, keep, depth);
    }
    branching.checked_add(branching.checked_mul(layers(branching, keep, depth - 1)?)?)
}

fn layers(branching: u64, keep: u64, depth: u32) -> Option<u64> {
    let mut sum = 0u64;
    let mut parents = 1u64;
    for layer in 0..depth {
        sum = sum.checked_add(branching.checked_mul(parents)?)?;
        if layer + 1 < depth {
            parents = parents.checked_mul(keep)?;
        }
    }
    Some(sum)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_papers_formulas() {
        for depth in 1..=30 {
            assert_eq!(full_width_nodes(3, depth), Some((3u64.pow(depth + 1) - 3) / 2));
            assert_eq!(pruned_nodes(3, 2, depth, true), Some(3 * ((1u64 << depth) - 1)));
            assert_eq!(pruned_nodes(3, 3, depth, false), full_width_nodes(3, depth));
        }
        assert_eq!(full_width_nodes(3, 60), None);
        assert_eq!(pruned_nodes(3, 2, 64, true), None);
        assert_eq!(pruned_nodes(3, 2, 0, false), Some(0));
    }
}
