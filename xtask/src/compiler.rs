//! The compiler as `check` calls it: libraries are optimised, the tests that use them are not.
//!
//! Cargo gives all targets of a package one level of optimisation. Tests of generic code are compiled for types of their own, and
//! to optimise those takes minutes; without it compiling them takes a tenth, and the tests take a few seconds more. So cargo
//! starts this program in the compiler's place, with the compiler as its first argument.

use std::ffi::OsString;
use std::process::{Command, ExitCode};

/// Crates whose own tests are optimised all the same: they work out endgame tables.
const OPTIMISED: [&str; 1] = ["plyscope_chess"];

/// Set where cargo is to start this program in the compiler's place.
const ASKED: &str = "XTASK_IS_COMPILER";

/// Makes a command of cargo start this program in the compiler's place. Whoever builds without it shares all libraries.
pub(crate) fn stand_in(cargo: &mut Command) {
    if let Ok(this) = std::env::current_exe() {
        cargo.env("RUSTC_WRAPPER", this).env(ASKED, "yes");
    }
}

/// Started in the compiler's place: the compiler's exit status.
pub(crate) fn if_asked() -> Option<ExitCode> {
    std::env::var_os(ASKED)?;
    let mut arguments = std::env::args_os().skip(1);
    let mut rustc = Command::new(arguments.next()?);
    let arguments: Vec<OsString> = arguments.collect();
    rustc.args(&arguments);
    let has = |word: &str| arguments.iter().any(|argument| argument == word);
    // The last one counts.
    if has("--test") && !OPTIMISED.iter().any(|name| has(name)) {
        rustc.args(["-C", "opt-level=0"]);
    }
    let status = rustc.status().ok()?;
    Some(if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
