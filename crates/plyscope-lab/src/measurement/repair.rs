//! Repairs: what would one ply more be worth if only this were put right?
//!
//! Those here need no search of their own: they choose anew from the values that are there.

use super::record::{At, among, best_of};
use plyscope::search::Effort;

/// What a repair is, and what it tests.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Repair {
    /// Its id.
    pub id: &'static str,
    /// What it does, in words that follow "with".
    pub does: &'static str,
    /// What it is a test of.
    pub tests: &'static str,
    /// Does it need searches of its own?
    pub searches: bool,
    /// Why it may turn out, when it is tried, that it cannot be run.
    pub unless: &'static str,
}

/// All repairs, in the order in which they are told.
pub const REPAIRS: &[Repair] = &[
    Repair {
        id: "ties-previous",
        does: "ties broken by the depths before",
        tests: "ties, or too coarse a scale",
        searches: false,
        unless: "",
    },
    Repair {
        id: "noise",
        does: "ties broken at random at the frontier",
        tests: "whether any tie-break would do",
        searches: true,
        unless: "",
    },
    Repair {
        id: "average",
        does: "the mean of this depth's value and the one before",
        tests: "parity",
        searches: false,
        unless: "",
    },
    Repair {
        id: "average-skip",
        does: "the mean of this depth's value and the one two plies before",
        tests: "pooling without parity (the control for average)",
        searches: false,
        unless: "",
    },
    Repair {
        id: "vote",
        does: "a vote of all depths so far",
        tests: "independent errors: information thrown away",
        searches: false,
        unless: "",
    },
    Repair {
        id: "tempo",
        does: "the mean value by side to move taken off at the frontier",
        tests: "tempo",
        searches: true,
        unless: "",
    },
    Repair {
        id: "quiescence",
        does: "the game's own quiescence at the frontier",
        tests: "a frontier that is not quiet",
        searches: true,
        unless: "",
    },
    Repair {
        id: "no-terminals",
        does: "the end of the game hidden from the search",
        tests: "how much of the help is proof",
        searches: true,
        unless: "",
    },
    Repair {
        id: "product",
        does: "the product rule on calibrated values",
        tests: "whether another back-up rule pays",
        searches: true,
        unless: "it would train on test positions",
    },
    Repair {
        id: "independent",
        does: "the evaluator's values drawn anew, independently a node, given the truth and the phase",
        tests: "what the dependence of errors buys",
        searches: true,
        unless: "it needs the outcome of every node, and that takes too long to find here: take positions nearer to the end, \
                 or a smaller game",
    },
    Repair {
        id: "joint",
        does: "ties-previous, average and, where there is one, quiescence together",
        tests: "how far the gains add up",
        searches: false,
        unless: "",
    },
];

/// A repair by its id.
pub fn repair(id: &str) -> Option<&'static Repair> {
    REPAIRS.iter().find(|repair| repair.id == id)
}

/// A player's decisions at a position, to be repaired.
pub struct Bench<'a> {
    /// What was spent.
    pub efforts: &'a [Effort],
    /// How many moves there are.
    pub moves: usize,
    /// Which moves' values are proved, by effort.
    pub proved: &'a [Vec<bool>],
    /// What was decided, by effort.
    pub at: &'a [At],
}

impl Bench<'_> {
    /// The moves that a repair finds best at an effort; none where it needs values and there are none, or searches.
    pub fn repaired(&self, id: &str, effort: usize) -> Option<Vec<usize>> {
        if id == "vote" {
            return Some(self.vote(effort));
        }
        if self.at[..=effort].iter().any(|at| at.values.is_empty()) {
            return None;
        }
        match id {
            "ties-previous" => Some(self.earlier(self.at[effort].best.clone(), effort)),
            "average" => Some(best_of(&self.averaged(effort, 1)?)),
            "average-skip" => Some(best_of(&self.averaged(effort, 2)?)),
            "joint" => Some(self.earlier(best_of(&self.averaged(effort, 1)?), effort)),
            _ => None,
        }
    }

    /// Among some moves those best at the effort before, then at the one before that, and so on.
    fn earlier(&self, moves: Vec<usize>, effort: usize) -> Vec<usize> {
        (0..effort).rev().fold(moves, |left, before| among(left, &self.at[before].values))
    }

    /// The mean with the values of so many plies before; a proved value is neither changed nor mixed in. Where two plies
    /// before nothing was searched these are the plain values, so that one ply and two can be compared.
    fn averaged(&self, effort: usize, plies: usize) -> Option<Vec<f64>> {
        let depths: Option<Vec<u32>> = self.efforts.iter().map(|effort| effort.depth()).collect();
        let depths = depths?;
        let values = &self.at[effort].values;
        if effort < 2 || depths[effort - 1] + 1 != depths[effort] || depths[effort - 2] + 2 != depths[effort]
        {
            return Some(values.clone());
        }
        let before = effort - plies;
        let mean = |i: usize| match self.proved[effort][i] || self.proved[before][i] {
            true => values[i],
            false => (values[i] + self.at[before].values[i]) / 2.0,
        };
        Some((0..values.len()).map(mean).collect())
    }

    /// Every effort so far gives its best moves a vote between them; later ones weigh a little more.
    fn vote(&self, effort: usize) -> Vec<usize> {
        let mut votes = vec![0.0; self.moves];
        for (number, at) in self.at[..=effort].iter().enumerate() {
            let later = self.efforts[number].depth().map_or(number as f64 + 1.0, f64::from);
            for choice in &at.best {
                votes[*choice] += (1.0 + later / 1000.0) / at.best.len() as f64;
            }
        }
        best_of(&votes)
    }
}
