//! Truth from tables: outcome and distance to mate of every move.

use super::store::Tables;
use crate::chess::{Chess, WIN};
use crate::position::Position;
use plyscope::catalogue::{Entry, OracleEntry, OracleMaker};
use plyscope::error::Result;
use plyscope::game::{AnyPosition, Fixed, Game, GamePosition, Player, moves_of};
use plyscope::key::TrialKey;
use plyscope::oracle::{Certainty, Judgement, Oracle};
use plyscope::truth::TrueValue;
use plyscope_tables::PATH;
use std::sync::Arc;

/// What the moves of a position of at most four men are worth: a win counts [`WIN`] less the plies to mate.
///
/// Nothing is known of positions with more men, or in which somebody may castle.
#[derive(Debug)]
pub struct TablesOracle {
    tables: Tables,
}

impl TablesOracle {
    /// From a folder of tables.
    pub fn new(tables: Tables) -> Self {
        TablesOracle { tables }
    }

    /// What a position is worth to White.
    fn value(&self, game: &Chess, position: &Position) -> Result<TrueValue> {
        if game.is_over(position) {
            return Ok(TrueValue::Exact(game.payoff(position, Player::FIRST)));
        }
        let worth = self.tables.worth(position.board())?;
        let value = worth.map(|worth| worth.to_white(position.board().side_to_move()));
        Ok(value.map_or(TrueValue::Unknown, TrueValue::Exact))
    }
}

impl Oracle for TablesOracle {
    fn name(&self) -> String {
        "tables".into()
    }
    fn certainty(&self) -> Certainty {
        Certainty::Exact
    }
    fn plies_to_win(&self, margin: f64) -> Option<u32> {
        (margin > 0.0).then_some((WIN - margin) as u32)
    }
    fn judge(&self, positions: &[(AnyPosition, TrialKey)]) -> Result<Vec<Judgement>> {
        let judge = |(position, _): &(AnyPosition, TrialKey)| {
            let GamePosition { game, position } = GamePosition::<Chess>::of(position);
            let after = moves_of(&**game, position).into_iter().map(|choice| game.play(position, &choice));
            let moves = after.map(|child| self.value(game, &child)).collect::<Result<_>>()?;
            Ok(Judgement { mover: game.mover(position), moves })
        };
        positions.iter().map(judge).collect()
    }
}

/// For a catalogue.
pub(crate) fn entry() -> OracleEntry {
    let summary = "Our own tables, made where they are missing: chess of at most four men, games that number their positions.";
    Entry::new("tables", summary, &[PATH], |arguments, &()| {
        let path = arguments.text("path").to_string();
        let make: Box<OracleMaker> = Box::new(move |context| {
            if context.game.family::<Fixed<Chess>>().is_none() {
                return plyscope_tables::oracle(context.game, &path);
            }
            let tables = if path == "cache" { Tables::in_cache()? } else { Tables::new(&path) };
            Ok(Arc::new(TablesOracle::new(tables)))
        });
        Ok(make)
    })
}
