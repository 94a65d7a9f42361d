//! What claims and printed numbers may speak of: series, depths and points of their experiment.

use super::Place;
use crate::error::{Error, Result};
use crate::spec::{Draft, Entry, Sought, SweepValue};
use crate::study::Study;
use std::collections::BTreeMap;

/// What a claim may speak of.
pub(super) struct Lookup<'a> {
    pub(super) draft: &'a Draft<'a>,
    pub(super) labels: &'a [String],
    pub(super) study: &'a dyn Study,
}

impl Lookup<'_> {
    pub(super) fn wrong(&self, at: usize, why: &str) -> Error {
        self.draft.text.wrong(at, why)
    }

    fn series(&self, at: Entry<'_>, label: &str) -> Result<usize> {
        let known = || self.labels.join(", ");
        let found = self.labels.iter().position(|known| known == label);
        found.ok_or_else(|| {
            let at = at.near(Sought::Value(&["series", "than", "lead"], label));
            self.wrong(at, &format!("there is no series `{label}`; there are: {}", known()))
        })
    }

    pub(super) fn depth(&self, at: Entry<'_>, depth: u32) -> Result<usize> {
        let found = self.draft.efforts.iter().position(|known| known.amount() == u64::from(depth));
        found.ok_or_else(|| {
            let keys = ["depth", "depths", "than-depths", "from", "to"];
            let at = at.near(Sought::Value(&keys, &depth.to_string()));
            self.wrong(at, &format!("depth {depth} is not searched in this experiment"))
        })
    }

    /// The points whose swept parameters have these values.
    pub(super) fn points(&self, at: Entry<'_>, wanted: &BTreeMap<String, SweepValue>) -> Result<Vec<usize>> {
        let same = |given: &str, wanted: &SweepValue| match (given.parse::<f64>(), wanted.number()) {
            (Ok(given), Some(wanted)) => (given - wanted).abs() < 1e-9,
            _ => given == wanted.to_string(),
        };
        let fits = |place: &BTreeMap<String, String>| {
            wanted.iter().all(|(key, value)| place.get(key).is_some_and(|given| same(given, value)))
        };
        let places = &self.draft.places;
        let found: Vec<usize> = (0..places.len()).filter(|i| fits(&places[*i])).collect();
        if !found.is_empty() {
            return Ok(found);
        }
        // Every combination of values is a point: so one of them is not swept, or does not take its value.
        for (key, value) in wanted {
            let mut taken: Vec<&str> = Vec::new();
            for given in places.iter().filter_map(|place| place.get(key)) {
                if !taken.contains(&given.as_str()) {
                    taken.push(given);
                }
            }
            if !taken.iter().any(|given| same(given, value)) {
                return Err(self.no_point(at, key, value, &taken));
            }
        }
        Err(self.wrong(at.at, "no point of the sweep has all these values"))
    }

    /// A point that there is not: where, and what there is.
    fn no_point(&self, at: Entry<'_>, key: &str, value: &SweepValue, taken: &[&str]) -> Error {
        if taken.is_empty() {
            let swept: Vec<&str> = self.draft.places[0].keys().map(String::as_str).collect();
            let there = match swept.is_empty() {
                true => "nothing is swept".into(),
                false => format!("swept are: {}", swept.join(", ")),
            };
            let place = at.find(Sought::Key(key)).unwrap_or(at.near(Sought::Value(&["along"], key)));
            return self.wrong(place, &format!("`{key}` is not swept; {there}"));
        }
        let place = at.near(Sought::Value(&[key, "between"], &value.to_string()));
        self.wrong(place, &format!("`{key}` takes {}, not {value}", taken.join(", ")))
    }

    /// A series at some depths (all if not given) of some points.
    pub(super) fn places(
        &self,
        at: Entry<'_>,
        series: &str,
        depths: &Option<Vec<u32>>,
        wanted: &BTreeMap<String, SweepValue>,
    ) -> Result<Vec<Place>> {
        let series = self.series(at, series)?;
        let Some(depths) = depths else {
            let points = self.points(at, wanted)?.into_iter();
            let columns = self.draft.efforts.len().max(1);
            let all = |point| (0..columns).map(move |depth| Place { point, series, depth });
            return Ok(points.flat_map(all).collect());
        };
        if depths.is_empty() {
            let at = at.near(Sought::Key("depths"));
            return Err(self.wrong(at, "`depths` names at least one depth, or is left out for all"));
        }
        // In a longer list one is named twice, or is not searched.
        let depths = &depths[..depths.len().min(self.draft.efforts.len() + 1)];
        if let Some(twice) = depths.iter().enumerate().find(|(i, depth)| depths[..*i].contains(depth)) {
            let at = at.near(Sought::Value(&["depths", "than-depths"], &twice.1.to_string()));
            return Err(self.wrong(at, &format!("depth {} is named twice", twice.1)));
        }
        let mut places = Vec::new();
        for point in self.points(at, wanted)? {
            for depth in depths {
                places.push(Place { point, series, depth: self.depth(at, *depth)? });
            }
        }
        Ok(places)
    }
}
