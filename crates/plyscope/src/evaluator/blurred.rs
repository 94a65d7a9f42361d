//! The truth of trees with dice, blurred by normal noise.

use super::{Estimate, Evaluator, OwnError, Profile};
use crate::error::Result;
use crate::name::{Arguments, Name, Parameter};
use crate::tree::{ChanceNode, ChanceTree};
use crate::value::Win;

/// The first player's chance with best play plus normal noise, clipped to 0 to 1. The noise of a node is its own, and always
/// the same.
///
/// ```
/// use plyscope::evaluator::{Blurred, Evaluator};
/// use plyscope::game::Game;
/// use plyscope::key::Stream;
/// use plyscope::name::Arguments;
/// use plyscope::tree::ChanceTrees;
/// let tree = ChanceTrees::new(2, 4, 2, 0.5)?.draw(Stream::new(1, "example").trial(0));
/// let name = "blurred(sd=0)".parse()?;
/// let sharp = Blurred::build(&Arguments::resolve(Blurred::PARAMETERS, &name)?)?;
/// assert_eq!(sharp.estimate(&tree, &tree.start()).score(), tree.chance(&tree.start()));
/// # Ok::<(), plyscope::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Blurred {
    sd: f64,
    error: OwnError,
}

impl Blurred {
    /// What `blurred(...)` takes.
    pub const PARAMETERS: &'static [Parameter] = &[
        Parameter { name: "sd", default: "0.3", allowed: "a number from 0 to 10" },
        OwnError::OF_PROBABILITIES,
    ];

    /// Made from a name's parameters.
    pub fn build(arguments: &Arguments<'_>) -> Result<Self> {
        Ok(Blurred { sd: arguments.number("sd", 0.0..=10.0)?, error: OwnError::build(arguments, true)? })
    }
}

impl Evaluator<ChanceTree> for Blurred {
    fn profile(&self) -> Profile {
        Profile::chances(Name::new("blurred").with("sd", self.sd).with("error", self.error))
            .with_error(self.error.is_known())
    }
    fn estimate(&self, tree: &ChanceTree, node: &ChanceNode) -> Estimate {
        let first = (tree.chance(node) + self.sd * tree.noise(node)).clamp(0.0, 1.0);
        let win = Win { first, second: 1.0 - first };
        self.error.win(win)
    }
}
