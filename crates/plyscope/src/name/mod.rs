//! Names: `kind(parameter=value,...)`, one string for a game, an evaluator, a rule or a search.
//!
//! The same string is read from the command line and from experiment files, and printed in every
//! output with all its parameters, so that a result says what it is a result of. A value that holds more than letters,
//! digits, `.`, `+`, `-` and `_` stands in quotes: `file(path="my positions.txt")`.

mod parameter;
mod settings;

pub use crate::suggest::suggest;
pub use parameter::{Arguments, Parameter};
pub(crate) use settings::within;
pub use settings::{Given, Settings, Values};

use crate::error::{Error, Result};
use std::fmt;
use std::str::FromStr;

/// The longest name that is read, in bytes.
pub(crate) const MAX_NAME: usize = 1024;

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
            write!(f, "{}{parameter}=", if i == 0 { '(' } else { ',' })?;
            if !value.is_empty() && value.chars().all(is_value_char) {
                f.write_str(value)?;
            } else {
                write!(f, "\"{}\"", value.replace('\\', "\\\\").replace('"', "\\\""))?;
            }
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
        let mut reader = Reader { rest: text.trim() };
        let kind = reader.until(&['(', ')', '=', ',', '"']).trim_end().to_string();
        if !is_word(&kind) && !reader.rest.starts_with(')') {
            return Err(wrong("a kind is lower-case letters, digits and hyphens, a letter first".into()));
        }
        let mut name = Name::new(&kind);
        match reader.next() {
            None => return Ok(name),
            Some('(') => {}
            Some(')') => return Err(wrong("`)` without `(`".into())),
            Some(other) => return Err(wrong(format!("`(` is expected after the kind, not `{other}`"))),
        }
        reader.skip();
        if reader.rest.starts_with(')') {
            reader.next();
            return if reader.is_done() {
                Ok(name)
            } else {
                Err(wrong("something follows the closing `)`".into()))
            };
        }
        loop {
            let parameter = reader.until(&['=', ',', ')', '(', '"']).trim().to_string();
            if reader.next() != Some('=') {
                return Err(wrong(match text.contains(')') {
                    true => format!("`{parameter}` is not parameter=value"),
                    false => "the closing `)` is missing".into(),
                }));
            }
            if !is_word(&parameter) {
                return Err(wrong(format!("`{parameter}` is not a parameter's name")));
            }
            let value = reader.value().map_err(|why| wrong(why.replace("{}", &parameter)))?;
            if name.get(&parameter).is_some() {
                return Err(wrong(format!("`{parameter}` is given twice")));
            }
            name = name.with(&parameter, value);
            reader.skip();
            match reader.next() {
                Some(',') => {}
                Some(')') if reader.is_done() => return Ok(name),
                Some(')') => return Err(wrong("something follows the closing `)`".into())),
                Some(other) => {
                    let why = format!("after the value of `{parameter}` comes `,` or `)`, not `{other}`");
                    return Err(wrong(why));
                }
                None => return Err(wrong("the closing `)` is missing".into())),
            }
        }
    }
}

/// What is left of a name's text.
struct Reader<'a> {
    rest: &'a str,
}

impl<'a> Reader<'a> {
    fn next(&mut self) -> Option<char> {
        let next = self.rest.chars().next()?;
        self.rest = &self.rest[next.len_utf8()..];
        Some(next)
    }

    fn skip(&mut self) {
        self.rest = self.rest.trim_start();
    }

    fn is_done(&self) -> bool {
        self.rest.trim().is_empty()
    }

    /// What stands before the first of some signs.
    fn until(&mut self, signs: &[char]) -> &'a str {
        let (before, rest) = self.rest.split_at(self.rest.find(signs).unwrap_or(self.rest.len()));
        self.rest = rest;
        before
    }

    /// A value, plain or quoted; `{}` in what is wrong stands for the parameter.
    fn value(&mut self) -> std::result::Result<String, String> {
        self.skip();
        if !self.rest.starts_with('"') {
            let value = self.until(&[',', ')', '(', '"']).trim();
            let plain = !value.is_empty() && value.chars().all(is_value_char);
            let allowed =
                "the value of `{}` must be letters, digits, `.`, `+`, `-` or `_`; others go in quotes";
            return if plain { Ok(value.to_string()) } else { Err(allowed.into()) };
        }
        self.next();
        let mut value = String::new();
        loop {
            match self.next() {
                Some('"') => return Ok(value),
                Some('\\') => match self.next() {
                    Some(escaped @ ('"' | '\\')) => value.push(escaped),
                    _ => return Err("in the value of `{}` only `\\\"` and `\\\\` are escapes".into()),
                },
                Some(control) if control.is_control() => {
                    return Err("the value of `{}` has a control character".into());
                }
                Some(other) => value.push(other),
                None => return Err("the quote that opens the value of `{}` is not closed".into()),
            }
        }
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

    /// Paths, commands and positions: whatever stands in quotes reads back.
    #[test]
    fn quoted_values_read_back() {
        let name: Name = r#"uci(command="stockfish --x 'a b'", hash=16,options="Use NNUE=false;A=(1,2)")"#
            .parse()
            .unwrap();
        assert_eq!(name.get("command"), Some("stockfish --x 'a b'"));
        assert_eq!(name.get("options"), Some("Use NNUE=false;A=(1,2)"));
        assert_eq!(name.get("hash"), Some("16"));
        let odd = Name::new("file").with("path", r#"C:\a "b".txt"#).with("n", "").with("plain", "4..20");
        assert_eq!(odd.to_string(), r#"file(path="C:\\a \"b\".txt",n="",plain=4..20)"#);
        assert_eq!(odd.to_string().parse(), Ok(odd));
        assert!(why(r#"a(b="1)"#).contains("not closed"));
        assert!(why(r#"a(b="\x")"#).contains("escapes"));
        assert!(why(r#"a(b="1"2)"#).contains("comes `,` or `)`"));
        assert!(why("a(b=\"\u{7}\")").contains("control character"));
    }

    #[test]
    fn swept_parameters_can_be_left_out() {
        let name: Name = "g(mix=0.5,depth=3)".parse().unwrap();
        assert_eq!(name.without(&["mix"]).to_string(), "g(depth=3)");
    }
}
