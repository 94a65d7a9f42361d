//! Evaluations of trees of given local similarity (after Nau et al. 2010; our reading): of limited granularity, and noisy
//! in one of two ways.

use super::{Estimate, Evaluator, Flat, LANES, Profile};
use crate::name::{Settings, Values};
use crate::tree::{Levels, Noise, Place, SimilarityTree};
use crate::value::Win;

/// The chance of winning that belongs to a value, with noise, rounded down to one of `granularity` values.
///
/// ```
/// use plyscope::evaluator::{Evaluator, Similarity};
/// use plyscope::game::Game;
/// use plyscope::key::Stream;
/// use plyscope::name::Settings;
/// use plyscope::tree::{Place, SimilarityTrees, TreeFamily};
/// let tree = SimilarityTrees::new(2, 0.0)?.draw(Stream::new(1, "example").trial(0));
/// let similarity = Similarity::named("similarity(granularity=4)")?;
/// let score = similarity.estimate(&tree, &tree.play(&Place::ROOT, &0)).score();
/// assert!([0.125, 0.375, 0.625, 0.875].contains(&score));
/// # Ok::<(), plyscope::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Similarity {
    noise: Noise,
    granularity: u32,
}

impl Default for Similarity {
    fn default() -> Self {
        Similarity { noise: Noise::Absolute, granularity: 100 }
    }
}

impl Settings for Similarity {
    const KIND: &'static str = "similarity";
    const SUMMARY: &'static str = "The win probability for a node's value, with noise, rounded down to one of \
        `granularity` values (similarity-tree).";

    fn each(&mut self, values: &mut Values<'_>) {
        let words = [("absolute", Noise::Absolute), ("relative", Noise::Relative)];
        values.word("noise", "absolute", "absolute or relative", &mut self.noise, &words);
        let allowed = "a whole number from 2 to 1000000";
        values.integer("granularity", "100", allowed, &mut self.granularity, 2..=1_000_000);
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
        Profile::chances(self.to_name())
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
