//! Local pathology: at which nodes, and for which errors, looking deeper is worse than the node's own
//! estimate (Wilson, Parker & Nau, "Analysis"; Zuckerman et al., section 3).
//!
//! One ply deep the answer is closed. A node with k >= 1 winning children of b is mistaken with
//! probability e^k (1-e)^(b-k) <= e, for any e; one with none with 1 - (1-e)^b, which is above e for
//! every e between 0 and 1 as soon as there are two children. So exactly the lost nodes (type D) are
//! pathological, and unequal errors of wins and losses change nothing in that. Two plies deep it depends
//! on e: D over two A is better than e exactly below the golden ratio's conjugate, .618. (The second
//! paper prints (1-e)(1-e) there for (1-e^2)^2.) Since a node that is won for the mover is lost for the
//! opponent, a D node stands below every A, B or C that is not at the end.

use super::node_types::{Errors, NodeType, error_above};
use crate::error::{Error, Result};

/// Errors between two bounds, both left out.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Span {
    /// The lower bound.
    pub low: f64,
    /// The upper bound.
    pub high: f64,
}

impl NodeType {
    /// The errors for which one ply below the node is worse than its own estimate; none for every node
    /// with a winning child, and for a single reply, which changes nothing.
    pub fn pathological(self) -> Option<Span> {
        (self.wins() == 0 && self.children() > 1).then_some(Span { low: 0.0, high: 1.0 })
    }

    /// The same question where wins and losses are mistaken differently.
    pub fn is_pathological_with(self, errors: Errors) -> bool {
        self.error_with(errors) > self.own_error(errors)
    }
}

/// The probability that minimax mistakes a node, two plies deep: its children are nodes of these types,
/// each from its own mover's view, and everything below them is mistaken with probability `error`.
pub(crate) fn error_over(children: &[NodeType], error: f64) -> f64 {
    // A win for the opponent, who moves there, is a loss for the mover.
    error_above(children.iter().map(|child| (child.wins() == 0, child.error(error))))
}

/// Where a function of the error is above the error itself, between 0 and 1.
///
/// The function is looked at in 4096 places, and where it crosses the error the place is found by
/// bisection down to neighbouring doubles; a span narrower than 1/4096 may be missed.
pub(crate) fn spans_above(function: impl Fn(f64) -> f64) -> Vec<Span> {
    const PLACES: u32 = 4096;
    let above = |error: f64| function(error) > error;
    let place = |i: u32| f64::from(i) / f64::from(PLACES);
    // The ends are fixed points of every function here: the first and last place speak for them.
    let mut open = above(place(1)).then_some(0.0);
    let mut spans = Vec::new();
    for i in 2..PLACES {
        if above(place(i)) == open.is_some() {
            continue;
        }
        let crossing = bisect(place(i - 1), place(i), |error| above(error) == open.is_some());
        match open.take() {
            Some(low) => spans.push(Span { low, high: crossing }),
            None => open = Some(crossing),
        }
    }
    spans.extend(open.map(|low| Span { low, high: 1.0 }));
    spans
}

/// The last place at which something holds that holds at `low` and not at `high`.
fn bisect(mut low: f64, mut high: f64, holds: impl Fn(f64) -> bool) -> f64 {
    loop {
        let middle = low + (high - low) / 2.0;
        if middle <= low || middle >= high {
            return low;
        }
        if holds(middle) { low = middle } else { high = middle }
    }
}

/// The errors for which two plies below such a node are worse than its own estimate.
pub(crate) fn pathological_over(children: &[NodeType]) -> Vec<Span> {
    spans_above(|error| error_over(children, error))
}

/// The error below which D over A children (no winning child of `branching`, each of them with winning
/// children only) is better than its own estimate; none where there is no such error.
///
/// ```
/// use plyscope::theory::local_pathology::threshold_over_best;
/// let golden = (5f64.sqrt() - 1.0) / 2.0;
/// assert!((threshold_over_best(2)?.unwrap() - golden).abs() < 1e-12);
/// # Ok::<(), plyscope::Error>(())
/// ```
pub fn threshold_over_best(branching: u32) -> Result<Option<f64>> {
    if !(2..=1000).contains(&branching) {
        return Err(Error::Parameter {
            kind: "node types".into(),
            parameter: "branching".into(),
            value: branching.to_string(),
            allowed: "a whole number from 2 to 1000".into(),
        });
    }
    let best = vec![NodeType::new(branching, branching)?; branching as usize];
    Ok(pathological_over(&best).first().map(|span| span.low))
}

/// The error of one type of node over the error of its children.
#[derive(Debug, Clone, PartialEq)]
pub struct ErrorCurve {
    /// The type.
    pub node_type: NodeType,
    /// The children's error and the node's.
    pub points: Vec<(f64, f64)>,
}

/// Figure 1's curves: all types of a branching, from all winning to none, with errors in equal steps
/// from 0 to `largest`. The paper's figure has two children and errors up to a half.
pub fn error_curves(branching: u32, largest: f64, steps: u32) -> Result<Vec<ErrorCurve>> {
    let refuse = |parameter: &str, value: String, allowed: &str| {
        let (kind, parameter, allowed) = ("error curves".into(), parameter.into(), allowed.into());
        Err(Error::Parameter { kind, parameter, value, allowed })
    };
    if !(1..=1000).contains(&branching) {
        return refuse("branching", branching.to_string(), "a whole number from 1 to 1000");
    }
    if !(largest > 0.0 && largest <= 1.0) {
        return refuse("largest", largest.to_string(), "a probability above 0, at most 1");
    }
    if !(1..=10_000).contains(&steps) {
        return refuse("steps", steps.to_string(), "a whole number from 1 to 10000");
    }
    let curve = |wins| {
        let node_type = NodeType::new(wins, branching)?;
        let error = |step| largest * f64::from(step) / f64::from(steps);
        let points = (0..=steps).map(|step| (error(step), node_type.error(error(step)))).collect();
        Ok(ErrorCurve { node_type, points })
    };
    (0..=branching).rev().map(curve).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn types(children: u32) -> impl Iterator<Item = NodeType> {
        (0..=children).map(move |wins| NodeType::new(wins, children).unwrap())
    }

    proptest! {
        /// The closed answer for one ply, and the papers' order of the types, for any error.
        #[test]
        fn exactly_the_lost_nodes_are_pathological(children in 1..8u32, e in 1e-6..0.999_999f64) {
            for node in types(children) {
                let inside = node.pathological().is_some_and(|span| span.low < e && e < span.high);
                // The unsummed form 1 - (1-e)^b has fewer digits; one reply gives e itself.
                prop_assert_eq!(node.error(e) > e * (1.0 + 1e-9), inside, "{}", node);
            }
            let mut best_first: Vec<f64> = types(children).map(|node| node.error(e)).collect();
            best_first.reverse();
            if e <= 0.5 {
                prop_assert!(best_first.windows(2).all(|pair| pair[0] <= pair[1] + 1e-15), "more wins, less error");
            }
        }

        #[test]
        fn unequal_errors_change_nothing(children in 2..7u32, a in 0.001..0.999f64, b in 0.001..0.999f64) {
            let errors = Errors::new(a, b).unwrap();
            for node in types(children) {
                prop_assert_eq!(node.is_pathological_with(errors), node.wins() == 0, "{}", node);
            }
        }
    }

    /// Closed forms: e^4 - 2e^2 + e = e (e - 1)(e^2 + e - 1) for D over two A; for D over two B the sign
    /// of (1 - e + e^2)^2 - (1 - e) = e (e^3 - 2e^2 + 3e - 1), whose real root is 0.4302...
    #[test]
    fn two_plies_by_their_polynomials() {
        let [a, b] = [2, 1].map(|wins| NodeType::new(wins, 2).unwrap());
        let golden = (5f64.sqrt() - 1.0) / 2.0;
        for e in [0.01, 0.1, 0.3, 0.6, 0.618, 0.619, 0.8] {
            let x = 1.0 - (1.0 - e * e) * (1.0 - e * e);
            assert!((error_over(&[a, a], e) - x).abs() < 1e-15);
            assert_eq!(error_over(&[a, a], e) < e, e < golden);
        }
        let spans = pathological_over(&[a, a]);
        assert_eq!(spans.len(), 1);
        assert!((spans[0].low - golden).abs() < 1e-12 && spans[0].high == 1.0);

        let spans = pathological_over(&[b, b]);
        let root = {
            let mut e: f64 = 0.4;
            for _ in 0..50 {
                e -= (e.powi(3) - 2.0 * e * e + 3.0 * e - 1.0) / (3.0 * e * e - 4.0 * e + 3.0);
            }
            e
        };
        assert_eq!(spans.len(), 1);
        assert!(spans[0].low == 0.0 && (spans[0].high - root).abs() < 1e-12, "{spans:?} and {root}");
    }

    /// For more moves: 1 - (1 - e^b)^b = e at the threshold, below it and above it as it says.
    #[test]
    fn thresholds_of_more_moves() {
        for b in [2u32, 3, 5, 10, 100] {
            let threshold = threshold_over_best(b).unwrap().unwrap();
            let error = |e: f64| 1.0 - (1.0 - e.powi(b as i32)).powi(b as i32);
            assert!((error(threshold) - threshold).abs() < 1e-9, "b = {b}");
            assert!(error(threshold - 0.01) < threshold - 0.01 && error(threshold + 0.01) > threshold + 0.01);
        }
        assert!(threshold_over_best(1).unwrap_err().to_string().contains("from 2 to 1000"));
    }

    #[test]
    fn the_curves_of_figure_1() {
        let curves = error_curves(2, 0.5, 50).unwrap();
        assert_eq!(curves.iter().map(|c| c.node_type.to_string()).collect::<Vec<_>>(), ["A", "B", "D"]);
        for curve in &curves {
            assert_eq!((curve.points.len(), curve.points[0]), (51, (0.0, 0.0)));
        }
        let last: Vec<_> = curves.iter().map(|curve| *curve.points.last().unwrap()).collect();
        assert_eq!(last, [(0.5, 0.25), (0.5, 0.25), (0.5, 0.75)]);
        assert!(error_curves(2, 0.0, 50).is_err() && error_curves(2, 0.5, 0).is_err());
    }
}
