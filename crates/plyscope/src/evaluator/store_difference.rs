//! Kalah's simplest evaluator: seeds in the stores.

use super::{Estimate, Evaluator, OwnError, Profile};
use crate::error::Result;
use crate::game::{Kalah, Pits};
use crate::name::{Arguments, Name, Parameter};

/// The first player's store minus the second's.
///
/// ```
/// use plyscope::evaluator::{Evaluator, StoreDifference};
/// use plyscope::game::{Game, Kalah};
/// let game = Kalah::new(2, 2)?;
/// let position = game.parse_position("0,1|4|2,0|1 1")?;
/// assert_eq!(StoreDifference::default().estimate(&game, &position).score(), 4.0 - 1.0);
/// # Ok::<(), plyscope::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct StoreDifference {
    error: OwnError,
}

impl Default for StoreDifference {
    /// With no idea of its error.
    fn default() -> Self {
        StoreDifference { error: OwnError::None }
    }
}

impl StoreDifference {
    /// What `store-difference(...)` takes.
    pub const PARAMETERS: &'static [Parameter] = &[OwnError::OF_SCORES];

    /// Made from a name's parameters.
    pub fn build(arguments: &Arguments<'_>) -> Result<Self> {
        Ok(StoreDifference { error: OwnError::build(arguments, false)? })
    }
}

impl Evaluator<Kalah> for StoreDifference {
    fn profile(&self) -> Profile {
        Profile::scores(Name::new("store-difference").with("error", self.error))
            .with_error(self.error.is_known())
    }
    fn estimate(&self, _: &Kalah, position: &Pits) -> Estimate {
        let [first, second] = position.stores.map(f64::from);
        self.error.score(first - second)
    }
}
