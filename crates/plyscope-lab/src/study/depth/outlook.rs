//! Can positions such as these be solved at all? Tried on a few before anything else is done, in nodes, so that the answer
//! is the same on every machine.

use super::{Depth, sampled};
use crate::error::{Error, Result};
use plyscope::game::AnyPosition;
use plyscope::name::Name;
use plyscope::oracle::NODES;
use plyscope::search::{Asked, Budget};

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
    let asked = if study.setup.margins { Asked::Value } else { Asked::Winner };
    let budget = Budget::unlimited().with_nodes(nodes);
    let values = study.game.values(std::slice::from_ref(position), asked, 1, &budget)?;
    Ok(values.first().is_some_and(|value| match asked {
        Asked::Value => value.exact().is_some(),
        _ => value.side().is_some(),
    }))
}

/// Plies of random games from which on positions are solved, and the last at which there is one.
fn later(study: &Depth, seed: u64, nodes: u64) -> Result<Option<(u32, u32)>> {
    let moments = sampled::sample(&study.game, seed);
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
