//! Full width over the flat levels of a uniform tree, for values of any number of lanes.
//!
//! All depths and rules of a trial share one set of estimates. The result equals
//! [`FullWidth`](super::FullWidth) on the same tree bit for bit, lane by lane.

use super::Budget;
use crate::error::Result;
use crate::evaluator::{LANES, LaneLevels};
use crate::lanes::Bits;
use crate::rule::{AnyRule, BackupRule, Node, Reading};
use crate::tree::{Batch, Levels, Shape};
use crate::value::{Typed, Value, Win};
use std::borrow::Cow;

/// What a search to a depth makes of the root and its moves.
#[derive(Debug, Clone, PartialEq)]
pub struct RootValues<V> {
    /// The root's own value.
    pub root: V,
    /// The value of every move.
    pub moves: Vec<V>,
}

/// Backs up the estimates of the level at `depth` (or the last, if the tree ends before); refused for depth 0.
pub fn full_width<V: Copy>(
    shape: Shape,
    estimates: &Levels<V>,
    depth: u32,
    rule: &(impl BackupRule<V> + ?Sized),
) -> Result<RootValues<V>> {
    let mut space = LevelScratch::default();
    let root = full_width_in(&mut space, shape, estimates, depth, rule)?;
    Ok(RootValues { root, moves: space.upper })
}

/// Two levels that are worked on, kept from one search to the next.
#[derive(Debug, Clone)]
pub struct LevelScratch<V> {
    upper: Vec<V>,
    lower: Vec<V>,
}

impl<V> Default for LevelScratch<V> {
    fn default() -> Self {
        LevelScratch { upper: Vec::new(), lower: Vec::new() }
    }
}

impl<V> LevelScratch<V> {
    /// The value of every move that the last search found.
    pub fn moves(&self) -> &[V] {
        &self.upper
    }
}

/// [`full_width`] in a space of the caller's: the root's value; the moves' are in the space.
pub fn full_width_in<V: Copy>(
    space: &mut LevelScratch<V>,
    shape: Shape,
    estimates: &Levels<V>,
    depth: u32,
    rule: &(impl BackupRule<V> + ?Sized),
) -> Result<V> {
    let depth = Budget::depth(depth)?.plies().min(estimates.last());
    let back_up = |level: u32, below: &[V], into: &mut Vec<V>| {
        let node = Node { mover: shape.mover(level), height: depth - level, level };
        let own = if rule.uses_own() { estimates.level(level) } else { &[] };
        into.clear();
        rule.back_up_level_into(node, shape.branching(), below, own, into);
    };
    if depth == 1 {
        space.upper.clear();
        space.upper.extend_from_slice(estimates.level(1));
    }
    for level in (1..depth).rev() {
        let below = if level + 1 == depth { estimates.level(depth) } else { &space.lower };
        back_up(level, below, &mut space.upper);
        if level > 1 {
            std::mem::swap(&mut space.upper, &mut space.lower);
        }
    }
    back_up(0, &space.upper, &mut space.lower);
    Ok(space.lower[0])
}

/// A value in lanes, and how it is made from an evaluator's estimates.
///
/// ```
/// use plyscope::search::levels::LaneValue;
/// use plyscope::value::Win;
/// let numbers = [0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0];
/// assert_eq!(LaneValue::lane(&numbers, 5), 5.0);
/// let wins = Win::<[f64; 8]>::from_lanes(|lane| Win::share(lane as u32, 8));
/// assert_eq!(LaneValue::lane(&wins, 2), Win::share(1, 4));
/// ```
pub trait LaneValue: Copy + 'static {
    /// The value of one trial.
    type Scalar: Value;

    /// One lane.
    fn lane(&self, lane: usize) -> Self::Scalar;

    /// Estimates as such values, in memory that is kept; where they are such values already, as they are.
    fn levels<'a>(
        estimates: &'a LaneLevels,
        made: &'a mut Levels<Self>,
        batch: &Batch<u64>,
        first: usize,
    ) -> &'a Levels<Self>;

    /// Where they are made and backed up.
    fn room(rooms: &mut Scratch) -> &mut SearchScratch<Self>;

    /// The first player's chances of winning as such values, down to some level; none where that takes the truth.
    fn of_chances(chances: &Levels<[f64; LANES]>, last: u32) -> Option<Cow<'_, Levels<Self>>>;
}

/// Memory to work in, for values of one kind.
#[derive(Debug, Clone)]
pub struct SearchScratch<V> {
    /// Where estimates are made into values.
    pub made: Levels<V>,
    /// Where they are backed up.
    pub space: LevelScratch<V>,
}

impl<V> Default for SearchScratch<V> {
    fn default() -> Self {
        SearchScratch { made: Levels::default(), space: LevelScratch::default() }
    }
}

/// Memory to work in, kept from block to block.
#[derive(Debug, Clone, Default)]
pub struct Scratch {
    numbers: SearchScratch<[f64; LANES]>,
    wins: SearchScratch<Win<[f64; LANES]>>,
    typed: SearchScratch<Typed<[f64; LANES]>>,
}

impl LaneValue for [f64; LANES] {
    type Scalar = f64;

    fn lane(&self, lane: usize) -> f64 {
        self[lane]
    }
    fn levels<'a>(
        estimates: &'a LaneLevels,
        made: &'a mut Levels<Self>,
        _: &Batch<u64>,
        _: usize,
    ) -> &'a Levels<Self> {
        *made = estimates.map_in(std::mem::take(made), estimates.last(), |_, win| win.first);
        made
    }
    fn room(rooms: &mut Scratch) -> &mut SearchScratch<Self> {
        &mut rooms.numbers
    }
    fn of_chances(chances: &Levels<[f64; LANES]>, _: u32) -> Option<Cow<'_, Levels<Self>>> {
        Some(Cow::Borrowed(chances))
    }
}

impl LaneValue for Win<[f64; LANES]> {
    type Scalar = Win;

    fn lane(&self, lane: usize) -> Win {
        Win::lane(self, lane)
    }
    fn levels<'a>(
        estimates: &'a LaneLevels,
        _: &'a mut Levels<Self>,
        _: &Batch<u64>,
        _: usize,
    ) -> &'a Levels<Self> {
        estimates
    }
    fn room(rooms: &mut Scratch) -> &mut SearchScratch<Self> {
        &mut rooms.wins
    }
    fn of_chances(chances: &Levels<[f64; LANES]>, last: u32) -> Option<Cow<'_, Levels<Self>>> {
        let win = |first: [f64; LANES]| Win { first, second: first.map(|first| 1.0 - first) };
        Some(Cow::Owned(chances.map_to(last, |_, first| win(first))))
    }
}

impl LaneValue for Typed<[f64; LANES]> {
    type Scalar = Win;

    fn lane(&self, lane: usize) -> Win {
        self.win.lane(lane)
    }
    fn levels<'a>(
        estimates: &'a LaneLevels,
        made: &'a mut Levels<Self>,
        batch: &Batch<u64>,
        first: usize,
    ) -> &'a Levels<Self> {
        *made = estimates.map_in(std::mem::take(made), estimates.last(), |place, win| {
            let truth = std::array::from_fn(|i| batch.truth().at(place).lane(first + i));
            Typed::estimate(win, truth, batch.shape().mover(place.level))
        });
        made
    }
    fn room(rooms: &mut Scratch) -> &mut SearchScratch<Self> {
        &mut rooms.typed
    }
    fn of_chances(_: &Levels<[f64; LANES]>, _: u32) -> Option<Cow<'_, Levels<Self>>> {
        None
    }
}

/// What is done with a rule in lanes.
///
/// ```
/// use plyscope::rule::{AnyRule, BackupRule, Emm, MaxN, Reading};
/// use plyscope::search::levels::{LaneValue, WithLanes, in_lanes};
///
/// /// Does a rule look at a node's own estimate?
/// struct UsesOwn;
///
/// impl WithLanes for UsesOwn {
///     type Output = bool;
///     fn with<V: LaneValue>(self, rule: &dyn BackupRule<V>, _: Reading) -> bool {
///         rule.uses_own()
///     }
/// }
/// assert_eq!(in_lanes(&AnyRule::wins(Emm), UsesOwn), Some(true));
/// // A number per player has no lanes.
/// assert_eq!(in_lanes(&AnyRule::Payoffs(std::sync::Arc::new(MaxN)), UsesOwn), None);
/// # Ok::<(), plyscope::Error>(())
/// ```
pub trait WithLanes {
    /// What comes of it.
    type Output;
    /// Does it with the rule, whose estimates are read so.
    fn with<V: LaneValue>(self, rule: &dyn BackupRule<V>, reading: Reading) -> Self::Output;
}

/// Does something with a rule in lanes; none for rules that have none.
pub fn in_lanes<W: WithLanes>(rule: &AnyRule, with: W) -> Option<W::Output> {
    match rule {
        AnyRule::Ordered(rule) => Some(with.with::<[f64; LANES]>(&**rule, Reading::Win)),
        AnyRule::Wins(rule) => {
            Some(with.with::<Win<[f64; LANES]>>(&**rule, BackupRule::<Win>::properties(&**rule).reading))
        }
        AnyRule::Typed(rule) => Some(with.with::<Typed<[f64; LANES]>>(&**rule, Reading::Certain)),
        AnyRule::Thresholds(_) | AnyRule::Payoffs(_) | AnyRule::Chances(_) => None,
    }
}
