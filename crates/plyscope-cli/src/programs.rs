//! Games and engines in other programs: who may start them, and how a user learns of it.

use crate::output;
use plyscope::catalogue::Catalogue;
use plyscope::name::Name;
use plyscope_lab::experiment::Experiment;
use plyscope_process::{Starts, engines, find, split, supervise};

/// What other programs bring, for a command that starts programs or one that does not; engines' answers are kept, or not.
pub(crate) fn added_to(catalogue: Catalogue, starts: bool, kept: bool) -> Catalogue {
    let starts = match starts {
        false => Starts::Never,
        true => Starts::OnUse {
            supervisor: supervise::this_program(),
            announce: |command| output::talk(&format!("starting `{command}`")),
        },
    };
    plyscope_process::added_to(catalogue, starts, engines::cache_folder().filter(|_| kept))
}

/// An engine that an experiment needs and that is not there.
pub(crate) fn missing(experiment: &Experiment) -> Option<String> {
    let engines = (0..experiment.labels.len()).map(|series| experiment.study.cell(0, series).search);
    let commands = engines.filter_map(|engine| {
        let name: Name = engine.parse().ok().filter(|name: &Name| matches!(name.kind(), "uci" | "xboard"))?;
        split(name.get("command")?).ok()?.into_iter().next()
    });
    commands.into_iter().find(|program| find(program).is_none_or(|path| !path.is_file()))
}
