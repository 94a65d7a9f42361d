//! A search: deeper and deeper, told depth by depth.

use super::score::is_mate;
use super::seat::Seated;
use plyscope::error::Result;
use plyscope::game::AnyPosition;
use plyscope::player::Observation;
use plyscope::search::{DEEPEST, Effort, Score};
use plyscope::value::{AnyValue, Player as Side, Ranked};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// What is to be searched.
pub(super) struct Task {
    pub(super) seated: Arc<Seated>,
    pub(super) position: AnyPosition,
    /// 0: White is to move.
    pub(super) side: usize,
    /// The numbers of the moves that may be chosen, where not all may.
    pub(super) among: Option<Vec<usize>>,
    pub(super) deepest: Option<u32>,
    pub(super) nodes: Option<u64>,
}

/// What was found at a depth.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Found {
    pub(super) depth: u32,
    /// The number of the move.
    pub(super) choice: usize,
    pub(super) value: Option<AnyValue>,
    /// All nodes so far.
    pub(super) nodes: u64,
}

impl Task {
    /// Searches until a limit is reached, a mate is found or the flag is raised.
    pub(super) fn run(&self, stop: &AtomicBool, mut tell: impl FnMut(Found)) -> Result<()> {
        let (deepest, nodes) = (self.deepest, self.nodes);
        let own = self.seated.effort;
        if let Some(effort) = own.filter(|effort| effort.depth().is_none()) {
            // It is asked in the way that it wants: that is what it is elsewhere, too.
            let effort = match (effort, nodes) {
                (Effort::Nodes(own), Some(nodes)) => Effort::Nodes(own.min(nodes.max(1))),
                (effort, _) => effort,
            };
            let depth =
                deepest.map(Effort::Depth).filter(|depth| self.seated.player.check_effort(*depth).is_ok());
            let efforts: Vec<Effort> = [Some(effort), depth].into_iter().flatten().collect();
            let seen = self.decide(&efforts, stop)?;
            let depth = seen.depth.unwrap_or(1).min(DEEPEST);
            tell(self.found(&seen, depth, seen.counts.generated, None));
            return Ok(());
        }
        let limits = [deepest, own.and_then(Effort::depth), Some(DEEPEST)];
        let (mut spent, mut last): (u64, Option<Found>) = (0, None);
        for depth in 1..=limits.into_iter().flatten().min().unwrap_or(1) {
            let left = nodes.map(|nodes| nodes.saturating_sub(spent));
            if left == Some(0) || (stop.load(Ordering::Relaxed) && last.is_some()) {
                break;
            }
            let efforts = [Some(Effort::Depth(depth)), left.map(Effort::Nodes)];
            let efforts: Vec<Effort> = efforts.into_iter().flatten().collect();
            let seen = match self.decide(&efforts, stop) {
                Ok(seen) => seen,
                // As deep as it can go.
                Err(plyscope::Error::TooDeep { .. }) if last.is_some() => break,
                Err(error) => return Err(error),
            };
            spent += seen.counts.generated;
            if !seen.complete && last.is_some() {
                break; // the last whole depth decides
            }
            let found = self.found(&seen, depth, spent, last.as_ref());
            tell(found);
            last = Some(found);
            if !seen.complete || found.value.is_some_and(|value| is_mate(&value, self.side).is_some()) {
                break;
            }
        }
        Ok(())
    }

    fn decide(&self, efforts: &[Effort], stop: &AtomicBool) -> Result<Observation> {
        let player = if self.among.is_some() { &self.seated.scoring } else { &self.seated.player };
        player.decide_until(&self.position, efforts, Some(stop))
    }

    /// What a search says, after what the depth before it said.
    fn found(&self, seen: &Observation, depth: u32, nodes: u64, last: Option<&Found>) -> Found {
        let (choice, value, ties) = match &self.among {
            None => (seen.choice, seen.value, seen.ties.clone()),
            Some(among) => best(seen, among, self.side),
        };
        let before = last.map(|last| last.choice);
        let lost = value.is_some_and(|value| is_mate(&value, self.side) == Some(false));
        let kept = before.filter(|before| {
            // Among moves that are as good the choice stays: a mate that was found is not put off for a longer one. Who is
            // lost plays the move that was not yet lost a ply before, which holds out longest.
            lost || ties.contains(before)
        });
        Found { depth, choice: kept.unwrap_or(choice), value, nodes }
    }
}

/// The best of some moves, by what is known of their scores; with its value, and those that are as good.
fn best(seen: &Observation, among: &[usize], side: usize) -> (usize, Option<AnyValue>, Vec<usize>) {
    let mover = if side == 0 { Side::FIRST } else { Side::SECOND };
    if among.contains(&seen.choice) {
        let ties = seen.ties.iter().copied().filter(|tie| among.contains(tie)).collect();
        return (seen.choice, seen.value, ties);
    }
    let known = among.iter().filter_map(|at| match seen.scores.get(*at)? {
        Score::Exact(value) | Score::Bound(value) => Some((*at, *value)),
        // The less for whoever is to move: that much is sure.
        Score::Within(low, high) => Some((*at, if side == 0 { *low } else { *high })),
        _ => None,
    });
    let known: Vec<(usize, AnyValue)> = known.collect();
    let top = known.iter().copied().reduce(|top, at| if at.1.beats(&top.1, mover) { at } else { top });
    let Some((choice, value)) = top else {
        // Nothing is known of any of them.
        return (among.first().copied().unwrap_or(seen.choice), None, Vec::new());
    };
    let ties = known.iter().filter(|(_, other)| other.ties(&value, mover)).map(|(at, _)| *at).collect();
    (choice, Some(value), ties)
}
