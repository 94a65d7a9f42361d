//! Positions by number: the empty cell, and the rank of the tiles among all their orders, as in a dictionary; and with that the
//! distance of every arrangement from the goal.
//!
//! Without diagonal moves only half of the orders can be reached from the goal, and which two tiles come last tells in which
//! order they are: the digit that says so is left out.

use super::{SlidingTiles, Tiles};
use crate::game::Game;

/// As many arrangements as there are of so many things.
pub(super) fn factorial(things: usize) -> u64 {
    (1..=things as u64).product()
}

/// The rank of an arrangement among all of its length.
fn rank(tiles: &[u8]) -> u64 {
    let (mut rank, mut seen) = (0, 0u16);
    // How many of the things that stand further on are smaller: a digit of the rank.
    for (at, tile) in tiles.iter().enumerate() {
        let before = (seen & ((1 << tile) - 1)).count_ones();
        rank = rank * (tiles.len() - at) as u64 + u64::from(u32::from(*tile) - before);
        seen |= 1 << tile;
    }
    rank
}

/// The arrangement of so many things that has a rank.
fn unrank(mut rank: u64, things: usize) -> Vec<u8> {
    let mut digits = vec![0; things];
    for (at, digit) in digits.iter_mut().enumerate().rev() {
        let base = (things - at) as u64;
        (*digit, rank) = ((rank % base) as usize, rank / base);
    }
    let mut left: Vec<u8> = (0..things as u8).collect();
    digits.into_iter().map(|digit| left.remove(digit)).collect()
}

impl SlidingTiles {
    /// How many arrangements of the tiles there are for every empty cell, and how many ranks share a number.
    fn for_each_blank(&self) -> (u64, u64) {
        let shared = if self.diagonal { 1 } else { 2 };
        (factorial(self.cells() - 1) / shared, shared)
    }

    /// How many arrangements of the tiles can be reached; they are numbered from 0.
    ///
    /// ```
    /// use plyscope::game::{Game, SlidingTiles};
    /// let game = SlidingTiles::new(3, 3, false)?;
    /// assert_eq!(game.arrangements(), 181_440); // half of 9!: the other half cannot be reached
    /// let start = game.start();
    /// assert_eq!(game.arranged(game.arrangement(&start)), Some(start));
    /// assert!(game.arranged(game.arrangements()).is_none());
    /// # Ok::<(), plyscope::Error>(())
    /// ```
    pub fn arrangements(&self) -> u64 {
        self.cells() as u64 * self.for_each_blank().0
    }

    /// The number of an arrangement, whatever moves were made before.
    pub fn arrangement(&self, tiles: &Tiles) -> u64 {
        let (mut others, mut found) = ([0; super::MOST_CELLS], 0);
        for cell in (0..self.cells()).filter(|cell| *cell != tiles.blank()) {
            others[found] = tiles.at(cell) - 1;
            found += 1;
        }
        let (each, shared) = self.for_each_blank();
        tiles.blank() as u64 * each + rank(&others[..found]) / shared
    }

    /// The arrangement of a number, without any move made; none where no arrangement has it.
    pub fn arranged(&self, number: u64) -> Option<Tiles> {
        let (each, shared) = self.for_each_blank();
        let (blank, number) = ((number / each) as usize, number % each);
        if blank >= self.cells() {
            return None;
        }
        let arranged = |rank| {
            let mut tiles: Vec<u8> = unrank(rank, self.cells() - 1).iter().map(|tile| tile + 1).collect();
            tiles.insert(blank, 0);
            Tiles::of(&tiles, 0)
        };
        (0..shared).map(|order| arranged(shared * number + order)).find(|tiles| self.is_reachable(tiles))
    }
}

/// Not reached.
const NOWHERE: u8 = u8::MAX;

/// The number of moves to the goal, by number of the position.
pub(super) fn distances(game: &SlidingTiles) -> Vec<u8> {
    let mut table = vec![NOWHERE; game.arrangements() as usize];
    let goal = game.goal();
    table[game.arrangement(&goal) as usize] = 0;
    let (mut reached, mut moves) = (vec![goal], Vec::new());
    for distance in 1.. {
        let mut next: Vec<Tiles> = Vec::new();
        for tiles in &reached {
            moves.clear();
            game.slides(tiles, &mut moves);
            for cell in &moves {
                let after = Tiles { made: 0, ..game.play(tiles, cell) };
                let known = &mut table[game.arrangement(&after) as usize];
                if *known == NOWHERE {
                    *known = distance;
                    next.push(after);
                }
            }
        }
        if next.is_empty() {
            break;
        }
        reached = next;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_are_those_of_a_dictionary() {
        assert_eq!((rank(&[0, 1, 2]), rank(&[0, 2, 1]), rank(&[2, 1, 0])), (0, 1, 5));
        for number in 0..factorial(5) {
            assert_eq!(rank(&unrank(number, 5)), number);
        }
        assert!((1..factorial(5)).all(|number| unrank(number - 1, 5) < unrank(number, 5)));
    }
}
