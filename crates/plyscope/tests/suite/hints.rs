//! What games tell a solver: the laws of every hint, and the solver that uses them against the plain one.

use crate::real_games::{connect_four, kalah};
use plyscope::game::{ConnectFour, Game, Hints, Player, SafeMoves, moves_of};
use plyscope::laws::check_hints;
use plyscope::search::{Budget, ScoreTable, SolveGoal, Solver};
use plyscope::truth::TrueValue;
use proptest::prelude::*;

/// A position after random moves, chosen by the numbers; not yet over.
fn played<G: Game>(game: &G, choices: &[u8]) -> G::Position {
    choices.iter().fold(game.start(), |position, choice| {
        let moves = moves_of(game, &position);
        let after =
            moves.get(usize::from(*choice) % moves.len().max(1)).map(|choice| game.play(&position, choice));
        after.filter(|after| !game.is_over(after)).unwrap_or(position)
    })
}

fn value<G: Hints>(solver: &mut Solver<'_, '_, G>, position: &G::Position, asked: SolveGoal) -> f64 {
    solver.value_of(position, asked).unwrap().exact().expect("no budget was spent")
}

/// Laws, and all questions against the plain solver, with and without a table.
fn check<G: Hints>(game: &G, position: &G::Position) {
    let score = check_hints(game, position);
    let budget = Budget::unlimited();
    let plain = value(&mut Solver::plain(game, 1, &budget).unwrap(), position, SolveGoal::Value);
    assert_eq!(game.worth(score), plain);
    for table in [0, 1] {
        let mut solver = Solver::new(game, table, &budget).unwrap();
        let winner = solver.value_of(position, SolveGoal::Winner).unwrap().side().unwrap();
        assert_eq!((winner > 0.0, winner < 0.0), (plain > 0.0, plain < 0.0));
        assert_eq!(value(&mut solver, position, SolveGoal::Value), plain);
        assert_eq!(value(&mut solver, position, SolveGoal::Score), f64::from(score));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// Boards of even and of odd numbers of rows, runs of three, four and five.
    #[test]
    fn connect_four_keeps_the_laws_of_hints(
        (width, height, run) in prop::sample::select(vec![
            (4u32, 4u32, 4u32), (4, 4, 3), (5, 4, 4), (4, 5, 4), (3, 6, 3), (5, 3, 3), (6, 4, 4), (3, 6, 4), (7, 2, 4), (4, 6, 5),
        ]),
        choices in prop::collection::vec(any::<u8>(), 24),
    ) {
        let game = ConnectFour::new(width, height, run).unwrap();
        let plies = (width * height).saturating_sub(12) as usize;
        check(&game, &played(&game, &choices[..plies.min(24)]));
    }

    /// The usual board, near its end.
    #[test]
    fn the_usual_board_keeps_the_laws_of_hints(choices in prop::collection::vec(any::<u8>(), 80)) {
        let game = ConnectFour::new(7, 6, 4).unwrap();
        let position = played(&game, &choices);
        prop_assume!(game.progress(&position) >= 28);
        check(&game, &position);
    }

    #[test]
    fn kalah_keeps_the_laws_of_hints(
        name in prop::sample::select(vec![
            "kalah(pits=2,seeds=2)", "kalah(pits=3,seeds=2)", "kalah(pits=2,seeds=3,empty-capture=no)",
            "kalah(pits=3,seeds=2,extra-turn=no)", "kalah(pits=1,seeds=5,skip-origin=yes)",
        ]),
        choices in prop::collection::vec(any::<u8>(), 0..6),
    ) {
        let game = kalah(name);
        check(&game, &played(&game, &choices));
    }
}

/// Counted by hand.
#[test]
fn hints_of_connect_four() {
    let game = connect_four("connect-four");
    let at = |text: &str| game.parse_position(text).unwrap();
    // X has three in the first row: with column 4 it wins with its fourth stone, and has 17 of 21 left.
    assert_eq!(game.win_at_once(&at("112233")), Some(18));
    assert_eq!(game.win_at_once(&at("11223")), None);
    let sound = |text: &str| {
        let mut moves = Vec::new();
        (game.sound(&at(text), &mut moves), moves)
    };
    assert_eq!(sound("11223"), (SafeMoves::Listed, vec![3]), "column 4 is forced");
    assert_eq!(sound("22334"), (SafeMoves::Lost(-18), vec![]), "columns 1 and 5 cannot both be met");
    assert_eq!(sound("4"), (SafeMoves::Listed, (0..7).collect()));
}

/// From the test sets that Pons published with his solver: columns played, and the mover's score.
#[test]
fn scores_count_how_soon() {
    let game = connect_four("connect-four");
    let mut solver = Solver::new(&game, 16, &Budget::unlimited()).unwrap();
    for (columns, score) in [
        ("2252576253462244111563365343671351441", -1),
        ("7422341735647741166133573473242566", 1),
        ("23163416124767223154467471272416755633", 0),
        ("71255763773133525731261364622167124446454", 0),
        ("65214673556155731566316327373221417", -1),
        ("5554224333234511764415115", 4),
        ("52753311433677442422121", 8),
        ("1233722555341451114725221333", -1),
        ("271713432331713132", -11),
        ("32164625", 11),
        ("6146", 18),
        ("243335424257", 12),
        ("274552224131661", 0),
    ] {
        let position = game.parse_position(columns).unwrap();
        let seen = if columns.len() % 2 == 0 { score } else { -score };
        assert_eq!(value(&mut solver, &position, SolveGoal::Score), f64::from(seen), "{columns}");
        assert_eq!(value(&mut solver, &position, SolveGoal::Value), game.worth(seen), "{columns}");
    }
}

/// A line keeps the score to its end, and is the same with a table that others have filled.
#[test]
fn lines_do_not_depend_on_what_the_table_knows() {
    let game = connect_four("connect-four(width=6,height=4)");
    let table = ScoreTable::new(&game, 4).unwrap().unwrap();
    let budget = Budget::unlimited();
    let alone = Solver::new(&game, 1, &budget).unwrap().solve(&game.start(), SolveGoal::Score).unwrap();
    let shared = std::thread::scope(|scope| {
        let solve = || {
            let mut solver = Solver::sharing(&game, &table, &budget)?;
            // Something else first.
            solver.value_of(&game.play(&game.start(), &0), SolveGoal::Score)?;
            solver.solve(&game.start(), SolveGoal::Score)
        };
        [scope.spawn(solve), scope.spawn(solve)].map(|thread| thread.join().unwrap().unwrap())
    });
    for found in &shared {
        assert_eq!((found.low, found.high, &found.line), (alone.low, alone.high, &alone.line));
    }
    let end = alone.line.iter().fold(game.start(), |position, choice| game.play(&position, choice));
    assert!(game.is_over(&end));
    assert_eq!(Some(f64::from(game.score(&end))), alone.value());
}

/// Bounds that a spent budget leaves are true, in both players' views.
#[test]
fn a_spent_budget_leaves_true_scores() {
    let game = connect_four("connect-four(width=6,height=4)");
    for start in ["start", "3"] {
        let position = game.parse_position(start).unwrap();
        let ask = |nodes| {
            let mut solver = Solver::new(&game, 1, &Budget::unlimited().with_nodes(nodes)).unwrap();
            solver.value_of(&position, SolveGoal::Score).unwrap()
        };
        let truth = ask(u64::MAX).exact().unwrap();
        for nodes in [1, 10, 100, 1000, 10_000] {
            match ask(nodes) {
                TrueValue::Exact(score) => assert_eq!(score, truth),
                TrueValue::Between(low, high) => assert!(low <= truth && truth <= high),
                TrueValue::Unknown => {}
            }
        }
        assert_eq!(game.mover(&position) == Player::FIRST, start == "start");
    }
}
