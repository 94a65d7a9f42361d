//! Players: whoever decides. A rule, a search and an evaluator make one ([`RuleSearch`]); engines are others.
//!
//! What a player did is an [`Observation`]; whether it was right is somebody else's question. [`AnyGame`] is a game of
//! any kind with everything that needs its types: players for it are made there, and positions are solved and counted.

mod any_game;
mod decider;
mod dyn_game;
mod match_play;
mod observation;
mod program;
mod rule_search;
mod sampler;
mod searcher;
mod watch;

pub use any_game::{AnyGame, GameExtras};
pub use decider::Grown;
pub use dyn_game::{DynGame, NamedSolution, Universal};
pub use match_play::{Played, Seat, play, play_watched};
pub(crate) use match_play::{play_out, too_long, walk};
pub use observation::Observation;
pub use program::Program;
pub use rule_search::{Plan, RuleSearch};
pub use watch::Traced;

use crate::error::Result;
use crate::evaluator::{Scale, TreeEvaluator};
use crate::game::AnyPosition;
use crate::interrupt;
use crate::rule::AnyRule;
use crate::search::{Budget, Effort};
use std::sync::atomic::AtomicBool;

/// What a player is made of, by name; empty where it has no such thing.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Parts {
    /// The back-up rule.
    pub rule: String,
    /// The evaluator, with all parameters.
    pub evaluator: String,
    /// The search, with all parameters.
    pub search: String,
}

/// Somebody who decides.
///
/// ```
/// use plyscope::catalogue::Catalogue;
/// use plyscope::key::Stream;
/// use plyscope::search::Effort;
///
/// let catalogue = Catalogue::built_in();
/// let game = catalogue.game("connect-four(width=4,height=4)")?;
/// let player = catalogue.player(&game, "minimax", "lines", "alpha-beta")?;
/// let start = game.start(Stream::new(1, "example").trial(0))?;
/// let seen = player.decide(&start, &[Effort::Depth(3)])?;
/// assert!(seen.ties.contains(&seen.choice));
/// # Ok::<(), plyscope::Error>(())
/// ```
pub trait Player: Send + Sync {
    /// What it is made of.
    fn parts(&self) -> Parts;

    /// Decides, spending at most so much: whichever of the efforts ends first. Without any it goes to the end of the
    /// game.
    fn decide(&self, position: &AnyPosition, efforts: &[Effort]) -> Result<Observation> {
        interrupt::heeded(|stop| self.decide_until(position, efforts, stop))
    }

    /// Decides with each of some efforts: what a player that finds all of them in one go does better than one by one.
    fn decide_each(&self, position: &AnyPosition, efforts: &[Effort]) -> Result<Vec<Observation>> {
        efforts.iter().map(|effort| self.decide(position, &[*effort])).collect()
    }

    /// The same at each of several positions: what a player that looks at several at once does better than one by one.
    fn decide_many(&self, positions: &[&AnyPosition], efforts: &[Effort]) -> Result<Vec<Vec<Observation>>> {
        positions.iter().map(|position| self.decide_each(position, efforts)).collect()
    }

    /// The same, ended early with the best so far soon after a flag is raised, where the player can do that. The clock
    /// belongs to whoever raises it.
    fn decide_until(
        &self,
        position: &AnyPosition,
        efforts: &[Effort],
        stop: Option<&AtomicBool>,
    ) -> Result<Observation>;

    /// The same for one game, whose positions it sees in order: what a program does that remembers the game. None where it
    /// decides at every position by that alone.
    fn for_game(&self) -> Option<Box<dyn Player + '_>> {
        None
    }

    /// What its values are: numbers beside payoffs, or chances of winning, in which a draw is a half.
    fn scale(&self) -> Scale {
        Scale::Score
    }

    /// The program that decides, where it is another one.
    fn program(&self) -> Option<Program> {
        None
    }

    /// Refuses an effort that it cannot be told, before anything runs.
    fn check_effort(&self, effort: Effort) -> Result<()>;

    /// The same decisions for many drawn trees at once, where it can make them.
    fn lanes(&self) -> Option<LanePlayer<'_>> {
        None
    }
}

/// A player of full width on drawn trees: what its decisions in lanes are made from.
#[derive(Clone, Copy)]
pub struct LanePlayer<'a> {
    /// The rule.
    pub rule: &'a AnyRule,
    /// The evaluator.
    pub evaluator: &'a dyn TreeEvaluator,
}

/// The budget of some efforts together.
fn budget<'a>(efforts: &[Effort], stop: Option<&'a AtomicBool>) -> Result<Budget<'a>> {
    // Evaluations are counted where they are asked for.
    let efforts = efforts.iter().filter(|effort| !matches!(effort, Effort::Evaluations(_)));
    let start = Budget::unlimited().with_stop(stop);
    efforts.into_iter().try_fold(start, |budget, effort| Ok(budget.within(&effort.budget()?)))
}
