//! The project's own commands: `cargo xtask check` runs every test there is.

use std::process::{Command, ExitCode};

/// One thing that `check` runs.
struct Check {
    what: &'static str,
    /// Arguments of cargo.
    arguments: &'static str,
    /// A variable of the environment.
    variable: Option<(&'static str, &'static str)>,
}

/// The quick ones first.
const CHECKS: &[Check] = &[
    Check { what: "formatting", arguments: "fmt --all --check", variable: None },
    Check {
        what: "lints",
        arguments: "clippy --workspace --all-targets --locked -- -D warnings",
        variable: None,
    },
    Check {
        what: "documentation",
        arguments: "doc --workspace --no-deps --locked --document-private-items",
        variable: Some(("RUSTDOCFLAGS", "-D warnings")),
    },
    Check {
        what: "tests, doctests and the documents' examples",
        arguments: "test --workspace --locked",
        variable: None,
    },
    Check {
        what: "the feature parquet",
        arguments: "test -p plyscope-cli --features parquet --bin plyscope --locked parquet",
        variable: None,
    },
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
    for Check { what, arguments, variable } in CHECKS {
        eprintln!("== {what}: cargo {arguments}");
        let status = Command::new(env!("CARGO")).args(arguments.split(' ')).envs(*variable).status();
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
