//! What a game itself knows: it was made so, or it has a table.

use super::several::surplus;
use super::{Certainty, Judgement, Oracle};
use crate::error::{Error, Result};
use crate::game::{AnyPosition, expand_one};
use crate::key::TrialKey;
use crate::player::AnyGame;
use crate::truth::TrueValue;
use crate::value::Player;

/// The game's own knowledge.
///
/// ```
/// use plyscope::catalogue::Catalogue;
/// use plyscope::oracle::ByGame;
/// let catalogue = Catalogue::built_in();
/// assert!(ByGame::new(catalogue.game("board-splitting(depth=4)")?).is_ok()); // by construction
/// assert!(ByGame::new(catalogue.game("kalah")?).is_err());
/// # Ok::<(), plyscope::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct ByGame(AnyGame);

impl ByGame {
    /// Refused where the game knows nothing.
    pub fn new(game: AnyGame) -> Result<Self> {
        let start = game.start(crate::key::Stream::new(0, "check").trial(0))?;
        match game.known(&start) {
            Some(_) => Ok(ByGame(game)),
            None => Err(Error::Settings {
                kind: "truth=construction".into(),
                why: format!("{} does not know what its positions are worth; solve it", game.name()),
            }),
        }
    }
}

impl Oracle for ByGame {
    fn name(&self) -> String {
        "construction".into()
    }
    fn certainty(&self) -> Certainty {
        Certainty::Exact
    }
    fn judge(&self, positions: &[(AnyPosition, TrialKey)]) -> Result<Vec<Judgement>> {
        let judge = |(position, _): &(AnyPosition, TrialKey)| {
            let expansion = expand_one(&*self.0, position)?;
            let (mover, players) = (expansion.turn.mover(), self.0.facts().players);
            let worth = |value: f64| match (players, mover) {
                (0..=2, _) => TrueValue::Exact(value),
                (_, Player::FIRST) => TrueValue::Exact(surplus(value, players)),
                // Games know what positions are worth to the first player, and that is not the mover's loss.
                _ => TrueValue::Unknown,
            };
            let known = |child: &AnyPosition| self.0.known(child).map_or(TrueValue::Unknown, worth);
            let moves = expansion.after.iter().map(known).collect();
            Ok(Judgement { mover: if players > 2 { Player::FIRST } else { mover }, moves })
        };
        positions.iter().map(judge).collect()
    }
}
