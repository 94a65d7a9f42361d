//! The natural evaluator: the share of the leaves below that are wins (Nau 1982; both EMM papers;
//! Smith & Nau, "Statistical Studies").
//!
//! As it is, it is a number between 0 and 1; `binary=yes` names only the side with more wins. EMM
//! wants an error beside it: see [`ErrorModel`].

use super::error_model::Context;
use super::shares::share_levels;
use super::{ErrorModel, Estimate, Evaluator, LaneLevels, Opinion, Profile, TreeEvaluator};
use crate::error::Result;
use crate::game::{Game, Player};
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
    half: Half,
    error: ErrorModel,
}

/// What a position with as many wins as losses is called, where only a side is named.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Half {
    /// Neither.
    Even,
    /// A loss for the side to move.
    Loss,
    /// A win for it.
    Win,
}

impl Default for Natural {
    /// The share as it is, its error the share of the side that is thought to lose.
    fn default() -> Self {
        Natural { binary: false, half: Half::Even, error: ErrorModel::Minority }
    }
}

impl Natural {
    /// What `natural(...)` takes.
    pub const PARAMETERS: &'static [Parameter] = &[
        Parameter { name: "binary", default: "no", allowed: "yes or no" },
        Parameter {
            name: "half",
            default: "even",
            allowed: "even, or with binary=yes loss or win for the mover",
        },
        Parameter { name: "error", default: "minority", allowed: ErrorModel::ALLOWED },
    ];

    /// Made from a name's parameters.
    pub fn build(arguments: &Arguments<'_>, context: &Context<'_>) -> Result<Self> {
        let binary = arguments.yes("binary")?;
        let half = match arguments.text("half") {
            "even" => Half::Even,
            "loss" if binary => Half::Loss,
            "win" if binary => Half::Win,
            _ => return Err(arguments.refuse("half")),
        };
        Ok(Natural { binary, half, error: ErrorModel::build(arguments, Some(context))? })
    }

    fn estimate_of(&self, mover: Player, height: u32, share: Win) -> Estimate {
        let estimate = share_estimate(self.binary, &self.error, height, share);
        let names_nobody = estimate.opinion == Opinion::Win(Win::even());
        match self.half {
            Half::Loss if names_nobody => {
                Estimate { opinion: Opinion::Win(Win::certain().swapped().seen_by(mover)), ..estimate }
            }
            Half::Win if names_nobody => {
                Estimate { opinion: Opinion::Win(Win::certain().seen_by(mover)), ..estimate }
            }
            _ => estimate,
        }
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

impl Natural {
    /// On any kind of game.
    pub(super) fn profile(&self) -> Profile {
        let name = Name::new("natural").with("binary", if self.binary { "yes" } else { "no" });
        let name = match self.half {
            Half::Even => name,
            Half::Loss => name.with("half", "loss"),
            Half::Win => name.with("half", "win"),
        };
        Profile::chances(name.with("error", &self.error)).with_error(true)
    }
}

impl Evaluator<DrawnTree> for Natural {
    fn profile(&self) -> Profile {
        Natural::profile(self)
    }
    fn check(&self, tree: &DrawnTree) -> Result<()> {
        self.error.check(&tree.name())
    }
    fn estimate(&self, tree: &DrawnTree, place: &Place) -> Estimate {
        let shape = tree.shape();
        self.estimate_of(shape.mover(place.level), shape.depth() - place.level, tree.share(*place))
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
                let estimate = self.estimate_of(batch.shape().mover(level), height, share);
                reading.of(&estimate).expect("it has a probability and an error")
            }
        };
        Some(share_levels(space, batch, first, last, estimate))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::key::Stream;
    use crate::tree::BoardSplitting;
    use std::sync::Arc;

    /// As many wins as losses are a loss, or a win, for the side to move; everything else is what it was.
    #[test]
    fn a_half_is_named_as_asked() {
        let name: Name = "board-splitting(depth=6,squares=n)".parse().unwrap();
        let game =
            BoardSplitting::build(&Arguments::resolve(BoardSplitting::PARAMETERS, &name).unwrap()).unwrap();
        let game = Arc::new(game);
        let with = |half| Natural { binary: true, half, error: ErrorModel::Minority };
        let mut halves = [0, 0];
        for trial in 0..20 {
            let tree = DrawnTree::draw(game.clone(), Stream::new(1, "half").trial(trial), 0);
            for level in 0..6u32 {
                for index in 0..1 << level {
                    let place = Place { level, index };
                    let leaves = 1 << (6 - level);
                    let below = (0..leaves).map(|leaf| Place { level: 6, index: index * leaves + leaf });
                    let won = below.filter(|leaf| tree.truth(*leaf)).count();
                    let win = |half| with(half).estimate(&tree, &place).win().unwrap();
                    let [even, loss, win] = [Half::Even, Half::Loss, Half::Win].map(win);
                    if 2 * won != leaves {
                        assert_eq!((loss, win), (even, even));
                        continue;
                    }
                    // The first player moves at even levels.
                    let first = level % 2 == 0;
                    let certain = |first: bool| if first { Win::certain() } else { Win::certain().swapped() };
                    assert_eq!((even, loss, win), (Win::even(), certain(!first), certain(first)));
                    halves[usize::from(first)] += 1;
                }
            }
        }
        assert!(halves.iter().all(|count| *count > 20), "{halves:?}");
        assert_eq!(
            with(Half::Loss).profile().name.to_string(),
            "natural(binary=yes,half=loss,error=minority)"
        );
        assert_eq!(with(Half::Even).profile().name.to_string(), "natural(binary=yes,error=minority)");
    }
}
