//! Who plays.

use super::MAX_PLAYERS;
use crate::error::{Error, Result};
use std::fmt;

/// A player, counted from 0; shown counted from 1.
///
/// ```
/// use plyscope::value::Player;
/// assert_eq!((Player::FIRST.opponent(), Player::at_ply(3)), (Player::SECOND, Player::SECOND));
/// assert_eq!("3".parse::<Player>()?.index(), 2); // people count from 1
/// assert!(Player::new(8).is_none());
/// # Ok::<(), plyscope::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Player(u8);

impl Player {
    /// The player in whose view all values are; moves first in most games.
    pub const FIRST: Player = Player(0);
    /// The other player of two.
    pub const SECOND: Player = Player(1);

    /// The player of an index below [`MAX_PLAYERS`]; nothing beyond.
    pub fn new(index: usize) -> Option<Self> {
        (index < MAX_PLAYERS).then_some(Player(index as u8))
    }

    /// Counted from 0.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The other one of two players.
    pub fn opponent(self) -> Self {
        if self == Player::FIRST { Player::SECOND } else { Player::FIRST }
    }

    /// The player to move at a ply of a game in which two players take turns.
    pub fn at_ply(ply: u32) -> Self {
        Player((ply % 2) as u8)
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0 + 1)
    }
}

/// Counted from 1, as it is shown.
impl std::str::FromStr for Player {
    type Err = Error;

    fn from_str(text: &str) -> Result<Player> {
        let index = text.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        index.and_then(Player::new).ok_or_else(|| Error::Player { text: text.chars().take(20).collect() })
    }
}
