//! A rule and a search, put together for a game and an evaluator.

use crate::error::{Error, Result};
use crate::evaluator::{Profile, Scale};
use crate::game::Remote;
use crate::rule::{AnyRule, Need};
use crate::search::decisive::Decisive;
use crate::search::{AnySearch, Mcts, SearchInfo};

/// How a player thinks.
///
/// ```
/// use plyscope::player::RuleSearch;
/// use plyscope::rule::{AnyRule, Emm, Minimax};
/// use plyscope::search::{AlphaBeta, FullWidth};
/// assert!(RuleSearch::new("emm", AnyRule::wins(Emm), FullWidth::default()).is_ok());
/// // Alpha-beta reasons as minimax does.
/// assert!(RuleSearch::new("emm", AnyRule::wins(Emm), AlphaBeta::default()).is_err());
/// assert!(RuleSearch::new("minimax", AnyRule::ordered(Minimax), AlphaBeta::default()).is_ok());
/// ```
#[derive(Clone)]
pub struct RuleSearch {
    name: String,
    rule: AnyRule,
    search: AnySearch,
    hides_end: bool,
}

/// How a player decides: by backing values up with a rule, by sampling, or with few evaluations.
#[derive(Clone)]
pub enum Plan {
    /// A rule and a search.
    RuleSearch(RuleSearch),
    /// Monte-Carlo tree search; what it draws depends on a seed, with the game and the position.
    Sampling {
        /// The search.
        mcts: Mcts,
        /// The seed.
        seed: u64,
    },
    /// The search for few evaluations, with what it has learned.
    Decisive(Decisive),
}

impl From<RuleSearch> for Plan {
    fn from(mind: RuleSearch) -> Self {
        Plan::RuleSearch(mind)
    }
}

impl From<Decisive> for Plan {
    fn from(search: Decisive) -> Self {
        Plan::Decisive(search)
    }
}

impl RuleSearch {
    /// A rule, by what it is called, and a search that works with it.
    pub fn new(name: &str, rule: AnyRule, search: impl Into<AnySearch>) -> Result<Self> {
        let search = search.into();
        search.check_rule(&rule, name)?;
        Ok(RuleSearch { name: name.to_string(), rule, search, hides_end: false })
    }

    /// The same with the end of the game hidden from it ([`LeafValues::hiding_end`](crate::search::LeafValues::hiding_end)).
    #[must_use]
    pub fn hiding_end(self) -> Self {
        RuleSearch { hides_end: true, ..self }
    }

    /// Is the end of the game hidden from it?
    pub(crate) fn hides_end(&self) -> bool {
        self.hides_end
    }

    /// What the values are that it gives root moves, with an evaluator of this scale.
    pub fn scale(&self, evaluator: Scale) -> Scale {
        match self.rule {
            AnyRule::Ordered(_) => evaluator,
            AnyRule::Payoffs(_) => Scale::Score,
            AnyRule::Wins(_) | AnyRule::Thresholds(_) | AnyRule::Typed(_) | AnyRule::Chances(_) => {
                Scale::Probability
            }
        }
    }

    /// What the rule is called.
    pub fn rule_name(&self) -> &str {
        &self.name
    }

    /// The rule.
    pub fn rule(&self) -> &AnyRule {
        &self.rule
    }

    /// The search.
    pub fn search(&self) -> &AnySearch {
        &self.search
    }

    /// Refuses a game that the rule or the search makes no sense in.
    pub fn check_game(&self, game: &(impl Remote + ?Sized)) -> Result<()> {
        let (name, need) = (|| game.name().to_string(), self.rule.need());
        if game.facts().players > 2 && !need.is_for_several() {
            return Err(Error::Players {
                what: format!("the rule {}", self.name),
                wanted: "at most 2 players",
                game: name(),
                players: game.facts().players,
                advice: "; use max-n, product-n or emm-n",
            });
        }
        if game.facts().has_chance && need == Need::OwnErrorAndTruth {
            let why = format!("it knows no chance nodes, which {} has; take another rule", name());
            return Err(Error::Settings { kind: self.name.clone(), why });
        }
        if game.facts().has_chance && !self.search.abilities().chance {
            return Err(Error::Chance { what: self.search.name().to_string(), game: name() });
        }
        Ok(())
    }

    /// The error for an evaluator that does not tell wins and draws apart.
    pub(super) fn refuse_draws(&self, profile: &Profile) -> Result<()> {
        Err(Error::Need {
            rule: format!("the rule {}", self.name),
            need: Need::Draws.to_string(),
            evaluator: profile.name.to_string(),
            advice: "; a calibrated one does (such as calibrate=isotonic)".into(),
        })
    }

    /// Refuses an evaluator that has no number per player where there are more than two of them.
    pub(super) fn check_players(&self, profile: &Profile, players: usize) -> Result<()> {
        let need = self.rule.need();
        if players <= 2 || profile.each || need != Need::EachChance {
            return Ok(());
        }
        Err(Error::Need {
            rule: format!("the rule {}", self.name),
            need: need.to_string(),
            evaluator: profile.name.to_string(),
            advice: "; playouts give one in every game".into(),
        })
    }

    /// Refuses an evaluator that does not give what the rule needs, and a rule that needs the truth where nothing tells it.
    pub fn check(&self, profile: &Profile, game: &(impl Remote + ?Sized)) -> Result<()> {
        let (need, truth_known) = (self.rule.need(), game.facts().knows_truth);
        let refuse = |need: String, advice: &str| {
            let (rule, evaluator) = (format!("the rule {}", self.name), profile.name.to_string());
            Err(Error::Need { rule, need, evaluator, advice: advice.to_string() })
        };
        if need == Need::OwnErrorAndTruth && !truth_known {
            return refuse("to know the truth".into(), "; no player can know it");
        }
        if need == Need::Each && !profile.each {
            return refuse(need.to_string(), "; without an evaluator max-n searches to the end of the game");
        }
        if need.is_met(profile.scale, profile.error) {
            return Ok(());
        }
        // Advice that is taken works: an evaluator that can be calibrated gives both.
        let advice = if game.facts().players == 1 {
            "; it is for games that are won or lost, and this one has values: take the rule minimax"
        } else if game.facts().has_chance {
            "; with calibrate=isotonic,truth=play it does"
        } else if truth_known {
            "; with calibrate=isotonic it does"
        } else {
            "; with calibrate=isotonic it does, or with truth=play besides where the game cannot be solved"
        };
        refuse(need.to_string(), advice)
    }
}
