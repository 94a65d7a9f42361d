//! Matches on real games: the share of points that one player takes from another.
//!
//! A trial is one start, played twice with sides exchanged, so that neither the start nor the first move
//! favours anybody; its score is the points of both games together, and the interval is over starts. Moves that
//! a player finds equally good are chosen between by the trial's key. Players search to equal depths, or, where
//! `nodes` is swept, with equal numbers of nodes a move.

use super::{Cell, Cost, Described, Sampled, Scale};
use crate::error::Result;
use crate::experiment::{Draft, PlayerFile, SeriesFile};
use crate::tally::Tally;
use plyscope::calibration::Lesson;
use plyscope::evaluator::{self, Reading};
use plyscope::game::{Game, RealGame};
use plyscope::key::Stream;
use plyscope::name::Name;
use plyscope::play::{Contestant, Searcher, play};
use plyscope::registry::{
    AnyRule, EVALUATORS, EvaluatorKind, GameKind, SEARCHES, Subject, Thinking, build_rule,
};
use plyscope::search::{AnySearch, Budget, FullWidth};
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
    /// Nodes a move, where they are limited.
    nodes: Option<u64>,
    pairs: Vec<[Side; 2]>,
}

/// One of two players, to be searched with to any depth.
struct Side {
    rule: String,
    searcher: Searcher,
}

impl Matches {
    /// Checks what the experiment's file says.
    pub(crate) fn build(draft: &Draft<'_>) -> Result<Self> {
        let by_nodes = draft.places.iter().all(|place| place.contains_key("nodes"));
        if !by_nodes {
            draft.needs_depths()?;
        }
        for depth in draft.depths.iter().filter(|_| draft.file.depths.is_some()) {
            draft.located(draft.depths_at(), Budget::depth(*depth))?;
        }
        let points = draft.places.iter().map(|place| point(draft, place)).collect::<Result<_>>()?;
        Ok(Matches { depths: draft.depths.clone(), points })
    }
}

fn point(draft: &Draft<'_>, place: &BTreeMap<String, String>) -> Result<Point> {
    let kind = draft.game(place)?;
    let GameKind::Real(game) = kind.clone() else {
        let why = format!("{} is drawn by key; matches are played on games with a start", kind.name());
        return Err(draft.text.wrong(draft.game_at()?, why));
    };
    let rules = game.any();
    if rules.players() != 2 {
        return Err(draft.text.wrong(draft.game_at()?, "a match is for two players"));
    }
    let subject = Subject { game: kind, seed: draft.seed };
    let pair = |series: &Spanned<SeriesFile>| {
        draft.only(series, &["rule", "evaluator", "search", "against"], "win-share")?;
        let mine = series.get_ref();
        let (rule, evaluator) = (&mine.rule, &mine.evaluator);
        let rule = draft.given(series, "rule", rule)?;
        let evaluator = draft.given(series, "evaluator", evaluator)?;
        let missing =
            || draft.text.wrong(series.span().start, "this [[series]] needs `against`, another player");
        let against = mine.against.as_ref().ok_or_else(missing)?;
        let player =
            PlayerFile { rule: rule.clone(), evaluator: evaluator.clone(), search: mine.search.clone() };
        Ok([side(draft, &player, &subject, place)?, side(draft, against, &subject, place)?])
    };
    let pairs = draft.file.series.iter().map(pair).collect::<Result<_>>()?;
    // All rules of the game are in the key's name but for what is swept.
    let swept: Vec<&str> = place.keys().map(String::as_str).collect();
    let stream = Stream::new(draft.seed, &rules.name().without(&swept).to_string());
    let nodes = place.get("nodes").map(|nodes| {
        let read = nodes.parse::<u64>().ok().filter(|nodes| *nodes >= 10);
        read.ok_or_else(|| {
            draft.text.wrong(0, format!("`nodes` is a whole number of 10 or more, not {nodes}"))
        })
    });
    Ok(Point { game, stream, nodes: nodes.transpose()?, pairs })
}

fn side(
    draft: &Draft<'_>,
    player: &PlayerFile,
    subject: &Subject,
    place: &BTreeMap<String, String>,
) -> Result<Side> {
    let (rule_at, evaluator_at) = (player.rule.span().start, player.evaluator.span().start);
    let name: Name = draft.located(evaluator_at, player.evaluator.get_ref().parse())?;
    let name = draft.swept(&name, place).to_string();
    let EvaluatorKind::Real(evaluator) = draft.located(evaluator_at, EVALUATORS.build(&name, subject))?
    else {
        return Err(draft.text.wrong(evaluator_at, "this evaluator is for drawn games"));
    };
    let lesson = Lesson { subject: subject.clone(), evaluator: EvaluatorKind::Real(evaluator.clone()) };
    let rule = draft.located(rule_at, build_rule(player.rule.get_ref(), &lesson))?;
    let needs = match &rule {
        AnyRule::Win(_, Reading::Win) if evaluator.scale() != evaluator::Scale::Probability => {
            Some("probabilities between 0 and 1")
        }
        AnyRule::Win(_, Reading::Certain) if !evaluator.knows_error() => {
            Some("an evaluator that gives its error (such as error=0.2)")
        }
        AnyRule::Typed(_) => Some("to be told the truth, which no player can be"),
        AnyRule::Payoffs(_) => Some("the end of the game, and takes no estimates"),
        _ => None,
    };
    if let Some(needs) = needs {
        let why = format!("the rule {} needs {needs}, not {}", player.rule.get_ref(), evaluator.name());
        return Err(draft.text.wrong(evaluator_at, why));
    }
    let search = match &player.search {
        None => AnySearch::FullWidth(FullWidth),
        Some(search) => draft.located(search.span().start, SEARCHES.build(search.get_ref(), &()))?,
    };
    let GameKind::Real(game) = &subject.game else { unreachable!("a real game was asked for") };
    let searcher = Searcher {
        game: game.clone(),
        thinking: Thinking { rule, search },
        evaluator,
        budget: Budget::unlimited(),
    };
    Ok(Side { rule: player.rule.get_ref().clone(), searcher })
}

impl Side {
    /// To a depth (0: as far as the nodes reach), with so many nodes at the most.
    fn within(&self, depth: u32, nodes: Option<u64>) -> Result<Searcher> {
        let budget = if depth == 0 { Budget::unlimited() } else { Budget::depth(depth)? };
        let budget = nodes.map_or(budget, |nodes| budget.with_nodes(nodes));
        Ok(Searcher { budget, ..self.searcher.clone() })
    }

    fn named(&self) -> [String; 3] {
        [
            self.rule.clone(),
            self.searcher.evaluator.name().to_string(),
            self.searcher.thinking.search.name().to_string(),
        ]
    }
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
    fn chunk(&self) -> u64 {
        64
    }

    fn empty(&self, point: usize) -> Tally {
        Tally::new(self.points[point].pairs.len() * self.depths.len(), HALF_POINTS)
    }

    fn block(&self, point: usize, block: u64, trials: usize) -> Result<Tally> {
        let mut tally = self.empty(point);
        let (depths, point) = (&self.depths, &self.points[point]);
        let rules = point.game.any();
        for lane in 0..trials as u64 {
            let trial = point.stream.trial(64 * block + lane);
            let start = rules.start_of(trial);
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
