//! The one place where Plyscope opens files, regular ones up to a size, and the one where it waits ([`wait`]).
//!
//! A device may have no end, and a pipe may block for ever: both are refused before anything is read. A test
//! (`plyscope/tests/suite/rules.rs`) finds every other place that opens a file or waits. [`system`] holds what else differs
//! between systems.

pub mod system;
pub mod wait;

use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Error, ErrorKind, Read, Result};
use std::path::{Path, PathBuf};

/// The variable of the environment that says how large a file may be that is read as a whole, in MiB.
pub const LIMIT: &str = "PLYSCOPE_MAX_FILE";

/// What it is where the variable says nothing.
const USUAL_MIB: u64 = 256;

/// The most bytes of a file that is read as a whole.
pub fn most() -> u64 {
    let mib = std::env::var(LIMIT).ok().and_then(|text| text.trim().parse::<u64>().ok());
    mib.unwrap_or(USUAL_MIB).min(u64::MAX >> 21) << 20
}

fn refuse(why: impl Into<String>) -> Error {
    Error::new(ErrorKind::InvalidInput, why.into())
}

/// Refuses what is there and is no regular file.
fn check(path: &Path) -> Result<()> {
    let kind = std::fs::metadata(path)?.file_type();
    match (kind.is_file(), kind.is_dir()) {
        (true, _) => Ok(()),
        (_, true) => Err(refuse("it is a folder, and a file is needed")),
        _ => {
            Err(refuse("it is a device or a pipe, and only regular files are read; write it to a file first"))
        }
    }
}

/// Opens a regular file, to read it.
///
/// ```
/// let folder = std::env::temp_dir();
/// assert_eq!(plyscope_files::open(&folder).unwrap_err().to_string(), "it is a folder, and a file is needed");
/// ```
pub fn open(path: &Path) -> Result<File> {
    check(path)?;
    File::open(path)
}

/// Opens a file with options, to write into it or to lock it: a regular one, or one that is made now.
pub fn open_with(path: &Path, options: &OpenOptions) -> Result<File> {
    match check(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
        _ => options.open(path),
    }
}

/// Makes a file anew, to write into it: a regular one, or one that is made now.
///
/// ```
/// let path = std::env::temp_dir().join(format!("plyscope-files-{}", std::process::id()));
/// drop(plyscope_files::create(&path)?);
/// assert!(plyscope_files::bytes(&path)?.is_empty());
/// std::fs::remove_file(path)?;
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn create(path: &Path) -> Result<File> {
    open_with(path, OpenOptions::new().write(true).create(true).truncate(true))
}

/// All bytes of something, up to a limit.
fn all(from: impl Read, most: u64, advice: &str) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    from.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        return Err(refuse(format!("it is larger than {} MiB{advice}", most >> 20)));
    }
    Ok(bytes)
}

/// How the limit is raised.
fn advice() -> String {
    format!("; the variable {LIMIT} of the environment says how many MiB are read")
}

/// All bytes of a regular file.
pub fn bytes(path: &Path) -> Result<Vec<u8>> {
    all(open(path)?, most(), &advice())
}

/// Lines, one after the other: what has none fills no memory.
///
/// ```
/// let mut lines = plyscope_files::Lines::of("one\r\ntwo, which is long".as_bytes(), 5);
/// assert_eq!(lines.next_line().unwrap(), Some("one"));
/// assert!(lines.next_line().unwrap_err().to_string().starts_with("it is longer than 5 bytes"));
/// ```
pub struct Lines<R> {
    from: R,
    longest: usize,
    line: Vec<u8>,
}

/// The lines of a regular file, each of at most so many bytes.
pub fn lines(path: &Path, longest: usize) -> Result<Lines<BufReader<File>>> {
    Ok(Lines::of(BufReader::with_capacity(1 << 16, open(path)?), longest))
}

impl<R: BufRead> Lines<R> {
    /// Those of something, each of at most so many bytes.
    pub fn of(from: R, longest: usize) -> Self {
        Lines { from, longest, line: Vec::new() }
    }

    /// The next line without its end; none after the last.
    pub fn next_line(&mut self) -> Result<Option<&str>> {
        self.line.clear();
        let most = self.longest as u64 + 2;
        if (&mut self.from).take(most).read_until(b'\n', &mut self.line)? == 0 {
            return Ok(None);
        }
        let ended = self.line.strip_suffix(b"\n").unwrap_or(&self.line);
        let line = ended.strip_suffix(b"\r").unwrap_or(ended);
        if line.len() > self.longest {
            return Err(refuse(format!("it is longer than {} bytes, which no line may be", self.longest)));
        }
        let text = std::str::from_utf8(line);
        text.map(Some).map_err(|_| Error::new(ErrorKind::InvalidData, "it is not text in UTF-8"))
    }
}

fn utf8(bytes: Vec<u8>) -> Result<String> {
    String::from_utf8(bytes).map_err(|_| Error::new(ErrorKind::InvalidData, "it is not text in UTF-8"))
}

/// The text of a regular file.
pub fn text(path: &Path) -> Result<String> {
    utf8(bytes(path)?)
}

/// The text of a regular file of at most so many bytes: for files that are small, whatever the limit says.
pub fn short_text(path: &Path, most: u64) -> Result<String> {
    utf8(all(open(path)?, most, "")?)
}

/// The text of a regular file: UTF-8, or else Latin-1, as old files of games are.
pub fn old_text(path: &Path) -> Result<String> {
    let text = String::from_utf8(bytes(path)?);
    Ok(text.unwrap_or_else(|error| error.as_bytes().iter().copied().map(char::from).collect()))
}

/// The text of standard input, of at most so many bytes.
pub fn standard_input(most: u64) -> Result<String> {
    utf8(all(std::io::stdin().lock(), most, "")?)
}

/// Where a file of a folder lies. A link that leads out of the folder is refused.
pub fn within(folder: &Path, name: &str) -> Result<PathBuf> {
    let path = folder.join(name).canonicalize()?;
    if path.starts_with(folder.canonicalize()?) {
        Ok(path)
    } else {
        Err(refuse("it is a link that leads out of the folder"))
    }
}

/// The text of a file of a folder, which lies in the folder itself.
pub fn text_within(folder: &Path, name: &str) -> Result<String> {
    text(&within(folder, name)?)
}
