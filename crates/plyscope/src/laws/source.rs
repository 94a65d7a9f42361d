//! Laws of sources.

use crate::game::{Turn, expand_one};
use crate::source::Source;

/// The same trial gives the same position, in whatever order trials are asked for, with a move to make.
pub fn check_source<S: Source + ?Sized>(source: &S, trials: u64) {
    let game = source.game();
    let keys = |trial| {
        let found = source.trial(trial).expect("the source has positions");
        let expansion = expand_one(&**game, &found.position).expect("the game goes on");
        assert!(matches!(expansion.turn, Turn::Player(_)), "trial {trial}: there is nothing to decide");
        assert!(!expansion.after.is_empty(), "trial {trial} has no move to make");
        assert!(
            found.ply.is_none_or(|ply| ply < game.facts().longest),
            "trial {trial}: it is within the game"
        );
        (game.position_text(&found.position), found.ply, found.key)
    };
    let forwards: Vec<_> = (0..trials).map(keys).collect();
    let mut backwards: Vec<_> = (0..trials).rev().map(keys).collect();
    backwards.reverse();
    assert_eq!(forwards, backwards);
}
