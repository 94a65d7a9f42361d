//! Truth from a table: values of positions that somebody worked out before.

use super::{Certainty, Judgement, Oracle};
use crate::error::Result;
use crate::game::{AnyPosition, expand_one};
use crate::key::TrialKey;
use crate::player::AnyGame;
use crate::truth::TrueValue;
use std::collections::BTreeMap;

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
