//! Pig's simplest evaluator: who is ahead.

use super::{Estimate, Evaluator, OwnError, Profile, Scale};
use crate::game::{Pig, PigTurn, Player};
use crate::name::{Settings, Values, within};
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

impl Settings for Lead {
    const KIND: &'static str = "lead";
    const SUMMARY: &'static str = "The lead in points as a probability, points of the turn included (pig). With \
        `values=10` it is rounded to ten values.";

    fn each(&mut self, values: &mut Values<'_>) {
        let read = |text: &str| within(text, 0..=1000).filter(|values| *values != 1);
        let allowed = "how many different values, 2 to 1000; 0: any";
        values.value("values", "0", allowed, &mut self.values, read, u32::to_string);
        self.error.declare(Scale::Probability, values);
    }
}

impl Evaluator<Pig> for Lead {
    fn profile(&self) -> Profile {
        Profile::chances(self.to_name()).with_error(self.error.is_known())
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
