//! The process between us and a child, so that no child outlives us.
//!
//! A killed program cannot end its children, and some of them do not notice that nobody listens any more. So between the
//! two stands a process that runs [`supervise`], usually one of our own executable. The child's input and outputs are ours
//! directly; the supervisor holds the other end of the input too, and is told when there is nobody left who could write to it,
//! which happens whatever kills us. The child sees the end of its input then; one that does not exit soon is killed, with
//! everything that it started. The child has a process group of its own, which is killed as a whole; what leaves that group is
//! out of reach.

use rustix::event::{PollFd, PollFlags, poll};
use rustix::io::Errno;
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, WaitIdStatus, kill_process_group, waitid};
use std::ffi::OsString;
use std::io::Write;
use std::os::unix::process::CommandExt;
use std::process::{Command, ExitCode};
use std::thread;
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
    command.args(arguments).process_group(0);
    let mut child = match command.spawn() {
        Ok(child) => child,
        Err(error) => {
            let _ = writeln!(std::io::stderr(), "{}: {error}", program.to_string_lossy());
            return NOT_STARTED as u8;
        }
    };
    let group = Pid::from_child(&child);
    thread::spawn(move || {
        until_nobody_writes();
        thread::sleep(GRACE);
        end(group);
    });
    // Seen dead but not yet buried, its number cannot have been given to another process.
    let ended = waitid(WaitId::Pid(group), WaitIdOptions::EXITED | WaitIdOptions::NOWAIT).ok().flatten();
    end(group);
    let _ = child.wait();
    ended.map_or(1, status)
}

/// As shells have it: a killed child's status is 128 and the signal.
fn status(ended: WaitIdStatus) -> u8 {
    let status = ended.exit_status().or_else(|| ended.terminating_signal().map(|signal| 128 + signal));
    status.and_then(|status| u8::try_from(status).ok()).unwrap_or(1)
}

/// Kills the child with all that it started.
fn end(group: Pid) {
    let _ = kill_process_group(group, Signal::KILL);
}

/// Waits until whoever started us has closed our input, or is gone.
fn until_nobody_writes() {
    let input = std::io::stdin();
    // Nothing is asked for, so only the end is told.
    while poll(&mut [PollFd::new(&input, PollFlags::empty())], None) == Err(Errno::INTR) {}
}
