//! How much of everything an experiment file may ask for: what is built before anything runs must fit.

use super::file::ExperimentFile;
use super::text::Text;
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
pub(super) fn check(text: &Text<'_>, file: &ExperimentFile, points: usize, efforts: usize) -> Result<()> {
    let refuse = |at: usize, what: &str, count: usize, most: usize| match count > most {
        true => {
            Err(text.wrong(at, format!("{what}: {count}, and there are at most {most}; give several files")))
        }
        false => Ok(()),
    };
    let at_series = file.series.get(MOST).or(file.series.last()).map_or(0, |series| series.span().start);
    refuse(at_series, "series", file.series.len(), MOST)?;
    let lists = [&file.nodes, &file.iterations, &file.evaluations];
    let lists = lists.into_iter().flatten().map(|list| list.span().start);
    let at_efforts = file.depths.as_ref().map(|list| list.span().start).into_iter().chain(lists).next();
    refuse(at_efforts.unwrap_or(0), "depths, iterations or evaluations", efforts, MOST)?;
    let at_readings = text.at(&["alternative"]).unwrap_or(0);
    refuse(at_readings, "alternative readings", file.alternative.len(), MOST_READINGS)?;
    let claims = file.claim.len() + file.printed.len();
    let at_claims = file.claim.last().map(|claim| claim.id.span().start);
    let at_claims = at_claims.or(file.printed.last().map(|one| one.series.span().start)).unwrap_or(0);
    refuse(at_claims, "claims and printed numbers", claims, MOST_CLAIMS)?;
    let columns = points.saturating_mul(efforts.max(1));
    let at_sweep = file.sweep.keys().next().map_or(at_series, |key| key.span().start);
    refuse(
        at_sweep,
        "points times series times depths",
        columns.saturating_mul(file.series.len()),
        MOST_CELLS,
    )?;
    refuse(at_claims, "claims times points times depths", columns.saturating_mul(claims), MOST_COMPARISONS)
}
