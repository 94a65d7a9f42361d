//! Critical win-loss games: their laws, their rates, and minimax on them by recursion and by search.

use crate::support::any_game;
use plyscope::catalogue::Catalogue;
use plyscope::game::{Game, Hints, Player, moves_of};
use plyscope::key::Stream;
use plyscope::laws;
use plyscope::oracle::{ByGame, Oracle};
use plyscope::search::Effort;
use plyscope::source::{Drawn, Source, Wanted};
use plyscope::theory::critical_minimax::CriticalMinimax;
use plyscope::tree::{CriticalGame, CriticalGames, CriticalNode, TreeFamily};

#[test]
fn laws_of_critical_games() {
    for (branching, depth, rate) in
        [(2, 50, 1.0), (5, 85, 0.9), (8, 7, 0.5), (256, 32, 0.0), (2, 256, 0.3), (3, 1, 1.0)]
    {
        let games = CriticalGames::new(branching, depth, rate).unwrap();
        for trial in 0..3 {
            laws::check_game(&games.draw(Stream::new(2, "laws").trial(trial)), 3);
        }
        let name = games.name().to_string();
        let game = any_game(&name);
        laws::check_source(&Drawn::new(&game, Stream::new(3, &name), Wanted::NonTrivial).unwrap(), 20);
        // A position's text says which game it is of.
        let start = game.start(Stream::new(3, &name).trial(5)).unwrap();
        let again = game.parse_position(&game.position_text(&start)).unwrap();
        assert_eq!(game.table_key(&start), game.table_key(&again));
    }
}

/// A node's value is what its children make of it, everywhere; the truth of a whole small tree is that of its leaves.
fn check_values(game: &CriticalGame, spot: &CriticalNode, flips: &mut [u32; 2], choices: &mut u32) {
    let moves = moves_of(game, spot);
    if moves.is_empty() {
        assert_eq!(game.known(spot), Some(game.payoff(spot, Player::FIRST)));
        return;
    }
    let first = game.mover(spot) == Player::FIRST;
    let after: Vec<CriticalNode> = moves.iter().map(|choice| game.play(spot, choice)).collect();
    let won = after.iter().filter(|child| child.first_wins()).count();
    let expected = if first { won > 0 } else { won == after.len() };
    assert_eq!(spot.first_wins(), expected, "minimax of the children");
    if spot.first_wins() == first {
        let lost = after.iter().filter(|child| child.first_wins() != first).count();
        if spot.level() == 0 {
            assert_eq!(lost, after.len() - 1, "exactly one right move at the root");
        } else {
            flips[0] += lost as u32;
            flips[1] += after.len() as u32 - 1;
            *choices += 1;
        }
    } else {
        assert!(won == 0 || won == after.len(), "all moves of a forced node are alike");
    }
    after.iter().for_each(|child| check_values(game, child, flips, choices));
}

#[test]
fn values_come_from_the_top_and_agree_below() {
    for (branching, depth, rate) in [(2, 9, 0.5), (3, 6, 0.9), (5, 4, 0.2), (2, 9, 1.0), (2, 9, 0.0)] {
        let games = CriticalGames::new(branching, depth, rate).unwrap();
        let (mut flips, mut choices) = ([0, 0], 0);
        for trial in 0..30 {
            let game = games.draw(Stream::new(7, "values").trial(trial));
            check_values(&game, &game.start(), &mut flips, &mut choices);
        }
        assert!(choices > 200);
        let (share, all) = (f64::from(flips[0]) / f64::from(flips[1]), f64::from(flips[1]));
        assert!((share - rate).abs() <= 4.5 * (rate * (1.0 - rate) / all).sqrt(), "{rate}: {share} of {all}");
    }
}

/// Every move is the right one as often.
#[test]
fn the_right_move_is_any() {
    let games = CriticalGames::new(5, 50, 1.0).unwrap();
    let mut counts = [0u32; 5];
    for trial in 0..5000 {
        let game = games.draw(Stream::new(8, "right").trial(trial));
        let right = (0..5).find(|choice| game.play(&game.start(), choice).first_wins()).unwrap();
        counts[right] += 1;
    }
    let chi: f64 = counts.iter().map(|count| (f64::from(*count) - 1000.0).powi(2) / 1000.0).sum();
    assert!(chi < 18.5, "{counts:?}"); // 99.9% with 4 degrees of freedom
}

/// The recursion of distributions against searches of games.
#[test]
fn minimax_by_recursion_is_minimax_by_search() {
    for (branching, rate, shift, sd, depths) in [
        (2, 1.0, 0.25, 0.2, vec![1, 2, 3, 6]),
        (2, 0.5, 0.25, 0.2, vec![2, 5]),
        (3, 0.6, 0.1, 0.4, vec![1, 2, 4]),
        (5, 0.9, 0.3, 0.5, vec![1, 3]),
    ] {
        let name = format!("critical(branching={branching},rate={rate})");
        let (game, stream) = (any_game(&name), Stream::new(5, &name));
        let source = Drawn::new(&game, stream, Wanted::Every).unwrap();
        let oracle = ByGame::new(game.clone()).unwrap();
        let evaluator = format!("normal(shift={shift},sd={sd})");
        let player =
            Catalogue::built_in().player(&game, "minimax", &evaluator, "alpha-beta(scores=all)").unwrap();
        let trials = 4000;
        let all: Vec<_> = (0..trials).map(|trial| source.trial(trial).unwrap()).collect();
        let judged: Vec<_> = all
            .iter()
            .map(|trial| oracle.judge(&[(trial.position.clone(), trial.key)]).unwrap().remove(0))
            .collect();
        for depth in depths {
            let (mut sum, mut squares) = (0.0, 0.0);
            for (trial, judged) in all.iter().zip(&judged) {
                let outcomes = judged.outcomes().unwrap();
                let is_right = |choice: &usize| Some(&outcomes[*choice]) == outcomes.iter().max();
                let seen = player.decide(&trial.position, &[Effort::Depth(depth)]).unwrap();
                let right = seen.ties.iter().filter(|choice| is_right(choice)).count();
                let score = right as f64 / seen.ties.len() as f64;
                (sum, squares) = (sum + score, squares + score * score);
            }
            let n = trials as f64;
            let (mean, error) = (sum / n, ((squares / n - (sum / n).powi(2)) / n).sqrt());
            let model = CriticalMinimax { branching, plies: 50, rate, shift, sd };
            let exact = model.accuracy(depth).unwrap();
            assert!((mean - exact).abs() < 4.5 * error, "{name}, depth {depth}: {mean} +- {error}, {exact}");
            let formula =
                format!("critical-minimax(branching={branching},rate={rate},shift={shift},sd={sd})");
            assert_eq!(Catalogue::built_in().formula(&formula, depth), Ok(exact));
        }
    }
}

#[test]
fn bad_names_are_refused_with_what_is_allowed() {
    let why = |text: &str| Catalogue::built_in().game(text).unwrap_err().to_string();
    assert!(why("critical(branching=1)").contains("2 to 256"));
    assert!(why("critical(rate=1.5)").contains("0 to 1"));
    assert!(why("critical(branching=8,depth=86)").contains("85 with 5 to 8"));
    assert!(why("critical(depth=0)").contains("1 to 256"));
    assert!(Catalogue::built_in().game("critical(branching=8,depth=85)").is_ok());
    let game = any_game("critical");
    for text in ["root", "zz.1.0 root", "0123456789abcdef.5.1 root", "0123456789abcdef.5.0 3"] {
        assert!(game.parse_position(text).is_err(), "{text}");
    }
}
