//! P-games in closed form: who wins how often, and how often a game is worth a trial.
//!
//! In the mover's view: at height 0 the player whose turn it would be has lost if the square is a 1,
//! so the mover wins there with probability 1 - p; a mover at height h + 1 wins unless all b children
//! are wins for the opponent, so q(h+1) = 1 - q(h)^b. At the critical p this is a fixed point.

use crate::error::{Error, Result};
pub use crate::tree::critical_p as critical;
use crate::tree::power;

/// The probability that the player to move wins, `height` plies before the end.
pub fn mover_wins(branching: u32, p: f64, height: u32) -> f64 {
    (0..height).fold(1.0 - p, |wins, _| 1.0 - power(wins, branching))
}

/// The probability that the root has a winning and a losing move.
pub fn non_trivial(branching: u32, p: f64, depth: u32) -> f64 {
    let Some(below) = depth.checked_sub(1) else { return 0.0 }; // no moves, nothing to choose
    let child = mover_wins(branching, p, below);
    1.0 - power(child, branching) - power(1.0 - child, branching)
}

/// The most moves that [`type_shares`] counts.
pub(crate) const MAX_TYPES: u32 = 1000;

/// The shares of the node types `height` plies before the end: entry k is the share of the nodes with k
/// winning children of b. With two moves: D, B and C together, A. At the critical p it is the same at
/// every height.
pub fn type_shares(branching: u32, p: f64, height: u32) -> Result<Vec<f64>> {
    let refuse = |parameter: &str, value: String, allowed: String| {
        let (kind, parameter) = ("node types in P-games".to_string(), parameter.to_string());
        Err(Error::Parameter { kind, parameter, value, allowed })
    };
    if !(1..=MAX_TYPES).contains(&branching) {
        let allowed = format!("a whole number from 1 to {MAX_TYPES}");
        return refuse("branching", branching.to_string(), allowed);
    }
    if !(0.0..=1.0).contains(&p) {
        return refuse("p", p.to_string(), "a probability from 0 to 1".into());
    }
    let Some(below) = height.checked_sub(1) else {
        return refuse("height", height.to_string(), "1 or more: at the end there are no children".into());
    };
    let lost = mover_wins(branching, p, below); // the opponent moves there
    let mut shares = vec![1.0];
    for _ in 0..branching {
        // One more child: a win goes up by one, a loss stays.
        let (mut next, mut carried) = (Vec::with_capacity(shares.len() + 1), 0.0);
        for share in shares {
            next.push(carried + share * lost);
            carried = share * (1.0 - lost);
        }
        next.push(carried);
        shares = next;
    }
    Ok(shares)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An independent solution: Newton's method on f(p) = (1-p)^b - p, and the defining equation.
    #[test]
    fn critical_to_twelve_digits() {
        for b in 2..=10u32 {
            let mut p: f64 = 0.3;
            for _ in 0..60 {
                let f = (1.0 - p).powf(f64::from(b)) - p;
                let slope = -f64::from(b) * (1.0 - p).powf(f64::from(b) - 1.0) - 1.0;
                p -= f / slope;
            }
            assert!((critical(b) - p).abs() < 1e-13, "b = {b}");
            assert!(((1.0 - critical(b)).powi(b as i32) - critical(b)).abs() < 1e-13);
        }
        // The papers' digits.
        assert_eq!(format!("{:.6} {:.6}", critical(2), critical(3)), "0.381966 0.317672");
        // Cardano's root of p^3 - 3p^2 + 4p - 1 = 0 for b = 3, with p = 1 + t, t^3 + t + 1 = 0.
        let s = (31f64 / 108.0).sqrt();
        let t = (s - 0.5).cbrt() - (s + 0.5).cbrt();
        assert!((critical(3) - (1.0 + t)).abs() < 1e-14);
    }

    #[test]
    fn critical_games_stay_balanced() {
        let p = critical(3);
        assert!((mover_wins(3, p, 20) - (1.0 - p)).abs() < 1e-9);
    }

    /// The binomial by factorials, and what the ends of the list mean elsewhere in this file.
    #[test]
    fn type_shares_are_binomial() {
        for (b, p, height) in [(2, 0.381966, 1), (2, 0.5, 4), (3, 0.3, 3), (7, 0.1, 2), (40, 0.05, 1)] {
            let shares = type_shares(b, p, height).unwrap();
            let lost = mover_wins(b, p, height - 1);
            for k in 0..=b {
                let ways = (0..k).fold(1.0, |ways, i| ways * f64::from(b - i) / f64::from(i + 1));
                let share = ways * (1.0 - lost).powi(k as i32) * lost.powi((b - k) as i32);
                assert!((shares[k as usize] - share).abs() < 1e-14, "{k} of {b}");
            }
            assert!((1.0 - shares[0] - mover_wins(b, p, height)).abs() < 1e-14, "a win has a winning child");
            let trivial = shares[0] + shares[b as usize];
            assert!((1.0 - trivial - non_trivial(b, p, height)).abs() < 1e-14);
        }
        // At the critical p of two moves D has the share (1-p)^2 = p.
        assert!((type_shares(2, critical(2), 9).unwrap()[0] - critical(2)).abs() < 1e-12);
        assert!(type_shares(0, 0.5, 1).is_err() && type_shares(1001, 0.5, 1).is_err());
        assert!(type_shares(2, 1.5, 1).is_err() && type_shares(2, 0.5, 0).is_err());
    }

    /// By enumeration of all boards of a small game, squares as bits.
    #[test]
    fn shares_equal_enumeration() {
        fn wins(squares: &[bool], b: usize, height: u32) -> bool {
            // In the mover's view; height 0: the mover has lost on a 1.
            if height == 0 {
                return !squares[0];
            }
            squares.chunks(squares.len() / b).any(|piece| !wins(piece, b, height - 1))
        }
        for (b, depth) in [(2, 1), (2, 2), (2, 3), (2, 4), (3, 1), (3, 2)] {
            let leaves = 2usize.pow(0) * (b as usize).pow(depth);
            for p in [0.2, 0.381966, 0.5, 0.9f64] {
                let (mut won, mut open) = (0.0, 0.0);
                for board in 0u32..1 << leaves {
                    let squares: Vec<bool> = (0..leaves).map(|i| board >> i & 1 == 1).collect();
                    let ones = board.count_ones() as i32;
                    let weight = p.powi(ones) * (1.0 - p).powi(leaves as i32 - ones);
                    let moves: Vec<bool> = squares
                        .chunks(leaves / b as usize)
                        .map(|piece| !wins(piece, b as usize, depth - 1))
                        .collect();
                    won += if moves.contains(&true) { weight } else { 0.0 };
                    open += if moves.contains(&true) && moves.contains(&false) { weight } else { 0.0 };
                }
                assert!((mover_wins(b, p, depth) - won).abs() < 1e-12, "b {b}, depth {depth}, p {p}");
                assert!((non_trivial(b, p, depth) - open).abs() < 1e-12, "b {b}, depth {depth}, p {p}");
            }
        }
    }
}
