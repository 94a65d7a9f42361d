//! What depth is counted in.
//!
//! Where a player may move again, as in Kalah, searches to equal plies do not look equally far into the answer.

use crate::error::Result;
use crate::name::{Arguments, Parameter};

/// What depth is counted in.
///
/// ```
/// use plyscope::evaluator::StoreDifference;
/// use plyscope::game::{Game, Kalah};
/// use plyscope::rule::Minimax;
/// use plyscope::search::{Budget, DepthIn, Layered, Opinions, Search};
/// let game = Kalah::new(4, 3)?;
/// let opinions = Opinions::new(&game, StoreDifference::default(), Minimax)?;
/// let nodes = |depth_in| -> plyscope::Result<u64> {
///     let search = Layered { depth_in, ..Layered::default() };
///     Ok(search.search(&game, &game.start(), &opinions, &Budget::depth(2)?)?.counts.generated)
/// };
/// // Extra moves do not count as turns.
/// assert!(nodes(DepthIn::Turns)? > nodes(DepthIn::Plies)?);
/// # Ok::<(), plyscope::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum DepthIn {
    /// Moves.
    #[default]
    Plies,
    /// Moves after which somebody else moves. Where a player may move again, as in Kalah, a turn is several plies.
    Turns,
}

impl DepthIn {
    /// What `depth-in` may be.
    pub const PARAMETER: Parameter = Parameter {
        name: "depth-in",
        default: "plies",
        allowed: "plies, or turns: extra moves of the same player do not count",
    };

    /// Read from a name's parameters.
    pub(super) fn build(arguments: &Arguments<'_>) -> Result<Self> {
        match arguments.text("depth-in") {
            "plies" => Ok(DepthIn::Plies),
            "turns" => Ok(DepthIn::Turns),
            _ => Err(arguments.refuse("depth-in")),
        }
    }
}
