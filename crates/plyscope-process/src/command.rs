//! A command as it is written, without a shell.

use std::path::PathBuf;

/// Splits a command at spaces; single quotes group. Nothing else has a meaning: no shell sees it.
///
/// ```
/// use plyscope_process::split;
/// assert_eq!(split("python3 'my game.py' --size 5")?, ["python3", "my game.py", "--size", "5"]);
/// assert!(split("sh -c 'echo").is_err());
/// # Ok::<(), String>(())
/// ```
pub fn split(text: &str) -> Result<Vec<String>, String> {
    let (mut words, mut word, mut quoted) = (Vec::new(), None::<String>, false);
    for sign in text.chars() {
        match sign {
            '\'' => {
                quoted = !quoted;
                word.get_or_insert_default();
            }
            ' ' if !quoted => words.extend(word.take()),
            sign => word.get_or_insert_default().push(sign),
        }
    }
    if quoted {
        return Err("a single quote is not closed".into());
    }
    words.extend(word);
    if words.first().is_none_or(String::is_empty) {
        return Err(
            "it names no program; give one, such as command=\"python3 examples/process/tic_tac_toe.py\""
                .into(),
        );
    }
    Ok(words)
}

/// Where Debian puts engines; the administrator's search path does not lead there.
const GAMES: [&str; 2] = ["/usr/games", "/usr/local/games"];

/// Where a program is that may be named without its folder: on the search path, or where engines are put.
///
/// ```
/// assert!(plyscope_process::find("sh").is_some_and(|path| path.is_file()));
/// assert_eq!(plyscope_process::find("no-such-engine"), None);
/// ```
pub fn find(program: &str) -> Option<PathBuf> {
    if program.contains('/') {
        return Some(program.into());
    }
    let paths = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&paths).chain(GAMES.map(PathBuf::from));
    folders.map(|folder| folder.join(program)).find(|path| path.is_file())
}

/// A program's name as it can be started: as it is, unless only the folders of games have it.
pub(crate) fn found(program: &str) -> String {
    let there = find(program).filter(|path| GAMES.iter().any(|folder| path.starts_with(folder)));
    there.and_then(|path| Some(path.to_str()?.to_string())).unwrap_or_else(|| program.to_string())
}

#[cfg(test)]
mod tests {
    use super::split;

    #[test]
    fn quotes_group_and_nothing_else_has_a_meaning() {
        assert_eq!(split("a  b").unwrap(), ["a", "b"]);
        assert_eq!(split("a ''").unwrap(), ["a", ""]);
        assert_eq!(split("a'b c'd").unwrap(), ["ab cd"]);
        assert_eq!(split("a $HOME;rm \"x\" | b").unwrap(), ["a", "$HOME;rm", "\"x\"", "|", "b"]);
        assert!(split("").is_err() && split("   ").is_err() && split("'' x").is_err());
    }
}
