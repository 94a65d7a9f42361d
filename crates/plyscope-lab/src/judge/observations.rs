//! What a measurement observed, as the log that [`judge`](super) reads: the same decisions give the same numbers again.

use crate::error::{Error, Result};
use crate::measurement::{Record, Setup, correct_moves};
use plyscope::oracle::Certainty;
use std::collections::HashMap;

/// Rows of CSV: a decision each, in the order of the trials.
pub fn observations(setup: &Setup, records: &[Record]) -> Result<String> {
    let judge = setup.truths.iter().find(|truth| truth.certainty != Certainty::None);
    let none = || Error::Usage("observations say what was correct, and without truth nothing is".into());
    let oracle = *judge.and_then(|truth| truth.oracles.first()).ok_or_else(none)?;
    let mut rows = csv::Writer::from_writer(Vec::new());
    let mut put = |cells: &[&str]| rows.write_record(cells).expect("memory takes everything");
    put(&[
        "item",
        "effort",
        "choice",
        "correct",
        "player",
        "value",
        "cost",
        "tied",
        "right",
        "group:ply",
        "group:moves",
    ]);
    let mut times: HashMap<&str, usize> = HashMap::new();
    for seen in records.iter().filter_map(|record| record.seen.as_ref()) {
        // A position that was drawn again is another item.
        let time = times.entry(&seen.position).or_default();
        *time += 1;
        let item = if *time == 1 { seen.position.clone() } else { format!("{} #{time}", seen.position) };
        let correct = correct_moves(&seen.truth[oracle]);
        let names = |moves: &[usize]| match moves {
            [] => String::new(),
            _ => serde_json::json!(moves.iter().map(|choice| &seen.moves[*choice]).collect::<Vec<_>>())
                .to_string(),
        };
        let (ply, moves) =
            (seen.ply.map_or(String::new(), |ply| ply.to_string()), seen.moves.len().to_string());
        for (player, decided) in setup.players.iter().zip(&seen.players) {
            for (effort, at) in setup.efforts.iter().zip(&decided.at) {
                let right = at.best.iter().filter(|choice| correct.contains(choice)).count();
                let value =
                    at.values.iter().copied().reduce(f64::max).or(at.value).filter(|value| value.is_finite());
                put(&[
                    &item,
                    &effort.amount().to_string(),
                    &seen.moves[at.best[0]],
                    &(right as f64 / at.best.len() as f64).to_string(),
                    &player.name,
                    &value.map_or(String::new(), |value| value.to_string()),
                    &at.nodes.to_string(),
                    &names(&at.best[1..]),
                    &names(&correct),
                    &ply,
                    &moves,
                ]);
            }
        }
    }
    Ok(String::from_utf8(rows.into_inner().expect("memory takes everything")).expect("texts are written"))
}
