//! Chess for Plyscope: the game (rules by `cozy-chess`), evaluators, endings and recorded games as positions, endgame
//! tables as truth, and players of ours as UCI engines.
//!
//! ```
//! use plyscope::catalogue::Catalogue;
//! let catalogue = plyscope_chess::added_to(Catalogue::built_in());
//! let game = catalogue.game("chess")?;
//! let after = game.parse_position("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1")?;
//! assert_eq!(game.move_count(&after)?, 20);
//! # Ok::<(), plyscope::Error>(())
//! ```

mod chess;
mod ending;
mod epd;
mod evaluator;
mod fen;
pub mod pgn;
mod position;
pub mod syzygy;
pub mod tables;
pub mod uci;

pub use chess::{Chess, WIN};
pub use ending::EndingPositions;
pub use evaluator::{material, mobility, piece_square};
pub use position::Position;

use plyscope::catalogue::Catalogue;

/// A catalogue with chess in it.
#[must_use]
pub fn added_to(catalogue: Catalogue) -> Catalogue {
    let catalogue = catalogue.with_game(
        "chess",
        "Chess by the rules of FIDE, from the usual start or from a FEN. With `men=KRkn` every trial starts at a \
            random position of that ending, and with at most four men every position is known from tables.",
        Chess::take,
    );
    let catalogue = evaluator::entries().into_iter().rev().fold(catalogue, Catalogue::with_evaluator_too);
    let catalogue = catalogue.with_source(pgn::entry()).with_source(ending::entry());
    #[cfg(feature = "syzygy")]
    let catalogue = catalogue.with_oracle(syzygy::entry());
    catalogue.with_oracle(tables::entry())
}
