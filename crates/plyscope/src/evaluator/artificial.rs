//! The artificial evaluator (Wilson, Parker & Nau, "Experiments"; Zuckerman et al., section 5.1).
//!
//! It names the true winner, or with probability e the other one. The noise is a function of the
//! trial and the node, so every rule, search and depth sees the same mistake at the same node.

use super::{EightTrials, Estimate, Evaluator, LaneLevels, Opinion, Profile, TreeEvaluator, Winners};
use crate::error::{Error, Result};
use crate::game::Game;
use crate::key::{Chance, Domain, DrawKey, TrialKey};
use crate::lanes::Bits;
use crate::name::{Arguments, Name, Parameter};
use crate::tree::{Batch, DrawnTree, LevelTree, Levels, Place};
use crate::truth::{TrueValue, Truth};
use crate::value::Win;

/// A winner that is wrong with a fixed probability.
///
/// ```
/// use plyscope::evaluator::{Artificial, Evaluator};
/// use plyscope::key::Stream;
/// use plyscope::name::Settings;
/// use plyscope::tree::{ArcTree, DrawnTree, Place};
/// use plyscope::value::Win;
/// let game = ArcTree::named("arc-tree(height=2,branching=2)")?;
/// let tree = DrawnTree::draw(std::sync::Arc::new(game), Stream::new(1, "example").trial(0), 0);
/// // Without an error it names the winner, for certain.
/// let named = Artificial::new(0.0)?.estimate(&tree, &Place::ROOT).win();
/// assert_eq!(named, Some(Win::opinion(tree.truth(Place::ROOT), 0.0)));
/// # Ok::<(), plyscope::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Artificial {
    error: f64,
    chance: Chance,
}

const ERROR: Parameter =
    Parameter { name: "error", default: "0.1", allowed: "a probability from 0, below 0.5" };

impl Artificial {
    /// What `artificial(...)` takes.
    pub const PARAMETERS: &'static [Parameter] = &[ERROR];

    /// Made from a name's parameters.
    pub fn build(arguments: &Arguments<'_>) -> Result<Self> {
        // At a half it would name neither player.
        Artificial::new(arguments.number("error", 0.0..=0.5f64.next_down())?)
    }

    /// Wrong with this probability, from 0 and below a half.
    ///
    /// ```
    /// use plyscope::evaluator::Artificial;
    /// assert!(Artificial::new(0.1).is_ok() && Artificial::new(0.5).is_err());
    /// ```
    pub fn new(error: f64) -> Result<Self> {
        if !(0.0..0.5).contains(&error) {
            return Err(Error::Settings {
                kind: "artificial".into(),
                why: format!("an error is a probability from 0, below 0.5, not {error}"),
            });
        }
        Ok(Artificial { error, chance: Chance::new(error)? })
    }

    fn estimate_of(&self, win: bool, key: DrawKey, lane: u32, place: u64) -> Estimate {
        let mistaken = self.chance.lane(key, lane, place);
        Estimate { opinion: Opinion::Win(Win::opinion(win != mistaken, self.error)), error: Some(self.error) }
    }

    /// The winner it names at the nodes down to a level, one bit a trial; exact where the game is over.
    pub fn winners<B: Bits>(&self, batch: &Batch<B>, last: u32) -> Levels<B> {
        let depth = batch.shape().depth();
        let keys: Vec<DrawKey> = batch.keys().iter().map(|key| key.draw(Domain::Noise)).collect();
        batch.truth().map_to(last, |place, truth| {
            if place.level == depth { truth } else { truth.xor(self.chance.lanes(&keys, place.key())) }
        })
    }

    /// How often it is wrong.
    pub(super) fn error(&self) -> f64 {
        self.error
    }

    /// The same, to be drawn.
    pub(super) fn chance(&self) -> Chance {
        self.chance
    }

    /// On any kind of game.
    pub(super) fn profile(&self) -> Profile {
        Profile::chances(Name::new("artificial").with("error", self.error)).with_error(true)
    }
}

impl Evaluator<DrawnTree> for Artificial {
    fn profile(&self) -> Profile {
        Artificial::profile(self)
    }
    fn estimate(&self, tree: &DrawnTree, place: &Place) -> Estimate {
        let TrialKey { block, lane } = tree.trial();
        self.estimate_of(tree.truth(*place), block.draw(Domain::Noise), lane, tree.noise_key(place))
    }
    fn lanes(&self) -> Option<&dyn TreeEvaluator> {
        Some(self)
    }
}

impl TreeEvaluator for Artificial {
    fn winners(&self, batch: &Batch<u64>, last: u32) -> Option<Winners> {
        let first = Artificial::winners(self, batch, last);
        Some(Winners { first, error: self.error, end: batch.shape().depth() })
    }
    fn levels_in(&self, space: LaneLevels, trials: EightTrials<'_>) -> Option<LaneLevels> {
        // Its probability and its named winner with its error are the same thing.
        Some(TreeEvaluator::winners(self, trials.batch, trials.last)?.lanes_in(space, trials.first))
    }
}

/// The artificial evaluator on any game whose truth is known, for one trial.
///
/// A draw, and a position whose truth is unknown, is an even chance.
///
/// ```
/// use plyscope::evaluator::{Artificial, ArtificialOn, Evaluator};
/// use plyscope::game::{Game, TicTacToe};
/// use plyscope::key::Stream;
/// use plyscope::truth::BySolving;
/// use plyscope::value::Win;
/// let (artificial, trial) = (Artificial::new(0.0)?, Stream::new(1, "example").trial(0));
/// let evaluator = ArtificialOn { artificial, truth: BySolving, trial };
/// let game = TicTacToe::default();
/// let won = game.parse_position("X.O/.../X.O X")?; // X has the left column next
/// assert_eq!(evaluator.estimate(&game, &won).win(), Some(Win::certain()));
/// # Ok::<(), plyscope::Error>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct ArtificialOn<T> {
    /// The noise.
    pub artificial: Artificial,
    /// Who knows the truth.
    pub truth: T,
    /// The trial: another trial makes other mistakes.
    pub trial: TrialKey,
}

impl<G: Game, T: Truth<G>> Evaluator<G> for ArtificialOn<T> {
    fn profile(&self) -> Profile {
        self.artificial.profile()
    }
    fn estimate(&self, game: &G, position: &G::Position) -> Estimate {
        let TrialKey { block, lane } = self.trial;
        match self.truth.value(game, position) {
            TrueValue::Exact(value) if value != 0.0 => {
                let place = game.noise_key(position);
                self.artificial.estimate_of(value > 0.0, block.draw(Domain::Noise), lane, place)
            }
            _ => Estimate { opinion: Opinion::Win(Win::even()), error: Some(0.5) },
        }
    }
}
