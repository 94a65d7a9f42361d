//! How many nodes a search visits, the root among them: what pruning saves.
//!
//! A trial is a position, searched by every series to every depth: a game that is drawn by key, or a position of a
//! real game (`opening.rs`).

use super::decisions::{self, search};
use super::opening::Opening;
use super::side::{self, ALONE, Ground, Side, side};
use super::{Cell, Cost, Described, Sampled, Scale, player};
use crate::error::Result;
use crate::experiment::{Draft, SeriesFile};
use crate::tally::Tally;
use plyscope::game::{Game, RealGame, moves_of};
use plyscope::key::Stream;
use plyscope::play::Contestant;
use plyscope::registry::GameKind;
use std::collections::BTreeMap;
use std::sync::Arc;
use toml::Spanned;

/// Counts nodes.
pub struct Nodes {
    depths: Vec<u32>,
    points: Vec<Point>,
}

enum Point {
    Drawn(decisions::Point),
    Real(RealPoint),
}

/// Positions of a real game, and who searches them.
struct RealPoint {
    game: Arc<dyn RealGame>,
    stream: Stream,
    opening: Opening,
    series: Vec<Side>,
}

impl Nodes {
    /// Checks what the experiment's file says.
    pub(crate) fn build(draft: &Draft<'_>) -> Result<Self> {
        draft.needs_depths()?;
        side::check_depths(draft)?;
        let points = draft.places.iter().map(|place| point(draft, place)).collect::<Result<_>>()?;
        Ok(Nodes { depths: draft.depths.clone(), points })
    }

    fn series(&self, point: usize) -> usize {
        match &self.points[point] {
            Point::Drawn(point) => point.series.len(),
            Point::Real(point) => point.series.len(),
        }
    }
}

fn point(draft: &Draft<'_>, place: &BTreeMap<String, String>) -> Result<Point> {
    let kind = draft.game(place)?;
    match &kind {
        GameKind::Drawn(_) if place.contains_key("plies") => Err(draft
            .text
            .wrong(draft.game_at()?, "`plies` are for games with a start; this one is drawn by key")),
        GameKind::Drawn(_) => decisions::point(draft, place).map(Point::Drawn),
        GameKind::Real(_) => positions(draft, place).map(Point::Real),
        _ => Err(draft.text.wrong(draft.game_at()?, format!("nodes are not counted in {}", kind.name()))),
    }
}

fn positions(draft: &Draft<'_>, place: &BTreeMap<String, String>) -> Result<RealPoint> {
    let Ground { game, stream, subject } = side::ground(draft, place)?;
    let (name, opening) = (game.any().name(), Opening::given(draft, place)?);
    if opening.plies == 0 && name.get("start") != Some("random") {
        let why =
            format!("every trial of {name} would be the same position: sweep `plies`, random first moves");
        return Err(draft.text.wrong(draft.game_at()?, why));
    }
    let series = |one: &Spanned<SeriesFile>| {
        draft.only(one, &["rule", "evaluator", "search"])?;
        side(draft, &player::given(draft, one)?, &subject, place)
    };
    let series = draft.file.series.iter().map(series).collect::<Result<_>>()?;
    Ok(RealPoint { game, stream, opening, series })
}

impl Described for Nodes {
    fn scale(&self) -> Scale {
        Scale { label: "nodes visited", share: false, logarithmic: true, level: None }
    }

    fn cell(&self, point: usize, series: usize) -> Cell {
        let (game, [rule, evaluator, search]) = match &self.points[point] {
            Point::Drawn(point) => {
                let one = &point.series[series];
                let names = [one.evaluator.name(), one.search.name()].map(|name| name.to_string());
                let [evaluator, search] = names;
                (point.game.name(), [one.rule_name.clone(), evaluator, search])
            }
            Point::Real(point) => (point.game.any().name(), point.series[series].named()),
        };
        let game = game.to_string();
        Cell { game, evaluator, rule, search, metric: "nodes" }
    }
}

impl Sampled for Nodes {
    fn block_size(&self) -> u64 {
        let drawn = self.points.iter().any(|point| matches!(point, Point::Drawn(_)));
        if drawn { 64 } else { ALONE }
    }

    fn empty(&self, point: usize) -> Tally {
        Tally::new(self.series(point) * self.depths.len(), 1)
    }

    fn block(&self, point: usize, block: u64, trials: usize) -> Result<Tally> {
        let mut tally = self.empty(point);
        let point = &self.points[point];
        let mut add = |visited: &[u64]| {
            visited.iter().zip(&mut tally.nodes).for_each(|(nodes, sum)| *sum += u128::from(*nodes));
            tally.add(visited);
        };
        let mut visited = Vec::new();
        match point {
            Point::Drawn(point) => {
                // Drawn games come 64 at a time.
                let trees = point.source.batch::<u64>(block)?.trees(0);
                for tree in trees.iter().take(trials) {
                    visited.clear();
                    for series in &point.series {
                        for depth in &self.depths {
                            visited.push(search(series, tree, *depth)?.generated + 1);
                        }
                    }
                    add(&visited);
                }
            }
            Point::Real(point) => {
                let first = self.block_size() * block;
                for trial in first..first + trials as u64 {
                    let position = point.opening.position(&point.game.any(), point.stream.trial(trial))?;
                    visited.clear();
                    for side in &point.series {
                        for depth in &self.depths {
                            visited.push(side.within(*depth, None)?.choose(&position)?.generated + 1);
                        }
                    }
                    add(&visited);
                }
            }
        }
        Ok(tally)
    }

    fn cost(&self, point: usize) -> Cost {
        let (branching, drawn) = match &self.points[point] {
            Point::Drawn(point) => {
                (point.game.shape().branching(), decisions::batch_bytes(point.game.shape()))
            }
            Point::Real(point) => {
                let rules = point.game.any();
                (moves_of(&rules, &rules.start()).len(), 0)
            }
        };
        let all: u128 = self.depths.iter().map(|depth| (branching as u128).saturating_pow(*depth)).sum();
        Cost { nodes: all.saturating_mul(self.series(point) as u128), bytes: drawn + (1 << 24) }
    }
}
