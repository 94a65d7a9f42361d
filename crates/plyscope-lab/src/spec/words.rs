//! Messages of the TOML reader, in words that an author of experiments knows.

use plyscope::name::suggest;

/// A message about the value of a key, or about a key.
pub(crate) fn in_words(message: &str, key: Option<&str>) -> String {
    let message = message.trim_end();
    let wrong = ["invalid type: ", "invalid value: "].iter().find_map(|start| message.strip_prefix(start));
    if let Some((found, wanted)) = wrong.and_then(|rest| rest.rsplit_once(", expected ")) {
        let key = key.map_or("this".into(), |key| format!("`{key}`"));
        if (wanted, found) == ("a sequence", "map") {
            return format!("{key} is a list of tables: write [[{}]]", key.trim_matches('`'));
        }
        return format!("{key} is {}, not {}", kind(wanted, key.trim_matches('`')), value(found));
    }
    let length = message
        .strip_prefix("invalid length ")
        .and_then(|rest| rest.split_once(", expected an array of length "));
    match (length, key) {
        (Some((found, wanted)), Some(key)) => format!("`{key}` is a list of {wanted}, not of {found}"),
        // What the reader says of a word that is none.
        _ if message == "wanted string or table" => {
            format!("{} is a word in quotes", key.map_or("this".into(), |key| format!("`{key}`")))
        }
        _ => with_suggestion(message),
    }
}

/// What a value must be.
fn kind(wanted: &str, key: &str) -> String {
    let least = u32::from(!matches!(key, "seed" | "plies"));
    match wanted {
        "u64" | "usize" => format!("a whole number from {least}"),
        "u32" => format!("a whole number from {least} to {}", u32::MAX),
        "f64" => "a number".into(),
        "a string" => "text in quotes".into(),
        "a boolean" => "true or false".into(),
        "a sequence" => "a list, [...]".into(),
        "a map" => "a table, { ... }".into(),
        other if other.starts_with("struct ") => "a table, { ... }".into(),
        other => other.into(),
    }
}

/// What a value is.
fn value(found: &str) -> String {
    match found {
        "sequence" => "a list".into(),
        "map" => "a table".into(),
        "unit value" => "nothing".into(),
        _ => {
            let names = ["integer ", "floating point ", "boolean ", "string ", "character "];
            let plain = names.iter().find_map(|name| found.strip_prefix(name)).unwrap_or(found);
            // A wide one reads: integer `99999999999999999999` as i128
            plain.split('`').find(|part| !part.is_empty()).unwrap_or(plain).into()
        }
    }
}

/// "unknown field `tite`, expected one of `title`, ..." with the nearest of those.
fn with_suggestion(message: &str) -> String {
    let quoted: Vec<&str> = message.split('`').skip(1).step_by(2).collect();
    match quoted.split_first() {
        Some((given, known)) if message.starts_with("unknown") => match suggest(given, known.iter().copied())
        {
            Some(near) => format!("{message}; did you mean `{near}`?"),
            None => message.to_string(),
        },
        _ => message.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::in_words;

    #[test]
    fn types_are_told_in_words() {
        for (message, key, told) in [
            (
                "invalid value: integer `-5`, expected u64",
                "trials",
                "`trials` is a whole number from 1, not -5",
            ),
            ("invalid value: integer `-5`, expected u64", "seed", "`seed` is a whole number from 0, not -5"),
            (
                "invalid type: integer `99999999999999999999` as i128, expected u64",
                "trials",
                "`trials` is a whole number from 1, not 99999999999999999999",
            ),
            (
                "invalid type: map, expected a sequence",
                "series",
                "`series` is a list of tables: write [[series]]",
            ),
            ("invalid length 1, expected an array of length 2", "lead", "`lead` is a list of 2, not of 1"),
            ("wanted string or table", "ties", "`ties` is a word in quotes"),
            ("invalid type: string \"x\", expected f64", "value", "`value` is a number, not \"x\""),
            ("invalid type: integer `3`, expected a string", "title", "`title` is text in quotes, not 3"),
            (
                "invalid type: sequence, expected a boolean",
                "expected",
                "`expected` is true or false, not a list",
            ),
        ] {
            assert_eq!(in_words(message, Some(key)), told);
        }
        let unknown = "unknown field `tite`, expected one of `title`, `source`";
        assert_eq!(in_words(unknown, None), format!("{unknown}; did you mean `title`?"));
    }
}
