//! Pearl's board-splitting game (Wilson, Parker & Nau, "Experiments"; Zuckerman et al., section 5.1).
//!
//! Player 1 splits the board into b pieces side by side and keeps one, player 2 splits what is left
//! into b pieces one above the other, and so on until one square is left. On a 1 the player who moved
//! last wins. What differs is how the squares are drawn: each for itself (a P-game), as sums along the
//! paths of the tree (an N-game), or an N-game in which some squares are drawn anew (mixed).

use super::counter::at_least;
use super::critical_p;
use super::{Place, Shape, TreeGame};
use crate::error::Result;
use crate::game::Player;
use crate::key::{Chance, DrawKey};
use crate::lanes::Bits;
use crate::name::{Arguments, Name, Parameter};

/// How the squares are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Squares {
    /// Each square for itself: 1 with probability p.
    P,
    /// A square is 1 if more than half of the edges on its path are +1.
    N,
    /// An N-game; then each square, with probability `mix`, is redrawn as in a P-game.
    Mixed,
}

/// The distribution of board-splitting games.
///
/// ```
/// use plyscope::key::Stream;
/// use plyscope::name::{Arguments, Name};
/// use plyscope::tree::{BoardSplitting, TreeGame};
/// let name: Name = "board-splitting(depth=3,p=1)".parse()?;
/// let game = BoardSplitting::build(&Arguments::resolve(BoardSplitting::PARAMETERS, &name)?)?;
/// let key = Stream::new(1, "example").block(0).attempt(0);
/// // All squares are 1, and the first player makes the third and last move.
/// assert!((0..8).all(|leaf| game.leaf(key, 0, leaf)));
/// # Ok::<(), plyscope::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct BoardSplitting {
    shape: Shape,
    squares: Squares,
    name: Name,
    p: Chance,
    edge: Chance,
    mix: Chance,
}

/// Keeps the draws of one tree apart: edges, which squares are drawn anew, and what they become.
const ANEW: u64 = 1 << 62;
const SQUARE: u64 = 1 << 61;

impl BoardSplitting {
    /// What `board-splitting(...)` takes.
    pub const PARAMETERS: &'static [Parameter] = &[
        Parameter { name: "branching", default: "2", allowed: "a whole number of 2 or more" },
        Parameter { name: "depth", default: "10", allowed: "a whole number of 1 or more" },
        Parameter { name: "squares", default: "p", allowed: "p, n or mixed" },
        Parameter {
            name: "p",
            default: "critical",
            allowed: "a probability from 0 to 1, or critical: the root of (1-p)^branching = p",
        },
        Parameter { name: "edge", default: "0.5", allowed: "a probability from 0 to 1" },
        Parameter { name: "mix", default: "0.5", allowed: "a probability from 0 to 1" },
    ];

    /// A P-game at the critical p: each square for itself.
    ///
    /// ```
    /// use plyscope::tree::{BoardSplitting, TreeGame};
    /// assert_eq!(BoardSplitting::p_game(2, 10)?.shape().leaves(), 1024);
    /// assert!(BoardSplitting::mixed(2, 10, 1.5).is_err());
    /// # Ok::<(), plyscope::Error>(())
    /// ```
    pub fn p_game(branching: u32, depth: u32) -> Result<Self> {
        Self::named(branching, depth, "p", 0.5)
    }

    /// An N-game: a square is the sign of the sum along its path.
    pub fn n_game(branching: u32, depth: u32) -> Result<Self> {
        Self::named(branching, depth, "n", 0.5)
    }

    /// An N-game in which each square is drawn anew, as in a P-game, with probability `mix`.
    pub fn mixed(branching: u32, depth: u32, mix: f64) -> Result<Self> {
        Self::named(branching, depth, "mixed", mix)
    }

    fn named(branching: u32, depth: u32, squares: &str, mix: f64) -> Result<Self> {
        let name = Name::new("board-splitting").with("branching", branching).with("depth", depth);
        let name = name.with("squares", squares).with("mix", mix);
        Self::build(&Arguments::resolve(Self::PARAMETERS, &name)?)
    }

    /// Made from a name's parameters.
    pub fn build(arguments: &Arguments<'_>) -> Result<Self> {
        let branching = arguments.integer("branching", 2..=u32::MAX)?;
        let shape = Shape::new(branching, arguments.integer("depth", 1..=u32::MAX)?)?;
        let squares = match arguments.text("squares") {
            "p" => Squares::P,
            "n" => Squares::N,
            "mixed" => Squares::Mixed,
            _ => return Err(arguments.refuse("squares")),
        };
        let (p, p_name) = match arguments.text("p") {
            "critical" => (critical_p(branching), "critical".to_string()),
            _ => arguments.number("p", 0.0..=1.0).map(|p| (p, p.to_string()))?,
        };
        let (edge, mix) = (arguments.number("edge", 0.0..=1.0)?, arguments.number("mix", 0.0..=1.0)?);
        // Parameters that do not matter are not in the name: a P-game is the same whatever its edges.
        let mut name = Name::new("board-splitting")
            .with("branching", branching)
            .with("depth", shape.depth())
            .with("squares", arguments.text("squares"));
        if squares != Squares::N {
            name = name.with("p", p_name);
        }
        if squares != Squares::P {
            name = name.with("edge", edge);
        }
        if squares == Squares::Mixed {
            name = name.with("mix", mix);
        }
        Ok(BoardSplitting {
            shape,
            squares,
            name,
            p: Chance::new(p)?,
            edge: Chance::new(edge)?,
            mix: Chance::new(mix)?,
        })
    }

    /// Is the square of a leaf a 1, in one lane?
    pub fn square(&self, key: DrawKey, lane: u32, leaf: usize) -> bool {
        let place = self.shape.ancestor(leaf, self.shape.depth()).key();
        let from_p = || self.p.lane(key, lane, place | SQUARE);
        let from_n = || {
            let ups = self.shape.path(leaf).filter(|edge| self.edge.lane(key, lane, edge.key())).count();
            2 * ups > self.shape.depth() as usize
        };
        match self.squares {
            Squares::P => from_p(),
            Squares::N => from_n(),
            Squares::Mixed if self.mix.lane(key, lane, place | ANEW) => from_p(),
            Squares::Mixed => from_n(),
        }
    }

    fn squares_from_edges<B: Bits>(&self, keys: &[DrawKey]) -> Vec<B> {
        at_least(self.shape, self.shape.depth() / 2 + 1, |edge| Some(self.edge.lanes(keys, edge.key())))
    }
}

impl TreeGame for BoardSplitting {
    fn name(&self) -> Name {
        self.name.clone()
    }

    fn shape(&self) -> Shape {
        self.shape
    }

    fn leaf(&self, key: DrawKey, lane: u32, index: usize) -> bool {
        self.square(key, lane, index) == (self.shape.last_mover() == Player::FIRST)
    }

    fn draw<B: Bits>(&self, keys: &[DrawKey]) -> Vec<B> {
        let place = |index| Place { level: self.shape.depth(), index }.key();
        let from_p = |index| self.p.lanes::<B>(keys, place(index) | SQUARE);
        let mut leaves = match self.squares {
            Squares::P => (0..self.shape.leaves()).map(from_p).collect(),
            Squares::N | Squares::Mixed => self.squares_from_edges(keys),
        };
        if self.squares == Squares::Mixed {
            for (index, square) in leaves.iter_mut().enumerate() {
                let anew = self.mix.lanes::<B>(keys, place(index) | ANEW);
                *square = anew.and(from_p(index)).or(anew.not().and(*square));
            }
        }
        if self.shape.last_mover() == Player::SECOND {
            leaves.iter_mut().for_each(|leaf| *leaf = leaf.not());
        }
        leaves
    }
}
