//! (c) Positions a second of real games: the rules alone, and a plain search with estimates.

use crate::timing::{Result, Row, best_of, seconds};
use plyscope::game::RealGame;
use plyscope::key::Stream;
use plyscope::registry::{GAMES, GameKind};
use plyscope::search::Budget;
use std::sync::Arc;

fn real(name: &str) -> Result<Arc<dyn RealGame>> {
    match GAMES.build(name, &())? {
        GameKind::Real(game) => Ok(game),
        other => Err(format!("{} is no real game", other.name()).into()),
    }
}

/// All sequences of up to so many moves: how many positions that made.
pub fn perft(name: &str, depth: u32) -> Result<u64> {
    let key = Stream::new(0, name).trial(0);
    Ok(real(name)?.perft(key, depth, &Budget::unlimited()).iter().sum())
}

/// Positions a second, and positions a second of solving a small game.
pub fn measure(rows: &mut Vec<Row>) -> Result<()> {
    for (name, depth) in [("tic-tac-toe", 9), ("connect-four", 9), ("kalah", 9)] {
        let nodes = perft(name, depth)?;
        let time = best_of(3, || seconds(|| perft(name, depth)))?;
        rows.push(Row::alone(
            &format!("{name}: million positions a second, all moves to depth {depth}"),
            nodes as f64 / time / 1e6,
        ));
    }
    for name in ["tic-tac-toe", "connect-four(width=5,height=4)", "kalah(pits=4,seeds=3)"] {
        let (game, key) = (real(name)?, Stream::new(0, name).trial(0));
        let mut nodes = 0;
        let time = best_of(3, || {
            seconds(|| {
                nodes = game.solve(key, 1, &Budget::unlimited())?.counts.generated;
                Ok(())
            })
        })?;
        rows.push(Row::alone(&format!("{name}: ms to solve it ({nodes} positions)"), 1e3 * time));
    }
    Ok(())
}
