//! The text of an experiment file: read once into a tree whose values know where they stand, so that a mistake is told with
//! its place, and a typo with a suggestion.

use super::file::ExperimentFile;
use super::words::in_words;
use crate::error::{Error, Result};
use crate::markup::is_no_character;
use plyscope::search::UNITS;
use serde::Deserialize;
use toml::Spanned;
use toml::de::{DeTable, DeValue, Deserializer};

/// A file as it is written, or with another reading in place.
pub(crate) struct Document<'a> {
    pub(crate) file: &'a str,
    pub(crate) text: &'a str,
    pub(crate) root: DeTable<'a>,
}

/// The way to a value: keys of tables, and numbers in lists.
pub(crate) type Path<'a> = [&'a str];

/// A table that mistakes are about, such as a claim.
#[derive(Clone, Copy)]
pub(crate) struct Entry<'a> {
    table: Option<&'a DeTable<'a>>,
    /// Where it is named.
    pub(crate) at: usize,
}

/// Something in a table.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Sought<'a> {
    /// A key.
    Key(&'a str),
    /// A value of one of these keys, or an element of it, that reads so.
    Value(&'a [&'a str], &'a str),
}

impl<'a> Document<'a> {
    /// Reads a text as TOML.
    pub(crate) fn parse(file: &'a str, text: &'a str) -> Result<Self> {
        let mut document = Document { file, text, root: DeTable::new() };
        if let Some(at) = no_character(text) {
            let why = "U+FFFE and U+FFFF are no characters, and no figure can hold them; take them out";
            return Err(document.wrong(at, why));
        }
        document.root = DeTable::parse(text).map_err(|error| document.explained(&error))?.into_inner();
        by_one_name(&mut document.root);
        Ok(document)
    }

    /// What it says; an unknown key gets a suggestion.
    pub(crate) fn read(&self) -> Result<ExperimentFile> {
        let root = Spanned::new(0..self.text.len(), self.root.clone());
        ExperimentFile::deserialize(Deserializer::from(root)).map_err(|error| self.explained(&error))
    }

    /// An error at a byte of the text.
    pub(crate) fn wrong(&self, at: usize, why: impl std::fmt::Display) -> Error {
        let before = &self.text[..at.min(self.text.len())];
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().map_or(0, |last| last.chars().count()) + 1;
        Error::Spec { file: self.file.to_string(), line, column, why: why.to_string() }
    }

    pub(crate) fn explained(&self, error: &toml::de::Error) -> Error {
        let at = error.span().map_or(0, |span| span.start);
        if error.message().trim_end() == "duplicate key" {
            let key = self.text[at..].split(|c: char| c.is_whitespace() || "=.]".contains(c)).next();
            return self.wrong(at, format!("`{}` is given twice", key.unwrap_or_default()));
        }
        self.wrong(at, in_words(error.message(), key_of(&self.root, at)))
    }

    /// The value at the end of a path.
    pub(crate) fn find(&self, path: &Path<'_>) -> Option<&Spanned<DeValue<'a>>> {
        let (first, rest) = path.split_first()?;
        rest.iter().try_fold(self.root.get(*first)?, |value, step| match value.get_ref() {
            DeValue::Table(table) => table.get(*step),
            DeValue::Array(list) => list.get(step.parse::<usize>().ok()?),
            _ => None,
        })
    }

    /// Where a value stands; the beginning of the text where there is none.
    pub(crate) fn at(&self, path: &Path<'_>) -> usize {
        self.find(path).map_or(0, |value| value.span().start)
    }

    /// Where it is said what players may spend.
    pub(crate) fn efforts_at(&self) -> usize {
        UNITS.iter().find_map(|unit| self.find(&[unit.key])).map_or(0, |amounts| amounts.span().start)
    }

    /// Where the key of a value stands.
    pub(crate) fn key_at(&self, path: &Path<'_>) -> usize {
        let Some((last, tables)) = path.split_last() else { return 0 };
        let table = match tables {
            [] => Some(&self.root),
            tables => self.find(tables).and_then(|table| table.get_ref().as_table()),
        };
        table.and_then(|table| table.get_key_value(*last)).map_or(0, |(key, _)| key.span().start)
    }

    /// The element of a list that reads so; the last of several.
    pub(crate) fn element(&self, list: &Path<'_>, value: &str) -> Option<usize> {
        let list = self.find(list)?.get_ref().as_array()?;
        let found = list.iter().rfind(|element| reads(element.get_ref(), value));
        found.map(|element| element.span().start)
    }

    /// A table, which is named by one of its values.
    pub(crate) fn entry(&self, path: &Path<'_>, named: &str) -> Entry<'_> {
        let table = self.find(path).and_then(|entry| entry.get_ref().as_table());
        let name = table.and_then(|table| table.get(named));
        Entry { table, at: name.map_or(0, |name| name.span().start) }
    }
}

impl Entry<'_> {
    /// Where something stands in the table, if it is there.
    pub(crate) fn find(&self, sought: Sought<'_>) -> Option<usize> {
        find(self.table?, sought)
    }

    /// The same, or where the table is named.
    pub(crate) fn near(&self, sought: Sought<'_>) -> usize {
        self.find(sought).unwrap_or(self.at)
    }
}

/// Other words for keys of claims and figures: what is asked of depths is asked of other units by their own names, where those
/// are what is counted.
pub(crate) fn other_words() -> Vec<(&'static str, Vec<String>)> {
    let others = |prefix: &str| {
        UNITS[1..].iter().filter(|unit| unit.is_spent()).map(|unit| format!("{prefix}{}", unit.key)).collect()
    };
    vec![("depths", others("")), ("than-depths", others("than-"))]
}

/// Puts the one word in place of all others, in claims and figures.
fn by_one_name(table: &mut DeTable<'_>) {
    for (key, value) in table.iter_mut() {
        match (key.get_ref().as_ref(), value.get_mut()) {
            ("figure", DeValue::Table(figure)) => rename(figure),
            ("claim", DeValue::Array(claims)) => {
                claims.iter_mut().for_each(|claim| within(claim.get_mut(), rename));
            }
            ("alternative", readings) => within(readings, by_one_name),
            _ => {}
        }
    }
}

/// Does something with all tables of a table.
fn within(value: &mut DeValue<'_>, change: fn(&mut DeTable<'_>)) {
    let DeValue::Table(table) = value else { return };
    for (_, inner) in table.iter_mut() {
        if let DeValue::Table(inner) = inner.get_mut() {
            change(inner);
        }
    }
}

fn rename(table: &mut DeTable<'_>) {
    for (plain, others) in other_words() {
        for other in others {
            if !table.contains_key(plain)
                && let Some((key, value)) = table.remove_entry(other.as_str())
            {
                table.insert(Spanned::new(key.span(), plain.into()), value);
            }
        }
    }
}

/// Where a character stands that no figure can hold, as it is or escaped.
fn no_character(text: &str) -> Option<usize> {
    const ESCAPED: [&str; 4] = ["\\ufffe", "\\uffff", "\\u0000fffe", "\\u0000ffff"];
    let lower = text.to_ascii_lowercase();
    let escaped = ESCAPED.iter().filter_map(|escaped| lower.find(escaped));
    escaped.chain(text.find(is_no_character)).min()
}

/// The first place in the text of what is sought, in a table and those within it.
fn find(table: &DeTable<'_>, sought: Sought<'_>) -> Option<usize> {
    let mut found: Vec<usize> = Vec::new();
    for (key, value) in table.iter() {
        match sought {
            Sought::Key(wanted) if key.get_ref() == wanted => found.push(key.span().start),
            Sought::Value(keys, wanted) if keys.contains(&key.get_ref().as_ref()) => {
                found.extend(first(value, wanted));
            }
            _ => {}
        }
        if let DeValue::Table(inner) = value.get_ref() {
            found.extend(find(inner, sought));
        }
    }
    found.into_iter().min()
}

/// The first place where a value, or an element of it, reads so.
fn first(value: &Spanned<DeValue<'_>>, wanted: &str) -> Option<usize> {
    match value.get_ref() {
        DeValue::Array(list) => list.iter().find_map(|element| first(element, wanted)),
        plain => reads(plain, wanted).then_some(value.span().start),
    }
}

/// Does a value read so? Numbers are compared as such: `0.20` reads 0.2.
fn reads(value: &DeValue<'_>, wanted: &str) -> bool {
    let written = match value {
        DeValue::String(text) => return text == wanted,
        DeValue::Integer(number) => number.as_str().replace('_', ""),
        DeValue::Float(number) => number.as_str().replace('_', ""),
        _ => return false,
    };
    match (written.parse::<f64>(), wanted.parse::<f64>()) {
        (Ok(one), Ok(other)) => one == other || (one.is_nan() && other.is_nan()),
        _ => written == wanted,
    }
}

/// The key whose value, or an element of it, is at this place.
fn key_of<'t>(table: &'t DeTable<'_>, at: usize) -> Option<&'t str> {
    fn inside<'t>(key: &'t str, value: &'t Spanned<DeValue<'_>>, at: usize) -> Option<&'t str> {
        let here = || (value.span().start == at).then_some(key);
        match value.get_ref() {
            DeValue::Table(inner) => key_of(inner, at).or_else(here),
            DeValue::Array(list) => list.iter().find_map(|element| inside(key, element, at)).or_else(here),
            _ => here(),
        }
    }
    table.iter().find_map(|(key, value)| inside(key.get_ref(), value, at))
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "title = 't'\nsweep = { mix = [0.20, 1_000, 'x'] }\n\n[figure]\nat = { mix = 0.3 }\n\n\
                        [[claim]]\nid = 'a'\nabove = { series = 'emm', depths = [3, 5] }\n\n\
                        [[claim]]\nid = 'b'\nabove = { series = 'emm', depths = [3, 7] }\n";

    /// What stands at a place.
    fn shown(at: usize) -> &'static str {
        &FILE[at..FILE.len().min(at + 5)]
    }

    #[test]
    fn places_are_found_by_what_stands_there() {
        let text = Document::parse("f", FILE).unwrap();
        assert_eq!(shown(text.at(&["figure", "at", "mix"])), "0.3 }");
        assert_eq!(shown(text.key_at(&["figure", "at", "mix"])), "mix =");
        let mix = ["sweep", "mix"];
        assert_eq!(shown(text.element(&mix, "0.2").unwrap()), "0.20,");
        assert_eq!(shown(text.element(&mix, "1000").unwrap()), "1_000");
        assert_eq!((text.element(&mix, "7"), text.element(&["title"], "7")), (None, None));
        let second = text.entry(&["claim", "1"], "id");
        assert_eq!(shown(second.at), "'b'\na");
        assert_eq!(shown(second.near(Sought::Value(&["depths"], "7"))), "7] }\n");
        let three = second.near(Sought::Value(&["depths"], "3"));
        assert!(three > second.at, "the second claim's, not the first one's");
        assert_eq!(shown(second.near(Sought::Key("series"))), "serie");
        assert_eq!(second.near(Sought::Key("nothing")), second.at);
        assert_eq!(key_of(&text.root, text.at(&["figure", "at", "mix"])), Some("mix"));
        assert_eq!(key_of(&text.root, three), Some("depths"));
        assert_eq!(key_of(&text.root, 1), None);
    }
}
