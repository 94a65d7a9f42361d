//! The JSON schema of experiment files, which knows what a catalogue knows: an editor underlines `rule = "minmax"`.

use super::comparison::KINDS;
use crate::spec::{ExperimentFile, Terms, other_words};
use plyscope::catalogue::{Catalogue, Described};
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;

/// A value of a parameter, plain or in quotes.
const VALUE: &str = r#"(?:[A-Za-z0-9.+_-]+|"(?:[^"\\]|\\["\\])*")"#;

/// A tree as text, where a game may be one: it begins with a parenthesis, a number or the name of a node.
const TREE: &str = r"^\s*(?:[(\[0-9.+-]|[A-Za-z_][A-Za-z0-9_'-]*\s*:)";

/// The JSON schema of experiment files with the names of a catalogue. Draft 7, which editors for TOML read.
pub fn schema(catalogue: &Catalogue) -> Value {
    let mut generator = SchemaSettings::draft07().into_generator();
    let _ = generator.subschema_for::<Terms>();
    let mut schema = generator.into_root_schema_for::<ExperimentFile>().to_value();
    put_kinds(&mut schema["definitions"]);
    let mut games = names(catalogue.games());
    games.push(json!({"pattern": TREE}));
    let known = [
        ("game", games),
        ("positions", names(catalogue.sources())),
        ("truth", names(catalogue.oracles())),
        ("truths", names(catalogue.oracles())),
        ("rule", names(catalogue.rules())),
        ("evaluator", names(catalogue.evaluators())),
        ("search", names(catalogue.searches())),
        ("players", names(catalogue.players())),
        ("formula", names(catalogue.formulas())),
        // Another reading's evaluators of opponents, by the series' label.
        ("against", names(catalogue.evaluators())),
    ];
    put_names(&mut schema, &known);
    put_other_words(&mut schema);
    schema
}

/// Claims have a key for every kind of comparison, with the terms that it needs and takes.
fn put_kinds(definitions: &mut Value) {
    let terms = definitions["Terms"]["properties"].take();
    let claim = &mut definitions["ClaimFile"];
    for kind in &KINDS {
        let keys = kind.needs.iter().chain(kind.takes);
        let properties: Map<String, Value> = keys.map(|key| (key.to_string(), terms[*key].clone())).collect();
        claim["properties"][kind.name] = json!({
            "description": kind.text,
            "type": "object",
            "properties": properties,
            "required": kind.needs,
            "additionalProperties": false,
        });
    }
    claim["additionalProperties"] = false.into();
    definitions.as_object_mut().map(|definitions| definitions.remove("Terms"));
}

/// Puts other words beside what they are for. The experiment itself, and other readings of it, have keys of their own for what
/// is counted.
fn put_other_words(schema: &mut Value) {
    match schema {
        Value::Object(object) => {
            if let Some(Value::Object(properties)) = object.get_mut("properties")
                && !properties.contains_key("game")
            {
                // `y` is what earlier versions called the vertical axis.
                for (key, others) in other_words().into_iter().chain([("y-label", vec!["y".into()])]) {
                    if let Some(same) = properties.get(key).cloned() {
                        for other in others {
                            properties.entry(other).or_insert_with(|| same.clone());
                        }
                    }
                }
                // One of the three is.
                if let Some(Value::Array(required)) = object.get_mut("required") {
                    required.retain(|key| key != "depths");
                }
            }
            object.values_mut().for_each(put_other_words);
        }
        Value::Array(values) => values.iter_mut().for_each(put_other_words),
        _ => {}
    }
}

/// Finds the keys that take names, wherever they are.
fn put_names(schema: &mut Value, known: &[(&str, Vec<Value>)]) {
    match schema {
        Value::Object(object) => {
            if let Some(Value::Object(properties)) = object.get_mut("properties") {
                for (key, names) in known {
                    put(properties, key, names);
                }
            }
            object.values_mut().for_each(|value| put_names(value, known));
        }
        Value::Array(values) => values.iter_mut().for_each(|value| put_names(value, known)),
        _ => {}
    }
}

/// Says what a key takes: a name, a list of names, or names by label.
fn put(properties: &mut Map<String, Value>, key: &str, names: &[Value]) {
    let is_text = |schema: &Value| {
        let kind = &schema["type"];
        kind == "string" || kind.as_array().is_some_and(|kinds| kinds.contains(&"string".into()))
    };
    let Some(schema) = properties.get_mut(key) else { return };
    let place = if is_text(schema) {
        Some(schema)
    } else {
        let each = if schema.get("items").is_some() { "items" } else { "additionalProperties" };
        schema.get_mut(each).filter(|each| is_text(each))
    };
    if let Some(Value::Object(place)) = place {
        place.insert("anyOf".into(), names.to_vec().into());
    }
}

/// What names of some kinds look like: a kind alone, which editors can offer, or one with parameters that it has.
fn names<E: Described>(entries: &[E]) -> Vec<Value> {
    // A user's own entry may hide a built-in one of the same name: that one is meant.
    let mut seen = BTreeSet::new();
    let entries: Vec<&E> = entries.iter().filter(|entry| seen.insert(entry.name())).collect();
    let kinds: Vec<&str> = entries.iter().map(|entry| entry.name()).collect();
    let patterns: Vec<String> = entries.iter().map(|entry| pattern(*entry)).collect();
    vec![json!({"enum": kinds}), json!({"pattern": format!("^\\s*(?:{})\\s*$", patterns.join("|"))})]
}

fn pattern<E: Described>(entry: &E) -> String {
    let parameters: Vec<String> = entry.parameters().iter().map(|known| escaped(known.name)).collect();
    let kind = escaped(entry.name());
    if parameters.is_empty() {
        return format!(r"{kind}(?:\s*\(\s*\))?");
    }
    let one = format!(r"(?:{})\s*=\s*{VALUE}", parameters.join("|"));
    format!(r"{kind}(?:\s*\(\s*(?:{one}(?:\s*,\s*{one})*)?\s*\))?")
}

/// As it is, in a pattern.
fn escaped(word: &str) -> String {
    let special = |c: char| !c.is_ascii_alphanumeric() && !matches!(c, '-' | '_');
    word.chars().flat_map(|c| special(c).then_some('\\').into_iter().chain([c])).collect()
}
