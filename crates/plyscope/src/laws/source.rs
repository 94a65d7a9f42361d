//! Laws of sources and of truth.

use crate::game::{Game, Player, Turn, expand_one, moves_of};
use crate::source::Source;
use crate::truth::Truth;

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

/// Where everything is known: a finished game is worth its payoff, a position its mover's best move, and a throw what is
/// expected of it but for rounding.
pub fn check_truth<G: Game, T: Truth<G>>(truth: &T, game: &G, position: &G::Position) {
    let value = truth.value(game, position).exact().expect("the truth is known");
    if game.is_over(position) {
        assert_eq!(value, game.payoff(position, Player::FIRST));
        return;
    }
    let moves = moves_of(game, position);
    let children: Vec<G::Position> = moves.iter().map(|choice| game.play(position, choice)).collect();
    let values = children.iter().map(|child| truth.value(game, child).exact().expect("the truth is known"));
    if game.is_chance(position) {
        let mut chances = Vec::new();
        game.chances(position, &mut chances);
        let mean: f64 = values.zip(chances).map(|(value, chance)| chance * value).sum();
        assert!(
            (value - mean).abs() <= 1e-12 * mean.abs().max(1.0),
            "{value} is expected, and {mean} comes out"
        );
        children.iter().for_each(|child| check_truth(truth, game, child));
        return;
    }
    let first = game.mover(position) == Player::FIRST;
    let best = values.reduce(|a, b| if first { a.max(b) } else { a.min(b) });
    assert_eq!(Some(value), best, "a position is worth its mover's best move");
    children.iter().for_each(|child| check_truth(truth, game, child));
}
