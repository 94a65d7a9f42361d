//! Matches on real games: the share of points that one player takes from another.
//!
//! A trial is one start, played twice with sides exchanged, so that neither the start nor the first move
//! favours anybody; its score is the points of both games together, and the interval is over starts. Where a game
//! always starts alike, `plies` is swept: so many random moves come first. Moves that
//! a player finds equally good are chosen between by the trial's key. Players search to equal depths, or, where
//! `nodes` is swept, with equal numbers of nodes a move.

use super::opening::Opening;
use super::side::{self, ALONE, Ground, Side, side};
use super::{Cell, Cost, Described, Sampled, Scale, player};
use crate::error::Result;
use crate::experiment::{Draft, SeriesFile};
use crate::tally::Tally;
use plyscope::game::{Game, RealGame};
use plyscope::key::Stream;
use plyscope::play::{Contestant, play};
use std::collections::BTreeMap;
use std::sync::Arc;
use toml::Spanned;

/// Points of a win; a trial is two games, so its score is 0 to 4 half points.
const HALF_POINTS: u64 = 4;

/// Plays matches.
pub struct Matches {
    depths: Vec<u32>,
    points: Vec<Point>,
}

struct Point {
    game: Arc<dyn RealGame>,
    stream: Stream,
    opening: Opening,
    /// Nodes a move, where they are limited.
    nodes: Option<u64>,
    pairs: Vec<[Side; 2]>,
}

impl Matches {
    /// Checks what the experiment's file says.
    pub(crate) fn build(draft: &Draft<'_>) -> Result<Self> {
        side::check_depths(draft)?;
        let points = draft.places.iter().map(|place| point(draft, place)).collect::<Result<_>>()?;
        Ok(Matches { depths: draft.depths.clone(), points })
    }
}

fn point(draft: &Draft<'_>, place: &BTreeMap<String, String>) -> Result<Point> {
    let Ground { game, stream, subject } = side::ground(draft, place)?;
    let pair = |series: &Spanned<SeriesFile>| {
        draft.only(series, &["rule", "evaluator", "search", "against"])?;
        let missing =
            || draft.text.wrong(series.span().start, "this [[series]] needs `against`, another player");
        let against = series.get_ref().against.as_ref().ok_or_else(missing)?;
        let mine = player::given(draft, series)?;
        Ok([side(draft, &mine, &subject, place)?, side(draft, against, &subject, place)?])
    };
    let pairs = draft.file.series.iter().map(pair).collect::<Result<_>>()?;
    let opening = Opening::given(draft, place)?;
    Ok(Point { game, stream, opening, nodes: side::nodes(draft, place)?, pairs })
}

impl Described for Matches {
    fn scale(&self) -> Scale {
        Scale { label: "share of points", share: true, logarithmic: false, level: Some(0.5) }
    }

    fn cell(&self, point: usize, series: usize) -> Cell {
        let [mine, other] = self.points[point].pairs[series].each_ref().map(Side::named);
        let [rule, evaluator, search] = [0, 1, 2].map(|i| {
            if mine[i] == other[i] { mine[i].clone() } else { format!("{} against {}", mine[i], other[i]) }
        });
        let game = self.points[point].game.any().name().to_string();
        Cell { game, evaluator, rule, search, metric: "win-share" }
    }
}

impl Sampled for Matches {
    fn block_size(&self) -> u64 {
        ALONE
    }

    fn empty(&self, point: usize) -> Tally {
        Tally::new(self.points[point].pairs.len() * self.depths.len(), HALF_POINTS)
    }

    fn block(&self, point: usize, block: u64, trials: usize) -> Result<Tally> {
        let mut tally = self.empty(point);
        let (depths, point) = (&self.depths, &self.points[point]);
        let rules = point.game.any();
        for lane in 0..trials as u64 {
            let trial = point.stream.trial(ALONE * block + lane);
            let start = point.opening.position(&rules, trial)?;
            let mut scores = vec![0; point.pairs.len() * depths.len()];
            for (s, pair) in point.pairs.iter().enumerate() {
                for (d, depth) in depths.iter().enumerate() {
                    let [one, other] =
                        [pair[0].within(*depth, point.nodes)?, pair[1].within(*depth, point.nodes)?];
                    let (one, other): (&dyn Contestant, &dyn Contestant) = (&one, &other);
                    let first = play(&rules, start.clone(), [one, other], trial, 0)?;
                    let second = play(&rules, start.clone(), [other, one], trial, 1)?;
                    scores[s * depths.len() + d] = first.half_points + (2 - second.half_points);
                    // Of the player that the series is about.
                    tally.nodes[s * depths.len() + d] += u128::from(first.nodes[0] + second.nodes[1]);
                }
            }
            tally.add(&scores);
        }
        Ok(tally)
    }

    fn cost(&self, point: usize) -> Cost {
        // Six moves a position and twenty moves a game, as in the paper's game; others differ.
        let limit = self.points[point].nodes.map_or(u128::MAX, u128::from);
        let depth = |depth: &u32| if *depth == 0 { 20 } else { (*depth).min(20) };
        let nodes = |d: &u32| 40 * 6u128.saturating_pow(depth(d)).min(limit);
        let pairs = self.points[point].pairs.len() as u128;
        Cost { nodes: pairs * self.depths.iter().map(nodes).sum::<u128>(), bytes: 1 << 20 }
    }
}
