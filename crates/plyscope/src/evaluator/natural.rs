//! The natural evaluator: the share of the leaves below that are wins (Nau 1982; both EMM papers;
//! Smith & Nau, "Statistical Studies").
//!
//! As it is, it is a number between 0 and 1; `binary=yes` names only the side with more wins. EMM
//! wants an error beside it: see [`ErrorModel`].

use super::error_model::Context;
use super::shares::share_levels;
use super::{ErrorModel, Estimate, Evaluator, LaneLevels, Opinion, Scale, TreeEvaluator};
use crate::error::Result;
use crate::game::Game;
use crate::name::{Arguments, Name, Parameter};
use crate::rule::Reading;
use crate::tree::{Batch, DrawnTree, Place};
use crate::value::Win;

/// The exact share of the leaves that the first player wins.
///
/// ```
/// use plyscope::evaluator::{Evaluator, Natural};
/// use plyscope::key::Stream;
/// use plyscope::name::{Arguments, Name};
/// use plyscope::tree::{ArcTree, DrawnTree, Place};
/// use plyscope::value::Win;
/// let name: Name = "arc-tree(height=2,branching=2)".parse()?;
/// let game = ArcTree::build(&Arguments::resolve(ArcTree::PARAMETERS, &name)?)?;
/// let tree = DrawnTree::draw(std::sync::Arc::new(game), Stream::new(1, "example").trial(0), 0);
/// let won = (0..16).filter(|index| tree.truth(Place { level: 4, index: *index })).count();
/// let share = Natural::default().estimate(&tree, &Place::ROOT).win();
/// assert_eq!(share, Some(Win::share(won as u32, 16)));
/// # Ok::<(), plyscope::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Natural {
    binary: bool,
    error: ErrorModel,
}

impl Default for Natural {
    /// The share as it is, its error the share of the side that is thought to lose.
    fn default() -> Self {
        Natural { binary: false, error: ErrorModel::Minority }
    }
}

impl Natural {
    /// What `natural(...)` takes.
    pub const PARAMETERS: &'static [Parameter] = &[
        Parameter { name: "binary", default: "no", allowed: "yes or no" },
        Parameter { name: "error", default: "minority", allowed: ErrorModel::ALLOWED },
    ];

    /// Made from a name's parameters.
    pub fn build(arguments: &Arguments<'_>, context: &Context<'_>) -> Result<Self> {
        Ok(Natural { binary: arguments.yes("binary")?, error: ErrorModel::build(arguments, Some(context))? })
    }

    fn estimate_of(&self, height: u32, share: Win) -> Estimate {
        share_estimate(self.binary, &self.error, height, share)
    }
}

/// What a share of wins says: itself or only who has more, and its error.
pub(super) fn share_estimate(binary: bool, error: &ErrorModel, height: u32, share: Win) -> Estimate {
    let opinion = Opinion::Win(if binary { rounded(share) } else { share });
    Estimate { opinion, error: Some(error.error(height, share)) }
}

/// The side with more wins, for certain; a half stays a half.
fn rounded(share: Win) -> Win {
    if share.favours_first() {
        Win::certain()
    } else if share.swapped().favours_first() {
        Win::certain().swapped()
    } else {
        share
    }
}

impl Evaluator<DrawnTree> for Natural {
    fn name(&self) -> Name {
        Name::new("natural").with("binary", if self.binary { "yes" } else { "no" }).with("error", &self.error)
    }
    fn scale(&self) -> Scale {
        Scale::Probability
    }
    fn knows_error(&self) -> bool {
        true
    }
    fn check(&self, tree: &DrawnTree) -> Result<()> {
        self.error.check(&tree.name())
    }
    fn estimate(&self, tree: &DrawnTree, place: &Place) -> Estimate {
        self.estimate_of(tree.shape().depth() - place.level, tree.share(*place))
    }
    fn lanes(&self) -> Option<&dyn TreeEvaluator> {
        Some(self)
    }
}

impl TreeEvaluator for Natural {
    fn levels_in(
        &self,
        space: LaneLevels,
        batch: &Batch<u64>,
        first: usize,
        reading: Reading,
        last: u32,
    ) -> Option<LaneLevels> {
        let height = batch.shape().depth();
        let estimate = |level: u32, share: Win| match height - level {
            0 => share,
            height => {
                reading.of(&self.estimate_of(height, share)).expect("it has a probability and an error")
            }
        };
        Some(share_levels(space, batch, first, last, estimate))
    }
}
