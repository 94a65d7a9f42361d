//! Evaluators of Othello, each by one feature of the board.
//!
//! Discs are a score, comparable with how a game ends; early in a game they say little, since discs that are many are
//! turned soon. The other features are no discs: they are put between 0 and 1, short of both, so that no opinion outweighs
//! a finished game.

use super::{Estimate, Evaluator, OwnError, Profile};
use crate::error::Result;
use crate::game::{Discs, Othello, Player};
use crate::name::{Arguments, Name, Parameter};
use crate::value::Win;

/// What an evaluator of Othello looks at.
///
/// ```
/// use plyscope::evaluator::Feature;
/// assert_eq!([Feature::Discs, Feature::Corners].map(Feature::name), ["discs", "corners"]);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Feature {
    /// Discs on the board.
    Discs,
    /// Cells at which a disc could be put, by either player.
    Mobility,
    /// Corners held.
    Corners,
    /// Discs weighted by their cells.
    Squares,
}

impl Feature {
    /// What the evaluator is called.
    pub fn name(self) -> &'static str {
        match self {
            Feature::Discs => "discs",
            Feature::Mobility => "mobility",
            Feature::Corners => "corners",
            Feature::Squares => "squares",
        }
    }

    /// What the evaluator takes. Mobility shares its name with that of other games, and takes what those take.
    pub fn parameters(self) -> &'static [Parameter] {
        match self {
            Feature::Discs => &[OwnError::OF_SCORES],
            Feature::Mobility => &[],
            Feature::Corners | Feature::Squares => &[OwnError::OF_PROBABILITIES],
        }
    }
}

/// One feature of a board, the first player's against the second's.
///
/// ```
/// use plyscope::evaluator::{Evaluator, Feature, OthelloFeature};
/// use plyscope::game::{Game, Othello};
/// let game = Othello::new(4)?;
/// let position = game.parse_position("X----XX--XO----- O")?;
/// let score = |feature| OthelloFeature::new(feature).estimate(&game, &position).score();
/// assert_eq!(score(Feature::Discs), 4.0 - 1.0);
/// assert_eq!(score(Feature::Corners), 0.6); // one of four
/// # Ok::<(), plyscope::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct OthelloFeature {
    feature: Feature,
    error: OwnError,
}

/// What cells of a quarter of the board are worth, from its corner (Norvig 1992, chapter 18); smaller boards have the
/// part next to the corner.
const WEIGHTS: [[i32; 4]; 4] = [[120, -20, 20, 5], [-20, -40, -5, -5], [20, -5, 15, 3], [5, -5, 3, 3]];

/// The weight of a cell.
fn weight(size: u32, cell: u32) -> i32 {
    let (x, y) = (cell % 8, cell / 8);
    let near = |at: u32| at.min(size - 1 - at) as usize;
    WEIGHTS[near(y)][near(x)]
}

/// The weights of a set of cells.
fn weigh(size: u32, mut set: u64) -> i32 {
    let mut sum = 0;
    while set != 0 {
        sum += weight(size, set.trailing_zeros());
        set &= set - 1;
    }
    sum
}

impl OthelloFeature {
    /// With no idea of its error.
    pub fn new(feature: Feature) -> Self {
        OthelloFeature { feature, error: OwnError::None }
    }

    /// Made from a name's parameters.
    pub fn build(feature: Feature, arguments: &Arguments<'_>) -> Result<Self> {
        let error = match feature {
            Feature::Mobility => OwnError::None,
            Feature::Discs => OwnError::build(arguments, false)?,
            Feature::Corners | Feature::Squares => OwnError::build(arguments, true)?,
        };
        Ok(OthelloFeature { feature, error })
    }

    /// How far the first player is ahead: in discs, or from -1 to 1, short of both.
    fn lead(&self, game: &Othello, discs: &Discs) -> f64 {
        let ratio = |ahead: i32, all: i32| f64::from(ahead) / f64::from(all);
        let [first, second] = discs.sets();
        match self.feature {
            Feature::Discs => f64::from(difference(first, second)),
            Feature::Mobility => {
                let [one, two] = [Player::FIRST, Player::SECOND].map(|player| game.open_to(discs, player));
                ratio(difference(one, two), 2 + (one.count_ones() + two.count_ones()) as i32)
            }
            Feature::Corners => ratio(difference(first & game.corners(), second & game.corners()), 5),
            Feature::Squares => {
                let half = game.size() as usize / 2;
                let quarter = WEIGHTS[..half].iter().flat_map(|row| &row[..half]);
                let most = 4 * quarter.map(|weight| weight.abs()).sum::<i32>();
                ratio(weigh(game.size(), first) - weigh(game.size(), second), 1 + most)
            }
        }
    }
}

fn difference(first: u64, second: u64) -> i32 {
    first.count_ones() as i32 - second.count_ones() as i32
}

impl Evaluator<Othello> for OthelloFeature {
    fn profile(&self) -> Profile {
        let name = Name::new(self.feature.name());
        let name = if self.feature.parameters().is_empty() { name } else { name.with("error", self.error) };
        let discs = self.feature == Feature::Discs;
        let profile = if discs { Profile::scores(name) } else { Profile::chances(name) };
        profile.with_error(self.error.is_known())
    }
    fn estimate(&self, game: &Othello, discs: &Discs) -> Estimate {
        let lead = self.lead(game, discs);
        if self.feature == Feature::Discs {
            return self.error.score(lead);
        }
        let win = Win { first: (1.0 + lead) / 2.0, second: (1.0 - lead) / 2.0 };
        self.error.win(win)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;

    /// By hand: at the start both sides are alike; a corner is worth more than a cell beside one.
    #[test]
    fn features_by_hand() {
        for size in [4, 6, 8] {
            let game = Othello::new(size).unwrap();
            for feature in [Feature::Discs, Feature::Mobility, Feature::Corners, Feature::Squares] {
                let start = OthelloFeature::new(feature).estimate(&game, &game.start()).score();
                assert_eq!(start, if feature == Feature::Discs { 0.0 } else { 0.5 }, "{feature:?}");
            }
        }
        let game = Othello::new(4).unwrap();
        let of = |feature, text: &str| {
            OthelloFeature::new(feature).estimate(&game, &game.parse_position(text).unwrap()).score()
        };
        // X has 120 at a1 and -40 at each of three cells, O -40; the weights are 4 x (120 + 20 + 20 + 40).
        let lead = (120.0 - 120.0 + 40.0) / 801.0;
        assert!((of(Feature::Squares, "X----XX--XO----- O") - (1.0 + lead) / 2.0).abs() < 1e-15);
        // X moves at four cells at the start, O at three after c1 is taken: it turned c2, and X holds a column.
        let after = game.play(&game.start(), &2);
        let moves = |player| game.open_to(&after, player).count_ones();
        let (one, two) = (moves(Player::FIRST), moves(Player::SECOND));
        let lead = (f64::from(one) - f64::from(two)) / f64::from(2 + one + two);
        assert_eq!(of(Feature::Mobility, &game.position_text(&after)), (1.0 + lead) / 2.0);
        assert_eq!(of(Feature::Corners, "O----XX--XO----- O"), 0.4);
    }
}
