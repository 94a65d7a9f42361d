//! Names: `kind(parameter=value,...)`, one string for a game, an evaluator, a rule or a search.
//!
//! The same string is read from the command line and from experiment files, and printed in every
//! output with all its parameters, so that a result says what it is a result of.

mod parameter;
mod suggest;

pub use parameter::{Arguments, Parameter};
pub use suggest::suggest;

use crate::error::{Error, Result};
use std::fmt;
use std::str::FromStr;

/// The longest name that is read, in bytes.
pub const MAX_NAME: usize = 1024;

/// A kind with its parameters, in the order given.
///
/// ```
/// use plyscope::name::Name;
/// let name: Name = "board-splitting( depth = 11, p=critical )".parse()?;
/// assert_eq!(name.to_string(), "board-splitting(depth=11,p=critical)");
/// assert!("board-splitting(depth=11".parse::<Name>().is_err());
/// # Ok::<(), plyscope::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Name {
    kind: String,
    parameters: Vec<(String, String)>,
}

impl Name {
    /// A kind without parameters.
    pub fn new(kind: &str) -> Self {
        Name { kind: kind.to_string(), parameters: Vec::new() }
    }

    /// The same name with one more parameter.
    pub fn with(mut self, parameter: &str, value: impl fmt::Display) -> Self {
        self.parameters.push((parameter.to_string(), value.to_string()));
        self
    }

    /// The same name without these parameters: what a trial's key is made of when they are swept.
    pub fn without(mut self, swept: &[&str]) -> Self {
        self.parameters.retain(|(parameter, _)| !swept.contains(&parameter.as_str()));
        self
    }

    /// The kind.
    pub fn kind(&self) -> &str {
        &self.kind
    }

    /// The parameters, in the order given.
    pub fn parameters(&self) -> impl Iterator<Item = (&str, &str)> {
        self.parameters.iter().map(|(parameter, value)| (parameter.as_str(), value.as_str()))
    }

    /// A parameter's value, where it is given.
    pub fn get(&self, parameter: &str) -> Option<&str> {
        self.parameters().find(|(given, _)| *given == parameter).map(|(_, value)| value)
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.kind)?;
        for (i, (parameter, value)) in self.parameters.iter().enumerate() {
            write!(f, "{}{parameter}={value}", if i == 0 { '(' } else { ',' })?;
        }
        if self.parameters.is_empty() { Ok(()) } else { f.write_str(")") }
    }
}

impl FromStr for Name {
    type Err = Error;

    fn from_str(text: &str) -> Result<Name> {
        let wrong = |why: String| Error::Name { text: text.chars().take(60).collect(), why };
        if text.len() > MAX_NAME {
            return Err(wrong(format!("longer than {MAX_NAME} bytes")));
        }
        let text = text.trim();
        let (kind, inside) = match text.split_once('(') {
            None if text.contains(')') => return Err(wrong("`)` without `(`".into())),
            None => (text, None),
            Some((kind, rest)) => match rest.strip_suffix(')') {
                Some(inside) => (kind.trim_end(), Some(inside)),
                None if rest.contains(')') => return Err(wrong("something follows the closing `)`".into())),
                None => return Err(wrong("the closing `)` is missing".into())),
            },
        };
        if !is_word(kind) {
            return Err(wrong("a kind is lower-case letters, digits and hyphens, a letter first".into()));
        }
        let mut name = Name::new(kind);
        let Some(inside) = inside.filter(|inside| !inside.trim().is_empty()) else { return Ok(name) };
        for part in inside.split(',') {
            let Some((parameter, value)) = part.split_once('=') else {
                return Err(wrong(format!("`{}` is not parameter=value", part.trim())));
            };
            let (parameter, value) = (parameter.trim(), value.trim());
            if !is_word(parameter) {
                return Err(wrong(format!("`{parameter}` is not a parameter's name")));
            }
            if value.is_empty() || !value.chars().all(is_value_char) {
                return Err(wrong(format!(
                    "the value of `{parameter}` must be letters, digits, `.`, `+`, `-` or `_`"
                )));
            }
            if name.get(parameter).is_some() {
                return Err(wrong(format!("`{parameter}` is given twice")));
            }
            name = name.with(parameter, value);
        }
        Ok(name)
    }
}

fn is_word(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_lowercase())
        && text.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
}

fn is_value_char(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '.' | '+' | '-' | '_')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn why(text: &str) -> String {
        text.parse::<Name>().unwrap_err().to_string()
    }

    #[test]
    fn bare_and_empty_parentheses_are_the_same_name() {
        assert_eq!("minimax".parse::<Name>(), "minimax()".parse::<Name>());
    }

    #[test]
    fn mistakes_are_named() {
        assert!(why("").contains("a kind is"));
        assert!(why("a(b=1").contains("closing `)` is missing"));
        assert!(why("a)").contains("`)` without `(`"));
        assert!(why("a(b=1)c").contains("follows the closing"));
        assert!(why("a(b)").contains("`b` is not parameter=value"));
        assert!(why("a(b=)").contains("value of `b`"));
        assert!(why("a(b=1,b=2)").contains("`b` is given twice"));
        assert!(why("a(b=(1))").contains("value of `b`"));
        assert!(why(&"a".repeat(MAX_NAME + 1)).contains("longer than"));
    }

    #[test]
    fn swept_parameters_can_be_left_out() {
        let name: Name = "g(mix=0.5,depth=3)".parse().unwrap();
        assert_eq!(name.without(&["mix"]).to_string(), "g(depth=3)");
    }
}
