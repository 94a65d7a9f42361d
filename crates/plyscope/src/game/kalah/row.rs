//! The pits of a player as the bytes of one word, so that all of them are looked at together.
//!
//! That serves boards of up to eight pits a side and sowings that do not come round to their own side again, which is
//! nearly all there are; [`Kalah::sow`](super::Kalah::sow) takes others step by step. Flags are the highest bits of
//! bytes, and stay apart as long as no pit holds more than 127 seeds.

use super::MAX_PITS;
use super::sowing::Landings;

/// A one in every byte.
const ONES: u64 = 0x0101_0101_0101_0101;
/// Every flag.
const FLAGS: u64 = 0x80 * ONES;
/// Times ones in the lowest bits of bytes it has them side by side in the highest byte.
const GATHER: u64 = 0x0102_0408_1020_4080;
/// Every byte's own number.
const NUMBERS: u64 = 0x0706_0504_0302_0100;

/// The most pits in a row.
pub(super) const MOST: usize = 8;

/// A player's pits in the order of sowing, the first in the lowest byte; those that the board lacks are empty.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct PitRow(u64);

/// All seeds of a side; at most 255.
#[inline]
pub(super) fn sum(side: &[u8; MAX_PITS]) -> u32 {
    let word = |from: usize| (0..4).fold(0, |word, at| word | u64::from(side[from + at]) << (8 * at));
    // Bytes that are added do not overflow: a product has the sum of all in its highest byte.
    let [low, middle, high] = [word(0), word(4), word(8)];
    ((low | middle << 32).wrapping_add(high).wrapping_mul(ONES) >> 56) as u32
}

/// All bits of so many bytes, from the lowest.
fn low(bytes: usize) -> u64 {
    u64::MAX.unbounded_shr(64 - 8 * bytes as u32)
}

/// Has flags where bytes are zero, up to the first that is above 128; and other bits.
fn zeros(small: u64) -> u64 {
    FLAGS.wrapping_sub(small)
}

impl PitRow {
    /// The first pits of a side.
    pub(super) fn read(side: &[u8; MAX_PITS]) -> Self {
        let mut bytes = [0; MOST];
        bytes.copy_from_slice(&side[..MOST]);
        PitRow(u64::from_le_bytes(bytes))
    }

    /// A side with these pits.
    pub(super) fn laid(self, side: &[u8; MAX_PITS]) -> [u8; MAX_PITS] {
        let mut side = *side;
        side[..MOST].copy_from_slice(&self.0.to_le_bytes());
        side
    }

    /// Seeds of a pit.
    pub(super) fn seeds(self, pit: usize) -> u8 {
        (self.0 >> (8 * pit)) as u8
    }

    /// Without the seeds of a pit.
    pub(super) fn emptied(self, pit: usize) -> Self {
        PitRow(self.0 & !(0xFF << (8 * pit)))
    }

    /// A seed more in each of the first pits.
    pub(super) fn sown(self, pits: usize) -> Self {
        PitRow(self.0.wrapping_add(ONES & low(pits)))
    }

    /// A seed more in each pit beyond one, up to another.
    pub(super) fn sown_beyond(self, pit: usize, last: usize) -> Self {
        PitRow(self.0.wrapping_add((ONES << (8 * pit) << 8) & low(last + 1)))
    }
}

/// How the pits of a player would sow on a board of so many a side. A last seed in an empty pit captures; unless
/// `empty_capture`, only where there are seeds opposite. Nothing is said where a sowing comes round to its own side.
#[inline(always)]
pub(super) fn landings(own: PitRow, other: PitRow, pits: usize, empty_capture: bool) -> Option<Landings> {
    let (row, board) = (own.0, FLAGS & low(pits));
    // Where the last seeds fall; above the board's pits it is anything.
    let ends = row.wrapping_add(NUMBERS);
    let after = |place: usize| ends.wrapping_add((127 - place as u64) * ONES);
    if (after(2 * pits) | row) & board != 0 {
        return None;
    }
    let mut open = zeros(row) & board;
    if !empty_capture {
        let opposite = other.0.swap_bytes().unbounded_shr(64 - 8 * pits as u32);
        open &= ((opposite & !FLAGS) + 127 * ONES) | opposite;
    }
    // A bit for every place where it is good to end: open pits and the store.
    let good = (open >> 7).wrapping_mul(GATHER) >> 56 | 1 << pits;
    let gain: u64 = (0..MOST).map(|pit| good >> (ends >> (8 * pit) & 63) & 1).sum();
    // Both are counted by one multiplication: they are 8 at the most.
    let sums = ((after(pits) & board) >> 7 | open >> 3).wrapping_mul(ONES) >> 56;
    // Open pits, and the place of the store, ended where they are.
    let gain = gain - (sums >> 4) - u64::from(pits < MOST);
    Some(Landings { gain: gain as i32, beyond: (sums & 15) as i32 })
}
