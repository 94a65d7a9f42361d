//! What becomes of minimax in the infinite game, at the critical p.
//!
//! The share of nodes that minimax takes for won follows the same recursion as the true share q, whose
//! fixed point is unstable, and a single mistake in a million starts it off the point: it ends in the cycle
//! of nothing and everything. Estimates forget the truth, every move looks the same, and the choice is a
//! random one. How the shares grow apart is the reason why P-games are pathological (Nau 1982).

use super::{Expected, check_error, refused};
use crate::error::Result;
use crate::theory::p_games::critical;

/// What minimax's accuracy tends to as it looks deeper.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Limits {
    /// Along even depths, where every root comes to look lost.
    pub even: Expected,
    /// Along odd depths, where every root comes to look won.
    pub odd: Expected,
}

/// The limits for a number of moves and an error; the choice is perfect without errors, and random with any.
pub fn minimax_limits(branching: u32, error: f64) -> Result<Limits> {
    if !(2..=1000).contains(&branching) {
        return Err(refused("branching", branching, "a whole number from 2 to 1000".into()));
    }
    check_error(error)?;
    if error == 0.0 {
        let right = Expected { accuracy: 1.0, value_error: 0.0, value_error_non_trivial: 0.0, within: 0.0 };
        return Ok(Limits { even: right, odd: right });
    }
    let lost = critical(branching); // at the root, and so at its children for the opponent
    let power = |base: f64| (0..branching).fold(1.0, |product, _| product * base);
    // A random move wins as often as there are winning moves; all and none are left out.
    let accuracy = (lost - power(lost)) / (1.0 - power(lost) - power(1.0 - lost));
    let row = |value_error, value_error_non_trivial| Expected {
        accuracy,
        value_error,
        value_error_non_trivial,
        within: 0.0,
    };
    // With an error of a half neither player is ever named.
    let half = error == 0.5;
    Ok(Limits {
        even: if half { row(0.5, 0.5) } else { row(1.0 - lost, 1.0) },
        odd: if half { row(0.5, 0.5) } else { row(lost, 0.0) },
    })
}

#[cfg(test)]
mod tests {
    use super::super::accuracy;
    use super::*;
    use crate::rule::Minimax;

    /// The recursion itself, thousands of plies deep, arrives there.
    #[test]
    fn the_recursion_arrives_at_the_limits() {
        for (b, e) in [(2, 0.1), (2, 1e-6), (2, 0.5), (2, 0.0), (3, 0.2), (7, 0.01)] {
            let limits = minimax_limits(b, e).unwrap();
            for (depth, limit) in [(600, limits.even), (601, limits.odd)] {
                let row = accuracy(&Minimax, b, e, critical(b), None, depth).unwrap();
                for (found, limit) in [
                    (row.accuracy, limit.accuracy),
                    (row.value_error, limit.value_error),
                    (row.value_error_non_trivial, limit.value_error_non_trivial),
                ] {
                    assert!((found - limit).abs() < 1e-9, "b {b}, e {e}, depth {depth}: {row:?}, {limit:?}");
                }
            }
        }
        // Two moves, one of them right: one half.
        assert!((minimax_limits(2, 0.1).unwrap().even.accuracy - 0.5).abs() < 1e-15);
    }

    #[test]
    fn refusals() {
        assert!(minimax_limits(1, 0.1).is_err() && minimax_limits(2, 0.6).is_err());
    }
}
