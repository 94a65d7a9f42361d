//! Trials: one block of 64 games, searched by every series to every depth.
//!
//! Full width goes level by level over lanes of trials; other searches take the trials one by one. Both
//! give the same scores: `tests/suite/truth.rs` compares them.

use super::{Decisions, Point, Series};
use crate::error::Result;
use crate::experiment::Ties;
use crate::tally::Tally;
use plyscope::evaluator::{LANES, Reading, Winners};
use plyscope::game::{Game, Player};
use plyscope::key::{Domain, DrawKey};
use plyscope::lanes::Bits;
use plyscope::registry::AnyRule;
use plyscope::rule::BackupRule;
use plyscope::search::{
    AnySearch, Budget, PairScore, Report, Score, Scores, Search, TypedWins, Wins, compare_pairs, levels,
};
use plyscope::tree::{Batch, DrawnTree, Levels, Place, Shape};
use plyscope::truth::ByConstruction;
use plyscope::value::{Ranked, Typed, Win};
use std::collections::HashMap;
use std::ops::Range;
use std::rc::Rc;

/// The scores of the first so many trials of a block, as a tally.
pub(super) fn block(study: &Decisions, point: &Point, block: u64, lanes: usize) -> Result<Tally> {
    let shape = point.game.shape();
    let columns = point.series.len() * study.depths.len();
    let batch = point.source.batch(block)?;
    let mut trial = Block {
        ties: study.ties,
        pairs: study.pairs,
        choices: point.source.stream.block(block).draw(Domain::Ties),
        depths: &study.depths,
        shape,
        scale: study.score_scale(shape),
        batch: &batch,
        lanes,
        winners: HashMap::new(),
        levels: HashMap::new(),
        scores: vec![[0; 64]; columns],
        nodes: vec![[0; 64]; columns],
    };
    for first in (0..lanes).step_by(LANES) {
        trial.levels.clear();
        for (s, series) in point.series.iter().enumerate() {
            trial.series(series, s * study.depths.len(), first)?;
        }
    }
    let mut tally = Tally::new(columns, trial.scale);
    for lane in 0..lanes {
        let scores: Vec<u64> = trial.scores.iter().map(|lanes| lanes[lane]).collect();
        tally.add(&scores);
        trial.nodes.iter().zip(&mut tally.nodes).for_each(|(lanes, sum)| *sum += u128::from(lanes[lane]));
    }
    Ok(tally)
}

/// Estimates of some lanes.
type Estimates = Rc<Levels<Win<[f64; LANES]>>>;

/// 64 trials at work: what series share is computed once.
struct Block<'a> {
    ties: Ties,
    /// Are pairs of moves compared, not choices judged?
    pairs: bool,
    /// What decides between tied moves, where the key is to decide.
    choices: DrawKey,
    depths: &'a [u32],
    shape: Shape,
    scale: u64,
    batch: &'a Batch<u64>,
    lanes: usize,
    /// By evaluator: the winners it names in all lanes, where it names winners only.
    winners: HashMap<String, Option<Rc<Winners>>>,
    /// By evaluator and reading: the estimates of the lanes in hand.
    levels: HashMap<(String, Reading), Estimates>,
    scores: Vec<[u64; 64]>,
    nodes: Vec<[u64; 64]>,
}

impl Block<'_> {
    /// Searches the lanes from `first` on; scores go to the columns from `column` on.
    fn series(&mut self, series: &Series, column: usize, first: usize) -> Result<()> {
        if !matches!(series.search, AnySearch::FullWidth(_)) {
            return self.one_by_one(series, column, first);
        }
        for (d, depth) in self.depths.iter().enumerate() {
            self.nodes[column + d] = [(0..=(*depth).min(self.shape.depth()))
                .map(|level| self.shape.width(level) as u64)
                .sum(); 64];
        }
        match &series.rule {
            AnyRule::Ordered(rule) => match self.winners(series) {
                // Wins and losses: all 64 lanes at once, with the first of them.
                Some(_) if first > 0 => Ok(()),
                Some(winners) => {
                    let rule: &dyn BackupRule<u64> = &**rule;
                    let lane = |value: &u64, i: usize| f64::from(u8::from(value >> i & 1 == 1));
                    self.full_width(&winners.first, rule, column, 0..self.lanes, lane)
                }
                None => {
                    let estimates = self.levels(series, Reading::Win, first).map(|_, win| win.first);
                    let rule: &dyn BackupRule<[f64; LANES]> = &**rule;
                    self.full_width(&estimates, rule, column, self.window(first), |lanes, i| lanes[i])
                }
            },
            AnyRule::Win(rule, reading) => {
                let rule: &dyn BackupRule<Win<[f64; LANES]>> = &**rule;
                let estimates = self.levels(series, *reading, first);
                self.full_width(&estimates, rule, column, self.window(first), |lanes, i| lanes.lane(i))
            }
            AnyRule::Typed(rule) => {
                let rule: &dyn BackupRule<Typed<[f64; LANES]>> = &**rule;
                let estimates = self.levels(series, Reading::Certain, first);
                let typed = estimates.map(|place, win| {
                    let truth = std::array::from_fn(|i| self.batch.truth().at(place).lane(first + i));
                    Typed::estimate(win, truth, self.shape.mover(place.level))
                });
                self.full_width(&typed, rule, column, self.window(first), |lanes, i| lanes.win.lane(i))
            }
            AnyRule::Payoffs(_) => unreachable!("the experiment was checked: two players"),
        }
    }

    fn window(&self, first: usize) -> Range<usize> {
        first..(first + LANES).min(self.lanes)
    }

    fn winners(&mut self, series: &Series) -> Option<Rc<Winners>> {
        let batch = self.batch;
        let name = series.evaluator.name().to_string();
        self.winners.entry(name).or_insert_with(|| series.evaluator.winners(batch).map(Rc::new)).clone()
    }

    fn levels(&mut self, series: &Series, reading: Reading, first: usize) -> Estimates {
        let winners = self.winners(series);
        let batch = self.batch;
        // Named winners are read the same in both ways.
        let reading = if winners.is_some() { Reading::Win } else { reading };
        let key = (series.evaluator.name().to_string(), reading);
        let found = self.levels.entry(key).or_insert_with(|| {
            let levels = match winners {
                Some(winners) => Some(winners.lanes(first)),
                None => series.evaluator.levels(batch, first, reading),
            };
            Rc::new(levels.expect("the experiment was checked: the evaluator can be read so"))
        });
        found.clone()
    }

    /// Level by level, every depth; `lane` gives the value of a trial.
    fn full_width<V: Copy, W: Ranked>(
        &mut self,
        estimates: &Levels<V>,
        rule: &dyn BackupRule<V>,
        column: usize,
        trials: Range<usize>,
        lane: impl Fn(&V, usize) -> W,
    ) -> Result<()> {
        let mut values: Vec<W> = Vec::with_capacity(self.shape.branching());
        for (d, depth) in self.depths.iter().enumerate() {
            let found = levels::full_width(self.shape, estimates, (*depth).min(self.shape.depth()), rule)?;
            for trial in trials.clone() {
                values.clear();
                values.extend(found.moves.iter().map(|value| lane(value, trial - trials.start)));
                let best =
                    values.iter().copied().reduce(|a, b| if b.beats(&a, Player::FIRST) { b } else { a });
                let best = best.expect("a position has moves");
                let ties: Vec<usize> =
                    (0..values.len()).filter(|m| values[*m].ties(&best, Player::FIRST)).collect();
                let wins = |m: usize| self.batch.truth().level(1)[m].lane(trial);
                self.scores[column + d][trial] = if self.pairs {
                    let values: Vec<Option<W>> = values.iter().copied().map(Some).collect();
                    let wins: Vec<bool> = (0..values.len()).map(wins).collect();
                    self.pair_score(compare_pairs(Player::FIRST, &values, &wins))
                } else {
                    self.score(trial, *depth, &ties, wins)
                };
            }
        }
        Ok(())
    }

    /// The share of the tied moves that are right (whose true value is the best there is), or whether the
    /// one that is taken is. The key decides alike for every rule at the same trial and depth.
    fn score(&self, trial: usize, depth: u32, ties: &[usize], wins: impl Fn(usize) -> bool) -> u64 {
        let best = (0..self.shape.branching()).any(&wins);
        let right = |m: &usize| u64::from(wins(*m) == best);
        match self.ties {
            Ties::Share => self.scale * ties.iter().map(right).sum::<u64>() / ties.len() as u64,
            Ties::First => self.scale * right(&ties[0]),
            Ties::Hash => {
                let taken = self.choices.below(trial as u32, u64::from(depth), ties.len() as u32);
                self.scale * right(&ties[taken as usize])
            }
        }
    }

    /// All pairs in the right order score the whole.
    fn pair_score(&self, score: PairScore) -> u64 {
        self.scale * score.halves / (2 * score.pairs).max(1)
    }

    fn one_by_one(&mut self, series: &Series, column: usize, first: usize) -> Result<()> {
        for trial in self.window(first) {
            let tree = self.batch.tree(trial);
            for (d, depth) in self.depths.iter().enumerate() {
                let found = search(series, &tree, *depth)?;
                let wins = |m: usize| tree.truth(Place { level: 1, index: m });
                self.scores[column + d][trial] = match self.pairs {
                    true => self.pair_score(found.pairs),
                    false => self.score(trial, *depth, &found.ties, wins),
                };
                self.nodes[column + d][trial] = found.generated + 1;
            }
        }
        Ok(())
    }
}

/// What one plain search of one trial found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// The tied moves.
    pub ties: Vec<usize>,
    /// Nodes generated, the root not among them.
    pub generated: u64,
    /// Pairs of a winning and a losing move that are valued in the right order.
    pub pairs: PairScore,
}

impl Found {
    fn new<V: Ranked>(report: Report<V>, tree: &DrawnTree) -> Self {
        let value = |score: &Score<V>| match score {
            Score::Exact(value) => Some(*value),
            _ => None,
        };
        let values: Vec<Option<V>> = report.scores.iter().map(value).collect();
        let wins: Vec<bool> = (0..values.len()).map(|index| tree.truth(Place { level: 1, index })).collect();
        Found {
            pairs: compare_pairs(Player::FIRST, &values, &wins),
            ties: report.ties,
            generated: report.counts.generated,
        }
    }
}

/// One plain search of one trial.
pub fn search(series: &Series, tree: &DrawnTree, depth: u32) -> Result<Found> {
    let budget = Budget::depth(depth)?;
    let (root, e) = (tree.start(), &*series.evaluator);
    let search = &series.search;
    Ok(match &series.rule {
        AnyRule::Ordered(rule) => {
            let rule: &dyn BackupRule<f64> = &**rule;
            Found::new(search.search(tree, &root, &Scores::new(tree, e)?, rule, &budget)?, tree)
        }
        AnyRule::Win(rule, reading) => {
            let rule: &dyn BackupRule<Win> = &**rule;
            Found::new(search.search(tree, &root, &Wins::new(tree, e, *reading)?, rule, &budget)?, tree)
        }
        AnyRule::Typed(rule) => {
            let rule: &dyn BackupRule<Typed> = &**rule;
            let wins = TypedWins::new(tree, e, ByConstruction)?;
            Found::new(search.search(tree, &root, &wins, rule, &budget)?, tree)
        }
        AnyRule::Payoffs(_) => unreachable!("the experiment was checked: two players"),
    })
}
