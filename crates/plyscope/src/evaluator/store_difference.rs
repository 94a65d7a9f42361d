//! Kalah's simplest evaluator: seeds in the stores.

use super::{Calibrate, Estimate, Evaluator, Opinion, OwnError, Scale};
use crate::error::Result;
use crate::game::{Kalah, Pits};
use crate::name::{Arguments, Name, Parameter};

/// The first player's store less the second's.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct StoreDifference {
    error: OwnError,
}

impl StoreDifference {
    /// What `store-difference(...)` takes.
    pub const PARAMETERS: &'static [Parameter] =
        &[OwnError::OF_SCORES, Calibrate::KIND, Calibrate::SOLVED, Calibrate::TRUTH];

    /// Made from a name's parameters.
    pub fn build(arguments: &Arguments<'_>) -> Result<Self> {
        Ok(StoreDifference { error: OwnError::build(arguments, false)? })
    }
}

impl Evaluator<Kalah> for StoreDifference {
    fn name(&self) -> Name {
        Name::new("store-difference").with("error", self.error)
    }
    fn scale(&self) -> Scale {
        Scale::Score
    }
    fn knows_error(&self) -> bool {
        self.error.is_known()
    }
    fn estimate(&self, _: &Kalah, position: &Pits) -> Estimate {
        let [first, second] = position.stores.map(f64::from);
        Estimate { opinion: Opinion::Score(first - second), error: self.error.of_score() }
    }
}
