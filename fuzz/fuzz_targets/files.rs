//! Every parser of files on arbitrary text: read or refused, never a panic or an endless run.

#![no_main]

use libfuzzer_sys::fuzz_target;
use plyscope::calibration::{Curves, Model};
use plyscope::catalogue::Catalogue;
use plyscope::evaluator::{ErrorTable, Histogram};
use plyscope::key::Stream;
use plyscope::name::Name;
use plyscope::source::Listed;
use plyscope_lab::experiment::Experiment;
use std::sync::LazyLock;

static KNOWN: LazyLock<Catalogue> = LazyLock::new(Catalogue::built_in);

fuzz_target!(|text: &str| {
    // No file is named: a catalogue that reads none.
    let catalogue = KNOWN.clone().reading(|_| Ok(String::new()));
    let _ = Experiment::parse(&catalogue, "fuzz", text, None);
    let _ = Histogram::parse("fuzz", text);
    let _ = ErrorTable::from_text(text);
    let _ = Model::from_text(text);
    let _ = Curves::from_text(text, Name::new("fuzz"));
    let game = KNOWN.game("tic-tac-toe").expect("a built-in game");
    let _ = Listed::parse(game, Stream::new(1, "fuzz"), text);
});
