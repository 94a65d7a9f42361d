//! Unix: process groups, `poll`, signals.

use crate::supervise::GRACE;
use plyscope_files::wait;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, WaitIdStatus, kill_process_group, waitid};
use std::ffi::OsString;
use std::io::{self, ErrorKind, Read};
use std::os::unix::process::CommandExt;
use std::process::{Child, ChildStdout, Command};
use std::thread;
use std::time::Instant;

/// What starts a program, by its words: a supervisor that takes them as further arguments.
pub(crate) fn started_by(supervisor: &[OsString], words: &[String]) -> Command {
    let (program, arguments) = supervisor.split_first().expect("a supervisor is a program");
    let mut command = Command::new(program);
    command.args(arguments).args(words);
    command
}

/// Gives what is started a group of its own: what a terminal sends to ours is for us alone.
pub(crate) fn apart(command: &mut Command) -> &mut Command {
    command.process_group(0)
}

/// Lets go of a supervisor that was told to end its child: it may take all the time it has for that.
pub(crate) fn let_go(supervisor: Child) {
    wait::let_go(supervisor);
}

/// How a child ended, by its supervisor's exit status.
pub(crate) fn how_it_ended(status: i32) -> String {
    match status {
        128.. => format!("by signal {}", status - 128),
        status => format!("with exit status {status}"),
    }
}

/// A child's standard output.
pub(crate) struct Pipe(ChildStdout);

impl Pipe {
    pub(crate) fn new(output: ChildStdout) -> Self {
        Pipe(output)
    }

    /// Reads what is there or comes until some time; none if nothing does or the work is interrupted, 0 at the end.
    pub(crate) fn read(&mut self, space: &mut [u8], until: Instant) -> io::Result<Option<usize>> {
        let read = wait::until(Some(until), |most| {
            let most = Timespec::try_from(most).ok();
            match poll(&mut [PollFd::new(&self.0, PollFlags::IN)], most.as_ref()) {
                Ok(0) | Err(Errno::INTR) => return None,
                Ok(_) | Err(_) => {}
            }
            Some(self.0.read(space))
                .filter(|read| !matches!(read, Err(error) if error.kind() == ErrorKind::Interrupted))
        });
        read.ok().transpose()
    }
}

/// Watches over a child with a group of its own until it ends: the exit status to end with, the child's. A child that does
/// not exit soon after our input has ended is killed, with everything that it started.
pub(crate) fn watch(mut child: Child) -> u8 {
    let group = Pid::from_child(&child);
    thread::spawn(move || {
        until_input_ends();
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

/// Waits until the parent process has closed our input, or is gone.
fn until_input_ends() {
    let input = io::stdin();
    // Nothing is asked for, so only the end is reported.
    while poll(&mut [PollFd::new(&input, PollFlags::empty())], None) == Err(Errno::INTR) {}
}
