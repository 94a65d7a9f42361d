//! Othello against published counts, a plain board, and full-width search.

use plyscope::game::{Game, Othello, Player, moves_of};
use plyscope::laws;
use plyscope::name::Settings;
use plyscope::search::{Budget, SolveGoal, Solver, perft, solve};
use plyscope::truth::{BySolving, Truth};

fn othello(size: u32) -> Othello {
    Othello::new(size).unwrap()
}

fn counts(size: u32, depth: u32) -> Vec<u64> {
    let game = othello(size);
    perft(&game, &game.start(), depth, &Budget::unlimited())
}

/// The usual published perft; passes are plies, and come first at the ninth.
#[test]
fn perft_of_othello() {
    assert_eq!(counts(8, 9), [4, 12, 56, 244, 1396, 8200, 55_092, 390_216, 3_005_288]);
}

/// A board as a list of cells, as a beginner would write it: 0 empty, 1 and 2 the players.
#[derive(Clone)]
struct Plain {
    size: i32,
    cells: Vec<u8>,
    mover: u8,
}

impl Plain {
    fn start(size: i32) -> Self {
        let mut board = Plain { size, cells: vec![0; (size * size) as usize], mover: 1 };
        let middle = size / 2;
        for (x, y, owner) in [
            (middle - 1, middle - 1, 2),
            (middle, middle, 2),
            (middle, middle - 1, 1),
            (middle - 1, middle, 1),
        ] {
            board.cells[(y * size + x) as usize] = owner;
        }
        board
    }

    fn at(&self, x: i32, y: i32) -> Option<u8> {
        let inside = (0..self.size).contains(&x) && (0..self.size).contains(&y);
        inside.then(|| self.cells[(y * self.size + x) as usize])
    }

    /// The discs that turn; none: no move.
    fn turned(&self, cell: i32) -> Vec<usize> {
        let (x, y) = (cell % self.size, cell / self.size);
        if self.at(x, y) != Some(0) {
            return Vec::new();
        }
        let mut turned = Vec::new();
        for (dx, dy) in [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)] {
            let mut line = Vec::new();
            for step in 1.. {
                match self.at(x + step * dx, y + step * dy) {
                    Some(owner) if owner == 3 - self.mover => {
                        line.push(((y + step * dy) * self.size + x + step * dx) as usize);
                    }
                    Some(owner) if owner == self.mover => {
                        turned.append(&mut line);
                        break;
                    }
                    _ => break,
                }
            }
        }
        turned
    }

    fn moves(&self) -> Vec<i32> {
        (0..self.size * self.size).filter(|cell| !self.turned(*cell).is_empty()).collect()
    }

    fn play(&self, cell: i32) -> Plain {
        let mut next = self.clone();
        next.cells[cell as usize] = self.mover;
        self.turned(cell).into_iter().for_each(|disc| next.cells[disc] = self.mover);
        next.mover = 3 - self.mover;
        next
    }

    fn passed(&self) -> Plain {
        Plain { mover: 3 - self.mover, ..self.clone() }
    }

    /// Sequences of each length, games that ended not among longer ones.
    fn count(&self, depth: usize, counts: &mut [u64]) {
        let after: Vec<Plain> = match self.moves() {
            moves if moves.is_empty() && self.passed().moves().is_empty() => return,
            moves if moves.is_empty() => vec![self.passed()],
            moves => moves.into_iter().map(|cell| self.play(cell)).collect(),
        };
        counts[depth] += after.len() as u64;
        if depth + 1 < counts.len() {
            after.iter().for_each(|next| next.count(depth + 1, counts));
        }
    }

    fn discs(&self) -> [usize; 2] {
        [1, 2].map(|player| self.cells.iter().filter(|owner| **owner == player).count())
    }
}

/// Shifts and cells count the same: every game of the small board to its end, passes and all.
#[test]
fn perft_is_that_of_a_plain_board() {
    for (size, depth) in [(4, 13), (6, 8), (8, 6)] {
        let mut expected = vec![0; depth];
        Plain::start(size).count(0, &mut expected);
        assert_eq!(counts(size as u32, depth as u32), expected, "size {size}");
    }
}

/// Random games side by side: the same moves by name, the same discs, the same end.
#[test]
fn games_are_those_of_a_plain_board() {
    let mut passes = 0;
    for size in [4, 6, 8] {
        let game = othello(size as u32);
        for trial in 0..100u64 {
            let (mut discs, mut plain) = (game.start(), Plain::start(size));
            for ply in 0.. {
                let cells = plain.moves();
                let names =
                    |cell: &i32| format!("{}{}", char::from(b'a' + (cell % size) as u8), cell / size + 1);
                let mut expected: Vec<String> = cells.iter().map(names).collect();
                let over = cells.is_empty() && plain.passed().moves().is_empty();
                if cells.is_empty() && !over {
                    expected = vec!["pass".into()];
                    passes += 1;
                }
                let moves = moves_of(&game, &discs);
                let found: Vec<String> = moves.iter().map(|choice| game.move_name(&discs, choice)).collect();
                assert_eq!(found, expected, "{}", game.drawn(&discs));
                let [first, second] = plain.discs();
                assert_eq!(discs.sets().map(|set| set.count_ones() as usize), [first, second]);
                assert_eq!(game.is_over(&discs), over);
                if over {
                    assert_eq!(game.payoff(&discs, Player::FIRST), first as f64 - second as f64);
                    break;
                }
                let taken = plyscope::key::mix(trial << 8 | ply) as usize % moves.len();
                discs = game.play(&discs, &moves[taken]);
                plain = if cells.is_empty() { plain.passed() } else { plain.play(cells[taken]) };
            }
        }
    }
    assert!(passes > 20, "{passes} passes were seen");
}

#[test]
fn laws_of_othello() {
    for size in [4, 6, 8] {
        laws::check_game(&othello(size), 60);
    }
}

/// The second player wins on four by four, 11 to 3; the solver says what a search without table, window and hints says,
/// after every opening of four plies.
#[test]
fn the_second_player_wins_the_small_board() {
    let game = othello(4);
    let solution = solve(&game, &game.start(), 16, &Budget::unlimited()).unwrap();
    assert_eq!(solution.value(), Some(-8.0));
    let end = solution.line.iter().fold(game.start(), |discs, choice| game.play(&discs, choice));
    assert!(game.is_over(&end) && game.payoff(&end, Player::SECOND) == 8.0);
    let mut solver = Solver::new(&game, 16, &Budget::unlimited()).unwrap();
    let mut open = vec![game.start()];
    for _ in 0..4 {
        open = open
            .iter()
            .flat_map(|discs| moves_of(&game, discs).into_iter().map(|c| game.play(discs, &c)))
            .collect();
    }
    for discs in open.iter().step_by(5) {
        let value = solver.value_of(discs, SolveGoal::Value).unwrap();
        assert_eq!(value.exact(), BySolving.value(&game, discs).exact(), "{}", game.position_text(discs));
    }
}

/// A line of best play on six by six (Feinstein 1993, from the usual start; a to f and 1 to 6 here): the second player wins,
/// 20 to 16.
const BEST_PLAY: &str =
    "c2 b4 c5 d2 e4 e3 d1 c1 b1 d5 d6 f4 b3 b2 f3 f2 e2 b6 a4 c6 a6 a2 b5 a5 e6 e5 a3 a1 f5 f6 e1 f1";

/// The board after so many discs of that line; passes are not in it.
fn after(game: &Othello, discs: usize) -> <Othello as Game>::Position {
    let named = |position: &<Othello as Game>::Position, name: &str| {
        moves_of(game, position).into_iter().find(|choice| game.move_name(position, choice) == name)
    };
    BEST_PLAY.split(' ').take(discs).fold(game.start(), |position, name| {
        let placed = named(&position, name).map(|choice| game.play(&position, &choice));
        placed.unwrap_or_else(|| {
            let passed = game.play(&position, &moves_of(game, &position)[0]);
            game.play(&passed, &named(&passed, name).expect("one of the two can place it"))
        })
    })
}

/// On six by six best play is worth four discs to the second player: at the end of the published line, and by solving from
/// where it stands after 12 discs and later.
#[test]
fn the_second_player_wins_six_by_six() {
    let game = othello(6);
    let end = after(&game, 32);
    assert!(game.is_over(&end) && game.payoff(&end, Player::SECOND) == 4.0);
    for discs in [24, 18, 14, 12] {
        let solution = solve(&game, &after(&game, discs), 16, &Budget::unlimited()).unwrap();
        assert_eq!(solution.value(), Some(-4.0), "after {discs} discs");
    }
}

/// The same from 10 and 8 discs on: 22 and 24 empty fields.
#[test]
#[ignore = "minutes without optimisation: cargo test --release -p plyscope --test suite six_by_six -- --ignored"]
fn the_second_player_wins_six_by_six_from_early_on() {
    let game = othello(6);
    for discs in [10, 8] {
        let solution = solve(&game, &after(&game, discs), 256, &Budget::unlimited()).unwrap();
        assert_eq!(solution.value(), Some(-4.0), "after {discs} discs");
    }
}

/// Boards that are images of each other share their outcome, and are known by one key.
#[test]
fn images_share_their_truth_key() {
    use plyscope::game::Hints;
    let game = othello(8);
    let keys: Vec<u64> =
        moves_of(&game, &game.start()).iter().map(|c| game.truth_key(&game.play(&game.start(), c))).collect();
    assert!(keys.iter().all(|key| *key == keys[0]), "four first moves, one position");
    let after = game.play(&game.start(), &moves_of(&game, &game.start())[0]);
    let answers: std::collections::BTreeSet<u64> =
        moves_of(&game, &after).iter().map(|c| game.truth_key(&game.play(&after, c))).collect();
    assert_eq!(answers.len(), 3, "parallel, diagonal and perpendicular");
}

#[test]
fn bad_boards_and_positions_are_refused() {
    let why = Othello::named("othello(size=5)").unwrap_err().to_string();
    assert!(why.contains("4, 6 or 8"), "{why}");
    let game = othello(4);
    for (text, part) in [
        ("-----OX--XO-----", "16 cells"),
        ("-----OX--XO---- X", "16 cells"),
        ("-----OX--XO----. X", "cells of `-XO`"),
        ("-----OX--XO----- Z", "the mover, X or O"),
        ("X---------------  X", "four cells in the middle"),
    ] {
        let why = game.parse_position(text).unwrap_err().to_string();
        assert!(why.contains(part), "{text}: {why}");
    }
    assert!(game.is_over(&game.parse_position("XXXXXXXXXXXXXXXX O").unwrap()));
}
