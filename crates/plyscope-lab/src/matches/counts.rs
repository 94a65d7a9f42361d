//! What is counted of a match: whole numbers that add up.

use crate::stats::Pentanomial;
use plyscope::player::Played;

/// Games of a pair.
pub const GAMES: u64 = 2;

/// What is counted of some pairs, always of the first player of the match.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Counts {
    /// Pairs by points of both games.
    pub pairs: Pentanomial,
    /// Games lost, drawn and won as the game's first player.
    pub first: [u64; 3],
    /// Games lost, drawn and won as the game's second player.
    pub second: [u64; 3],
    /// Games that reached the longest length, counted as draws.
    pub unfinished: u64,
    /// Plies of all games.
    pub plies: u64,
    /// Decisions of the one player and of the other.
    pub moves: [u64; 2],
    /// Nodes of all these decisions.
    pub nodes: [u128; 2],
}

impl Counts {
    /// How many numbers they are in a tally.
    pub(crate) const LENGTH: usize = 17;

    /// Of one pair: a game as the game's first player, and one as its second.
    pub fn of(one: &Played, other: &Played) -> Self {
        let mut counts = Counts::default();
        let (mine, theirs) = (one.half_points as usize, 2 - other.half_points as usize);
        counts.pairs.0[mine + theirs] = 1;
        counts.first[mine] = 1;
        counts.second[theirs] = 1;
        counts.unfinished = u64::from(!one.finished) + u64::from(!other.finished);
        counts.plies = u64::from(one.plies) + u64::from(other.plies);
        counts.moves = [one.moves[0] + other.moves[1], one.moves[1] + other.moves[0]];
        let nodes = [one.nodes[0] + other.nodes[1], one.nodes[1] + other.nodes[0]];
        counts.nodes = nodes.map(u128::from);
        counts
    }

    /// As numbers of a tally.
    pub fn numbers(&self) -> [u128; Counts::LENGTH] {
        let mut numbers = [0; Counts::LENGTH];
        let small = self.pairs.0.iter().chain(&self.first).chain(&self.second);
        let small = small.chain([&self.unfinished, &self.plies]).chain(&self.moves);
        let all = small.map(|count| u128::from(*count)).chain(self.nodes);
        numbers.iter_mut().zip(all).for_each(|(number, count)| *number = count);
        numbers
    }

    /// Of the match of a number, in a tally.
    pub(crate) fn of_match(counts: &[u128], number: usize) -> Self {
        Self::read(counts.chunks(Self::LENGTH).nth(number).unwrap_or(&[]))
    }

    /// From numbers of a tally; what is not there counts as 0.
    pub fn read(numbers: &[u128]) -> Self {
        let at = |i: usize| numbers.get(i).copied().unwrap_or(0);
        let small = |i: usize| u64::try_from(at(i)).unwrap_or(u64::MAX);
        Counts {
            pairs: Pentanomial([0, 1, 2, 3, 4].map(small)),
            first: [5, 6, 7].map(small),
            second: [8, 9, 10].map(small),
            unfinished: small(11),
            plies: small(12),
            moves: [13, 14].map(small),
            nodes: [15, 16].map(at),
        }
    }

    /// Games lost, drawn and won.
    pub fn games(&self) -> [u64; 3] {
        [0, 1, 2].map(|i| self.first[i] + self.second[i])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(half_points: u64) -> Played {
        Played { half_points, plies: 9, moves: [5, 4], nodes: [50, 400], finished: true }
    }

    /// A win as the first player and a loss as the second are a shared pair; what a player did is found in either seat.
    #[test]
    fn a_pair_is_counted_from_both_seats() {
        let shared = Counts::of(&game(2), &game(2));
        assert_eq!(shared.pairs, Pentanomial([0, 0, 1, 0, 0]));
        assert_eq!((shared.first, shared.second), ([0, 0, 1], [1, 0, 0]));
        assert_eq!((shared.moves, shared.nodes), ([9, 9], [450, 450]));
        assert_eq!(Counts::of(&game(2), &game(0)).pairs, Pentanomial([0, 0, 0, 0, 1]));
        assert_eq!(Counts::of(&game(1), &game(2)).pairs, Pentanomial([0, 1, 0, 0, 0]));
        let unfinished = Counts::of(&Played { finished: false, ..game(1) }, &game(0));
        assert_eq!((unfinished.unfinished, unfinished.games()), (1, [0, 1, 1]));
    }

    #[test]
    fn numbers_read_back() {
        let counts = Counts {
            pairs: Pentanomial([1, 2, 3, 4, 5]),
            first: [6, 7, 8],
            second: [9, 10, 11],
            unfinished: 12,
            plies: 13,
            moves: [14, 15],
            nodes: [16, 1 << 80],
        };
        assert_eq!(Counts::read(&counts.numbers()), counts);
    }
}
