//! A drawing as it is asked for: a text or a game's name, and names for everything else.

use super::{Drawing, MAX_DRAWN, Written, draw, draw_game};
use crate::error::{Error, Result};
use plyscope::catalogue::{Catalogue, Evaluated, Subject};
use plyscope::name::Name;
use plyscope::player::RuleSearch;
use plyscope::search::{AnySearch, Budget, SearchInfo};
use std::sync::atomic::AtomicBool;

/// What is to be searched and drawn, in plain values: what the command's arguments say, and what a page asks for.
#[derive(Debug, Clone, PartialEq)]
pub struct TreeRequest {
    /// A tree as text, or a game by name.
    pub tree: String,
    /// The back-up rule.
    pub rule: String,
    /// The search.
    pub search: String,
    /// Read the numbers of a text as static evaluations that are wrong with this probability.
    pub error: Option<f64>,
    /// Plies to look ahead; all if left out.
    pub depth: Option<u32>,
    /// Who moves at depth 0, 1, ..., repeated as needed (for a text), with commas between.
    pub movers: Option<String>,
    /// The evaluator (for a game).
    pub evaluator: Option<String>,
    /// Where the search begins, if not at the start (for a game).
    pub position: Option<String>,
    /// The seed that a game is drawn with.
    pub seed: u64,
    /// Which of the seed's games.
    pub trial: u64,
    /// Every drawn game as it comes, or only those with a winning and a losing move at the root.
    pub every: bool,
}

impl TreeRequest {
    /// A tree by minimax in full width, and nothing else said.
    ///
    /// ```
    /// use plyscope::catalogue::Catalogue;
    /// use plyscope_lab::drawing::TreeRequest;
    /// let asked = TreeRequest { search: "alpha-beta".into(), ..TreeRequest::new("((3 12 8) (2 4 6) (14 5 2))") };
    /// let drawing = asked.draw(&Catalogue::built_in(), None)?;
    /// assert_eq!((drawing.choice, drawing.counts.cut), (0, 2));
    /// # Ok::<(), plyscope_lab::Error>(())
    /// ```
    pub fn new(tree: &str) -> Self {
        TreeRequest {
            tree: tree.into(),
            rule: "minimax".into(),
            search: "full-width".into(),
            error: None,
            depth: None,
            movers: None,
            evaluator: None,
            position: None,
            seed: 0,
            trial: 0,
            every: false,
        }
    }

    /// Is it a game by name? That starts with a letter, as a named node does, but has no `:`.
    pub fn is_game(&self) -> bool {
        self.tree.trim_start().starts_with(|c: char| c.is_ascii_lowercase()) && !self.tree.contains(':')
    }

    /// Searches and draws; gives up soon after the flag is raised.
    pub fn draw(&self, catalogue: &Catalogue, stop: Option<&AtomicBool>) -> Result<Drawing> {
        let refuse = |why: &str| Err(Error::Usage(why.into()));
        let mut request = Request::new(catalogue, &self.rule, &self.search, self.depth)?;
        if let Some(stop) = stop {
            request = request.with_stop(stop);
        }
        if !self.is_game() {
            if self.evaluator.is_some() {
                return refuse(
                    "--evaluator is for a game; a tree as text holds its own numbers (and --error says how often they are wrong)",
                );
            }
            if self.position.is_some() {
                return refuse("--position is for a game; a tree as text is searched from its root");
            }
            return draw(&self.tree, request, &Written { error: self.error, movers: self.movers()? });
        }
        if self.error.is_some() {
            return refuse(
                "--error is for a tree as text; for a game say --evaluator 'artificial(error=...)'",
            );
        }
        if self.movers.is_some() {
            return refuse("--movers is for a tree as text; the game says who moves");
        }
        catalogue.game(&self.tree).map_err(|error| {
            Error::Usage(format!("a tree is text such as ((3 12 8) (2 4 6)), or a game by name: {error}"))
        })?;
        draw_game(request, self)
    }

    fn movers(&self) -> Result<Option<Vec<usize>>> {
        let Some(list) = &self.movers else { return Ok(None) };
        let number = |text: &str| text.trim().parse::<usize>().ok();
        let movers: Option<Vec<usize>> = list.split(',').map(number).collect();
        let wrong =
            || Error::Usage(format!("movers are players, counted from 1, such as 1,2,2; not {list:?}"));
        movers.map(Some).ok_or_else(wrong)
    }
}

/// What values mean, for people.
pub(super) const PROBABILITY: &str = "the probability that player 1 wins";
/// What values mean, for people.
pub(super) const PAYOFF: &str = "what it is worth to player 1";
/// What values mean, for people.
pub(super) const OPINION: &str = "1 for a win of player 1, -1 for a loss";
/// What values mean, for people.
pub(super) const EACH: &str = "what it is worth to each player";
/// What values are under rules on a winning chance per player.
pub(super) const CHANCES: &str = "the probability that each player wins";

/// A search to be drawn, by names.
pub(crate) struct Request<'a> {
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
    pub(crate) fn new(
        catalogue: &'a Catalogue,
        rule: &str,
        search: &str,
        depth: Option<u32>,
    ) -> Result<Self> {
        let rule: Name = rule.parse()?;
        let search = catalogue.search(search)?;
        let budget = depth.map_or(Ok(Budget::unlimited()), Budget::depth)?.with_nodes(MAX_DRAWN as u64);
        let mut facts = vec![("rule", rule.to_string()), ("search", search.name().to_string())];
        facts.extend(depth.map(|depth| ("depth", depth.to_string())));
        Ok(Request { catalogue, rule, search, budget, facts })
    }

    /// The same, given up soon after the flag is raised.
    fn with_stop(self, stop: &'a AtomicBool) -> Self {
        Request { budget: self.budget.with_stop(stop), ..self }
    }

    /// Refuses what does not go together before anything is learned, which can take long.
    pub(super) fn check(&self, subject: &Subject<'_>, evaluator: &str) -> Result<()> {
        let (rule, search) = (self.rule.to_string(), self.search.name().to_string());
        Ok(self.catalogue.check_player(subject, &rule, evaluator, &search)?)
    }

    /// Refuses a rule and a search that do not go together, before anything is learned.
    pub(super) fn check_pair(&self, subject: &Subject<'_>, evaluator: &str) -> Result<()> {
        let unlearned = Subject { cache: None, ..*subject };
        self.mind(&unlearned, &self.catalogue.evaluator(evaluator, &unlearned)?).map(|_| ())
    }

    /// Has the rule or the evaluator to learn from solved positions?
    pub(super) fn learns(&self, evaluator: &str) -> bool {
        self.catalogue.learns(&self.rule.to_string(), evaluator)
    }

    /// The search with the rule that has nothing to learn, where it takes that.
    pub(super) fn minimax(&self, subject: &Subject<'_>, evaluated: &Evaluated) -> Result<RuleSearch> {
        Ok(self.catalogue.mind(subject, "minimax", evaluated, &self.search.name().to_string())?)
    }

    /// Rule and search for an evaluator; what the rule has to learn is learned now.
    pub(super) fn mind(&self, subject: &Subject<'_>, evaluated: &Evaluated) -> Result<RuleSearch> {
        let (rule, search) = (self.rule.to_string(), self.search.name().to_string());
        Ok(self.catalogue.mind(subject, &rule, evaluated, &search)?)
    }

    /// Rule and search where there is no evaluator to learn about.
    pub(super) fn plain_mind(&self) -> Result<RuleSearch> {
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
        let subject = Subject { game: &game, seed: 0, cache: None };
        self.mind(&subject, &self.catalogue.evaluator(opinion, &subject)?)
    }
}
