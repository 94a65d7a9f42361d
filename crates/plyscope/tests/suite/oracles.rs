//! Oracles and sources by name: against plain recursion, and against each other where they must agree.

use plyscope::catalogue::{Catalogue, OracleContext, SourceContext};
use plyscope::game::{AnyPosition, Player, Turn, expand_one};
use plyscope::key::{Stream, TrialKey};
use plyscope::laws;
use plyscope::oracle::{
    ByGame, Certainty, Judgement, Nobody, Oracle, Playing, Reference, Solving, TruthTable,
};
use plyscope::player::AnyGame;
use plyscope::search::{Effort, SolveGoal};
use plyscope::source::{Source, Wanted};
use plyscope::truth::TrueValue;
use std::sync::Arc;

/// The value of a position by plain recursion over the erased form.
fn plain(game: &AnyGame, position: &AnyPosition) -> f64 {
    let expansion = expand_one(&**game, position).unwrap();
    let values = expansion.after.iter().map(|child| plain(game, child));
    match expansion.turn {
        Turn::Over => expansion.payoffs[0],
        Turn::Player(Player::FIRST) => values.fold(f64::NEG_INFINITY, f64::max),
        _ => values.fold(f64::INFINITY, f64::min),
    }
}

fn context<'a>(catalogue: &'a Catalogue, game: &'a AnyGame) -> OracleContext<'a> {
    OracleContext { game, source: None, evaluator: Some("random"), seed: 1, cache: None, catalogue }
}

fn source(game: &AnyGame, name: &str, text: &str) -> plyscope::Result<Arc<dyn Source>> {
    let catalogue = Catalogue::built_in();
    let read = |_: &str| Ok(text.to_string());
    let stream = Stream::new(3, &game.name().to_string());
    let context = SourceContext {
        game,
        stream,
        wanted: Wanted::NonTrivial,
        seed: 1,
        catalogue: &catalogue,
        read: &read,
    };
    catalogue.source(name, &context)
}

fn positions(game: &AnyGame, name: &str, count: u64) -> Vec<(AnyPosition, TrialKey)> {
    let source = source(game, name, "").unwrap();
    let trial = |number| {
        let trial = source.trial(number).unwrap();
        (trial.position, trial.key)
    };
    (0..count).map(trial).collect()
}

#[test]
fn solvers_know_what_plain_recursion_finds() {
    let catalogue = Catalogue::built_in();
    for (name, from) in [("kalah(pits=3,seeds=1)", "random"), ("tic-tac-toe", "random(plies=3..6)")] {
        let game = catalogue.game(name).unwrap();
        let positions = positions(&game, from, 12);
        let exact = Solving { asked: SolveGoal::Value, ..Solving::new(game.clone()) };
        let by_name = catalogue.oracle("solve(nodes=500000,table=1)", &context(&catalogue, &game)).unwrap();
        for oracle in [&exact as &dyn Oracle, &*by_name] {
            assert_eq!(oracle.certainty(), Certainty::Exact);
            for ((position, _), judged) in positions.iter().zip(oracle.judge(&positions).unwrap()) {
                let moves = expand_one(&*game, position).unwrap().after;
                let values: Vec<f64> = moves.iter().map(|child| plain(&game, child)).collect();
                let signs: Vec<f64> =
                    judged.moves.iter().map(|value| value.side().unwrap().signum()).collect();
                let expected: Vec<f64> = values.iter().map(|value| (value + 0.0).signum()).collect();
                let drawn = values.iter().all(|value| *value != 0.0);
                assert!(!drawn || signs == expected, "{name}: {values:?} {judged:?}");
            }
        }
        let margins: Vec<Judgement> = exact.judge(&positions).unwrap();
        for ((position, _), judged) in positions.iter().zip(margins) {
            let moves = expand_one(&*game, position).unwrap().after;
            let values: Vec<f64> = moves.iter().map(|child| plain(&game, child)).collect();
            let seen: Vec<f64> = judged.moves.iter().filter_map(|value| value.exact()).collect();
            assert_eq!(seen, values, "{name}: margins");
        }
    }
}

/// Whoever sees the end, plays out without mistakes, or was told, judges as a solver does.
#[test]
fn oracles_agree_where_they_must() {
    let catalogue = Catalogue::built_in();
    let game = catalogue.game("kalah(pits=3,seeds=1)").unwrap();
    let player = catalogue.player(&game, "minimax", "store-difference", "solve").unwrap();
    let positions = positions(&game, "random", 15);
    let outcomes = |oracle: &dyn Oracle| -> Vec<_> {
        oracle.judge(&positions).unwrap().iter().map(|judged| judged.outcomes().unwrap()).collect()
    };
    let solved = outcomes(&Solving::new(game.clone()));
    let effort = Effort::Depth(1);
    let reference = Reference { game: game.clone(), player: player.clone(), effort };
    let playing = Playing { game: game.clone(), player, effort, games: 2 };
    let mut table = TruthTable::new(game.clone());
    for (position, _) in &positions {
        for child in expand_one(&*game, position).unwrap().after {
            let value = TrueValue::Exact(plain(&game, &child));
            table.insert(&game.position_text(&child), value).unwrap();
        }
    }
    assert_eq!(outcomes(&reference), solved, "a search to the end");
    assert_eq!(outcomes(&playing), solved, "games without mistakes");
    assert_eq!(outcomes(&table), solved, "a table");
    let certainties = [reference.certainty(), playing.certainty(), table.certainty(), Nobody.certainty()];
    assert_eq!(certainties, [Certainty::Proxy, Certainty::Proxy, Certainty::Exact, Certainty::None]);
    let trees = catalogue.game("board-splitting(depth=4)").unwrap();
    let drawn: Vec<_> = self::positions(&trees, "drawn", 10);
    let known = ByGame::new(trees.clone()).unwrap().judge(&drawn).unwrap();
    assert_eq!(known, Solving::new(trees).judge(&drawn).unwrap(), "what it knows is what is there to solve");
    assert!(known.iter().all(|judged| judged.outcomes().unwrap().len() == 2));
}

#[test]
fn laws_of_sources_by_name() {
    let catalogue = Catalogue::built_in();
    let kalah = catalogue.game("kalah(pits=4,seeds=2)").unwrap();
    for name in
        ["random", "random(plies=2..5)", "self-play", "self-play(depth=1,evaluator=kalah-features,opening=2)"]
    {
        let source = source(&kalah, name, "").unwrap();
        laws::check_source(&*source, 20);
    }
    for trial in 0..30 {
        let ply = source(&kalah, "random(plies=2..5)", "").unwrap().trial(trial).unwrap().ply;
        assert!(ply.is_some_and(|ply| (2..=5).contains(&ply)), "{ply:?}");
    }
    let two = "# a comment\n2,2,2,2|0|2,2,2,2|0 1\n\n0,3,3,2|0|2,2,2,2|0 2\n";
    let file = source(&kalah, "file(path=\"any where.txt\")", two).unwrap();
    assert_eq!(file.trials(), Some(2));
    laws::check_source(&*file, 2);
    assert!(file.trial(2).is_err(), "there is no third");
    laws::check_source(
        &*source(&catalogue.game("board-splitting(depth=4)").unwrap(), "drawn", "").unwrap(),
        20,
    );
    let why = |name: &str, text: &str| source(&kalah, name, text).err().expect("refused").to_string();
    assert!(
        why("file", "2,2,2,2|0|2,2,2,2|0 1\nnonsense\n")
            .contains("line 2: `nonsense` is not a position of kalah(")
    );
    assert!(
        why("file", "0,0,0,0|8|0,0,0,0|8 1\n")
            .contains("line 1: at `0,0,0,0|8|0,0,0,0|8 1` the game is over: there is nothing to decide")
    );
    assert!(why("drawn", "").contains("is played from a start"));
    assert!(why("random(plies=5..2)", "").contains("from..to"));
    assert!(why("rndom", "").contains("did you mean `random`?"));
    assert!(catalogue.oracle("construction", &context(&catalogue, &kalah)).is_err());
}

/// Proxies by name search and play with the evaluator of whoever is judged, or with the one that is named.
#[test]
fn proxies_by_name() {
    let catalogue = Catalogue::built_in();
    let game = catalogue.game("tic-tac-toe").unwrap();
    let near = context(&catalogue, &game);
    let search = catalogue.oracle("search(depth=4)", &near).unwrap();
    assert_eq!((search.name().as_str(), search.certainty()), ("search(depth=4)", Certainty::Proxy));
    let other = search.counterpart().expect("a depth of the other parity");
    assert_eq!(other.name(), "search(depth=3)");
    // To the end of the game a search is exact, at either depth: four cells are empty.
    let position = game.parse_position("XOX/.O./..X O").unwrap();
    let trial = Stream::new(1, "test").trial(0);
    for oracle in [search, other, catalogue.oracle("search(depth=9,evaluator=lines)", &near).unwrap()] {
        let judged = oracle.judge(&[(position.clone(), trial)]).unwrap().remove(0);
        let truth = expand_one(&*game, &position).unwrap().after;
        let truth: Vec<f64> = truth.iter().map(|child| plain(&game, child)).collect();
        // Chances are between -1/2 and 1/2 there, scores between -1 and 1.
        let found: Vec<f64> = judged.moves.iter().map(|value| value.exact().unwrap().signum()).collect();
        assert_eq!(found, truth, "{}", oracle.name());
    }
    let several = OracleContext { evaluator: None, ..near };
    let why = catalogue.oracle("search(depth=4)", &several).err().expect("whose?").to_string();
    assert!(why.contains("say which"), "{why}");
    assert!(catalogue.oracle("play(games=2,evaluator=random)", &several).is_ok());
}
