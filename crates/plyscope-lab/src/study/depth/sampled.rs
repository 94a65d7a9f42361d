//! What repairs learn of a game and an evaluator, from positions of their own.

use crate::error::Result;
use plyscope::evaluator::{Adjustment, AnyEvaluator, Redraw, Scale, Spoken, seen_by};
use plyscope::game::{AnyPosition, Player as Side, Turn, expand_one};
use plyscope::key::{Stream, mix};
use plyscope::player::AnyGame;
use plyscope::search::{Asked, Budget};
use plyscope::source::{RandomMoments, Source};
use std::sync::Arc;

/// Random positions that an evaluator's numbers are looked at on.
const SAMPLED: u64 = 400;

/// Positions whose outcomes are found out before an evaluator's numbers are drawn anew.
const LESSONS: u64 = 2_000;

/// Nodes that solving one of them may cost; those that cost more teach nothing.
const LESSON_NODES: u64 = 100_000;

/// Positions that are tried before every node of a search is to be solved, and the nodes each may cost.
const TRIED: u64 = 24;
const TRIED_NODES: u64 = 50_000;

/// Random positions of a game, apart from all that are judged or learned from.
fn sample(game: &AnyGame, seed: u64) -> RandomMoments {
    RandomMoments::new(game.clone(), Stream::new(seed, &format!("{} looked at by repairs", game.name())))
}

/// Does every move pass the turn, as far as random games show?
pub(super) fn alternates(game: &AnyGame, seed: u64) -> bool {
    let source = sample(game, seed);
    let passes = |trial: u64| -> plyscope::Result<bool> {
        let before = expand_one(&**game, &source.trial(trial)?.position)?;
        let after = game.expand(&before.after)?;
        Ok(after.iter().all(|after| after.turn != before.turn))
    };
    (0..SAMPLED / 4).all(|trial| passes(trial).unwrap_or(true))
}

/// The smallest difference between two of an evaluator's numbers, as far as random positions show.
pub(super) fn grain(game: &AnyGame, evaluator: &AnyEvaluator, seed: u64) -> Result<f64> {
    let source = sample(game, seed);
    let number = |trial: u64| Ok(evaluator.estimate(&source.trial(trial)?.position)?.score());
    let mut numbers = (0..SAMPLED).map(number).collect::<plyscope::Result<Vec<f64>>>()?;
    numbers.sort_by(f64::total_cmp);
    let gaps = numbers.windows(2).map(|pair| pair[1] - pair[0]).filter(|gap| *gap > 1e-9);
    Ok(gaps.reduce(f64::min).unwrap_or(1.0))
}

/// What positions are worth on average, by who is to move.
pub(super) fn tempo(game: &AnyGame, evaluator: &AnyEvaluator, seed: u64) -> Result<Adjustment> {
    let source = sample(game, seed);
    let even = if evaluator.scale() == Scale::Probability { 0.5 } else { 0.0 };
    let (mut sums, mut counts) = ([0.0; 2], [0u32; 2]);
    for trial in 0..SAMPLED {
        let position = source.trial(trial)?.position;
        if let Turn::Player(mover) = expand_one(&**game, &position)?.turn {
            let side = usize::from(mover != Side::FIRST);
            sums[side] += evaluator.estimate(&position)?.score() - even;
            counts[side] += 1;
        }
    }
    let mean = |side: usize| sums[side] / f64::from(counts[side].max(1));
    Ok(Adjustment::Tempo { first: mean(0), second: mean(1) })
}

/// Positions such as a search meets at its frontier: those of a source of their own, and some plies further at random.
/// Drawn games know all their positions, so random ones of other games do.
pub(super) fn lessons(
    game: &AnyGame,
    others: &dyn Source,
    deepest: u32,
    seed: u64,
) -> Result<Vec<AnyPosition>> {
    let random = sample(game, seed);
    let mut found = Vec::new();
    for trial in 0..LESSONS {
        if game.knows_truth() || others.trials().is_some() {
            found.push(random.trial(trial)?.position);
            continue;
        }
        let Some(drawn) = others.draw(trial, 0)? else { continue };
        let mut position = drawn.position;
        for ply in 0..trial % u64::from(deepest + 1) {
            let here = expand_one(&**game, &position)?;
            let after = here.after;
            let choice = mix(drawn.key.number() ^ mix(ply)) % (after.len() as u64).max(1);
            let Some(next) = after.into_iter().nth(choice as usize) else { break };
            if expand_one(&**game, &next)?.turn == Turn::Over {
                break;
            }
            position = next;
        }
        found.push(position);
    }
    Ok(found)
}

/// What an evaluator says of positions of every outcome.
pub(super) fn redrawn(
    game: &AnyGame,
    evaluator: &AnyEvaluator,
    lessons: &[AnyPosition],
    seed: u64,
) -> Result<Adjustment> {
    let budget = Budget::unlimited().with_nodes(LESSON_NODES);
    let mut spoken = Vec::new();
    for (position, value) in lessons.iter().zip(game.values(lessons, Asked::Winner, 16, &budget)?) {
        let (Some(side), Turn::Player(mover)) = (value.side(), expand_one(&**game, position)?.turn) else {
            continue;
        };
        let outcome = i8::from(side > 0.0) - i8::from(side < 0.0);
        let estimate = evaluator.estimate(position)?;
        let number = match (evaluator.scale(), estimate.win()) {
            (Scale::Probability, Some(win)) => win.seen_by(mover).first,
            _ => seen_by(&estimate, mover),
        };
        spoken.push(Spoken {
            outcome: if mover == Side::FIRST { outcome } else { -outcome },
            progress: game.progress(position),
            number,
        });
    }
    Ok(Adjustment::Redrawn(Arc::new(Redraw::new(mix(seed ^ 0x1D), &spoken))))
}

/// Are outcomes quick to find out at positions such as those that are judged?
pub(super) fn quick_to_solve(game: &AnyGame, source: &dyn Source) -> Result<bool> {
    if game.knows_truth() {
        return Ok(true);
    }
    let budget = Budget::unlimited().with_nodes(TRIED_NODES);
    for trial in 0..source.trials().unwrap_or(TRIED).min(TRIED) {
        let Some(drawn) = source.draw(trial, 0)? else { continue };
        let values = game.values(&[drawn.position], Asked::Winner, 1, &budget)?;
        if values.iter().any(|value| value.side().is_none()) {
            return Ok(false);
        }
    }
    Ok(true)
}
