//! How many nodes a search visits, the root among them: what pruning saves.
//!
//! A trial is a position, searched by every series to every depth: a game that is drawn by key, or a position of a
//! real game (`opening.rs`).

use super::decisions::{self, search};
use super::opening::Opening;
use super::player::{self, Player};
use super::{Cell, Cost, Described, Sampled, Scale};
use crate::error::Result;
use crate::experiment::{Draft, SeriesFile};
use crate::tally::Tally;
use plyscope::game::{Game, RealGame, moves_of};
use plyscope::key::Stream;
use plyscope::play::{Contestant, Searcher};
use plyscope::registry::{EvaluatorKind, GameKind, Subject};
use plyscope::search::Budget;
use plyscope::source::PositionSource;
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
    Real(Positions),
}

/// Positions of a real game, and who searches them.
struct Positions {
    game: Arc<dyn RealGame>,
    stream: Stream,
    opening: Opening,
    series: Vec<Real>,
}

struct Real {
    rule: String,
    searcher: Searcher,
}

impl Nodes {
    /// Checks what the experiment's file says.
    pub(crate) fn build(draft: &Draft<'_>) -> Result<Self> {
        draft.needs_depths()?;
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
        GameKind::Real(game) => positions(draft, place, game.clone(), kind.clone()).map(Point::Real),
        _ => Err(draft.text.wrong(draft.game_at()?, format!("nodes are not counted in {}", kind.name()))),
    }
}

fn positions(
    draft: &Draft<'_>,
    place: &BTreeMap<String, String>,
    game: Arc<dyn RealGame>,
    kind: GameKind,
) -> Result<Positions> {
    let rules = game.any();
    let (name, at) = (rules.name(), draft.game_at()?);
    if rules.players() != 2 {
        return Err(draft.text.wrong(at, "nodes are counted in games of two players"));
    }
    for depth in &draft.depths {
        draft.located(draft.depths_at(), Budget::depth(*depth))?;
    }
    let opening = Opening::given(draft, place)?;
    if opening.plies == 0 && name.get("start") != Some("random") {
        let why =
            format!("every trial of {name} would be the same position: sweep `plies`, random first moves");
        return Err(draft.text.wrong(at, why));
    }
    let swept: Vec<&str> = place.keys().map(String::as_str).collect();
    let stream = Stream::new(draft.seed, &name.without(&swept).to_string());
    let subject = Subject { game: kind, seed: draft.seed };
    let series = |one: &Spanned<SeriesFile>| real(draft, one, &subject, &game, place);
    let series = draft.file.series.iter().map(series).collect::<Result<_>>()?;
    Ok(Positions { game, stream, opening, series })
}

fn real(
    draft: &Draft<'_>,
    file: &Spanned<SeriesFile>,
    subject: &Subject,
    game: &Arc<dyn RealGame>,
    place: &BTreeMap<String, String>,
) -> Result<Real> {
    draft.only(file, &["rule", "evaluator", "search"])?;
    let given = player::given(draft, file)?;
    let Player { rule, thinking, evaluator } = player::player(draft, &given, subject, place)?;
    let EvaluatorKind::Real(evaluator) = evaluator else {
        return Err(draft.text.wrong(given.evaluator.span().start, "this evaluator is for drawn games"));
    };
    let searcher = Searcher { game: game.clone(), thinking, evaluator, budget: Budget::unlimited() };
    Ok(Real { rule, searcher })
}

impl Described for Nodes {
    fn scale(&self) -> Scale {
        Scale { label: "nodes visited", share: false, logarithmic: true, level: None }
    }

    fn cell(&self, point: usize, series: usize) -> Cell {
        let (game, evaluator, rule, search) = match &self.points[point] {
            Point::Drawn(point) => {
                let one = &point.series[series];
                (point.game.name(), one.evaluator.name(), one.rule_name.clone(), one.search.name())
            }
            Point::Real(point) => {
                let Real { rule, searcher } = &point.series[series];
                let search = searcher.thinking.search.name();
                (point.game.any().name(), searcher.evaluator.name(), rule.clone(), search)
            }
        };
        let [game, evaluator, search] = [game, evaluator, search].map(|name| name.to_string());
        Cell { game, evaluator, rule, search, metric: "nodes" }
    }
}

impl Sampled for Nodes {
    fn chunk(&self) -> u64 {
        64
    }

    fn empty(&self, point: usize) -> Tally {
        Tally::new(self.series(point) * self.depths.len(), 1)
    }

    fn block(&self, point: usize, block: u64, trials: usize) -> Result<Tally> {
        let mut tally = self.empty(point);
        for trial in (0..trials as u64).map(|lane| 64 * block + lane) {
            let mut visited = Vec::with_capacity(tally.sums.len());
            match &self.points[point] {
                Point::Drawn(point) => {
                    let tree = point.source.position(trial)?.game;
                    for series in &point.series {
                        for depth in &self.depths {
                            visited.push(search(series, &tree, *depth)?.generated + 1);
                        }
                    }
                }
                Point::Real(point) => {
                    let position = point.opening.position(&point.game.any(), point.stream.trial(trial))?;
                    for Real { searcher, .. } in &point.series {
                        for depth in &self.depths {
                            let searcher = Searcher { budget: Budget::depth(*depth)?, ..searcher.clone() };
                            visited.push(searcher.choose(&position)?.generated + 1);
                        }
                    }
                }
            }
            visited.iter().zip(&mut tally.nodes).for_each(|(nodes, sum)| *sum += u128::from(*nodes));
            tally.add(&visited);
        }
        Ok(tally)
    }

    fn cost(&self, point: usize) -> Cost {
        let branching = match &self.points[point] {
            Point::Drawn(point) => point.game.shape().branching(),
            Point::Real(point) => {
                let rules = point.game.any();
                moves_of(&rules, &rules.start()).len()
            }
        };
        let all: u128 = self.depths.iter().map(|depth| (branching as u128).saturating_pow(*depth)).sum();
        Cost { nodes: all.saturating_mul(self.series(point) as u128), bytes: 1 << 24 }
    }
}
