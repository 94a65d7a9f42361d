//! What there is, by name: as `plyscope list` prints it for scripts.

use crate::error::Result;
use crate::experiment::{Listed, listed};
use plyscope::catalogue::{Catalogue, Described};
use plyscope::name::Parameter;
use serde_json::{Value, json};

/// What can be listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Games.
    Games,
    /// Evaluators.
    Evaluators,
    /// Back-up rules.
    Rules,
    /// Searches.
    Searches,
    /// Sources of positions.
    Positions,
    /// Who knows what moves are worth.
    Truth,
    /// Players in one text.
    Players,
    /// Formulas of the theory.
    Formulas,
    /// Built-in experiments.
    Experiments,
}

impl Kind {
    /// All of them.
    pub const ALL: [Kind; 9] = [
        Kind::Games,
        Kind::Evaluators,
        Kind::Rules,
        Kind::Searches,
        Kind::Positions,
        Kind::Truth,
        Kind::Players,
        Kind::Formulas,
        Kind::Experiments,
    ];

    /// What a list of them is called.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Games => "games",
            Kind::Evaluators => "evaluators",
            Kind::Rules => "rules",
            Kind::Searches => "searches",
            Kind::Positions => "positions",
            Kind::Truth => "truth",
            Kind::Players => "players",
            Kind::Formulas => "formulas",
            Kind::Experiments => "experiments",
        }
    }

    /// By what it is called.
    pub fn of(name: &str) -> Option<Self> {
        Kind::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

/// An entry of a catalogue, with its kind.
pub struct Listing<'a> {
    /// What it is.
    pub kind: Kind,
    /// What is said of it.
    pub entry: &'a dyn Described,
}

/// The entries of a kind, or of all; experiments are not entries.
pub fn entries(catalogue: &Catalogue, kind: Option<Kind>) -> Vec<Listing<'_>> {
    fn of<E: Described>(kind: Kind, entries: &[E]) -> impl Iterator<Item = Listing<'_>> {
        entries.iter().map(move |entry| Listing { kind, entry })
    }
    let all = of(Kind::Games, catalogue.games())
        .chain(of(Kind::Evaluators, catalogue.evaluators()))
        .chain(of(Kind::Rules, catalogue.rules()))
        .chain(of(Kind::Searches, catalogue.searches()))
        .chain(of(Kind::Positions, catalogue.sources()))
        .chain(of(Kind::Truth, catalogue.oracles()))
        .chain(of(Kind::Players, catalogue.players()))
        .chain(of(Kind::Players, catalogue.engines()))
        .chain(of(Kind::Formulas, catalogue.formulas()));
    all.filter(|row| kind.is_none_or(|kind| kind == row.kind)).collect()
}

/// A list for scripts.
///
/// ```
/// use plyscope::catalogue::Catalogue;
/// use plyscope_lab::listing::{Kind, listing};
/// let rules = listing(&Catalogue::built_in(), Some(Kind::Rules))?;
/// assert!(rules.as_array().unwrap().iter().any(|rule| rule["name"] == "minimax"));
/// # Ok::<(), plyscope_lab::Error>(())
/// ```
pub fn listing(catalogue: &Catalogue, kind: Option<Kind>) -> Result<Value> {
    if kind == Some(Kind::Experiments) {
        return Ok(listed(catalogue)?.iter().map(experiment).collect());
    }
    Ok(entries(catalogue, kind).iter().map(row).collect())
}

fn row(row: &Listing<'_>) -> Value {
    let parameter = |p: &Parameter| json!({"name": p.name, "default": p.default, "allowed": p.allowed});
    json!({
        "kind": row.kind.name(),
        "name": row.entry.name(),
        "summary": row.entry.summary(),
        "parameters": row.entry.parameters().iter().map(parameter).collect::<Vec<_>>(),
    })
}

/// Experiments have alternatives instead of parameters.
fn experiment(listed: &Listed) -> Value {
    json!({
        "kind": Kind::Experiments.name(),
        "name": listed.id,
        "summary": listed.title,
        "source": listed.source,
        "reading": listed.reading,
        "alternatives": listed.alternatives,
        "parameters": [],
    })
}
