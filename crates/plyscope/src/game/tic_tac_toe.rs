//! Tic-tac-toe (Russell & Norvig, figure 1).

use super::{Board, Cell, Facts, Game, Grid, Hints, Player, moves_of};
use crate::error::Result;
use crate::name::Name;
use std::fmt;

/// Noughts and crosses: three in a line win.
///
/// ```
/// use plyscope::game::{Game, TicTacToe};
/// let game = TicTacToe::default();
/// let position = game.parse_position("X../.O./... X")?;
/// assert_eq!(game.position_text(&position), "X../.O./... X");
/// # Ok::<(), plyscope::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TicTacToe {
    grid: Grid,
}

/// The marks of both players.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Marks {
    /// Sets of cells, the first player's first.
    pub of: [u16; 2],
}

impl Default for TicTacToe {
    fn default() -> Self {
        TicTacToe { grid: Grid::new(3, 3, 3) }
    }
}

impl TicTacToe {
    /// The board and its lines.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// X begins, they take turns, and the game ends with a line: the one who moved last has it.
    fn can_be(&self, marks: &Marks) -> bool {
        let [first, second] = marks.of.map(u16::count_ones);
        let moved_last = self.mover(marks).opponent();
        let lines = self.winner(marks).is_none_or(|winner| winner == moved_last)
            && !marks.of.into_iter().all(has_line);
        lines && (first == second || first == second + 1)
    }

    fn winner(&self, marks: &Marks) -> Option<Player> {
        [Player::FIRST, Player::SECOND].into_iter().find(|player| has_line(marks.of[player.index()]))
    }
}

/// Is there a line among these cells? There are 512 sets of cells: it is looked up.
fn has_line(cells: u16) -> bool {
    WITH_LINE[usize::from(cells / 64 % 8)] >> (cells % 64) & 1 == 1
}

/// A bit for each set of cells: set if three of them are in a line.
const WITH_LINE: [u64; 8] = {
    let lines: [u16; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];
    let (mut with_line, mut cells) = ([0; 8], 0);
    while cells < 512 {
        let mut line = 0;
        while line < 8 {
            if cells & lines[line] == lines[line] {
                with_line[cells as usize / 64] |= 1 << (cells % 64);
            }
            line += 1;
        }
        cells += 1;
    }
    with_line
};

impl Game for TicTacToe {
    type Position = Marks;
    /// A cell, from 0, row by row from the lower left.
    type Move = u8;

    fn name(&self) -> Name {
        Name::new("tic-tac-toe")
    }
    fn facts(&self) -> Facts {
        Facts { payoffs: (-1.0, 1.0), ..Facts::lasting(9) }
    }
    fn start(&self) -> Marks {
        Marks::default()
    }
    fn mover(&self, marks: &Marks) -> Player {
        Player::at_ply((marks.of[0] | marks.of[1]).count_ones())
    }
    fn moves(&self, marks: &Marks, moves: &mut Vec<u8>) {
        if self.winner(marks).is_none() {
            let taken = marks.of[0] | marks.of[1];
            moves.extend((0..9).filter(|cell| taken >> cell & 1 == 0));
        }
    }
    fn play(&self, marks: &Marks, cell: &u8) -> Marks {
        let mut marks = *marks;
        marks.of[self.mover(&marks).index()] |= 1 << cell;
        marks
    }
    fn is_over(&self, marks: &Marks) -> bool {
        marks.of[0] | marks.of[1] == 0o777 || self.winner(marks).is_some()
    }
    fn payoff(&self, marks: &Marks, player: Player) -> f64 {
        match self.winner(marks) {
            None => 0.0,
            Some(winner) if winner == player => 1.0,
            Some(_) => -1.0,
        }
    }
    fn table_key(&self, marks: &Marks) -> u64 {
        u64::from(marks.of[0]) << 9 | u64::from(marks.of[1])
    }
    fn move_name(&self, _: &Marks, cell: &u8) -> String {
        format!("{}{}", char::from(b'a' + cell % 3), cell / 3 + 1)
    }
    fn position_text(&self, marks: &Marks) -> String {
        let mover = if self.mover(marks) == Player::FIRST { 'X' } else { 'O' };
        format!("{} {mover}", self.grid.text(&marks.of.map(u64::from), &['X', 'O']))
    }
    fn parse_position(&self, text: &str) -> Result<Marks> {
        let wanted =
            "three rows of `.XO` from the top, joined by `/`, and the mover, such as `X../.O./... X`";
        let (cells, mover) = text.trim().split_once(' ').unwrap_or((text.trim(), ""));
        let of = self.grid.parse(cells, &['X', 'O']).ok_or_else(|| self.bad_position(text, wanted))?;
        let marks = Marks { of: [of[0] as u16, of[1] as u16] };
        let sign = if self.mover(&marks) == Player::FIRST { "X" } else { "O" };
        if !self.can_be(&marks) || mover.trim() != sign {
            return Err(
                self.bad_position(text, "one in which X began, both took turns, and no move followed a line")
            );
        }
        Ok(marks)
    }
    fn drawn(&self, marks: &Marks) -> String {
        self.grid.drawn(&marks.of.map(u64::from), &['X', 'O'])
    }
    fn board(&self, marks: &Marks) -> Option<Board> {
        let sign = |player: Player| Cell::Sign(player, ['X', 'O'][player.index()]);
        let moves: Vec<u32> = moves_of(self, marks).into_iter().map(u32::from).collect();
        Some(self.grid.board(&marks.of.map(u64::from), sign, &moves))
    }
}

impl fmt::Display for Marks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&TicTacToe::default().drawn(self))
    }
}

impl Hints for TicTacToe {
    /// A digit of three for each cell: free, the first player's, the second's.
    fn numbers(&self) -> Option<u64> {
        Some(3u64.pow(9))
    }

    fn number(&self, marks: &Marks) -> u64 {
        let digit = |cell: u32| marks.of.map(|set| u64::from(set >> cell & 1));
        (0..9).fold(0, |number, cell| 3 * number + digit(cell)[0] + 2 * digit(cell)[1])
    }

    fn numbered(&self, number: u64) -> Option<Marks> {
        let mut marks = Marks::default();
        let mut rest = number;
        for cell in (0..9).rev() {
            match rest % 3 {
                0 => {}
                player => marks.of[player as usize - 1] |= 1 << cell,
            }
            rest /= 3;
        }
        (rest == 0 && self.can_be(&marks)).then_some(marks)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_those_of_the_board() {
        let game = TicTacToe::default();
        let wrong = |cells: &u16| has_line(*cells) != game.grid().has_line(u64::from(*cells));
        assert_eq!((0..512).find(wrong), None);
    }
}
