//! The natural evaluator "by fast simulations" (Zuckerman et al., section 5.1): random playouts.
//!
//! Works on every two-player game, since it needs no more than the rules.

use super::error_table::Context;
use super::natural::share_estimate;
use super::{ErrorModel, Estimate, Evaluator, OneByOne, Profile, TreeEvaluator};
use crate::error::Result;
use crate::game::{Game, Player};
use crate::key::{Domain, TrialKey, mix};
use crate::name::{Arguments, Name, Parameter};
use crate::tree::{DrawnTree, LevelTree, Place};
use crate::value::{Payoffs, Win};

/// The share of random games that the first player wins; a draw counts half.
///
/// ```
/// use plyscope::evaluator::{Evaluator, Playouts, PlayoutsOn};
/// use plyscope::game::{Game, TicTacToe};
/// use plyscope::key::Stream;
/// use plyscope::name::{Arguments, Name};
/// let name: Name = "playouts(n=20)".parse()?;
/// let playouts = Playouts::build(&Arguments::resolve(Playouts::PARAMETERS, &name)?, None)?;
/// let game = TicTacToe::default();
/// let last = game.parse_position("XOX/XOO/OX. X")?; // one cell is left, and makes no line
/// let evaluator = PlayoutsOn { playouts, trial: Stream::new(1, "example").trial(0) };
/// assert_eq!(evaluator.estimate(&game, &last).score(), 0.5); // twenty draws
/// # Ok::<(), plyscope::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Playouts {
    games: u32,
    binary: bool,
    error: ErrorModel,
}

impl Playouts {
    /// What `playouts(...)` takes.
    pub const PARAMETERS: &'static [Parameter] = &[
        Parameter { name: "n", default: "100", allowed: "a whole number from 1 to 1000000" },
        Parameter { name: "binary", default: "no", allowed: "yes or no" },
        Parameter { name: "error", default: "minority", allowed: ErrorModel::ALLOWED },
    ];

    /// So many random games, 1 to 1,000,000; its error is the share of the side that is thought to lose.
    ///
    /// ```
    /// use plyscope::evaluator::Playouts;
    /// assert!(Playouts::new(100).is_ok() && Playouts::new(0).is_err());
    /// ```
    pub fn new(games: u32) -> Result<Self> {
        let name = Name::new("playouts").with("n", games);
        Playouts::build(&Arguments::resolve(Playouts::PARAMETERS, &name)?, None)
    }

    /// Made from a name's parameters; without a context (on real games) there is no table to learn.
    pub fn build(arguments: &Arguments<'_>, context: Option<&Context<'_>>) -> Result<Self> {
        Ok(Playouts {
            games: arguments.integer("n", 1..=1_000_000)?,
            binary: arguments.yes("binary")?,
            error: ErrorModel::build(arguments, context)?,
        })
    }

    /// On any kind of game.
    pub fn profile(&self) -> Profile {
        let binary = if self.binary { "yes" } else { "no" };
        let name = Name::new("playouts").with("n", self.games).with("binary", binary);
        Profile::chances(name.with("error", &self.error)).with_error(true)
    }

    /// The estimate of any game's position: the moves are drawn with the trial's key and the position.
    pub(crate) fn estimate_on<G: Game>(&self, game: &G, position: &G::Position, trial: TrialKey) -> Estimate {
        // A table is refused for games whose heights are not known, so the height does not matter.
        share_estimate(self.binary, &self.error, 0, self.share_on(game, position, trial))
    }

    /// The share of random games that the first player wins.
    fn share_on<G: Game>(&self, game: &G, position: &G::Position, trial: TrialKey) -> Win {
        // A win counts 2, a draw 1, so that the tally is whole.
        let mut points = 0;
        self.play_on(game, position, trial, |end| {
            let payoff = end.map_or(0.0, |end| game.payoff(end, Player::FIRST));
            points += 1 + u32::from(payoff > 0.0) - u32::from(payoff < 0.0);
        });
        Win::share(points, 2 * self.games)
    }

    /// What each player has of a random game on average; nothing of one that does not end.
    fn each_on<G: Game>(&self, game: &G, position: &G::Position, trial: TrialKey) -> Option<Payoffs> {
        let mut sums = vec![0.0; game.facts().players];
        self.play_on(game, position, trial, |end| {
            for (player, sum) in (0..).zip(sums.iter_mut()) {
                *sum += end.zip(Player::new(player)).map_or(0.0, |(end, player)| game.payoff(end, player));
            }
        });
        let games = f64::from(self.games);
        Payoffs::new(&sums.iter().map(|sum| sum / games).collect::<Vec<_>>())
    }

    /// Plays random games, and shows where each ended; nothing where one did not.
    fn play_on<G: Game>(
        &self,
        game: &G,
        position: &G::Position,
        trial: TrialKey,
        mut show: impl FnMut(Option<&G::Position>),
    ) {
        let key = trial.block.draw(Domain::Playouts);
        let start = mix(game.noise_key(position));
        let (mut moves, mut chances, longest) = (Vec::new(), Vec::new(), game.facts().longest);
        for playout in 0..self.games {
            let mut position = position.clone();
            let mut step = start ^ mix(u64::from(playout));
            let mut plies = 0;
            // Where positions repeat a game may never end: at its longest length it counts as a draw.
            while plies < longest && !game.is_over(&position) {
                plies += 1;
                moves.clear();
                game.moves(&position, &mut moves);
                if moves.is_empty() {
                    break; // the rim of what is known: a draw
                }
                step = step.wrapping_add(1);
                let choice = if game.is_chance(&position) {
                    chances.clear();
                    game.chances(&position, &mut chances);
                    key.among(trial.lane, step, &chances)
                } else {
                    key.below(trial.lane, step, moves.len() as u32) as usize
                };
                position = game.play(&position, &moves[choice]);
            }
            show(game.is_over(&position).then_some(&position));
        }
    }
}

impl Evaluator<DrawnTree> for Playouts {
    fn profile(&self) -> Profile {
        Playouts::profile(self)
    }
    fn check(&self, tree: &DrawnTree) -> Result<()> {
        self.error.check(&Game::name(tree))
    }
    fn estimate(&self, tree: &DrawnTree, place: &Place) -> Estimate {
        let height = tree.shape().depth() - place.level;
        share_estimate(self.binary, &self.error, height, self.share_on(tree, place, tree.trial()))
    }
    fn lanes(&self) -> Option<&dyn TreeEvaluator> {
        Some(self)
    }
}

impl OneByOne for Playouts {}

/// Random playouts on any game, for one trial.
///
/// ```
/// use plyscope::evaluator::{Evaluator, Playouts, PlayoutsOn};
/// use plyscope::game::{Game, Kalah};
/// use plyscope::key::Stream;
/// use plyscope::name::{Arguments, Name};
/// let name: Name = "playouts(n=50)".parse()?;
/// let playouts = Playouts::build(&Arguments::resolve(Playouts::PARAMETERS, &name)?, None)?;
/// let evaluator = PlayoutsOn { playouts, trial: Stream::new(1, "example").trial(0) };
/// let game = Kalah::new(3, 2)?;
/// let halves = evaluator.estimate(&game, &game.start()).score() * 100.0;
/// assert!((halves - halves.round()).abs() < 1e-9); // of fifty games, a draw counting half
/// # Ok::<(), plyscope::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct PlayoutsOn {
    /// How many.
    pub playouts: Playouts,
    /// The trial: another trial plays other games.
    pub trial: TrialKey,
}

impl<G: Game> Evaluator<G> for PlayoutsOn {
    fn profile(&self) -> Profile {
        Profile { each: true, ..self.playouts.profile() }
    }
    fn estimate(&self, game: &G, position: &G::Position) -> Estimate {
        self.playouts.estimate_on(game, position, self.trial)
    }
    fn each(&self, game: &G, position: &G::Position) -> Option<Payoffs> {
        self.playouts.each_on(game, position, self.trial)
    }
}
