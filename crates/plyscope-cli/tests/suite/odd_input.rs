//! Input that somebody gets wrong, or means ill: an error with its place, and nothing that a terminal would act on.

use crate::support::{run, run_with_input};

const EXPERIMENT: &str = r#"title = "t"
source = "our own question"
game = "board-splitting(depth=7,squares=mixed)"
trials = 64
depths = [1, 3, 5]
sweep = { mix = [0.2, 0.8] }

[[series]]
rule = "minimax"
evaluator = "artificial(error=0.2)"

[[series]]
rule = "emm"
evaluator = "artificial(error=0.2)"

[figure]
x = "depth"
at = { mix = 0.2 }

[[claim]]
id = "first"
text = "EMM is more accurate than minimax."
above = { series = "emm", than = "minimax", depths = [3, 5] }

[[claim]]
id = "second"
text = "EMM overtakes minimax."
crosses-one = { series = "emm", than = "minimax", depth = 5, along = "mix", between = [0.2, 0.8] }
"#;

/// Every mistake is told where it stands: the text that is put in place of another is where the error points.
#[test]
fn mistakes_are_told_at_their_place() {
    for (from, to, at, said) in [
        ("trials = 64", "trials = -5", "-5", "`trials` is a whole number from 1, not -5"),
        ("trials = 64", "trials = 0", "0\n", "`trials` is a whole number from 1"),
        ("trials = 64", "trials = 1.5", "1.5", "`trials` is a whole number from 1, not 1.5"),
        ("trials = 64", "trials = \"many\"", "\"many\"", "`trials` is a whole number from 1, not \"many\""),
        (
            "[1, 3, 5]\nsweep",
            "[1, -3, 5]\nsweep",
            "-3",
            "`depths` is a whole number from 1 to 4294967295, not -3",
        ),
        ("title = \"t\"", "title = 5", "5\n", "`title` is text in quotes, not 5"),
        ("[0.2, 0.8] }\n\n[[series", "[0.2, 1.8] }\n\n[[series", "1.8] }", "mix=1.8 is not allowed"),
        ("[0.2, 0.8] }\n\n[[series", "[0.2, 0.20] }\n\n[[series", "0.20]", "`mix` takes 0.2 twice"),
        ("[0.2, 0.8] }\n\n[[series", "[0.2, true] }\n\n[[series", "", "a number or text in quotes"),
        ("at = { mix = 0.2 }", "at = { mix = 0.3 }", "0.3 }", "`mix` takes 0.2, 0.8, not 0.3"),
        ("at = { mix = 0.2 }", "at = { mxi = 0.2 }", "mxi", "`mxi` is not swept; swept are: mix"),
        ("depths = [3, 5] }", "depths = [3, 7] }", "7] }", "depth 7 is not searched"),
        ("depths = [3, 5] }", "depths = [] }", "depths = [] }", "at least one depth"),
        (
            "than = \"minimax\", depths",
            "than = \"minmax\", depths",
            "\"minmax\"",
            "there is no series `minmax`",
        ),
        ("depth = 5, along", "depth = 4, along", "4, along", "depth 4 is not searched"),
        ("along = \"mix\"", "along = \"mx\"", "\"mx\"", "`mx` is not swept"),
        ("between = [0.2, 0.8]", "between = [0.2, 0.9]", "0.9]", "`mix` takes 0.2, 0.8, not 0.9"),
        ("rule = \"emm\"", "rule = \"em\"", "\"em\"", "did you mean `emm`?"),
        ("rule = \"emm\"", "label = \" \"\nrule = \"emm\"", "", "a label that is not empty"),
        ("trials = 64", "trials = 64\ntrials = 65", "trials = 65", "`trials` is given twice"),
        ("trials = 64", "trials = 99999999999999999999", "9999", "from 1, not 99999999999999999999\n"),
        ("trials = 64", "trials = 64\nties = 3", "3", "`ties` is a word in quotes"),
        ("trials = 64", "trials = 2000000000000", "2000000000000", "from 1 to 1000000000000, not"),
        ("[0.2, 0.8] }\n\n[[series", "[0.2, nan] }\n\n[[series", "nan]", "mix=NaN is not allowed"),
        (
            "[figure]",
            "[printed]\nvalue = 3\n[figure]",
            "[printed]",
            "`printed` is a list of tables: write [[printed]]",
        ),
        (
            "game = \"board-splitting(depth=7,squares=mixed)\"",
            "game = \"((1 2) (3 4))\"",
            "\"((",
            "worked-example",
        ),
    ] {
        let text = EXPERIMENT.replacen(from, to, 1);
        assert_ne!(text, EXPERIMENT, "{from}");
        let ran = run_with_input(&["run", "-", "--quiet"], text.as_bytes());
        assert!(
            ran.status == 2 && ran.stdout.is_empty() && ran.stderr.contains(said),
            "{to}: {}",
            ran.stderr
        );
        if at.is_empty() {
            continue;
        }
        let place = text.find(to).expect("it was put in") + to.find(at.trim_end()).expect("it is part of it");
        let before = &text[..place];
        let line = before.matches('\n').count() + 1;
        let column = place - before.rfind('\n').map_or(0, |end| end + 1) + 1;
        let place = format!("line {line}, column {column}:");
        assert!(ran.stderr.contains(&place), "{to} is at {place} {}", ran.stderr);
    }
    let ran = run_with_input(&["run", "-", "--quiet"], EXPERIMENT.as_bytes());
    assert_eq!(ran.status, 0, "{}", ran.stderr);
}

/// Options and files of every command, as somebody in a hurry gives them: status 2, nothing on standard output, and a
/// sentence that helps.
#[test]
fn wrong_options_are_refused_in_words() {
    let here = std::env::temp_dir().join(format!("plyscope-odd-{}", std::process::id()));
    std::fs::create_dir_all(&here).expect("a temporary folder");
    let file = here.join("mine.toml").display().to_string();
    std::fs::write(&file, EXPERIMENT).expect("a file");
    let small = "connect-four(width=4,height=4)";
    for (arguments, said) in [
        (vec!["run", "."], "could not read .: "),
        (vec!["run", "/dev/zero"], "it is a device or a pipe, and only regular files are read"),
        (vec!["run", "/dev/null"], "only regular files are read"),
        (vec!["run", &file, "--trials", "-5"], "expected a whole number from 1 to 1000000000000"),
        (
            vec!["run", &file, "--trials", "99999999999999999999"],
            "expected a whole number from 1 to 1000000000000",
        ),
        (vec!["run", &file, "--seed", "-1"], "expected a whole number from 0"),
        (vec!["run", &file, "--until", "nan"], "a number from 0.0001 to 1"),
        (vec!["run", &file, "--out", &file], "could not make"),
        (vec!["run", &file, "--resume"], "--out"),
        (vec!["run", &file, "--parquet"], "--out"),
        (vec!["reproduce", ""], "there is no experiment ``"),
        (vec!["reproduce", "wilson/fig3-b2+"], "there is no alternative reading ``"),
        (vec!["merge", "/nowhere"], "<DIR>"),
        (vec!["merge", "/nowhere/x", &file], "could not read"),
        (vec!["diff", &file, &file], "could not read"),
        (vec!["report", &file], "could not read"),
        (vec!["report", "/dev"], "holds no run"),
        (vec!["tree", "(1 2)", "--depth", "-1"], "-1 is not in 0..=4294967295"),
        (vec!["tree", "-"], "the tree is empty"),
        (vec!["perft", "connect-four", "-1"], "-1 is not in"),
        (vec!["solve", "tic-tac-toe", "--nodes", "0"], "expected a whole number from 1"),
        (vec!["solve", "tic-tac-toe", "--position", ""], "is not a position of tic-tac-toe"),
        (vec!["theory", "accuracy", "--depths", "5..1"], "rising, such as 1..11"),
        (vec!["theory", "pruning", "--max-height", "4000000000"], "a whole number from 1 to 60"),
        (vec!["theory", "nodes", "--error", "-0.1"], "a probability from 0 to 0.5"),
        (
            vec!["calibrate", small, "--evaluator", "lines", "--figure", "/nowhere/x.svg"],
            "its folder does not exist",
        ),
        (vec!["measure", "kalah", "--seed", "-1"], "expected a whole number from 0"),
        (vec!["measure", "kalah", "--depths", "3..1"], "such as 1..6 or 2,4,6"),
        (vec!["completions", "tcsh"], "possible values: bash"),
        (vec!["man", "--out", &file], "could not make"),
        (vec!["schema", "x"], "unexpected argument"),
        (vec!["bench", "--format", "x"], "possible values: text, json"),
    ] {
        let ran = run(&arguments);
        assert_eq!((ran.status, ran.stdout.as_str()), (2, ""), "{arguments:?}: {}", ran.stderr);
        assert!(ran.stderr.contains(said), "{arguments:?}: wanted {said}, got {}", ran.stderr);
        assert!(
            !ran.stderr.contains("panicked") && ran.stderr.starts_with("error"),
            "{arguments:?}: {}",
            ran.stderr
        );
    }
    std::fs::remove_dir_all(here).expect("removed");
}

/// Escape codes in a file: seen, not obeyed.
#[test]
fn nothing_from_a_file_acts_on_the_terminal() {
    // TOML's own escapes, which are plain text in the file: red, a window title, a bell, the one-character CSI, right to
    // left.
    let evil = r"\u001b[31m\u001b]0;x\u0007\u009b2J\r\u202e";
    let acts = |text: &str| {
        text.chars().any(|c| (c.is_control() && c != '\n') || ('\u{202a}'..='\u{202e}').contains(&c))
    };
    let texts = [
        EXPERIMENT.replace("title = \"t\"", &format!("title = \"{evil}\"")),
        EXPERIMENT.replace("source = \"our", &format!("source = \"{evil}")),
        EXPERIMENT.replace("rule = \"emm\"", &format!("label = \"emm\"\nrule = \"{evil}\"")),
        EXPERIMENT.replace("than = \"minimax\", depths", &format!("than = \"{evil}\", depths")),
        EXPERIMENT.replace("rule = \"minimax\"", &format!("label = \"{evil}\"\nrule = \"minimax\"")),
        EXPERIMENT.replace("EMM is", &format!("{evil} is")),
        EXPERIMENT.replace("game = \"", &format!("game = \"{evil}")),
        EXPERIMENT.replace("mix = [", &format!("\"{evil}\" = [1, 2], mix = [")),
        EXPERIMENT
            .replace("[figure]", &format!("[alternative.\"{evil}\"]\nreading = 'r'\ntrials = 0\n[figure]")),
        EXPERIMENT.replace("x = \"depth\"", &format!("x = \"{evil}\"")),
    ];
    for text in texts {
        for format in ["table", "csv", "json"] {
            let ran = run_with_input(&["run", "-", "--format", format], text.as_bytes());
            assert!(!acts(&ran.stdout), "{format}: {:?}", ran.stdout);
            assert!(!acts(&ran.stderr), "{format}: {:?}", ran.stderr);
            if ran.status == 0 && format == "json" {
                serde_json::from_str::<serde_json::Value>(&ran.stdout).expect("JSON");
            }
        }
    }
    // A title is shown with its codes made visible.
    let text = EXPERIMENT.replace("title = \"t\"", r#"title = "a\u001b[31mb""#);
    let ran = run_with_input(&["run", "-", "--quiet"], text.as_bytes());
    assert!(ran.stdout.contains("a\\u{1b}[31mb"), "{}", ran.stdout);
    let ran = run(&["tree", "(1 \u{1b}[2J)"]);
    assert!(ran.status == 2 && !acts(&ran.stderr), "{:?}", ran.stderr);
}

/// On a terminal that knows no codes progress is plain lines.
#[cfg(target_os = "linux")]
#[test]
fn a_dumb_terminal_gets_plain_progress() {
    use std::process::Command;
    let file = std::env::temp_dir().join(format!("plyscope-dumb-{}.toml", std::process::id()));
    std::fs::write(&file, EXPERIMENT).expect("a file");
    let on_terminal = |term: &str| {
        let command = format!("'{}' run '{}' --trials 5000", env!("CARGO_BIN_EXE_plyscope"), file.display());
        let ran = Command::new("script").args(["-qec", &command, "/dev/null"]).env("TERM", term).output();
        ran.ok()
            .filter(|ran| ran.status.success())
            .map(|ran| String::from_utf8_lossy(&ran.stdout).into_owned())
    };
    let Some(able) = on_terminal("xterm") else {
        return crate::support::skipped(
            "progress was not looked at: there is no `script`",
            "apt install bsdutils",
        );
    };
    assert!(able.contains("\u{1b}[K"), "a line that changes: {able:?}");
    let dumb = on_terminal("dumb").expect("it ran before");
    assert!(!dumb.contains('\u{1b}') && dumb.contains("trials, 100%"), "{dumb:?}");
    std::fs::remove_file(file).expect("removed");
}

#[test]
fn a_tree_with_doubtful_numbers() {
    // .2 is a win, not a chance of one in five.
    let ran = run(&["tree", "((0.2 0.9) (0.4 0.1))", "--error", "0.1"]);
    assert!(
        ran.status == 0 && ran.stderr.contains("warning") && ran.stderr.contains("such as 0.1"),
        "{}",
        ran.stderr
    );
    for fine in [
        vec!["tree", "((1 -1) (1 1))", "--error", "0.1"],
        vec!["tree", "((1 0) (1 1))", "--error", "0.1"],
        vec!["tree", "((3 0.5) (1 1))", "--error", "0.1"],
        vec!["tree", "((0.2 0.9) (0.4 0.1))", "--rule", "product"],
    ] {
        let ran = run(&fine);
        assert_eq!((ran.status, ran.stderr.as_str()), (0, ""), "{fine:?}");
    }
    let ran = run_with_input(&["tree", "-"], b"A:(B:1\n  C:(2 B:3))\n");
    let said = ["line 2, column 8: two nodes are called `B`", "the other one is at line 1, column 4"];
    assert!(ran.status == 2 && said.iter().all(|part| ran.stderr.contains(part)), "{}", ran.stderr);
}
