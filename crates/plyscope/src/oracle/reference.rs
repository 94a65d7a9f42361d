//! A player's deeper search as a stand-in for the truth.

use super::{Certainty, Judgement, Oracle};
use crate::error::Result;
use crate::game::{AnyPosition, expand_one};
use crate::key::TrialKey;
use crate::player::{AnyGame, Player};
use crate::search::{Effort, Score};
use crate::truth::TrueValue;
use crate::value::{AnyValue, Scale};
use std::sync::Arc;

/// What a player thinks of every move when it may spend more. It may be wrong: a proxy.
///
/// ```
/// use plyscope::catalogue::Catalogue;
/// use plyscope::key::Stream;
/// use plyscope::oracle::{Oracle, Reference};
/// use plyscope::search::Effort;
/// use plyscope::value::Outcome;
/// let (catalogue, trial) = (Catalogue::built_in(), Stream::new(1, "example").trial(0));
/// let game = catalogue.game("tic-tac-toe")?;
/// let player = catalogue.player(&game, "minimax", "lines", "full-width")?;
/// let oracle = Reference { game: game.clone(), player, effort: Effort::Depth(2) };
/// let position = game.parse_position("XX./OO./... X")?; // both could win at once
/// let outcomes = oracle.judge(&[(position, trial)])?[0].outcomes().unwrap();
/// assert_eq!(outcomes.last(), Some(&Outcome::Win)); // the upper right cell
/// assert_eq!(outcomes.first(), Some(&Outcome::Loss)); // the lower left
/// # Ok::<(), plyscope::Error>(())
/// ```
#[derive(Clone)]
pub struct Reference {
    /// The game.
    pub game: AnyGame,
    /// The player; one that gives exact scores of all moves says most.
    pub player: Arc<dyn Player>,
    /// What it may spend.
    pub effort: Effort,
}

impl Oracle for Reference {
    fn name(&self) -> String {
        match self.effort {
            Effort::Depth(depth) => format!("search(depth={depth})"),
            other => format!("search({}={})", other.unit().name, other.amount()),
        }
    }
    fn certainty(&self) -> Certainty {
        Certainty::Proxy
    }
    fn counterpart(&self) -> Option<Arc<dyn Oracle>> {
        let shallower = self.effort.depth()?.checked_sub(1).filter(|depth| *depth > 0)?;
        Some(Arc::new(Reference { effort: Effort::Depth(shallower), ..self.clone() }))
    }
    fn judge(&self, positions: &[(AnyPosition, TrialKey)]) -> Result<Vec<Judgement>> {
        let judge = |(position, _): &(AnyPosition, TrialKey)| {
            let expansion = expand_one(&*self.game, position)?;
            let seen = self.player.decide(position, &[self.effort])?;
            // A chance of winning above a half is a win, as a score above 0 is.
            let even = if self.player.scale() == Scale::Probability { 0.5 } else { 0.0 };
            let number = |value: &AnyValue| value.number().map(|number| number - even);
            let value = |score: &Score<AnyValue>| {
                let exact = score.exact().and_then(|value| number(&value));
                exact.map_or(TrueValue::Unknown, TrueValue::Exact)
            };
            let mut moves: Vec<TrueValue> = seen.scores.iter().map(value).collect();
            moves.resize(expansion.after.len(), TrueValue::Unknown);
            Ok(Judgement { mover: expansion.turn.mover(), moves })
        };
        positions.iter().map(judge).collect()
    }
}
