//! One search, watched and drawn, whatever is searched.

use super::Arguments;
use super::drawing::{Drawing, Labels, MAX_DRAWN, Show};
use anyhow::{Context, bail};
use plyscope::game::Game;
use plyscope::name::Name;
use plyscope::registry::{AnyRule, RULES, SEARCHES};
use plyscope::rule::BackupRule;
use plyscope::search::{AnySearch, Budget, Frontier, Recorder, Search};
use plyscope::value::Ranked;

/// What values mean, for people.
pub(super) const PROBABILITY: &str = "the chance that player 1 wins";
/// What values mean, for people.
pub(super) const PAYOFF: &str = "what it is worth to player 1";
/// What values mean, for people.
pub(super) const OPINION: &str = "1 for a win of player 1, -1 for a loss";
/// What values mean, for people.
pub(super) const EACH: &str = "what it is worth to each player";

/// What is asked for besides the tree: the rule, the search, how far to look.
pub(super) struct Request {
    pub(super) rule: AnyRule,
    pub(super) facts: Vec<(&'static str, String)>,
    search: AnySearch,
    budget: Budget<'static>,
}

impl Request {
    pub(super) fn new(arguments: &Arguments) -> anyhow::Result<Self> {
        let rule: Name = arguments.rule.parse()?;
        let search = SEARCHES.build(&arguments.search, &())?;
        let budget = arguments.depth.map_or(Ok(Budget::unlimited()), Budget::depth)?;
        let mut facts = vec![("rule", rule.to_string()), ("search", search.name().to_string())];
        facts.extend(arguments.depth.map(|depth| ("depth", depth.to_string())));
        Ok(Request {
            rule: RULES.build(&arguments.rule, &())?,
            facts,
            search,
            budget: budget.with_nodes(MAX_DRAWN as u64),
        })
    }
}

/// A position to be searched, and how its nodes are called (by position, and by the moves to it).
pub(super) struct Task<'a, G: Game> {
    pub(super) request: &'a Request,
    pub(super) game: &'a G,
    pub(super) start: G::Position,
    pub(super) name: &'a dyn Fn(&G::Position, &[usize]) -> String,
}

impl<G: Game> Task<'_, G> {
    pub(super) fn draw<F, R>(
        &self,
        frontier: &F,
        rule: &R,
        labels: Labels,
        meaning: &'static str,
    ) -> anyhow::Result<Drawing>
    where
        F: Frontier<G>,
        F::Value: Ranked + Show,
        R: BackupRule<F::Value> + ?Sized,
    {
        let Request { search, budget, .. } = self.request;
        let mut recorder = Recorder::new();
        let report = search.search_watched(self.game, &self.start, frontier, rule, budget, &mut recorder)?;
        if !report.complete {
            bail!(
                "more than {MAX_DRAWN} nodes would be drawn; look ahead less (--depth) or take a smaller game"
            );
        }
        let trace = recorder.finish().context("the search gave up before it saw the whole tree")?;
        let mut drawing = Drawing::new(self.game, &self.start, &report, &trace, labels, self.name);
        drawing.meaning = meaning;
        Ok(drawing)
    }
}
