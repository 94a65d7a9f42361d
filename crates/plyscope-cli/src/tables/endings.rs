//! Endgame tables of chess.

use super::Make;
use crate::ending::Signals;
use crate::output;
use plyscope_chess::tables::{Ending, Progress, Tables};
use std::time::Instant;

pub(super) fn make(make: &Make) -> anyhow::Result<()> {
    let mut wanted = make.endings.iter().map(|ending| ending.parse()).collect::<Result<Vec<Ending>, _>>()?;
    if wanted.is_empty() {
        wanted = Ending::all().into_iter().filter(|ending| !make.pawnless || ending.pawns() == 0).collect();
    }
    let tables = match &make.out {
        Some(folder) => Tables::new(folder),
        None => Tables::in_cache()?,
    };
    let signals = Signals::listen("tables that are done are kept")?;
    let begun = Instant::now();
    let report = |progress: Progress| {
        make.say(&match progress {
            Progress::Found(ending) => format!("{ending} is there"),
            Progress::Begun(ending) => format!("{ending} ..."),
            Progress::Made(ending) => format!("{ending} made after {:.1} s", begun.elapsed().as_secs_f64()),
        });
    };
    let made = tables.make(&wanted, make.threads(), signals.stop(), &report);
    made.map_err(|error| signals.explain(error.into()))?;
    let names: Vec<String> = wanted.iter().map(Ending::to_string).collect();
    output::print(&format!("{} in {}\n", names.join(" "), tables.folder().display()))
}
