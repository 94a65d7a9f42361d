//! What a search can do, so that callers need not know which search it is.

use super::Effort;
use crate::error::{Error, Result};
use crate::name::Name;
use crate::rule::{AnyRule, Properties};

/// The rules that a search works with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Rules {
    /// Every rule.
    #[default]
    Any,
    /// Minimax, whose reasoning it cuts by.
    Minimax,
    /// Rules that rise with every child: minimax, product, emm.
    Monotone,
    /// Max^n, whose numbers it compares in its own way.
    Each,
    /// None: it has a back-up of its own.
    None,
}

/// What a search can do.
///
/// ```
/// use plyscope::search::{AlphaBeta, FullWidth, SearchInfo};
/// assert!(FullWidth::default().abilities().chance && !AlphaBeta::default().abilities().chance);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Abilities {
    /// Which rules it works with.
    pub rules: Rules,
    /// Does it go as far as its nodes reach, and give its best so far when they are spent? Else it needs a depth.
    pub deepening: bool,
    /// Does it work where chance has a turn?
    pub chance: bool,
}

impl Default for Abilities {
    fn default() -> Self {
        Abilities { rules: Rules::Any, deepening: false, chance: true }
    }
}

/// What every search says of itself, whatever it searches.
///
/// ```
/// use plyscope::rule::{AnyRule, Emm};
/// use plyscope::search::{AlphaBeta, Effort, FullWidth, SearchInfo};
/// assert_eq!(FullWidth::default().name().to_string(), "full-width");
/// // Alpha-beta cuts by minimax's reasoning; full width does not cut.
/// assert!(AlphaBeta::default().check_rule(&AnyRule::wins(Emm), "emm").is_err());
/// assert!(FullWidth::default().check_rule(&AnyRule::wins(Emm), "emm").is_ok());
/// // It goes to a depth, and not as far as its nodes reach.
/// assert!(FullWidth::default().check_effort(Effort::Nodes(1000)).is_err());
/// ```
pub trait SearchInfo {
    /// The name with all parameters.
    fn name(&self) -> Name;

    /// What it can do.
    fn abilities(&self) -> Abilities;

    /// Does it back values up by a rule? If not it has a back-up of its own.
    fn takes_rule(&self) -> bool {
        self.abilities().rules != Rules::None
    }

    /// Refuses a rule that it does not work with; `called` is what the rule is called.
    fn check_rule(&self, rule: &AnyRule, called: &str) -> Result<()> {
        self.check_properties(rule.properties(), rule.is_max_n(), called)
    }

    /// The same by what the rule says of itself, and whether it is max^n.
    fn check_properties(&self, rule: Properties, is_max_n: bool, called: &str) -> Result<()> {
        let (fits, rules) = match self.abilities().rules {
            Rules::Any => return Ok(()),
            Rules::Minimax => (rule.is_minimax, "the rule minimax only"),
            Rules::Monotone => {
                (rule.is_monotone, "rules that rise with every child: minimax, product and emm")
            }
            Rules::Each => (is_max_n, "the rule max-n, whose number per player it reads"),
            Rules::None => (false, "no rule at all, having a back-up of its own"),
        };
        let refused = || Error::Pairing { search: self.name().to_string(), rules, rule: called.to_string() };
        if fits { Ok(()) } else { Err(refused()) }
    }

    /// Refuses an effort that it cannot be told.
    fn check_effort(&self, effort: Effort) -> Result<()> {
        let takes = match effort {
            Effort::Depth(depth) => return super::Budget::depth(depth).map(|_| ()),
            Effort::Nodes(_) | Effort::Evaluations(1..) => self.abilities().deepening,
            _ => false,
        };
        let efforts = match self.abilities().deepening {
            true => "a depth, or a number of nodes or evaluations of 1 or more",
            false => "a depth; with deepening=yes, where it has that, a number of nodes or evaluations too",
        };
        let refused = || Error::Effort {
            search: self.name().to_string(),
            effort: effort.to_string(),
            efforts: efforts.into(),
        };
        if takes { Ok(()) } else { Err(refused()) }
    }
}
