//! Steps as JSON, for scripts. The shape is documented in `docs/trees.md`.

use super::super::json::{shown, value_of};
use super::{Known, Step, Steps};
use crate::drawing::Drawing;
use serde_json::{Value, json};

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
