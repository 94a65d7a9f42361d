//! (p) The commands that a newcomer runs first, with fewer trials, in processor time: as a ratio to a loop that does nothing
//! but multiply, beside the ratio that was recorded when the times in the README were measured. More than a factor of two off
//! is an error. Needs `cargo build --release` beforehand.

use crate::process::processor_seconds;
use crate::timing::{Result, Row, best_of};
use std::hint::black_box;
use std::process::{Command, Stdio};

const PLYSCOPE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../target/release/plyscope");

const CONNECT_FOUR: &[&str] = &[
    "measure",
    "connect-four",
    "--evaluator",
    "lines",
    "--positions",
    "random(plies=16..30)",
    "--depths",
    "1..8",
];

/// What is run, with which arguments besides, and its time in loops as it was recorded (`results/2026-11-18`; the last two on 2026-11-20).
const PROMISED: &[(&str, &[&str], &[&str], f64)] = &[
    (
        "README's connect four, 100 trials: first table",
        CONNECT_FOUR,
        &["--trials", "100", "--repairs", "none"],
        1.24,
    ),
    ("README's connect four, 100 trials: all", CONNECT_FOUR, &["--trials", "100"], 28.5),
    (
        "README's own question, 500,000 trials",
        &["run", "docs/own-question.toml"],
        &["--trials", "500000"],
        0.75,
    ),
    ("README's `reproduce papers`", &["reproduce", "papers"], &[], 186.0),
    ("README's `reproduce`, 100 trials a point", &["reproduce"], &["--trials", "100"], 91.0),
];

/// How far a time may be from what was recorded, either way.
const FACTOR: f64 = 2.0;

pub fn measure(rows: &mut Vec<Row>) -> Result<()> {
    let loop_seconds = best_of(5, || {
        processor_seconds(|| {
            calibrating_loop();
            Ok(())
        })
    })?;
    let mut off = Vec::new();
    for (name, command, more, promised) in PROMISED {
        let run = || -> Result<()> {
            let status = Command::new(PLYSCOPE)
                .args(*command)
                .args(*more)
                .args(["--jobs", "1", "--quiet"])
                .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
                .stdout(Stdio::null())
                .status()
                .map_err(|error| format!("{PLYSCOPE}: {error}; run `cargo build --release` first"))?;
            if status.success() { Ok(()) } else { Err(format!("{command:?} failed").into()) }
        };
        let loops = best_of(2, || processor_seconds(run))? / loop_seconds;
        // The table is not printed where one is off.
        eprintln!("{name}: {loops:.2} calibrating loops, {promised} were recorded");
        rows.push(Row::time(&format!("{name}, in calibrating loops"), loops, *promised));
        if loops > FACTOR * promised || loops < promised / FACTOR {
            off.push(format!("{name}: {loops:.2} loops, {promised} were recorded"));
        }
    }
    if off.is_empty() { Ok(()) } else { Err(format!("not what is promised: {}", off.join("; ")).into()) }
}

/// Half a second or so of multiplications, each of which waits for the one before.
fn calibrating_loop() {
    let mut x: u64 = black_box(1);
    for _ in 0..1u64 << 29 {
        x = (x ^ (x >> 29)).wrapping_mul(0x5851_F42D_4C95_7F2D);
    }
    black_box(x);
}
