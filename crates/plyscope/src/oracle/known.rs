//! What is known without asking a solver: by the game itself, which was made so, or from a table of positions.

use super::solving::surplus;
use super::{Certainty, Judgement, Oracle};
use crate::error::{Error, Result};
use crate::game::{AnyPosition, expand_one};
use crate::key::TrialKey;
use crate::player::AnyGame;
use crate::truth::TrueValue;
use crate::value::Player;
use std::collections::BTreeMap;

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

/// Values by position.
///
/// ```
/// use plyscope::game::{Remote, TicTacToe};
/// use plyscope::key::Stream;
/// use plyscope::oracle::{Oracle, TruthTable};
/// use plyscope::player::AnyGame;
/// use plyscope::truth::TrueValue;
/// let game = AnyGame::new(TicTacToe::default());
/// let mut table = TruthTable::new(game.clone());
/// table.insert("XXX/.O./O.. O", TrueValue::Exact(1.0))?; // X has completed a line
/// let before = game.parse_position("XX./.O./O.. X")?;
/// let judged = table.judge(&[(before, Stream::new(1, "example").trial(0))])?;
/// assert!(judged[0].moves.contains(&TrueValue::Exact(1.0)));
/// # Ok::<(), plyscope::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct TruthTable {
    game: AnyGame,
    /// By table key.
    values: BTreeMap<u64, TrueValue>,
}

impl TruthTable {
    /// An empty table.
    pub fn new(game: AnyGame) -> Self {
        TruthTable { game, values: BTreeMap::new() }
    }

    /// Puts the value of a position, by its text, into the table.
    pub fn insert(&mut self, position: &str, value: TrueValue) -> Result<()> {
        let position = self.game.parse_position(position)?;
        self.values.insert(self.game.table_key(&position), value);
        Ok(())
    }
}

impl Oracle for TruthTable {
    fn name(&self) -> String {
        format!("table of {} positions", self.values.len())
    }
    fn certainty(&self) -> Certainty {
        Certainty::Exact
    }
    fn judge(&self, positions: &[(AnyPosition, TrialKey)]) -> Result<Vec<Judgement>> {
        let judge = |(position, _): &(AnyPosition, TrialKey)| {
            let expansion = expand_one(&*self.game, position)?;
            let known = |child: &AnyPosition| {
                self.values.get(&self.game.table_key(child)).copied().unwrap_or(TrueValue::Unknown)
            };
            Ok(Judgement {
                mover: expansion.turn.mover(),
                moves: expansion.after.iter().map(known).collect(),
            })
        };
        positions.iter().map(judge).collect()
    }
}
