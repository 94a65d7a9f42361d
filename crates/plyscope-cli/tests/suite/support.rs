//! Runs the command.

use std::io::Write;
use std::process::{Command, Stdio};

/// What a run of the command did.
pub(crate) struct Ran {
    pub(crate) status: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

/// Runs the command with nothing on standard input.
pub(crate) fn run<S: AsRef<std::ffi::OsStr>>(arguments: &[S]) -> Ran {
    run_with_input(arguments, b"")
}

/// Runs the command.
pub(crate) fn run_with_input<S: AsRef<std::ffi::OsStr>>(arguments: &[S], input: &[u8]) -> Ran {
    let mut child = Command::new(env!("CARGO_BIN_EXE_plyscope"))
        .args(arguments)
        // Where the documents' examples are run from.
        .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    // A command that does not read its input closes it: that is no failure.
    let _ = child.stdin.take().expect("standard input is piped").write_all(input);
    let output = child.wait_with_output().expect("the command ends");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    Ran {
        status: output.status.code().expect("ended by itself"),
        stdout: text(output.stdout),
        stderr: text(output.stderr),
    }
}

/// Checks several cases at a time: for tests that mostly wait for other programs.
pub(crate) fn side_by_side<T: Sync>(cases: &[T], check: impl Fn(&T) + Sync) {
    let next = std::sync::atomic::AtomicUsize::new(0);
    let worker = || {
        let take = || cases.get(next.fetch_add(1, std::sync::atomic::Ordering::Relaxed));
        std::iter::from_fn(take).for_each(&check);
    };
    std::thread::scope(|scope| {
        for _ in 0..6 {
            scope.spawn(worker);
        }
    });
}

/// Says that something could not be tested here, and how to put that right; where everything is to be there, that is a
/// failure.
pub(crate) fn skipped(what: &str, how: &str) {
    let line = format!("skipped: {what} (`cargo xtask setup` or `{how}` installs it)");
    assert_ne!(std::env::var("CI").as_deref(), Ok("true"), "{line}");
    // Past the capture of tests' output.
    let _ = writeln!(std::io::stderr(), "{line}");
}

/// The project's own Python, with the packages that `cargo xtask setup` installs for tests.
const VENV: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../target/venv/bin/python");

/// A Python that can do this, wherever it is.
pub(crate) fn python(needs: &str) -> Option<&'static str> {
    let works = |python: &&str| {
        Command::new(python).args(["-c", needs]).output().is_ok_and(|ran| ran.status.success())
    };
    [VENV, "python3", "/usr/bin/python3", "python"].into_iter().find(works)
}

/// Is this program there?
pub(crate) fn has(program: &str) -> bool {
    Command::new(program).arg("--version").output().is_ok_and(|ran| ran.status.success())
}
