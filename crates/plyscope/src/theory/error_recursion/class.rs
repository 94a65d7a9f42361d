//! Nodes with the same estimated value, won and lost.

use super::truth::Share;
use crate::value::Win;
use std::cmp::Ordering;

/// One estimated value at some height, in the view of the player who moves there.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Class {
    /// The estimate; `first` is the mover's chance.
    pub(super) value: Win,
    /// The probability of this value at a node that the mover truly loses.
    pub(super) lost: f64,
    /// The same where the mover truly wins.
    pub(super) won: f64,
}

/// In order of value, with what ties made one: two orders of the same factors are the same value.
pub(super) fn merged(mut classes: Vec<Class>) -> Vec<Class> {
    classes.sort_unstable_by(|a, b| order(a.value, b.value));
    classes.dedup_by(|next, kept| {
        let same = next.value.ties(kept.value);
        if same {
            kept.lost += next.lost;
            kept.won += next.won;
        }
        same
    });
    classes
}

/// From worst to best for the mover, by the smaller side, which has the digits.
fn order(a: Win, b: Win) -> Ordering {
    let key = |win: Win| if win.first < win.second { (false, win.first) } else { (true, -win.second) };
    let ((a_high, a), (b_high, b)) = (key(a), key(b));
    a_high.cmp(&b_high).then(a.total_cmp(&b))
}

/// Scales all chances to a sum of 1: what rounding leaves would grow by the branching with every ply.
pub(super) fn normalized(mut classes: Vec<Class>) -> Vec<Class> {
    let sum: f64 = classes.iter().map(|class| class.lost + class.won).sum();
    for class in &mut classes {
        class.lost /= sum;
        class.won /= sum;
    }
    classes
}

/// Scales won and lost nodes to given shares.
pub(super) fn balance(classes: &mut [Class], share: Share) {
    let (lost, won) =
        classes.iter().fold((0.0, 0.0), |(lost, won), class| (lost + class.lost, won + class.won));
    for class in classes {
        class.lost *= share.lost / lost;
        class.won *= share.won / won;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ties_are_one_value_and_the_order_is_the_movers() {
        let class = |first: f64, second: f64| Class { value: Win { first, second }, lost: 0.1, won: 0.2 };
        let classes = merged(vec![
            class(1.0, 1e-20),
            class(0.5, 0.5),
            class(0.3, 0.7),
            class(1.0, 1e-30),
            class(0.1 + 0.2, 0.7),
        ]);
        let values: Vec<Win> = classes.iter().map(|class| class.value).collect();
        assert_eq!(values.len(), 4);
        assert!(values.windows(2).all(|pair| pair[0].below(pair[1])), "{values:?}");
        assert_eq!((classes[0].lost, classes[0].won), (0.2, 0.4));
    }
}
