//! What `[figure]` says is what is drawn, and a mistake in it has its place.

use crate::support::parse;
use plyscope_lab::experiment::Experiment;
use plyscope_lab::figure::{Chart, HeatMap, chart, heat_map, svg};
use plyscope_lab::results::{ExperimentResult, evaluate};
use plyscope_lab::run::{Options, Silent, run};
use std::sync::atomic::AtomicBool;

/// Three series, ten points, three depths: thirty curves along depth.
const MANY: &str = r#"title = "t"
source = "s"
game = "board-splitting(depth=5)"
trials = 64
depths = [1, 2, 4]
sweep = { error = [0.3, 0.02, 0.05, 0.1, 0.15, 0.2, 0.25, 0.35, 0.4, 0.45] }

[[series]]
rule = "minimax"
evaluator = "artificial"

[[series]]
rule = "product"
evaluator = "artificial"

[[series]]
rule = "emm"
evaluator = "artificial"
"#;

fn with(figure: &str) -> Experiment {
    parse("my.toml", &format!("{MANY}\n[figure]\n{figure}\n"), None).unwrap_or_else(|error| panic!("{error}"))
}

fn ran(experiment: &Experiment) -> ExperimentResult {
    let options = Options { jobs: 1, shard: None, stop: &AtomicBool::new(false), progress: &Silent };
    evaluate(experiment, &run(experiment, None, &options).unwrap()).unwrap()
}

fn drawn(figure: &str) -> Chart {
    let experiment = with(figure);
    chart(&experiment, &ran(&experiment))
}

/// Titles of panels, each with the labels of its curves.
fn panels(chart: &Chart) -> Vec<(String, Vec<String>)> {
    let labels = |panel: &plyscope_lab::figure::Panel| panel.curves.iter().map(|c| c.label.clone()).collect();
    chart.panels.iter().map(|panel| (panel.title.clone(), labels(panel))).collect()
}

#[test]
fn many_curves_make_panels() {
    let chart = drawn("");
    let found = panels(&chart);
    assert_eq!(found.len(), 10);
    assert_eq!(found[0], ("error 0.3".into(), ["minimax", "product", "emm"].map(String::from).to_vec()));
    // Along the error it is three series at three depths: nine curves, in panels of three.
    let found = panels(&drawn("x = \"error\""));
    let titles: Vec<&str> = found.iter().map(|(title, _)| title.as_str()).collect();
    assert_eq!(titles, ["depth 1", "depth 2", "depth 4"]);
    assert!(found.iter().all(|(_, curves)| curves == &["minimax", "product", "emm"]));
    // Few enough, or asked for: one plot, where curves say what panels would.
    let found = panels(&drawn("x = \"error\"\ndepths = [1, 4]"));
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].1[..2], ["minimax, depth 1", "minimax, depth 4"]);
    assert_eq!(panels(&drawn("panels = \"none\""))[0].1.len(), 30);
}

/// Nine series alone: one to a panel, the others behind it.
#[test]
fn many_series_have_a_panel_each() {
    let series =
        |i: usize| format!("[[series]]\nlabel = \"s{i}\"\nrule = \"minimax\"\nevaluator = \"artificial\"\n");
    let head = "title = 't'\nsource = 's'\ngame = 'board-splitting(depth=5)'\ntrials = 64\ndepths = [1, 2]\n";
    let text = |n: usize| format!("{head}{}", (0..n).map(series).collect::<String>());
    for (n, count, backdrop) in [(8, 1, false), (9, 9, true)] {
        let experiment = parse("my.toml", &text(n), None).unwrap();
        let chart = chart(&experiment, &ran(&experiment));
        assert_eq!((chart.panels.len(), chart.backdrop), (count, backdrop), "{n} series");
    }
}

#[test]
fn what_is_asked_for_is_drawn() {
    let chart = drawn(
        "title = \"\"\nx-label = \"plies\"\ny-label = \"right\"\ny-range = [0.4, 1]\nx-range = [1, 4]\ny-scale = \"log\"\n\
         at = { error = [0.1, 0.2] }\ndepths = [1, 4]\nseries = [\"emm\", \"minimax\"]\n\
         names = { emm = \"EMM\", error = \"e =\" }\npanels = [\"series\", \"error\"]\nlegend = \"none\"",
    );
    let expected = ["EMM, e = 0.1", "EMM, e = 0.2", "minimax, e = 0.1", "minimax, e = 0.2"];
    let titles: Vec<String> = panels(&chart).into_iter().map(|(title, _)| title).collect();
    assert_eq!(titles, expected);
    assert_eq!(
        (chart.title.as_str(), chart.x.label.as_str(), chart.y.label.as_str()),
        ("", "plies", "right")
    );
    assert_eq!((chart.x.range, chart.y.range), (Some((1.0, 4.0)), Some((0.4, 1.0))));
    assert_eq!((chart.x.logarithmic, chart.y.logarithmic), (false, true));
    assert_eq!(chart.places, ["1", "4"]);
    // The values are those of the result.
    let experiment = with("");
    let result = ran(&experiment);
    let row = result.results.iter().find(|row| {
        row.series == "emm" && row.depth() == Some(4) && row.point["error"] == serde_json_number(0.2)
    });
    assert_eq!(chart.panels[1].curves[0].dots[1].value, row.unwrap().value);
}

fn serde_json_number(value: f64) -> serde_json::Value {
    value.into()
}

/// A sweep in any order is drawn from left to right: no line goes back.
#[test]
fn curves_go_from_left_to_right() {
    let chart = drawn("x = \"error\"");
    for curve in chart.panels.iter().flat_map(|panel| &panel.curves) {
        let places: Vec<f64> =
            curve.dots.iter().map(|dot| chart.places[dot.place].parse().unwrap()).collect();
        assert!(places.len() == 10 && places.is_sorted_by(|a, b| a < b), "{places:?}");
    }
}

/// Zero has no place on a logarithmic axis: it is left out, and the caption says so.
#[test]
fn zeros_are_left_out_of_logarithmic_axes() {
    let text = "title = 't'\nsource = 's'\nmeasure = 'theory'\nsweep = { error = [0, 0.1, 0.5] }\n\
                [[series]]\nformula = 'node-error(type=A,branching=2)'\n[figure]\ny-scale = 'log'\n";
    let wilson =
        plyscope_lab::experiment::builtin(&plyscope::catalogue::Catalogue::built_in(), "wilson/fig1");
    let formula = wilson.unwrap().text;
    let formula = formula.lines().find(|line| line.starts_with("formula = ")).expect("it has formulas");
    let text = text.replace("formula = 'node-error(type=A,branching=2)'", formula);
    let experiment = parse("my.toml", &text, None).unwrap();
    let chart = chart(&experiment, &ran(&experiment));
    assert!(
        chart.caption.ends_with("1 values of 0 have no place on a logarithmic axis"),
        "{}",
        chart.caption
    );
    assert_eq!(chart.panels[0].curves[0].dots.len(), 2);
}

/// The first line of `[figure]`'s body is line 21.
#[test]
fn mistakes_in_a_figure_have_their_place() {
    for (figure, expected) in [
        ("x = \"mix\"", "line 21, column 5: the axis is `depth`, `nodes` or a swept parameter, not `mix`"),
        ("panel = \"error\"", "line 21, column 1: unknown field `panel`"),
        ("panel = \"error\"", "did you mean `panels`?"),
        ("title = \"x\"\nat = { mix = 0.1 }", "line 22, column 8: `mix` is not swept; swept are: error"),
        ("at = { error = 0.11 }", "line 21, column 16: `error` takes 0.3, 0.02, 0.05"),
        ("at = { error = [0.1, 0.11] }", "not 0.11"),
        ("at = { error = [] }", "nothing would be drawn"),
        ("depths = [1, 3]", "line 21, column 10: depth 3 is not searched"),
        ("depths = []", "at least one"),
        ("iterations = [1]", "iterations 1 is not searched"),
        (
            "series = [\"emm\", \"em\"]",
            "line 21, column 18: there is no series `em`; there are: minimax, product, emm",
        ),
        ("series = [\"emm\", \"emm\"]", "line 21, column 18: `emm` is named twice"),
        ("series = []", "line 21, column 10: name at least one series"),
        ("names = { em = \"EMM\" }", "line 21, column 11: there is no series and no swept parameter `em`"),
        ("names = { emm = \"minimax\" }", "line 21, column 11: two series would be called `minimax`"),
        ("panels = \"mix\"", "line 21, column 10: panels are for each of the `series`"),
        ("panels = \"depth\"", "`depth` is what the horizontal axis shows"),
        (
            "x = \"error\"\npanels = \"error\"",
            "line 22, column 10: `error` is what the horizontal axis shows",
        ),
        ("panels = [\"error\", \"error\"]", "`error` is named twice"),
        ("columns = 0", "line 21, column 11: 1 to 6 panels stand side by side, not 0"),
        ("legend = \"left\"", "line 21, column 10: unknown variant `left`"),
        ("y-range = [1, 0]", "line 21, column 11: `y-range` is [low, high], low below high"),
        ("y-range = [0, nan]", "low below high"),
        ("y-range = [-1e300, 1e300]", "both within"),
        ("y-range = [0, 1]\ny-scale = \"log\"", "line 21, column 11: a logarithmic axis begins above 0"),
        ("relative-to = \"em\"", "line 21, column 15: there is no series `em`"),
    ] {
        let text = format!("{MANY}\n[figure]\n{figure}\n");
        let message =
            parse("my.toml", &text, None).err().map_or("accepted".into(), |error| error.to_string());
        assert!(message.contains(expected), "{figure}\nwanted: {expected}\ngot: {message}");
    }
    // Words have no range and no logarithm.
    let words = MANY.replace("depth=5)", "depth=5,squares=p)").replace(
        "sweep = { error = [0.3, 0.02, 0.05, 0.1, 0.15, 0.2, 0.25, 0.35, 0.4, 0.45] }",
        "sweep = { squares = [\"p\", \"n\"] }",
    );
    for wrong in ["x-range = [0, 1]", "x-scale = \"log\""] {
        let text = format!("{words}\n[figure]\nx = \"squares\"\n{wrong}\n");
        let message =
            parse("my.toml", &text, None).err().map_or("accepted".into(), |error| error.to_string());
        assert!(message.contains("line 22, column 11: `squares` takes words"), "{message}");
    }
}

/// What earlier versions called `y` is still read.
#[test]
fn the_old_name_of_the_vertical_label_is_read() {
    assert_eq!(with("y = \"mine\"").figure.y.label.as_deref(), Some("mine"));
}

fn mapped(figure: &str) -> (HeatMap, ExperimentResult) {
    let experiment = with(&format!("kind = \"heat-map\"\n{figure}"));
    let result = ran(&experiment);
    let drawn = svg(&experiment, &result).unwrap().expect("it has a figure");
    assert!(drawn.contains("<desc>Heat map of "), "{drawn}");
    let cells = experiment.figure.heat_map.expect("it is a heat map");
    (heat_map(&experiment, &result, cells), result)
}

/// Rows are series and columns places, from left to right; every cell is the value of its row and column, or a ratio of two.
#[test]
fn heat_maps_have_a_cell_for_every_value() {
    let (map, result) = mapped("x = \"error\"");
    assert_eq!((map.rows.len(), map.columns.len(), map.panels.len()), (3, 10, 3));
    assert_eq!((map.columns[0].as_str(), map.columns[9].as_str()), ("0.02", "0.45"));
    let value = |series: &str, depth: u32, error: f64| {
        let is_it = |row: &&plyscope_lab::results::Row| {
            row.series == series && row.depth() == Some(depth) && row.point["error"].as_f64() == Some(error)
        };
        result.results.iter().find(is_it).expect("it was run").value
    };
    for (depth, (title, rows)) in [1, 2, 4].into_iter().zip(&map.panels) {
        assert_eq!(*title, format!("depth {depth}"));
        assert_eq!(rows[1][0].map(|cell| cell.value), Some(value("product", depth, 0.02)));
        assert_eq!(rows[2][6].map(|cell| cell.value), Some(value("emm", depth, 0.3)));
    }
    let (degrees, _) = mapped("cells = \"degree\"\nx = \"error\"");
    assert_eq!(degrees.panels.len(), 1);
    let found = degrees.panels[0].1[0][9].map(|cell| cell.value);
    assert_eq!(found, Some(value("minimax", 1, 0.45) / value("minimax", 4, 0.45)));
    assert!(degrees.shown.contains("at depth 1 divided by that at depth 4"), "{}", degrees.shown);
    // Along depth there is a panel for every error.
    let (by_depth, _) = mapped("x = \"depth\"\nat = { error = [0.02, 0.3] }");
    assert_eq!((by_depth.columns.len(), by_depth.panels.len()), (3, 2));
    for (figure, expected) in [
        ("cells = \"degree\"", "say kind = \"heat-map\""),
        ("kind = \"heat-map\"\ncells = \"degree\"\nx = \"depth\"", "the axis is a swept parameter"),
        ("kind = \"heat-map\"\ncells = \"degree\"\nx = \"error\"\ndepths = [2]", "two depths or more"),
        ("kind = \"heat-map\"\nx = \"nodes\"", "a column for each `depth`"),
    ] {
        let read = parse("my.toml", &format!("{MANY}\n[figure]\n{figure}\n"), None);
        let why = read.err().unwrap_or_else(|| panic!("{figure} was taken")).to_string();
        assert!(why.contains(expected), "{figure}: {why}");
    }
}

/// With a panel for each of the series the rows are the values of a swept parameter.
#[test]
fn heat_maps_have_a_panel_for_each_series() {
    let text = "title = \"t\"\nsource = \"our own question\"\ngame = \"board-splitting(depth=4)\"\ntrials = 64\n\
                depths = [1, 3]\nsweep = { branching = [2, 3, 4], error = [0.1, 0.3] }\n\
                series = [{ rule = \"minimax\", evaluator = \"artificial\" }, { rule = \"emm\", evaluator = \"artificial\" }]\n\
                [figure]\nkind = \"heat-map\"\ncells = \"degree\"\nx = \"error\"\npanels = \"series\"\n\
                names = { emm = \"EMM\", branching = \"b =\" }\n";
    let experiment = parse("my.toml", text, None).unwrap();
    let result = ran(&experiment);
    let map = heat_map(&experiment, &result, experiment.figure.heat_map.expect("it is a heat map"));
    let titles: Vec<&str> = map.panels.iter().map(|(title, _)| title.as_str()).collect();
    assert_eq!((titles, map.rows.join(", ")), (vec!["minimax", "EMM"], "b = 2, b = 3, b = 4".to_string()));
    let value = |depth: u32| {
        let is_it = |row: &&plyscope_lab::results::Row| {
            let at = |key: &str| row.point[key].as_f64();
            row.series == "emm"
                && row.depth() == Some(depth)
                && (at("branching"), at("error")) == (Some(3.0), Some(0.3))
        };
        result.results.iter().find(is_it).expect("it was run").value
    };
    assert_eq!(map.panels[1].1[1][1].map(|cell| cell.value), Some(value(1) / value(3)));
    assert!(map.panels.iter().all(|(_, rows)| rows.len() == 3 && rows.iter().all(|row| row.len() == 2)));
}
