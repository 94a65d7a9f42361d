//! Decision accuracies on P-games with the artificial evaluator, computed instead of sampled
//! ([`plyscope::theory::error_recursion`]): claims about them need no trials.

use crate::experiment::{Experiment, Place};
use plyscope::name::Name;
use plyscope::rule::{BackupRule, Emm, Minimax, Product};
use plyscope::theory::{error_recursion, p_games};
use plyscope::value::Win;
use std::cell::RefCell;
use std::collections::HashMap;

/// Those of an experiment that were asked for, by their places.
#[derive(Default)]
pub(super) struct Exact {
    known: RefCell<HashMap<(usize, usize, usize), Option<Computed>>>,
}

/// A number that is known without trials.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Computed {
    pub(super) value: f64,
    /// How far off it is at the most.
    pub(super) within: f64,
}

impl Exact {
    /// The accuracy at a place; nothing where it cannot be computed.
    pub(super) fn at(&self, experiment: &Experiment, place: &Place) -> Option<Computed> {
        let key = (place.point, place.series, place.depth);
        *self.known.borrow_mut().entry(key).or_insert_with(|| computed(experiment, place))
    }
}

fn computed(experiment: &Experiment, place: &Place) -> Option<Computed> {
    let cell = experiment.study.cell(place.point, place.series);
    let depth = experiment.depth(place.depth)?;
    if cell.metric != "decision-accuracy" || cell.search != "full-width" {
        return None;
    }
    let rule: &dyn BackupRule<Win> = match cell.rule.as_str() {
        "minimax" => &Minimax,
        "product" => &Product,
        "emm" => &Emm,
        _ => return None,
    };
    let (game, evaluator): (Name, Name) = (cell.game.parse().ok()?, cell.evaluator.parse().ok()?);
    if (game.kind(), game.get("squares"), evaluator.kind()) != ("board-splitting", Some("p"), "artificial")
        || evaluator.parameters().any(|(key, _)| key != "error")
    {
        return None;
    }
    let branching = game.get("branching")?.parse().ok()?;
    let p = match game.get("p")? {
        "critical" => p_games::critical(branching),
        p => p.parse().ok()?,
    };
    let (plies, error) = (game.get("depth")?.parse().ok()?, evaluator.get("error")?.parse().ok()?);
    let found = error_recursion::accuracy(rule, branching, error, p, Some(plies), depth).ok()?;
    Some(Computed { value: found.accuracy, within: found.within })
}
