//! Matches: the share of points that one player takes from another.
//!
//! A trial is one start, played twice with sides exchanged, so that neither the start nor the first move
//! favours anybody; its score is the points of both games together, and the interval is over starts. Where a game
//! always starts alike, `plies` is swept: so many random moves come first. Moves that
//! a player finds equally good are chosen between by the trial's key. Players search to equal depths, or, where
//! `nodes` is swept, with equal numbers of nodes per move.

use super::player::{Kit, PlayerSpec, player_of};
use super::setting::{Ground, Place, check_efforts, node_limit, spend};
use super::{Cell, Cost, Kind, Prepared, Sampled, Scale, Study};
use crate::error::Result;
use crate::spec::{Draft, SeriesFile};
use crate::tally::Tally;
use plyscope::catalogue::Catalogue;
use plyscope::player::{AnyGame, Parts, Player, Seat, play};
use plyscope::search::Effort;
use plyscope::shelf::Shelf;
use plyscope::source::{Openings, Source};
use std::sync::Arc;
use toml::Spanned;

/// Points of a win; a trial is two games, so its score is 0 to 4 half points.
const HALF_POINTS: u64 = 4;

/// Trials of a block: each takes long and stands alone.
const ALONE: u64 = 16;

/// Plays matches.
pub struct Matches {
    efforts: Vec<Effort>,
    points: Vec<Point>,
    catalogue: Catalogue,
    seed: u64,
}

struct Point {
    openings: Openings,
    /// Nodes a move, where they are limited.
    nodes: Option<u64>,
    pairs: Vec<[PlayerSpec; 2]>,
}

impl Matches {
    /// Reads what an experiment's file says.
    pub(crate) fn read(draft: &Draft<'_>) -> Result<Self> {
        let points = draft.places.iter().map(|place| Point::read(draft, place)).collect::<Result<_>>()?;
        let (catalogue, seed) = (draft.catalogue.clone(), draft.seed);
        Ok(Matches { efforts: draft.efforts.clone(), points, catalogue, seed })
    }

    fn columns(&self) -> usize {
        self.efforts.len().max(1)
    }
}

impl Point {
    fn read(draft: &Draft<'_>, place: &Place) -> Result<Self> {
        let ground = Ground::read(draft, place)?;
        let wrong = |why: String| Err(draft.text.wrong(draft.game_at()?, why));
        if ground.positions(super::setting::wanted(draft)).lanes().is_some() {
            return wrong(format!("{} has no start: it is drawn by key", ground.game.name()));
        }
        if ground.game.facts().players != 2 {
            return wrong("a match is played in games of two players".into());
        }
        let pair = |series: &Spanned<SeriesFile>| {
            draft.only(series, &["rule", "evaluator", "search", "against"])?;
            let missing =
                || draft.text.wrong(series.span().start, "this [[series]] needs `against`, another player");
            let against = series.get_ref().against.as_ref().ok_or_else(missing)?;
            let mine = PlayerSpec::read(draft, &player_of(draft, series)?, &ground.game, place)?;
            Ok([mine, PlayerSpec::read(draft, against, &ground.game, place)?])
        };
        let pairs: Vec<[PlayerSpec; 2]> = draft.file.series.iter().map(pair).collect::<Result<_>>()?;
        check_efforts(draft, &pairs.iter().flatten().collect::<Vec<_>>(), place)?;
        Ok(Point { openings: ground.openings(draft, place)?, nodes: node_limit(draft, place)?, pairs })
    }
}

/// What the scores of two players against each other are.
pub(super) const POINTS: Scale =
    Scale { label: "share of points", share: true, logarithmic: false, level: Some(0.5) };

/// How results tell two players of a game apart.
pub(super) fn cell_of(game: &AnyGame, players: [&Parts; 2]) -> Cell {
    let [mine, other] = players.map(|parts| [&parts.rule, &parts.evaluator, &parts.search]);
    let [rule, evaluator, search] = [0, 1, 2].map(|i| {
        if mine[i] == other[i] { mine[i].clone() } else { format!("{} against {}", mine[i], other[i]) }
    });
    Cell { game: game.name().to_string(), evaluator, rule, search, metric: "win-share" }
}

impl Study for Matches {
    fn scale(&self) -> Scale {
        POINTS
    }

    fn cell(&self, point: usize, series: usize) -> Cell {
        let [mine, other] = &self.points[point].pairs[series];
        cell_of(&self.points[point].openings.game, [&mine.parts, &other.parts])
    }

    fn kind(&self) -> Kind<'_> {
        Kind::Sampled(self)
    }
}

impl Sampled for Matches {
    fn block_size(&self) -> u64 {
        ALONE
    }

    fn empty(&self, point: usize) -> Tally {
        Tally::new(self.points[point].pairs.len() * self.columns(), HALF_POINTS)
    }

    fn cost(&self, point: usize) -> Cost {
        // Six moves a position and twenty moves a game, as in the paper's game; others differ.
        let limit = self.points[point].nodes.map_or(u128::MAX, u128::from);
        let depth =
            |column: usize| self.efforts.get(column).and_then(|effort| effort.depth()).unwrap_or(20).min(20);
        let nodes = |column: usize| 40 * 6u128.saturating_pow(depth(column)).min(limit);
        let pairs = self.points[point].pairs.len() as u128;
        Cost { nodes: pairs * (0..self.columns()).map(nodes).sum::<u128>(), bytes: 1 << 20 }
    }

    fn is_ready(&self) -> bool {
        !self.points.iter().flat_map(|point| &point.pairs).flatten().any(|player| player.learns)
    }

    fn prepare<'a>(&'a self, shelf: &dyn Shelf) -> Result<Box<dyn Prepared + 'a>> {
        let kit = Kit { catalogue: &self.catalogue, seed: self.seed, shelf };
        let mut points = Vec::new();
        for point in &self.points {
            let mut pairs = Vec::new();
            for [one, other] in &point.pairs {
                let game = &point.openings.game;
                pairs.push([one.make(&kit, game)?, other.make(&kit, game)?]);
            }
            points.push(pairs);
        }
        Ok(Box::new(Ready { study: self, points }))
    }
}

/// Matches that can be played: the players of every point and series.
struct Ready<'a> {
    study: &'a Matches,
    points: Vec<Vec<[Arc<dyn Player>; 2]>>,
}

impl Prepared for Ready<'_> {
    fn block(&self, point: usize, block: u64, trials: usize) -> Result<Tally> {
        let mut tally = self.study.empty(point);
        let (columns, pairs) = (self.study.columns(), &self.points[point]);
        let Point { openings, nodes, .. } = &self.study.points[point];
        let game = &openings.game;
        for lane in 0..trials as u64 {
            let start = openings.trial(ALONE * block + lane)?;
            let mut scores = vec![0; pairs.len() * columns];
            for (column, score) in scores.iter_mut().enumerate() {
                let efforts = spend(self.study.efforts.get(column % columns).copied(), *nodes);
                let [one, other] = pairs[column / columns]
                    .each_ref()
                    .map(|player| Seat { player: &**player, efforts: &efforts });
                let first = play(game, &start.position, [one, other], start.key, 0)?.to_its_end(game)?;
                let second = play(game, &start.position, [other, one], start.key, 1)?.to_its_end(game)?;
                *score = first.half_points + (2 - second.half_points);
                // Of the player that the series is about.
                tally.nodes[column] += u128::from(first.nodes[0] + second.nodes[1]);
            }
            tally.add(&scores);
        }
        Ok(tally)
    }
}
