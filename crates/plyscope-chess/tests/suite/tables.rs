//! Tables against plain minimax over the rules of another program, and against published numbers.

use cozy_chess::{Board, Color, Piece, Square};
use plyscope::catalogue::{Catalogue, OracleContext};
use plyscope::game::{Game, GamePosition, Player};
use plyscope::key::Stream;
use plyscope::player::AnyGame;
use plyscope::source::Source;
use plyscope::value::Outcome;
use plyscope_chess::tables::{Ending, Progress, Tables, Worth};
use plyscope_chess::{Chess, EndingPositions, WIN};
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;

/// A folder of a test, empty at first and gone at its end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("plyscope-tables-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn make(tables: &Tables, ending: &str) -> Vec<Progress> {
    let told = Mutex::new(Vec::new());
    let report = |progress| told.lock().unwrap().push(progress);
    tables.make(&[ending.parse().unwrap()], 2, &AtomicBool::new(false), &report).unwrap();
    told.into_inner().unwrap()
}

fn children(board: &Board) -> Vec<Board> {
    let mut children = Vec::new();
    board.generate_moves(|moves| {
        children.extend(moves.into_iter().map(|choice| {
            let mut child = board.clone();
            child.play_unchecked(choice);
            child
        }));
        false
    });
    children
}

/// A position is worth the best of what follows it, one ply farther from mate.
fn check(tables: &Tables, board: &Board) {
    let children = children(board);
    let seen = children
        .iter()
        .map(|child| tables.worth(child).unwrap().unwrap_or_else(|| panic!("{child} is legal")));
    let rank = |worth: &Worth| match worth {
        Worth::Win(plies) => 1000 - i32::from(*plies),
        Worth::Draw => 0,
        Worth::Loss(plies) => i32::from(*plies) - 1000,
    };
    let turned = seen.map(|worth| match worth {
        Worth::Win(plies) => Worth::Loss(plies + 1),
        Worth::Draw => Worth::Draw,
        Worth::Loss(plies) => Worth::Win(plies + 1),
    });
    let stuck = if board.checkers().is_empty() { Worth::Draw } else { Worth::Loss(0) };
    let expected = turned.max_by_key(rank).unwrap_or(stuck);
    assert_eq!(tables.worth(board).unwrap(), Some(expected), "{board}");
}

fn sample(ending: &str, trials: u64) -> Vec<Board> {
    let source =
        EndingPositions::new(&AnyGame::new(Chess::default()), Stream::new(7, "tables"), ending).unwrap();
    let board = |trial| {
        let found = source.draw(trial, 0).unwrap()?;
        Some(GamePosition::<Chess>::of(&found.position).position.board().clone())
    };
    (0..trials).filter_map(board).collect()
}

/// All boards of two kings and a man.
fn all_boards(man: Piece) -> Vec<Board> {
    let mut boards = Vec::new();
    for place in 0..2 * 64 * 64 * 64usize {
        let mut builder = cozy_chess::BoardBuilder::empty();
        let mut put = |at: usize, piece, color| builder.board[at % 64].replace((piece, color)).is_none();
        let free = put(place, Piece::King, Color::White)
            & put(place >> 6, Piece::King, Color::Black)
            & put(place >> 12, man, Color::White);
        builder.side_to_move = if place >> 18 == 0 { Color::White } else { Color::Black };
        let board = free.then(|| builder.build().ok()).flatten();
        // `cozy-chess` lets kings stand side by side.
        let near = |board: &Board| {
            cozy_chess::get_king_moves(board.king(Color::White)).has(board.king(Color::Black))
        };
        boards.extend(board.filter(|board| !near(board)));
    }
    boards
}

/// All of a rook against a king, one in seven of a pawn.
#[test]
fn positions_of_three_men_are_worth_their_best_move() {
    let folder = Folder::new("three");
    let tables = Tables::new(&folder.0);
    make(&tables, "KPk");
    for (man, step) in [(Piece::Rook, 1), (Piece::Pawn, 7)] {
        let boards = all_boards(man);
        assert!(boards.len() > 150_000);
        boards.iter().step_by(step).for_each(|board| check(&tables, board));
    }
}

/// A rook against a knight: 40 moves at the longest. And the same with colours exchanged.
#[test]
fn rook_against_knight() {
    let folder = Folder::new("four");
    let tables = Tables::new(&folder.0);
    make(&tables, "KNkr");
    let mut longest = 0;
    for ending in ["KRkn", "KNkr"] {
        for board in sample(ending, 3000) {
            check(&tables, &board);
            if let Some(Worth::Win(plies) | Worth::Loss(plies)) = tables.worth(&board).unwrap() {
                longest = longest.max(plies);
            }
        }
    }
    assert!((30..=80).contains(&longest), "{longest} plies, and 40 moves is the longest there is");
}

/// Every ending of four men, and the longest mates as published (moves of the side that wins).
#[test]
#[ignore = "makes all tables: minutes, and 340 MB"]
fn every_ending() {
    let folder = Folder::new("all");
    let tables = Tables::new(&folder.0);
    tables.make(&Ending::all(), 2, &AtomicBool::new(false), &|_| ()).unwrap();
    for ending in Ending::all() {
        for board in sample(&ending.to_string(), 4000) {
            check(&tables, &board);
            // What follows holds pawns that have just passed, too.
            children(&board)
                .iter()
                .filter(|child| child.en_passant().is_some())
                .for_each(|child| check(&tables, child));
        }
    }
}

#[test]
fn what_is_made_is_not_made_again() {
    let folder = Folder::new("again");
    let tables = Tables::new(&folder.0);
    let [rook, knight]: [Ending; 2] = ["KRk", "KNk"].map(|ending| ending.parse().unwrap());
    assert_eq!(make(&tables, "KRk"), [Progress::Begun(rook), Progress::Made(rook)]);
    assert_eq!(make(&tables, "KRk"), [Progress::Found(rook)]);
    let stopped = tables.make(&[knight], 1, &AtomicBool::new(true), &|_| ()).unwrap_err().to_string();
    assert!(stopped.contains("goes on"), "{stopped}");
    // A damaged file is made anew.
    let path = folder.0.join("chess-KRk.plytab");
    let whole = std::fs::read(&path).unwrap();
    std::fs::write(&path, &whole[..whole.len() / 2]).unwrap();
    assert_eq!(make(&tables, "KRk"), [Progress::Begun(rook), Progress::Made(rook)]);
    assert_eq!(std::fs::read(&path).unwrap(), whole, "the same bytes");
}

#[test]
fn half_a_file_and_a_flipped_bit_are_refused() {
    let folder = Folder::new("damaged");
    make(&Tables::new(&folder.0), "KRk");
    let path = folder.0.join("chess-KRk.plytab");
    let whole = std::fs::read(&path).unwrap();
    let boards: Vec<Board> = all_boards(Piece::Rook).into_iter().step_by(50).collect();
    let refused = || {
        let tables = Tables::new(&folder.0);
        boards.iter().filter_map(|board| tables.worth(board).err()).map(|error| error.to_string()).next()
    };
    assert_eq!(refused(), None);
    for length in [0, 10, 40, whole.len() / 2, whole.len() - 1] {
        std::fs::write(&path, &whole[..length]).unwrap();
        let why = refused().expect("half a file is refused");
        assert!(why.contains("chess-KRk.plytab is damaged"), "{why}");
    }
    for at in [0, 9, 17, 30, 40, whole.len() / 3, whole.len() / 2] {
        let mut flipped = whole.clone();
        flipped[at] ^= 4;
        std::fs::write(&path, &flipped).unwrap();
        assert!(refused().is_some(), "bit of byte {at}");
    }
    std::fs::write(&path, [&whole[..], b"x"].concat()).unwrap();
    assert!(refused().is_some(), "something behind the end");
}

/// Truth for measurements: outcomes by move, a shorter mate worth more.
#[test]
fn tables_judge_moves() {
    let folder = Folder::new("oracle");
    let catalogue = plyscope_chess::added_to(Catalogue::built_in());
    let game = catalogue.game("chess").unwrap();
    let context = OracleContext {
        game: &game,
        source: None,
        evaluator: None,
        seed: 1,
        cache: None,
        catalogue: &catalogue,
    };
    let name = format!("tables(path={:?})", folder.0.display().to_string());
    let oracle = catalogue.oracle(&name, &context).unwrap();
    let at = |fen: &str| (game.parse_position(fen).unwrap(), Stream::new(1, "").trial(0));
    let judged = |fen: &str| oracle.judge(&[at(fen)]).unwrap().remove(0);
    // Mate in one; and moves that give the rook away, or stalemate.
    let fen = "7k/8/5K2/6R1/8/8/8/8 w - - 0 1";
    let (found, names) = (judged(fen), game.move_names(&at(fen).0).unwrap());
    let of = |name: &str| names.iter().position(|known| known == name).expect("a legal move");
    let (outcomes, margins) = (found.outcomes().unwrap(), found.margins().unwrap());
    assert_eq!((found.mover, outcomes[of("g5g8")]), (Player::FIRST, Outcome::Draw), "the king takes it");
    assert_eq!(outcomes[of("f6f7")], Outcome::Win);
    assert!(outcomes.iter().filter(|outcome| **outcome == Outcome::Win).count() > 5);
    assert!(margins[of("f6f7")] > margins[of("f6e6")], "{margins:?}");
    // By hand: after Kf7 Kh7 Rh5 is mate.
    assert_eq!(margins[of("f6f7")], WIN - 2.0);
    // Black to move loses by every move but one.
    let found = judged("8/8/8/8/8/1k6/1r6/K7 w - - 0 1");
    assert!(found.outcomes().unwrap().iter().all(|outcome| *outcome == Outcome::Loss), "{found:?}");
    // Nothing is known of five men, and of castling.
    assert_eq!(judged("4k3/pp6/8/8/8/8/4P3/4K3 w - - 0 1").outcomes(), None);
    assert_eq!(judged("4k3/8/8/8/8/8/8/4K2R b K - 0 1").outcomes(), None);
    // Games that number their positions have tables of their own; others are refused.
    for (other, has) in [("tic-tac-toe", true), ("othello", false)] {
        let other = catalogue.game(other).unwrap();
        let context = OracleContext { game: &other, ..context };
        assert_eq!(catalogue.oracle(&name, &context).is_ok(), has);
    }
}

#[test]
fn endings_are_named() {
    let all = Ending::all();
    assert_eq!(all.len(), 5 + 15 + 15);
    assert_eq!(all.iter().filter(|ending| ending.pawns() == 0).count(), 4 + 10 + 10);
    for (i, ending) in all.iter().enumerate() {
        assert_eq!(ending.to_string().parse::<Ending>().unwrap(), *ending);
        assert!(ending.conversions().iter().all(|conversion| all[..i].contains(conversion)), "{ending}");
    }
    let converted: Vec<String> =
        "KPk".parse::<Ending>().unwrap().conversions().iter().map(Ending::to_string).collect();
    assert_eq!(converted, ["KQk", "KRk", "KBk", "KNk"]);
    let square = Square::A1;
    let board: Board = "8/8/8/8/8/1k6/8/K7 w - - 0 1".parse().unwrap();
    assert!(board.king(Color::White) == square);
    assert_eq!(Tables::new("nowhere").worth(&board).unwrap(), Some(Worth::Draw), "bare kings need no file");
    assert!(Chess::default().is_over(&plyscope_chess::Position::new(board)));
}
