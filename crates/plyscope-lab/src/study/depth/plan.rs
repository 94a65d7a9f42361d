//! What repairs will cost, planned in nodes before any is run, so that the plan is the same on every machine.
//!
//! The measurement's own nodes are those of its player at all efforts, counted on a few positions. A repair that searches
//! like the player is counted on the same positions; one that searches full width is counted by walking, up to the limit;
//! one that needs the outcome of every node is run on them until too many positions were looked at for outcomes.

use super::sampled::redrawn;
use super::variants::{How, Variant};
use super::{Depth, Wished};
use crate::columns::duration;
use crate::error::Result;
use crate::measurement::Planned;
use crate::study::player::{Kit, PlayerSpec};
use plyscope::catalogue::Subject;
use plyscope::evaluator::Adjustment;
use plyscope::game::AnyPosition;
use plyscope::player::Player;
use plyscope::search::{Budget, Effort};
use std::sync::Arc;
use std::time::Instant;

/// What a repair may cost unless it is asked for by name: so many times the measurement's own nodes.
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
    /// Makes the plan, or takes it from the shelf.
    pub(super) fn make(study: &Depth, kit: &Kit<'_>) -> Result<Self> {
        let mut made: Option<Result<Plan>> = None;
        let name = format!("costs of repairs of {} seed {}", study.setup.positions, kit.seed);
        if study.wished == Wished::Named || study.variants.iter().all(Vec::is_empty) {
            let unplanned = |variant: &Variant| Planned::unlimited(variant.id);
            let repairs = study.variants.iter().map(|all| all.iter().map(unplanned).collect()).collect();
            return Ok(Plan { repairs, seconds: None });
        }
        let kept = kit.shelf.get_or_learn(&name, &mut || {
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
            let subject = Subject { game: &study.game, seed: kit.seed, shelf: Some(kit.shelf) };
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
            let made = variant.make(kit, &study.game, spec, &[])?;
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
