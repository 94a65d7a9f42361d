//! The opinion that a tree model itself has of its nodes (Scheucher & Kaindl's probability to win).

use super::error_model::Context;
use super::{Estimate, Evaluator, OneByOne, OwnError, Profile, TreeEvaluator};
use crate::error::{Error, Result};
use crate::key::Stream;
use crate::name::{Arguments, Name, Parameter};
use crate::tree::{DrawnTree, Place};

/// The model's own probability; its error is the smaller of the two chances.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Model(());

impl Model {
    /// What `model` takes.
    pub const PARAMETERS: &'static [Parameter] = &[];

    /// For games that have an opinion of their nodes; refused for others.
    pub fn build(_: &Arguments<'_>, context: &Context<'_>) -> Result<Self> {
        let key = Stream::new(0, "").block(0).attempt(0);
        match context.game.opinion(key, 0, Place::ROOT) {
            Some(_) => Ok(Model(())),
            None => Err(Error::Settings {
                kind: "model".into(),
                why: format!(
                    "{} attaches no probability to its nodes; `model` is for scheucher-kaindl",
                    context.game.name()
                ),
            }),
        }
    }
}

impl Evaluator<DrawnTree> for Model {
    fn profile(&self) -> Profile {
        Profile::chances(Name::new("model")).with_error(true)
    }
    fn estimate(&self, tree: &DrawnTree, place: &Place) -> Estimate {
        let win = tree.opinion(*place).expect("checked when it was built");
        OwnError::Minority.win(win)
    }
    fn lanes(&self) -> Option<&dyn TreeEvaluator> {
        Some(self)
    }
}

impl OneByOne for Model {}
