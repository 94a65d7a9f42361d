//! What can be set, by name.

use crate::error::{Error, Result};
use crate::name::{Arguments, Name, Parameter};
use crate::search::{Abilities, Effort, Rules, Searches};

/// What can be set of a [`Decisive`](super::Decisive) search besides what is learned.
///
/// ```
/// use plyscope::search::decisive::Settings;
/// use plyscope::search::{Effort, Searches};
/// let settings = Settings::default();
/// assert_eq!(settings.name().to_string(), "decisive");
/// assert!(settings.check_effort(Effort::Evaluations(100)).is_ok());
/// assert!(settings.check_effort(Effort::Depth(3)).is_err()); // it has no depth
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Settings {
    /// Leaves that are opened before values rise: an evaluator that likes to be asked about many at once is.
    pub batch: usize,
    /// Nodes that are held at the most; the search ends when there are so many.
    pub nodes: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Settings { batch: 1, nodes: 4_000_000 }
    }
}

impl Settings {
    /// What `decisive(...)` takes.
    pub const PARAMETERS: &'static [Parameter] = &[
        Parameter {
            name: "batch",
            default: "1",
            allowed: "leaves that are opened before values rise, 1 to 4096",
        },
        Parameter {
            name: "nodes",
            default: "4000000",
            allowed: "how many nodes are held, 100 to 1000000000; it ends when they are",
        },
    ];

    /// Made from a name's parameters.
    pub fn build(arguments: &Arguments<'_>) -> Result<Self> {
        Ok(Settings {
            batch: arguments.integer("batch", 1..=4096)? as usize,
            nodes: arguments.integer("nodes", 100..=1_000_000_000)? as usize,
        })
    }

    /// The error for a rule that is named beside it.
    pub(crate) fn refuse_rule(&self, rule: &str) -> Error {
        let rules = "no rule at all, having a back-up of its own";
        Error::Pairing { search: self.name().to_string(), rules, rule: rule.to_string() }
    }
}

impl Searches for Settings {
    fn name(&self) -> Name {
        let (name, usual) = (Name::new("decisive"), Settings::default());
        let name = if self.batch == usual.batch { name } else { name.with("batch", self.batch) };
        if self.nodes == usual.nodes { name } else { name.with("nodes", self.nodes) }
    }

    fn abilities(&self) -> Abilities {
        Abilities { rules: Rules::None, deepening: false, chance: false }
    }

    fn check_effort(&self, effort: Effort) -> Result<()> {
        match effort {
            Effort::Evaluations(1..) => Ok(()),
            _ => Err(Error::Effort {
                search: self.name().to_string(),
                effort: effort.to_string(),
                efforts: "a number of evaluations, 1 or more".into(),
            }),
        }
    }
}
