//! Experiment files with mistakes get an error with line, column and what would be right.

use crate::support::{builtin, parse};
use plyscope::catalogue::Catalogue;
use plyscope_lab::experiment::{Along, builtin_ids, is_builtin, schema};
use plyscope_lab::run::{Options, Silent, run};
use std::sync::atomic::AtomicBool;

const GOOD: &str = r#"title = "t"
source = "s"
game = "board-splitting(depth=5)"
trials = 100
depths = [1, 2]

[[series]]
rule = "minimax"
evaluator = "artificial"

[[series]]
rule = "emm"
evaluator = "artificial"

[[claim]]
id = "c"
text = "x"
above = { series = "emm", than = "minimax", depths = [2] }
"#;

fn wrong(from: &str, to: &str) -> String {
    assert!(GOOD.contains(from), "{from}");
    match parse("my.toml", &GOOD.replacen(from, to, 1), None) {
        Ok(_) => panic!("{to} was accepted"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn the_good_one_is_good() {
    let experiment = parse("my.toml", GOOD, None).unwrap();
    assert_eq!((experiment.labels.len(), experiment.places.len(), experiment.claims.len()), (2, 1, 1));
}

/// Every key of the file, misspelt by one letter: the error names the right one.
#[test]
fn a_typo_in_any_key_gets_a_suggestion() {
    for key in [
        "title",
        "source",
        "game",
        "trials",
        "depths",
        "series",
        "rule",
        "evaluator",
        "claim",
        "text",
        "above",
        "than",
    ] {
        let misspelt = format!("{}x{}", &key[..2], &key[2..]);
        let message = wrong(key, &misspelt);
        assert!(message.contains(&format!("did you mean `{key}`?")), "{key}: {message}");
        assert!(message.starts_with("my.toml, line "), "{message}");
    }
}

#[test]
fn mistakes_have_their_place() {
    let many = format!("{:?}", (0..121).map(|i| f64::from(i) / 1000.0).collect::<Vec<_>>());
    for (from, to, expected) in [
        (
            "depth=5",
            "depth=99",
            "line 3, column 8: a tree with branching factor 2 and depth 99 does not fit in memory",
        ),
        ("board-splitting(depth=5)", "bord-splitting", "did you mean `board-splitting`?"),
        (
            "board-splitting(depth=5)",
            "kalah",
            "line 9, column 13: the evaluator artificial is for games that are drawn",
        ),
        ("trials = 100", "trials = 0", "line 4, column 10: `trials` is a whole number from 1"),
        (
            "trials = 100",
            "trials = \"many\"",
            "line 4, column 10: `trials` is a whole number from 1, not \"many\"",
        ),
        ("[1, 2]", "[1, 9]", "line 5, column 14: depth 9 is not within 1 to 5"),
        ("[1, 2]", "[0]", "depth 0 is not within 1 to 5"),
        ("[1, 2]", "[2, 1]", "rising order"),
        ("\"minimax\"", "\"minmax\"", "line 8, column 8: there is no rule `minmax`, did you mean `minimax`?"),
        (
            "\"artificial\"",
            "\"artificial(error=0.7)\"",
            "line 9, column 13: `artificial`: error=0.7 is not allowed",
        ),
        ("\"artificial\"", "\"store-difference\"", "is for kalah"),
        (
            "rule = \"emm\"\nevaluator = \"artificial\"",
            "rule = \"emm\"\nevaluator = \"random\"",
            "needs an estimate of its own error",
        ),
        ("rule = \"emm\"", "rule = \"max-n\"", "needs a number per player"),
        ("rule = \"emm\"", "rule = \"minimax\"", "two series are called `minimax`"),
        ("rule = \"emm\"", "search = \"alpha-beta\"\nrule = \"emm\"", "minimax only"),
        ("trials = 100", "trials = 100\nsweep = { mx = [1] }", "has a parameter `mx`"),
        ("trials = 100", "trials = 100\nsweep = { p = [] }", "takes no value"),
        (
            "trials = 100",
            "trials = 100\nsweep = { p = [0.5, 1, 1.0] }",
            "line 5, column 24: `p` takes 1 twice",
        ),
        (
            "trials = 100",
            &format!("trials = 100\nsweep = {{ p = {many}, error = {many} }}"),
            "makes it a sweep of 14641 points",
        ),
        (
            "trials = 100",
            "trials = 100\nsweep = { p = [0.5, 2.0] }",
            "line 5, column 21: `board-splitting`: p=2 is not allowed",
        ),
        (
            "trials = 100",
            "trials = 100\nfigure = { x = \"mix\" }",
            "line 5, column 16: the axis is `depth`, `nodes` or a swept",
        ),
        ("trials = 100", "trials = 100\nfigure = { relative-to = \"mm\" }", "there is no series `mm`"),
        ("than = \"minimax\"", "than = \"product\"", "there is no series `product`; there are: minimax, emm"),
        ("depths = [2] }", "depths = [4] }", "depth 4 is not searched"),
        ("above = { series = \"emm\", than = \"minimax\", depths = [2] }", "", "a claim has one comparison"),
        (
            "above = { series = \"emm\", than = \"minimax\", depths = [2] }",
            "pathological = { series = \"emm\", from = 1, to = 2 }",
            "same parity",
        ),
    ] {
        let message = wrong(from, to);
        assert!(message.contains(expected), "{to}\nwanted: {expected}\ngot: {message}");
    }
}

#[test]
fn alternatives_are_read_or_refused() {
    let text = format!(
        "{GOOD}\n[alternative.half]\nreading = \"r\"\ngame = \"board-splitting(depth=5,p=0.5)\"\nevaluator = {{ emm = \"natural\" }}\n"
    );
    let other = parse("my.toml", &text, Some("half")).unwrap();
    assert_eq!((other.id.as_str(), other.reading.as_str()), ("my.toml+half", "r"));
    let cell = other.study.cell(0, 1);
    assert!(cell.game.contains("p=0.5") && cell.evaluator.starts_with("natural"), "{cell:?}");
    let message = parse("my.toml", &text, Some("hlf")).err().expect("refused").to_string();
    assert!(message.contains("no alternative reading `hlf`; it has: half"), "{message}");
}

/// Every combination of a sweep is a point; what is swept is not in the key.
#[test]
fn sweeps_are_products() {
    let text =
        GOOD.replace("trials = 100", "trials = 100\nsweep = { p = [0.4, 0.5, 0.6], error = [0.1, 0.2] }");
    let experiment = parse("my.toml", &text, None).unwrap();
    assert_eq!(experiment.places.len(), 6);
    let names: Vec<String> = (0..6).map(|point| experiment.study.cell(point, 0).evaluator).collect();
    assert!(names.iter().any(|name| name.contains("0.1")) && names.iter().any(|name| name.contains("0.2")));
}

/// All points of a sweep draw from the same numbers: whoever does not depend on what is swept finds the same.
#[test]
fn what_is_swept_is_not_in_the_key() {
    let text = "title = 't'\nsource = 's'\ngame = 'board-splitting(depth=5)'\ntrials = 200\ndepths = [2]\n\
                sweep = { error = [0.1, 0.3] }\n[[series]]\nrule = 'minimax'\nevaluator = 'natural'\n\
                [[series]]\nlabel = 'swept'\nrule = 'minimax'\nevaluator = 'artificial'\n";
    let experiment = parse("my.toml", &text.replace("'natural'", "'random'"), None).unwrap();
    let options = Options { jobs: 1, shard: None, stop: &AtomicBool::new(false), progress: &Silent };
    let tallies = run(&experiment, None, &options).unwrap();
    assert_eq!(tallies[0].sums[0], tallies[1].sums[0], "the same games");
    assert_ne!(tallies[0].sums[1], tallies[1].sums[1], "other errors");
}

#[test]
fn built_in_experiments_are_all_good() {
    for id in builtin_ids() {
        let experiment = builtin(id).unwrap_or_else(|error| panic!("{error}"));
        assert!(!experiment.claims.is_empty() && !experiment.reading.is_empty(), "{id}");
        for (suffix, _) in &experiment.alternatives {
            builtin(&format!("{id}+{suffix}")).unwrap_or_else(|error| panic!("{error}"));
        }
    }
    let message = builtin("wilson/fig3-b").err().expect("refused").to_string();
    assert!(message.contains("did you mean `wilson/fig3-b2`?"), "{message}");
    // Every file of the folder is built in.
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("experiments");
    for paper in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        for file in std::fs::read_dir(&paper).unwrap().map(|entry| entry.unwrap().path()) {
            let name = |path: &std::path::Path| path.file_stem().unwrap().to_string_lossy().into_owned();
            let id = format!("{}/{}", name(&paper), name(&file));
            assert!(is_builtin(&id), "{id} is not built in");
        }
    }
}

#[test]
fn the_schema_names_every_key() {
    let schema = schema(&Catalogue::built_in()).to_string();
    for key in [
        "title",
        "depths",
        "sweep",
        "series",
        "relative-to",
        "x-range",
        "y-label",
        "panels",
        "legend",
        "ratio-at-least",
        "not-pathological",
        "alternative",
    ] {
        assert!(schema.contains(&format!("\"{key}\"")), "{key}");
    }
}

/// Claims that compare nothing, or with no number, are refused before anything runs.
#[test]
fn claims_that_cannot_be_judged_are_refused() {
    let why = |claim: &str| wrong("above = { series = \"emm\", than = \"minimax\", depths = [2] }", claim);
    for (claim, said) in [
        ("exceeds = { series = \"emm\", value = 5, depths = [] }", "at least one depth"),
        ("above = { series = \"emm\", than = \"minimax\", depths = [2, 2] }", "depth 2 is named twice"),
        ("exceeds = { series = \"emm\", value = nan }", "`value` is a number, not NaN"),
        ("exceeds = { series = \"emm\", value = inf }", "`value` is a number, not inf"),
        ("equals = { series = \"emm\", value = 1, margin = -1 }", "`margin` is 0 or more"),
        ("ratio-at-most = { series = \"emm\", than = \"minimax\", value = -1 }", "`value` is 0 or more"),
        (
            "scales = { series = \"emm\", than = \"minimax\", exponent = nan, margin = 1, from = 1, to = 2 }",
            "NaN",
        ),
    ] {
        assert!(why(claim).contains(said), "{claim}: {}", why(claim));
    }
}

/// Swept nodes are an axis: a curve a series, not one a point.
#[test]
fn swept_nodes_are_an_axis() {
    for id in ["evidence/kalah-nodes", "evidence/connect-four-nodes", "pruning/kalah"] {
        assert_eq!(builtin(id).unwrap().figure.along, Along::Swept("nodes".into()), "{id}");
    }
    assert_eq!(builtin("smith-nau/fig4").unwrap().figure.along, Along::Nodes);
    // Where nodes are what players may spend, they are the axis without being swept.
    let text = "title = 't'\nsource = 's'\nmeasure = 'depth'\ngame = 'tic-tac-toe'\nnodes = [10, 100]\ntrials = 10\n\
                [[series]]\nrule = 'minimax'\nevaluator = 'lines'\nsearch = 'alpha-beta(deepening=yes)'\n";
    assert_eq!(parse("my.toml", text, None).unwrap().figure.along, Along::Depth);
}

/// A sentence of a paper can be found there: section, figure or table.
#[test]
fn claims_of_papers_have_a_place() {
    let papers = ["wilson/", "zuckerman/", "smith-nau/"];
    let ids = builtin_ids().into_iter().filter(|id| papers.iter().any(|paper| id.starts_with(paper)));
    for id in ids {
        let experiment = builtin(id).unwrap();
        let readings =
            experiment.alternatives.iter().map(|(suffix, _)| builtin(&format!("{id}+{suffix}")).unwrap());
        for reading in readings.chain([experiment.clone()]) {
            for claim in &reading.claims {
                let place = claim.place != reading.source;
                assert!(place && !claim.place.is_empty(), "{}: {} has no place", reading.id, claim.id);
            }
        }
    }
}

/// A reason that was written for one reading is not taken over by another.
#[test]
fn reasons_stay_where_they_were_written() {
    let why = |id: &str| builtin(id).unwrap().claims[0].why.clone();
    let [main, other] = ["zuckerman/fig14", "zuckerman/fig14+seeds-48"].map(why);
    assert!(main.contains("at every depth") && !other.is_empty() && main != other, "{other}");
    assert_eq!(builtin("wilson/fig4-b2+raw").unwrap().claims[1].why, "");
}
