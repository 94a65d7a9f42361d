//! Random win-loss trees with a throw of a die after every move: does chance smooth lookahead pathology?
//!
//! Players choose in turn among `branching` moves; after each of them one of `faces` faces comes up, all as likely, and with
//! `faces=1` there is no die. Leaves are won by the first player with probability `p`, each for itself: without dice it is a
//! P-game tree, whose pathology is well known. What a node is worth is what is expected with best play, found for the whole tree
//! when it is drawn. A tree counts if its root has moves of different worth; else it is drawn again.

use super::{LevelTree, Place, TreeFamily};
use crate::error::{Error, Result};
use crate::game::{Facts, Player};
use crate::key::{Domain, DrawKey, TrialKey};
use crate::memory;
use crate::name::{Name, Settings, Values};

/// The most leaves that a tree has.
const LEAVES: u64 = 1 << 20;

/// So often a tree is drawn until its root decides something.
const ATTEMPTS: u32 = 4096;

/// Trees with dice by name, one a trial.
///
/// ```
/// use plyscope::game::{Game, moves_of};
/// use plyscope::key::Stream;
/// use plyscope::tree::{ChanceTrees, TreeFamily};
/// let tree = ChanceTrees::new(2, 3, 6, 0.5)?.draw(Stream::new(1, "example").trial(0));
/// let thrown = tree.play(&tree.start(), &0);
/// assert!(tree.is_chance(&thrown) && moves_of(&tree, &thrown).len() == 6);
/// # Ok::<(), plyscope::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ChanceTrees {
    branching: u32,
    depth: u32,
    faces: u32,
    p: f64,
}

impl ChanceTrees {
    /// Refused where a tree would have more than 1,048,576 leaves.
    pub fn new(branching: u32, depth: u32, faces: u32, p: f64) -> Result<Self> {
        let each = u64::from(branching) * u64::from(faces);
        let leaves = (0..depth).try_fold(1u64, |all, _| all.checked_mul(each).filter(|all| *all <= LEAVES));
        match leaves {
            Some(_) => Ok(ChanceTrees { branching, depth, faces, p }),
            None => Err(Error::Settings {
                kind: "chance-tree".into(),
                why: format!(
                    "a tree has (branching * faces)^depth leaves, at most {LEAVES}, not {each}^{depth}"
                ),
            }),
        }
    }

    /// How many plies it is deep: with dice every second is chance's.
    fn plies(&self) -> u32 {
        self.depth * if self.faces > 1 { 2 } else { 1 }
    }

    /// Is it chance's turn at a level?
    fn is_chance(&self, level: u32) -> bool {
        self.faces > 1 && level % 2 == 1
    }

    fn children(&self, level: u32) -> usize {
        if self.is_chance(level) { self.faces as usize } else { self.branching as usize }
    }

    /// Who chooses at a level.
    fn mover(&self, level: u32) -> Player {
        Player::at_ply(if self.faces > 1 { level / 2 } else { level })
    }

    /// The first player's chance to win at every node, level by level.
    fn worth(&self, key: DrawKey, lane: u32) -> Vec<Vec<f64>> {
        let plies = self.plies();
        let count = (0..plies).map(|level| self.children(level) as u64).product::<u64>();
        let leaf = |index: u64| if key.unit(lane, index) < self.p { 1.0 } else { 0.0 };
        let mut levels = vec![(0..count).map(leaf).collect::<Vec<f64>>()];
        for level in (0..plies).rev() {
            let below = levels.last().expect("the leaves at least");
            let node = |children: &[f64]| match self.is_chance(level) {
                true => children.iter().sum::<f64>() / children.len() as f64,
                false if self.mover(level) == Player::FIRST => children.iter().copied().fold(0.0, f64::max),
                false => children.iter().copied().fold(1.0, f64::min),
            };
            let next = below.chunks(self.children(level)).map(node).collect();
            levels.push(next);
        }
        levels.reverse();
        levels
    }
}

impl Default for ChanceTrees {
    fn default() -> Self {
        ChanceTrees { branching: 2, depth: 6, faces: 2, p: 0.6 }
    }
}

impl Settings for ChanceTrees {
    const KIND: &'static str = "chance-tree";
    const SUMMARY: &'static str = "Random win-loss tree with a die roll after every move.";

    fn each(&mut self, values: &mut Values<'_>) {
        values.integer("branching", "2", "a whole number from 2 to 64", &mut self.branching, 2..=64);
        values.integer("depth", "6", "moves, 1 to 20; at most 1048576 leaves", &mut self.depth, 1..=20);
        values.integer("faces", "2", "faces of the die, 1 (none) to 64", &mut self.faces, 1..=64);
        let allowed = "a probability above 0 and below 1";
        values.number("p", "0.6", allowed, &mut self.p, 1e-9..=1.0 - 1e-9);
    }

    fn check(&self) -> Result<()> {
        ChanceTrees::new(self.branching, self.depth, self.faces, self.p).map(|_| ())
    }
}

impl TreeFamily for ChanceTrees {
    type Tree = ChanceTree;

    fn name(&self) -> Name {
        self.to_name()
    }
    fn facts(&self) -> Facts {
        Facts { has_chance: self.faces > 1, payoffs: (-1.0, 1.0), ..Facts::drawn(self.plies()) }
    }
    fn bytes(&self) -> u128 {
        16 * memory::nodes((self.branching * self.faces) as usize, self.depth)
    }
    /// The tree of a trial: the first that decides something.
    fn draw(&self, trial: TrialKey) -> ChanceTree {
        for attempt in 0.. {
            let worth = self.worth(trial.block.attempt(attempt), trial.lane);
            // By more than rounding.
            let decides = worth[1].iter().any(|one| (one - worth[1][0]).abs() > 1e-9);
            if decides || attempt >= ATTEMPTS {
                return ChanceTree { trees: *self, trial, noise: trial.block.draw(Domain::Noise), worth };
            }
        }
        unreachable!("attempts end")
    }
}

/// One drawn tree with dice.
///
/// ```
/// use plyscope::game::{Game, Hints};
/// use plyscope::key::Stream;
/// use plyscope::tree::{ChanceTrees, TreeFamily};
/// let tree = ChanceTrees::new(2, 2, 2, 0.5)?.draw(Stream::new(1, "example").trial(0));
/// let worth = |choice| tree.known(&tree.play(&tree.start(), &choice)).unwrap();
/// assert_ne!(worth(0), worth(1)); // there is something to decide
/// # Ok::<(), plyscope::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct ChanceTree {
    trees: ChanceTrees,
    trial: TrialKey,
    noise: DrawKey,
    worth: Vec<Vec<f64>>,
}

impl ChanceTree {
    /// The first player's chance to win at a node, with best play.
    pub fn chance(&self, place: &Place) -> f64 {
        self.worth[place.level as usize][place.index]
    }

    /// A standard normal number of a node's own: what noise is made of.
    pub fn noise(&self, place: &Place) -> f64 {
        self.noise.normal(self.trial.lane, self.key_of(place))
    }
}

impl LevelTree for ChanceTree {
    type Node = Place;
    type Trees = ChanceTrees;

    const STEPS: &'static str = "moves and faces";

    fn trees(&self) -> &ChanceTrees {
        &self.trees
    }
    fn trial(&self) -> TrialKey {
        self.trial
    }
    fn depth(&self) -> u32 {
        self.trees.plies()
    }
    fn width(&self, level: u32) -> usize {
        self.trees.children(level)
    }
    fn worth(&self, place: &Place) -> f64 {
        2.0 * self.chance(place) - 1.0
    }
    fn mover_at(&self, level: u32) -> Player {
        self.trees.mover(level)
    }
    fn is_chance_at(&self, level: u32) -> bool {
        self.trees.is_chance(level)
    }
    fn key_of(&self, place: &Place) -> u64 {
        u64::from(place.level) << 32 | place.index as u64
    }
    fn table_key_of(&self, place: &Place) -> u64 {
        self.key_of(place)
    }
}
