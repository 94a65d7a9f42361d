//! Games and engines in other programs: who may start them, and how a user learns of it.

use crate::output;
use plyscope::catalogue::Catalogue;
use plyscope_process::{Starts, supervise, uci};

/// What other programs bring, for a command that starts programs or one that does not; engines' answers are kept, or not.
pub(crate) fn added_to(catalogue: Catalogue, starts: bool, kept: bool) -> Catalogue {
    let starts = match starts {
        false => Starts::Never,
        true => Starts::OnUse {
            supervisor: supervise::this_program(),
            announce: |command| output::talk(&format!("starting `{command}`")),
        },
    };
    plyscope_process::added_to(catalogue, starts, uci::cache_folder().filter(|_| kept))
}
