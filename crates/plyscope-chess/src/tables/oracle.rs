//! Truth from tables: outcome and distance to mate of every move.

use super::store::Tables;
use crate::chess::{Chess, WIN};
use crate::position::Position;
use cozy_chess::Board;
use plyscope::catalogue::{Entry, OracleEntry, OracleMaker, Outside};
use plyscope::error::Result;
use plyscope::game::{AnyPosition, Fixed, Game, GamePosition, Player, moves_of};
use plyscope::key::TrialKey;
use plyscope::oracle::{Certainty, Judgement, Oracle};
use plyscope::truth::TrueValue;
use std::sync::Arc;

/// What the moves of a position of at most four men are worth: a win counts [`WIN`] less the plies to mate.
///
/// Nothing is known of positions with more men, or in which castling is possible.
#[derive(Debug)]
pub struct TablesOracle {
    tables: Tables,
}

impl TablesOracle {
    /// From a folder of tables.
    pub fn new(tables: Tables) -> Self {
        TablesOracle { tables }
    }
}

/// What the moves of some positions are worth, where `worth` says what a position that is not over is worth to White.
pub(crate) fn judged(
    positions: &[(AnyPosition, TrialKey)],
    worth: impl Fn(&Board) -> Result<Option<f64>>,
) -> Result<Vec<Judgement>> {
    let judge = |(position, _): &(AnyPosition, TrialKey)| {
        let GamePosition { game, position } = GamePosition::<Chess>::of(position);
        let value = |child: Position| match game.is_over(&child) {
            true => Ok(TrueValue::Exact(game.payoff(&child, Player::FIRST))),
            false => Ok(worth(child.board())?.map_or(TrueValue::Unknown, TrueValue::Exact)),
        };
        let after = moves_of(&**game, position).into_iter().map(|choice| game.play(position, &choice));
        Ok(Judgement { mover: game.mover(position), moves: after.map(value).collect::<Result<_>>()? })
    };
    positions.iter().map(judge).collect()
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
        judged(positions, |board| {
            Ok(self.tables.worth(board)?.map(|worth| worth.to_white(board.side_to_move())))
        })
    }
}

/// For a catalogue.
pub(crate) fn entry() -> OracleEntry {
    let summary = "Every move from a table of all positions: tic-tac-toe, small boards of Kalah and connect four, \
        and chess endings with three and four men. Missing tables are built.";
    Entry::taking("tables", summary, |given| {
        let path = plyscope_tables::path(given);
        let make: Box<OracleMaker> = Box::new(move |context| {
            if context.game.family::<Fixed<Chess>>().is_none() {
                return plyscope_tables::oracle(context.game, &path);
            }
            let tables = if path == "cache" { Tables::in_cache()? } else { Tables::new(&path) };
            Ok(Arc::new(TablesOracle::new(tables)))
        });
        Ok(make)
    })
    .reaching(Outside::Files)
}
