//! Files without an end, pipes that nothing is written to, and folders, wherever a file can be named.

use super::limits::{Here, pipe, run, run_with};
use crate::support::side_by_side;
use std::process::Command;

/// An experiment with this game, this source of positions and this evaluator.
fn experiment(game: &str, positions: &str, evaluator: &str) -> String {
    format!(
        "title = 't'\nsource = 's'\ngame = '{game}'\n{positions}\ntrials = 1\ndepths = [1]\n[[series]]\nrule = 'minimax'\n\
         evaluator = '{evaluator}'\n"
    )
}

/// All commands that read files, with such a file in the place of each.
#[test]
fn only_regular_files_are_read() {
    let here = Here::new("endless");
    let fifo = here.at("fifo");
    pipe(fifo.as_ref());
    let mut cases = Vec::new();
    for (i, odd) in ["/dev/zero", fifo.as_str(), "/dev/tty", "/"].into_iter().enumerate() {
        let of_positions = experiment("tic-tac-toe", &format!("positions = 'file(path=\"{odd}\")'"), "lines");
        let of_histogram = experiment("critical", "", &format!("histogram(path=\"{odd}\")"));
        let positions = here.put(&format!("positions-{i}.toml"), of_positions);
        let histogram = here.put(&format!("histogram-{i}.toml"), of_histogram);
        let source = format!("file(path=\"{odd}\")");
        let games = format!("pgn(path=\"{odd}\")");
        let player = format!("decisive(model=\"{odd}\")");
        for arguments in [
            vec!["run", odd],
            vec!["run", &positions],
            vec!["run", &positions, "--dry-run"],
            vec!["run", &histogram],
            vec!["measure", "tic-tac-toe", "--positions", &source, "--trials", "1"],
            vec!["solve", "tic-tac-toe", "--positions", &source],
            vec!["solve", "chess", "--positions", &games],
            vec!["calibrate", "critical", "--evaluator", &format!("histogram(path=\"{odd}\")")],
            vec!["match", "tic-tac-toe", &player, "player(depth=1)", "--pairs", "2"],
        ] {
            cases.push(arguments.into_iter().map(String::from).collect::<Vec<_>>());
        }
        if odd != "/" {
            cases.push(vec!["report".into(), odd.into()]);
        }
    }
    side_by_side(&cases, |arguments| {
        let ended = run(arguments);
        assert_eq!(ended.take_error(), None, "{arguments:?}");
        assert_eq!(ended.status, Some(2), "{arguments:?}: {}", ended.stderr);
    });
    let said = "it is a device or a pipe, and only regular files are read";
    run(&["run", "/dev/zero"]).refused(said);
    run(&["solve", "tic-tac-toe", "--positions", &format!("file(path=\"{fifo}\")")]).refused(said);
}

/// Standard input is read where a text is expected, and not without an end.
#[test]
fn standard_input_has_an_end() {
    for arguments in [["run", "-"], ["tree", "-"]] {
        let ended = run_with(&arguments, &vec![b'('; 70 << 20]);
        ended.refused("it is larger than");
    }
}

/// The limit of a file says how it is raised.
#[test]
fn a_large_file_is_read_where_that_is_asked_for() {
    let here = Here::new("large");
    let rows = "0123456789".repeat(120_000);
    let path = here.put("positions.txt", format!("# {rows}\n.../.../... X\n"));
    let solve = |mib: &str| {
        Command::new(env!("CARGO_BIN_EXE_plyscope"))
            .args(["solve", "tic-tac-toe", "--positions", &format!("file(path=\"{path}\")")])
            .env("PLYSCOPE_MAX_FILE", mib)
            .output()
            .expect("it runs")
    };
    let refused = String::from_utf8(solve("1").stderr).expect("UTF-8");
    assert!(
        refused.contains("it is larger than 1 MiB") && refused.contains("PLYSCOPE_MAX_FILE"),
        "{refused}"
    );
    assert_eq!(String::from_utf8(solve("2").stdout).expect("UTF-8"), ".../.../... X  +0\n");
}
