//! What a measurement changes about a player to look for causes: against plain recursion over the erased form.

use plyscope::Error;
use plyscope::cache::Memory;
use plyscope::catalogue::{Catalogue, Described, Subject};
use plyscope::evaluator::{Adjustment, AnyEvaluator, Redraw, Spoken};
use plyscope::game::{AnyPosition, Player, Turn, expand_one};
use plyscope::key::Stream;
use plyscope::player::AnyGame;
use plyscope::search::{Budget, Effort};
use plyscope::source::{RandomPositions, Source};
use std::collections::BTreeSet;
use std::sync::Arc;

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
    let cache = Memory::default();
    let subject = Subject { game: &game, seed: 1, cache: Some(&cache) };
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
    let source = RandomPositions::new(game.clone(), Stream::new(3, "adjusted"));
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

/// The moves that win at once, else those that keep the opponent from doing so: by playing them.
fn noisy_by_hand(game: &AnyGame, position: &AnyPosition) -> Vec<usize> {
    let wins = |position: &AnyPosition| -> Vec<usize> {
        let here = expand_one(&**game, position).unwrap();
        let Turn::Player(mover) = here.turn else { return Vec::new() };
        let won = |child: &AnyPosition| {
            let child = expand_one(&**game, child).unwrap();
            child.turn == Turn::Over && child.payoffs[mover.index()] > 0.0
        };
        (0..here.after.len()).filter(|i| won(&here.after[*i])).collect()
    };
    let at_hand = wins(position);
    if !at_hand.is_empty() {
        return at_hand;
    }
    // A cell in which the opponent would win at once: had it been the opponent's turn, that column would be a win.
    let here = expand_one(&**game, position).unwrap();
    let text = game.position_text(position);
    let (board, mover) = text.split_once(' ').unwrap();
    let other = if mover == "X" { "O" } else { "X" };
    let rows: Vec<Vec<char>> = board.split('/').map(|row| row.chars().collect()).collect();
    let threatened = |column: usize| {
        let row = (0..rows.len()).rev().find(|row| rows[*row][column] == '.').unwrap();
        let is = |x: i32, y: i32| {
            let inside = (0..rows[0].len() as i32).contains(&x) && (0..rows.len() as i32).contains(&y);
            inside
                && ((x, y) == (column as i32, row as i32)
                    || rows[y as usize][x as usize].to_string() == other)
        };
        let (x, y) = (column as i32, row as i32);
        [(1, 0), (0, 1), (1, 1), (1, -1)]
            .iter()
            .any(|(dx, dy)| (-3..=0).any(|from: i32| (from..from + 4).all(|k| is(x + k * dx, y + k * dy))))
    };
    let names = game.move_names(position).unwrap();
    (0..here.after.len()).filter(|i| threatened(names[*i].parse::<usize>().unwrap() - 1)).collect()
}

/// Plays out what is in the air, by the definition.
fn quiet(game: &AnyGame, evaluator: &AnyEvaluator, position: &AnyPosition, plies: u32) -> f64 {
    let here = expand_one(&**game, position).unwrap();
    if here.turn == Turn::Over {
        return here.payoffs[0];
    }
    let noisy = if plies == 0 { Vec::new() } else { noisy_by_hand(game, position) };
    if noisy.is_empty() {
        return evaluator.estimate(position).unwrap().score();
    }
    let values = noisy.iter().map(|i| quiet(game, evaluator, &here.after[*i], plies - 1));
    match here.turn {
        Turn::Player(Player::FIRST) => values.fold(f64::NEG_INFINITY, f64::max),
        _ => values.fold(f64::INFINITY, f64::min),
    }
}

#[test]
fn quiescence_plays_threats_out() {
    let catalogue = Catalogue::built_in();
    let game = catalogue.game("connect-four(width=5,height=5)").unwrap();
    let subject = Subject { game: &game, seed: 1, cache: None };
    let evaluator = catalogue.evaluator("lines", &subject).unwrap().evaluator;
    let source = RandomPositions::new(game.clone(), Stream::new(4, "quiet"));
    let mut changed = 0;
    for plies in [0, 1, 3, 6] {
        let adjusted = game.adjusted(&evaluator, Adjustment::Quiescence { plies }).unwrap();
        for trial in 0..150 {
            let position = source.trial(trial).unwrap().position;
            let found = adjusted.estimate(&position).unwrap().score();
            assert_eq!(
                found,
                quiet(&game, &evaluator, &position, plies),
                "{}",
                game.position_text(&position)
            );
            changed += u32::from(found != evaluator.estimate(&position).unwrap().score());
        }
    }
    assert!(changed > 50, "threats are common in random games: {changed}");
}

/// Kalah's noisy moves may be declined: captures and further turns by what the stores and the turn show.
#[test]
fn quiescence_may_decline() {
    fn plain(game: &AnyGame, evaluator: &AnyEvaluator, position: &AnyPosition, plies: u32) -> f64 {
        let here = expand_one(&**game, position).unwrap();
        let Turn::Player(mover) = here.turn else { return here.payoffs[0] };
        let stores = |position: &AnyPosition| -> Vec<i32> {
            let text = game.position_text(position);
            let parts: Vec<&str> = text.split([' ', '|']).collect();
            vec![parts[1].parse().unwrap(), parts[3].parse().unwrap()]
        };
        let mut value = evaluator.estimate(position).unwrap().score();
        for child in here.after.iter().filter(|_| plies > 0) {
            let won = stores(child)[mover.index()] - stores(position)[mover.index()];
            // Another turn shows in the mover, or ends the game with the last seed in the store; sowing passes the store
            // once at most on this board, so that more than one seed is a capture.
            let again = game.position_text(child).ends_with(&mover.to_string());
            if won > 1 || again {
                let found = plain(game, evaluator, child, plies - 1);
                value = if mover == Player::FIRST { value.max(found) } else { value.min(found) };
            }
        }
        value
    }
    let catalogue = Catalogue::built_in();
    let game = catalogue.game("kalah(pits=3,seeds=2)").unwrap();
    let subject = Subject { game: &game, seed: 1, cache: None };
    let evaluator = catalogue.evaluator("store-difference", &subject).unwrap().evaluator;
    let source = RandomPositions::new(game.clone(), Stream::new(5, "quiet"));
    let adjusted = game.adjusted(&evaluator, Adjustment::Quiescence { plies: 4 }).unwrap();
    let mut changed = 0;
    for trial in 0..300 {
        let position = source.trial(trial).unwrap().position;
        let found = adjusted.estimate(&position).unwrap().score();
        assert_eq!(found, plain(&game, &evaluator, &position, 4), "{}", game.position_text(&position));
        changed += u32::from(found != evaluator.estimate(&position).unwrap().score());
    }
    assert!(changed > 100, "sowings that gain are common: {changed}");
}

/// Outcomes are the solver's, and numbers are drawn as they were said, node by node.
#[test]
fn numbers_drawn_anew() {
    let catalogue = Catalogue::built_in();
    for name in ["kalah(pits=3,seeds=3)", "connect-four(width=4,height=4)", "tic-tac-toe"] {
        let game = catalogue.game(name).unwrap();
        let source = RandomPositions::new(game.clone(), Stream::new(6, "redrawn"));
        // One number for each outcome: what is drawn tells the outcome.
        let spoken =
            [-1, 0, 1].map(|outcome| Spoken { outcome, progress: 0, number: f64::from(outcome + 1) / 2.0 });
        let redraw = Arc::new(Redraw::new(1, &spoken));
        let subject = Subject { game: &game, seed: 1, cache: None };
        let evaluator = catalogue.evaluator("random", &subject).unwrap().evaluator;
        let told = game.adjusted(&evaluator, Adjustment::Redrawn(redraw)).unwrap();
        for trial in 0..200 {
            let position = source.trial(trial).unwrap().position;
            let solved = game.solve(&position, 1, &Budget::unlimited()).unwrap();
            // Its scale is that of probabilities: a win is 1, a draw a half.
            let outcome = f64::from(1 + i8::from(solved.low > 0.0) - i8::from(solved.low < 0.0)) / 2.0;
            assert_eq!(
                told.estimate(&position).unwrap().score(),
                outcome,
                "{}",
                game.position_text(&position)
            );
        }
    }
    // A hundred numbers, each drawn about as often; neighbouring places have nothing to do with each other.
    let spoken: Vec<Spoken> =
        (0..100).map(|i| Spoken { outcome: 1, progress: i % 10, number: f64::from(i) }).collect();
    let redraw = Redraw::new(3, &spoken);
    let drawn: Vec<f64> = (0..20_000).map(|place| redraw.number(1, 9, place).unwrap()).collect();
    // Phases are fifths: of the last are those of progress 8 and 9.
    assert!(drawn.iter().all(|number| (*number as u32 % 10) >= 8));
    let mean = drawn.iter().sum::<f64>() / drawn.len() as f64;
    let (variance, covariance) = drawn
        .windows(2)
        .fold((0.0, 0.0), |(v, c), two| (v + (two[0] - mean).powi(2), c + (two[0] - mean) * (two[1] - mean)));
    // 8, 9, 18, 19, ... 98, 99 have the mean 53.5 and a standard deviation of 28.7, so the mean of 20,000 has one of 0.2.
    assert!((mean - 53.5).abs() < 1.0, "{mean}");
    assert!((covariance / variance).abs() < 0.035, "{}", covariance / variance);
}

/// Noise leaves what is told of draws and of every player: rules that read that can be measured with it.
#[test]
fn noise_keeps_thresholds_and_numbers_per_player() {
    let catalogue = Catalogue::built_in();
    let cache = Memory::default();
    for (game, evaluator, rule) in [
        ("tic-tac-toe", "lines(calibrate=isotonic,solved=100)", "two-thresholds"),
        ("tic-tac-toe", "playouts(n=4)", "max-n"),
    ] {
        let game = catalogue.game(game).unwrap();
        let subject = Subject { game: &game, seed: 1, cache: Some(&cache) };
        let evaluated = catalogue.evaluator(evaluator, &subject).unwrap();
        let adjusted = game.adjusted(&evaluated.evaluator, Adjustment::Noise { key: 5, size: 1e-6 }).unwrap();
        let mind = || catalogue.mind(&subject, rule, &evaluated, "full-width").unwrap();
        let [plain, noisy] =
            [&evaluated.evaluator, &adjusted].map(|evaluator| game.player(mind(), evaluator).unwrap());
        let source = RandomPositions::new(game.clone(), Stream::new(2, "noise"));
        for trial in 0..20 {
            let position = source.trial(trial).unwrap().position;
            let [before, now] =
                [&plain, &noisy].map(|player| player.decide(&position, &[Effort::Depth(2)]).unwrap().ties);
            assert!(now.iter().all(|choice| before.contains(choice)), "{rule}: {now:?} of {before:?}");
        }
    }
}

/// Every rule with every evaluator that gives what it needs, through every change of its numbers: what is changed is refused when the
/// player is made, because of what the evaluator no longer gives, or it decides everywhere. Noise takes nothing away.
#[test]
fn every_rule_with_every_evaluator_through_every_adjustment() {
    let (catalogue, cache) = (Catalogue::built_in(), Memory::default());
    let spoken: Vec<Spoken> =
        [-1, 0, 1].map(|outcome| Spoken { outcome, progress: 0, number: 0.5 }).into_iter().collect();
    let adjustments = [
        Adjustment::Noise { key: 5, size: 1e-6 },
        Adjustment::Tempo { first: 0.01, second: -0.01 },
        Adjustment::Quiescence { plies: 2 },
        Adjustment::Redrawn(Arc::new(Redraw::new(3, &spoken))),
    ];
    let (mut decided, mut refused, mut rules) = (0, 0, BTreeSet::new());
    for game in
        ["tic-tac-toe", "kalah(pits=2,seeds=2)", "tic-tac-trio", "pig(target=5)", "leaf-tree(height=1)"]
    {
        let game = catalogue.game(game).unwrap();
        let subject = Subject { game: &game, seed: 1, cache: Some(&cache) };
        let source = RandomPositions::new(game.clone(), Stream::new(2, "adjusted"));
        let position = source.trial(0).unwrap().position;
        let names = catalogue.evaluators().iter().map(|entry| entry.name());
        let names: Vec<String> = names
            .flat_map(|name| match name {
                "playouts" => ["playouts(n=2)".into(), "playouts(n=2,calibrate=isotonic,solved=100)".into()],
                name => [name.into(), format!("{name}(calibrate=isotonic,solved=100)")],
            })
            .filter(|name: &String| catalogue.evaluator(name, &Subject { cache: None, ..subject }).is_ok())
            .collect();
        for (rule, name) in
            catalogue.rules().iter().flat_map(|rule| names.iter().map(move |name| (rule, name)))
        {
            let learns = rule.parameters().iter().any(|parameter| parameter.name == "solved");
            let rule = if learns { format!("{}(solved=64)", rule.name()) } else { rule.name().to_string() };
            let Ok(player) = catalogue.player_with(&subject, &rule, name, "full-width") else { continue };
            player
                .decide(&position, &[Effort::Depth(2)])
                .unwrap_or_else(|error| panic!("{rule}, {name}: {error}"));
            rules.insert(rule.clone());
            let evaluated = catalogue.evaluator(name, &subject).unwrap();
            let mind = catalogue.mind(&subject, &rule, &evaluated, "full-width").unwrap();
            for adjustment in &adjustments {
                let adjusted = game.adjusted(&evaluated.evaluator, adjustment.clone()).unwrap();
                let what = format!("{rule}, {name}, {adjustment:?} on {}", game.name());
                match game.player(mind.clone(), &adjusted) {
                    Ok(player) => {
                        let seen = player.decide(&position, &[Effort::Depth(2)]);
                        assert!(
                            !seen.unwrap_or_else(|error| panic!("{what}: {error}")).ties.is_empty(),
                            "{what}"
                        );
                        decided += 1;
                    }
                    Err(Error::Need { .. }) if !matches!(adjustment, Adjustment::Noise { .. }) => {
                        refused += 1
                    }
                    Err(error) => panic!("{what}: {error}"),
                }
            }
        }
    }
    assert!(rules.len() > 8, "{rules:?}");
    assert!(decided > 300 && refused > 10, "{decided} decided, {refused} refused");
}
