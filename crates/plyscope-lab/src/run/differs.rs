//! In what the run in a folder differs from the one that is asked for.

use toml::{Table, Value};

/// What may change without another run.
const FREE: [&str; 7] = ["title", "source", "note", "figure", "claim", "claims", "trials"];
/// How much of a value is told.
const SHOWN: usize = 80;

/// What differs between two texts of an experiment, in words; empty where nothing does that decides numbers.
pub(super) fn differences(before: &str, after: &str) -> Vec<String> {
    let (Ok(before), Ok(after)) = (before.parse::<Table>(), after.parse::<Table>()) else {
        return Vec::new();
    };
    let mut told = Vec::new();
    compare("", &Value::Table(before), &Value::Table(after), &mut told);
    told
}

fn compare(name: &str, before: &Value, after: &Value, told: &mut Vec<String>) {
    match (before, after) {
        (Value::Table(before), Value::Table(after)) => {
            let within = |key: &str| if name.is_empty() { key.into() } else { format!("{name}.{key}") };
            let mut keys: Vec<&String> = before.keys().chain(after.keys()).collect();
            keys.sort();
            keys.dedup();
            for key in keys.into_iter().filter(|key| !name.is_empty() || !FREE.contains(&key.as_str())) {
                match (before.get(key), after.get(key)) {
                    (Some(before), Some(after)) => compare(&within(key), before, after, told),
                    (Some(before), None) => {
                        told.push(format!("`{}` was {} and is left out now", within(key), shown(before)));
                    }
                    (None, Some(after)) => {
                        told.push(format!("`{}` was left out and is {} now", within(key), shown(after)));
                    }
                    (None, None) => {}
                }
            }
        }
        (Value::Array(before), Value::Array(after))
            if before.len() == after.len() && before.iter().all(Value::is_table) =>
        {
            for (number, (before, after)) in before.iter().zip(after).enumerate() {
                compare(&format!("{name} {}", number + 1), before, after, told);
            }
        }
        _ if before == after => {}
        _ => told.push(format!("`{name}` was {} and is {} now", shown(before), shown(after))),
    }
}

fn shown(value: &Value) -> String {
    let text = value.to_string().replace('\n', " ");
    if text.chars().count() <= SHOWN { text } else { text.chars().take(SHOWN).chain(['…']).collect() }
}

#[cfg(test)]
mod tests {
    use super::differences;

    #[test]
    fn what_decides_numbers_is_told_and_nothing_else() {
        let before = "title = 'a'\ntrials = 5\ndepths = [1, 2]\n[[series]]\nplayer = 'x'\n";
        let after = "title = 'b'\ntrials = 9\ndepths = [1, 3]\ntruth = 'none'\n[[series]]\nplayer = 'y'\n";
        let told = [
            "`depths` was [1, 2] and is [1, 3] now",
            "`series 1.player` was \"x\" and is \"y\" now",
            "`truth` was left out and is \"none\" now",
        ];
        assert_eq!(differences(before, after), told);
        assert!(differences(before, &before.replace("'a'", "'z'")).is_empty());
    }
}
