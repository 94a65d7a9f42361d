//! Is a Syzygy file whole?

use super::checksum::checksum;
use std::io::{Read, Seek, SeekFrom};
use std::path::Path;

/// The first bytes of a file that says who wins.
const MAGIC: [u8; 4] = [0x71, 0xe8, 0x23, 0x5d];

/// Checks a file of outcomes (`.rtbw`): 64 bytes or a multiple of that, then 16 bytes of checksum. What is wrong is told.
///
/// ```
/// let path = std::env::temp_dir().join(format!("KRvK-{}.rtbw", std::process::id()));
/// std::fs::write(&path, b"half a file").unwrap();
/// assert!(plyscope_chess::syzygy::check(&path).unwrap_err().contains("cut off"));
/// std::fs::remove_file(path).unwrap();
/// ```
pub fn check(path: &Path) -> Result<(), String> {
    let unread = |error: std::io::Error| format!("{}: could not be read: {error}", path.display());
    let wrong = |why: &str| Err(format!("{}: {why}; get the file again", path.display()));
    let mut file = plyscope_files::open(path).map_err(unread)?;
    let length = file.metadata().map_err(unread)?.len();
    if length < 80 || length % 64 != 16 {
        return wrong("it is cut off, or no Syzygy table");
    }
    let mut magic = [0; 4];
    file.read_exact(&mut magic).map_err(unread)?;
    if magic != MAGIC {
        return wrong("it is no Syzygy table of outcomes");
    }
    file.seek(SeekFrom::Start(0)).map_err(unread)?;
    let found = checksum(&mut file, length - 16).map_err(unread)?;
    let mut written = [0; 16];
    file.read_exact(&mut written).map_err(unread)?;
    if found != written {
        return wrong("it is damaged: its checksum is wrong");
    }
    Ok(())
}

/// Checks all files of outcomes in a folder, at least one, and gives the names of their endings, such as `KRvKN`, in
/// alphabetical order.
pub fn check_folder(folder: &Path) -> Result<Vec<String>, String> {
    let entries = std::fs::read_dir(folder)
        .map_err(|error| format!("{}: the folder could not be read: {error}", folder.display()))?;
    let mut endings = Vec::new();
    for entry in entries {
        let entry = entry.map_err(|error| format!("{}: {error}", folder.display()))?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let Some(ending) = name.strip_suffix(".rtbw").filter(|ending| is_ending(ending)) else { continue };
        check(&entry.path())?;
        endings.push(ending.to_string());
    }
    if endings.is_empty() {
        return Err(format!("{}: there are no Syzygy tables (such as KRvK.rtbw) in it", folder.display()));
    }
    endings.sort();
    Ok(endings)
}

/// `KRvKN`: the men of the stronger side, then of the other; three to seven.
fn is_ending(text: &str) -> bool {
    let side =
        |men: &str| men.strip_prefix('K').is_some_and(|rest| rest.chars().all(|man| "QRBNP".contains(man)));
    text.split_once('v').is_some_and(|(one, other)| side(one) && side(other)) && (4..=8).contains(&text.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_endings() {
        assert!(["KRvK", "KRvKN", "KPPvKPP", "KQQQQvKQ"].iter().all(|name| is_ending(name)));
        assert!(
            !["KvK", "KRK", "RKvK", "KXvK", "krvk", "", "v", "KQQQQvKQQ"].iter().any(|name| is_ending(name))
        );
    }
}
