//! Trees of given local similarity (after Nau, Lustrek, Parker, Bratko & Gams 2010; the formulas are our reading).
//!
//! A number drifts from the root down, z(child) = z(parent) + N(0,1) / sqrt 6, over six levels of moves. A leaf is worth
//! y = sqrt(s) z + sqrt(1 - s) N(0,1): with s = 0 leaves are independent, with s = 1 they are sums of steps, and their spread
//! is the same for every s. Everything above is minimax of y.
//!
//! The right move is the one with the largest value. Payoffs are counted from halfway between the best root move and the
//! next, so that it is the one that wins. Evaluations are noisy at the sixth level too: so a seventh ply, without a choice,
//! ends the game.

use super::{LevelTree, Levels, Place, Shape, TreeFamily};
use crate::error::{Error, Result};
use crate::game::Facts;
use crate::key::{Domain, DrawKey, TrialKey, normal_probability};
use crate::name::{Name, Settings, Values};
use crate::rule::Minimax;
use std::sync::OnceLock;

/// Levels of moves.
const LEVELS: u32 = 6;

/// Branching factors and similarities for which games are balanced.
const BRANCHINGS: [u32; 4] = [2, 4, 6, 8];
const SIMILARITIES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// What balances a game: minus the median of the root's value, by branching factor and similarity.
const BALANCES: [[f64; 5]; 4] = [
    [0.217, 0.148, 0.081, 0.007, -0.090],
    [0.549, 0.385, 0.243, 0.100, -0.095],
    [0.735, 0.518, 0.339, 0.166, -0.093],
    [0.862, 0.605, 0.421, 0.184, -0.069],
];

/// Trees of a branching factor and a similarity, one a trial.
///
/// ```
/// use plyscope::game::{Game, Hints, moves_of};
/// use plyscope::key::Stream;
/// use plyscope::tree::{Place, SimilarityTrees, TreeFamily};
/// let tree = SimilarityTrees::new(4, 0.5)?.draw(Stream::new(1, "example").trial(0));
/// // One root move is right, by whatever margin.
/// let wins = moves_of(&tree, &Place::ROOT).into_iter().filter(|choice| tree.known(&tree.play(&Place::ROOT, choice)) > Some(0.0));
/// assert_eq!(wins.count(), 1);
/// assert!(SimilarityTrees::new(3, 0.5).is_err());
/// # Ok::<(), plyscope::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct SimilarityTrees {
    /// Which branching factor and which similarity, of those there are.
    row: usize,
    column: usize,
}

impl SimilarityTrees {
    /// Of a branching factor of 2, 4, 6 or 8 and a similarity of 0, 0.25, 0.5, 0.75 or 1: what balances others is not
    /// known.
    pub fn new(branching: u32, similarity: f64) -> Result<Self> {
        let row = BRANCHINGS.iter().position(|known| *known == branching);
        let column = SIMILARITIES.iter().position(|known| *known == similarity);
        let why = || {
            format!(
                "games are balanced for branching factors 2, 4, 6, 8 and similarities 0, 0.25, 0.5, 0.75, 1, not for \
                 {branching} and {similarity}"
            )
        };
        let both = row.zip(column).map(|(row, column)| SimilarityTrees { row, column });
        both.ok_or_else(|| Error::Settings { kind: "similarity-tree".into(), why: why() })
    }

    /// Moves everywhere.
    pub fn branching(&self) -> u32 {
        BRANCHINGS[self.row]
    }

    /// From 0, independent leaves, to 1.
    pub fn similarity(&self) -> f64 {
        SIMILARITIES[self.column]
    }

    /// What is added to a value so that either player wins as often.
    pub fn balance(&self) -> f64 {
        BALANCES[self.row][self.column]
    }

    /// Mean and spread of the values at a level, 1 to 6, over all trees.
    pub fn spread(&self, level: u32) -> (f64, f64) {
        super::similarity_spreads::SPREADS[self.row][self.column][level.clamp(1, LEVELS) as usize - 1]
    }

    fn shape(&self) -> Shape {
        Shape::new(self.branching(), LEVELS).expect("8^6 leaves at the most")
    }
}

impl Settings for SimilarityTrees {
    const KIND: &'static str = "similarity-tree";
    const SUMMARY: &'static str =
        "Tree of numbers, six moves deep, whose neighbouring leaves are more or less alike.";

    fn each(&mut self, values: &mut Values<'_>) {
        let row = |text: &str| BRANCHINGS.iter().position(|known| text.parse() == Ok(*known));
        let write = |row: &usize| BRANCHINGS[*row].to_string();
        values.value("branching", "2", "2, 4, 6 or 8", &mut self.row, row, write);
        let column = |text: &str| SIMILARITIES.iter().position(|known| text.parse() == Ok(*known));
        let write = |column: &usize| SIMILARITIES[*column].to_string();
        values.value("similarity", "0", "0, 0.25, 0.5, 0.75 or 1", &mut self.column, column, write);
    }
}

impl TreeFamily for SimilarityTrees {
    type Tree = SimilarityTree;

    fn name(&self) -> Name {
        self.to_name()
    }
    fn facts(&self) -> Facts {
        Facts::drawn(LEVELS + 1)
    }
    fn draw(&self, trial: TrialKey) -> SimilarityTree {
        let (shape, lane, key) = (self.shape(), trial.lane, trial.block.attempt(0));
        let (shared, own) = (self.similarity().sqrt(), (1.0 - self.similarity()).sqrt());
        let step = 1.0 / f64::from(LEVELS).sqrt();
        let mut drift = vec![0.0];
        // A part that no leaf shares need not be drawn.
        for level in (1..=LEVELS).filter(|_| shared > 0.0) {
            let at = |index: usize| key.normal(lane, Place { level, index }.key());
            drift = (0..shape.width(level))
                .map(|index| drift[index / shape.branching()] + step * at(index))
                .collect();
        }
        // Below the leaves there is nothing: their own part is drawn at a level that no node has.
        let alone = |index: usize| key.normal(lane, Place { level: LEVELS + 1, index }.key());
        let leaf = |index: usize| match (shared > 0.0, own > 0.0) {
            (true, true) => shared * drift[index] + own * alone(index),
            (true, false) => shared * drift[index],
            (false, _) => own * alone(index),
        };
        let leaves = (0..shape.leaves()).map(leaf).collect();
        let values = Levels::backed_up(shape, leaves, &Minimax);
        let mut moves = values.level(1).to_vec();
        moves.sort_by(|a, b| b.total_cmp(a));
        let middle = (moves[0] + moves[1]) / 2.0;
        let (noise, chances) = (trial.block.draw(Domain::Noise), Default::default());
        SimilarityTree { trees: *self, trial, shape, noise, values, middle, chances }
    }
}

/// One tree of given local similarity.
///
/// ```
/// use plyscope::game::{Game, Player};
/// use plyscope::key::Stream;
/// use plyscope::tree::{Place, SimilarityTrees, TreeFamily};
/// let tree = SimilarityTrees::new(2, 1.0)?.draw(Stream::new(1, "example").trial(0));
/// let [one, two] = [0, 1].map(|choice| tree.value(tree.play(&Place::ROOT, &choice)));
/// assert_eq!(tree.value(Place::ROOT), one.max(two)); // the first player's move
/// # Ok::<(), plyscope::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct SimilarityTree {
    trees: SimilarityTrees,
    shape: Shape,
    trial: TrialKey,
    noise: DrawKey,
    values: Levels<f64>,
    /// Halfway between the best root move and the next.
    middle: f64,
    /// Chances of all nodes by kind of noise, once all of them have been asked for.
    chances: [OnceLock<Levels<f64>>; 2],
}

/// How an evaluation is noisy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Noise {
    /// The same, in chances of winning, at every level: deeper values lie closer together, and are told apart less well.
    Absolute,
    /// In proportion to the spread of values at a level: every level is as reliable.
    Relative,
}

impl SimilarityTree {
    /// The minimax value y of a node.
    pub fn value(&self, place: Place) -> f64 {
        self.values.at(Place { level: place.level.min(LEVELS), ..place })
    }

    /// A standard normal number of a node's own.
    pub fn noise(&self, place: Place) -> f64 {
        self.noise.normal(self.trial.lane, place.key())
    }

    /// The first player's chance of winning that belongs to a node's value, with noise.
    pub fn chance(&self, noise: Noise, place: Place) -> f64 {
        let (y, own) = (self.value(place), self.noise(place));
        match noise {
            Noise::Absolute => (normal_probability(y + self.trees.balance()) + 0.1 * own).clamp(0.0, 1.0),
            Noise::Relative => {
                let (mean, spread) = self.trees.spread(place.level);
                normal_probability(((y - mean) / spread + 0.5 * own) / 1.25f64.sqrt())
            }
        }
    }

    /// The chances of all nodes: found once, for everybody who asks for them.
    ///
    /// ```
    /// use plyscope::key::Stream;
    /// use plyscope::tree::{Noise, Place, SimilarityTrees, TreeFamily};
    /// let tree = SimilarityTrees::new(2, 0.5)?.draw(Stream::new(1, "example").trial(0));
    /// let place = Place { level: 3, index: 5 };
    /// assert_eq!(tree.chances(Noise::Relative).at(place), tree.chance(Noise::Relative, place));
    /// # Ok::<(), plyscope::Error>(())
    /// ```
    pub fn chances(&self, noise: Noise) -> &Levels<f64> {
        let all = || Levels::from_fn(self.shape, LEVELS, |place| self.chance(noise, place));
        self.chances[noise as usize].get_or_init(all)
    }

    /// Branching factor and levels of moves.
    pub fn shape(&self) -> Shape {
        self.shape
    }
}

impl LevelTree for SimilarityTree {
    type Node = Place;
    type Trees = SimilarityTrees;

    fn trees(&self) -> &SimilarityTrees {
        &self.trees
    }
    fn trial(&self) -> TrialKey {
        self.trial
    }
    fn depth(&self) -> u32 {
        LEVELS + 1
    }
    fn width(&self, level: u32) -> usize {
        if level < LEVELS { self.shape.branching() } else { 1 }
    }
    fn worth(&self, place: &Place) -> f64 {
        self.value(*place) - self.middle
    }
}
