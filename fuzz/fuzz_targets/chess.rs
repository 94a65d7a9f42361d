//! Every parser of chess on arbitrary text: read or refused, never a panic or an endless run.

#![no_main]

use libfuzzer_sys::fuzz_target;
use plyscope::catalogue::Catalogue;
use plyscope::game::AnyPosition;
use plyscope::key::Stream;
use plyscope::player::AnyGame;
use plyscope::source::Listed;
use plyscope_chess::tables::Ending;
use plyscope_chess::{added_to, pgn};
use std::sync::LazyLock;

static CHESS: LazyLock<AnyGame> =
    LazyLock::new(|| added_to(Catalogue::built_in()).game("chess").expect("chess is there"));

static START: LazyLock<AnyPosition> =
    LazyLock::new(|| CHESS.start(Stream::new(1, "fuzz").trial(0)).expect("chess has a start"));

fuzz_target!(|text: &str| {
    if let Ok(position) = CHESS.parse_position(text) {
        let again = CHESS.position_text(&position);
        let read = CHESS.parse_position(&again).expect("what is written is read");
        assert_eq!(CHESS.position_text(&read), again);
    }
    let _ = pgn::read(text);
    // Lines of EPD, with their operations.
    let _ = Listed::parse(CHESS.clone(), Stream::new(1, "fuzz"), text);
    let _ = CHESS.notes(&START, text);
    let _ = text.parse::<Ending>();
});
