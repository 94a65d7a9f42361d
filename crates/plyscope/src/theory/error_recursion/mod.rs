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
//! they reach depth 6 with two moves and 4 with three, in about a second; beyond [`MAX_GROUPS`]
//! combinations they are refused. Values that [tie](Win::ties) are one value. At the critical p the recursion
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
use level::Class;
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
}

/// The accuracy of a rule that searches `depth` plies into a P-game of `branching` moves with squares that
/// are 1 with probability `p`, whose evaluator is wrong with probability `error`.
///
/// `game_depth` is the game's length in plies; none is the infinite game, which there is only at the
/// [critical p](super::p_games::critical). A depth beyond the end searches to the end. The rule must rise
/// with its children, as all of the library's do. Refused are 0 or 1 moves, more than 1000, depth 0 or more
/// than [`MAX_DEPTH`], an error above a half, games that are practically never worth a trial, and what is too
/// large to be computed; the message says what would be right.
pub fn accuracy(
    rule: &dyn BackupRule<Win>,
    branching: u32,
    error: f64,
    p: f64,
    game_depth: Option<u32>,
    depth: u32,
) -> Result<Expected> {
    let game = PGame::new(branching, p, game_depth)?;
    check_error(error)?;
    let depth = truth::check_depth("search depth", depth)?.min(game_depth.unwrap_or(u32::MAX));
    let height = game_depth.map(|plies| plies - depth);
    let mut classes = frontier(game.share(height), if height == Some(0) { 0.0 } else { error });
    let own = rule.uses_own().then_some(error);
    for above in 1..depth {
        let reached = if level::root_fits(&classes, branching) { above } else { above - 1 };
        level::afford(&classes, branching, depth - above, reached)?;
        classes = level::back_up(rule, above, branching, &classes, own);
        if game_depth.is_none() {
            // The infinite game has the same shares at every height; rounding must not tip the balance.
            level::balance(&mut classes, game.share(None));
        }
    }
    level::afford(&classes, branching - 1, 1, depth - 1)?;
    root::row(rule, depth, branching, &classes, own)
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
