//! One drawn game on a uniform tree, solved, as a [`Game`].

use super::bit_row::BitRow;
use super::{ErasedTreeGame, Levels, Place, Shape};
use crate::error::Result;
use crate::game::{Facts, Game, Hints, Player};
use crate::key::{DrawKey, TrialKey};
use crate::name::Name;
use crate::rule::{BackupRule, Node};
use crate::value::Win;
use std::fmt;
use std::sync::Arc;

/// One trial of a tree game: its leaves, and the truth of every node.
///
/// ```
/// use plyscope::game::Game;
/// use plyscope::key::Stream;
/// use plyscope::name::{Arguments, Name};
/// use plyscope::tree::{DrawnTree, LeafTree, Place};
/// let name: Name = "leaf-tree(height=1,branching=3,p=0.5)".parse()?;
/// let game = LeafTree::build(&Arguments::resolve(LeafTree::PARAMETERS, &name)?)?;
/// let tree = DrawnTree::draw(std::sync::Arc::new(game), Stream::new(1, "example").trial(0), 0);
/// // The first player moves, and wins if a move does.
/// let wins = (0..3).any(|choice| tree.truth(tree.play(&Place::ROOT, &choice)));
/// assert_eq!(tree.truth(Place::ROOT), wins);
/// # Ok::<(), plyscope::Error>(())
/// ```
#[derive(Clone)]
pub struct DrawnTree {
    game: Arc<dyn ErasedTreeGame>,
    shape: Shape,
    trial: TrialKey,
    attempt: u32,
    /// Does the first player win? Every level, from the root.
    truth: Vec<BitRow>,
}

impl DrawnTree {
    /// Draws one trial in the plain way, leaf by leaf, and solves it.
    pub fn draw(game: Arc<dyn ErasedTreeGame>, trial: TrialKey, attempt: u32) -> Self {
        let (shape, key) = (game.shape(), trial.block.attempt(attempt));
        let leaves = (0..shape.leaves()).map(|leaf| game.leaf(key, trial.lane, leaf)).collect();
        let solved = Levels::backed_up(shape, leaves, &AnyWin);
        let truth = (0..=shape.depth()).map(|level| BitRow::from_bools(solved.level(level))).collect();
        DrawnTree::solved(game, trial, attempt, truth)
    }

    /// A trial that is solved already: does the first player win, level by level from the root?
    pub(super) fn solved(
        game: Arc<dyn ErasedTreeGame>,
        trial: TrialKey,
        attempt: u32,
        truth: Vec<BitRow>,
    ) -> Self {
        DrawnTree { shape: game.shape(), game, trial, attempt, truth }
    }

    /// Branching and depth.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The trial that it is.
    pub fn trial(&self) -> TrialKey {
        self.trial
    }

    /// How many games were drawn and rejected before this one.
    pub fn attempt(&self) -> u32 {
        self.attempt
    }

    /// Does the first player win at this node?
    pub fn truth(&self, place: Place) -> bool {
        self.truth[place.level as usize].at(place.index)
    }

    /// The share of the leaves below a node that the first player wins.
    pub fn share(&self, place: Place) -> Win {
        let leaves = self.shape.leaves_below(place.level);
        let wins = self.truth[self.shape.depth() as usize].count(place.index * leaves, leaves);
        Win::share(wins, leaves as u32)
    }

    /// The chance of a win that the model itself attaches to a node.
    pub fn opinion(&self, place: Place) -> Option<Win> {
        let key: DrawKey = self.trial.block.attempt(self.attempt);
        self.game.opinion(key, self.trial.lane, place)
    }

    /// Has the root a winning and a losing move?
    pub fn is_non_trivial(&self) -> bool {
        let wins = self.truth[1].count(0, self.shape.branching());
        (1..self.shape.branching() as u32).contains(&wins)
    }
}

impl fmt::Debug for DrawnTree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "DrawnTree({}, {:?}, attempt {})", self.game.name(), self.trial, self.attempt)
    }
}

/// The mover wins if any child is a win: the plain form of what [`Levels::solved`] does in lanes.
struct AnyWin;
impl BackupRule<bool> for AnyWin {
    fn combine(&self, node: Node, children: &[bool]) -> bool {
        let first = node.mover == Player::FIRST;
        children.contains(&first) == first
    }
}

impl Game for DrawnTree {
    type Position = Place;
    type Move = usize;

    fn name(&self) -> Name {
        self.game.name()
    }
    fn facts(&self) -> Facts {
        Facts { knows_truth: true, ..Facts::lasting(self.shape.depth()) }
    }
    fn start(&self) -> Place {
        Place::ROOT
    }
    fn mover(&self, place: &Place) -> Player {
        self.shape.mover(place.level)
    }
    fn moves(&self, place: &Place, moves: &mut Vec<usize>) {
        if !self.is_over(place) {
            moves.extend(0..self.shape.branching());
        }
    }
    fn play(&self, place: &Place, choice: &usize) -> Place {
        self.shape.child(*place, *choice)
    }
    fn is_over(&self, place: &Place) -> bool {
        place.level == self.shape.depth()
    }
    fn payoff(&self, place: &Place, player: Player) -> f64 {
        if self.truth(*place) == (player == Player::FIRST) { 1.0 } else { -1.0 }
    }
    fn table_key(&self, place: &Place) -> u64 {
        place.key() ^ self.trial.number()
    }
    /// The place alone: noise is keyed with the trial already.
    fn noise_key(&self, place: &Place) -> u64 {
        place.key()
    }
    fn move_name(&self, _: &Place, choice: &usize) -> String {
        (choice + 1).to_string()
    }
    fn position_text(&self, place: &Place) -> String {
        self.shape.place_text(*place)
    }
    fn parse_position(&self, text: &str) -> Result<Place> {
        self.shape
            .parse_place(text.trim())
            .ok_or_else(|| self.bad_position(text, "`root`, or the moves that lead to it, such as `2.1`"))
    }
}

impl Hints for DrawnTree {
    /// It was solved when it was drawn.
    fn known(&self, place: &Place) -> Option<f64> {
        Some(if self.truth(*place) { 1.0 } else { -1.0 })
    }
    fn draw_key(&self) -> u64 {
        self.trial.number()
    }
    fn stage(&self, place: &Place) -> u32 {
        self.shape.depth() - place.level
    }
}
