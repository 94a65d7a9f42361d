//! Truth from tables: outcome and distance to mate of every move.

use super::store::Tables;
use crate::chess::{Chess, WIN};
use crate::position::Position;
use plyscope::catalogue::{Entry, OracleEntry, OracleMaker};
use plyscope::error::{Error, Result};
use plyscope::game::{AnyPosition, Fixed, Game, Held, Player, moves_of};
use plyscope::key::TrialKey;
use plyscope::name::Parameter;
use plyscope::oracle::{Certainty, Judgement, Oracle};
use plyscope::truth::TrueValue;
use std::sync::Arc;

const PATH: Parameter = Parameter {
    name: "path",
    default: "cache",
    allowed: "a folder of tables; cache: plyscope/tables in the user's cache directory; what is missing is made",
};

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
            let Held { game, position } = Held::<Chess>::of(position);
            let after = moves_of(&**game, position).into_iter().map(|choice| game.play(position, &choice));
            let moves = after.map(|child| self.value(game, &child)).collect::<Result<_>>()?;
            Ok(Judgement { mover: game.mover(position), moves })
        };
        positions.iter().map(judge).collect()
    }
}

/// For a catalogue.
pub(crate) fn entry() -> OracleEntry {
    let summary = "Endgame tables of our own, made where they are missing (chess, at most four men).";
    Entry::new("tables", summary, &[PATH], |arguments, &()| {
        let path = arguments.text("path").to_string();
        let make: Box<OracleMaker> = Box::new(move |context| {
            if context.game.family::<Fixed<Chess>>().is_none() {
                let why = format!("they are of chess, not of {}", context.game.name());
                return Err(Error::Settings { kind: "tables".into(), why });
            }
            let tables = if path == "cache" { Tables::in_cache()? } else { Tables::new(&path) };
            Ok(Arc::new(TablesOracle::new(tables)))
        });
        Ok(make)
    })
}
