//! What a block's trials score: ties as a bit a move and trial, sums of products over all trials at once.
//!
//! Where pairs of moves are compared, not choices judged, that is done trial by trial.

use super::Measure;
use crate::spec::Ties;
use crate::tally::{Tally, share_of};
use plyscope::game::Player;
use plyscope::key::DrawKey;
use plyscope::player::Observation;
use plyscope::search::{PairScore, compare_pairs};
use plyscope::value::{AnyValue, Ranked};
use std::ops::Range;

/// Where a score goes, and the depth of its search.
#[derive(Clone, Copy)]
pub(super) struct At {
    /// A series at a depth.
    pub(super) column: usize,
    /// As the experiment gives it.
    pub(super) depth: u32,
}

/// The scores of 64 trials, a column being a series at a depth.
pub(super) struct Scoreboard {
    /// How ties are scored; none where pairs of moves are compared.
    ties: Option<Ties>,
    /// What decides between tied moves, where the key is to decide.
    choices: DrawKey,
    scale: u64,
    /// By move: the trials in which it truly wins for the first player, who is to move.
    wins: Vec<u64>,
    /// By move: the trials in which its true value is the best there is.
    right: Vec<u64>,
    scores: Vec<[u64; 64]>,
    nodes: Vec<u128>,
}

impl Scoreboard {
    /// Nothing yet. `wins` says of every move in which trials the first player, who is to move, truly wins.
    pub(super) fn new(
        measure: &dyn Measure,
        scale: u64,
        choices: DrawKey,
        columns: usize,
        wins: &[u64],
    ) -> Self {
        Scoreboard {
            ties: measure.ties(),
            choices,
            scale,
            wins: wins.to_vec(),
            right: best(wins).collect(),
            scores: vec![[0; 64]; columns],
            nodes: vec![0; columns],
        }
    }

    /// Adds the nodes of some searches.
    pub(super) fn visited(&mut self, column: usize, nodes: u128) {
        self.nodes[column] += nodes;
    }

    /// Scores some trials by the values of their moves; `lane` gives that of a trial, counted from the first.
    pub(super) fn lanes<V, W: Ranked>(
        &mut self,
        at: At,
        trials: Range<usize>,
        moves: &[V],
        lane: impl Fn(&V, usize) -> W,
    ) {
        let start = trials.start;
        if self.ties.is_none() {
            for trial in trials {
                let values: Vec<Option<W>> =
                    moves.iter().map(|value| Some(lane(value, trial - start))).collect();
                let wins: Vec<bool> = self.wins.iter().map(|wins| wins >> trial & 1 == 1).collect();
                self.compared(at, trial, compare_pairs(Player::FIRST, &values, &wins));
            }
            return;
        }
        let mut tied = vec![0; moves.len()];
        for trial in trials.clone() {
            let of = |value: &V| lane(value, trial - start);
            let better = |a: W, b: W| if b.beats(&a, Player::FIRST) { b } else { a };
            let best = moves.iter().map(of).reduce(better).expect("a position has moves");
            for (tied, value) in tied.iter_mut().zip(moves) {
                *tied |= u64::from(of(value).ties(&best, Player::FIRST)) << trial;
            }
        }
        self.tied(at, trials, &tied);
    }

    /// The same where values are wins and losses, a bit a trial.
    pub(super) fn bits(&mut self, at: At, trials: Range<usize>, moves: &[u64]) {
        if self.ties.is_none() {
            let start = trials.start;
            self.lanes(at, trials, moves, |value, i| f64::from(u8::from(value >> (start + i) & 1 == 1)));
        } else {
            let tied: Vec<u64> = best(moves).collect();
            self.tied(at, trials, &tied);
        }
    }

    /// Scores one trial that was searched alone.
    pub(super) fn record(&mut self, at: At, trial: usize, seen: &Observation) {
        if self.ties.is_none() {
            let values: Vec<Option<AnyValue>> = seen.scores.iter().map(|score| score.exact()).collect();
            let wins: Vec<bool> = self.wins.iter().map(|wins| wins >> trial & 1 == 1).collect();
            self.compared(at, trial, compare_pairs(Player::FIRST, &values, &wins));
        } else {
            let mut tied = vec![0; self.right.len()];
            seen.ties.iter().for_each(|choice| tied[*choice] = 1 << trial);
            self.tied(at, trial..trial + 1, &tied);
        }
    }

    /// All pairs in the right order score the whole.
    fn compared(&mut self, at: At, trial: usize, score: PairScore) {
        self.scores[at.column][trial] = self.scale * score.halves / (2 * score.pairs).max(1);
    }

    /// Scores some trials by their ties; `tied` says of every move in which trials it is one of the best.
    ///
    /// A trial scores the share of the tied moves that are right, or whether the one that is taken is. The
    /// key decides alike for every rule at the same trial and depth.
    fn tied(&mut self, at: At, trials: Range<usize>, tied: &[u64]) {
        let At { column, depth } = at;
        let both = || tied.iter().zip(&self.right);
        let all = both().fold(u64::MAX, |all, (tied, right)| all & (!tied | right));
        let any = both().fold(0, |any, (tied, right)| any | tied & right);
        for trial in trials {
            let at = |lanes: &u64| lanes >> trial & 1;
            let score = if at(&all) == 1 {
                self.scale
            } else if at(&any) == 0 {
                0
            } else {
                let count = || tied.iter().map(at).sum::<u64>();
                let nth = |n: u32| {
                    let mut among = both().filter(|(tied, _)| at(tied) == 1);
                    among.nth(n as usize).map_or(0, |(_, right)| self.scale * at(right))
                };
                match self.ties {
                    None | Some(Ties::Share) => {
                        let right = both().map(|(tied, right)| at(tied) & at(right)).sum::<u64>();
                        share_of(self.scale, right as usize, count() as usize)
                    }
                    Some(Ties::First) => nth(0),
                    Some(Ties::Hash) => {
                        nth(self.choices.below(trial as u32, u64::from(depth), count() as u32))
                    }
                }
            };
            self.scores[column][trial] = score;
        }
    }

    /// The tally of the first `trials` trials.
    pub(super) fn tally(mut self, trials: usize) -> Tally {
        self.scores.iter_mut().for_each(|column| column[trials..].fill(0));
        let columns = self.scores.len();
        let mut tally = Tally::new(columns, self.scale);
        tally.trials = trials as u64;
        tally.nodes = self.nodes;
        for (sum, scores) in tally.sums.iter_mut().zip(&self.scores) {
            *sum = scores.iter().map(|score| u128::from(*score)).sum();
        }
        // Small scores have small products, which are summed many at a time.
        let small: Option<Vec<[i16; 64]>> = (self.scale <= SMALL)
            .then(|| self.scores.iter().map(|column| column.map(|score| score as i16)).collect());
        for i in 0..columns {
            for j in i..columns {
                tally.products[i * columns + j] = match &small {
                    Some(small) => {
                        let products =
                            small[i].iter().zip(&small[j]).map(|(a, b)| i32::from(*a) * i32::from(*b));
                        products.sum::<i32>() as u128
                    }
                    None => {
                        let pairs = self.scores[i].iter().zip(&self.scores[j]);
                        pairs.map(|(a, b)| u128::from(*a) * u128::from(*b)).sum()
                    }
                };
            }
        }
        tally
    }
}

/// The best of moves that win or lose: those that win, or all where none does.
fn best(moves: &[u64]) -> impl Iterator<Item = u64> {
    let any = moves.iter().fold(0, |any, wins| any | wins);
    moves.iter().map(move |wins| !(wins ^ any))
}

/// The largest scale whose 64 products sum to a number of 31 bits.
const SMALL: u64 = 5792;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::Accuracy;
    use crate::tally::scale_for;
    use plyscope::key::{Domain, Stream};

    /// Against the plain way, trial by trial, for every way of breaking ties and for large and small scales.
    #[test]
    fn scores_and_products_are_those_of_trials_one_by_one() {
        let choices = Stream::new(1, "ties").block(0).draw(Domain::Ties);
        for (ties, moves) in
            [(Ties::Share, 2), (Ties::Share, 3), (Ties::Hash, 3), (Ties::First, 4), (Ties::Share, 13)]
        {
            let word = |place: u64| plyscope::key::Chance::new(0.4).unwrap().word(choices, place);
            let wins: Vec<u64> = (0..moves).map(|m| word(m as u64)).collect();
            let mut board = Scoreboard::new(&Accuracy(ties), scale_for(moves), choices, 3, &wins);
            let mut plain = Tally::new(3, scale_for(moves));
            let trials = 50;
            let tied = |column: u64| -> Vec<u64> {
                // The last move is tied wherever no other is.
                let mut tied: Vec<u64> = (0..moves).map(|m| word(1000 * (column + 1) + m as u64)).collect();
                let none = !tied.iter().fold(0, |any, lanes| any | lanes);
                *tied.last_mut().unwrap() |= none;
                tied
            };
            for column in 0..3 {
                let at = At { column, depth: column as u32 + 1 };
                board.tied(at, 0..trials, &tied(column as u64));
            }
            for trial in 0..trials {
                let at = |lanes: u64| lanes >> trial & 1 == 1;
                let best = wins.iter().any(|wins| at(*wins));
                let scores: Vec<u64> = (0..3)
                    .map(|column| {
                        let tied = tied(column);
                        let tied: Vec<usize> = (0..moves).filter(|m| at(tied[*m])).collect();
                        let right = |m: &usize| u64::from(at(wins[*m]) == best);
                        match ties {
                            Ties::Share => {
                                plain.scale * tied.iter().map(right).sum::<u64>() / tied.len() as u64
                            }
                            Ties::First => plain.scale * right(&tied[0]),
                            Ties::Hash => {
                                let n = choices.below(trial as u32, column + 1, tied.len() as u32);
                                plain.scale * right(&tied[n as usize])
                            }
                        }
                    })
                    .collect();
                plain.add(&scores);
            }
            assert_eq!(board.tally(trials), plain, "{moves} moves");
        }
    }
}
