//! Tic-tac-toe in another program, in Rust: what `examples/process/tic_tac_toe.py` is in Python.
//!
//! ```console
//! $ cargo build --example tic_tac_toe -p plyscope-process
//! $ plyscope perft 'process(command="target/debug/examples/tic_tac_toe")' 5
//! ```

use plyscope::evaluator::{Evaluator, Lines};
use plyscope::game::{Game, Player, TicTacToe, moves_of};
use serde_json::{Value, json};
use std::io::{BufRead, Write};

type Answer = Result<Value, String>;

/// The texts of a request.
fn texts(list: &Value) -> Result<Vec<&str>, String> {
    let list = list.as_array().ok_or("a list is wanted")?;
    list.iter().map(|text| text.as_str().ok_or_else(|| "a text is wanted".to_string())).collect()
}

fn expand(game: &TicTacToe, text: &str) -> Answer {
    let position = game.parse_position(text).map_err(|error| error.to_string())?;
    if game.is_over(&position) {
        let payoff = game.payoff(&position, Player::FIRST);
        return Ok(json!({"over": [payoff, -payoff]}));
    }
    let after = |cell: &u8| game.position_text(&game.play(&position, cell));
    let moves = moves_of(game, &position);
    let moves: Vec<Value> =
        moves.iter().map(|cell| json!([game.move_name(&position, cell), after(cell)])).collect();
    Ok(json!({"mover": game.mover(&position).index() + 1, "moves": moves}))
}

fn evaluate(game: &TicTacToe, text: &str) -> Answer {
    let position = game.parse_position(text).map_err(|error| error.to_string())?;
    Ok(json!({"score": Lines::default().estimate(game, &position).score()}))
}

fn answer(game: &TicTacToe, line: &str) -> Answer {
    let request: Value = serde_json::from_str(line).map_err(|error| error.to_string())?;
    if let Some(version) = request.get("plyscope") {
        return match version.as_u64() {
            Some(1) => Ok(json!({
                "game": "tic-tac-toe", "players": 2, "longest": 9, "evaluators": ["lines"], "payoffs": [-1, 1],
                "version": "1",
            })),
            _ => Err("only version 1 is spoken here".into()),
        };
    }
    if request.get("start").is_some() {
        return Ok(json!({"position": game.position_text(&game.start())}));
    }
    if let Some(positions) = request.get("expand") {
        let nodes: Result<Vec<Value>, String> =
            texts(positions)?.into_iter().map(|text| expand(game, text)).collect();
        return Ok(json!({"nodes": nodes?}));
    }
    if let Some(positions) = request.get("evaluate") {
        let values: Result<Vec<Value>, String> =
            texts(positions)?.into_iter().map(|text| evaluate(game, text)).collect();
        return Ok(json!({"values": values?}));
    }
    Err("an unknown request".into())
}

fn main() -> std::io::Result<()> {
    let (game, mut output) = (TicTacToe::default(), std::io::stdout().lock());
    for line in std::io::stdin().lock().lines() {
        let answer = answer(&game, &line?).unwrap_or_else(|error| json!({"error": error}));
        writeln!(output, "{answer}")?;
        output.flush()?;
    }
    Ok(())
}
