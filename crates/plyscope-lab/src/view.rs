//! In whose view does an evaluator answer? It should be the first player's, no matter who is to move.
//!
//! Near the end of games outcomes are known: a move wins at once, or the rest is solved. An evaluator in the first player's
//! view rises with the outcome in either case. One in the mover's view rises where the first player is to move and falls
//! where the second is.

use plyscope::evaluator::Estimate;
use plyscope::game::{AnyPosition, Turn};
use plyscope::player::AnyGame;
use plyscope::search::{Budget, SolveGoal};
use plyscope::truth::TrueValue;
use plyscope::value::Player;

/// A position near the end of a game.
pub(crate) struct Late {
    pub(crate) mover: Player,
    /// The sign of the first player's payoff with best play.
    outcome: f64,
    /// The mover wins with the next move.
    at_once: bool,
    /// Where its estimate is, among those of all positions that are asked about.
    pub(crate) place: usize,
}

/// Positions that are solved, at most, and nodes for each: a game in another program takes seconds for that.
const SOLVED: (usize, u64) = (150, 1_000);

/// What is known of positions near the end, given with their places; those of unknown outcome are left out.
pub(crate) fn late(game: &AnyGame, positions: &[(usize, AnyPosition)]) -> plyscope::Result<Vec<Late>> {
    let (mut found, mut open) = (Vec::new(), Vec::new());
    for (place, position) in positions.iter().take(4 * SOLVED.0) {
        let expansion = game.expand(std::slice::from_ref(position))?.remove(0);
        let Turn::Player(mover) = expansion.turn else { continue };
        let after = game.expand(&expansion.after)?;
        let wins =
            after.iter().any(|after| after.payoffs.get(mover.index()).is_some_and(|payoff| *payoff > 0.0));
        let late = Late {
            mover,
            outcome: if mover == Player::FIRST { 1.0 } else { -1.0 },
            at_once: wins,
            place: *place,
        };
        if wins { found.push(late) } else { open.push((late, position.clone())) }
    }
    open.truncate(SOLVED.0);
    let asked: Vec<AnyPosition> = open.iter().map(|(_, position)| position.clone()).collect();
    // A game that cannot be solved, such as one with chance, is judged by wins at once alone.
    let budget = Budget::unlimited().with_nodes(SOLVED.1);
    let values = game.values(&asked, SolveGoal::Winner, 1, &budget).unwrap_or_default();
    for ((late, _), value) in open.into_iter().zip(values) {
        let outcome = match value {
            TrueValue::Exact(0.0) => 0.0,
            TrueValue::Exact(value) => value.signum(),
            TrueValue::Between(low, _) if low > 0.0 => 1.0,
            TrueValue::Between(_, high) if high < 0.0 => -1.0,
            TrueValue::Between(..) | TrueValue::Unknown => continue,
        };
        found.push(Late { outcome, ..late });
    }
    Ok(found)
}

/// What is wrong with an evaluator's view, and what to change; none where nothing can be told.
pub(crate) fn wrong_view(late: &[Late], estimates: &[Estimate]) -> Option<String> {
    let [first, second] = [Player::FIRST, Player::SECOND].map(|mover| {
        let of = late.iter().filter(|late| late.mover == mover);
        of.map(|late| (late.outcome, estimates[late.place].score())).collect::<Vec<_>>()
    });
    let [rises, falls] = [correlation(&first)?, correlation(&second)?];
    let view = match (rises > 0.0, falls > 0.0) {
        (true, true) => return None,
        (true, false) => "it answers in the view of the player to move: negate it where player 2 is to move",
        (false, true) => {
            "it answers in the view of the player who has just moved: negate it where player 1 is to move"
        }
        (false, false) => "it answers in the view of player 2: negate it everywhere",
    };
    let wins: Vec<&Late> = late.iter().filter(|late| late.at_once).collect();
    let agree = |late: &&&Late| {
        let score = estimates[late.place].score();
        score != 0.0 && score.signum() == late.outcome
    };
    Some(format!(
        "{view} (correlation with solved outcomes: {rises:+.2} at {} positions with player 1 to move, {falls:+.2} at {} with \
         player 2; it favours the winner at {} of {} positions where a move wins at once)",
        first.len(),
        second.len(),
        wins.iter().filter(agree).count(),
        wins.len()
    ))
}

/// The correlation of ranks, where it is beyond chance.
fn correlation(pairs: &[(f64, f64)]) -> Option<f64> {
    let ranks = |of: fn(&(f64, f64)) -> f64| -> Vec<f64> {
        let rank = |value: f64| {
            let below = pairs.iter().filter(|pair| of(pair) < value).count();
            let same = pairs.iter().filter(|pair| of(pair) == value).count();
            below as f64 + same as f64 / 2.0 - pairs.len() as f64 / 2.0
        };
        pairs.iter().map(|pair| rank(of(pair))).collect()
    };
    let (outcomes, scores) = (ranks(|pair| pair.0), ranks(|pair| pair.1));
    let product = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
    let size = (product(&outcomes, &outcomes) * product(&scores, &scores)).sqrt();
    if pairs.len() < 12 || size == 0.0 {
        return None;
    }
    let found = product(&outcomes, &scores) / size;
    // Beyond three standard errors, and not weak: positions of one game are alike.
    let errors = found.abs() * (pairs.len() as f64 - 1.0).sqrt();
    (errors >= 3.0 && found.abs() >= 0.3).then_some(found)
}
