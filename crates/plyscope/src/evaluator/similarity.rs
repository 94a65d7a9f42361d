//! Evaluations of trees of given local similarity (after Nau et al. 2010; our reading): of limited granularity, and noisy
//! in one of two ways.

use super::{Estimate, Evaluator, Scale};
use crate::error::Result;
use crate::key::normal_probability;
use crate::name::{Arguments, Name, Parameter};
use crate::tree::{Place, SimilarityTree};
use crate::value::Win;

/// Which noise.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Noise {
    /// The same, in chances of winning, at every level: deeper values lie closer together, and are told apart less well.
    Absolute,
    /// In proportion to the spread of values at a level: every level is as reliable.
    Relative,
}

/// The chance of winning that belongs to a value, with noise, rounded down to one of so many.
///
/// ```
/// use plyscope::evaluator::{Evaluator, Similarity};
/// use plyscope::game::Game;
/// use plyscope::key::Stream;
/// use plyscope::name::{Arguments, Name};
/// use plyscope::tree::{Place, SimilarityTrees};
/// let tree = SimilarityTrees::new(2, 0.0)?.draw(Stream::new(1, "example").trial(0));
/// let name: Name = "similarity(granularity=4)".parse()?;
/// let similarity = Similarity::build(&Arguments::resolve(Similarity::PARAMETERS, &name)?)?;
/// let score = similarity.estimate(&tree, &tree.play(&Place::ROOT, &0)).score();
/// assert!([0.125, 0.375, 0.625, 0.875].contains(&score));
/// # Ok::<(), plyscope::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Similarity {
    noise: Noise,
    granularity: u32,
}

impl Similarity {
    /// What `similarity(...)` takes.
    pub const PARAMETERS: &'static [Parameter] = &[
        Parameter { name: "noise", default: "absolute", allowed: "absolute or relative" },
        Parameter { name: "granularity", default: "100", allowed: "a whole number from 2 to 1000000" },
    ];

    /// Made from a name's parameters.
    pub fn build(arguments: &Arguments<'_>) -> Result<Self> {
        let noise = match arguments.text("noise") {
            "absolute" => Noise::Absolute,
            "relative" => Noise::Relative,
            _ => return Err(arguments.refuse("noise")),
        };
        Ok(Similarity { noise, granularity: arguments.integer("granularity", 2..=1_000_000)? })
    }
}

impl Evaluator<SimilarityTree> for Similarity {
    fn name(&self) -> Name {
        let noise = if self.noise == Noise::Absolute { "absolute" } else { "relative" };
        Name::new("similarity").with("noise", noise).with("granularity", self.granularity)
    }
    fn scale(&self) -> Scale {
        Scale::Probability
    }
    fn estimate(&self, tree: &SimilarityTree, place: &Place) -> Estimate {
        let (y, noise) = (tree.value(*place), tree.noise(*place));
        let chance = match self.noise {
            Noise::Absolute => (normal_probability(y + tree.trees().balance()) + 0.1 * noise).clamp(0.0, 1.0),
            Noise::Relative => {
                let (mean, spread) = tree.trees().spread(place.level);
                normal_probability(((y - mean) / spread + 0.5 * noise) / 1.25f64.sqrt())
            }
        };
        let steps = f64::from(self.granularity);
        let step = (steps * chance).floor().min(steps - 1.0);
        // In the middle of its step: a half stays a half where their number is even or odd.
        let first = (step + 0.5) / steps;
        Estimate::win_of(Win { first, second: 1.0 - first })
    }
}
