//! Arguments that the commands on games share.

use anyhow::{Context, bail};
use plyscope::game::RealGame;
use plyscope::key::{Stream, TrialKey};
use plyscope::registry::{GAMES, GameKind};
use std::sync::Arc;

/// Which game of a seed.
#[derive(Debug, Clone, Copy, clap::Args)]
pub(crate) struct Draw {
    /// The seed that a game or its start is drawn with
    #[arg(long, value_name = "S", default_value_t = 0)]
    pub(crate) seed: u64,
    /// Which of the seed's games
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) trial: u64,
}

impl Draw {
    /// The key of the trial in a game's stream.
    pub(crate) fn key(&self, game: &str) -> TrialKey {
        Stream::new(self.seed, game).trial(self.trial)
    }
}

/// A real game by name.
pub(crate) fn real(name: &str) -> anyhow::Result<Arc<dyn RealGame>> {
    match GAMES.build(name, &()).context("`plyscope list games` shows the games")? {
        GameKind::Real(game) => Ok(game),
        drawn => bail!(
            "{} is drawn by key, one game a trial; this command is for games with a start, such as kalah",
            drawn.name()
        ),
    }
}
