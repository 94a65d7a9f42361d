//! Where an evaluator's error comes from when it is not the evaluator's own.

use super::ErrorTable;
use crate::error::{Error, Result};
use crate::key::Stream;
use crate::name::{Arguments, Name};
use crate::shelf::Shelf;
use crate::tree::ErasedTreeGame;
use crate::value::Win;
use std::fmt;
use std::sync::Arc;

/// How the error of a share of wins is estimated.
///
/// ```
/// use plyscope::evaluator::ErrorModel;
/// use plyscope::value::Win;
/// let share = Win::share(13, 16);
/// assert_eq!(ErrorModel::Minority.error(1, share), 3.0 / 16.0);
/// assert_eq!(ErrorModel::Constant(0.1).error(1, share), 0.1);
/// ```
#[derive(Debug, Clone, PartialEq)]
pub enum ErrorModel {
    /// The share of the side that is thought to lose (Zuckerman et al., section 5.1).
    Minority,
    /// How often that height and share were wrong in solved games (Wilson, Parker & Nau).
    Table(Arc<ErrorTable>),
    /// Such a table, before it is learned: it knows no more than the minority.
    Unlearned,
    /// The same everywhere.
    Constant(f64),
}

/// What an evaluator may learn from before it is used: the game, and a seed for keys of its own.
///
/// ```
/// use plyscope::evaluator::{Context, Evaluator, Natural};
/// use plyscope::name::{Arguments, Name};
/// use plyscope::tree::{DrawnTree, LeafTree};
/// let game: Name = "leaf-tree(height=1,branching=2)".parse()?;
/// let game = LeafTree::build(&Arguments::resolve(LeafTree::PARAMETERS, &game)?)?;
/// let context = Context { game: std::sync::Arc::new(game), seed: 1, shelf: None };
/// let name: Name = "natural(error=table)".parse()?;
/// // Without a shelf nothing is learned yet, but it is known what it will be.
/// let natural = Natural::build(&Arguments::resolve(Natural::PARAMETERS, &name)?, &context)?;
/// assert_eq!(Evaluator::<DrawnTree>::profile(&natural).name.get("error"), Some("table"));
/// # Ok::<(), plyscope::Error>(())
/// ```
#[derive(Clone)]
pub struct Context<'a> {
    /// The game that is evaluated.
    pub game: Arc<dyn ErasedTreeGame>,
    /// The seed of what is learned.
    pub seed: u64,
    /// Where it is kept; none before anything is to be learned.
    pub shelf: Option<&'a dyn Shelf>,
}

impl ErrorModel {
    /// For the help of evaluators that have this parameter.
    pub const ALLOWED: &'static str = "minority, table or a probability from 0 to 0.5";

    /// Reads the parameter `error`; a table is learned on the spot, where there is a game to learn from.
    pub fn build(arguments: &Arguments<'_>, context: Option<&Context<'_>>) -> Result<Self> {
        match (arguments.text("error"), context) {
            ("minority", _) => Ok(ErrorModel::Minority),
            ("table", None) => Err(Error::Settings {
                kind: "error=table".into(),
                why: "a table is learned on games that are drawn by key".into(),
            }),
            ("table", Some(context)) => {
                ErrorTable::small_enough(&context.game)?;
                let name = format!("{}/error-table", context.game.name());
                let stream = Stream::new(context.seed, &name);
                let Some(shelf) = context.shelf else { return Ok(ErrorModel::Unlearned) };
                let mut learn = || ErrorTable::learn(&context.game, stream).map(|table| table.to_text());
                let text = shelf.get_or_learn(&format!("{name} seed {}", context.seed), &mut learn)?;
                Ok(ErrorModel::Table(Arc::new(ErrorTable::from_text(&text)?)))
            }
            _ => arguments.number("error", 0.0..=0.5).map(ErrorModel::Constant),
        }
    }

    /// The error of a share at a height, at most a half.
    pub fn error(&self, height: u32, share: Win) -> f64 {
        match self {
            ErrorModel::Minority | ErrorModel::Unlearned => share.error(),
            ErrorModel::Table(table) => table.error(height, share),
            ErrorModel::Constant(error) => *error,
        }
    }

    /// A learned table holds for one game only.
    pub fn check(&self, game: &Name) -> Result<()> {
        match self {
            ErrorModel::Table(table) if table.game() != game.to_string() => Err(Error::Foreign {
                what: "the error table".into(),
                made_for: table.game().into(),
                given: game.to_string(),
            }),
            _ => Ok(()),
        }
    }
}

impl fmt::Display for ErrorModel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ErrorModel::Minority => f.write_str("minority"),
            ErrorModel::Table(_) | ErrorModel::Unlearned => f.write_str("table"),
            ErrorModel::Constant(error) => error.fmt(f),
        }
    }
}
