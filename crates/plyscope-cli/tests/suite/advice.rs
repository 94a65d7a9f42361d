//! Messages that tell what to do: what they advise works in the command that gives them, and nothing runs for long before.

use crate::support::{run, side_by_side};
use std::path::PathBuf;

fn file(name: &str, text: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("plyscope-advice-{}-{name}", std::process::id()));
    std::fs::write(&path, text).expect("a temporary file");
    path
}

#[test]
fn what_is_refused_is_refused_at_once_with_advice_that_works() {
    let empty = file("empty.txt", "# nothing yet\n");
    let positions = format!("file(path=\"{}\")", empty.display());
    let decisive = "decisive(evaluator=\"lines(calibrate=isotonic)\")";
    let (player, other) = ("player(evaluator=lines,search=mcts)", "player(depth=2)");
    let mate = "chess(start=\"7k/6Q1/6K1/8/8/8/8/8 b - - 0 1\")";
    let tree = "tree chess(men=KRk) --rule fused --search paranoid --evaluator playouts";
    // Refused for its size, before anything is learned.
    let large = "tree chess(men=KRk) --rule fused --evaluator playouts";
    let words = |text: &str| text.split(' ').map(String::from).collect::<Vec<String>>();
    let with = |text: &str, last: &[&str]| {
        [words(text), last.iter().map(|word| word.to_string()).collect()].concat()
    };
    let cases = [
        (with("solve connect-four --positions", &[&positions]), "has no positions: write one per line"),
        (
            words("measure connect-four --search solve --evaluations 5,10"),
            "stopped before that it has found nothing",
        ),
        (
            words("measure connect-four --search solve --nodes 50,100"),
            "stopped before that it has found nothing",
        ),
        (
            words("match connect-four mcts(evaluator=lines) player(depth=2)"),
            "(`iterations=1000`) or of evaluations",
        ),
        (
            with("match connect-four player(depth=2)", &[decisive]),
            "give it a number of evaluations (`evaluations=100`)",
        ),
        (words("match connect-four player player(depth=2)"), "(`depth=4`)"),
        (with("match connect-four", &[player, other]), "`mcts(evaluator=lines,evaluations=100)`"),
        (
            with("measure --evaluator material --truth none --depths 1,2 --trials 2 --repairs none", &[mate]),
            "the game is over before there is one (take other --positions)",
        ),
        (
            words("measure tic-tac-toe --depths 1,2 --truth solve(nodes=10000000000)"),
            "may cost, 100 to 4294967295",
        ),
        (words(large), "nodes would be drawn; use a smaller --depth"),
        (words(tree), "paranoid works with the rule max-n"),
        (words("measure sliding-tiles --rule emm --depths 1,2"), "take the rule minimax"),
        (
            words("tree number-tree --rule emm --evaluator random --depth 2"),
            "calibrate= would, but it is for games that are won or lost",
        ),
        (
            words("measure pig --rule emm --evaluator random --depths 1,2"),
            "with calibrate=isotonic,truth=play it does",
        ),
        (
            words("measure pig --rule emm-true-types --evaluator random --depths 1,2"),
            "it knows no chance nodes",
        ),
        (
            words("measure critical --evaluator artificial --depths 1,2"),
            "such as board-splitting, not for critical",
        ),
        (
            words("learn pig --evaluator random --out never.model"),
            "which the search `decisive` does not support",
        ),
        (words("perft chess(men=KBk) 1"), "men=KBk: no position was found"),
        (words("uci --player mcts(evaluator=material)"), "add evaluations=100, or to mcts iterations=1000"),
    ];
    side_by_side(&cases, |(words, told)| {
        let ran = run(words);
        assert_eq!(ran.status, 2, "{words:?}: {}{}", ran.stdout, ran.stderr);
        assert!(ran.stderr.contains(told), "{words:?}: {}", ran.stderr);
        assert!(!ran.stderr.contains("backup=") && !ran.stderr.contains("full-width does"), "{}", ran.stderr);
    });
    std::fs::remove_file(&empty).expect("it is ours");
}

/// The games of one player need another rule, and rules that read more than a number can be measured with all repairs.
#[test]
fn what_was_refused_for_no_reason_works() {
    let cases = [
        "measure tic-tac-toe --rule two-thresholds --evaluator lines(calibrate=isotonic,solved=100) --depths 1,2 --trials 8",
        "measure tic-tac-toe --rule max-n --evaluator playouts(n=2) --depths 1,2 --trials 8",
        "measure sliding-tiles(width=2,height=2) --rule minimax --depths 1,2 --trials 4 --repairs none",
        "tree critical --depth 2",
    ];
    side_by_side(&cases, |text| {
        let ran = run(&text.split(' ').collect::<Vec<&str>>());
        assert_eq!(ran.status, 0, "{text}: {}{}", ran.stdout, ran.stderr);
    });
}

/// A game that is not chess by the rules is left out, and that is told.
#[test]
fn a_bad_game_is_left_out_and_told() {
    let good = "[Event \"a\"]\n1. e4 e5 2. Nf3 Nc6 1-0\n\n";
    let path = file("games.pgn", &format!("{good}[Event \"b\"]\n1. e4 Ke7 *\n\n{good}"));
    let positions = format!("pgn(path=\"{}\")", path.display());
    let words =
        ["measure", "chess", "--evaluator", "material", "--truth", "none", "--depths", "1,2", "--quiet"];
    let ran = run(&[&words[..], &["--repairs", "none", "--positions", &positions]].concat());
    std::fs::remove_file(&path).expect("it is ours");
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    assert!(ran.stderr.contains("warning: 1 of 3 games is left out:"), "{}", ran.stderr);
    assert!(ran.stderr.contains("line 5: game 2: move 1... `Ke7` is not legal"), "{}", ran.stderr);
    assert!(ran.stdout.contains("8 positions"), "{}", ran.stdout);
}
