//! `cargo xtask packages`: what those need who depend on our crates. Every feature compiles alone and so does none, and every
//! crate is packaged without a warning.

use std::process::Command;

/// The crates that are published, in the order of their dependencies, with their features.
const CRATES: [(&str, &[&str]); 8] = [
    ("plyscope", &[]),
    ("plyscope-files", &[]),
    ("plyscope-tables", &[]),
    ("plyscope-process", &[]),
    ("plyscope-chess", &["syzygy"]),
    ("plyscope-lab", &["pdf", "png"]),
    ("plyscope-explore", &["png"]),
    ("plyscope-cli", &["chess", "explore", "parquet", "pdf", "png", "process", "syzygy"]),
];

/// Checks all of them.
pub(crate) fn check() -> bool {
    CRATES.iter().all(|(name, features)| {
        let none = compiles(name, "");
        none && features.iter().all(|feature| compiles(name, feature))
    }) && are_packaged()
}

fn cargo(arguments: &[&str]) -> Command {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.current_dir(crate::ROOT).args(arguments);
    cargo
}

/// Does a crate compile, tests apart, with one feature?
fn compiles(name: &str, feature: &str) -> bool {
    eprintln!("== {name}, {}", if feature.is_empty() { "without features" } else { feature });
    let features = ["--no-default-features", "--features", feature];
    let mut check = cargo(&["clippy", "--locked", "-q", "-p", name]);
    check.args(features).args(["--", "-D", "warnings"]).status().is_ok_and(|status| status.success())
}

/// Are all of them packaged, and is there nothing to warn of?
fn are_packaged() -> bool {
    eprintln!("== packages");
    let mut package = cargo(&["package", "--no-verify", "--allow-dirty", "--locked"]);
    let named = CRATES.iter().flat_map(|(name, _)| ["-p", name]);
    let Ok(ran) = package.args(named).output() else { return false };
    let said = String::from_utf8_lossy(&ran.stderr);
    let well = ran.status.success() && !said.contains("warning");
    if !well {
        eprintln!("{said}");
    }
    well
}
