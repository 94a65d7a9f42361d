//! Distributions of trees as families of games: every trial is another game.
//!
//! The text of a position names the trial that its tree was drawn for, and the place in it.

use super::{DrawnTree, ErasedTreeGame, NumberTree, NumberTrees};
use crate::error::{Error, Result};
use crate::game::{Draw, Facts, Game, GamePosition};
use crate::key::TrialKey;
use crate::memory;
use crate::name::Name;
use std::sync::Arc;

/// A distribution of win-loss games, as a family.
///
/// ```
/// use plyscope::game::Draw;
/// use plyscope::key::Stream;
/// use plyscope::name::{Arguments, Name};
/// use plyscope::tree::{LeafTree, Trees};
/// let name: Name = "leaf-tree(height=2,branching=2)".parse()?;
/// let game = LeafTree::build(&Arguments::resolve(LeafTree::PARAMETERS, &name)?)?;
/// let family = Trees(std::sync::Arc::new(game));
/// let trial = Stream::new(1, "example").trial(9);
/// assert_eq!(family.game(trial).trial(), trial);
/// assert!(family.facts().knows_truth && family.facts().longest == 4);
/// # Ok::<(), plyscope::Error>(())
/// ```
#[derive(Clone)]
pub struct Trees(pub Arc<dyn ErasedTreeGame>);

const WANTED: &str = "the key of a trial, how many games were drawn for it before, and the moves from the root, such as \
                      `0123456789abcdef.5.0 2.1`";

pub(super) fn refuse(game: Name, text: &str) -> Error {
    let text = text.chars().filter(|c| !c.is_control()).take(60).collect();
    Error::Position { game: game.to_string(), text, wanted: WANTED.into() }
}

/// A trial, an attempt, and the rest.
pub(super) fn parts(text: &str) -> Option<(TrialKey, u32, &str)> {
    let (drawn, place) = text.trim().split_once(' ')?;
    let (trial, attempt) = drawn.rsplit_once('.')?;
    Some((trial.parse().ok()?, attempt.parse().ok()?, place))
}

impl Draw for Trees {
    type Game = DrawnTree;

    fn name(&self) -> Name {
        self.0.name()
    }
    fn facts(&self) -> Facts {
        let shape = self.0.shape();
        let bytes = memory::nodes(shape.branching(), shape.depth()) / 8;
        Facts { bytes, ..Facts::drawn(shape.depth()) }
    }
    fn game(&self, trial: TrialKey) -> Arc<DrawnTree> {
        Arc::new(DrawnTree::draw(self.0.clone(), trial, 0))
    }
    fn text(&self, held: &GamePosition<DrawnTree>) -> String {
        let place = held.game.position_text(&held.position);
        format!("{}.{} {place}", held.game.trial(), held.game.attempt())
    }
    fn parse(&self, text: &str) -> Result<GamePosition<DrawnTree>> {
        let (trial, attempt, place) = parts(text).ok_or_else(|| refuse(self.0.name(), text))?;
        let game = Arc::new(DrawnTree::draw(self.0.clone(), trial, attempt));
        let position = game.parse_position(place)?;
        Ok(GamePosition { game, position })
    }
}

impl Draw for NumberTrees {
    type Game = NumberTree;

    fn name(&self) -> Name {
        NumberTrees::name(self)
    }
    fn facts(&self) -> Facts {
        let bytes = 8 * memory::nodes(self.shape.branching(), self.shape.depth());
        // Every node's number is known: what a player decides anywhere can be judged.
        Facts { bytes, is_drawn: false, ..Facts::drawn(self.shape.depth()) }
    }
    fn game(&self, trial: TrialKey) -> Arc<NumberTree> {
        Arc::new(self.draw(trial))
    }
    fn text(&self, held: &GamePosition<NumberTree>) -> String {
        format!("{}.0 {}", held.game.trial(), held.game.position_text(&held.position))
    }
    fn parse(&self, text: &str) -> Result<GamePosition<NumberTree>> {
        let (trial, attempt, place) = parts(text).ok_or_else(|| refuse(NumberTrees::name(self), text))?;
        if attempt != 0 {
            return Err(refuse(NumberTrees::name(self), text));
        }
        let game = Arc::new(self.draw(trial));
        let position = game.parse_position(place)?;
        Ok(GamePosition { game, position })
    }
}
