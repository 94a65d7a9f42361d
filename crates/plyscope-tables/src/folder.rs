//! Where tables are kept.

use plyscope::error::{Error, Result};
use std::path::{Path, PathBuf};

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
