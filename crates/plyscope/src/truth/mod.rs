//! Truth: the exact value of a position, by construction, by solving, or from a table; it may be
//! unknown or only bounded.

use crate::game::{Game, Player, moves_of};
use crate::tree::{DrawnTree, Place};

/// What is known of a position's value, in the first player's view.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum TrueValue {
    /// The value.
    Exact(f64),
    /// Not below the first, not above the second; one of them may be infinite.
    Between(f64, f64),
    /// Nothing.
    Unknown,
}

impl TrueValue {
    /// The value, if it is known.
    pub fn exact(self) -> Option<f64> {
        match self {
            TrueValue::Exact(value) => Some(value),
            _ => None,
        }
    }

    /// A number on the right side of zero, if it is known who wins.
    pub fn side(self) -> Option<f64> {
        match self {
            TrueValue::Exact(value) => Some(value),
            TrueValue::Between(low, _) if low > 0.0 => Some(low),
            TrueValue::Between(_, high) if high < 0.0 => Some(high),
            _ => None,
        }
    }

    pub(crate) fn from_bounds(low: f64, high: f64) -> Self {
        match (low, high) {
            _ if low == high => TrueValue::Exact(low),
            (f64::NEG_INFINITY, f64::INFINITY) => TrueValue::Unknown,
            _ => TrueValue::Between(low, high),
        }
    }
}

/// Something that knows the truth of a game's positions.
pub trait Truth<G: Game> {
    /// What it knows of a position.
    fn value(&self, game: &G, position: &G::Position) -> TrueValue;
}

/// Synthetic trees know the truth of their nodes: they were solved when they were drawn.
#[derive(Debug, Clone, Copy, Default)]
pub struct ByConstruction;

impl Truth<DrawnTree> for ByConstruction {
    fn value(&self, tree: &DrawnTree, place: &Place) -> TrueValue {
        TrueValue::Exact(if tree.truth(*place) { 1.0 } else { -1.0 })
    }
}

/// The truth of a two-player game by plain exhaustive search: for small games, and for tests.
///
/// Where a tree is known only so far, bounds rise from its rim.
#[derive(Debug, Clone, Copy, Default)]
pub struct BySolving;

impl<G: Game> Truth<G> for BySolving {
    fn value(&self, game: &G, position: &G::Position) -> TrueValue {
        let (low, high) = bounds(game, position);
        TrueValue::from_bounds(low, high)
    }
}

fn bounds<G: Game>(game: &G, position: &G::Position) -> (f64, f64) {
    if game.is_over(position) {
        let payoff = game.payoff(position, Player::FIRST);
        return (payoff, payoff);
    }
    let children =
        moves_of(game, position).into_iter().map(|choice| bounds(game, &game.play(position, &choice)));
    let first = game.mover(position) == Player::FIRST;
    children
        .reduce(
            |(low, high), (l, h)| if first { (low.max(l), high.max(h)) } else { (low.min(l), high.min(h)) },
        )
        .unwrap_or((f64::NEG_INFINITY, f64::INFINITY))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::text::TextTree;

    fn solve(text: &str, frontier: bool) -> TrueValue {
        let tree: TextTree = text.parse().unwrap();
        BySolving.value(&if frontier { tree.as_frontier() } else { tree }, &0)
    }

    #[test]
    fn exact_unknown_and_between() {
        assert_eq!(solve("((3 12 8) (2 4 6) (14 5 2))", false), TrueValue::Exact(3.0));
        assert_eq!(solve("((3 12 8) (2 4 6) (14 5 2))", true), TrueValue::Unknown);
        assert_eq!(TrueValue::from_bounds(1.0, f64::INFINITY), TrueValue::Between(1.0, f64::INFINITY));
    }
}
