//! The truth blurred by normal noise, for trees with dice and for games whose truth comes from the top.
//!
//! Nguyen & Ramanujan draw evaluations from lists of an engine's values at won and at lost positions. Two bell curves, one
//! for either, are such lists with two parameters.

use super::{Estimate, Evaluator, OwnError, Profile, Scale};
use crate::error::Result;
use crate::name::{Settings, Values};
use crate::tree::{ChanceTree, CriticalGame, CriticalNode, Place};
use crate::value::Win;

/// The first player's chance with best play plus normal noise, clipped to 0 to 1. The noise of a node is its own, and always
/// the same.
///
/// ```
/// use plyscope::evaluator::{Blurred, Evaluator};
/// use plyscope::game::Game;
/// use plyscope::key::Stream;
/// use plyscope::name::Settings;
/// use plyscope::tree::{ChanceTrees, TreeFamily};
/// let tree = ChanceTrees::new(2, 4, 2, 0.5)?.draw(Stream::new(1, "example").trial(0));
/// let sharp = Blurred::named("blurred(sd=0)")?;
/// assert_eq!(sharp.estimate(&tree, &tree.start()).score(), tree.chance(&tree.start()));
/// # Ok::<(), plyscope::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Blurred {
    sd: f64,
    error: OwnError,
}

impl Default for Blurred {
    fn default() -> Self {
        Blurred { sd: 0.3, error: OwnError::None }
    }
}

impl Settings for Blurred {
    const KIND: &'static str = "blurred";
    const SUMMARY: &'static str = "The win probability with best play plus normal noise of standard deviation \
        `sd`, clipped to 0 to 1 (chance-tree). The noise of a node is always the same.";

    fn each(&mut self, values: &mut Values<'_>) {
        values.number("sd", "0.3", "a number from 0 to 10", &mut self.sd, 0.0..=10.0);
        self.error.declare(Scale::Probability, values);
    }
}

impl Evaluator<ChanceTree> for Blurred {
    fn profile(&self) -> Profile {
        Profile::chances(self.to_name()).with_error(self.error.is_known())
    }
    fn estimate(&self, tree: &ChanceTree, node: &Place) -> Estimate {
        let first = (tree.chance(node) + self.sd * tree.noise(node)).clamp(0.0, 1.0);
        let win = Win { first, second: 1.0 - first };
        self.error.win(win)
    }
}

/// 1/2, plus or minus a shift as the first player wins or loses, plus normal noise, clipped to 0 to 1. The noise of a node
/// is its own, and always the same.
///
/// ```
/// use plyscope::evaluator::{Evaluator, Normal};
/// use plyscope::game::Game;
/// use plyscope::key::Stream;
/// use plyscope::tree::{CriticalGames, TreeFamily};
/// let game = CriticalGames::new(2, 50, 1.0)?.draw(Stream::new(1, "example").trial(0));
/// let sharp = Normal::new(0.25, 0.0)?;
/// let child = game.play(&game.start(), &0);
/// assert_eq!(sharp.estimate(&game, &child).score(), if child.first_wins() { 0.75 } else { 0.25 });
/// # Ok::<(), plyscope::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Normal {
    shift: f64,
    sd: f64,
}

impl Default for Normal {
    fn default() -> Self {
        Normal { shift: 0.25, sd: 0.2 }
    }
}

impl Settings for Normal {
    const KIND: &'static str = "normal";
    const SUMMARY: &'static str = "1/2, plus `shift` if the first player wins and minus it if not, plus normal \
        noise of standard deviation `sd`, clipped to 0 to 1 (critical). The noise of a node is always the same.";

    fn each(&mut self, values: &mut Values<'_>) {
        values.number("shift", "0.25", "a number from 0 to 0.5", &mut self.shift, 0.0..=0.5);
        values.number("sd", "0.2", "a number from 0 to 10", &mut self.sd, 0.0..=10.0);
    }
}

impl Normal {
    /// With a shift from 0 to 0.5 and a standard deviation from 0 to 10.
    pub fn new(shift: f64, sd: f64) -> Result<Self> {
        Normal::named(&format!("normal(shift={shift},sd={sd})"))
    }
}

impl Evaluator<CriticalGame> for Normal {
    fn profile(&self) -> Profile {
        Profile::chances(self.to_name())
    }
    #[inline]
    fn estimate(&self, game: &CriticalGame, spot: &CriticalNode) -> Estimate {
        let shift = if spot.first_wins() { self.shift } else { -self.shift };
        let first = (0.5 + shift + self.sd * game.noise(spot)).clamp(0.0, 1.0);
        Estimate::win_of(Win { first, second: 1.0 - first })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::key::Stream;
    use crate::tree::{CriticalGames, TreeFamily};

    /// Means and spreads of both curves, over the children of many roots; clipped, never beyond 0 and 1.
    #[test]
    fn two_curves_of_the_given_mean_and_spread() {
        let (games, normal) = (CriticalGames::new(2, 50, 1.0).unwrap(), Normal::new(0.1, 0.05).unwrap());
        let mut of = [Vec::new(), Vec::new()];
        for trial in 0..4000 {
            let game = games.draw(Stream::new(3, "normal").trial(trial));
            for choice in 0..2 {
                let child = game.play(&game.start(), &choice);
                of[usize::from(child.first_wins())].push(normal.estimate(&game, &child).score());
            }
        }
        for (values, mean) in of.iter().zip([0.4, 0.6]) {
            let count = values.len() as f64;
            let found = values.iter().sum::<f64>() / count;
            let spread = (values.iter().map(|value| (value - found).powi(2)).sum::<f64>() / count).sqrt();
            assert!((found - mean).abs() < 4.5 * 0.05 / count.sqrt(), "{found}");
            assert!((spread / 0.05 - 1.0).abs() < 4.5 / (2.0 * count).sqrt(), "{spread}");
        }
        let wide = Normal::new(0.25, 5.0).unwrap();
        let game = games.draw(Stream::new(3, "normal").trial(0));
        let mut spot = game.start();
        for ply in 0..50 {
            spot = game.play(&spot, &(ply % 2));
            assert!((0.0..=1.0).contains(&wide.estimate(&game, &spot).score()));
        }
    }

    #[test]
    fn bad_parameters_are_refused() {
        assert!(Normal::new(0.6, 0.2).unwrap_err().to_string().contains("0 to 0.5"));
        assert!(Normal::new(0.2, -1.0).unwrap_err().to_string().contains("0 to 10"));
    }
}
