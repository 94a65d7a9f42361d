//! Positions from a list, one a line.

use super::{Source, Trial};
use crate::error::{Error, Result};
use crate::game::{AnyPosition, Turn, expand_one};
use crate::key::Stream;
use crate::player::AnyGame;

/// What a comment or a remark in a line says of positions that were selected by what a player decides at them. A source
/// that reads it knows that shares of them say nothing about the game.
pub const SELECTED: &str = "selected by plyscope measure";

/// A list of positions, in order.
///
/// ```
/// use plyscope::game::TicTacToe;
/// use plyscope::key::Stream;
/// use plyscope::player::AnyGame;
/// use plyscope::source::{Listed, Source};
/// let game = AnyGame::new(TicTacToe::default());
/// let text = "# two openings\nX../.../... O\n\n..../ X";
/// let why = Listed::parse(game.clone(), Stream::new(1, ""), text).unwrap_err().to_string();
/// assert!(why.contains("line 4"), "{why}");
/// let listed = Listed::parse(game, Stream::new(1, ""), "X../.../... O\n.X./.../... O\n")?;
/// assert_eq!(listed.trials(), Some(2));
/// # Ok::<(), plyscope::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Listed {
    game: AnyGame,
    stream: Stream,
    positions: Vec<AnyPosition>,
    selected: bool,
    name: Option<String>,
}

impl Listed {
    /// Reads the texts of positions, one a line; blank lines and those that begin with `#` are passed by. A line that is
    /// no position, or one in which there is nothing to decide, is refused with its number.
    pub fn parse(game: AnyGame, stream: Stream, text: &str) -> Result<Self> {
        let mut positions = Vec::new();
        // Some editors begin a file with a mark of its encoding, which is not part of a position.
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        for (i, line) in text.lines().enumerate() {
            let line = line.strip_suffix('\r').unwrap_or(line);
            if line.trim().is_empty() || line.starts_with('#') {
                continue;
            }
            let wrong = |why: String| Error::Kept { what: "positions", line: i + 1, why };
            let position = game.parse_position(line).map_err(|error| wrong(error.to_string()))?;
            let turn = expand_one(&*game, &position)?.turn;
            if !matches!(turn, Turn::Player(_)) {
                let why =
                    if turn == Turn::Over { "the game is over" } else { "chance has its turn, not a player" };
                return Err(wrong(format!(
                    "at `{line}` {why}: there is nothing to decide; leave the line out"
                )));
            }
            positions.push(position);
        }
        Ok(Listed { game, stream, positions, selected: text.contains(SELECTED), name: None })
    }

    /// The same by another name.
    #[must_use]
    pub fn called(self, name: &str) -> Self {
        Listed { name: Some(name.to_string()), ..self }
    }
}

impl Source for Listed {
    fn name(&self) -> String {
        self.name.clone().unwrap_or_else(|| format!("a list of {} positions", self.positions.len()))
    }
    fn game(&self) -> &AnyGame {
        &self.game
    }
    fn draw(&self, trial: u64, _: u32) -> Result<Option<Trial>> {
        let position = usize::try_from(trial).ok().and_then(|trial| self.positions.get(trial));
        let key = self.stream.trial(trial);
        Ok(position.map(|position| Trial { position: position.clone(), ply: None, key }))
    }
    fn is_selected(&self) -> bool {
        self.selected
    }
    fn attempts(&self) -> u32 {
        1
    }
    fn trials(&self) -> Option<u64> {
        Some(self.positions.len() as u64)
    }
}
