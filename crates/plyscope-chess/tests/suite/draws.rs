//! Draws by rule: for an arbiter, and in a search.

use crate::game::at;
use plyscope::evaluator::ByFunction;
use plyscope::game::{Game, Walk, moves_of};
use plyscope::key::{Domain, Stream};
use plyscope::rule::Minimax;
use plyscope::search::{AlphaBeta, Budget, LeafValues, Search};
use plyscope_chess::{Chess, Position};

fn played(from: &Position, moves: &[&str]) -> Position {
    let game = Chess::default();
    moves
        .iter()
        .fold(from.clone(), |position, text| game.play(&position, &game.parse_move(&position, text).unwrap()))
}

const TO_AND_FRO: [&str; 4] = ["Ng1-f3", "Ng8-f6", "Nf3-g1", "Nf6-g8"];

fn uci() -> Vec<String> {
    TO_AND_FRO.iter().map(|text| text[1..].replace('-', "")).collect()
}

#[test]
fn an_arbiter_waits_for_the_third_time_and_a_search_for_the_second() {
    let game = Chess::default();
    let round = uci();
    let round: Vec<&str> = round.iter().map(String::as_str).collect();
    let once = played(&game.start(), &round);
    assert!(!game.is_over(&once), "the second time");
    let twice = played(&once, &round[..3]);
    assert!(!game.is_over(&twice));
    let thrice = played(&twice, &round[3..]);
    assert!(game.is_over(&thrice) && game.payoff(&thrice, plyscope::game::Player::FIRST) == 0.0);

    let root = game.begin(&game.start(), Walk::Search);
    assert!(!game.is_over(&played(&root, &round[..3])));
    assert!(game.is_over(&played(&root, &round)), "once since the root");
    // What came before the root counts as for an arbiter: the second time is no draw yet.
    let before = played(&game.start(), &round[..2]);
    let root = game.begin(&before, Walk::Search);
    assert!(!game.is_over(&played(&root, &round[2..])));
    // For a count nothing is.
    let counted = game.begin(&thrice, Walk::Count);
    assert!(!game.is_over(&counted) && !game.is_over(&played(&counted, &round)));
}

/// The rights to castle and to capture en passant make another position.
#[test]
fn what_is_the_same_position() {
    let game = Chess::default();
    let rooks = at("4k2r/8/8/8/8/8/8/R3K3 w Qk - 0 1");
    let round = ["a1b1", "h8g8", "b1a1", "g8h8"];
    let once = played(&game.begin(&rooks, Walk::Search), &round);
    assert!(!game.is_over(&once), "the right to castle is gone");
    assert!(game.is_over(&played(&once, &round[..2])), "without rights it was there two moves ago");
    // A pawn that nobody can capture en passant leaves no right behind.
    let pawn = at("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
    let (advanced, plain) = (played(&pawn, &["e2e4"]), at("4k3/8/8/8/4P3/8/8/4K3 b - - 0 1"));
    assert_eq!(game.noise_key(&advanced), game.noise_key(&plain));
    let right = at("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1");
    assert_ne!(game.noise_key(&right), game.noise_key(&at("4k3/8/8/8/3pP3/8/8/4K3 b - - 0 1")));
    // The same pawn pinned to its king may not capture.
    let pinned = "8/8/8/8/k2pP2R/8/8/4K3 b - e3 0 1";
    assert_eq!(game.noise_key(&at(pinned)), game.noise_key(&at(&pinned.replace("e3", "-"))));
}

#[test]
fn fifty_moves_end_the_game_unless_they_mate() {
    let game = Chess::default();
    let late = at("7k/8/5K2/8/8/8/8/R7 w - - 99 80");
    assert!(!game.is_over(&late));
    let quiet = played(&late, &["a1a2"]);
    assert!(game.is_over(&quiet) && game.payoff(&quiet, plyscope::game::Player::FIRST) == 0.0);
    let mate = played(&at("7k/8/6K1/8/8/8/8/R7 w - - 99 80"), &["a1a8"]);
    assert_eq!(game.payoff(&mate, plyscope::game::Player::FIRST), plyscope_chess::WIN);
}

#[test]
fn bare_material_is_a_draw() {
    let game = Chess::default();
    for (fen, bare) in [
        ("8/8/4k3/8/8/3K4/8/8 w - - 0 1", true),
        ("8/8/4k3/8/8/3K4/5N2/8 w - - 0 1", true),
        ("8/8/4k3/8/8/3K4/5b2/8 w - - 0 1", true),
        ("8/8/4k3/8/8/3K4/4Bb2/8 w - - 0 1", false), // e2 is light, f2 dark
        ("8/8/4k3/5b2/8/3K4/4B3/8 w - - 0 1", true), // both on light squares
        ("8/8/4k3/8/8/3K4/4NN2/8 w - - 0 1", false),
        ("8/8/4k3/8/8/3K4/4P3/8 w - - 0 1", false),
    ] {
        assert_eq!(game.is_over(&at(fen)), bare, "{fen}");
    }
}

/// A table must not mix what came about in different ways.
#[test]
fn table_keys_tell_pasts_apart() {
    let game = Chess::default();
    let round = uci();
    let round: Vec<&str> = round.iter().map(String::as_str).collect();
    let once = played(&game.start(), &round);
    assert_eq!(game.noise_key(&once), game.noise_key(&game.start()));
    assert_ne!(game.table_key(&once), game.table_key(&game.start()));
    // Pawns' moves leave no past: the order does not matter.
    let [one, other] =
        [["e2e4", "e7e6", "d2d3"], ["d2d3", "e7e6", "e2e4"]].map(|moves| played(&game.start(), &moves));
    assert_eq!(game.table_key(&one), game.table_key(&other));
}

/// A search takes a position for the same by whatever way it came, unless the next move may repeat one, or the clock runs out.
#[test]
fn search_keys_hold_only_what_is_at_hand() {
    let game = Chess::default();
    let root = game.begin(&game.start(), Walk::Search);
    let key = |moves: &[&str], plies| game.search_key(&played(&root, moves), plies);
    // Knights out in two orders: nothing of the way can come again with the next move.
    let ways = [["g1f3", "g8f6", "b1c3"], ["b1c3", "g8f6", "g1f3"]].map(|moves| played(&root, &moves));
    assert_ne!(game.table_key(&ways[0]), game.table_key(&ways[1]));
    assert_eq!(game.search_key(&ways[0], 8), game.search_key(&ways[1], 8));
    // A knight that went out and one that is back: Black's next move repeats the start.
    let back = ["g1f3", "g8f6", "f3g1"];
    let plain = game.parse_position("rnbqkb1r/pppppppp/5n2/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 3 2").unwrap();
    assert_eq!(game.noise_key(&played(&root, &back)), game.noise_key(&plain));
    assert_ne!(key(&back, 1), game.search_key(&plain, 1));
    // Clocks tell positions apart where the search can see them run out, and from 50 on.
    let at_clock =
        |clock: u32, plies| game.search_key(&at(&format!("7k/8/8/8/8/8/8/R6K w - - {clock} 80")), plies);
    assert_eq!(at_clock(0, 10), at_clock(49, 10));
    assert_ne!(at_clock(48, 60), at_clock(49, 60));
    assert_ne!(at_clock(0, 1), at_clock(60, 1));
    // To the end of the game everything counts.
    assert_eq!(key(&back, u32::MAX), game.table_key(&played(&root, &back)));
}

/// Fine's position after two random plies, and an ending with pieces: the same values with a table as without, for far fewer
/// nodes. With the whole past in the key it was 33% and 30%.
#[test]
fn a_table_saves_nodes_and_keeps_values() {
    let game = Chess::default();
    let material =
        ByFunction::new("material", |_: &Chess, position: &Position| plyscope_chess::material(position));
    let frontier = LeafValues::new(&game, material, Minimax).unwrap();
    let plain =
        AlphaBeta { shallow: Some(1), killers: true, history: true, deepening: true, ..AlphaBeta::default() };
    for (fen, moves, depth, percent) in [
        ("8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1", ["a1b1", "a7b7"], 11, 25),
        ("8/8/8/1k1n4/8/8/8/3R3K w - - 0 1", ["h1g1", "b5c4"], 6, 50),
    ] {
        let root = game.begin(&played(&at(fen), &moves), Walk::Search);
        let [without, with] = [None, Some(8)].map(|table| {
            let search = AlphaBeta { table, ..plain };
            search.search(&game, &root, &frontier, &Budget::depth(depth).unwrap()).unwrap()
        });
        assert_eq!(with.value, without.value, "{fen}");
        let (with, without) = (with.counts.generated, without.counts.generated);
        assert!(100 * with < percent * without, "{fen}: {with} of {without}");
    }
}

/// After random plies, which leave a past behind, a search has the same value with a table as without, and fewer nodes.
#[test]
fn a_table_keeps_values_after_random_plies() {
    /// Positions of a kind.
    const EACH: u64 = 12;
    let game = Chess::default();
    let material =
        ByFunction::new("material", |_: &Chess, position: &Position| plyscope_chess::material(position));
    let frontier = LeafValues::new(&game, material, Minimax).unwrap();
    let started = game.position_text(&game.start());
    for (fen, plies, depth, percent) in [
        ("8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1", 6, 8, 70),
        ("8/5p2/4k3/8/3K4/4P3/8/8 w - - 0 1", 6, 7, 70),
        ("8/8/1k1p4/8/3P1K2/8/8/8 b - - 4 40", 4, 7, 70),
        ("8/8/8/1k1n4/8/8/8/3R3K w - - 0 1", 8, 4, 98),
        (&started, 6, 4, 98),
    ] {
        let (mut with, mut without) = (0, 0);
        for trial in 0..EACH {
            let key = Stream::new(34, fen).trial(trial);
            let draws = key.block.draw(Domain::Moves);
            let mut position = at(fen);
            for ply in 0..plies {
                let moves = moves_of(&game, &position);
                let Some(last) = moves.len().checked_sub(1) else { break };
                position = game.play(&position, &moves[draws.below(key.lane, ply, last as u32 + 1) as usize]);
            }
            if game.is_over(&position) {
                continue;
            }
            let root = game.begin(&position, Walk::Search);
            let searched = |table| {
                let search = AlphaBeta { table, ..AlphaBeta::default() };
                search.search(&game, &root, &frontier, &Budget::depth(depth).unwrap()).unwrap()
            };
            let (one, other) = (searched(Some(8)), searched(None));
            assert_eq!(one.value, other.value, "{} of {fen}", game.position_text(&position));
            with += one.counts.generated;
            without += other.counts.generated;
        }
        assert!(100 * with < percent * without, "{fen}: {with} of {without}");
    }
}
