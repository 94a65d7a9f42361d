//! Truth: the exact value of a position, by construction, by solving, or from a table; it may be
//! unknown or only bounded.

use crate::game::{Game, Hints, Player, moves_of};

/// What is known of a position's value, in the first player's view.
///
/// ```
/// use plyscope::truth::TrueValue;
/// let won = TrueValue::Between(1.0, f64::INFINITY);
/// assert_eq!((won.exact(), won.side()), (None, Some(1.0))); // who wins, if not by how much
/// assert_eq!(TrueValue::Between(-1.0, 1.0).side(), None);
/// ```
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
///
/// ```
/// use plyscope::game::text::TextTree;
/// use plyscope::truth::{BySolving, TrueValue, Truth, Unknown};
/// let tree: TextTree = "((3 12 8) (2 4 6) (14 5 2))".parse()?;
/// // The second player leaves 3, 2 or 2.
/// assert_eq!(BySolving.value(&tree, &0), TrueValue::Exact(3.0));
/// assert_eq!(Unknown.value(&tree, &0), TrueValue::Unknown);
/// # Ok::<(), plyscope::Error>(())
/// ```
pub trait Truth<G: Game> {
    /// What it knows of a position.
    fn value(&self, game: &G, position: &G::Position) -> TrueValue;
}

/// The truth is not known.
///
/// ```
/// use plyscope::game::{Game, TicTacToe};
/// use plyscope::truth::{TrueValue, Truth, Unknown};
/// let game = TicTacToe::default();
/// assert_eq!(Unknown.value(&game, &game.start()), TrueValue::Unknown);
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Unknown;

impl<G: Game> Truth<G> for Unknown {
    fn value(&self, _: &G, _: &G::Position) -> TrueValue {
        TrueValue::Unknown
    }
}

/// What a game itself knows ([`Hints::known`]): synthetic trees were solved when they were drawn, others may have a
/// table.
///
/// ```
/// use plyscope::game::{Game, TicTacToe};
/// use plyscope::truth::{Known, TrueValue, Truth};
/// let game = TicTacToe::default();
/// assert_eq!(Known.value(&game, &game.start()), TrueValue::Unknown); // it has no table
/// ```
#[derive(Debug, Clone, Copy, Default)]
pub struct Known;

impl<G: Hints> Truth<G> for Known {
    fn value(&self, game: &G, position: &G::Position) -> TrueValue {
        game.known(position).map_or(TrueValue::Unknown, TrueValue::Exact)
    }
}

/// The truth of a two-player game by plain exhaustive search: for small games, and for tests.
///
/// Where a tree is known only so far, bounds rise from its rim; and where positions repeat, from where the game is longer
/// than it says that it can be. Chance nodes are worth their mean.
///
/// ```
/// use plyscope::game::{Game, TicTacToe};
/// use plyscope::truth::{BySolving, TrueValue, Truth};
/// let game = TicTacToe::default();
/// let fork = game.parse_position("X.O/.../X.O X")?; // the left column is open
/// assert_eq!(BySolving.value(&game, &fork), TrueValue::Exact(1.0));
/// # Ok::<(), plyscope::Error>(())
/// ```
#[derive(Debug, Clone, Copy, Default)]
pub struct BySolving;

impl<G: Game> Truth<G> for BySolving {
    fn value(&self, game: &G, position: &G::Position) -> TrueValue {
        let (low, high) = bounds(game, position, game.facts().longest.min(DEEPEST));
        TrueValue::from_bounds(low, high)
    }
}

/// It goes no deeper, as searches do not: below, the stack would end.
const DEEPEST: u32 = 512;

fn bounds<G: Game>(game: &G, position: &G::Position, left: u32) -> (f64, f64) {
    let unknown = (f64::NEG_INFINITY, f64::INFINITY);
    if game.is_over(position) {
        let payoff = game.payoff(position, Player::FIRST);
        return (payoff, payoff);
    }
    let Some(left) = left.checked_sub(1) else { return unknown };
    let moves = moves_of(game, position);
    let children = moves.iter().map(|choice| bounds(game, &game.play(position, choice), left));
    if game.is_chance(position) {
        let mut chances = Vec::new();
        game.chances(position, &mut chances);
        return chances
            .iter()
            .zip(children)
            .fold((0.0, 0.0), |(low, high), (chance, (l, h))| (low + chance * l, high + chance * h));
    }
    let first = game.mover(position) == Player::FIRST;
    children
        .reduce(
            |(low, high), (l, h)| if first { (low.max(l), high.max(h)) } else { (low.min(l), high.min(h)) },
        )
        .unwrap_or(unknown)
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
