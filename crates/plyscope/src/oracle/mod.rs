//! Oracles: what every move of a position is worth, and how certainly.
//!
//! Truth is an object, so that it can come from anywhere: from the game itself, from a solver, from a table, from a
//! deeper search, from playing out. It says of itself whether it is exact or only stands for the truth.

mod known;
mod playing;
mod solving;
mod told;

pub use known::{ByGame, TruthTable};
pub use playing::{Playing, Reference};
pub use solving::{NODES, Solving};
pub use told::Told;

use crate::error::Result;
use crate::game::AnyPosition;
use crate::key::TrialKey;
use crate::player::Program;
use crate::truth::TrueValue;
use crate::value::{Outcome, Player};
use std::fmt;

/// How far what an oracle says is the truth.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Certainty {
    /// It is.
    Exact,
    /// It lies within what is said.
    Bounded,
    /// It stands for the truth and may be wrong.
    Proxy,
    /// Nothing is known.
    None,
}

impl fmt::Display for Certainty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Certainty::Exact => "exact",
            Certainty::Bounded => "bounded",
            Certainty::Proxy => "proxy",
            Certainty::None => "none",
        })
    }
}

/// What the moves of a position are worth, in the first player's view; of more than two players in that of the mover, who
/// then counts as the first.
///
/// ```
/// use plyscope::oracle::Judgement;
/// use plyscope::truth::TrueValue;
/// use plyscope::value::{Outcome, Player};
/// let moves = vec![TrueValue::Exact(-3.0), TrueValue::Between(1.0, 9.0)];
/// let judged = Judgement { mover: Player::SECOND, moves };
/// // What the first player loses the mover wins; by how much is not known of both moves.
/// assert_eq!(judged.outcomes(), Some(vec![Outcome::Win, Outcome::Loss]));
/// assert_eq!(judged.margins(), None);
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Judgement {
    /// Who is to move.
    pub mover: Player,
    /// By move.
    pub moves: Vec<TrueValue>,
}

impl Judgement {
    /// How the game ends after every move, in the mover's view; none where that is not settled for all of them.
    pub fn outcomes(&self) -> Option<Vec<Outcome>> {
        let seen = |side: f64| Outcome::of(if self.mover == Player::FIRST { side } else { -side });
        self.moves.iter().map(|value| value.side().map(seen)).collect()
    }

    /// What every move is worth to the mover, margins included; none where that is not known for all of them.
    pub fn margins(&self) -> Option<Vec<f64>> {
        let seen = |value: f64| if self.mover == Player::FIRST { value } else { -value };
        self.moves.iter().map(|value| value.exact().map(seen)).collect()
    }
}

/// Knows what moves are worth.
///
/// ```
/// use plyscope::game::{Remote, TicTacToe};
/// use plyscope::key::Stream;
/// use plyscope::oracle::{Oracle, Solving};
/// use plyscope::player::AnyGame;
/// let game = AnyGame::new(TicTacToe::default());
/// let trial = Stream::new(1, "example").trial(0);
/// let judged = Solving::new(game.clone()).judge(&[(game.start(trial)?, trial)])?;
/// let outcomes = judged[0].outcomes().unwrap();
/// assert!(outcomes.iter().all(|outcome| *outcome == plyscope::value::Outcome::Draw));
/// # Ok::<(), plyscope::Error>(())
/// ```
pub trait Oracle: Send + Sync {
    /// Its name with all parameters.
    fn name(&self) -> String;

    /// How far what it says is the truth.
    fn certainty(&self) -> Certainty;

    /// Another oracle of the same kind that must say the same before it is believed: for proxies whose errors depend on
    /// the parity of a depth.
    fn counterpart(&self) -> Option<std::sync::Arc<dyn Oracle>> {
        None
    }

    /// The program that judges, where it is another one.
    fn program(&self) -> Result<Option<Program>> {
        Ok(None)
    }

    /// In how many plies a win of this margin ends the game, if margins tell: the sooner the larger. None where a margin is
    /// something else, such as seeds.
    fn plies_to_win(&self, _margin: f64) -> Option<u32> {
        None
    }

    /// Are its margins expected scores, from -1 (lost) over 0 to 1 (won)? Then what a decision gives away has a meaning even
    /// though the oracle is a proxy.
    fn expects_scores(&self) -> bool {
        false
    }

    /// What the moves of each of some positions are worth. The trials' keys are for oracles that draw.
    fn judge(&self, positions: &[(AnyPosition, TrialKey)]) -> Result<Vec<Judgement>>;
}

/// Knows nothing.
///
/// ```
/// use plyscope::oracle::{Certainty, Nobody, Oracle};
/// assert_eq!(Nobody.certainty(), Certainty::None);
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Nobody;

impl Oracle for Nobody {
    fn name(&self) -> String {
        "none".into()
    }
    fn certainty(&self) -> Certainty {
        Certainty::None
    }
    fn judge(&self, positions: &[(AnyPosition, TrialKey)]) -> Result<Vec<Judgement>> {
        Ok(vec![Judgement { mover: Player::FIRST, moves: Vec::new() }; positions.len()])
    }
}
