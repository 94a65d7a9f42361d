//! What is known of a value: from where to where. Bounds rise through a tree as values do.
//!
//! A monotone rule of the children's low ends is a low end of the node, and so for the high ends: whatever the
//! children turn out to be, the node is worth something between. Two things make that exact on a machine.
//!
//! - Where all children are known the rule is applied to them as they are, in their order: the value is full
//!   width's, bit for bit. Elsewhere the ends of the aggregate are moved apart by more than rounding
//!   ([`Ranked::nudged`]), because the order of rounded sums is certain only beyond it.
//! - The own estimate is weighed after that. EMM keeps it unless the aggregate is as certain, so where both
//!   ends of the aggregate are less certain than it, both ends *are* the own estimate: the value is known
//!   though the children are not.

use crate::game::Player;
use crate::rule::{BackupRule, Node};
use crate::value::Ranked;

/// The ends, in the first player's view.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Interval<V> {
    pub(super) low: V,
    pub(super) high: V,
}

impl<V: Ranked> Interval<V> {
    pub(super) fn exactly(value: V) -> Self {
        Interval { low: value, high: value }
    }

    /// The value, where it is known.
    ///
    /// Ends that are equal in order are equal in every digit: they are one child's value, an own estimate, or
    /// certain.
    pub(super) fn exact(&self) -> Option<V> {
        (!self.high.beats(&self.low, Player::FIRST)).then_some(self.low)
    }

    /// The worst it can be for a player.
    pub(super) fn worst(&self, player: Player) -> V {
        if player == Player::FIRST { self.low } else { self.high }
    }

    /// The best it can be for a player.
    pub(super) fn best(&self, player: Player) -> V {
        self.worst(player.opponent())
    }

    /// What both know.
    pub(super) fn meet(self, other: Self) -> Self {
        let first = Player::FIRST;
        Interval {
            low: if other.low.beats(&self.low, first) { other.low } else { self.low },
            high: if self.high.beats(&other.high, first) { other.high } else { self.high },
        }
    }

    /// A value moved to the nearer end where it lies outside.
    pub(super) fn clamp(&self, value: V) -> V {
        if self.low.beats(&value, Player::FIRST) {
            self.low
        } else if value.beats(&self.high, Player::FIRST) {
            self.high
        } else {
            value
        }
    }

    /// What a node is worth, from what its children are; `ends` is a list to use again.
    pub(super) fn back_up<R>(
        rule: &R,
        mover: Player,
        children: impl Iterator<Item = Interval<V>> + Clone,
        own: Option<V>,
        ends: &mut Vec<V>,
    ) -> Self
    where
        R: BackupRule<V> + ?Sized,
    {
        // A monotone rule does not look at the height.
        let node = Node { mover, height: 1, level: 0 };
        ends.clear();
        ends.extend(children.clone().map(|child| child.low));
        if children.clone().all(|child| child.exact().is_some()) {
            return Interval::exactly(rule.back_up(node, ends, own));
        }
        let weighed = |aggregate: V| own.map_or(aggregate, |own| rule.reconcile(node, aggregate, own));
        let low = weighed(rule.combine(node, ends).nudged(Player::SECOND));
        ends.clear();
        ends.extend(children.map(|child| child.high));
        let high = weighed(rule.combine(node, ends).nudged(Player::FIRST));
        Interval { low, high }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule::{Emm, Minimax, Product};
    use crate::value::Win;

    fn win(first: f64) -> Win {
        Win::new(first).unwrap()
    }

    fn between(low: f64, high: f64) -> Interval<Win> {
        Interval { low: win(low), high: win(high) }
    }

    #[test]
    fn one_certain_child_is_enough() {
        let children = [between(0.0, 1.0), between(1.0, 1.0)];
        let known = |mover| Interval::back_up(&Product, mover, children.into_iter(), None, &mut Vec::new());
        assert_eq!(known(Player::FIRST).exact(), Some(Win::certain()));
        assert_eq!(known(Player::SECOND).exact(), None, "the other child may be lost");
    }

    /// A child of .9 leaves an aggregate of 0 to .9 to the second player: an own estimate that says .05 keeps
    /// the upper end at .05's opposite; a second child of .2 or more closes the lower end too.
    #[test]
    fn an_own_estimate_that_no_aggregate_can_beat_is_the_value() {
        let known = |second: Interval<Win>| {
            let children = [between(0.9, 0.9), second];
            Interval::back_up(&Emm, Player::SECOND, children.into_iter(), Some(win(0.05)), &mut Vec::new())
        };
        assert_eq!(known(between(0.2, 0.7)).exact(), Some(win(0.05)));
        let open = known(between(0.0, 1.0));
        assert_eq!((open.low, open.high), (win(0.0), win(0.05)), "0 to .9, and .05 is kept from .05 on");
    }

    #[test]
    fn numbers_are_not_rounded() {
        let children = [Interval { low: 1.0, high: 5.0 }, Interval::exactly(3.0)];
        let known = Interval::back_up(&Minimax, Player::FIRST, children.into_iter(), None, &mut Vec::new());
        assert_eq!(known, Interval { low: 3.0, high: 5.0 });
    }

    /// Half of one side is guarded as well as a millionth of it.
    #[test]
    fn guards_are_relative_to_the_smaller_side() {
        for small in [0.5, 1e-6, 1e-40] {
            let value = Win { first: small, second: 1.0 - small };
            let (up, down) = (value.nudged(Player::FIRST), value.nudged(Player::SECOND));
            assert!(up.first > small * (1.0 + 4e-11) && down.first < small * (1.0 - 4e-11));
            assert!(!up.ties(value) && !down.ties(value));
            let mirrored = value.swapped().nudged(Player::SECOND);
            assert_eq!(mirrored.swapped(), up);
        }
        assert_eq!(Win::<f64>::certain().nudged(Player::SECOND), Win::certain());
    }
}
