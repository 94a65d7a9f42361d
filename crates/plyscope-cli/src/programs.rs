//! Games and engines in other programs: who may start them, and how a user learns of it.

use crate::output;
use plyscope::catalogue::Catalogue;
use plyscope::name::Name;
use plyscope_lab::experiment::Experiment;
use plyscope_process::{Starts, entry as process, find, python_entry, split, supervise, uci};

/// The names `process`, `python`, `uci` and `engine`, for a command that starts programs or one that does not; engines'
/// answers are kept, or
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
    let catalogue = catalogue.with_game_entry(python_entry()).with_game_entry(process(starts.clone()));
    catalogue
        .with_engine(uci::entry(starts.clone(), answers.clone()))
        .with_oracle(uci::oracle(starts, answers))
}

/// An engine that an experiment needs and that is not there.
pub(crate) fn missing(experiment: &Experiment) -> Option<String> {
    let engines = (0..experiment.labels.len()).map(|series| experiment.study.cell(0, series).search);
    let commands = engines.filter_map(|engine| {
        let name: Name = engine.parse().ok().filter(|name: &Name| name.kind() == "uci")?;
        split(name.get("command")?).ok()?.into_iter().next()
    });
    commands.into_iter().find(|program| find(program).is_none_or(|path| !path.is_file()))
}
