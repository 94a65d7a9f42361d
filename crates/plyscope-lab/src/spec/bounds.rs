//! How much of everything an experiment file may ask for: what is built before anything runs must fit.

use super::document::Document;
use super::file::ExperimentFile;
use crate::error::Result;

/// The most series, and the most depths (or iterations, ...).
const MOST: usize = 1000;

/// The most alternative readings: each is checked as a file of its own.
const MOST_READINGS: usize = 100;

/// The most claims and printed numbers.
const MOST_CLAIMS: usize = 10_000;

/// The most points times series times depths: each is a column of a tally.
const MOST_CELLS: usize = 1_000_000;

/// The most claims (and printed numbers) times points times depths: each is a comparison.
const MOST_COMPARISONS: usize = 10_000_000;

/// The most chunks of a run: each is a file.
pub(crate) const MOST_CHUNKS: u64 = 1 << 22;

/// Refuses a file that asks for more, at the line of what is too much.
pub(super) fn check(text: &Document<'_>, file: &ExperimentFile, points: usize, efforts: usize) -> Result<()> {
    let refuse = |at: usize, what: &str, count: usize, most: usize| match count > most {
        true => {
            Err(text.wrong(at, format!("{what}: {count}, and there are at most {most}; give several files")))
        }
        false => Ok(()),
    };
    let series = file.series.len();
    let at_series = text.at(&["series", &MOST.min(series.saturating_sub(1)).to_string()]);
    refuse(at_series, "series", series, MOST)?;
    refuse(text.efforts_at(), "depths, or other amounts of effort", efforts, MOST)?;
    refuse(text.at(&["alternative"]), "alternative readings", file.alternative.len(), MOST_READINGS)?;
    let claims = file.claim.len() + file.printed.len();
    let at_claims = match (file.claim.len(), file.printed.len()) {
        (0, printed) => text.at(&["printed", &printed.saturating_sub(1).to_string(), "series"]),
        (claims, _) => text.at(&["claim", &(claims - 1).to_string(), "id"]),
    };
    refuse(at_claims, "claims and printed numbers", claims, MOST_CLAIMS)?;
    let columns = points.saturating_mul(efforts.max(1));
    let at_sweep = file.sweep.keys().next().map_or(at_series, |key| text.key_at(&["sweep", key]));
    refuse(at_sweep, "points times series times depths", columns.saturating_mul(series), MOST_CELLS)?;
    refuse(at_claims, "claims times points times depths", columns.saturating_mul(claims), MOST_COMPARISONS)
}
