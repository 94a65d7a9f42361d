//! What a measurement observed, as the log that [`judge`](super) reads: the same decisions give the same numbers again.

use super::rows::joined;
use crate::error::{Error, Result};
use crate::measurement::{At, Record, Seen, Setup, correct_moves};
use plyscope::oracle::Certainty;
use std::collections::HashMap;

/// Rows of CSV: a decision each, in the order of the trials.
pub fn observations(setup: &Setup, records: &[Record]) -> Result<String> {
    let judge = setup.truths.iter().find(|truth| truth.certainty != Certainty::None);
    let none = || Error::Usage("observations say what was correct, and without truth nothing is".into());
    let oracle = *judge.and_then(|truth| truth.oracles.first()).ok_or_else(none)?;
    let grouped = |seen: &Seen| [seen.ply, Some(seen.moves.len() as u32)];
    let mut text =
        String::from("item,effort,choice,correct,player,value,cost,tied,right,group:ply,group:moves\n");
    let mut times: HashMap<&str, usize> = HashMap::new();
    for seen in records.iter().filter_map(|record| record.seen.as_ref()) {
        // A position that was drawn again is another item.
        let time = times.entry(&seen.position).or_default();
        *time += 1;
        let item = if *time == 1 { seen.position.clone() } else { format!("{} #{time}", seen.position) };
        let correct = correct_moves(&seen.truth[oracle]);
        let names = |moves: &[usize]| joined(moves.iter().map(|choice| seen.moves[*choice].clone()));
        let groups = grouped(seen).map(|number| number.map_or(String::new(), |number| number.to_string()));
        for (player, decided) in setup.players.iter().zip(&seen.players) {
            for (effort, at) in setup.efforts.iter().zip(&decided.at) {
                let At { values, value, best, nodes, .. } = at;
                let share = best.iter().filter(|choice| correct.contains(choice)).count() as f64
                    / best.len().max(1) as f64;
                let value = values.iter().copied().reduce(f64::max).or(*value);
                let [first, others] = [&best[..1], &best[1..]];
                let cells = [
                    item.clone(),
                    effort.amount().to_string(),
                    seen.moves[first[0]].clone(),
                    share.to_string(),
                    player.name.clone(),
                    value.filter(|value| value.is_finite()).map_or(String::new(), |value| value.to_string()),
                    nodes.to_string(),
                    names(others),
                    names(&correct),
                ];
                let cells: Vec<String> = cells.iter().chain(&groups).map(|cell| quoted(cell)).collect();
                text.push_str(&cells.join(","));
                text.push('\n');
            }
        }
    }
    Ok(text)
}

/// A cell of CSV.
fn quoted(cell: &str) -> String {
    match cell.contains(['"', ',', '\n', '\r']) {
        true => format!("\"{}\"", cell.replace('"', "\"\"")),
        false => cell.to_string(),
    }
}
