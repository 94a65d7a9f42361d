//! The engines that answered in a run, as its folder records them. What they are decides numbers; how often they crashed,
//! and what was known from before, does not, and stands beside the results.

use crate::measurement::EngineReport;
use plyscope::player::Program;

/// Adds what programs did to what is known of them.
pub(crate) fn add(known: &mut Vec<EngineReport>, programs: &[EngineReport]) {
    for program in programs {
        let same = |one: &&mut EngineReport| (&one.player, &one.hash) == (&program.player, &program.hash);
        match known.iter_mut().find(same) {
            None => known.push(program.clone()),
            Some(known) => {
                known.answers += program.answers;
                known.cached += program.cached;
                known.crashes += program.crashes;
                if known.crash.is_empty() {
                    known.crash.clone_from(&program.crash);
                }
            }
        }
    }
}

/// As a run's folder and a report have it.
pub(crate) fn reports(programs: &[Program]) -> Vec<EngineReport> {
    let report = |program: &Program| {
        let Program { player, name, hash, answers, cached, crashes, crash } = program.clone();
        EngineReport { player, name, hash, answers, cached, crashes, crash }
    };
    let mut all = Vec::new();
    add(&mut all, &programs.iter().map(report).collect::<Vec<_>>());
    all
}
