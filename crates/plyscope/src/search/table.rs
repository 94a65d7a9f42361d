//! A transposition table of a stated size.
//!
//! Buckets of two entries. The first holds what cost most: it is replaced by an entry of at least its
//! depth; otherwise the second is, always. A position is known by its whole 64-bit key.
//!
//! A search of few nodes should not pay for the memory of one of many: a table starts with a MiB (or what it may
//! have, if that is less) and doubles whenever it is a quarter full, until it has its size. Its room is set aside at
//! once, so that it grows where it stands.

use crate::error::{Error, Result};

/// The largest size, in MiB.
pub(super) const MAX_TABLE: u32 = 1 << 16;

/// What may be said of its size.
pub(super) const ALLOWED: &str = "MiB of a transposition table, 0 (none) to 65536";

/// What a table starts with, in bytes.
const FIRST: usize = 1 << 20;

#[derive(Clone, Copy)]
struct Slot<T> {
    key: u64,
    depth: u32,
    content: T,
}

/// What was found out about positions, by key.
pub(super) struct Table<T> {
    /// A power of two of buckets.
    buckets: Vec<Bucket<T>>,
    /// How many buckets it may have.
    most: usize,
    /// Entries that hold something.
    filled: usize,
}

/// Aligned, so that a bucket of small entries is one line of the cache and costs one access to memory.
#[repr(align(64))]
struct Bucket<T>([Option<Slot<T>>; 2]);

impl<T: Copy> Table<T> {
    /// A table of at most `mib` MiB, and of at least one bucket.
    pub(super) fn new(mib: u32) -> Result<Self> {
        let bytes = u64::from(mib.min(MAX_TABLE)) << 20;
        let count = (bytes / size_of::<Bucket<T>>() as u64).max(1);
        let most = 1usize << count.ilog2();
        crate::memory::ask("a table", most as u128 * size_of::<Bucket<T>>() as u128)?;
        let mut buckets = Vec::new();
        buckets.try_reserve_exact(most).map_err(|_| Error::Memory { mib })?;
        let first = most.min(1 << (FIRST / size_of::<Bucket<T>>()).max(1).ilog2());
        buckets.resize_with(first, || Bucket([None, None]));
        Ok(Table { buckets, most, filled: 0 })
    }

    fn bucket(&self, key: u64) -> usize {
        spread(key) & (self.buckets.len() - 1)
    }

    /// What is known of a position, and at which depth.
    pub(super) fn get(&self, key: u64) -> Option<(u32, T)> {
        let slots = self.buckets[self.bucket(key)].0.iter().flatten();
        slots.filter(|slot| slot.key == key).map(|slot| (slot.depth, slot.content)).next()
    }

    /// Remembers; what was known of the same position is replaced.
    pub(super) fn put(&mut self, key: u64, depth: u32, content: T) {
        let index = self.bucket(key);
        let slot = Some(Slot { key, depth, content });
        let [deep, recent] = &mut self.buckets[index].0;
        match (deep.as_ref(), recent.as_ref()) {
            (Some(old), _) if old.key == key => *deep = slot,
            (_, Some(old)) if old.key == key => *recent = slot,
            (old, former) => {
                self.filled += usize::from(old.is_none() || former.is_none());
                if old.is_some_and(|old| old.depth > depth) {
                    *recent = slot;
                } else {
                    *recent = std::mem::replace(deep, slot);
                }
                if 2 * self.filled > self.buckets.len() && self.buckets.len() < self.most {
                    self.double();
                }
            }
        }
    }

    /// Twice the buckets: each gives what belongs there to a new one.
    #[cold]
    fn double(&mut self) {
        let half = self.buckets.len();
        for old in 0..half {
            let (mut stay, mut go) = ([None; 2], [None; 2]);
            let (mut stayed, mut gone) = (0, 0);
            for slot in self.buckets[old].0.into_iter().flatten() {
                // In order: the deep one first.
                if spread(slot.key) & half == 0 {
                    stay[stayed] = Some(slot);
                    stayed += 1;
                } else {
                    go[gone] = Some(slot);
                    gone += 1;
                }
            }
            self.buckets[old] = Bucket(stay);
            self.buckets.push(Bucket(go));
        }
    }
}

/// Keys may be plain bit patterns: the high bits of a product spread them.
fn spread(key: u64) -> usize {
    (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_stays_within_its_size() {
        for mib in [0, 1, 3, 16] {
            let table = Table::<(f64, u16)>::new(mib).unwrap();
            let bytes = table.buckets.capacity() * size_of::<Bucket<(f64, u16)>>();
            assert!(bytes <= (mib as usize) << 20 || table.buckets.len() == 1);
            assert!(mib == 0 || 2 * bytes > (mib as usize) << 20, "and uses at least half of it");
        }
    }

    /// Counted by hand: 64 bytes a bucket, so it starts with 2^14 of them and may have 2^16.
    #[test]
    fn a_table_grows_with_what_it_holds_up_to_its_size() {
        let mut table = Table::<u64>::new(4).unwrap();
        let room = table.buckets.capacity();
        for (puts, buckets) in [(8_000, 1 << 14), (16_000, 1 << 15), (32_000, 1 << 16), (500_000, 1 << 16)] {
            let keys: Vec<u64> = (1..=puts).map(crate::key::mix).collect();
            keys.iter().for_each(|key| table.put(*key, 1, !key));
            assert_eq!(table.buckets.len(), buckets, "{puts} entries");
            let wrong = |key: &&u64| table.get(**key).is_some_and(|found| found != (1, !**key));
            assert_eq!(keys.iter().find(wrong), None);
            // Full, it holds two entries a bucket; before, where at the most a quarter is full, few are lost
            // because three meet: by Poisson's law with a mean of a half, 3.3%, and half as
            // many at each size before.
            let kept = keys.iter().filter(|key| table.get(**key).is_some()).count();
            assert!(kept >= (93 * keys.len() / 100).min(2 * buckets - buckets / 50), "{kept} of {puts}");
        }
        assert_eq!(table.buckets.capacity(), room, "it grew where it stood");
    }

    /// What one bucket held is where it would have been from the start, the deep one before the recent one.
    #[test]
    fn growing_keeps_the_deep_ones_deep() {
        let mut table = Table::<u64>::new(2).unwrap();
        // Two of one bucket, of which one goes when it doubles.
        let home = |key: u64| spread(key) % (1 << 14);
        let pair = (2..).find(|key| home(*key) == home(1) && spread(*key) & 1 << 14 != spread(1) & 1 << 14);
        let pair = pair.unwrap();
        table.put(1, 9, 10);
        table.put(pair, 3, 20);
        table.double();
        assert_eq!((table.get(1), table.get(pair)), (Some((9, 10)), Some((3, 20))));
        // Both are the deep ones of their buckets now: what is shallower takes the other place.
        for key in [1, pair] {
            assert_eq!(table.buckets[table.bucket(key)].0[0].map(|slot| slot.key), Some(key));
            assert!(table.buckets[table.bucket(key)].0[1].is_none());
        }
    }

    #[test]
    fn deep_entries_stay_and_recent_ones_come() {
        let mut table = Table::<u8>::new(0).unwrap(); // one bucket: all keys meet
        table.put(1, 9, 10);
        table.put(2, 3, 20);
        table.put(3, 4, 30);
        assert_eq!((table.get(1), table.get(2), table.get(3)), (Some((9, 10)), None, Some((4, 30))));
        table.put(4, 9, 40);
        assert_eq!((table.get(4), table.get(1), table.get(3)), (Some((9, 40)), Some((9, 10)), None));
        table.put(1, 2, 11);
        assert_eq!(table.get(1), Some((2, 11)));
        // As deep as the deep one: it takes its place, and that becomes the recent one.
        table.put(5, 9, 50);
        assert_eq!((table.get(5), table.get(4), table.get(1)), (Some((9, 50)), Some((9, 40)), None));
    }
}
