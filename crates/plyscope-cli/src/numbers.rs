//! Numbers as arguments, refused in words.

/// A whole number within a range.
pub(crate) fn whole<const LEAST: u64, const MOST: u64>(text: &str) -> Result<u64, String> {
    let number = text.trim().parse().ok().filter(|number| (LEAST..=MOST).contains(number));
    let most = if MOST == u64::MAX { String::new() } else { format!(" to {MOST}") };
    number.ok_or_else(|| format!("expected a whole number from {LEAST}{most}"))
}

/// Lets `-1` be the value of an option, so that it is refused as one.
pub(crate) fn with_negative(command: clap::Command) -> clap::Command {
    let command = command.mut_args(|argument| match argument.get_action().takes_values() {
        true => argument.allow_negative_numbers(true),
        false => argument,
    });
    command.mut_subcommands(with_negative)
}

#[cfg(test)]
mod tests {
    use super::whole;

    #[test]
    fn numbers_are_refused_in_words() {
        assert_eq!(whole::<1, 9>("9"), Ok(9));
        for wrong in ["0", "10", "-1", "1.5", "", "x", "99999999999999999999"] {
            assert_eq!(whole::<1, 9>(wrong), Err("expected a whole number from 1 to 9".into()));
        }
        assert_eq!(whole::<0, { u64::MAX }>("18446744073709551615"), Ok(u64::MAX));
        assert_eq!(whole::<0, { u64::MAX }>("-1"), Err("expected a whole number from 0".into()));
    }
}
