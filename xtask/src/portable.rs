//! `cargo xtask portable`: does everything compile for Windows and macOS, and the laboratory for the web?
//!
//! Nothing is linked, so no linker of those systems is needed: only their standard libraries, from rustup, or compiled here
//! from Debian's sources of the compiler.

use std::path::Path;
use std::process::Command;

/// A target, and what is checked for it.
const TARGETS: &[(&str, &str)] = &[
    ("x86_64-pc-windows-msvc", "--workspace --exclude plyscope-python --exclude xtask"),
    ("aarch64-apple-darwin", "--workspace --exclude plyscope-python --exclude xtask"),
    ("wasm32-unknown-unknown", "-p plyscope -p plyscope-lab --no-default-features"),
];

/// Debian's compiler, and where its package of sources puts those of the standard library.
const DEBIAN: [&str; 2] = ["/usr/bin/rustc", "/usr/lib/rustlib/src/rust/library"];

/// Checks every target, and says what to install where a standard library is missing.
pub(crate) fn check() -> bool {
    let installed = Command::new("rustup").args(["target", "list", "--installed"]).output();
    let installed = installed.map_or(String::new(), |out| String::from_utf8_lossy(&out.stdout).into_owned());
    let debian = DEBIAN.iter().all(|path| Path::new(path).exists());
    let mut well = true;
    for (target, what) in TARGETS {
        let mut cargo = Command::new("cargo");
        cargo.current_dir(crate::ROOT).env("CARGO_TARGET_DIR", "target/portable");
        if !installed.lines().any(|line| line == *target) {
            if !debian {
                eprintln!(
                    "== {target}: its standard library is missing; `rustup target add {target}`, or as root: apt-get \
                     install rustc-web rust-web-src"
                );
                well = false;
                continue;
            }
            cargo
                .env("RUSTC", DEBIAN[0])
                .env("RUSTC_BOOTSTRAP", "1")
                .args(["-Z", "build-std=std,panic_abort"]);
        }
        cargo.args(["check", "--locked", "--target", target]).args(what.split(' '));
        eprintln!("== {target}: {what}");
        well &= cargo.status().is_ok_and(|status| status.success());
    }
    well
}
