//! What studies of real games share: the game at a point of the sweep, and players who search it to any depth or with
//! any number of nodes.

use super::player::{self, Player};
use crate::error::Result;
use crate::experiment::{Draft, PlayerFile};
use plyscope::game::{Game, RealGame};
use plyscope::key::Stream;
use plyscope::play::Searcher;
use plyscope::registry::{EvaluatorKind, GameKind, Subject};
use plyscope::search::{AnySearch, Budget};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Trials of a block where each is searched by itself.
pub(super) const ALONE: u64 = 16;

/// A game with a start, for two players.
pub(super) struct Ground {
    pub(super) game: Arc<dyn RealGame>,
    /// What its trials are drawn from.
    pub(super) stream: Stream,
    pub(super) subject: Subject,
}

/// The game at a point of the sweep.
pub(super) fn ground(draft: &Draft<'_>, place: &BTreeMap<String, String>) -> Result<Ground> {
    let (kind, at) = (draft.game(place)?, draft.game_at()?);
    let GameKind::Real(game) = kind.clone() else {
        let why = format!("{} has no start: it is drawn by key", kind.name());
        return Err(draft.text.wrong(at, why));
    };
    if game.any().players() != 2 {
        return Err(draft.text.wrong(at, "this is measured in games of two players"));
    }
    let stream = draft.stream(&game.any().name(), place);
    Ok(Ground { game, stream, subject: Subject { game: kind, seed: draft.seed } })
}

/// Depths that can be searched; none are needed where `nodes` is swept.
pub(super) fn check_depths(draft: &Draft<'_>) -> Result<()> {
    if !draft.places.iter().all(|place| place.contains_key("nodes")) {
        draft.needs_depths()?;
    }
    for depth in draft.depths.iter().filter(|_| draft.file.depths.is_some()) {
        draft.located(draft.depths_at(), Budget::depth(*depth))?;
    }
    Ok(())
}

/// Somebody who searches real games.
pub(super) struct Side {
    pub(super) rule: String,
    pub(super) searcher: Searcher,
}

/// Makes a player for a real game, at a point of the sweep.
pub(super) fn side(
    draft: &Draft<'_>,
    file: &PlayerFile,
    subject: &Subject,
    place: &BTreeMap<String, String>,
) -> Result<Side> {
    let Player { rule, thinking, evaluator } = player::player(draft, file, subject, place)?;
    let (EvaluatorKind::Real(evaluator), GameKind::Real(game)) = (evaluator, &subject.game) else {
        return Err(draft.text.wrong(file.evaluator.span().start, "this evaluator is for drawn games"));
    };
    if place.contains_key("nodes") && draft.file.depths.is_none() && !deepens(&thinking.search) {
        let at = file.search.as_ref().unwrap_or(&file.rule).span().start;
        let why = format!(
            "{} has no depth to stop at: where `nodes` is swept a search deepens, such as \
             full-width(deepening=yes), or `depths` are given too",
            thinking.search.name()
        );
        return Err(draft.text.wrong(at, why));
    }
    let searcher = Searcher { game: game.clone(), thinking, evaluator, budget: Budget::unlimited() };
    Ok(Side { rule, searcher })
}

/// Does it go as far as its nodes reach, and no further?
fn deepens(search: &AnySearch) -> bool {
    match search {
        AnySearch::FullWidth(_) | AnySearch::ForwardPruning(_) => false,
        AnySearch::Layered(search) => search.deepening,
        AnySearch::AlphaBeta(search) => search.deepening,
        AnySearch::Pruned(search) => search.deepening,
        AnySearch::Solve(_) => true,
    }
}

/// The nodes a move at a point, where they are swept.
pub(super) fn nodes(draft: &Draft<'_>, place: &BTreeMap<String, String>) -> Result<Option<u64>> {
    let Some(nodes) = place.get("nodes") else { return Ok(None) };
    let read = nodes.parse::<u64>().ok().filter(|nodes| *nodes >= 10);
    let why = || format!("`nodes` is a whole number of 10 or more, not {nodes}");
    read.map(Some).ok_or_else(|| draft.text.wrong(draft.swept_at("nodes"), why()))
}

impl Side {
    /// To a depth (0: as far as the nodes reach), with so many nodes at the most.
    pub(super) fn within(&self, depth: u32, nodes: Option<u64>) -> Result<Searcher> {
        let budget = if depth == 0 { Budget::unlimited() } else { Budget::depth(depth)? };
        let budget = nodes.map_or(budget, |nodes| budget.with_nodes(nodes));
        Ok(Searcher { budget, ..self.searcher.clone() })
    }

    /// Rule, evaluator and search.
    pub(super) fn named(&self) -> [String; 3] {
        [
            self.rule.clone(),
            self.searcher.evaluator.name().to_string(),
            self.searcher.thinking.search.name().to_string(),
        ]
    }
}
