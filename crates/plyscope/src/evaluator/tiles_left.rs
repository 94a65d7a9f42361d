//! Evaluators of sliding tiles: the moves that were made, and a guess of those that are left.
//!
//! None of them thinks that more moves are left than are, but Manhattan distance where tiles slide along diagonals. What is
//! coarser says the same of more positions, so that more moves are equal.

use super::{Estimate, Evaluator, Profile};
use crate::game::{SlidingTiles, Tiles};
use crate::name::{Settings, Values};

/// How far a tile is from where it belongs.
///
/// ```
/// use plyscope::evaluator::TileDistance;
/// assert_eq!([TileDistance::Manhattan, TileDistance::Chebyshev, TileDistance::Misplaced].map(|one| one.between(2, 1)), [3, 2, 1]);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TileDistance {
    /// Columns and rows.
    Manhattan,
    /// Columns or rows, whichever are more.
    Chebyshev,
    /// One, wherever it is.
    Misplaced,
}

impl TileDistance {
    /// What the evaluator is called.
    pub fn name(self) -> &'static str {
        match self {
            TileDistance::Manhattan => "manhattan",
            TileDistance::Chebyshev => "chebyshev",
            TileDistance::Misplaced => "misplaced",
        }
    }

    /// Of so many columns and rows.
    pub fn between(self, columns: u32, rows: u32) -> u32 {
        match self {
            TileDistance::Manhattan => columns + rows,
            TileDistance::Chebyshev => columns.max(rows),
            TileDistance::Misplaced => (columns + rows).min(1),
        }
    }
}

/// Minus the moves made and those thought to be left.
///
/// ```
/// use plyscope::evaluator::{Evaluator, TileDistance, TilesLeft};
/// use plyscope::game::{Game, SlidingTiles};
/// let game = SlidingTiles::new(3, 3, false)?;
/// let position = game.parse_position("312/456/78. 4")?; // three tiles of the first row are exchanged
/// let score = |measure, grain| TilesLeft { measure, grain }.estimate(&game, &position).score();
/// assert_eq!(score(TileDistance::Manhattan, 1), -(4.0 + 4.0));
/// assert_eq!(score(TileDistance::Misplaced, 1), -(4.0 + 3.0));
/// assert_eq!(score(TileDistance::Manhattan, 3), -(4.0 + 3.0)); // rounded down to threes
/// # Ok::<(), plyscope::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TilesLeft {
    /// How far a tile is from where it belongs.
    pub measure: TileDistance,
    /// What is thought to be left is a multiple of this.
    pub grain: u32,
}

impl Default for TilesLeft {
    fn default() -> Self {
        TilesLeft { measure: TileDistance::Manhattan, grain: 1 }
    }
}

impl Settings for TilesLeft {
    const KIND: &'static str = "manhattan";
    const SUMMARY: &'static str = "Minus the moves made and the estimated moves left: the columns and rows between \
        every tile and its place, summed and rounded down to a multiple of `grain` (sliding-tiles).";

    fn own_kind(&self) -> &'static str {
        self.measure.name()
    }

    fn each(&mut self, values: &mut Values<'_>) {
        let allowed = "rounded down to multiples of this, 1 to 100";
        values.integer("grain", "1", allowed, &mut self.grain, 1..=100);
    }
}

impl Evaluator<SlidingTiles> for TilesLeft {
    fn profile(&self) -> Profile {
        Profile::scores(self.to_name())
    }
    fn estimate(&self, game: &SlidingTiles, tiles: &Tiles) -> Estimate {
        let left = game.sum(tiles, |columns, rows| self.measure.between(columns, rows));
        let left = left / self.grain.max(1) * self.grain.max(1);
        Estimate::score_of(-f64::from(tiles.made() + left))
    }
}
