//! Laws of position sources.

use crate::game::{Game, moves_of};
use crate::source::PositionSource;

/// The same trial gives the same position, in whatever order trials are asked for, with a move to make.
pub fn check_source<S: PositionSource>(source: &S, trials: u64) {
    let keys = |trial| {
        let sourced = source.position(trial).expect("the source has positions");
        assert!(!moves_of(&sourced.game, &sourced.position).is_empty(), "trial {trial} has no move to make");
        let (game, position) = (&sourced.game, &sourced.position);
        (game.name(), game.table_key(position), game.noise_key(position))
    };
    let forwards: Vec<_> = (0..trials).map(keys).collect();
    let mut backwards: Vec<_> = (0..trials).rev().map(keys).collect();
    backwards.reverse();
    assert_eq!(forwards, backwards);
}
