//! Truth from a table of all positions of a game.

use crate::file::{TableFile, cache_folder, path_of};
use crate::game_places::{GamePlaces, check};
use crate::retrograde::analyse;
use crate::value::Value;
use plyscope::catalogue::{Catalogue, Entry, OracleEntry, OracleMaker, Outside};
use plyscope::error::{Error, Result};
use plyscope::game::{AnyPosition, Turn, expand_one};
use plyscope::key::TrialKey;
use plyscope::name::Given;
use plyscope::oracle::{Certainty, Judgement, Oracle};
use plyscope::player::AnyGame;
use plyscope::truth::TrueValue;
use plyscope::value::Player;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

/// The parameter of `tables(...)`.
pub fn path(given: &mut Given<'_>) -> String {
    let allowed =
        "a folder of tables; cache: plyscope/tables in the user's cache directory; what is missing is made";
    given.text("path", "cache", allowed)
}

/// Bytes of a value.
const WIDTH: usize = 2;

/// A table of all positions of a game, in the first player's view: made where it is missing, when it is asked first.
///
/// ```
/// use plyscope::game::{Remote, Kalah};
/// use plyscope::key::Stream;
/// use plyscope::player::AnyGame;
/// use plyscope_tables::GameTable;
/// let folder = std::env::temp_dir().join(format!("plyscope-example-{}", std::process::id()));
/// let game = AnyGame::new(Kalah::new(2, 1)?);
/// let table = GameTable::new(&game, &folder)?;
/// let start = game.start(Stream::new(1, "example").trial(0))?;
/// // The second pit goes to the store, with another turn; then the first captures: 3 seeds against 1.
/// assert_eq!(table.value(&start)?.worth(), 3.0 - 1.0);
/// # std::fs::remove_dir_all(folder).unwrap();
/// # Ok::<(), plyscope::Error>(())
/// ```
#[derive(Debug)]
pub struct GameTable {
    game: AnyGame,
    path: PathBuf,
    places: usize,
    file: OnceLock<Result<TableFile>>,
}

impl GameTable {
    /// In a folder, which need not be there yet. Refused for games that cannot have a table.
    pub fn new(game: &AnyGame, folder: &Path) -> Result<Self> {
        let start = check(game)?;
        let places = game.numbers(&start).unwrap_or(0) as usize;
        let path = path_of(folder, &game.name().to_string());
        Ok(GameTable { game: game.clone(), path, places, file: OnceLock::new() })
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Is the file there, and all of it sound?
    pub fn is_made(&self) -> bool {
        let sound = |file: Option<TableFile>| file.is_some_and(|file| file.values().is_ok());
        self.open().is_ok_and(sound)
    }

    fn open(&self) -> Result<Option<TableFile>> {
        TableFile::open(&self.path, &self.game.name().to_string(), WIDTH, self.places)
    }

    /// Works it out on `threads` threads, and writes it.
    pub fn make(&self, threads: usize) -> Result<()> {
        let places = GamePlaces::new(&self.game)?;
        let analysed = analyse(&places, threads);
        if places.has_margins() && analysed.endless > 0 {
            let why = format!("{}: its positions repeat, so its payoffs have no table", self.game.name());
            return Err(Error::Settings { kind: "tables".into(), why });
        }
        // In the first player's view, so that the turn does not matter.
        let seen =
            |(place, value): (usize, Value)| if places.is_second(place) { value.opposite() } else { value };
        let bytes: Vec<u8> =
            analysed.values.into_iter().enumerate().map(seen).flat_map(Value::to_bytes).collect();
        TableFile::write(&self.path, &self.game.name().to_string(), WIDTH, &bytes)
    }

    fn file(&self) -> Result<&TableFile> {
        let opened = self.file.get_or_init(|| {
            if let Some(file) = self.open()? {
                return Ok(file);
            }
            self.make(std::thread::available_parallelism().map_or(1, |cores| cores.get()))?;
            self.open().map(|file| file.expect("it was made just now"))
        });
        opened.as_ref().map_err(Error::clone)
    }

    /// What a position is worth to the first player.
    pub fn value(&self, position: &AnyPosition) -> Result<Value> {
        let bytes = self.file()?.at(self.game.number(position) as usize)?;
        Ok(Value::from_bytes([bytes[0], bytes[1]]))
    }
}

impl Oracle for GameTable {
    fn name(&self) -> String {
        "tables".into()
    }
    fn certainty(&self) -> Certainty {
        Certainty::Exact
    }
    fn judge(&self, positions: &[(AnyPosition, TrialKey)]) -> Result<Vec<Judgement>> {
        let judge = |(position, _): &(AnyPosition, TrialKey)| {
            let expansion = expand_one(&*self.game, position)?;
            let mover = match expansion.turn {
                Turn::Player(player) => player,
                Turn::Chance | Turn::Over => Player::FIRST,
            };
            let moves = expansion.after.iter().map(|child| match self.value(child)? {
                Value::NOWHERE => Ok(TrueValue::Unknown),
                value => Ok(TrueValue::Exact(value.worth())),
            });
            Ok(Judgement { mover, moves: moves.collect::<Result<_>>()? })
        };
        positions.iter().map(judge).collect()
    }
}

/// Truth from the table of a game in a folder, or in the cache where the path is `cache`.
pub fn oracle(game: &AnyGame, path: &str) -> Result<Arc<dyn Oracle>> {
    let folder = if path == "cache" { cache_folder()? } else { PathBuf::from(path) };
    Ok(Arc::new(GameTable::new(game, &folder)?))
}

fn entry() -> OracleEntry {
    let summary = "A table of all positions of the game, made where it is missing.";
    Entry::taking("tables", summary, |given| {
        let path = path(given);
        let make: Box<OracleMaker> = Box::new(move |context| oracle(context.game, &path));
        Ok(make)
    })
    .reaching(Outside::Files)
}

/// A catalogue with tables as truth in it.
#[must_use]
pub fn added_to(catalogue: Catalogue) -> Catalogue {
    catalogue.with_oracle(entry())
}
