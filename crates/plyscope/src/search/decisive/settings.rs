//! What can be set, by name; what an evaluator says of a position, and whether draws are told apart.

use crate::error::{Error, Result};
use crate::name::{Name, Settings as _, Values};
use crate::search::{Abilities, Effort, Rules, SearchInfo};
use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::sync::Arc;

/// What can be set of a [`Decisive`](super::Decisive) search besides what is learned.
///
/// ```
/// use plyscope::search::decisive::Settings;
/// use plyscope::search::{Effort, SearchInfo};
/// let settings = Settings::default();
/// assert_eq!(settings.name().to_string(), "decisive");
/// assert!(settings.check_effort(Effort::Evaluations(100)).is_ok());
/// assert!(settings.check_effort(Effort::Depth(3)).is_err()); // it has no depth
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settings {
    /// Leaves that are opened before values rise: an evaluator that likes to be asked about many at once is.
    pub batch: usize,
    /// The most nodes that are held; the search ends there.
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

impl crate::name::Settings for Settings {
    const KIND: &'static str = "decisive";
    const SUMMARY: &'static str = "For expensive evaluators: expands the leaf that matters most for the decision; takes no back-up rule.";

    fn each(&mut self, values: &mut Values<'_>) {
        values.unusual().value(
            "batch",
            "1",
            "leaves expanded before values are backed up, 1 to 4096",
            &mut self.batch,
            within(1..=4096),
            usize::to_string,
        );
        let allowed = "nodes held at most, 100 to 1000000000; the search stops there";
        values.unusual().value(
            "nodes",
            "4000000",
            allowed,
            &mut self.nodes,
            within(100..=1_000_000_000),
            usize::to_string,
        );
        let allowed =
            "half (a draw is half a win) or apart (wins, and at least draws, each by the product rule)";
        values.unusual().value(
            "draws",
            "half",
            allowed,
            &mut self.draws,
            |text| text.parse().ok(),
            Draws::to_string,
        );
        let allowed = "solved positions to learn from, 20 to 100000; 0: the product rule, nothing learned";
        let solved = |text: &str| text.parse().ok().filter(|solved| matches!(solved, 0 | 20..=100_000));
        values.unusual().value("solved", "0", allowed, &mut self.solved, solved, u32::to_string);
        let allowed = "a file written by `plyscope learn`, in quotes; the evaluator is then named without calibration; none: no file";
        let path = |text: &str| Some((text != "none").then(|| Arc::from(text)));
        let write = |path: &Option<Arc<str>>| path.as_deref().unwrap_or("none").to_string();
        values.unusual().value("model", "none", allowed, &mut self.model, path, write);
    }

    fn check(&self) -> Result<()> {
        if self.solved > 0 && self.model.is_some() {
            return Err(Self::refuse(
                "what it learns comes from solved positions or from a file, not from both",
            ));
        }
        if self.draws == Draws::Apart && self.model.is_some() {
            return Err(Self::refuse("the file says what values are made of: leave out draws=apart"));
        }
        Ok(())
    }
}

/// Reads a number within a range.
fn within(range: RangeInclusive<usize>) -> impl Fn(&str) -> Option<usize> {
    move |text| text.parse().ok().filter(|number| range.contains(number))
}

impl Settings {
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

impl SearchInfo for Settings {
    fn name(&self) -> Name {
        self.checksum.iter().fold(self.to_name(), |name, sum| name.with("checksum", format!("{sum:016x}")))
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

/// What an evaluator says of a position: the mover's chance, a draw counting half, and how likely a draw is.
///
/// ```
/// use plyscope::search::decisive::WinDraw;
/// assert_eq!(WinDraw::from(0.7), WinDraw { chance: 0.7, draw: 0.0 }); // one number knows no draws
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct WinDraw {
    /// The mover's chance.
    pub chance: f64,
    /// How likely a draw is; 0 where that is not known.
    pub draw: f64,
}

impl From<f64> for WinDraw {
    fn from(chance: f64) -> Self {
        WinDraw { chance, draw: 0.0 }
    }
}

/// What values are made of in games with draws.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Draws {
    /// One number: a draw is half a win.
    #[default]
    Half,
    /// Two: the chance of a win, and that of at least a draw. The product rule is taken for each.
    Apart,
}

impl fmt::Display for Draws {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if *self == Draws::Half { "half" } else { "apart" })
    }
}

impl FromStr for Draws {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let why = || "they are `half` a win or told `apart`".into();
        let known = [Draws::Half, Draws::Apart].into_iter().find(|draws| draws.to_string() == text);
        known.ok_or_else(|| Error::Settings { kind: format!("draws `{text}`"), why: why() })
    }
}
