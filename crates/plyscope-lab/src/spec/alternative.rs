//! Other readings of an experiment, and how one takes the place of the file's own.

use super::claim_file::ClaimFile;
use super::document::Document;
use super::file::ExperimentFile;
use crate::error::Result;
use plyscope::search::UNITS;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use toml::Spanned;
use toml::de::{DeString, DeTable, DeValue};

/// Another reading of the same experiment: what differs.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct AlternativeFile {
    /// What is read otherwise, and why.
    pub reading: String,
    /// Another game.
    pub game: Option<String>,
    /// Other depths.
    pub depths: Option<Vec<u32>>,
    /// Other numbers of iterations.
    pub iterations: Option<Vec<u64>>,
    /// Other numbers of evaluations.
    pub evaluations: Option<Vec<u64>>,
    /// Other times for a move.
    pub movetime: Option<Vec<u64>>,
    /// Another number of trials.
    pub trials: Option<u64>,
    /// Other searches, by the series' label.
    #[serde(default)]
    pub search: BTreeMap<String, String>,
    /// Other formulas, by the series' label.
    #[serde(default)]
    pub formula: BTreeMap<String, String>,
    /// Other evaluators, by the series' label.
    #[serde(default)]
    pub evaluator: BTreeMap<String, String>,
    /// Other evaluators of the players that they are matched against, by the series' label.
    #[serde(default)]
    pub against: BTreeMap<String, String>,
    /// Other counts of nodes, by the series' label.
    #[serde(default)]
    pub counted_nodes: BTreeMap<String, Vec<f64>>,
    /// Why claims come out as they do in this reading, by the claim's id; none is taken over from the other reading.
    #[serde(default)]
    pub why: BTreeMap<String, String>,
    /// Claims for whose sake this reading was chosen, by id.
    #[serde(default)]
    pub chosen: BTreeMap<String, String>,
    /// How this reading was found from the printed numbers; nothing is taken over from the other reading.
    pub printed_chosen: Option<String>,
    /// Other expectations, by the claim's id.
    #[serde(default)]
    pub expected: BTreeMap<String, bool>,
    /// Claims that have no meaning in this reading.
    #[serde(default)]
    pub without: Vec<String>,
    /// Claims of this reading alone; one with the id of another takes its place.
    #[serde(default)]
    pub claim: Vec<ClaimFile>,
}

impl<'a> Document<'a> {
    /// Puts another reading of what the file says in its place.
    pub(crate) fn choose(&mut self, file: &ExperimentFile, suffix: &str) -> Result<()> {
        let Some(DeValue::Table(other)) = self.find(&["alternative", suffix]).map(Spanned::get_ref) else {
            let known: Vec<&str> = file.alternative.keys().map(String::as_str).collect();
            let known =
                if known.is_empty() { "it has none".into() } else { format!("it has: {}", known.join(", ")) };
            return Err(self.wrong(0, format!("there is no alternative reading `{suffix}`; {known}")));
        };
        let mut root = self.root.clone();
        let units = UNITS.iter().map(|unit| unit.key);
        ["reading", "game", "trials"]
            .into_iter()
            .chain(units)
            .for_each(|key| take_over(&mut root, other, key));
        for key in ["search", "formula", "evaluator", "against", "counted-nodes"] {
            for (label, value) in entries(other, key) {
                let wrong = |why: String| self.wrong(label.span().start, why);
                let series = file.series.iter().position(|series| series.label() == **label.get_ref());
                let series = series.and_then(|at| tables(&mut root, "series").nth(at));
                let series =
                    series.ok_or_else(|| wrong(format!("there is no series `{}`", label.get_ref())))?;
                match (key, series.get_mut("against").map(Spanned::get_mut)) {
                    ("against", Some(DeValue::Table(player))) => set(player, "evaluator", value),
                    ("against", _) => {
                        return Err(wrong(format!("`{}` has no opponent", label.get_ref())));
                    }
                    _ => set(series, key, value),
                }
            }
        }
        for id in list(other, "without") {
            let name = id.get_ref().as_str().unwrap_or_default();
            self.claim(&mut root, name, id.span().start)?;
            let rest = list(&root, "claim").filter(|claim| !is_called(claim.get_ref(), name)).cloned();
            let rest = DeValue::Array(rest.collect());
            set(&mut root, "claim", &Spanned::new(id.span(), rest));
        }
        // Why claims come out as they do was said of the first reading. What is printed stays; whether ours agrees, and why
        // not, does not.
        tables(&mut root, "claim").for_each(|claim| remove(claim, ["why", "chosen"]));
        tables(&mut root, "printed").for_each(|printed| remove(printed, ["expected", "why"]));
        remove(&mut root, ["printed-chosen"]);
        take_over(&mut root, other, "printed-chosen");
        for key in ["why", "chosen", "expected"] {
            for (id, value) in entries(other, key) {
                set(self.claim(&mut root, id.get_ref(), id.span().start)?, key, value);
            }
        }
        let mut claims: Vec<_> = list(&root, "claim").cloned().collect();
        for claim in list(other, "claim") {
            let id = claim.get_ref().get("id").and_then(|id| id.get_ref().as_str()).unwrap_or_default();
            match claims.iter_mut().find(|known| is_called(known.get_ref(), id)) {
                Some(known) => *known = claim.clone(),
                None => claims.push(claim.clone()),
            }
        }
        set(&mut root, "claim", &Spanned::new(0..0, DeValue::Array(claims.into_iter().collect())));
        self.root = root;
        Ok(())
    }

    /// The claim of an id, which is named at a place.
    fn claim<'t>(&self, root: &'t mut DeTable<'a>, id: &str, at: usize) -> Result<&'t mut DeTable<'a>> {
        let found = tables(root, "claim").find(|claim| has_id(claim, id));
        found.ok_or_else(|| self.wrong(at, format!("there is no claim `{id}`")))
    }
}

fn has_id(claim: &DeTable<'_>, id: &str) -> bool {
    claim.get("id").is_some_and(|known| known.get_ref().as_str() == Some(id))
}

fn is_called(claim: &DeValue<'_>, id: &str) -> bool {
    claim.as_table().is_some_and(|claim| has_id(claim, id))
}

/// The elements of a list.
pub(crate) fn list<'t, 'a>(
    table: &'t DeTable<'a>,
    key: &str,
) -> impl Iterator<Item = &'t Spanned<DeValue<'a>>> {
    table.get(key).and_then(|list| list.get_ref().as_array()).into_iter().flatten()
}

/// The tables of a list, to be changed.
fn tables<'t, 'a>(table: &'t mut DeTable<'a>, key: &str) -> impl Iterator<Item = &'t mut DeTable<'a>> {
    let list = match table.get_mut(key).map(Spanned::get_mut) {
        Some(DeValue::Array(list)) => list.as_mut(),
        _ => &mut [],
    };
    list.iter_mut().filter_map(|one| match one.get_mut() {
        DeValue::Table(table) => Some(table),
        _ => None,
    })
}

/// The keys and values of an inner table.
pub(crate) fn entries<'t, 'a>(
    table: &'t DeTable<'a>,
    key: &str,
) -> impl Iterator<Item = (&'t Spanned<DeString<'a>>, &'t Spanned<DeValue<'a>>)> {
    table.get(key).and_then(|inner| inner.get_ref().as_table()).into_iter().flatten()
}

fn set<'a>(table: &mut DeTable<'a>, key: &str, value: &Spanned<DeValue<'a>>) {
    table.insert(Spanned::new(value.span(), key.to_string().into()), value.clone());
}

fn take_over<'a>(table: &mut DeTable<'a>, other: &DeTable<'a>, key: &str) {
    if let Some(value) = other.get(key) {
        set(table, key, value);
    }
}

fn remove<const N: usize>(table: &mut DeTable<'_>, keys: [&str; N]) {
    keys.iter().for_each(|key| drop(table.remove(*key)));
}
