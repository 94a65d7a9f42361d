//! Where something stands in an experiment file, by what it is. Only looked for when there is a mistake to be told.

use super::text::Text;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// Something that a mistake is about.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Sought<'a> {
    /// A key of a table.
    Key(&'a str),
    /// A value of one of these keys, or an element of it, that reads so.
    Value(&'a [&'a str], &'a str),
}

impl Text<'_> {
    /// Where it stands in the table that has a value at this place (a claim's, by its id); the place itself if nowhere.
    pub(crate) fn near(&self, at: usize, sought: Sought<'_>) -> usize {
        let Ok(root) = DeTable::parse(self.text) else { return at };
        let holder = holder(root.get_ref(), at);
        holder.and_then(|table| find(table, sought)).unwrap_or(at)
    }

    /// Where the value of a key stands, by the keys on the way to it.
    pub(crate) fn at(&self, keys: &[&str]) -> Option<usize> {
        let root = DeTable::parse(self.text).ok()?;
        let (last, tables) = keys.split_last()?;
        let table =
            tables.iter().try_fold(root.get_ref(), |table, key| table.get(*key)?.get_ref().as_table());
        Some(table?.get(*last)?.span().start)
    }

    /// Where the element stands that reads so, of the list at a place; the last of several.
    pub(crate) fn element(&self, list: usize, value: &str) -> Option<usize> {
        let root = DeTable::parse(self.text).ok()?;
        let mut lists = holder(root.get_ref(), list)?.values().filter(|value| value.span().start == list);
        let list = lists.find_map(|value| value.get_ref().as_array())?;
        let found = list.iter().rfind(|element| reads(element.get_ref(), value));
        found.map(|element| element.span().start)
    }

    /// The key whose value, or an element of it, is at this place.
    pub(crate) fn key_of(&self, at: usize) -> Option<String> {
        let root = DeTable::parse(self.text).ok()?;
        key_of(root.get_ref(), at)
    }
}

/// The table that has a value at this place.
fn holder<'a, 'i>(table: &'a DeTable<'i>, at: usize) -> Option<&'a DeTable<'i>> {
    if table.values().any(|value| value.span().start == at) {
        return Some(table);
    }
    table.values().find_map(|value| match value.get_ref() {
        DeValue::Table(inner) => holder(inner, at),
        DeValue::Array(list) => {
            list.iter().filter_map(|one| one.get_ref().as_table()).find_map(|one| holder(one, at))
        }
        _ => None,
    })
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

fn key_of(table: &DeTable<'_>, at: usize) -> Option<String> {
    fn inside(value: &Spanned<DeValue<'_>>, at: usize) -> Option<Option<String>> {
        if value.span().start == at && !value.get_ref().is_array() && !value.get_ref().is_table() {
            return Some(None);
        }
        match value.get_ref() {
            DeValue::Table(inner) => key_of(inner, at).map(Some),
            DeValue::Array(list) => list.iter().find_map(|element| inside(element, at)),
            _ => None,
        }
        .or_else(|| (value.span().start == at).then_some(None))
    }
    table.iter().find_map(|(key, value)| {
        inside(value, at).map(|deeper| deeper.unwrap_or_else(|| key.get_ref().to_string()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "title = 't'\nsweep = { mix = [0.20, 1_000, 'x'] }\n\n[figure]\nat = { mix = 0.3 }\n\n\
                        [[claim]]\nid = 'a'\nabove = { series = 'emm', depths = [3, 5] }\n\n\
                        [[claim]]\nid = 'b'\nabove = { series = 'emm', depths = [3, 7] }\n";

    /// What stands at a place.
    fn shown(at: Option<usize>) -> &'static str {
        at.map_or("", |at| &FILE[at..FILE.len().min(at + 5)])
    }

    #[test]
    fn places_are_found_by_what_stands_there() {
        let text = Text { file: "f", text: FILE };
        assert_eq!(shown(text.at(&["figure", "at", "mix"])), "0.3 }");
        let mix = text.at(&["sweep", "mix"]).unwrap();
        assert_eq!(shown(text.element(mix, "0.2")), "0.20,");
        assert_eq!(shown(text.element(mix, "1000")), "1_000");
        assert_eq!((text.element(mix, "7"), text.element(0, "7")), (None, None));
        let second = FILE.rfind("'b'").unwrap();
        assert_eq!(shown(Some(text.near(second, Sought::Value(&["depths"], "7")))), "7] }\n");
        let three = text.near(second, Sought::Value(&["depths"], "3"));
        assert!(three > second, "the second claim's, not the first one's");
        assert_eq!(shown(Some(text.near(second, Sought::Key("series")))), "serie");
        assert_eq!(text.near(second, Sought::Key("nothing")), second);
        assert_eq!(text.key_of(text.at(&["figure", "at", "mix"]).unwrap()).as_deref(), Some("mix"));
        assert_eq!(text.key_of(three).as_deref(), Some("depths"));
        assert_eq!(text.key_of(1), None);
    }
}
