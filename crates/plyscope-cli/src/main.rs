//! The `plyscope` command.

use std::process::ExitCode;

fn main() -> ExitCode {
    plyscope_cli::Command::new().run()
}
