//! How values rise in a tree that grows where it is looked at.

use super::leaves::Worth;
use crate::value::Player;
use std::fmt;

/// What a node is worth, given its children.
///
/// ```
/// use plyscope::search::Backup;
/// assert_eq!(Backup::read("power(4)"), Some(Backup::Power(4.0)));
/// assert_eq!(Backup::read("median"), None);
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Backup {
    /// The mean of all that was found below, its own evaluation among it: UCT.
    Mean,
    /// The mover's best child.
    Minimax,
    /// The power mean of children, each as often as it was visited, and of its own evaluation: from the mean (1) towards
    /// the mover's best (Dam et al. 2019).
    Power(f64),
    /// The probability that at least one child is a win for the mover.
    Product,
}

impl Backup {
    /// As it is written in names.
    pub fn read(text: &str) -> Option<Self> {
        match text {
            "mean" => Some(Backup::Mean),
            "minimax" => Some(Backup::Minimax),
            "product" => Some(Backup::Product),
            _ => {
                let p = text.strip_prefix("power(")?.strip_suffix(')')?;
                p.trim().parse().ok().filter(|p| (1.0..=1000.0).contains(p)).map(Backup::Power)
            }
        }
    }
}

impl fmt::Display for Backup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Backup::Mean => f.write_str("mean"),
            Backup::Minimax => f.write_str("minimax"),
            Backup::Power(p) => write!(f, "power({p})"),
            Backup::Product => f.write_str("product"),
        }
    }
}

/// A node's value from its tried children, of each of which it is known how often it was visited; at least one. The root's
/// own evaluation does not count. (Means are kept up as results come in.)
pub(super) fn combine<V: Worth>(
    backup: Backup,
    mover: Player,
    own: Option<V>,
    children: impl Iterator<Item = (u32, V)>,
) -> V {
    match backup {
        Backup::Mean | Backup::Minimax => {
            let best = children.map(|(_, value)| value);
            best.reduce(|best, value| if value.seen_by(mover) > best.seen_by(mover) { value } else { best })
                .expect("at least one child was tried")
        }
        Backup::Power(p) => {
            let (mut sum, mut visits) = own.map_or((0.0, 0.0), |own| (libm::pow(own.chance(mover), p), 1.0));
            for (times, value) in children {
                sum += f64::from(times) * libm::pow(value.chance(mover), p);
                visits += f64::from(times);
            }
            V::of_chance(libm::pow(sum / visits, 1.0 / p), mover)
        }
        Backup::Product => {
            let none = children.fold(1.0, |none, (_, value)| none * (1.0 - value.chance(mover)));
            V::of_chance(1.0 - none, mover)
        }
    }
}
