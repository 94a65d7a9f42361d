//! Stand-ins for the truth: how games end that a player plays against itself, and what its deeper search says.

use super::{Certainty, Judgement, Oracle};
use crate::error::Result;
use crate::game::{AnyPosition, expand_one};
use crate::key::TrialKey;
use crate::player::{AnyGame, Player, Seat, play};
use crate::search::{Effort, Score};
use crate::truth::TrueValue;
use crate::value::{AnyValue, Scale};
use std::sync::Arc;

/// Every move's value is the mean of some games that a player plays against itself after it, from -1 to 1.
///
/// ```
/// use plyscope::catalogue::Catalogue;
/// use plyscope::key::Stream;
/// use plyscope::oracle::{Oracle, Playing};
/// use plyscope::search::Effort;
/// use plyscope::truth::TrueValue;
/// let (catalogue, trial) = (Catalogue::built_in(), Stream::new(1, "example").trial(0));
/// let game = catalogue.game("tic-tac-toe")?;
/// let player = catalogue.player(&game, "minimax", "lines", "full-width")?;
/// let oracle = Playing { game: game.clone(), player, effort: Effort::Depth(1), games: 2 };
/// let position = game.parse_position("XX./OO./... X")?; // both could win at once
/// let judged = oracle.judge(&[(position, trial)])?;
/// assert_eq!(judged[0].moves.last(), Some(&TrueValue::Exact(1.0))); // the upper right cell
/// assert_eq!(judged[0].moves.first(), Some(&TrueValue::Exact(-1.0))); // the lower left
/// # Ok::<(), plyscope::Error>(())
/// ```
#[derive(Clone)]
pub struct Playing {
    /// The game.
    pub game: AnyGame,
    /// Who plays both sides.
    pub player: Arc<dyn Player>,
    /// What it may spend a move.
    pub effort: Effort,
    /// Games a move.
    pub games: u32,
}

impl Oracle for Playing {
    fn name(&self) -> String {
        format!("play(games={})", self.games)
    }
    fn certainty(&self) -> Certainty {
        Certainty::Proxy
    }
    fn judge(&self, positions: &[(AnyPosition, TrialKey)]) -> Result<Vec<Judgement>> {
        let judge = |(position, trial): &(AnyPosition, TrialKey)| {
            let expansion = expand_one(&*self.game, position)?;
            let mut moves = Vec::new();
            for after in &expansion.after {
                let mut points = 0;
                for game in 0..self.games {
                    let seat = Seat { player: &*self.player, efforts: &[self.effort] };
                    let played = play(&self.game, after, [seat, seat], *trial, game)?;
                    points += played.to_its_end(&self.game)?.half_points;
                }
                moves.push(TrueValue::Exact(points as f64 / f64::from(self.games.max(1)) - 1.0));
            }
            Ok(Judgement { mover: expansion.turn.mover(), moves })
        };
        positions.iter().map(judge).collect()
    }
}

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
