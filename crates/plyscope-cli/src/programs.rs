//! Games in other programs: who may start them, and how a user learns of it.

use crate::output;
use plyscope::catalogue::GameEntry;
use plyscope_process::{Starts, entry as process, supervise};

/// The name `process`, for a command that starts programs or one that does not.
pub(crate) fn entry(starts: bool) -> GameEntry {
    process(match starts {
        false => Starts::Never,
        true => Starts::OnUse {
            supervisor: supervise::this_program(),
            announce: |command| output::talk(&format!("starting `{command}`")),
        },
    })
}
