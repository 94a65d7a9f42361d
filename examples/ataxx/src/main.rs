//! Ataxx on five by five cells and an evaluator of it, for the whole `plyscope` command:
//! `cargo run --release -- run accuracy.toml --out results`.
//!
//! A piece grows into a cell beside it, or jumps two cells away; what it then touches turns over to its side. Who cannot
//! move passes. The game ends when nobody can move, and after a number of plies, because positions can repeat.
use plyscope::game::{Facts, Game, Grid, Hints, Player};
use plyscope::{catalogue::EvaluatorEntry, evaluator::ByFunction, name::*};

#[derive(Clone)]
struct Ataxx(Grid, u32); // the board, and how many plies a game lasts

#[derive(Clone, Copy)]
struct Board([u64; 2], Player, u32); // the pieces of both players, who moves, how many plies were made

fn cells(set: u64) -> impl Iterator<Item = u32> {
    (0..25).filter(move |cell| set >> cell & 1 == 1)
}

/// The cells so many steps away from a cell.
fn around(cell: u32, steps: u32) -> u64 {
    let far = |other: &u32| (cell % 5).abs_diff(other % 5).max((cell / 5).abs_diff(other / 5));
    (0..25).filter(|other| far(other) == steps).fold(0, |set, other| set | 1 << other)
}

/// Growths (from the target itself) and jumps.
fn steps(of: [u64; 2], me: usize) -> Vec<(u32, u32)> {
    let free = !(of[0] | of[1]);
    let grown = cells(free).filter(|to| around(*to, 1) & of[me] != 0).map(|to| (to, to));
    let jumps = cells(of[me]).flat_map(|from| cells(around(from, 2) & free).map(move |to| (from, to)));
    grown.chain(jumps).collect()
}

impl Game for Ataxx {
    type Position = Board;
    type Move = Option<(u32, u32)>; // from where to where; none to pass
    fn name(&self) -> Name {
        Name::new("ataxx").with("plies", self.1)
    }
    fn facts(&self) -> Facts {
        Facts::lasting(self.1)
    }
    fn start(&self) -> Board {
        Board([1 << 4 | 1 << 20, 1 | 1 << 24], Player::FIRST, 0)
    }
    fn mover(&self, board: &Board) -> Player {
        board.1
    }
    fn moves(&self, &Board(of, mover, ply): &Board, moves: &mut Vec<Self::Move>) {
        if ply < self.1 {
            moves.extend(steps(of, mover.index()).into_iter().map(Some));
            let pass = moves.is_empty() && !steps(of, mover.opponent().index()).is_empty();
            moves.extend(pass.then_some(None));
        }
    }
    fn play(&self, &Board(mut of, mover, ply): &Board, step: &Self::Move) -> Board {
        if let Some((from, to)) = *step {
            let (me, you) = (mover.index(), mover.opponent().index());
            let turned = of[you] & around(to, 1);
            of[me] = (of[me] & !(1 << from)) | 1 << to | turned;
            of[you] &= !turned;
        }
        Board(of, mover.opponent(), ply + 1)
    }
    fn payoff(&self, Board(of, ..): &Board, player: Player) -> f64 {
        let pieces = |player: Player| f64::from(of[player.index()].count_ones());
        pieces(player) - pieces(player.opponent())
    }
    fn move_name(&self, _: &Board, step: &Self::Move) -> String {
        let square = |cell: u32| format!("{}{}", ["a", "b", "c", "d", "e"][cell as usize % 5], cell / 5 + 1);
        step.map_or(
            "pass".into(),
            |(from, to)| if from == to { square(to) } else { square(from) + &square(to) },
        )
    }
    fn position_text(&self, Board(of, mover, ply): &Board) -> String {
        format!("{} {mover} {ply}", self.0.text(of, &['X', 'O']))
    }
    fn parse_position(&self, text: &str) -> plyscope::Result<Board> {
        let refuse =
            || self.bad_position(text, "rows of `.XO` joined by `/`, the mover (1 or 2), the plies made");
        let mut words = text.split(' ');
        let of = words.next().and_then(|cells| self.0.parse(cells, &['X', 'O'])).ok_or_else(refuse)?;
        let mover =
            words.next().and_then(|mover| mover.parse().ok()).filter(|mover: &Player| mover.index() < 2);
        let ply = words.next().and_then(|ply| ply.parse().ok()).filter(|ply| *ply <= self.1);
        Ok(Board([of[0], of[1]], mover.ok_or_else(refuse)?, ply.ok_or_else(refuse)?))
    }
}

impl Hints for Ataxx {} // a solver knows nothing besides the rules

fn main() -> std::process::ExitCode {
    let plies = "1 to 1000: the game ends then";
    let ataxx =
        |given: &mut Given<'_>| Ok(Ataxx(Grid::new(5, 5, 5), given.integer("plies", "60", plies, 1..=1000)));
    let lead = |game: &Ataxx, board: &Board| game.payoff(board, Player::FIRST);
    let pieces = move |_: &mut Given<'_>| Ok(ByFunction::new("pieces", lead));
    plyscope_cli::Command::new()
        .game("ataxx", "Grow beside your pieces or jump, and turn over what you touch.", ataxx)
        .evaluator(EvaluatorEntry::of::<Ataxx, _>("pieces", "Who has more pieces (ataxx).", pieces))
        .run()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_keeps_the_laws_of_games() {
        plyscope::laws::check_game(&Ataxx(Grid::new(5, 5, 5), 40), 20);
    }

    /// By hand: each of two corner pieces has three cells to grow into and five to jump to.
    #[test]
    fn first_moves_by_hand() {
        let game = Ataxx(Grid::new(5, 5, 5), 60);
        assert_eq!(plyscope::game::moves_of(&game, &game.start()).len(), 2 * (3 + 5));
    }
}
