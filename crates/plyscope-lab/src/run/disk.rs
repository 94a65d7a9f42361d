//! Writing that is never half done, and one run at a time in a folder.
//!
//! The system keeps the lock for the process, and lets go of it when the process ends, however it ends. So the file that
//! stays behind means nothing, and a run that was killed blocks no other.

use crate::error::{Error, Result};
use plyscope_files::system::Stamp;
use std::fs::{self, File, TryLockError};
use std::io::{self, ErrorKind, Write};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

/// Where files are written; tests put one in its place that fails.
pub trait Disk: Sync {
    /// Writes a whole file or nothing: what stood there before stays until the new one is complete.
    fn write(&self, path: &Path, bytes: &[u8]) -> io::Result<()>;
}

/// The file system.
#[derive(Debug, Clone, Copy, Default)]
pub struct RealDisk;

/// What temporary files' names start with; they may be left behind by a kill, and are never read.
pub(super) const TEMPORARY: &str = ".tmp-";

/// Makes a temporary file, locked as long as it is written: one without a lock was left behind by a kill.
fn make_temporary(path: &Path) -> io::Result<File> {
    loop {
        let file = File::create(path)?;
        match file.lock() {
            // Between the two steps it was taken for one that was left behind.
            Ok(()) if !is_at(&file, path) => {}
            Ok(()) => return Ok(file),
            // Some file systems have no locks: what is left behind there stays.
            Err(cause) if cause.kind() == ErrorKind::Unsupported => return Ok(file),
            Err(cause) => return Err(cause),
        }
    }
}

/// Removes the files of a folder that a kill left half written.
pub fn remove_temporary(folder: &Path) {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    for entry in entries.filter(|entry| entry.file_name().to_string_lossy().starts_with(TEMPORARY)) {
        let file = plyscope_files::open_with(&entry.path(), File::options().read(true));
        if file.is_ok_and(|file| file.try_lock().is_ok()) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

impl Disk for RealDisk {
    fn write(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or("file");
        // Two threads may write the same file.
        static WRITTEN: AtomicU64 = AtomicU64::new(0);
        let number = WRITTEN.fetch_add(1, Ordering::Relaxed);
        let temporary = path.with_file_name(format!("{TEMPORARY}{}-{number}-{name}", std::process::id()));
        let placed = make_temporary(&temporary).and_then(|mut file| {
            file.write_all(bytes)?;
            file.sync_all()?;
            fs::rename(&temporary, path)
        });
        if placed.is_err() {
            // The first error is what counts.
            let _ = fs::remove_file(&temporary);
        }
        placed
    }
}

/// The file in a run's folder that is locked. It is empty, and no part of the run.
pub(super) const LOCK: &str = ".lock";

/// A folder that no other process works in, until this is dropped.
pub(super) struct Lock {
    _file: File,
}

impl Lock {
    /// Takes the folder, which is made if there is none; refused while another process has it.
    pub(super) fn take(folder: &Path) -> Result<Self> {
        let path = folder.join(LOCK);
        let failed = |what: &'static str, path: &Path| {
            let path = path.to_path_buf();
            move |cause: io::Error| Error::File { what, path, cause }
        };
        loop {
            fs::create_dir_all(folder).map_err(failed("could not make", folder))?;
            let file =
                plyscope_files::open_with(&path, File::options().write(true).create(true).truncate(false));
            let file = file.map_err(failed("could not write", &path))?;
            match file.try_lock() {
                Ok(()) if is_at(&file, &path) => return Ok(Lock { _file: file }),
                // Between the two steps the folder was given up with its lock, and this lock protects nothing.
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => {
                    let why = "another run is using this folder; wait for it, or give another --out".into();
                    return Err(Error::Folder { folder: folder.to_path_buf(), why });
                }
                // Some file systems have no locks. Better to run there unguarded than not at all.
                Err(TryLockError::Error(cause)) if cause.kind() == ErrorKind::Unsupported => {
                    return Ok(Lock { _file: file });
                }
                Err(TryLockError::Error(cause)) => return Err(failed("could not lock", &path)(cause)),
            }
        }
    }
}

/// Does a run work in a folder?
pub(super) fn is_taken(folder: &Path) -> bool {
    let file = plyscope_files::open_with(&folder.join(LOCK), File::options().read(true));
    file.is_ok_and(|file| matches!(file.try_lock(), Err(TryLockError::WouldBlock)))
}

/// Is the file still the one that stands there? Where files have no numbers, one that is open keeps its name.
fn is_at(file: &File, path: &Path) -> bool {
    let (Ok(one), Ok(other)) = (file.metadata(), fs::metadata(path)) else { return false };
    match (Stamp::of(&one), Stamp::of(&other)) {
        (Some(one), Some(other)) => one.is_same_file(&other),
        _ => true,
    }
}

/// Is anything but a lock in a folder?
pub(super) fn is_occupied(folder: &Path) -> bool {
    let entries = fs::read_dir(folder).into_iter().flatten();
    // What cannot be read is something.
    entries.into_iter().any(|entry| entry.map_or(true, |entry| entry.file_name() != LOCK))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_taken_once_and_given_back() {
        let folder = std::env::temp_dir().join(format!("plyscope-lock-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        assert!(!is_occupied(&folder), "what is not there is empty");
        let lock = Lock::take(&folder).unwrap();
        let message = Lock::take(&folder).err().expect("it is taken").to_string();
        assert!(message.contains("another run is using this folder"), "{message}");
        assert!(is_taken(&folder));
        assert!(!is_occupied(&folder), "a lock is nothing");
        drop(lock);
        assert!(!is_taken(&folder));
        let lock = Lock::take(&folder).unwrap();
        // Given up while it was held: who comes next has a lock that counts.
        fs::remove_file(folder.join(LOCK)).unwrap();
        let next = Lock::take(&folder).unwrap();
        drop(lock);
        assert!(Lock::take(&folder).is_err());
        fs::write(folder.join("x"), "").unwrap();
        assert!(is_occupied(&folder));
        drop(next);
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn only_what_nobody_writes_is_removed() {
        let folder = std::env::temp_dir().join(format!("plyscope-temporary-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let (left, written) = (folder.join(".tmp-1-0-left"), folder.join(".tmp-2-0-written"));
        fs::write(&left, "half").unwrap();
        let file = make_temporary(&written).unwrap();
        remove_temporary(&folder);
        assert_eq!((left.exists(), written.exists()), (false, true));
        drop(file);
        remove_temporary(&folder);
        assert!(!written.exists());
        fs::remove_dir_all(folder).unwrap();
    }
}
