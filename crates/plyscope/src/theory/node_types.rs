//! Node types (Wilson, Parker & Nau, "Analysis", equations 1 to 4; Zuckerman et al., section 3).
//!
//! A node is of the type "k of b" when k of its b children are wins for the mover. With two children
//! the papers call them A (both), B (the first), C (the second) and D (none). Where deeper is worse is
//! in [`local_pathology`](super::local_pathology), how common each type is in P-games in
//! [`p_games::type_shares`](super::p_games::type_shares).

use crate::error::{Error, Result};
use std::fmt;

/// How many of a node's children are wins for the mover, and which, where there are two.
///
/// ```
/// use plyscope::theory::node_types::NodeType;
/// let (both, none) = (NodeType::new(2, 2)?, NodeType::new(0, 2)?);
/// // Two wins are missed if both are; two losses are seen only if both are.
/// assert_eq!((both.error(0.25), none.error(0.25)), (0.25 * 0.25, 1.0 - 0.75 * 0.75));
/// # Ok::<(), plyscope::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NodeType {
    wins: u32,
    children: u32,
    first_wins: bool,
}

impl NodeType {
    /// From the children's values in the mover's view; nothing for a leaf.
    pub fn of(children: &[bool]) -> Option<Self> {
        let wins = children.iter().filter(|win| **win).count() as u32;
        let first_wins = *children.first()?;
        Some(NodeType { wins, children: children.len() as u32, first_wins })
    }

    /// The type "`wins` of `children`", the winners first.
    pub fn new(wins: u32, children: u32) -> Result<Self> {
        if children == 0 || wins > children {
            return Err(Error::Undefined(format!(
                "no node has {wins} winning children of {children}: a type is k of b with b of 1 or more and \
                 k from 0 to b"
            )));
        }
        Ok(NodeType { wins, children, first_wins: wins > 0 })
    }

    /// Winning children.
    pub fn wins(self) -> u32 {
        self.wins
    }

    /// All children.
    pub fn children(self) -> u32 {
        self.children
    }

    /// The probability that minimax mistakes the node's value when each child is mistaken with
    /// probability `error`, independently.
    pub fn error(self, error: f64) -> f64 {
        let power = |base: f64, exponent| (0..exponent).fold(1.0, |product, _| product * base);
        if self.wins == 0 {
            1.0 - power(1.0 - error, self.children)
        } else {
            // All wins are taken for losses, and no loss for a win.
            power(error, self.wins) * power(1.0 - error, self.children - self.wins)
        }
    }

    /// The same when wins and losses are mistaken with different probabilities.
    pub fn error_with(self, errors: Errors) -> f64 {
        let wins = (0..self.wins).map(|_| (true, errors.win_as_loss));
        let losses = (self.wins..self.children).map(|_| (false, errors.loss_as_win));
        error_above(wins.chain(losses))
    }

    /// What a look at the node itself risks: a win is mistaken as wins are, a loss as losses are.
    pub(crate) fn own_error(self, errors: Errors) -> f64 {
        if self.wins > 0 { errors.win_as_loss } else { errors.loss_as_win }
    }
}

/// How often an evaluator mistakes wins and losses of the mover.
///
/// ```
/// use plyscope::theory::node_types::{Errors, NodeType};
/// let errors = Errors::new(0.5, 0.25)?; // wins are missed more often than losses
/// assert_eq!(NodeType::new(1, 2)?.error_with(errors), 0.5 * (1.0 - 0.25));
/// assert!(Errors::new(0.5, 1.5).is_err());
/// # Ok::<(), plyscope::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Errors {
    win_as_loss: f64,
    loss_as_win: f64,
}

impl Errors {
    /// That a win is called a loss, and that a loss is called a win.
    pub fn new(win_as_loss: f64, loss_as_win: f64) -> Result<Self> {
        for error in [win_as_loss, loss_as_win] {
            if !(0.0..=1.0).contains(&error) {
                return Err(Error::Undefined(format!("{error} is no error: a probability from 0 to 1 is")));
            }
        }
        Ok(Errors { win_as_loss, loss_as_win })
    }

    /// The same with the players exchanged: the opponent's wins are the mover's losses.
    pub fn swapped(self) -> Self {
        Errors { win_as_loss: self.loss_as_win, loss_as_win: self.win_as_loss }
    }
}

/// The probability that minimax mistakes a node whose children (wins for the mover or not) are each
/// mistaken with a probability of their own, independently; 0 without children.
pub(crate) fn error_above(children: impl IntoIterator<Item = (bool, f64)>) -> f64 {
    // That no child is taken for a win, and that one is: summed, so that small errors keep their digits.
    let (mut win, mut none, mut some) = (false, 1.0, 0.0);
    for (wins, error) in children {
        let (called_win, called_loss) = if wins { (1.0 - error, error) } else { (error, 1.0 - error) };
        win |= wins;
        some += none * called_win;
        none *= called_loss;
    }
    if win { none } else { some }
}

impl fmt::Display for NodeType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.children, self.wins, self.first_wins) {
            (2, 2, _) => f.write_str("A"),
            (2, 1, true) => f.write_str("B"),
            (2, 1, false) => f.write_str("C"),
            (2, ..) => f.write_str("D"),
            (children, wins, _) => write!(f, "{wins}/{children}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_papers_equations() {
        let e = 0.1;
        let of = |children: [bool; 2]| NodeType::of(&children).unwrap();
        let [a, b, c, d] = [[true, true], [true, false], [false, true], [false, false]].map(of);
        assert_eq!([a, b, c, d].map(|t| t.to_string()), ["A", "B", "C", "D"]);
        let near = |x: f64, y: f64| assert!((x - y).abs() < 1e-15);
        near(a.error(e), 0.01);
        near(b.error(e), 0.09);
        near(c.error(e), b.error(e));
        near(d.error(e), 0.19);
        for e in [0.01, 0.2, 0.35, 0.5] {
            assert!(d.error(e) >= e && e >= b.error(e) && b.error(e) >= a.error(e));
        }
    }

    /// Every pattern of mistakes, each child with an error of its own: is the maximum right?
    #[test]
    fn errors_of_their_own_by_enumeration() {
        let errors = [0.1, 0.35, 0.02, 0.5];
        for truth in 0u32..16 {
            let children = (0..4).map(|i| (truth >> i & 1 == 1, errors[i]));
            let wrong: f64 = (0u32..16)
                .filter(|mistakes| ((truth ^ mistakes) != 0) != (truth != 0))
                .map(|mistakes| {
                    let chance = |i: usize| if mistakes >> i & 1 == 1 { errors[i] } else { 1.0 - errors[i] };
                    (0..4).map(chance).product::<f64>()
                })
                .sum();
            assert!((error_above(children) - wrong).abs() < 1e-15, "{truth:04b}");
        }
        assert_eq!(error_above([]), 0.0);
        // 1 - (1 - e)^2 = 2e - e^2 to full precision.
        assert_eq!(NodeType::new(0, 2).unwrap().error_with(Errors::new(0.3, 1e-20).unwrap()), 2e-20);
    }

    #[test]
    fn equal_errors_are_the_symmetric_ones() {
        for children in 1..=6 {
            for wins in 0..=children {
                let node = NodeType::new(wins, children).unwrap();
                for e in [0.0, 0.01, 0.2, 0.5, 1.0] {
                    assert!((node.error(e) - node.error_with(Errors::new(e, e).unwrap())).abs() < 1e-15);
                    assert_eq!(node.own_error(Errors::new(e, e).unwrap()), e);
                }
            }
        }
        // By hand: a win is called a loss (0.3) while the loss is seen (1 - 0.1).
        let node = NodeType::new(1, 2).unwrap();
        assert!((node.error_with(Errors::new(0.3, 0.1).unwrap()) - 0.27).abs() < 1e-15);
        assert_eq!(node.own_error(Errors::new(0.3, 0.1).unwrap().swapped()), 0.1);
    }

    #[test]
    fn what_is_no_type_or_error_is_refused() {
        assert!(NodeType::new(3, 2).unwrap_err().to_string().contains("k from 0 to b"));
        assert!(NodeType::new(0, 0).is_err());
        assert!(Errors::new(-0.1, 0.2).is_err() && Errors::new(0.1, f64::NAN).is_err());
        assert_eq!(NodeType::new(1, 2).unwrap().to_string(), "B");
    }

    /// Every pattern of mistakes, weighted: is the maximum of the mistaken children the node's value?
    #[test]
    fn types_of_two_to_five_children_by_enumeration() {
        for children in 1u32..=5 {
            for truth in 0u32..1 << children {
                let values: Vec<bool> = (0..children).map(|i| truth >> i & 1 == 1).collect();
                let node = NodeType::of(&values).unwrap();
                for e in [0.0, 0.1, 0.3, 0.5] {
                    let wrong: f64 = (0u32..1 << children)
                        .filter(|mistakes| ((truth ^ mistakes) != 0) != (truth != 0))
                        .map(|mistakes| {
                            let mistaken = mistakes.count_ones() as i32;
                            f64::powi(e, mistaken) * f64::powi(1.0 - e, children as i32 - mistaken)
                        })
                        .sum();
                    assert!((node.error(e) - wrong).abs() < 1e-14, "{node}, e = {e}");
                }
            }
        }
    }
}
