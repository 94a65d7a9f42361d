//! One number from all rules on fixed instances: it changes when any algorithm's result does.
//!
//! Change detection, beside the tests against independent truth. A commit that changes it says so.

use crate::support::{EVALUATORS_OF_ALL, SMALL_GAMES, evaluator, game, trials};
use plyscope::key::mix;
use plyscope::registry::{AnyRule, RULES, SEARCHES};
use plyscope::rule::BackupRule;
use plyscope::search::{Budget, PayoffVectors, Report, Scores, Search, TypedWins, Wins};
use plyscope::source::{PositionSource, Wanted};
use plyscope::tree::Place;
use plyscope::truth::ByConstruction;
use plyscope::value::{Payoffs, Typed, Win};

const SIGNATURE: u64 = 0x741D_67E7_B9B7_2359;

fn absorb<V>(signature: &mut u64, report: &Report<V>, bits: impl Fn(&V) -> u64) {
    let mut take = |number: u64| *signature = mix(*signature ^ number);
    report.ties.iter().for_each(|tie| take(*tie as u64));
    take(report.counts.generated);
    take(report.counts.evaluated);
    take(report.counts.cut);
    // Values to 40 bits: the digits that no platform rounds differently.
    take(report.value.as_ref().map_or(0, bits));
}

fn digits(value: f64) -> u64 {
    (value * (1u64 << 40) as f64).round() as i64 as u64
}

#[test]
fn the_signature_of_all_rules() {
    let mut signature = 0;
    for name in SMALL_GAMES {
        let game = game(name);
        let tree = trials(&game, 2026, Wanted::NonTrivial).position(77).unwrap().game;
        let root = &Place::ROOT;
        for evaluated in EVALUATORS_OF_ALL {
            let e = &*evaluator(evaluated, &game);
            for entry in SEARCHES.entries {
                let search = entry.build(&entry.name.parse().unwrap(), &()).unwrap();
                let takes = |rule: &str| match entry.name {
                    "alpha-beta" | "solve" => rule == "minimax",
                    "pruned" => ["minimax", "product", "emm"].contains(&rule),
                    _ => true,
                };
                for rule in RULES.entries.iter().filter(|rule| takes(rule.name)) {
                    for depth in [2, tree.shape().depth()] {
                        let budget = &Budget::depth(depth).unwrap();
                        match rule.build(&rule.name.parse().unwrap(), &()).unwrap() {
                            AnyRule::Ordered(rule) => {
                                let rule: &dyn BackupRule<f64> = &*rule;
                                let scores = Scores::new(&tree, e).unwrap();
                                let report = search.search(&tree, root, &scores, rule, budget).unwrap();
                                absorb(&mut signature, &report, |value| digits(*value));
                            }
                            AnyRule::Win(rule, reading) => {
                                let rule: &dyn BackupRule<Win> = &*rule;
                                let wins = Wins::new(&tree, e, reading).unwrap();
                                let report = search.search(&tree, root, &wins, rule, budget).unwrap();
                                absorb(&mut signature, &report, |value| digits(value.first));
                            }
                            AnyRule::Typed(rule) => {
                                let rule: &dyn BackupRule<Typed> = &*rule;
                                let typed = TypedWins::new(&tree, e, ByConstruction).unwrap();
                                let report = search.search(&tree, root, &typed, rule, budget).unwrap();
                                absorb(&mut signature, &report, |value| digits(value.win.first));
                            }
                            AnyRule::Payoffs(rule) if depth > 2 && entry.name == "full-width" => {
                                let rule: &dyn BackupRule<Payoffs> = &*rule;
                                let report =
                                    search.search(&tree, root, &PayoffVectors, rule, budget).unwrap();
                                absorb(&mut signature, &report, |value| digits(value.values()[0]));
                            }
                            AnyRule::Payoffs(_) => {}
                        }
                    }
                }
            }
        }
    }
    assert_eq!(signature, SIGNATURE, "the signature is now {signature:#018X}");
}
