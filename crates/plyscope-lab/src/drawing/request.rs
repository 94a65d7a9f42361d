//! What is asked for besides the tree: the rule, the search, how far to look.

use super::MAX_DRAWN;
use crate::error::Result;
use plyscope::catalogue::{Catalogue, Evaluated, Subject};
use plyscope::name::Name;
use plyscope::player::Mind;
use plyscope::search::{AnySearch, Budget, Searches};
use std::sync::atomic::AtomicBool;

/// What values mean, for people.
pub(crate) const PROBABILITY: &str = "the probability that player 1 wins";
/// What values mean, for people.
pub(crate) const PAYOFF: &str = "what it is worth to player 1";
/// What values mean, for people.
pub(crate) const OPINION: &str = "1 for a win of player 1, -1 for a loss";
/// What values mean, for people.
pub const EACH: &str = "what it is worth to each player";
/// What values are under rules on a winning chance per player.
pub(crate) const CHANCES: &str = "the probability that each player wins";

/// A search to be drawn, by names.
pub struct Request<'a> {
    /// What the names mean.
    pub(super) catalogue: &'a Catalogue,
    rule: Name,
    search: AnySearch,
    pub(super) budget: Budget<'a>,
    /// What makes the drawing, by name.
    pub(super) facts: Vec<(&'static str, String)>,
}

impl<'a> Request<'a> {
    /// By names, to a depth or to the end.
    pub fn new(catalogue: &'a Catalogue, rule: &str, search: &str, depth: Option<u32>) -> Result<Self> {
        let rule: Name = rule.parse()?;
        let search = catalogue.search(search)?;
        let budget = depth.map_or(Ok(Budget::unlimited()), Budget::depth)?.with_nodes(MAX_DRAWN as u64);
        let mut facts = vec![("rule", rule.to_string()), ("search", search.name().to_string())];
        facts.extend(depth.map(|depth| ("depth", depth.to_string())));
        Ok(Request { catalogue, rule, search, budget, facts })
    }

    /// The same, given up soon after the flag is raised.
    #[must_use]
    pub fn with_stop(self, stop: &'a AtomicBool) -> Self {
        Request { budget: self.budget.with_stop(stop), ..self }
    }

    /// Refuses what does not go together before anything is learned, which can take long.
    pub(super) fn check(&self, subject: &Subject<'_>, evaluator: &str) -> Result<()> {
        let (rule, search) = (self.rule.to_string(), self.search.name().to_string());
        Ok(self.catalogue.check_player(subject, &rule, evaluator, &search)?)
    }

    /// Refuses a rule and a search that do not go together, before anything is learned.
    pub(super) fn check_pair(&self, subject: &Subject<'_>, evaluator: &str) -> Result<()> {
        let unlearned = Subject { shelf: None, ..*subject };
        self.mind(&unlearned, &self.catalogue.evaluator(evaluator, &unlearned)?).map(|_| ())
    }

    /// Rule and search for an evaluator; what the rule has to learn is learned now.
    pub(super) fn mind(&self, subject: &Subject<'_>, evaluated: &Evaluated) -> Result<Mind> {
        let (rule, search) = (self.rule.to_string(), self.search.name().to_string());
        Ok(self.catalogue.mind(subject, &rule, evaluated, &search)?)
    }

    /// Rule and search where there is no evaluator to learn about.
    pub(super) fn plain_mind(&self) -> Result<Mind> {
        let (rule, opinion) = (self.rule.to_string(), "random");
        if self.catalogue.learns(&rule, opinion) {
            return Err(plyscope::Error::Settings {
                kind: self.rule.kind().to_string(),
                why: "the rule learns from solved positions: give a game and an evaluator".into(),
            }
            .into());
        }
        // Rules that learn nothing do not look at what they are made for.
        let game = self.catalogue.game("tic-tac-toe")?;
        let subject = Subject { game: &game, seed: 0, shelf: None };
        self.mind(&subject, &self.catalogue.evaluator(opinion, &subject)?)
    }
}
