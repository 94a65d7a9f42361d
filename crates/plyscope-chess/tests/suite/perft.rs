//! Legal moves, counted: positions and numbers of the chessprogramming wiki, page "Perft Results".

use cozy_chess::Board;
use plyscope::player::AnyGame;
use plyscope::search::Budget;
use plyscope_chess::Chess;

fn counts(fen: &str, depth: u32) -> Vec<u64> {
    let game = AnyGame::new(Chess::default());
    let position = game.parse_position(fen).unwrap();
    game.perft(&position, depth, &Budget::unlimited()).unwrap()
}

#[test]
fn the_start() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    assert_eq!(counts(start, 5), [20, 400, 8_902, 197_281, 4_865_609]);
}

#[test]
fn kiwipete() {
    let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    assert_eq!(counts(fen, 4), [48, 2_039, 97_862, 4_085_603]);
}

#[test]
fn position_3() {
    let fen = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1";
    assert_eq!(counts(fen, 6), [14, 191, 2_812, 43_238, 674_624, 11_030_083]);
}

#[test]
fn position_4_and_its_mirror_image() {
    let expected = [6, 264, 9_467, 422_333];
    assert_eq!(counts("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 4), expected);
    assert_eq!(counts("r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1", 4), expected);
}

#[test]
fn position_5() {
    let fen = "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8";
    assert_eq!(counts(fen, 4), [44, 1_486, 62_379, 2_103_487]);
}

#[test]
fn position_6() {
    let fen = "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10";
    assert_eq!(counts(fen, 4), [46, 2_079, 89_890, 3_894_594]);
}

fn plain(board: &Board, depth: u32) -> u64 {
    let mut moves = Vec::new();
    board.generate_moves(|found| {
        moves.extend(found);
        false
    });
    if depth == 1 {
        return moves.len() as u64;
    }
    let below = moves.into_iter().map(|choice| {
        let mut board = board.clone();
        board.play_unchecked(choice);
        plain(&board, depth - 1)
    });
    below.sum()
}

/// Bare kings, a knight that cannot mate, a clock at its end, kings that go to and fro: all are counted as legal moves are.
#[test]
fn draws_by_rule_end_no_count() {
    for fen in [
        "8/8/4k3/8/8/3K4/8/8 w - - 0 1",
        "8/8/4k3/8/8/3K4/5N2/8 b - - 0 1",
        "8/8/4k3/4p3/8/3K4/8/8 w - - 99 80",
        "8/8/4k3/4p3/8/3K4/8/8 w - - 100 80",
    ] {
        let board: Board = fen.parse().unwrap();
        let expected: Vec<u64> = (1..=5).map(|depth| plain(&board, depth)).collect();
        assert!(expected[4] > 1000);
        assert_eq!(counts(fen, 5), expected, "{fen}");
    }
}
