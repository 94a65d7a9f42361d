//! What a command will hold is estimated, and refused above a limit with its number.

use super::limits::{Here, run};

#[test]
fn more_memory_than_there_may_be_is_refused() {
    let here = Here::new("memory");
    let large = "title = 't'\nsource = 's'\ngame = 'board-splitting(depth=20)'\ntrials = 64\ndepths = [1]\n[[series]]\n\
                 rule = 'minimax'\nevaluator = 'artificial'\n";
    let file = here.put("large.toml", large);
    for arguments in [
        vec!["calibrate", "board-splitting(depth=20)", "--evaluator", "random", "--memory", "100"],
        vec!["calibrate", "number-tree(depth=20)", "--evaluator", "random", "--memory", "1000"],
        // Each estimate differs from all others: it is the number of them that counts.
        vec!["calibrate", "board-splitting(depth=12)", "--evaluator", "random", "--memory", "1000"],
        vec![
            "learn",
            "board-splitting(depth=20)",
            "--evaluator",
            "random",
            "--memory",
            "100",
            "--out",
            "/dev/null/x",
        ],
        vec!["tree", "board-splitting(depth=20)", "--depth", "1", "--memory", "100"],
        vec![
            "tree",
            "tic-tac-toe",
            "--depth",
            "2",
            "--search",
            "alpha-beta(table=1000)",
            "--evaluator",
            "lines",
            "--memory",
            "100",
        ],
        vec!["run", &file, "--memory", "100", "--dry-run"],
    ] {
        let ended = run(&arguments);
        assert_eq!((ended.take_error(), ended.status), (None, Some(2)), "{arguments:?}");
        if arguments[0] != "learn" {
            assert!(ended.stderr.contains("MiB"), "{arguments:?}: {}", ended.stderr);
            assert!(ended.stderr.contains("--memory"), "{arguments:?}: {}", ended.stderr);
        }
    }
    run(&["calibrate", "board-splitting(depth=6)", "--evaluator", "random", "--memory", "100"]).done();
}

/// Under the limit that there is without `--memory`: nothing is killed.
#[test]
fn wide_trees_are_not_drawn() {
    for game in ["board-splitting", "number-tree", "scheucher-kaindl", "chance-tree", "winner-tree"] {
        let tree = format!("{game}(branching=16777216,depth=1)");
        let ended = run(&["tree", &tree, "--depth", "1"]);
        assert_eq!((ended.take_error(), ended.status), (None, Some(2)), "{game}");
    }
    run(&["tree", "board-splitting(branching=16777216,depth=1)", "--depth", "1"])
        .refused("100000 nodes would be drawn");
}

/// A position with as many moves as there can be is solved.
#[test]
fn the_widest_tree_is_solved() {
    let ended = run(&["solve", "board-splitting(branching=16777216,depth=1)"]);
    ended.done();
    assert!(ended.stdout.contains("the first player wins"), "{}", ended.stdout);
}

/// The limit is a number of MiB.
#[test]
fn limits_are_numbers() {
    for odd in ["0", "-1", "x", "99999999999999999999", "1.5"] {
        run(&["tree", "(1 2)", "--memory", odd]).refused("expected a whole number from 1");
    }
}
