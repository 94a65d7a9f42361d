//! A quick check of the expected claims: decision accuracy by depth on board-splitting games.
//!
//! cargo run --release -p plyscope --example evidence_claims -- 10000
use plyscope::calibration::Lesson;
use plyscope::evaluator::LANES;
use plyscope::game::Player;
use plyscope::key::Stream;
use plyscope::lanes::Bits;
use plyscope::registry::{AnyRule, EVALUATORS, EvaluatorKind, GAMES, GameKind, Subject, build_rule};
use plyscope::rule::BackupRule;
use plyscope::search::levels::full_width;
use plyscope::source::{DrawnGames, Wanted};
use plyscope::value::{Ranked, Win};

type Scores = Vec<Vec<f64>>;

fn main() -> Result<(), plyscope::Error> {
    let trials: u64 = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(2048);
    let only = std::env::args().nth(2).unwrap_or_default();
    let all: &[(&str, &[(&str, &str)])] = &[
        (
            "artificial",
            &[
                ("minimax-win", "artificial"),
                ("product", "artificial"),
                ("emm", "artificial"),
                ("fused(weight=1)", "artificial"),
                ("fused", "artificial"),
                ("calibrated-product", "artificial(calibrate=isotonic)"),
                ("fused", "artificial(calibrate=isotonic)"),
                ("learned", "artificial"),
            ],
        ),
        (
            "natural",
            &[
                ("minimax-win", "natural"),
                ("product", "natural"),
                ("emm", "natural"),
                ("emm", "natural(error=table)"),
                ("calibrated-product", "natural(calibrate=isotonic)"),
                ("calibrated-product", "natural(calibrate=logistic)"),
                ("calibrated-product", "natural(calibrate=table)"),
                ("emm", "natural(calibrate=isotonic)"),
                ("minimax-win", "natural(calibrate=isotonic)"),
                ("fused", "natural(calibrate=isotonic)"),
                ("learned", "natural"),
                ("learned", "natural(calibrate=isotonic)"),
                ("chosen", "natural(calibrate=isotonic)"),
            ],
        ),
    ];
    for squares in ["p", "n"] {
        for (_, series) in all.iter().filter(|(name, _)| name.contains(&only)) {
            let text = format!("board-splitting(squares={squares})");
            let kind = GAMES.build(&text, &())?;
            let GameKind::Drawn(game) = kind.clone() else { unreachable!() };
            let shape = game.shape();
            let stream = Stream::new(20, &game.name().to_string());
            let source = DrawnGames { game: game.clone(), stream, wanted: Wanted::NonTrivial };
            let subject = Subject { game: kind, seed: 20 };
            let mut built = Vec::new();
            for (rule, evaluator) in *series {
                let e = EVALUATORS.build(evaluator, &subject)?;
                let lesson = Lesson { subject: subject.clone(), evaluator: e.clone() };
                let r = if *rule == "minimax-win" { None } else { Some(build_rule(rule, &lesson)?) };
                let EvaluatorKind::Drawn(e) = e else { unreachable!() };
                built.push((r, e));
            }
            let mut scores: Vec<Scores> = vec![vec![Vec::new(); 9]; built.len()];
            for block in 0..trials.div_ceil(64) {
                let batch = source.batch::<u64>(block)?;
                for first in (0..64).step_by(LANES) {
                    for (s, (rule, e)) in built.iter().enumerate() {
                        let (rule, reading): (&dyn BackupRule<Win<[f64; LANES]>>, _) = match rule {
                            Some(AnyRule::Win(rule, reading)) => (&**rule, *reading),
                            _ => (&plyscope::rule::Minimax, plyscope::evaluator::Reading::Win),
                        };
                        let estimates = e.levels(&batch, first, reading).unwrap();
                        for depth in 1..=9 {
                            let found = full_width(shape, &estimates, depth, rule)?;
                            for lane in 0..LANES {
                                let values: Vec<Win> = found.moves.iter().map(|v| v.lane(lane)).collect();
                                let best = values
                                    .iter()
                                    .copied()
                                    .reduce(|a, b| if b.beats(&a, Player::FIRST) { b } else { a })
                                    .unwrap();
                                let ties: Vec<usize> =
                                    (0..values.len()).filter(|m| values[*m].ties(best)).collect();
                                let wins = ties
                                    .iter()
                                    .filter(|m| batch.truth().level(1)[**m].lane(first + lane))
                                    .count();
                                scores[s][depth as usize - 1].push(wins as f64 / ties.len() as f64);
                            }
                        }
                    }
                }
            }
            println!("{text}, {} trials", scores[0][0].len());
            for ((rule, evaluator), scores) in series.iter().zip(&scores) {
                let means: Vec<String> =
                    scores.iter().map(|s| format!("{:.4}", s.iter().sum::<f64>() / s.len() as f64)).collect();
                println!("{:>20} {:34} {}", rule, evaluator, means.join(" "));
            }
            let emm = series.iter().position(|(r, _)| *r == "emm").unwrap();
            for (i, (rule, evaluator)) in series.iter().enumerate().skip(emm + 1) {
                let z: Vec<String> = (0..9)
                    .map(|d| {
                        let n = scores[i][d].len() as f64;
                        let diff: Vec<f64> =
                            scores[i][d].iter().zip(&scores[emm][d]).map(|(a, b)| a - b).collect();
                        let mean = diff.iter().sum::<f64>() / n;
                        let var = diff.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>() / n;
                        if var == 0.0 { "-".into() } else { format!("{:.1}", mean / (var / n).sqrt()) }
                    })
                    .collect();
                println!("  z over emm: {rule} {evaluator}: {}", z.join(" "));
            }
        }
    }
    Ok(())
}
