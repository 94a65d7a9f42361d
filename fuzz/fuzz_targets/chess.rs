//! Every parser of chess on arbitrary text: read or refused, never a panic or an endless run.

#![no_main]

use libfuzzer_sys::fuzz_target;
use plyscope::catalogue::Catalogue;
use plyscope::player::AnyGame;
use plyscope_chess::tables::Ending;
use plyscope_chess::{added_to, pgn};
use std::sync::LazyLock;

static CHESS: LazyLock<AnyGame> =
    LazyLock::new(|| added_to(Catalogue::built_in()).game("chess").expect("chess is there"));

fuzz_target!(|text: &str| {
    if let Ok(position) = CHESS.parse_position(text) {
        let again = CHESS.position_text(&position);
        let read = CHESS.parse_position(&again).expect("what is written is read");
        assert_eq!(CHESS.position_text(&read), again);
    }
    let _ = pgn::read(text);
    let _ = text.parse::<Ending>();
});
