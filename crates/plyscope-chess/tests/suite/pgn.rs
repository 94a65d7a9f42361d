//! Recorded games, and positions in files.

use plyscope::catalogue::{Catalogue, SourceContext};
use plyscope::game::{GamePosition, TicTacToe};
use plyscope::key::Stream;
use plyscope::laws::check_source;
use plyscope::player::AnyGame;
use plyscope::source::{Source, Wanted};
use plyscope_chess::Chess;
use plyscope_chess::pgn::{PgnPositions, read, read_good};
use std::sync::Arc;

/// Morphy against the Duke of Brunswick and Count Isouard, Paris 1858.
const OPERA: &str = "1.e4 e5 2.Nf3 d6 3.d4 Bg4 4.dxe5 Bxf3 5.Qxf3 dxe5 6.Bc4 Nf6 7.Qb3 Qe7 8.Nc3 c6 9.Bg5 b5 10.Nxb5 cxb5 \
                     11.Bxb5+ Nbd7 12.O-O-O Rd8 13.Rxd7 Rxd7 14.Rd1 Qe6 15.Bxd7+ Nxd7 16.Qb8+ Nxb8 17.Rd8# 1-0";

/// The same as somebody else might write it.
const ODD: &str = "\u{feff}[Event \"Opera\"]\r\n[White \"Morphy, \\\"P\\\"\"]\r\n[Result \"1-0\"]\r\n% not for us\r\n\r\n\
    1. e2-e4 e5 $1 2. Ng1f3!? (2. f4 exf4 (2... d5 {a {comment} 3. exd5) 3. Nf3) 2... d7d6 3 d4 Bg4? {bad; \r\n [but] played} \
    4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 ; 7. a4 was possible ) }\r\n7. Qb3 Qe7 8. Nc3 c6 9. Bg5 b5 10. Nxb5 cxb5 11. Bxb5 \
    Nbd7 12. 0-0-0 Rd8 13. Rxd7 R8xd7 14. Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+!! Nxb8 17. Rd8# 1-0\r\n";

fn last(text: &str) -> Vec<String> {
    let games = read(text).expect("games");
    games.iter().map(|game| game.positions().last().expect("a position").board().to_string()).collect()
}

fn source(text: &str, every: u32) -> plyscope::Result<PgnPositions> {
    PgnPositions::parse(&AnyGame::new(Chess::default()), Stream::new(1, "chess"), text, every)
}

#[test]
fn games_are_read_however_they_are_written() {
    let mate = "1n1Rkb1r/p4ppp/4q3/4p1B1/4P3/8/PPP2PPP/2K5 b k - 1 17";
    assert_eq!(last(OPERA), [mate]);
    assert_eq!(last(ODD), [mate]);
    assert_eq!(last(&format!("{OPERA}\n\n{ODD}\n{OPERA}")), [mate; 3]);
    // Without results tags tell games apart; without moves a game is where it begins.
    let usual = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let two = "[White \"A\"]\n1. e4\n[White \"B\"]\n[Black \"C\"]\n*\n";
    assert_eq!(last(two), ["rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", usual]);
    assert_eq!(last("[White \"only tags\"]"), [usual]);
    assert!(last("").is_empty() && last(" \r\n ; nothing\n{nothing}").is_empty());
}

#[test]
fn games_begin_where_their_tags_say() {
    let text =
        "[SetUp \"1\"]\n[FEN \"r3k2r/P7/8/8/8/8/8/R3K2R b KQkq - 3 40\"]\n\n40... o-o-o 41. axb8Q 1/2-1/2";
    let why = read(text).expect_err("nothing is there to take").to_string();
    assert!(why.contains("line 4: game 1: move 41. `axb8Q` is not legal in 2kr3r/P7/"), "{why}");
    let promoted = text.replace("o-o-o 41. axb8Q", "0-0-0 41. a8=N");
    assert_eq!(last(&promoted), ["N1kr3r/8/8/8/8/8/8/R3K2R b KQ - 0 41"]);
    assert_eq!(last(&promoted.replace("a8=N", "a8Q+")), ["Q1kr3r/8/8/8/8/8/8/R3K2R b KQ - 0 41"]);
    let passant = "[FEN \"4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1\"] 1. e4 dxe3e.p. *";
    assert_eq!(last(passant), ["4k3/8/8/8/8/4p3/8/4K3 w - - 0 2"]);
}

#[test]
fn bad_games_are_told_with_game_line_and_move() {
    for (text, told) in [
        ("1. e4 e5 1-0\n\n1. d4\nd5 2. Qd3 Qd5 1-0", "line 4: game 2: move 2... `Qd5` is not legal in"),
        ("1. e4 *\n[White \"x\"]\n1. e5 *", "line 3: game 2: move 1. `e5` is not legal"),
        ("1. -- e5", "line 1: game 1: move 1. `--` is not legal"),
        ("1. Nc3 a6 2. Nb5 a5 3. Nf3 a4 4. Nd4 *", "game 1: move 4. `Nd4` is not legal"),
        ("hello world", "line 1: game 1: move 1. `hello` is not legal"),
        ("1. e4 {", "line 1: game 1: a comment"),
        ("1. e4\n\n(1. d4", "line 3: game 1: a variation"),
        ("[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]", "line 1: game 1: its FEN is not a FEN such as"),
        ("*\n[Variant \"Atomic\"]", "line 2: game 2: it is of the variant Atomic"),
        ("[White \"x]\n", "line 1: game 1: a tag looks like"),
        ("1. e4 e5 2. \u{1b}[31m", "game 1: "),
    ] {
        let why = read(text).map(|games| games.len()).expect_err(text).to_string();
        assert!(why.contains(told), "{text:?}: {why}");
        assert!(!why.contains('\u{1b}'), "{why:?}");
    }
}

/// A bad game is left out and told with its number; the games before and behind it are read.
#[test]
fn bad_games_are_left_out_and_told() {
    let good = "[Event \"a\"]\n1. e4 e5 1-0\n\n";
    for (bad, told) in [
        ("[Event \"b\"]\n1. e4 e5 2. Ke3 d5 *\n\n", "line 5: game 2: move 2. `Ke3` is not legal"),
        ("[Event \"b\"]\n1. e4 e5 2. Ke3 d5\n\n", "line 5: game 2: move 2. `Ke3` is not legal"),
        (
            "[Event \"b\"]\n[FEN \"4k3/8/8/4K2R w - - 0 1\"]\n1. Rh8 *\n\n",
            "line 5: game 2: its FEN is not a FEN such as",
        ),
        ("[Event \"b]\n[White \"c\"]\n\n1. d4 *\n\n", "line 4: game 2: a tag looks like"),
        ("[Event \"b\"]\n[Variant \"Atomic\"]\n1. e4 *\n\n", "line 5: game 2: it is of the variant Atomic"),
        ("[Event \"b\"]\n1. e4 {never closed *\n\n", "line 5: game 2: a comment"),
        ("[Event \"b\"]\n1. e4 (1. d4 *\n\n", "line 5: game 2: a variation"),
        ("[Event \"b\"]\n1. e4 } e5 *\n\n", "line 5: game 2: a `}`"),
    ] {
        let text = format!("{good}{bad}{}", good.replace("e5 ", "e5 {why not} "));
        let (games, wrong) = read_good(&text);
        assert_eq!((games.len(), wrong.len()), (2, 1), "{bad}: {wrong:?}");
        assert!(games.iter().all(|game| game.moves().len() == 2), "{bad}");
        assert!(wrong[0].to_string().contains(told), "{bad}: {}", wrong[0]);
        let remarks = source(&text, 1).expect("two games").remarks();
        assert_eq!(remarks[0], "1 of 3 games is left out:");
        assert!(remarks[1].contains(told), "{remarks:?}");
    }
    assert!(source(good, 1).expect("a game").remarks().is_empty());
    let why = source("1. e4 e4 *", 1).err().expect("no game").to_string();
    assert!(why.contains("game 1: move 1... `e4`"), "{why}");
}

/// Nothing that can be in a file makes it fall.
#[test]
fn damaged_files_are_refused_or_read() {
    for at in 0..ODD.len() {
        if !ODD.is_char_boundary(at) {
            continue;
        }
        for sign in ["", "(", ")", "{", "}", "[", "]", "\"", "$", ".", "\u{0}", "½", "0-0", "\n%"] {
            let damaged = format!("{}{sign}{}", &ODD[..at], ODD[at..].chars().skip(1).collect::<String>());
            let _ = read(&damaged);
        }
        let _ = read(&ODD[..at]);
    }
}

#[test]
fn positions_come_in_order_with_their_past() {
    // 33 plies, the last of them mates.
    for (every, expected) in [(1, 32), (2, 16), (10, 3), (33, 0), (1000, 0)] {
        assert_eq!(source(OPERA, every).expect("games").trials(), Some(expected), "every {every}");
    }
    let positions = source(&format!("{OPERA}\n{OPERA}"), 10).expect("games");
    check_source(&positions, 6);
    let plies: Vec<_> = (0..6).map(|trial| positions.trial(trial).expect("a position").ply).collect();
    assert_eq!(plies, [10, 20, 30, 10, 20, 30].map(Some));
    assert!(positions.trial(6).is_err());
    // What was there twice is a draw the third time: the past is known.
    let there_and_back = "Nf3 Nf6 Ng1 Ng8 ".repeat(2);
    let repeated = source(&format!("{there_and_back} *"), 1).expect("games");
    assert_eq!(repeated.trials(), Some(7), "the start for the third time is a draw");
    let last = repeated.trial(6).expect("a position");
    let GamePosition { game, position } = GamePosition::<Chess>::of(&last.position);
    let back = plyscope::game::Game::parse_move(&**game, position, "f6g8").expect("legal");
    assert!(plyscope::game::Game::is_over(&**game, &plyscope::game::Game::play(&**game, position, &back)));
    // A position that was set up is of no known ply.
    let set_up = source("[FEN \"4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1\"] 1. e4 *", 1).expect("games");
    assert_eq!(set_up.trial(0).expect("a position").ply, None);
    let other = PgnPositions::parse(&AnyGame::new(TicTacToe::default()), Stream::new(1, ""), OPERA, 1);
    assert!(other.err().expect("of chess").to_string().contains("games of chess, not of tic-tac-toe"));
}

fn named(text: &str, read: &dyn Fn(&str) -> plyscope::Result<String>) -> plyscope::Result<Arc<dyn Source>> {
    let catalogue = plyscope_chess::added_to(Catalogue::built_in());
    let game = catalogue.game("chess").expect("chess");
    let stream = Stream::new(1, "chess");
    catalogue.source(
        text,
        &SourceContext {
            game: &game,
            stream,
            wanted: Wanted::NonTrivial,
            seed: 1,
            catalogue: &catalogue,
            read,
        },
    )
}

#[test]
fn by_name_from_files() {
    let files = |path: &str| {
        let why = || plyscope::Error::Settings { kind: "test".into(), why: "could not read it".into() };
        plyscope_files::old_text(std::path::Path::new(path)).map_err(|_| why())
    };
    let path = std::env::temp_dir().join(format!("plyscope-pgn-{}.pgn", std::process::id()));
    let name = |every: u32| format!("pgn(path={:?},every={every})", path.display().to_string());
    // Latin-1, as old files are.
    let mut bytes = b"[White \"Gr\xfcnfeld\"]\n".to_vec();
    bytes.extend(OPERA.bytes());
    std::fs::write(&path, bytes).expect("a file");
    let found = named(&name(4), &files).expect("games");
    assert_eq!(found.trials(), Some(8));
    assert!(found.name().starts_with("pgn(path="), "{}", found.name());
    let before = found.name();
    std::fs::write(&path, OPERA).expect("a file");
    assert_ne!(named(&name(4), &files).expect("games").name(), before, "another file is another source");
    let why = named(&name(100), &files).err().expect("nothing").to_string();
    assert!(why.contains("has no position to decide at"), "{why}");
    std::fs::remove_file(&path).expect("it was there");
    let why = named(&name(1), &files).err().expect("no file").to_string();
    assert!(why.contains("could not read"), "{why}");
    assert!(named("pgn(every=0)", &files).is_err());
}

/// FEN or EPD, one a line.
#[test]
fn positions_of_a_file() {
    let text = "# comment\n4k3/8/8/8/8/8/4P3/4K3 w - - 5 30\r\n\n4k3/8/8/8/8/8/4P3/4K3 b - -\n\
                4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id \"one; two\"; c0 \"0 1\";\n\
                4k3/8/8/8/8/8/4P3/4K3 w - - 7 31 bm e4;\n4k3/8/8/8/8/8/4P3/4K3 w - - hmvc 3; fmvn 9;\n";
    let found = named("file(path=x)", &|_| Ok(text.to_string())).expect("positions");
    assert_eq!(found.trials(), Some(5));
    let texts: Vec<String> =
        (0..5).map(|trial| found.game().position_text(&found.trial(trial).expect("one").position)).collect();
    let board = "4k3/8/8/8/8/8/4P3/4K3";
    let expected = ["w - - 5 30", "b - - 0 1", "w - - 0 1", "w - - 7 31", "w - - 0 1"];
    assert_eq!(texts, expected.map(|rest| format!("{board} {rest}")));
    let marked = named("file(path=x)", &|_| Ok(format!("\u{feff}{board} w - - 5 30"))).expect("read over");
    assert_eq!(marked.trials(), Some(1));
    let mate = named("file(path=x)", &|_| Ok("7k/5KQ1/8/8/8/8/8/8 b - - 0 1".into()))
        .err()
        .expect("mate")
        .to_string();
    assert!(mate.contains("the game is over: there is nothing to decide"), "{mate}");
    let empty = named("file(path=x)", &|_| Ok("# nothing\n".into())).err().expect("nothing").to_string();
    assert!(empty.contains("x has no positions"), "{empty}");
    for bad in ["4k3/8/8/8/8/8/4P3/4K3 w - - 5 30 40", "4k3/8/8/8/8/8/4P3 w - -", "4k3/8/8/8/8/8/4P3/4K3 w"] {
        let why = named("file(path=x)", &|_| Ok(format!("\n{bad}"))).err().expect(bad).to_string();
        assert!(why.contains("line 2"), "{bad}: {why}");
    }
}
