//! Drawn trees as games: what all of them share. A model says how wide its levels are and what its nodes are worth;
//! moves, texts, keys and the family of all its trees follow.

use super::Place;
use crate::error::{Error, Result};
use crate::game::{Draw, Facts, Game, GamePosition, Hints, Player};
use crate::key::TrialKey;
use crate::name::Name;
use std::fmt;
use std::hash::Hash;
use std::sync::Arc;

/// A node of trees of type `T`: a [`Place`], unless it has to know more.
///
/// ```
/// use plyscope::key::Stream;
/// use plyscope::tree::{NumberTrees, Place, TreeFamily, TreeNode};
/// let tree = NumberTrees::default().draw(Stream::new(1, "example").trial(0));
/// let node = Place::ROOT.child(&tree, 1).child(&tree, 0);
/// assert_eq!((node, node.path(&tree)), (Place { level: 2, index: 2 }, vec![1, 0]));
/// ```
pub trait TreeNode<T>: Copy + Eq + Hash + fmt::Debug + Send + Sync + 'static {
    /// The root.
    const ROOT: Self;

    /// Plies below the root.
    fn level(&self) -> u32;

    /// One number for the node, the same in every trial.
    fn key(&self) -> u64;

    /// The node that a move leads to.
    fn child(&self, tree: &T, choice: usize) -> Self;

    /// The moves that lead to it, from 0.
    fn path(&self, tree: &T) -> Vec<usize>;
}

/// A tree that was drawn for a trial, and is worth at every node what is known since then: a [`Game`] with [`Hints`].
///
/// ```
/// use plyscope::game::{Facts, Game, Hints, Player};
/// use plyscope::key::{Stream, TrialKey};
/// use plyscope::name::Name;
/// use plyscope::tree::{LevelTree, Place, TreeFamily};
///
/// /// Two moves everywhere, and the first player wins in the left half.
/// #[derive(Clone)]
/// struct Halves;
/// struct LeftWins(TrialKey);
/// impl TreeFamily for Halves {
///     type Tree = LeftWins;
///     fn name(&self) -> Name {
///         Name::new("halves")
///     }
///     fn facts(&self) -> Facts {
///         Facts::drawn(3)
///     }
///     fn draw(&self, trial: TrialKey) -> LeftWins {
///         LeftWins(trial)
///     }
/// }
/// impl LevelTree for LeftWins {
///     type Node = Place;
///     type Trees = Halves;
///     fn trees(&self) -> &Halves {
///         &Halves
///     }
///     fn trial(&self) -> TrialKey {
///         self.0
///     }
///     fn depth(&self) -> u32 {
///         3
///     }
///     fn width(&self, _: u32) -> usize {
///         2
///     }
///     fn worth(&self, place: &Place) -> f64 {
///         if place.level == 0 || 2 * place.index < 1 << place.level { 1.0 } else { -1.0 }
///     }
/// }
/// let tree = Halves.draw(Stream::new(1, "example").trial(0));
/// let node = tree.parse_position("2.1.1")?;
/// assert_eq!((tree.payoff(&node, Player::SECOND), tree.known(&Place::ROOT)), (1.0, Some(1.0)));
/// # Ok::<(), plyscope::Error>(())
/// ```
pub trait LevelTree: Sized + Send + Sync + 'static {
    /// Its nodes.
    type Node: TreeNode<Self>;
    /// The family that it is of.
    type Trees: TreeFamily<Tree = Self>;

    /// What leads to a node, for people.
    const STEPS: &'static str = "moves";

    /// The family that it is of.
    fn trees(&self) -> &Self::Trees;

    /// The trial that it was drawn for.
    fn trial(&self) -> TrialKey;

    /// How many trees were drawn and rejected before it, where they are numbered.
    fn attempt(&self) -> u32 {
        0
    }

    /// Plies to the end.
    fn depth(&self) -> u32;

    /// Moves at a level above the last.
    fn width(&self, level: u32) -> usize;

    /// What a node is worth to the first player, with best play.
    fn worth(&self, node: &Self::Node) -> f64;

    /// What a node is worth to a player.
    fn worth_to(&self, node: &Self::Node, player: Player) -> f64 {
        if player == Player::FIRST { self.worth(node) } else { -self.worth(node) }
    }

    /// Who moves at a level.
    fn mover_at(&self, level: u32) -> Player {
        Player::at_ply(level)
    }

    /// Does chance move at a level, all its moves being as likely?
    fn is_chance_at(&self, _level: u32) -> bool {
        false
    }

    /// Puts the moves of a node into another order.
    fn sort(&self, _node: &Self::Node, _moves: &mut [usize]) {}

    /// One number for a node: what noise is keyed with, besides the trial.
    fn key_of(&self, node: &Self::Node) -> u64 {
        node.key()
    }

    /// Equal for nodes that a transposition table may take for the same.
    fn table_key_of(&self, node: &Self::Node) -> u64 {
        self.key_of(node) ^ self.trial().number()
    }

    /// See [`Hints::stage`].
    fn stage_at(&self, level: u32) -> u32 {
        self.depth() - level
    }

    /// See [`Hints::progress`].
    fn progress_at(&self, level: u32) -> u32 {
        level
    }
}

/// Trees that are drawn by key, one for every trial.
///
/// ```
/// use plyscope::key::Stream;
/// use plyscope::tree::{LevelTree, NumberTrees, TreeFamily};
/// let (trees, trial) = (NumberTrees::default(), Stream::new(1, "example").trial(0));
/// assert_eq!(trees.draw(trial).trial(), trial);
/// assert!(trees.draw_again(trial, 1).is_none()); // every tree counts, so there is no second one
/// ```
pub trait TreeFamily: Clone + Send + Sync + 'static {
    /// The trees.
    type Tree: LevelTree<Trees = Self>;

    /// The name with all parameters.
    fn name(&self) -> Name;

    /// What is known of all of them, but for what they take in memory.
    fn facts(&self) -> Facts;

    /// Bytes that a tree takes.
    fn bytes(&self) -> u128 {
        0
    }

    /// The tree of a trial.
    fn draw(&self, trial: TrialKey) -> Self::Tree;

    /// The tree of a trial after so many were rejected, where they are numbered.
    fn draw_again(&self, trial: TrialKey, attempt: u32) -> Option<Self::Tree> {
        (attempt == 0).then(|| self.draw(trial))
    }
}

impl<T: LevelTree> Game for T {
    type Position = T::Node;
    type Move = usize;

    fn name(&self) -> Name {
        TreeFamily::name(self.trees())
    }
    fn facts(&self) -> Facts {
        TreeFamily::facts(self.trees())
    }
    fn start(&self) -> T::Node {
        T::Node::ROOT
    }
    #[inline]
    fn mover(&self, node: &T::Node) -> Player {
        self.mover_at(node.level())
    }
    #[inline]
    fn moves(&self, node: &T::Node, moves: &mut Vec<usize>) {
        if !self.is_over(node) {
            moves.extend(0..self.width(node.level()));
            self.sort(node, moves);
        }
    }
    #[inline]
    fn play(&self, node: &T::Node, choice: &usize) -> T::Node {
        node.child(self, *choice)
    }
    #[inline]
    fn is_over(&self, node: &T::Node) -> bool {
        node.level() == self.depth()
    }
    fn is_chance(&self, node: &T::Node) -> bool {
        self.is_chance_at(node.level()) && !self.is_over(node)
    }
    fn chances(&self, node: &T::Node, chances: &mut Vec<f64>) {
        if self.is_chance(node) {
            let width = self.width(node.level());
            chances.extend((0..width).map(|_| 1.0 / width as f64));
        }
    }
    #[inline]
    fn payoff(&self, node: &T::Node, player: Player) -> f64 {
        self.worth_to(node, player)
    }
    fn table_key(&self, node: &T::Node) -> u64 {
        self.table_key_of(node)
    }
    fn noise_key(&self, node: &T::Node) -> u64 {
        self.key_of(node)
    }
    fn move_name(&self, _: &T::Node, choice: &usize) -> String {
        (choice + 1).to_string()
    }
    fn position_text(&self, node: &T::Node) -> String {
        let steps: Vec<String> = node.path(self).iter().map(|choice| (choice + 1).to_string()).collect();
        if steps.is_empty() { "root".into() } else { steps.join(".") }
    }
    fn parse_position(&self, text: &str) -> Result<T::Node> {
        let step = |node: T::Node, step: &str| {
            let choice = step.parse::<usize>().ok()?.checked_sub(1)?;
            (!self.is_over(&node) && choice < self.width(node.level())).then(|| node.child(self, choice))
        };
        let read = match text.trim() {
            "root" => Some(T::Node::ROOT),
            steps => steps.split('.').try_fold(T::Node::ROOT, step),
        };
        let wanted = || format!("`root`, or the {} that lead to it, such as `2.1`", T::STEPS);
        read.ok_or_else(|| self.bad_position(text, &wanted()))
    }
}

impl<T: LevelTree> Hints for T {
    /// It was solved when it was drawn.
    fn known(&self, node: &T::Node) -> Option<f64> {
        Some(self.worth(node))
    }
    fn draw_key(&self) -> u64 {
        self.trial().number()
    }
    fn stage(&self, node: &T::Node) -> u32 {
        self.stage_at(node.level())
    }
    fn progress(&self, node: &T::Node) -> u32 {
        self.progress_at(node.level())
    }
}

/// The text of a position names the trial that its tree was drawn for, the attempt, and the place in it.
impl<F: TreeFamily> Draw for F {
    type Game = F::Tree;

    fn name(&self) -> Name {
        TreeFamily::name(self)
    }
    fn facts(&self) -> Facts {
        Facts { bytes: self.bytes(), ..TreeFamily::facts(self) }
    }
    fn game(&self, trial: TrialKey) -> Arc<F::Tree> {
        Arc::new(self.draw(trial))
    }
    fn text(&self, held: &GamePosition<F::Tree>) -> String {
        let GamePosition { game, position } = held;
        format!("{}.{} {}", game.trial(), game.attempt(), game.position_text(position))
    }
    fn parse(&self, text: &str) -> Result<GamePosition<F::Tree>> {
        let read = || -> Option<(TrialKey, u32, &str)> {
            let (drawn, node) = text.trim().split_once(' ')?;
            let (trial, attempt) = drawn.rsplit_once('.')?;
            Some((trial.parse().ok()?, attempt.parse().ok()?, node))
        };
        let refused = || {
            Error::Position {
            game: TreeFamily::name(self).to_string(),
            text: text.chars().filter(|c| !c.is_control()).take(60).collect(),
            wanted: "the key of a trial, how many games were drawn for it before, and the moves from the root, such as \
                     `0123456789abcdef.5.0 2.1`"
                .into(),
        }
        };
        let (trial, attempt, node) = read().ok_or_else(refused)?;
        let game = Arc::new(self.draw_again(trial, attempt).ok_or_else(refused)?);
        let position = game.parse_position(node)?;
        Ok(GamePosition { game, position })
    }
}

impl<T: LevelTree<Node = Place>> TreeNode<T> for Place {
    const ROOT: Place = Place::ROOT;

    #[inline]
    fn level(&self) -> u32 {
        self.level
    }
    fn key(&self) -> u64 {
        Place::key(*self)
    }
    #[inline]
    fn child(&self, tree: &T, choice: usize) -> Place {
        Place { level: self.level + 1, index: self.index * tree.width(self.level) + choice }
    }
    fn path(&self, tree: &T) -> Vec<usize> {
        let mut index = self.index;
        let mut path: Vec<usize> = (0..self.level)
            .rev()
            .map(|level| {
                let choice = index % tree.width(level);
                index /= tree.width(level);
                choice
            })
            .collect();
        path.reverse();
        path
    }
}
