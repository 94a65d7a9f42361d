//! Players decide at positions, an oracle knows what the moves are worth, a measure makes numbers of it.
//!
//! All series see the same trials. Drawn games may go in lanes, 64 at a time, where source and players offer that;
//! everything else goes trial by trial, with the same numbers. Positions that an evaluator or a rule of the experiment
//! learned from are not judged, and neither are their mirror images: they are passed over, for all series.

use super::measure::Moment;
use super::player::{Kit, PlayerSpec};
use super::setting::{Ground, Place, check_efforts, moves_at_start, node_limit, players, spend, wanted};
use super::trials::{JudgedTrial, SCORED, Trials};
use super::{Cell, Cost, Kind, Measure, Portions, Prepared, Sampled, Scale, Study, lanes};
use crate::error::Result;
use crate::spec::Draft;
use crate::tally::Tally;
use plyscope::cache::Cache;
use plyscope::catalogue::{Catalogue, OracleContext};
use plyscope::evaluator::LANES;
use plyscope::game::AnyPosition;
use plyscope::key::Stream;
use plyscope::memory;
use plyscope::oracle::{ByGame, Certainty, Oracle, Solving};
use plyscope::player::{AnyGame, Observation, Player};
use plyscope::search::Effort;
use plyscope::source::{Drawn, DrawnGames, Source, Trial, Wanted};
use plyscope::tree::Shape;
use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, Mutex};

/// Ties among up to this many moves have whole scores in games whose number of moves is not known.
const MOVES: usize = 30;

/// Trials of a block where each is searched by itself and nothing is shared.
const ALONE: u64 = 16;

/// Judged groups of trials that are kept for the other points of a sweep.
const KEPT: usize = 256;

/// Trials that are judged before anything runs, to see whether that can be done.
const PROBED: usize = 2;

/// What players do at positions.
pub(crate) struct Observed {
    measure: Box<dyn Measure>,
    efforts: Vec<Effort>,
    points: Vec<Point>,
    settings: Vec<SettingSpec>,
    wanted: Wanted,
    catalogue: Catalogue,
    seed: u64,
}

struct Point {
    /// Nodes a move, where they are limited.
    nodes: Option<u64>,
    /// Which of the settings; points that differ in the number of nodes only share one.
    setting: usize,
}

/// A game, its trials, and who plays.
struct SettingSpec {
    game: AnyGame,
    stream: Stream,
    source: Arc<dyn Source>,
    /// As the file names it; else what the game knows, or a solver.
    oracle: Option<Arc<dyn Oracle>>,
    players: Vec<PlayerSpec>,
}

/// An oracle by name; decisions are judged by the truth, not by what stands for it.
fn exact_oracle(draft: &Draft<'_>, named: &str, game: &AnyGame) -> Result<Arc<dyn Oracle>> {
    let at = draft.text.at(&["truth"]);
    let (catalogue, seed) = (draft.catalogue, draft.seed);
    let context = OracleContext { game, source: None, evaluator: None, seed, cache: None, catalogue };
    let oracle = draft.located(at, catalogue.oracle(named, &context))?;
    match oracle.certainty() {
        Certainty::Exact => Ok(oracle),
        other => Err(draft
            .text
            .wrong(at, format!("decisions are judged by exact truth, and this one is: {other}"))),
    }
}

impl Observed {
    /// Reads what an experiment's file says.
    pub(crate) fn read(draft: &Draft<'_>, measure: impl Measure + 'static) -> Result<Self> {
        let mut known: Vec<(Place, usize)> = Vec::new();
        let (mut settings, mut points) = (Vec::new(), Vec::new());
        for place in &draft.places {
            let nodes = node_limit(draft, place)?;
            let mut rest = place.clone();
            rest.remove("nodes");
            let setting = match known.iter().find(|(other, _)| *other == rest) {
                Some((_, setting)) => *setting,
                None => {
                    settings.push(SettingSpec::read(draft, place, &measure)?);
                    known.push((rest, settings.len() - 1));
                    settings.len() - 1
                }
            };
            let players: Vec<&PlayerSpec> = settings[setting].players.iter().collect();
            check_efforts(draft, &players, place)?;
            points.push(Point { nodes, setting });
        }
        Ok(Observed {
            measure: Box::new(measure),
            efforts: draft.efforts.clone(),
            points,
            settings,
            wanted: wanted(draft),
            catalogue: draft.catalogue.clone(),
            seed: draft.seed,
        })
    }

    /// Columns of a series: one for each effort, or one.
    fn columns(&self) -> usize {
        self.efforts.len().max(1)
    }

    fn effort(&self, column: usize) -> Option<Effort> {
        self.efforts.get(column % self.columns()).copied()
    }

    fn setting(&self, point: usize) -> &SettingSpec {
        &self.settings[self.points[point].setting]
    }

    fn score_scale(&self, point: usize) -> u64 {
        let branching = self.setting(point).shape().map(Shape::branching);
        self.measure.scale(branching.unwrap_or(MOVES))
    }
}

impl SettingSpec {
    fn read(draft: &Draft<'_>, place: &Place, measure: &impl Measure) -> Result<Self> {
        // A decision is a decision, and a node a node; pairs of moves are ordered as two players do.
        let ground = match measure.ties().is_some() || !measure.needs_truth() {
            true => Ground::of_any_players(draft, place)?,
            false => Ground::read(draft, place)?,
        };
        let wrong = |why: String| Err(draft.text.wrong(draft.game_at()?, why));
        let source: Arc<dyn Source> = match (&draft.file.positions, measure.needs_truth()) {
            (Some(named), _) => ground.named_positions(draft, named)?,
            (None, true) => ground.positions(wanted(draft)),
            // Without truth to find a position by, games begin where they begin.
            (None, false) => match Drawn::new(&ground.game, ground.stream, wanted(draft)) {
                Some(_) if place.contains_key("plies") => {
                    return wrong("`plies` are for games with a start; this one is drawn by key".into());
                }
                Some(drawn) => Arc::new(drawn),
                None => {
                    let openings = ground.openings(draft, place)?;
                    if openings.plies == 0 && ground.game.facts().starts_alike {
                        let name = ground.game.name();
                        return wrong(format!(
                            "every trial of {name} would be the same position: sweep `plies`, random first moves"
                        ));
                    }
                    Arc::new(openings)
                }
            },
        };
        let Ground { game, stream } = ground;
        let oracle = match &draft.file.truth {
            Some(named) => Some(exact_oracle(draft, named, &game)?),
            None => None,
        };
        let setting = SettingSpec { players: players(draft, &game, place)?, game, stream, source, oracle };
        setting.check_depths(draft, measure)?;
        Ok(setting)
    }

    /// Depths of drawn games are within them. Trees of several heights share their depths where pairs are compared: a
    /// search ends with the game.
    fn check_depths(&self, draft: &Draft<'_>, measure: &impl Measure) -> Result<()> {
        let Some(shape) = self.shape() else { return Ok(()) };
        let within = measure.ties().is_some() || !measure.needs_truth();
        for depth in draft.efforts.iter().filter_map(|effort| effort.depth()) {
            if depth == 0 || (within && depth > shape.depth()) {
                let why =
                    format!("depth {depth} is not within 1 to {} of {}", shape.depth(), self.game.name());
                return Err(draft.text.wrong(draft.depth_at(depth), why));
            }
        }
        Ok(())
    }

    /// The shape of the trees that trials are, where they are trees.
    fn shape(&self) -> Option<Shape> {
        self.source.lanes().map(|games| games.game.shape())
    }

    fn learns(&self) -> bool {
        self.players.iter().any(|player| player.learns)
    }
}

impl Study for Observed {
    fn scale(&self) -> Scale {
        let share = self.measure.is_share();
        Scale { label: self.measure.label(), share, logarithmic: !share, level: None }
    }

    fn cell(&self, point: usize, series: usize) -> Cell {
        let setting = self.setting(point);
        let parts = setting.players[series].parts.clone();
        let game = setting.game.name().to_string();
        let metric = self.measure.metric();
        Cell { game, evaluator: parts.evaluator, rule: parts.rule, search: parts.search, metric }
    }

    fn branching(&self, point: usize) -> Option<f64> {
        self.setting(point).shape().map(|shape| shape.branching() as f64)
    }

    fn kind(&self) -> Kind<'_> {
        Kind::Sampled(self)
    }

    fn settings(&self) -> String {
        let sources = self.settings.iter().map(|setting| {
            let truth = setting.oracle.as_ref().map_or(String::new(), |oracle| oracle.name());
            format!(", {} {truth}", setting.source.name())
        });
        format!("wanted {:?}, ties {:?}{}", self.wanted, self.measure.ties(), sources.collect::<String>())
    }
}

impl Sampled for Observed {
    fn portions(&self) -> Portions {
        let (judged, mut drawn) = (self.measure.needs_truth(), self.settings.iter().map(SettingSpec::shape));
        let lanes = judged && drawn.clone().all(|shape| shape.is_some());
        let block = if judged || drawn.any(|shape| shape.is_some()) { 64 } else { ALONE };
        Portions { block, chunk: if lanes { 512 } else { block }, ..Portions::default() }
    }

    fn empty(&self, point: usize) -> Tally {
        Tally::new(self.setting(point).players.len() * self.columns(), self.score_scale(point))
    }

    fn cost(&self, point: usize) -> Cost {
        let setting = self.setting(point);
        let players = setting.players.len() as u128;
        let limit = self.points[point].nodes.map_or(u128::MAX, u128::from);
        if let Some(shape) = setting.shape() {
            let trees = lanes::batch_bytes(shape);
            if self.measure.needs_truth() {
                // The games, and the estimates of a window.
                let bytes = trees + memory::estimates(shape.branching(), shape.depth(), LANES);
                let each = |effort: &Effort| lanes::nodes(shape, effort.depth().unwrap_or(u32::MAX));
                return Cost { nodes: players * self.efforts.iter().map(each).sum::<u128>(), bytes };
            }
            let branching = shape.branching() as u128;
            let each = |effort: &Effort| branching.saturating_pow(effort.depth().unwrap_or(20).min(64));
            let all: u128 = self.efforts.iter().map(each).sum();
            return Cost { nodes: all.saturating_mul(players), bytes: trees + (1 << 24) };
        }
        if let Some(most) = self.efforts.last().filter(|effort| effort.depth().is_none()) {
            // A node for each of them, and room for its neighbours.
            let most = u128::from(most.amount());
            return Cost { nodes: players * most, bytes: most.saturating_mul(1 << 10) };
        }
        // As if every position had as many moves as the start.
        let moves = moves_at_start(&setting.game, setting.stream);
        let each = |column: usize| {
            let depth = self.effort(column).and_then(Effort::depth).map_or(20, |depth| depth.min(20));
            moves.saturating_pow(depth).min(limit)
        };
        let all: u128 = (0..self.columns()).map(each).sum();
        let bytes = if self.measure.needs_truth() { 32 << 20 } else { 1 << 24 };
        Cost { nodes: all.saturating_mul(players), bytes }
    }

    fn is_ready(&self) -> bool {
        let solves = |one: &SettingSpec| self.measure.needs_truth() && !one.game.facts().knows_truth;
        !self.settings.iter().any(|one| one.learns() || solves(one))
    }

    fn prepare<'a>(&'a self, cache: &dyn Cache) -> Result<Box<dyn Prepared + 'a>> {
        Ok(Box::new(self.make(cache, true)?))
    }

    fn prepare_plain<'a>(&'a self, cache: &dyn Cache) -> Result<Box<dyn Prepared + 'a>> {
        Ok(Box::new(self.make(cache, false)?))
    }
}

impl Observed {
    fn make(&self, cache: &dyn Cache, lanes: bool) -> Result<Ready<'_>> {
        let kit = Kit { catalogue: &self.catalogue, seed: self.seed, cache };
        let settings = self.settings.iter().enumerate().map(|(number, spec)| {
            let shared = self.points.iter().filter(|point| point.setting == number).count() > 1;
            Setting::make(self, spec, &kit, lanes, shared)
        });
        Ok(Ready { study: self, settings: settings.collect::<Result<_>>()? })
    }
}

/// A study that can run.
struct Ready<'a> {
    study: &'a Observed,
    settings: Vec<Setting>,
}

/// Trials that are judged.
type Judged = Arc<Vec<(Trial, JudgedTrial)>>;

/// What points share that differ in the number of nodes only.
struct Setting {
    players: Vec<Arc<dyn Player>>,
    source: Arc<dyn Source>,
    /// Where decisions are judged trial by trial.
    judged: Option<Trials>,
    /// What was judged from a trial on, where several points want it.
    kept: Option<Mutex<HashMap<(u64, usize), Judged>>>,
}

impl Setting {
    fn make(study: &Observed, spec: &SettingSpec, kit: &Kit<'_>, lanes: bool, shared: bool) -> Result<Self> {
        // Lanes go to a depth; iterations and evaluations go trial by trial.
        let to_depths = study.efforts.iter().all(|effort| effort.depth().is_some());
        let in_lanes = lanes && to_depths && spec.source.lanes().is_some();
        let judges = study.measure.needs_truth() && !in_lanes;
        let players = spec.players.iter().map(|player| player.make(kit, &spec.game));
        let players = players.collect::<Result<_>>()?;
        let judged = match judges {
            false => None,
            true => {
                let oracle: Arc<dyn Oracle> = match &spec.oracle {
                    Some(oracle) => oracle.clone(),
                    None if spec.game.facts().knows_truth => Arc::new(ByGame::new(spec.game.clone())?),
                    None => Arc::new(Solving::new(spec.game.clone())),
                };
                let (source, oracles, wanted) = (spec.source.clone(), vec![oracle], study.wanted);
                let (margins, mut learned) = (spec.game.facts().by_value(), BTreeSet::new());
                for player in &spec.players {
                    learned.extend(player.learned_from(kit, &spec.game)?);
                }
                let judged = Trials { source, oracles, wanted, margins, learned, policy: &SCORED };
                // Better refused before a run than in its midst.
                judged.all(0, PROBED)?;
                Some(judged)
            }
        };
        let kept = shared.then(Mutex::default);
        Ok(Setting { players, source: spec.source.clone(), judged, kept })
    }

    /// Judged trials; judged once for all points.
    fn judged(&self, judge: &Trials, first: u64, trials: usize) -> Result<Judged> {
        let Some(kept) = &self.kept else { return Ok(Arc::new(judge.all(first, trials)?)) };
        let kept = || kept.lock().expect("no thread panics with the lock held");
        if let Some(known) = kept().get(&(first, trials)) {
            return Ok(known.clone());
        }
        let found = Arc::new(judge.all(first, trials)?);
        let mut kept = kept();
        if kept.len() < KEPT {
            kept.insert((first, trials), found.clone());
        }
        Ok(found)
    }

    /// Trials that are not judged.
    fn plain(&self, first: u64, trials: usize) -> Result<Vec<Trial>> {
        match self.source.lanes() {
            // Drawn games come 64 at a time.
            Some(games) => {
                Ok(trees(games, first / 64)?.into_iter().take(trials).map(Drawn::trial_of).collect())
            }
            None => (first..first + trials as u64).map(|trial| Ok(self.source.trial(trial)?)).collect(),
        }
    }
}

/// The trees of a block.
fn trees(games: &DrawnGames, block: u64) -> Result<Vec<plyscope::tree::DrawnTree>> {
    Ok(games.batch::<u64>(block)?.trees(0))
}

impl Prepared for Ready<'_> {
    fn block(&self, point: usize, block: u64, trials: usize) -> Result<Tally> {
        let study = self.study;
        let Point { nodes, setting } = &study.points[point];
        let setting = &self.settings[*setting];
        let unjudged = study.measure.needs_truth() && setting.judged.is_none();
        if let Some(games) = setting.source.lanes().filter(|_| unjudged) {
            let work = lanes::Lanes {
                measure: &*study.measure,
                efforts: &study.efforts,
                scale: study.score_scale(point),
                games,
                players: &setting.players,
            };
            return work.block(block, trials);
        }
        let first = study.portions().block * block;
        let mut tally = study.empty(point);
        let columns = study.columns();
        let efforts: Vec<Vec<Effort>> = (0..columns).map(|c| spend(study.effort(c), *nodes)).collect();
        let decide = |player: &dyn Player, positions: &[&AnyPosition]| -> Result<Vec<Vec<Observation>>> {
            // Players that find all efforts in one go, or decide at several positions, are asked once.
            if nodes.is_none() && !study.efforts.is_empty() {
                return Ok(player.decide_many(positions, &study.efforts)?);
            }
            let each = |efforts: &Vec<Effort>, position: &AnyPosition| player.decide(position, efforts);
            let all = |position: &&AnyPosition| {
                efforts.iter().map(|efforts| Ok(each(efforts, position)?)).collect::<Result<_>>()
            };
            positions.iter().map(all).collect()
        };
        let mut observe = |trials: &[(&Trial, Option<&JudgedTrial>)]| -> Result<()> {
            let positions: Vec<&AnyPosition> = trials.iter().map(|(trial, _)| &trial.position).collect();
            let seen = setting.players.iter().map(|player| decide(&**player, &positions));
            let seen = seen.collect::<Result<Vec<_>>>()?;
            for (i, (trial, judged)) in trials.iter().enumerate() {
                let here = seen.iter().flat_map(|by_trial| &by_trial[i]);
                let scored = here.enumerate().map(|(column, seen)| {
                    tally.nodes[column] += u128::from(seen.nodes());
                    let at = Moment { trial: trial.key, effort: study.effort(column) };
                    study.measure.score(tally.scale, seen, *judged, at)
                });
                let scores: Vec<u64> = scored.collect();
                tally.add(&scores);
            }
            Ok(())
        };
        match &setting.judged {
            Some(judge) => {
                // Solved together, positions share what was found out; drawn games know their truth, and are large.
                let drawn = setting.source.game().facts().is_drawn;
                let group = if drawn { LANES } else { trials.max(1) };
                for from in (0..trials).step_by(group) {
                    let judged = setting.judged(judge, first + from as u64, group.min(trials - from))?;
                    let all: Vec<_> = judged.iter().map(|(trial, judged)| (trial, Some(judged))).collect();
                    all.chunks(LANES).try_for_each(&mut observe)?;
                }
            }
            None => {
                let plain = setting.plain(first, trials)?;
                let all: Vec<_> = plain.iter().map(|trial| (trial, None)).collect();
                all.chunks(LANES).try_for_each(&mut observe)?;
            }
        }
        Ok(tally)
    }
}
