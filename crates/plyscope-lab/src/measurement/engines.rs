//! The engines of a measurement: which program each is, and how it did. What they are decides numbers; how often they crashed,
//! and what was known from before, does not, and stands beside the results.

use plyscope::player::Program;
use serde::{Deserialize, Serialize, Serializer};
use serde_json::json;

/// An engine in another program.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct EngineReport {
    /// The player, as it was named.
    pub player: String,
    /// What the program calls itself.
    pub name: String,
    /// A number for its executable and the files that belong to it.
    pub hash: String,
    /// Decisions that it was asked for.
    #[serde(default)]
    pub answers: u64,
    /// How many of them were kept from before.
    #[serde(default)]
    pub cached: u64,
    /// Tries that crashed, hung or gave an answer that is none.
    #[serde(default)]
    pub crashes: u64,
    /// What happened the first time.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub crash: String,
}

impl EngineReport {
    /// What programs did, those of one engine together.
    pub(crate) fn all(programs: &[Program]) -> Vec<Self> {
        let mut all = Vec::new();
        for program in programs {
            let Program { player, name, hash, answers, cached, crashes, crash } = program.clone();
            Self::add(&mut all, &[EngineReport { player, name, hash, answers, cached, crashes, crash }]);
        }
        all
    }

    /// Adds what engines did to what is known of them.
    pub(crate) fn add(known: &mut Vec<Self>, engines: &[Self]) {
        for engine in engines {
            let same = |one: &&mut Self| (&one.player, &one.hash) == (&engine.player, &engine.hash);
            match known.iter_mut().find(same) {
                None => known.push(engine.clone()),
                Some(known) => {
                    known.answers += engine.answers;
                    known.cached += engine.cached;
                    known.crashes += engine.crashes;
                    if known.crash.is_empty() {
                        known.crash.clone_from(&engine.crash);
                    }
                }
            }
        }
    }

    /// In a sentence or two.
    pub(super) fn sentence(&self) -> String {
        let EngineReport { player, name, hash, answers, cached, crashes, crash } = self;
        let mut text =
            format!("{player} is {name}, hash {hash}; answers: {answers}, from the cache: {cached}");
        if *crashes > 0 {
            let crash = crash.replace("\n  ", "; ");
            text.push_str(&format!("; tries that failed: {crashes}, the first {crash}"));
        }
        text
    }
}

/// What engines are, without what they did: results are the same whatever was asked before, and whatever crashed.
pub(super) fn who<S: Serializer>(engines: &[EngineReport], to: S) -> Result<S::Ok, S::Error> {
    let one =
        |engine: &EngineReport| json!({"player": engine.player, "name": engine.name, "hash": engine.hash});
    engines.iter().map(one).collect::<Vec<_>>().serialize(to)
}
