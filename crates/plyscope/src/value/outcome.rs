//! How a position ends.

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
    /// Nobody wins.
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
