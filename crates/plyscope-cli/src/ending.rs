//! How a command ends, and its exit status.

use crate::output;
use crate::signals::Interrupted;
use std::process::ExitCode;

/// How a command ended that did what it was asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ending {
    /// With nothing to say: 0.
    Done,
    /// With a finding that a script wants to know of: a claim that was expected to hold was refuted, or two runs differ
    /// beyond chance: 1.
    Found,
}

impl Ending {
    /// With or without such a finding.
    pub(crate) fn found(found: bool) -> Self {
        if found { Ending::Found } else { Ending::Done }
    }
}

/// The exit status: 0 and 1 as above, 2 could not be done, 130 and 143 ended by a signal.
pub(crate) fn status(result: anyhow::Result<Ending>) -> ExitCode {
    match result {
        Ok(Ending::Done) => ExitCode::SUCCESS,
        Ok(Ending::Found) => ExitCode::from(1),
        Err(error) => match error.downcast_ref::<Interrupted>() {
            Some(interrupted) => {
                output::talk(&format!("{error:#}"));
                ExitCode::from(interrupted.status())
            }
            None => {
                output::complain(&error);
                ExitCode::from(2)
            }
        },
    }
}
