//! What repairs learn of a game and an evaluator, from positions of their own.

use super::Depth;
use crate::error::Result;
use plyscope::calibration::{Calibrator, Curves, Kind, Sample, Samples, Threshold};
use plyscope::evaluator::{Adjustment, AnyEvaluator, Redraw, Scale, Spoken, seen_by};
use plyscope::game::{AnyPosition, Player as Side, Turn, expand_one};
use plyscope::key::{Stream, mix};
use plyscope::player::AnyGame;
use plyscope::search::{Budget, Progress, SolveGoal};
use plyscope::source::{RandomPositions, Source};
use plyscope::value::Outcome;
use std::sync::Arc;

/// Random positions that an evaluator's numbers are looked at on.
const SAMPLED: u64 = 400;

/// Positions that are learned from at the most.
const LESSONS: u64 = 2_000;

/// Nodes that solving one of them may cost; those that cost more teach nothing.
const LESSON_NODES: u64 = 100_000;

/// Nodes that solving all of them may cost: the others are not learned from.
const ALL_LESSONS_NODES: u64 = 20_000_000;

/// With fewer solved positions nothing is learned.
pub(super) const FEWEST: usize = 100;

/// Positions that are tried before every node of a search is to be solved, and the nodes each may cost.
const TRIED: u64 = 24;
const TRIED_NODES: u64 = 50_000;

/// Random positions of a game, apart from all that are judged or learned from.
pub(super) fn sample(game: &AnyGame, seed: u64) -> RandomPositions {
    RandomPositions::new(game.clone(), Stream::new(seed, &format!("{} looked at by repairs", game.name())))
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
    let even = if evaluator.profile().scale == Scale::Probability { 0.5 } else { 0.0 };
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

/// Positions such as a search meets at its frontier, to learn from: those of the measurement's own source under other keys,
/// and some plies further at random. From a list, whose positions are all judged, at least one ply further. Drawn games know
/// all their positions, so random ones of other games do.
pub(super) fn lessons(study: &Depth, seed: u64) -> Result<Vec<AnyPosition>> {
    let (game, others, deepest) = (&study.game, &*study.others, study.deepest());
    let random = sample(game, seed);
    let listed = others.trials().filter(|positions| *positions > 0);
    let mut found = Vec::new();
    for trial in 0..LESSONS {
        if game.facts().knows_truth {
            found.push(random.trial(trial)?.position);
            continue;
        }
        let (number, least) = listed.map_or((trial, 0), |positions| (trial % positions, 1));
        let Some(drawn) = others.draw(number, 0)? else { continue };
        let plies = least + (trial % u64::from((deepest + 1 - least).max(1))) as u32;
        found.push(further(game, drawn.position, drawn.key.number() ^ mix(trial), plies)?);
    }
    Ok(found)
}

/// A position some random plies further, or as far as the game goes on.
pub(super) fn further(
    game: &AnyGame,
    mut position: AnyPosition,
    key: u64,
    plies: u32,
) -> Result<AnyPosition> {
    for ply in 0..plies {
        let after = expand_one(&**game, &position)?.after;
        let choice = mix(key ^ mix(u64::from(ply))) % (after.len() as u64).max(1);
        let Some(next) = after.into_iter().nth(choice as usize) else { break };
        if expand_one(&**game, &next)?.turn == Turn::Over {
            break;
        }
        position = next;
    }
    Ok(position)
}

/// What a position is worth to the first player, where `nodes` nodes are enough to find out; and the nodes spent.
fn solved(game: &AnyGame, position: &AnyPosition, nodes: u64) -> plyscope::Result<(Option<f64>, u64)> {
    let told = Progress::default();
    let budget = Budget::unlimited().with_nodes(nodes).telling(&told);
    let value = game.values(std::slice::from_ref(position), SolveGoal::Winner, 1, &budget)?;
    let side = value.first().and_then(|value| value.side());
    // Told now and then: a search that is given up has spent all of it.
    Ok((side, if side.is_none() { nodes } else { told.generated() + 1 }))
}

/// How positions end, solved in their order until the nodes for all of them are spent: a letter each.
pub(super) fn outcomes(
    game: &AnyGame,
    lessons: &[AnyPosition],
    told: &dyn Fn(u64, u64),
) -> plyscope::Result<String> {
    let (mut text, mut spent) = (String::new(), 0);
    for (number, lesson) in lessons.iter().enumerate() {
        told(number as u64, lessons.len() as u64);
        if spent >= ALL_LESSONS_NODES {
            break;
        }
        let (side, nodes) = solved(game, lesson, LESSON_NODES)?;
        spent += nodes;
        text.push(match side {
            Some(side) if side > 0.0 => '1',
            Some(side) if side < 0.0 => '2',
            Some(_) => '0',
            None => '?',
        });
    }
    Ok(text)
}

/// Positions with how they end: who wins, and who is to move.
pub(super) fn taught<'a>(
    game: &AnyGame,
    lessons: &'a [AnyPosition],
    outcomes: &str,
) -> Result<Vec<(&'a AnyPosition, Side, i8)>> {
    let mut found = Vec::new();
    for (lesson, outcome) in lessons.iter().zip(outcomes.chars()) {
        let outcome = match outcome {
            '1' => 1,
            '2' => -1,
            '0' => 0,
            _ => continue,
        };
        if let Turn::Player(mover) = expand_one(&**game, lesson)?.turn {
            found.push((lesson, mover, if mover == Side::FIRST { outcome } else { -outcome }));
        }
    }
    Ok(found)
}

/// An evaluator whose numbers are the chances of winning that they proved to be; none where too few positions were solved.
pub(super) fn calibrated(
    game: &AnyGame,
    evaluator: &AnyEvaluator,
    taught: &[(&AnyPosition, Side, i8)],
) -> Result<Option<AnyEvaluator>> {
    if taught.len() < FEWEST {
        return Ok(None);
    }
    let mut samples = Samples::new(evaluator.profile().scale);
    for (position, mover, outcome) in taught {
        let estimate = seen_by(&evaluator.estimate(position)?, *mover);
        samples.add(Sample { height: 0, estimate, outcome: Outcome::of(f64::from(*outcome)) });
    }
    let (kind, threshold) = (Kind::Isotonic, Threshold::Points);
    let calibrator = Calibrator::fit(kind, threshold, &game.name(), evaluator.name(), &samples)?;
    Ok(Some(game.revised(evaluator, Arc::new(Curves::kept(calibrator, evaluator.name())))?))
}

/// What an evaluator says of positions of every outcome.
pub(super) fn redrawn(
    game: &AnyGame,
    evaluator: &AnyEvaluator,
    taught: &[(&AnyPosition, Side, i8)],
    seed: u64,
) -> Result<Redraw> {
    let mut spoken = Vec::new();
    for (position, mover, outcome) in taught {
        let estimate = evaluator.estimate(position)?;
        let number = match (evaluator.profile().scale, estimate.win()) {
            (Scale::Probability, Some(win)) => win.seen_by(*mover).first,
            _ => seen_by(&estimate, *mover),
        };
        spoken.push(Spoken { outcome: *outcome, progress: game.progress(position), number });
    }
    Ok(Redraw::new(mix(seed ^ 0x1D), &spoken))
}

/// Are outcomes quick to find out at positions such as those that are judged?
pub(super) fn quick_to_solve(game: &AnyGame, source: &dyn Source) -> Result<bool> {
    if game.facts().knows_truth {
        return Ok(true);
    }
    let budget = Budget::unlimited().with_nodes(TRIED_NODES);
    for trial in 0..source.trials().unwrap_or(TRIED).min(TRIED) {
        let Some(drawn) = source.draw(trial, 0)? else { continue };
        let values = game.values(&[drawn.position], SolveGoal::Winner, 1, &budget)?;
        if values.iter().any(|value| value.side().is_none()) {
            return Ok(false);
        }
    }
    Ok(true)
}
