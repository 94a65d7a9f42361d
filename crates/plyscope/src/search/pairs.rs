//! Decisions between two moves (Smith & Nau, "Statistical Studies"): is a winning move valued above a losing
//! one?
//!
//! The paper compares one pair a tree. Where there are several we take all of them, with the same mean. A move
//! that was pruned at the root counts as worse than those that were not.

use crate::game::Player;
use crate::value::Ranked;

/// How many pairs of a winning and a losing move are valued in the right order.
///
/// ```
/// use plyscope::search::compare_pairs;
/// use plyscope::value::Player;
/// // A winning move at 0.7; losing ones at 0.2, in the right order, and at 0.7, a tie.
/// let score = compare_pairs(Player::FIRST, &[Some(0.7), Some(0.2), Some(0.7)], &[true, false, false]);
/// assert_eq!((score.pairs, score.share()), (2, Some(0.75)));
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct PairScore {
    /// Two for each pair in the right order, one for each tie.
    pub halves: u64,
    /// All pairs.
    pub pairs: u64,
}

impl PairScore {
    /// The share of pairs ordered correctly, a tie as a half; none where there are no pairs.
    pub fn share(self) -> Option<f64> {
        (self.pairs > 0).then(|| self.halves as f64 / (2 * self.pairs) as f64)
    }
}

/// Compares the values of root moves, none for those that were pruned, with which of them win for the mover.
pub fn compare_pairs<V: Ranked>(mover: Player, values: &[Option<V>], wins: &[bool]) -> PairScore {
    let mut score = PairScore::default();
    for (winner, _) in values.iter().zip(wins).filter(|(_, wins)| **wins) {
        for (loser, _) in values.iter().zip(wins).filter(|(_, wins)| !**wins) {
            score.pairs += 1;
            score.halves += match (winner, loser) {
                (Some(winner), Some(loser)) if winner.ties(loser, mover) => 1,
                (Some(winner), Some(loser)) => 2 * u64::from(winner.beats(loser, mover)),
                (Some(_), None) => 2,
                (None, Some(_)) => 0,
                (None, None) => 1,
            };
        }
    }
    score
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_by_hand() {
        let of = |values: &[Option<f64>], wins: &[bool]| {
            let PairScore { halves, pairs } = compare_pairs(Player::FIRST, values, wins);
            (halves, pairs)
        };
        assert_eq!(of(&[Some(0.7), Some(0.2), Some(0.7)], &[true, false, false]), (3, 2));
        assert_eq!(of(&[Some(0.1), None, Some(0.7)], &[true, true, false]), (0, 2));
        assert_eq!(of(&[Some(0.1), None, None], &[true, false, true]), (3, 2));
        assert_eq!(of(&[Some(0.1), Some(0.2)], &[true, true]), (0, 0));
        let second = compare_pairs(Player::SECOND, &[Some(0.1), Some(0.2)], &[true, false]);
        assert_eq!(second.share(), Some(1.0), "the second player prefers small values");
        assert_eq!(PairScore::default().share(), None);
    }
}
