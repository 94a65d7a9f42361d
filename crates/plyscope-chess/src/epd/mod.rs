//! What a line of EPD says besides its position: best moves (`bm`), moves to avoid (`am`), a name (`id`).

mod operations;
mod san;

use crate::chess::Chess;
use crate::position::Position;
use cozy_chess::{Board, Move};
pub(crate) use operations::is_operation;
use operations::operations;
use plyscope::game::{Notes, moves_of};

/// Operations whose one operand is a whole number, of what the position is worth and how deep it was looked at. They name no
/// move, so they judge none.
const NUMBERS: [&str; 3] = ["dm", "ce", "acd"];

/// What a line says of the moves of its position, and what it calls it. What cannot be read for certain is refused.
pub(crate) fn notes(chess: &Chess, position: &Position, line: &str) -> Result<Notes, String> {
    let legal = moves_of(chess, position);
    let (mut best, mut avoid, mut id) = (Vec::new(), Vec::new(), None);
    for (code, operands) in operations(line)? {
        match code.as_str() {
            "bm" => best.extend(moves(position, &legal, "bm", &operands)?),
            "am" => avoid.extend(moves(position, &legal, "am", &operands)?),
            "id" => id = Some(operands.join(" ")).filter(|id| !id.is_empty()),
            number if NUMBERS.contains(&number) => match operands.as_slice() {
                [one] if one.parse::<i64>().is_ok() => {}
                _ => return Err(format!("`{number}` is followed by a whole number")),
            },
            _ => {}
        }
    }
    if let Some(both) = best.iter().find(|choice| avoid.contains(choice)) {
        return Err(format!("`{both}` is a best move (bm) and one to avoid (am)"));
    }
    let right: Vec<bool> = match best.is_empty() {
        true => legal.iter().map(|choice| !avoid.contains(choice)).collect(),
        false => legal.iter().map(|choice| best.contains(choice)).collect(),
    };
    if !right.contains(&true) {
        return Err("every move is one to avoid (am)".into());
    }
    let says = !(best.is_empty() && avoid.is_empty());
    Ok(Notes { right: says.then_some(right), id })
}

/// The legal move that a text means, for certain.
pub(crate) fn read_move(board: &Board, text: &str) -> Option<Move> {
    let mut legal = Vec::new();
    board.generate_moves(|found| {
        legal.extend(found);
        false
    });
    san::read(board, &legal, text).ok()
}

fn moves(position: &Position, legal: &[Move], code: &str, operands: &[String]) -> Result<Vec<Move>, String> {
    if operands.is_empty() {
        return Err(format!("`{code}` names no move"));
    }
    operands.iter().map(|text| san::read(position.board(), legal, text)).collect()
}
