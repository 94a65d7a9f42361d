//! A drawing as text: one line a node, its values in columns.

use super::steps::Steps;
use super::{Drawing, Drawn, number, shown};
use crate::columns::columns;
use crate::error::{Error, Result};

/// The most nodes times levels of a drawing: beyond that it would be hundreds of megabytes of indentation.
const MAX_AREA: usize = 5_000_000;

/// The drawing as text, or why there cannot be one.
pub fn render_text(drawing: &Drawing) -> Result<String> {
    let (nodes, deepest) = drawing.size();
    if nodes * deepest > MAX_AREA {
        return Err(Error::Usage(format!(
            "{nodes} nodes on {deepest} levels are too many to draw; use a smaller --depth, or --format json"
        )));
    }
    let header = ["node", "mover", "value", "error", "type", ""].map(String::from).to_vec();
    let mut rows = vec![header];
    let mut lines = Lines { drawing, rows: &mut rows };
    lines.node(&drawing.root, "", "", "");
    // A column without a value is not shown.
    let used = |column: usize| rows[1..].iter().any(|row| !row[column].is_empty());
    let shown: Vec<usize> = (0..rows[0].len()).filter(|column| *column == 0 || used(*column)).collect();
    let rows: Vec<Vec<String>> =
        rows.iter().map(|row| shown.iter().map(|column| row[*column].clone()).collect()).collect();
    let tied = if drawing.ties.len() > 1 {
        let names: Vec<&str> =
            drawing.ties.iter().map(|tie| drawing.root.children[*tie].name.as_str()).collect();
        format!(" (as good: {})", names.join(", "))
    } else {
        String::new()
    };
    let counts = &drawing.counts;
    Ok(format!(
        "{}\n\n{}\nchoice: {}{tied}\nvalue: {}\nnodes: {} generated, {} evaluated, {} cut\n",
        drawing.title(),
        columns(&rows),
        drawing.chosen().name,
        drawing.meaning,
        counts.generated,
        counts.evaluated,
        counts.cut
    ))
}

struct Lines<'a> {
    drawing: &'a Drawing,
    rows: &'a mut Vec<Vec<String>>,
}

impl Lines<'_> {
    fn node(&mut self, node: &Drawn, indent: &str, branch: &str, mark: &str) {
        self.rows.push(vec![
            format!("{indent}{branch}{}{mark}", node.name),
            node.mover.map_or(String::new(), |mover| mover.to_string()),
            node.value_text().unwrap_or_default(),
            node.error.map_or(String::new(), number),
            node.node_type.map_or(String::new(), |node_type| node_type.to_string()),
            note(node),
        ]);
        let below = match branch {
            "" => indent.to_string(),
            "└─ " => format!("{indent}   "),
            _ => format!("{indent}│  "),
        };
        for (i, child) in node.children.iter().enumerate() {
            let branch = if i + 1 == node.children.len() { "└─ " } else { "├─ " };
            let at_root = std::ptr::eq(node, &self.drawing.root);
            let mark = match at_root {
                true if i == self.drawing.choice => " *",
                true if self.drawing.is_tied(i) => " =",
                _ => "",
            };
            self.node(child, &below, branch, mark);
        }
    }
}

/// What a reader should know of a node besides its numbers.
fn note(node: &Drawn) -> String {
    if node.pruned {
        return "not searched".into();
    }
    match (&node.own, &node.aggregate) {
        (Some(own), Some(aggregate)) if node.value.as_ref() == Some(aggregate) => {
            format!("own estimate {} not used", shown(own))
        }
        (Some(_), Some(aggregate)) => format!("own estimate kept; backed up {}", shown(aggregate)),
        _ => String::new(),
    }
}

/// The steps of a search as text: one line a step.
pub fn steps_text(drawing: &Drawing, steps: &Steps<'_>) -> String {
    let row = |(number, step): (usize, &super::Step)| vec![format!("{number:>4}"), step.text.clone()];
    let rows: Vec<Vec<String>> = steps.all.iter().enumerate().map(row).collect();
    format!("{}\n\n{}", drawing.title(), columns(&rows))
}
