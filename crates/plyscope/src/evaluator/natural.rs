//! The natural evaluator: the share of the leaves below that are wins (Nau 1982; both EMM papers;
//! Smith & Nau, "Statistical Studies").
//!
//! As it is, it is a number between 0 and 1; `binary=yes` names only the side with more wins. EMM
//! wants an error beside it: see [`ErrorModel`].
//!
//! In lanes shares are counted level by level, and estimates read from a table. A share has few values at a height (as many as there are leaves below, and one more), so what is thought
//! of it is computed once a value, not once a node and trial; that leaves a sum and a look into a table.
//!
//! [`Model`] is the probability that a tree model itself attaches to its nodes (Scheucher & Kaindl).

use super::error_table::Context;
use super::{
    EightTrials, ErrorModel, Estimate, Evaluator, LANES, LaneLevels, OneByOne, Opinion, OwnError, Profile,
    TreeEvaluator,
};
use crate::error::{Error, Result};
use crate::game::{Game, Player};
use crate::key::Stream;
use crate::name::{Name, Settings, Values};
use crate::tree::{Batch, DrawnTree, Levels, Place, Shape};
use crate::value::Win;

/// The exact share of the leaves that the first player wins.
///
/// ```
/// use plyscope::evaluator::{Evaluator, Natural};
/// use plyscope::key::Stream;
/// use plyscope::name::Settings;
/// use plyscope::tree::{ArcTree, DrawnTree, Place};
/// use plyscope::value::Win;
/// let game = ArcTree::named("arc-tree(height=2,branching=2)")?;
/// let tree = DrawnTree::draw(std::sync::Arc::new(game), Stream::new(1, "example").trial(0), 0);
/// let won = (0..16).filter(|index| tree.truth(Place { level: 4, index: *index })).count();
/// let share = Natural::default().estimate(&tree, &Place::ROOT).win();
/// assert_eq!(share, Some(Win::share(won as u32, 16)));
/// # Ok::<(), plyscope::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Natural {
    binary: bool,
    half: Half,
    error: ErrorModel,
}

/// What a position with as many wins as losses is called, where only a side is named.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Half {
    /// Neither.
    #[default]
    Even,
    /// A loss for the side to move.
    Loss,
    /// A win for it.
    Win,
}

impl Settings for Natural {
    const KIND: &'static str = "natural";
    const SUMMARY: &'static str = "The share of the leaves below that are wins. `binary=yes` names only the side \
        that has more; with as many wins as losses it names neither, or with `half=loss`, `half=win` a loss or a \
        win for the side to move.";

    fn each(&mut self, values: &mut Values<'_>) {
        values.yes("binary", "no", "yes or no", &mut self.binary);
        let words = [("even", Half::Even), ("loss", Half::Loss), ("win", Half::Win)];
        let words = if self.binary { &words[..] } else { &words[..1] };
        let allowed = "even, or with binary=yes loss or win for the mover";
        values.unusual().word("half", "even", allowed, &mut self.half, words);
        self.error.declare(values);
    }
}

impl Natural {
    /// With the table of errors that it takes.
    pub fn learned(self, context: &Context<'_>) -> Result<Self> {
        Ok(Natural { error: self.error.learned(context)?, ..self })
    }

    fn estimate_of(&self, mover: Player, height: u32, share: Win) -> Estimate {
        let estimate = share_estimate(self.binary, &self.error, height, share);
        let names_nobody = estimate.opinion == Opinion::Win(Win::even());
        match self.half {
            Half::Loss if names_nobody => {
                Estimate { opinion: Opinion::Win(Win::certain().swapped().seen_by(mover)), ..estimate }
            }
            Half::Win if names_nobody => {
                Estimate { opinion: Opinion::Win(Win::certain().seen_by(mover)), ..estimate }
            }
            _ => estimate,
        }
    }
}

/// What a share of wins says: itself or only who has more, and its error.
pub(super) fn share_estimate(binary: bool, error: &ErrorModel, height: u32, share: Win) -> Estimate {
    let opinion = Opinion::Win(if binary { rounded(share) } else { share });
    Estimate { opinion, error: Some(error.error(height, share)) }
}

/// The side with more wins, for certain; a half stays a half.
fn rounded(share: Win) -> Win {
    if share.favours_first() {
        Win::certain()
    } else if share.swapped().favours_first() {
        Win::certain().swapped()
    } else {
        share
    }
}

impl Natural {
    /// On any kind of game.
    pub(super) fn profile(&self) -> Profile {
        Profile::chances(self.to_name()).with_error(true)
    }
}

impl Evaluator<DrawnTree> for Natural {
    fn profile(&self) -> Profile {
        Natural::profile(self)
    }
    fn check(&self, tree: &DrawnTree) -> Result<()> {
        self.error.check(&tree.name())
    }
    fn estimate(&self, tree: &DrawnTree, place: &Place) -> Estimate {
        let shape = tree.shape();
        self.estimate_of(shape.mover(place.level), shape.depth() - place.level, tree.share(*place))
    }
    fn lanes(&self) -> Option<&dyn TreeEvaluator> {
        Some(self)
    }
}

impl TreeEvaluator for Natural {
    fn levels_in(&self, space: LaneLevels, trials: EightTrials<'_>) -> Option<LaneLevels> {
        let EightTrials { batch, first, reading, last } = trials;
        let height = batch.shape().depth();
        let estimate = |level: u32, share: Win| match height - level {
            0 => share,
            height => {
                let estimate = self.estimate_of(batch.shape().mover(level), height, share);
                reading.of(&estimate).expect("it has a probability and an error")
            }
        };
        Some(share_levels(space, batch, first, last, estimate))
    }
}

/// The estimates of the nodes down to the level `last` in lanes `first` to `first + LANES`, made from the share
/// of the leaves below that the first player wins; `estimate` gives what is thought of a share at a level. They are
/// made in the memory of levels that are done with.
pub(super) fn share_levels(
    space: LaneLevels,
    batch: &Batch<u64>,
    first: usize,
    last: u32,
    estimate: impl Fn(u32, Win) -> Win,
) -> LaneLevels {
    let shape = batch.shape();
    let last = last.min(shape.depth());
    let leaves = batch.truth().level(shape.depth()).iter();
    let mut levels = Vec::with_capacity(last as usize + 1);
    // The lowest level, which is made first, was the largest there too.
    let mut spare = space.into_levels();
    let mut room = || spare.pop().unwrap_or_default();
    // The lowest levels, of most nodes, have counts of a byte: eight lanes in a word, added as one number.
    let mut bytes: Vec<u64> = leaves.map(|leaf| ONES[(leaf >> first & 0xFF) as usize]).collect();
    let mut level = shape.depth();
    loop {
        if level <= last {
            levels.push(read(room(), shape, level, bytes.iter().map(|word| word.to_le_bytes()), &estimate));
        }
        if level == 0 || shape.leaves_below(level - 1) > usize::from(u8::MAX) {
            break;
        }
        level -= 1;
        bytes = bytes.chunks_exact(shape.branching()).map(|group| group.iter().sum()).collect();
    }
    let mut counts: Vec<[u32; LANES]> = bytes.iter().map(|word| word.to_le_bytes().map(u32::from)).collect();
    while level > 0 {
        level -= 1;
        let add = |a: [u32; LANES], b: &[u32; LANES]| std::array::from_fn(|i| a[i] + b[i]);
        let sum = |group: &[[u32; LANES]]| group.iter().fold([0; LANES], add);
        counts = counts.chunks_exact(shape.branching()).map(sum).collect();
        if level <= last {
            levels.push(read(room(), shape, level, counts.iter().copied(), &estimate));
        }
    }
    levels.reverse();
    Levels::from_levels(levels)
}

/// A byte's bits as eight bytes: the wins of a leaf in eight lanes.
const ONES: [u64; 256] = {
    let mut ones = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut lane = 0;
        while lane < LANES {
            ones[byte] |= (byte as u64 >> lane & 1) << (8 * lane);
            lane += 1;
        }
        byte += 1;
    }
    ones
};

/// What is thought of a level, given its counts.
fn read<C: Copy + Into<u32>>(
    mut into: Vec<Win<[f64; LANES]>>,
    shape: Shape,
    level: u32,
    counts: impl ExactSizeIterator<Item = [C; LANES]>,
    estimate: impl Fn(u32, Win) -> Win,
) -> Vec<Win<[f64; LANES]>> {
    let all = shape.leaves_below(level) as u32;
    let of = |wins: u32| estimate(level, Win::share(wins, all));
    into.clear();
    // A table pays where there are fewer values than nodes and lanes.
    if all as usize >= LANES * counts.len() {
        into.extend(counts.map(|lanes| Win::from_lanes(|i| of(lanes[i].into()))));
        return into;
    }
    let table: Vec<Win> = (0..=all).map(of).collect();
    let look = |lanes: [C; LANES]| {
        let mut found = Win { first: [0.0; LANES], second: [0.0; LANES] };
        for i in 0..LANES {
            let win = table[lanes[i].into() as usize];
            found.first[i] = win.first;
            found.second[i] = win.second;
        }
        found
    };
    into.extend(counts.map(look));
    into
}

const _: () = assert!(LANES == 8, "a byte of lanes at a time");

/// The model's own probability; its error is the smaller of the two chances.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Model(());

impl Model {
    /// For games that have an opinion of their nodes; refused for others.
    pub fn new(context: &Context<'_>) -> Result<Self> {
        let key = Stream::new(0, "").block(0).attempt(0);
        match context.game.opinion(key, 0, Place::ROOT) {
            Some(_) => Ok(Model(())),
            None => Err(Error::Settings {
                kind: "model".into(),
                why: format!(
                    "{} attaches no probability to its nodes; `model` is for scheucher-kaindl",
                    context.game.name()
                ),
            }),
        }
    }
}

impl Evaluator<DrawnTree> for Model {
    fn profile(&self) -> Profile {
        Profile::chances(Name::new("model")).with_error(true)
    }
    fn estimate(&self, tree: &DrawnTree, place: &Place) -> Estimate {
        let win = tree.opinion(*place).expect("checked when it was built");
        OwnError::Minority.win(win)
    }
    fn lanes(&self) -> Option<&dyn TreeEvaluator> {
        Some(self)
    }
}

impl OneByOne for Model {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::key::Stream;
    use crate::tree::BoardSplitting;
    use std::sync::Arc;

    /// As many wins as losses are a loss, or a win, for the side to move; everything else is what it was.
    #[test]
    fn a_half_is_named_as_asked() {
        let game = Arc::new(BoardSplitting::n_game(2, 6).unwrap());
        let with = |half| Natural { binary: true, half, error: ErrorModel::Minority };
        let mut halves = [0, 0];
        for trial in 0..20 {
            let tree = DrawnTree::draw(game.clone(), Stream::new(1, "half").trial(trial), 0);
            for level in 0..6u32 {
                for index in 0..1 << level {
                    let place = Place { level, index };
                    let leaves = 1 << (6 - level);
                    let below = (0..leaves).map(|leaf| Place { level: 6, index: index * leaves + leaf });
                    let won = below.filter(|leaf| tree.truth(*leaf)).count();
                    let win = |half| with(half).estimate(&tree, &place).win().unwrap();
                    let [even, loss, win] = [Half::Even, Half::Loss, Half::Win].map(win);
                    if 2 * won != leaves {
                        assert_eq!((loss, win), (even, even));
                        continue;
                    }
                    // The first player moves at even levels.
                    let first = level % 2 == 0;
                    let certain = |first: bool| if first { Win::certain() } else { Win::certain().swapped() };
                    assert_eq!((even, loss, win), (Win::even(), certain(!first), certain(first)));
                    halves[usize::from(first)] += 1;
                }
            }
        }
        assert!(halves.iter().all(|count| *count > 20), "{halves:?}");
        assert_eq!(
            with(Half::Loss).profile().name.to_string(),
            "natural(binary=yes,half=loss,error=minority)"
        );
        assert_eq!(with(Half::Even).profile().name.to_string(), "natural(binary=yes,error=minority)");
    }
}
