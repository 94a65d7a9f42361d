//! Trees to begin with: those of the books and papers, and one that shows a deeper search going wrong.

use crate::answer::{self, Refusal};
use crate::routes::FieldRequest;
use axum::response::Response;
use plyscope::catalogue::Catalogue;
use plyscope::name::Name;
use serde_json::{Value, json};

/// Those of this program, as they are answered; the first is shown first. `stages` are steps that have a name in the source.
const PRESETS: &str = include_str!("../assets/presets.json");

/// A game that the command line gave, and the first evaluator that it brings.
pub(crate) struct GivenGame {
    name: String,
    evaluator: String,
}

impl GivenGame {
    /// Opens it once.
    pub(crate) fn open(catalogue: &Catalogue, name: &Name) -> plyscope::Result<Self> {
        let name = name.to_string();
        let game = catalogue.game(&name)?;
        let brought = game.brings().and_then(|brings| brings.evaluators().into_iter().next());
        Ok(GivenGame { name, evaluator: brought.unwrap_or("random".into()) })
    }

    /// As a tree to begin with.
    fn preset(&self, number: usize) -> Value {
        let fields = json!({
            "tree": self.name, "rule": "minimax", "search": "full-width", "evaluator": self.evaluator, "depth": "2",
        });
        json!({
            "id": format!("given-{number}"),
            "title": self.name,
            "text": "The game that this page was started with.",
            "fields": fields,
            "stages": [],
        })
    }
}

/// `/api/presets`.
pub(crate) async fn answer(asked: FieldRequest) -> Result<Response, Refusal> {
    asked.fields.finish()?;
    let ours: Vec<Value> = serde_json::from_str(PRESETS).expect("a list");
    // What the command line gave comes first.
    let given = asked.app.games.iter().enumerate().map(|(i, game)| game.preset(i + 1));
    Ok(answer::json_value(&given.chain(ours).collect()))
}
