//! Where what is learned is kept, so that it is learned once.
//!
//! Everything that learns here (calibrations, fitted rules, tables of errors) is a function of its name, and has a text
//! that reads back to the bit. An experiment is prepared with a cache behind it: a folder, or memory.

use crate::error::{Error, Result};
use crate::key::{fnv, mix};
use std::collections::BTreeMap;
use std::sync::Mutex;

/// Keeps texts by name.
///
/// ```
/// use plyscope::cache::{Memory, Cache};
/// let cache = Memory::default();
/// let mut times = 0;
/// let mut learn = || {
///     times += 1;
///     Ok("what was learned".to_string())
/// };
/// cache.get_or_learn("name", &mut learn)?;
/// assert_eq!(cache.get_or_learn("name", &mut learn)?, "what was learned");
/// assert_eq!(times, 1);
/// # Ok::<(), plyscope::Error>(())
/// ```
pub trait Cache: Sync {
    /// What is kept under a name; else it is learned now, and kept.
    fn get_or_learn(&self, name: &str, learn: &mut dyn FnMut() -> Result<String>) -> Result<String>;

    /// Was something found with it before now? Then what is not kept was not looked at then.
    fn is_begun(&self) -> bool {
        false
    }

    /// Is something kept under a name?
    fn has(&self, _name: &str) -> bool {
        false
    }
}

/// A cache in memory.
///
/// ```
/// use plyscope::cache::{Memory, Cache};
/// let cache = Memory::default();
/// cache.get_or_learn("name", &mut || Ok("first".to_string()))?;
/// let kept = cache.get_or_learn("name", &mut || Ok("second".to_string()))?;
/// assert_eq!(kept, "first");
/// # Ok::<(), plyscope::Error>(())
/// ```
#[derive(Debug, Default)]
pub struct Memory {
    kept: Mutex<BTreeMap<String, String>>,
}

impl Cache for Memory {
    fn get_or_learn(&self, name: &str, learn: &mut dyn FnMut() -> Result<String>) -> Result<String> {
        let kept = || self.kept.lock().expect("the lock is not poisoned");
        if let Some(known) = kept().get(name) {
            return Ok(known.clone());
        }
        let learned = learn()?;
        kept().insert(name.to_string(), learned.clone());
        Ok(learned)
    }
}

/// FNV-1a over a text, mixed: against damage, not against malice.
pub fn checksum(text: &str) -> u64 {
    mix(fnv(text))
}

/// A text with a last line that says whether it is whole.
pub fn sealed(text: String) -> String {
    let sum = checksum(&text);
    text + &format!("checksum {sum:016x}\n")
}

/// The text before the last line, if that says that it is whole; else what is wrong with it.
pub fn unsealed(text: &str) -> std::result::Result<&str, &'static str> {
    let (body, sum) = text
        .strip_suffix('\n')
        .and_then(|text| text.rsplit_once('\n'))
        .and_then(|(body, last)| Some((body, last.strip_prefix("checksum ")?)))
        .ok_or("the last line is not its checksum: it is cut off")?;
    let all = &text[..=body.len()];
    match u64::from_str_radix(sum, 16).ok() == Some(checksum(all)) && sum.len() == 16 {
        true => Ok(body),
        false => Err("the checksum is wrong: the text was damaged"),
    }
}

/// A kept text, read line by line; errors say in which line something is wrong.
pub(crate) struct Kept<'a> {
    what: &'static str,
    rest: &'a str,
    /// The number of the line that was read last.
    at: usize,
}

impl<'a> Kept<'a> {
    /// The lines after the title; refused where the text is not whole, or has another title.
    pub(crate) fn open(what: &'static str, title: &str, text: &'a str) -> Result<Self> {
        let cut = |why: &str| Error::Kept { what, line: text.lines().count().max(1), why: why.into() };
        let mut kept = Kept { what, rest: unsealed(text).map_err(cut)?, at: 0 };
        match kept.next() {
            Some(line) if line == title => Ok(kept),
            _ => Err(Error::Kept { what, line: 1, why: format!("it does not begin with `{title}`") }),
        }
    }

    /// What is wrong with the line that was read last.
    pub(crate) fn wrong(&self, why: &str) -> Error {
        Error::Kept { what: self.what, line: self.at, why: why.into() }
    }

    /// What follows a word with which the next line must begin.
    pub(crate) fn field(&mut self, word: &str) -> Result<&'a str> {
        let found = self.next().and_then(|line| line.strip_prefix(word)?.strip_prefix(' '));
        found.ok_or_else(|| self.wrong(&format!("it has no `{word}` in its place")))
    }

    /// The same, read only if the next line begins with the word.
    pub(crate) fn next_if(&mut self, word: &str) -> Option<&'a str> {
        let found = self.rest.lines().next()?.strip_prefix(word)?.strip_prefix(' ')?;
        self.next();
        Some(found)
    }

    /// All that was not read yet.
    pub(crate) fn rest(self) -> &'a str {
        self.rest
    }
}

impl<'a> Iterator for Kept<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        if self.rest.is_empty() {
            return None;
        }
        let (line, rest) = self.rest.split_once('\n').unwrap_or((self.rest, ""));
        (self.rest, self.at) = (rest, self.at + 1);
        Some(line)
    }
}

/// Numbers with a space between them.
pub(crate) fn numbers(text: &str) -> Option<Vec<f64>> {
    text.split(' ').map(|word| word.parse().ok()).collect()
}
