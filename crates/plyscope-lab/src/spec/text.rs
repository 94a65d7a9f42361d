//! The text of an experiment file: read, with the place of every mistake and a suggestion for every typo.

use super::file::ExperimentFile;
use super::words::in_words;
use crate::error::{Error, Result};
use crate::markup::is_no_character;

/// The text of a file, for places in it.
#[derive(Debug, Clone)]
pub(crate) struct Text<'a> {
    pub(crate) file: &'a str,
    pub(crate) text: &'a str,
}

impl Text<'_> {
    /// An error at a byte of the text.
    pub(crate) fn wrong(&self, at: usize, why: impl std::fmt::Display) -> Error {
        let before = &self.text[..at.min(self.text.len())];
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().map_or(0, |last| last.chars().count()) + 1;
        Error::Spec { file: self.file.to_string(), line, column, why: why.to_string() }
    }

    /// Reads the file; an unknown key gets a suggestion.
    pub(crate) fn read(&self) -> Result<ExperimentFile> {
        if let Some(at) = self.no_character() {
            let why = "U+FFFE and U+FFFF are no characters, and no figure can hold them; take them out";
            return Err(self.wrong(at, why));
        }
        toml::from_str(self.text).map_err(|error| {
            let at = error.span().map_or(0, |span| span.start);
            if error.message().trim_end() == "duplicate key" {
                let key = self.text[at..].split(|c: char| c.is_whitespace() || "=.]".contains(c)).next();
                return self.wrong(at, format!("`{}` is given twice", key.unwrap_or_default()));
            }
            self.wrong(at, in_words(error.message(), self.key_of(at).as_deref()))
        })
    }
}

impl Text<'_> {
    /// Where a character stands that no figure can hold, as it is or escaped.
    fn no_character(&self) -> Option<usize> {
        const ESCAPED: [&str; 4] = ["\\ufffe", "\\uffff", "\\u0000fffe", "\\u0000ffff"];
        let lower = self.text.to_ascii_lowercase();
        let escaped = ESCAPED.iter().filter_map(|escaped| lower.find(escaped));
        escaped.chain(self.text.find(is_no_character)).min()
    }
}

/// A text as TOML writes it: for those who write an experiment file.
///
/// ```
/// use plyscope_lab::experiment::quoted;
/// assert_eq!(quoted(r#"file(path="a.txt")"#), r#""file(path=\"a.txt\")""#);
/// ```
pub fn quoted(text: &str) -> String {
    let mut quoted = String::from('"');
    for c in text.chars() {
        match c {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            c if c.is_control() => quoted.push_str(&format!("\\u{:04X}", u32::from(c))),
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}
