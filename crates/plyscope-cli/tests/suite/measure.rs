//! `plyscope measure`, as a user runs it.

use crate::support::run;
use serde_json::Value;

fn json(arguments: &[&str]) -> Value {
    let ran = run(arguments);
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    serde_json::from_str(&ran.stdout).expect("JSON")
}

/// The shape that scripts depend on.
#[test]
fn the_shape_of_a_measurement() {
    let small = "connect-four(width=4,height=4)";
    let found =
        json(&["measure", small, "--trials", "40", "--depths", "1..4", "--format", "json", "--quiet"]);
    let found = &found["measurement"];
    for key in [
        "game",
        "positions",
        "seed",
        "trials",
        "trivial",
        "unsolved",
        "failed",
        "warnings",
        "truth",
        "players",
        "worst",
    ] {
        assert!(!found[key].is_null(), "{key}");
    }
    assert_eq!(found["truth"]["certainty"], "exact");
    let player = &found["players"][0];
    for key in
        ["name", "verdict", "efforts", "steps", "agreement", "repairs", "why", "advice", "phases", "use"]
    {
        assert!(!player[key].is_null(), "{key}");
    }
    let effort = &player["efforts"][2];
    assert_eq!(effort["depth"], 3);
    let (low, value, high) =
        (&effort["accuracy"]["low"], &effort["accuracy"]["value"], &effort["accuracy"]["high"]);
    assert!(low.as_f64() <= value.as_f64() && value.as_f64() <= high.as_f64());
    assert_eq!(player["steps"].as_array().map(Vec::len), Some(3 + 2));
    assert_eq!(
        (&player["steps"][3]["from"]["depth"], &player["steps"][3]["to"]["depth"]),
        (&1.into(), &3.into())
    );
    assert_eq!(player["repairs"][0]["gain"].as_array().map(Vec::len), Some(4));
    let worst = &found["worst"][0];
    let command = worst["command"].as_str().expect("a command");
    // It opens the tree there.
    let words: Vec<String> = shell(command);
    let ran = run(&words[1..]);
    assert_eq!(ran.status, 0, "{command}: {}", ran.stderr);
    assert!(worst["chosen"]["4"].is_array() && worst["right"].is_array());
}

/// What `--compare` and `--margins` add.
#[test]
fn options_add_to_the_shape() {
    let all = ["measure", "kalah(pits=3,seeds=3)", "--evaluator", "store-difference", "--trials", "60"];
    let rest =
        ["--depths", "1..4", "--repairs", "none", "--compare", "--margins", "--format", "json", "--quiet"];
    let found = json(&[&all[..], &rest].concat());
    let found = &found["measurement"];
    assert_eq!(found["margins"], true);
    assert_eq!(found["truth"]["name"], "solve(nodes=1000000,table=64,score=yes)");
    let uses = &found["players"][0]["use"];
    assert!(uses["where_deepest_is_wrong"]["shallower"]["value"].is_number(), "{uses}");
    let first = &uses["at_nodes"][0];
    assert_eq!((&first["nodes"], &first["id"]), (&10.into(), &"alpha-beta".into()));
    assert!(first["gain"].is_null() && first["accuracy"]["low"].is_number() && first["player"].is_string());
    assert!(uses["at_nodes"][1]["gain"]["high"].is_number());
    let refused = run(&[&all[..], &["--nodes", "100", "--compare"]].concat());
    assert_eq!(refused.status, 2, "{}", refused.stderr);
}

/// The words of a command, as a shell splits them.
fn shell(command: &str) -> Vec<String> {
    let (mut words, mut word, mut quoted) = (Vec::new(), String::new(), false);
    for c in command.chars() {
        match c {
            '\'' => quoted = !quoted,
            ' ' if !quoted => words.push(std::mem::take(&mut word)),
            c => word.push(c),
        }
    }
    words.push(word);
    words
}

/// A folder holds it all, can be merged from shards, and is the same bytes; advice can be followed.
#[test]
fn folders_shards_and_advice() {
    let base = std::env::temp_dir().join(format!("plyscope-measure-{}", std::process::id()));
    let folder = |name: &str| base.join(name).display().to_string();
    let game = "board-splitting(squares=p,depth=8)";
    let measure = |more: &[&str]| {
        let all = [
            "measure",
            game,
            "--evaluator",
            "artificial(error=0.2)",
            "--trials",
            "600",
            "--depths",
            "1..5",
            "--quiet",
        ];
        run(&[&all[..], more].concat())
    };
    let whole = measure(&["--out", &folder("whole")]);
    assert_eq!(whole.status, 0, "{}", whole.stderr);
    assert!(whole.stdout.contains("Pathology") && whole.stdout.contains("what to do"), "{}", whole.stdout);
    for part in ["1/2", "2/2"] {
        assert_eq!(measure(&["--out", &folder(&part[..1]), "--shard", part, "--jobs", "1"]).status, 0);
    }
    let merged = run(&["merge", &folder("merged"), &folder("1"), &folder("2")]);
    assert_eq!(merged.status, 0, "{}", merged.stderr);
    for name in ["measurement.json", "report.html", "results.csv"] {
        let read = |run: &str| std::fs::read(find(&base.join(run), name)).expect(name);
        assert!(read("whole") == read("merged"), "{name} differs");
    }
    // A report of the folder is the measurement's own page.
    let page = base.join("whole/report.html");
    let before = std::fs::read(&page).expect("a page");
    assert_eq!(run(&["report", &folder("whole")]).status, 0);
    assert!(std::fs::read(&page).expect("a page") == before);
    // Done already: nothing is done again, and the answer is the same.
    assert_eq!(measure(&["--out", &folder("whole"), "--resume"]).stdout, whole.stdout);
    let command =
        whole.stdout.lines().find(|line| line.trim_start().starts_with("plyscope measure")).expect("advice");
    let mut words = shell(command.trim());
    words.extend(["--trials", "50", "--quiet", "--repairs", "none"].map(String::from));
    let advised = run(&words[1..]);
    assert_eq!(advised.status, 0, "{command}: {}", advised.stderr);
    std::fs::remove_dir_all(&base).expect("it is ours");
}

/// A file of that name, in a folder or the only folder within it.
fn find(folder: &std::path::Path, name: &str) -> std::path::PathBuf {
    let here = folder.join(name);
    if here.is_file() {
        return here;
    }
    let within = std::fs::read_dir(folder).expect("a folder").flatten().map(|entry| entry.path());
    within.map(|path| path.join(name)).find(|path| path.is_file()).unwrap_or(here)
}

#[test]
fn mistakes_are_told_in_words() {
    let list = std::env::temp_dir().join(format!("plyscope-lines-{}.txt", std::process::id()));
    std::fs::write(&list, "start\n".repeat(16) + "44x\n").expect("a temporary file");
    let file = format!("file(path=\"{}\")", list.display());
    let none = list.with_extension("none");
    std::fs::write(&none, "# nothing\n").expect("a temporary file");
    let empty = format!("file(path=\"{}\")", none.display());
    for (arguments, words) in [
        (vec!["measure", "connect-four", "--positions", &file], "line 17"),
        (vec!["measure", "connect-four", "--positions", &empty], "has no positions: write one per line"),
        (
            vec![
                "measure",
                "connect-four",
                "--truth",
                "solve(nodes=100)",
                "--positions",
                "random(plies=2..4)",
                "--trials",
                "2",
            ],
            "; give the solver more nodes",
        ),
        (vec!["measure", "chess", "--truth", "syzygy(path=\"x\")"], "--features syzygy"),
        (vec!["measure", "connect-fore"], "did you mean `connect-four`"),
        (vec!["measure", "connect-four", "--depths", "3..1"], "1..6"),
        (vec!["measure", "connect-four", "--evaluator", "natural"], "natural"),
        (vec!["measure", "connect-four", "--truth", "tablebase"], "tablebase"),
        (vec!["measure", "connect-four", "--repairs", "magic"], "there is no repair `magic`"),
        (vec!["measure", "kalah", "--truth", "construction"], "solve"),
        (vec!["measure", "board-splitting(depth=4)", "--evaluator", "natural", "--depths", "1..9"], "1 to 4"),
    ] {
        let ran = run(&arguments);
        assert_eq!(ran.status, 2, "{arguments:?}: {}", ran.stdout);
        assert!(ran.stderr.contains(words), "{arguments:?}: {}", ran.stderr);
        assert!(!ran.stderr.contains(", column "), "{}", ran.stderr);
        assert!(!ran.stderr.contains("a larger game"), "{arguments:?}: {}", ran.stderr);
    }
    std::fs::remove_file(&none).expect("it is ours");
    std::fs::remove_file(&list).expect("it is ours");
}

/// The positions that a step breaks are kept beside the report, all of them, and can be measured again.
#[test]
fn broken_positions_are_kept_and_read_back() {
    let base = std::env::temp_dir().join(format!("plyscope-broken-{}", std::process::id()));
    let out = base.display().to_string();
    let game = "kalah(pits=3,seeds=3)";
    let all = ["measure", game, "--evaluator", "store-difference", "--depths", "1..4", "--repairs", "none"];
    let kept = run(&[&all[..], &["--trials", "200", "--out", &out, "--quiet"]].concat());
    assert_eq!(kept.status, 0, "{}", kept.stderr);
    let text = std::fs::read_to_string(base.join("measurement.json")).expect("it is there");
    let found: Value = serde_json::from_str(&text).expect("JSON");
    let finding = &found["measurement"]["players"][0]["finding"];
    let (file, broken) =
        (finding["file"].as_str().expect("a file"), finding["broken"].as_u64().expect("a number"));
    assert!(file.starts_with("broken-") && file.ends_with(".txt") && broken > 0, "{finding}");
    let path = base.join(file);
    assert!(kept.stdout.contains(&path.display().to_string()), "{}", kept.stdout);
    let command = kept.stdout.lines().find_map(|line| line.trim().strip_prefix("to measure them again: "));
    let mut words = shell(command.expect("a command"));
    words.extend(["--quiet", "--repairs", "none", "--format", "json"].map(String::from));
    let words: Vec<&str> = words[1..].iter().map(String::as_str).collect();
    let again = json(&words);
    assert_eq!(again["measurement"]["trials"], broken);
    let amount = |key: &str| finding[key]["depth"].as_u64().expect("a depth") as usize - 1;
    let accuracy = |depth: usize| {
        let efforts = &again["measurement"]["players"][0]["efforts"];
        efforts[depth]["accuracy"]["value"].as_f64().expect("a number")
    };
    assert!(accuracy(amount("from")) > accuracy(amount("to")));
    // A longer run finds another step: what the shorter one left behind is gone.
    let longer = run(&[&all[..], &["--trials", "400", "--out", &out, "--resume", "--quiet"]].concat());
    assert_eq!(longer.status, 0, "{}", longer.stderr);
    let names = std::fs::read_dir(&base).expect("a folder").flatten();
    let lists = names.filter(|entry| entry.file_name().to_string_lossy().starts_with("broken-")).count();
    assert_eq!(lists, 1);
    std::fs::remove_dir_all(&base).expect("it is ours");
}
