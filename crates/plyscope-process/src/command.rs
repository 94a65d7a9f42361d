//! A command as it is written, without a shell.

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
        return Err("it names no program".into());
    }
    Ok(words)
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
