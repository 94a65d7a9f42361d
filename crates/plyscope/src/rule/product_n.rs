//! The product rule for any number of players.
//!
//! Every child has one winner, known only by its chances, and children are independent. The mover wins if some child is won
//! by the mover, as with two players. If none is, the mover has nothing to choose by: who wins then is a matter of what such
//! a player does ([`Indifferent`]), and the chances of the others follow, given that all children are lost.

use super::product::some_child_wins;
use super::{BackupRule, Node, Rule};
use crate::error::Result;
use crate::name::{Arguments, Parameter};
use crate::value::Chances;

/// What a player does who wins with no move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Indifferent {
    /// Takes the first move: what [`MaxN`](super::MaxN) does, so that a search to the end finds its truth.
    #[default]
    First,
    /// Takes any move, all as likely.
    Any,
}

impl Indifferent {
    /// What `ties` may be.
    pub const PARAMETER: Parameter = Parameter {
        name: "ties",
        default: "first",
        allowed: "first (a player who wins with no move takes the first) or any (each as likely)",
    };

    /// Read from a name's parameters.
    pub(super) fn build(arguments: &Arguments<'_>) -> Result<Self> {
        match arguments.text("ties") {
            "first" => Ok(Indifferent::First),
            "any" => Ok(Indifferent::Any),
            _ => Err(arguments.refuse("ties")),
        }
    }
}

/// The chance that at least one child is a win for the mover, and what is left to the others.
///
/// ```
/// use plyscope::rule::{BackupRule, Node, ProductN};
/// use plyscope::value::{Chances, Player};
/// let node = Node { mover: Player::FIRST, height: 1, level: 0 };
/// let children = [[0.5, 0.5, 0.0], [0.5, 0.0, 0.5]].map(|each| Chances::new(&each).unwrap());
/// // The first player loses with either move one time in four; then the first move decides, and the second player wins.
/// assert_eq!(ProductN::default().combine(node, &children).values(), [0.75, 0.25, 0.0]);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ProductN {
    /// What a mover does who wins with no move.
    pub ties: Indifferent,
}

impl ProductN {
    /// What `product-n(...)` takes.
    pub const PARAMETERS: &'static [Parameter] = &[Indifferent::PARAMETER];

    /// Made from a name's parameters.
    pub fn build(arguments: &Arguments<'_>) -> Result<Self> {
        Ok(ProductN { ties: Indifferent::build(arguments)? })
    }

    /// A player's share of a child that the mover loses; nothing where the mover does not.
    fn share(child: &Chances, node: Node, player: usize) -> f64 {
        let lost = child.seen_by(node.mover).second;
        if lost > 0.0 { child.values()[player] / lost } else { 0.0 }
    }
}

impl BackupRule<Chances> for ProductN {
    fn keeps_certainty(&self) -> bool {
        self.ties == Indifferent::First
    }

    fn combine(&self, node: Node, children: &[Chances]) -> Chances {
        let some = some_child_wins(children.iter().map(|child| child.seen_by(node.mover)));
        let first = children.first().expect("a rule is given at least one child");
        let chance = |player: usize| {
            if player == node.mover.index() {
                return some.first;
            }
            // Given that every child is lost, each has its own winner among the others.
            let share = match self.ties {
                Indifferent::First => ProductN::share(first, node, player),
                Indifferent::Any => {
                    let shares = children.iter().map(|child| ProductN::share(child, node, player));
                    shares.sum::<f64>() / children.len() as f64
                }
            };
            some.second * share
        };
        let all: Vec<f64> = (0..first.players()).map(chance).collect();
        Chances::made(&all)
    }
}

impl Rule for ProductN {
    type Value = Chances;
}
