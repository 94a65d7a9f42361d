//! Solved games: published values, and agreement with full width.

use crate::real_games::{connect_four, kalah};
use crate::support::random_position;
use plyscope::game::{Game, GamePosition, Hints, Player, TicTacToe};
use plyscope::key::Stream;
use plyscope::player::AnyGame;
use plyscope::search::{Budget, Solution, SolveGoal, Solver, solve};
use plyscope::source::RandomPositions;
use plyscope::truth::{BySolving, TrueValue, Truth};

fn solved<G: Hints>(game: &G) -> Solution<G::Move> {
    let solution = solve(game, &game.start(), 64, &Budget::unlimited()).unwrap();
    // The line is legal, ends the game, and is worth the value.
    let end = solution.line.iter().fold(game.start(), |position, choice| {
        let mut moves = Vec::new();
        game.moves(&position, &mut moves);
        assert!(moves.contains(choice), "{choice:?} is no move");
        game.play(&position, choice)
    });
    assert!(game.is_over(&end));
    assert_eq!(Some(game.payoff(&end, Player::FIRST)), solution.value());
    solution
}

fn margin<G: Hints>(game: &G) -> f64 {
    solved(game).value().expect("solved")
}

#[test]
fn tic_tac_toe_is_a_draw() {
    assert_eq!(margin(&TicTacToe::default()), 0.0);
}

/// Tromp's table of small boards.
#[test]
fn connect_four_on_small_boards() {
    assert_eq!(margin(&connect_four("connect-four(width=4,height=4)")), 0.0);
    assert_eq!(margin(&connect_four("connect-four(width=6,height=4)")), -1.0);
    assert_eq!(margin(&connect_four("connect-four(width=5,height=5)")), 0.0);
}

/// Irving, Donkers & Uiterwijk 2000, table of small Kalahs with empty capture: the first player's margin.
#[test]
fn kalah_margins() {
    for (pits, margins) in [(1, [0, -2, 6, -2, 2, 0]), (2, [2, -2, -2, -12, 6, 8]), (3, [0, 4, 2, 2, 6, -10])]
    {
        for (seeds, expected) in (1..).zip(margins) {
            let game = kalah(&format!("kalah(pits={pits},seeds={seeds})"));
            assert_eq!(margin(&game), f64::from(expected), "({pits},{seeds})");
        }
    }
    for (pits, seeds, expected) in
        [(4, 1, 2.0), (4, 2, 6.0), (4, 3, 8.0), (5, 1, 0.0), (5, 2, 0.0), (6, 1, 2.0)]
    {
        assert_eq!(
            margin(&kalah(&format!("kalah(pits={pits},seeds={seeds})"))),
            expected,
            "({pits},{seeds})"
        );
    }
    for (pits, seeds, expected) in [(5, 3, 8.0), (6, 2, 10.0)] {
        let game = kalah(&format!("kalah(pits={pits},seeds={seeds})"));
        let value =
            Solver::new(&game, 64, &Budget::unlimited()).unwrap().value_of(&game.start(), SolveGoal::Value);
        assert_eq!(value.unwrap().exact(), Some(expected), "({pits},{seeds})");
    }
    assert_eq!(margin(&kalah("kalah(pits=4,seeds=3,empty-capture=no)")), 6.0);
    assert_eq!(margin(&kalah("kalah(pits=5,seeds=2,empty-capture=no)")), 2.0);
}

/// Plain exhaustive search knows no table, no window and no hints.
#[test]
fn solving_equals_exhaustive_search() {
    for name in [
        "kalah(pits=2,seeds=1)",
        "kalah(pits=2,seeds=2,extra-turn=no)",
        "kalah(pits=1,seeds=4)",
        "kalah(pits=2,seeds=2,moves=5)",
    ] {
        let game = kalah(name);
        assert_eq!(solved(&game).value(), BySolving.value(&game, &game.start()).exact(), "{name}");
    }
    for name in [
        "connect-four(width=3,height=3,run=3)",
        "connect-four(width=4,height=2,run=3)",
        "connect-four(width=2,height=4,run=2)",
    ] {
        let game = connect_four(name);
        assert_eq!(solved(&game).value(), BySolving.value(&game, &game.start()).exact(), "{name}");
    }
}

/// From random positions, with a table so small that it forgets most: full width and the solver agree.
#[test]
fn solving_agrees_with_full_width_from_random_positions() {
    use plyscope::rule::Minimax;
    use plyscope::search::{FullWidth, Search, ToTheEnd};
    fn agree<G>(game: &G, plies: u32)
    where
        G: Hints<Position: Send + Sync + 'static> + Clone + Send + Sync + 'static,
    {
        let to_the_end = ToTheEnd::new(game, Minimax).unwrap();
        for trial in 0..30 {
            let position = random_position(game, plies, Stream::new(4, "solving"), trial).unwrap();
            let full =
                FullWidth::default().search(game, &position, &to_the_end, &Budget::unlimited()).unwrap();
            for table in [0, 1] {
                let solution = solve(game, &position, table, &Budget::unlimited()).unwrap();
                assert_eq!(solution.value(), full.value, "{}, trial {trial}", game.name());
            }
        }
    }
    agree(&connect_four("connect-four(width=4,height=4,run=3)"), 6);
    agree(&connect_four("connect-four(width=5,height=3)"), 5);
    agree(&kalah("kalah(pits=3,seeds=2)"), 4);
    agree(&kalah("kalah(pits=3,seeds=2,empty-capture=no,skip-origin=yes,moves=9)"), 2);
    agree(&kalah("kalah(pits=2,seeds=3,moves=6,empty-moves=yes,extra-turn=no)"), 1);
    agree(&TicTacToe::default(), 3);
}

#[test]
fn a_spent_budget_leaves_true_bounds() {
    let game = kalah("kalah(pits=4,seeds=3)"); // worth +8
    for nodes in [1, 100, 10_000, 1_000_000] {
        let solution = solve(&game, &game.start(), 1, &Budget::unlimited().with_nodes(nodes)).unwrap();
        assert!(solution.low <= 8.0 && 8.0 <= solution.high, "{solution:?}");
        assert!(solution.counts.generated <= nodes);
    }
    let three = crate::real_games::tic_tac_trio();
    assert!(
        solve(&three, &three.start(), 1, &Budget::unlimited()).unwrap_err().to_string().contains("max-n")
    );
}

/// Who wins, asked alone, is who wins by the exact value; and positions of one truth key end alike for their movers.
#[test]
fn winners_alone_and_symmetric_positions() {
    fn check<G>(game: &G, trials: u64) -> usize
    where
        G: Hints<Position: Send + Sync + 'static> + Clone + Send + Sync + 'static,
    {
        let stream = Stream::new(3, "winners");
        let source = RandomPositions::new(AnyGame::new(game.clone()), stream);
        let drawn = (0..trials).filter_map(|trial| source.moment(stream.trial(trial)).unwrap());
        let positions: Vec<G::Position> =
            drawn.map(|(position, _)| GamePosition::<G>::of(&position).position.clone()).collect();
        let ask = |asked| -> Vec<TrueValue> {
            let mut solver = Solver::new(game, 4, &Budget::unlimited()).unwrap();
            positions.iter().map(|position| solver.value_of(position, asked).unwrap()).collect()
        };
        let values: Vec<f64> =
            ask(SolveGoal::Value).into_iter().map(|value| value.exact().unwrap()).collect();
        let winners = ask(SolveGoal::Winner);
        let sign = |value: f64| if value == 0.0 { 0.0 } else { value.signum() };
        let mut ends: std::collections::HashMap<u64, (u64, f64)> = std::collections::HashMap::new();
        let mut symmetric = 0;
        for ((position, value), winner) in positions.iter().zip(values).zip(winners) {
            assert_eq!(winner.side().map(sign), Some(sign(value)));
            let seen = if game.mover(position) == Player::FIRST { sign(value) } else { -sign(value) };
            let (key, outcome) = (game.table_key(position), seen);
            let (other, known) = *ends.entry(game.truth_key(position)).or_insert((key, outcome));
            assert_eq!(known, outcome);
            symmetric += usize::from(other != key);
        }
        symmetric
    }
    assert!(check(&kalah("kalah(pits=3,seeds=2)"), 2000) > 5);
    assert!(check(&connect_four("connect-four(width=4,height=3,run=3)"), 500) > 5);
    check(&TicTacToe::default(), 200);
}
