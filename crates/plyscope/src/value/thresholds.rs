//! Two probabilities, for games with draws; and how a position ends.

use super::{Player, Ranked, Win};

/// The chances of a win and of at least a draw.
///
/// ```
/// use plyscope::value::{Thresholds, Win};
/// let draw = Thresholds::payoff(0.0);
/// let either = Thresholds { win: Win::even(), draw: Win::even() }; // a win or a loss
/// assert_eq!(draw.points(), either.points());
/// assert_ne!(draw, either);
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Thresholds {
    /// That the first player wins.
    pub win: Win,
    /// That the first player at least draws; not less likely.
    pub draw: Win,
}

impl Thresholds {
    /// A finished game, by its payoff.
    pub fn payoff(payoff: f64) -> Self {
        Thresholds { win: Win::opinion(payoff > 0.0, 0.0), draw: Win::opinion(payoff >= 0.0, 0.0) }
    }

    /// From the chances of a win and of a draw of the first player.
    pub fn of(win: f64, draw: f64) -> Self {
        let share = |first: f64| Win { first, second: 1.0 - first };
        Thresholds { win: share(win.clamp(0.0, 1.0)), draw: share((win + draw).clamp(0.0, 1.0)) }
    }

    /// What is expected, a draw counting half: what moves are chosen by.
    pub fn points(self) -> Win {
        Win {
            first: (self.win.first + self.draw.first) / 2.0,
            second: (self.win.second + self.draw.second) / 2.0,
        }
    }
}

impl Ranked for Thresholds {
    fn beats(&self, other: &Self, player: Player) -> bool {
        self.points().beats(&other.points(), player)
    }
    fn ties(&self, other: &Self, player: Player) -> bool {
        Ranked::ties(&self.points(), &other.points(), player)
    }
}

/// How a position ends with best play, in the view of the player to move there.
///
/// ```
/// use plyscope::value::Outcome;
/// assert!(Outcome::Loss < Outcome::Draw && Outcome::Draw < Outcome::Win);
/// assert_eq!([-2.0, 0.0, 7.0].map(Outcome::of), [Outcome::Loss, Outcome::Draw, Outcome::Win]);
/// assert_eq!(Outcome::Draw.points(), 0.5);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Outcome {
    /// The mover loses.
    Loss,
    /// A draw.
    Draw,
    /// The mover wins.
    Win,
}

impl Outcome {
    /// Of a value that is positive for a win of the mover.
    pub fn of(value: f64) -> Self {
        match value {
            _ if value > 0.0 => Outcome::Win,
            _ if value < 0.0 => Outcome::Loss,
            _ => Outcome::Draw,
        }
    }

    /// 1, 1/2 or 0.
    pub fn points(self) -> f64 {
        match self {
            Outcome::Loss => 0.0,
            Outcome::Draw => 0.5,
            Outcome::Win => 1.0,
        }
    }
}
