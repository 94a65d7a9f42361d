//! Positions from a list, one a line.

use super::{Source, Trial};
use crate::error::{Error, Result};
use crate::game::{AnyPosition, Notes, Turn, expand_one};
use crate::key::Stream;
use crate::oracle::{Oracle, Told};
use crate::player::AnyGame;
use std::sync::Arc;

/// What a comment or a remark in a line says of positions that were selected by what a player decides at them. A source
/// that reads it knows that shares of them say nothing about the game.
pub const SELECTED: &str = "selected by plyscope measure";

/// Lines that are left out and described one by one, at most; of the others the numbers are told.
const DESCRIBED: usize = 10;

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
    positions: Vec<(AnyPosition, Notes)>,
    /// What is wrong with lines that are left out.
    bad: Vec<Error>,
    selected: bool,
    name: Option<String>,
}

impl Listed {
    /// Reads the texts of positions, one a line; blank lines and those that begin with `#` are passed by. A line that is
    /// no position, or one in which there is nothing to decide, is refused with its number. In a list that says which moves
    /// are right, such a line is left out, and so is one that does not say it clearly; [`Source::remarks`] names them.
    pub fn parse(game: AnyGame, stream: Stream, text: &str) -> Result<Self> {
        // Some editors begin a file with a mark of its encoding, which is not part of a position.
        let (text, mut bad) = (text.strip_prefix('\u{feff}').unwrap_or(text), Vec::new());
        let (mut positions, mut is_suite) = (Vec::new(), false);
        for (i, line) in text.lines().enumerate() {
            let line = line.strip_suffix('\r').unwrap_or(line);
            if line.trim().is_empty() || line.starts_with('#') {
                continue;
            }
            let wrong = |why: String| Error::Kept { what: "positions", line: i + 1, why };
            match position(&game, line) {
                Ok(position) => match game.notes(&position, line) {
                    Ok(notes) => {
                        is_suite |= notes.right.is_some();
                        positions.push((position, notes));
                    }
                    Err(why) => {
                        is_suite = true;
                        bad.push(wrong(why));
                    }
                },
                Err(why) => bad.push(wrong(why)),
            }
        }
        if !bad.is_empty() && (positions.is_empty() || !is_suite) {
            return Err(bad.remove(0));
        }
        Ok(Listed { game, stream, positions, bad, selected: text.contains(SELECTED), name: None })
    }

    /// The same by another name.
    #[must_use]
    pub fn called(self, name: &str) -> Self {
        Listed { name: Some(name.to_string()), ..self }
    }
}

/// The position of a line, in which there is something to decide.
fn position(game: &AnyGame, line: &str) -> std::result::Result<AnyPosition, String> {
    let position = game.parse_position(line).map_err(|error| error.to_string())?;
    let why = match expand_one(&**game, &position).map_err(|error| error.to_string())?.turn {
        Turn::Player(_) => return Ok(position),
        Turn::Over => "the game is over",
        Turn::Chance => "chance has its turn, not a player",
    };
    Err(format!("at `{line}` {why}: there is nothing to decide; leave the line out"))
}

impl Source for Listed {
    fn name(&self) -> String {
        self.name.clone().unwrap_or_else(|| format!("a list of {} positions", self.positions.len()))
    }
    fn game(&self) -> &AnyGame {
        &self.game
    }
    fn draw(&self, trial: u64, _: u32) -> Result<Option<Trial>> {
        let listed = usize::try_from(trial).ok().and_then(|trial| self.positions.get(trial));
        let key = self.stream.trial(trial);
        Ok(listed.map(|(position, notes)| Trial {
            group: notes.group(),
            ..Trial::new(position.clone(), None, key)
        }))
    }
    /// Which lines are left out, and why: the first few of them.
    fn remarks(&self) -> Vec<String> {
        if self.bad.is_empty() {
            return Vec::new();
        }
        let (left_out, all) = (self.bad.len(), self.bad.len() + self.positions.len());
        let (told, others) = self.bad.split_at(left_out.min(DESCRIBED));
        let line = |error: &Error| {
            if let Error::Kept { line, .. } = error { line.to_string() } else { String::new() }
        };
        let more = others.iter().map(line).collect::<Vec<_>>().join(", ");
        std::iter::once(format!("{left_out} of {all} lines are left out:"))
            .chain(told.iter().map(Error::to_string))
            .chain((!others.is_empty()).then(|| format!("and lines {more}")))
            .collect()
    }
    fn truth(&self) -> Option<Arc<dyn Oracle>> {
        let says = self.positions.iter().any(|(_, notes)| notes.right.is_some());
        let notes =
            self.positions.iter().zip(0..).map(|((_, notes), trial)| (self.stream.trial(trial), notes));
        says.then(|| Arc::new(Told::new(self.game.clone(), notes)) as Arc<dyn Oracle>)
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
