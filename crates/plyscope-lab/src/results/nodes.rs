//! Comparisons at equal numbers of nodes.

use super::decide::{Decision, Region, decide};
use super::judge::{Judge, simultaneous};
use crate::experiment::{Each, Place, Side};
use crate::stats::{Between, Contrast, between};

impl Judge<'_> {
    /// Nodes of a series at a depth: as the paper counts them where that is given, else the mean of those visited.
    fn nodes(&self, place: &Place) -> Option<f64> {
        if let Some(counted) = &self.experiment.counted_nodes[place.series] {
            return counted.get(place.depth).copied();
        }
        let tally = self.tallies.get(place.point)?;
        Some(tally.nodes[self.column(place)] as f64 / tally.trials.max(1) as f64)
    }

    /// Is each place above the other series (or below it) as that would be with as many nodes? Between two depths the other is a straight
    /// line over the logarithm of nodes. Numbers of nodes are taken as known: what is left is a contrast of three means of
    /// the same trials, whose variance is exact.
    pub(super) fn at_equal_nodes(&self, places: &[(Place, Vec<Place>)], each: Each, side: Side) -> Decision {
        let beside = places.iter().map(|(one, others)| Some((one, self.beside(one, others)?)));
        let Some(beside) = beside.collect::<Option<Vec<(&Place, Beside)>>>() else {
            return Decision::none("one series has more or fewer nodes than the other at every depth");
        };
        let groups: Vec<&[(&Place, Beside)]> = match each {
            Each::Alone => beside.chunks(1).collect(),
            Each::Mean => beside.chunk_by(|a, b| a.0.point == b.0.point).collect(),
        };
        let level = simultaneous(groups.len());
        let estimate = |group: &&[(&Place, Beside)]| {
            let share = 1.0 / group.len() as f64;
            let weights = group.iter().flat_map(|(_, beside)| &beside.weights);
            let contrast = Contrast { weights: weights.map(|(column, w)| (*column, share * w)).collect() };
            let what = match group {
                [(_, beside)] => beside.what.clone(),
                _ => self.mean_name(group),
            };
            self.contrast(group[0].0.point, &contrast, what, level, false)
        };
        let region = match side {
            Side::Above => Region::Above(0.0),
            Side::Below => Region::Below(0.0),
        };
        decide(groups.iter().map(estimate).collect(), region, "")
    }

    /// What a mean over depths is called.
    fn mean_name(&self, group: &[(&Place, Beside)]) -> String {
        let depths = group.iter().filter_map(|(one, _)| self.experiment.depth(one.depth));
        let depths: Vec<String> = depths.map(|depth| depth.to_string()).collect();
        let (one, beside) = &group[0];
        let labels = [one.series, beside.than].map(|series| &self.experiment.labels[series]);
        let at = &self.experiment.places[one.point];
        let point: String = at.iter().map(|(key, value)| format!(", {key} {value}")).collect();
        let depths = depths.join(", ");
        format!("mean of {} minus {} at equal nodes over depths {depths}{point}", labels[0], labels[1])
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
        Some(Beside {
            than: below.series,
            weights: [(self.column(one), 1.0), (self.column(below), part - 1.0), (self.column(above), -part)],
            what: format!(
                "{} ({nodes:.0} nodes) minus {} at equal nodes, {between}",
                self.name(one),
                self.experiment.labels[below.series]
            ),
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
