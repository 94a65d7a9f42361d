//! Where an evaluator's error comes from when it is not the evaluator's own.

use super::ErrorTable;
use crate::error::{Error, Result};
use crate::key::Stream;
use crate::name::{Arguments, Name};
use crate::tree::ErasedTreeGame;
use crate::value::Win;
use std::fmt;
use std::sync::Arc;

/// How the error of a share of wins is estimated.
#[derive(Debug, Clone, PartialEq)]
pub enum ErrorModel {
    /// The share of the side that is thought to lose (Zuckerman et al., section 5.1).
    Minority,
    /// How often that height and share were wrong in solved games (Wilson, Parker & Nau).
    Table(Arc<ErrorTable>),
    /// The same everywhere.
    Constant(f64),
}

/// What an evaluator may learn from before it is used: the game, and a seed for keys of its own.
#[derive(Clone)]
pub struct Context {
    /// The game that is evaluated.
    pub game: Arc<dyn ErasedTreeGame>,
    /// The seed of what is learned.
    pub seed: u64,
}

impl ErrorModel {
    /// For the help of evaluators that have this parameter.
    pub const ALLOWED: &'static str = "minority, table or a probability from 0 to 0.5";

    /// Reads the parameter `error`; a table is learned on the spot, where there is a game to learn from.
    pub fn build(arguments: &Arguments<'_>, context: Option<&Context>) -> Result<Self> {
        match (arguments.text("error"), context) {
            ("minority", _) => Ok(ErrorModel::Minority),
            ("table", None) => {
                Err(Error::Mismatch("an error table is learned on games that are drawn by key".into()))
            }
            ("table", Some(context)) => {
                let stream = Stream::new(context.seed, &format!("{}/error-table", context.game.name()));
                Ok(ErrorModel::Table(Arc::new(ErrorTable::learn(&context.game, stream)?)))
            }
            _ => arguments.number("error", 0.0..=0.5).map(ErrorModel::Constant),
        }
    }

    /// The error of a share at a height, at most a half.
    pub fn error(&self, height: u32, share: Win) -> f64 {
        match self {
            ErrorModel::Minority => share.error(),
            ErrorModel::Table(table) => table.error(height, share),
            ErrorModel::Constant(error) => *error,
        }
    }

    /// A learned table holds for one game only.
    pub fn check(&self, game: &Name) -> Result<()> {
        match self {
            ErrorModel::Table(table) if table.game() != game.to_string() => Err(Error::Mismatch(format!(
                "the error table was learned on {}, not on {game}",
                table.game()
            ))),
            _ => Ok(()),
        }
    }
}

impl fmt::Display for ErrorModel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ErrorModel::Minority => f.write_str("minority"),
            ErrorModel::Table(_) => f.write_str("table"),
            ErrorModel::Constant(error) => error.fmt(f),
        }
    }
}
