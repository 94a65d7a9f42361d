//! Evaluators of chess, in pawns, in White's view. A mate counts more than any of them says ([`WIN`](crate::WIN)).

mod material;
mod mobility;
mod piece_square;

pub use material::material;
pub use mobility::mobility;
pub use piece_square::piece_square;

use crate::{Chess, Position};
use plyscope::catalogue::EvaluatorEntry;
use plyscope::evaluator::ByFunction;

fn entry(name: &'static str, summary: &'static str, score: fn(&Position) -> f64) -> EvaluatorEntry {
    let build = move |_: &Chess, position: &Position| score(position);
    EvaluatorEntry::of::<Chess, _>(name, summary, &[], move |_| Ok(ByFunction::new(name, build)))
}

/// All of them, for a catalogue.
pub(crate) fn entries() -> Vec<EvaluatorEntry> {
    vec![
        entry("material", "The men on the board: 1, 3, 3, 5 and 9 pawns (chess).", material),
        entry(
            "piece-square",
            "Men by where they stand, between middlegame and ending by how many are left (chess).",
            piece_square,
        ),
        entry(
            "mobility",
            "Material, and a twentieth of a pawn for every square that a man can go to (chess).",
            mobility,
        ),
    ]
}
