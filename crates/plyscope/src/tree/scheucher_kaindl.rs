//! Scheucher & Kaindl's game-tree model, as given by Horacek (appendix).
//!
//! Heuristic values are whole numbers from -max to max without 0. A child's value is its parent's
//! plus (Max's move) or minus (Min's move) a number of 0 to `increment`, drawn evenly; 0 is stepped
//! over. At the end a position of value h is a true win with probability w_c(h); true values above
//! follow from the game. So the model attaches a probability to every node: its own opinion.

use super::{Place, Shape, TreeGame};
use crate::error::{Error, Result};
use crate::game::Player;
use crate::key::{Chance, DrawKey};
use crate::lanes::Bits;
use crate::name::{Name, Settings, Values};
use crate::value::Win;
use std::sync::Arc;

/// The distribution of games on Scheucher & Kaindl's trees.
///
/// ```
/// use plyscope::key::Stream;
/// use plyscope::name::Settings;
/// use plyscope::tree::{Place, ScheucherKaindl};
/// let game = ScheucherKaindl::named("scheucher-kaindl(root=5,increment=2)")?;
/// let key = Stream::new(1, "example").block(0).attempt(0);
/// assert_eq!(game.heuristic(key, 0, Place::ROOT), 5);
/// let after = game.heuristic(key, 0, Place { level: 1, index: 1 });
/// assert!((5..=7).contains(&after)); // Max adds 0 to 2
/// # Ok::<(), plyscope::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct ScheucherKaindl {
    shape: Shape,
    root: i32,
    increment: u32,
    max: u32,
    c: f64,
    /// w_c of the values 1 to max.
    wins: Arc<[(Win, Chance)]>,
}

/// What a root may be.
const ROOT: &str = "a whole number from -max to max, not 0";

/// Keeps the draws of increments and of true values apart.
const TRUTH: u64 = 1 << 62;

impl ScheucherKaindl {
    /// The usual model from a root of this value, not 0 and from -42 to 42.
    ///
    /// ```
    /// use plyscope::tree::{ScheucherKaindl, TreeGame};
    /// assert_eq!(ScheucherKaindl::new(2, 6, 1)?.shape().depth(), 6);
    /// assert!(ScheucherKaindl::new(2, 6, 0).is_err());
    /// # Ok::<(), plyscope::Error>(())
    /// ```
    pub fn new(branching: u32, depth: u32, root: i32) -> Result<Self> {
        Self::named(&format!("scheucher-kaindl(branching={branching},depth={depth},root={root})"))
    }

    /// Draws from what is set.
    fn ready(self, shape: Shape) -> Result<Self> {
        let win = |h: u32| {
            let win = win_probability(self.c, h as i32, self.max as i32);
            Ok((win, Chance::new(win.first)?))
        };
        let wins = (1..=self.max).map(win).collect::<Result<_>>()?;
        Ok(ScheucherKaindl { shape, wins, ..self })
    }

    /// The heuristic value of a node, in the first player's view.
    pub fn heuristic(&self, key: DrawKey, lane: u32, place: Place) -> i32 {
        let branching = self.shape.branching();
        (1..=place.level).fold(self.root, |value, level| {
            let above = Place { level, index: place.index / branching.pow(place.level - level) };
            self.step(value, key, lane, above)
        })
    }

    /// The value of a node, given its parent's.
    fn step(&self, parent: i32, key: DrawKey, lane: u32, place: Place) -> i32 {
        let change = key.below(lane, place.key(), self.increment + 1) as i32;
        let change = if self.shape.mover(place.level - 1) == Player::FIRST { change } else { -change };
        changed(parent, change, self.max as i32)
    }

    fn win(&self, value: i32) -> (Win, Chance) {
        self.wins[value.unsigned_abs() as usize - 1]
    }

    fn truth(&self, value: i32, key: DrawKey, lane: u32, place: Place) -> bool {
        // w(-h) = 1 - w(h), drawn so that no second table is needed.
        self.win(value).1.lane(key, lane, place.key() | TRUTH) == (value > 0)
    }
}

/// A value after a change: 0 is stepped over, and -max to max never left.
pub(crate) fn changed(value: i32, change: i32, max: i32) -> i32 {
    // Ranks are the values without a gap at 0: ..., -2, -1, 1, 2, ... are -2, -1, 0, 1.
    let rank = if value > 0 { value - 1 } else { value } + change;
    let value = if rank >= 0 { rank + 1 } else { rank };
    value.clamp(-max, max)
}

/// w_c(h) = 1/2 + atan(c h / max) / (2 atan(c)): the chance of a win behind a heuristic value.
pub fn win_probability(c: f64, h: i32, max: i32) -> Win {
    let ratio = f64::from(h) / f64::from(max);
    // Where c is tiny both arcs vanish and their ratio is h / max.
    let arcs = if c < 1e-8 { ratio } else { libm::atan(c * ratio) / libm::atan(c) };
    Win { first: (1.0 + arcs) / 2.0, second: (1.0 - arcs) / 2.0 }
}

impl Default for ScheucherKaindl {
    fn default() -> Self {
        let shape = Shape::new(2, 6).expect("64 leaves");
        let usual = ScheucherKaindl { shape, root: 1, increment: 9, max: 42, c: 1.0, wins: Arc::default() };
        usual.ready(shape).expect("probabilities")
    }
}

impl Settings for ScheucherKaindl {
    const KIND: &'static str = "scheucher-kaindl";
    const SUMMARY: &'static str = "Heuristic values drift by at most `increment` from parent to child, within \
        `-max` to `max` and never 0. At the end a position is won with probability w_c of its value.";

    fn each(&mut self, values: &mut Values<'_>) {
        let (mut branching, mut depth) = (self.shape.branching() as u32, self.shape.depth());
        values.integer("branching", "2", "a whole number of 2 or more", &mut branching, 2..=u32::MAX);
        values.integer("depth", "6", "a whole number of 1 or more", &mut depth, 1..=u32::MAX);
        let mut root = self.root;
        let read = |text: &str| text.parse().ok().filter(|root| *root != 0);
        values.value("root", "1", ROOT, &mut root, read, i32::to_string);
        let allowed = "a whole number from 0 to 1000000";
        values.integer("increment", "9", allowed, &mut self.increment, 0..=1_000_000);
        values.integer("max", "42", "a whole number from 1 to 1000000", &mut self.max, 1..=1_000_000);
        let allowed = "a number above 0, at most 1000";
        values.number("c", "1", allowed, &mut self.c, f64::MIN_POSITIVE..=1000.0);
        values.remake(self, |read| {
            Ok(ScheucherKaindl { root, ..read.clone().ready(Shape::new(branching, depth)?)? })
        });
    }

    fn check(&self) -> Result<()> {
        if self.root.unsigned_abs() <= self.max {
            return Ok(());
        }
        let (kind, parameter) = (Self::KIND.into(), "root".into());
        Err(Error::Parameter { kind, parameter, value: self.root.to_string(), allowed: ROOT.into() })
    }
}

impl TreeGame for ScheucherKaindl {
    fn name(&self) -> Name {
        self.to_name()
    }
    fn shape(&self) -> Shape {
        self.shape
    }
    fn leaf(&self, key: DrawKey, lane: u32, index: usize) -> bool {
        let place = Place { level: self.shape.depth(), index };
        self.truth(self.heuristic(key, lane, place), key, lane, place)
    }
    fn draw<B: Bits>(&self, keys: &[DrawKey]) -> Vec<B> {
        let mut leaves = vec![vec![0u64; B::WORDS]; self.shape.leaves()];
        for lane in 0..B::lanes() {
            let (word, lane) = (lane / 64, lane % 64);
            let (key, lane) = (keys[word], lane as u32);
            let mut values = vec![self.root];
            for level in 1..=self.shape.depth() {
                let parent = |index: usize| values[index / self.shape.branching()];
                let value = |index| self.step(parent(index), key, lane, Place { level, index });
                values = (0..self.shape.width(level)).map(value).collect();
            }
            for (index, value) in values.into_iter().enumerate() {
                let place = Place { level: self.shape.depth(), index };
                leaves[index][word] |= u64::from(self.truth(value, key, lane, place)) << lane;
            }
        }
        leaves.into_iter().map(|words| B::from_words(|i| words[i])).collect()
    }
    fn opinion(&self, key: DrawKey, lane: u32, place: Place) -> Option<Win> {
        let value = self.heuristic(key, lane, place);
        let (win, _) = self.win(value);
        Some(if value > 0 { win } else { win.swapped() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::key::Stream;

    fn game(text: &str) -> Result<ScheucherKaindl> {
        ScheucherKaindl::named(text)
    }

    #[test]
    fn the_probability_to_win_at_known_points() {
        let near = |a: f64, b: f64| assert!((a - b).abs() < 1e-15, "{a} and {b}");
        near(win_probability(1.0, 42, 42).first, 1.0);
        near(win_probability(1.0, -42, 42).first, 0.0);
        // atan(1/sqrt(3)) = pi/6 with c = sqrt(3), atan(c) = pi/3: a quarter above a half.
        near(win_probability(3f64.sqrt(), 1, 3).first, 0.75);
        near(win_probability(1e-9, 1, 4).first, 0.625);
        let win = win_probability(4.0, 17, 42);
        near(win.first + win.second, 1.0);
    }

    /// The model's dependency: a child is its parent's value to that plus the increment, 0 left out.
    #[test]
    fn children_stay_within_the_increment_and_never_at_zero() {
        let game = game("scheucher-kaindl(depth=5,branching=3,increment=4,max=6)").unwrap();
        let key = Stream::new(1, "test").block(0).attempt(0);
        let mut seen = std::collections::BTreeSet::new();
        for lane in 0..64 {
            for leaf in 0..game.shape.leaves() {
                let mut parent = 1;
                for place in game.shape.path(leaf) {
                    let value = game.heuristic(key, lane, place);
                    let up = game.shape.mover(place.level - 1) == Player::FIRST;
                    let moved = if up { value - parent } else { parent - value };
                    assert!(value != 0 && value.abs() <= 6);
                    assert!((0..=5).contains(&moved), "from {parent} to {value}"); // 5: over the zero
                    seen.insert(value);
                    parent = value;
                }
            }
        }
        assert_eq!(seen.len(), 12, "all values from -6 to 6 but 0 occur");
    }

    #[test]
    fn impossible_roots_are_refused() {
        for text in ["scheucher-kaindl(root=0)", "scheucher-kaindl(root=43)", "scheucher-kaindl(root=x)"] {
            assert!(game(text).unwrap_err().to_string().contains("from -max to max, not 0"));
        }
        assert!(game("scheucher-kaindl(root=-42,c=4)").is_ok());
        assert!(game("scheucher-kaindl(c=0)").is_err());
    }
}
