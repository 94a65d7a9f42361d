//! The engines of a measurement: which program each is, and how it did. What they are decides numbers; how often they crashed,
//! and what was known from before, does not, and stands beside the results.

use super::Measurement;
use plyscope::name::Name;
use plyscope::player::Program;
use serde::{Deserialize, Serialize, Serializer};
use serde_json::json;

/// An engine in another program.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct EngineReport {
    /// The player, as it was named.
    pub player: String,
    /// What the program calls itself.
    pub name: String,
    /// A number for its executable and the files that belong to it.
    pub hash: String,
    /// Does the system hide which programs the command starts?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub hides_wrapped: bool,
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
            let Program { player, name, hash, hides_wrapped, answers, cached, crashes, crash } =
                program.clone();
            let engine = EngineReport { player, name, hash, hides_wrapped, answers, cached, crashes, crash };
            Self::add(&mut all, &[engine]);
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
        let EngineReport { player, name, hash, hides_wrapped, answers, cached, crashes, crash } = self;
        let mut text =
            format!("{player} is {name}, hash {hash}; answers: {answers}, from the cache: {cached}");
        if *hides_wrapped {
            text.push_str(
                "; the hash is that of the named files alone: this system does not show what a wrapper script starts, so that \
                 is known by its name only",
            );
        }
        if *crashes > 0 {
            let crash = crash.replace("\n  ", "; ");
            text.push_str(&format!("; tries that failed: {crashes}, the first {crash}"));
        }
        text
    }
}

impl Measurement {
    /// Says which engines answered. In the first sentence one is called what it calls itself, with its version, and its file
    /// only where another one calls itself the same.
    pub(crate) fn tell_engines(&mut self, engines: Vec<EngineReport>) {
        for player in self.players.iter_mut().chain(self.judged_by.values_mut().flatten()) {
            let played = |engine: &&EngineReport| shared(&engine.player, &player.name);
            let Some(engine) = engines.iter().filter(|engine| played(engine).is_some()).max_by_key(played)
            else {
                continue;
            };
            let alike = engines.iter().filter(|other| other.name == engine.name).count();
            let who = &player.finding.who;
            let options = who.find(" (").map_or("", |at| &who[at..]);
            let called = match alike {
                1 => format!("{}{options}", engine.name),
                _ => format!("{}, {who},", engine.name),
            };
            player.finding.call(&called);
        }
        self.engines = engines;
    }
}

/// How many parameters an engine's name has, if a player's has them all: what a player is named besides is as usual.
fn shared(engine: &str, player: &str) -> Option<usize> {
    let (engine, player) = (engine.parse::<Name>().ok()?, player.parse::<Name>().ok()?);
    let same = |(key, value): (&str, &str)| player.get(key) == Some(value);
    (engine.kind() == player.kind() && engine.parameters().all(same)).then(|| engine.parameters().count())
}

/// What engines are, without what they did: results are the same whatever was asked before, and whatever crashed.
pub(super) fn who<S: Serializer>(engines: &[EngineReport], to: S) -> Result<S::Ok, S::Error> {
    let one =
        |engine: &EngineReport| json!({"player": engine.player, "name": engine.name, "hash": engine.hash});
    engines.iter().map(one).collect::<Vec<_>>().serialize(to)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measurement::{PlayerSetup, Setup, TruthSetup};
    use plyscope::oracle::Certainty;
    use plyscope::search::Effort;

    /// The first sentence has the version, and two players of one program are still told apart.
    #[test]
    fn an_engine_is_called_what_it_calls_itself() {
        let player = |name: &str| PlayerSetup {
            name: name.into(),
            rule: String::new(),
            evaluator: String::new(),
            calibrated: false,
            even: 0.0,
            absent: Vec::new(),
            rivals: Vec::new(),
        };
        let first = |names: &[&str]| {
            let setup = Setup {
                game: "chess".into(),
                named: "chess".into(),
                positions: "somewhere".into(),
                seed: 1,
                asked: 0,
                always: false,
                listed: false,
                selected: false,
                remarks: Vec::new(),
                better: None,
                efforts: vec![Effort::Depth(1)],
                margins: false,
                repairs: Vec::new(),
                truths: vec![TruthSetup {
                    name: "none".into(),
                    certainty: Certainty::None,
                    scores: false,
                    oracles: Vec::new(),
                }],
                players: names.iter().map(|name| player(name)).collect(),
                comparison: None,
                groups: None,
            };
            let engine = |name: &&str| EngineReport {
                player: name.to_string(),
                name: "Toga II 4.01".into(),
                hash: "12".into(),
                ..EngineReport::default()
            };
            let mut found = Measurement::new(&setup, &[]);
            found.tell_engines(names.iter().map(engine).collect());
            found.players.iter().map(|player| player.finding.overall.clone()).collect::<Vec<_>>()
        };
        let plain = r#"uci(command="/usr/games/toga2")"#;
        assert!(first(&[plain])[0].starts_with("Toga II 4.01 in chess, "), "{:?}", first(&[plain]));
        assert_eq!(shared("uci(command=x)", "uci(command=x,hash=16)"), Some(1), "a usual value is left out");
        assert_eq!(shared("uci(command=x,hash=8)", "uci(command=x)"), None);
        let two = first(&[plain, r#"uci(command="/usr/games/toga2",hash=8)"#]);
        assert!(two[0].starts_with("Toga II 4.01, "), "{two:?}");
        assert!(two[0] != two[1] && two[1].contains("hash=8"), "{two:?}");
    }

    #[test]
    fn what_a_system_hides_is_said() {
        let shown = EngineReport {
            player: "uci(command=\"toga2\")".into(),
            name: "Toga II".into(),
            hash: "12".into(),
            ..EngineReport::default()
        };
        let hidden = EngineReport { hides_wrapped: true, ..shown.clone() };
        assert!(
            !shown.sentence().contains("wrapper")
                && hidden.sentence().contains("what a wrapper script starts")
        );
        // A run folder of a system that shows it is as it was.
        assert!(!serde_json::to_string(&shown).unwrap().contains("hides"));
        let read: EngineReport = serde_json::from_str(&serde_json::to_string(&hidden).unwrap()).unwrap();
        assert_eq!(read, hidden);
    }
}
