//! The page's numbers are the command's, byte for byte.

use super::server::Server;
use crate::support::run;
use std::path::PathBuf;

fn folder(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("plyscope-explore-{}-{name}", std::process::id()));
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).expect("a folder");
    path
}

/// Names and values.
type Fields<'a> = &'a [(&'a str, &'a str)];

const FIGURE: &str = "A:(B:(3 12 8) C:(2 4 6) D:(14 5 2))";

#[test]
fn trees_and_lists_are_the_commands() {
    let server = Server::start(&[]);
    let asked: [&[(&str, &str)]; 5] = [
        &[("tree", FIGURE), ("search", "alpha-beta")],
        &[
            ("tree", "A:(B:(D:1 E:1)@1 C:(F:1 G:-1)@-1)@1"),
            ("rule", "emm"),
            ("error", "0.1"),
            ("search", "pruned"),
        ],
        &[("tree", "(([1 2 6] [4 2 3]) ([6 1 2] [7 4 1]))"), ("rule", "max-n")],
        &[("tree", "connect-four"), ("position", "44535"), ("depth", "2"), ("evaluator", "lines")],
        &[("tree", "board-splitting(depth=4)"), ("rule", "product"), ("seed", "3"), ("trial", "5")],
    ];
    for fields in asked {
        let options = fields[1..].iter().flat_map(|(name, value)| [format!("--{name}"), value.to_string()]);
        let options: Vec<String> =
            [String::from("tree"), fields[0].1.into()].into_iter().chain(options).collect();
        let forms: [(Fields, &[&str]); 6] = [
            (&[], &["--format", "json"]),
            (&[("format", "steps")], &["--format", "json", "--steps"]),
            (&[("format", "text")], &[]),
            (&[("format", "steps-text")], &["--steps"]),
            (&[("format", "svg")], &["--format", "svg"]),
            (&[("format", "svg"), ("step", "3")], &["--format", "svg", "--step", "3"]),
        ];
        for (form, more) in forms {
            let answer = server.post("/api/tree", &[fields, form].concat());
            let more: Vec<String> = more.iter().map(|one| one.to_string()).collect();
            let ran = run(&[&options[..], &more].concat());
            assert_eq!(
                (answer.status, ran.status),
                (200, 0),
                "{fields:?} {form:?}: {}{}",
                answer.text(),
                ran.stderr
            );
            assert!(answer.text() == ran.stdout, "{fields:?} {form:?}");
        }
    }
    for (fields, arguments) in [
        (&[][..], vec!["list"]),
        (&[("kind", "rules")], vec!["list", "rules"]),
        (&[("kind", "experiments")], vec!["list", "experiments"]),
    ] {
        let answer = server.post("/api/list", fields);
        assert!(
            answer.text() == run(&[&arguments[..], &["--format", "json"]].concat()).stdout,
            "{arguments:?}"
        );
    }
}

/// What the page saves as an experiment gives the numbers that it showed.
#[test]
fn curves_are_those_of_the_saved_file() {
    let (server, here) = (Server::start(&[]), folder("curves"));
    let fields = [
        ("game", "board-splitting(branching=2,depth=7,squares=mixed,mix=0.3)"),
        ("evaluator", "artificial(error=0.2)"),
        ("rules", "minimax;product;emm"),
        ("depths", "1..5"),
        ("trials", "640"),
        ("seed", "4"),
    ];
    let form =
        |format: &'static str| server.post("/api/curves", &[&fields[..], &[("format", format)]].concat());
    let file = here.join("curves.toml");
    std::fs::write(&file, form("toml").text()).expect("a file");
    for (format, of_command) in [("json", "json"), ("csv", "csv")] {
        let answer = form(format);
        let ran = run(&["run", &file.display().to_string(), "--quiet", "--format", of_command]);
        assert_eq!((answer.status, ran.status), (200, 0), "{}{}", answer.text(), ran.stderr);
        assert!(answer.text() == ran.stdout, "{format}");
    }
    assert!(form("svg").text().contains("<title>emm</title>"));
    assert!(form("png").body.starts_with(b"\x89PNG"));
    std::fs::remove_dir_all(here).expect("removed");
}

/// On P-games minimax is pathological and EMM is not (Wilson, Parker & Nau, figure 3).
#[test]
fn curves_say_what_the_paper_says() {
    let server = Server::start(&[]);
    let fields = [
        ("game", "board-splitting(depth=9)"),
        ("rules", "minimax;emm"),
        ("depths", "1..7"),
        ("trials", "4000"),
        ("format", "verdict"),
    ];
    let answer = server.post("/api/curves", &fields);
    assert_eq!(answer.text(), "Looking two plies deeper is worse somewhere with minimax, and not with emm.");
}

/// Where the theory is exact it is drawn beside the sample.
#[test]
fn exact_curves_stand_beside_sampled_ones() {
    let server = Server::start(&[]);
    let fields = [
        ("game", "board-splitting(depth=6)"),
        ("rules", "minimax"),
        ("depths", "1..4"),
        ("trials", "64"),
        ("format", "svg"),
    ];
    let with = server.post("/api/curves", &fields);
    assert!(with.text().contains("minimax, exact"), "{}", with.text());
    let without = server.post("/api/curves", &[&fields[..], &[("exact", "no")]].concat());
    assert!(!without.text().contains("exact"));
    let other = [
        ("game", "board-splitting(depth=6,squares=n)"),
        ("rules", "minimax"),
        ("depths", "1..4"),
        ("trials", "64"),
        ("format", "svg"),
    ];
    assert!(!server.post("/api/curves", &other).text().contains("exact"), "N-games have no such formula");
}

#[test]
fn runs_and_measurements_are_those_of_the_folder() {
    let here = folder("runs");
    let at = |name: &str| here.join(name).display().to_string();
    for seed in ["1", "2"] {
        let ran = run(&[
            "reproduce",
            "wilson/fig3-b2",
            "russell-norvig/fig5",
            "--trials",
            "96",
            "--quiet",
            "--seed",
            seed,
            "--out",
            &at(seed),
        ]);
        assert_eq!(ran.status, 0, "{}", ran.stderr);
    }
    let game = "connect-four(width=4,height=4,run=3)";
    let ran = run(&[
        "measure",
        game,
        "--evaluator",
        "lines",
        "--positions",
        "random(plies=2..6)",
        "--depths",
        "1..3",
        "--trials",
        "20",
        "--quiet",
        "--out",
        &at("measured"),
    ]);
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    let read = |path: &str| std::fs::read_to_string(here.join(path)).expect(path);
    let before: Vec<std::time::SystemTime> = std::fs::read_dir(here.join("measured"))
        .expect("it is there")
        .map(|entry| {
            entry.and_then(|entry| entry.metadata()).and_then(|data| data.modified()).expect("a time")
        })
        .collect();
    let server = Server::start(&[&here.display().to_string()]);
    let runs = server.post("/api/runs", &[]).json();
    let names: Vec<&str> = runs["runs"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|run| run["run"].as_str().expect("a name"))
        .collect();
    assert_eq!(
        names,
        [
            "1/russell-norvig-fig5",
            "1/wilson-fig3-b2",
            "2/russell-norvig-fig5",
            "2/wilson-fig3-b2",
            "measured"
        ]
    );
    let one = ("run", "1/wilson-fig3-b2");
    assert!(
        server.post("/api/run", &[one, ("format", "csv")]).text() == read("1/wilson-fig3-b2/results.csv")
    );
    let result: serde_json::Value =
        serde_json::from_str(&read("1/wilson-fig3-b2/results.json")).expect("JSON");
    assert_eq!(server.post("/api/run", &[one]).json()["experiments"][0], result);
    assert!(server.post("/api/figure", &[one]).text() == read("1/wilson-fig3-b2/figure.svg"));
    let fewer =
        server.post("/api/figure", &[one, ("without", "minimax\nproduct"), ("low", "0.5"), ("high", "1")]);
    assert!(
        fewer.text().contains("<title>emm</title>") && !fewer.text().contains("<title>minimax</title>"),
        "{}",
        fewer.text()
    );
    // Points at the depths that are within the axis, which the figure has with their values.
    let titles = |more: &[(&str, &str)]| {
        let figure = server.post("/api/figure", &[&[one, ("values", "yes")], more].concat());
        figure.text().matches("<title>").count()
    };
    assert!(titles(&[("left", "1"), ("right", "3")]) < titles(&[]), "two depths of more");
    for ends in [
        [("left", "3"), ("right", "1")],
        [("low", "1"), ("high", "1")],
        [("low", "0"), ("high", "5e-324")],
        [("low", "-1e308"), ("high", "1e308")],
    ] {
        let answer = server.post("/api/figure", &[&[one][..], &ends].concat());
        assert_eq!(answer.status, 400, "{ends:?}");
        assert!(answer.text().contains("the ends of an axis: low below high"), "{ends:?}: {}", answer.text());
    }
    let about = server.post("/api/run", &[one, ("format", "about")]).json();
    assert_eq!(about["command"], "plyscope reproduce 'wilson/fig3-b2' --trials 96 --seed 1");
    // What the terminal says beside a claim, the page has too.
    let told = run(&["reproduce", "wilson/fig3-b2", "--trials", "96", "--quiet", "--seed", "1"]).stdout;
    assert_eq!(about["remarks"].as_array().map(Vec::len), result["claims"].as_array().map(Vec::len));
    for remark in
        about["remarks"].as_array().expect("a list").iter().flat_map(|one| one.as_array().expect("a list"))
    {
        let remark = remark.as_str().expect("a text");
        assert!(told.contains(remark), "{remark}: {told}");
    }
    let ran = run(&["diff", &at("1/wilson-fig3-b2"), &at("2/wilson-fig3-b2"), "--format", "json"]);
    assert!(
        server.post("/api/diff", &[("before", one.1), ("after", "2/wilson-fig3-b2")]).text() == ran.stdout
    );
    assert!(
        server.post("/api/measurement", &[("run", "measured")]).text() == read("measured/measurement.json")
    );
    assert!(
        server.post("/api/measurement", &[("run", "measured"), ("picture", "accuracy.svg")]).text()
            == read("measured/accuracy.svg")
    );
    // The trees at the positions to look at can be asked for as they are told.
    let worst = server.post("/api/worst", &[("run", "measured")]).json();
    for one in worst.as_array().expect("a list") {
        let fields: Vec<(String, String)> = one["fields"]
            .as_object()
            .expect("a tree")
            .iter()
            .map(|(name, value)| (name.clone(), value.as_str().map_or(value.to_string(), String::from)))
            .collect();
        let fields: Vec<(&str, &str)> =
            fields.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        assert_eq!(server.post("/api/tree", &fields).status, 200, "{fields:?}");
    }
    let after: Vec<std::time::SystemTime> = std::fs::read_dir(here.join("measured"))
        .expect("it is there")
        .map(|entry| {
            entry.and_then(|entry| entry.metadata()).and_then(|data| data.modified()).expect("a time")
        })
        .collect();
    assert_eq!(before, after, "nothing in the folder is changed");
    std::fs::remove_dir_all(here).expect("removed");
}
