//! Comparisons at equal numbers of nodes.

use super::decide::{Decision, Estimate, Region, decide};
use super::judge::{Judge, simultaneous};
use crate::experiment::Place;
use crate::stats::Contrast;

impl Judge<'_> {
    /// Nodes of a series at a depth: as the paper counts them where that is given, else the mean of those visited.
    fn nodes(&self, place: &Place) -> Option<f64> {
        if let Some(counted) = &self.experiment.counted_nodes[place.series] {
            return counted.get(place.depth).copied();
        }
        let tally = self.tallies.get(place.point)?;
        Some(tally.nodes[self.column(place)] as f64 / tally.trials.max(1) as f64)
    }

    /// Is each place above the other series as that would be with as many nodes? Between two depths the other is a straight
    /// line over the logarithm of nodes. Numbers of nodes are taken as known: what is left is a contrast of three means of
    /// the same trials, whose variance is exact.
    pub(super) fn at_equal_nodes(&self, places: &[(Place, Vec<Place>)]) -> Decision {
        let level = simultaneous(places.len());
        let estimate = |(one, others): &(Place, Vec<Place>)| -> Option<Estimate> {
            let nodes = self.nodes(one)?;
            let mut others: Vec<(f64, &Place)> =
                others.iter().map(|other| Some((self.nodes(other)?, other))).collect::<Option<_>>()?;
            others.sort_by(|a, b| a.0.total_cmp(&b.0));
            let exactly = others.iter().find(|(count, _)| *count == nodes).map(|at| (at, at));
            let around = || {
                let next = others.windows(2).find(|two| two[0].0 < nodes && nodes < two[1].0)?;
                Some((&next[0], &next[1]))
            };
            let ((fewer, below), (more, above)) = exactly.or_else(around)?;
            let part = if fewer == more { 0.0 } else { (nodes / fewer).ln() / (more / fewer).ln() };
            let weights =
                vec![(self.column(one), 1.0), (self.column(below), part - 1.0), (self.column(above), -part)];
            let depth = |place: &Place| self.experiment.depth(place.depth).unwrap_or(0);
            let between = match fewer == more {
                true => format!("at depth {}", depth(below)),
                false => format!("between depths {} and {}", depth(below), depth(above)),
            };
            let what = format!(
                "{} ({nodes:.0} nodes) minus {} with as many, {between}",
                self.name(one),
                self.experiment.labels[below.series]
            );
            Some(self.contrast(one.point, &Contrast { weights }, what, level, false))
        };
        let Some(estimates) = places.iter().map(estimate).collect::<Option<Vec<_>>>() else {
            return Decision::none("one series has more or fewer nodes than the other at every depth");
        };
        decide(estimates, Region::Above(0.0), "")
    }
}
