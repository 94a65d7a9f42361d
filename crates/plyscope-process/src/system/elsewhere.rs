//! Systems without process groups and `poll`, such as Windows.

use plyscope_files::wait::{self, Ended};
use std::ffi::OsString;
use std::io::{self, Read};
use std::process::{Child, ChildStdout, Command};
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread;
use std::time::Instant;

/// Read at a time.
const SPACE: usize = 1 << 16;

/// What starts a program, by its words: itself.
pub(crate) fn started_by(_supervisor: &[OsString], words: &[String]) -> Command {
    let mut command = Command::new(words.first().map_or("", String::as_str));
    command.args(words.iter().skip(1));
    command
}

/// There are no groups.
pub(crate) fn apart(command: &mut Command) -> &mut Command {
    command
}

/// Ends a child that did not end by itself.
pub(crate) fn let_go(mut child: Child) {
    let _ = child.kill();
    let _ = child.wait();
}

/// How a child ended, by its exit status.
pub(crate) fn how_it_ended(status: i32) -> String {
    format!("with exit status {status}")
}

/// A child's standard output, read by a thread of its own.
pub(crate) struct Pipe {
    parts: Receiver<io::Result<Vec<u8>>>,
    /// What was read and did not fit.
    rest: Vec<u8>,
}

impl Pipe {
    pub(crate) fn new(mut output: ChildStdout) -> Self {
        let (sender, parts) = sync_channel(4);
        thread::spawn(move || {
            loop {
                let mut space = vec![0; SPACE];
                let read = output.read(&mut space).map(|read| {
                    space.truncate(read);
                    space
                });
                let last = read.as_ref().map_or(true, Vec::is_empty);
                if sender.send(read).is_err() || last {
                    return;
                }
            }
        });
        Pipe { parts, rest: Vec::new() }
    }

    /// Reads what is there or comes until some time; none if nothing does or the work is interrupted, 0 at the end.
    pub(crate) fn read(&mut self, space: &mut [u8], until: Instant) -> io::Result<Option<usize>> {
        if self.rest.is_empty() {
            match wait::receive(&self.parts, Some(until)) {
                Ok(part) => self.rest = part?,
                Err(Ended::Late | Ended::Interrupted) => return Ok(None),
                Err(Ended::Gone) => return Ok(Some(0)),
            }
        }
        let count = self.rest.len().min(space.len());
        space[..count].copy_from_slice(&self.rest[..count]);
        self.rest.drain(..count);
        Ok(Some(count))
    }
}

/// Waits for a child: the exit status to end with, the child's.
pub(crate) fn watch(mut child: Child) -> u8 {
    let ended = child.wait().ok().and_then(|ended| ended.code());
    ended.and_then(|status| u8::try_from(status).ok()).unwrap_or(1)
}
