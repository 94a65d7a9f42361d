//! What a run says, to be read: a page that stands alone, and Markdown for the repository.

mod blocks;
mod counts;
mod html;
mod kept;
mod markdown;
mod outline;
mod papers;

pub use counts::{Chance, chance, count, summary};
pub use html::html;
pub use kept::{from_data, keep, keep_figures, keep_page, sort, to_data};
pub use markdown::{Markdown, MarkdownPage, first_page, paper_pages};
pub use papers::{Finding, Paper, Untested, other, own, papers};

use crate::error::Result;
use crate::experiment::{Experiment, is_builtin};
use crate::figure;
use crate::results::ExperimentResult;

/// One experiment of a report.
pub struct Section {
    /// The experiment.
    pub experiment: Experiment,
    /// What came out.
    pub result: ExperimentResult,
    /// Its figure, if it has one.
    pub svg: Option<String>,
}

impl Section {
    /// With its figure drawn.
    pub fn new(experiment: Experiment, result: ExperimentResult) -> Result<Self> {
        let svg = figure::svg(&experiment, &result)?;
        Ok(Section { experiment, result, svg })
    }

    /// What makes it again, to the bit.
    pub fn command(&self) -> String {
        let Experiment { id, trials, seed, until, .. } = &self.experiment;
        let what = if is_builtin(id) { format!("reproduce '{id}'") } else { "run spec.toml".into() };
        let trials = match (until, trials) {
            (Some(width), _) => format!(" --until {width}"),
            (None, 0) => String::new(),
            (None, trials) => format!(" --trials {trials}"),
        };
        format!("plyscope {what}{trials} --seed {seed}")
    }

    /// The paper that it belongs to.
    pub fn paper(&self) -> &'static Paper {
        Paper::of(&self.experiment.id, &self.experiment.source)
    }

    /// Why printed numbers must be misprints, each reason once; those that are claims say it themselves.
    fn misprints(&self) -> Vec<&str> {
        let said = |reason: &str| self.result.claims.iter().any(|claim| claim.why == reason);
        let mut reasons: Vec<&str> = Vec::new();
        for reason in self.result.results.iter().filter_map(|row| row.misprint.as_deref()) {
            if !reasons.contains(&reason) && !said(reason) {
                reasons.push(reason);
            }
        }
        reasons
    }

    /// Where its numbers come from.
    pub fn how(&self) -> String {
        match self.result.results.first().and_then(|row| row.trials) {
            Some(trials) => format!("{trials} trials per point, seed {}, 95% intervals", self.result.seed),
            None => "computed, not sampled".into(),
        }
    }
}

/// An id as it can stand in a link or a file's name; never dots alone, which would lead out of a folder.
pub fn slug(id: &str) -> String {
    let plain = |c: char| if c.is_alphanumeric() || matches!(c, '-' | '+' | '.' | '_') { c } else { '-' };
    let slug: String = id.chars().map(plain).collect();
    if slug.contains(|c| c != '.') { slug } else { slug.replace('.', "-") }
}
