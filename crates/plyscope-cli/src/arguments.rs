//! Arguments that several commands share: numbers, memory, a game and which of its trials.

use plyscope::catalogue::Catalogue;
use plyscope::game::AnyPosition;
use plyscope::key::{Stream, TrialKey};
use plyscope::player::AnyGame;

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

#[derive(Debug, clap::Args)]
pub(crate) struct Memory {
    /// The most memory that one thing may need, in MiB; what needs more is refused [default: what is free]
    #[arg(long, global = true, value_name = "MIB", value_parser = whole::<1, 16_777_216>)]
    memory: Option<u64>,
}

/// Where the system does not tell what is free.
const USUAL_MIB: u64 = 8192;

impl Memory {
    /// Sets the limit.
    pub(crate) fn limit(&self) {
        let usual = || plyscope_files::system::free_memory().unwrap_or(USUAL_MIB << 20);
        plyscope::memory::set_limit(self.memory.map_or_else(usual, |mib| mib << 20));
    }
}

/// Which game of a seed.
#[derive(Debug, Clone, Copy, clap::Args)]
pub(crate) struct Draw {
    /// The seed that a game or its start is drawn with
    #[arg(long, value_name = "S", default_value_t = 0, value_parser = whole::<0, { u64::MAX }>)]
    pub(crate) seed: u64,
    /// Which of the seed's games
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = whole::<0, { u64::MAX }>)]
    pub(crate) trial: u64,
}

impl Draw {
    /// The key of the trial in a game's stream.
    pub(crate) fn key(&self, game: &str) -> TrialKey {
        Stream::new(self.seed, game).trial(self.trial)
    }
}

/// A game by name.
pub(crate) fn game(catalogue: &Catalogue, name: &str) -> anyhow::Result<AnyGame> {
    catalogue.game(name).map_err(|error| match error {
        unknown @ plyscope::Error::UnknownKind { .. } => {
            anyhow::Error::new(unknown).context("`plyscope list games` shows the games")
        }
        other => other.into(),
    })
}

/// Where a command begins: at a position by its text, or at a trial's start.
pub(crate) fn position(game: &AnyGame, draw: &Draw, text: Option<&str>) -> anyhow::Result<AnyPosition> {
    match text {
        Some(text) => Ok(game.parse_position(text)?),
        None => Ok(game.start(draw.key(&game.name().to_string()))?),
    }
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
