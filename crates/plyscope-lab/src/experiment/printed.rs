//! Numbers that a paper prints, to stand beside ours; with their decimals each is a claim of its own.

use super::claim::Claim;
use super::comparison::{Comparison, Estimand, Region};
use super::lookup::Lookup;
use super::{Place, is_own};
use crate::error::Result;

/// One printed number.
#[derive(Debug, Clone, PartialEq)]
pub struct Printed {
    /// Whose it is.
    pub place: Place,
    /// As printed.
    pub value: f64,
    /// How many decimals are printed, where they are to be compared.
    pub decimals: Option<u32>,
    /// Section, figure or table where it stands.
    pub source: String,
    /// Is ours expected to be the same?
    pub expected: bool,
    /// Why it must be a misprint, where it must.
    pub misprint: Option<String>,
    /// Why ours differs, where it does.
    pub why: String,
}

const HALF_WAY: f64 = 1e-9;

/// More decimals than this no double tells apart.
const MOST_DECIMALS: u32 = 9;

/// Checks the printed numbers of a file.
pub(super) fn check(lookup: &Lookup<'_>) -> Result<Vec<Printed>> {
    let file = lookup.draft.file;
    let mut printed = Vec::new();
    for (number, one) in file.printed.iter().enumerate() {
        let entry = lookup.draft.text.entry(&["printed", &number.to_string()], "series");
        let at = entry.at;
        if !one.value.is_finite() {
            return Err(lookup.wrong(at, &format!("a printed value is a number, not {}", one.value)));
        }
        if let Some(decimals) = one.decimals {
            if decimals > MOST_DECIMALS {
                return Err(lookup.wrong(at, &format!("`decimals` is at most {MOST_DECIMALS}")));
            }
            let units = one.value * 10f64.powi(decimals as i32);
            if (units - units.round()).abs() > 1e-6 {
                let why = format!("{} has more than {decimals} decimals", one.value);
                return Err(lookup.wrong(at, &why));
            }
        }
        let depths = one.depth.map(|depth| vec![depth]);
        for place in lookup.places(entry, &one.series, &depths, &one.at)? {
            printed.push(Printed {
                place,
                value: one.value,
                decimals: one.decimals,
                source: one.place.clone().unwrap_or_else(|| file.source.clone()),
                expected: one.expected,
                misprint: one.misprint.clone(),
                why: one.why.clone(),
            });
        }
    }
    Ok(printed)
}

impl Printed {
    /// The claim that ours, rounded as the paper rounds, is the printed number.
    ///
    /// It is called `printed-SERIES-DEPTH-POINT`, of which there is what there is.
    pub(super) fn claim(&self, lookup: &Lookup<'_>) -> Option<Claim> {
        let decimals = self.decimals?;
        let series = &lookup.labels[self.place.series];
        let depth = lookup.draft.efforts.get(self.place.depth);
        let point = &lookup.draft.places[self.place.point];
        let id = ["printed".to_string(), series.clone()];
        let id = id
            .into_iter()
            .chain(depth.map(|depth| depth.amount().to_string()))
            .chain(point.values().cloned());
        let mut what = series.clone();
        if let Some(depth) = depth {
            what.push_str(&format!(" at {depth}"));
        }
        for (key, value) in point {
            what.push_str(&format!(", {key} {value}"));
        }
        let decimals = decimals as usize;
        let half = 0.5 * 10f64.powi(-(decimals as i32));
        // Of what is computed, values half-way between two printed ones count as either.
        let half = half + if lookup.study.exact().is_some() { HALF_WAY } else { 0.0 };
        let region = Region::Within(self.value - half, self.value + half);
        let printed = format!("{:.decimals$}", self.value);
        let said = format!("printed {printed}");
        let misprint = if self.misprint.is_some() { " (a misprint, by our reading)" } else { "" };
        Some(Claim {
            id: id.map(|part| slug(&part)).collect::<Vec<_>>().join("-"),
            text: format!("Printed: {what} is {printed}{misprint}."),
            place: self.source.clone(),
            ours: is_own(&lookup.draft.file.source),
            expected: self.expected,
            why: self.misprint.clone().unwrap_or_else(|| self.why.clone()),
            chosen: lookup.draft.file.printed_chosen.clone(),
            given: None,
            t_test: false,
            printed: Some(self.value),
            comparison: Comparison::new(Estimand::Means(vec![self.place]), region, said).stating(printed),
        })
    }
}

/// Letters, digits and dots; hyphens between them.
fn slug(text: &str) -> String {
    let plain = |c: char| if c.is_alphanumeric() || c == '.' { c } else { '-' };
    let parts: String = text.chars().map(plain).collect();
    parts.split('-').filter(|part| !part.is_empty()).collect::<Vec<_>>().join("-")
}
