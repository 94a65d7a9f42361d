//! What a solved position turned out to be, and what counts as a success.

/// How a position ends with best play, in the view of the player to move there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
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

/// What a probability is to be the probability of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Threshold {
    /// The mean of 1 for a win, 1/2 for a draw, 0 for a loss: what all rules on one number take.
    Points,
    /// A win.
    Win,
    /// A win or a draw.
    Draw,
}

impl Threshold {
    /// All of them, by name.
    pub const ALL: [(&'static str, Threshold); 3] =
        [("points", Threshold::Points), ("win", Threshold::Win), ("draw", Threshold::Draw)];

    /// Its name in a saved calibrator.
    pub fn name(self) -> &'static str {
        let named = Self::ALL.iter().find(|(_, threshold)| *threshold == self);
        named.expect("all thresholds are listed").0
    }
}

/// How many positions ended in each way.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Count {
    /// The mover loses.
    pub lost: u64,
    /// Nobody wins.
    pub drawn: u64,
    /// The mover wins.
    pub won: u64,
}

impl Count {
    /// One more.
    pub fn add(&mut self, outcome: Outcome) {
        match outcome {
            Outcome::Loss => self.lost += 1,
            Outcome::Draw => self.drawn += 1,
            Outcome::Win => self.won += 1,
        }
    }

    /// Both together.
    pub fn and(self, other: Count) -> Count {
        Count { lost: self.lost + other.lost, drawn: self.drawn + other.drawn, won: self.won + other.won }
    }

    /// All of them.
    pub fn seen(self) -> u64 {
        self.lost + self.drawn + self.won
    }

    /// Successes; a draw is half of one where points count.
    pub fn successes(self, threshold: Threshold) -> f64 {
        let (drawn, won) = (self.drawn as f64, self.won as f64);
        match threshold {
            Threshold::Points => won + drawn / 2.0,
            Threshold::Win => won,
            Threshold::Draw => won + drawn,
        }
    }

    /// Failures: what is not a success.
    pub fn failures(self, threshold: Threshold) -> f64 {
        let mirrored = Count { lost: self.won, drawn: self.drawn, won: self.lost };
        mirrored.successes(match threshold {
            Threshold::Points => Threshold::Points,
            Threshold::Win => Threshold::Draw,
            Threshold::Draw => Threshold::Win,
        })
    }
}
