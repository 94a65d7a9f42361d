//! Trials: one block of 64 games, searched by every series to every depth.
//!
//! Full width goes level by level over lanes of trials; other searches take the trials one by one. Both
//! give the same scores: `tests/suite/truth.rs` compares them. What series share is computed once, and only
//! down to the level that some search needs: one that sees the whole game needs no estimates but the truth.

use super::plain::search;
use super::scores::{At, Scoreboard};
use super::{Decisions, Point, Series, nodes};
use crate::error::Result;
use crate::tally::Tally;
use plyscope::evaluator::{LANES, LaneLevels, Reading, Winners};
use plyscope::key::Domain;
use plyscope::lanes::Bits;
use plyscope::registry::AnyRule;
use plyscope::rule::BackupRule;
use plyscope::search::AnySearch;
use plyscope::search::levels::{Space, full_width_in};
use plyscope::tree::{Batch, DrawnTree, Levels, Shape};
use plyscope::value::{Typed, Win};
use std::cell::RefCell;
use std::collections::HashMap;
use std::ops::Range;
use std::rc::Rc;

/// The scores of the first so many trials of a block, as a tally.
pub(super) fn block(study: &Decisions, point: &Point, block: u64, lanes: usize) -> Result<Tally> {
    let shape = point.game.shape();
    let batch = point.source.batch(block)?;
    let choices = point.source.stream.block(block).draw(Domain::Ties);
    let columns = point.series.len() * study.depths.len();
    let names: Vec<String> = point.series.iter().map(|series| series.evaluator.name().to_string()).collect();
    let alike = |name: &String| names.iter().position(|other| other == name).expect("it is there itself");
    let mut trial = Block {
        depths: &study.depths,
        shape,
        batch: &batch,
        lanes,
        last: last(study, point),
        winners: HashMap::new(),
        levels: HashMap::new(),
        trees: Vec::new(),
        board: Scoreboard::new(study, shape, choices, columns, batch.truth().level(1)),
    };
    let mut space = SPACES.take();
    for first in (0..lanes).step_by(LANES) {
        space.estimates.extend(trial.levels.drain().filter_map(|(_, levels)| Rc::into_inner(levels)));
        for (s, series) in point.series.iter().enumerate() {
            let evaluator = alike(&names[s]);
            trial.series(series, evaluator, s * study.depths.len(), first, &mut space)?;
        }
    }
    space.estimates.extend(trial.levels.drain().filter_map(|(_, levels)| Rc::into_inner(levels)));
    SPACES.set(space);
    Ok(trial.board.tally(lanes))
}

/// The deepest level whose estimates some search of full width needs.
fn last(study: &Decisions, point: &Point) -> u32 {
    let end = point.game.shape().depth();
    let needed =
        |depth: &&u32| **depth < end || point.series.iter().any(|series| !keeps_certainty(&series.rule));
    study.depths.iter().filter(needed).copied().max().unwrap_or(0).min(end)
}

fn keeps_certainty(rule: &AnyRule) -> bool {
    match rule {
        AnyRule::Ordered(rule) => BackupRule::<u64>::keeps_certainty(&**rule),
        AnyRule::Win(rule, _) => BackupRule::<Win>::keeps_certainty(&**rule),
        AnyRule::Typed(rule) => BackupRule::<Typed>::keeps_certainty(&**rule),
        AnyRule::Payoffs(_) => false,
    }
}

thread_local! {
    /// Kept from block to block: new memory costs a tenth of the time of large trees.
    static SPACES: RefCell<Spaces> = RefCell::default();
}

/// Memory to work in.
#[derive(Default)]
struct Spaces {
    /// Estimates that are done with.
    estimates: Vec<LaneLevels>,
    /// The same as numbers, and with types.
    as_numbers: Levels<[f64; LANES]>,
    as_typed: Levels<Typed<[f64; LANES]>>,
    /// Where levels are backed up, by what they hold.
    bits: Space<u64>,
    numbers: Space<[f64; LANES]>,
    wins: Space<Win<[f64; LANES]>>,
    typed: Space<Typed<[f64; LANES]>>,
}

/// Estimates of some lanes.
type Estimates = Rc<LaneLevels>;

/// 64 trials at work. Evaluators are known by the number of the first series that has them.
struct Block<'a> {
    depths: &'a [u32],
    shape: Shape,
    batch: &'a Batch<u64>,
    lanes: usize,
    last: u32,
    /// By evaluator: the winners it names in all lanes, where it names winners only.
    winners: HashMap<usize, Option<Rc<Winners>>>,
    /// By evaluator and reading: the estimates of the lanes in hand.
    levels: HashMap<(usize, Reading), Estimates>,
    /// The games one by one, once a search has asked for them.
    trees: Vec<DrawnTree>,
    board: Scoreboard,
}

impl Block<'_> {
    /// Searches the lanes from `first` on; scores go to the columns from `column` on.
    fn series(
        &mut self,
        series: &Series,
        evaluator: usize,
        column: usize,
        first: usize,
        space: &mut Spaces,
    ) -> Result<()> {
        let trials = first..(first + LANES).min(self.lanes);
        if !matches!(series.search, AnySearch::FullWidth(_)) {
            return self.one_by_one(series, column, trials);
        }
        for (d, depth) in self.depths.iter().enumerate() {
            self.board.visited(column + d, nodes(self.shape, *depth) * trials.len() as u128);
        }
        // From this depth on a search finds the truth.
        let whole = if keeps_certainty(&series.rule) { self.shape.depth() } else { u32::MAX };
        if first == 0 {
            self.whole_games(whole, column);
        }
        if self.depths.iter().all(|depth| *depth >= whole) {
            return Ok(());
        }
        match &series.rule {
            AnyRule::Ordered(rule) => match self.winners(series, evaluator) {
                // Wins and losses: all 64 lanes at once, with the first of them.
                Some(_) if first > 0 => Ok(()),
                Some(winners) => {
                    let all = 0..self.lanes;
                    let rule: &dyn BackupRule<u64> = &**rule;
                    self.full_width(
                        &winners.first,
                        rule,
                        column,
                        whole,
                        &mut space.bits,
                        |board, at, moves| {
                            board.bits(at, all.clone(), moves);
                        },
                    )
                }
                None => {
                    let estimates = self.levels(series, evaluator, Reading::Win, first, space);
                    let used = std::mem::take(&mut space.as_numbers);
                    space.as_numbers = estimates.map_in(used, estimates.last(), |_, win| win.first);
                    let (numbers, space) = (&space.as_numbers, &mut space.numbers);
                    let rule: &dyn BackupRule<[f64; LANES]> = &**rule;
                    self.full_width(numbers, rule, column, whole, space, |board, at, moves| {
                        board.lanes(at, trials.clone(), moves, |lanes, i| lanes[i]);
                    })
                }
            },
            AnyRule::Win(rule, reading) => {
                let rule: &dyn BackupRule<Win<[f64; LANES]>> = &**rule;
                let estimates = self.levels(series, evaluator, *reading, first, space);
                self.full_width(&estimates, rule, column, whole, &mut space.wins, |board, at, moves| {
                    board.lanes(at, trials.clone(), moves, |lanes, i| lanes.lane(i));
                })
            }
            AnyRule::Typed(rule) => {
                let rule: &dyn BackupRule<Typed<[f64; LANES]>> = &**rule;
                let estimates = self.levels(series, evaluator, Reading::Certain, first, space);
                let used = std::mem::take(&mut space.as_typed);
                space.as_typed = estimates.map_in(used, estimates.last(), |place, win| {
                    let truth = std::array::from_fn(|i| self.batch.truth().at(place).lane(first + i));
                    Typed::estimate(win, truth, self.shape.mover(place.level))
                });
                let (typed, space) = (&space.as_typed, &mut space.typed);
                self.full_width(typed, rule, column, whole, space, |board, at, moves| {
                    board.lanes(at, trials.clone(), moves, |lanes, i| lanes.win.lane(i));
                })
            }
            AnyRule::Payoffs(_) => unreachable!("the experiment was checked: two players"),
        }
    }

    fn winners(&mut self, series: &Series, evaluator: usize) -> Option<Rc<Winners>> {
        let (batch, last) = (self.batch, self.last);
        let named = || series.evaluator.winners(batch, last).map(Rc::new);
        self.winners.entry(evaluator).or_insert_with(named).clone()
    }

    fn levels(
        &mut self,
        series: &Series,
        evaluator: usize,
        reading: Reading,
        first: usize,
        space: &mut Spaces,
    ) -> Estimates {
        let winners = self.winners(series, evaluator);
        let (batch, last) = (self.batch, self.last);
        // Named winners are read the same in both ways.
        let reading = if winners.is_some() { Reading::Win } else { reading };
        let found = self.levels.entry((evaluator, reading)).or_insert_with(|| {
            let used = space.estimates.pop().unwrap_or_default();
            let levels = match winners {
                Some(winners) => Some(winners.lanes_in(used, first)),
                None => series.evaluator.levels_in(used, batch, first, reading, last),
            };
            Rc::new(levels.expect("the experiment was checked: the evaluator can be read so"))
        });
        found.clone()
    }

    /// A search to the end of the game finds the truth, in all lanes.
    fn whole_games(&mut self, whole: u32, column: usize) {
        for (d, depth) in self.depths.iter().enumerate().filter(|(_, depth)| **depth >= whole) {
            let at = At { column: column + d, depth: *depth };
            self.board.bits(at, 0..self.lanes, self.batch.truth().level(1));
        }
    }

    /// Level by level, every depth but those of the whole game; `judge` scores what the moves are worth.
    fn full_width<V: Copy>(
        &mut self,
        estimates: &Levels<V>,
        rule: &dyn BackupRule<V>,
        column: usize,
        whole: u32,
        space: &mut Space<V>,
        judge: impl Fn(&mut Scoreboard, At, &[V]),
    ) -> Result<()> {
        for (d, depth) in self.depths.iter().enumerate().filter(|(_, depth)| **depth < whole) {
            full_width_in(space, self.shape, estimates, *depth, rule)?;
            judge(&mut self.board, At { column: column + d, depth: *depth }, space.moves());
        }
        Ok(())
    }

    fn one_by_one(&mut self, series: &Series, column: usize, trials: Range<usize>) -> Result<()> {
        if self.trees.is_empty() {
            self.trees = self.batch.trees(0);
        }
        for trial in trials {
            let tree = &self.trees[trial];
            for (d, depth) in self.depths.iter().enumerate() {
                let at = At { column: column + d, depth: *depth };
                let found = search(series, tree, *depth)?;
                self.board.visited(at.column, u128::from(found.generated) + 1);
                self.board.one(at, trial, &found);
            }
        }
        Ok(())
    }
}
