//! Evaluations of trees of given local similarity (after Nau et al. 2010; our reading): of limited granularity, and noisy
//! in one of two ways.

use super::{Estimate, Evaluator, Flat, LANES, Profile};
use crate::error::Result;
use crate::name::{Arguments, Name, Parameter};
use crate::tree::{Levels, Noise, Place, SimilarityTree};
use crate::value::Win;

/// The chance of winning that belongs to a value, with noise, rounded down to one of `granularity` values.
///
/// ```
/// use plyscope::evaluator::{Evaluator, Similarity};
/// use plyscope::game::Game;
/// use plyscope::key::Stream;
/// use plyscope::name::{Arguments, Name};
/// use plyscope::tree::{Place, SimilarityTrees, TreeFamily};
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

impl Similarity {
    /// One of `granularity` chances, in the middle of its step: a half stays a half where their number is even or odd.
    #[inline]
    fn rounded(&self, chance: f64) -> f64 {
        let steps = f64::from(self.granularity);
        // Rounded down: chances are not negative.
        let step = f64::from((steps * chance) as i32).min(steps - 1.0);
        (step + 0.5) / steps
    }
}

impl Evaluator<SimilarityTree> for Similarity {
    fn profile(&self) -> Profile {
        let noise = if self.noise == Noise::Absolute { "absolute" } else { "relative" };
        Profile::chances(Name::new("similarity").with("noise", noise).with("granularity", self.granularity))
    }
    fn estimate(&self, tree: &SimilarityTree, place: &Place) -> Estimate {
        let first = self.rounded(tree.chance(self.noise, *place));
        Estimate::win_of(Win { first, second: 1.0 - first })
    }
    fn flat(&self, roots: &[(&SimilarityTree, &Place)]) -> Option<Flat> {
        let shape = roots.first()?.0.shape();
        if roots.iter().any(|(tree, place)| tree.shape() != shape || **place != Place::ROOT) {
            return None;
        }
        // Where there are fewer trees than lanes the last one fills up.
        let trees: [&Levels<f64>; LANES] =
            std::array::from_fn(|lane| roots[lane.min(roots.len() - 1)].0.chances(self.noise));
        let level = |level: u32| {
            let rows = trees.map(|tree| tree.level(level));
            let lanes = |index: usize| std::array::from_fn(|lane| self.rounded(rows[lane][index]));
            (0..shape.width(level)).map(lanes).collect()
        };
        Some(Flat { shape, chances: Levels::from_levels((0..=shape.depth()).map(level).collect()) })
    }
}
