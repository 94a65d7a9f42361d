//! Experiments: read, checked before anything runs, and ready to be run.

mod builtin;
mod claim;
mod printed;

pub use crate::spec::{ExperimentFile, Measured, Ties, WantedGames, schema};
pub use builtin::{Listed, builtin, builtin_ids, is_own, listed};
pub use claim::{Claim, Comparison, Growth, Place};
pub use printed::Printed;

use crate::error::Result;
use crate::spec::{Draft, FigureKind, Text};
use crate::study::{
    Accuracy, Depth, Leaves, Matches, Nodes, Observed, Pairs, Sampled, Study, Theory, Worked,
};
use plyscope::catalogue::Catalogue;
use plyscope::search::Effort;
use std::collections::BTreeMap;
use std::sync::Arc;
use toml::Spanned;

/// An experiment as it was read: checked, and cheap. Nothing is learned or solved before it is prepared.
#[derive(Clone)]
pub struct Experiment {
    /// `paper/figure`, with `+reading` for an alternative.
    pub id: String,
    /// The file's text, as run.
    pub text: String,
    /// What it is.
    pub title: String,
    /// The paper and figure.
    pub source: String,
    /// Which reading it takes, and why.
    pub reading: String,
    /// Trials at every point.
    pub trials: u64,
    /// Go on until no interval is wider than this; `trials` is then how far it has come.
    pub until: Option<f64>,
    /// The seed.
    pub seed: u64,
    /// What players may spend, one a column of every series; empty where the study has no such thing.
    pub efforts: Vec<Effort>,
    /// Labels of the series.
    pub labels: Vec<String>,
    /// The swept parameters' values at every point; one without any where nothing is swept.
    pub places: Vec<BTreeMap<String, String>>,
    /// What is measured.
    pub study: Arc<dyn Study>,
    /// What its names mean.
    pub catalogue: Catalogue,
    /// What the figure shows.
    pub figure: Figure,
    /// The claims.
    pub claims: Vec<Claim>,
    /// Numbers that the paper prints.
    pub printed: Vec<Printed>,
    /// Suffixes of the alternatives, and what they read otherwise.
    pub alternatives: Vec<(String, String)>,
    /// The alternative that was chosen.
    pub alternative: Option<String>,
}

/// The most trials of a point.
pub const MOST_TRIALS: u64 = 1_000_000_000_000;

/// What the figure shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Figure {
    /// Is there one, or does the table say it all?
    pub drawn: bool,
    /// The horizontal axis.
    pub along: Along,
    /// What the vertical axis says; the measure's own words if left out.
    pub label: Option<String>,
    /// Each series is divided by this one.
    pub relative_to: Option<usize>,
    /// The points of the sweep that are shown.
    pub points: Vec<usize>,
}

/// A horizontal axis.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Along {
    /// Search depths.
    Depth,
    /// Nodes a search.
    Nodes,
    /// A swept parameter.
    Swept(String),
}

impl Experiment {
    /// Reads and checks an experiment; `id` names it, `alternative` chooses another reading.
    pub fn parse(catalogue: &Catalogue, id: &str, text: &str, alternative: Option<&str>) -> Result<Self> {
        Self::parse_with(catalogue, id, text, alternative, None)
    }

    /// The same with another seed than the file's.
    pub fn parse_with(
        catalogue: &Catalogue,
        id: &str,
        text: &str,
        alternative: Option<&str>,
        seed: Option<u64>,
    ) -> Result<Self> {
        let source = Text { file: id, text };
        let mut file = source.read()?;
        let alternatives = file.alternative.iter().map(|(key, other)| (key.clone(), other.reading.clone()));
        let alternatives = alternatives.collect();
        if let Some(suffix) = alternative {
            file.choose(&source, suffix)?;
        }
        let seed = seed.unwrap_or(file.seed);
        let labels = labels(&source, &file)?;
        if let Some(trials) =
            file.trials.as_ref().filter(|trials| !(1..=MOST_TRIALS).contains(trials.get_ref()))
        {
            let why = format!("`trials` is a whole number from 1 to {MOST_TRIALS}, not {}", trials.get_ref());
            return Err(source.wrong(trials.span().start, why));
        }
        let draft = Draft::new(source, &file, catalogue, seed)?;
        let study: Arc<dyn Study> = match file.measure {
            Measured::DecisionAccuracy => Arc::new(Observed::read(&draft, Accuracy(file.ties))?),
            Measured::PairAccuracy => Arc::new(Observed::read(&draft, Pairs)?),
            Measured::Nodes => Arc::new(Observed::read(&draft, Nodes)?),
            Measured::Leaves => Arc::new(Leaves::read(&draft)?),
            Measured::WinShare => Arc::new(Matches::read(&draft)?),
            Measured::Theory => Arc::new(Theory::read(&draft)?),
            Measured::WorkedExample => Arc::new(Worked::read(&draft)?),
            Measured::Depth => Arc::new(Depth::read(&draft)?),
        };
        let trials = match (&file.trials, study.sampled()) {
            (Some(trials), Some(study)) => counted(study, *trials.get_ref()),
            (None, Some(_)) => return Err(draft.text.wrong(0, "missing field `trials`")),
            (Some(trials), None) => {
                let why = "this measure is computed, not sampled: leave `trials` out";
                return Err(draft.text.wrong(trials.span().start, why));
            }
            (None, None) => 0,
        };
        let lookup = claim::Lookup { draft: &draft, labels: &labels, study: &*study };
        Ok(Experiment {
            id: alternative.map_or(id.to_string(), |suffix| format!("{id}+{suffix}")),
            text: text.to_string(),
            title: file.title.clone(),
            source: file.source.clone(),
            reading: file.reading.clone(),
            trials,
            until: None,
            seed,
            figure: figure(&draft, &labels, &lookup)?,
            claims: claim::check(&lookup)?,
            printed: printed::check(&lookup)?,
            alternatives,
            alternative: alternative.map(String::from),
            efforts: draft.efforts.clone(),
            places: draft.places.clone(),
            labels,
            study,
            catalogue: catalogue.clone(),
        })
    }

    /// The same experiment with other trials and another seed.
    pub fn with(self, trials: Option<u64>, seed: Option<u64>) -> Result<Self> {
        let trials = match self.study.sampled() {
            Some(study) => counted(study, trials.unwrap_or(self.trials)),
            None => 0,
        };
        match seed {
            Some(seed) if seed != self.seed => {
                let plain = self.id.split('+').next().unwrap_or(&self.id);
                let alternative = self.alternative.as_deref();
                let again = Self::parse_with(&self.catalogue, plain, &self.text, alternative, Some(seed))?;
                Ok(Experiment { id: self.id, trials, until: self.until, ..again })
            }
            _ => Ok(Experiment { trials, ..self }),
        }
    }

    /// Columns of a series: one for each effort, or one.
    pub fn columns(&self) -> usize {
        self.efforts.len().max(1)
    }

    /// The column of a series at an effort.
    pub fn column(&self, series: usize, effort: usize) -> usize {
        series * self.columns() + effort
    }

    /// The depth of a column of every series, where depths are what is spent.
    pub fn depth(&self, effort: usize) -> Option<u32> {
        self.efforts.get(effort).and_then(|effort| effort.depth())
    }
}

/// No more trials than there are, where they are counted.
fn counted(study: &dyn Sampled, trials: u64) -> u64 {
    study.most_trials().map_or(trials, |most| trials.min(most))
}

/// What the series are called, each by another name.
fn labels(text: &Text<'_>, file: &ExperimentFile) -> Result<Vec<String>> {
    if file.series.is_empty() {
        return Err(text.wrong(0, "an experiment has at least one [[series]]"));
    }
    let mut labels: Vec<String> = Vec::new();
    for series in &file.series {
        let label = series.get_ref().label();
        if label.trim().is_empty() {
            return Err(text.wrong(series.span().start, "a series needs a label that is not empty"));
        }
        if labels.contains(&label) {
            let why = format!("two series are called `{label}`; give one a label");
            return Err(text.wrong(series.span().start, why));
        }
        labels.push(label);
    }
    Ok(labels)
}

/// The figure's axis and divisor are there.
fn figure(draft: &Draft<'_>, labels: &[String], lookup: &claim::Lookup<'_>) -> Result<Figure> {
    let figure = &draft.file.figure;
    let swept = |key: &str| draft.file.sweep.keys().find(|known| known.get_ref() == key);
    let along = match figure.x.as_ref().map(|x| (x.get_ref().as_str(), x.span().start)) {
        None => match draft.file.sweep.keys().next().filter(|_| draft.efforts.len() < 2) {
            Some(key) => Along::Swept(key.get_ref().clone()),
            None if draft.file.nodes.is_some() => Along::Swept("nodes".into()),
            None => Along::Depth,
        },
        Some(("depth", _)) => Along::Depth,
        // Where nodes are swept, those are meant; else the nodes that searches took.
        Some(("nodes", _)) if draft.file.nodes.is_some() => Along::Swept("nodes".into()),
        Some(("nodes", _)) if swept("nodes").is_none() => Along::Nodes,
        Some((key, at)) => match swept(key) {
            Some(key) => Along::Swept(key.get_ref().clone()),
            None => {
                let why = format!("the axis is `depth`, `nodes` or a swept parameter, not `{key}`");
                return Err(draft.text.wrong(at, why));
            }
        },
    };
    let find = |series: &Spanned<String>| {
        let found = labels.iter().position(|label| label == series.get_ref());
        let why = || format!("there is no series `{}`; there are: {}", series.get_ref(), labels.join(", "));
        found.ok_or_else(|| draft.text.wrong(series.span().start, why()))
    };
    let at = draft.text.at(&["figure", "at"]).unwrap_or(0);
    Ok(Figure {
        drawn: figure.kind == FigureKind::Chart,
        along,
        label: figure.y.clone(),
        relative_to: figure.relative_to.as_ref().map(find).transpose()?,
        points: lookup.points(at, &figure.at)?,
    })
}
