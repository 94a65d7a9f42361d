//! How a rule's values are had from positions: payoffs where the game is over, estimates elsewhere.

use crate::error::{Error, Result};
use crate::evaluator::{Evaluator, Reading, Scale};
use crate::game::{Game, Player};
use crate::truth::Truth;
use crate::value::{Payoffs, Thresholds, Typed, Win};

/// Gives values to the positions that a search does not look beyond.
pub trait Frontier<G: Game> {
    /// The value that the rule works on.
    type Value: Copy;

    /// The value of a finished game.
    fn terminal(&self, game: &G, position: &G::Position) -> Self::Value;

    /// An opinion of an unfinished game, where there is one.
    fn estimate(&self, game: &G, position: &G::Position) -> Option<Self::Value>;

    /// Between which values all that it gives lie, terminal or not, where it knows.
    fn range(&self) -> Option<(Self::Value, Self::Value)> {
        None
    }

    /// The cut-off test (Russell & Norvig, section 4): is a position so many plies below the root taken
    /// at its estimate, when the search is to look `limit` plies ahead? May say so later, for example
    /// where a position is not quiet, but must say so at some time. In a search to the end of the game that
    /// uses a table it must not depend on the depth.
    fn cuts_off(&self, _game: &G, _position: &G::Position, depth: u32, limit: u32) -> bool {
        depth >= limit
    }
}

/// A finished game as a probability: won, lost or drawn.
fn outcome<G: Game>(game: &G, position: &G::Position) -> Win {
    let payoff = game.payoff(position, Player::FIRST);
    if payoff == 0.0 { Win::even() } else { Win::opinion(payoff > 0.0, 0.0) }
}

fn two_players<G: Game>(game: &G) -> Result<()> {
    match game.players() {
        2 => Ok(()),
        players => {
            Err(Error::Mismatch(format!("this rule is for 2 players, the game has {players}; use max-n")))
        }
    }
}

/// Numbers for minimax, on the evaluator's own scale.
#[derive(Debug, Clone, Copy)]
pub struct Scores<E>(E);

impl<E> Scores<E> {
    /// Any evaluator of a two-player game will do.
    pub fn new<G: Game>(game: &G, evaluator: E) -> Result<Self>
    where
        E: Evaluator<G>,
    {
        two_players(game)?;
        evaluator.check(game).map(|()| Scores(evaluator))
    }
}

impl<G: Game, E: Evaluator<G>> Frontier<G> for Scores<E> {
    type Value = f64;

    fn terminal(&self, game: &G, position: &G::Position) -> f64 {
        match self.0.scale() {
            Scale::Score => game.payoff(position, Player::FIRST),
            Scale::Probability => outcome(game, position).first,
        }
    }
    fn estimate(&self, game: &G, position: &G::Position) -> Option<f64> {
        Some(self.0.estimate(game, position).score())
    }
    fn range(&self) -> Option<(f64, f64)> {
        (self.0.scale() == Scale::Probability).then_some((0.0, 1.0))
    }
}

/// Probabilities for the product rule and EMM.
#[derive(Debug, Clone, Copy)]
pub struct Wins<E> {
    evaluator: E,
    reading: Reading,
}

impl<E> Wins<E> {
    /// Wants an evaluator that gives probabilities, or an error, as the reading needs.
    pub fn new<G: Game>(game: &G, evaluator: E, reading: Reading) -> Result<Self>
    where
        E: Evaluator<G>,
    {
        two_players(game)?;
        evaluator.check(game)?;
        let why = match reading {
            Reading::Win if evaluator.scale() != Scale::Probability => "a probability between 0 and 1",
            Reading::Certain if !evaluator.knows_error() => "an estimate of its own error",
            Reading::Thresholds => "a win and a draw told apart by a value of its own",
            _ => return Ok(Wins { evaluator, reading }),
        };
        Err(Error::Mismatch(format!(
            "this rule needs {why}, which the evaluator {} does not give",
            evaluator.name()
        )))
    }
}

impl<G: Game, E: Evaluator<G>> Frontier<G> for Wins<E> {
    type Value = Win;

    fn terminal(&self, game: &G, position: &G::Position) -> Win {
        outcome(game, position)
    }
    fn estimate(&self, game: &G, position: &G::Position) -> Option<Win> {
        self.reading.of(&self.evaluator.estimate(game, position))
    }
}

/// Probabilities beside the truth, for EMM with true types.
#[derive(Debug, Clone, Copy)]
pub struct TypedWins<E, T> {
    wins: Wins<E>,
    truth: T,
}

impl<E, T> TypedWins<E, T> {
    /// Wants an evaluator that gives its error, and somebody who knows the truth.
    pub fn new<G: Game>(game: &G, evaluator: E, truth: T) -> Result<Self>
    where
        E: Evaluator<G>,
        T: Truth<G>,
    {
        Ok(TypedWins { wins: Wins::new(game, evaluator, Reading::Certain)?, truth })
    }

    /// A draw or an unknown truth counts as no win of the first player.
    fn typed<G: Game>(&self, game: &G, position: &G::Position, win: Win) -> Typed
    where
        T: Truth<G>,
    {
        let truth = self.truth.value(game, position).exact();
        Typed::estimate(win, truth.is_some_and(|value| value > 0.0), game.mover(position))
    }
}

impl<G: Game, E: Evaluator<G>, T: Truth<G>> Frontier<G> for TypedWins<E, T> {
    type Value = Typed;

    fn terminal(&self, game: &G, position: &G::Position) -> Typed {
        self.typed(game, position, outcome(game, position))
    }
    fn estimate(&self, game: &G, position: &G::Position) -> Option<Typed> {
        Some(self.typed(game, position, self.wins.estimate(game, position)?))
    }
}

/// Probabilities of a win and of at least a draw, for the two-threshold product.
#[derive(Debug, Clone, Copy)]
pub struct DrawnWins<E>(E);

impl<E> DrawnWins<E> {
    /// Wants an evaluator that tells wins and draws apart: a calibrated one.
    pub fn new<G: Game>(game: &G, evaluator: E) -> Result<Self>
    where
        E: Evaluator<G>,
    {
        two_players(game)?;
        evaluator.check(game)?;
        match evaluator.thresholds(game, &game.start()) {
            Some(_) => Ok(DrawnWins(evaluator)),
            None => Err(Error::Mismatch(format!(
                "this rule needs chances of a win and of a draw, which the evaluator {} does not give; a \
                 calibrated one does (such as calibrate=isotonic)",
                evaluator.name()
            ))),
        }
    }
}

impl<G: Game, E: Evaluator<G>> Frontier<G> for DrawnWins<E> {
    type Value = Thresholds;

    fn terminal(&self, game: &G, position: &G::Position) -> Thresholds {
        Thresholds::payoff(game.payoff(position, Player::FIRST))
    }
    fn estimate(&self, game: &G, position: &G::Position) -> Option<Thresholds> {
        self.0.thresholds(game, position)
    }
}

/// One payoff per player, for max^n to the end of the game.
#[derive(Debug, Clone, Copy, Default)]
pub struct PayoffVectors;

impl<G: Game> Frontier<G> for PayoffVectors {
    type Value = Payoffs;

    fn terminal(&self, game: &G, position: &G::Position) -> Payoffs {
        let payoff =
            |i| game.payoff(position, Player::new(i).expect("a game has at most MAX_PLAYERS players"));
        let values: Vec<f64> = (0..game.players()).map(payoff).collect();
        Payoffs::new(&values).expect("a game has 1 to MAX_PLAYERS players")
    }
    fn estimate(&self, _: &G, _: &G::Position) -> Option<Payoffs> {
        None
    }
}

/// Payoffs where the game is over, and nothing elsewhere: for searches to the end of the game.
#[derive(Debug, Clone, Copy, Default)]
pub struct TerminalScores;

impl<G: Game> Frontier<G> for TerminalScores {
    type Value = f64;

    fn terminal(&self, game: &G, position: &G::Position) -> f64 {
        game.payoff(position, Player::FIRST)
    }
    fn estimate(&self, _: &G, _: &G::Position) -> Option<f64> {
        None
    }
}
