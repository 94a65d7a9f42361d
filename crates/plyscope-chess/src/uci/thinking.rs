//! A search: deeper and deeper, told depth by depth; and what a position is worth, as UCI says it: hundredths of a pawn, or a
//! mate, in the view of the side to move.

use super::seat::Seated;
use crate::chess::WIN;
use plyscope::error::Result;
use plyscope::game::AnyPosition;
use plyscope::player::Observation;
use plyscope::search::{self, DEEPEST, Effort};
use plyscope::value::{AnyValue, Player as Side, Ranked};
use std::fmt;
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
        search::Score::Exact(value) | search::Score::Bound(value) => Some((*at, *value)),
        // The lower one for the side to move: that much is sure.
        search::Score::Within(low, high) => Some((*at, if side == 0 { *low } else { *high })),
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

/// A score.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Score {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// Mate in this many moves; negative: by the opponent.
    Mate(i32),
}

/// The most that is said of a position that is not mated.
const MOST: f64 = 30_000.0;

impl Score {
    /// Of a value that a search to a depth found, in White's view; none where no number says it.
    ///
    /// Payoffs do not tell how far a mate is. A search that goes deeper ply by ply finds it at its distance first, and stops
    /// there ([`is_mate`]). A chance of winning counts as the lead with which it is usual: ten to one for four pawns.
    pub(super) fn of(value: &AnyValue, side: usize, depth: u32) -> Option<Self> {
        let view = if side == 0 { 1.0 } else { -1.0 };
        let hundredths = match value {
            AnyValue::Number(number) => 100.0 * number,
            AnyValue::Win(win) => 400.0 * libm::log10(win.first / win.second),
            other => {
                let first = other.number()?;
                400.0 * libm::log10(first / (1.0 - first))
            }
        };
        if hundredths.is_nan() {
            return None;
        }
        let (mate, moves) = (is_mate(value, side), depth.div_ceil(2) as i32);
        Some(match mate {
            // One's own mate takes an odd number of plies, the opponent's an even one; a quiescence may see further.
            Some(true) if depth % 2 == 1 => Score::Mate(moves),
            Some(false) if depth.is_multiple_of(2) => Score::Mate(-moves),
            _ => Score::Centipawns((view * hundredths).clamp(-MOST, MOST).round() as i32),
        })
    }
}

/// Does the side to move mate, or is it mated? Only payoffs prove that.
fn is_mate(value: &AnyValue, side: usize) -> Option<bool> {
    match value {
        AnyValue::Number(number) if number.abs() == WIN => Some((*number > 0.0) == (side == 0)),
        _ => None,
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Score::Centipawns(hundredths) => write!(f, "cp {hundredths}"),
            Score::Mate(moves) => write!(f, "mate {moves}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyscope::value::Win;

    #[test]
    fn in_the_view_of_the_side_to_move() {
        let text =
            |value: AnyValue, side, depth| Score::of(&value, side, depth).map(|score| score.to_string());
        let said = |text: &str| Some(text.to_string());
        assert_eq!(text(AnyValue::Number(0.316), 0, 1), said("cp 32"));
        assert_eq!(text(AnyValue::Number(0.316), 1, 1), said("cp -32"));
        assert_eq!(text(AnyValue::Number(WIN), 0, 3), said("mate 2"));
        assert_eq!(text(AnyValue::Number(-WIN), 1, 1), said("mate 1"));
        assert_eq!(text(AnyValue::Number(WIN), 1, 4), said("mate -2"));
        assert_eq!(text(AnyValue::Number(f64::NAN), 1, 4), None);
        assert_eq!(text(AnyValue::Win(Win::share(10, 11)), 0, 1), said("cp 400"));
        assert_eq!(text(AnyValue::Win(Win::share(1, 2)), 1, 1), said("cp 0"));
        assert_eq!(text(AnyValue::Win(Win::certain()), 1, 1), said("cp -30000"));
    }
}
