//! Keys: all randomness is a function of (seed, game, trial, place), never a stream read in order.
//!
//! 64 trials make a block. Every random decision of a block is one 64-bit word, one bit a trial:
//! trial `i` reads bit `i mod 64` of the words of block `i / 64`, alone or with its 63 neighbours,
//! so the fast path over lanes and the plain path see the same game.

mod normal;

pub use normal::{normal_probability, normal_quantile};

use crate::error::{Error, Result};
use crate::lanes::Bits;
use std::fmt;
use std::str::FromStr;

/// Steele, Lea & Flood 2014 (SplitMix64), the finaliser of Stafford's variant 13: a bijection on words.
pub fn mix(mut x: u64) -> u64 {
    x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    x ^ (x >> 31)
}

/// The version of the random design: a change that draws other numbers from the same names and seeds counts it up, so that
/// tallies of different designs are never mixed.
pub const DESIGN: u32 = 1;

/// FNV-1a over the bytes of a text.
pub fn fnv(text: &str) -> u64 {
    text.bytes()
        .fold(0xCBF2_9CE4_8422_2325, |hash: u64, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01B3))
}

/// 2^64 divided by the golden ratio, odd: spreads consecutive numbers.
const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;

/// The `count`-th random word at a place, under a key.
fn word(key: u64, place: u64, count: u64) -> u64 {
    mix(key ^ mix(place.wrapping_mul(GOLDEN).wrapping_add(count + 1)))
}

/// What a run draws from: a seed and the name of a game (without the parameters that are swept).
///
/// The experiment is not in it, so the same games meet the same rules in every figure.
///
/// ```
/// use plyscope::key::Stream;
/// let stream = Stream::new(1, "example");
/// let trial = stream.trial(64 + 5);
/// assert_eq!((trial.block, trial.lane), (stream.block(1), 5));
/// assert_eq!(trial, Stream::new(1, "example").trial(69)); // whenever it is asked for
/// assert_ne!(trial, Stream::new(2, "example").trial(69));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Stream(u64);

impl Stream {
    /// The stream of a seed and a game's name.
    pub fn new(seed: u64, game: &str) -> Self {
        // Names are short, and the hash must never change.
        Stream(mix(mix(seed.wrapping_add(GOLDEN)) ^ fnv(game)))
    }

    /// The key of a trial.
    pub fn trial(self, trial: u64) -> TrialKey {
        TrialKey { block: self.block(trial / 64), lane: (trial % 64) as u32 }
    }

    /// The key of 64 trials.
    pub fn block(self, block: u64) -> BlockKey {
        BlockKey(mix(self.0 ^ mix(block.wrapping_add(GOLDEN))))
    }
}

/// The key of 64 trials.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct BlockKey(u64);

impl BlockKey {
    /// The key of the games drawn at an attempt: trivial games are rejected and drawn again.
    pub fn attempt(self, attempt: u32) -> DrawKey {
        DrawKey::new(word(self.0, u64::from(attempt), 0))
    }

    /// The key of what is not the game: noise, playouts, random moves. It does not depend on the
    /// attempt, so that lanes which took different numbers of attempts share their words of noise.
    pub fn draw(self, domain: Domain) -> DrawKey {
        DrawKey::new(word(self.0, domain as u64, 1))
    }
}

/// The key of one trial: a lane of a block.
///
/// ```
/// use plyscope::key::{Stream, TrialKey};
/// let trial = Stream::new(1, "example").trial(70);
/// assert_eq!(trial.lane, 70 - 64);
/// assert_eq!(trial.to_string().parse::<TrialKey>()?, trial);
/// # Ok::<(), plyscope::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct TrialKey {
    /// The block that the trial is in.
    pub block: BlockKey,
    /// Which of the block's 64 lanes it is.
    pub lane: u32,
}

impl TrialKey {
    /// One number for the trial.
    pub fn number(self) -> u64 {
        mix(self.block.0 ^ mix(u64::from(self.lane) + 1))
    }
}

/// As text, so that a position can name the trial that it was drawn for.
impl fmt::Display for TrialKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}.{}", self.block.0, self.lane)
    }
}

impl FromStr for TrialKey {
    type Err = Error;

    fn from_str(text: &str) -> Result<TrialKey> {
        let read = text.split_once('.').and_then(|(block, lane)| {
            let block = u64::from_str_radix(block, 16).ok().filter(|_| block.len() == 16)?;
            Some(TrialKey { block: BlockKey(block), lane: lane.parse().ok().filter(|lane| *lane < 64)? })
        });
        let why =
            || format!("a trial's key is 16 hexadecimal digits, a dot and a lane below 64, not `{text}`");
        read.ok_or_else(|| Error::Kept { what: "a key", line: 1, why: why() })
    }
}

/// What else than a game is drawn for a trial.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u64)]
pub enum Domain {
    /// The artificial evaluator's errors.
    Noise = 1,
    /// Random playouts of an evaluator.
    Playouts = 2,
    /// Random moves of a position source.
    Moves = 3,
    /// A game's random start.
    Start = 4,
    /// Choices between tied moves.
    Ties = 5,
    /// What a search that samples draws.
    Search = 6,
}

/// What random words are drawn with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct DrawKey {
    key: u64,
    /// The lanes that will be read.
    wanted: u64,
}

impl DrawKey {
    fn new(key: u64) -> Self {
        DrawKey { key, wanted: u64::MAX }
    }

    /// The same draws for some lanes only: what the others get is of no meaning. A word of few lanes is
    /// decided sooner, so games that are drawn again cost less.
    pub fn only(self, wanted: u64) -> Self {
        DrawKey { wanted, ..self }
    }

    /// A number below `bound` for one lane at a place, for draws that are not one bit.
    ///
    /// The multiply-shift method; its bias, below bound / 2^32, is the same for every platform.
    pub fn below(self, lane: u32, place: u64, bound: u32) -> u32 {
        let word = word(self.key, place, 1 << 32 | u64::from(lane));
        (((word >> 32) * u64::from(bound)) >> 32) as u32
    }
}

impl DrawKey {
    /// A number strictly between 0 and 1 for one lane at a place, of 52 bits.
    ///
    /// ```
    /// use plyscope::key::{Domain, Stream};
    /// let key = Stream::new(1, "example").block(0).draw(Domain::Noise);
    /// let mean = (0..1000).map(|place| key.unit(3, place)).sum::<f64>() / 1000.0;
    /// assert!((mean - 0.5).abs() < 0.05);
    /// ```
    #[inline]
    pub fn unit(self, lane: u32, place: u64) -> f64 {
        let word = word(self.key, place, 2 << 32 | u64::from(lane));
        ((word >> 12) as f64 + 0.5) * (1.0 / 4_503_599_627_370_496.0)
    }

    /// A standard normal number for one lane at a place.
    #[inline]
    pub fn normal(self, lane: u32, place: u64) -> f64 {
        normal_quantile(self.unit(lane, place))
    }

    /// One of several things for one lane at a place, each with its probability. At least one.
    pub fn among(self, lane: u32, place: u64, chances: &[f64]) -> usize {
        let mut left = f64::from(self.below(lane, place, u32::MAX)) / f64::from(u32::MAX);
        for (i, chance) in chances.iter().enumerate() {
            left -= chance;
            if left < 0.0 {
                return i;
            }
        }
        // What rounding left over goes to the last that can happen.
        chances.iter().rposition(|chance| *chance > 0.0).unwrap_or(0)
    }
}

/// A probability, as a threshold of 32 bits.
///
/// ```
/// use plyscope::key::Chance;
/// assert!(Chance::new(0.381966).is_ok());
/// assert!(Chance::new(f64::NAN).is_err() && Chance::new(1.5).is_err());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Chance {
    /// 0 to 2^32: a uniform number of 32 bits is below it with this chance.
    threshold: u64,
}

impl Chance {
    /// The nearest threshold to a probability.
    pub fn new(probability: f64) -> Result<Self> {
        if (0.0..=1.0).contains(&probability) {
            Ok(Chance { threshold: (probability * 4_294_967_296.0 + 0.5) as u64 })
        } else {
            Err(Error::Settings {
                kind: "a probability".into(),
                why: format!("it is between 0 and 1, not {probability}"),
            })
        }
    }

    /// One bit a trial of a block, each 1 with this chance.
    ///
    /// 64 uniform numbers are compared with the threshold at once, from their highest bits down;
    /// it ends when every comparison that is wanted is decided, after about 8 words (1 for a half).
    pub fn word(self, key: DrawKey, place: u64) -> u64 {
        if self.threshold > u64::from(u32::MAX) {
            return u64::MAX;
        }
        let (mut below, mut open) = (0, key.wanted);
        let mut rest = (self.threshold as u32).reverse_bits();
        let mut count = 0;
        // Where the rest of the threshold is zero, no number that is still open can be below it.
        while rest != 0 && open != 0 {
            let random = word(key.key, place, count);
            if rest & 1 == 1 {
                below |= open & !random;
                open &= random;
            } else {
                open &= !random;
            }
            rest >>= 1;
            count += 1;
        }
        below
    }

    /// The bit of one lane: the same as bit `lane` of [`Chance::word`], found without its neighbours.
    pub fn lane(self, key: DrawKey, lane: u32, place: u64) -> bool {
        for count in 0..32 {
            let threshold = self.threshold << count >> 31 & 1;
            if self.threshold > u64::from(u32::MAX) {
                return true;
            }
            let random = word(key.key, place, count) >> lane & 1;
            if random != threshold {
                return random < threshold;
            }
        }
        false
    }

    /// One bit a trial, for lanes of any width: one key a word.
    pub fn lanes<B: Bits>(self, keys: &[DrawKey], place: u64) -> B {
        B::from_words(|i| self.word(keys[i], place))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key() -> DrawKey {
        Stream::new(7, "test").block(3).attempt(0)
    }

    #[test]
    fn a_lane_alone_equals_its_bit_of_the_word() {
        for (i, p) in [0.0, 0.1, 0.25, 0.381966, 0.5, 0.75, 0.999, 1.0].into_iter().enumerate() {
            let chance = Chance::new(p).unwrap();
            for place in 0..50 {
                let place = place * 1000 + i as u64;
                let word = chance.word(key(), place);
                for lane in 0..64 {
                    assert_eq!(chance.lane(key(), lane, place), word >> lane & 1 == 1, "p {p}, lane {lane}");
                }
            }
        }
    }

    #[test]
    fn some_lanes_alone_equal_their_bits_of_the_word() {
        for p in [0.0, 0.1, 0.381966, 0.5, 1.0] {
            let chance = Chance::new(p).unwrap();
            for wanted in [0, 1, 1 << 63, 0xF0F0, u64::MAX] {
                for place in 0..20 {
                    let some = chance.word(key().only(wanted), place);
                    assert_eq!(some & wanted, chance.word(key(), place) & wanted, "p {p}, place {place}");
                }
            }
        }
    }

    /// The first outputs of SplitMix64 from seed 0, as published with the algorithm.
    #[test]
    fn mix_is_splitmix() {
        assert_eq!(mix(GOLDEN), 0xE220_A839_7B1D_CDAF);
        assert_eq!(mix(GOLDEN.wrapping_mul(2)), 0x6E78_9E6A_A1B9_65F4);
    }

    #[test]
    fn certain_and_impossible() {
        assert_eq!(Chance::new(0.0).unwrap().word(key(), 1), 0);
        assert_eq!(Chance::new(1.0).unwrap().word(key(), 1), u64::MAX);
    }

    /// 64,000 bits: the share is within 4.5 standard deviations, lanes and neighbours uncorrelated.
    #[test]
    fn bits_come_with_their_probability() {
        for p in [0.1, 0.381966, 0.5, 0.68233] {
            let chance = Chance::new(p).unwrap();
            let words: Vec<u64> = (0..1000).map(|place| chance.word(key(), place)).collect();
            let share = |count: u32, of: f64| f64::from(count) / of;
            let ones = share(words.iter().map(|word| word.count_ones()).sum(), 64_000.0);
            assert!((ones - p).abs() < 4.5 * (p * (1.0 - p) / 64_000.0).sqrt(), "{p}: {ones}");
            let both = |pairs: u32| share(pairs, 64_000.0 - 64.0);
            let next = both(words.windows(2).map(|w| (w[0] & w[1]).count_ones()).sum());
            let side = both(words.windows(2).map(|w| (w[0] & w[0].rotate_left(1)).count_ones()).sum());
            for joint in [next, side] {
                assert!((joint - p * p).abs() < 4.5 * (p * p / 64_000.0).sqrt(), "{p}: {joint}");
            }
        }
    }

    #[test]
    fn bounded_numbers_are_even() {
        let mut counts = [0u32; 10];
        (0..20_000).for_each(|place| counts[key().below(5, place, 10) as usize] += 1);
        let chi: f64 = counts.iter().map(|&c| (f64::from(c) - 2000.0).powi(2) / 2000.0).sum();
        assert!(chi < 27.9, "chi-squared {chi} with 9 degrees of freedom, 99.9%"); // table value
    }

    /// Change detection only: every game that anybody has drawn depends on these words.
    #[test]
    fn values_are_stable() {
        let chance = Chance::new(0.3).unwrap();
        let words: Vec<u64> = (0..3).map(|place| chance.word(key(), place)).collect();
        assert_eq!(words, STABLE);
        assert_eq!((0..6).map(|place| key().below(9, place, 10)).collect::<Vec<_>>(), STABLE_BELOW);
    }

    const STABLE: [u64; 3] = [0x1041_4098_82E9_41A2, 0xB618_9512_391A_A511, 0x4206_0AC4_1200_9BCA];
    const STABLE_BELOW: [u32; 6] = [0, 1, 4, 5, 9, 0];
}
