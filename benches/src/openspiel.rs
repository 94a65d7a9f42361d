//! (g) OpenSpiel beside ours, the same work in one run: Monte-Carlo tree search with one random playout an iteration (theirs in
//! C++), and alpha-beta to the end of the game (theirs in Python over states in C++, since the wheel has no other).
//!
//! `PYTHON` names a Python with the package `open_spiel`; without it `python3` is asked.

use crate::timing::{Result, Row, best_of, seconds};
use plyscope::catalogue::Catalogue;
use plyscope::key::Stream;
use plyscope::search::Effort;
use std::process::Command;

/// Seconds of one decision of ours at the start.
fn ours(game: &str, rule: &str, evaluator: &str, search: &str, effort: Effort) -> Result<f64> {
    let catalogue = Catalogue::built_in();
    let game = catalogue.game(game)?;
    let player = catalogue.player(&game, rule, evaluator, search)?;
    let root = game.start(Stream::new(1, "benches").trial(0))?;
    best_of(3, || {
        seconds(|| {
            player.decide(&root, &[effort])?;
            Ok(())
        })
    })
}

pub fn measure(rows: &mut Vec<Row>) -> Result<()> {
    let python = std::env::var("PYTHON").unwrap_or("python3".into());
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/openspiel.py");
    let ran = Command::new(&python).arg(script).output()?;
    if !ran.status.success() {
        let why = String::from_utf8_lossy(&ran.stderr).lines().last().unwrap_or_default().to_string();
        return Err(format!("{python} could not run {script}: {why}").into());
    }
    let theirs: serde_json::Value = serde_json::from_slice(&ran.stdout)?;
    let seconds_of = |what: &str| theirs[what].as_f64().ok_or_else(|| format!("no time of {what}"));
    for game in ["connect-four", "tic-tac-toe"] {
        let sampled = ours(game, "", "playouts(n=1)", "mcts(c=1)", Effort::Iterations(20_000))?;
        let other = seconds_of(&format!("mcts {game}"))?;
        let name = format!("{game}: us an iteration of mcts with a playout, against OpenSpiel (C++)");
        rows.push(Row::time(&name, sampled * 1e6 / 20_000.0, other * 1e6 / 20_000.0));
    }
    // To the end of the game, where no opinion is asked for: the same work.
    for (game, depth) in [("tic-tac-toe", 9)] {
        let searched = ours(game, "minimax", "lines", "alpha-beta", Effort::Depth(depth))?;
        let other = seconds_of(&format!("alpha-beta {game}"))?;
        let name = format!("{game}: ms of plain alpha-beta to depth {depth}, against OpenSpiel (Python over C++)");
        rows.push(Row::time(&name, searched * 1e3, other * 1e3));
    }
    Ok(())
}
