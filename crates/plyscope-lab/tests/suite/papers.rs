//! What the experiments of Horacek and of Russell & Norvig find is what these papers print, as far as it is.

use crate::support::{builtin, parse};
use plyscope_lab::experiment::{Experiment, builtin_ids};
use plyscope_lab::results::{ExperimentResult, Verdict, evaluate};
use plyscope_lab::run::{Options, Silent, run};
use std::sync::atomic::AtomicBool;

fn result(experiment: &Experiment) -> ExperimentResult {
    let options = Options { jobs: 2, shard: None, stop: &AtomicBool::new(false), progress: &Silent };
    evaluate(experiment, &run(experiment, None, &options).unwrap()).unwrap()
}

/// Of an experiment's printed numbers: how many there are, and the claims of those that are not ours.
fn digits(id: &str) -> (usize, Vec<String>) {
    let found = result(&builtin(id).unwrap());
    let printed: Vec<_> = found.claims.iter().filter(|claim| claim.id.starts_with("printed-")).collect();
    let others = printed.iter().filter(|claim| claim.verdict != Verdict::Supported);
    (printed.len(), others.map(|claim| claim.id.clone()).collect())
}

/// Every digit that Horacek prints is a claim: 55 of table 2's 58 numbers come out, all counts and nine of ten
/// percentages of table 3 and both totals, and all of table 4.
#[test]
fn horaceks_digits() {
    assert_eq!(digits("horacek/table1"), (8, vec![]));
    assert_eq!(digits("horacek/table1-errors"), (10, vec![]));
    let misprint = "printed-e1-I3-P2";
    let last_digit = ["printed-e2-I2-M1-M2-P1", "printed-e2-I1-P1-P2"];
    assert_eq!(
        digits("horacek/table2"),
        (58, vec![last_digit[0].into(), misprint.into(), last_digit[1].into()])
    );
    assert_eq!(digits("horacek/table3"), (22, vec!["printed-advantage-e2-I3".into()]));
    assert_eq!(digits("horacek/table4"), (8, vec![]));
    // As M2 is defined the same numbers are printed, and most are not ours; it is no error that they are not.
    let literal = builtin("horacek/table2+literal").unwrap();
    let (printed, others) = digits("horacek/table2+literal");
    assert!(printed == 58 && others.len() > 25, "{} of {printed}", others.len());
    assert!(literal.claims.iter().all(|claim| !claim.expected || !claim.id.starts_with("printed-")));
}

fn of_these_papers() -> impl Iterator<Item = &'static str> {
    builtin_ids().into_iter().filter(|id| id.starts_with("horacek/") || id.starts_with("russell-norvig/"))
}

/// What is exact and expected comes out, in every reading.
#[test]
fn exact_claims_come_out_as_expected() {
    let mut claims = 0;
    for id in of_these_papers() {
        let experiment = builtin(id).unwrap();
        let readings = experiment.alternatives.iter().map(|(suffix, _)| format!("{id}+{suffix}"));
        for id in std::iter::once(id.to_string()).chain(readings) {
            let experiment = builtin(&id).unwrap();
            if experiment.study.exact().is_none() {
                continue;
            }
            for (claim, judged) in experiment.claims.iter().zip(result(&experiment).claims) {
                assert_eq!(claim.id, judged.id);
                if claim.expected {
                    claims += 1;
                    assert_eq!(judged.verdict, Verdict::Supported, "{id}: {} {}", judged.id, judged.evidence);
                }
            }
        }
    }
    assert!(claims > 250, "{claims}");
}

/// Every claim and every printed number says where in the paper it stands.
#[test]
fn every_claim_has_its_place() {
    for id in of_these_papers() {
        let experiment = builtin(id).unwrap();
        for claim in &experiment.claims {
            assert_ne!(claim.place, experiment.source, "{id}: {}", claim.id);
        }
    }
    let combination = builtin("horacek/combination").unwrap();
    assert!(combination.claims.len() == 6 && combination.claims.iter().all(|claim| claim.ours));
}

const TREE: &str = "title = 't'\nsource = 's'\nmeasure = 'worked-example'\n\
                    game = 'A:(B:(3 12 8) C:(2 4 6) D:((14 5) 2))'\n[[series]]\nrule = 'minimax'\n\
                    search = 'alpha-beta'\nquantity = 'Q'\n";

/// Quantities by hand: D's first successor is a node, of which MAX takes 14; its other is a leaf.
#[test]
fn quantities_of_a_node() {
    for (quantity, value) in [
        ("value", 3.0),
        ("choice", 1.0),
        ("value(node=D)", 2.0),
        ("value(node=D.1)", 14.0),
        ("leaves-evaluated", 7.0),
        ("leaves-evaluated(node=C)", 1.0),
        ("leaves-cut(node=C)", 2.0),
        ("leaves-cut(node=D)", 0.0),
        ("at-most(node=B,after=1)", 3.0),
        ("ends-known(node=A,after=1)", 0.0),
        ("at-least(node=A,after=3)", 3.0),
        // D.1 is worth 14 or more: D is not bounded yet.
        ("ends-known(node=D,after=5)", 0.0),
        ("at-least(node=D.1,after=5)", 14.0),
        ("at-most(node=D,after=6)", 14.0),
        ("at-most", 3.0),
    ] {
        let text = TREE.replace('Q', quantity);
        let experiment = parse("tree", &text, None).unwrap_or_else(|error| panic!("{quantity}: {error}"));
        assert_eq!(result(&experiment).results[0].value, value, "{quantity}");
    }
}

#[test]
fn quantities_that_there_are_not() {
    for (quantity, why) in [
        ("worth", "a quantity is value, value-to-1"),
        ("choice(node=B)", "all but choice take a node"),
        ("value(after=2)", "the last three the number of leaves seen so far"),
        ("at-most(node=B,after=x)", "as in at-most(node=B,after=1)"),
        ("value(node=E)", "there is no node `E` in the tree"),
        ("at-least(node=B,after=1)", "after leaf 1 B has no lower bound: ask for ends-known"),
        ("at-most(node=B,after=8)", "8 leaves are not evaluated: the search needs 7"),
        ("value-to-1", "A has no such value"),
    ] {
        let message = match parse("tree.toml", &TREE.replace('Q', quantity), None) {
            Ok(_) => panic!("{quantity} is taken"),
            Err(error) => error.to_string(),
        };
        assert!(message.starts_with("tree.toml, line 8") && message.contains(why), "{quantity}: {message}");
    }
}
