//! An ending as a file: a header, a checksum for every block, the blocks.
//!
//! A position is read with one block and its checksum, so a damaged place is found where it is read, and nothing else has
//! to be. A file of another length than its header says is refused when it is opened.

use super::ending::Ending;
use super::layout::Layout;
use plyscope::error::{Error, Result};
use plyscope::key::mix;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// The first bytes: what it is, and the version of the layout.
const MAGIC: &[u8; 8] = b"PLYTAB 1";
/// Magic, the ending's name, the number of places, a checksum of these.
const HEADER: usize = 8 + 8 + 8 + 8;
/// Places that are read at once.
const BLOCK: usize = 1024;

/// A file that is open.
#[derive(Debug)]
pub(super) struct TableFile {
    pub(super) layout: Layout,
    path: PathBuf,
    file: Mutex<File>,
}

/// The file of an ending in a folder.
pub(super) fn path_of(folder: &Path, ending: Ending) -> PathBuf {
    folder.join(format!("{ending}.plytab"))
}

fn digest(bytes: &[u8]) -> u64 {
    bytes.chunks(8).fold(bytes.len() as u64, |hash, chunk| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        mix(hash.rotate_left(5) ^ u64::from_le_bytes(word))
    })
}

fn header(ending: Ending, places: usize) -> [u8; HEADER] {
    let mut header = [0; HEADER];
    header[..8].copy_from_slice(MAGIC);
    let name = ending.to_string();
    header[8..8 + name.len()].copy_from_slice(name.as_bytes());
    header[16..24].copy_from_slice(&(places as u64).to_le_bytes());
    let sum = digest(&header[..24]);
    header[24..].copy_from_slice(&sum.to_le_bytes());
    header
}

fn trouble(what: &str, path: &Path, error: &std::io::Error) -> Error {
    Error::Settings { kind: "tables".into(), why: format!("could not {what} {}: {error}", path.display()) }
}

/// Writes a file: whole, or not at all.
pub(super) fn write(folder: &Path, ending: Ending, values: &[u8]) -> Result<()> {
    std::fs::create_dir_all(folder).map_err(|error| trouble("make the folder", folder, &error))?;
    let path = path_of(folder, ending);
    let unfinished = folder.join(format!(".{ending}.{}.unfinished", std::process::id()));
    let write = || -> std::io::Result<()> {
        let mut file = std::io::BufWriter::new(File::create(&unfinished)?);
        file.write_all(&header(ending, values.len()))?;
        for block in values.chunks(BLOCK) {
            file.write_all(&digest(block).to_le_bytes())?;
        }
        file.write_all(values)?;
        file.into_inner().map_err(std::io::IntoInnerError::into_error)?.sync_all()?;
        std::fs::rename(&unfinished, &path)
    };
    write().map_err(|error| {
        // What is left of it is of no use, and nobody would find it.
        let _ = std::fs::remove_file(&unfinished);
        trouble("write", &path, &error)
    })
}

impl TableFile {
    /// Opens the file of an ending; none where there is no such file.
    pub(super) fn open(folder: &Path, ending: Ending) -> Result<Option<TableFile>> {
        let path = path_of(folder, ending);
        let mut file = match File::open(&path) {
            Ok(file) => file,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(trouble("open", &path, &error)),
        };
        let layout = Layout::new(ending);
        let length = file.metadata().map_err(|error| trouble("read", &path, &error))?.len();
        let mut found = [0; HEADER];
        let read = file.read_exact(&mut found);
        let size = layout.size();
        let whole = HEADER + size.div_ceil(BLOCK) * 8 + size;
        if read.is_err() || found != header(ending, size) || length != whole as u64 {
            return Err(damaged(&path));
        }
        Ok(Some(TableFile { layout, path, file: Mutex::new(file) }))
    }

    /// Some bytes from a place on.
    fn read(&self, from: usize, bytes: &mut [u8]) -> Result<()> {
        let mut file = self.file.lock().expect("nobody panics with it");
        let read = file.seek(SeekFrom::Start(from as u64)).and_then(|_| file.read_exact(bytes));
        read.map_err(|error| trouble("read", &self.path, &error))
    }

    fn blocks(&self) -> usize {
        self.layout.size().div_ceil(BLOCK)
    }

    /// What stands at a place.
    pub(super) fn value(&self, place: usize) -> Result<u8> {
        let block = place / BLOCK;
        let mut values = vec![0; BLOCK.min(self.layout.size() - block * BLOCK)];
        let mut sum = [0; 8];
        self.read(HEADER + block * 8, &mut sum)?;
        self.read(HEADER + self.blocks() * 8 + block * BLOCK, &mut values)?;
        if digest(&values) != u64::from_le_bytes(sum) {
            return Err(damaged(&self.path));
        }
        Ok(values[place % BLOCK])
    }

    /// Everything, checked.
    pub(super) fn values(&self) -> Result<Vec<u8>> {
        let mut sums = vec![0; self.blocks() * 8];
        let mut values = vec![0; self.layout.size()];
        self.read(HEADER, &mut sums)?;
        self.read(HEADER + sums.len(), &mut values)?;
        let sound =
            values.chunks(BLOCK).zip(sums.chunks(8)).all(|(block, sum)| digest(block).to_le_bytes() == sum);
        if sound { Ok(values) } else { Err(damaged(&self.path)) }
    }
}

fn damaged(path: &Path) -> Error {
    Error::Settings {
        kind: "tables".into(),
        why: format!("{} is damaged, or not of this version; delete it, and it is made anew", path.display()),
    }
}
