//! Random win-loss trees with a throw of a die after every move: does chance smooth lookahead pathology?
//!
//! Players choose in turn among `branching` moves; after each of them one of `faces` faces comes up, all as likely, and with
//! `faces=1` there is no die. Leaves are won by the first player with probability `p`, each for itself: without dice it is a
//! P-game tree, whose pathology is well known. What a node is worth is what is expected with best play, found for the whole tree
//! when it is drawn. A tree counts if its root has moves of different worth; else it is drawn again.

use super::family::{parts, refuse};
use crate::error::{Error, Result};
use crate::game::{Draw, Facts, Game, GamePosition, Hints, Player};
use crate::key::{Domain, DrawKey, TrialKey};
use crate::memory;
use crate::name::{Arguments, Name, Parameter};
use std::sync::Arc;

/// A tree has at most so many leaves.
const LEAVES: u64 = 1 << 20;

/// So often a tree is drawn until its root decides something.
const ATTEMPTS: u32 = 4096;

/// Trees with dice by name, one a trial.
///
/// ```
/// use plyscope::game::{Game, moves_of};
/// use plyscope::key::Stream;
/// use plyscope::tree::ChanceTrees;
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
    /// What `chance-tree(...)` takes.
    pub const PARAMETERS: &'static [Parameter] = &[
        Parameter { name: "branching", default: "2", allowed: "a whole number from 2 to 64" },
        Parameter { name: "depth", default: "6", allowed: "moves, 1 to 20; at most 1048576 leaves" },
        Parameter { name: "faces", default: "2", allowed: "faces of the die, 1 (none) to 64" },
        Parameter { name: "p", default: "0.6", allowed: "a probability above 0 and below 1" },
    ];

    /// Made from a name's parameters.
    pub fn build(arguments: &Arguments<'_>) -> Result<Self> {
        ChanceTrees::new(
            arguments.integer("branching", 2..=64)?,
            arguments.integer("depth", 1..=20)?,
            arguments.integer("faces", 1..=64)?,
            arguments.number("p", 1e-9..=1.0 - 1e-9)?,
        )
    }

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

    /// The name with all parameters.
    pub fn name(&self) -> Name {
        let name = Name::new("chance-tree").with("branching", self.branching).with("depth", self.depth);
        name.with("faces", self.faces).with("p", self.p)
    }

    /// The tree of a trial: the first that decides something.
    pub fn draw(&self, trial: TrialKey) -> ChanceTree {
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

/// One drawn tree with dice.
///
/// ```
/// use plyscope::game::{Game, Hints};
/// use plyscope::key::Stream;
/// use plyscope::tree::ChanceTrees;
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

/// A node of a tree with dice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ChanceNode {
    level: u32,
    index: u32,
}

impl ChanceTree {
    /// The first player's chance to win at a node, with best play.
    pub fn chance(&self, node: &ChanceNode) -> f64 {
        self.worth[node.level as usize][node.index as usize]
    }

    /// A standard normal number of a node's own: what noise is made of.
    pub fn noise(&self, node: &ChanceNode) -> f64 {
        self.noise.normal(self.trial.lane, self.noise_key(node))
    }
}

impl Game for ChanceTree {
    type Position = ChanceNode;
    type Move = u32;

    fn name(&self) -> Name {
        self.trees.name()
    }
    fn facts(&self) -> Facts {
        Facts { has_chance: self.trees.faces > 1, payoffs: (-1.0, 1.0), ..Facts::drawn(self.trees.plies()) }
    }
    fn start(&self) -> ChanceNode {
        ChanceNode { level: 0, index: 0 }
    }
    fn mover(&self, node: &ChanceNode) -> Player {
        self.trees.mover(node.level)
    }
    fn moves(&self, node: &ChanceNode, moves: &mut Vec<u32>) {
        if !self.is_over(node) {
            moves.extend(0..self.trees.children(node.level) as u32);
        }
    }
    fn play(&self, node: &ChanceNode, choice: &u32) -> ChanceNode {
        let children = self.trees.children(node.level) as u32;
        ChanceNode { level: node.level + 1, index: node.index * children + choice }
    }
    fn is_over(&self, node: &ChanceNode) -> bool {
        node.level == self.trees.plies()
    }
    fn is_chance(&self, node: &ChanceNode) -> bool {
        self.trees.is_chance(node.level) && !self.is_over(node)
    }
    fn chances(&self, node: &ChanceNode, chances: &mut Vec<f64>) {
        if self.is_chance(node) {
            let faces = self.trees.faces;
            chances.extend((0..faces).map(|_| 1.0 / f64::from(faces)));
        }
    }
    fn payoff(&self, node: &ChanceNode, player: Player) -> f64 {
        let won = 2.0 * self.chance(node) - 1.0;
        if player == Player::FIRST { won } else { -won }
    }
    fn table_key(&self, node: &ChanceNode) -> u64 {
        self.noise_key(node)
    }
    fn noise_key(&self, node: &ChanceNode) -> u64 {
        u64::from(node.level) << 32 | u64::from(node.index)
    }
    fn move_name(&self, _: &ChanceNode, choice: &u32) -> String {
        (choice + 1).to_string()
    }
    fn position_text(&self, node: &ChanceNode) -> String {
        let (mut index, mut steps) = (node.index, Vec::new());
        for level in (0..node.level).rev() {
            let children = self.trees.children(level) as u32;
            steps.push((index % children + 1).to_string());
            index /= children;
        }
        steps.reverse();
        if steps.is_empty() { "root".into() } else { steps.join(".") }
    }
    fn parse_position(&self, text: &str) -> Result<ChanceNode> {
        let step = |node: ChanceNode, step: &str| {
            let choice = step.parse::<u32>().ok()?.checked_sub(1)?;
            let there = !self.is_over(&node) && (choice as usize) < self.trees.children(node.level);
            there.then(|| self.play(&node, &choice))
        };
        match text.trim() {
            "root" => Some(self.start()),
            moves => moves.split('.').try_fold(self.start(), step),
        }
        .ok_or_else(|| {
            self.bad_position(text, "`root`, or the moves and faces that lead to it, such as `2.1`")
        })
    }
}

impl Hints for ChanceTree {
    /// It was solved when it was drawn.
    fn known(&self, node: &ChanceNode) -> Option<f64> {
        Some(2.0 * self.chance(node) - 1.0)
    }
    fn draw_key(&self) -> u64 {
        self.trial.number()
    }
    fn stage(&self, node: &ChanceNode) -> u32 {
        self.trees.plies() - node.level
    }
    fn progress(&self, node: &ChanceNode) -> u32 {
        node.level
    }
}

impl Draw for ChanceTrees {
    type Game = ChanceTree;

    fn name(&self) -> Name {
        ChanceTrees::name(self)
    }
    fn facts(&self) -> Facts {
        let bytes = 16 * memory::nodes((self.branching * self.faces) as usize, self.depth);
        Facts { has_chance: self.faces > 1, payoffs: (-1.0, 1.0), bytes, ..Facts::drawn(self.plies()) }
    }
    fn game(&self, trial: TrialKey) -> Arc<ChanceTree> {
        Arc::new(self.draw(trial))
    }
    fn text(&self, held: &GamePosition<ChanceTree>) -> String {
        format!("{}.0 {}", held.game.trial, held.game.position_text(&held.position))
    }
    fn parse(&self, text: &str) -> Result<GamePosition<ChanceTree>> {
        let read = parts(text).filter(|(_, attempt, _)| *attempt == 0);
        let (trial, _, node) = read.ok_or_else(|| refuse(ChanceTrees::name(self), text))?;
        let game = Arc::new(self.draw(trial));
        let position = game.parse_position(node)?;
        Ok(GamePosition { game, position })
    }
}
