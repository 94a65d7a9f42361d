//! Threads at work. They take parts of chunks, so that the last chunks of a run keep all of them busy; who does the
//! last part of a chunk writes it.

use super::ledger::Ledger;
use super::{Chunk, Folder, Options};
use crate::error::{Error, Result};
use crate::experiment::Experiment;
use crate::study::{Prepared, Sampled, SecondRound};
use crate::tally::Tally;
use plyscope::interrupt;
use std::collections::HashMap;
use std::sync::atomic::Ordering;
use std::sync::{Mutex, MutexGuard};
use std::time::{Duration, Instant};

/// When a long run shows for the first time what it found; then after twice the time each.
const FIRST_LOOK: Duration = Duration::from_secs(15);

/// With fewer trials nothing is shown.
const FEWEST_SHOWN: u64 = 4;

/// Which trials are done, and how.
pub(super) enum Round<'a> {
    /// They are drawn and decided.
    First(&'a dyn Prepared),
    /// More is added to what was recorded of them, by chunk.
    Second(&'a dyn SecondRound, &'a [(Chunk, Tally)]),
}

/// What there is to do.
pub(super) struct Work<'a> {
    pub(super) study: &'a dyn Sampled,
    pub(super) round: Round<'a>,
    pub(super) folder: Option<&'a Folder<'a>>,
    pub(super) options: &'a Options<'a>,
    /// Chunks that are not done yet.
    pub(super) open: &'a [Chunk],
    /// Trials, those of chunks that are there already among them.
    pub(super) total: u64,
    /// The experiment, where what was found is shown now and then.
    pub(super) looks: Option<&'a Experiment>,
}

/// How far it is.
pub(super) struct State {
    /// What whole chunks found.
    pub(super) ledger: Ledger,
    /// Trials that are done.
    pub(super) done: u64,
    /// The first that came up; it ends the work.
    pub(super) error: Option<Error>,
    /// The chunk and the part of it that are to be taken next.
    next: (usize, u64),
    /// Chunks that are begun.
    begun: HashMap<usize, Begun>,
    started: Instant,
    /// When what was found is shown next.
    look: Duration,
}

/// A chunk of which some parts are done.
struct Begun {
    tally: Tally,
    missing: u64,
}

impl<'a> Work<'a> {
    /// Runs all open chunks, or as many as are enough, beginning with what chunks that are there already found.
    pub(super) fn run(&self, ledger: Ledger, done: u64) -> State {
        let state = Mutex::new(State {
            ledger,
            done,
            error: None,
            next: (0, 0),
            begun: HashMap::new(),
            started: Instant::now(),
            look: FIRST_LOOK,
        });
        let parts: u64 = self.open.iter().map(Chunk::parts).sum();
        std::thread::scope(|scope| {
            for _ in 0..self.options.jobs.clamp(1, parts.clamp(1, 1 << 16) as usize) {
                scope.spawn(interrupt::inherited(|| self.work_through(&state)));
            }
        });
        state.into_inner().expect("a worker that panics ends the run")
    }

    /// Takes part after part until there is none left or the run is stopped.
    fn work_through(&self, state: &Mutex<State>) {
        while let Some((number, part)) = self.take(state) {
            let found = self.part(number, part);
            if let Err(error) = found.and_then(|(tally, trials)| self.keep(state, number, &tally, trials)) {
                // The first error is reported; the other threads stop too.
                let mut state = lock(state);
                state.next = (self.open.len(), 0);
                state.error.get_or_insert(error);
            }
        }
    }

    /// What to do next. After a stop no chunk is begun, and those that are begun are done; nothing is when there is
    /// enough.
    fn take(&self, state: &Mutex<State>) -> Option<(usize, u64)> {
        let mut state = lock(state);
        let (number, part) = state.next;
        let chunk = self.open.get(number)?;
        // Where nothing is kept there is nothing to finish.
        let stops = (part == 0 || self.folder.is_none()) && self.options.stop.load(Ordering::Relaxed);
        if state.ledger.is_enough() || stops {
            return None;
        }
        state.next = if part + 1 == chunk.parts() { (number + 1, 0) } else { (number, part + 1) };
        Some((number, part))
    }

    /// What a part of a chunk found, and how many trials it has.
    fn part(&self, number: usize, part: u64) -> Result<(Tally, u64)> {
        let chunk = &self.open[number];
        let (mut tally, mut count) = (self.study.empty(chunk.point), 0);
        for (block, trials) in chunk.part(part) {
            if self.folder.is_none() && self.options.stop.load(Ordering::Relaxed) {
                return Err(Error::Stopped("nothing is kept without --out".into()));
            }
            count += trials as u64;
            match self.round {
                Round::First(prepared) => tally.merge(&prepared.block(chunk.point, block, trials)?),
                Round::Second(second, half) => {
                    let first = block * self.study.portions().block;
                    for (trial, record) in half[number].1.records.range(first..first + trials as u64) {
                        tally.records.insert(*trial, second.complete(*trial, record)?);
                    }
                }
            }
        }
        Ok((tally, count))
    }

    /// Adds what a part found to its chunk; a whole chunk is written, then counted.
    fn keep(&self, state: &Mutex<State>, number: usize, found: &Tally, trials: u64) -> Result<()> {
        let chunk = &self.open[number];
        let whole = {
            let mut state = lock(state);
            let begin = || match self.round {
                Round::First(_) => self.study.empty(chunk.point),
                Round::Second(_, half) => half[number].1.clone(),
            };
            let begin = || Begun { tally: begin(), missing: chunk.parts() };
            let begun = state.begun.entry(number).or_insert_with(begin);
            begun.tally.merge(found);
            begun.missing -= 1;
            if begun.missing == 0 { state.begun.remove(&number) } else { None }
        };
        if let (Some(whole), Some(folder)) = (&whole, self.folder) {
            folder.write(chunk, &whole.tally)?;
        }
        let mut state = lock(state);
        if let Some(whole) = whole {
            state.ledger.add(*chunk, whole.tally);
        }
        state.done += trials;
        self.options.progress.advance(state.done, self.total);
        let Some(experiment) = self.looks.filter(|_| state.started.elapsed() >= state.look) else {
            return Ok(());
        };
        let mut found = state.ledger.so_far();
        // Chunks that are not whole, too: where trials are slow, the first one may take minutes.
        for (number, begun) in &state.begun {
            found[self.open[*number].point].merge(&begun.tally);
        }
        if found.iter().any(|tally| tally.trials >= FEWEST_SHOWN) && state.done < self.total {
            state.look = state.started.elapsed() * 2;
            drop(state);
            let looked_at = found.iter().map(Tally::looked_at).sum();
            self.options.progress.first_look(experiment, &found, looked_at, self.total);
        }
        Ok(())
    }
}

fn lock(state: &Mutex<State>) -> MutexGuard<'_, State> {
    state.lock().expect("a worker that panics ends the run")
}
