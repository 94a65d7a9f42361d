//! Who plays, and one number per player (Russell & Norvig, section 2.2).

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

/// The most players a game can have.
pub const MAX_PLAYERS: usize = 8;

/// What a node is worth to each player.
///
/// ```
/// use plyscope::value::{Payoffs, Player};
/// let payoffs = Payoffs::new(&[1.0, 2.0, 6.0]).unwrap();
/// assert_eq!((payoffs.of(Player::SECOND), payoffs.to_string()), (2.0, "[1 2 6]".into()));
/// assert!(Payoffs::new(&[]).is_none() && Payoffs::new(&[0.0; 9]).is_none());
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Payoffs {
    values: [f64; MAX_PLAYERS],
    players: usize,
}

impl Payoffs {
    /// One number per player, for one to [`MAX_PLAYERS`] players; nothing otherwise.
    pub fn new(values: &[f64]) -> Option<Self> {
        let mut payoffs = Payoffs { values: [0.0; MAX_PLAYERS], players: values.len() };
        if values.is_empty() || values.len() > MAX_PLAYERS {
            return None;
        }
        payoffs.values[..values.len()].copy_from_slice(values);
        Some(payoffs)
    }

    /// The numbers.
    pub fn values(&self) -> &[f64] {
        &self.values[..self.players]
    }

    /// The numbers, each changed.
    pub(super) fn map(mut self, change: impl Fn(f64) -> f64) -> Self {
        self.values[..self.players].iter_mut().for_each(|value| *value = change(*value));
        self
    }

    /// A player's number.
    pub fn of(&self, player: Player) -> f64 {
        self.values()[player.index()]
    }
}

impl fmt::Display for Payoffs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let numbers: Vec<String> = self.values().iter().map(f64::to_string).collect();
        write!(f, "[{}]", numbers.join(" "))
    }
}
