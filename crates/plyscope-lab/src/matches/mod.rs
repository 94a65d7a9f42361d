//! Matches: what two players' games against each other say.
//!
//! An opening is played twice with sides exchanged, and pairs are what is counted ([`Counts`], exact sums in a tally). The
//! score, its interval, Elo, the test that ends a match and the sentence to conclude are a fold of these counts.

mod counts;
mod found;
mod pgn;
mod text;
mod verdict;

pub use counts::{Counts, GAMES};
pub use found::{EloEstimate, Found, MatchFound, TestFound};
pub(crate) use pgn::Sheet;
pub use text::text;
pub use verdict::{Conclusion, Relation};

use crate::stats::Sprt;
use plyscope::search::Effort;

/// Pairs of a block: after each the test is asked, in order of number.
pub const BLOCK: u64 = 32;

/// A player of a match, as it is told.
#[derive(Debug, Clone, PartialEq)]
pub struct Contestant {
    /// The player in one text.
    pub name: String,
    /// What it may spend on a move; none where it goes to the end of the game.
    pub effort: Option<Effort>,
}

/// What is played.
#[derive(Debug, Clone, PartialEq)]
pub struct Setup {
    /// The game, with all parameters.
    pub game: String,
    /// The longest a game can last, in plies.
    pub longest: u32,
    /// Where openings come from.
    pub openings: String,
    /// The seed.
    pub seed: u64,
    /// The test that ends the match.
    pub sprt: Option<Sprt>,
    /// Are the matches the steps of a ladder, whose intervals are to hold together?
    pub ladder: bool,
    /// Who plays: the first is the one whose score is told.
    pub matches: Vec<[Contestant; 2]>,
}
