//! An evaluator's numbers drawn anew, as if its errors at different nodes had nothing to do with each other.
//!
//! What an evaluator says of positions of one outcome at one phase of the game has some distribution. Here every position
//! gets a number of its own from that distribution, by key. So numbers are as good as before at every single position,
//! and what is gone is the dependence between neighbours.

use crate::game::{Hints, Player};
use crate::key::mix;
use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// At most this many phases of a game are told apart.
const PHASES: usize = 5;
/// What is found out about outcomes is kept in this many parts, so that threads seldom wait for each other.
const PARTS: usize = 64;
/// Outcomes that a part keeps; then it begins anew, which costs time and changes nothing.
const KEPT: usize = 1 << 17;

/// What an evaluator said of a position whose outcome is known, in the mover's view.
///
/// ```
/// use plyscope::evaluator::{Redraw, Spoken};
/// let said = |number| Spoken { outcome: 1, progress: 4, number };
/// let redraw = Redraw::new(7, &[said(0.25), said(2.0)]);
/// let drawn = redraw.number(1, 4, 12).expect("wins at this phase were seen");
/// assert!(drawn == 0.25 || drawn == 2.0);
/// assert_eq!(redraw.number(-1, 4, 12), None); // nothing was learned about losses
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Spoken {
    /// 1 for a win, 0 for a draw, -1 for a loss.
    pub outcome: i8,
    /// How far the game had gone ([`Hints::progress`]).
    pub progress: u32,
    /// The number.
    pub number: f64,
}

/// Distributions of an evaluator's numbers by outcome and phase, to draw from.
pub struct Redraw {
    key: u64,
    /// The last progress of every phase but the last one.
    ends: Vec<u32>,
    numbers: BTreeMap<(i8, usize), Vec<f64>>,
    /// Bounds of outcomes in the mover's view, by what tells positions apart.
    outcomes: Vec<Mutex<HashMap<u64, (i8, i8)>>>,
    /// Positions whose outcome was asked for, positions looked at to find it out, and how many of these there may be.
    asked: AtomicU64,
    looked_at: AtomicU64,
    most: u64,
}

impl fmt::Debug for Redraw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Redraw({:016x}, phases up to {:?})", self.key, self.ends)
    }
}

fn sign(payoff: f64) -> i8 {
    i8::from(payoff > 0.0) - i8::from(payoff < 0.0)
}

impl Redraw {
    /// From what was said; phases hold about as many positions each.
    pub fn new(key: u64, spoken: &[Spoken]) -> Self {
        let mut progress: Vec<u32> = spoken.iter().map(|one| one.progress).collect();
        progress.sort_unstable();
        let end = |phase: usize| progress.get((progress.len() * phase / PHASES).saturating_sub(1)).copied();
        let mut ends: Vec<u32> = (1..PHASES).filter_map(end).collect();
        ends.dedup();
        let mut redraw = Redraw {
            key,
            ends,
            numbers: BTreeMap::new(),
            outcomes: (0..PARTS).map(|_| Mutex::default()).collect(),
            asked: AtomicU64::new(0),
            looked_at: AtomicU64::new(0),
            most: u64::MAX,
        };
        for one in spoken {
            let phase = redraw.phase(one.progress);
            redraw.numbers.entry((one.outcome, phase)).or_default().push(one.number);
        }
        redraw
    }

    /// The same for counting alone: beyond this many positions outcomes are no longer found out, and any number is said.
    pub fn counting(self, most: u64) -> Self {
        Redraw { most, ..self }
    }

    /// Positions looked at for each whose outcome was asked for, until there were too many.
    pub fn cost(&self) -> f64 {
        self.looked_at.load(Ordering::Relaxed) as f64 / self.asked.load(Ordering::Relaxed).max(1) as f64
    }

    fn phase(&self, progress: u32) -> usize {
        self.ends.iter().filter(|end| **end < progress).count()
    }

    /// A number for a position, in the mover's view, that depends on `place` alone: one that was said where the outcome
    /// was the same, at the same phase of the game or the nearest one of which something is known.
    pub fn number(&self, outcome: i8, progress: u32, place: u64) -> Option<f64> {
        let phase = self.phase(progress);
        let known = self.numbers.iter().filter(|((known, _), _)| *known == outcome);
        let (_, numbers) = known.min_by_key(|((_, known), _)| known.abs_diff(phase))?;
        // The remainder's bias is far below 2^-40 for any list that fits in memory.
        let drawn = mix(self.key ^ mix(place)) % numbers.len() as u64;
        Some(numbers[drawn as usize])
    }

    /// How a position ends with best play, in the mover's view.
    pub fn outcome<G: Hints>(&self, game: &G, position: &G::Position) -> i8 {
        match game.known(position) {
            Some(known) => seen(game, position, sign(known)),
            None => {
                if self.looked_at.load(Ordering::Relaxed) < self.most {
                    self.asked.fetch_add(1, Ordering::Relaxed);
                }
                self.within(game, position, -1, 1)
            }
        }
    }

    fn part(&self, key: u64) -> std::sync::MutexGuard<'_, HashMap<u64, (i8, i8)>> {
        self.outcomes[(mix(key) % PARTS as u64) as usize].lock().expect("the lock is not poisoned")
    }

    /// The outcome in the mover's view if it lies within the window, a bound of it beyond.
    fn within<G: Hints>(&self, game: &G, position: &G::Position, alpha: i8, beta: i8) -> i8 {
        if game.is_over(position) {
            return seen(game, position, sign(game.payoff(position, Player::FIRST)));
        }
        let key = game.truth_key(position);
        let (mut low, mut high) = self.part(key).get(&key).copied().unwrap_or((-1, 1));
        // Two ends in the first player's view are two ends in the mover's, the other way round perhaps.
        let (worst, best) = game.bounds(position);
        let ends = [seen(game, position, sign(worst)), seen(game, position, sign(best))];
        (low, high) = (low.max(ends[0].min(ends[1])), high.min(ends[0].max(ends[1])));
        if low >= beta || low == high {
            return low;
        }
        if high <= alpha {
            return high;
        }
        if self.looked_at.fetch_add(1, Ordering::Relaxed) >= self.most {
            self.looked_at.store(self.most, Ordering::Relaxed);
            return low;
        }
        let (mut children, mut promises) = (Vec::new(), Vec::new());
        for choice in crate::game::moves_of(game, position) {
            let after = game.play(position, &choice);
            promises.push(game.promise(position, &choice, &after));
            children.push(after);
        }
        let (from, to) = (alpha.max(low), beta.min(high));
        let mut found = i8::MIN;
        for at in crate::game::most_promising(&promises) {
            let child: &G::Position = &children[at];
            let floor = from.max(found);
            let same = game.is_over(child) || game.mover(child) == game.mover(position);
            let value = match (game.is_over(child), same) {
                (true, _) => seen(game, position, sign(game.payoff(child, Player::FIRST))),
                (false, true) => self.within(game, child, floor, to),
                (false, false) => -self.within(game, child, -to, -floor),
            };
            found = found.max(value);
            if found >= to {
                break;
            }
        }
        let known = match found {
            found if found >= to && found < high => (found.max(low), high),
            found if found <= from && found > low => (low, found.min(high)),
            found => (found.max(low).min(high), found.max(low).min(high)),
        };
        let mut part = self.part(key);
        if part.len() >= KEPT {
            part.clear();
        }
        part.insert(key, known);
        found.max(low).min(high)
    }
}

/// An outcome in the mover's view, or in that of the last mover where the game is over.
fn seen<G: Hints>(game: &G, position: &G::Position, first: i8) -> i8 {
    if game.mover(position) == Player::FIRST { first } else { -first }
}
