//! Experiment files that ask for more than fits: refused with the line of what is too much, before anything is built.

use super::limits::{Here, run_with};

const EXPERIMENT: &str = "title = 't'\nsource = 's'\ngame = 'board-splitting(depth=5)'\ntrials = 64\ndepths = [1, 2, 3]\n\
                          [[series]]\nrule = 'minimax'\nevaluator = 'artificial'\n";

/// The same with a claim.
fn with_claim(comparison: &str) -> String {
    format!("{EXPERIMENT}[[claim]]\nid = 'c'\ntext = 't'\n{comparison}\n")
}

/// A list of numbers from 1.
fn numbers(most: usize) -> String {
    (1..=most).map(|number| number.to_string()).collect::<Vec<_>>().join(",")
}

#[test]
fn counts_have_bounds_and_lines() {
    let series =
        |i: usize| format!("[[series]]\nlabel = 's{i}'\nrule = 'minimax'\nevaluator = 'artificial'\n");
    let printed = "[[printed]]\nseries = 'minimax'\nvalue = 0.5\n".repeat(10_001);
    let readings: String = (0..101).map(|i| format!("[alternative.a{i}]\nreading = 'r'\n")).collect();
    let sweep = |values: usize| format!("sweep = {{ p = [{}] }}\n[[series]]", numbers(values));
    for (text, line, said) in [
        (
            with_claim(
                "not-pathological = { series = 'minimax', from = 1, to = 1000000000, steps = 'every' }",
            ),
            12,
            "depth 1000000000 is not searched",
        ),
        (
            with_claim("pathological = { series = 'minimax', from = 1, to = 4294967295 }"),
            12,
            "depth 4294967295 is not searched",
        ),
        (
            with_claim(
                "scales = { series = 'minimax', than = 'minimax', exponent = 1, margin = 0, from = 7, to = 4294967295 }",
            ),
            10,
            "at least two depths that are searched",
        ),
        (
            with_claim(&format!(
                "above = {{ series = 'minimax', than = 'minimax', depths = [{}] }}",
                numbers(200_000)
            )),
            12,
            "depth 4 is not searched",
        ),
        (EXPERIMENT.replace("[1, 2, 3]", &format!("[{}]", numbers(200_000))), 5, "there are at most 1000"),
        (EXPERIMENT.replace("[1, 2, 3]", "[1, 2, 4294967295]"), 5, "depth"),
        (format!("{EXPERIMENT}{}", (0..1000).map(series).collect::<String>()), 4005, "series: 1001"),
        (format!("{EXPERIMENT}{printed}"), 30_010, "claims and printed numbers: 10001"),
        (format!("{EXPERIMENT}{readings}"), 9, "alternative readings: 101"),
        (EXPERIMENT.replacen("[[series]]", &sweep(200_000), 1), 6, "a sweep of 200000 points"),
        (format!("{EXPERIMENT}[figure]\ncolumns = 4000000000\n"), 10, "panels stand side by side"),
        (
            format!("{EXPERIMENT}[[printed]]\nseries = 'minimax'\nvalue = 1\ndecimals = 4000000000\n"),
            10,
            "`decimals` is at most 9",
        ),
    ] {
        for arguments in [&["run", "-", "--dry-run"][..], &["run", "-", "--quiet"]] {
            let ended = run_with(arguments, text.as_bytes());
            ended.refused(said);
            let line = format!("line {line},");
            assert!(ended.stderr.contains(&line), "{said} is at {line} {}", ended.stderr);
        }
    }
}

/// A run folder that says what no run does.
#[test]
fn a_folder_cannot_ask_for_more_chunks() {
    let here = Here::new("chunks");
    let file = here.put("mine.toml", EXPERIMENT);
    super::limits::run(&["run", &file, "--quiet", "--out", &here.at("out")]).done();
    let header = here.0.join("out/mine/run.json");
    let own = std::fs::read_to_string(&header).expect("it is there");
    for (from, to) in [
        ("\"trials\": 64", "\"trials\": 1000000000000"),
        ("\"trials\": 64", "\"trials\": 18446744073709551615"),
        ("\"chunk\": ", "\"chunk\": 0, \"was\": "),
    ] {
        let changed = own.replacen(from, to, 1);
        assert_ne!(changed, own, "{own}");
        std::fs::write(&header, changed).expect("a file");
        super::limits::run(&["report", &here.at("out")]).refused("");
    }
    // A run that began small keeps its chunks, and cannot grow without end.
    std::fs::write(&header, own).expect("a file");
    let more = ["run", &file, "--quiet", "--out", &here.at("out"), "--resume", "--trials", "1000000000000"];
    super::limits::run(&more).refused("chunks, and there are at most");
}
