//! What can be chosen: the trees, the reading of the paper, how many moves the root has.

use crate::error::{Error, Result};
use std::fmt;
use std::str::FromStr;

/// The paper's two kinds of trees; their names are those of the games that are drawn.
///
/// ```
/// use plyscope::catalogue::Catalogue;
/// use plyscope::theory::forward_pruning::Trees;
/// let catalogue = Catalogue::built_in();
/// assert!(Trees::ALL.iter().all(|trees| catalogue.game(trees.name()).is_ok())); // as the games are called
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Trees {
    /// N-game-like: a node's strength is the sum of the numbers on its path, siblings resemble each other.
    Strength,
    /// P-game: leaves are independent.
    Leaf,
}

impl Trees {
    /// Both.
    pub const ALL: [Trees; 2] = [Trees::Strength, Trees::Leaf];

    /// The name of the game.
    pub fn name(self) -> &'static str {
        match self {
            Trees::Strength => "strength-tree",
            Trees::Leaf => "leaf-tree",
        }
    }

    /// The paper's chance of a +1 (p_N) or of a won leaf (p_P).
    pub fn chance(self) -> f64 {
        match self {
            Trees::Strength => 0.61803,
            Trees::Leaf => 0.68233,
        }
    }
}

/// How the paper is read where it is open; all but the default differ from it in one thing.
///
/// Where at most two different values meet, as always in P-game trees, the first four are the same.
///
/// ```
/// use plyscope::theory::forward_pruning::{Alternatives, Model, Reading, Trees};
/// let win = |reading| -> plyscope::Result<f64> {
///     Ok(Model::new(Trees::Leaf, 0.9, 0.5, reading, Alternatives::Two)?.rows(3)?[2].win)
/// };
/// // Leaves are wins or losses: where at most two values meet the readings are one.
/// assert_eq!(win(Reading::Rank)?, win(Reading::CaseOne)?);
/// # Ok::<(), plyscope::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Reading {
    /// Of best, middle and worst by actual strength, {best, middle} is kept with probability p, {best, worst}
    /// with q = p(1-p), {middle, worst} with r = (1-p)^2; equals are ordered at random.
    #[default]
    Rank,
    /// Three different strengths are treated as case 1: {best, middle} with p, the other pairs alike.
    CaseOne,
    /// Three different strengths are treated as case 2: {middle, worst} with r, the other pairs alike.
    CaseTwo,
    /// A child's strength counts only as a win or a loss of the whole game, by the sum on its path.
    WinLoss,
    /// As `Rank`, and D with the term g11 g01 / 2 as it is printed, in place of g11 g10 / 2.
    Printed,
}

impl Reading {
    /// All of them, the default first.
    pub const ALL: [Reading; 5] =
        [Reading::Rank, Reading::CaseOne, Reading::CaseTwo, Reading::WinLoss, Reading::Printed];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Reading::Rank => "rank",
            Reading::CaseOne => "case-1",
            Reading::CaseTwo => "case-2",
            Reading::WinLoss => "win-loss",
            Reading::Printed => "printed",
        }
    }
}

/// How many moves there are to choose from, of which at least one is a win and one a loss.
///
/// ```
/// use plyscope::theory::forward_pruning::Alternatives;
/// assert_eq!(Alternatives::new(3)?, Alternatives::Three);
/// assert!(Alternatives::new(4).is_err());
/// # Ok::<(), plyscope::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Alternatives {
    /// The paper's D.
    #[default]
    Two,
    /// Its footnote 3.
    Three,
}

impl Alternatives {
    /// Both.
    pub const ALL: [Alternatives; 2] = [Alternatives::Two, Alternatives::Three];

    /// From 2 or 3.
    pub fn new(count: u32) -> Result<Self> {
        let found = Alternatives::ALL.into_iter().find(|alternatives| alternatives.count() == count);
        found.ok_or_else(|| refused("alternatives", count, "2 or 3"))
    }

    /// 2 or 3.
    pub fn count(self) -> u32 {
        match self {
            Alternatives::Two => 2,
            Alternatives::Three => 3,
        }
    }
}

impl fmt::Display for Trees {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl fmt::Display for Reading {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Trees {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        find(text, "kind of tree", &Trees::ALL, Trees::name)
    }
}

impl FromStr for Reading {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        find(text, "reading", &Reading::ALL, Reading::name)
    }
}

fn find<T: Copy>(text: &str, what: &'static str, all: &[T], name: fn(T) -> &'static str) -> Result<T> {
    all.iter().copied().find(|kind| name(*kind) == text).ok_or_else(|| Error::UnknownKind {
        what,
        name: text.chars().take(60).collect(),
        known: all.iter().map(|kind| name(*kind)).collect::<Vec<_>>().join(", "),
    })
}

/// The error for a number that is not allowed.
pub(super) fn refused(parameter: &str, value: impl fmt::Display, allowed: &str) -> Error {
    Error::Parameter {
        kind: "theory pruning".into(),
        parameter: parameter.into(),
        value: value.to_string(),
        allowed: allowed.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back_and_mistakes_are_named() {
        Trees::ALL.into_iter().for_each(|kind| assert_eq!(kind.to_string().parse(), Ok(kind)));
        Reading::ALL.into_iter().for_each(|kind| assert_eq!(kind.to_string().parse(), Ok(kind)));
        Alternatives::ALL.into_iter().for_each(|kind| assert_eq!(Alternatives::new(kind.count()), Ok(kind)));
        assert_eq!(
            "ranks".parse::<Reading>().unwrap_err().to_string(),
            "there is no reading `ranks`, did you mean `rank`?; known: rank, case-1, case-2, win-loss, printed"
        );
        assert_eq!(
            Alternatives::new(4).unwrap_err().to_string(),
            "`theory pruning`: alternatives=4 is not allowed; allowed: 2 or 3"
        );
    }
}
