//! Evaluations as an effort: every distinct position is paid for once, the rules are free, and a search that can afford all
//! of a depth decides as a search to that depth.

use plyscope::catalogue::Catalogue;
use plyscope::evaluator::{Budgeted, ByFunction, Evaluator};
use plyscope::game::{AnyPosition, ConnectFour, Game, moves_of};
use plyscope::key::Stream;
use plyscope::player::AnyGame;
use plyscope::search::Effort;
use std::collections::HashSet;
use std::sync::Mutex;

const SEARCHES: [(&str, &str); 5] = [
    ("minimax", "alpha-beta(deepening=yes)"),
    ("minimax", "alpha-beta(deepening=yes,history=yes,killers=yes,table=1)"),
    ("product", "full-width(deepening=yes)"),
    ("product", "pruned(deepening=yes)"),
    ("", "mcts(c=0.3,solver=yes)"),
];

fn positions(game: &AnyGame, count: u64, plies: u32) -> Vec<AnyPosition> {
    let stream = Stream::new(5, "evaluations");
    let openings = plyscope::source::Openings { game: game.clone(), stream, plies };
    use plyscope::source::Source;
    (0..count).filter_map(|trial| openings.trial(trial).ok()).map(|trial| trial.position).collect()
}

/// Nobody spends more than it may, and with more it spends more, until everything is known.
#[test]
fn nobody_spends_more_than_it_may() {
    let catalogue = Catalogue::built_in();
    let game = catalogue.game("kalah(pits=3,seeds=2)").unwrap();
    for (rule, search) in SEARCHES {
        let player = catalogue.player(&game, rule, "kalah-features", search).unwrap();
        for position in positions(&game, 6, 3) {
            for amount in [1, 7, 40] {
                let seen = player.decide(&position, &[Effort::Evaluations(amount)]).unwrap();
                assert!(seen.counts.evaluated <= amount, "{search}: {} of {amount}", seen.counts.evaluated);
                assert!(seen.choice < game.move_count(&position).unwrap());
            }
        }
    }
}

/// Full width to depth 1 costs as many evaluations as there are positions after a move that the rules do not settle: with
/// just as many its choice is that of a search to depth 1.
#[test]
fn enough_for_a_depth_is_that_depth() {
    let catalogue = Catalogue::built_in();
    let game = catalogue.game("connect-four(width=5,height=4)").unwrap();
    let player = catalogue.player(&game, "product", "kalah-features", "full-width");
    assert!(player.is_err(), "another game's evaluator");
    let plain = catalogue.player(&game, "minimax", "lines", "full-width").unwrap();
    let counted = catalogue.player(&game, "minimax", "lines", "full-width(deepening=yes)").unwrap();
    let mut compared = 0;
    for position in positions(&game, 30, 3) {
        // Three stones: nobody wins with the next, nor with the one after it, and all five moves are different.
        let after = plyscope::game::expand_one(&*game, &position).unwrap().after;
        let keys: HashSet<u64> = after.iter().map(|after| game.noise_key(after)).collect();
        let seen = counted.decide(&position, &[Effort::Evaluations(keys.len() as u64)]).unwrap();
        let deep = plain.decide(&position, &[Effort::Depth(1)]).unwrap();
        assert_eq!((seen.choice, seen.counts.evaluated), (deep.choice, keys.len() as u64));
        compared += 1;
    }
    assert!(compared > 10);
}

/// What is asked behind the counting, position by position: each once, none that the rules settle, and as many as are counted.
#[test]
fn every_position_is_asked_once() {
    let game = ConnectFour::new(4, 4, 3).unwrap();
    let asked = Mutex::new(Vec::new());
    let noted = ByFunction::new("noted", |game: &ConnectFour, position: &<ConnectFour as Game>::Position| {
        asked.lock().unwrap().push(game.table_key(position));
        0.0
    });
    let counted = Budgeted::new(&noted, 50, true);
    // Everything three plies from the start, in all orders.
    let mut layer = vec![game.start()];
    for _ in 0..3 {
        layer = layer
            .iter()
            .flat_map(|from| moves_of(&game, from).into_iter().map(move |choice| (from, choice)))
            .map(|(from, choice)| game.play(from, &choice))
            .collect();
        layer.iter().for_each(|position| {
            counted.estimate(&game, position);
        });
    }
    let account = counted.account().unwrap();
    let asked = asked.lock().unwrap();
    let distinct: HashSet<&u64> = asked.iter().collect();
    assert_eq!((asked.len(), distinct.len()), (50, 50));
    assert!(account.is_spent() && account.asked() == 50);
}

/// Searches without deepening have no use for a number of evaluations, and none takes 0.
#[test]
fn efforts_that_make_no_sense_are_refused() {
    let catalogue = Catalogue::built_in();
    let game = catalogue.game("tic-tac-toe").unwrap();
    for (search, amount) in [("full-width", 10), ("alpha-beta", 10), ("alpha-beta(deepening=yes)", 0)] {
        let player = catalogue.player(&game, "minimax", "lines", search).unwrap();
        let why = player.check_effort(Effort::Evaluations(amount)).unwrap_err().to_string();
        assert!(why.contains("evaluations"), "{why}");
    }
    let both = catalogue.named_player("player(depth=2,evaluations=9)", &game).unwrap_err().to_string();
    assert!(both.contains("one of them"), "{both}");
    assert!(catalogue.named_player("mcts(iterations=2,evaluations=9)", &game).is_err());
}

/// Rules that go over a bridge count as the others do: enough for a depth is that depth.
#[test]
fn what_goes_over_a_bridge_counts_too() {
    let catalogue = Catalogue::built_in();
    let game = catalogue.game("tic-tac-trio").unwrap();
    let counted = catalogue.player(&game, "max-n", "playouts(n=3)", "full-width(deepening=yes)").unwrap();
    let plain = catalogue.player(&game, "max-n", "playouts(n=3)", "full-width").unwrap();
    for position in positions(&game, 8, 2) {
        let moves = game.move_count(&position).unwrap() as u64;
        let seen = counted.decide(&position, &[Effort::Evaluations(moves)]).unwrap();
        let deep = plain.decide(&position, &[Effort::Depth(1)]).unwrap();
        assert_eq!((seen.ties, seen.counts.evaluated), (deep.ties, moves));
        let more = counted.decide(&position, &[Effort::Evaluations(moves + 3)]).unwrap();
        assert!(more.counts.evaluated <= moves + 3);
    }
}
