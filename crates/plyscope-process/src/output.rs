//! What a child says, a line at a time.
//!
//! Read by whoever waits for it, and not by a thread of its own: waking another thread up for every answer would cost more
//! than most answers do.

use crate::system::Pipe;
use std::process::ChildStdout;
use std::time::Instant;

/// The longest line, in bytes.
pub(crate) const MAX_ANSWER: usize = 16 << 20;
/// Read at a time.
const SPACE: usize = 1 << 16;

/// What was heard.
pub(crate) enum Heard {
    /// A line, without its end.
    Line(Vec<u8>),
    /// More than a line may be long, without an end.
    TooLong,
    /// No whole line yet.
    Nothing,
    /// Nothing more will come; half a line at the end is no line.
    End,
}

/// A child's standard output.
pub(crate) struct Output {
    /// None once it has ended.
    pipe: Option<Pipe>,
    /// What was read and is not taken yet.
    read: Vec<u8>,
    /// So much of it has no end of a line.
    looked_at: usize,
    space: Vec<u8>,
}

impl Output {
    pub(crate) fn of(pipe: Option<ChildStdout>) -> Self {
        Output { pipe: pipe.map(Pipe::new), read: Vec::new(), looked_at: 0, space: vec![0; SPACE] }
    }

    /// The next line, if there is a whole one until some time.
    pub(crate) fn line(&mut self, until: Instant) -> Heard {
        loop {
            let end = self.read[self.looked_at..].iter().position(|byte| *byte == b'\n');
            if let Some(end) = end.map(|end| self.looked_at + end) {
                let rest = self.read.split_off(end + 1);
                let mut line = std::mem::replace(&mut self.read, rest);
                line.pop();
                self.looked_at = 0;
                return Heard::Line(line);
            }
            self.looked_at = self.read.len();
            if self.read.len() > MAX_ANSWER {
                return Heard::TooLong;
            }
            let Some(pipe) = &mut self.pipe else { return Heard::End };
            match pipe.read(&mut self.space, until) {
                Ok(None) => return Heard::Nothing,
                Ok(Some(0)) | Err(_) => self.pipe = None,
                Ok(Some(read)) => self.read.extend_from_slice(&self.space[..read]),
            }
        }
    }
}
