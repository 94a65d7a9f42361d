//! The registries are complete, and say what is wrong with a name.

use crate::support::{EVALUATORS_OF_ALL, REAL_GAMES, SMALL_GAMES, game};
use plyscope::name::Parameter;
use plyscope::registry::{EVALUATORS, EVIDENCE_RULES, FORMULAS, GAMES, GameKind, RULES, SEARCHES, Subject};

/// What a list shows of every entry.
fn described() -> Vec<(&'static str, &'static str, &'static [Parameter])> {
    let games = GAMES.entries.iter().map(|e| (e.name, e.summary, e.parameters));
    let evaluators = EVALUATORS.entries.iter().map(|e| (e.name, e.summary, e.parameters));
    let rules = RULES.entries.iter().map(|e| (e.name, e.summary, e.parameters));
    let evidence = EVIDENCE_RULES.entries.iter().map(|e| (e.name, e.summary, e.parameters));
    let searches = SEARCHES.entries.iter().map(|e| (e.name, e.summary, e.parameters));
    let formulas = FORMULAS.entries.iter().map(|e| (e.name, e.summary, e.parameters));
    games.chain(evaluators).chain(rules).chain(evidence).chain(searches).chain(formulas).collect()
}

#[test]
fn every_entry_is_described() {
    for (name, summary, parameters) in described() {
        assert!(summary.ends_with('.') && summary.len() > 20, "{name}: {summary}");
        for parameter in parameters {
            assert!(
                !parameter.default.is_empty() && !parameter.allowed.is_empty(),
                "{name}: {}",
                parameter.name
            );
        }
    }
}

/// A new game or evaluator must be added to the lists that the law suites run over.
#[test]
fn every_game_and_evaluator_is_tested() {
    let named = |list: &[&str], name: &str| list.iter().any(|text| text.split('(').next() == Some(name));
    let (real, theirs): (Vec<&str>, Vec<&[&str]>) = REAL_GAMES.iter().copied().unzip();
    // Trees of numbers have suites of their own in alpha_beta.rs.
    let games = [SMALL_GAMES, &real, &["number-tree"]].concat();
    let evaluators = [EVALUATORS_OF_ALL, &theirs.concat(), &["model"]].concat();
    for entry in GAMES.entries {
        assert!(named(&games, entry.name), "{} is not in the lists of tests/suite/support.rs", entry.name);
    }
    for entry in EVALUATORS.entries {
        assert!(
            named(&evaluators, entry.name),
            "{} is not in the lists of tests/suite/support.rs",
            entry.name
        );
    }
}

#[test]
fn every_entry_is_documented_for_users() {
    let manual = include_str!("../../../../docs/names.md");
    for (name, _, parameters) in described() {
        assert!(manual.contains(&format!("`{name}`")), "docs/names.md does not mention {name}");
        for parameter in parameters {
            let listed = format!("`{}={}`", parameter.name, parameter.default);
            assert!(manual.contains(&listed), "docs/names.md does not list {listed} of {name}");
        }
    }
}

/// The name that a game prints makes the same game again.
#[test]
fn names_read_back() {
    for text in SMALL_GAMES {
        let name = game(text).name().to_string();
        assert_eq!(game(&name).name().to_string(), name);
    }
    assert_eq!(
        game("board-splitting(p=0.50)").name().to_string(),
        "board-splitting(branching=2,depth=10,squares=p,p=0.5)"
    );
}

fn why(text: &str) -> String {
    match GAMES.build(text, &()) {
        Ok(_) => panic!("{text} was accepted"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn bad_names_are_explained() {
    assert!(why("board-spliting").contains("did you mean `board-splitting`?"));
    assert!(why("chess").contains("known: board-splitting, strength-tree"));
    assert!(
        why("board-splitting(branching=1)")
            .contains("branching=1 is not allowed; allowed: a whole number of 2")
    );
    assert!(why("board-splitting(p=1.5)").contains("a probability from 0 to 1"));
    assert!(why("board-splitting(p=-0.1)").contains("a probability from 0 to 1"));
    assert!(why("board-splitting(p=NaN)").contains("a probability from 0 to 1"));
    assert!(why("board-splitting(p=inf)").contains("a probability from 0 to 1"));
    assert!(why("board-splitting(depth=0)").contains("a whole number of 1 or more"));
    assert!(why("board-splitting(depth=99999999999999999999)").contains("a whole number of 1 or more"));
    assert!(why("board-splitting(depth=40)").contains("does not fit memory"));
    assert!(why("board-splitting(branching=3,depth=18)").contains("can be 1 to 15"));
    assert!(why("board-splitting(depth=4294967295)").contains("does not fit memory"));
    assert!(why("board-splitting(branching=4294967295)").contains("does not fit memory"));
    assert!(why("leaf-tree(height=8)").contains("height=8 is not allowed; allowed: 1 to 7 with branching 3"));
    assert!(why("leaf-tree(height=2147483647)").contains("1 to 7"));
    assert!(why("number-tree(depth=25)").contains("allowed: 1 to 24 with branching 2"));
    assert!(why("number-tree(order=worst)").contains("random or best-first"));
    assert!(why("board-splitting(squares=q)").contains("p, n or mixed"));
    assert!(why("board-splitting(square=n)").contains("did you mean `squares`?"));
    let context = Subject { game: GameKind::Drawn(game("leaf-tree")), seed: 0 };
    let why = |text: &str| EVALUATORS.build(text, &context).err().expect("refused").to_string();
    assert!(why("artificial(error=0.6)").contains("from 0, below 0.5"));
    assert!(why("artificial(error=0.5)").contains("from 0, below 0.5"));
    assert!(why("natural(error=NaN)").contains("minority, table or a probability"));
    assert!(why("natural(binary=maybe)").contains("yes or no"));
    assert!(why("playouts(n=0)").contains("1 to 1000000"));
    assert!(why("model").contains("attaches no probability"));
    assert!(why("lines").contains("is for tic-tac-toe and connect four, not for leaf-tree("));
    assert!(why("store-difference").contains("is for kalah"));
    assert!(why("random(values=1)").contains("2 to 1000000"));
    let context = Subject { game: GAMES.build("kalah", &()).unwrap(), seed: 0 };
    let why = |text: &str| EVALUATORS.build(text, &context).err().expect("refused").to_string();
    assert!(why("artificial").contains("drawn by key"));
    assert!(why("store-difference(error=minority)").contains("none, or a probability from 0 to 0.5"));
    let why = |text: &str| SEARCHES.build(text, &()).expect_err("refused").to_string();
    assert!(why("forward-pruning(keep=0)").contains("1 or more"));
    assert!(why("alpha-beta(plain-below=2)").contains("plain-below needs an order, a table or scout=yes"));
    assert!(why("alpha-beta(aspiration=0.1)").contains("needs deepening=yes"));
    let kept = "alpha-beta(order=given,killers=no,history=no,table=1,deepening=no,plain-below=2,scores=best)";
    assert_eq!(SEARCHES.build(kept, &()).unwrap().name().to_string(), kept);
    assert!(
        RULES
            .build("emm(error=1)", &())
            .err()
            .expect("refused")
            .to_string()
            .ends_with("has no parameter `error`; it has: none")
    );
    let big = Subject { game: GAMES.build("board-splitting(depth=24)", &()).unwrap(), seed: 0 };
    let why = EVALUATORS.build("natural(error=table)", &big).err().expect("refused").to_string();
    assert!(why.contains("at most 1048576 leaves"), "{why}");
}

/// Games that can never be non-trivial are given up, not drawn for ever.
#[test]
fn impossible_wishes_end() {
    use plyscope::source::{PositionSource, Wanted};
    let source = crate::support::trials(&game("board-splitting(depth=1,p=0)"), 1, Wanted::NonTrivial);
    let why = source.batch::<u64>(0).unwrap_err().to_string();
    assert!(why.contains("no non-trivial game among 50000"), "{why}");
    assert_eq!(source.position(0).unwrap_err().to_string(), why);
}

/// Formulas by name are the theory's functions; the papers' totals, and what is not allowed.
#[test]
fn formulas_by_name() {
    let value =
        |text: &str, depth: u32| FORMULAS.build(text, &depth).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(value("critical-positions", 0), 86_614.0);
    assert_eq!(value("critical-positions(column=e2)", 0), 81_986.0);
    assert_eq!((value("cases", 0), value("cases(favoured=product,position=P2)", 0)), (15.0, 12.0));
    assert!((value("node-error(wins=0,error=0.1)", 0) - 0.19).abs() < 1e-12);
    assert_eq!(value("forward-pruning(p=1)", 7), 1.0);
    assert_eq!(value("decision-accuracy(rule=emm,plies=3)", 3), 1.0);
    let why = |text: &str, depth: u32| FORMULAS.build(text, &depth).expect_err("refused").to_string();
    for (text, depth, part) in [
        ("critical-positions(column=e3)", 0, "e1 or e2"),
        ("critical-positions(interval=I6)", 0, "I3+I4 or total"),
        ("case-share(case=I4-M1-M1-X)", 0, "such as I4"),
        ("case-share(case=I1)", 0, "such as I4"),
        ("decision-accuracy(rule=max-n)", 2, "minimax, product or emm"),
        ("decision-accuracy(branching=1)", 2, "2 or more"),
        ("decision-accuracy(error=0.6)", 2, "0 to 0.5"),
        ("forward-pruning(p=1.5)", 2, "a probability from 0 to 1"),
        ("forward-pruning", 1_000_000, "1 to 60"),
        ("node-error(wins=3)", 0, "up to branching"),
    ] {
        assert!(why(text, depth).contains(part), "{text}: {}", why(text, depth));
    }
}
