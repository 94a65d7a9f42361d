//! What systems do differently, besides child processes: where caches are, which file a file is, how much memory is free.

use std::fs::Metadata;
use std::path::PathBuf;

/// The user's folder for what can be made again: `XDG_CACHE_HOME`, else `.cache` in the home directory; on Windows
/// `LOCALAPPDATA`. None where there is no such folder.
pub fn cache_folder() -> Option<PathBuf> {
    let absolute = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let home = if cfg!(windows) {
        absolute("LOCALAPPDATA")
    } else {
        absolute("HOME").map(|home| home.join(".cache"))
    };
    absolute("XDG_CACHE_HOME").or(home)
}

/// Which file it is, with its size and when it was changed: equal only for a file that has not changed. None where the
/// system does not tell files apart by number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Stamp {
    file: (u64, u64),
    size: u64,
    changed: (i64, i64),
}

impl Stamp {
    /// Of a file, by what the system tells of it.
    #[cfg(unix)]
    pub fn of(about: &Metadata) -> Option<Self> {
        use std::os::unix::fs::MetadataExt;
        let (file, changed) = ((about.dev(), about.ino()), (about.mtime(), about.mtime_nsec()));
        Some(Stamp { file, size: about.len(), changed })
    }

    /// Of a file, by what the system tells of it.
    #[cfg(not(unix))]
    pub fn of(_about: &Metadata) -> Option<Self> {
        None
    }

    /// Is it the same file, whatever was written into it?
    pub fn is_same_file(&self, other: &Self) -> bool {
        self.file == other.file
    }
}

/// Free memory in bytes, where the system tells.
pub fn free_memory() -> Option<u64> {
    let text = crate::text(std::path::Path::new("/proc/meminfo")).ok()?;
    let line = text.lines().find(|line| line.starts_with("MemAvailable:"))?;
    line.split_whitespace().nth(1)?.parse::<u64>().ok().map(|kib| kib << 10)
}
