//! Pig's simplest evaluator: who is ahead.

use super::{Estimate, Evaluator, OwnError, Profile};
use crate::error::Result;
use crate::game::{Pig, PigTurn, Player};
use crate::name::{Arguments, Name, Parameter};
use crate::value::Win;

/// The lead in points, those of the turn counted as if they were kept, as a probability: 1/2 where neither leads, and near 0 or 1
/// where the lead is nearly all there is to win. It does not know that points of a turn can be lost, nor whose turn it is.
///
/// ```
/// use plyscope::evaluator::{Evaluator, Lead};
/// use plyscope::game::{Game, Pig};
/// let game = Pig::new(20, 6)?;
/// let position = game.parse_position("12 8 6 1")?;
/// assert_eq!(Lead::default().estimate(&game, &position).score(), 0.75); // ten points of twenty
/// # Ok::<(), plyscope::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Lead {
    /// How many different values it gives; 0: any.
    values: u32,
    error: OwnError,
}

impl Lead {
    /// What `lead(...)` takes.
    pub const PARAMETERS: &'static [Parameter] = &[
        Parameter { name: "values", default: "0", allowed: "how many different values, 2 to 1000; 0: any" },
        OwnError::OF_PROBABILITIES,
    ];

    /// Made from a name's parameters.
    pub fn build(arguments: &Arguments<'_>) -> Result<Self> {
        let values = arguments.integer("values", 0..=1000)?;
        if values == 1 {
            return Err(arguments.refuse("values"));
        }
        Ok(Lead { values, error: OwnError::build(arguments, true)? })
    }
}

impl Evaluator<Pig> for Lead {
    fn profile(&self) -> Profile {
        Profile::chances(Name::new("lead").with("values", self.values).with("error", self.error))
            .with_error(self.error.is_known())
    }
    fn estimate(&self, game: &Pig, turn: &PigTurn) -> Estimate {
        let points = |player: Player| {
            let running = if player == turn.mover() { turn.total() } else { 0 };
            f64::from((turn.score(player) + running).min(game.target()))
        };
        let lead = (points(Player::FIRST) - points(Player::SECOND)) / (2.0 * f64::from(game.target()));
        let share = (0.5 + lead).clamp(0.0, 1.0);
        let first = match self.values {
            0 => share,
            values => {
                let step = (share * f64::from(values)).floor().min(f64::from(values - 1));
                (step + 0.5) / f64::from(values)
            }
        };
        let win = Win { first, second: 1.0 - first };
        self.error.win(win)
    }
}
