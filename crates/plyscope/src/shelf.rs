//! Where what is learned is kept, so that it is learned once.
//!
//! Everything that learns here (calibrations, fitted rules, tables of errors) is a function of its name, and has a text
//! that reads back to the bit. Whoever prepares an experiment puts a shelf behind it: a folder, or memory.

use crate::error::Result;
use crate::key::{fnv, mix};
use std::collections::BTreeMap;
use std::sync::Mutex;

/// Keeps texts by name.
///
/// ```
/// use plyscope::shelf::{Memory, Shelf};
/// let shelf = Memory::default();
/// let mut times = 0;
/// let mut learn = || {
///     times += 1;
///     Ok("what was learned".to_string())
/// };
/// shelf.get_or_learn("name", &mut learn)?;
/// assert_eq!(shelf.get_or_learn("name", &mut learn)?, "what was learned");
/// assert_eq!(times, 1);
/// # Ok::<(), plyscope::Error>(())
/// ```
pub trait Shelf: Sync {
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

/// A shelf in memory.
///
/// ```
/// use plyscope::shelf::{Memory, Shelf};
/// let shelf = Memory::default();
/// shelf.get_or_learn("name", &mut || Ok("first".to_string()))?;
/// let kept = shelf.get_or_learn("name", &mut || Ok("second".to_string()))?;
/// assert_eq!(kept, "first");
/// # Ok::<(), plyscope::Error>(())
/// ```
#[derive(Debug, Default)]
pub struct Memory {
    kept: Mutex<BTreeMap<String, String>>,
}

impl Shelf for Memory {
    fn get_or_learn(&self, name: &str, learn: &mut dyn FnMut() -> Result<String>) -> Result<String> {
        let kept = || self.kept.lock().expect("nobody panics with it");
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
