//! What an evaluator says of a position, and whether draws are told apart.

use crate::error::{Error, Result};
use crate::name::{Arguments, Parameter};
use std::str::FromStr;

/// What an evaluator says of a position: the mover's chance, a draw counting half, and how likely a draw is.
///
/// ```
/// use plyscope::search::decisive::Said;
/// assert_eq!(Said::from(0.7), Said { chance: 0.7, draw: 0.0 }); // one number knows no draws
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Said {
    /// The mover's chance.
    pub chance: f64,
    /// How likely a draw is; 0 where nobody tells.
    pub draw: f64,
}

impl From<f64> for Said {
    fn from(chance: f64) -> Self {
        Said { chance, draw: 0.0 }
    }
}

/// What values are made of in games with draws.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Draws {
    /// One number: a draw is half a win.
    #[default]
    Half,
    /// Two: the chance of a win, and that of at least a draw. The product rule is taken for each.
    Apart,
}

impl Draws {
    /// What `draws` may be.
    pub const PARAMETER: Parameter = Parameter {
        name: "draws",
        default: "half",
        allowed: "half (a draw is half a win) or apart (wins, and at least draws, each by the product rule)",
    };

    /// Read from a name's parameters.
    pub(super) fn build(arguments: &Arguments<'_>) -> Result<Self> {
        Draws::of(arguments.text("draws")).ok_or_else(|| arguments.refuse("draws"))
    }

    fn of(text: &str) -> Option<Self> {
        match text {
            "half" => Some(Draws::Half),
            "apart" => Some(Draws::Apart),
            _ => None,
        }
    }
}

impl FromStr for Draws {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let why = || "they are `half` a win or told `apart`".into();
        Draws::of(text).ok_or_else(|| Error::Settings { kind: format!("draws `{text}`"), why: why() })
    }
}
