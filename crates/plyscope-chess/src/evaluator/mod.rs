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
use plyscope::name::Parameter;

/// How coarse an evaluator is.
const VALUES: Parameter = Parameter {
    name: "values",
    default: "all",
    allowed: "all, or 2 to 10000: the numbers from -10 to 10 pawns are rounded to so many values",
};

/// One of so many values between -10 and 10 pawns, as far apart as they can be; what lies beyond is the last one.
fn rounded(score: f64, values: u32) -> f64 {
    let step = 20.0 / f64::from(values);
    let number = ((score + 10.0) / step).floor().clamp(0.0, f64::from(values - 1));
    (number + 0.5) * step - 10.0
}

fn entry(name: &'static str, summary: &'static str, score: fn(&Position) -> f64) -> EvaluatorEntry {
    let build = move |_: &Chess, position: &Position| score(position);
    EvaluatorEntry::of::<Chess, _>(name, summary, &[], move |_| Ok(ByFunction::new(name, build)))
}

/// All of them, for a catalogue.
pub(crate) fn entries() -> Vec<EvaluatorEntry> {
    vec![
        entry("material", "The men on the board: 1, 3, 3, 5 and 9 pawns (chess).", material),
        EvaluatorEntry::of::<Chess, _>(
            "piece-square",
            "Men by where they stand, between middlegame and ending by how many are left (chess).",
            &[VALUES],
            |arguments| {
                let values = match arguments.text("values") {
                    "all" => None,
                    _ => Some(arguments.integer("values", 2..=10_000)?),
                };
                let score = move |_: &Chess, position: &Position| match values {
                    None => piece_square(position),
                    Some(values) => rounded(piece_square(position), values),
                };
                Ok(ByFunction::new("piece-square", score))
            },
        ),
        entry(
            "mobility",
            "Material, and a twentieth of a pawn for every square that a man can go to (chess); moves (othello).",
            mobility,
        ),
    ]
}

#[cfg(test)]
mod tests {
    use super::rounded;

    #[test]
    fn few_values() {
        // Two values: who is ahead.
        assert_eq!(
            [-50.0, -0.1, 0.0, 0.1, 9.9, 50.0].map(|score| rounded(score, 2)),
            [-5.0, -5.0, 5.0, 5.0, 5.0, 5.0]
        );
        // Five: 4 pawns wide, level in the middle.
        assert_eq!([-10.0, -1.9, 1.9, 2.0].map(|score| rounded(score, 5)), [-8.0, 0.0, 0.0, 4.0]);
        let mut seen: Vec<f64> = (-1200..1200).map(|i| rounded(f64::from(i) / 100.0, 30)).collect();
        seen.dedup();
        assert_eq!(seen.len(), 30);
    }
}
