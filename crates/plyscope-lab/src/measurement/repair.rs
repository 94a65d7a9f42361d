//! Repairs: what would one ply more be worth if only this were put right?
//!
//! Those here need no search of their own: they choose anew from the values that are there.

use super::record::{At, among, best_of};
use plyscope::search::Effort;
use serde::{Deserialize, Serialize};

/// What is put right. Records keep repairs in this order, that of the alphabet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Repair {
    /// Two neighbouring depths are pooled.
    Average,
    /// Two depths of one parity are.
    AverageSkip,
    /// Errors depend on nothing but the outcome and the phase.
    Independent,
    /// Several at once.
    Joint,
    /// Nothing can be proved.
    NoTerminals,
    /// No two values are the same.
    Noise,
    /// Another rule backs values up.
    Product,
    /// The frontier is quiet.
    Quiescence,
    /// It is worth nothing to be on move.
    Tempo,
    /// Smaller efforts break ties.
    TiesPrevious,
    /// All efforts are pooled.
    Vote,
}

/// All repairs in the order in which they are told: the id, what it does, in words that follow "with", and what it is a test of.
const TOLD: [(Repair, &str, &str, &str); 11] = {
    use Repair::*;
    [
        (TiesPrevious, "ties-previous", "ties broken by the depths before", "ties, or too coarse a scale"),
        (Noise, "noise", "ties broken at random at the frontier", "whether any tie-break would do"),
        (Average, "average", "the mean of this depth's value and the one before", "parity"),
        (
            AverageSkip,
            "average-skip",
            "the mean of this depth's value and the one two plies before",
            "pooling without parity (the control for average)",
        ),
        (Vote, "vote", "a vote of all depths so far", "independent errors: information thrown away"),
        (Tempo, "tempo", "the mean value by side to move taken off at the frontier", "tempo"),
        (
            Quiescence,
            "quiescence",
            "the game's own quiescence at the frontier",
            "a frontier that is not quiet",
        ),
        (
            NoTerminals,
            "no-terminals",
            "the end of the game hidden from the search",
            "how much of the help is proof",
        ),
        (Product, "product", "the product rule on calibrated values", "whether another back-up rule pays"),
        (
            Independent,
            "independent",
            "the evaluator's values drawn anew, independently a node, given the truth and the phase",
            "what the dependence of errors buys",
        ),
        (
            Joint,
            "joint",
            "ties-previous, average and, where there is one, quiescence together",
            "how far the gains add up",
        ),
    ]
};

impl Repair {
    /// All repairs, in the order in which they are told.
    pub fn all() -> impl Iterator<Item = Repair> {
        TOLD.into_iter().map(|told| told.0)
    }

    fn told(self) -> (Repair, &'static str, &'static str, &'static str) {
        TOLD.into_iter().find(|told| told.0 == self).expect("every repair is told")
    }

    /// Its id.
    pub fn id(self) -> &'static str {
        self.told().1
    }

    /// What it does, in words that follow "with".
    pub fn does(self) -> &'static str {
        self.told().2
    }

    /// What it is a test of.
    pub fn tests(self) -> &'static str {
        self.told().3
    }

    /// Does it need searches of its own?
    pub fn searches(self) -> bool {
        use Repair::{Independent, NoTerminals, Noise, Product, Quiescence, Tempo};
        matches!(self, Noise | Tempo | Quiescence | NoTerminals | Product | Independent)
    }

    /// Why it may turn out, when it is tried, that it cannot be run.
    pub(crate) fn unless(self) -> &'static str {
        match self {
            Repair::Product => "it would train on test positions",
            Repair::Independent => {
                "it needs the outcome of every node, and that takes too long to find here: take positions nearer to the \
                 end, or a smaller game"
            }
            _ => "",
        }
    }

    /// A repair by its id.
    pub fn named(id: &str) -> Option<Self> {
        Repair::all().find(|repair| repair.id() == id)
    }
}

/// A player's decisions at a position, to be repaired.
pub(crate) struct Bench<'a> {
    /// What was spent.
    pub(crate) efforts: &'a [Effort],
    /// How many moves there are.
    pub(crate) moves: usize,
    /// Which moves' values are proved, by effort.
    pub(crate) proved: &'a [Vec<bool>],
    /// What was decided, by effort.
    pub(crate) at: &'a [At],
}

impl Bench<'_> {
    /// The moves that a repair finds best at an effort; none where it needs values and there are none, or searches.
    pub(crate) fn repaired(&self, repair: Repair, effort: usize) -> Option<Vec<usize>> {
        if repair == Repair::Vote {
            return Some(self.vote(effort));
        }
        if self.at[..=effort].iter().any(|at| at.values.is_empty()) {
            return None;
        }
        match repair {
            Repair::TiesPrevious => Some(self.earlier(self.at[effort].best.clone(), effort)),
            Repair::Average => Some(best_of(&self.averaged(effort, 1)?)),
            Repair::AverageSkip => Some(best_of(&self.averaged(effort, 2)?)),
            Repair::Joint => Some(self.earlier(best_of(&self.averaged(effort, 1)?), effort)),
            _ => None,
        }
    }

    /// Among some moves those best at the effort before, then at the one before that, and so on.
    fn earlier(&self, moves: Vec<usize>, effort: usize) -> Vec<usize> {
        (0..effort).rev().fold(moves, |left, before| among(left, &self.at[before].values))
    }

    /// The mean with the values `plies` plies before; a proved value is neither changed nor mixed in. Where two plies
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Each is told once, by the id that records have.
    #[test]
    fn every_repair_is_told() {
        for repair in Repair::all() {
            assert_eq!(Repair::named(repair.id()), Some(repair));
            assert_eq!(serde_json::to_string(&repair).unwrap(), format!("{:?}", repair.id()));
        }
        assert_eq!(Repair::all().count(), Repair::Vote as usize + 1);
    }
}
