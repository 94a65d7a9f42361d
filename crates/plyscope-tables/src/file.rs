//! A table as a file, and where it is kept: a header, a checksum for every block, the blocks.
//!
//! A position is read with one block and its checksum, so a damaged place is found where it is read, and nothing else has
//! to be. A file of another length than its header says is refused when it is opened.

use plyscope::error::{Error, Result};
use plyscope::key::mix;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// The first bytes: what it is, and the version of the layout.
const MAGIC: &[u8; 8] = b"PLYTAB 2";
/// Bytes that are read at once.
const BLOCK: usize = 1024;

/// A file that is open: a title, and as many bytes a place as it was written with.
///
/// ```
/// use plyscope_tables::TableFile;
/// let path = std::env::temp_dir().join(format!("example-{}.plytab", std::process::id()));
/// TableFile::write(&path, "an example", 2, &[1, 0, 2, 0])?;
/// let file = TableFile::open(&path, "an example", 2, 2)?.expect("it is there");
/// assert_eq!(file.at(1)?, [2, 0]);
/// assert!(TableFile::open(&path, "something else", 2, 2).is_err());
/// # std::fs::remove_file(path).unwrap();
/// # Ok::<(), plyscope::Error>(())
/// ```
#[derive(Debug)]
pub struct TableFile {
    path: PathBuf,
    file: Mutex<File>,
    header: usize,
    /// Bytes a place, and of all places.
    width: usize,
    size: usize,
}

fn digest(bytes: &[u8]) -> u64 {
    bytes.chunks(8).fold(bytes.len() as u64, |hash, chunk| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        mix(hash.rotate_left(5) ^ u64::from_le_bytes(word))
    })
}

fn header(title: &str, width: usize, places: usize) -> Vec<u8> {
    let numbers = [places, width, title.len()].map(|number| (number as u64).to_le_bytes());
    let mut header = [&MAGIC[..], &numbers.concat(), title.as_bytes()].concat();
    header.extend(digest(&header).to_le_bytes());
    header
}

fn file_error(what: &str, path: &Path, error: &std::io::Error) -> Error {
    Error::Settings { kind: "tables".into(), why: format!("could not {what} {}: {error}", path.display()) }
}

fn damaged(path: &Path) -> Error {
    Error::Settings {
        kind: "tables".into(),
        why: format!("{} is damaged, or not of this version; delete it, and it is made anew", path.display()),
    }
}

/// What the name of a file ends with that is not whole yet.
const UNFINISHED: &str = ".unfinished";

/// Removes what a kill left of a file: nobody has it locked.
fn remove_unfinished(folder: &Path, name: &str) {
    let of_this = |found: &str| found.starts_with(&format!(".{name}.")) && found.ends_with(UNFINISHED);
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let left = of_this(&entry.file_name().to_string_lossy())
            && plyscope_files::open(&entry.path()).is_ok_and(|file| file.try_lock().is_ok());
        if left {
            let _ = std::fs::remove_file(entry.path());
        }
    }
}

impl TableFile {
    /// Writes a file: whole, or not at all. What a kill left of it is removed.
    pub fn write(path: &Path, title: &str, width: usize, values: &[u8]) -> Result<()> {
        let folder = path.parent().unwrap_or(Path::new("."));
        std::fs::create_dir_all(folder).map_err(|error| file_error("make the folder", folder, &error))?;
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        remove_unfinished(folder, &name);
        let unfinished = folder.join(format!(".{name}.{}{UNFINISHED}", std::process::id()));
        let write = || -> std::io::Result<()> {
            let file = plyscope_files::create(&unfinished)?;
            // Some file systems have no locks: what is left behind there stays.
            let _ = file.lock();
            let mut file = std::io::BufWriter::new(file);
            file.write_all(&header(title, width, values.len() / width.max(1)))?;
            for block in values.chunks(BLOCK) {
                file.write_all(&digest(block).to_le_bytes())?;
            }
            file.write_all(values)?;
            file.into_inner().map_err(std::io::IntoInnerError::into_error)?.sync_all()?;
            std::fs::rename(&unfinished, path)
        };
        write().map_err(|error| {
            // What is left of it is of no use.
            let _ = std::fs::remove_file(&unfinished);
            file_error("write", path, &error)
        })
    }

    /// Opens a file of this title, with `width` bytes a place; none where there is no such file.
    pub fn open(path: &Path, title: &str, width: usize, places: usize) -> Result<Option<TableFile>> {
        let mut file = match plyscope_files::open(path) {
            Ok(file) => file,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(file_error("open", path, &error)),
        };
        let length = file.metadata().map_err(|error| file_error("read", path, &error))?.len();
        let (expected, size) = (header(title, width, places), width * places);
        let mut found = vec![0; expected.len()];
        let read = file.read_exact(&mut found);
        let whole = expected.len() + size.div_ceil(BLOCK) * 8 + size;
        if read.is_err() || found != expected || length != whole as u64 {
            return Err(damaged(path));
        }
        let (path, file) = (path.to_path_buf(), Mutex::new(file));
        Ok(Some(TableFile { path, file, header: expected.len(), width, size }))
    }

    /// Some bytes from a place on.
    fn read(&self, from: usize, bytes: &mut [u8]) -> Result<()> {
        let mut file = self.file.lock().expect("no thread panics with the lock held");
        let read = file.seek(SeekFrom::Start(from as u64)).and_then(|_| file.read_exact(bytes));
        read.map_err(|error| file_error("read", &self.path, &error))
    }

    fn blocks(&self) -> usize {
        self.size.div_ceil(BLOCK)
    }

    /// The bytes of a place.
    ///
    /// # Panics
    ///
    /// Where there is no such place.
    pub fn at(&self, place: usize) -> Result<Vec<u8>> {
        let from = place * self.width;
        assert!(from + self.width <= self.size, "there is no place {place}");
        // A place may lie across two blocks.
        let blocks = from / BLOCK..=(from + self.width - 1) / BLOCK;
        let mut bytes = Vec::with_capacity(self.width);
        for block in blocks {
            let mut values = vec![0; BLOCK.min(self.size - block * BLOCK)];
            let mut sum = [0; 8];
            self.read(self.header + block * 8, &mut sum)?;
            self.read(self.header + self.blocks() * 8 + block * BLOCK, &mut values)?;
            if digest(&values) != u64::from_le_bytes(sum) {
                return Err(damaged(&self.path));
            }
            let here = from.max(block * BLOCK)..(from + self.width).min((block + 1) * BLOCK);
            bytes.extend(&values[here.start - block * BLOCK..here.end - block * BLOCK]);
        }
        Ok(bytes)
    }

    /// Everything, checked.
    pub fn values(&self) -> Result<Vec<u8>> {
        let mut sums = vec![0; self.blocks() * 8];
        let mut values = vec![0; self.size];
        self.read(self.header, &mut sums)?;
        self.read(self.header + sums.len(), &mut values)?;
        let sound =
            values.chunks(BLOCK).zip(sums.chunks(8)).all(|(block, sum)| digest(block).to_le_bytes() == sum);
        if sound { Ok(values) } else { Err(damaged(&self.path)) }
    }
}

/// `plyscope/tables` in the user's cache directory.
pub fn cache_folder() -> Result<PathBuf> {
    let cache = plyscope_files::system::cache_folder().ok_or_else(|| Error::Settings {
        kind: "tables".into(),
        why: "there is no home directory to keep them in; name a folder, tables(path=\"...\")".into(),
    })?;
    Ok(cache.join("plyscope/tables"))
}

/// The file of a table in a folder, by its title.
///
/// ```
/// use plyscope_tables::path_of;
/// use std::path::Path;
/// let path = path_of(Path::new("tables"), "connect-four(width=5,height=4,run=4)");
/// assert_eq!(path, Path::new("tables/connect-four-width-5-height-4-run-4.plytab"));
/// ```
pub fn path_of(folder: &Path, title: &str) -> PathBuf {
    let words = title.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    folder.join(format!("{}.plytab", words.collect::<Vec<_>>().join("-")))
}
