//! Trials in lanes: one block of 64 drawn games, searched by every player to every depth.
//!
//! Full width goes level by level over lanes of trials; other players take the trials one by one. Both
//! give the same scores: `tests/suite/truth.rs` compares them. What series share is computed once, and only
//! down to the level that some search needs: one that sees the whole game needs no estimates but the truth.

use super::Measure;
use super::scoreboard::{At, Scoreboard};
use crate::error::Result;
use crate::tally::Tally;
use plyscope::evaluator::{EightTrials, LANES, LaneLevels, Winners};
use plyscope::key::Domain;
use plyscope::memory;
use plyscope::player::{LanePlayer, Player};
use plyscope::rule::{BackupRule, Reading};
use plyscope::search::Effort;
use plyscope::search::levels::{LaneValue, LevelScratch, Scratch, WithLanes, full_width_in, in_lanes};
use plyscope::source::{Drawn, DrawnGames, Trial};
use plyscope::tree::{Batch, Levels, Shape};
use std::cell::RefCell;
use std::collections::HashMap;
use std::ops::Range;
use std::rc::Rc;
use std::sync::Arc;

/// What is to be done at a point.
pub(super) struct Lanes<'a> {
    pub(super) measure: &'a dyn Measure,
    /// Depths, all of them.
    pub(super) efforts: &'a [Effort],
    pub(super) scale: u64,
    pub(super) games: &'a DrawnGames,
    pub(super) players: &'a [Arc<dyn Player>],
}

impl Lanes<'_> {
    /// The scores of the first `lanes` trials of a block, as a tally.
    pub(super) fn block(&self, block: u64, lanes: usize) -> Result<Tally> {
        let shape = self.games.game.shape();
        let batch = self.games.batch(block)?;
        let choices = self.games.stream.block(block).draw(Domain::Ties);
        let depths: Vec<u32> = self.efforts.iter().filter_map(|effort| effort.depth()).collect();
        let names: Vec<String> = self.players.iter().map(|player| player.parts().evaluator).collect();
        let alike = |name: &String| names.iter().position(|other| other == name).expect("it is there itself");
        let columns = self.players.len() * depths.len();
        let wins = batch.truth().level(1);
        let mut work = Block {
            last: self.last(&depths, shape),
            depths: &depths,
            shape,
            batch: &batch,
            lanes,
            winners: HashMap::new(),
            levels: HashMap::new(),
            trials: Vec::new(),
            board: Scoreboard::new(self.measure, self.scale, choices, columns, wins),
        };
        let mut spaces = SPACES.take();
        for first in (0..lanes).step_by(LANES) {
            spaces.estimates.extend(work.levels.drain().filter_map(|(_, levels)| Rc::into_inner(levels)));
            for (s, player) in self.players.iter().enumerate() {
                let column = s * depths.len();
                match player.lanes() {
                    Some(in_lanes) => work.series(in_lanes, alike(&names[s]), column, first, &mut spaces)?,
                    None => work.one_by_one(&**player, column, first..(first + LANES).min(lanes))?,
                }
            }
        }
        spaces.estimates.extend(work.levels.drain().filter_map(|(_, levels)| Rc::into_inner(levels)));
        SPACES.set(spaces);
        Ok(work.board.tally(lanes))
    }

    /// The deepest level whose estimates some search of full width needs.
    fn last(&self, depths: &[u32], shape: Shape) -> u32 {
        let end = shape.depth();
        let uncertain = self
            .players
            .iter()
            .any(|player| player.lanes().is_some_and(|in_lanes| !in_lanes.rule.keeps_certainty()));
        let needed = |depth: &&u32| **depth < end || uncertain;
        depths.iter().filter(needed).copied().max().unwrap_or(0).min(end)
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
    /// Where levels of wins and losses are backed up.
    bits: LevelScratch<u64>,
    /// Where others are.
    rooms: Scratch,
}

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
    levels: HashMap<(usize, Reading), Rc<LaneLevels>>,
    /// The games one by one, once a player has asked for them.
    trials: Vec<Trial>,
    board: Scoreboard,
}

impl Block<'_> {
    /// Searches the lanes from `first` on; scores go to the columns from `column` on.
    fn series(
        &mut self,
        player: LanePlayer<'_>,
        evaluator: usize,
        column: usize,
        first: usize,
        spaces: &mut Spaces,
    ) -> Result<()> {
        let trials = first..(first + LANES).min(self.lanes);
        for (d, depth) in self.depths.iter().enumerate() {
            self.board.visited(column + d, nodes(self.shape, *depth) * trials.len() as u128);
        }
        // From this depth on a search finds the truth.
        let whole = if player.rule.keeps_certainty() { self.shape.depth() } else { u32::MAX };
        if first == 0 {
            self.whole_games(whole, column);
        }
        if self.depths.iter().all(|depth| *depth >= whole) {
            return Ok(());
        }
        if let Some(rule) = player.rule.on_bits()
            && let Some(winners) = self.winners(player, evaluator)
        {
            // Wins and losses: all 64 lanes at once, with the first of them.
            let all = 0..self.lanes;
            return match first {
                0 => self.full_width(
                    &winners.first,
                    rule,
                    column,
                    whole,
                    &mut spaces.bits,
                    |board, at, moves| {
                        board.bits(at, all.clone(), moves);
                    },
                ),
                _ => Ok(()),
            };
        }
        let search = InLanes { block: self, player, evaluator, column, first, whole, trials, spaces };
        in_lanes(player.rule, search).unwrap_or_else(|| {
            let why = "this rule has no lanes; it is not for games that are drawn by key".into();
            Err(plyscope::Error::Settings { kind: "full-width".into(), why }.into())
        })
    }

    fn winners(&mut self, player: LanePlayer<'_>, evaluator: usize) -> Option<Rc<Winners>> {
        let (batch, last) = (self.batch, self.last);
        let named = || player.evaluator.winners(batch, last).map(Rc::new);
        self.winners.entry(evaluator).or_insert_with(named).clone()
    }

    fn levels(
        &mut self,
        player: LanePlayer<'_>,
        evaluator: usize,
        reading: Reading,
        first: usize,
        used: &mut Vec<LaneLevels>,
    ) -> Rc<LaneLevels> {
        let winners = self.winners(player, evaluator);
        let (batch, last) = (self.batch, self.last);
        // Named winners are read the same in both ways.
        let reading = if winners.is_some() { Reading::Win } else { reading };
        let found = self.levels.entry((evaluator, reading)).or_insert_with(|| {
            let used = used.pop().unwrap_or_default();
            let levels = match winners {
                Some(winners) => Some(winners.lanes_in(used, first)),
                None => player.evaluator.levels_in(used, EightTrials { batch, first, reading, last }),
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
        space: &mut LevelScratch<V>,
        judge: impl Fn(&mut Scoreboard, At, &[V]),
    ) -> Result<()> {
        for (d, depth) in self.depths.iter().enumerate().filter(|(_, depth)| **depth < whole) {
            full_width_in(space, self.shape, estimates, *depth, rule)?;
            judge(&mut self.board, At { column: column + d, depth: *depth }, space.moves());
        }
        Ok(())
    }

    /// Searches that are not full width take the trials as they are.
    fn one_by_one(&mut self, player: &dyn Player, column: usize, trials: Range<usize>) -> Result<()> {
        if self.trials.is_empty() {
            self.trials = self.batch.trees(0).into_iter().map(Drawn::trial_of).collect();
        }
        for i in trials {
            let trial = &self.trials[i];
            for (d, depth) in self.depths.iter().enumerate() {
                let effort = Effort::Depth(*depth);
                let at = At { column: column + d, depth: *depth };
                let seen = player.decide(&trial.position, &[effort])?;
                self.board.visited(at.column, u128::from(seen.nodes()));
                self.board.record(at, i, &seen);
            }
        }
        Ok(())
    }
}

/// A search of some lanes by a rule of any kind.
struct InLanes<'a, 'b, 'c> {
    block: &'a mut Block<'b>,
    player: LanePlayer<'c>,
    evaluator: usize,
    column: usize,
    first: usize,
    whole: u32,
    trials: Range<usize>,
    spaces: &'a mut Spaces,
}

impl WithLanes for InLanes<'_, '_, '_> {
    type Output = Result<()>;

    fn with<V: LaneValue>(self, rule: &dyn BackupRule<V>, reading: Reading) -> Result<()> {
        let InLanes { block, player, evaluator, column, first, whole, trials, spaces } = self;
        let estimates = block.levels(player, evaluator, reading, first, &mut spaces.estimates);
        let room = V::room(&mut spaces.rooms);
        let values = V::levels(&estimates, &mut room.made, block.batch, first);
        block.full_width(values, rule, column, whole, &mut room.space, |board, at, moves| {
            board.lanes(at, trials.clone(), moves, |lanes, i| lanes.lane(i));
        })
    }
}

/// Bytes of 64 drawn games: two batches while trivial games are drawn again, the games one by one, and sums of N-games.
pub(super) fn batch_bytes(shape: Shape) -> u128 {
    memory::drawn_games(shape.branching(), shape.depth())
}

/// Nodes down to a depth, the root among them.
pub(super) fn nodes(shape: Shape, depth: u32) -> u128 {
    memory::nodes(shape.branching(), depth.min(shape.depth()))
}
