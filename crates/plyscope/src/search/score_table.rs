//! A table of the bounds of scores, one word of 64 bits a position, that threads may share.
//!
//! A key is scattered one to one over its bits. The lower bits say which bucket, the others are written down, so an entry
//! belongs to one key and no other. Buckets have two entries, as in [`Table`](super::table::Table): the first holds what
//! cost most, the second what came last. A word is read and written as a whole: threads that meet in a bucket may lose what
//! one of them wrote, but never read half of it.
//!
//! Somebody who has a table alone begins with a MiB of it, which doubles when it fills up; one that is shared has its size
//! from the start.

use crate::error::{Error, Result};
use crate::game::{Hints, Scale};
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

/// The fewest buckets, as a power of two: that many bits of a key need never be stored.
const FEWEST: u32 = 16;

/// Where the fields of an entry are.
const LOW: u32 = 9;
const BEST: u32 = 18;
const COST: u32 = 23;
const CHECK: u32 = 29;

/// What is added to a bound so that it is written as a positive number.
const ZERO: i32 = 256;

/// Bounds of the rest of a game in the mover's view, and the move that was best.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Known {
    pub(super) low: i32,
    pub(super) high: i32,
    /// A number in the solver's list of moves.
    pub(super) best: u8,
}

/// What is known of positions, by score key; for [`Solver::sharing`](super::Solver::sharing).
///
/// ```
/// use plyscope::game::{ConnectFour, Game};
/// use plyscope::search::{SolveGoal, Budget, ScoreTable, Solver};
/// let game = ConnectFour::new(5, 4, 4)?;
/// let table = ScoreTable::new(&game, 1)?.expect("small scores and short keys");
/// let ask = || Solver::sharing(&game, &table, &Budget::unlimited())?.value_of(&game.start(), SolveGoal::Value);
/// let told = std::thread::scope(|scope| [scope.spawn(ask), scope.spawn(ask)].map(|thread| thread.join().unwrap()));
/// assert_eq!(told[0], told[1]);
/// # Ok::<(), plyscope::Error>(())
/// ```
#[derive(Debug)]
pub struct ScoreTable {
    /// A power of two, or none.
    buckets: Vec<[AtomicU64; 2]>,
    most: usize,
    scale: Scale,
    /// What the rests of endings are worth to their movers, by key: 0 where that is not known yet.
    endings: Vec<AtomicU8>,
}

/// What is added to the rest of an ending, so that it is not 0.
const EVEN: i32 = 128;

/// Endings have at most this part of the memory.
const ENDINGS: u64 = 16;

impl ScoreTable {
    /// A table of at most `mib` MiB for a game; none where the game has no scale.
    pub fn new<G: Hints>(game: &G, mib: u32) -> Result<Option<Self>> {
        let Some(scale) = game.scale().and_then(Scale::checked) else { return Ok(None) };
        let mut table = ScoreTable::growing(scale, mib)?.with_endings(game, mib)?;
        table.fill(table.most);
        Ok(Some(table))
    }

    /// One that grows when it fills up; of no MiB, one that keeps nothing.
    pub(super) fn growing(scale: Scale, mib: u32) -> Result<Self> {
        let bytes = u64::from(mib.min(super::table::MAX_TABLE)) << 20;
        // More than one bucket a key would be of no use.
        let useful = 1u64 << scale.key_bits.max(FEWEST);
        let most = match bytes / size_of::<[AtomicU64; 2]>() as u64 {
            0 => 0,
            count => (1usize << count.ilog2()).min(useful as usize),
        };
        crate::memory::ask("a table", most as u128 * size_of::<[AtomicU64; 2]>() as u128)?;
        let mut buckets = Vec::new();
        buckets.try_reserve_exact(most).map_err(|_| Error::Memory { mib })?;
        let mut table = ScoreTable { buckets, most, scale, endings: Vec::new() };
        table.fill(most.min(1 << FEWEST));
        Ok(table)
    }

    /// With room for the game's endings beside it.
    pub(super) fn with_endings<G: Hints>(mut self, game: &G, mib: u32) -> Result<Self> {
        let most = (u64::from(mib.min(super::table::MAX_TABLE)) << 20) / ENDINGS;
        let count = game.endings(most).min(most) as usize;
        self.endings.try_reserve_exact(count).map_err(|_| Error::Memory { mib })?;
        self.endings.resize_with(count, Default::default);
        Ok(self)
    }

    /// Is this the key of an ending?
    #[inline(always)]
    pub(super) fn is_ending(&self, key: u64) -> bool {
        key < self.endings.len() as u64
    }

    /// What the rest of an ending is worth to the mover, where that is known.
    #[inline(always)]
    pub(super) fn ending(&self, key: u64) -> Option<i32> {
        let rest = self.endings.get(key as usize)?.load(Ordering::Relaxed);
        (rest != 0).then(|| i32::from(rest) - EVEN)
    }

    /// Keeps what the rest of an ending is worth.
    pub(super) fn keep_ending(&self, key: u64, rest: i32) {
        if let Some(place) = self.endings.get(key as usize) {
            place.store((rest + EVEN) as u8, Ordering::Relaxed);
        }
    }

    fn fill(&mut self, buckets: usize) {
        self.buckets.resize_with(buckets, Default::default);
    }

    /// A small one of the same kind beside it, where it may become as large as this; in MiB.
    pub(super) fn small(&self, small: u32, large: u32) -> Option<Self> {
        let bytes = self.most * size_of::<[AtomicU64; 2]>();
        if bytes >= (large as usize) << 20 { ScoreTable::growing(self.scale, small).ok() } else { None }
    }

    /// The scale of the games that it is for.
    pub(super) fn scale(&self) -> Scale {
        self.scale
    }

    /// A number of as many bits for every key, which looks like chance.
    #[inline(always)]
    fn scattered(&self, key: u64) -> u64 {
        let bits = self.scale.key_bits;
        let half = bits.div_ceil(2);
        let folded = key ^ key >> half;
        let spread = folded.wrapping_mul(0x9E37_79B9_7F4A_7C15) & ((1 << bits) - 1);
        spread ^ spread >> half
    }

    /// The bucket of a key and what is written down of the key.
    #[inline(always)]
    fn place(&self, key: u64) -> Option<(&[AtomicU64; 2], u64)> {
        let scattered = self.scattered(key);
        let bucket = self.buckets.get(scattered as usize & self.buckets.len().wrapping_sub(1))?;
        Some((bucket, scattered >> FEWEST))
    }

    /// What is known of a position.
    #[inline(always)]
    pub(super) fn get(&self, key: u64) -> Option<Known> {
        let (bucket, check) = self.place(key)?;
        let words = [bucket[0].load(Ordering::Relaxed), bucket[1].load(Ordering::Relaxed)];
        let word = words.into_iter().find(|word| *word != 0 && word >> CHECK == check)?;
        let field = |shift: u32| (word >> shift & 0x1FF) as i32 - ZERO;
        Some(Known { low: field(LOW), high: field(0), best: (word >> BEST & 0x1F) as u8 })
    }

    /// Remembers what so many nodes have shown; what was known of the same position is replaced. Did it take an empty place?
    #[inline(always)]
    pub(super) fn put(&self, key: u64, nodes: u64, known: Known) -> bool {
        let Some((bucket, check)) = self.place(key) else { return false };
        let cost = u64::from(nodes.checked_ilog2().unwrap_or(0));
        let field = |bound: i32, shift: u32| ((bound + ZERO) as u64) << shift;
        let word = check << CHECK
            | cost << COST
            | u64::from(known.best & 0x1F) << BEST
            | field(known.low, LOW)
            | field(known.high, 0);
        let [costly, recent] = bucket;
        let (old, former) = (costly.load(Ordering::Relaxed), recent.load(Ordering::Relaxed));
        let same = |old: u64| old != 0 && old >> CHECK == check;
        if same(old) {
            costly.store(word, Ordering::Relaxed);
        } else if same(former) || (old >> COST & 0x3F) > cost {
            recent.store(word, Ordering::Relaxed);
        } else {
            recent.store(old, Ordering::Relaxed);
            costly.store(word, Ordering::Relaxed);
        }
        old == 0 || former == 0
    }

    /// May it grow, and is it full enough with so many entries?
    #[inline(always)]
    pub(super) fn wants_more(&self, entries: usize) -> bool {
        2 * entries > self.buckets.len() && self.buckets.len() < self.most
    }

    /// Twice the buckets: each gives what belongs there to a new one.
    #[cold]
    pub(super) fn double(&mut self) {
        let half = self.buckets.len();
        // The bit of a key that now says which of two buckets it is, as it is written down.
        let bit = half as u64 >> FEWEST << CHECK;
        for old in 0..half {
            let words = self.buckets[old].each_ref().map(|word| word.load(Ordering::Relaxed));
            let part = |goes: bool| {
                let mut part = words.into_iter().filter(|word| *word != 0 && (word & bit != 0) == goes);
                // In order: the costly one first.
                [part.next().unwrap_or(0), part.next().unwrap_or(0)].map(AtomicU64::new)
            };
            let (stay, go) = (part(false), part(true));
            self.buckets[old] = stay;
            self.buckets.push(go);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCALE: Scale = Scale { largest: 255, key_bits: 49 };

    #[test]
    fn what_is_written_is_read_back_and_nothing_else() {
        let mut table = ScoreTable::growing(SCALE, 4).unwrap();
        let key = |i: u64| crate::key::mix(i) & ((1 << 49) - 1);
        let known = |i: u64| Known { low: -(i as i32 % 256), high: i as i32 % 255, best: (i % 32) as u8 };
        let mut entries = 0;
        for i in 0..100_000 {
            entries += usize::from(table.put(key(i), 1 + i % 1000, known(i)));
            while table.wants_more(entries) {
                table.double();
            }
        }
        assert_eq!(table.buckets.len(), 1 << 18);
        let kept = (0..100_000).filter(|i| table.get(key(*i)).is_some()).count();
        assert!(kept > 95_000, "{kept}");
        assert!((0..100_000).all(|i| table.get(key(i)).is_none_or(|found| found == known(i))));
        assert!((100_000..200_000).all(|i| table.get(key(i)).is_none()));
        assert!(table.buckets.capacity() * 16 <= 4 << 20);
    }

    /// Every number of as many bits is the image of one key.
    #[test]
    fn keys_are_scattered_one_to_one() {
        for key_bits in [1, 2, 7, 12, 13] {
            let table = ScoreTable::growing(Scale { largest: 1, key_bits }, 0).unwrap();
            let mut images: Vec<u64> = (0..1 << key_bits).map(|key| table.scattered(key)).collect();
            images.sort_unstable();
            assert!(images.into_iter().eq(0..1 << key_bits));
        }
    }

    #[test]
    fn costly_entries_stay_and_recent_ones_come() {
        // Keys of which nothing but the part that is written down differs meet in a bucket.
        let table = ScoreTable::growing(SCALE, 1).unwrap();
        let home = table.scattered(1) & 0xFFFF;
        let mut keys = (1u64..).filter(|key| table.scattered(*key) & 0xFFFF == home);
        let [one, two, three] = [(); 3].map(|()| keys.next().unwrap());
        let known = |low: i32| Known { low, high: 9, best: 0 };
        let kept = || [one, two, three].map(|key| table.get(key).map(|known| known.low));
        table.put(one, 1000, known(1));
        table.put(two, 10, known(2));
        table.put(three, 20, known(3));
        assert_eq!(kept(), [Some(1), None, Some(3)]);
        table.put(two, 5000, known(2));
        assert_eq!(kept(), [Some(1), Some(2), None]);
        table.put(one, 1, known(-1));
        assert_eq!(kept(), [Some(-1), Some(2), None]);
    }

    #[test]
    fn a_table_of_nothing_keeps_nothing() {
        let table = ScoreTable::growing(SCALE, 0).unwrap();
        assert!(!table.put(1, 1, Known { low: 0, high: 0, best: 0 }));
        assert_eq!(table.get(1), None);
    }
}
