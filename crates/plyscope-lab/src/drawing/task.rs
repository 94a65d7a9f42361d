//! One search, watched and drawn, whatever is searched.

use super::{Drawing, Labels, MAX_DRAWN, Show};
use crate::error::{Error, Result};
use plyscope::game::Game;
use plyscope::name::Name;
use plyscope::registry::{AnyRule, EVIDENCE_RULES, RULES, SEARCHES};
use plyscope::rule::BackupRule;
use plyscope::search::{AnySearch, Budget, Frontier, Recorder, Search};
use plyscope::value::Ranked;

/// What values mean, for people.
pub const PROBABILITY: &str = "the chance that player 1 wins";
/// What values mean, for people.
pub const PAYOFF: &str = "what it is worth to player 1";
/// What values mean, for people.
pub const OPINION: &str = "1 for a win of player 1, -1 for a loss";
/// What values mean, for people.
pub const EACH: &str = "what it is worth to each player";

/// What is asked for besides the tree: the rule, the search, how far to look.
pub struct Request {
    /// The back-up rule.
    pub rule: AnyRule,
    /// What makes the drawing, by name.
    pub facts: Vec<(&'static str, String)>,
    search: AnySearch,
    budget: Budget<'static>,
}

impl Request {
    /// By names, to a depth or to the end.
    pub fn new(rule: &str, search: &str, depth: Option<u32>) -> Result<Self> {
        let name: Name = rule.parse()?;
        let search = SEARCHES.build(search, &())?;
        let budget = depth.map_or(Ok(Budget::unlimited()), Budget::depth)?;
        let mut facts = vec![("rule", name.to_string()), ("search", search.name().to_string())];
        facts.extend(depth.map(|depth| ("depth", depth.to_string())));
        Ok(Request { rule: build(rule)?, facts, search, budget: budget.with_nodes(MAX_DRAWN as u64) })
    }
}

/// A position to be searched, and how its nodes are called (by position, and by the moves to it).
pub struct Task<'a, G: Game> {
    /// What is asked for.
    pub request: &'a Request,
    /// The game.
    pub game: &'a G,
    /// Where the search starts.
    pub start: G::Position,
    /// What a node is called.
    pub name: &'a dyn Fn(&G::Position, &[usize]) -> String,
}

impl<G: Game> Task<'_, G> {
    /// Searches, watches, and puts together what was seen.
    pub fn draw<F, R>(&self, frontier: &F, rule: &R, labels: Labels, meaning: &'static str) -> Result<Drawing>
    where
        F: Frontier<G>,
        F::Value: Ranked + Show,
        R: BackupRule<F::Value> + ?Sized,
    {
        let Request { search, budget, .. } = self.request;
        let mut recorder = Recorder::new();
        let report = search.search_watched(self.game, &self.start, frontier, rule, budget, &mut recorder)?;
        if !report.complete {
            let why = "nodes would be drawn; look ahead less (--depth) or take a smaller game";
            return Err(Error::Usage(format!("more than {MAX_DRAWN} {why}")));
        }
        let gave_up = || Error::Usage("the search gave up before it saw the whole tree".into());
        let trace = recorder.finish().ok_or_else(gave_up)?;
        let mut drawing = Drawing::new(self.game, &self.start, &report, &trace, labels, self.name);
        drawing.meaning = meaning;
        Ok(drawing)
    }
}

/// A rule by name. Those that learn have nothing to learn from here.
fn build(rule: &str) -> plyscope::Result<AnyRule> {
    let kind = rule.split('(').next().unwrap_or_default();
    if EVIDENCE_RULES.entry(kind).is_some() {
        return Err(plyscope::Error::Mismatch(format!(
            "the rule {kind} learns from solved positions: it is for experiments (plyscope run)"
        )));
    }
    RULES.build(rule, &())
}
