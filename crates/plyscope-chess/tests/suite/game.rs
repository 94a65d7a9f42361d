//! Rules, texts, laws.

use cozy_chess::Board;
use plyscope::catalogue::{Catalogue, Described, Subject};
use plyscope::evaluator::{Adjusted, Adjustment, ByFunction, Evaluator, Shared};
use plyscope::game::{Cell, Game, Hints, Player, StandPat, moves_of};
use plyscope::key::{Domain, Stream};
use plyscope::laws::{check_estimate, check_game};
use plyscope_chess::{Chess, Position, WIN, material, mobility, piece_square};
use std::sync::Arc;

pub(crate) fn at(fen: &str) -> Position {
    Chess::default().parse_position(fen).unwrap()
}

#[test]
fn chess_keeps_the_laws_of_games() {
    check_game(&Chess::default(), 12);
    let catalogue = plyscope_chess::added_to(Catalogue::built_in());
    for fen in ["8/P6k/8/8/8/8/p6K/8 w - - 0 1", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"] {
        let game = catalogue.game(&format!("chess(start={fen:?})")).unwrap();
        assert_eq!(catalogue.game(&game.name().to_string()).unwrap().name(), game.name());
        let parameter = game.name().get("start").map(str::to_string);
        assert_eq!(parameter.as_deref(), Some(fen));
    }
}

/// SAN and UCI mean the same move. The SAN is that of the position, by hand.
#[test]
fn moves_are_read_in_both_notations() {
    let game = Chess::default();
    for (fen, san, uci) in [
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "O-O", "e1g1"),
        ("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "O-O-O", "e8c8"),
        ("k7/8/8/8/8/8/8/K2R3R w - - 0 1", "Rdf1", "d1f1"),
        ("8/P6k/8/8/8/8/8/K7 w - - 0 1", "a8=N", "a7a8n"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "exd6", "e5d6"),
    ] {
        let position = at(fen);
        let (read, plain) =
            (game.parse_move(&position, san).unwrap(), game.parse_move(&position, uci).unwrap());
        assert_eq!(read, plain, "{fen}");
        assert_eq!(game.move_name(&position, &read), uci);
    }
    let why = game.parse_move(&game.start(), "e2e5").unwrap_err().to_string();
    assert!(why.contains("e2e4"), "{why}");
    for text in ["", "e9e5", "O-O-O-O", "♞f3", "e1e1", "a7a8k", "+", "="] {
        assert!(game.parse_move(&game.start(), text).is_err(), "{text}");
    }
}

/// Kinds of moves and their squares, by hand.
#[test]
fn moves_are_told_apart_and_drawn() {
    let (game, position) = (Chess::default(), at("3k4/P7/8/3pP3/8/8/8/R3K2R w KQ d6 0 2"));
    let (moves, board) = (moves_of(&game, &position), game.board(&position).unwrap());
    for (uci, kind, squares) in [
        ("e5d6", "capture or promotion", [28, 19]), // en passant
        ("a7a8q", "capture or promotion", [8, 0]),
        ("a7a8n", "capture or promotion", [8, 0]),
        ("h1h8", "check", [63, 7]),
        ("e1c1", "quiet move", [60, 58]), // castling, drawn as the king's move; the pawn hides the king
        ("e1g1", "quiet move", [60, 62]),
        ("e5e6", "quiet move", [28, 20]),
        ("a1d1", "quiet move", [56, 59]),
    ] {
        let number = moves.iter().position(|choice| game.move_name(&position, choice) == uci).expect(uci);
        assert_eq!(game.kind(&position, &moves[number]), Some(kind), "{uci}");
        assert_eq!(board.moves[number], squares, "{uci}");
    }
    assert_eq!(
        (board.cells[3], board.cells[63]),
        (Cell::Sign(Player::SECOND, 'k'), Cell::Sign(Player::FIRST, 'R'))
    );
    assert!(board.checkered && board.cells[1] == Cell::Empty);
}

/// Captures are played out, the dearest first; somebody in check plays any move.
#[test]
fn quiescence_plays_captures_out() {
    let game = Chess::default();
    let evaluator: Shared<Chess> =
        Arc::new(ByFunction::new("material", |_: &Chess, position: &Position| material(position)));
    let quiet = Adjusted::new(evaluator.clone(), Adjustment::Quiescence { plies: 10 });
    for (fen, plain, played) in [
        // The pawn takes the queen.
        ("4k3/8/3p4/4Q3/8/8/8/4K3 b - - 0 1", 8.0, -1.0),
        // The rook is defended: the queen does not take it.
        ("4k3/8/8/8/3p4/4r3/8/4Q1K1 w - - 0 1", 3.0, 3.0),
        // A rook for a rook changes nothing.
        ("3rk3/8/8/8/8/8/8/3RK3 w - - 0 1", 0.0, 0.0),
    ] {
        let position = at(fen);
        let worth = |evaluator: &dyn Evaluator<Chess>| evaluator.estimate(&game, &position).score();
        assert_eq!((worth(&*evaluator), worth(&quiet)), (plain, played), "{fen}");
    }
    let mut moves = Vec::new();
    let check = at("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1");
    assert_eq!(game.noisy(&check, &mut moves), Some(StandPat::MustNot));
    assert_eq!(moves.len(), moves_of(&game, &check).len());
}

#[test]
fn texts_that_are_no_position_are_refused() {
    let game = Chess::default();
    for text in [
        "",
        "8/8/8/8/8/8/8/8 w - - 0 1",
        "4k3/8/8/8/8/8/8/4K2R w KQ - 0 1",
        "4k3/8/8/8/8/8/4R3/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/5K1R w K - 0 1",
        "8/8/8/3Kk3/8/8/8/8 w - - 0 1",
        "P3k3/8/8/8/8/8/8/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/4K3 w - - 101 1",
        "4k3/8/8/8/8/8/8/4K3 w - e3 0 1",
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1 2",
        "4k3/9/8/8/8/8/8/4K3 w - - 0 1",
    ] {
        let why = game.parse_position(text).err().unwrap_or_else(|| panic!("{text} was read")).to_string();
        assert!(why.contains("FEN"), "{why}");
    }
    // EPD has no clocks and may have operations behind.
    let fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    assert_eq!(game.position_text(&at("4k3/8/8/8/8/8/8/4K2R w K - bm O-O; id \"one\";")), fen);
    assert_eq!(game.position_text(&at("4k3/8/8/8/8/8/8/4K2R  w K -")), fen);
}

/// Every field is checked, and a refusal names the one that is wrong.
#[test]
fn a_refused_fen_names_its_field() {
    let catalogue = plyscope_chess::added_to(Catalogue::built_in());
    for (text, told) in [
        ("4k3/8/8/4K2R w - - 0 1", "the board: the number of its rows is 4, not 8"),
        ("8/8/4k3/8/8/8/8/8/4K2R w - - 0 1", "the board: the number of its rows is 9, not 8"),
        ("4k3/8/8/8/8/8/8/4K2R1 w - - 0 1", "the board: row 1 (`4K2R1`) has 9 squares, not 8"),
        ("4k3/8/8/8/8/8/7/4K3 w - - 0 1", "the board: row 2 (`7`) has 7 squares, not 8"),
        ("4k3/08/8/8/8/8/8/4K3 w - - 0 1", "the board: row 7 (`08`) has a sign that stands for nothing"),
        ("8/8/8/8/8/8/8/4K3 w - - 0 1", "the board: Black has 0 kings, not 1"),
        ("4k3/pppppppp/p7/8/8/8/8/4K3 w - - 0 1", "the board: Black has 10 men and 9 pawns"),
        ("P3k3/8/8/8/8/8/8/4K3 w - - 0 1", "the board: a pawn stands on the first or the last row"),
        ("4k3/8/8/8/8/8/4R3/4K3 w - - 0 1", "the board: the side that moved is in check"),
        ("8/8/8/3Kk3/8/8/8/8 w - - 0 1", "the board: "),
        ("4k3/8/8/8/8/8/8/4K3", "the fields end before the side to move"),
        ("4k3/8/8/8/8/8/8/4K3 x - - 0 1", "the side to move is neither w nor b"),
        ("4k3/8/8/8/8/8/8/4K2R w", "the fields end before the castling rights"),
        ("4k3/8/8/8/8/8/8/4K2R w KK - 0 1", "the castling rights do not fit"),
        ("4k3/8/8/8/8/8/8/4K3 w - e3 0 1", "the en passant square: no pawn"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 101 1", "the half-move clock is not 0 to 100"),
        ("4k3/8/8/8/8/8/8/4K3 w - - +1 1", "the half-move clock is not a whole number"),
        ("4k3/8/8/8/8/8/8/4K3 w - - x 1", "the half-move clock is not a whole number"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 5", "the fields end before the move number"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 5 0", "the move number is not 1 to 65535"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 2", "`2` follows the six fields"),
    ] {
        let why = Chess::default().parse_position(text).expect_err(text).to_string();
        assert!(why.contains(told), "{text}: {why}");
        let Err(why) = catalogue.game(&format!("chess(start={text:?})")) else { panic!("{text}") };
        let why = why.to_string();
        assert!(why.contains(told), "{text}: {why}");
    }
}

/// Men that nothing can be won with are refused; others start on boards of theirs.
#[test]
fn an_ending_starts_with_its_men() {
    let catalogue = plyscope_chess::added_to(Catalogue::built_in());
    for men in ["Kk", "KBk", "KNk", "Kkb", "Kkn"] {
        let Err(why) = catalogue.game(&format!("chess(men={men})")) else { panic!("{men}") };
        let why = why.to_string();
        assert!(why.contains(&format!("men={men}: no position was found")), "{why}");
    }
    for men in ["KPk", "KBbk", "KBNk", "KNNk", "KQRBNPPkqrbnpp"] {
        let game = catalogue.game(&format!("chess(men={men})")).expect(men);
        for trial in 0..5 {
            let start = game.start(Stream::new(7, "men").trial(trial)).expect(men);
            let text = game.position_text(&start);
            let mut found: Vec<char> = text
                .split(' ')
                .next()
                .unwrap_or_default()
                .chars()
                .filter(char::is_ascii_alphabetic)
                .collect();
            let mut wanted: Vec<char> = men.chars().collect();
            found.sort_unstable();
            wanted.sort_unstable();
            assert_eq!(found, wanted, "{text}");
        }
    }
}

/// Fool's mate, and a stalemate.
#[test]
fn games_end() {
    let game = Chess::default();
    let play =
        |position: &Position, text: &str| game.play(position, &game.parse_move(position, text).unwrap());
    let mated = ["f3", "e5", "g4", "Qh4#"].iter().fold(game.start(), |position, text| play(&position, text));
    assert!(game.is_over(&mated) && moves_of(&game, &mated).is_empty());
    assert_eq!(game.payoff(&mated, plyscope::game::Player::FIRST), -WIN);
    let stalemated = at("k7/2Q5/8/8/8/8/8/K7 b - - 0 1");
    assert!(game.is_over(&stalemated));
    assert_eq!(game.payoff(&stalemated, plyscope::game::Player::FIRST), 0.0);
}

/// Positions of random games.
fn walk(trial: u64, plies: u64) -> Vec<Position> {
    let game = Chess::default();
    let key = Stream::new(3, "walk").trial(trial);
    let draws = key.block.draw(Domain::Moves);
    let mut positions = vec![game.start()];
    for ply in 0..plies {
        let last = positions.last().unwrap();
        let moves = moves_of(&game, last);
        if moves.is_empty() {
            break;
        }
        let choice = draws.below(key.lane, ply, moves.len() as u32) as usize;
        positions.push(game.play(last, &moves[choice]));
    }
    positions
}

/// The same position with the colours exchanged.
fn turned(position: &Position) -> Position {
    let fen = position.board().to_string();
    let mut words: Vec<String> = fen.split(' ').map(String::from).collect();
    let swap = |c: char| if c.is_ascii_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() };
    words[0] = words[0]
        .split('/')
        .rev()
        .map(|row| row.chars().map(swap).collect())
        .collect::<Vec<String>>()
        .join("/");
    words[1] = if words[1] == "w" { "b".into() } else { "w".into() };
    words[2] = words[2].chars().map(|c| if c == '-' { c } else { swap(c) }).collect();
    words[3] = words[3].replace('3', "x").replace('6', "3").replace('x', "6");
    Position::new(words.join(" ").parse::<Board>().unwrap())
}

#[test]
fn evaluators_are_fair_to_both_colours_and_below_a_win() {
    let game = Chess::default();
    let named = [
        ("material", material as fn(&Position) -> f64),
        ("piece-square", piece_square),
        ("mobility", mobility),
    ];
    for (name, score) in named {
        let evaluator = ByFunction::new(name, move |_: &Chess, position: &Position| score(position));
        for position in (0..5).flat_map(|trial| walk(trial, 120)) {
            let seen = check_estimate(&evaluator, &game, &position).score();
            assert!((seen + score(&turned(&position))).abs() < 1e-9, "{name}: {}", position.board());
            assert!(seen.abs() < WIN / 2.0);
        }
    }
    // By hand: a queen in the middle of an empty board goes to 27 squares, kings do not count.
    let queen = at("7k/8/8/8/3Q4/8/8/K7 b - - 0 1");
    assert!((mobility(&queen) - (9.0 + 0.05 * 26.0)).abs() < 1e-9, "one of them is the own king's");
}

#[test]
fn the_catalogue_has_chess() {
    let catalogue = plyscope_chess::added_to(Catalogue::built_in());
    let game = catalogue.game("chess").unwrap();
    assert_eq!(catalogue.all_fitting(&game).unwrap(), ["material", "piece-square", "mobility"]);
    let subject = Subject { game: &game, seed: 1, cache: None };
    assert!(catalogue.evaluator("lines", &subject).is_err());
    assert!(catalogue.game("chess(start=\"nonsense\")").is_err());
    let plain = Catalogue::built_in();
    fn own<'a, E: Described>(all: &'a [E], plain: &[E]) -> Vec<&'a dyn Described> {
        let known: Vec<&str> = plain.iter().map(Described::name).collect();
        all.iter()
            .filter(|entry| !known.contains(&entry.name()))
            .map(|entry| entry as &dyn Described)
            .collect()
    }
    let mut listed = own(catalogue.games(), plain.games());
    listed.extend(own(catalogue.evaluators(), plain.evaluators()));
    listed.extend(own(catalogue.sources(), plain.sources()));
    listed.extend(own(catalogue.oracles(), plain.oracles()));
    // The third evaluator, mobility, shares its name with Othello's.
    assert_eq!(listed.len(), 1 + 2 + 2 + 1 + usize::from(cfg!(feature = "syzygy")));
    for entry in listed {
        assert!(entry.summary().ends_with('.'), "{}", entry.name());
    }
}
