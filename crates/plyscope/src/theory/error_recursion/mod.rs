//! The exact error recursion: how accurate a rule is on P-games with the artificial evaluator, without
//! playing a game.
//!
//! In a P-game the children of a node are alike and independent, and so are the evaluator's mistakes. The
//! joint distribution of a node's true and estimated value therefore follows from that of its children, and
//! depends on the height alone. It starts at the frontier, `game depth - depth` plies before the end, with
//! true values from the [P-game recursion](super::p_games) and estimates that are wrong with probability e
//! (exact where the game is over), and rises by the rule's own two functions. From the root's moves follow
//! the decision accuracy, given that the root has a winning and a losing move, with a tie worth the share
//! of the tied moves that win; and the probability that the root's value is wrong.
//!
//! Minimax has two values at every height: any depth is cheap. The product rule and EMM have a finite set of
//! values that grows like a square with every ply (two moves: 2, 3, 6, 21, 231, 26796, then 359 million), so
//! they reach depth 6 with two moves and 4 with three, in about a second. Values that [tie](Win::ties) are one value.
//! Beyond [`MAX_GROUPS`] combinations values are rounded until fewer are left, in two computations: in one always down,
//! in the other always up. A rule that rises with its children keeps that order, so that a move's value lies between its two
//! values in every single game. If winning moves have their lower values and losing moves their upper ones, the choice is
//! correct no more often than it is, and the other way round no less often: the accuracy lies between two numbers, and
//! [`Expected::within`] says how far from their middle at most. Values are rounded where little chance hangs on it: those that
//! occur often stay exact. At the critical p the recursion
//! of true values is unstable (an error grows by the factor b q^(b-1) a ply), so a finite game that would
//! have fewer than six digits is refused too; an infinite game keeps the balance at every height.
//!
//! [`rounded()`] goes further: for rules whose aggregate is the product's it rounds estimates, and reaches a hundred
//! moves. [`boundary`] finds with it the error from which a rule loses by looking deeper.
//!
//! ```
//! use plyscope::rule::Minimax;
//! use plyscope::theory::{error_recursion::accuracy, p_games::critical};
//! // Zuckerman, Wilson & Nau's setting: minimax gets worse with depth.
//! let at = |depth| accuracy(&Minimax, 2, 0.2, critical(2), Some(11), depth).map(|row| row.accuracy);
//! assert!(at(1)? > at(3)? && at(3)? > at(5)?);
//! assert_eq!(at(11)?, 1.0); // to the end of the game
//! # Ok::<(), plyscope::Error>(())
//! ```

mod level;
mod limit;
mod root;
mod rounded;
mod truth;

pub use level::MAX_GROUPS;
pub use limit::{Limits, minimax_limits};
pub use rounded::{Weighing, boundary, rounded};
pub use truth::MAX_DEPTH;

use crate::error::{Error, Result};
use crate::rule::BackupRule;
use crate::value::Win;
use level::{Class, Rounding};
use truth::{PGame, Share};

/// How accurate a search is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Expected {
    /// The probability that the chosen move wins, given that the root has a winning and a losing move; a tie
    /// counts by the share of the tied moves that win.
    pub accuracy: f64,
    /// The probability that the root's value names the wrong winner, over all games. Even chances name
    /// nobody and count half.
    pub value_error: f64,
    /// The same, given that the root has a winning and a losing move (so that the mover wins).
    pub value_error_non_trivial: f64,
    /// How far off the accuracy is at the most; 0 where no value was rounded.
    pub within: f64,
}

/// The accuracy of a rule that searches `depth` plies into a P-game of `branching` moves with squares that
/// are 1 with probability `p`, whose evaluator is wrong with probability `error`.
///
/// `game_depth` is the game's length in plies; none is the infinite game, which there is only at the
/// [critical p](super::p_games::critical). A depth beyond the end searches to the end. The rule must rise
/// with its children, as all of the library's do. Refused are 0 or 1 moves, more than 1000, depth 0 or more
/// than [`MAX_DEPTH`], an error above a half, games that are practically never worth a trial, and what would take
/// too long; the message says what would be right.
pub fn accuracy(
    rule: &dyn BackupRule<Win>,
    branching: u32,
    error: f64,
    p: f64,
    game_depth: Option<u32>,
    depth: u32,
) -> Result<Expected> {
    computed(rule, branching, error, (p, game_depth), depth, MAX_GROUPS)
}

/// The same from at most so many groups of a ply.
fn computed(
    rule: &dyn BackupRule<Win>,
    branching: u32,
    error: f64,
    (p, game_depth): (f64, Option<u32>),
    depth: u32,
    most: u64,
) -> Result<Expected> {
    let game = PGame::new(branching, p, game_depth)?;
    check_error(error)?;
    let depth = truth::check_depth("search depth", depth)?.min(game_depth.unwrap_or(u32::MAX));
    let height = game_depth.map(|plies| plies - depth);
    let classes = frontier(game.share(height), if height == Some(0) { 0.0 } else { error });
    let mut sides = Sides { lower: classes, upper: None, most };
    let own = rule.uses_own().then_some(error);
    for above in 1..depth {
        sides.fit(branching, depth - above)?;
        let back_up = |below: &[Class]| {
            let mut classes = level::back_up(rule, above, branching, below, own);
            if game_depth.is_none() {
                // The infinite game has the same shares at every height; rounding must not tip the balance.
                level::balance(&mut classes, game.share(None));
            }
            classes
        };
        sides = match &sides.upper {
            None => Sides { lower: back_up(&sides.lower), upper: None, most },
            // The children's opponent is the one who moves here.
            Some(upper) => Sides { lower: back_up(upper), upper: Some(back_up(&sides.lower)), most },
        };
    }
    sides.fit(branching - 1, 1)?;
    root::row(rule, depth, branching, &sides, own)
}

/// The classes of a height; where values are rounded, rounded down and rounded up.
struct Sides {
    lower: Vec<Class>,
    upper: Option<Vec<Class>>,
    /// The most groups of a ply.
    most: u64,
}

impl Sides {
    /// Rounds where groups of `size` would be too many for `left` plies.
    fn fit(&mut self, size: u32, left: u32) -> Result<()> {
        if self.upper.is_none() && level::fits(self.lower.len(), size, self.most) {
            return level::afford(&self.lower, size, left);
        }
        let most = level::most_classes(size, self.most);
        let upper = level::rounded(self.upper.as_ref().unwrap_or(&self.lower), most, Rounding::Up);
        self.lower = level::rounded(&self.lower, most, Rounding::Down);
        self.upper = Some(upper);
        level::afford(&self.lower, size, left)
    }
}

/// True values and opinions of them, where the search ends.
fn frontier(share: Share, error: f64) -> Vec<Class> {
    let named = |win: bool| {
        let chance = |right: bool| if right { 1.0 - error } else { error };
        Class {
            value: Win::opinion(win, error),
            lost: share.lost * chance(!win),
            won: share.won * chance(win),
        }
    };
    level::merged(vec![named(false), named(true)])
}

fn check_error(error: f64) -> Result<()> {
    if (0.0..=0.5).contains(&error) {
        return Ok(());
    }
    Err(refused("error", error, "a probability from 0 to 0.5".into()))
}

fn refused(parameter: &str, value: impl std::fmt::Display, allowed: String) -> Error {
    let (kind, parameter) = ("error recursion".into(), parameter.into());
    Error::Parameter { kind, parameter, value: value.to_string(), allowed }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule::{Emm, Minimax, Product};
    use crate::theory::p_games::critical;

    /// Rounded to a few dozen values at every ply, the exact accuracy is within what is said of it; with more values, closer.
    #[test]
    fn rounding_bounds_what_is_exact() {
        let rules: [&dyn BackupRule<Win>; 3] = [&Minimax, &Product, &Emm];
        for (branching, plies, depths) in [(2, Some(10), 3..=6), (2, None, 3..=6), (3, Some(9), 3..=4)] {
            for rule in rules {
                for (error, depth) in
                    [0.05, 0.1, 0.2, 0.4].into_iter().flat_map(|e| depths.clone().map(move |d| (e, d)))
                {
                    let p = critical(branching);
                    let exact = accuracy(rule, branching, error, p, plies, depth).unwrap();
                    let rounded = [200, 4000]
                        .map(|most| computed(rule, branching, error, (p, plies), depth, most).unwrap());
                    assert_eq!(exact.within, 0.0);
                    for found in rounded {
                        let off = (found.accuracy - exact.accuracy).abs();
                        assert!(
                            off <= found.within + 1e-12,
                            "{branching} {error} {depth}: {found:?}, {exact:?}"
                        );
                    }
                    assert!(rounded[1].within <= rounded[0].within, "{rounded:?}");
                }
            }
        }
    }
}
