//! One ply up: all groups of children, each as often as it occurs.
//!
//! Nodes with the same estimated value, won and lost.

use super::truth::Share;
use crate::error::{Error, Result};
use crate::game::Player;
use crate::rule::{BackupRule, Node};
use crate::value::Win;
use std::cmp::Ordering;

/// The most groups of children that one ply is computed from.
///
/// This many take a fraction of a second and, where the rule looks at the node's own estimate, 160 MB for a
/// moment.
pub const MAX_GROUPS: u64 = 2_000_000;

/// The most children that the groups of all plies have together: a few seconds. It keeps thousands of plies
/// of hundreds of moves from taking minutes.
const MAX_WORK: u64 = 50_000_000;

/// A child in its parent's view.
#[derive(Debug, Clone, Copy)]
pub(super) struct Child {
    pub(super) value: Win,
    pub(super) truth: Mix,
}

/// The probabilities that children are all lost, all won, and some of each, for the player above them.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Mix {
    pub(super) lost: f64,
    pub(super) won: f64,
    pub(super) both: f64,
}

impl Mix {
    pub(super) fn total(self) -> f64 {
        self.lost + self.won + self.both
    }

    /// More children beside these. Sums of positive terms only, so small chances keep their digits.
    pub(super) fn and(self, more: Mix) -> Mix {
        Mix {
            lost: self.lost * more.lost,
            won: self.won * more.won,
            both: self.both * more.total()
                + self.lost * (more.won + more.both)
                + self.won * (more.lost + more.both),
        }
    }

    pub(super) fn scaled(self, factor: f64) -> Mix {
        Mix { lost: self.lost * factor, won: self.won * factor, both: self.both * factor }
    }
}

/// The classes as their parent sees them, from worst to best for the parent's mover.
pub(super) fn children(classes: &[Class]) -> Vec<Child> {
    let child = |class: &Class| Child {
        value: class.value.swapped(),
        truth: Mix { lost: class.won, won: class.lost, both: 0.0 },
    };
    classes.iter().rev().map(child).collect()
}

/// Who moves does not matter: every node is seen by its own mover.
pub(super) fn node(height: u32) -> Node {
    Node { mover: Player::FIRST, height, level: 0 }
}

/// The classes one ply further up; `own` is the error of the node's own estimate, where the rule wants it.
pub(super) fn back_up(
    rule: &dyn BackupRule<Win>,
    height: u32,
    branching: u32,
    below: &[Class],
    own: Option<f64>,
) -> Vec<Class> {
    let mut classes = Vec::new();
    groups(&children(below), branching as usize, &mut |values, truth| {
        let aggregate = rule.combine(node(height), values);
        let (lost, won) = (truth.lost, truth.won + truth.both);
        match own {
            None => classes.push(Class { value: aggregate, lost, won }),
            Some(error) => classes.extend(estimates(error).map(|(own, if_lost, if_won)| Class {
                value: rule.weigh(node(height), values, aggregate, own),
                lost: lost * if_lost,
                won: won * if_won,
            })),
        }
    });
    normalized(merged(classes))
}

/// The two things that a node's own estimate can say, with their chances where it is lost and where won.
pub(super) fn estimates(error: f64) -> [(Win, f64, f64); 2] {
    [(Win::opinion(false, error), 1.0 - error, error), (Win::opinion(true, error), error, 1.0 - error)]
}

/// Calls `visit` with every group of `branching` children, whatever their order, and with its probability.
pub(super) fn groups(children: &[Child], size: usize, visit: &mut dyn FnMut(&[Win], Mix)) {
    // No child yet: nothing is lost and nothing won. Both hold of none, so the first child decides.
    for (index, child) in children.iter().enumerate() {
        let mut chosen = Vec::with_capacity(size);
        chosen.push(child.value);
        extend(children, size, index, 1, &mut chosen, child.truth, visit);
    }
}

/// Adds children that are not before the last one; `run` says how often the last is in the group.
fn extend(
    children: &[Child],
    size: usize,
    last: usize,
    run: usize,
    chosen: &mut Vec<Win>,
    truth: Mix,
    visit: &mut dyn FnMut(&[Win], Mix),
) {
    if chosen.len() == size {
        return visit(chosen, truth);
    }
    let many = chosen.len() + 1;
    for (index, child) in children.iter().enumerate().skip(last) {
        let run = if index == last { run + 1 } else { 1 };
        // The number of orders, b! / (the runs' factorials), factor by factor.
        let truth = truth.and(child.truth).scaled(many as f64 / run as f64);
        chosen.push(child.value);
        extend(children, size, index, run, chosen, truth, visit);
        chosen.pop();
    }
}

/// How many groups of `branching` children there are; none beyond what is computed.
fn count(classes: usize, size: u32) -> Option<u64> {
    // (n + size - 1)! / (n - 1)! / size!, from the shorter side; each step is a whole number.
    let (classes, size) = (classes as u128, u128::from(size));
    let shorter = size.min(classes - 1);
    let mut groups = 1u128;
    for i in 1..=shorter {
        groups = groups * (classes + size - i) / i;
        // They never get fewer again.
        if groups > u128::from(MAX_GROUPS) {
            return None;
        }
    }
    Some(groups as u64)
}

/// Which way values are rounded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Rounding {
    Down,
    Up,
}

/// Groups of a ply whose values were rounded: a fraction of what is computed exactly, since there are two computations, and
/// many plies.
const ROUNDED_GROUPS: u64 = 500_000;

/// Are there at most so many groups of so many children of some classes?
pub(super) fn fits(classes: usize, size: u32, most: u64) -> bool {
    count(classes, size).is_some_and(|groups| groups <= most)
}

/// The most classes whose groups are as many as are computed of rounded values.
pub(super) fn most_classes(size: u32, most: u64) -> usize {
    let few = |classes: &usize| fits(*classes, size, most.min(ROUNDED_GROUPS));
    // Groups of one are the classes themselves.
    (2..=ROUNDED_GROUPS as usize).take_while(few).last().unwrap_or(2)
}

/// At most so many classes, in order of value: neighbours become one where that moves little chance little, all of them to the
/// end that is asked for.
pub(super) fn rounded(classes: &[Class], most: usize, to: Rounding) -> Vec<Class> {
    let place = |win: Win| libm::log(win.first) - libm::log(win.second);
    let places: Vec<f64> = classes.iter().map(|class| place(class.value)).collect();
    let with = |budget: f64| {
        let (mut kept, mut from) = (Vec::<Class>::new(), 0.0);
        for (class, place) in classes.iter().zip(&places) {
            match kept.last_mut() {
                Some(last) if (last.lost + last.won + class.lost + class.won) * (place - from) <= budget => {
                    last.lost += class.lost;
                    last.won += class.won;
                    if to == Rounding::Up {
                        last.value = class.value;
                    }
                }
                _ => {
                    kept.push(*class);
                    from = *place;
                }
            }
        }
        kept
    };
    if classes.len() <= most {
        return classes.to_vec();
    }
    // The least budget that leaves few enough, by its power of two.
    let (mut less, mut enough) = (-80.0, 80.0);
    while enough - less > 0.1 {
        let middle = f64::midpoint(less, enough);
        *(if with(libm::exp2(middle)).len() > most { &mut less } else { &mut enough }) = middle;
    }
    with(libm::exp2(enough))
}

/// Refuses a step that would take too much: a ply from groups of `size` children, and `left` plies in all to
/// come, none of which has fewer values.
pub(super) fn afford(classes: &[Class], size: u32, left: u32) -> Result<()> {
    let Some(groups) = count(classes.len(), size) else {
        return Err(Error::Undefined(format!(
            "the error recursion is too large: {} values make more than {MAX_GROUPS} groups of {size}",
            classes.len()
        )));
    };
    let a_ply = groups * u64::from(size);
    if a_ply * u64::from(left) > MAX_WORK {
        return Err(Error::Undefined(format!(
            "the error recursion would take too long: {left} plies of {groups} groups of {size}; {} such plies \
             can be computed",
            MAX_WORK / a_ply
        )));
    }
    Ok(())
}

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
    fn groups_are_counted_and_add_up() {
        let share = [0.1, 0.2, 0.3];
        let children: Vec<Child> = (0..3)
            .map(|i| Child {
                value: Win::new(f64::from(i) / 4.0).unwrap(),
                truth: Mix { lost: share[i as usize], won: 0.4 / 3.0, both: 0.0 },
            })
            .collect();
        for size in 1..=6 {
            let (mut groups_seen, mut total) = (0, Mix { lost: 0.0, won: 0.0, both: 0.0 });
            groups(&children, size, &mut |values, truth| {
                assert_eq!(values.len(), size);
                groups_seen += 1;
                total = Mix {
                    lost: total.lost + truth.lost,
                    won: total.won + truth.won,
                    both: total.both + truth.both,
                };
            });
            assert_eq!(Some(groups_seen), count(3, size as u32));
            // The binomial theorem: all lost 0.6^n, all won 0.4^n, and 1 in all.
            assert!((total.lost - 0.6f64.powi(size as i32)).abs() < 1e-15);
            assert!((total.won - 0.4f64.powi(size as i32)).abs() < 1e-15);
            assert!((total.total() - 1.0).abs() < 1e-14);
        }
    }

    #[test]
    fn known_numbers_of_groups() {
        assert_eq!(count(2, 1000), Some(1001));
        assert_eq!(count(231, 2), Some(26_796));
        assert_eq!(count(20, 3), Some(1_540));
        assert_eq!(count(1, 7), Some(1));
        assert_eq!(count(26_796, 2), None);
        assert_eq!(count(usize::MAX, 1000), None);
    }

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
