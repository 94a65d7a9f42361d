//! What decides the numbers of a run, and nothing else.
//!
//! Titles, figures and claims can be changed after a run, and a run can be extended: neither changes a number that is
//! there already. Games, series, points, efforts and the seed do, and so does the way random numbers are drawn.

use crate::experiment::Experiment;
use plyscope::key::{DESIGN, mix};
use toml::{Table, Value};

/// A number for what decides a run's numbers: chunks of another run are never mixed in.
pub(crate) fn identity(experiment: &Experiment) -> String {
    let mut fields = vec![format!("design {DESIGN}"), format!("seed {}", experiment.seed)];
    fields.push(experiment.study.settings());
    fields.extend(experiment.efforts.iter().map(ToString::to_string));
    for (point, place) in experiment.places.iter().enumerate() {
        fields.extend(place.iter().map(|(key, value)| format!("{key}={value}")));
        for series in 0..experiment.labels.len() {
            let cell = experiment.study.cell(point, series);
            fields.extend([cell.metric.to_string(), cell.game, cell.evaluator, cell.rule, cell.search]);
        }
    }
    let bytes = fields.iter().flat_map(|field| field.bytes().chain([0]));
    format!("{:016x}", fingerprint(0, bytes))
}

/// A number for some bytes, against damage and mistakes, not against malice; `purpose` keeps apart what is numbered. It
/// stands in files, so it never changes.
pub(crate) fn fingerprint(purpose: u64, bytes: impl Iterator<Item = u8>) -> u64 {
    bytes.fold(purpose, |hash, byte| mix(hash ^ u64::from(byte)).wrapping_add(1))
}

/// The number at the end of a tally's text.
pub(super) fn checksum(text: &str) -> u64 {
    fingerprint(1, text.bytes())
}

/// What may change without another run.
const FREE: [&str; 7] = ["title", "source", "note", "figure", "claim", "claims", "trials"];
/// How many characters of a value are shown.
const SHOWN: usize = 80;

/// What differs between two texts of an experiment, in words; empty where nothing does that decides numbers.
pub(super) fn differences(before: &str, after: &str) -> Vec<String> {
    let (Ok(before), Ok(after)) = (before.parse::<Table>(), after.parse::<Table>()) else {
        return Vec::new();
    };
    let mut told = Vec::new();
    compare("", &Value::Table(before), &Value::Table(after), &mut told);
    told
}

fn compare(name: &str, before: &Value, after: &Value, told: &mut Vec<String>) {
    match (before, after) {
        (Value::Table(before), Value::Table(after)) => {
            let within = |key: &str| if name.is_empty() { key.into() } else { format!("{name}.{key}") };
            let mut keys: Vec<&String> = before.keys().chain(after.keys()).collect();
            keys.sort();
            keys.dedup();
            for key in keys.into_iter().filter(|key| !name.is_empty() || !FREE.contains(&key.as_str())) {
                match (before.get(key), after.get(key)) {
                    (Some(before), Some(after)) => compare(&within(key), before, after, told),
                    (Some(before), None) => {
                        told.push(format!("`{}` was {} and is left out now", within(key), shown(before)));
                    }
                    (None, Some(after)) => {
                        told.push(format!("`{}` was left out and is {} now", within(key), shown(after)));
                    }
                    (None, None) => {}
                }
            }
        }
        (Value::Array(before), Value::Array(after))
            if before.len() == after.len() && before.iter().all(Value::is_table) =>
        {
            for (number, (before, after)) in before.iter().zip(after).enumerate() {
                compare(&format!("{name} {}", number + 1), before, after, told);
            }
        }
        _ if before == after => {}
        _ => told.push(format!("`{name}` was {} and is {} now", shown(before), shown(after))),
    }
}

fn shown(value: &Value) -> String {
    let text = value.to_string().replace('\n', " ");
    if text.chars().count() <= SHOWN { text } else { text.chars().take(SHOWN).chain(['…']).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As in every file that was ever written.
    #[test]
    fn fingerprints_do_not_change() {
        let found = [0, 1, 2].map(|purpose| fingerprint(purpose, "plyscope\n".bytes()));
        assert_eq!(found, [0x03BD_5FBE_C22D_699C, 0xEE66_5F6D_030D_6A80, 0xDFF0_9602_381A_3C16]);
        assert_eq!((fingerprint(7, [].into_iter()), checksum("plyscope\n")), (7, found[1]));
    }

    #[test]
    fn what_decides_numbers_is_told_and_nothing_else() {
        let before = "title = 'a'\ntrials = 5\ndepths = [1, 2]\n[[series]]\nplayer = 'x'\n";
        let after = "title = 'b'\ntrials = 9\ndepths = [1, 3]\ntruth = 'none'\n[[series]]\nplayer = 'y'\n";
        let told = [
            "`depths` was [1, 2] and is [1, 3] now",
            "`series 1.player` was \"x\" and is \"y\" now",
            "`truth` was left out and is \"none\" now",
        ];
        assert_eq!(differences(before, after), told);
        assert!(differences(before, &before.replace("'a'", "'z'")).is_empty());
    }
}
