//! One number per player (Russell & Norvig, section 2.2).

use super::Player;
use std::fmt;

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
