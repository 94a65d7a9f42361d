//! What other programs answer, on arbitrary text: read or refused, never a panic or an endless run.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let _ = plyscope_process::split(text);
    for line in text.lines() {
        plyscope_process::read_as_anything(line);
    }
});
