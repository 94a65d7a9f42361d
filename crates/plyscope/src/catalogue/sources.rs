//! Where trials come from, and who knows what moves are worth: by name.

use super::{Catalogue, Entry, Outside, Subject};
use crate::cache::{Cache, Memory, checksum};
use crate::error::{Error, Result};
use crate::key::Stream;
use crate::name::Given;
use crate::oracle::{ByGame, Nobody, Oracle, Playing, Reference, Solving};
use crate::player::{AnyGame, Player};
use crate::search::{Effort, SolveGoal};
use crate::source::{Drawn, Listed, RandomPositions, SelfPlay, Source, Wanted};
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

/// Makes a source.
pub type SourceMaker = dyn Fn(&SourceContext<'_>) -> Result<Arc<dyn Source>> + Send + Sync;
/// A kind of source.
pub type SourceEntry = Entry<(), Box<SourceMaker>>;

/// What an oracle is made for.
///
/// ```
/// use plyscope::catalogue::{Catalogue, OracleContext};
/// use plyscope::oracle::Certainty;
/// let catalogue = Catalogue::built_in();
/// let game = catalogue.game("tic-tac-toe")?;
/// let (game, source, cache) = (&game, None, None);
/// let context = OracleContext { game, source, evaluator: Some("lines"), seed: 1, cache, catalogue: &catalogue };
/// assert_eq!(catalogue.oracle("solve", &context)?.certainty(), Certainty::Exact);
/// assert_eq!(catalogue.oracle("search(depth=6)", &context)?.certainty(), Certainty::Proxy);
/// # Ok::<(), plyscope::Error>(())
/// ```
pub struct OracleContext<'a> {
    /// The game.
    pub game: &'a AnyGame,
    /// Where the positions come from, for oracles that depend on it.
    pub source: Option<&'a dyn Source>,
    /// The evaluator of the judged player, for oracles that search or play with the same one; none where several are
    /// judged that have different ones.
    pub evaluator: Option<&'a str>,
    /// The seed of what its players learn.
    pub seed: u64,
    /// Where what is learned is kept; none where nothing is to be learned yet, and the oracle not to be asked.
    pub cache: Option<&'a dyn Cache>,
    /// What names mean.
    pub catalogue: &'a Catalogue,
}

impl OracleContext<'_> {
    /// A player of minimax with the evaluator that is named, or else that of the judged player.
    fn player(&self, kind: &str, evaluator: &str) -> Result<Arc<dyn Player>> {
        let named = if evaluator == "same" { self.evaluator } else { Some(evaluator) };
        let named = named.ok_or_else(|| Error::Settings {
            kind: kind.to_string(),
            why: "several evaluators are judged: say which one it uses, evaluator=\"...\"".into(),
        })?;
        let subject = Subject { game: self.game, seed: self.seed, cache: self.cache };
        let search = if self.game.facts().has_chance { "full-width" } else { "alpha-beta(scores=all)" };
        self.catalogue.player_with(&subject, "minimax", named, search)
    }
}

/// Makes an oracle.
pub type OracleMaker = dyn Fn(&OracleContext<'_>) -> Result<Arc<dyn Oracle>> + Send + Sync;
/// A kind of oracle.
pub type OracleEntry = Entry<(), Box<OracleMaker>>;

fn source(
    make: impl Fn(&SourceContext<'_>) -> Result<Arc<dyn Source>> + Send + Sync + 'static,
) -> Box<SourceMaker> {
    Box::new(make)
}

fn oracle(
    make: impl Fn(&OracleContext<'_>) -> Result<Arc<dyn Oracle>> + Send + Sync + 'static,
) -> Box<OracleMaker> {
    Box::new(make)
}

/// How deep players of games look ahead.
fn depth(given: &mut Given<'_>) -> u32 {
    given.integer("depth", "2", "a whole number from 1 to 20", 1..=20)
}

/// The evaluator of an oracle's player.
fn evaluator(given: &mut Given<'_>) -> String {
    let allowed = "an evaluator, in quotes where it has parameters; same: that of the judged player";
    given.text("evaluator", "same", allowed)
}

/// `all`, or `from..to`.
fn plies(text: &str) -> Option<Option<RangeInclusive<u32>>> {
    if text == "all" {
        return Some(None);
    }
    let (from, to) = text.split_once("..")?;
    let (from, to) = (from.parse().ok()?, to.parse().ok()?);
    (from <= to).then_some(Some(from..=to))
}

/// Sources that come with this crate.
pub(super) fn sources() -> Vec<SourceEntry> {
    let drawn = "A game drawn by key, another one for every trial.";
    let random = "One position from a random game; `plies=20..40`: one that many plies into it.";
    let file = "A position from a file, one per line, in order. Blank lines and lines that begin with `#` are \
        skipped.";
    let self_play = "One position from a game that minimax plays against itself, after `opening` random plies. \
        `fitting` is the first evaluator that knows the game.";
    vec![
        Entry::taking("drawn", drawn, |_| {
            Ok(source(|context| {
                let drawn = Drawn::new(context.game, context.stream, context.wanted);
                let refused = || Error::Settings {
                    kind: "drawn".into(),
                    why: format!("{} is played from a start; take random", context.game.name()),
                };
                Ok(Arc::new(drawn.ok_or_else(refused)?))
            }))
        }),
        Entry::taking("random", random, |given| {
            let allowed = "all, or from..to: positions so many plies into a random game";
            let plies = given.value("plies", "all", allowed, plies);
            Ok(source(move |context| {
                let (game, stream) = (context.game.clone(), context.stream);
                Ok(Arc::new(RandomPositions { game, stream, plies: plies.clone() }))
            }))
        }),
        Entry::taking("self-play", self_play, |given| {
            let effort = Effort::Depth(depth(given));
            let allowed =
                "an evaluator, in quotes where it has parameters; fitting: the first that knows the game";
            let evaluator = given.text("evaluator", "fitting", allowed);
            let opening = given.integer("opening", "4", "random plies that come first, 0 to 1000", 0..=1000);
            Ok(source(move |context| {
                let (game, stream) = (context.game.clone(), context.stream);
                let cache = Memory::default();
                let subject = Subject { game: &game, seed: context.seed, cache: Some(&cache) };
                let evaluator = match evaluator.as_str() {
                    "fitting" => context.catalogue.fitting(&game)?,
                    named => named.to_string(),
                };
                let player = context.catalogue.player_with(&subject, "minimax", &evaluator, "full-width")?;
                Ok(Arc::new(SelfPlay { game, stream, player, effort, opening }))
            }))
        }),
        Entry::taking("file", file, |given| {
            let path = given.text("path", "positions.txt", "a file of positions, one per line");
            Ok(source(move |context| {
                let text = (context.read)(&path)?;
                let name = format!("file(path={path:?}) {:016x}", checksum(&text));
                let listed = Listed::parse(context.game.clone(), context.stream, &text)?;
                if listed.trials() == Some(0) {
                    let why = format!("{path} has no positions: write one per line");
                    return Err(Error::Settings { kind: "file".into(), why });
                }
                Ok(Arc::new(listed.called(&name)))
            }))
        })
        .reaching(Outside::Files),
    ]
}

/// Oracles that come with this crate.
pub(super) fn oracles() -> Vec<OracleEntry> {
    let construction = "What the game itself knows: games drawn by key.";
    let solve = "Every move is solved, to a limit of nodes; positions share a table. With `score=yes` to the exact score, \
        not only the winner.";
    let search = "A deeper search with the evaluator of the player being judged, at this depth and at the one \
        before: a proxy, for measurements.";
    let told = "What a test suite in EPD says itself, by `bm` and `am`: a proxy, taken by itself where the positions \
        are such a suite (chess).";
    let play = "Results of minimax self-play after every move: a proxy, for measurements.";
    vec![
        Entry::taking("construction", construction, |_| {
            Ok(oracle(|context| Ok(Arc::new(ByGame::new(context.game.clone())?))))
        }),
        Entry::taking("solve", solve, |given| {
            let allowed = "how many nodes a position with all its moves may cost, 100 to 4294967295";
            let nodes = u64::from(given.integer("nodes", "1000000", allowed, 100..=u32::MAX));
            let allowed = "MiB of the table that positions share, 1 to 65536";
            let table = given.integer("table", "64", allowed, 1..=65536);
            let allowed = "yes or no: the exact score, not only who wins";
            let score = given.word("score", allowed, &[("no", false), ("yes", true)]);
            Ok(oracle(move |context| {
                let usual = Solving::new(context.game.clone());
                let asked = if score { SolveGoal::Value } else { usual.asked };
                Ok(Arc::new(Solving { nodes, table, a_move: false, asked, ..usual }))
            }))
        }),
        Entry::taking("search", search, |given| {
            let allowed = "a whole number from 2 to 100; the depth before it is asked too";
            let effort = Effort::Depth(given.integer("depth", "10", allowed, 2..=100));
            let evaluator = evaluator(given);
            Ok(oracle(move |context| {
                let player = context.player("search", &evaluator)?;
                Ok(Arc::new(Reference { game: context.game.clone(), player, effort }))
            }))
        }),
        Entry::taking("play", play, |given| {
            let games = given.integer("games", "20", "games after every move, 1 to 1000000", 1..=1_000_000);
            let (effort, evaluator) = (Effort::Depth(depth(given)), evaluator(given));
            Ok(oracle(move |context| {
                let player = context.player("play", &evaluator)?;
                Ok(Arc::new(Playing { game: context.game.clone(), player, effort, games }))
            }))
        }),
        Entry::taking("epd", told, |_| {
            Ok(oracle(|context| {
                context.source.and_then(|source| source.truth()).ok_or_else(|| Error::Settings {
                    kind: "epd".into(),
                    why: "no position says which moves are right: take a list of chess positions with bm or am, \
                          --positions 'file(path=\"suite.epd\")'"
                        .into(),
                })
            }))
        }),
        Entry::taking("none", "No truth: what the moves are worth is unknown.", |_| {
            Ok(oracle(|_| Ok(Arc::new(Nobody))))
        }),
    ]
}
