//! The experiments that come with the program: `experiments/<paper>/<figure>.toml`, built in. Which there are, and in which
//! order, is in `builtin.toml`.

use super::Experiment;
use crate::error::{Error, Result};
use crate::spec::Document;
use include_dir::{Dir, include_dir};
use plyscope::catalogue::{Catalogue, Described};
use plyscope::name::suggest;
use serde::Deserialize;
use std::sync::LazyLock;

static FILES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/experiments");

/// Ids in their order.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Index {
    /// Those that need nothing else.
    default: Vec<String>,
    /// Those that take long: they run when they are asked for.
    on_request: Vec<String>,
    /// Those on chess, for catalogues that have it.
    chess: Vec<String>,
}

static INDEX: LazyLock<Index> =
    LazyLock::new(|| toml::from_str(include_str!("builtin.toml")).expect("tests read it"));

fn text(id: &str) -> Option<&'static str> {
    FILES.get_file(format!("{id}.toml"))?.contents_utf8()
}

/// The ids of all built-in experiments that need nothing else, alternatives not among them.
pub fn builtin_ids() -> Vec<&'static str> {
    INDEX.default.iter().map(String::as_str).collect()
}

/// The ids of those that run when they are asked for: they take long, or are on games of other crates, where the catalogue
/// has these games.
pub fn further_ids(catalogue: &Catalogue) -> Vec<&'static str> {
    let there = catalogue.games().iter().any(|game| game.name() == "chess");
    INDEX.on_request.iter().chain(INDEX.chess.iter().filter(|_| there)).map(String::as_str).collect()
}

/// All that there are, whatever the catalogue has.
fn all() -> impl Iterator<Item = &'static str> {
    INDEX.default.iter().chain(&INDEX.on_request).chain(&INDEX.chess).map(String::as_str)
}

/// Does an experiment of this id, whatever its reading, come with the program?
pub fn is_builtin(id: &str) -> bool {
    let plain = id.split('+').next().unwrap_or(id);
    all().any(|known| known == plain)
}

/// A built-in experiment by id, `paper/figure` or `paper/figure+reading`.
pub fn builtin(catalogue: &Catalogue, id: &str) -> Result<Experiment> {
    let (plain, alternative) = match id.split_once('+') {
        Some((plain, suffix)) => (plain, Some(suffix)),
        None => (id, None),
    };
    let found = all().find(|known| *known == plain).and_then(|known| Some((known, text(known)?)));
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
    let one = |id: &'static str| {
        let file = super::keys::read(&Document::parse(id, text(id).unwrap_or_default())?)?;
        Ok(Listed {
            id,
            title: file.title,
            source: file.source,
            reading: file.reading,
            alternatives: file.alternative.into_keys().collect(),
        })
    };
    builtin_ids().into_iter().chain(further_ids(catalogue)).map(one).collect()
}
