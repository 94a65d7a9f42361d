//! A drawing and its steps as JSON, for scripts. The shapes are documented in `docs/trees.md`.

use super::{Drawing, Drawn, Known, Step, Steps};
use plyscope::search::Bound;
use plyscope::value::AnyValue;
use serde_json::{Value, json};

/// More nodes than these are written without indentation.
const MAX_PRETTY: usize = 2000;

/// As JSON.
pub fn render_json(drawing: &Drawing) -> String {
    let value = value_of(drawing);
    if drawing.size().0 > MAX_PRETTY { format!("{value}\n") } else { format!("{value:#}\n") }
}

/// The same as a value.
fn value_of(drawing: &Drawing) -> Value {
    let counts = drawing.counts;
    let facts: serde_json::Map<String, Value> =
        drawing.facts.iter().map(|(name, value)| ((*name).to_string(), json!(value))).collect();
    let mut value = json!({
        "value": shown(&drawing.root.value),
        "choice": drawing.choice,
        "choice_name": drawing.chosen().name,
        "ties": drawing.ties,
        "nodes": visited(&drawing.root),
        "counts": {"generated": counts.generated, "evaluated": counts.evaluated, "cut": counts.cut},
        "of": facts,
    });
    // Moved in, not through `json!`, which copies what it is given: a deep tree would be copied at every level.
    value["tree"] = node(&drawing.root);
    value
}

fn visited(node: &Drawn) -> usize {
    usize::from(!node.pruned) + node.children.iter().map(visited).sum::<usize>()
}

fn shown(value: &Option<AnyValue>) -> Value {
    match value {
        None => Value::Null,
        Some(value) => value.each().map_or_else(|| json!(value.number()), |each| json!(each)),
    }
}

fn node(drawn: &Drawn) -> Value {
    let mut value = json!({
        "name": drawn.name,
        "mover": drawn.mover.map(|mover| mover.index() + 1),
        "value": shown(&drawn.value),
        "bound": drawn.bound.map(|bound| match bound {
            Bound::Exact => "exact",
            Bound::AtLeast => "at-least",
            Bound::AtMost => "at-most",
        }),
        "error": drawn.error,
        "type": drawn.node_type.map(|node_type| node_type.to_string()),
        "aggregate": shown(&drawn.aggregate),
        "own": shown(&drawn.own),
        "terminal": drawn.terminal,
        "pruned": drawn.pruned,
    });
    value["children"] = Value::Array(drawn.children.iter().map(node).collect());
    value
}

/// The drawing as JSON with its steps.
pub fn render_steps(drawing: &Drawing, steps: &Steps<'_>) -> String {
    let mut value = value_of(drawing);
    let all = (0..steps.all.len()).map(|number| step(steps, number)).collect();
    value["steps"] = Value::Array(all);
    format!("{value:#}\n")
}

fn step(steps: &Steps<'_>, number: usize) -> Value {
    let Step { kind, node, text, done, changes } = steps.step(number);
    let place = |node: usize| &steps.flat.nodes[node];
    let change = |(node, known): &(usize, Known)| {
        json!({
            "path": place(*node).path,
            "name": place(*node).drawn.name,
            "seen": known.seen.name(),
            "low": shown(&known.low),
            "high": shown(&known.high),
            "alpha": known.window.as_ref().map(|(first, _)| shown(first)),
            "beta": known.window.as_ref().map(|(_, second)| shown(second)),
        })
    };
    json!({
        "step": number,
        "kind": kind.name(),
        "path": place(*node).path,
        "name": place(*node).drawn.name,
        "text": text,
        "looked_at": done.looked_at,
        "leaves": done.leaves,
        "cut": done.cut,
        "changes": changes.iter().map(change).collect::<Vec<_>>(),
    })
}
