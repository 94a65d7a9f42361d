//! A transposition table of a stated size.
//!
//! Buckets of two entries. The first holds what cost most: it is replaced by an entry of at least its
//! depth; otherwise the second is, always. A position is known by its whole 64-bit key. The memory is
//! taken at once and never grows.

use crate::error::{Error, Result};

/// The largest size, in MiB.
pub(super) const MAX_TABLE: u32 = 1 << 16;

struct Slot<T> {
    key: u64,
    depth: u32,
    content: T,
}

/// What was found out about positions, by key.
pub(super) struct Table<T> {
    /// A power of two of buckets.
    buckets: Vec<Bucket<T>>,
}

/// Aligned, so that a bucket of small entries is one line of the cache and costs one access to memory.
#[repr(align(64))]
struct Bucket<T>([Option<Slot<T>>; 2]);

impl<T: Copy> Table<T> {
    /// A table of at most so many MiB, and of at least one bucket.
    pub(super) fn new(mib: u32) -> Result<Self> {
        let bytes = u64::from(mib.min(MAX_TABLE)) << 20;
        let count = (bytes / size_of::<Bucket<T>>() as u64).max(1);
        let count = 1usize << count.ilog2();
        let mut buckets = Vec::new();
        buckets.try_reserve_exact(count).map_err(|_| {
            Error::Search(format!("there is no memory for a table of {mib} MiB; ask for less"))
        })?;
        buckets.extend(std::iter::repeat_with(|| Bucket([None, None])).take(count));
        Ok(Table { buckets })
    }

    fn bucket(&self, key: u64) -> usize {
        // Keys may be plain bit patterns: the high bits of a product spread them.
        let spread = key.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        (spread >> 32) as usize & (self.buckets.len() - 1)
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
            (Some(old), _) if old.depth > depth => *recent = slot,
            _ => *recent = std::mem::replace(deep, slot),
        }
    }
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
