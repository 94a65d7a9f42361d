//! Reads the terms of a comparison: the series, depths, points and numbers that a claim names, as they are in its experiment.

use super::Place;
use super::comparison::{Comparison, Each, Estimand, Growth, KINDS, Kind, Pair, Repairs, Run};
use super::keys;
use super::lookup::Lookup;
use crate::error::{Error, Result};
use crate::measurement::{Setup, UNREPAIRED};
use crate::spec::{Entry, Sought, Steps, SweepValue, Terms, Than};
use std::collections::BTreeMap;

/// A claim's comparison while it is read.
pub(super) struct Reader<'a> {
    pub(super) terms: Terms,
    lookup: &'a Lookup<'a>,
    at: Entry<'a>,
}

/// The comparison of a claim, by its number in the file.
pub(super) fn comparison(lookup: &Lookup<'_>, number: usize, at: Entry<'_>) -> Result<Comparison> {
    let wrong = |why: &str| Err(lookup.wrong(at.at, why));
    let found = &lookup.draft.file.claim[number].comparison;
    let kinds: Vec<&Kind> = KINDS.iter().filter(|kind| found.contains_key(kind.name)).collect();
    match kinds.as_slice() {
        [kind] => {
            let terms = keys::terms(&lookup.draft.text, number, kind)?;
            (kind.read)(&Reader { terms, lookup, at })
        }
        [] => {
            let names: Vec<&str> = KINDS.iter().map(|kind| kind.name).collect();
            let (last, names) = names.split_last().expect("there are kinds");
            wrong(&format!("a claim has one comparison: {} or {last}", names.join(", ")))
        }
        _ => wrong("a claim has one comparison; this one has several"),
    }
}

type At = BTreeMap<String, SweepValue>;

impl Reader<'_> {
    fn wrong(&self, why: &str) -> Error {
        self.lookup.wrong(self.at.at, why)
    }

    /// The same at a key of the claim.
    fn wrong_at(&self, key: &str, why: &str) -> Error {
        self.lookup.wrong(self.at.near(Sought::Key(key)), why)
    }

    /// A number that something can be compared with.
    pub(super) fn number(&self, key: &str, value: f64) -> Result<f64> {
        if value.is_finite() {
            Ok(value)
        } else {
            Err(self.wrong_at(key, &format!("`{key}` is a number, not {value}")))
        }
    }

    /// A ratio or a margin.
    pub(super) fn not_negative(&self, key: &str, value: f64) -> Result<f64> {
        match self.number(key, value)? {
            value if value >= 0.0 => Ok(value),
            value => Err(self.wrong_at(key, &format!("`{key}` is 0 or more, not {value}"))),
        }
    }

    pub(super) fn margin(&self, default: f64) -> Result<f64> {
        self.not_negative("margin", self.terms.margin.unwrap_or(default))
    }

    pub(super) fn exponent(&self) -> Result<f64> {
        self.number("exponent", self.terms.exponent)
    }

    /// The other series or repair, where there is one.
    fn than(&self) -> Result<Option<&str>> {
        match &self.terms.than {
            None => Ok(None),
            Some(Than::One(than)) => Ok(Some(than)),
            Some(Than::Pair(_)) => Err(self.wrong_at("than", "`than` is one, as text in quotes")),
        }
    }

    fn places_of(&self, series: &str, depths: &Option<Vec<u32>>, at: &At) -> Result<Vec<Place>> {
        self.lookup.places(self.at, series, depths, at)
    }

    /// The series at its depths and points.
    pub(super) fn places(&self) -> Result<Vec<Place>> {
        self.places_of(&self.terms.series, &self.terms.depths, &self.terms.at)
    }

    /// Two series, depth beside depth; the other at depths of its own where those are given.
    fn pairs_of(
        &self,
        series: &str,
        than: &str,
        [depths, than_depths]: [&Option<Vec<u32>>; 2],
        at: &At,
    ) -> Result<Vec<Pair>> {
        let others = self.places_of(than, if than_depths.is_some() { than_depths } else { depths }, at)?;
        let ones = self.places_of(series, depths, at)?;
        if ones.len() != others.len() {
            return Err(self.wrong_at("than-depths", "`than-depths` has as many depths as `depths`"));
        }
        Ok(ones.into_iter().zip(others).collect())
    }

    /// The one series beside the other.
    pub(super) fn pairs(&self) -> Result<Vec<Pair>> {
        let Terms { series, depths, than_depths, at, .. } = &self.terms;
        self.pairs_of(series, self.than()?.unwrap_or_default(), [depths, than_depths], at)
    }

    /// The series at some depths beside itself at others.
    fn within(&self, depths: Vec<u32>, than: Vec<u32>) -> Result<Vec<Pair>> {
        let series = &self.terms.series;
        self.pairs_of(series, series, [&Some(depths), &Some(than)], &self.terms.at)
    }

    pub(super) fn at_equal_nodes(&self) -> Result<Estimand> {
        let Terms { than_depths, at, mean, .. } = &self.terms;
        let others = self.places_of(self.than()?.unwrap_or_default(), than_depths, at)?;
        let beside = |one: Place| (one, others.iter().copied().filter(|o| o.point == one.point).collect());
        let each = if *mean { Each::Mean } else { Each::Alone };
        Ok(Estimand::AtEqualNodes(self.places()?.into_iter().map(beside).collect(), each))
    }

    pub(super) fn leads(&self) -> Result<Estimand> {
        let Some(Than::Pair(than)) = &self.terms.than else {
            return Err(
                self.wrong_at("than", "`than` is a list of 2: the one that leads, and the one that it leads")
            );
        };
        let Terms { lead, depths, at, .. } = &self.terms;
        let of = |[one, other]: &[String; 2]| self.pairs_of(one, other, [depths, &None], at);
        let four = |(a, b): (Pair, Pair)| [a.0, a.1, b.0, b.1];
        Ok(Estimand::Leads(of(lead)?.into_iter().zip(of(than)?).map(four).collect()))
    }

    /// The one depth that a trend or a crossing is at.
    fn one_depth(&self) -> Result<Option<Vec<u32>>> {
        if self.terms.depth.is_none() && self.lookup.draft.efforts.len() > 1 {
            return Err(self.wrong("a crossing or a trend is at one `depth`"));
        }
        Ok(self.terms.depth.map(|depth| vec![depth]))
    }

    /// The one beside the other where the parameter has a value.
    pub(super) fn pair_along(&self, value: f64) -> Result<Pair> {
        let Terms { series, along, at, .. } = &self.terms;
        let mut place = at.clone();
        place.insert(along.clone(), SweepValue::Number(value));
        let than = self.than()?.unwrap_or_default();
        Ok(self.pairs_of(series, than, [&self.one_depth()?, &None], &place)?[0])
    }

    /// The one beside the other in the order of a parameter.
    pub(super) fn crossing(&self) -> Result<Vec<(f64, Pair)>> {
        let Terms { series, at, .. } = &self.terms;
        let than = self.than()?.unwrap_or_default();
        let pairs = self.pairs_of(series, than, [&self.one_depth()?, &None], at)?;
        let mut runs = self.along(pairs, |pair| pair.0)?;
        if runs.len() != 1 {
            return Err(self.wrong("a crossing is at one point of the other swept parameters: say `at`"));
        }
        Ok(runs.remove(0))
    }

    /// The series, or its ratio to another, in the order of a parameter.
    pub(super) fn runs(&self) -> Result<Vec<Run>> {
        let Terms { series, at, .. } = &self.terms;
        let depths = self.one_depth()?;
        let ones = self.places_of(series, &depths, at)?;
        let places: Run = match self.than()? {
            None => ones.into_iter().map(|one| (one, None)).collect(),
            Some(than) => {
                let others = self.places_of(than, &depths, at)?;
                ones.into_iter().zip(others.into_iter().map(Some)).collect()
            }
        };
        let runs = self.along(places, |(one, _)| *one)?;
        Ok(runs.into_iter().map(|run| run.into_iter().map(|(_, at)| at).collect()).collect())
    }

    /// What stands at the points of a sweep, in the order of one parameter: a run for every value of the others.
    fn along<T: Copy>(&self, all: Vec<T>, place: fn(&T) -> Place) -> Result<Vec<Vec<(f64, T)>>> {
        let key = self.terms.along.as_str();
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
                let why = format!("a trend or a crossing needs two values of `{key}`");
                return Err(self.wrong_at("along", &why));
            }
        }
        Ok(runs.into_values().collect())
    }

    /// Neighbouring depths: (shallow, deep).
    pub(super) fn steps(&self, steps: Steps) -> Result<Vec<Pair>> {
        let Terms { from, to, .. } = self.terms;
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
        let (shallow, deep) = starts.map(|depth| (depth, depth + plies)).unzip();
        self.within(shallow, deep)
    }

    /// The shallowest and the deepest, at every point.
    pub(super) fn ends(&self) -> Result<Vec<Pair>> {
        self.steps(Steps::Parity)?;
        self.within(vec![self.terms.from], vec![self.terms.to])
    }

    pub(super) fn growth(&self, (from, to): Pair) -> Result<Growth> {
        let study = self.lookup.study;
        let game = || study.cell(from.point, from.series).game;
        let why = || format!("growth needs a game with one branching factor, not {}", game());
        let branching = study.branching(from.point).ok_or_else(|| self.wrong(&why()))?;
        Ok(Growth { from, to, unit: branching.ln() * f64::from(self.terms.to - self.terms.from) })
    }

    /// Both series at every point, at all depths that are searched.
    pub(super) fn fits(&self) -> Result<Vec<Vec<Pair>>> {
        let Terms { series, from, to, at, .. } = &self.terms;
        let known = self.lookup.draft.efforts.iter().filter_map(|effort| effort.depth());
        let depths: Vec<u32> = known.filter(|depth| (from..=to).contains(&depth)).collect();
        if depths.len() < 2 {
            return Err(self.wrong("an exponent is fitted over at least two depths that are searched"));
        }
        let count = depths.len();
        let than = self.than()?.unwrap_or_default();
        let pairs = self.pairs_of(series, than, [&Some(depths), &None], at)?;
        Ok(pairs.chunks(count).map(<[_]>::to_vec).collect())
    }

    fn measured(&self, what: &str) -> Result<&Setup> {
        let why = || self.wrong(&format!("{what} where measure = \"depth\""));
        self.lookup.study.measured().ok_or_else(why)
    }

    /// What a repair of a measurement gains, which is tried there.
    pub(super) fn gains(&self) -> Result<Estimand> {
        let setup = self.measured("repairs are tried")?;
        let places = self.places()?;
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
        let than = self.than()?.map(tried).transpose()?;
        Ok(Estimand::Gains(places, Repairs { repair: tried(&self.terms.repair)?, than }))
    }

    /// What the steps of a measurement do.
    pub(super) fn measured_steps(&self) -> Result<Estimand> {
        self.measured("steps are told")?;
        let Terms { depths, plies, term, group, .. } = &self.terms;
        let depths = depths.clone().unwrap_or_default();
        let later = depths.iter().map(|depth| depth.saturating_add(plies.unwrap_or(1))).collect();
        let term = term.ok_or_else(|| self.wrong("missing field `term`"))?;
        Ok(Estimand::Steps(self.within(depths, later)?, term, group.clone()))
    }

    /// The value's error at some depths beside that at others.
    pub(super) fn error_rises(&self) -> Result<Estimand> {
        self.measured("the error of values is told")?;
        let Terms { depths, than_depths, .. } = &self.terms;
        let [depths, than] = [depths, than_depths].map(|depths| depths.clone().unwrap_or_default());
        Ok(Estimand::ErrorRises(self.within(than, depths)?))
    }
}
