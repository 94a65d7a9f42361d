//! An ending as a game of its own: trials start at its positions, and tables know all of them.

use crate::ending_source::{drawn, read_men};
use crate::position::Position;
use crate::tables::{Man, Tables};
use cozy_chess::Board;
use plyscope::error::{Error, Result};
use plyscope::key::{Stream, TrialKey};
use std::sync::{Mutex, OnceLock};

/// The men of an ending, and what is known of its positions.
#[derive(Debug)]
pub(crate) struct Known {
    text: String,
    men: Vec<Man>,
    /// Opened when somebody asks first: a game that is only named needs none.
    tables: OnceLock<Result<Tables>>,
    trouble: Mutex<Option<Error>>,
}

impl Known {
    /// Refused where no board has such men, or nothing can be played for with them.
    pub(crate) fn new(text: &str) -> Result<Self> {
        let men = read_men(text)?;
        let known = Known { text: text.into(), men, tables: OnceLock::new(), trouble: Mutex::default() };
        if known.draw(Stream::new(0, "chess").trial(0)).is_none() {
            return Err(known.refusal());
        }
        Ok(known)
    }

    /// For men that nothing can be drawn of: such as bare kings, with which every position is a draw by rule.
    fn refusal(&self) -> Error {
        let why = format!(
            "men={}: no position was found that can be played on; with these men all are draws by rule, or too few boards are \
             legal; take others, such as KRk",
            self.text
        );
        Error::Settings { kind: "chess".into(), why }
    }

    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// Where a trial starts: every legal position at which somebody can move is as likely. None is trouble.
    pub(crate) fn start(&self, trial: TrialKey) -> Option<Position> {
        let found = self.draw(trial);
        if found.is_none() {
            self.note(self.refusal());
        }
        found
    }

    fn draw(&self, trial: TrialKey) -> Option<Position> {
        drawn(&self.men, trial, |position| !position.is_drawn_by_rule() && position.has_moves())
    }

    fn note(&self, error: Error) {
        self.trouble.lock().expect("nobody panics with it").get_or_insert(error);
    }

    /// What an unfinished position is worth to White; none where there is no table of it, or it cannot be read.
    pub(crate) fn value(&self, board: &Board) -> Option<f64> {
        let worth = match self.tables.get_or_init(Tables::in_cache) {
            Ok(tables) => tables.worth(board),
            Err(error) => Err(error.clone()),
        };
        match worth {
            Ok(worth) => worth.map(|worth| worth.to_white(board.side_to_move())),
            Err(error) => {
                self.note(error);
                None
            }
        }
    }

    /// What went wrong since this was asked last.
    pub(crate) fn trouble(&self) -> Result<()> {
        self.trouble.lock().expect("nobody panics with it").take().map_or(Ok(()), Err)
    }
}
