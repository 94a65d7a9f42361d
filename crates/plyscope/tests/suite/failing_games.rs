//! A game that fails, as one in another program can: the failure is what comes back, and afterwards all is as before.

use crate::support::{FakeProgram, any_game, evaluated, search};
use plyscope::Result;
use plyscope::calibration::{Calibrate, Kind, Purpose, TrainingSet, Truths};
use plyscope::evaluator::{Adjustment, AnyEvaluator, DynEvaluator, Estimate, Profile};
use plyscope::game::{AnyPosition, Game, Hints, RemoteGame, expand_one, moves_of};
use plyscope::key::Stream;
use plyscope::name::Name;
use plyscope::player::{AnyGame, RuleSearch};
use plyscope::rule::{AnyRule, Minimax};
use plyscope::search::{Budget, Effort, SolveGoal};
use plyscope::source::{RandomPositions, Source};
use std::fmt::Debug;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// A small game behind a line that can break, and how much it does before it does.
fn breakable() -> (AnyGame, Arc<AtomicU64>) {
    let left = Arc::new(AtomicU64::new(u64::MAX));
    (AnyGame::erased(FakeProgram::failing_after(any_game("kalah(pits=2,seeds=2)"), &left)), left)
}

/// Does something from the start again and again with a line that breaks later each time, until it does not break:
/// every time it must say that it broke, and do what it should when the line is mended, from the same position.
fn at_every_moment<T: PartialEq + Debug>(
    (game, left): &(AnyGame, Arc<AtomicU64>),
    work: impl Fn(&AnyPosition) -> Result<T>,
) {
    let start = || game.start(Stream::new(1, "failing").trial(0)).unwrap();
    let whole = work(&start()).unwrap();
    for questions in 0.. {
        let start = start();
        left.store(questions, Ordering::SeqCst);
        let found = work(&start);
        left.store(u64::MAX, Ordering::SeqCst);
        if let Ok(found) = found {
            assert_eq!(found, whole, "after {questions} answers");
            assert!(questions > 0, "it asked nothing");
            return;
        }
        assert_eq!(found, Err(FakeProgram::failure()), "after {questions} answers");
        // Not every time, to save time.
        if questions < 20 || questions.is_multiple_of(97) {
            assert_eq!(work(&start).as_ref(), Ok(&whole), "mended after {questions} answers");
        }
    }
}

#[test]
fn a_player_says_that_the_game_failed() {
    let line = breakable();
    let game = &line.0;
    let random = evaluated("random(error=minority)", game, 1).unwrap().evaluator;
    let playouts = evaluated("playouts(n=3)", game, 1).unwrap().evaluator;
    for name in [
        "full-width",
        "full-width(deepening=yes)",
        "alpha-beta(order=best-first,table=1,killers=yes)",
        "pruned",
        "forward-pruning",
    ] {
        for (evaluator, depth) in [(&random, 3), (&playouts, 2)] {
            let mind = RuleSearch::new("minimax", AnyRule::ordered(Minimax), search(name)).unwrap();
            let player = game.player(mind, evaluator).unwrap();
            at_every_moment(&line, |start| player.decide(start, &[Effort::Depth(depth)]));
        }
    }
    let solving = RuleSearch::new("minimax", AnyRule::ordered(Minimax), search("solve")).unwrap();
    let player = game.player(solving, &random).unwrap();
    at_every_moment(&line, |start| player.decide(start, &[]));
}

#[test]
fn counting_solving_and_watching_say_that_the_game_failed() {
    let line = breakable();
    let game = &line.0;
    at_every_moment(&line, |start| game.perft(start, 4, &Budget::unlimited()));
    at_every_moment(&line, |start| game.solve(start, 1, &Budget::unlimited()));
    at_every_moment(&line, |start| {
        let children = expand_one(&**game, start)?.after;
        game.values(&children, SolveGoal::Value, 1, &Budget::unlimited())
    });
    let mind = RuleSearch::new("minimax", AnyRule::ordered(Minimax), search("full-width")).unwrap();
    let random = evaluated("random(error=minority)", game, 1).unwrap().evaluator;
    for evaluator in [None, Some(&random)] {
        at_every_moment(&line, |start| {
            let traced = game.watch(start, &mind, evaluator, &Budget::unlimited())?;
            Ok((traced.report, traced.trace))
        });
    }
}

#[test]
fn sources_and_evaluators_say_that_the_game_failed() {
    let line = breakable();
    let game = &line.0;
    let moments = RandomPositions::new(game.clone(), Stream::new(1, "failing"));
    at_every_moment(&line, |_| {
        let found = moments.trial(5)?;
        Ok((game.position_text(&found.position), found.ply))
    });
    let playouts = evaluated("playouts(n=3)", game, 1).unwrap().evaluator;
    at_every_moment(&line, |start| playouts.estimate(start));
    at_every_moment(&line, |start| game.move_names(start));
}

/// The same game without the line in between: the form without types changes nothing.
#[test]
fn a_line_that_holds_changes_nothing() {
    let (game, _) = breakable();
    let typed = any_game("kalah(pits=2,seeds=2)");
    let trial = Stream::new(1, "failing").trial(0);
    let [there, here] = [&game, &typed].map(|game| {
        let start = game.start(trial).unwrap();
        let solved = game.solve(&start, 1, &Budget::unlimited()).unwrap();
        (
            game.name(),
            game.position_text(&start),
            game.perft(&start, 5, &Budget::unlimited()),
            solved.low,
            solved.high,
        )
    });
    assert_eq!(there, here);
}

/// Who searches in one thread is not told what went wrong in another, and whoever it went wrong for is.
#[test]
fn each_thread_has_its_own_trouble() {
    let left = Arc::new(AtomicU64::new(u64::MAX));
    let bridge = RemoteGame::new(Arc::new(FakeProgram::failing_after(any_game("tic-tac-toe"), &left)));
    let (start, again) = (bridge.start(), bridge.start());
    left.store(0, Ordering::SeqCst);
    assert!(moves_of(&bridge, &start).is_empty(), "what fails is the end of the game");
    left.store(u64::MAX, Ordering::SeqCst);
    std::thread::scope(|scope| {
        let other = scope.spawn(|| (moves_of(&bridge, &again).len(), bridge.take_error()));
        assert_eq!(other.join().unwrap(), (9, Ok(())), "nothing went wrong there");
    });
    // Here everything is over until somebody has asked.
    assert!(moves_of(&bridge, &again).len() == 9, "what was seen once is known");
    assert!(moves_of(&bridge, &bridge.play(&again, &0)).is_empty());
    assert_eq!(bridge.take_error(), Err(FakeProgram::failure()));
    assert_eq!((moves_of(&bridge, &start).len(), bridge.take_error()), (9, Ok(())), "told once");
}

/// An evaluator in another program that counts how often it is asked.
struct Counting(Arc<AtomicU64>);

impl DynEvaluator for Counting {
    fn profile(&self) -> Profile {
        Profile::scores(Name::new("asked"))
    }
    fn estimates(&self, positions: &[AnyPosition]) -> plyscope::Result<Vec<Estimate>> {
        self.0.fetch_add(1, Ordering::SeqCst);
        Ok(vec![Estimate::score_of(0.25); positions.len()])
    }
    fn as_any(&self) -> &dyn std::any::Any {
        self
    }
}

/// Many positions are one question, whatever lies between the caller and the other program.
#[test]
fn a_batch_of_positions_is_one_question() {
    let game = AnyGame::erased(FakeProgram::new(any_game("kalah(pits=2,seeds=2)")));
    let questions = Arc::new(AtomicU64::new(0));
    let evaluator = AnyEvaluator::bridged(Counting(questions.clone()));
    let source = RandomPositions::new(game.clone(), Stream::new(1, "batch"));
    let positions: Vec<AnyPosition> = (0..20).map(|trial| source.trial(trial).unwrap().position).collect();
    let asked = || questions.swap(0, Ordering::SeqCst);
    let noise = Adjustment::Noise { key: 1, size: 0.1 };
    for evaluator in [evaluator.clone(), game.adjusted(&evaluator, noise).unwrap()] {
        asked();
        assert_eq!(evaluator.estimates(&positions).unwrap().len(), 20);
        assert_eq!(asked(), 1, "{evaluator:?}");
    }
    // What is learned is learned in two portions, the first of which tells whether enough can be solved.
    let lesson = TrainingSet { game: game.clone(), evaluator: evaluator.clone(), calibrate: None, seed: 1 };
    assert_eq!(lesson.samples(100, Purpose::Fit, Truths::Solved).unwrap().seen(), 100);
    assert_eq!(asked(), 2);
    let calibrate = Calibrate { kind: Kind::Isotonic, solved: 100, truths: Truths::Solved, phases: 1 };
    let calibrated = game.revised(&evaluator, Arc::new(calibrate.learn(&lesson).unwrap())).unwrap();
    asked();
    assert_eq!(calibrated.estimates(&positions).unwrap().len(), 20);
    assert_eq!(asked(), 1);
    assert_eq!(calibrated.thresholds(&positions).unwrap().unwrap().len(), 20);
    assert_eq!(asked(), 1);
}
