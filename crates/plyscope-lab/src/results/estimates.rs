//! What claims estimate: for everything that a comparison names, a number with its interval. All intervals of a claim hold
//! together.

use super::decide::Estimate;
use super::judge::{Judge, Verdict};
use crate::experiment::{Each, Estimand, Growth, Pair, Place, Repairs, same_point};
use crate::measurement::{self, Term};
use crate::stats::{Between, Contrast, Interval, Moments, Sample, between, fitted_power, mcnemar_mid_p};

/// The estimates, or what that makes of the claim and why there are none.
pub(super) type Estimates = Result<Vec<Estimate>, (Verdict, &'static str)>;

/// More trials may give one.
pub(super) const NO_RATIO: (Verdict, &str) = (Verdict::Undecided, "the ratio of means has no interval");

impl Judge<'_> {
    /// The estimates of what is neither a trend nor a crossing: those decide between several.
    pub(super) fn estimates(&self, estimand: &Estimand, t_test: bool) -> Estimates {
        match estimand {
            Estimand::Means(places) => {
                let level = self.each(places.len());
                Ok(places.iter().map(|place| self.mean(place, level)).collect())
            }
            Estimand::Differences(pairs) => Ok(self.differences(pairs, t_test)),
            Estimand::MeanDifferences(groups) => Ok(self.mean_differences(groups, t_test)),
            Estimand::Leads(fours) => Ok(self.leads(fours, t_test)),
            Estimand::AtEqualNodes(places, each) => self.at_equal_nodes(places, *each),
            Estimand::Ratios(pairs) => {
                let ratio = |(one, other): &Pair, level| self.ratio(one, other, level);
                self.all(pairs, ratio).ok_or(NO_RATIO)
            }
            Estimand::Growths(growths) => {
                let growth = |growth: &Growth, level| self.growth(growth, level);
                self.all(growths, growth).ok_or(NO_RATIO)
            }
            Estimand::Powers(fits) => {
                let power = |fit: &Vec<Pair>, level| self.power(fit, level);
                self.all(fits, power).ok_or((Verdict::NotTestable, "there is no line to fit"))
            }
            Estimand::Gains(places, repairs) => {
                let gain = |place: &Place, level| self.gain(place, *repairs, level);
                self.all(places, gain).ok_or((Verdict::NotTestable, "the repair was not tried"))
            }
            Estimand::Steps(steps, term, group) => {
                let step = |step: &Pair, level| self.step(step, *term, group.as_deref(), level);
                self.all(steps, step)
                    .ok_or((Verdict::NotTestable, "no decision was judged, or no trial is in the group"))
            }
            Estimand::ErrorRises(pairs) => {
                let rise = |pair: &Pair, level| self.error_rise(pair, level);
                self.all(pairs, rise)
                    .ok_or((Verdict::NotTestable, "values are not calibrated, or were not judged"))
            }
            Estimand::Trends(..) | Estimand::Crossing(_) => {
                Err((Verdict::NotTestable, "nothing was compared"))
            }
        }
    }

    pub(super) fn column(&self, place: &Place) -> usize {
        self.experiment.column(place.series, place.depth)
    }

    fn label(&self, place: &Place) -> &str {
        &self.experiment.labels[place.series]
    }

    /// The values of swept parameters at a place.
    fn point(&self, place: &Place) -> String {
        let at = &self.experiment.places[place.point];
        at.iter().map(|(key, value)| format!(", {key} {value}")).collect()
    }

    pub(super) fn name(&self, place: &Place) -> String {
        let effort = self.experiment.efforts.get(place.depth);
        let depth = effort.map_or(String::new(), |effort| format!(" at {effort}"));
        format!("{}{depth}{}", self.label(place), self.point(place))
    }

    /// The depths of some places, in words.
    fn depths<'p>(&self, places: impl Iterator<Item = &'p Place>) -> String {
        let depths = places.filter_map(|place| self.experiment.depth(place.depth));
        depths.map(|depth| depth.to_string()).collect::<Vec<_>>().join(", ")
    }

    fn differences(&self, pairs: &[Pair], t_test: bool) -> Vec<Estimate> {
        let level = self.each(pairs.len());
        let difference = |(one, other): &Pair| {
            let contrast = Contrast { weights: vec![(self.column(one), 1.0), (self.column(other), -1.0)] };
            let what = format!("{} minus {}", self.name(one), self.name(other));
            let mut estimate = self.contrast(one.point, &contrast, what, level, t_test);
            let tally = self.tallies.get(one.point).filter(|_| t_test && self.is_share());
            // Where all scores are right or wrong, by the counts.
            if let Some(counts) = tally.and_then(|tally| tally.paired(self.column(one), self.column(other))) {
                let p = probability(mcnemar_mid_p(counts.one, counts.other));
                estimate.note.push_str(&format!(", McNemar's mid-P {p}"));
            }
            estimate
        };
        pairs.iter().map(difference).collect()
    }

    /// The mean difference of every group. Depths of one point were searched on the same trials; points have trials of
    /// their own, and how they go together is not known, so that their intervals are put together as if they went together
    /// entirely.
    fn mean_differences(&self, groups: &[Vec<Pair>], t_test: bool) -> Vec<Estimate> {
        let level = self.each(groups.len());
        let mut estimates = Vec::new();
        for group in groups {
            let Some((one, other)) = group.first() else { continue };
            let share = 1.0 / group.len() as f64;
            let mut what = format!("mean of {} minus {}", self.label(one), self.label(other));
            let depths = self.depths(group.iter().map(|pair| &pair.0));
            match same_point(group) && !depths.is_empty() {
                true => what.push_str(&format!(" over depths {depths}")),
                false => what.push_str(&format!(" over {} places", group.len())),
            }
            if same_point(group) {
                what.push_str(&self.point(one));
            }
            let parts = group.chunk_by(|a, b| a.0.point == b.0.point).map(|pairs| {
                let weights = pairs
                    .iter()
                    .flat_map(|(one, other)| [(self.column(one), share), (self.column(other), -share)]);
                let contrast = Contrast { weights: weights.collect() };
                self.contrast(pairs[0].0.point, &contrast, what.clone(), level, t_test && same_point(group))
            });
            estimates.extend(parts.reduce(|sum, part| Estimate {
                value: sum.value + part.value,
                interval: Interval {
                    low: sum.interval.low + part.interval.low,
                    high: sum.interval.high + part.interval.high,
                },
                ..sum
            }));
        }
        estimates
    }

    /// One lead less another.
    fn leads(&self, fours: &[[Place; 4]], t_test: bool) -> Vec<Estimate> {
        let level = self.each(fours.len());
        let lead = |four: &[Place; 4]| {
            let weights = four.iter().zip([1.0, -1.0, -1.0, 1.0]);
            let contrast = Contrast { weights: weights.map(|(place, w)| (self.column(place), w)).collect() };
            let [a, b, c, d] = four.each_ref().map(|place| self.name(place));
            let what = format!("({a} minus {b}) less ({c} minus {d})");
            self.contrast(four[0].point, &contrast, what, level, t_test)
        };
        fours.iter().map(lead).collect()
    }

    /// A mean with its interval.
    pub(super) fn mean(&self, place: &Place, level: f64) -> Estimate {
        let column = self.column(place);
        let contrast = Contrast { weights: vec![(column, 1.0)] };
        let mut estimate = self.contrast(place.point, &contrast, self.name(place), level, false);
        (estimate.signed, estimate.alike) = (false, false);
        estimate
    }

    /// A weighted sum of columns at a point.
    pub(super) fn contrast(
        &self,
        point: usize,
        contrast: &Contrast,
        what: String,
        level: f64,
        t_test: bool,
    ) -> Estimate {
        let moments = &self.moments[point];
        let (value, variance) = contrast.moments(moments);
        let note = match moments.n.filter(|n| t_test && *n > 1 && variance > 0.0) {
            Some(n) => {
                let t = value / (variance / n as f64).sqrt();
                let p = probability(contrast.p(moments, 0.0));
                format!("; paired t-test of this alone: t = {t:.2}, {} degrees of freedom, P {p}", n - 1)
            }
            None => String::new(),
        };
        // Scores of a share are from 0 to 1.
        let weights = || contrast.weights.iter().map(|(_, weight)| *weight);
        let ends: [f64; 2] = [weights().map(|w| w.min(0.0)).sum(), weights().map(|w| w.max(0.0)).sum()];
        let interval = self.always(moments, value, variance, self.is_share().then_some(ends), level);
        Estimate {
            what,
            value,
            interval,
            trials: moments.n,
            signed: true,
            alike: value == 0.0 && variance == 0.0,
            note,
        }
    }

    /// A ratio of means; nothing where the divisor may be zero.
    pub(super) fn ratio(&self, one: &Place, other: &Place, level: f64) -> Option<Estimate> {
        let moments = &self.moments[one.point];
        let (value, interval) =
            moments.ratio_always(self.column(one), self.column(other), self.is_share(), level)?;
        let of = if one.depth == other.depth { self.label(other).to_string() } else { self.name(other) };
        Some(Estimate::unsigned(format!("{} over {of}", self.name(one)), value, interval, moments.n))
    }

    /// The exponent of a growth, by the interval of the ratio of means.
    fn growth(&self, Growth { from, to, unit }: &Growth, level: f64) -> Option<Estimate> {
        let moments = &self.moments[from.point];
        let ratio = moments.ratio_always(self.column(to), self.column(from), self.is_share(), level);
        let (ratio, interval) = ratio.filter(|(_, interval)| interval.low > 0.0)?;
        let of = |ratio: f64| ratio.ln() / unit;
        let deepest = self.experiment.depth(to.depth).unwrap_or(0);
        let what = format!("exponent from {} to depth {deepest}", self.name(from));
        let interval = Interval { low: of(interval.low), high: of(interval.high) };
        Some(Estimate::unsigned(what, of(ratio), interval, moments.n))
    }

    /// The power of one series beside another, depth by depth.
    fn power(&self, fit: &[Pair], level: f64) -> Option<Estimate> {
        let columns: Vec<(usize, usize)> =
            fit.iter().map(|(one, other)| (self.column(one), self.column(other))).collect();
        let ((first, _), (last, _)) = (fit.first()?, fit.last()?);
        let moments: &Moments = &self.moments[first.point];
        let (value, variance) = fitted_power(moments, &columns)?;
        let interval = self.always(moments, value, variance, None, level);
        let to = self.experiment.depth(last.depth).unwrap_or(0);
        let what = format!("exponent from {} to {to}", self.name(first));
        Some(Estimate::unsigned(what, value, interval, moments.n))
    }

    /// How much better decisions are with a repair.
    fn gain(&self, place: &Place, Repairs { repair, than }: Repairs, level: f64) -> Option<Estimate> {
        let gains = self.gains?;
        let found = gains.of(place.series, repair, than, place.depth, level)?;
        let what = format!("{} with {repair} minus {}", self.name(place), than.unwrap_or("no repair"));
        Some(measured(what, found, gains.trials(), true))
    }

    /// The share of decisions that a step helps or hurts.
    fn step(&self, (from, to): &Pair, term: Term, group: Option<&str>, level: f64) -> Option<Estimate> {
        let (found, trials) = self.gains?.step(from.series, (from.depth, to.depth), term, group, level)?;
        let within = group.map_or(String::new(), |group| format!(" where there is {group}"));
        let what = format!("{} from {} to {}{within}", term.name(), self.name(from), self.name(to));
        Some(measured(what, found, trials, matches!(term, Term::Net | Term::Loss)))
    }

    /// How much further the value is from the outcome at the second of two places.
    fn error_rise(&self, (from, to): &Pair, level: f64) -> Option<Estimate> {
        let gains = self.gains?;
        let found = gains.error_rise(from.series, (from.depth, to.depth), level)?;
        let what = format!("rise of the value's error from {} to {}", self.name(from), self.name(to));
        Some(measured(what, found, gains.trials(), true))
    }

    /// Nodes of a series at a depth: as the paper counts them where that is given, else the mean of those visited.
    fn nodes(&self, place: &Place) -> Option<f64> {
        if let Some(counted) = &self.experiment.counted_nodes[place.series] {
            return counted.get(place.depth).copied();
        }
        let tally = self.tallies.get(place.point)?;
        Some(tally.nodes[self.column(place)] as f64 / tally.trials.max(1) as f64)
    }

    /// Each place less the other series as that would be with as many nodes. Between two depths the other is a straight line
    /// over the logarithm of nodes. Numbers of nodes are taken as known: what is left is a contrast of three means of the same
    /// trials, whose variance is exact.
    fn at_equal_nodes(&self, places: &[(Place, Vec<Place>)], each: Each) -> Estimates {
        let beside = places.iter().map(|(one, others)| Some((one, self.beside(one, others)?)));
        let beside = beside.collect::<Option<Vec<(&Place, Beside)>>>();
        let beside = beside.ok_or((
            Verdict::NotTestable,
            "one series has more or fewer nodes than the other at every depth",
        ))?;
        let groups: Vec<&[(&Place, Beside)]> = match each {
            Each::Alone => beside.chunks(1).collect(),
            Each::Mean => beside.chunk_by(|a, b| a.0.point == b.0.point).collect(),
        };
        let level = self.each(groups.len());
        let estimate = |group: &&[(&Place, Beside)]| {
            let share = 1.0 / group.len() as f64;
            let weights = group.iter().flat_map(|(_, beside)| &beside.weights);
            let contrast = Contrast { weights: weights.map(|(column, w)| (*column, share * w)).collect() };
            let what = match group {
                [(_, beside)] => beside.what.clone(),
                _ => {
                    let (one, beside) = &group[0];
                    let depths = self.depths(group.iter().map(|(one, _)| *one));
                    let (label, than) = (self.label(one), &self.experiment.labels[beside.than]);
                    let point = self.point(one);
                    format!("mean of {label} minus {than} at equal nodes over depths {depths}{point}")
                }
            };
            self.contrast(group[0].0.point, &contrast, what, level, false)
        };
        Ok(groups.iter().map(estimate).collect())
    }

    /// The estimates of several things, at a level at which their intervals hold together; nothing where one has none.
    fn all<T>(&self, of: &[T], estimate: impl Fn(&T, f64) -> Option<Estimate>) -> Option<Vec<Estimate>> {
        let level = self.each(of.len());
        of.iter().map(|one| estimate(one, level)).collect()
    }

    /// The level of each of `count` intervals that hold together.
    pub(super) fn each(&self, intervals: usize) -> f64 {
        1.0 - self.alpha / intervals.max(1) as f64
    }

    fn is_share(&self) -> bool {
        self.experiment.study.scale().share
    }

    /// The interval of an estimate at every number of trials.
    fn always(&self, of: &Moments, mean: f64, variance: f64, ends: Option<[f64; 2]>, level: f64) -> Interval {
        let exactly = Interval { low: mean, high: mean };
        of.n.map_or(exactly, |n| Sample { n, mean, variance }.always(ends, level))
    }

    fn beside(&self, one: &Place, others: &[Place]) -> Option<Beside> {
        let nodes = self.nodes(one)?;
        let counts: Vec<f64> = others.iter().map(|other| self.nodes(other)).collect::<Option<_>>()?;
        let Between { fewer, more, part } = between(nodes, &counts)?;
        let (below, above) = (&others[fewer], &others[more]);
        let depth = |place: &Place| self.experiment.depth(place.depth).unwrap_or(0);
        let between = match fewer == more {
            true => format!("at depth {}", depth(below)),
            false => format!("between depths {} and {}", depth(below), depth(above)),
        };
        let (name, than) = (self.name(one), self.label(below));
        Some(Beside {
            than: below.series,
            weights: [(self.column(one), 1.0), (self.column(below), part - 1.0), (self.column(above), -part)],
            what: format!("{name} ({nodes:.0} nodes) minus {than} at equal nodes, {between}"),
        })
    }
}

/// A place less another series with as many nodes.
struct Beside {
    /// The other series.
    than: usize,
    weights: [(usize, f64); 3],
    what: String,
}

/// What a measurement estimates.
fn measured(what: String, found: measurement::Estimate, trials: u64, signed: bool) -> Estimate {
    let interval = Interval { low: found.low, high: found.high };
    Estimate { signed, ..Estimate::unsigned(what, found.value, interval, Some(trials)) }
}

/// A P-value as papers print it.
fn probability(p: f64) -> String {
    if p < 1e-4 { "< .0001".into() } else { format!("= {p:.4}") }
}
