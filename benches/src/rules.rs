//! (d) What a decision costs by each rule, to equal depth on the same positions of Kalah; times beside full-width
//! minimax, all in one run.

use crate::timing::{Result, Row, best_of, seconds};
use plyscope::calibration::Lesson;
use plyscope::game::{AnyPosition, RealGame};
use plyscope::key::Stream;
use plyscope::play::{Contestant, Searcher};
use plyscope::registry::{
    EVALUATORS, EvaluatorKind, GAMES, GameKind, SEARCHES, Subject, Thinking, build_rule,
};
use plyscope::search::Budget;
use plyscope::source::random_moment;
use std::sync::Arc;

const GAME: &str = "kalah(pits=4,seeds=4)";
const DEPTH: u32 = 6;
const POSITIONS: u64 = 200;

fn player(rule: &str, evaluator: &str, search: &str) -> Result<Searcher> {
    let kind = GAMES.build(GAME, &())?;
    let subject = Subject { game: kind.clone(), seed: 1 };
    let evaluator = EVALUATORS.build(evaluator, &subject)?;
    let lesson = Lesson { subject, evaluator: evaluator.clone() };
    let thinking = Thinking { rule: build_rule(rule, &lesson)?, search: SEARCHES.build(search, &())? };
    let (EvaluatorKind::Real(evaluator), GameKind::Real(game)) = (evaluator, kind) else {
        return Err(format!("{GAME} is a real game").into());
    };
    Ok(Searcher { game, thinking, evaluator, budget: Budget::depth(DEPTH)? })
}

fn positions(game: &Arc<dyn RealGame>) -> Vec<AnyPosition> {
    let stream = Stream::new(1, "what a decision costs");
    (0..POSITIONS).filter_map(|trial| random_moment(&game.any(), stream.trial(trial))).collect()
}

/// Microseconds a decision.
fn cost(player: &Searcher, positions: &[AnyPosition]) -> Result<f64> {
    let time = best_of(5, || {
        seconds(|| {
            for position in positions {
                player.choose(position)?;
            }
            Ok(())
        })
    })?;
    Ok(1e6 * time / positions.len() as f64)
}

/// Every rule; the ratio says how many times as fast as full-width minimax it is.
pub fn measure(rows: &mut Vec<Row>) -> Result<()> {
    let (raw, calibrated, wide) = ("kalah-features", "kalah-features(calibrate=isotonic)", "full-width");
    let minimax = player("minimax", raw, wide)?;
    let positions = positions(&minimax.game);
    let base = cost(&minimax, &positions)?;
    for (rule, evaluator, search) in [
        ("minimax", raw, "alpha-beta"),
        ("minimax", raw, "alpha-beta(killers=yes,history=yes,table=1,deepening=yes)"),
        ("product", raw, wide),
        ("emm", calibrated, wide),
        ("calibrated-product", calibrated, wide),
        ("calibrated-product", calibrated, "pruned"),
        ("learned", calibrated, wide),
        ("fused", calibrated, wide),
        ("two-thresholds", calibrated, wide),
    ] {
        let found = cost(&player(rule, evaluator, search)?, &positions)?;
        let name =
            format!("{GAME}, depth {DEPTH}: us a decision by {rule}, {search} (other: minimax, {wide})");
        rows.push(Row::time(&name, found, base));
    }
    Ok(())
}
