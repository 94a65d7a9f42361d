//! Decision accuracy: the share of trials in which the chosen move's true value is the best there is, on
//! games that are drawn by key.

mod block;
mod plain;
mod scores;

pub use plain::{Found, search};

use super::player::{self, Player};
use super::{Cell, Cost, Described, Sampled, Scale};
use crate::error::Result;
use crate::experiment::{Draft, Measure, SeriesFile, Ties, WantedGames};
use crate::tally::{Tally, scale_for};
use plyscope::evaluator::{LANES, TreeEvaluator};
use plyscope::registry::{AnyRule, EvaluatorKind, GameKind, Subject, Thinking};
use plyscope::search::AnySearch;
use plyscope::source::{DrawnGames, Wanted};
use plyscope::tree::{ErasedTreeGame, Shape};
use std::collections::BTreeMap;
use std::sync::Arc;
use toml::Spanned;

/// Counts correct decisions.
pub struct Decisions {
    /// What a trial scores where several moves are tied.
    pub ties: Ties,
    /// Are pairs of a winning and a losing move compared, as in the forward-pruning paper, not choices judged?
    pub pairs: bool,
    /// Search depths.
    pub depths: Vec<u32>,
    /// The points of the sweep; one without a sweep.
    pub points: Vec<Point>,
}

/// One point of a sweep, with everything that is searched there.
#[derive(Clone)]
pub struct Point {
    /// The game.
    pub game: Arc<dyn ErasedTreeGame>,
    /// Its trials.
    pub source: DrawnGames,
    /// The curves.
    pub series: Vec<Series>,
}

/// One curve at a point.
#[derive(Clone)]
pub struct Series {
    /// The rule's name.
    pub rule_name: String,
    /// The rule.
    pub rule: AnyRule,
    /// The evaluator.
    pub evaluator: Arc<dyn TreeEvaluator>,
    /// The search.
    pub search: AnySearch,
}

impl Decisions {
    /// Checks what the experiment's file says.
    pub(crate) fn build(draft: &Draft<'_>) -> Result<Self> {
        draft.needs_depths()?;
        let points = draft.places.iter().map(|place| point(draft, place)).collect::<Result<_>>()?;
        let pairs = draft.file.measure == Measure::PairAccuracy;
        Ok(Decisions { ties: draft.file.ties, pairs, depths: draft.depths.clone(), points })
    }

    /// What every score is a whole number of.
    fn score_scale(&self, shape: Shape) -> u64 {
        let moves = shape.branching();
        // Half points of all pairs; the most pairs there are where half of the moves win.
        scale_for(if self.pairs { 2 * (moves / 2) * moves.div_ceil(2) } else { moves })
    }
}

/// A drawn game at a point of the sweep, with everybody who searches it.
pub(super) fn point(draft: &Draft<'_>, place: &BTreeMap<String, String>) -> Result<Point> {
    let (file, kind) = (draft.file, draft.game(place)?);
    let GameKind::Drawn(game) = kind.clone() else {
        let why = format!("{} is not a win-loss game that is drawn by key", kind.name());
        return Err(draft.text.wrong(draft.game_at()?, why));
    };
    for depth in &draft.depths {
        // Trees of several heights share their depths where pairs are compared: a search ends with the game.
        let beyond = *depth > game.shape().depth() && file.measure != Measure::PairAccuracy;
        if *depth == 0 || beyond {
            let why = format!("depth {depth} is not within 1 to {} of {}", game.shape().depth(), game.name());
            return Err(draft.text.wrong(draft.depths_at(), why));
        }
    }
    let subject = Subject { game: kind, seed: draft.seed };
    let curves = file.series.iter().map(|one| series(draft, one, &subject, place)).collect::<Result<_>>()?;
    let wanted = match file.wanted {
        WantedGames::NonTrivial => Wanted::NonTrivial,
        WantedGames::Every => Wanted::Every,
    };
    let stream = draft.stream(&game.name(), place);
    Ok(Point { source: DrawnGames { game: game.clone(), stream, wanted }, game, series: curves })
}

fn series(
    draft: &Draft<'_>,
    file: &Spanned<SeriesFile>,
    subject: &Subject,
    place: &BTreeMap<String, String>,
) -> Result<Series> {
    draft.only(file, &["rule", "evaluator", "search"])?;
    let given = player::given(draft, file)?;
    let Player { rule: rule_name, thinking: Thinking { rule, search }, evaluator } =
        player::player(draft, &given, subject, place)?;
    let EvaluatorKind::Drawn(evaluator) = evaluator else {
        return Err(draft.text.wrong(given.evaluator.span().start, "this evaluator is for real games"));
    };
    Ok(Series { rule_name, rule, evaluator, search })
}

impl Described for Decisions {
    fn scale(&self) -> Scale {
        let label =
            if self.pairs { "share of pairs in the right order" } else { "share of correct decisions" };
        Scale { label, share: true, logarithmic: false, level: None }
    }

    fn cell(&self, point: usize, series: usize) -> Cell {
        let (point, series) = (&self.points[point], &self.points[point].series[series]);
        Cell {
            game: point.game.name().to_string(),
            evaluator: series.evaluator.name().to_string(),
            rule: series.rule_name.clone(),
            search: series.search.name().to_string(),
            metric: if self.pairs { "pair-accuracy" } else { "decision-accuracy" },
        }
    }
}

impl Sampled for Decisions {
    fn chunk(&self) -> u64 {
        512
    }

    fn empty(&self, point: usize) -> Tally {
        let point = &self.points[point];
        Tally::new(point.series.len() * self.depths.len(), self.score_scale(point.game.shape()))
    }

    fn block(&self, point: usize, block: u64, trials: usize) -> Result<Tally> {
        block::block(self, &self.points[point], block, trials)
    }

    fn cost(&self, point: usize) -> Cost {
        let (shape, series) = (self.points[point].game.shape(), self.points[point].series.len() as u128);
        // The games, and the estimates of a window.
        let bytes = batch_bytes(shape) + nodes(shape, shape.depth()) * 3 * 16 * LANES as u128;
        Cost { nodes: series * self.depths.iter().map(|depth| nodes(shape, *depth)).sum::<u128>(), bytes }
    }
}

/// Bytes of 64 drawn games: two batches while trivial games are drawn again, the games one by one, and sums of N-games.
pub(super) fn batch_bytes(shape: Shape) -> u128 {
    nodes(shape, shape.depth()) * (2 * 8 + 16 + 10 * 8)
}

/// Nodes down to a depth, the root among them.
fn nodes(shape: Shape, depth: u32) -> u128 {
    (0..=depth.min(shape.depth())).map(|level| shape.width(level) as u128).sum()
}
