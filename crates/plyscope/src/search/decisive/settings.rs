//! What can be set, by name.

use super::Draws;
use crate::error::{Error, Result};
use crate::name::{Arguments, Name, Parameter};
use crate::search::{Abilities, Effort, Rules, Searches};
use std::sync::Arc;

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
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settings {
    /// Leaves that are opened before values rise: an evaluator that likes to be asked about many at once is.
    pub batch: usize,
    /// Nodes that are held at the most; the search ends when there are so many.
    pub nodes: usize,
    /// What values are made of.
    pub draws: Draws,
    /// From how many positions spread and back-up are learned; 0 for none: the product rule and no spread of its own.
    pub solved: u32,
    /// The file that spread, back-up and the evaluator's calibration come from, if they do.
    pub model: Option<Arc<str>>,
    /// The checksum of what was read from it.
    pub checksum: Option<u64>,
}

impl Default for Settings {
    fn default() -> Self {
        Settings { batch: 1, nodes: 4_000_000, draws: Draws::Half, solved: 0, model: None, checksum: None }
    }
}

impl Settings {
    /// What `decisive(...)` takes.
    pub const PARAMETERS: &'static [Parameter] = &[
        Parameter {
            name: "batch",
            default: "1",
            allowed: "leaves expanded before values are backed up, 1 to 4096",
        },
        Parameter {
            name: "nodes",
            default: "4000000",
            allowed: "nodes held at most, 100 to 1000000000; the search stops there",
        },
        Draws::PARAMETER,
        Parameter {
            name: "solved",
            default: "0",
            allowed: "solved positions to learn from, 20 to 100000; 0: the product rule, nothing learned",
        },
        Parameter {
            name: "model",
            default: "none",
            allowed: "a file written by `plyscope learn`, in quotes; the evaluator is then named without calibration; none: no file",
        },
    ];

    /// Made from a name's parameters.
    pub fn build(arguments: &Arguments<'_>) -> Result<Self> {
        let solved = match arguments.integer("solved", 0..=100_000)? {
            1..20 => return Err(arguments.refuse("solved")),
            solved => solved,
        };
        let model = Some(arguments.text("model")).filter(|path| *path != "none").map(Arc::from);
        if solved > 0 && model.is_some() {
            let why = "what it learns comes from solved positions or from a file, not from both".into();
            return Err(Error::Settings { kind: "decisive".into(), why });
        }
        let draws = Draws::build(arguments)?;
        if draws == Draws::Apart && model.is_some() {
            let why = "the file says what values are made of: leave out draws=apart".into();
            return Err(Error::Settings { kind: "decisive".into(), why });
        }
        Ok(Settings {
            batch: arguments.integer("batch", 1..=4096)? as usize,
            nodes: arguments.integer("nodes", 100..=1_000_000_000)? as usize,
            draws,
            solved,
            model,
            checksum: None,
        })
    }

    /// Does it use what was learned from positions, which are then not to be judged by?
    pub fn learns(&self) -> bool {
        self.solved > 0 || self.model.is_some()
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
        let name = if self.nodes == usual.nodes { name } else { name.with("nodes", self.nodes) };
        let name = if self.draws == usual.draws { name } else { name.with("draws", "apart") };
        let name = if self.solved == 0 { name } else { name.with("solved", self.solved) };
        let name = self.model.iter().fold(name, |name, path| name.with("model", path));
        self.checksum.iter().fold(name, |name, sum| name.with("checksum", format!("{sum:016x}")))
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
                efforts: "`evaluations`, 1 or more".into(),
            }),
        }
    }
}
