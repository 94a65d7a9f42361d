//! A supervised child that is asked in lines and answers in lines.

use crate::supervise::{GRACE, NOT_STARTED};
use crate::system::{self, Pipe};
use plyscope::interrupt;
use plyscope_files::wait;
use std::collections::VecDeque;
use std::ffi::OsString;
use std::fmt;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{ChildStdin, ChildStdout, Stdio};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

/// The longest request, in bytes: what fits into a pipe is taken without waiting for the child.
pub const MAX_REQUEST: usize = 60_000;
/// How much of what it says on stderr is kept: a number of lines, each of a number of bytes.
const TAIL: (usize, u64) = (8, 400);
/// What is wrong with a program that is not there.
pub(crate) const NO_START: &str = "could not be started";
/// How much of a request or an answer an error quotes.
const QUOTED: usize = 200;

/// What went wrong with a child, with everything that helps to find out why.
#[derive(Debug, Clone, PartialEq)]
pub struct Failure {
    /// What is wrong.
    pub why: String,
    /// What was asked.
    pub request: Option<String>,
    /// What was answered.
    pub answer: Option<String>,
    /// How it ended, if it did.
    pub ended: Option<String>,
    /// The last lines that it wrote to stderr.
    pub stderr: Vec<String>,
}

impl Failure {
    /// Was there an answer, and not one that can be? It would be the same the next time; a crash or a time-out may not.
    pub(crate) fn is_final(&self) -> bool {
        self.answer.is_some() && !self.why.starts_with(crate::message::SAYS)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.why)?;
        let mut line = |what: &str, text: &str| write!(f, "\n  {what}: {}", quoted(text));
        if let Some(request) = &self.request {
            line("request", request)?;
        }
        if let Some(answer) = &self.answer {
            line("answer", answer)?;
        }
        if let Some(ended) = &self.ended {
            line("it ended", ended)?;
        }
        self.stderr.iter().try_for_each(|text| line("stderr", text))
    }
}

/// Shortened, and without what a terminal would act upon.
pub(crate) fn quoted(text: &str) -> String {
    // What was sent in several lines is quoted in one.
    let text = &text.trim_end().replace('\n', "; ");
    let clean: String =
        text.chars().take(QUOTED).map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect();
    if text.chars().nth(QUOTED).is_some() { format!("{clean}… ({} bytes)", text.len()) } else { clean }
}

/// A child with its supervisor.
pub struct Child {
    /// Until it is waited for.
    supervisor: Option<std::process::Child>,
    input: Option<ChildStdin>,
    output: Output,
    stderr: Arc<Mutex<VecDeque<String>>>,
    timeout: Duration,
}

impl Child {
    /// Starts a program, by its words, under a supervisor ([`supervise`](crate::supervise)): a command that takes
    /// these words as further arguments.
    pub fn start(supervisor: &[OsString], words: &[String], timeout: Duration) -> Result<Self, Failure> {
        let mut command = system::started_by(supervisor, words);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut supervisor = system::apart(&mut command).spawn().map_err(|error| Failure {
            why: format!("could not be started: {error}"),
            request: None,
            answer: None,
            ended: None,
            stderr: Vec::new(),
        })?;
        let (input, output) = (supervisor.stdin.take(), Output::of(supervisor.stdout.take()));
        let (stderr, errors) = (Arc::default(), supervisor.stderr.take());
        let kept = Arc::clone(&stderr);
        thread::spawn(move || errors.map(|errors| keep_tail(errors, &kept)));
        Ok(Child { supervisor: Some(supervisor), input, output, stderr, timeout })
    }

    /// Sends a request, of at most [`MAX_REQUEST`] bytes and without a line break, and waits for the answer.
    pub fn ask(&mut self, request: &str) -> Result<String, Failure> {
        match self.output.line(Instant::now()) {
            Heard::Nothing => {}
            Heard::End => return Err(self.fail("it has ended", request, None)),
            Heard::Line(bytes) => {
                let said = String::from_utf8_lossy(&bytes).into_owned();
                return Err(self.fail("it answered more than it was asked", request, Some(said)));
            }
            Heard::TooLong => {
                let said = "a line without an end".to_string();
                return Err(self.fail("it answered more than it was asked", request, Some(said)));
            }
        }
        self.send(request)?;
        let Some(line) = self.try_line(Instant::now() + self.timeout, request) else {
            let seconds = self.timeout.as_secs_f64();
            let why = format!("it gave no answer within {seconds} s (timeout=... allows more)");
            return Err(self.fail(&why, request, None));
        };
        let line = line?;
        String::from_utf8(line).map_err(|error| {
            let answer = String::from_utf8_lossy(error.as_bytes()).into_owned();
            self.fail("its answer is not UTF-8", request, Some(answer))
        })
    }

    /// Sends a line.
    pub fn send(&mut self, request: &str) -> Result<(), Failure> {
        let sent = self.input.as_mut().map(|input| {
            let line = format!("{request}\n");
            input.write_all(line.as_bytes()).and_then(|()| input.flush())
        });
        match sent {
            Some(Ok(())) => Ok(()),
            _ => Err(self.fail("it does not take requests any more", request, None)),
        }
    }

    /// The next line, or none where there is no whole one until some time; `request` is what it was asked.
    pub fn try_line(&mut self, until: Instant, request: &str) -> Option<Result<Vec<u8>, Failure>> {
        // A child that floods us has always said something more.
        if until <= Instant::now() {
            return None;
        }
        match self.output.line(until) {
            Heard::Nothing if interrupt::is_raised() => Some(Err(self.fail("interrupted", request, None))),
            Heard::Line(bytes) => Some(Ok(bytes)),
            Heard::TooLong => {
                let why = format!("it says a line of more than {} MiB", MAX_ANSWER >> 20);
                Some(Err(self.fail(&why, request, None)))
            }
            Heard::Nothing => None,
            Heard::End => Some(Err(self.fail("it ended without an answer", request, None))),
        }
    }

    /// The process of its supervisor.
    pub(crate) fn supervisor(&self) -> Option<u32> {
        self.supervisor.as_ref().map(std::process::Child::id)
    }

    /// How long an answer may take.
    pub fn timeout(&self) -> Duration {
        self.timeout
    }

    /// The failure of a child that is not to be used any more: it is ended, and its last words are taken along.
    pub fn fail(&mut self, why: &str, request: &str, answer: Option<String>) -> Failure {
        // Alive, it is ended by us, which says nothing about it; the last lines of one that died may be on their way.
        let ended = self.exit(Duration::from_millis(200));
        let stderr = self.stderr.lock().map(|lines| lines.iter().cloned().collect()).unwrap_or_default();
        let why = if ended == Some(NOT_STARTED) { NO_START } else { why };
        let ended = ended.map(system::how_it_ended);
        self.input = None;
        Failure { why: why.into(), request: Some(request.into()), answer, ended, stderr }
    }

    /// The exit status, if it ends within some time.
    fn exit(&mut self, most: Duration) -> Option<i32> {
        wait::exit(self.supervisor.as_mut()?, Instant::now() + most).ok()?.code()
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        // The supervisor sees to it that this ends. One that failed may take all the time it has for that: no thread waits for it.
        if self.input.take().is_some() && self.exit(GRACE + GRACE).is_some() {
            return;
        }
        if let Some(supervisor) = self.supervisor.take() {
            system::let_go(supervisor);
        }
    }
}

/// Keeps the last lines; what comes is read on whatever it is, so that the child is never kept waiting.
fn keep_tail(errors: impl Read, kept: &Mutex<VecDeque<String>>) {
    let (lines, bytes) = TAIL;
    let mut errors = BufReader::new(errors);
    loop {
        let mut line = Vec::new();
        match (&mut errors).take(bytes).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        let line = String::from_utf8_lossy(&line).trim_end().to_string();
        let Ok(mut kept) = kept.lock() else { return };
        if kept.len() == lines {
            kept.pop_front();
        }
        kept.push_back(line);
    }
}

/// The longest line, in bytes.
const MAX_ANSWER: usize = 16 << 20;
/// Read at a time.
const SPACE: usize = 1 << 16;

/// What was heard.
enum Heard {
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
struct Output {
    /// None once it has ended.
    pipe: Option<Pipe>,
    /// What was read and is not taken yet.
    read: Vec<u8>,
    /// So much of it has no end of a line.
    looked_at: usize,
    space: Vec<u8>,
}

impl Output {
    fn of(pipe: Option<ChildStdout>) -> Self {
        Output { pipe: pipe.map(Pipe::new), read: Vec::new(), looked_at: 0, space: vec![0; SPACE] }
    }

    /// The next line, if there is a whole one until some time.
    fn line(&mut self, until: Instant) -> Heard {
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
