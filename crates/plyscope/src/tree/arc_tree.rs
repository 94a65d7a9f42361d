//! The N-game tree of the forward-pruning paper (Smith & Nau, "N-Game trees"): sums of arcs.

use super::counter::at_least;
use super::leaf_tree::common;
use super::{Shape, TreeGame};
use crate::error::Result;
use crate::key::{Chance, DrawKey};
use crate::lanes::Bits;
use crate::name::{Arguments, Name, Parameter};

/// Every arc is +1 with probability p, else -1; a leaf is a win for Max if its path's sum is **not
/// negative** (the EMM papers' N-games want it positive). Max-height h is 2h plies.
///
/// ```
/// use plyscope::key::Stream;
/// use plyscope::name::{Arguments, Name};
/// use plyscope::tree::{ArcTree, TreeGame};
/// let name: Name = "arc-tree(height=2,branching=2,p=0)".parse()?;
/// let game = ArcTree::build(&Arguments::resolve(ArcTree::PARAMETERS, &name)?)?;
/// let key = Stream::new(1, "example").block(0).attempt(0);
/// assert!((0..16).all(|leaf| !game.leaf(key, 0, leaf))); // every path sums to -4
/// # Ok::<(), plyscope::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct ArcTree {
    shape: Shape,
    name: Name,
    p: Chance,
}

impl ArcTree {
    /// What `arc-tree(...)` takes.
    pub const PARAMETERS: &'static [Parameter] = &[
        Parameter { name: "height", default: "3", allowed: "a whole number of 1 or more" },
        Parameter { name: "branching", default: "3", allowed: "a whole number of 2 or more" },
        Parameter { name: "p", default: "0.5", allowed: "a probability from 0 to 1" },
    ];

    /// Of so many of Max's moves in a line, each a choice of so many, with probability p.
    ///
    /// ```
    /// use plyscope::tree::{ArcTree, TreeGame};
    /// assert_eq!(ArcTree::new(2, 3, 0.5)?.shape().depth(), 4);
    /// assert!(ArcTree::new(2, 3, 1.5).is_err());
    /// # Ok::<(), plyscope::Error>(())
    /// ```
    pub fn new(height: u32, branching: u32, p: f64) -> Result<Self> {
        let name = Name::new("arc-tree").with("height", height).with("branching", branching).with("p", p);
        ArcTree::build(&Arguments::resolve(ArcTree::PARAMETERS, &name)?)
    }

    /// Made from a name's parameters.
    pub fn build(arguments: &Arguments<'_>) -> Result<Self> {
        let (shape, name, p) = common("arc-tree", arguments)?;
        Ok(ArcTree { shape, name, p })
    }
}

impl TreeGame for ArcTree {
    fn name(&self) -> Name {
        self.name.clone()
    }
    fn shape(&self) -> Shape {
        self.shape
    }
    fn leaf(&self, key: DrawKey, lane: u32, index: usize) -> bool {
        let strength: i32 =
            self.shape.path(index).map(|arc| if self.p.lane(key, lane, arc.key()) { 1 } else { -1 }).sum();
        strength >= 0
    }
    fn draw<B: Bits>(&self, keys: &[DrawKey]) -> Vec<B> {
        // 2h arcs sum to at least 0 when at least h of them are +1.
        at_least(self.shape, self.shape.depth() / 2, |arc| Some(self.p.lanes(keys, arc.key())))
    }
}
