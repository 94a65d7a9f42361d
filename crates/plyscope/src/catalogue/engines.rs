//! Players that are no rule, evaluator and search of ours, by name.

use super::{Entry, Outside};
use crate::error::{Error, Result};
use crate::name::Parameter;
use crate::player::{AnyGame, Player};
use std::sync::Arc;

/// Makes a player of a game; what it is made of may be another program, which is started then.
pub type EngineMaker = dyn Fn(&AnyGame) -> Result<Arc<dyn Player>> + Send + Sync;

/// A kind of player. Reading a name is cheap; what it makes is made for a game.
pub type EngineEntry = Entry<(), Box<EngineMaker>>;

const NAME: Parameter =
    Parameter { name: "name", default: "main", allowed: "an engine that the game brings" };

/// What comes with this crate.
pub(super) fn entries() -> Vec<EngineEntry> {
    let summary = "An engine of the game's own program.";
    let entry = Entry::new("engine", summary, &[NAME], |arguments, &()| {
        let name = arguments.text("name").to_string();
        let make: Box<EngineMaker> = Box::new(move |game| {
            let brings = game.brings();
            brings.and_then(|brings| brings.engine(&name)).unwrap_or_else(|| {
                let known = brings.map_or(Vec::new(), |brings| brings.engines()).join(", ");
                let known = if known.is_empty() { crate::error::NONE.into() } else { known };
                Err(Error::UnknownKind { what: "engine of the game", name: name.clone(), known })
            })
        });
        Ok(make)
    });
    vec![entry.reaching(Outside::Program)]
}
