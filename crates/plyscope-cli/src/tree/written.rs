//! A tree that is written as text.

use super::Arguments;
use super::drawing::{Drawing, Labels};
use super::task::{EACH, OPINION, PAYOFF, PROBABILITY, Request, Task};
use anyhow::{Context, bail};
use plyscope::game::text::{TextPayoffs, TextScores, TextTree, TextTyped, TextWins};
use plyscope::game::{Game, Player};
use plyscope::registry::AnyRule;
use plyscope::rule::BackupRule;
use plyscope::value::{Typed, Win};

/// Searches and draws it.
pub(super) fn draw(text: &str, arguments: &Arguments) -> anyhow::Result<Drawing> {
    if arguments.evaluator.is_some() {
        bail!(
            "--evaluator is for a game; a tree as text holds its own numbers (and --error says how wrong they are)"
        );
    }
    let mut tree: TextTree = text.parse()?;
    if let Some(movers) = &arguments.movers {
        let player = |number: &usize| number.checked_sub(1).and_then(Player::new);
        let movers: Option<Vec<Player>> = movers.iter().map(player).collect();
        tree = tree.with_movers(&movers.context("movers are players, counted from 1")?)?;
    }
    if arguments.error.is_some() {
        tree = tree.as_frontier();
    }
    let mut request = Request::new(arguments)?;
    request.facts.extend(arguments.error.map(|error| ("opinions wrong with probability", error.to_string())));
    let start = tree.start();
    let task = Task { request: &request, game: &tree, start, name: &|node, _| tree.node_name(*node) };
    let mut drawing = match &request.rule {
        AnyRule::Ordered(rule) => {
            let rule: &dyn BackupRule<f64> = &**rule;
            // The error is checked by the frontier of probabilities, which minimax does not need.
            match arguments.error {
                Some(error) => {
                    TextWins::new(&tree, Some(error))?;
                    task.draw(&TextScores::opinions(&tree)?, rule, Labels::Positive(error), OPINION)?
                }
                None => task.draw(&TextScores::new(&tree)?, rule, Labels::None, PAYOFF)?,
            }
        }
        AnyRule::Win(rule, _) => {
            let rule: &dyn BackupRule<Win> = &**rule;
            task.draw(&TextWins::new(&tree, arguments.error)?, rule, Labels::AboveHalf, PROBABILITY)?
        }
        AnyRule::Typed(rule) => {
            let rule: &dyn BackupRule<Typed> = &**rule;
            let error = arguments.error.context("this rule needs opinions beside the truth: give --error")?;
            task.draw(&TextTyped::new(&tree, error)?, rule, Labels::AboveHalf, PROBABILITY)?
        }
        AnyRule::Payoffs(rule) => {
            if arguments.error.is_some() {
                bail!("max-n takes the numbers as they are; leave --error out");
            }
            task.draw(&TextPayoffs, &**rule, Labels::None, EACH)?
        }
    };
    drawing.facts = request.facts;
    Ok(drawing)
}
