//! Where trials come from, and who knows what moves are worth: by name.

use super::{Catalogue, Entry, Subject};
use crate::error::{Error, Result};
use crate::key::Stream;
use crate::name::{Arguments, Parameter};
use crate::oracle::{ByGame, Nobody, Oracle, Solving};
use crate::player::AnyGame;
use crate::search::Effort;
use crate::shelf::{Memory, checksum};
use crate::source::{Drawn, Listed, RandomMoments, SelfPlay, Source, Wanted};
use std::ops::RangeInclusive;
use std::sync::Arc;

/// What a source is made for.
pub struct SourceContext<'a> {
    /// The game.
    pub game: &'a AnyGame,
    /// What its keys are made from.
    pub stream: Stream,
    /// Which drawn games count.
    pub wanted: Wanted,
    /// The seed of what its players learn.
    pub seed: u64,
    /// What names mean.
    pub catalogue: &'a Catalogue,
    /// Reads a file: this crate does not.
    pub read: &'a dyn Fn(&str) -> Result<String>,
}

/// A kind of source.
pub type SourceEntry = Entry<(), Box<dyn Fn(&SourceContext<'_>) -> Result<Arc<dyn Source>> + Send + Sync>>;
/// A kind of oracle.
pub type OracleEntry = Entry<(), Box<dyn Fn(&AnyGame) -> Result<Arc<dyn Oracle>> + Send + Sync>>;
/// Makes a source.
pub(super) type SourceMaker = dyn Fn(&SourceContext<'_>) -> Result<Arc<dyn Source>> + Send + Sync;
/// Makes an oracle.
pub(super) type OracleMaker = dyn Fn(&AnyGame) -> Result<Arc<dyn Oracle>> + Send + Sync;

const PLIES: Parameter = Parameter {
    name: "plies",
    default: "all",
    allowed: "all, or from..to: positions so many plies into a random game",
};
const DEPTH: Parameter = Parameter { name: "depth", default: "2", allowed: "a whole number from 1 to 20" };
const OPENING: Parameter =
    Parameter { name: "opening", default: "4", allowed: "random plies that come first, 0 to 1000" };
const EVALUATOR: Parameter = Parameter {
    name: "evaluator",
    default: "fitting",
    allowed: "an evaluator, in quotes where it has parameters; fitting: the first that knows the game",
};
const PATH: Parameter =
    Parameter { name: "path", default: "positions.txt", allowed: "a file of positions, one a line" };
const NODES: Parameter = Parameter {
    name: "nodes",
    default: "1000000",
    allowed: "how many nodes a position with all its moves may cost, 100 or more",
};
const TABLE: Parameter =
    Parameter { name: "table", default: "64", allowed: "MiB of the table that positions share, 1 to 65536" };

fn source(
    make: impl Fn(&SourceContext<'_>) -> Result<Arc<dyn Source>> + Send + Sync + 'static,
) -> Box<SourceMaker> {
    Box::new(make)
}

fn oracle(make: impl Fn(&AnyGame) -> Result<Arc<dyn Oracle>> + Send + Sync + 'static) -> Box<OracleMaker> {
    Box::new(make)
}

/// `from..to`.
fn range(arguments: &Arguments<'_>) -> Result<Option<RangeInclusive<u32>>> {
    let text = arguments.text("plies");
    if text == "all" {
        return Ok(None);
    }
    let read = text.split_once("..").and_then(|(from, to)| {
        let (from, to) = (from.parse().ok()?, to.parse().ok()?);
        (from <= to).then_some(from..=to)
    });
    read.map(Some).ok_or_else(|| arguments.refuse("plies"))
}

/// Sources that come with this crate.
pub(super) fn sources() -> Vec<SourceEntry> {
    vec![
        Entry::new("drawn", "Games drawn by key, one a trial (games that are).", &[], |_, &()| {
            Ok(source(|context| {
                let drawn = Drawn::new(context.game, context.stream, context.wanted);
                let refused = || Error::Settings {
                    kind: "drawn".into(),
                    why: format!("{} is played from a start; take random", context.game.name()),
                };
                Ok(Arc::new(drawn.ok_or_else(refused)?))
            }))
        }),
        Entry::new("random", "One position of each of many random games.", &[PLIES], |arguments, &()| {
            let plies = range(arguments)?;
            Ok(source(move |context| {
                let (game, stream) = (context.game.clone(), context.stream);
                Ok(Arc::new(RandomMoments { game, stream, plies: plies.clone() }))
            }))
        }),
        Entry::new(
            "self-play",
            "One position of each of many games that minimax plays against itself.",
            &[DEPTH, EVALUATOR, OPENING],
            |arguments, &()| {
                let effort = Effort::Depth(arguments.integer("depth", 1..=20)?);
                let opening = arguments.integer("opening", 0..=1000)?;
                let evaluator = arguments.text("evaluator").to_string();
                Ok(source(move |context| {
                    let (game, stream) = (context.game.clone(), context.stream);
                    let shelf = Memory::default();
                    let subject = Subject { game: &game, seed: context.seed, shelf: Some(&shelf) };
                    let evaluator = match evaluator.as_str() {
                        "fitting" => context.catalogue.fitting(&game)?,
                        named => named.to_string(),
                    };
                    let player =
                        context.catalogue.player_with(&subject, "minimax", &evaluator, "full-width")?;
                    Ok(Arc::new(SelfPlay { game, stream, player, effort, opening }))
                }))
            },
        ),
        Entry::new("file", "Positions from a file, one a line, in order.", &[PATH], |arguments, &()| {
            let path = arguments.text("path").to_string();
            Ok(source(move |context| {
                let text = (context.read)(&path)?;
                let name = format!("file(path={path:?}) {:016x}", checksum(&text));
                let listed = Listed::parse(context.game.clone(), context.stream, &text)?;
                Ok(Arc::new(listed.called(&name)))
            }))
        }),
    ]
}

/// Oracles that come with this crate.
pub(super) fn oracles() -> Vec<OracleEntry> {
    vec![
        Entry::new(
            "construction",
            "What the game itself knows (games that are drawn by key).",
            &[],
            |_, &()| Ok(oracle(|game| Ok(Arc::new(ByGame::new(game.clone())?)))),
        ),
        Entry::new("solve", "Every move solved, to a limit of nodes.", &[NODES, TABLE], |arguments, &()| {
            let nodes = u64::from(arguments.integer("nodes", 100..=u32::MAX)?);
            let table = arguments.integer("table", 1..=65536)?;
            Ok(oracle(move |game| {
                let solving = Solving { nodes, table, a_move: false, ..Solving::new(game.clone()) };
                Ok(Arc::new(solving))
            }))
        }),
        Entry::new("none", "Nobody knows what moves are worth.", &[], |_, &()| {
            Ok(oracle(|_| Ok(Arc::new(Nobody))))
        }),
    ]
}
