//! The N-game-like tree of the forward-pruning paper (Smith & Nau, "N-Game-Like Trees").

use super::counter::at_least;
use super::leaf_tree::common;
use super::{Shape, TreeGame};
use crate::error::Result;
use crate::key::{Chance, DrawKey};
use crate::lanes::Bits;
use crate::name::{Arguments, Name, Parameter};

/// Below every move of Min stands a node that adds +1 with probability p, else -1 (RVA: random-value
/// addition); a leaf is a win for Max if the sum on its path is not negative.
///
/// An RVA node has one child and nobody moves there, so it is not a ply here: its number belongs to
/// the move of Min that leads to it. Max-height h is 2h plies.
///
/// ```
/// use plyscope::key::Stream;
/// use plyscope::name::{Arguments, Name};
/// use plyscope::tree::{StrengthTree, TreeGame};
/// let name: Name = "strength-tree(height=2,branching=2,p=1)".parse()?;
/// let game = StrengthTree::build(&Arguments::resolve(StrengthTree::PARAMETERS, &name)?)?;
/// let key = Stream::new(1, "example").block(0).attempt(0);
/// assert!((0..16).all(|leaf| game.leaf(key, 0, leaf))); // every path sums to 2
/// # Ok::<(), plyscope::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct StrengthTree {
    shape: Shape,
    name: Name,
    p: Chance,
}

impl StrengthTree {
    /// What `strength-tree(...)` takes.
    pub const PARAMETERS: &'static [Parameter] = &[
        Parameter { name: "height", default: "3", allowed: "a whole number of 1 or more" },
        Parameter { name: "branching", default: "3", allowed: "a whole number of 2 or more" },
        Parameter { name: "p", default: "0.61803", allowed: "a probability from 0 to 1" },
    ];

    /// Of so many of Max's moves in a line, each a choice of so many, with probability p.
    ///
    /// ```
    /// use plyscope::tree::{StrengthTree, TreeGame};
    /// assert_eq!(StrengthTree::new(2, 3, 0.5)?.shape().depth(), 4);
    /// assert!(StrengthTree::new(2, 3, 1.5).is_err());
    /// # Ok::<(), plyscope::Error>(())
    /// ```
    pub fn new(height: u32, branching: u32, p: f64) -> Result<Self> {
        let name =
            Name::new("strength-tree").with("height", height).with("branching", branching).with("p", p);
        StrengthTree::build(&Arguments::resolve(StrengthTree::PARAMETERS, &name)?)
    }

    /// Made from a name's parameters.
    pub fn build(arguments: &Arguments<'_>) -> Result<Self> {
        let (shape, name, p) = common("strength-tree", arguments)?;
        Ok(StrengthTree { shape, name, p })
    }
}

impl TreeGame for StrengthTree {
    fn name(&self) -> Name {
        self.name.clone()
    }
    fn shape(&self) -> Shape {
        self.shape
    }
    fn leaf(&self, key: DrawKey, lane: u32, index: usize) -> bool {
        let after_min = self.shape.path(index).filter(|place| place.level % 2 == 0);
        let strength: i32 =
            after_min.map(|place| if self.p.lane(key, lane, place.key()) { 1 } else { -1 }).sum();
        strength >= 0
    }
    fn draw<B: Bits>(&self, keys: &[DrawKey]) -> Vec<B> {
        // h numbers sum to at least 0 when at least half of them, rounded up, are +1.
        let least = (self.shape.depth() / 2).div_ceil(2);
        at_least(self.shape, least, |place| (place.level % 2 == 0).then(|| self.p.lanes(keys, place.key())))
    }
}
