//! Claims as data: which comparison decides a sentence.

use super::Point;
use super::file::{ClaimFile, ExperimentFile, Text};
use crate::error::Result;
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
    /// mean(one) - mean(other) is above minus the margin, for every pair.
    NotBelow(Vec<(Place, Place)>, f64),
    /// mean(one) - mean(other) is within the margin on both sides, for every pair.
    Within(Vec<(Place, Place)>, f64),
    /// The first pair is below, the second above.
    Crosses((Place, Place), (Place, Place)),
}

/// Checks the claims of a file.
pub(super) fn check(
    text: &Text<'_>,
    file: &ExperimentFile,
    labels: &[String],
    points: &[Point],
) -> Result<Vec<Claim>> {
    let mut claims: Vec<Claim> = Vec::new();
    for one in &file.claim {
        let at = one.id.span().start;
        let checker = Checker { text, at, file, labels, points };
        if claims.iter().any(|claim| claim.id == *one.id.get_ref()) {
            return Err(text.wrong(at, format!("two claims are called `{}`", one.id.get_ref())));
        }
        claims.push(Claim {
            id: one.id.get_ref().clone(),
            text: one.text.clone(),
            expected: one.expected,
            comparison: checker.comparison(one)?,
        });
    }
    Ok(claims)
}

struct Checker<'a> {
    text: &'a Text<'a>,
    at: usize,
    file: &'a ExperimentFile,
    labels: &'a [String],
    points: &'a [Point],
}

impl Checker<'_> {
    fn comparison(&self, claim: &ClaimFile) -> Result<Comparison> {
        let mut found = Vec::new();
        if let Some(c) = &claim.above {
            found.push(Comparison::Above(self.pairs(&c.series, &c.than, &c.depths, &c.at)?, 1.0));
        }
        if let Some(c) = &claim.ratio_at_least {
            found.push(Comparison::Above(self.pairs(&c.series, &c.than, &c.depths, &c.at)?, c.value));
        }
        if let Some(c) = &claim.equal_within {
            found.push(Comparison::Within(self.pairs(&c.series, &c.than, &c.depths, &c.at)?, c.margin));
        }
        if let Some(c) = &claim.pathological {
            let steps = self.steps(&c.series, c.from, c.to, &c.at)?;
            // From the shallowest to the deepest, not step by step: the loss as a whole.
            let ends = self.points_at(&c.at)?.into_iter().map(|point| {
                let of_point = || steps.iter().filter(move |(shallow, _)| shallow.point == point);
                let first = of_point().map(|(shallow, _)| *shallow).next().expect("there is a step");
                let last = of_point().map(|(_, deep)| *deep).next_back().expect("there is a step");
                (first, last)
            });
            found.push(Comparison::Above(ends.collect(), 1.0));
        }
        if let Some(c) = &claim.not_pathological {
            let steps = self.steps(&c.series, c.from, c.to, &c.at)?;
            found.push(Comparison::NotBelow(
                steps.into_iter().map(|(shallow, deep)| (deep, shallow)).collect(),
                c.margin,
            ));
        }
        if let Some(c) = &claim.crosses_one {
            let depths = Some(vec![c.depth]);
            let at = |value: f64| -> Result<(Place, Place)> {
                let place = BTreeMap::from([(c.along.clone(), value)]);
                Ok(self.pairs(&c.series, &c.than, &depths, &place)?[0])
            };
            found.push(Comparison::Crosses(at(c.between[0])?, at(c.between[1])?));
        }
        match found.len() {
            1 => Ok(found.remove(0)),
            0 => Err(self.wrong(
                "a claim has one comparison: above, ratio-at-least, crosses-one, pathological, not-pathological or equal-within",
            )),
            _ => Err(self.wrong("a claim has one comparison; this one has several")),
        }
    }

    fn wrong(&self, why: &str) -> crate::error::Error {
        self.text.wrong(self.at, why)
    }

    fn series(&self, label: &str) -> Result<usize> {
        let known = || self.labels.join(", ");
        let found = self.labels.iter().position(|known| known == label);
        found.ok_or_else(|| self.wrong(&format!("there is no series `{label}`; there are: {}", known())))
    }

    fn depth(&self, depth: u32) -> Result<usize> {
        let found = self.file.depths.get_ref().iter().position(|known| *known == depth);
        found.ok_or_else(|| self.wrong(&format!("depth {depth} is not searched in this experiment")))
    }

    fn points_at(&self, at: &BTreeMap<String, f64>) -> Result<Vec<usize>> {
        let fits = |point: &Point| {
            at.iter().all(|(key, value)| {
                let given = point.place.get(key).and_then(|given| given.parse::<f64>().ok());
                given.is_some_and(|given| (given - value).abs() < 1e-9)
            })
        };
        let found: Vec<usize> = (0..self.points.len()).filter(|i| fits(&self.points[*i])).collect();
        if found.is_empty() {
            Err(self.wrong(&format!("no point of the sweep is at {at:?}")))
        } else {
            Ok(found)
        }
    }

    fn pairs(
        &self,
        series: &str,
        than: &str,
        depths: &Option<Vec<u32>>,
        at: &BTreeMap<String, f64>,
    ) -> Result<Vec<(Place, Place)>> {
        let (one, other) = (self.series(series)?, self.series(than)?);
        let depths = depths.as_ref().unwrap_or(self.file.depths.get_ref());
        let mut pairs = Vec::new();
        for point in self.points_at(at)? {
            for depth in depths {
                let depth = self.depth(*depth)?;
                pairs.push((Place { point, series: one, depth }, Place { point, series: other, depth }));
            }
        }
        Ok(pairs)
    }

    /// Neighbouring depths of one parity: (shallow, deep).
    fn steps(
        &self,
        series: &str,
        from: u32,
        to: u32,
        at: &BTreeMap<String, f64>,
    ) -> Result<Vec<(Place, Place)>> {
        if from >= to || (to - from) % 2 == 1 {
            return Err(self.wrong("pathology is judged between depths of the same parity, from below to"));
        }
        let series = self.series(series)?;
        let mut steps = Vec::new();
        for point in self.points_at(at)? {
            for depth in (from..to).step_by(2) {
                let at = |depth| -> Result<Place> { Ok(Place { point, series, depth: self.depth(depth)? }) };
                steps.push((at(depth)?, at(depth + 2)?));
            }
        }
        Ok(steps)
    }
}
