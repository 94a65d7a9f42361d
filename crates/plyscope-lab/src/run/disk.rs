//! Writing that is never half done.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

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

impl Disk for RealDisk {
    fn write(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or("file");
        let temporary = path.with_file_name(format!("{TEMPORARY}{}-{name}", std::process::id()));
        let written = File::create(&temporary).and_then(|mut file| {
            file.write_all(bytes)?;
            file.sync_all()
        });
        let placed = written.and_then(|()| fs::rename(&temporary, path));
        if placed.is_err() {
            // The first error is what counts.
            let _ = fs::remove_file(&temporary);
        }
        placed
    }
}
