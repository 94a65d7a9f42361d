//! The command, run as a user would: what it prints, and what it says to bad input.

use crate::support::{Ran, run, run_with_input};

fn json(arguments: &[&str]) -> serde_json::Value {
    let ran = run(arguments);
    assert_eq!((ran.status, ran.stderr.as_str()), (0, ""), "{arguments:?}");
    serde_json::from_str(&ran.stdout).expect("JSON")
}

const EXAMPLE: &str = "A:(B:(D:1 E:1)@1 C:(F:1 G:-1)@-1)@1";

#[test]
fn list_shows_every_kind() {
    for kind in ["games", "evaluators", "rules", "searches"] {
        let list = json(&["list", kind, "--format", "json"]);
        for entry in list.as_array().expect("a list") {
            assert!(entry["name"].is_string() && entry["summary"].is_string(), "{entry}");
            for parameter in entry["parameters"].as_array().expect("parameters") {
                assert!(parameter["default"].is_string() && parameter["allowed"].is_string(), "{parameter}");
            }
            let text = run(&["list", kind]).stdout;
            assert!(text.contains(entry["name"].as_str().expect("a name")));
        }
    }
    let experiments = json(&["list", "experiments", "--format", "json"]);
    assert!(experiments.as_array().expect("a list").iter().any(|e| e["name"] == "wilson/fig3-b2"));
    let rules = json(&["list", "rules", "--format", "json"]);
    let names: Vec<&str> =
        rules.as_array().expect("a list").iter().filter_map(|r| r["name"].as_str()).collect();
    let learning = ["calibrated-product", "learned", "fused", "two-thresholds", "chosen"];
    assert_eq!(
        names,
        [&["minimax", "product", "emm", "emm-true-types", "max-n", "product-n", "emm-n"], &learning[..]]
            .concat()
    );
}

/// The EMM papers' example, through the command: B .19 then .10, C .09, A .091.
#[test]
fn the_worked_example_as_json() {
    let near = |value: &serde_json::Value, wanted: f64| {
        let value = value.as_f64().expect("a number");
        assert!((value - wanted).abs() < 1e-15, "{value} is not {wanted}");
    };
    let shown = json(&["tree", EXAMPLE, "--rule", "emm", "--error", "0.1", "--format", "json"]);
    let (a, b, c) = (&shown["tree"], &shown["tree"]["children"][0], &shown["tree"]["children"][1]);
    near(&a["error"], 0.091);
    near(&shown["value"], 0.909);
    near(&b["error"], 0.1);
    near(&b["aggregate"], 0.81);
    near(&c["error"], 0.09);
    assert_eq!([a, b, c].map(|node| node["type"].as_str().expect("a type")), ["B", "D", "C"]);
    assert_eq!((&shown["choice"], &shown["ties"]), (&0.into(), &serde_json::json!([0])));
    assert_eq!(shown["choice_name"], "B");
    assert_eq!(shown["nodes"], 7);
    let product = json(&["tree", EXAMPLE, "--rule", "product", "--error", "0.1", "--format", "json"]);
    near(&product["tree"]["error"], 0.1729);
    let minimax = json(&["tree", EXAMPLE, "--error", "0.1", "--format", "json"]);
    assert_eq!((&minimax["value"], &minimax["tree"]["error"]), (&1.0.into(), &serde_json::Value::Null));
}

#[test]
fn russell_norvig_as_json() {
    let figure_2 = json(&["tree", "((3 12 8) (2 4 6) (14 5 2))", "--format", "json"]);
    assert_eq!((&figure_2["value"], &figure_2["choice"]), (&3.0.into(), &0.into()));
    assert_eq!(figure_2["tree"]["children"][1]["value"], 2.0);
    let figure_4 = "(((X:([1 2 6] [4 2 3])) ([6 1 2] [7 4 1])) (([5 1 1] [1 5 2]) ([7 7 1] [5 4 5])))";
    let figure_4 = figure_4.replace("(X:([1 2 6] [4 2 3]))", "X:([1 2 6] [4 2 3])");
    let shown = json(&["tree", &figure_4, "--rule", "max-n", "--format", "json"]);
    assert_eq!(shown["value"], serde_json::json!([1.0, 2.0, 6.0]));
    assert_eq!(shown["ties"], serde_json::json!([0, 1]));
}

/// Horacek's table 3, e2: the counts are the printed ones where M2 is carried over.
#[test]
fn critical_cases_in_both_readings() {
    let counts = |m2: &str| {
        let shown = json(&[
            "theory",
            "cases",
            "--table",
            "3",
            "--error-column",
            "e2",
            "--m2",
            m2,
            "--format",
            "json",
        ]);
        let rows = shown.as_array().expect("rows").iter().map(|row| row["critical"].as_u64());
        rows.collect::<Option<Vec<u64>>>().expect("numbers")
    };
    assert_eq!(counts("carried"), [7904, 32_522, 17_738, 2342, 21_480, 81_986]);
    let own = counts("own");
    assert_eq!((own[0], own[5], own[2] + own[3]), (7904, 81_986, 17_738 + 2342));
    assert_ne!(own[3], 2342);
}

#[test]
fn pruned_children_are_shown_as_such() {
    let tree = "((1 2 3)@2 (4 5 6)@5 (0 0 0)@0)";
    let search = "forward-pruning(keep=2,root=yes)";
    let shown = json(&["tree", tree, "--search", search, "--format", "json"]);
    let pruned: Vec<bool> =
        shown["tree"]["children"].as_array().expect("children").iter().map(|c| c["pruned"] == true).collect();
    assert_eq!(pruned, [false, false, true]);
    assert_eq!(shown["tree"]["children"][2]["value"], serde_json::Value::Null);
    assert_eq!((&shown["counts"]["cut"], &shown["value"]), (&3.into(), &4.0.into()));
}

#[test]
fn drawn_games_repeat_and_differ_by_seed() {
    let draw = |seed: &str| {
        let game = "board-splitting(depth=6)";
        run(&["tree", game, "--rule", "emm", "--evaluator", "natural", "--depth", "3", "--seed", seed]).stdout
    };
    assert_eq!(draw("5"), draw("5"));
    assert_ne!(draw("5"), draw("6"));
    // Beyond the end every rule finds the truth: the root of a non-trivial game has a winner for certain.
    let solved =
        json(&["tree", "board-splitting(depth=4)", "--rule", "emm", "--depth", "99", "--format", "json"]);
    assert!(solved["value"] == 0.0 || solved["value"] == 1.0);
}

#[test]
fn trees_come_from_standard_input_too() {
    let ran = run_with_input(&["tree", "-", "--format", "json"], b"((3 12 8)\n (2 4 6) (14 5 2))\n");
    assert!(ran.status == 0 && ran.stdout.contains("\"value\": 3.0"));
    let ran = run_with_input(&["tree", "-"], &[0xFF, 0xFE, 0x00]);
    assert_eq!(ran.status, 2, "not UTF-8 is an error, not a panic");
    let wide = format!("({})", "1 ".repeat(100_001));
    let ran = run_with_input(&["tree", "-"], wide.as_bytes());
    assert!(ran.status == 2 && ran.stderr.contains("more than 100000 nodes"), "{}", ran.stderr);
    let deep = format!("{}{}{}", "(".repeat(500), "1 ".repeat(90_000), ")".repeat(500));
    let ran = run_with_input(&["tree", "-"], deep.as_bytes());
    assert!(ran.status == 2 && ran.stderr.contains("too many to draw"), "{}", ran.stderr);
    let deep = format!("{}{}{}", "(".repeat(500), "1 ".repeat(20_000), ")".repeat(500));
    let ran = run_with_input(&["tree", "-", "--format", "json"], deep.as_bytes());
    // A row a node, not indented as deep as it lies.
    assert!(ran.status == 0 && ran.stdout.len() < 50_000_000);
}

/// Every picture is well-formed XML and shows every node, the title and a description.
#[test]
fn pictures_are_well_formed() {
    for arguments in [
        vec!["tree", EXAMPLE, "--rule", "emm", "--error", "0.1"],
        vec!["tree", "(([1 2 6] [4 2 3]) ([6 1 2] [7 4 1]))", "--rule", "max-n"],
        vec!["tree", "leaf-tree(height=2)", "--search", "forward-pruning", "--depth", "3"],
        vec!["tree", "(1 2)"],
        vec!["tree", "(WWWWWWWWWWWWWWWWWWWWWWWWWWWW:1 MMMMMMMMMMMMM:2)", "--rule", "\u{c}minimax\u{b}"],
        vec!["tree", "((3 12 8) (2 4 6) (14 5 2))", "--search", "alpha-beta"],
    ] {
        let ran = run(&[&arguments[..], &["--format", "svg"]].concat());
        assert_eq!(ran.status, 0, "{}", ran.stderr);
        let picture = roxmltree::Document::parse(&ran.stdout).expect("well-formed XML");
        let root = picture.root_element();
        assert!(root.children().any(|node| node.has_tag_name("title") && node.text().is_some()));
        assert!(root.children().any(|node| node.has_tag_name("desc") && node.text().is_some()));
        let boxes = root
            .children()
            .filter(|node| node.attribute("class").is_some_and(|class| class.starts_with("box")));
        let text = run(&arguments).stdout;
        let rows = text.lines().skip(3).take_while(|line| !line.is_empty()).count();
        assert_eq!(boxes.count(), rows, "a box a node");
        // Nothing lies outside the picture.
        let size = |name| root.attribute(name).and_then(|size| size.parse::<f64>().ok()).expect("a size");
        for node in picture.descendants().filter(|node| node.has_tag_name("rect") && node.has_attribute("x"))
        {
            let number = |name| node.attribute(name).and_then(|n| n.parse::<f64>().ok()).expect("a number");
            assert!(number("x") >= 0.0 && number("x") + number("width") <= size("width"));
            assert!(number("y") >= 0.0 && number("y") + number("height") <= size("height"));
        }
        assert!(
            !ran.stdout.contains("href") && !ran.stdout.contains("url("),
            "nothing is loaded from elsewhere"
        );
    }
}

/// The published values, through the command.
#[test]
fn perft_and_solve_as_json() {
    let counts = json(&["perft", "kalah(empty-capture=no)", "5", "--format", "json"]);
    assert_eq!(counts["counts"], serde_json::json!([6, 35, 185, 942, 4690]));
    assert!(counts["game"].as_str().expect("a name").starts_with("kalah(pits=6,seeds=4,empty-capture=no"));
    let solved = json(&["solve", "kalah(pits=4,seeds=3)", "--format", "json"]);
    assert_eq!((&solved["result"], &solved["margin"]), (&"win".into(), &8.0.into()));
    assert!(solved["nodes"].as_u64() > Some(0) && !solved["line"].as_array().expect("a line").is_empty());
    assert_eq!(json(&["solve", "tic-tac-toe", "--format", "json"])["result"], "draw");
    let lost = json(&["solve", "kalah(pits=2,seeds=4)", "--format", "json", "--table", "1"]);
    assert_eq!((&lost["result"], &lost["margin"]), (&"loss".into(), &(-12.0).into()));
    assert!(run(&["solve", "tic-tac-toe"]).stdout.contains("result: a draw"));
    assert!(run(&["perft", "tic-tac-toe", "3"]).stdout.contains("504"));
}

/// Too large to solve: what is known is printed all the same, and the exit status says that it is not all.
#[test]
fn an_unsolved_game_is_said_to_be_one() {
    let ran = run(&["solve", "connect-four", "--nodes", "20000", "--table", "1", "--format", "json"]);
    let known: serde_json::Value = serde_json::from_str(&ran.stdout).expect("JSON");
    assert_eq!((ran.status, &known["result"], &known["nodes"]), (2, &serde_json::Value::Null, &20000.into()));
    assert_eq!((&known["low"], &known["high"]), (&(-1.0).into(), &1.0.into()));
    assert!(ran.stderr.contains("not solved"));
}

/// Ctrl-C ends a long solve cleanly.
#[cfg(unix)]
#[test]
fn an_interrupt_leaves_what_is_known() {
    use std::process::{Command, Stdio};
    let child = Command::new(env!("CARGO_BIN_EXE_plyscope"))
        .args(["solve", "connect-four", "--table", "1", "--format", "json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    // Long enough to be at work, short enough not to solve the standard game with a tiny table.
    std::thread::sleep(std::time::Duration::from_millis(700));
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill runs");
    assert!(killed.success());
    let output = child.wait_with_output().expect("it ends");
    let known: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!((output.status.code(), &known["result"]), (Some(130), &serde_json::Value::Null));
}

/// Russell & Norvig's figure 5 and a real game, drawn.
#[test]
fn alpha_beta_is_drawn_with_what_it_cuts() {
    let shown = json(&["tree", "((3 12 8) (2 4 6) (14 5 2))", "--search", "alpha-beta", "--format", "json"]);
    let c = &shown["tree"]["children"][1];
    assert_eq!(
        (&c["bound"], &c["value"], &c["children"][1]["pruned"]),
        (&"at-most".into(), &2.0.into(), &true.into())
    );
    // Of what was not searched nothing is known, of what was searched something.
    let bounds = c["children"].as_array().expect("children").iter().map(|node| &node["bound"]);
    assert!(bounds.eq([&"exact".into(), &serde_json::Value::Null, &serde_json::Value::Null]), "{c}");
    assert!(c["children"][1]["value"].is_null());
    let pruned = ["tree", "((1 2 3)@2 (4 5 6)@5)", "--search", "forward-pruning(keep=2)", "--format", "json"];
    let third = &json(&pruned)["tree"]["children"][0]["children"][2];
    assert!(third["pruned"] == true && third["value"].is_null() && third["bound"].is_null(), "{third}");
    assert_eq!(shown["counts"]["cut"], 2);
    let text = run(&["tree", "((3 12 8) (2 4 6) (14 5 2))", "--search", "alpha-beta"]).stdout;
    assert!(text.contains("≤ 2") && text.matches("not searched").count() == 2, "{text}");
    let game = json(&["tree", "tic-tac-toe", "--depth", "1", "--evaluator", "lines", "--format", "json"]);
    assert_eq!(
        (&game["choice_name"], &game["value"]),
        (&"b2".into(), &(4.0 / 25.0).into()),
        "the middle has four lines; 24 points are the most there can be"
    );
    assert_eq!((&game["of"]["game"], &game["of"]["depth"]), (&"tic-tac-toe".into(), &"1".into()));
}

/// Trivial games are drawn again unless all are wanted: then about half the roots are lost.
#[test]
fn every_game_can_be_wanted() {
    let types = |wanted: &str| -> Vec<String> {
        let of = |trial: u32| {
            let trial = trial.to_string();
            let game = "leaf-tree(height=1)";
            let shown = json(&[
                "tree", game, "--trial", &trial, "--wanted", wanted, "--depth", "9", "--format", "json",
            ]);
            shown["tree"]["type"].as_str().expect("a type").to_string()
        };
        (0..40).map(of).collect()
    };
    assert!(types("non-trivial").iter().all(|t| t == "1/3" || t == "2/3"));
    assert!(types("every").iter().any(|t| t == "0/3"));
}

/// A position is as good as a start, for every command that takes one, and drawn games are games too.
#[test]
fn commands_begin_at_a_position() {
    let counts = |arguments: &[&str]| json(&[arguments, &["--format", "json"]].concat())["counts"].clone();
    // The fourth column is full.
    assert_eq!(counts(&["perft", "connect-four", "1", "--position", "444444"])[0], 6);
    assert_eq!(counts(&["perft", "leaf-tree(branching=3)", "2"]), serde_json::json!([3, 9]));
    // Four in the lowest row.
    let won = json(&["solve", "connect-four", "--position", "1122334", "--format", "json"]);
    assert_eq!((&won["result"], &won["nodes"]), (&"win".into(), &0.into()), "X has four: it is over");
    let tree = run(&["tree", "tic-tac-toe", "--position", "XX./OO./... X", "--search", "alpha-beta"]);
    assert!(tree.status == 0 && tree.stdout.contains("choice: c3"), "X completes the row: {}", tree.stdout);
}

#[test]
fn bad_input_gets_an_error_that_helps() {
    let nested = "(".repeat(20_000);
    for (arguments, message) in [
        (vec!["tree", ""], "the tree is empty"),
        (vec!["tree", "(1 2"], "column 1: this `(` is never closed"),
        (vec!["tree", "(1 2))"], "column 6: this `)` closes nothing"),
        (vec!["tree", nested.as_str()], "nested deeper than 512"),
        (vec!["tree", "(1 nan)"], "`nan` is not a number"),
        (vec!["tree", "3"], "no move to choose"),
        (vec!["tree", "-5"], "no move to choose"),
        (vec!["tree", "(1 2)", "--depth", "0"], "depth 0 is not allowed"),
        (vec!["tree", "((1 2) 3)", "--depth", "1"], "has no estimate"),
        (vec!["tree", "(1 2)", "--rule", "minmax"], "did you mean `minimax`?"),
        (vec!["tree", "(1 2)", "--rule", "emm("], "the closing `)` is missing"),
        (vec!["tree", "(1 2)", "--rule", "product"], "give numbers from 0 to 1, or an error"),
        (vec!["tree", "(1 2)", "--rule", "emm", "--error", "0.7"], "0 to 0.5, not 0.7"),
        (vec!["tree", "(1 2)", "--rule", "emm", "--error", "NaN"], "0 to 0.5, not NaN"),
        (vec!["tree", "(1 2)", "--error", "-0.1"], "0 to 0.5, not -0.1"),
        (vec!["tree", "(1 2)", "--rule", "emm-true-types"], "give an error"),
        (vec!["tree", "([1 2 3] [4 5 6])"], "use the rule max-n"),
        (vec!["tree", "([1 2 3] [4 5])"], "same number of payoffs"),
        (vec!["tree", "(1 2)", "--movers", "0"], "counted from 1"),
        (vec!["tree", "(1 2)", "--movers", "3"], "players 1 to 2"),
        (vec!["tree", "(1 2)", "--search", "forward-pruning(keep=0)"], "1 or more"),
        (vec!["tree", "(1 2)", "--evaluator", "natural"], "--evaluator is for a game"),
        (vec!["tree", "board-splitting(branching=1)"], "a whole number of 2 or more"),
        (vec!["tree", "board-splitting(p=NaN)"], "a probability from 0 to 1"),
        (vec!["tree", "board-splitting(p=1.01)"], "a probability from 0 to 1"),
        (vec!["tree", "board-splitting(depth=60)"], "does not fit in memory"),
        (vec!["tree", "board-splitting(depth=18)"], "use a smaller --depth"),
        (vec!["tree", "board-splitting(depth=4,p=0)"], "no non-trivial game"),
        (vec!["tree", "board-splitting(depth=20,p=0)"], "no non-trivial game"),
        (vec!["tree", "board-splitting", "--error", "0.1"], "artificial(error="),
        (vec!["tree", "bord-splitting"], "did you mean `board-splitting`?"),
        (vec!["tree", "board-splitting(depth=3)", "--evaluator", "model"], "attaches no probability"),
        (
            vec!["tree", "board-splitting(depth=3)", "--rule", "max-n", "--depth", "1"],
            "must see the end of the game",
        ),
        (vec!["tree", "([1] [2])", "--rule", "max-n"], "2 to 8 players"),
        (vec!["tree", "tic-tac-toe"], "more than 100000 nodes"),
        (vec!["tree", "tic-tac-toe", "--depth", "2"], "must see the end of the game"),
        (vec!["tree", "tic-tac-toe", "--rule", "emm"], "give --evaluator"),
        (
            vec!["tree", "tic-tac-toe", "--rule", "product", "--evaluator", "lines"],
            "a probability between 0 and 1",
        ),
        (
            vec!["tree", "tic-tac-toe", "--rule", "emm", "--evaluator", "lines", "--depth", "2"],
            "estimate of its own error",
        ),
        (vec!["tree", "tic-tac-trio", "--depth", "2"], "has 3; use max-n"),
        (vec!["tree", "kalah", "--evaluator", "lines", "--depth", "2"], "not for kalah("),
        (vec!["tree", "(1 0)", "--rule", "product", "--search", "alpha-beta"], "the rule minimax only"),
        (vec!["tree", "(1 0)", "--search", "alpha-beta(table=70000)"], "0 (none) to 65536"),
        (vec!["perft", "connect-four", "0"], "depth 0 is not allowed"),
        (vec!["perft", "connect-four", "1000000000"], "1 to 1000 moves"),
        (vec!["solve", "kalah(moves=30000,empty-moves=yes)"], "a whole number from 1 to 1000"),
        (
            vec!["tree", "tic-tac-trio", "--search", "alpha-beta", "--rule", "max-n"],
            "works with the rule minimax only, not with max-n",
        ),
        (vec!["perft", "connect-four", "2", "--position", "8"], "`8` is not a position of connect-four("),
        (vec!["solve", "kalah", "--position", "1|2"], "`1|2` is not a position of kalah("),
        (vec!["solve", "tic-tac-toe", "--position", "XX./.../... X"], "X began, both took turns"),
        (vec!["tree", "(1 2)", "--position", "root"], "--position is for a game"),
        (vec!["solve", "tic-tac-trio"], "2 players"),
        (vec!["solve", "kalah(pits=13)"], "1 to 12"),
        (vec!["solve", "tic-tac-toe", "--table", "0"], "1..=65536"),
        (vec!["solve", "go"], "there is no game `go`"),
        (vec!["list", "planets"], "possible values"),
        (vec!["tree", "(1 2)", "--depth", "many"], "invalid value"),
        (vec!["grow"], "unrecognized subcommand"),
    ] {
        let Ran { status, stdout, stderr } = run(&arguments);
        assert_eq!((status, stdout.as_str()), (2, ""), "{message}: {stderr}");
        assert!(stderr.contains(message), "wanted: {message}\ngot: {stderr}");
        assert!(!stderr.contains("panicked"), "{stderr}");
    }
}

/// An evaluator that is wrong one time in ten, independently: its errors are measured as that, its probabilities can
/// be no worse than always saying .9, and fusing is the advice. What is kept and drawn are whole files.
#[test]
fn calibrate_measures_what_is_known() {
    let here = std::env::temp_dir().join(format!("plyscope-calibrate-{}", std::process::id()));
    std::fs::create_dir_all(&here).expect("a temporary folder");
    let [kept, figure] = ["kept.calibrator", "figure.svg"].map(|name| here.join(name).display().to_string());
    let game = ["calibrate", "board-splitting(depth=6)", "--evaluator", "artificial(error=0.1)"];
    let files = ["--solved", "300", "--out", &kept, "--figure", &figure, "--format", "json"];
    let found = json(&[&game[..], &files].concat());
    let number = |value: &serde_json::Value| value.as_f64().expect("a number");
    let calibrated = &found["calibrated"];
    // 18,900 nodes, half of them lost: a standard error is .003.
    for rate in ["says_win_if_lost", "says_loss_if_won"] {
        assert!((number(&calibrated[rate]) - 0.1).abs() < 0.01, "{calibrated}");
    }
    assert!((0.06..0.1 * 0.9 + 0.005).contains(&number(&calibrated["brier"])), "{calibrated}");
    assert!(number(&found["dependence"]["parent_child"]["phi"]).abs() < 0.03, "{found}");
    assert!(found["advice"]["rule"].as_str().is_some_and(|rule| rule.starts_with("fused")), "{found}");
    let read = |path: &str| std::fs::read_to_string(path).expect("a file");
    assert!(read(&figure).starts_with("<svg") && read(&figure).trim_end().ends_with("</svg>"));
    assert!(read(&kept).contains("board-splitting") && read(&kept).contains("artificial"));
    std::fs::remove_dir_all(here).expect("removed");

    // Numbers that are no probabilities, errors that are nearly independent: fusing would want to know the error. What is
    // advised instead is accepted.
    let four = "connect-four(width=5,height=4)";
    let lines = run(&["calibrate", four, "--evaluator", "lines", "--solved", "200"]);
    let advised = "rule to try: calibrated-product with lines(calibrate=isotonic): ";
    assert!(lines.status == 0 && lines.stdout.contains(advised), "{}{}", lines.stdout, lines.stderr);
    let evaluator = "lines(calibrate=isotonic,solved=200)";
    let tried =
        run(&["tree", four, "--rule", "calibrated-product", "--evaluator", evaluator, "--depth", "1"]);
    assert_eq!(tried.status, 0, "{}", tried.stderr);
    let nowhere = ["calibrate", four, "--evaluator", "lines", "--solved", "100000", "--out", "/nowhere/x"];
    let ran = run(&nowhere);
    assert!(
        ran.status == 2 && ran.stderr.contains("its folder does not exist"),
        "before any work: {}",
        ran.stderr
    );
    for (evaluator, message) in [("line", "did you mean `lines`?"), ("artificial", "drawn by key")] {
        let ran = run(&["calibrate", "connect-four(width=4,height=4)", "--evaluator", evaluator]);
        assert!(ran.status == 2 && ran.stderr.contains(message), "{}", ran.stderr);
    }
}

/// What is learned is written to a file and used by name; a file that was cut short, or is of another game, is refused in words.
#[test]
fn what_was_learned_is_used_by_name() {
    let here = std::env::temp_dir().join(format!("plyscope-learn-{}", std::process::id()));
    std::fs::create_dir_all(&here).expect("a temporary folder");
    let [model, cut] = ["a.model", "cut.model"].map(|name| here.join(name).display().to_string());
    let (game, evaluator) = ("kalah(pits=3,seeds=3)", "kalah-features");
    let learn = ["learn", game, "--evaluator", evaluator, "--positions", "40", "--out", &model];
    let ran = run(&learn);
    assert!(ran.status == 0 && ran.stdout.contains("labels exact"), "{}{}", ran.stdout, ran.stderr);
    let text = std::fs::read_to_string(&model).expect("a file");
    assert!(text.starts_with("plyscope decisive 1\ngame kalah(pits=3,seeds=3"), "{text}");
    std::fs::write(&cut, &text[..text.len() / 2]).expect("written");
    let play = |game: &str, model: &str| {
        let a = format!("decisive(evaluator={evaluator},evaluations=10,model=\"{model}\")");
        run(&["match", game, &a, "player(evaluator=kalah-features,evaluations=10)", "--pairs", "10"])
    };
    let played = play(game, &model);
    assert!(played.status == 0 && played.stdout.contains("decisive"), "{}{}", played.stdout, played.stderr);
    for (game, model, expected) in [
        (game, cut.as_str(), "cut off"),
        (game, "/nowhere/x", "could not read"),
        ("kalah(pits=3,seeds=2)", model.as_str(), "was made for"),
    ] {
        let ran = play(game, model);
        assert!(ran.status == 2 && ran.stderr.contains(expected), "{model}: {}", ran.stderr);
    }
    for (labels, expected) in
        [("exactly", "exact, search, decisive, self-play"), ("search(depth=0)", "1 to 64")]
    {
        let ran = run(&["learn", game, "--evaluator", evaluator, "--labels", labels, "--out", &model]);
        assert!(ran.status == 2 && ran.stderr.contains(expected), "{}", ran.stderr);
    }
    std::fs::remove_dir_all(here).expect("removed");
}
