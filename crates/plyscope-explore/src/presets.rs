//! Trees to begin with: those of the books and papers, and one that shows a deeper search going wrong.

use crate::answer::{self, Refusal};
use crate::routes::Asked;
use axum::response::Response;
use plyscope::catalogue::Catalogue;
use plyscope::name::Name;
use serde_json::{Value, json};

/// A tree to begin with.
pub(crate) struct Preset {
    pub(crate) id: &'static str,
    title: &'static str,
    /// What to look at.
    text: &'static str,
    /// The fields of `/api/tree`.
    pub(crate) fields: &'static [(&'static str, &'static str)],
    /// Steps that have a name in the source.
    pub(crate) stages: &'static [(&'static str, usize)],
}

const FIGURE_2: &str = "A:(B:(3 12 8) C:(2 4 6) D:(14 5 2))";
const EXAMPLE: &str = "A:(B:(D:1 E:1)@1 C:(F:1 G:-1)@-1)@1";

/// All of them, the first is shown first.
pub(crate) const PRESETS: &[Preset] = &[
    Preset {
        id: "russell-norvig-5",
        title: "Alpha-beta, stage by stage (Russell & Norvig, figure 5)",
        text: "Alpha-beta finds minimax's value and never looks at two of the nine leaves. The book shows six stages, (a) to (f).",
        fields: &[("tree", FIGURE_2), ("rule", "minimax"), ("search", "alpha-beta")],
        stages: &[("a", 2), ("b", 3), ("c", 5), ("d", 8), ("e", 11), ("f", 14)],
    },
    Preset {
        id: "russell-norvig-2",
        title: "Minimax on two plies (Russell & Norvig, figure 2)",
        text: "Player 2 takes the least value below every move, player 1 the greatest of those.",
        fields: &[("tree", FIGURE_2), ("rule", "minimax"), ("search", "full-width")],
        stages: &[],
    },
    Preset {
        id: "russell-norvig-4",
        title: "Three players, each for itself (Russell & Norvig, figure 4)",
        text: "Every leaf has a number for each player, and whoever moves takes what is best for them: max^n.",
        fields: &[
            (
                "tree",
                "A:(B:(D:([1 2 6] [4 2 3]) E:([6 1 2] [7 4 1])) C:(F:([5 1 1] [1 5 2]) G:([7 7 1] [5 4 5])))",
            ),
            ("rule", "max-n"),
            ("search", "full-width"),
        ],
        stages: &[],
    },
    Preset {
        id: "emm-example",
        title: "Error-minimizing minimax: the worked example of the EMM papers",
        text: "Static evaluations that are wrong one time in ten. At B looking deeper makes the error larger, so EMM keeps B's own evaluation; the product rule does not.",
        fields: &[
            ("tree", EXAMPLE),
            ("rule", "emm"),
            ("search", "full-width"),
            ("error", "0.1"),
            ("beside", "product"),
        ],
        stages: &[],
    },
    Preset {
        id: "emm-pruned",
        title: "Pruning EMM: bounds instead of values",
        text: "The same tree. Every node has a range of values that it can still have; the search stops when the choice cannot change.",
        fields: &[("tree", EXAMPLE), ("rule", "emm"), ("search", "pruned"), ("error", "0.1")],
        stages: &[],
    },
    Preset {
        id: "horacek-no-error",
        title: "A critical case without an error: minimax is right (Horacek)",
        text: "M has the better worst reply, P the better product. All four replies are judged correctly (more than 0.5: player 1 wins), so M wins and P loses. To see the truth, delete the depth.",
        fields: &[
            ("tree", "A:(M:(M1:(1)@0.6 M2:(1)@0.55) P:(P1:(1)@0.95 P2:(0)@0.45))"),
            ("rule", "minimax"),
            ("search", "full-width"),
            ("depth", "2"),
            ("beside", "product"),
        ],
        stages: &[],
    },
    Preset {
        id: "horacek-minimax",
        title: "A critical case with M2 misjudged: minimax is right (Horacek)",
        text: "Only M2, which looks slightly lost, is misjudged: M wins after all. Minimax takes M, the product rule P. To see the truth, delete the depth.",
        fields: &[
            ("tree", "A:(M:(M1:(1)@0.6 M2:(1)@0.45) P:(P1:(1)@0.95 P2:(0)@0.35))"),
            ("rule", "minimax"),
            ("search", "full-width"),
            ("depth", "2"),
            ("beside", "product"),
        ],
        stages: &[],
    },
    Preset {
        id: "horacek-product",
        title: "A critical case with P2 misjudged: the product rule is right (Horacek)",
        text: "The same estimates, but only P2 is misjudged: P wins and M loses. The product rule takes P, minimax M. To see the truth, delete the depth.",
        fields: &[
            ("tree", "A:(M:(M1:(1)@0.6 M2:(0)@0.45) P:(P1:(1)@0.95 P2:(1)@0.35))"),
            ("rule", "minimax"),
            ("search", "full-width"),
            ("depth", "2"),
            ("beside", "product"),
        ],
        stages: &[],
    },
    Preset {
        id: "pathological",
        title: "Looking deeper is worse: a pathological tree",
        text: "A game of board splitting in which an evaluator is wrong one time in five. Minimax chooses the winning move with depth 1 and the losing one with depth 3; EMM at depth 3 is not misled. To see the truth, delete the depth.",
        fields: &[
            ("tree", "board-splitting(depth=6)"),
            ("rule", "minimax"),
            ("search", "full-width"),
            ("evaluator", "artificial(error=0.2)"),
            ("depth", "3"),
            ("seed", "1"),
            ("trial", "14"),
            ("beside", "emm"),
        ],
        stages: &[],
    },
    Preset {
        id: "tic-tac-toe",
        title: "A real game: tic-tac-toe with alpha-beta",
        text: "The position is X's to win at once. The evaluator counts open lines.",
        fields: &[
            ("tree", "tic-tac-toe"),
            ("position", "X.X/OO./... X"),
            ("rule", "minimax"),
            ("search", "alpha-beta(order=best-first)"),
            ("evaluator", "lines"),
            ("depth", "3"),
        ],
        stages: &[],
    },
];

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
pub(crate) async fn answer(asked: Asked) -> Result<Response, Refusal> {
    asked.fields.finish()?;
    let preset = |preset: &Preset| {
        let fields: serde_json::Map<String, Value> =
            preset.fields.iter().map(|(name, value)| ((*name).to_string(), json!(value))).collect();
        let stages: Vec<Value> =
            preset.stages.iter().map(|(name, step)| json!({"name": name, "step": step})).collect();
        json!({"id": preset.id, "title": preset.title, "text": preset.text, "fields": fields, "stages": stages})
    };
    // What somebody took the trouble to give comes first.
    let given = asked.app.games.iter().enumerate().map(|(i, game)| game.preset(i + 1));
    Ok(answer::json_value(&given.chain(PRESETS.iter().map(preset)).collect()))
}
