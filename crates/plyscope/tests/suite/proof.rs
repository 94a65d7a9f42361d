//! Proved values against their definition, by plain recursion over the erased form.

use plyscope::catalogue::Catalogue;
use plyscope::game::{AnyPosition, Player, Turn, expand_one};
use plyscope::key::Stream;
use plyscope::player::AnyGame;
use plyscope::source::{RandomPositions, Source};

/// Proved: over; or all children are; or a child is proved to be worth the game's highest payoff to the mover.
fn proved(game: &AnyGame, position: &AnyPosition, plies: u32, highest: f64) -> Option<f64> {
    let expansion = expand_one(&**game, position).unwrap();
    let sign = match expansion.turn {
        Turn::Over => return Some(expansion.payoffs[0]),
        Turn::Player(Player::FIRST) => 1.0,
        _ => -1.0,
    };
    if plies == 0 {
        return None;
    }
    let children: Vec<Option<f64>> =
        expansion.after.iter().map(|child| proved(game, child, plies - 1, highest)).collect();
    let mine = || children.iter().flatten().map(|value| sign * value);
    if mine().any(|value| value >= highest) || children.iter().all(Option::is_some) {
        return mine().reduce(f64::max).map(|value| sign * value);
    }
    None
}

#[test]
fn proofs_are_what_they_are_defined_to_be() {
    let catalogue = Catalogue::built_in();
    // A game of Kalah is worth all seeds at the most.
    for (name, highest) in
        [("tic-tac-toe", 1.0), ("connect-four(width=4,height=4)", 1.0), ("kalah(pits=3,seeds=1)", 6.0)]
    {
        let game = catalogue.game(name).unwrap();
        let source = RandomPositions::new(game.clone(), Stream::new(5, name));
        let (mut found, mut open) = (0, 0);
        for trial in 0..60 {
            let position = source.trial(trial).unwrap().position;
            let after = expand_one(&*game, &position).unwrap().after;
            for depth in 1..=5 {
                let plain: Vec<_> =
                    after.iter().map(|child| proved(&game, child, depth - 1, highest)).collect();
                assert_eq!(
                    game.proofs(&position, depth).unwrap(),
                    plain,
                    "{name}, trial {trial}, depth {depth}"
                );
                found += plain.iter().flatten().count();
                open += plain.iter().filter(|value| value.is_none()).count();
            }
        }
        assert!(found > 50 && open > 50, "{name}: {found} proved, {open} not");
    }
}
