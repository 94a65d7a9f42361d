//! Comparisons: what decides a claim, read from its file and checked.

use super::Place;
use super::lookup::Lookup;
use crate::error::{Error, Result};
use crate::measurement::{Term, UNREPAIRED};
use crate::spec::{ClaimFile, Entry, Over, Sought, Steps, SweepValue};
use std::collections::BTreeMap;

/// Two places that are compared: the one and the other.
pub type Pair = (Place, Place);

/// What decides a claim: all of these must hold.
#[derive(Debug, Clone, PartialEq)]
pub enum Comparison {
    /// mean(one) - mean(other) is above zero, for every pair.
    Above(Vec<Pair>),
    /// The mean of mean(one) - mean(other) over a group of pairs is above zero, for every group.
    MeanAbove(Vec<Vec<Pair>>),
    /// The one is above the other (or below it) as that would be with the one's number of nodes, for every such place: the
    /// other stands there with all the places between which it may be interpolated.
    AtEqualNodes(Vec<(Place, Vec<Place>)>, Each, Side),
    /// mean(one) / mean(other) is at least a number, for every pair.
    RatioAtLeast(Vec<Pair>, f64),
    /// mean(one) / mean(other) is no more than a number, for every pair.
    RatioAtMost(Vec<Pair>, f64),
    /// mean(one) / mean(other) is within the margin of a number, for every pair.
    RatioWithin(Vec<Pair>, f64, f64),
    /// (first - second) - (third - fourth) is above zero, for every four.
    LargerLead(Vec<[Place; 4]>),
    /// The mean is above a number, everywhere.
    Exceeds(Vec<Place>, f64),
    /// The mean is within the margin of a number, everywhere.
    Equals(Vec<Place>, f64, f64),
    /// mean(one) - mean(other) is above minus the margin, for every pair.
    NotBelow(Vec<Pair>, f64),
    /// mean(one) - mean(other) is within the margin on both sides, for every pair.
    Within(Vec<Pair>, f64),
    /// The first pair is below, the second above.
    Crosses(Pair, Pair),
    /// The place where the one goes from below the other to above it lies between two values of a parameter.
    CrossesBetween(Vec<(f64, Pair)>, [f64; 2]),
    /// The last is above the first (below it, where it is to fall), and no step goes the other way by more than the
    /// margin, for every run of places.
    Trend(Vec<Run>, Direction, f64),
    /// From the one to the other the mean grows like branching^(exponent * plies), the exponent within a
    /// margin.
    Grows(Vec<Growth>, f64, f64),
    /// Over several depths the mean of one series grows like that of another to some power, the power within a
    /// margin: for every point the pairs of both, depth by depth.
    Scales(Vec<Vec<Pair>>, f64, f64),
    /// With a repair decisions are better than without, or than with another one, at all these places; or not worse by
    /// more than a margin.
    Repaired(Vec<Place>, Mended),
    /// More than a share of decisions is helped or hurt by every step from the one to the other.
    Steps(Vec<Pair>, StepShare),
    /// The error of the value is larger at the second place than at the first.
    ErrorRises(Vec<Pair>),
    /// Rounded to so many decimals the mean is a printed number.
    Printed(Place, f64, u32),
}

/// Is each of several comparisons to hold, or their mean at every point?
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Each {
    /// Each one.
    Alone,
    /// Their mean.
    Mean,
}

/// What a repair is compared with, and what it may lose.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Mended {
    /// The repair.
    pub repair: &'static str,
    /// Another one; none where decisions are left as they are.
    pub than: Option<&'static str>,
    /// It may be worse by this much; none where it is to be better.
    pub margin: Option<f64>,
}

/// A share of the decisions of a measurement.
#[derive(Debug, Clone, PartialEq)]
pub struct StepShare {
    /// What a step does to them.
    pub term: Term,
    /// The share that it is to exceed, or to be.
    pub value: f64,
    /// It is to be within this much of the value; none where it is to exceed it.
    pub margin: Option<f64>,
    /// On the trials of this group.
    pub group: Option<String>,
}

/// On which side of another a series is to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// Above it.
    Above,
    /// Below it.
    Below,
}

/// Places along a swept parameter, in its order: a series, and the one that it is divided by.
pub type Run = Vec<(Place, Option<Place>)>;

/// Where a trend is to go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// Up.
    Rises,
    /// Down.
    Falls,
}

impl Comparison {
    /// Is it decided by differences within trials?
    pub(super) fn is_paired(&self) -> bool {
        match self {
            Comparison::Above(_) | Comparison::LargerLead(_) => true,
            Comparison::MeanAbove(groups) => groups.iter().all(|group| same_point(group)),
            _ => false,
        }
    }
}

/// Do all pairs lie at one point of the sweep, and so on the same trials?
pub(crate) fn same_point(pairs: &[Pair]) -> bool {
    pairs.windows(2).all(|two| two[0].0.point == two[1].0.point)
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

type At = BTreeMap<String, SweepValue>;

/// Reads the comparison of a claim.
pub(super) struct Checker<'a> {
    pub(super) lookup: &'a Lookup<'a>,
    /// Where the claim stands in the file.
    pub(super) at: Entry<'a>,
}

impl Checker<'_> {
    /// A number that something can be compared with.
    fn number(&self, key: &str, value: f64) -> Result<f64> {
        if value.is_finite() {
            Ok(value)
        } else {
            Err(self.wrong_at(key, &format!("`{key}` is a number, not {value}")))
        }
    }

    /// A ratio or a margin.
    fn not_negative(&self, key: &str, value: f64) -> Result<f64> {
        match self.number(key, value)? {
            value if value >= 0.0 => Ok(value),
            value => Err(self.wrong_at(key, &format!("`{key}` is 0 or more, not {value}"))),
        }
    }

    pub(super) fn comparison(&self, claim: &ClaimFile) -> Result<Comparison> {
        let mut found = Vec::new();
        if let Some(c) = &claim.above {
            found.push(Comparison::Above(self.pairs(
                &c.series,
                &c.than,
                &c.depths,
                &c.than_depths,
                &c.at,
            )?));
        }
        if let Some(c) = &claim.at_least {
            let margin = self.not_negative("margin", c.margin)?;
            let pairs = self.pairs(&c.series, &c.than, &c.depths, &None, &c.at)?;
            found.push(Comparison::NotBelow(pairs, margin));
        }
        if let Some(c) = &claim.mean_above {
            let pairs = self.pairs(&c.series, &c.than, &c.depths, &None, &c.at)?;
            found.push(Comparison::MeanAbove(match c.over {
                Over::Points => vec![pairs],
                Over::Depths => pairs.chunk_by(|a, b| a.0.point == b.0.point).map(<[_]>::to_vec).collect(),
            }));
        }
        let at_equal_nodes =
            [(&claim.above_at_equal_nodes, Side::Above), (&claim.below_at_equal_nodes, Side::Below)];
        for (c, side) in at_equal_nodes {
            let Some(c) = c else { continue };
            let others = self.places(&c.than, &c.than_depths, &c.at)?;
            let beside =
                |one: Place| (one, others.iter().copied().filter(|o| o.point == one.point).collect());
            let ones = self.places(&c.series, &c.depths, &c.at)?.into_iter();
            let each = if c.mean { Each::Mean } else { Each::Alone };
            found.push(Comparison::AtEqualNodes(ones.map(beside).collect(), each, side));
        }
        if let Some(c) = &claim.ratio_at_least {
            let value = self.not_negative("value", c.value)?;
            let pairs = self.pairs(&c.series, &c.than, &c.depths, &c.than_depths, &c.at)?;
            found.push(Comparison::RatioAtLeast(pairs, value));
        }
        if let Some(c) = &claim.ratio_at_most {
            let value = self.not_negative("value", c.value)?;
            let pairs = self.pairs(&c.series, &c.than, &c.depths, &c.than_depths, &c.at)?;
            found.push(Comparison::RatioAtMost(pairs, value));
        }
        if let Some(c) = &claim.ratio_within {
            let (value, margin) =
                (self.not_negative("value", c.value)?, self.not_negative("margin", c.margin)?);
            let pairs = self.pairs(&c.series, &c.than, &c.depths, &c.than_depths, &c.at)?;
            found.push(Comparison::RatioWithin(pairs, value, margin));
        }
        if let Some(c) = &claim.larger_lead {
            let larger = self.pairs(&c.lead[0], &c.lead[1], &c.depths, &None, &c.at)?;
            let smaller = self.pairs(&c.than[0], &c.than[1], &c.depths, &None, &c.at)?;
            let four = |(a, b): (Pair, Pair)| [a.0, a.1, b.0, b.1];
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
            found.push(Comparison::Within(self.pairs(&c.series, &c.than, &c.depths, &None, &c.at)?, margin));
        }
        if let Some(c) = &claim.pathological {
            // From the shallowest to the deepest, not step by step: the loss as a whole.
            found.push(Comparison::Above(self.ends(&c.series, c.from, c.to, &c.at)?));
        }
        if let Some(c) = &claim.not_pathological {
            let steps = self.steps(&c.series, c.from, c.to, c.steps, &c.at)?;
            found.push(Comparison::NotBelow(
                steps.into_iter().map(|(shallow, deep)| (deep, shallow)).collect(),
                self.not_negative("margin", c.margin)?,
            ));
        }
        if let Some(c) = &claim.crosses_one {
            let depths = self.one_depth(c.depth)?;
            let at = |value: f64| -> Result<Pair> {
                let mut place = c.at.clone();
                place.insert(c.along.clone(), SweepValue::Number(value));
                Ok(self.pairs(&c.series, &c.than, &depths, &None, &place)?[0])
            };
            found.push(Comparison::Crosses(at(c.between[0])?, at(c.between[1])?));
        }
        if let Some(c) = &claim.crosses_between {
            let depths = self.one_depth(c.depth)?;
            let pairs = self.pairs(&c.series, &c.than, &depths, &None, &c.at)?;
            let mut runs = self.along(&c.along, pairs, |pair| pair.0)?;
            if runs.len() != 1 {
                return Err(self.wrong("a crossing is at one point of the other swept parameters: say `at`"));
            }
            let between = [self.number("between", c.between[0])?, self.number("between", c.between[1])?];
            found.push(Comparison::CrossesBetween(runs.remove(0), between));
        }
        for (c, direction) in [(&claim.rises, Direction::Rises), (&claim.falls, Direction::Falls)] {
            let Some(c) = c else { continue };
            let depths = self.one_depth(c.depth)?;
            let margin = self.not_negative("margin", c.margin)?;
            let ones = self.places(&c.series, &depths, &c.at)?;
            let places: Run = match &c.than {
                None => ones.into_iter().map(|one| (one, None)).collect(),
                Some(than) => {
                    let others = self.places(than, &depths, &c.at)?;
                    ones.into_iter().zip(others.into_iter().map(Some)).collect()
                }
            };
            let runs = self.along(&c.along, places, |(one, _)| *one)?;
            let plain = |run: Vec<(f64, (Place, Option<Place>))>| run.into_iter().map(|(_, at)| at).collect();
            found.push(Comparison::Trend(runs.into_iter().map(plain).collect(), direction, margin));
        }
        if let Some(c) = &claim.grows {
            let ends = self.ends(&c.series, c.from, c.to, &c.at)?;
            let growth = |(from, to): Pair| -> Result<Growth> {
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
            let pairs = self.pairs(&c.series, &c.than, &Some(depths), &None, &c.at)?;
            let fits = pairs.chunks(count).map(<[_]>::to_vec).collect();
            let exponent = self.number("exponent", c.exponent)?;
            found.push(Comparison::Scales(fits, exponent, self.not_negative("margin", c.margin)?));
        }
        if let Some(c) = &claim.repair_above {
            found.push(self.repaired(&c.series, &c.repair, &c.than, &c.depths, None)?);
        }
        if let Some(c) = &claim.repair_at_least {
            let margin = self.not_negative("margin", c.margin)?;
            found.push(self.repaired(&c.series, &c.repair, &c.than, &c.depths, Some(margin))?);
        }
        if let Some(c) = &claim.step_exceeds {
            if self.lookup.study.measured().is_none() {
                return Err(self.wrong("steps are told where measure = \"depth\""));
            }
            let later: Vec<u32> = c.depths.iter().map(|depth| depth.saturating_add(c.plies)).collect();
            let steps =
                self.pairs(&c.series, &c.series, &Some(c.depths.clone()), &Some(later), &At::new())?;
            let margin = c.margin.map(|margin| self.not_negative("margin", margin)).transpose()?;
            let (value, group) = (self.number("value", c.value)?, c.group.clone());
            found.push(Comparison::Steps(steps, StepShare { term: c.term, value, margin, group }));
        }
        if let Some(c) = &claim.value_error_above {
            if self.lookup.study.measured().is_none() {
                return Err(self.wrong("the error of values is told where measure = \"depth\""));
            }
            let (depths, than) = (Some(c.depths.clone()), Some(c.than_depths.clone()));
            let pairs = self.pairs(&c.series, &c.series, &than, &depths, &At::new())?;
            found.push(Comparison::ErrorRises(pairs));
        }
        match found.len() {
            1 => Ok(found.remove(0)),
            0 => Err(self.wrong(
                "a claim has one comparison: above, at-least, mean-above, above-at-equal-nodes, below-at-equal-nodes, ratio-at-least, ratio-at-most, \
                 ratio-within, larger-lead, exceeds, equals, equal-within, crosses-one, crosses-between, rises, falls, \
                 pathological, not-pathological, grows, scales, repair-above, repair-at-least, step-exceeds or value-error-above",
            )),
            _ => Err(self.wrong("a claim has one comparison; this one has several")),
        }
    }

    /// A repair of a measurement, which is tried there.
    fn repaired(
        &self,
        series: &str,
        repair: &str,
        than: &Option<String>,
        depths: &Option<Vec<u32>>,
        margin: Option<f64>,
    ) -> Result<Comparison> {
        let Some(setup) = self.lookup.study.measured() else {
            return Err(self.wrong("repairs are tried where measure = \"depth\""));
        };
        let places = self.places(series, depths, &At::new())?;
        let player = places.first().and_then(|place| setup.players.get(place.series));
        let tried = |id: &str| {
            if id == UNREPAIRED {
                return Ok(UNREPAIRED);
            }
            let absent = player.is_some_and(|player| player.absent.iter().any(|one| one.id.id() == id));
            let found = setup.repairs.iter().find(|tried| tried.id() == id && !absent);
            found.map(|repair| repair.id()).ok_or_else(|| {
                let tried = setup.repairs.iter().map(|repair| repair.id()).collect::<Vec<_>>().join(", ");
                self.wrong(&format!("the repair `{id}` is not tried here; there are: {tried}"))
            })
        };
        let than = than.as_ref().map(|than| tried(than)).transpose()?;
        Ok(Comparison::Repaired(places, Mended { repair: tried(repair)?, than, margin }))
    }

    fn wrong(&self, why: &str) -> Error {
        self.lookup.wrong(self.at.at, why)
    }

    /// The same at a key of the claim.
    fn wrong_at(&self, key: &str, why: &str) -> Error {
        self.lookup.wrong(self.at.near(Sought::Key(key)), why)
    }

    fn branching(&self, place: &Place) -> Result<f64> {
        let game = || self.lookup.study.cell(place.point, place.series).game;
        let branching = self.lookup.study.branching(place.point);
        branching.ok_or_else(|| {
            self.wrong(&format!("growth needs a game with one branching factor, not {}", game()))
        })
    }

    /// The one depth that a trend or a crossing is at.
    fn one_depth(&self, depth: Option<u32>) -> Result<Option<Vec<u32>>> {
        if depth.is_none() && self.lookup.draft.efforts.len() > 1 {
            return Err(self.wrong("a crossing or a trend is at one `depth`"));
        }
        Ok(depth.map(|depth| vec![depth]))
    }

    fn places(&self, series: &str, depths: &Option<Vec<u32>>, at: &At) -> Result<Vec<Place>> {
        self.lookup.places(self.at, series, depths, at)
    }

    /// Two series, depth beside depth; the other at depths of its own where those are given.
    fn pairs(
        &self,
        series: &str,
        than: &str,
        depths: &Option<Vec<u32>>,
        than_depths: &Option<Vec<u32>>,
        at: &At,
    ) -> Result<Vec<Pair>> {
        let others = self.places(than, if than_depths.is_some() { than_depths } else { depths }, at)?;
        let ones = self.places(series, depths, at)?;
        if ones.len() != others.len() {
            return Err(self.wrong_at("than-depths", "`than-depths` has as many depths as `depths`"));
        }
        Ok(ones.into_iter().zip(others).collect())
    }

    /// What stands at the points of a sweep, in the order of one parameter: a run for every value of the others.
    fn along<T: Copy>(&self, key: &str, all: Vec<T>, place: fn(&T) -> Place) -> Result<Vec<Vec<(f64, T)>>> {
        let mut runs: BTreeMap<BTreeMap<&str, &str>, Vec<(f64, T)>> = BTreeMap::new();
        for one in all {
            let swept = &self.lookup.draft.places[place(&one).point];
            let Some(value) = swept.get(key) else {
                return Err(self.wrong_at("along", &format!("`along` is a swept parameter, not `{key}`")));
            };
            let not_a_number =
                || self.wrong_at("along", &format!("`along` goes over numbers, and {key} takes `{value}`"));
            let number = value.parse::<f64>().map_err(|_| not_a_number())?;
            let others = swept.iter().filter(|(other, _)| *other != key);
            let others = others.map(|(key, value)| (key.as_str(), value.as_str())).collect();
            runs.entry(others).or_default().push((number, one));
        }
        for run in runs.values_mut() {
            run.sort_by(|a, b| a.0.total_cmp(&b.0));
            if run.len() < 2 {
                return Err(
                    self.wrong_at("along", &format!("a trend or a crossing needs two values of `{key}`"))
                );
            }
        }
        Ok(runs.into_values().collect())
    }

    /// Neighbouring depths: (shallow, deep).
    fn steps(&self, series: &str, from: u32, to: u32, steps: Steps, at: &At) -> Result<Vec<Pair>> {
        let plies = if steps == Steps::Every { 1 } else { 2 };
        if steps == Steps::Parity && (from >= to || (to - from) % 2 == 1) {
            return Err(self.wrong_at("from", "depths of the same parity are compared, `from` below `to`"));
        }
        if from >= to || to - from < plies {
            return Err(self.wrong_at("from", &format!("`from` is at least {plies} below `to`")));
        }
        // Only depths that are searched are stepped over, so a range is no longer than they are.
        for depth in [from, to] {
            self.lookup.depth(self.at, depth)?;
        }
        let stride = if steps == Steps::Parity { 2 } else { 1 };
        (from..=to).step_by(stride).try_for_each(|depth| self.lookup.depth(self.at, depth).map(|_| ()))?;
        let starts = (from..=to - plies).step_by(stride);
        let (shallow, deep): (Vec<u32>, Vec<u32>) = starts.map(|depth| (depth, depth + plies)).unzip();
        self.pairs(series, series, &Some(shallow), &Some(deep), at)
    }

    /// The shallowest and the deepest, at every point.
    fn ends(&self, series: &str, from: u32, to: u32, at: &At) -> Result<Vec<Pair>> {
        self.steps(series, from, to, Steps::Parity, at)?;
        self.pairs(series, series, &Some(vec![from]), &Some(vec![to]), at)
    }
}
