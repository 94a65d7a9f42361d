//! The experiments that come with the program: `experiments/<paper>/<figure>.toml`, built in.

use super::Experiment;
use crate::error::{Error, Result};
use crate::spec::Document;
use plyscope::catalogue::{Catalogue, Described};
use plyscope::name::suggest;

macro_rules! built_in {
    ($($id:literal),* $(,)?) => {
        &[$(($id, include_str!(concat!("../../experiments/", $id, ".toml")))),*]
    };
}

/// Every built-in experiment: its id and its text.
const BUILT_IN: &[(&str, &str)] = built_in![
    "wilson/fig1",
    "wilson/node-types",
    "wilson/fig2",
    "wilson/fig3-b2",
    "wilson/fig3-b3",
    "wilson/fig4-b2",
    "wilson/fig4-b3",
    "wilson/fig5-b2",
    "wilson/fig5-b3",
    "wilson/fig6-b2",
    "wilson/fig6-b3",
    "zuckerman/fig6",
    "zuckerman/fig7",
    "zuckerman/fig8",
    "zuckerman/fig9",
    "zuckerman/fig10",
    "zuckerman/fig6-b34",
    "zuckerman/fig7-b34",
    "zuckerman/fig8-b34",
    "zuckerman/fig9-b34",
    "zuckerman/fig10-b34",
    "zuckerman/fig11-b2",
    "zuckerman/fig11-b3",
    "zuckerman/fig12-b2",
    "zuckerman/fig12-b3",
    "zuckerman/fig14",
    "russell-norvig/fig2",
    "russell-norvig/fig4",
    "russell-norvig/fig5",
    "russell-norvig/fig5-stages",
    "russell-norvig/fig5-pruned-leaves",
    "russell-norvig/fig5-order",
    "russell-norvig/tic-tac-toe",
    "russell-norvig/complexity",
    "russell-norvig/space",
    "russell-norvig/ordering",
    "russell-norvig/savings-connect-four",
    "russell-norvig/savings-kalah",
    "smith-nau/fig3",
    "smith-nau/fig4",
    "smith-nau/fig5",
    "horacek/table1",
    "horacek/table1-errors",
    "horacek/table2",
    "horacek/table3",
    "horacek/table4",
    "horacek/section5",
    "horacek/pairs",
    "horacek/crossover",
    "horacek/root-value",
    "horacek/increment",
    "horacek/misestimation",
    "horacek/combination",
    "evidence/p-artificial",
    "evidence/n-artificial",
    "evidence/p-natural",
    "evidence/n-natural",
    "evidence/mixing",
    "evidence/errors",
    "evidence/branching",
    "evidence/kalah",
    "evidence/kalah-turns",
    "evidence/kalah-nodes",
    "evidence/connect-four",
    "evidence/connect-four-nodes",
    "pruning/p-games-b2",
    "pruning/p-games-b3",
    "pruning/n-games-b2",
    "pruning/n-games-b3",
    "pruning/mixed",
    "pruning/errors",
    "pruning/natural",
    "pruning/branching",
    "pruning/settings",
    "pruning/kalah-nodes",
    "pruning/connect-four-nodes",
    "pruning/kalah",
    "pruning/connect-four",
    "measure/kalah-4-4",
    "measure/kalah-6-4",
    "measure/connect-four-5x5",
    "measure/connect-four-7x6",
];

/// Experiments on chess, for catalogues that have it: they need endgame tables, and some of them engines, so they run when
/// they are asked for.
const ON_CHESS: &[(&str, &str)] = built_in![
    "chess/rules-kpk",
    "chess/rules-krk",
    "chess/rules-kbbk",
    "chess/rules-krkn",
    "chess/rules-krkb",
    "chess/rules-kqkr",
    "chess/engines-kpk",
    "chess/engines-krk",
    "chess/engines-kbbk",
    "chess/engines-krkn",
    "chess/engines-krkb",
    "chess/engines-kqkr",
    "chess/grain-kbbk",
    "chess/grain-kqkr",
    "chess/krk-error",
    "chess/few-kpk",
    "chess/few-krkn",
    "chess/few-kqkr",
];

/// Experiments that take long: they run when they are asked for.
const ON_REQUEST: &[(&str, &str)] = built_in![
    "mcts/grid",
    "mcts/backups",
    "mcts/minimax",
    "mcts/connect-four",
    "mcts/kalah",
    "mcts/othello",
    "similarity/absolute",
    "similarity/relative",
    "similarity/absolute-b68",
    "similarity/relative-b68",
    "pruning/lim-lee-p",
    "pruning/lim-lee-n",
    "pruning/forward-kalah",
    "pruning/forward-connect-four",
    "players/trees-b2",
    "players/trees-b3",
    "players/natural",
    "players/certainty",
    "players/tic-tac-trio",
    "players/connect-trio",
    "measure/othello-6x6",
    "chance/pig",
    "chance/pig-self-play",
    "chance/without-dice",
    "chance/dice",
    "one-player/eight-puzzle",
    "one-player/eight-puzzle-diagonal",
    "few/kalah",
    "few/connect-four",
    "few/kalah-5-3",
    "few/kalah-6-4",
    "few/connect-four-6x5",
    "few/connect-four-7x6",
    "few/othello-6x6",
    "few/unseen-kalah",
    "few/unseen-connect-four",
    "few/playouts-kalah",
    "few/playouts-connect-four",
    "few/batches-kalah",
    "few/batches-connect-four",
    "few/draws-connect-four",
    "few/turns-kalah",
    "few/p-games",
    "few/critical",
];

/// The ids of all built-in experiments that need nothing else, alternatives not among them.
pub fn builtin_ids() -> Vec<&'static str> {
    BUILT_IN.iter().map(|(id, _)| *id).collect()
}

/// The ids of those that run when they are asked for: they take long, or are on games of other crates, where the catalogue
/// has these games.
pub fn further_ids(catalogue: &Catalogue) -> Vec<&'static str> {
    let there = catalogue.games().iter().any(|game| game.name() == "chess");
    ON_REQUEST.iter().chain(ON_CHESS.iter().filter(|_| there)).map(|(id, _)| *id).collect()
}

/// All that there are, whatever the catalogue has.
fn all() -> impl Iterator<Item = &'static (&'static str, &'static str)> {
    BUILT_IN.iter().chain(ON_REQUEST).chain(ON_CHESS)
}

/// Does an experiment of this id, whatever its reading, come with the program?
pub fn is_builtin(id: &str) -> bool {
    let plain = id.split('+').next().unwrap_or(id);
    all().any(|(known, _)| *known == plain)
}

/// A built-in experiment by id, `paper/figure` or `paper/figure+reading`.
pub fn builtin(catalogue: &Catalogue, id: &str) -> Result<Experiment> {
    let (plain, alternative) = match id.split_once('+') {
        Some((plain, suffix)) => (plain, Some(suffix)),
        None => (id, None),
    };
    let found = all().find(|(known, _)| *known == plain);
    let (known, text) = found.ok_or_else(|| Error::UnknownExperiment {
        id: id.to_string(),
        suggestion: suggest(plain, builtin_ids().into_iter().chain(further_ids(catalogue)))
            .map_or(String::new(), |near| format!(", did you mean `{near}`?")),
    })?;
    Experiment::parse(catalogue, known, text, alternative)
}

/// Is a question one's own, not a paper's? Said by how its source begins.
pub fn is_own(source: &str) -> bool {
    source.to_lowercase().starts_with("our own")
}

/// What a list shows of an experiment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed {
    /// Its id.
    pub id: &'static str,
    /// What it is.
    pub title: String,
    /// The paper and figure.
    pub source: String,
    /// Which reading it takes.
    pub reading: String,
    /// Suffixes of the alternatives.
    pub alternatives: Vec<String>,
}

/// Every built-in experiment whose game a catalogue has, from its text alone: nothing is learned or checked, so that a list
/// is quick.
pub fn listed(catalogue: &Catalogue) -> Result<Vec<Listed>> {
    let further = further_ids(catalogue);
    let one = |(id, text): &(&'static str, &'static str)| {
        let file = Document::parse(id, text)?.read()?;
        Ok(Listed {
            id,
            title: file.title,
            source: file.source,
            reading: file.reading,
            alternatives: file.alternative.into_keys().collect(),
        })
    };
    let there = |id: &str| builtin_ids().contains(&id) || further.contains(&id);
    all().filter(|(id, _)| there(id)).map(one).collect()
}
