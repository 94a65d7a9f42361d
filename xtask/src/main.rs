//! The project's own commands: `cargo xtask check` runs every test there is.

use std::process::{Command, ExitCode};

/// What `check` runs, in order: the quick ones first.
const CHECKS: &[(&str, &[&str], &[(&str, &str)])] = &[
    ("formatting", &["fmt", "--all", "--check"], &[]),
    ("lints", &["clippy", "--workspace", "--all-targets", "--locked", "--", "-D", "warnings"], &[]),
    (
        "documentation",
        &["doc", "--workspace", "--no-deps", "--locked", "--document-private-items"],
        &[("RUSTDOCFLAGS", "-D warnings")],
    ),
    ("tests, doctests and README examples", &["test", "--workspace", "--locked"], &[]),
];

fn main() -> ExitCode {
    match std::env::args().nth(1).as_deref() {
        Some("check") => check(),
        _ => {
            eprintln!("usage: cargo xtask check    formatting, lints, documentation and all tests");
            ExitCode::from(2)
        }
    }
}

fn check() -> ExitCode {
    for (what, arguments, environment) in CHECKS {
        eprintln!("== {what}: cargo {}", arguments.join(" "));
        let status = Command::new(env!("CARGO")).args(*arguments).envs(environment.iter().copied()).status();
        match status {
            Ok(status) if status.success() => {}
            Ok(_) => {
                eprintln!("== failed: {what}");
                return ExitCode::FAILURE;
            }
            Err(error) => {
                eprintln!("== could not run cargo: {error}");
                return ExitCode::FAILURE;
            }
        }
    }
    eprintln!("== all checks passed");
    ExitCode::SUCCESS
}
