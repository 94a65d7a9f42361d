//! Open lines, for games of marks in a line (Russell & Norvig's exercise on tic-tac-toe).
//!
//! The exercise counts lines in whole points and a finished game as 1: a search that meets both would pass by a win for
//! some open lines. So points are divided by more than there can be, and every opinion lies between a loss and a win.

use super::{Estimate, Evaluator, OwnError, Profile, Scale};
use crate::game::{ConnectFour, Game, Marks, Player, Stones, TicTacToe, TicTacTrio, TrioMarks};
use crate::name::{Settings, Values};
use crate::value::Payoffs;

/// A line in which only one player has marks counts for that player: 1, 3, 9, ... for 1, 2, 3, ... marks.
///
/// ```
/// use plyscope::evaluator::{Evaluator, Lines};
/// use plyscope::game::{Game, TicTacToe};
/// let game = TicTacToe::default();
/// let score = |cell: u8| Lines::default().estimate(&game, &game.play(&game.start(), &cell)).score();
/// // Four lines go through the centre, three through a corner, two through a side.
/// assert!(score(4) > score(0) && score(0) > score(1) && score(1) > 0.0);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Lines {
    error: OwnError,
}

impl Settings for Lines {
    const KIND: &'static str = "lines";
    const SUMMARY: &'static str = "Open lines: 1, 3, 9, ... for 1, 2, 3, ... marks in a line where only one player \
        has marks (tic-tac-toe, connect four).";

    fn each(&mut self, values: &mut Values<'_>) {
        self.error.declare(Scale::Score, values);
    }
}

/// What a player's open lines count.
fn points(lines: &[u64], own: u64, others: u64) -> f64 {
    let open = lines.iter().filter(|line| *line & others == 0);
    open.map(|line| POINTS[(line & own).count_ones() as usize]).sum()
}

/// What a line counts by the marks in it.
const POINTS: [f64; 65] = {
    let (mut all, mut marks, mut points) = ([0.0; 65], 1, 1.0);
    while marks < all.len() {
        all[marks] = points;
        points *= 3.0;
        marks += 1;
    }
    all
};

/// More points than a game that is not over can have: every line short of one mark.
fn more_than_all(lines: &[u64]) -> f64 {
    let marks = lines.first().map_or(0, |line| line.count_ones() as usize);
    1.0 + lines.len() as f64 * POINTS[marks.saturating_sub(1).max(1)]
}

impl<G: InLines> Evaluator<G> for Lines {
    fn profile(&self) -> Profile {
        Profile::scores(self.to_name()).with_error(self.error.is_known())
    }
    fn estimate(&self, game: &G, position: &G::Position) -> Estimate {
        let (lines, [first, second]) = (game.lines(), game.marks(position));
        let score = points(lines, first, second) - points(lines, second, first);
        self.error.score(score / more_than_all(lines))
    }
}

/// A game of two players who want marks in a line.
///
/// ```
/// use plyscope::evaluator::InLines;
/// use plyscope::game::{Game, TicTacToe};
/// let game = TicTacToe::default();
/// assert_eq!(game.lines().len(), 3 + 3 + 2); // rows, columns, diagonals
/// let centre = game.play(&game.start(), &4);
/// assert_eq!(game.marks(&centre), [1 << 4, 0]);
/// ```
pub trait InLines: Game {
    /// The lines, as sets of cells.
    fn lines(&self) -> &[u64];
    /// The cells of both players.
    fn marks(&self, position: &Self::Position) -> [u64; 2];
}

impl InLines for TicTacToe {
    fn lines(&self) -> &[u64] {
        self.grid().lines()
    }
    fn marks(&self, marks: &Marks) -> [u64; 2] {
        marks.of.map(u64::from)
    }
}

impl InLines for ConnectFour {
    fn lines(&self) -> &[u64] {
        ConnectFour::lines(self)
    }
    fn marks(&self, stones: &Stones) -> [u64; 2] {
        stones.sets()
    }
}

/// Open lines of three players, each one's share of all: for max^n to a depth.
///
/// Everybody's lines count one more than they would, so that an empty board is worth a third each.
impl Evaluator<TicTacTrio> for Lines {
    fn profile(&self) -> Profile {
        Profile { each: true, ..Profile::scores(self.to_name()) }
    }
    fn estimate(&self, game: &TicTacTrio, marks: &TrioMarks) -> Estimate {
        let each = self.each(game, marks).expect("it has an opinion for each player");
        Estimate::score_of(each.of(Player::FIRST))
    }
    fn each(&self, game: &TicTacTrio, marks: &TrioMarks) -> Option<Payoffs> {
        let others =
            |player: usize| (0..marks.of.len()).filter(|i| *i != player).fold(0, |all, i| all | marks.of[i]);
        let points: Vec<f64> = (0..game.facts().players)
            .map(|player| 1.0 + points(game.grid().lines(), marks.of[player], others(player)))
            .collect();
        let all: f64 = points.iter().sum();
        Payoffs::new(&points.iter().map(|own| own / all).collect::<Vec<_>>())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule::Minimax;
    use crate::search::{FullWidth, Search};

    /// Russell & Norvig's 3 X2 + X1 - (3 O2 + O1), by hand on two boards.
    #[test]
    fn tic_tac_toe_by_hand() {
        let game = TicTacToe::default();
        let lines = Lines { error: OwnError::None };
        let after = |cells: &[u8]| cells.iter().fold(game.start(), |marks, cell| game.play(&marks, cell));
        // Eight lines of two marks, three points each, and one.
        let score =
            |cells: &[u8]| 25.0 * Evaluator::<TicTacToe>::estimate(&lines, &game, &after(cells)).score();
        assert_eq!(score(&[]), 0.0);
        assert_eq!(score(&[4]), 4.0, "four lines through the middle");
        assert_eq!(score(&[4, 0]), 3.0 - 2.0, "the corner closes a diagonal and has two lines of its own");
        // A win is worth more than any number of lines: X takes it, though the middle has more of them.
        let budget = crate::search::Budget::depth(1).unwrap();
        let scores = crate::search::LeafValues::new(&game, lines, Minimax).unwrap();
        let found = FullWidth::default().search(&game, &after(&[0, 3, 1, 5]), &scores, &budget).unwrap();
        assert_eq!((found.choice, found.value), (0, Some(1.0)), "the third cell of the row");
        // X in the middle and at 8 (the upper right), O at 0 and 1: X's column 8-5-2 and row 8-7-6 have one
        // mark, the diagonal is closed by O, 4's row 3-4-5 and diagonal 2-4-6 one, its column is closed.
        // O's row 0-1-2 has two, column 0-3-6 one.
        assert_eq!(score(&[4, 0, 8, 1]), 4.0 - (3.0 + 1.0));
    }
}
