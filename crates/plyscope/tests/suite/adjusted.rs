//! What a measurement changes about a player to look for causes: against plain recursion over the erased form.

use plyscope::catalogue::{Catalogue, Subject};
use plyscope::evaluator::{Adjustment, AnyEvaluator};
use plyscope::game::{AnyPosition, Player, Turn, expand_one};
use plyscope::key::Stream;
use plyscope::player::AnyGame;
use plyscope::search::Effort;
use plyscope::shelf::Memory;
use plyscope::source::{RandomMoments, Source};

/// Minimax to a depth in which the end of the game is worth what the evaluator says, less what is taken off.
fn hidden(
    game: &AnyGame,
    evaluator: &AnyEvaluator,
    position: &AnyPosition,
    plies: u32,
    off: &dyn Fn(Turn) -> f64,
) -> f64 {
    let here = expand_one(&**game, position).unwrap();
    if plies == 0 || here.turn == Turn::Over {
        return evaluator.estimate(position).unwrap().score() - off(here.turn);
    }
    let values = here.after.iter().map(|child| hidden(game, evaluator, child, plies - 1, off));
    match here.turn {
        Turn::Player(Player::FIRST) => values.fold(f64::NEG_INFINITY, f64::max),
        _ => values.fold(f64::INFINITY, f64::min),
    }
}

#[test]
fn hidden_ends_tempo_and_noise() {
    let catalogue = Catalogue::built_in();
    let game = catalogue.game("kalah(pits=3,seeds=2)").unwrap();
    let shelf = Memory::default();
    let subject = Subject { game: &game, seed: 1, shelf: Some(&shelf) };
    let evaluated = catalogue.evaluator("store-difference", &subject).unwrap();
    let evaluator = &evaluated.evaluator;
    let mind = || catalogue.mind(&subject, "minimax", &evaluated, "alpha-beta(scores=all)").unwrap();
    let plain = game.player(mind(), evaluator).unwrap();
    let blind = game.player(mind().hiding_end(), evaluator).unwrap();
    // So much that it decides: a seed and a half for whoever is to move.
    let tempo = Adjustment::Tempo { first: 1.5, second: -1.5 };
    let level = game.player(mind().hiding_end(), &game.adjusted(evaluator, tempo).unwrap()).unwrap();
    // Stores differ by whole seeds.
    let noise = Adjustment::Noise { key: 7, size: 1e-3 };
    let noisy = game.player(mind(), &game.adjusted(evaluator, noise).unwrap()).unwrap();
    let source = RandomMoments::new(game.clone(), Stream::new(3, "adjusted"));
    let (mut ended, mut split) = (0, 0);
    for trial in 0..60 {
        let position = source.trial(trial).unwrap().position;
        let after = expand_one(&*game, &position).unwrap().after;
        for depth in 1..=4 {
            let numbers = |player: &dyn plyscope::player::Player| -> Vec<f64> {
                let seen = player.decide(&position, &[Effort::Depth(depth)]).unwrap();
                seen.scores.iter().map(|score| score.exact().unwrap().number().unwrap()).collect()
            };
            let by_hand = |off: &dyn Fn(Turn) -> f64| -> Vec<f64> {
                after.iter().map(|child| hidden(&game, evaluator, child, depth - 1, off)).collect()
            };
            assert_eq!(numbers(&*blind), by_hand(&|_| 0.0), "trial {trial}, depth {depth}");
            ended += usize::from(numbers(&*blind) != numbers(&*plain));
            // Nobody moves in a finished game, and the adjustment goes by whom the game names there.
            if depth == 1 && after.iter().all(|child| expand_one(&*game, child).unwrap().turn != Turn::Over) {
                let off = |turn: Turn| if turn == Turn::Player(Player::FIRST) { 1.5 } else { -1.5 };
                assert_eq!(numbers(&*level), by_hand(&off), "trial {trial}");
            }
            // Noise chooses among the best, and only among them.
            let [before, now] = [&plain, &noisy]
                .map(|player| player.decide(&position, &[Effort::Depth(depth)]).unwrap().ties);
            assert!(now.iter().all(|choice| before.contains(choice)), "trial {trial}, depth {depth}");
            split += usize::from(now.len() < before.len());
        }
    }
    assert!(ended > 20 && split > 5, "{ended} ends hidden, {split} ties broken");
}
