//! The expected claims on board-splitting games (two moves, ten plies, wilson's settings), judged on 10,000
//! trials by paired differences. Minutes, not seconds:
//!
//! ```text
//! cargo test --release -p plyscope --test suite -- --ignored --nocapture evidence_claims
//! ```

#![expect(clippy::print_stdout, reason = "the curves are what the tests are run for")]

use crate::calibration::lesson;
use crate::support::{game, trials};
use plyscope::evaluator::{LANES, TreeEvaluator};
use plyscope::game::Player;
use plyscope::lanes::Bits;
use plyscope::registry::{AnyRule, EvaluatorKind, build_rule};
use plyscope::rule::BackupRule;
use plyscope::search::levels::full_width;
use plyscope::source::Wanted;
use plyscope::value::{Ranked, Win};
use std::sync::Arc;

const TRIALS: u64 = 10_048;
const DEPTHS: u32 = 9;

/// One curve: what a trial scores at each depth.
type Scores = Vec<Vec<f64>>;

fn scores(name: &str, rule: &str, evaluated: &str) -> Scores {
    let lesson = lesson(name, evaluated, 20);
    let EvaluatorKind::Drawn(e) = &lesson.evaluator else { panic!("drawn") };
    let e: &Arc<dyn TreeEvaluator> = e;
    let AnyRule::Win(rule, reading) = build_rule(rule, &lesson).unwrap() else { panic!("{rule}") };
    let rule: &dyn BackupRule<Win<[f64; LANES]>> = &*rule;
    let source = trials(&game(name), 20, Wanted::NonTrivial);
    let mut scores = vec![Vec::new(); DEPTHS as usize];
    for block in 0..TRIALS / 64 {
        let batch = source.batch::<u64>(block).unwrap();
        for first in (0..64).step_by(LANES) {
            let estimates = e.levels(&batch, first, reading, u32::MAX).unwrap();
            for depth in 1..=DEPTHS {
                let moves = full_width(batch.shape(), &estimates, depth, rule).unwrap().moves;
                for lane in 0..LANES {
                    let values: Vec<Win> = moves.iter().map(|value| value.lane(lane)).collect();
                    let better = |a: Win, b: Win| if b.beats(&a, Player::FIRST) { b } else { a };
                    let best = values.iter().copied().reduce(better).unwrap();
                    let tied: Vec<usize> = (0..values.len()).filter(|m| values[*m].ties(best)).collect();
                    let right =
                        tied.iter().filter(|m| batch.truth().level(1)[**m].lane(first + lane)).count();
                    scores[depth as usize - 1].push(right as f64 / tied.len() as f64);
                }
            }
        }
    }
    scores
}

fn mean(numbers: &[f64]) -> f64 {
    numbers.iter().sum::<f64>() / numbers.len() as f64
}

/// Prints both curves; at these depths the first must be above the second by two standard errors.
fn above(name: &str, better: (&str, &str), worse: (&str, &str), depths: std::ops::RangeInclusive<usize>) {
    let (a, b) = (scores(name, better.0, better.1), scores(name, worse.0, worse.1));
    println!("{name}: {} with {} against {} with {}", better.0, better.1, worse.0, worse.1);
    let mut refuted = Vec::new();
    for depth in 1..=DEPTHS as usize {
        let gaps: Vec<f64> = a[depth - 1].iter().zip(&b[depth - 1]).map(|(a, b)| a - b).collect();
        let gap = mean(&gaps);
        let spread = mean(&gaps.iter().map(|x| (x - gap).powi(2)).collect::<Vec<_>>());
        let error = (spread / gaps.len() as f64).sqrt();
        println!(
            "  depth {depth}: {:.4} {:.4}, {gap:+.4} +- {error:.4}",
            mean(&a[depth - 1]),
            mean(&b[depth - 1])
        );
        if depths.contains(&depth) && gap <= 2.0 * error {
            refuted.push(depth);
        }
    }
    assert!(refuted.is_empty(), "{name}: not above at depths {refuted:?}");
}

#[test]
#[ignore = "minutes: see the header"]
fn evidence_claims_artificial() {
    for squares in ["p", "n"] {
        let name = format!("board-splitting(squares={squares})");
        above(&name, ("fused", "artificial"), ("emm", "artificial"), 2..=8);
    }
}

#[test]
#[ignore = "minutes: see the header"]
fn evidence_claims_natural() {
    for squares in ["p", "n"] {
        let name = format!("board-splitting(squares={squares})");
        let calibrated = ("calibrated-product", "natural(calibrate=isotonic)");
        above(&name, calibrated, ("emm", "natural"), 3..=8);
        above(&name, calibrated, ("product", "natural"), 3..=8);
    }
}

/// Without knowing which case it is in, the learned rule is near the better of the two.
#[test]
#[ignore = "minutes: see the header"]
fn evidence_claims_learned() {
    for squares in ["p", "n"] {
        let name = format!("board-splitting(squares={squares})");
        for (rule, evaluated) in
            [("fused", "artificial"), ("calibrated-product", "natural(calibrate=isotonic)")]
        {
            let (best, learned) = (scores(&name, rule, evaluated), scores(&name, "learned", evaluated));
            for depth in 1..=DEPTHS as usize {
                let (best, learned) = (mean(&best[depth - 1]), mean(&learned[depth - 1]));
                println!("{name}, depth {depth}: {rule} {best:.4}, learned {learned:.4}");
                assert!(learned > best - 0.01, "{name}, {evaluated}, depth {depth}");
            }
        }
    }
}
