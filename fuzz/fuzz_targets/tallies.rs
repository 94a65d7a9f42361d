//! The text of a chunk's tally, arbitrary or with a head and a checksum that fit: added to a run or refused, never a panic.

#![no_main]

use libfuzzer_sys::fuzz_target;
use plyscope::catalogue::Catalogue;
use plyscope::key::mix;
use plyscope_lab::experiment::Experiment;
use plyscope_lab::run::{Collection, Silent, run_chunks};
use std::sync::LazyLock;
use std::sync::atomic::AtomicBool;

const TEXT: &str = "title = 't'\nsource = 's'\ngame = 'board-splitting(depth=3)'\ntrials = 64\ndepths = [1, 2]\n[[series]]\n\
                    rule = 'minimax'\nevaluator = 'artificial'\n";

/// A run, and its first tally as it should be.
static RUN: LazyLock<(Experiment, String)> = LazyLock::new(|| {
    let experiment = Experiment::parse(&Catalogue::built_in(), "fuzz", TEXT, None).expect("an experiment");
    let collection = Collection::begin(experiment.clone(), None).expect("a run");
    let (size, learned) = (collection.chunk_size(), collection.learn(&Silent).expect("nothing to learn"));
    let tallies = run_chunks(&experiment, size, &learned, &[0], &AtomicBool::new(false)).expect("a tally");
    (experiment, tallies[0].clone())
});

/// The checksum of a tally (`plyscope-lab/src/run/identity.rs`).
fn checksum(text: &str) -> u64 {
    text.bytes().fold(1, |hash, byte| mix(hash ^ u64::from(byte)).wrapping_add(1))
}

fuzz_target!(|text: &str| {
    let (experiment, good) = &*RUN;
    // The lines that say what it is of, and then something else.
    let head: String = good.split_inclusive('\n').take(3).collect();
    let body = format!("{head}{text}\n");
    let sealed = format!("{body}checksum {:016x}\n", checksum(&body));
    for text in [text, &sealed] {
        let mut collection = Collection::begin(experiment.clone(), None).expect("a run");
        if collection.add(0, text).is_ok() {
            let _ = collection.finish();
        }
    }
    let mut collection = Collection::begin(experiment.clone(), None).expect("a run");
    collection.add(0, good).expect("what was written is read");
});
