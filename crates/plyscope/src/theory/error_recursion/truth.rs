//! The true values: how often the mover wins at a height, with its complement and its digits.

use super::refused;
use crate::error::{Error, Result};
use crate::theory::p_games::critical;

/// The longest game and the deepest search, in plies.
pub const MAX_DEPTH: u32 = 10_000;

/// The least number of digits that true values must have.
const DIGITS: f64 = 1e-6;

/// How often the mover wins and loses.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Share {
    pub(super) won: f64,
    pub(super) lost: f64,
}

/// A P-game that can be computed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct PGame {
    branching: u32,
    p: f64,
}

impl PGame {
    pub(super) fn new(branching: u32, p: f64, depth: Option<u32>) -> Result<Self> {
        if !(2..=1000).contains(&branching) {
            return Err(refused("branching", branching, "a whole number from 2 to 1000".into()));
        }
        if !(0.0..=1.0).contains(&p) {
            return Err(refused("p", p, "a probability from 0 to 1".into()));
        }
        let game = PGame { branching, p };
        match depth {
            Some(depth) => game.check_digits(check_depth("game depth", depth)?)?,
            None if (p - critical(branching)).abs() < 1e-6 => {}
            None => {
                return Err(Error::Undefined(format!(
                    "an infinite P-game is decided unless p is critical: give p={} with branching {branching}, \
                     or a game depth",
                    critical(branching)
                )));
            }
        }
        Ok(game)
    }

    /// At a height; none is any height of the infinite game.
    pub(super) fn share(&self, height: Option<u32>) -> Share {
        match height {
            Some(height) => (0..height).fold(self.end(), |share, _| self.above(share)),
            None => {
                let p = critical(self.branching);
                Share { won: 1.0 - p, lost: p }
            }
        }
    }

    /// At the end the player whose turn it would be has lost on a 1.
    fn end(&self) -> Share {
        Share { won: 1.0 - self.p, lost: self.p }
    }

    /// The mover loses if the opponent wins at every child. Both sides by products and sums alone.
    fn above(&self, below: Share) -> Share {
        let share = (0..self.branching).fold(Share { won: 0.0, lost: 1.0 }, |so_far, _| Share {
            won: so_far.won + so_far.lost * below.lost,
            lost: so_far.lost * below.won,
        });
        // A sum that is off 1 by rounding would be off b times as much a ply later.
        let sum = share.won + share.lost;
        Share { won: share.won / sum, lost: share.lost / sum }
    }

    /// How much rounding has grown when the root is reached: relative errors of both sides, ply by ply.
    fn check_digits(&self, depth: u32) -> Result<()> {
        let branching = f64::from(self.branching);
        let rounding = branching * f64::EPSILON;
        let (mut share, mut won, mut lost) = (self.end(), f64::EPSILON, f64::EPSILON);
        for ply in 1..=depth {
            let next = self.above(share);
            // lost' = won^b, and won' = 1 - (1 - lost)^b.
            let slope = if next.won > 0.0 && share.won > 0.0 {
                branching * share.lost * next.lost / share.won / next.won
            } else {
                0.0
            };
            (won, lost) = (lost * slope + rounding, won * branching + rounding);
            share = next;
            let open = share.won.min(share.lost);
            if open == 0.0 {
                break; // decided: the root will say so
            }
            let smaller = if share.won < share.lost { won } else { lost };
            if smaller > DIGITS {
                return Err(Error::Undefined(format!(
                    "at game depth {ply} of {depth} rounding has left fewer than 6 digits of a P-game this \
                     balanced; give a game depth below {ply}, or none for the infinite game at the critical p"
                )));
            }
        }
        Ok(())
    }
}

pub(super) fn check_depth(what: &'static str, depth: u32) -> Result<u32> {
    if (1..=MAX_DEPTH).contains(&depth) {
        return Ok(depth);
    }
    Err(refused(what, depth, format!("a whole number from 1 to {MAX_DEPTH}")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theory::p_games::mover_wins;

    #[test]
    fn shares_are_the_closed_form_with_more_digits() {
        for (b, p) in [(2, 0.381966), (2, 0.5), (3, 0.3), (10, 0.2)] {
            let game = PGame::new(b, p, Some(9)).unwrap();
            for height in 0..9 {
                let share = game.share(Some(height));
                assert!((share.won - mover_wins(b, p, height)).abs() < 1e-13);
                assert!((share.won + share.lost - 1.0).abs() < 1e-14);
            }
        }
        let share = PGame::new(2, 1.0, Some(3)).unwrap().share(Some(3));
        assert_eq!((share.won, share.lost), (1.0, 0.0));
        // Two plies before the end the mover loses with (1 - (1-p)^2)^2, which 1 - won would lose.
        let share = PGame { branching: 2, p: 1e-9 }.share(Some(2));
        assert!((share.lost / 4e-18 - 1.0).abs() < 1e-8, "{}", share.lost);
    }

    #[test]
    fn refusals() {
        let refused = |game: Result<PGame>, says: &str| {
            let message = game.unwrap_err().to_string();
            assert!(message.contains(says), "{message}");
        };
        refused(PGame::new(1, 0.5, Some(5)), "from 2 to 1000");
        refused(PGame::new(2, 1.5, Some(5)), "from 0 to 1");
        refused(PGame::new(2, f64::NAN, Some(5)), "from 0 to 1");
        refused(PGame::new(2, 0.4, Some(0)), "from 1 to 10000");
        refused(PGame::new(2, 0.4, Some(1_000_000)), "from 1 to 10000");
        refused(PGame::new(2, 0.4, None), "critical");
        refused(PGame::new(2, critical(2), Some(1000)), "fewer than 6 digits");
        assert!(PGame::new(2, critical(2), Some(64)).is_ok());
        assert!(PGame::new(2, 0.3, Some(9999)).is_ok(), "decided long before");
    }
}
