//! What a request asks for: names and values, from its address or from a form in its body.

use crate::answer::Refusal;
use std::collections::BTreeMap;
use std::str::FromStr;

/// Names and values; those that were used are taken out, so that what is left is a mistake.
#[derive(Debug, Default)]
pub(crate) struct Fields {
    values: BTreeMap<String, String>,
}

impl Fields {
    /// From `name=value&name=value`.
    pub(crate) fn parse(text: &str) -> Result<Self, Refusal> {
        let mut values = BTreeMap::new();
        for pair in text.split('&').filter(|pair| !pair.is_empty()) {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            let (name, value) = (decoded(name)?, decoded(value)?);
            if values.insert(name.clone(), value).is_some() {
                return Err(Refusal::bad(format!("`{name}` is given twice")));
            }
        }
        Ok(Fields { values })
    }

    /// A value that may be left out; an empty one is.
    pub(crate) fn text(&mut self, name: &str) -> Option<String> {
        self.values.remove(name).filter(|value| !value.trim().is_empty())
    }

    /// A value that is needed.
    pub(crate) fn needed(&mut self, name: &str) -> Result<String, Refusal> {
        self.text(name).ok_or_else(|| Refusal::bad(format!("`{name}` is missing")))
    }

    /// A number that may be left out.
    pub(crate) fn number<N: FromStr>(&mut self, name: &str, what: &str) -> Result<Option<N>, Refusal> {
        let Some(text) = self.text(name) else { return Ok(None) };
        let wrong = |_| Refusal::bad(format!("`{name}` is {what}, not {:?}", shortened(&text)));
        text.trim().parse().map(Some).map_err(wrong)
    }

    /// Yes or no, or what is usual.
    pub(crate) fn yes(&mut self, name: &str, usual: bool) -> Result<bool, Refusal> {
        match self.text(name).as_deref() {
            None => Ok(usual),
            Some("yes") => Ok(true),
            Some("no") => Ok(false),
            Some(_) => Err(Refusal::bad(format!("`{name}` is yes or no"))),
        }
    }

    /// Fields that no route has asked for are refused.
    pub(crate) fn finish(self) -> Result<(), Refusal> {
        match self.values.keys().next() {
            None => Ok(()),
            Some(name) => Err(Refusal::bad(format!("there is no field {:?}", shortened(name)))),
        }
    }
}

fn shortened(text: &str) -> String {
    text.chars().take(60).collect()
}

fn decoded(text: &str) -> Result<String, Refusal> {
    let wrong = || Refusal::bad("a field is not encoded as in an address: %XX for a byte, UTF-8");
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(match byte {
            b'+' => b' ',
            b'%' => {
                let mut digit = || rest.next().and_then(|digit| char::from(digit).to_digit(16));
                let (high, low) = (digit().ok_or_else(wrong)?, digit().ok_or_else(wrong)?);
                (high * 16 + low) as u8
            }
            byte => byte,
        });
    }
    String::from_utf8(bytes).map_err(|_| wrong())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_read_and_none_is_forgotten() {
        let mut fields = Fields::parse("tree=%28%281+2%29%29&depth=3&error=&name=%C3%BC").unwrap();
        assert_eq!(fields.needed("tree").unwrap(), "((1 2))");
        assert_eq!(fields.number::<u32>("depth", "a whole number").unwrap(), Some(3));
        assert_eq!(fields.text("error"), None);
        let left = fields.finish().unwrap_err();
        assert!(left.text.contains("\"name\""), "{}", left.text);
        for wrong in ["a=%2", "a=%zz", "a=%ff", "a=1&a=2"] {
            assert!(Fields::parse(wrong).is_err(), "{wrong}");
        }
    }
}
