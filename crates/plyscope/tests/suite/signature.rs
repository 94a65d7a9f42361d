//! One number from all rules on fixed instances: it changes when any algorithm's result does.
//!
//! Change detection, beside the tests against independent truth. A commit that changes it says so.

use crate::support::{EVALUATORS_OF_ALL, SMALL_GAMES, evaluator, game, plain_rules, search, trials};
use plyscope::catalogue::{Catalogue, Described};
use plyscope::key::mix;
use plyscope::rule::AnyRule;
use plyscope::search::{Budget, LeafValues, Report, Search, SearchInfo, ToTheEnd};
use plyscope::source::Wanted;
use plyscope::tree::Place;
use plyscope::truth::Known;

const SIGNATURE: u64 = 0x6681_583D_9D41_CFDB;

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
    let (catalogue, rules) = (Catalogue::built_in(), plain_rules());
    for name in SMALL_GAMES {
        let game = game(name);
        let tree = trials(&game, 2026, Wanted::NonTrivial).tree(77).unwrap();
        let root = &Place::ROOT;
        for evaluated in EVALUATORS_OF_ALL {
            let e = &*evaluator(evaluated, &game);
            for entry in catalogue.searches() {
                let search = search(entry.name());
                for (_, rule) in rules.iter().filter(|(name, rule)| search.check_rule(rule, name).is_ok()) {
                    for depth in [2, tree.shape().depth()] {
                        let budget = &Budget::depth(depth).unwrap();
                        match rule {
                            AnyRule::Ordered(rule) => {
                                let scores = LeafValues::new(&tree, e, &**rule).unwrap();
                                let report = search.search(&tree, root, &scores, budget).unwrap();
                                absorb(&mut signature, &report, |value| digits(*value));
                            }
                            AnyRule::Wins(rule) => {
                                let wins = LeafValues::new(&tree, e, &**rule).unwrap();
                                let report = search.search(&tree, root, &wins, budget).unwrap();
                                absorb(&mut signature, &report, |value| digits(value.first));
                            }
                            AnyRule::Typed(rule) => {
                                let typed = LeafValues::knowing(&tree, e, Known, &**rule).unwrap();
                                let report = search.search(&tree, root, &typed, budget).unwrap();
                                absorb(&mut signature, &report, |value| digits(value.win.first));
                            }
                            AnyRule::Payoffs(rule) if depth > 2 && entry.name() == "full-width" => {
                                let payoffs = ToTheEnd::new(&tree, &**rule).unwrap();
                                let report = search.search(&tree, root, &payoffs, budget).unwrap();
                                absorb(&mut signature, &report, |value| digits(value.values()[0]));
                            }
                            AnyRule::Payoffs(_) => {}
                            // With two players they are product and emm: tests/suite/several_players.rs.
                            AnyRule::Chances(_) => {}
                            _ => panic!("rules of a new kind belong in the signature"),
                        }
                    }
                }
            }
        }
    }
    assert_eq!(signature, SIGNATURE, "the signature is now {signature:#018X}");
}
