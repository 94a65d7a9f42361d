//! Retrograde analysis: from the ends of games backwards, distance by distance (Ströhlein 1970, Thompson 1986).
//!
//! A position is decided when one of its moves wins, or when all its moves are decided. Wins are found in the order of their
//! distance, so the first that is found is the shortest. What is never decided can be kept up for ever, and is a draw. Payoffs
//! that are more than a win are decided when all moves are.

use crate::value::Value;

/// What is known of a position before anything that follows it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Start {
    /// The best of what is known, to the mover: the payoff where the game is over, moves that leave the table; none where
    /// nothing is known.
    pub known: Option<Value>,
    /// Moves to other places of the table: at most 254.
    pub open: u8,
}

/// Positions as places from 0 on.
pub trait Places: Sync {
    /// How many places there are: at most 2^32.
    fn size(&self) -> usize;
    /// What is known of a place; none where no position is.
    fn start(&self, place: usize) -> Option<Start>;
    /// Tells every place from which a move leads to this one, once for each such move, and whether the mover is the same. It
    /// may name places where no position is.
    fn before(&self, place: usize, found: impl FnMut(usize, bool));
}

/// The number of open moves where everything is decided.
const CLOSED: u8 = 255;

/// What all places are worth.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Analysed {
    /// To their movers.
    pub values: Vec<Value>,
    /// How many are draws because neither side can force an end.
    pub endless: usize,
}

/// Works out what all places are worth, on `threads` threads; the values are the same for any number of them.
pub fn analyse(places: &impl Places, threads: usize) -> Analysed {
    let size = places.size();
    let mut analysis =
        Analysis { best: vec![Value::NOWHERE; size], open: vec![CLOSED; size], levels: Vec::new() };
    analysis.begin(places, threads.max(1));
    analysis.propagate(places);
    let Analysis { best: mut values, open, .. } = analysis;
    let mut endless = 0;
    for (value, _) in values.iter_mut().zip(open).filter(|(_, open)| *open != CLOSED) {
        (*value, endless) = (Value::DRAW, endless + 1);
    }
    Analysed { values, endless }
}

struct Analysis {
    /// The best of what is known of every place.
    best: Vec<Value>,
    /// Its moves that are not decided.
    open: Vec<u8>,
    /// Places that are decided at a distance; those without a distance at 0.
    levels: Vec<Vec<u32>>,
}

/// When a place is decided by what is known beforehand, if it is.
fn level(best: Value, open: u8) -> Option<usize> {
    (open == 0 || best.is_win()).then(|| usize::from(best.plies().unwrap_or(0)))
}

impl Analysis {
    fn push(&mut self, level: usize, place: u32) {
        if self.levels.len() <= level {
            self.levels.resize_with(level + 1, Vec::new);
        }
        self.levels[level].push(place);
    }

    fn begin(&mut self, places: &impl Places, threads: usize) {
        let share = self.best.len().div_ceil(threads).max(1);
        let parts = self.best.chunks_mut(share).zip(self.open.chunks_mut(share));
        let decided = std::thread::scope(|scope| {
            let started = parts.enumerate().map(|(part, (best, open))| {
                scope.spawn(move || {
                    let mut decided: Vec<(usize, u32)> = Vec::new();
                    for i in 0..best.len() {
                        let place = part * share + i;
                        let Some(Start { known, open: moves }) = places.start(place) else { continue };
                        (best[i], open[i]) = (known.unwrap_or(Value::LEAST), moves.min(CLOSED - 1));
                        decided.extend(level(best[i], open[i]).map(|level| (level, place as u32)));
                    }
                    decided
                })
            });
            let started: Vec<_> = started.collect();
            started.into_iter().map(|thread| thread.join().expect("it does not panic")).collect::<Vec<_>>()
        });
        for (level, place) in decided.into_iter().flatten() {
            self.push(level, place);
        }
    }

    fn propagate(&mut self, places: &impl Places) {
        let mut distance = 0;
        while distance < self.levels.len() {
            while let Some(place) = self.levels[distance].pop() {
                let place = place as usize;
                if self.open[place] == CLOSED {
                    continue;
                }
                self.open[place] = CLOSED;
                let value = self.best[place];
                places.before(place, |before, same_mover| {
                    if self.open[before] == CLOSED {
                        return;
                    }
                    let (value, old) = (value.one_ply_before(same_mover), self.best[before]);
                    self.best[before] = old.max(value);
                    self.open[before] -= 1;
                    let wins_sooner = value > old && value.is_win();
                    // Nothing better will come, and it is not a win whose turn comes at its distance.
                    let is_closed = self.open[before] == 0 && !self.best[before].is_win();
                    if wins_sooner || is_closed {
                        let level = usize::from(self.best[before].plies().unwrap_or(0));
                        self.push(level.max(distance), before as u32);
                    }
                });
            }
            distance += 1;
        }
    }
}
