//! What several tests need.

use plyscope::catalogue::Catalogue;
use plyscope_lab::Result;
use plyscope_lab::experiment::{self, Experiment};

/// An experiment of what comes with Plyscope.
pub(crate) fn parse(id: &str, text: &str, alternative: Option<&str>) -> Result<Experiment> {
    Experiment::parse(&Catalogue::built_in(), id, text, alternative)
}

/// A built-in experiment.
pub(crate) fn builtin(id: &str) -> Result<Experiment> {
    experiment::builtin(&Catalogue::built_in(), id)
}
