//! Numbers that a paper prints, to stand beside ours.

use super::Place;
use super::claim::Lookup;
use crate::error::Result;

/// One printed number.
#[derive(Debug, Clone, PartialEq)]
pub struct Printed {
    /// Whose it is.
    pub place: Place,
    /// As printed.
    pub value: f64,
    /// Why it must be a misprint, where it must.
    pub misprint: Option<String>,
}

/// Checks the printed numbers of a file.
pub(super) fn check(lookup: &Lookup<'_>) -> Result<Vec<Printed>> {
    let file = lookup.draft.file;
    let mut printed = Vec::new();
    for one in &file.printed {
        let series = one.series.get_ref();
        let at = one.series.span().start;
        if !one.value.is_finite() {
            return Err(lookup.wrong(at, &format!("a printed value is a number, not {}", one.value)));
        }
        let depths = one.depth.map(|depth| vec![depth]);
        for place in lookup.places(at, series, &depths, &one.at)? {
            printed.push(Printed { place, value: one.value, misprint: one.misprint.clone() });
        }
    }
    Ok(printed)
}
