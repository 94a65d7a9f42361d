//! Logs of any decider (`plyscope judge`) on arbitrary text: judged or refused, never a panic or an endless run.

#![no_main]

use libfuzzer_sys::fuzz_target;
use plyscope_files::Lines;
use plyscope_lab::judge::{LONGEST, Log, of_lines};

fuzz_target!(|text: &str| {
    let mut log = Log::new("depth").expect("a unit");
    let lines = Lines::of(text.as_bytes(), LONGEST);
    if of_lines(lines, "fuzz", &mut |place, cells| log.add(place, cells)).is_ok() {
        let _ = log.judged();
    }
});
