//! Synthetic games: uniform trees of wins and losses, drawn by key.
//!
//! A [`TreeGame`] is a distribution of games. Its two forms of drawing give the same games bit for bit:
//! [`TreeGame::leaf`] says what one leaf of one trial is, the definition; [`TreeGame::draw`] makes all
//! leaves of 64 or more trials at once, level by level over flat arrays. A [`DrawnTree`] is one trial
//! as a [`Game`](crate::game::Game), a [`Batch`] many trials in lanes.

mod balance;
mod batch;
mod board_splitting;
mod chance_tree;
mod counter;
mod critical_game;
mod drawn;
mod height_tree;
mod level_tree;
mod number_tree;
mod scheucher_kaindl;
mod shape;
mod similarity_spreads;
mod similarity_tree;
mod winner_tree;

pub(crate) use balance::power;
pub use balance::{balanced_chances, critical_p};
pub use batch::Batch;
pub use board_splitting::{Board, BoardSplitting, Region, Squares};
pub use chance_tree::{ChanceTree, ChanceTrees};
pub use critical_game::{CriticalGame, CriticalGames, CriticalNode};
pub use drawn::{DrawnTree, Trees};
pub use height_tree::{ArcTree, Arcs, HeightTree, Independent, LeafModel, LeafTree, StrengthTree, Strengths};
pub use level_tree::{LevelTree, TreeFamily, TreeNode};
pub use number_tree::{MoveOrder, NumberTree, NumberTrees};
pub(crate) use scheucher_kaindl::changed;
pub use scheucher_kaindl::{ScheucherKaindl, win_probability};
pub use shape::{Levels, MAX_LEAVES, Place, Shape};
pub use similarity_tree::{Noise, SimilarityTree, SimilarityTrees};
pub use winner_tree::{WinnerTree, WinnerTrees};

use crate::key::DrawKey;
use crate::lanes::Bits;
use crate::name::Name;
use crate::value::Win;

/// A distribution of win-loss games on a uniform tree; the players take turns, the first at the root.
///
/// ```
/// use plyscope::key::{DrawKey, Stream};
/// use plyscope::lanes::Bits;
/// use plyscope::name::Name;
/// use plyscope::tree::{DrawnTree, Place, Shape, TreeGame};
///
/// /// Every other leaf is a win of the first player; nothing is left to chance.
/// struct EveryOther;
///
/// impl TreeGame for EveryOther {
///     fn name(&self) -> Name {
///         Name::new("every-other")
///     }
///     fn shape(&self) -> Shape {
///         Shape::new(2, 2).expect("a small tree")
///     }
///     fn leaf(&self, _: DrawKey, _: u32, index: usize) -> bool {
///         index % 2 == 0
///     }
///     fn draw<B: Bits>(&self, _: &[DrawKey]) -> Vec<B> {
///         (0..4).map(|index| if index % 2 == 0 { B::ONES } else { B::ZERO }).collect()
///     }
/// }
/// // The second player moves last, and finds a loss of the first on either side.
/// let tree = DrawnTree::draw(std::sync::Arc::new(EveryOther), Stream::new(1, "example").trial(0), 0);
/// assert!(!tree.truth(Place::ROOT));
/// ```
pub trait TreeGame: Send + Sync {
    /// The name with all parameters.
    fn name(&self) -> Name;

    /// Branching and depth.
    fn shape(&self) -> Shape;

    /// Does the first player win at this leaf, in one lane? The definition of the game.
    fn leaf(&self, key: DrawKey, lane: u32, index: usize) -> bool;

    /// All leaves, all lanes: one key a word of 64 lanes.
    fn draw<B: Bits>(&self, keys: &[DrawKey]) -> Vec<B>
    where
        Self: Sized;

    /// The chance of a win that the model itself attaches to a node, where it has such a thing.
    fn opinion(&self, _key: DrawKey, _lane: u32, _place: Place) -> Option<Win> {
        None
    }
}

/// The object-safe form of [`TreeGame`]: every tree game is one.
///
/// ```
/// use plyscope::key::Stream;
/// use plyscope::name::Settings;
/// use plyscope::tree::{ErasedTreeGame, LeafTree};
/// let tree = LeafTree::named("leaf-tree(height=1,branching=2,p=1)")?;
/// let game: &dyn ErasedTreeGame = &tree;
/// // Four leaves of 64 games, all of them won.
/// let key = Stream::new(1, "example").block(0).attempt(0);
/// assert_eq!(game.draw_64(key), [u64::MAX; 4]);
/// # Ok::<(), plyscope::Error>(())
/// ```
pub trait ErasedTreeGame: Send + Sync {
    /// See [`TreeGame::name`].
    fn name(&self) -> Name;
    /// See [`TreeGame::shape`].
    fn shape(&self) -> Shape;
    /// See [`TreeGame::leaf`].
    fn leaf(&self, key: DrawKey, lane: u32, index: usize) -> bool;
    /// See [`TreeGame::opinion`].
    fn opinion(&self, key: DrawKey, lane: u32, place: Place) -> Option<Win>;
    /// [`TreeGame::draw`] for 64 lanes.
    fn draw_64(&self, key: DrawKey) -> Vec<u64>;
    /// [`TreeGame::draw`] for 512 lanes.
    fn draw_512(&self, keys: &[DrawKey; 8]) -> Vec<[u64; 8]>;
}

impl<T: TreeGame> ErasedTreeGame for T {
    fn name(&self) -> Name {
        TreeGame::name(self)
    }
    fn shape(&self) -> Shape {
        TreeGame::shape(self)
    }
    fn leaf(&self, key: DrawKey, lane: u32, index: usize) -> bool {
        TreeGame::leaf(self, key, lane, index)
    }
    fn opinion(&self, key: DrawKey, lane: u32, place: Place) -> Option<Win> {
        TreeGame::opinion(self, key, lane, place)
    }
    fn draw_64(&self, key: DrawKey) -> Vec<u64> {
        self.draw(&[key])
    }
    fn draw_512(&self, keys: &[DrawKey; 8]) -> Vec<[u64; 8]> {
        self.draw(keys)
    }
}

/// Lanes wide enough for a whole draw through the object-safe form.
///
/// ```
/// use plyscope::key::Stream;
/// use plyscope::lanes::Bits;
/// use plyscope::name::Settings;
/// use plyscope::tree::{ArcTree, DrawLanes, TreeGame};
/// let game = ArcTree::named("arc-tree(height=2,branching=2)")?;
/// let key = Stream::new(1, "example").block(0).attempt(0);
/// let leaves = <u64 as DrawLanes>::draw(&game, &[key]);
/// // All lanes at once are what each is by definition.
/// for (leaf, lanes) in leaves.iter().enumerate() {
///     assert!((0..64).all(|lane| lanes.lane(lane as usize) == game.leaf(key, lane, leaf)));
/// }
/// # Ok::<(), plyscope::Error>(())
/// ```
pub trait DrawLanes: Bits {
    /// All leaves of a game in these lanes.
    fn draw(game: &dyn ErasedTreeGame, keys: &[DrawKey]) -> Vec<Self>;
}

impl DrawLanes for u64 {
    fn draw(game: &dyn ErasedTreeGame, keys: &[DrawKey]) -> Vec<u64> {
        game.draw_64(keys[0])
    }
}

impl DrawLanes for [u64; 8] {
    fn draw(game: &dyn ErasedTreeGame, keys: &[DrawKey]) -> Vec<[u64; 8]> {
        game.draw_512(keys.try_into().expect("one key a word"))
    }
}
