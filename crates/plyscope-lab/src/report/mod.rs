//! What a run says, to be read: a page that stands alone, and Markdown for the repository.

mod data;
mod html;
mod markdown;

pub use data::{from_data, to_data};
pub use html::html;
pub use markdown::{Markdown, markdown};

use crate::error::Result;
use crate::experiment::{Experiment, builtin_ids, is_own};
use crate::figure;
use crate::results::{ExperimentResult, Verdict};

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
        let plain = id.split('+').next().unwrap_or(id);
        let what =
            if builtin_ids().contains(&plain) { format!("reproduce '{id}'") } else { "run spec.toml".into() };
        let trials = match (until, trials) {
            (Some(width), _) => format!(" --until {width}"),
            (None, 0) => String::new(),
            (None, trials) => format!(" --trials {trials}"),
        };
        format!("plyscope {what}{trials} --seed {seed}")
    }

    /// How its numbers were had.
    pub fn how(&self) -> String {
        match self.result.results.first().and_then(|row| row.trials) {
            Some(trials) => format!("{trials} trials a point, seed {}, 95% intervals", self.result.seed),
            None => "computed, not sampled".into(),
        }
    }
}

/// How many claims came out how: supported, refuted, undecided.
pub fn count<'a>(sections: impl Iterator<Item = &'a Section> + Clone) -> [usize; 3] {
    let all = || sections.clone().flat_map(|section| &section.result.claims);
    [Verdict::Supported, Verdict::Refuted, Verdict::Undecided]
        .map(|verdict| all().filter(|claim| claim.verdict == verdict).count())
}

/// The counts in a sentence; in several where papers' questions stand beside other readings of them and questions of
/// one's own.
pub fn summary(sections: &[Section]) -> String {
    let of = |section: &Section| match (is_own(&section.experiment.source), section.result.id.contains('+')) {
        (true, _) => 2,
        (false, other_reading) => usize::from(other_reading),
    };
    let group = |wanted: usize| sections.iter().filter(|one| of(one) == wanted).collect::<Vec<_>>();
    let groups = ["claims of the papers", "claims in other readings of them", "claims of our own"];
    let groups: Vec<(&str, Vec<&Section>)> = groups.into_iter().zip((0..3).map(group)).collect();
    let filled = groups.iter().filter(|(_, sections)| !sections.is_empty());
    if filled.clone().count() < 2 {
        return sentence("claims", sections.iter());
    }
    let sentences = filled.map(|(claims, sections)| sentence(claims, sections.iter().copied()));
    sentences.collect::<Vec<String>>().join(" ")
}

fn sentence<'a>(claims: &str, sections: impl ExactSizeIterator<Item = &'a Section> + Clone) -> String {
    let experiments = sections.len();
    let [supported, refuted, undecided] = count(sections);
    let plural = if experiments == 1 { "" } else { "s" };
    format!(
        "Of {} {claims} in {experiments} experiment{plural} {supported} are supported, {refuted} refuted and {undecided} \
         undecided.",
        supported + refuted + undecided,
    )
}

/// An id as it can stand in a link or a file's name; never dots alone, which would lead out of a folder.
pub fn slug(id: &str) -> String {
    let plain = |c: char| if c.is_alphanumeric() || matches!(c, '-' | '+' | '.' | '_') { c } else { '-' };
    let slug: String = id.chars().map(plain).collect();
    if slug.contains(|c| c != '.') { slug } else { slug.replace('.', "-") }
}
