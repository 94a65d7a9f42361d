//! A motivated combination of minimax's and the product rule's choices (Horacek, section 7).
//!
//! The paper lists criteria without an order; ours is: where the rules agree, that move; where the
//! minimax values are equal, the product rule's; where an argument for one of them is known to be
//! doubtful, the other's; where the draw value separates the two moves (interval I4), minimax's;
//! else the product rule's.

use crate::value::{Player, Ranked};

/// Which of the four decisive replies an evaluator is known to be unsure of.
///
/// `m` is the move that minimax prefers, `p` the product rule's; 1 is the reply that is better for the
/// player who chooses, 2 the worse one.
///
/// ```
/// use plyscope::rule::{Combination, Doubts};
/// use plyscope::value::Player;
/// let choose = |doubts| Combination { draw: 0.0 }.choose(Player::FIRST, 0, 1, &[2.0, -1.0], doubts);
/// assert_eq!(choose(Doubts::default()), 0);
/// assert_eq!(choose(Doubts { m1: true, ..Doubts::default() }), 1); // minimax's argument is doubtful
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Doubts {
    /// The better reply to minimax's move.
    pub m1: bool,
    /// The worse reply to minimax's move: its minimax value.
    pub m2: bool,
    /// The better reply to the product rule's move.
    pub p1: bool,
    /// The worse reply to the product rule's move: its minimax value.
    pub p2: bool,
}

/// Horacek's combination of two rules' choices.
///
/// ```
/// use plyscope::rule::{Combination, Doubts};
/// use plyscope::value::Player;
/// let choose = |values: [f64; 2]| {
///     // Minimax prefers the first move, the product rule the second.
///     Combination { draw: 0.0 }.choose(Player::FIRST, 0, 1, &values, Doubts::default())
/// };
/// assert_eq!(choose([2.0, -1.0]), 0); // only minimax's move is above the draw value
/// assert_eq!(choose([3.0, 1.0]), 1); // both are
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Combination<V> {
    /// Where a win begins: 0 for numbers around zero, a half for probabilities.
    pub draw: V,
}

impl<V: Ranked> Combination<V> {
    /// The move to make, given the moves that minimax and the product rule prefer, the minimax values
    /// of all moves, who moves, and what is known to be doubtful.
    pub fn choose(
        &self,
        mover: Player,
        minimax: usize,
        product: usize,
        values: &[V],
        doubts: Doubts,
    ) -> usize {
        let (m, p) = (values[minimax], values[product]);
        if minimax == product {
            minimax
        } else if m.ties(&p, mover) || doubts.m1 || doubts.p2 {
            product
        } else if doubts.p1 || doubts.m2 || (m.beats(&self.draw, mover) && self.draw.beats(&p, mover)) {
            minimax
        } else {
            product
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choose(values: [f64; 2], doubts: Doubts) -> usize {
        Combination { draw: 0.0 }.choose(Player::FIRST, 0, 1, &values, doubts)
    }

    #[test]
    fn each_criterion_in_its_order() {
        let none = Doubts::default();
        let same = Combination { draw: 0.0 }.choose(Player::FIRST, 1, 1, &[0.0, 5.0], none);
        assert_eq!(same, 1, "agreement");
        assert_eq!(choose([2.0, 2.0], Doubts { p1: true, ..none }), 1, "equal minimax values come first");
        assert_eq!(choose([2.0, -1.0], Doubts { m1: true, ..none }), 1, "M1 in doubt");
        assert_eq!(choose([2.0, -1.0], Doubts { p2: true, m2: true, ..none }), 1, "P2 before M2");
        assert_eq!(choose([3.0, 1.0], Doubts { m2: true, ..none }), 0, "M2 in doubt");
        assert_eq!(choose([3.0, 1.0], Doubts { p1: true, ..none }), 0, "P1 in doubt");
        assert_eq!(choose([2.0, -1.0], none), 0, "I4: minimax's move wins against both replies");
        assert_eq!(choose([3.0, 1.0], none), 1, "I5: both moves win");
        assert_eq!(choose([-1.0, -3.0], none), 1, "I1 to I3: both moves lose");
    }

    #[test]
    fn the_second_player_sees_it_mirrored() {
        let combination = Combination { draw: 0.5 };
        let chosen = |values: [f64; 2]| combination.choose(Player::SECOND, 0, 1, &values, Doubts::default());
        assert_eq!(chosen([0.2, 0.6]), 0);
        assert_eq!(chosen([0.2, 0.4]), 1);
    }
}
