//! An engine as a player: a pool of them, one for every thread that asks.

use super::answers::Answers;
use super::engine::{Choice, Engine, Settings};
use crate::child::Failure;
use plyscope::game::{AnyPosition, Turn, expand_one};
use plyscope::name::Name;
use plyscope::player::{AnyGame, Observation, Parts, Player};
use plyscope::search::Effort;
use plyscope::value::{AnyValue, Player as Side};
use plyscope::{Error, Result};
use std::ffi::OsString;
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// How often a position is tried, each time with a new engine, before it is given up.
const TRIES: usize = 3;

/// A chess engine in another program.
pub struct UciPlayer {
    name: Name,
    game: AnyGame,
    words: Vec<String>,
    settings: Settings,
    timeout: Duration,
    supervisor: Vec<OsString>,
    idle: Mutex<Vec<Engine>>,
    answers: Answers,
}

impl UciPlayer {
    /// Starts an engine, to see that it is one. The game's positions are FENs, and its moves are named as UCI does.
    pub fn open(
        name: Name,
        game: AnyGame,
        words: Vec<String>,
        settings: Settings,
        timeout: Duration,
        supervisor: Vec<OsString>,
        answers: Answers,
    ) -> Result<Self> {
        let player =
            UciPlayer { name, game, words, settings, timeout, supervisor, idle: Mutex::default(), answers };
        let engine = player.engine().map_err(|failure| player.error(&failure))?;
        player.put_back(engine);
        Ok(player)
    }

    fn error(&self, failure: &Failure) -> Error {
        Error::Program { program: self.name.to_string(), why: failure.to_string() }
    }

    fn engine(&self) -> std::result::Result<Engine, Failure> {
        let idle = self.idle.lock().expect("nobody panics with it").pop();
        match idle {
            Some(engine) => Ok(engine),
            None => Engine::start(&self.supervisor, &self.words, &self.settings, self.timeout),
        }
    }

    fn put_back(&self, engine: Engine) {
        self.idle.lock().expect("nobody panics with it").push(engine);
    }

    /// What it plays at all depths to the last.
    fn choices(&self, position: &AnyPosition, deepest: u32) -> Result<(Vec<Choice>, Vec<String>)> {
        let (fen, legal) = (self.game.position_text(position), self.game.move_names(position)?);
        if legal.is_empty() {
            return Err(Error::NoMove);
        }
        if let Some(known) = self.answers.get(&fen, deepest) {
            return Ok((known, legal));
        }
        let mut failed = None;
        for _ in 0..TRIES {
            let found = self.engine().and_then(|mut engine| {
                let found = engine.search(&fen, deepest, &legal)?;
                self.put_back(engine);
                Ok(found)
            });
            match found {
                Ok(found) => {
                    self.answers.put(&fen, &found);
                    return Ok((found, legal));
                }
                Err(failure) => failed = Some(failure),
            }
        }
        let why = failed.map_or(String::new(), |failure| failure.to_string());
        Err(Error::Failed { player: self.name.to_string(), position: fen, tries: TRIES, why })
    }
}

impl Player for UciPlayer {
    fn parts(&self) -> Parts {
        Parts { search: self.name.to_string(), ..Parts::default() }
    }

    fn decide_until(
        &self,
        position: &AnyPosition,
        efforts: &[Effort],
        _: Option<&AtomicBool>,
    ) -> Result<Observation> {
        let least = efforts.iter().filter_map(|effort| effort.depth()).min();
        let effort = least.map(Effort::Depth).or(efforts.first().copied()).unwrap_or(Effort::Depth(0));
        Ok(self.decide_each(position, &[effort])?.remove(0))
    }

    fn decide_each(&self, position: &AnyPosition, efforts: &[Effort]) -> Result<Vec<Observation>> {
        efforts.iter().try_for_each(|effort| self.check_effort(*effort))?;
        let depths: Vec<u32> = efforts.iter().filter_map(|effort| effort.depth()).collect();
        let (choices, legal) = self.choices(position, depths.iter().copied().max().unwrap_or(1))?;
        let first = expand_one(&*self.game, position)?.turn == Turn::Player(Side::FIRST);
        let observed = |depth: &u32| {
            let at = &choices[*depth as usize - 1];
            let choice = legal.iter().position(|known| *known == at.choice).unwrap_or_default();
            let mut seen = Observation::of_move(choice);
            // In the first player's view, as everywhere.
            let pawns = at.score.map(|score| if first { score.pawns() } else { -score.pawns() });
            seen.value = pawns.map(AnyValue::Number);
            seen.counts.generated = at.nodes.unwrap_or(0);
            seen.depth = Some(*depth);
            seen
        };
        Ok(depths.iter().map(observed).collect())
    }

    fn check_effort(&self, effort: Effort) -> Result<()> {
        match effort {
            Effort::Depth(1..=200) => Ok(()),
            _ => Err(Error::Effort {
                search: self.name.to_string(),
                effort: effort.to_string(),
                efforts: "a depth of 1 to 200 (many engines pass over a number of nodes)".into(),
            }),
        }
    }
}
