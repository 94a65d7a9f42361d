//! Sums along paths, all lanes at once: a counter a node, its binary digits in planes of lanes.

use super::{Place, Shape};
use crate::lanes::Bits;

/// For every leaf: on the path to it, how often is `bit` set? Then, lane by lane: at least `least` times?
///
/// An edge is known by the node it leads to; `bit` says which lanes have it set, or `None` where the
/// edges of a whole level do not count.
pub(super) fn at_least<B: Bits>(shape: Shape, least: u32, bit: impl Fn(Place) -> Option<B>) -> Vec<B> {
    let planes = (shape.depth() + 1).next_power_of_two().trailing_zeros() as usize;
    // The binary digits of each node's count, from the lowest, one node after another.
    let mut counts = vec![B::ZERO; planes];
    for level in 1..shape.depth() {
        let mut next = Vec::with_capacity(planes * shape.width(level));
        for (parent, digits) in counts.chunks_exact(planes).enumerate() {
            for index in parent * shape.branching()..(parent + 1) * shape.branching() {
                let mut carry = bit(Place { level, index }).unwrap_or(B::ZERO);
                next.extend(digits.iter().map(|digit| {
                    let sum = digit.xor(carry);
                    carry = digit.and(carry);
                    sum
                }));
            }
        }
        counts = next;
    }
    let mut leaves = Vec::with_capacity(shape.leaves());
    for (parent, digits) in counts.chunks_exact(planes).enumerate() {
        // One more edge reaches what was reached, or was missed by one.
        let [without, with] =
            [least, least.saturating_sub(1)].map(|least| reaches(digits.iter().copied(), least));
        for index in parent * shape.branching()..(parent + 1) * shape.branching() {
            let bit = bit(Place { level: shape.depth(), index }).unwrap_or(B::ZERO);
            leaves.push(without.or(with.and(bit)));
        }
    }
    leaves
}

/// Is a binary number, digits from the lowest, at least `least`? Lane by lane.
fn reaches<B: Bits>(digits: impl Iterator<Item = B>, least: u32) -> B {
    // Digits from the lowest: a higher one that differs overrules what the lower ones said.
    let mut reaches = B::ONES;
    let mut planes = 0;
    for (plane, digit) in digits.enumerate() {
        reaches = if least >> plane & 1 == 1 { reaches.and(digit) } else { reaches.or(digit) };
        planes = plane + 1;
    }
    if least >> planes == 0 { reaches } else { B::ZERO }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comparisons_of_all_small_numbers() {
        for number in 0u64..8 {
            for least in 0..20 {
                let digits = (0..3).map(|plane| if number >> plane & 1 == 1 { u64::MAX } else { 0 });
                assert_eq!(
                    reaches(digits, least) == u64::MAX,
                    number >= u64::from(least),
                    "{number} >= {least}"
                );
            }
        }
    }

    /// Every edge to an odd-numbered node counts, in lane 3 only.
    #[test]
    fn counts_along_paths() {
        let shape = Shape::new(2, 4).unwrap();
        for least in 0..=5 {
            let leaves = at_least::<u64>(shape, least, |place| Some(u64::from(place.index % 2 == 1) << 3));
            for (leaf, bits) in leaves.iter().enumerate() {
                assert_eq!(*bits >> 3 & 1 == 1, leaf.count_ones() >= least, "leaf {leaf}");
                assert_eq!(*bits & 1 == 1, least == 0);
            }
        }
    }
}
