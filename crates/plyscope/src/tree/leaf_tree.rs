//! The P-game tree of the forward-pruning paper (Smith & Nau, "P-Game Trees"): independent leaves.

use super::{Place, Shape, TreeGame};
use crate::error::{Error, Result};
use crate::key::{Chance, DrawKey};
use crate::lanes::Bits;
use crate::name::{Arguments, Name, Parameter};

/// Every leaf is a win for the first player (Max) with probability p; Max-height h is 2h plies.
///
/// ```
/// use plyscope::key::Stream;
/// use plyscope::name::{Arguments, Name};
/// use plyscope::tree::{LeafTree, TreeGame};
/// let name: Name = "leaf-tree(height=2,branching=2,p=0)".parse()?;
/// let game = LeafTree::build(&Arguments::resolve(LeafTree::PARAMETERS, &name)?)?;
/// let key = Stream::new(1, "example").block(0).attempt(0);
/// assert_eq!(game.shape().depth(), 4);
/// assert!((0..16).all(|leaf| !game.leaf(key, 0, leaf))); // a probability of 0
/// # Ok::<(), plyscope::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct LeafTree {
    shape: Shape,
    name: Name,
    p: Chance,
}

impl LeafTree {
    /// What `leaf-tree(...)` takes.
    pub const PARAMETERS: &'static [Parameter] = &[
        Parameter { name: "height", default: "3", allowed: "a whole number of 1 or more" },
        Parameter { name: "branching", default: "3", allowed: "a whole number of 2 or more" },
        Parameter { name: "p", default: "0.68233", allowed: "a probability from 0 to 1" },
    ];

    /// Of so many of Max's moves in a line, each a choice of so many, with probability p.
    ///
    /// ```
    /// use plyscope::tree::{LeafTree, TreeGame};
    /// assert_eq!(LeafTree::new(2, 3, 0.5)?.shape().depth(), 4);
    /// assert!(LeafTree::new(2, 3, 1.5).is_err());
    /// # Ok::<(), plyscope::Error>(())
    /// ```
    pub fn new(height: u32, branching: u32, p: f64) -> Result<Self> {
        let name = Name::new("leaf-tree").with("height", height).with("branching", branching).with("p", p);
        LeafTree::build(&Arguments::resolve(LeafTree::PARAMETERS, &name)?)
    }

    /// Made from a name's parameters.
    pub fn build(arguments: &Arguments<'_>) -> Result<Self> {
        let (shape, name, p) = common("leaf-tree", arguments)?;
        Ok(LeafTree { shape, name, p })
    }
}

/// What the three tree models of the paper have in common: a Max-height, a branching and a chance.
pub(super) fn common(kind: &str, arguments: &Arguments<'_>) -> Result<(Shape, Name, Chance)> {
    let height = arguments.integer("height", 1..=u32::MAX / 2)?;
    let shape = match Shape::new(arguments.integer("branching", 2..=u32::MAX)?, 2 * height) {
        Err(Error::TooLarge { branching, largest, .. }) if largest >= 2 => {
            return Err(Error::Parameter {
                kind: kind.to_string(),
                parameter: "height".into(),
                value: height.to_string(),
                allowed: format!("1 to {} with branching factor {branching}, to fit in memory", largest / 2),
            });
        }
        shape => shape?,
    };
    let p = arguments.number("p", 0.0..=1.0)?;
    let name = Name::new(kind).with("height", height).with("branching", shape.branching()).with("p", p);
    Ok((shape, name, Chance::new(p)?))
}

impl TreeGame for LeafTree {
    fn name(&self) -> Name {
        self.name.clone()
    }
    fn shape(&self) -> Shape {
        self.shape
    }
    fn leaf(&self, key: DrawKey, lane: u32, index: usize) -> bool {
        self.p.lane(key, lane, self.shape.ancestor(index, self.shape.depth()).key())
    }
    fn draw<B: Bits>(&self, keys: &[DrawKey]) -> Vec<B> {
        let level = self.shape.depth();
        (0..self.shape.leaves()).map(|index| self.p.lanes(keys, Place { level, index }.key())).collect()
    }
}
