//! (c) Positions a second of real games: the rules alone, and a plain search with estimates.

use crate::timing::{Result, Row, best_of, seconds};
use plyscope::catalogue::Catalogue;
use plyscope::game::AnyPosition;
use plyscope::key::Stream;
use plyscope::player::AnyGame;
use plyscope::search::Budget;

/// A game, and where it starts.
fn game(name: &str) -> Result<(AnyGame, AnyPosition)> {
    let game = Catalogue::built_in().game(name)?;
    let start = game.start(Stream::new(0, name).trial(0))?;
    Ok((game, start))
}

/// All sequences of up to so many moves: how many positions that made.
pub fn perft(name: &str, depth: u32) -> Result<u64> {
    let (game, start) = game(name)?;
    Ok(game.perft(&start, depth, &Budget::unlimited())?.iter().sum())
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
        let (game, start) = game(name)?;
        let mut nodes = 0;
        let time = best_of(3, || {
            seconds(|| {
                nodes = game.solve(&start, 1, &Budget::unlimited())?.counts.generated;
                Ok(())
            })
        })?;
        rows.push(Row::alone(&format!("{name}: ms to solve it ({nodes} positions)"), 1e3 * time));
    }
    Ok(())
}
