//! With which probability each pair of children is kept (Smith & Nau, "Our Model of Forward Pruning").

use super::Reading;
use super::wide::Wide;

/// One number for each pair of best, middle and worst child.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Pairs {
    pub(super) best_middle: Wide,
    pub(super) best_worst: Wide,
    pub(super) middle_worst: Wide,
}

/// Which pair is kept.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Pruning {
    /// Where some of the three are equal and their order is random: with p, q and r this is the paper's case
    /// 1 (two best: both with p), case 2 (one best: lost with r) and case 3 (each pair with 1/3).
    pub(super) equal: Pairs,
    /// Where all three are different, of which the paper does not speak.
    pub(super) different: Pairs,
}

impl Pruning {
    pub(super) fn new(p: f64, reading: Reading) -> Self {
        let wrong = Wide::complement(p);
        let (right, r) = (Wide::new(p), wrong * wrong);
        let equal = Pairs { best_middle: right, best_worst: right * wrong, middle_worst: r };
        let different = match reading {
            Reading::Rank | Reading::WinLoss | Reading::Printed => equal,
            Reading::CaseOne => {
                Pairs { best_middle: right, best_worst: wrong * 0.5, middle_worst: wrong * 0.5 }
            }
            Reading::CaseTwo => {
                // 1 - r = p + q, without a difference.
                let half = (right + right * wrong) * 0.5;
                Pairs { best_middle: half, best_worst: half, middle_worst: r }
            }
        };
        Pruning { equal, different }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_pair_is_kept() {
        for reading in Reading::ALL {
            for p in [0.0, 0.1, 0.3, 0.5, 0.875, 1.0] {
                let pruning = Pruning::new(p, reading);
                for pairs in [pruning.equal, pruning.different] {
                    let sum = pairs.best_middle + pairs.best_worst + pairs.middle_worst;
                    assert!(sum.excess().abs() < 1e-30, "{reading}, p = {p}");
                }
            }
        }
    }

    /// The paper's cases, by averaging over the random order of equals.
    #[test]
    fn the_papers_cases() {
        let p = 0.7;
        let Pairs { best_middle, best_worst, middle_worst } = Pruning::new(p, Reading::Rank).equal;
        let [p_, q_, r_] = [best_middle, best_worst, middle_worst].map(Wide::to_f64);
        let r = (1.0 - p) * (1.0 - p);
        let near = |a: f64, b: f64| assert!((a - b).abs() < 1e-15, "{a} {b}");
        near(p_, p); // case 1: both correct children
        near((q_ + r_) / 2.0, (1.0 - p) / 2.0); // case 1: each correct child with the incorrect one
        near(r_, r); // case 2: no correct child
        near((p_ + q_) / 2.0, (1.0 - r) / 2.0); // case 2: the correct child with each incorrect one
    }
}
