//! The process between us and a child, so that no child outlives us.
//!
//! A killed program cannot end its children, and some of them do not notice that their output is no longer read. So between the
//! two stands a process that runs [`supervise`], usually one of our own executable. The child's input and outputs are ours
//! directly; the supervisor holds the other end of the input too, and is told when no process is left that could write to it,
//! which happens whatever kills us. The child sees the end of its input then; one that does not exit soon is killed, with
//! everything that it started. The child has a process group of its own, which is killed as a whole; what leaves that group is
//! out of reach.

use crate::system;
use std::ffi::OsString;
use std::io::Write;
use std::process::{Command, ExitCode};
use std::time::Duration;

/// The argument by which an executable becomes a supervisor.
pub const ARGUMENT: &str = "supervise-child";

/// This program as a supervisor of others: under another name, so that who ends us by name does not end it with us. Its
/// `main` calls [`if_asked`] first.
pub fn this_program() -> Vec<OsString> {
    let same = std::path::Path::new("/proc/self/exe");
    let path = if same.exists() { same.to_path_buf() } else { std::env::current_exe().unwrap_or_default() };
    vec![path.into_os_string(), ARGUMENT.into()]
}

/// How long a child may take to exit after its input has ended.
pub const GRACE: Duration = Duration::from_secs(1);

/// The exit status of a supervisor whose child could not be started.
pub(crate) const NOT_STARTED: i32 = 127;

/// If this program was started as a supervisor, does that job and returns how it ended: the first thing that a `main` does
/// whose catalogue has games in other programs.
pub fn if_asked() -> Option<ExitCode> {
    let mut arguments = std::env::args_os().skip(1);
    (arguments.next()? == ARGUMENT).then(|| ExitCode::from(supervise(arguments.collect())))
}

/// Starts a child, by its words, and watches over it until it ends. The exit status to end with: the child's.
pub fn supervise(words: Vec<OsString>) -> u8 {
    let Some((program, arguments)) = words.split_first() else {
        return 2;
    };
    let mut command = Command::new(program);
    match system::apart(command.args(arguments)).spawn() {
        Ok(child) => system::watch(child),
        Err(error) => {
            let _ = writeln!(std::io::stderr(), "{}: {error}", program.to_string_lossy());
            NOT_STARTED as u8
        }
    }
}
