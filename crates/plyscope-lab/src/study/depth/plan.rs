//! What is found out before a measurement: whether positions such as these can be solved at all, and what repairs will cost. It is
//! counted in nodes, so that the answer is the same on every machine.
//!
//! The measurement's own nodes are those of its player at all efforts, counted on a few positions. A repair that searches
//! like the player is counted on the same positions; one that searches full width is counted by walking, up to the limit;
//! one that needs the outcome of every node is run on them until too many positions were looked at for outcomes.

use super::sampled::{redrawn, sample as moments_of};
use super::variants::{How, Variant};
use super::{Depth, Wished};
use crate::columns::duration;
use crate::error::{Error, Result};
use crate::measurement::Planned;
use crate::study::player::{Kit, PlayerSpec};
use plyscope::catalogue::Subject;
use plyscope::evaluator::Adjustment;
use plyscope::game::AnyPosition;
use plyscope::name::Name;
use plyscope::oracle::NODES;
use plyscope::player::Player;
use plyscope::search::{Budget, Effort, SolveGoal};
use std::sync::Arc;
use std::time::Instant;

/// What a repair may cost unless it is asked for by name, as a multiple of the measurement's own nodes.
pub(super) const AFFORDABLE: f64 = 20.0;

/// Positions that costs are counted on.
const SAMPLE: usize = 4;

/// Trials that are looked at to find them.
const LOOKED_AT: u64 = 64;

/// Positions that are looked at to find out what outcomes cost.
const LOOKED_AT_NODES: u64 = 1_000_000;

/// Nodes of full width that are counted; beyond it, and beyond what a repair may cost, only that there are more.
const COUNTED_NODES: u64 = 2_000_000;

/// The plan of all players' repairs, and how long a position takes.
pub(super) struct Plan {
    /// By player, every repair that needs searches of its own.
    pub(super) repairs: Vec<Vec<Planned>>,
    /// Seconds that every player took for a position, on one thread; none where the plan was kept.
    seconds: Option<Vec<f64>>,
}

impl Plan {
    /// Makes the plan, or takes it from the cache.
    pub(super) fn make(study: &Depth, kit: &Kit<'_>) -> Result<Self> {
        let mut made: Option<Result<Plan>> = None;
        let name = format!("costs of repairs of {} seed {}", study.setup.positions, kit.seed);
        if study.wished == Wished::Named || study.variants.iter().all(Vec::is_empty) {
            let unplanned = |variant: &Variant| Planned::unlimited(variant.id);
            let repairs = study.variants.iter().map(|all| all.iter().map(unplanned).collect()).collect();
            return Ok(Plan { repairs, seconds: None });
        }
        let kept = kit.cache.get_or_learn(&name, &mut || {
            let plan = made.insert(Plan::estimate(study, kit));
            let repairs = plan.as_ref().map_or(&[][..], |plan| &plan.repairs);
            Ok(serde_json::to_string(repairs).expect("a plan is plain data"))
        })?;
        match made {
            Some(made) => made,
            None => {
                let why = "it is damaged; remove that file and run again with --resume".to_string();
                let damaged = |_| plyscope::Error::Kept { what: "plan of repairs", line: 1, why };
                Ok(Plan { repairs: serde_json::from_str(&kept).map_err(damaged)?, seconds: None })
            }
        }
    }

    fn estimate(study: &Depth, kit: &Kit<'_>) -> Result<Self> {
        let (mut repairs, mut seconds) = (Vec::new(), Vec::new());
        let sample = sample(study)?;
        for (spec, variants) in study.players.iter().zip(&study.variants) {
            if variants.is_empty() {
                repairs.push(Vec::new());
                seconds.push(0.0);
                continue;
            }
            let started = Instant::now();
            let own = nodes(&*spec.make(kit, &study.game)?, &sample, &study.setup.efforts)?;
            seconds.push(started.elapsed().as_secs_f64() / sample.len().max(1) as f64);
            let of = |variant: &Variant| planned(study, kit, spec, variant, &sample, &own);
            repairs.push(variants.iter().map(of).collect::<Result<_>>()?);
        }
        Ok(Plan { repairs, seconds: Some(seconds) })
    }

    /// What follows the measurement, with how long it takes, and what is left out.
    pub(super) fn forecast(&self, trials: u64, jobs: usize) -> Option<String> {
        let seconds = self.seconds.as_ref()?;
        let time = |number: usize, times: f64| seconds[number] * times * trials as f64 / jobs.max(1) as f64;
        let (mut run, mut total): (Vec<&'static str>, f64) = (Vec::new(), 0.0);
        // Of several players, each repair is said once, with the player that it costs most.
        let mut left: Vec<(&Planned, f64)> = Vec::new();
        let mut more = "about";
        for (number, repairs) in self.repairs.iter().enumerate() {
            for repair in repairs {
                match repair.is_left_out() {
                    false => {
                        total += time(number, repair.times);
                        if repair.more {
                            more = "more than";
                        }
                        if !run.contains(&repair.id.id()) {
                            run.push(repair.id.id());
                        }
                    }
                    true if repair.times > AFFORDABLE => {
                        let time = time(number, repair.times);
                        match left.iter_mut().find(|(known, _)| known.id == repair.id) {
                            Some(known) if known.0.times < repair.times => *known = (repair, known.1 + time),
                            Some(known) => known.1 += time,
                            None => left.push((repair, time)),
                        }
                    }
                    true => {}
                }
            }
        }
        let run = match run.is_empty() {
            true => "no repair needs searches of its own".to_string(),
            false => format!("then repairs that search ({}), {more} {}", run.join(", "), duration(total)),
        };
        let left = left.iter().map(|(repair, time)| {
            let (id, cost, about) =
                (repair.id.id(), repair.cost(), if repair.more { "more than" } else { "about" });
            format!("{id} ({cost}, {about} {}; --repairs {id} runs it)", duration(*time))
        });
        let left: Vec<String> = left.collect();
        let left = if left.is_empty() { String::new() } else { format!("; left out: {}", left.join(", ")) };
        Some(run + &left)
    }
}

/// The first positions with something to decide.
fn sample(study: &Depth) -> Result<Vec<AnyPosition>> {
    let mut found = Vec::new();
    for trial in 0..study.source.trials().unwrap_or(LOOKED_AT).min(LOOKED_AT) {
        let Some(drawn) = study.source.draw(trial, 0)? else { continue };
        if study.game.move_count(&drawn.position)? > 1 {
            found.push(drawn.position);
        }
        if found.len() == SAMPLE {
            break;
        }
    }
    Ok(found)
}

/// Nodes of a player at some positions with each effort.
fn nodes(player: &dyn Player, sample: &[AnyPosition], efforts: &[Effort]) -> Result<Vec<u64>> {
    let mut nodes = vec![0; efforts.len()];
    for position in sample {
        for (nodes, seen) in nodes.iter_mut().zip(player.decide_each(position, efforts)?) {
            *nodes += seen.nodes();
        }
    }
    Ok(nodes)
}

fn planned(
    study: &Depth,
    kit: &Kit<'_>,
    spec: &PlayerSpec,
    variant: &Variant,
    sample: &[AnyPosition],
    each: &[u64],
) -> Result<Planned> {
    let own: u64 = each.iter().sum();
    let most = COUNTED_NODES.max((2.0 * AFFORDABLE * own as f64) as u64);
    let (cost, more) = match &variant.how {
        How::Redrawn => {
            // Any number will do for counting: nothing was learned yet.
            let subject = Subject { game: &study.game, seed: kit.seed, cache: Some(kit.cache) };
            let evaluated = kit.catalogue.evaluator(&spec.parts.evaluator, &subject)?;
            let mind = kit.catalogue.mind(&subject, &spec.parts.rule, &evaluated, &spec.parts.search)?;
            let redraw = Arc::new(
                redrawn(&study.game, &evaluated.evaluator, &[], kit.seed)?.counting(LOOKED_AT_NODES),
            );
            let adjusted = study.game.adjusted(&evaluated.evaluator, Adjustment::Redrawn(redraw.clone()))?;
            let searched = nodes(&*study.game.player(mind, &adjusted)?, sample, &study.setup.efforts)?;
            let cost = (searched.iter().sum::<u64>() as f64 * (1.0 + redraw.cost())) as u64;
            (cost, redraw.cost() >= LOOKED_AT_NODES as f64)
        }
        How::Product | How::Rule(..) => {
            let mut all = 0;
            for position in sample {
                all += full_width(study, position, most.saturating_sub(all))?;
            }
            (all, all >= most)
        }
        _ => {
            let made = variant.make(kit, &study.game, spec, &[])?.player;
            (nodes(&*made, sample, &study.setup.efforts)?.iter().sum(), false)
        }
    };
    let times = cost as f64 / own.max(1) as f64;
    // Two digits are all that an estimate is good for.
    let times = format!("{times:.1e}").parse().unwrap_or(times);
    let mut planned = Planned { times, more, ..Planned::unlimited(variant.id) };
    if study.wished == Wished::Affordable && planned.times > AFFORDABLE {
        planned.left_out = format!(
            "it costs {}, and repairs run by default up to {AFFORDABLE} times: --repairs {} runs it",
            planned.cost(),
            variant.id.id()
        );
    }
    Ok(planned)
}

/// Nodes of full width from a position, at all depths together; not counted further than `most`.
fn full_width(study: &Depth, position: &AnyPosition, most: u64) -> Result<u64> {
    let counts = study.game.perft(position, study.deepest(), &Budget::unlimited().with_nodes(most.max(1)))?;
    if counts.len() < study.deepest() as usize {
        return Ok(most.max(1));
    }
    let to =
        |depth: u32| counts.iter().take(depth as usize).fold(1u64, |sum, count| sum.saturating_add(*count));
    let depths = study.setup.efforts.iter().filter_map(|effort| effort.depth());
    Ok(depths.map(to).fold(0, u64::saturating_add))
}

/// Positions that are tried.
const TRIED: usize = 12;

/// Nodes that each of them may cost.
const TRIED_NODES: u64 = 500_000;

/// The same in games of other programs, which may take a second for thousands of nodes.
const BROUGHT_NODES: u64 = 20_000;

/// With fewer solved positions than this share, it is said what would be better.
const FEW: f64 = 0.75;

/// Moments of random games that are tried, to find out how near to the end positions can be solved.
const MOMENTS: u64 = 24;

/// A sentence for a measurement in which solving takes most of the time; an error where nothing would be solved.
pub(super) fn outlook(study: &Depth, seed: u64) -> Result<Option<String>> {
    let Some(limit) = solver(study) else { return Ok(None) };
    let mut tried = Vec::new();
    for trial in 0..4 * TRIED as u64 {
        tried.extend(study.source.draw(trial, 0)?.map(|drawn| drawn.position));
        if tried.len() == TRIED {
            break;
        }
    }
    let brought = study.game.brings().is_some();
    let nodes = limit.min(if brought { BROUGHT_NODES } else { TRIED_NODES });
    let mut solved = 0;
    for position in &tried {
        solved += usize::from(is_solved(study, position, nodes)?);
    }
    if tried.is_empty() || solved as f64 >= FEW * tried.len() as f64 {
        return Ok(None);
    }
    let later = later(study, seed, nodes)?;
    let later = later.map(|(from, to)| format!("--positions 'random(plies={from}..{to})'"));
    let (positions, all) = (&study.setup.positions, tried.len());
    // Whether the solver's own limit would do is not known of other programs' games, where less was tried.
    if solved == 0 && limit <= NODES && !brought {
        let evaluator = study.players.iter().find(|player| !player.is_engine());
        let evaluator = evaluator.map_or_else(String::new, |player| {
            let named = &player.parts.evaluator;
            if named.contains('(') {
                format!("--evaluator '{named}' ")
            } else {
                format!("--evaluator {named} ")
            }
        });
        let proxy = format!("{evaluator}--truth 'search(depth=4)' --depths 1..3");
        let more = if limit < NODES { "give the solver more nodes, " } else { "" };
        let how = match later {
            Some(later) => {
                format!("take positions nearer the end ({later}), or let a deeper search judge ({proxy})")
            }
            None => format!("let a deeper search judge ({proxy})"),
        };
        let why = format!(
            "none of {all} positions of {positions} that were tried could be solved within {nodes} nodes, so no decision \
             can be judged; {more}{how}"
        );
        return Err(Error::Usage(why));
    }
    let better = later.map_or_else(String::new, |later| format!("; quicker: {later}"));
    Ok(Some(format!(
        "of {all} positions of {positions} that were tried, {solved} could be solved within {nodes} nodes: solving takes \
         most of the time{better}"
    )))
}

/// The nodes that a solver may spend on a move, where one judges and positions are drawn.
fn solver(study: &Depth) -> Option<u64> {
    let named: Name = study.truths.first()?.parse().ok()?;
    let solves =
        named.kind() == "solve" && study.game.facts().players == 2 && !study.game.facts().knows_truth;
    let drawn = study.source.trials().is_none();
    (solves && drawn).then(|| named.get("nodes").and_then(|nodes| nodes.parse().ok()).unwrap_or(NODES))
}

fn is_solved(study: &Depth, position: &AnyPosition, nodes: u64) -> Result<bool> {
    let asked = if study.setup.margins { SolveGoal::Value } else { SolveGoal::Winner };
    let budget = Budget::unlimited().with_nodes(nodes);
    let values = study.game.values(std::slice::from_ref(position), asked, 1, &budget)?;
    Ok(values.first().is_some_and(|value| match asked {
        SolveGoal::Value => value.exact().is_some(),
        _ => value.side().is_some(),
    }))
}

/// Plies of random games from which on positions are solved, and the last at which there is one.
fn later(study: &Depth, seed: u64, nodes: u64) -> Result<Option<(u32, u32)>> {
    let moments = moments_of(&study.game, seed);
    let mut drawn = Vec::new();
    for trial in 0..MOMENTS {
        let key = moments.stream.trial(trial);
        drawn.extend(moments.moment(key)?);
    }
    drawn.sort_by_key(|(_, ply)| std::cmp::Reverse(*ply));
    let last = drawn.first().map_or(0, |(_, ply)| *ply);
    let mut from = None;
    for (position, ply) in &drawn {
        if !is_solved(study, position, nodes)? {
            break;
        }
        from = Some(*ply);
    }
    // A span of some plies, so that every game has a position in it.
    Ok(from.filter(|from| from + 4 <= last).map(|from| (from, last)))
}
