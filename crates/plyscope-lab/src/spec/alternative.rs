//! Other readings of an experiment, and how one takes the place of the file's own.

use super::claim_file::ClaimFile;
use super::file::{ExperimentFile, SeriesFile};
use super::text::Text;
use crate::error::Result;
use schemars::JsonSchema;
use serde::Deserialize;
use std::collections::BTreeMap;
use toml::Spanned;

/// Another reading of the same experiment: what differs.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct AlternativeFile {
    /// What is read otherwise, and why.
    pub reading: String,
    /// Another game.
    #[schemars(with = "Option<String>")]
    pub game: Option<Spanned<String>>,
    /// Other depths.
    #[schemars(with = "Option<Vec<u32>>")]
    pub depths: Option<Spanned<Vec<u32>>>,
    /// Other numbers of iterations.
    #[schemars(with = "Option<Vec<u64>>")]
    pub iterations: Option<Spanned<Vec<u64>>>,
    /// Other numbers of evaluations.
    #[schemars(with = "Option<Vec<u64>>")]
    pub evaluations: Option<Spanned<Vec<u64>>>,
    /// Another number of trials.
    #[schemars(with = "Option<u64>")]
    pub trials: Option<Spanned<u64>>,
    /// Other searches, by the series' label.
    #[serde(default)]
    #[schemars(with = "BTreeMap<String, String>")]
    pub search: BTreeMap<Spanned<String>, Spanned<String>>,
    /// Other formulas, by the series' label.
    #[serde(default)]
    #[schemars(with = "BTreeMap<String, String>")]
    pub formula: BTreeMap<Spanned<String>, Spanned<String>>,
    /// Other evaluators, by the series' label.
    #[serde(default)]
    #[schemars(with = "BTreeMap<String, String>")]
    pub evaluator: BTreeMap<Spanned<String>, Spanned<String>>,
    /// Other evaluators of the players that they are matched against, by the series' label.
    #[serde(default)]
    #[schemars(with = "BTreeMap<String, String>")]
    pub against: BTreeMap<Spanned<String>, Spanned<String>>,
    /// Other counts of nodes, by the series' label.
    #[serde(default)]
    #[schemars(with = "BTreeMap<String, Vec<f64>>")]
    pub counted_nodes: BTreeMap<Spanned<String>, Vec<f64>>,
    /// Why claims come out as they do in this reading, by the claim's id; none is taken over from the other reading.
    #[serde(default)]
    #[schemars(with = "BTreeMap<String, String>")]
    pub why: BTreeMap<Spanned<String>, String>,
    /// Claims for whose sake this reading was chosen, by id.
    #[serde(default)]
    #[schemars(with = "BTreeMap<String, String>")]
    pub chosen: BTreeMap<Spanned<String>, String>,
    /// How this reading was found from the printed numbers; nothing is taken over from the other reading.
    pub printed_chosen: Option<String>,
    /// Other expectations, by the claim's id.
    #[serde(default)]
    #[schemars(with = "BTreeMap<String, bool>")]
    pub expected: BTreeMap<Spanned<String>, bool>,
    /// Claims that have no meaning in this reading.
    #[serde(default)]
    #[schemars(with = "Vec<String>")]
    pub without: Vec<Spanned<String>>,
    /// Claims of this reading alone; one with the id of another takes its place.
    #[serde(default)]
    pub claim: Vec<ClaimFile>,
}

impl ExperimentFile {
    /// Puts an alternative reading in place.
    pub(crate) fn choose(&mut self, text: &Text<'_>, suffix: &str) -> Result<()> {
        let Some(other) = self.alternative.get(suffix).cloned() else {
            let known: Vec<&str> = self.alternative.keys().map(String::as_str).collect();
            let known =
                if known.is_empty() { "it has none".into() } else { format!("it has: {}", known.join(", ")) };
            return Err(text.wrong(0, format!("there is no alternative reading `{suffix}`; {known}")));
        };
        self.reading = other.reading;
        if let Some(game) = other.game {
            self.game = Some(game);
        }
        if let Some(depths) = other.depths {
            self.depths = Some(depths);
        }
        if let Some(iterations) = other.iterations {
            self.iterations = Some(iterations);
        }
        if let Some(evaluations) = other.evaluations {
            self.evaluations = Some(evaluations);
        }
        if let Some(trials) = other.trials {
            self.trials = Some(trials);
        }
        for (label, evaluator) in other.evaluator {
            self.labelled(text, &label)?.evaluator = Some(evaluator);
        }
        for (label, search) in other.search {
            self.labelled(text, &label)?.search = Some(search);
        }
        for (label, formula) in other.formula {
            self.labelled(text, &label)?.formula = Some(formula);
        }
        for (label, evaluator) in other.against {
            let player = self.labelled(text, &label)?.against.as_mut();
            let why =
                || text.wrong(label.span().start, format!("`{}` plays against nobody", label.get_ref()));
            player.ok_or_else(why)?.evaluator = evaluator;
        }
        for (label, nodes) in other.counted_nodes {
            self.labelled(text, &label)?.counted_nodes = Some(nodes);
        }
        for id in &other.without {
            let at = self.claim_at(text, id)?;
            self.claim.remove(at);
        }
        for claim in &mut self.claim {
            (claim.why, claim.chosen) = (String::new(), None);
        }
        self.printed_chosen = other.printed_chosen;
        // What is printed stays; whether ours agrees, and why not, was said of the other reading.
        for printed in &mut self.printed {
            (printed.expected, printed.why) = (false, String::new());
        }
        for (id, why) in other.why {
            let at = self.claim_at(text, &id)?;
            self.claim[at].why = why;
        }
        for (id, chosen) in other.chosen {
            let at = self.claim_at(text, &id)?;
            self.claim[at].chosen = Some(chosen);
        }
        for (id, expected) in other.expected {
            let at = self.claim_at(text, &id)?;
            self.claim[at].expected = expected;
        }
        for claim in other.claim {
            match self.claim.iter_mut().find(|known| known.id.get_ref() == claim.id.get_ref()) {
                Some(known) => *known = claim,
                None => self.claim.push(claim),
            }
        }
        Ok(())
    }

    fn claim_at(&self, text: &Text<'_>, id: &Spanned<String>) -> Result<usize> {
        let found = self.claim.iter().position(|claim| claim.id.get_ref() == id.get_ref());
        let why = || text.wrong(id.span().start, format!("there is no claim `{}`", id.get_ref()));
        found.ok_or_else(why)
    }

    fn labelled(&mut self, text: &Text<'_>, label: &Spanned<String>) -> Result<&mut SeriesFile> {
        let found = self.series.iter_mut().find(|series| series.get_ref().label() == *label.get_ref());
        let why = || text.wrong(label.span().start, format!("there is no series `{}`", label.get_ref()));
        found.map(Spanned::get_mut).ok_or_else(why)
    }
}
