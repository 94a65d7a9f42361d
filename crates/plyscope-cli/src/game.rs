//! Arguments that the commands on games share.

use crate::numbers::whole;
use plyscope::catalogue::Catalogue;
use plyscope::game::AnyPosition;
use plyscope::key::{Stream, TrialKey};
use plyscope::player::AnyGame;

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
