//! Section 7's combination of the two rules, judged over all positions of the model.
//!
//! The order of its criteria is that of [`rule::Combination`](crate::rule::Combination). A reply is in
//! doubt here when its heuristic value is near the draw value; the paper thinks of evaluators that
//! know better. Where the rules agree, so does the combination, and nothing distinguishes them.

use super::{Model, census};
use crate::game::Player;
use crate::rule::{Combination, Doubts};

/// How often each way to choose is right: its move wins, or the other loses too.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Combined {
    /// All positions.
    pub positions: u64,
    /// Those in which the rules choose differently; the rest is the same for all three.
    pub critical: u64,
    /// In how many of the critical positions the combination takes minimax's move.
    pub takes_minimax: u64,
    /// The share of critical positions in which always minimax is right.
    pub minimax: f64,
    /// The same for always the product rule.
    pub product: f64,
    /// The same for the combination.
    pub combination: f64,
}

impl Combined {
    /// What the combination gains on the better of the two rules, in percent of the critical positions;
    /// negative where it loses.
    pub fn gain_percent(&self) -> f64 {
        100.0 * (self.combination - self.minimax.max(self.product))
    }
}

/// Judges the three over a model's critical positions. Replies with values from -doubt to doubt are in
/// doubt; with 0, none is. The shares are 1 where no position is critical.
pub fn combined(model: &Model, doubt: u32) -> Combined {
    let moves = census::moves(model);
    let all: u64 = moves.iter().map(|each| each.count).sum();
    let doubtful = |h: i32| h.unsigned_abs() <= doubt;
    let (mut critical, mut takes_minimax) = (0, 0);
    let mut wrong = [0.0; 3];
    census::for_each_critical(&moves, |m, p, count| {
        let doubts = Doubts {
            m1: doubtful(m.better),
            m2: doubtful(m.worse),
            p1: doubtful(p.better),
            p2: doubtful(p.worse),
        };
        let values = [f64::from(m.worse), f64::from(p.worse)];
        let chosen = Combination { draw: 0.0 }.choose(Player::FIRST, 0, 1, &values, doubts);
        critical += count;
        takes_minimax += if chosen == 0 { count } else { 0 };
        // That the move loses while the other wins.
        let (m, p) = (m.wins(), p.wins());
        let mistakes = [(1.0 - m) * p, (1.0 - p) * m];
        for (sum, mistake) in wrong.iter_mut().zip([mistakes[0], mistakes[1], mistakes[chosen]]) {
            *sum += count as f64 * mistake;
        }
    });
    let [minimax, product, combination] =
        wrong.map(|wrong| if critical == 0 { 1.0 } else { 1.0 - wrong / critical as f64 });
    Combined { positions: all * all, critical, takes_minimax, minimax, product, combination }
}

#[cfg(test)]
mod tests {
    use super::super::{Census, ErrorFunction, Interval, calibrated_advantage, table3};
    use super::*;

    /// Without doubts the combination takes minimax's move in I4 and nowhere else, so what it gains or
    /// loses against the product rule is table 3's row I4.
    #[test]
    fn it_differs_from_the_product_rule_by_i4() {
        for model in
            [Model::e1(), Model::e2(), Model::e2().with_error(ErrorFunction::Constant(0.05)).unwrap()]
        {
            let (combined, table) = (combined(&model, 0), table3(&model));
            assert_eq!(combined.takes_minimax, Census::of(&model).critical_in(Interval::I4));
            let lost = 100.0 * (combined.product - combined.combination);
            assert!((lost - table.rows[3].product_advantage_percent).abs() < 1e-9);
            let ahead = 100.0 * (combined.product - combined.minimax);
            assert!((ahead - table.product_advantage_percent).abs() < 1e-9);
        }
    }

    /// With few errors everywhere minimax is right in I4 and the product rule elsewhere: then the
    /// combination is better than both. Where beliefs are calibrated nothing beats the product rule.
    #[test]
    fn it_pays_where_errors_are_few() {
        let few = Model::e1().with_error(ErrorFunction::Constant(0.1)).unwrap();
        assert!(combined(&few, 0).gain_percent() > 0.0);
        assert!(calibrated_advantage(&Model::e1()) > 0.0);
        for doubt in 0..10 {
            assert!(combined(&Model::e1(), doubt).gain_percent() <= 0.0, "doubt {doubt}");
        }
    }

    /// Everything in doubt: M1 in doubt comes first, so it is the product rule throughout.
    #[test]
    fn doubts_of_everything_leave_the_product_rule() {
        let all = combined(&Model::e2(), 42);
        assert_eq!((all.takes_minimax, all.combination), (0, all.product));
    }
}
