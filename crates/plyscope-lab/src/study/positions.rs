//! Decision accuracy on real games: the share of positions in which the chosen move keeps the best outcome.
//!
//! A trial is a position of a random game, with the exact outcome of every move. A decision is right if the move's
//! outcome (win, draw or loss, not the margin) is the best there is: whoever wins by less still wins. Every series
//! searches the same positions, to the same depths or, where `nodes` is swept, with the same number of nodes.
//!
//! Positions that an evaluator or a rule of the experiment learned from are not judged, and neither are their mirror
//! images: they are passed over, for all series, and others drawn.

use super::side::{self, Ground, Side, side};
use super::{Cell, Cost, Described, Sampled, Scale, player};
use crate::error::Result;
use crate::experiment::{Draft, SeriesFile, Ties, WantedGames};
use crate::tally::{Tally, scale_for, share_of};
use plyscope::calibration::Lesson;
use plyscope::game::{Game, moves_of};
use plyscope::key::{Domain, TrialKey};
use plyscope::play::Contestant;
use plyscope::registry::{EvaluatorKind, Subject, learned_from};
use plyscope::source::{Solved, SolvedPositions, Wanted};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::{Arc, Mutex};
use toml::Spanned;

/// Ties of up to so many moves have whole scores.
const MOVES: usize = 30;

/// Solved blocks that are kept for the other points of a sweep.
const KEPT: usize = 256;

/// So many trials are solved before anything runs, to see whether that can be done.
const PROBED: usize = 2;

/// Judges decisions by exact truth.
pub struct Positions {
    ties: Ties,
    depths: Vec<u32>,
    points: Vec<Point>,
}

struct Point {
    /// Nodes a move, where they are limited.
    nodes: Option<u64>,
    setting: Arc<Setting>,
}

/// What points share that differ in the number of nodes only.
struct Setting {
    source: SolvedPositions,
    sides: Vec<Side>,
    solved: Mutex<HashMap<Trials, Arc<Vec<Solved>>>>,
}

/// A block, and how many of its trials.
type Trials = (u64, usize);

impl Positions {
    /// Checks what the experiment's file says.
    pub(crate) fn build(draft: &Draft<'_>) -> Result<Self> {
        side::check_depths(draft)?;
        let mut settings: BTreeMap<BTreeMap<String, String>, Arc<Setting>> = BTreeMap::new();
        let mut points = Vec::new();
        for place in &draft.places {
            let nodes = side::nodes(draft, place)?;
            let mut rest = place.clone();
            rest.remove("nodes");
            let setting = match settings.get(&rest) {
                Some(setting) => setting.clone(),
                None => Arc::new(setting(draft, place)?),
            };
            settings.insert(rest, setting.clone());
            points.push(Point { nodes, setting });
        }
        Ok(Positions { ties: draft.file.ties, depths: draft.depths.clone(), points })
    }
}

fn setting(draft: &Draft<'_>, place: &BTreeMap<String, String>) -> Result<Setting> {
    let Ground { game, stream, subject } = side::ground(draft, place)?;
    let mut learned = BTreeSet::new();
    let mut sides = Vec::new();
    for series in &draft.file.series {
        sides.push(one(draft, series, &subject, place, &mut learned)?);
    }
    let wanted = match draft.file.wanted {
        WantedGames::NonTrivial => Wanted::NonTrivial,
        WantedGames::Every => Wanted::Every,
    };
    let source = SolvedPositions { game, stream, wanted, learned: Arc::new(learned) };
    draft.located(draft.game_at()?, source.check(PROBED))?;
    Ok(Setting { source, sides, solved: Mutex::default() })
}

/// A series; what it learned from is added to `learned`.
fn one(
    draft: &Draft<'_>,
    series: &Spanned<SeriesFile>,
    subject: &Subject,
    place: &BTreeMap<String, String>,
    learned: &mut BTreeSet<u64>,
) -> Result<Side> {
    draft.only(series, &["rule", "evaluator", "search"])?;
    let file = player::given(draft, series)?;
    let side = side(draft, &file, subject, place)?;
    let evaluator = EvaluatorKind::Real(side.searcher.evaluator.clone());
    let lesson = Lesson { subject: subject.clone(), evaluator };
    learned.extend(draft.located(file.rule.span().start, learned_from(file.rule.get_ref(), &lesson))?);
    Ok(side)
}

impl Setting {
    /// The trials of a block; solved once for all points.
    fn solved(&self, block: u64, trials: usize) -> Result<Arc<Vec<Solved>>> {
        let kept = || self.solved.lock().expect("nobody panics with it");
        if let Some(known) = kept().get(&(block, trials)) {
            return Ok(known.clone());
        }
        let solved = Arc::new(self.source.block(block, trials)?);
        let mut kept = kept();
        if kept.len() < KEPT {
            kept.insert((block, trials), solved.clone());
        }
        Ok(solved)
    }
}

impl Positions {
    /// What a trial scores whose search found these moves equally good.
    fn score(&self, solved: &Solved, ties: &[usize], trial: TrialKey, depth: u32) -> u64 {
        let taken = match self.ties {
            Ties::Share => {
                let right = ties.iter().filter(|choice| solved.is_right(**choice)).count();
                return share_of(scale_for(MOVES), right, ties.len());
            }
            Ties::First => 0,
            Ties::Hash => {
                let draws = trial.block.draw(Domain::Ties);
                draws.below(trial.lane, u64::from(depth), ties.len().max(1) as u32) as usize
            }
        };
        let right = ties.get(taken).is_some_and(|choice| solved.is_right(*choice));
        scale_for(MOVES) * u64::from(right)
    }
}

impl Described for Positions {
    fn scale(&self) -> Scale {
        Scale { label: "share of correct decisions", share: true, logarithmic: false, level: None }
    }

    fn cell(&self, point: usize, series: usize) -> Cell {
        let setting = &self.points[point].setting;
        let [rule, evaluator, search] = setting.sides[series].named();
        let game = setting.source.game.any().name().to_string();
        Cell { game, evaluator, rule, search, metric: "decision-accuracy" }
    }
}

impl Sampled for Positions {
    fn empty(&self, point: usize) -> Tally {
        Tally::new(self.points[point].setting.sides.len() * self.depths.len(), scale_for(MOVES))
    }

    fn block(&self, point: usize, block: u64, trials: usize) -> Result<Tally> {
        let mut tally = self.empty(point);
        let Point { nodes, setting } = &self.points[point];
        let depths = self.depths.len();
        let mut searchers = Vec::new();
        for side in &setting.sides {
            for depth in &self.depths {
                searchers.push(side.within(*depth, *nodes)?);
            }
        }
        let mut scores = vec![0; searchers.len()];
        for (lane, solved) in setting.solved(block, trials)?.iter().enumerate() {
            let trial = setting.source.stream.trial(64 * block + lane as u64);
            for (column, searcher) in searchers.iter().enumerate() {
                let decision = searcher.choose(&solved.position)?;
                scores[column] = self.score(solved, &decision.ties, trial, self.depths[column % depths]);
                tally.nodes[column] += u128::from(decision.generated + 1);
            }
            tally.add(&scores);
        }
        Ok(tally)
    }

    fn cost(&self, point: usize) -> Cost {
        let Point { nodes, setting } = &self.points[point];
        let rules = setting.source.game.any();
        // As if every position had as many moves as the start.
        let moves = moves_of(&rules, &rules.start()).len().max(2) as u128;
        let limit = nodes.map_or(u128::MAX, u128::from);
        let depth = |depth: u32| if depth == 0 { 20 } else { depth.min(20) };
        let each = |d: &u32| moves.saturating_pow(depth(*d)).min(limit);
        let sides = setting.sides.len() as u128;
        Cost { nodes: sides * self.depths.iter().map(each).sum::<u128>(), bytes: 32 << 20 }
    }
}
