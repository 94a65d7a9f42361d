//! Discs as sets of bits: where a player may put one, and what it turns.
//!
//! Boards of every size lie in the upper left of eight by eight bits, row by row. A line of the other's discs is followed
//! in all eight directions at once by shifting; at most six discs can lie between two own ones.

/// The columns in which a disc can lie between two others of its row or diagonal.
const INNER: u64 = 0x7E7E_7E7E_7E7E_7E7E;

/// Sideways, both diagonals, downwards; only lines along a column may use the outer columns.
const WAYS: [(u32, u64); 4] = [(1, INNER), (7, INNER), (9, INNER), (8, u64::MAX)];

/// The cells, free or not, at which a disc of `own` would close in at least one of `other`.
#[inline]
pub(super) fn reached(own: u64, other: u64) -> u64 {
    let mut found = 0;
    for (shift, columns) in WAYS {
        let between = other & columns;
        let pairs_up = between & between << shift;
        let pairs_down = between & between >> shift;
        // One disc of a line, then two, four and six.
        let mut up = between & own << shift;
        up |= between & up << shift;
        up |= pairs_up & up << (2 * shift);
        up |= pairs_up & up << (2 * shift);
        let mut down = between & own >> shift;
        down |= between & down >> shift;
        down |= pairs_down & down >> (2 * shift);
        down |= pairs_down & down >> (2 * shift);
        found |= up << shift | down >> shift;
    }
    found
}

/// The discs of `other` that a disc at `cell` turns.
#[inline]
pub(super) fn turned(own: u64, other: u64, cell: u8) -> u64 {
    let disc = 1u64 << cell;
    let mut turned = 0;
    for (shift, columns) in WAYS {
        let between = other & columns;
        let (mut up, mut down) = (between & disc << shift, between & disc >> shift);
        for _ in 0..5 {
            up |= between & up << shift;
            down |= between & down >> shift;
        }
        // Without an own disc at its end a line stays as it is.
        if up << shift & own != 0 {
            turned |= up;
        }
        if down >> shift & own != 0 {
            turned |= down;
        }
    }
    turned
}

/// The board turned over its upper-left diagonal: rows become columns.
fn transposed(mut set: u64) -> u64 {
    for (shift, mask) in
        [(28, 0x0F0F_0F0F_0000_0000), (14, 0x3333_0000_3333_0000), (7, 0x5500_5500_5500_5500)]
    {
        let moved = mask & (set ^ set << shift);
        set ^= moved ^ moved >> shift;
    }
    set
}

/// Rows in reverse order; a smaller board is moved back to the upper left.
fn upside_down(set: u64, size: u32) -> u64 {
    set.swap_bytes() >> (8 * (8 - size))
}

/// The eight images of two sets under the symmetries of a board.
pub(super) fn images(sets: [u64; 2], size: u32) -> [[u64; 2]; 8] {
    let flip = |sets: [u64; 2]| sets.map(|set| upside_down(set, size));
    let turn = |sets: [u64; 2]| sets.map(transposed);
    let mut all = [sets; 8];
    for i in 1..8 {
        // Flips and transpositions in turn come round after eight.
        all[i] = if i % 2 == 1 { flip(all[i - 1]) } else { turn(all[i - 1]) };
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Cell by cell along the eight directions: the definition.
    fn turned_plainly(own: u64, other: u64, cell: u8) -> u64 {
        let mut turned = 0;
        for (dx, dy) in [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)] {
            let (mut x, mut y, mut line) = (i32::from(cell % 8) + dx, i32::from(cell / 8) + dy, 0u64);
            while (0..8).contains(&x) && (0..8).contains(&y) {
                let at = 1u64 << (8 * y + x);
                if own & at != 0 {
                    turned |= line;
                }
                if other & at == 0 {
                    break;
                }
                line |= at;
                (x, y) = (x + dx, y + dy);
            }
        }
        turned
    }

    #[test]
    fn shifts_follow_every_line() {
        let mut seed = 1;
        for _ in 0..2000 {
            seed = crate::key::mix(seed);
            let (a, b) = (crate::key::mix(seed ^ 1), crate::key::mix(seed ^ 2));
            // Dense boards have long lines.
            let (own, other) = (a & b, !(a & b) & (a | seed));
            let free = !(own | other);
            let mut expected = 0;
            for cell in (0..64u8).filter(|cell| free >> cell & 1 == 1) {
                let plain = turned_plainly(own, other, cell);
                assert_eq!(turned(own, other, cell), plain);
                expected |= u64::from(plain != 0) << cell;
            }
            assert_eq!(reached(own, other) & free, expected);
        }
    }

    #[test]
    fn symmetries_are_eight_and_stay_on_the_board() {
        for size in [4u32, 6, 8] {
            let cells = (0..size).fold(0u64, |cells, row| cells | ((1 << size) - 1) << (8 * row));
            let odd = 0b10 | 1 << (8 * (size - 1));
            let all = images([odd, cells], size);
            assert!(
                all.iter().all(|[set, whole]| *whole == cells && set & !cells == 0 && set.count_ones() == 2)
            );
            let distinct: std::collections::BTreeSet<u64> = all.iter().map(|[set, _]| *set).collect();
            assert_eq!(distinct.len(), 8, "size {size}");
        }
    }
}
