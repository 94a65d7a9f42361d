//! Steps against the book, presets against the truth.

use super::server::Server;
use serde_json::Value;
use std::collections::BTreeMap;

/// What is known of the nodes after a step: the least and the greatest value of each, by name.
fn known(steps: &[Value], number: usize) -> BTreeMap<String, (Value, Value)> {
    let mut known = BTreeMap::new();
    for step in &steps[..=number] {
        for change in step["changes"].as_array().expect("a list") {
            let name = change["name"].as_str().expect("a name").to_string();
            known.insert(name, (change["low"].clone(), change["high"].clone()));
        }
    }
    known
}

fn fields(preset: &Value) -> Vec<(String, String)> {
    let all = preset["fields"].as_object().expect("fields").iter();
    all.map(|(name, value)| (name.clone(), value.as_str().expect("text").to_string())).collect()
}

fn ask(server: &Server, fields: &[(String, String)], more: &[(&str, &str)]) -> super::server::Answer {
    let mut all: Vec<(&str, &str)> =
        fields.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    all.retain(|(name, _)| !more.iter().any(|(other, _)| other == name));
    all.extend(more.iter().filter(|(_, value)| !value.is_empty()));
    server.post("/api/tree", &all)
}

/// Russell & Norvig, figure 5: the ranges that the book prints at the nodes of its six stages (null: infinite).
#[test]
fn alpha_beta_goes_through_the_stages_of_the_book() {
    /// A node, and the ends of its range.
    type Range = (&'static str, Option<f64>, Option<f64>);
    const STAGES: [(&str, &[Range]); 6] = [
        ("a", &[("A", None, None), ("B", None, Some(3.0))]),
        ("b", &[("A", None, None), ("B", None, Some(3.0))]),
        ("c", &[("A", Some(3.0), None), ("B", Some(3.0), Some(3.0))]),
        ("d", &[("A", Some(3.0), None), ("B", Some(3.0), Some(3.0)), ("C", None, Some(2.0))]),
        (
            "e",
            &[
                ("A", Some(3.0), Some(14.0)),
                ("B", Some(3.0), Some(3.0)),
                ("C", None, Some(2.0)),
                ("D", None, Some(14.0)),
            ],
        ),
        (
            "f",
            &[
                ("A", Some(3.0), Some(3.0)),
                ("B", Some(3.0), Some(3.0)),
                ("C", None, Some(2.0)),
                ("D", Some(2.0), Some(2.0)),
            ],
        ),
    ];
    /// The leaves that the book has drawn at the stage.
    const LEAVES: [usize; 6] = [1, 2, 3, 4, 5, 7];
    let server = Server::start(&[]);
    let presets = server.post("/api/presets", &[]).json();
    let preset = presets
        .as_array()
        .expect("a list")
        .iter()
        .find(|one| one["id"] == "russell-norvig-5")
        .expect("it is there");
    let answer = ask(&server, &fields(preset), &[("format", "steps")]).json();
    let steps = answer["steps"].as_array().expect("steps");
    let stages = preset["stages"].as_array().expect("stages");
    assert_eq!(stages.len(), STAGES.len());
    for ((stage, (name, ranges)), leaves) in stages.iter().zip(STAGES).zip(LEAVES) {
        assert_eq!(stage["name"], name);
        let number = stage["step"].as_u64().expect("a number") as usize;
        assert_eq!(steps[number]["leaves"], leaves, "stage {name}");
        let known = known(steps, number);
        for (node, low, high) in ranges {
            let nothing = (Value::Null, Value::Null);
            let (found_low, found_high) = known.get(*node).unwrap_or(&nothing);
            assert_eq!((found_low.as_f64(), found_high.as_f64()), (*low, *high), "stage {name}, node {node}");
        }
    }
    let last = steps.last().expect("steps");
    assert_eq!((&last["leaves"], &last["cut"]), (&7.into(), &2.into()), "two leaves are never looked at");
    let cut = steps.iter().find(|step| step["kind"] == "cut").expect("a cut");
    assert_eq!(cut["text"], "C is already at most 2, and A has 3: its other 2 moves are not looked at.");
}

#[test]
fn every_preset_works_in_every_form() {
    let server = Server::start(&[]);
    let presets = server.post("/api/presets", &[]).json();
    let presets = presets.as_array().expect("a list");
    assert!(presets.len() >= 8);
    for preset in presets {
        for format in ["json", "steps", "text", "steps-text", "svg", "png"] {
            let answer = ask(&server, &fields(preset), &[("format", format)]);
            assert_eq!(
                answer.status,
                200,
                "{} as {format}: {}",
                preset["id"],
                String::from_utf8_lossy(&answer.body)
            );
        }
        let steps = ask(&server, &fields(preset), &[("format", "steps")]).json()["steps"]
            .as_array()
            .expect("steps")
            .len();
        for step in [0, steps / 2, steps - 1] {
            let answer = ask(&server, &fields(preset), &[("format", "svg"), ("step", &step.to_string())]);
            assert!(answer.text().contains(&format!("Step {step} of {}", steps - 1)), "{}", preset["id"]);
        }
    }
}

/// The pathological preset does what it says: by the truth, which is the search to the end of the game.
#[test]
fn the_pathological_tree_is_one() {
    let server = Server::start(&[]);
    let presets = server.post("/api/presets", &[]).json();
    let preset = presets
        .as_array()
        .expect("a list")
        .iter()
        .find(|one| one["id"] == "pathological")
        .expect("it is there");
    let fields = fields(preset);
    let choices = |more: &[(&str, &str)]| ask(&server, &fields, more).json()["ties"].clone();
    let truth = choices(&[("depth", ""), ("beside", "")]);
    assert_eq!(truth.as_array().expect("moves").len(), 1, "one move wins");
    assert_eq!(choices(&[("depth", "1")]), truth, "depth 1 is right");
    assert_ne!(choices(&[("depth", "3")]), truth, "depth 3 is wrong");
    assert_eq!(choices(&[("depth", "3")]).as_array().expect("moves").len(), 1);
    assert_eq!(choices(&[("depth", "3"), ("rule", "emm")]), truth, "EMM is not misled");
}

/// Horacek's critical cases (section 4): the rules disagree, and the truth is as the title says.
#[test]
fn critical_cases_are_critical() {
    let server = Server::start(&[]);
    let presets = server.post("/api/presets", &[]).json();
    for (id, right) in [("horacek-no-error", "M"), ("horacek-minimax", "M"), ("horacek-product", "P")] {
        let mut all = presets.as_array().expect("a list").iter();
        let fields = fields(all.find(|one| one["id"] == id).expect(id));
        let choice = |more: &[(&str, &str)]| ask(&server, &fields, more).json()["choice_name"].clone();
        assert_eq!(choice(&[("rule", "minimax")]), "M", "{id}");
        assert_eq!(choice(&[("rule", "product"), ("beside", "")]), "P", "{id}");
        assert_eq!(choice(&[("depth", ""), ("beside", "")]), right, "{id}: the truth");
    }
}

/// Two rules side by side: marked is what differs, and nothing else. Of the EMM papers' example the root and B do.
#[test]
fn what_two_rules_see_otherwise_is_marked() {
    let server = Server::start(&[]);
    let fields = [
        ("tree", "A:(B:(D:1 E:1)@1 C:(F:1 G:-1)@-1)@1"),
        ("rule", "emm"),
        ("beside", "product"),
        ("error", "0.1"),
        ("format", "svg"),
    ];
    let answer = server.post("/api/tree", &fields);
    let svg = answer.text();
    let document = roxmltree::Document::parse(svg).expect("SVG");
    let marked: Vec<&str> = document
        .descendants()
        .filter(|node| node.attribute("class") == Some("node"))
        .filter(|node| {
            node.children()
                .any(|child| child.attribute("class").is_some_and(|class| class.contains("differs")))
        })
        .filter_map(|node| {
            node.children().find(|child| child.has_tag_name(("http://www.w3.org/2000/svg", "text")))?.text()
        })
        .collect();
    assert_eq!(marked, ["B", "A"], "children are drawn first");
}
