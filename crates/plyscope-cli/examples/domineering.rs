//! Domineering: the players place dominoes in turn, the first upright, the second flat; who cannot move loses.
use plyscope::game::{Facts, Game, Grid, Hints, Player};
use plyscope::{catalogue::EvaluatorEntry, evaluator::ByFunction, name::*};

#[derive(Clone)]
struct Domineering(Grid);

#[derive(Clone, Copy)]
struct Board([u64; 2], Player); // the cells that each player has covered, and who moves

impl Domineering {
    /// The places where a player can put a domino: sets of two neighbouring empty cells.
    fn places(&self, of: [u64; 2], player: Player) -> impl Iterator<Item = u64> {
        let (width, height) = (self.0.width(), self.0.height());
        let (right, up) = if player == Player::FIRST { (0, 1) } else { (1, 0) };
        let domino = move |cell: u32| 1u64 << cell | 1u64 << (cell + right + up * width);
        let fits = move |cell: &u32| cell % width + right < width && cell / width + up < height;
        (0..width * height).filter(fits).map(domino).filter(move |domino| domino & (of[0] | of[1]) == 0)
    }
}

impl Game for Domineering {
    type Position = Board;
    type Move = u64;
    fn name(&self) -> Name {
        Name::new("domineering").with("width", self.0.width()).with("height", self.0.height())
    }
    fn facts(&self) -> Facts {
        Facts::lasting(self.0.width() * self.0.height() / 2)
    }
    fn start(&self) -> Board {
        Board([0, 0], Player::FIRST)
    }
    fn mover(&self, board: &Board) -> Player {
        board.1
    }
    fn moves(&self, board: &Board, moves: &mut Vec<u64>) {
        moves.extend(self.places(board.0, board.1));
    }
    fn play(&self, &Board(mut of, mover): &Board, domino: &u64) -> Board {
        of[mover.index()] |= domino;
        Board(of, mover.opponent())
    }
    fn payoff(&self, board: &Board, player: Player) -> f64 {
        if player == board.1 { -1.0 } else { 1.0 } // the mover cannot move
    }
    fn move_name(&self, _: &Board, domino: &u64) -> String {
        let cell = domino.trailing_zeros();
        format!("{}{}", (b'a' + (cell % self.0.width()) as u8) as char, cell / self.0.width() + 1)
    }
    fn position_text(&self, Board(of, mover): &Board) -> String {
        format!("{} {mover}", self.0.text(of, &['X', 'O']))
    }
    fn parse_position(&self, text: &str) -> plyscope::Result<Board> {
        let read = text.split_once(' ').and_then(|(cells, mover)| {
            let of = self.0.parse(cells, &['X', 'O'])?;
            let mover = mover.parse().ok().filter(|mover: &Player| mover.index() < 2)?;
            Some(Board([of[0], of[1]], mover))
        });
        read.ok_or_else(|| self.bad_position(text, "rows of `.XO` joined by `/`, and the mover, 1 or 2"))
    }
}

impl Hints for Domineering {}

fn main() -> std::process::ExitCode {
    let domineering = |given: &mut Given<'_>| {
        let mut size = |name| given.integer(name, "5", "a whole number from 2 to 8", 2..=8);
        Ok(Domineering(Grid::new(size("width"), size("height"), 2)))
    };
    // The first player's places for a domino minus the second player's.
    let lead = |game: &Domineering, board: &Board| {
        let places = |player| game.places(board.0, player).count() as f64;
        places(Player::FIRST) - places(Player::SECOND)
    };
    let mobility = move |_: &mut Given<'_>| Ok(ByFunction::new("mobility", lead));
    plyscope_cli::Command::new()
        .game(
            "domineering",
            "Place dominoes, one player upright, the other flat; who cannot move loses.",
            domineering,
        )
        .evaluator(EvaluatorEntry::of::<Domineering, _>("mobility", "Places left.", mobility))
        .run()
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyscope::game::moves_of;

    #[test]
    fn it_keeps_the_laws_of_games() {
        plyscope::laws::check_game(&Domineering(Grid::new(5, 4, 2)), 50);
    }

    /// By hand: an empty board of 5 columns and 4 rows has 5 x 3 upright places, and 4 x 4 flat ones.
    #[test]
    fn first_moves_by_hand() {
        let game = Domineering(Grid::new(5, 4, 2));
        assert_eq!(moves_of(&game, &game.start()).len(), 5 * 3);
        assert_eq!(moves_of(&game, &Board([0, 0], Player::SECOND)).len(), 4 * 4);
    }
}
