//! The keys of claims in a file: those that a claim has, and those that its kind of comparison needs and takes.

use super::comparison::{KINDS, Kind};
use crate::error::{Error, Result};
use crate::spec::{ClaimFile, Document, ExperimentFile, Terms, entries, in_words, list};
use serde::Deserialize;
use toml::Spanned;
use toml::de::{DeString, ValueDeserializer};

/// What a file says; an unknown key gets a suggestion.
pub(super) fn read(document: &Document<'_>) -> Result<ExperimentFile> {
    check(document)?;
    document.read()
}

/// Refuses keys that no claim has, with the nearest that there is.
fn check(document: &Document<'_>) -> Result<()> {
    let readings = entries(&document.root, "alternative").filter_map(|(_, one)| one.get_ref().as_table());
    let claims = readings.chain([&document.root]).flat_map(|table| list(table, "claim"));
    for (key, value) in claims.filter_map(|claim| claim.get_ref().as_table()).flatten() {
        let is_kind = KINDS.iter().any(|kind| kind.name == key.get_ref());
        if is_kind && !value.get_ref().is_table() {
            return Err(
                document.wrong(value.span().start, format!("`{}` is a table, {{ ... }}", key.get_ref()))
            );
        }
        if !is_kind && !ClaimFile::KEYS.contains(&key.get_ref().as_ref()) {
            let known = ClaimFile::KEYS.into_iter().chain(KINDS.iter().map(|kind| kind.name));
            return Err(unknown(document, key, known));
        }
    }
    Ok(())
}

/// The terms of a claim's comparison: those that its kind needs, and no others than it takes.
pub(super) fn terms(document: &Document<'_>, claim: usize, kind: &Kind) -> Result<Terms> {
    let Some(value) = document.find(&["claim", &claim.to_string(), kind.name]) else {
        return Ok(Terms::default());
    };
    let table = value.get_ref().as_table().into_iter().flatten();
    let keys: Vec<&Spanned<DeString<'_>>> = table.map(|(key, _)| key).collect();
    let known = || kind.needs.iter().chain(kind.takes).copied();
    if let Some(key) = keys.iter().find(|key| !known().any(|known| *known == **key.get_ref())) {
        return Err(unknown(document, key, known()));
    }
    if let Some(missing) = kind.needs.iter().find(|need| !keys.iter().any(|key| **key.get_ref() == ***need)) {
        return Err(document.wrong(value.span().start, format!("missing field `{missing}`")));
    }
    Terms::deserialize(ValueDeserializer::from(value.clone())).map_err(|error| document.explained(&error))
}

fn unknown<'k>(
    document: &Document<'_>,
    key: &Spanned<DeString<'_>>,
    known: impl Iterator<Item = &'k str>,
) -> Error {
    let known: Vec<String> = known.map(|known| format!("`{known}`")).collect();
    let why = format!("unknown field `{}`, expected one of {}", key.get_ref(), known.join(", "));
    document.wrong(key.span().start, in_words(&why, None))
}
