//! What decides the numbers of a run, and nothing else.
//!
//! Titles, figures and claims can be changed after a run, and a run can be extended: neither changes a number that is
//! there already. Games, series, points, efforts and the seed do, and so does the way random numbers are drawn.

use crate::experiment::Experiment;
use plyscope::key::{DESIGN, mix};

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
}
