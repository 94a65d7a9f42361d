//! What whoever wants to look has to know, where others than this machine can ask.

use std::hash::{BuildHasher, Hasher, RandomState};

/// A secret of 128 bits that nobody can guess: the standard library keys its hash maps with randomness of the system, and
/// what such a keyed hash gives is as hard to guess as its key.
pub(crate) fn new_token() -> String {
    let half = |number: u64| {
        let mut hasher = RandomState::new().build_hasher();
        hasher.write_u64(number);
        hasher.finish()
    };
    format!("{:016x}{:016x}", half(1), half(2))
}

/// Are two texts the same? Takes as long wherever they differ, so that nothing is learned from the time.
pub(crate) fn same(one: &str, other: &str) -> bool {
    let differs = one.bytes().zip(other.bytes()).fold(0, |differs, (a, b)| differs | (a ^ b));
    one.len() == other.len() && differs == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_differ_and_are_compared_whole() {
        let (one, other) = (new_token(), new_token());
        assert!(one.len() == 32 && one != other);
        assert!(same(&one, &one.clone()) && !same(&one, &other) && !same(&one, &one[1..]) && !same("", &one));
    }
}
