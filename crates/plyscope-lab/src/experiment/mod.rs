//! Experiments: read, checked before anything runs, and ready to be run.

mod builtin;
mod claim;
mod comparison;
mod figure;
mod keys;
mod lookup;
mod printed;
mod schema;
mod terms;

pub use crate::spec::{
    Cells, ExperimentFile, FigureFile, FigureKind, Legend, Measured, SeriesFile, Setting, Ties, WantedGames,
};
pub use builtin::{Listed, builtin, builtin_ids, further_ids, is_builtin, is_own, listed};
pub use claim::Claim;
pub(crate) use comparison::same_point;
pub use comparison::{Comparison, Direction, Each, Estimand, Growth, Pair, Region, Repairs, Run};
pub use figure::{Along, AxisWish, ENDS, Figure, Split, are_ends};
pub use printed::Printed;
pub use schema::schema;

use crate::error::{Error, Result};
use crate::files::Inputs;
use crate::spec::{Document, Draft};
use crate::study::{
    Accuracy, Depth, Leaves, MatchPlay, Nodes, Observed, Pairs, Sampled, Study, Theory, Worked,
};
use plyscope::catalogue::Catalogue;
use plyscope::search::Effort;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A series at a depth and a point.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    /// Which point of the sweep.
    pub point: usize,
    /// Which series.
    pub series: usize,
    /// Which of the depths.
    pub depth: usize,
}

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
    /// Whose setting it is.
    pub setting: Setting,
    /// Trials at every point.
    pub trials: u64,
    /// Go on until no interval is wider than this; `trials` is then how far it has come.
    pub until: Option<f64>,
    /// Go on until every claim is decided, up to so many trials; `trials` is then how far it has come.
    pub most: Option<u64>,
    /// The seed.
    pub seed: u64,
    /// What players may spend, one a column of every series; empty where the study has no such thing.
    pub efforts: Vec<Effort>,
    /// Labels of the series.
    pub labels: Vec<String>,
    /// Nodes of each series at every effort as the paper counts them, where figures and claims use those.
    pub counted_nodes: Vec<Option<Vec<f64>>>,
    /// The swept parameters' values at every point; one without any where nothing is swept.
    pub places: Vec<BTreeMap<String, String>>,
    /// What is measured.
    pub study: Arc<dyn Study>,
    /// What its names mean.
    pub catalogue: Catalogue,
    /// What was read from files for it.
    pub inputs: Inputs,
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
    /// What its sources of positions remark, such as games of a file that are left out.
    pub remarks: Vec<String>,
}

/// The most trials of a point.
pub const MOST_TRIALS: u64 = 1_000_000_000_000;

impl Experiment {
    /// Reads and checks an experiment; `id` names it, `alternative` chooses another reading.
    pub fn parse(catalogue: &Catalogue, id: &str, text: &str, alternative: Option<&str>) -> Result<Self> {
        Self::parse_with(catalogue, id, text, alternative, None)
    }

    /// One that a program wrote: its lines mean nothing to the user, so an error does not name them.
    pub fn of_file(catalogue: &Catalogue, id: &str, file: &ExperimentFile) -> Result<Self> {
        Self::parse(catalogue, id, &file.text(), None).map_err(|error| match error {
            Error::Spec { why, .. } => Error::Usage(why),
            other => other,
        })
    }

    /// The same with another seed than the file's.
    pub fn parse_with(
        catalogue: &Catalogue,
        id: &str,
        text: &str,
        alternative: Option<&str>,
        seed: Option<u64>,
    ) -> Result<Self> {
        let mut source = Document::parse(id, text)?;
        let mut file = keys::read(&source)?;
        let alternatives = file.alternative.iter().map(|(key, other)| (key.clone(), other.reading.clone()));
        let alternatives = alternatives.collect();
        if let Some(suffix) = alternative {
            source.choose(&file, suffix)?;
            file = keys::read(&source)?;
        }
        let seed = seed.unwrap_or(file.seed);
        let labels = labels(&source, &file)?;
        if let Some(trials) = file.trials.filter(|trials| !(1..=MOST_TRIALS).contains(trials)) {
            let why = format!("`trials` is a whole number from 1 to {MOST_TRIALS}, not {trials}");
            return Err(source.wrong(source.at(&["trials"]), why));
        }
        let (inputs, catalogue) = &Inputs::of(catalogue);
        let draft = Draft::new(source, &file, catalogue, seed)?;
        let study: Arc<dyn Study> = match file.measure {
            Measured::DecisionAccuracy => Arc::new(Observed::read(&draft, Accuracy(file.ties))?),
            Measured::PairAccuracy => Arc::new(Observed::read(&draft, Pairs)?),
            Measured::Nodes => Arc::new(Observed::read(&draft, Nodes)?),
            Measured::Leaves => Arc::new(Leaves::read(&draft)?),
            Measured::WinShare => Arc::new(MatchPlay::read_shares(&draft)?),
            Measured::Theory => Arc::new(Theory::read(&draft)?),
            Measured::WorkedExample => Arc::new(Worked::read(&draft)?),
            Measured::Depth => Arc::new(Depth::read(&draft)?),
            Measured::Match => Arc::new(MatchPlay::read(&draft)?),
        };
        let trials = match (file.trials, study.sampled()) {
            (Some(trials), Some(study)) => counted(study, trials),
            (None, Some(_)) => return Err(draft.text.wrong(0, "missing field `trials`")),
            (Some(_), None) => {
                let why = "this measure is computed, not sampled: leave `trials` out";
                return Err(draft.text.wrong(draft.text.at(&["trials"]), why));
            }
            (None, None) => 0,
        };
        let lookup = lookup::Lookup { draft: &draft, labels: &labels, study: &*study };
        let printed = printed::check(&lookup)?;
        Ok(Experiment {
            id: alternative.map_or(id.to_string(), |suffix| format!("{id}+{suffix}")),
            text: text.to_string(),
            title: file.title.clone(),
            source: file.source.clone(),
            reading: file.reading.clone(),
            setting: file.setting,
            trials,
            until: None,
            most: None,
            seed,
            figure: figure::check(&draft, &labels)?,
            claims: claim::check(&lookup, &printed)?,
            printed,
            counted_nodes: counted_nodes(&draft)?,
            alternatives,
            alternative: alternative.map(String::from),
            efforts: draft.efforts.clone(),
            places: draft.places.clone(),
            labels,
            study,
            catalogue: catalogue.clone(),
            remarks: draft.remarks.take(),
            inputs: inputs.clone(),
        })
    }

    /// May trials be added while it runs?
    pub(crate) fn grows(&self) -> bool {
        self.until.is_some() || self.most.is_some()
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
                Ok(Experiment { id: self.id, trials, until: self.until, most: self.most, ..again })
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
    study.portions().most.map_or(trials, |most| trials.min(most))
}

/// What the series are called, each by another name.
fn labels(text: &Document<'_>, file: &ExperimentFile) -> Result<Vec<String>> {
    if file.series.is_empty() {
        return Err(text.wrong(0, "an experiment has at least one [[series]]"));
    }
    let mut labels: Vec<String> = Vec::new();
    for (number, series) in file.series.iter().enumerate() {
        let label = series.label();
        let wrong = |why: String| Err(text.wrong(text.at(&["series", &number.to_string()]), why));
        if label.trim().is_empty() {
            return wrong("a series needs a label that is not empty".into());
        }
        if labels.contains(&label) {
            return wrong(format!("two series are called `{label}`; give one a label"));
        }
        labels.push(label);
    }
    Ok(labels)
}

/// The paper's counts of nodes: one for every depth, and none below 1.
fn counted_nodes(draft: &Draft<'_>) -> Result<Vec<Option<Vec<f64>>>> {
    let wrong = |nodes: &Vec<f64>| {
        nodes.len() != draft.efforts.len() || nodes.iter().any(|count| !(1.0..1e300).contains(count))
    };
    let series = draft.series().map(|series| match &series.file.counted_nodes {
        Some(counted) if wrong(counted) => {
            let why = "`counted-nodes` are numbers of 1 or more, one for every depth";
            Err(draft.text.wrong(series.at(), why))
        }
        counted => Ok(counted.clone()),
    });
    series.collect()
}
