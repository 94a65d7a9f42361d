//! Tables of games against the solver, and as truth by name.

use plyscope::catalogue::{Catalogue, OracleContext};
use plyscope::game::expand_one;
use plyscope::key::Stream;
use plyscope::player::AnyGame;
use plyscope::search::{Budget, SolveGoal};
use plyscope::source::{RandomPositions, Source};
use plyscope_tables::{GamePlaces, GameTable, Value, added_to, analyse};

fn game(name: &str) -> AnyGame {
    Catalogue::built_in().game(name).unwrap()
}

/// Every position that can be reached, by its number.
fn reachable(game: &AnyGame) -> std::collections::BTreeMap<u64, plyscope::game::AnyPosition> {
    let start = game.start(Stream::new(1, "tables").trial(0)).unwrap();
    let (mut found, mut open) = (std::collections::BTreeMap::new(), vec![start]);
    while let Some(position) = open.pop() {
        if found.insert(game.number(&position), position.clone()).is_none() {
            open.extend(expand_one(&**game, &position).unwrap().after);
        }
    }
    found
}

/// Boards that can be reached are all there, and each is worth what the solver says.
#[test]
fn positions_are_worth_what_the_solver_says() {
    for (name, count) in [
        // As everybody counts them.
        ("tic-tac-toe", Some(5478)),
        ("connect-four(width=4,height=3,run=3)", None),
        ("kalah(pits=2,seeds=2)", None),
        ("kalah(pits=3,seeds=1,empty-capture=no)", None),
    ] {
        let game = game(name);
        let places = GamePlaces::new(&game).unwrap();
        let analysed = analyse(&places, 2);
        assert_eq!(analysed.endless, 0, "{name}: games end");
        let positions = reachable(&game);
        assert!(count.is_none_or(|count| positions.len() == count), "{name}: {}", positions.len());
        let all: Vec<_> = positions.values().cloned().collect();
        let solved = game.values(&all, SolveGoal::Value, 1, &Budget::unlimited()).unwrap();
        for (position, solved) in all.iter().zip(solved) {
            let place = places.place(position);
            let value = analysed.values[place];
            let seen = if places.is_second(place) { value.opposite() } else { value };
            assert_eq!(Some(seen.worth()), solved.exact(), "{}", game.position_text(position));
        }
    }
}

/// Three in a line on four columns: the first player wins with its third stone.
#[test]
fn distances_are_told() {
    let game = game("connect-four(width=4,height=4,run=3)");
    let analysed = analyse(&GamePlaces::new(&game).unwrap(), 1);
    let at = |text: &str| analysed.values[game.number(&game.parse_position(text).unwrap()) as usize];
    assert_eq!(at("2233"), Value::win(1));
    assert_eq!(at("223"), Value::loss(2), "both ends are open");
}

#[test]
fn tables_are_truth_by_name() {
    let folder = std::env::temp_dir().join(format!("plyscope-game-tables-{}", std::process::id()));
    let catalogue = added_to(Catalogue::built_in());
    let name = format!("tables(path={:?})", folder.display().to_string());
    for named in ["kalah(pits=3,seeds=2)", "tic-tac-toe", "connect-four(width=4,height=4)"] {
        let game = catalogue.game(named).unwrap();
        let context = OracleContext {
            game: &game,
            source: None,
            evaluator: None,
            seed: 1,
            cache: None,
            catalogue: &catalogue,
        };
        let stream = Stream::new(3, "tables");
        let source = RandomPositions::new(game.clone(), stream);
        let positions: Vec<_> = (0..40)
            .filter_map(|trial| Some((source.draw(trial, 0).unwrap()?.position, stream.trial(trial))))
            .collect();
        assert!(positions.len() > 20);
        let judged = |truth: &str| catalogue.oracle(truth, &context).unwrap().judge(&positions).unwrap();
        let (told, solved) = (judged(&name), judged("solve(score=yes)"));
        assert_eq!(told, solved, "{named}");
        // It is there now, and the same for whoever comes next.
        assert!(GameTable::new(&game, &folder).unwrap().is_made());
        assert_eq!(judged(&name), told);
    }
    for (named, why) in [
        ("connect-four", "too many"),
        ("othello", "does not number"),
        ("tic-tac-trio", "one or two players"),
        ("board-splitting(depth=4)", "by construction"),
    ] {
        let refused = GameTable::new(&catalogue.game(named).unwrap(), &folder).unwrap_err().to_string();
        assert!(refused.contains(why), "{refused}");
    }
    std::fs::remove_dir_all(folder).unwrap();
}
