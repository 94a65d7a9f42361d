//! Puts a number for the sources into the build: machines that work together must have been built from the same.

use std::path::{Path, PathBuf};

/// The folders, from here, that decide what a result is.
const SOURCES: &[&str] = &[
    "src",
    "python",
    "../plyscope/src",
    "../plyscope-chess/src",
    "../plyscope-lab/src",
    "../plyscope-lab/experiments",
    "../plyscope-process/src",
];

fn main() {
    let mut files = Vec::new();
    for folder in SOURCES {
        println!("cargo::rerun-if-changed={folder}");
        collect(Path::new(folder), &mut files);
    }
    files.sort();
    // FNV-1a, over names and contents.
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    for file in files {
        let contents = std::fs::read(&file).unwrap_or_default();
        for byte in file.to_string_lossy().bytes().chain([0]).chain(contents).chain([0]) {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
    println!("cargo::rustc-env=PLYSCOPE_BUILD={}+{hash:016x}", env!("CARGO_PKG_VERSION"));
}

/// All sources below a folder.
fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, files);
        } else if path
            .extension()
            .is_some_and(|extension| ["rs", "py", "toml"].iter().any(|known| extension == *known))
        {
            files.push(path);
        }
    }
}
