//! Claims as data: which comparison decides a sentence.

use crate::error::{Error, Result};
use crate::spec::{ClaimFile, Draft, Sought, SweepValue};
use crate::study::Study;
use std::collections::BTreeMap;

/// One sentence that can be false.
#[derive(Debug, Clone, PartialEq)]
pub struct Claim {
    /// A short name.
    pub id: String,
    /// The sentence.
    pub text: String,
    /// Is it expected to be supported?
    pub expected: bool,
    /// Why we think it comes out as it does, where it does not come out as the paper says.
    pub why: String,
    /// What decides it.
    pub comparison: Comparison,
}

/// A series at a depth and a point.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    /// Which point of the sweep.
    pub point: usize,
    /// Which series.
    pub series: usize,
    /// Which of the depths.
    pub depth: usize,
}

/// What decides a claim: all of these must hold.
#[derive(Debug, Clone, PartialEq)]
pub enum Comparison {
    /// mean(one) - factor * mean(other) is above zero, for every pair.
    Above(Vec<(Place, Place)>, f64),
    /// mean(one) / mean(other) is no more than a number, for every pair.
    RatioAtMost(Vec<(Place, Place)>, f64),
    /// (first - second) - (third - fourth) is above zero, for every four.
    LargerLead(Vec<[Place; 4]>),
    /// The mean is above a number, everywhere.
    Exceeds(Vec<Place>, f64),
    /// The mean is within the margin of a number, everywhere.
    Equals(Vec<Place>, f64, f64),
    /// mean(one) - mean(other) is above minus the margin, for every pair.
    NotBelow(Vec<(Place, Place)>, f64),
    /// mean(one) - mean(other) is within the margin on both sides, for every pair.
    Within(Vec<(Place, Place)>, f64),
    /// The first pair is below, the second above.
    Crosses((Place, Place), (Place, Place)),
    /// From the one to the other the mean grows like branching^(exponent * plies), the exponent within a
    /// margin.
    Grows(Vec<Growth>, f64, f64),
    /// Over several depths the mean of one series grows like that of another to some power, the power within a
    /// margin: for every point the pairs of both, depth by depth.
    Scales(Vec<Vec<(Place, Place)>>, f64, f64),
}

/// From which place to which, and what one unit of the exponent means: plies times log(branching).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Growth {
    /// The shallower place.
    pub from: Place,
    /// The deeper place.
    pub to: Place,
    /// Plies between them times log(branching).
    pub unit: f64,
}

/// What a claim may speak of.
pub(super) struct Lookup<'a> {
    pub(super) draft: &'a Draft<'a>,
    pub(super) labels: &'a [String],
    pub(super) study: &'a dyn Study,
}

/// Checks the claims of a file.
pub(super) fn check(lookup: &Lookup<'_>) -> Result<Vec<Claim>> {
    let mut claims: Vec<Claim> = Vec::new();
    for one in &lookup.draft.file.claim {
        let at = one.id.span().start;
        if claims.iter().any(|claim| claim.id == *one.id.get_ref()) {
            return Err(lookup.draft.text.wrong(at, format!("two claims are called `{}`", one.id.get_ref())));
        }
        claims.push(Claim {
            id: one.id.get_ref().clone(),
            text: one.text.clone(),
            expected: one.expected,
            why: one.why.clone(),
            comparison: Checker { lookup, at }.comparison(one)?,
        });
    }
    Ok(claims)
}

impl Lookup<'_> {
    pub(super) fn wrong(&self, at: usize, why: &str) -> Error {
        self.draft.text.wrong(at, why)
    }

    fn series(&self, at: usize, label: &str) -> Result<usize> {
        let known = || self.labels.join(", ");
        let found = self.labels.iter().position(|known| known == label);
        found.ok_or_else(|| {
            let at = self.draft.text.near(at, Sought::Value(&["series", "than", "lead"], label));
            self.wrong(at, &format!("there is no series `{label}`; there are: {}", known()))
        })
    }

    fn depth(&self, at: usize, depth: u32) -> Result<usize> {
        let found = self.draft.efforts.iter().position(|known| known.depth() == Some(depth));
        found.ok_or_else(|| {
            let keys = ["depth", "depths", "than-depths", "from", "to"];
            let at = self.draft.text.near(at, Sought::Value(&keys, &depth.to_string()));
            self.wrong(at, &format!("depth {depth} is not searched in this experiment"))
        })
    }

    /// The points whose swept parameters have these values.
    pub(super) fn points(&self, at: usize, wanted: &BTreeMap<String, SweepValue>) -> Result<Vec<usize>> {
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
            let taken: Vec<&str> =
                places.iter().filter_map(|place| place.get(key)).map(String::as_str).collect();
            if !taken.iter().any(|given| same(given, value)) {
                return Err(self.no_point(at, key, value, &taken));
            }
        }
        Err(self.wrong(at, "no point of the sweep has all these values"))
    }

    /// A point that there is not: where, and what there is.
    fn no_point(&self, at: usize, key: &str, value: &SweepValue, taken: &[&str]) -> Error {
        let text = &self.draft.text;
        if taken.is_empty() {
            let swept: Vec<&str> = self.draft.places[0].keys().map(String::as_str).collect();
            let there = if swept.is_empty() { "nothing is".into() } else { swept.join(", ") };
            let place = text.near(at, Sought::Key(key));
            let place = if place == at { text.near(at, Sought::Value(&["along"], key)) } else { place };
            return self.wrong(place, &format!("`{key}` is not swept in this experiment; swept: {there}"));
        }
        let mut all: Vec<&str> = Vec::new();
        taken.iter().for_each(|one| {
            if !all.contains(one) {
                all.push(one)
            }
        });
        let place = text.near(at, Sought::Value(&[key, "between"], &value.to_string()));
        self.wrong(
            place,
            &format!("no point of the sweep has {key} = {value}; there are: {}", all.join(", ")),
        )
    }

    /// A series at some depths (all if not given) of some points.
    pub(super) fn places(
        &self,
        at: usize,
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
            let at = self.draft.text.near(at, Sought::Key("depths"));
            return Err(self.wrong(at, "`depths` names at least one depth, or is left out for all"));
        }
        if let Some(twice) = depths.iter().enumerate().find(|(i, depth)| depths[..*i].contains(depth)) {
            let at =
                self.draft.text.near(at, Sought::Value(&["depths", "than-depths"], &twice.1.to_string()));
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

struct Checker<'a> {
    lookup: &'a Lookup<'a>,
    at: usize,
}

impl Checker<'_> {
    /// A number that something can be compared with.
    fn number(&self, key: &str, value: f64) -> Result<f64> {
        if value.is_finite() {
            Ok(value)
        } else {
            let place = self.lookup.draft.text.near(self.at, Sought::Key(key));
            Err(self.lookup.wrong(place, &format!("`{key}` is a number, not {value}")))
        }
    }

    /// A ratio or a margin.
    fn not_negative(&self, key: &str, value: f64) -> Result<f64> {
        match self.number(key, value)? {
            value if value >= 0.0 => Ok(value),
            value => {
                let place = self.lookup.draft.text.near(self.at, Sought::Key(key));
                Err(self.lookup.wrong(place, &format!("`{key}` is 0 or more, not {value}")))
            }
        }
    }

    fn comparison(&self, claim: &ClaimFile) -> Result<Comparison> {
        let mut found = Vec::new();
        if let Some(c) = &claim.above {
            let others =
                self.places(&c.than, c.than_depths.as_ref().map_or(&c.depths, |_| &c.than_depths), &c.at)?;
            let ones = self.places(&c.series, &c.depths, &c.at)?;
            if ones.len() != others.len() {
                return Err(self.wrong("`than-depths` has as many depths as `depths`"));
            }
            found.push(Comparison::Above(ones.into_iter().zip(others).collect(), 1.0));
        }
        if let Some(c) = &claim.ratio_at_least {
            let value = self.not_negative("value", c.value)?;
            found.push(Comparison::Above(self.pairs(&c.series, &c.than, &c.depths, &c.at)?, value));
        }
        if let Some(c) = &claim.ratio_at_most {
            let value = self.not_negative("value", c.value)?;
            found.push(Comparison::RatioAtMost(self.pairs(&c.series, &c.than, &c.depths, &c.at)?, value));
        }
        if let Some(c) = &claim.larger_lead {
            let larger = self.pairs(&c.lead[0], &c.lead[1], &c.depths, &c.at)?;
            let smaller = self.pairs(&c.than[0], &c.than[1], &c.depths, &c.at)?;
            let four = |(a, b): ((Place, Place), (Place, Place))| [a.0, a.1, b.0, b.1];
            found.push(Comparison::LargerLead(larger.into_iter().zip(smaller).map(four).collect()));
        }
        if let Some(c) = &claim.exceeds {
            let value = self.number("value", c.value)?;
            found.push(Comparison::Exceeds(self.places(&c.series, &c.depths, &c.at)?, value));
        }
        if let Some(c) = &claim.equals {
            let (value, margin) = (self.number("value", c.value)?, self.not_negative("margin", c.margin)?);
            found.push(Comparison::Equals(self.places(&c.series, &c.depths, &c.at)?, value, margin));
        }
        if let Some(c) = &claim.equal_within {
            let margin = self.not_negative("margin", c.margin)?;
            found.push(Comparison::Within(self.pairs(&c.series, &c.than, &c.depths, &c.at)?, margin));
        }
        if let Some(c) = &claim.pathological {
            // From the shallowest to the deepest, not step by step: the loss as a whole.
            found.push(Comparison::Above(self.ends(&c.series, c.from, c.to, &c.at)?, 1.0));
        }
        if let Some(c) = &claim.not_pathological {
            let steps = self.steps(&c.series, c.from, c.to, &c.at)?;
            found.push(Comparison::NotBelow(
                steps.into_iter().map(|(shallow, deep)| (deep, shallow)).collect(),
                self.not_negative("margin", c.margin)?,
            ));
        }
        if let Some(c) = &claim.crosses_one {
            let depths = c.depth.map(|depth| vec![depth]);
            if depths.is_none() && self.lookup.draft.efforts.len() > 1 {
                return Err(self.wrong("a crossing is at one `depth`"));
            }
            let at = |value: f64| -> Result<(Place, Place)> {
                let place = BTreeMap::from([(c.along.clone(), SweepValue::Number(value))]);
                Ok(self.pairs(&c.series, &c.than, &depths, &place)?[0])
            };
            found.push(Comparison::Crosses(at(c.between[0])?, at(c.between[1])?));
        }
        if let Some(c) = &claim.grows {
            let ends = self.ends(&c.series, c.from, c.to, &c.at)?;
            let growth = |(from, to): (Place, Place)| -> Result<Growth> {
                let unit = self.branching(&from)?.ln() * f64::from(c.to - c.from);
                Ok(Growth { from, to, unit })
            };
            let growth = ends.into_iter().map(growth).collect::<Result<_>>()?;
            let exponent = self.number("exponent", c.exponent)?;
            found.push(Comparison::Grows(growth, exponent, self.not_negative("margin", c.margin)?));
        }
        if let Some(c) = &claim.scales {
            let known = self.lookup.draft.efforts.iter().filter_map(|effort| effort.depth());
            let depths: Vec<u32> = known.filter(|depth| (c.from..=c.to).contains(depth)).collect();
            if depths.len() < 2 {
                return Err(self.wrong("an exponent is fitted over at least two depths that are searched"));
            }
            let count = depths.len();
            let pairs = self.pairs(&c.series, &c.than, &Some(depths), &c.at)?;
            let fits = pairs.chunks(count).map(<[_]>::to_vec).collect();
            let exponent = self.number("exponent", c.exponent)?;
            found.push(Comparison::Scales(fits, exponent, self.not_negative("margin", c.margin)?));
        }
        match found.len() {
            1 => Ok(found.remove(0)),
            0 => Err(self.wrong(
                "a claim has one comparison: above, ratio-at-least, ratio-at-most, larger-lead, exceeds, equals, \
                 crosses-one, pathological, not-pathological, equal-within, grows or scales",
            )),
            _ => Err(self.wrong("a claim has one comparison; this one has several")),
        }
    }

    fn wrong(&self, why: &str) -> Error {
        self.lookup.wrong(self.at, why)
    }

    fn branching(&self, place: &Place) -> Result<f64> {
        let game = || self.lookup.study.cell(place.point, place.series).game;
        let branching = self.lookup.study.branching(place.point);
        branching.ok_or_else(|| {
            self.wrong(&format!("growth needs a game with one branching factor, not {}", game()))
        })
    }

    fn places(
        &self,
        series: &str,
        depths: &Option<Vec<u32>>,
        at: &BTreeMap<String, SweepValue>,
    ) -> Result<Vec<Place>> {
        self.lookup.places(self.at, series, depths, at)
    }

    fn pairs(
        &self,
        series: &str,
        than: &str,
        depths: &Option<Vec<u32>>,
        at: &BTreeMap<String, SweepValue>,
    ) -> Result<Vec<(Place, Place)>> {
        let others = self.places(than, depths, at)?;
        Ok(self.places(series, depths, at)?.into_iter().zip(others).collect())
    }

    /// Neighbouring depths of one parity: (shallow, deep).
    fn steps(
        &self,
        series: &str,
        from: u32,
        to: u32,
        at: &BTreeMap<String, SweepValue>,
    ) -> Result<Vec<(Place, Place)>> {
        if from >= to || (to - from) % 2 == 1 {
            let place = self.lookup.draft.text.near(self.at, Sought::Key("from"));
            return Err(self
                .lookup
                .wrong(place, "depths of the same parity are compared, `from` below `to`"));
        }
        let depths = Some((from..=to).step_by(2).collect());
        let places = self.places(series, &depths, at)?;
        let steps = places.windows(2).filter(|pair| pair[0].point == pair[1].point);
        Ok(steps.map(|pair| (pair[0], pair[1])).collect())
    }

    /// The shallowest and the deepest, at every point.
    fn ends(
        &self,
        series: &str,
        from: u32,
        to: u32,
        at: &BTreeMap<String, SweepValue>,
    ) -> Result<Vec<(Place, Place)>> {
        self.steps(series, from, to, at)?;
        let places = self.places(series, &Some(vec![from, to]), at)?;
        Ok(places.chunks(2).map(|pair| (pair[0], pair[1])).collect())
    }
}
