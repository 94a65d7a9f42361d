//! The natural evaluator "by fast simulations" (Zuckerman et al., section 5.1): random playouts.
//!
//! Works on every two-player game, since it needs no more than the rules.

use super::error_model::Context;
use super::natural::share_estimate;
use super::{Calibrate, ErrorModel, Estimate, Evaluator, Scale, TreeEvaluator};
use crate::error::Result;
use crate::game::{Game, Player};
use crate::key::{Domain, TrialKey, mix};
use crate::name::{Arguments, Name, Parameter};
use crate::tree::{DrawnTree, Place};
use crate::value::Win;

/// The share of random games that the first player wins; a draw counts half.
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
        Calibrate::KIND,
        Calibrate::SOLVED,
        Calibrate::TRUTH,
    ];

    /// Made from a name's parameters; without a context (on real games) there is no table to learn.
    pub fn build(arguments: &Arguments<'_>, context: Option<&Context>) -> Result<Self> {
        Ok(Playouts {
            games: arguments.integer("n", 1..=1_000_000)?,
            binary: arguments.yes("binary")?,
            error: ErrorModel::build(arguments, context)?,
        })
    }

    /// The name with all parameters.
    pub fn name(&self) -> Name {
        let binary = if self.binary { "yes" } else { "no" };
        Name::new("playouts").with("n", self.games).with("binary", binary).with("error", &self.error)
    }

    /// The estimate of any game's position: the moves are drawn with the trial's key and the position.
    pub fn estimate_on<G: Game>(&self, game: &G, position: &G::Position, trial: TrialKey) -> Estimate {
        // A table is refused for games whose heights are not known, so the height does not matter.
        share_estimate(self.binary, &self.error, 0, self.share_on(game, position, trial))
    }

    /// The share of random games that the first player wins.
    fn share_on<G: Game>(&self, game: &G, position: &G::Position, trial: TrialKey) -> Win {
        let key = trial.block.draw(Domain::Playouts);
        let start = mix(game.noise_key(position));
        let mut moves = Vec::new();
        // A win counts 2, a draw 1, so that the tally is whole.
        let mut points = 0;
        for playout in 0..self.games {
            let mut position = position.clone();
            let mut step = start ^ mix(u64::from(playout));
            while !game.is_over(&position) {
                moves.clear();
                game.moves(&position, &mut moves);
                if moves.is_empty() {
                    break; // the rim of what is known: nobody has won
                }
                step = step.wrapping_add(1);
                let choice = key.below(trial.lane, step, moves.len() as u32) as usize;
                position = game.play(&position, &moves[choice]);
            }
            let payoff = if game.is_over(&position) { game.payoff(&position, Player::FIRST) } else { 0.0 };
            points += 1 + u32::from(payoff > 0.0) - u32::from(payoff < 0.0);
        }
        Win::share(points, 2 * self.games)
    }
}

impl Evaluator<DrawnTree> for Playouts {
    fn name(&self) -> Name {
        Playouts::name(self)
    }
    fn scale(&self) -> Scale {
        Scale::Probability
    }
    fn knows_error(&self) -> bool {
        true
    }
    fn check(&self, tree: &DrawnTree) -> Result<()> {
        self.error.check(&Game::name(tree))
    }
    fn estimate(&self, tree: &DrawnTree, place: &Place) -> Estimate {
        let height = tree.shape().depth() - place.level;
        share_estimate(self.binary, &self.error, height, self.share_on(tree, place, tree.trial()))
    }
}

impl TreeEvaluator for Playouts {}
