//! The schema of experiment files knows the names: what an editor underlines, and what it does not.

use plyscope::catalogue::Catalogue;
use plyscope::game::ConnectFour;
use plyscope_lab::experiment::schema;
use regex_lite::Regex;
use serde_json::Value;

/// What the schema says of a key: is a text one of the words, or does it fit one of the patterns?
fn accepts(place: &Value, text: &str) -> bool {
    let ways = place["anyOf"].as_array().unwrap_or_else(|| panic!("no names in {place}"));
    ways.iter().any(|way| match (&way["enum"], way["pattern"].as_str()) {
        (Value::Array(words), _) => words.iter().any(|word| word == text),
        (_, Some(pattern)) => Regex::new(pattern).expect("a pattern").is_match(text),
        _ => panic!("neither words nor a pattern: {way}"),
    })
}

fn series(schema: &Value) -> &Value {
    &schema["definitions"]["SeriesFile"]["properties"]
}

#[test]
fn names_are_known_and_others_are_not() {
    let schema = schema(&Catalogue::built_in());
    let (series, file) = (series(&schema), &schema["properties"]);
    let other = &schema["definitions"]["AlternativeFile"]["properties"];
    for (place, good, bad) in [
        (
            &series["rule"],
            vec!["emm", "emm()", " minimax ", "fused(solved=64)", "fused( solved = 64 )"],
            vec![
                "nonsense",
                "Emm",
                "emm(",
                "emm(x=1)",
                "fused(solved=)",
                "fused(solved=64",
                "emm minimax",
                "",
            ],
        ),
        (
            &series["evaluator"],
            vec![
                "artificial(error=0.2)",
                "natural(calibrate=isotonic,solved=100)",
                "kalah-features(error=minority)",
            ],
            vec!["artificial(eror=0.2)", "artificial(error=0.2,)", "artificial(error=(1))", "lines(depth=3)"],
        ),
        (
            &series["search"],
            vec![
                "pruned",
                "pruned(order=depth-first)",
                "alpha-beta(killers=yes,history=yes,table=1,deepening=yes)",
            ],
            vec!["pruned(killers=yes)", "alphabeta", "full-width(deepening=yes)(x=1)"],
        ),
        (
            &file["game"],
            // A worked example is a tree as text.
            vec!["kalah(pits=4,seeds=3)", "A:(B:(3 12 8) C:(2 4 6))", "((1 2) (3 4))", "[1 2]"],
            vec!["kala", "kalah(pits=4", "kalah(pit=4)", "chess"],
        ),
        (
            &file["positions"],
            vec!["random(plies=20..40)", r#"file(path="my \"best\" positions.txt")"#],
            vec![r#"file(path="open)"#, "fil(path=x)", "random(plies=1 2)"],
        ),
        (&other["evaluator"]["additionalProperties"], vec!["natural"], vec!["natural!"]),
        (&other["against"]["additionalProperties"], vec!["store-difference"], vec!["minimax"]),
        (&schema["definitions"]["PlayerFile"]["properties"]["rule"], vec!["product"], vec!["natural"]),
        (
            &file["truths"]["items"],
            vec!["solve(nodes=1000)", "search(depth=10,evaluator=\"lines\")"],
            vec!["solved"],
        ),
        (&series["formula"], vec!["node-error(wins=1,branching=2)"], vec!["node-error(win=1)"]),
    ] {
        good.iter().for_each(|name| assert!(accepts(place, name), "{name} is a name"));
        bad.iter().for_each(|name| assert!(!accepts(place, name), "{name} is none"));
    }
}

/// What the parser of names reads, the schema takes: for every kind with all its parameters.
#[test]
fn every_kind_with_every_parameter_is_accepted() {
    use plyscope::catalogue::Described;
    fn check<E: Described>(place: &Value, entries: &[E]) {
        for entry in entries {
            let values =
                entry.parameters().iter().map(|known| format!("{} = {:?}", known.name, known.default));
            let name = format!("{}({})", entry.name(), values.collect::<Vec<_>>().join(" , "));
            assert!(name.parse::<plyscope::name::Name>().is_ok() && accepts(place, &name), "{name}");
        }
    }
    let catalogue = Catalogue::built_in();
    let schema = schema(&catalogue);
    let (series, file) = (series(&schema), &schema["properties"]);
    check(&file["game"], catalogue.games());
    check(&file["positions"], catalogue.sources());
    check(&file["truth"], catalogue.oracles());
    check(&series["rule"], catalogue.rules());
    check(&series["evaluator"], catalogue.evaluators());
    check(&series["search"], catalogue.searches());
    check(&series["players"]["items"], catalogue.players());
    check(&series["formula"], catalogue.formulas());
}

/// Every name in the built-in experiments is accepted where it stands.
#[test]
fn the_papers_experiments_fit() {
    fn names(value: &toml::Value, key: &str, found: &mut Vec<String>) {
        match value {
            toml::Value::Table(table) => {
                for (inner, value) in table {
                    match value {
                        toml::Value::String(name) if inner == key => found.push(name.clone()),
                        // In another reading: by the series' label.
                        toml::Value::Table(labelled) if inner == key => {
                            found.extend(
                                labelled.values().filter_map(|name| Some(name.as_str()?.to_string())),
                            );
                        }
                        _ => names(value, key, found),
                    }
                }
            }
            toml::Value::Array(list) => list.iter().for_each(|value| names(value, key, found)),
            _ => {}
        }
    }
    let schema = schema(&Catalogue::built_in());
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("experiments");
    let mut count = 0;
    // Chess is not in this catalogue: its experiments are read where it is.
    let papers = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    for paper in papers.filter(|paper| !paper.ends_with("chess")) {
        for file in std::fs::read_dir(&paper).unwrap().map(|entry| entry.unwrap().path()) {
            let text: toml::Value = toml::from_str(&std::fs::read_to_string(&file).unwrap()).unwrap();
            for (key, place) in [
                ("game", &schema["properties"]["game"]),
                ("rule", &series(&schema)["rule"]),
                ("evaluator", &series(&schema)["evaluator"]),
                ("search", &series(&schema)["search"]),
                ("formula", &series(&schema)["formula"]),
            ] {
                let mut found = Vec::new();
                names(&text, key, &mut found);
                count += found.len();
                found.iter().for_each(|name| assert!(accepts(place, name), "{}: {name}", file.display()));
            }
        }
    }
    assert!(count > 300, "only {count} names were found");
}

/// A game of somebody's own is a name too.
#[test]
fn a_catalogue_of_ones_own_changes_it() {
    let own = Catalogue::built_in().with_game("connect-three", "Three win.", |_| ConnectFour::new(5, 4, 3));
    let game = |catalogue: &Catalogue| schema(catalogue)["properties"]["game"].clone();
    assert!(
        accepts(&game(&own), "connect-three") && !accepts(&game(&Catalogue::built_in()), "connect-three")
    );
    assert!(accepts(&game(&own), "connect-four(width=5)"));
}

/// What of a value the schema does not know: its keys, all the way down.
fn unknown(root: &Value, schema: &Value, value: &toml::Value, path: &str) -> Vec<String> {
    if let Some(name) = schema["$ref"].as_str() {
        return unknown(root, &root["definitions"][name.rsplit('/').next().unwrap_or("")], value, path);
    }
    for ways in ["anyOf", "allOf", "oneOf"].map(|key| &schema[key]) {
        let Some(ways) = ways.as_array() else { continue };
        let found = ways.iter().map(|way| unknown(root, way, value, path)).min_by_key(Vec::len);
        return found.unwrap_or_default();
    }
    match value {
        toml::Value::Table(table) => {
            let entries =
                table.iter().map(|(key, inner)| (format!("{path}.{key}"), &schema["properties"][key], inner));
            let known = |(path, place, inner): (String, &Value, &toml::Value)| match (
                place,
                &schema["additionalProperties"],
            ) {
                (Value::Null, Value::Null | Value::Bool(false)) => vec![path],
                (Value::Null, others) => unknown(root, others, inner, &path),
                (place, _) => unknown(root, place, inner, &path),
            };
            entries.flat_map(known).collect()
        }
        toml::Value::Array(all) => {
            all.iter().flat_map(|one| unknown(root, &schema["items"], one, path)).collect()
        }
        _ => Vec::new(),
    }
}

/// An editor underlines nothing in the experiments that are built in, and what nobody knows.
#[test]
fn the_experiments_have_keys_that_it_knows() {
    let schema = schema(&Catalogue::built_in());
    let of = |text: &str| unknown(&schema, &schema, &toml::from_str(text).expect("TOML"), "");
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("experiments");
    for paper in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        for file in std::fs::read_dir(&paper).unwrap().map(|entry| entry.unwrap().path()) {
            let text = std::fs::read_to_string(&file).unwrap();
            assert_eq!(of(&text), Vec::<String>::new(), "{}", file.display());
        }
    }
    let claim =
        "[[claim]]\nabove = { series = 'a', evaluations = [10], than-iterations = [10], plies = [1] }";
    assert_eq!(of(claim), [".claim.above.plies"]);
    assert_eq!(of("titel = 'x'\n[figure]\nevaluations = [1]"), [".titel"]);
}
