//! What a position is worth to the side to move, in 16 bits.

use std::fmt;

/// A win counts so much, less the plies that it takes.
const WIN: i16 = 30_000;
/// A win or a loss counts more than this, whatever it takes; a payoff by itself less.
const DECIDED: i16 = 20_000;

/// What a position is worth to its mover: a win or a loss with its distance in plies, a draw, or a payoff of a game that is
/// played for more than winning. The larger the better.
///
/// ```
/// use plyscope_tables::Value;
/// assert!(Value::win(1) > Value::win(3) && Value::win(3) > Value::DRAW);
/// assert!(Value::loss(2) < Value::DRAW && Value::loss(2) < Value::loss(40)); // the later the better
/// assert_eq!(Value::loss(2).one_ply_before(false), Value::win(3));
/// assert_eq!(Value::payoff(-4), Some(Value::payoff(4).unwrap().one_ply_before(false)));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Value(i16);

impl Value {
    /// Neither wins, or the payoff 0.
    pub const DRAW: Value = Value(0);
    /// No position is there.
    pub const NOWHERE: Value = Value(i16::MIN);
    /// Worse than everything.
    pub(crate) const LEAST: Value = Value(i16::MIN + 1);
    /// No win is farther than this.
    pub const FARTHEST: u16 = (WIN - DECIDED) as u16 - 1;

    /// The mover wins in `plies` plies: at most [`Value::FARTHEST`].
    pub fn win(plies: u16) -> Value {
        Value(WIN - plies.min(Self::FARTHEST) as i16)
    }

    /// The mover loses in `plies` plies.
    pub fn loss(plies: u16) -> Value {
        Value(-Self::win(plies).0)
    }

    /// The mover's payoff, in a game that is played for more than winning; none where it is too large.
    pub fn payoff(payoff: i16) -> Option<Value> {
        (payoff.unsigned_abs() < DECIDED as u16).then_some(Value(payoff))
    }

    /// The plies to the end, where one side wins.
    pub fn plies(self) -> Option<u16> {
        (self.0.unsigned_abs() > DECIDED as u16 && self > Self::LEAST)
            .then(|| WIN as u16 - self.0.unsigned_abs())
    }

    /// Does the mover win, and in how many plies is known?
    pub(crate) fn is_win(self) -> bool {
        self.0 > DECIDED
    }

    /// What it is worth to the mover: 1, 0 or -1 where it is about winning, else the payoff.
    pub fn worth(self) -> f64 {
        match self.plies() {
            Some(_) => f64::from(self.0.signum()),
            None => f64::from(self.0),
        }
    }

    /// What a position is worth to its mover if its best move leads here, where the same player moves on or the other does.
    #[must_use]
    pub fn one_ply_before(self, same_mover: bool) -> Value {
        let seen = if same_mover { self.0 } else { -self.0 };
        match Value(seen).plies() {
            Some(plies) if plies < Self::FARTHEST => Value(seen - seen.signum()),
            _ => Value(seen),
        }
    }

    /// In the other player's view.
    #[must_use]
    pub fn opposite(self) -> Value {
        if self == Self::NOWHERE { self } else { Value(-self.0) }
    }

    /// Two bytes.
    pub fn to_bytes(self) -> [u8; 2] {
        self.0.to_le_bytes()
    }

    /// From two bytes.
    pub(crate) fn from_bytes(bytes: [u8; 2]) -> Value {
        Value(i16::from_le_bytes(bytes))
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.plies() {
            _ if *self == Self::NOWHERE => f.write_str("no position"),
            Some(plies) if self.is_win() => write!(f, "win in {plies}"),
            Some(plies) => write!(f, "loss in {plies}"),
            None => write!(f, "{}", self.0),
        }
    }
}
