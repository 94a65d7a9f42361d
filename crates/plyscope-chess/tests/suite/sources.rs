//! Positions of endings.

use plyscope::catalogue::{Catalogue, SourceContext};
use plyscope::game::{GamePosition, TicTacToe};
use plyscope::key::Stream;
use plyscope::laws::check_source;
use plyscope::player::AnyGame;
use plyscope::source::{Source, Wanted};
use plyscope_chess::{Chess, EndingPositions};
use std::collections::BTreeMap;

fn source(men: &str) -> EndingPositions {
    EndingPositions::new(&AnyGame::new(Chess::default()), Stream::new(1, "chess"), men).unwrap()
}

#[test]
fn endings_keep_the_laws_of_sources() {
    for men in ["KRkn", "KPkp", "Kk", "KQRBNkqrbn"] {
        if men == "Kk" {
            // Nobody can win: there is nothing to decide anywhere.
            assert!(source(men).trial(0).is_err());
            continue;
        }
        check_source(&source(men), 40);
    }
}

#[test]
fn they_have_the_men_that_are_named() {
    let ending = source("KRkn");
    for trial in 0..50 {
        let found = ending.trial(trial).unwrap();
        let text = ending.game().position_text(&found.position);
        let (board, rest) = text.split_once(' ').unwrap();
        let mut men: Vec<char> = board.chars().filter(|c| c.is_ascii_alphabetic()).collect();
        men.sort_unstable();
        assert_eq!(men.iter().collect::<String>(), "KRkn");
        assert!(rest == "w - - 0 1" || rest == "b - - 0 1", "{text}");
    }
}

/// By symmetry every square of the white king is as likely as its mirror images, and either side is to move equally often
/// in an ending that is the same for both.
#[test]
fn they_are_even() {
    let ending = source("KRkr");
    let (mut halves, mut white) = (BTreeMap::new(), 0u32);
    const TRIALS: u32 = 4000;
    for trial in 0..TRIALS {
        let found = ending.trial(u64::from(trial)).unwrap();
        let board = GamePosition::<Chess>::of(&found.position).position.board();
        let king = board.king(cozy_chess::Color::White);
        *halves.entry((king.file() as usize / 4, king.rank() as usize / 4)).or_insert(0u32) += 1;
        white += u32::from(board.side_to_move() == cozy_chess::Color::White);
    }
    // 4.5 standard deviations.
    let near = |count: u32, p: f64| {
        let n = f64::from(TRIALS);
        (f64::from(count) - n * p).abs() < 4.5 * (n * p * (1.0 - p)).sqrt()
    };
    assert!(halves.len() == 4 && halves.values().all(|count| near(*count, 0.25)), "{halves:?}");
    assert!(near(white, 0.5), "{white}");
}

#[test]
fn what_is_no_ending_is_refused() {
    let chess = AnyGame::new(Chess::default());
    for men in ["", "KR", "KKk", "KXk", "KPPPPPPPPPk", "♔k"] {
        assert!(EndingPositions::new(&chess, Stream::new(1, ""), men).is_err(), "{men}");
    }
    assert!(EndingPositions::new(&AnyGame::new(TicTacToe::default()), Stream::new(1, ""), "KRk").is_err());
    let catalogue = plyscope_chess::added_to(Catalogue::built_in());
    let read = |_: &str| unreachable!("no file is read");
    let (stream, wanted, seed) = (Stream::new(1, "chess"), Wanted::Every, 1);
    let context = SourceContext { game: &chess, stream, wanted, seed, catalogue: &catalogue, read: &read };
    assert_eq!(catalogue.source("ending(men=\"KQk\")", &context).unwrap().name(), "ending(men=KQk)");
}
