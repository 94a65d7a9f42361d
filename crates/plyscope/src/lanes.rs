//! Lanes: several trials in one value.
//!
//! All trials of a batch share the tree's shape and differ only in values, so the lanes live in the
//! value type and never in the game or the search. [`Bits`] holds a win or a loss per lane, [`Real`]
//! a number per lane; a single trial is a `bool`-like `u64` bit or an `f64`, with the same arithmetic,
//! bit for bit.
//!
//! Every operation is one IEEE operation a lane, in the same order for every width, so a lane equals
//! the scalar bit for bit. Comparisons give a mask, and masks select.

use std::fmt::Debug;

/// A win or a loss in every lane.
///
/// ```
/// use plyscope::lanes::Bits;
/// assert_eq!((u64::lanes(), <[u64; 8]>::lanes()), (64, 512));
/// let lanes = <[u64; 8]>::from_words(|word| if word == 1 { 0b100 } else { 0 });
/// assert!(lanes.lane(64 + 2) && !lanes.lane(2));
/// assert_eq!(lanes.xor(lanes), [0; 8]);
/// ```
pub trait Bits: Copy + PartialEq + Debug + Send + Sync + 'static {
    /// How many words of 64 lanes.
    const WORDS: usize;
    /// No lane set.
    const ZERO: Self;
    /// Every lane set.
    const ONES: Self;

    /// Built word by word.
    fn from_words(word: impl FnMut(usize) -> u64) -> Self;
    /// One word of 64 lanes.
    fn word(&self, i: usize) -> u64;
    /// Lanes set in both.
    fn and(self, other: Self) -> Self;
    /// Lanes set in either.
    fn or(self, other: Self) -> Self;
    /// Lanes set in one of the two.
    fn xor(self, other: Self) -> Self;
    /// Lanes not set.
    fn not(self) -> Self;

    /// One lane.
    fn lane(&self, lane: usize) -> bool {
        self.word(lane / 64) >> (lane % 64) & 1 == 1
    }

    /// How many lanes there are.
    fn lanes() -> usize {
        64 * Self::WORDS
    }
}

impl Bits for u64 {
    const WORDS: usize = 1;
    const ZERO: u64 = 0;
    const ONES: u64 = u64::MAX;

    fn from_words(mut word: impl FnMut(usize) -> u64) -> u64 {
        word(0)
    }
    fn word(&self, _: usize) -> u64 {
        *self
    }
    fn and(self, other: u64) -> u64 {
        self & other
    }
    fn or(self, other: u64) -> u64 {
        self | other
    }
    fn xor(self, other: u64) -> u64 {
        self ^ other
    }
    fn not(self) -> u64 {
        !self
    }
}

impl<const N: usize> Bits for [u64; N] {
    const WORDS: usize = N;
    const ZERO: [u64; N] = [0; N];
    const ONES: [u64; N] = [u64::MAX; N];

    fn from_words(word: impl FnMut(usize) -> u64) -> [u64; N] {
        std::array::from_fn(word)
    }
    fn word(&self, i: usize) -> u64 {
        self[i]
    }
    fn and(self, other: [u64; N]) -> [u64; N] {
        std::array::from_fn(|i| self[i] & other[i])
    }
    fn or(self, other: [u64; N]) -> [u64; N] {
        std::array::from_fn(|i| self[i] | other[i])
    }
    fn xor(self, other: [u64; N]) -> [u64; N] {
        std::array::from_fn(|i| self[i] ^ other[i])
    }
    fn not(self) -> [u64; N] {
        self.map(|word| !word)
    }
}

/// A truth value in every lane.
///
/// ```
/// use plyscope::lanes::Mask;
/// let (one, two) = ([true, true, false], [true, false, false]);
/// assert_eq!((one.and(two), one.or(two)), (two, one));
/// assert_eq!(Mask::not(one), [false, false, true]);
/// ```
pub trait Mask: Copy + PartialEq + Debug + Send + Sync + 'static {
    /// The same in every lane.
    fn all(value: bool) -> Self;
    /// One lane.
    fn lane(&self, lane: usize) -> bool;
    /// Built lane by lane.
    fn from_lanes(lane: impl FnMut(usize) -> bool) -> Self;
    /// Both.
    fn and(self, other: Self) -> Self;
    /// Either.
    fn or(self, other: Self) -> Self;
    /// The opposite.
    fn not(self) -> Self;
}

/// A number in every lane.
///
/// ```
/// use plyscope::lanes::Real;
/// let (one, two) = ([1.0, 4.0], [3.0, 2.0]);
/// assert_eq!(one.add(two), [4.0, 6.0]);
/// assert_eq!(one.less(two), [true, false]);
/// // The smaller of the two, by a mask and by itself.
/// assert_eq!(Real::select(one.less(two), one, two), Real::min(one, two));
/// ```
pub trait Real: Copy + PartialEq + Debug + Send + Sync + 'static {
    /// What a comparison gives.
    type Mask: Mask;
    /// How many lanes there are.
    const LANES: usize;

    /// The same in every lane.
    fn all(value: f64) -> Self;
    /// One lane.
    fn lane(&self, lane: usize) -> f64;
    /// Built lane by lane.
    fn from_lanes(lane: impl FnMut(usize) -> f64) -> Self;
    /// Sum.
    fn add(self, other: Self) -> Self;
    /// Product.
    fn mul(self, other: Self) -> Self;
    /// Smaller one.
    fn min(self, other: Self) -> Self;
    /// Larger one.
    fn max(self, other: Self) -> Self;
    /// Is it smaller?
    fn less(self, other: Self) -> Self::Mask;
    /// `yes` where the mask is set, `no` elsewhere.
    fn select(mask: Self::Mask, yes: Self, no: Self) -> Self;
}

impl Mask for bool {
    #[inline]
    fn all(value: bool) -> bool {
        value
    }
    #[inline]
    fn lane(&self, _: usize) -> bool {
        *self
    }
    #[inline]
    fn from_lanes(mut lane: impl FnMut(usize) -> bool) -> bool {
        lane(0)
    }
    #[inline]
    fn and(self, other: bool) -> bool {
        self & other
    }
    #[inline]
    fn or(self, other: bool) -> bool {
        self | other
    }
    #[inline]
    fn not(self) -> bool {
        !self
    }
}

impl<const N: usize> Mask for [bool; N] {
    #[inline]
    fn all(value: bool) -> Self {
        [value; N]
    }
    #[inline]
    fn lane(&self, lane: usize) -> bool {
        self[lane]
    }
    #[inline]
    fn from_lanes(lane: impl FnMut(usize) -> bool) -> Self {
        std::array::from_fn(lane)
    }
    #[inline]
    fn and(self, other: Self) -> Self {
        std::array::from_fn(|i| self[i] & other[i])
    }
    #[inline]
    fn or(self, other: Self) -> Self {
        std::array::from_fn(|i| self[i] | other[i])
    }
    #[inline]
    fn not(self) -> Self {
        self.map(|lane| !lane)
    }
}

impl Real for f64 {
    type Mask = bool;
    const LANES: usize = 1;

    #[inline]
    fn all(value: f64) -> f64 {
        value
    }
    #[inline]
    fn lane(&self, _: usize) -> f64 {
        *self
    }
    #[inline]
    fn from_lanes(mut lane: impl FnMut(usize) -> f64) -> f64 {
        lane(0)
    }
    #[inline]
    fn add(self, other: f64) -> f64 {
        self + other
    }
    #[inline]
    fn mul(self, other: f64) -> f64 {
        self * other
    }
    #[inline]
    fn min(self, other: f64) -> f64 {
        if other < self { other } else { self }
    }
    #[inline]
    fn max(self, other: f64) -> f64 {
        if self < other { other } else { self }
    }
    #[inline]
    fn less(self, other: f64) -> bool {
        self < other
    }
    #[inline]
    fn select(mask: bool, yes: f64, no: f64) -> f64 {
        if mask { yes } else { no }
    }
}

impl<const N: usize> Real for [f64; N] {
    type Mask = [bool; N];
    const LANES: usize = N;

    #[inline]
    fn all(value: f64) -> Self {
        [value; N]
    }
    #[inline]
    fn lane(&self, lane: usize) -> f64 {
        self[lane]
    }
    #[inline]
    fn from_lanes(lane: impl FnMut(usize) -> f64) -> Self {
        std::array::from_fn(lane)
    }
    #[inline]
    fn add(self, other: Self) -> Self {
        std::array::from_fn(|i| self[i] + other[i])
    }
    #[inline]
    fn mul(self, other: Self) -> Self {
        std::array::from_fn(|i| self[i] * other[i])
    }
    #[inline]
    fn min(self, other: Self) -> Self {
        std::array::from_fn(|i| Real::min(self[i], other[i]))
    }
    #[inline]
    fn max(self, other: Self) -> Self {
        std::array::from_fn(|i| Real::max(self[i], other[i]))
    }
    fn less(self, other: Self) -> [bool; N] {
        std::array::from_fn(|i| self[i] < other[i])
    }
    fn select(mask: [bool; N], yes: Self, no: Self) -> Self {
        std::array::from_fn(|i| if mask[i] { yes[i] } else { no[i] })
    }
}
