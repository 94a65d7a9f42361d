//! The catalogue is complete, says what is wrong with a name, and takes entries of others.

use crate::support::{
    EVALUATORS_OF_ALL, EVIDENCE_RULES, REAL_GAMES, SMALL_GAMES, any_game, game, plain_rules,
};
use plyscope::catalogue::{Catalogue, Described, Evaluated, EvaluatorEntry, RuleContext, Subject};
use plyscope::evaluator::{Lines, StoreDifference};
use plyscope::game::{ConnectFour, Kalah};
use plyscope::name::Parameter;
use plyscope::player::AnyGame;
use plyscope::search::SearchInfo;

/// What a list shows of every entry.
fn described() -> Vec<(&'static str, &'static str, Vec<Parameter>)> {
    fn of<E: Described>(
        entries: &[E],
    ) -> impl Iterator<Item = (&'static str, &'static str, Vec<Parameter>)> + '_ {
        entries.iter().map(|entry| (entry.name(), entry.summary(), entry.parameters().to_vec()))
    }
    let all = Catalogue::built_in();
    let made = of(all.games()).chain(of(all.evaluators())).chain(of(all.rules()));
    let made = made.chain(of(all.searches())).chain(of(all.sources())).chain(of(all.oracles()));
    made.chain(of(all.players())).chain(of(all.formulas())).collect()
}

/// Made for a game, with nothing learned.
fn evaluator(text: &str, game: &AnyGame) -> plyscope::Result<Evaluated> {
    Catalogue::built_in().evaluator(text, &Subject { game, seed: 0, cache: None })
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
    // Trees of numbers have suites of their own in alpha_beta.rs, critical games in critical_games.rs,
    // trees of similarity in similarity_trees.rs, trees with one winner in several_players.rs, trees with dice in chance.rs.
    let trees = ["number-tree", "critical", "similarity-tree", "winner-tree", "chance-tree"];
    let games = [SMALL_GAMES, &real, &trees].concat();
    let evaluators =
        [EVALUATORS_OF_ALL, &theirs.concat(), &["model", "normal", "similarity", "blurred"]].concat();
    let all = Catalogue::built_in();
    for name in all.games().iter().map(Described::name) {
        assert!(named(&games, name), "{name} is not in the lists of tests/suite/support.rs");
    }
    for name in all.evaluators().iter().map(Described::name) {
        assert!(named(&evaluators, name), "{name} is not in the lists of tests/suite/support.rs");
    }
    // Every rule is in one of the two lists.
    let plain: Vec<&str> = plain_rules().into_iter().map(|(name, _)| name).collect();
    let rules: Vec<&str> = all.rules().iter().map(Described::name).collect();
    assert_eq!(rules, [&plain[..], &EVIDENCE_RULES[..]].concat());
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
    match Catalogue::built_in().game(text) {
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
    assert!(why("board-splitting(depth=40)").contains("does not fit in memory"));
    assert!(why("board-splitting(branching=3,depth=18)").contains("can be 1 to 15"));
    assert!(why("board-splitting(depth=4294967295)").contains("does not fit in memory"));
    assert!(why("board-splitting(branching=4294967295)").contains("does not fit in memory"));
    assert!(
        why("leaf-tree(height=8)")
            .contains("height=8 is not allowed; allowed: 1 to 7 with branching factor 3")
    );
    assert!(why("leaf-tree(height=2147483647)").contains("1 to 7"));
    assert!(why("number-tree(depth=25)").contains("allowed: 1 to 24 with branching factor 2"));
    assert!(why("number-tree(order=worst)").contains("random or best-first"));
    assert!(why("board-splitting(squares=q)").contains("p, n or mixed"));
    assert!(why("board-splitting(square=n)").contains("did you mean `squares`?"));
    let trees = any_game("leaf-tree");
    let why = |text: &str| evaluator(text, &trees).err().expect("refused").to_string();
    assert!(why("artificial(error=0.6)").contains("from 0, below 0.5"));
    assert!(why("artificial(error=0.5)").contains("from 0, below 0.5"));
    assert!(why("natural(error=NaN)").contains("minority, table or a probability"));
    assert!(why("natural(binary=maybe)").contains("yes or no"));
    assert!(why("playouts(n=0)").contains("1 to 1000000"));
    assert!(why("model").contains("attaches no probability"));
    assert!(why("lines").contains("is for tic-tac-toe and connect four, not for leaf-tree("));
    assert!(why("store-difference").contains("is for kalah"));
    assert!(why("random(values=1)").contains("2 to 1000000"));
    let kalah = any_game("kalah");
    let why = |text: &str| evaluator(text, &kalah).err().expect("refused").to_string();
    assert!(why("artificial").contains("drawn by key"));
    assert!(why("store-difference(error=minority)").contains("none, or a probability from 0 to 0.5"));
    let all = Catalogue::built_in();
    let why = |text: &str| all.search(text).expect_err("refused").to_string();
    assert!(why("forward-pruning(keep=0)").contains("1 or more"));
    assert!(why("alpha-beta(plain-below=2)").contains("plain-below needs an order, a table or scout=yes"));
    assert!(why("alpha-beta(aspiration=0.1)").contains("needs deepening=yes"));
    let kept = "alpha-beta(order=given,killers=no,history=no,table=1,deepening=no,plain-below=2,scores=best)";
    assert_eq!(all.search(kept).unwrap().name().to_string(), kept);
    let subject = Subject { game: &trees, seed: 0, cache: None };
    let context = RuleContext { subject: &subject, evaluated: &evaluator("artificial", &trees).unwrap() };
    let why = all.rule("emm(error=1)", &context).err().expect("refused").to_string();
    assert!(why.ends_with("has no parameter `error`; it has: none"), "{why}");
    let big = any_game("board-splitting(depth=24)");
    let why = evaluator("natural(error=table)", &big).err().expect("refused").to_string();
    assert!(why.contains("at most 1048576 leaves"), "{why}");
}

/// Games that can never be non-trivial are given up, not drawn for ever.
#[test]
fn impossible_wishes_end() {
    use plyscope::source::Wanted;
    let source = crate::support::trials(&game("board-splitting(depth=1,p=0)"), 1, Wanted::NonTrivial);
    let why = source.batch::<u64>(0).unwrap_err().to_string();
    assert!(why.contains("no non-trivial game among 50000"), "{why}");
    assert_eq!(source.tree(0).unwrap_err().to_string(), why);
}

/// Formulas by name are the theory's functions; the papers' totals, and what is not allowed.
#[test]
fn formulas_by_name() {
    let all = Catalogue::built_in();
    let value = |text: &str, depth: u32| all.formula(text, depth).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(value("critical-positions", 0), 86_614.0);
    assert_eq!(value("critical-positions(column=e2)", 0), 81_986.0);
    assert_eq!((value("cases", 0), value("cases(favoured=product,position=P2)", 0)), (15.0, 12.0));
    assert!((value("node-error(wins=0,error=0.1)", 0) - 0.19).abs() < 1e-12);
    assert_eq!(value("forward-pruning(p=1)", 7), 1.0);
    assert_eq!(value("decision-accuracy(rule=emm,plies=3)", 3), 1.0);
    // The parameters of the model: given as the column has them they change nothing, and several cases add up.
    let share = |more: &str| value(&format!("case-share(column=e2,case=I5-M1{more})"), 0);
    assert_eq!(share(""), share(",root=1,increment=9,max=42,believed=w4,errors=w1,m2=own"));
    assert!((share("+I5-M2") - share("") - value("case-share(column=e2,case=I5-M2)", 0)).abs() < 1e-12);
    assert_eq!(value("critical-positions(interval=I4,m2=carried)", 0), 23_208.0 / 6.0);
    assert!((value("critical-share", 0) - 8.6614).abs() < 1e-12);
    let lead = |of: &str| value(&format!("minimax-advantage(errors=w16,{of})"), 0);
    assert!((lead("position=all") + value("product-advantage(errors=w16)", 0)).abs() < 1e-9);
    assert!(
        (lead("position=all,interval=I4") + value("product-advantage(errors=w16,interval=I4)", 0)).abs()
            < 1e-9
    );
    let lines = |rule: &str| [0, 1, 2, 3, 4].map(|n| value(&format!("cases(favoured={rule},errors={n})"), 0));
    assert_eq!((lines("minimax"), lines("product")), ([1.0, 4.0, 5.0, 4.0, 1.0], [0.0, 4.0, 7.0, 4.0, 0.0]));
    // With one error rate everywhere: nothing at 1/2, and section 5's closed form elsewhere.
    assert!(value("product-advantage(errors=0.5)", 0).abs() < 1e-9);
    let (i2, i4, all_critical) = (32_826.0, 5636.0, 86_614.0);
    let expected = 100.0 * (0.9 - 0.1) * (0.1 * i2 - 0.9 * i4) / all_critical;
    assert!((value("product-advantage(errors=0.1)", 0) - expected).abs() < 1e-9);
    // Trees of Russell & Norvig, by hand: 35^2 leaves, 35 + 35 - 1 of them at best.
    assert_eq!(
        (value("tree-leaves(branching=35)", 2), value("tree-leaves(branching=35,order=best-first)", 2)),
        (1225.0, 69.0)
    );
    assert!((value("effective-branching(branching=35,order=best-first)", 20) - 35f64.sqrt()).abs() < 1e-9);
    assert!((value("effective-branching(branching=35)", 20) - 35.0).abs() < 1e-9);
    assert_eq!(value("reachable-depth(branching=35)", 10), 18.0);
    let why = |text: &str, depth: u32| all.formula(text, depth).expect_err("refused").to_string();
    for (text, depth, part) in [
        ("tree-leaves(branching=35)", 400, "count=log10"),
        ("tree-leaves", 10_001, "at most 10000 plies"),
        ("tree-leaves(order=worst)", 2, "best-first"),
        ("tic-tac-toe-games", 10, "9 cells"),
        ("critical-positions(m2=p2)", 0, "own, or carried"),
        ("critical-positions(believed=4)", 0, "such as w16"),
        ("critical-positions(errors=2)", 0, "one rate from 0 to 1"),
        ("critical-positions(root=0)", 0, "not 0"),
        ("critical-positions(increment=65)", 0, "0 to 64"),
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

/// A user's own catalogue: two games and an evaluator of new names, and one of each that stands before a built-in one.
fn own() -> Catalogue {
    let mine =
        EvaluatorEntry::of::<ConnectFour, _>(
            "mine",
            "Open lines, by another name.",
            |_| Ok(Lines::default()),
        );
    let lines = EvaluatorEntry::of::<Kalah, _>("lines", "Not lines at all, but stores.", |_| {
        Ok(StoreDifference::default())
    });
    Catalogue::built_in()
        .with_game("three", "Three in a line win, on a board of so many rows.", |given| {
            ConnectFour::new(4, given.integer("rows", "3", "a whole number from 3 to 6", 3..=6), 3)
        })
        .with_game("kalah", "A small one, instead of the built-in one.", |_| Kalah::new(2, 2))
        .with_evaluator(mine)
        .with_evaluator(lines.for_games("kalah alone"))
}

/// What is added is listed, has its parameters, is suggested, and is built.
#[test]
fn entries_of_others_show_up() {
    let own = own();
    let names: Vec<&str> = own.games().iter().map(Described::name).collect();
    let built_in: Vec<&str> = Catalogue::built_in().games().iter().map(Described::name).collect();
    assert_eq!(names, [&["kalah", "three"], &built_in[..]].concat());
    let evaluators: Vec<&str> = own.evaluators().iter().map(Described::name).collect();
    assert_eq!(evaluators[..2], ["lines", "mine"]);
    assert_eq!(own.parameters("three"), ["rows"]);
    assert_eq!(
        own.parameters("mine"),
        ["calibrate", "solved", "truth", "phases", "quiescence"],
        "it can be calibrated as others can"
    );
    assert_eq!(own.game("three(rows=4)").unwrap().name().to_string(), "connect-four(width=4,height=4,run=3)");
    let why = |text: &str| own.game(text).unwrap_err().to_string();
    assert!(why("three(rows=9)").contains("rows=9 is not allowed; allowed: a whole number from 3 to 6"));
    assert!(why("thre").contains("did you mean `three`?"));
    assert!(Catalogue::built_in().game("three").is_err(), "the built-in catalogue is as it was");
}

/// What has the name of a built-in entry wins over it.
#[test]
fn entries_of_others_come_first() {
    let own = own();
    let game = own.game("kalah").unwrap();
    assert_eq!((game.name().get("pits"), game.name().get("seeds")), (Some("2"), Some("2")));
    assert!(own.game("kalah(pits=3)").unwrap_err().to_string().contains("`kalah` has no parameter `pits`"));
    let subject = Subject { game: &game, seed: 1, cache: None };
    let evaluated = own.evaluator("lines", &subject).unwrap();
    assert_eq!(evaluated.profile.name.kind(), "store-difference");
    let four = own.game("connect-four").unwrap();
    let subject = Subject { game: &four, seed: 1, cache: None };
    let why = own.evaluator("lines", &subject).err().expect("refused").to_string();
    assert!(why.contains("is for kalah alone, not for connect-four("), "{why}");
    assert!(Catalogue::built_in().evaluator("lines", &subject).is_ok());
}

/// Everything works on them: players, calibration, rules that learn.
#[test]
fn entries_of_others_are_used_as_all_are() {
    use plyscope::key::Stream;
    use plyscope::search::Effort;
    let own = own();
    let game = own.game("three").unwrap();
    let start = game.start(Stream::new(1, "own").trial(0)).unwrap();
    let same = Catalogue::built_in();
    for (rule, evaluator, builtin, search) in [
        ("minimax", "mine", "lines", "alpha-beta"),
        ("product", "mine(calibrate=isotonic,solved=100)", "lines(calibrate=isotonic,solved=100)", "pruned"),
        (
            "fused(solved=64,heights=1)",
            "mine(calibrate=table,solved=100)",
            "lines(calibrate=table,solved=100)",
            "full-width",
        ),
    ] {
        let decided = |catalogue: &Catalogue, evaluator: &str| {
            let player = catalogue.player(&game, rule, evaluator, search).unwrap();
            player.decide(&start, &[Effort::Depth(3)]).unwrap()
        };
        assert_eq!(decided(&own, evaluator), decided(&same, builtin), "{rule}");
    }
}
