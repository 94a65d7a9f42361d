//! Runs the command under a limit of memory and of time, and says what is wrong with how it ended.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Address space of a child, in KiB: threads and tables reserve more than they use.
const MEMORY: &str = "3000000";

/// Seconds of processor time that a child may take, however busy the machine is.
const WORK: u32 = 60;

/// A child that takes longer hangs.
const TIME: Duration = Duration::from_secs(300);

/// How a run ended.
pub(super) struct Ended {
    /// None where it was killed, by us or by the system.
    pub(super) status: Option<i32>,
    pub(super) stdout: String,
    pub(super) stderr: String,
    late: bool,
}

/// A folder for a test's files, removed with this.
pub(super) struct Here(pub(super) PathBuf);

impl Here {
    pub(super) fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("plyscope-hostile-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).expect("a temporary folder");
        Here(path)
    }

    /// The path of a file in it.
    pub(super) fn at(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }

    /// Writes a file in it, and says where it is.
    pub(super) fn put(&self, name: &str, bytes: impl AsRef<[u8]>) -> String {
        std::fs::write(self.0.join(name), bytes).expect("a file");
        self.at(name)
    }
}

impl Drop for Here {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A pipe that nothing is ever written to.
pub(super) fn pipe(path: &Path) {
    assert!(Command::new("mkfifo").arg(path).status().expect("mkfifo is there").success());
}

/// Runs the command with some input.
pub(super) fn run_with<S: AsRef<std::ffi::OsStr>>(arguments: &[S], input: &[u8]) -> Ended {
    let mut child = Command::new("sh")
        .args(["-c", &format!("ulimit -v {MEMORY}; ulimit -t {WORK}; exec \"$0\" \"$@\"")])
        .arg(env!("CARGO_BIN_EXE_plyscope"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    let mut to = child.stdin.take().expect("standard input is piped");
    let (mut out, mut err) =
        (child.stdout.take().expect("it is piped"), child.stderr.take().expect("it is piped"));
    std::thread::scope(|scope| {
        scope.spawn(move || {
            let _ = to.write_all(input);
        });
        let all = |from: &mut dyn std::io::Read| {
            let mut bytes = Vec::new();
            let _ = from.read_to_end(&mut bytes);
            String::from_utf8_lossy(&bytes).into_owned()
        };
        let (stdout, stderr) = (scope.spawn(move || all(&mut out)), scope.spawn(move || all(&mut err)));
        let started = Instant::now();
        let (mut late, mut pause) = (false, Duration::from_millis(1));
        let status = loop {
            if let Some(status) = child.try_wait().expect("it is our child") {
                break status.code();
            }
            if started.elapsed() > TIME {
                late = true;
                let _ = child.kill();
            }
            std::thread::sleep(pause);
            pause = (pause * 2).min(Duration::from_millis(50));
        };
        Ended { status, stdout: stdout.join().expect("read"), stderr: stderr.join().expect("read"), late }
    })
}

/// Runs the command without input.
pub(super) fn run<S: AsRef<std::ffi::OsStr>>(arguments: &[S]) -> Ended {
    run_with(arguments, b"")
}

/// What a person cannot make sense of.
const NO_SENTENCES: [&str; 6] =
    ["panicked", "RUST_BACKTRACE", "unwrap()", "internal error", "Os {", "os error 12"];

impl Ended {
    /// What is wrong with how it ended, if anything is: it was killed, or refused without a sentence.
    pub(super) fn take_error(&self) -> Option<String> {
        let why = match self.status {
            None if self.late => "it did not end in time",
            None => "it was killed: no memory, too much work, or an abort",
            Some(0 | 1) if NO_SENTENCES.iter().any(|bad| self.stderr.contains(bad)) => "it panicked",
            Some(0 | 1) => return None,
            Some(2) if NO_SENTENCES.iter().any(|bad| self.stderr.contains(bad)) => "that is no sentence",
            Some(2) if self.stderr.split_whitespace().count() < 4 => "it does not say why",
            // Whatever it was asked, that is not what was tried.
            Some(2) if self.stderr.contains("error: unexpected argument '--") => "there is no such option",
            Some(2) => return None,
            Some(_) => "no such status is documented",
        };
        Some(format!("{why} (status {:?}): {}", self.status, tail(&self.stderr)))
    }

    /// It was refused, and says this.
    #[track_caller]
    pub(super) fn refused(&self, said: &str) {
        assert_eq!(self.take_error(), None);
        assert!(
            self.status == Some(2) && self.stderr.contains(said),
            "{said}: {}{}",
            self.stdout,
            self.stderr
        );
    }

    /// It was done.
    #[track_caller]
    pub(super) fn done(&self) {
        assert_eq!(self.take_error(), None);
        assert_eq!(self.status, Some(0), "{}", self.stderr);
    }
}

fn tail(text: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    lines[lines.len().saturating_sub(8)..].join("\n")
}
