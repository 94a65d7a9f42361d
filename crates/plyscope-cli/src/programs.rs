//! Games and engines in other programs: who may start them, and how a user learns of it.

use crate::output;
use plyscope::catalogue::Catalogue;
use plyscope_process::{Starts, entry as process, supervise, uci};

/// The names `process`, `uci` and `engine`, for a command that starts programs or one that does not; engines' answers are kept, or
/// not.
pub(crate) fn added_to(catalogue: Catalogue, starts: bool, kept: bool) -> Catalogue {
    let starts = match starts {
        false => Starts::Never,
        true => Starts::OnUse {
            supervisor: supervise::this_program(),
            announce: |command| output::talk(&format!("starting `{command}`")),
        },
    };
    let answers = uci::cache_folder().filter(|_| kept);
    let catalogue = catalogue.with_game_entry(process(starts.clone()));
    catalogue
        .with_engine(uci::entry(starts.clone(), answers.clone()))
        .with_oracle(uci::oracle(starts, answers))
}
