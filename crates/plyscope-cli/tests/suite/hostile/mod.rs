//! Input that means ill, each under a limit of memory and of time: nothing panics, is killed or hangs, and what is refused
//! is refused in a sentence.
//!
//! Everything is drawn with fixed seeds. The tests take a small part of it; `cargo xtask hostile` takes all, in minutes.

mod bounds;
mod children;
mod endless;
mod folders;
mod kills;
mod limits;
mod memory;
mod mutants;
mod products;
#[cfg(feature = "explore")]
mod requests;

/// How much is tried: a small part, or with `cargo xtask hostile` all of it.
fn share(small: usize, all: usize) -> usize {
    if std::env::var_os("PLYSCOPE_HOSTILE").is_some() { all } else { small }
}

/// Numbers that are always the same: SplitMix64.
struct Draws(u64);

impl Draws {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ mixed >> 31
    }

    fn below(&mut self, most: usize) -> usize {
        (self.next() % most.max(1) as u64) as usize
    }

    fn one<'a, T>(&mut self, of: &'a [T]) -> &'a T {
        &of[self.below(of.len())]
    }
}
