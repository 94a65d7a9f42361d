//! When the root's decision is made: which moves can still be chosen, and how far from the best the choice
//! can be.

use super::interval::Interval;
use crate::game::Player;
use crate::search::{Counts, Report, Score};
use crate::value::Ranked;

/// What is known of the root's moves, and whose they are.
pub(super) struct Decision<'a, V> {
    pub(super) mover: Player,
    pub(super) moves: &'a [Interval<V>],
}

impl<V: Ranked> Decision<'_, V> {
    /// The best that the mover has for sure, and a move that has it.
    fn sure(&self) -> (usize, V) {
        let worst = |i: usize| (i, self.moves[i].worst(self.mover));
        let better = |a: (usize, V), b: (usize, V)| if b.1.beats(&a.1, self.mover) { b } else { a };
        (0..self.moves.len()).map(worst).reduce(better).expect("the root has a move")
    }

    /// The moves that may be the best, or tie with it.
    ///
    /// A move is out when the best that it can be is worse than what is sure, and no tie. Ends that are not
    /// exact are guarded, so what lies beyond them is no tie either.
    pub(super) fn contenders(&self) -> Vec<usize> {
        let (_, sure) = self.sure();
        let out = |i: &usize| {
            let best = self.moves[*i].best(self.mover);
            sure.beats(&best, self.mover) && !sure.ties(&best, self.mover)
        };
        (0..self.moves.len()).filter(|i| !out(i)).collect()
    }

    /// The contender with the least that it can be worse than the best, and that.
    fn closest(&self, contenders: &[usize]) -> (usize, f64) {
        let loss = |i: usize| {
            let worst = self.moves[i].worst(self.mover);
            let others = (0..self.moves.len()).filter(|j| *j != i);
            let loss =
                others.map(|j| self.moves[j].best(self.mover).lead(&worst, self.mover)).fold(0.0, f64::max);
            (i, loss)
        };
        let closer = |a: (usize, f64), b: (usize, f64)| if b.1 < a.1 { b } else { a };
        contenders.iter().copied().map(loss).reduce(closer).expect("the root has a move")
    }

    /// Is it made, if a choice within `epsilon` of the best will do?
    pub(super) fn is_made(&self, contenders: &[usize], epsilon: f64) -> bool {
        match contenders {
            [_] => true,
            _ if contenders.iter().all(|i| self.moves[*i].exact().is_some()) => true,
            _ => epsilon > 0.0 && self.closest(contenders).1 <= epsilon,
        }
    }

    /// What is to be said of it, made or not.
    pub(super) fn report(&self, value: Option<V>, counts: Counts, depth: u32, complete: bool) -> Report<V> {
        let contenders = self.contenders();
        let scores: Vec<Score<V>> = self
            .moves
            .iter()
            .map(|known| known.exact().map_or(Score::Within(known.low, known.high), Score::Exact))
            .collect();
        let (closest, loss) = self.closest(&contenders);
        let exact = |i: &usize| self.moves[*i].exact();
        let (ties, within) = match contenders[..] {
            [only] => (vec![only], 0.0),
            // As full width decides, with the moves that are out left out.
            _ if contenders.iter().all(|i| exact(i).is_some()) => {
                let better = |a: V, b: V| if b.beats(&a, self.mover) { b } else { a };
                let best =
                    contenders.iter().filter_map(exact).reduce(better).expect("one of them is the best");
                let tied = |i: &usize| exact(i).is_some_and(|value| value.ties(&best, self.mover));
                (contenders.into_iter().filter(tied).collect(), 0.0)
            }
            _ => {
                let as_good = |i: &usize| match (exact(i), exact(&closest)) {
                    (Some(one), Some(other)) => one.ties(&other, self.mover),
                    _ => *i == closest,
                };
                (contenders.into_iter().filter(as_good).collect(), loss)
            }
        };
        let (visits, checkpoints) = (Vec::new(), Vec::new());
        Report {
            value,
            choice: ties[0],
            ties,
            scores,
            counts,
            depth,
            within: Some(within),
            complete,
            visits,
            checkpoints,
        }
    }
}
