//! A drawing as JSON, for scripts. The shape is documented in `docs/trees.md`.

use super::drawing::{Drawing, Drawn, Shown};
use serde_json::{Value, json};

pub(super) fn render(drawing: &Drawing) -> String {
    let counts = drawing.counts;
    let value = json!({
        "value": shown(&drawing.root.value),
        "choice": drawing.choice,
        "choice_name": drawing.chosen().name,
        "ties": drawing.ties,
        "nodes": visited(&drawing.root),
        "counts": {"generated": counts.generated, "evaluated": counts.evaluated, "cut": counts.cut},
        "tree": node(&drawing.root),
    });
    format!("{value:#}\n")
}

fn visited(node: &Drawn) -> usize {
    usize::from(!node.pruned) + node.children.iter().map(visited).sum::<usize>()
}

fn shown(value: &Option<Shown>) -> Value {
    match value {
        None => Value::Null,
        Some(Shown::Number(number)) => json!(number),
        Some(Shown::Numbers(numbers)) => json!(numbers),
    }
}

fn node(drawn: &Drawn) -> Value {
    json!({
        "name": drawn.name,
        "mover": drawn.mover.map(|mover| mover.index() + 1),
        "value": shown(&drawn.value),
        "error": drawn.error,
        "type": drawn.node_type.map(|node_type| node_type.to_string()),
        "aggregate": shown(&drawn.aggregate),
        "own": shown(&drawn.own),
        "terminal": drawn.terminal,
        "pruned": drawn.pruned,
        "children": drawn.children.iter().map(node).collect::<Vec<_>>(),
    })
}
