//! Tables of what every position of a game is worth, by retrograde analysis: from the ends of games backwards.
//!
//! [`analyse`] works on numbers alone, so it serves games that number their positions ([`GamePlaces`]) as well as the endings of
//! chess, which reverse their moves. A table is kept as a [file](TableFile) that is read by position, and is truth by the name
//! `tables`.
//!
//! ```
//! use plyscope::game::{Remote, TicTacToe};
//! use plyscope::player::AnyGame;
//! use plyscope_tables::{GamePlaces, Value, analyse};
//! let places = GamePlaces::new(&AnyGame::new(TicTacToe::default()))?;
//! let values = analyse(&places, 1).values;
//! let worth = |text: &str| {
//!     let position = places.game().parse_position(text)?;
//!     Ok::<_, plyscope::Error>(values[places.place(&position)])
//! };
//! assert_eq!(worth(".../.../... X")?, Value::DRAW);
//! assert_eq!(worth("X.O/..O/X.. X")?, Value::win(1)); // to the mover, who completes the column
//! # Ok::<(), plyscope::Error>(())
//! ```

mod file;
mod game_places;
mod oracle;
mod retrograde;
mod value;

pub use file::{TableFile, cache_folder, path_of};
pub use game_places::GamePlaces;
pub use oracle::{GameTable, added_to, oracle, path};
pub use retrograde::{Analysed, Places, Start, analyse};
pub use value::Value;
