//! A tree that is written as text.

use super::{Drawing, EACH, Labels, OPINION, PAYOFF, PROBABILITY, Request, Task};
use crate::error::{Error, Result};
use plyscope::game::text::{TextPayoffs, TextScores, TextTree, TextTyped, TextWins};
use plyscope::game::{Game, Player};
use plyscope::registry::AnyRule;
use plyscope::rule::BackupRule;
use plyscope::value::{Typed, Win};

/// What a text does not say.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Written {
    /// Take the numbers for opinions that are wrong with this probability.
    pub error: Option<f64>,
    /// Who moves at depth 0, 1, ..., repeated as needed; players are counted from 1.
    pub movers: Option<Vec<usize>>,
}

/// Searches and draws a tree that is written as text.
pub fn draw(text: &str, mut request: Request, written: &Written) -> Result<Drawing> {
    let mut tree: TextTree = text.parse()?;
    if let Some(movers) = &written.movers {
        let player = |number: &usize| number.checked_sub(1).and_then(Player::new);
        let movers: Option<Vec<Player>> = movers.iter().map(player).collect();
        let wrong = || Error::Usage("movers are players, counted from 1".into());
        tree = tree.with_movers(&movers.ok_or_else(wrong)?)?;
    }
    if written.error.is_some() {
        tree = tree.as_frontier();
    }
    request.facts.extend(written.error.map(|error| ("opinions wrong with probability", error.to_string())));
    let start = tree.start();
    let task = Task { request: &request, game: &tree, start, name: &|node, _| tree.node_name(*node) };
    let mut drawing = match &request.rule {
        AnyRule::Ordered(rule) => {
            let rule: &dyn BackupRule<f64> = &**rule;
            // The error is checked by the frontier of probabilities, which minimax does not need.
            match written.error {
                Some(error) => {
                    TextWins::new(&tree, Some(error))?;
                    task.draw(&TextScores::opinions(&tree)?, rule, Labels::Positive(error), OPINION)?
                }
                None => task.draw(&TextScores::new(&tree)?, rule, Labels::None, PAYOFF)?,
            }
        }
        AnyRule::Win(rule, _) => {
            let rule: &dyn BackupRule<Win> = &**rule;
            task.draw(&TextWins::new(&tree, written.error)?, rule, Labels::AboveHalf, PROBABILITY)?
        }
        AnyRule::Typed(rule) => {
            let rule: &dyn BackupRule<Typed> = &**rule;
            let error = written.error.ok_or_else(|| {
                Error::Usage("this rule needs opinions beside the truth: give --error".into())
            })?;
            task.draw(&TextTyped::new(&tree, error)?, rule, Labels::AboveHalf, PROBABILITY)?
        }
        AnyRule::Payoffs(rule) => {
            if written.error.is_some() {
                return Err(Error::Usage("max-n takes the numbers as they are; leave --error out".into()));
            }
            task.draw(&TextPayoffs, &**rule, Labels::None, EACH)?
        }
    };
    drawing.facts = request.facts;
    Ok(drawing)
}
