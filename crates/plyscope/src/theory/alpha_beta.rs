//! How much alpha-beta must look at.

/// The fewest leaves that any search needs to prove the value of a uniform tree, and that alpha-beta
/// needs in best-first order: b^ceil(m/2) + b^floor(m/2) - 1 (Knuth & Moore 1975, corollary 1). None
/// where the number does not fit.
pub fn fewest_leaves(branching: u64, depth: u32) -> Option<u64> {
    let half = branching.checked_pow(depth / 2)?;
    let other = branching.checked_pow(depth.div_ceil(2))?;
    half.checked_add(other)?.checked_sub(1)
}

/// The leaves that are looked at in a uniform tree: all b^m, as by minimax, or the fewest. Infinite where there are too
/// many for a number.
pub fn leaves(branching: u32, depth: u32, best_first: bool) -> f64 {
    let power = |plies: u32| (0..plies).fold(1.0, |product: f64, _| product * f64::from(branching));
    if best_first { power(depth / 2) + power(depth.div_ceil(2)) - 1.0 } else { power(depth) }
}

/// The logarithm of [`leaves`] to the base 10, for trees of any depth.
pub(crate) fn log10_leaves(branching: u32, depth: u32, best_first: bool) -> f64 {
    let log = libm::log10(f64::from(branching));
    let count = leaves(branching, depth, best_first);
    match (best_first, count.is_finite()) {
        (_, true) => libm::log10(count),
        (false, false) => f64::from(depth) * log,
        // Beyond 10^308 the -1 is nothing: b^(m/2) (1 + 1), or b^ceil(m/2) (1 + 1/b) for odd m.
        (true, false) => {
            let other = if depth.is_multiple_of(2) { 1.0 } else { 1.0 / f64::from(branching) };
            f64::from(depth.div_ceil(2)) * log + libm::log10(1.0 + other)
        }
    }
}

/// The deepest tree whose value is proved, best move first, with no more leaves than minimax looks at to this depth.
pub(crate) fn reachable_depth(branching: u32, depth: u32) -> u32 {
    let most = log10_leaves(branching, depth, false);
    // Equal logarithms may differ in the last digit.
    let fits = |deeper: &u32| log10_leaves(branching, *deeper, true) <= most + 1e-12;
    (depth..=2 * depth).rev().find(fits).unwrap_or(depth)
}

/// What iterative deepening costs in a uniform tree when every move is looked at: the nodes of the searches to depth 1,
/// 2, ..., m, divided by those of the last. It tends to b/(b - 1).
pub(crate) fn deepening_cost(branching: u32, depth: u32) -> f64 {
    // Levels in units of the deepest, so that nothing overflows.
    let level = |above: &f64| Some(above / f64::from(branching));
    let levels: Vec<f64> = std::iter::successors(Some(1.0), level).take(depth as usize + 1).collect();
    let (mut search, mut all) = (0.0, 0.0);
    for (depth, nodes) in levels.iter().rev().enumerate() {
        search += nodes;
        all += if depth == 0 { 0.0 } else { search };
    }
    if depth == 0 { 1.0 } else { all / search }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By counting: the trees to depth 1, ..., m have 3, 7, 15, ... nodes with branching factor 2.
    #[test]
    fn deepening_by_counting() {
        assert_eq!(deepening_cost(2, 1), 1.0);
        assert!((deepening_cost(2, 3) - (3.0 + 7.0 + 15.0) / 15.0).abs() < 1e-12);
        for branching in [2u64, 3, 7] {
            for depth in 1..=12 {
                let nodes = |depth: u32| (0..=depth).map(|level| branching.pow(level)).sum::<u64>();
                let expected = (1..=depth).map(nodes).sum::<u64>() as f64 / nodes(depth) as f64;
                assert!((deepening_cost(branching as u32, depth) - expected).abs() < 1e-12);
            }
        }
        assert!((deepening_cost(35, 400) - 35.0 / 34.0).abs() < 1e-12, "the limit, b/(b - 1)");
    }

    #[test]
    fn by_hand() {
        assert_eq!(fewest_leaves(3, 2), Some(5), "figure 2 of Russell & Norvig: 3 + 3 - 1");
        assert_eq!(fewest_leaves(2, 3), Some(5), "4 + 2 - 1");
        assert_eq!(fewest_leaves(35, 100), None);
        assert_eq!((leaves(3, 2, false), leaves(3, 2, true)), (9.0, 5.0));
        // 35 is 10^1.544; a hundred plies of it are far beyond what a double takes: 2 * 35^200 leaves at depth 400.
        assert!((log10_leaves(35, 1, false) - 1.544_068).abs() < 1e-6);
        assert!((log10_leaves(35, 400, false) - 617.627_217).abs() < 1e-5);
        assert!((log10_leaves(35, 400, true) - 309.114_639).abs() < 1e-5);
        assert!((log10_leaves(35, 401, true) - 310.369_911).abs() < 1e-5, "36 * 35^200");
    }

    /// 2 b^(m-1) - 1 leaves prove a tree of depth 2m - 2, and b^m + b^(m-1) - 1, too many, one of depth 2m - 1.
    #[test]
    fn twice_as_deep_less_two() {
        for branching in [2, 3, 35] {
            for depth in [2, 5, 20, 300] {
                assert_eq!(reachable_depth(branching, depth), 2 * depth - 2, "{branching}, {depth}");
            }
        }
        assert_eq!(reachable_depth(35, 1), 1);
    }

    #[test]
    fn both_ways_of_counting_are_the_same() {
        for (branching, depth) in [(2, 7), (5, 4), (35, 10)] {
            let exact = fewest_leaves(u64::from(branching), depth).unwrap() as f64;
            assert_eq!(leaves(branching, depth, true), exact);
            assert!((log10_leaves(branching, depth, true) - libm::log10(exact)).abs() < 1e-12);
        }
    }
}
