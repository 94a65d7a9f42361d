//! Node types (Wilson, Parker & Nau, "Analysis", equations 1 to 4; Zuckerman et al., section 3).
//!
//! A node is of the type "k of b" when k of its b children are wins for the mover. With two children
//! the papers call them A (both), B (the first), C (the second) and D (none).

use std::fmt;

/// How many of a node's children are wins for the mover, and which, where there are two.
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
