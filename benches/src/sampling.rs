//! (f) Iterations a second of Monte-Carlo tree search, one core.

use crate::timing::{Result, Row, best_of, seconds};
use plyscope::catalogue::Catalogue;
use plyscope::key::Stream;
use plyscope::search::Effort;

/// So many runs of so many iterations on critical games: how many nodes they made.
pub fn nodes(game: &str, search: &str, runs: u64, iterations: u64) -> Result<u64> {
    let catalogue = Catalogue::built_in();
    let game = catalogue.game(game)?;
    let player = catalogue.player(&game, "", "normal", search)?;
    let mut nodes = 0;
    for run in 0..runs {
        let root = game.start(Stream::new(1, "benches").trial(run))?;
        nodes += player.decide(&root, &[Effort::Iterations(iterations)])?.nodes();
    }
    Ok(nodes)
}

/// Million iterations a second, by branching factor and constant.
pub fn measure(rows: &mut Vec<Row>) -> Result<()> {
    for branching in [2, 5, 8] {
        for c in ["0.001", "0.1", "1", "1000000"] {
            let (game, search) = (format!("critical(branching={branching})"), format!("mcts(c={c})"));
            let time = best_of(3, || seconds(|| nodes(&game, &search, 100, 10_000)))?;
            let name = format!("{game}, {search}: million iterations a second, 10,000 a run");
            rows.push(Row::alone(&name, 1.0 / time));
        }
    }
    Ok(())
}
