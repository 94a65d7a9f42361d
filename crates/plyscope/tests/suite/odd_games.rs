//! Games unlike those of the library: positions that repeat, dice, one player, and a game that is very long.

use plyscope::evaluator::{Estimate, Evaluator, PlayoutsOn, Random, Scale};
use plyscope::game::text::{MAX_DEPTH, TextTree};
use plyscope::game::{Game, Held, Player, Solvable, Turn, moves_of};
use plyscope::key::Stream;
use plyscope::name::{Arguments, Name};
use plyscope::player::{AnyGame, Mind, play};
use plyscope::rule::{AnyRule, Emm, EmmTrueTypes, MaxN, Minimax, Product, Rule, WithRule};
use plyscope::search::{
    AlphaBeta, Asked, Budget, DEEPEST, DepthIn, Effort, ForwardPruning, FullWidth, Layered, Opinions, Order,
    Pruned, Recorder, Search, Solve, Solver, ToTheEnd, WrittenOpinions, perft, solve,
};
use plyscope::source::{Openings, RandomMoments, Source};
use plyscope::truth::{BySolving, TrueValue, Truth};
use plyscope::{Error, error::Limit, laws};
use std::sync::Arc;

/// Does something on a thread of 2 MiB, which is what threads have.
fn on_a_small_stack<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(2 << 20);
        thread.spawn_scoped(scope, work).unwrap().join().unwrap()
    })
}

/// Two numbers as a position's text.
fn parse_two<A: std::str::FromStr, B: std::str::FromStr>(text: &str) -> Option<(A, B)> {
    let (one, two) = text.split_once(' ')?;
    Some((one.parse().ok()?, two.parse().ok()?))
}

fn random() -> Random {
    let name = "random(error=minority)".parse().unwrap();
    Random::build(&Arguments::resolve(Random::PARAMETERS, &name).unwrap()).unwrap()
}

fn playouts() -> PlayoutsOn {
    let name = "playouts(n=20)".parse().unwrap();
    let arguments = Arguments::resolve(plyscope::evaluator::Playouts::PARAMETERS, &name).unwrap();
    let playouts = plyscope::evaluator::Playouts::build(&arguments, None).unwrap();
    PlayoutsOn { playouts, trial: Stream::new(1, "playouts").trial(0) }
}

/// A token on a ring of six cells; who moves it to the cell opposite its start wins. The first player moves at even
/// cells and the second at odd ones, so only the first can win, and the second can always step back: with best play it
/// goes on for ever, and is given up after 40 plies.
#[derive(Clone)]
struct Ring;

impl Game for Ring {
    type Position = (u8, Player);
    type Move = u8;
    fn name(&self) -> Name {
        Name::new("ring")
    }
    fn longest(&self) -> u32 {
        40
    }
    fn start(&self) -> (u8, Player) {
        (0, Player::FIRST)
    }
    fn mover(&self, (_, mover): &(u8, Player)) -> Player {
        *mover
    }
    fn moves(&self, (cell, _): &(u8, Player), moves: &mut Vec<u8>) {
        if *cell != 3 {
            moves.extend([(cell + 1) % 6, (cell + 5) % 6]);
        }
    }
    fn play(&self, (_, mover): &(u8, Player), to: &u8) -> (u8, Player) {
        (*to, mover.opponent())
    }
    fn payoff(&self, (_, loser): &(u8, Player), player: Player) -> f64 {
        if player == *loser { -1.0 } else { 1.0 }
    }
    fn table_key(&self, (cell, mover): &(u8, Player)) -> u64 {
        u64::from(*cell) << 1 | mover.index() as u64
    }
    fn position_text(&self, (cell, mover): &(u8, Player)) -> String {
        format!("{cell} {mover}")
    }
    fn parse_position(&self, text: &str) -> plyscope::Result<(u8, Player)> {
        let read = parse_two(text).filter(|(cell, mover): &(u8, Player)| {
            *cell < 6 && (cell % 2 == 0) == (*mover == Player::FIRST) && mover.index() < 2
        });
        read.ok_or_else(|| self.bad_position(text, "a cell from 0 to 5 and who moves, such as `0 1`"))
    }
}
impl Solvable for Ring {}

/// Minimax to a depth, with an evaluator beyond; the mover takes the best, and chance is expected.
fn expectiminimax<G: Game>(game: &G, position: &G::Position, depth: u32, e: &impl Evaluator<G>) -> f64 {
    let below = |choice: &G::Move| expectiminimax(game, &game.play(position, choice), depth - 1, e);
    let (moves, mut chances) = (moves_of(game, position), Vec::new());
    game.chances(position, &mut chances);
    match game.turn(position) {
        Turn::Over if e.scale() == Scale::Score => game.payoff(position, Player::FIRST),
        Turn::Over => (game.payoff(position, Player::FIRST) + 1.0) / 2.0,
        _ if depth == 0 => e.estimate(game, position).score(),
        Turn::Chance => moves.iter().zip(chances).map(|(throw, chance)| chance * below(throw)).sum(),
        Turn::Player(Player::FIRST) => moves.iter().map(below).fold(f64::NEG_INFINITY, f64::max),
        Turn::Player(_) => moves.iter().map(below).fold(f64::INFINITY, f64::min),
    }
}

/// A search says that it was longer than the game can be.
fn too_long<T>(found: plyscope::Result<T>) -> bool {
    let wanted = |error: &Error| matches!(error, Error::TooDeep { plies: 40, limit: Limit::Longest, .. });
    found.as_ref().err().is_some_and(wanted)
}

#[test]
fn laws_of_a_game_whose_positions_repeat() {
    let given_up = laws::check_walks(&Ring, 400);
    assert!(given_up < 40, "random walks mostly end: {given_up} of 400 do not");
    // By hand: after three plies two of eight walks have ended, after five six of the 24 that were left.
    assert_eq!(perft(&Ring, &Ring.start(), 6, &Budget::unlimited()), [2, 4, 8, 12, 24, 36]);
    let game = AnyGame::new(Ring);
    laws::check_source(&Openings { game: game.clone(), stream: Stream::new(1, "ring"), plies: 2 }, 50);
    let moments = RandomMoments::new(game.clone(), Stream::new(1, "ring"));
    let found: Vec<_> = (0..400).map(|trial| moments.draw(trial, 0)).collect();
    let (ended, refused): (Vec<_>, Vec<_>) = found.into_iter().partition(Result::is_ok);
    assert!(ended.len() > 360, "{}", ended.len());
    assert!(refused.into_iter().all(too_long), "those that do not end say so");
}

#[test]
fn a_game_whose_positions_repeat_is_searched_to_a_depth() {
    let (start, random) = (Ring.start(), random());
    let opinions = Opinions::new(&Ring, random, Minimax).unwrap();
    for depth in 1..=12 {
        let budget = Budget::depth(depth).unwrap();
        let full = FullWidth.search(&Ring, &start, &opinions, &budget).unwrap();
        assert_eq!(full.value, Some(expectiminimax(&Ring, &start, depth, &random)), "depth {depth}");
        let ordered = AlphaBeta { killers: true, table: Some(1), scout: true, ..AlphaBeta::default() };
        for search in [AlphaBeta::default(), ordered] {
            assert_eq!(search.search(&Ring, &start, &opinions, &budget).unwrap().value, full.value);
        }
        let pruned = Pruned::default().search(&Ring, &start, &opinions, &budget).unwrap();
        assert_eq!((pruned.ties, pruned.complete), (full.ties, true));
    }
    // Random games end, or are given up and count as draws.
    let estimate = playouts().estimate(&Ring, &start);
    assert_eq!(estimate, playouts().estimate(&Ring, &start));
    assert!(estimate.score() > 0.5, "only the first player can win: {estimate:?}");
}

/// To the end there is none: everybody says so, and nobody overflows the stack.
#[test]
fn a_game_whose_positions_repeat_has_no_end() {
    on_a_small_stack(|| {
        let (start, unlimited) = (Ring.start(), Budget::unlimited());
        let to_the_end = ToTheEnd::new(&Ring, Minimax).unwrap();
        let opinions = Opinions::new(&Ring, random(), Minimax).unwrap();
        let table = AlphaBeta { table: Some(1), killers: true, ..AlphaBeta::default() };
        assert!(too_long(FullWidth.search(&Ring, &start, &to_the_end, &unlimited)));
        assert!(too_long(FullWidth.search(&Ring, &start, &opinions, &unlimited)));
        for search in [AlphaBeta::default(), table, AlphaBeta { all_scores: true, ..table }] {
            assert!(too_long(search.search(&Ring, &start, &to_the_end, &unlimited)), "{search:?}");
            assert!(too_long(search.search(&Ring, &start, &opinions, &unlimited)), "{search:?}");
        }
        assert!(too_long(Solve.search(&Ring, &start, &opinions, &Budget::depth(1).unwrap())));
        assert!(too_long(solve(&Ring, &start, 1, &unlimited)));
        let depth_first = Pruned { order: Order::DepthFirst, ..Pruned::default() };
        for search in [depth_first, Pruned { memory: 100, ..Pruned::default() }] {
            let found = search.search(&Ring, &start, &to_the_end, &unlimited.with_nodes(20_000));
            assert!(found.as_ref().is_ok_and(|report| !report.complete) || too_long(found), "{search:?}");
        }
        let why = solve(&Ring, &start, 1, &unlimited).unwrap_err().to_string();
        assert_eq!(
            why,
            "a solver went 40 plies into ring, longer than it says that it can last: positions repeat; give a depth, \
             or a number of nodes"
        );
    });
}

/// The advice of that message, taken: with a number of nodes, going deeper and deeper ends with the best so far.
#[test]
fn deepening_ends_where_a_game_is_given_up() {
    let start = Ring.start();
    let opinions = Opinions::new(&Ring, random(), Minimax).unwrap();
    let budget = Budget::unlimited().with_nodes(1_000_000);
    // With a table an iteration costs little, so that it is the game's length that ends it.
    let search = AlphaBeta { deepening: true, table: Some(1), ..AlphaBeta::default() };
    let found = search.search(&Ring, &start, &opinions, &budget).unwrap();
    assert_eq!((found.depth, found.complete, found.checkpoints.len()), (40, false, 40));
    assert!(found.counts.generated < 1_000_000, "{:?}", found.counts);
    let whole = AlphaBeta { deepening: false, ..search };
    let whole = whole.search(&Ring, &start, &opinions, &Budget::depth(40).unwrap()).unwrap();
    assert_eq!(found.value, whole.value);
}

/// A solver that was once too deep answers the next question that it can.
#[test]
fn a_solver_goes_on_after_it_was_too_deep() {
    let mut solver = Solver::new(&Ring, 1, &Budget::unlimited()).unwrap();
    assert!(too_long(solver.value_of(&Ring.start(), Asked::Value)));
    let won = solver.value_of(&(2, Player::FIRST), Asked::Winner).unwrap();
    assert_eq!(won.side(), Some(1.0));
}

/// Each of two players in turn chooses one of two dice, which is thrown: a safe one (1 or 2) and a bold one (0, or with
/// a quarter 5). Who has more after so many throws wins.
#[derive(Clone)]
struct Dice {
    throws: u8,
}

/// The lead of the first player, how many throws there were, and the die that is about to be thrown.
#[derive(Clone, Debug, PartialEq)]
struct Throw {
    lead: i8,
    thrown: u8,
    die: Option<u8>,
}

const FACES: [[(u8, f64); 2]; 2] = [[(1, 0.5), (2, 0.5)], [(0, 0.75), (5, 0.25)]];

impl Game for Dice {
    type Position = Throw;
    type Move = u8;
    fn name(&self) -> Name {
        Name::new("dice").with("throws", self.throws)
    }
    fn longest(&self) -> u32 {
        2 * u32::from(self.throws)
    }
    fn start(&self) -> Throw {
        Throw { lead: 0, thrown: 0, die: None }
    }
    fn mover(&self, position: &Throw) -> Player {
        Player::at_ply(position.thrown.into())
    }
    fn moves(&self, position: &Throw, moves: &mut Vec<u8>) {
        match position.die {
            Some(die) => moves.extend(FACES[usize::from(die)].map(|(face, _)| face)),
            None if position.thrown < self.throws => moves.extend([0, 1]),
            None => {}
        }
    }
    fn play(&self, position: &Throw, choice: &u8) -> Throw {
        let sign = if self.mover(position) == Player::FIRST { 1 } else { -1 };
        match position.die {
            None => Throw { die: Some(*choice), ..position.clone() },
            Some(_) => {
                Throw { lead: position.lead + sign * *choice as i8, thrown: position.thrown + 1, die: None }
            }
        }
    }
    fn has_chance(&self) -> bool {
        true
    }
    fn is_chance(&self, position: &Throw) -> bool {
        position.die.is_some()
    }
    fn chances(&self, position: &Throw, chances: &mut Vec<f64>) {
        if let Some(die) = position.die {
            chances.extend(FACES[usize::from(die)].map(|(_, chance)| chance));
        }
    }
    fn payoff(&self, position: &Throw, player: Player) -> f64 {
        let lead = f64::from(position.lead.signum());
        if player == Player::FIRST { lead } else { -lead }
    }
    fn table_key(&self, position: &Throw) -> u64 {
        let die = position.die.map_or(0, |die| u64::from(die) + 1);
        (position.lead as u8 as u64) << 16 | u64::from(position.thrown) << 8 | die
    }
    fn position_text(&self, position: &Throw) -> String {
        let die = position.die.map_or(String::from("-"), |die| die.to_string());
        format!("{} {} {die}", position.lead, position.thrown)
    }
    fn parse_position(&self, text: &str) -> plyscope::Result<Throw> {
        let read = || {
            let (numbers, die) = text.rsplit_once(' ')?;
            let (lead, thrown) = parse_two(numbers).filter(|(_, thrown)| *thrown <= self.throws)?;
            let die = match die {
                "-" => None,
                die => Some(die.parse().ok().filter(|die| *die < 2 && thrown < self.throws)?),
            };
            Some(Throw { lead, thrown, die })
        };
        read().ok_or_else(|| self.bad_position(text, "the lead, the throws and the die, such as `2 1 -`"))
    }
}
impl Solvable for Dice {}

/// Who leads, in points.
#[derive(Clone, Copy)]
struct Lead;
impl Evaluator<Dice> for Lead {
    fn name(&self) -> Name {
        Name::new("lead")
    }
    fn scale(&self) -> Scale {
        Scale::Score
    }
    fn estimate(&self, _: &Dice, position: &Throw) -> Estimate {
        Estimate::score_of(f64::from(position.lead) / 100.0)
    }
}

#[test]
fn laws_of_a_game_with_chance() {
    let game = Dice { throws: 4 };
    laws::check_game(&game, 200);
    let all: Vec<u64> = (1..=8).map(|plies| 2u64.pow(plies)).collect();
    assert_eq!(
        perft(&game, &game.start(), 8, &Budget::unlimited()),
        all,
        "two moves or two faces everywhere"
    );
    let (any, stream) = (AnyGame::new(game.clone()), Stream::new(1, "dice"));
    for plies in [0, 2, 4] {
        laws::check_source(&Openings { game: any.clone(), stream, plies }, 50);
    }
    let moments = RandomMoments::new(any, stream);
    laws::check_source(&moments, 100);
    for trial in 0..100 {
        let position = moments.trial(trial).unwrap().position;
        assert_eq!(Held::<Dice>::of(&position).position.die, None, "chance has nothing to decide");
    }
}

/// Minimax on a game with chance is expectiminimax, to every depth and to the end.
#[test]
fn chance_is_expected() {
    let game = Dice { throws: 4 };
    let opinions = Opinions::new(&game, Lead, Minimax).unwrap();
    for trial in 0..20 {
        let start = crate::support::random_position(&game, 2, Stream::new(2, "dice"), trial).unwrap();
        for depth in 1..=8 {
            let budget = Budget::depth(depth).unwrap();
            let found = FullWidth.search(&game, &start, &opinions, &budget).unwrap();
            assert_eq!(found.value, Some(expectiminimax(&game, &start, depth, &Lead)), "depth {depth}");
            let layered = Layered { depth_in: DepthIn::Plies, deepening: true };
            assert_eq!(layered.search(&game, &start, &opinions, &budget).unwrap().value, found.value);
        }
        let to_the_end = ToTheEnd::new(&game, Minimax).unwrap();
        let found = FullWidth.search(&game, &start, &to_the_end, &Budget::unlimited()).unwrap();
        assert_eq!(found.value, Some(expectiminimax(&game, &start, u32::MAX, &Lead)));
        assert_eq!(BySolving.value(&game, &start).exact(), found.value);
    }
    // By hand, with the second player's throw left.
    let last = Dice { throws: 2 };
    let value = |lead| {
        let position = Throw { lead, thrown: 1, die: None };
        let to_the_end = ToTheEnd::new(&last, Minimax).unwrap();
        FullWidth.search(&last, &position, &to_the_end, &Budget::unlimited()).unwrap()
    };
    assert_eq!((value(3).value, value(3).choice), (Some(0.5), 1), "only the bold die can still win");
    assert_eq!((value(1).value, value(1).choice), (Some(-0.5), 0), "a draw or a win by the safe die");
    // A chance of winning is expected too: the product rule over what the dice do.
    let wins = Opinions::new(&last, random(), Product).unwrap();
    let position = Throw { lead: 3, thrown: 1, die: None };
    let found = FullWidth.search(&last, &position, &wins, &Budget::depth(2).unwrap()).unwrap();
    assert_eq!(found.scores[1].exact().unwrap().first, 0.75);
    assert_eq!(found.value.unwrap().first, 0.75, "the safe die is lost for certain");
}

/// Searches that cut by proof refuse chance, before and when they are asked; so do solvers and rules that are told who
/// wins. What they say names what would do.
#[test]
fn chance_is_refused_where_nothing_can_be_done_with_it() {
    let (game, budget) = (Dice { throws: 3 }, Budget::unlimited());
    let (start, to_the_end) = (game.start(), ToTheEnd::new(&game, Minimax).unwrap());
    let why = |what: &str, error: Error| {
        assert!(matches!(&error, Error::Chance { .. }), "{error}");
        let text = error.to_string();
        assert!(text.starts_with(what) && text.contains("does not go with chance"), "{text}");
        assert!(text.contains("dice(throws=3)") && text.ends_with("full-width does"), "{text}");
    };
    why("alpha-beta", AlphaBeta::default().search(&game, &start, &to_the_end, &budget).unwrap_err());
    why("pruned", Pruned::default().search(&game, &start, &to_the_end, &budget).unwrap_err());
    why("solving", solve(&game, &start, 1, &budget).unwrap_err());
    why("solving", Solver::new(&game, 1, &budget).map(|_| ()).unwrap_err());
    why("a rule that is told who wins", ToTheEnd::new(&game, EmmTrueTypes).unwrap_err());
    let any = AnyGame::new(game.clone());
    let boxed = any.start(Stream::new(1, "dice").trial(0)).unwrap();
    why("solving", any.solve(&boxed, 1, &budget).unwrap_err());
    why("solving", any.values(std::slice::from_ref(&boxed), Asked::Winner, 1, &budget).unwrap_err());
    let lead = plyscope::evaluator::AnyEvaluator::new::<Dice>(Lead);
    let mind = |search| Mind::new("minimax", AnyRule::ordered(Minimax), search).unwrap();
    for (search, called) in [
        (plyscope::search::AnySearch::from(AlphaBeta::default()), "alpha-beta"),
        (Pruned::default().into(), "pruned"),
    ] {
        why(called, any.player(mind(search), &lead).map(|_| ()).unwrap_err());
    }
    // Solving as a search is alpha-beta.
    let error = Solve.search(&game, &start, &to_the_end, &budget).unwrap_err();
    assert!(matches!(error, Error::Chance { .. }), "{error}");
    // When the die is about to be thrown there is nothing to choose.
    let thrown = game.play(&start, &0);
    assert_eq!(FullWidth.search(&game, &thrown, &to_the_end, &budget), Err(Error::NoMove));
    // Those that do work, by name: and two play a match by them.
    let name = "forward-pruning(keep=1)".parse().unwrap();
    let pruning =
        ForwardPruning::build(&Arguments::resolve(ForwardPruning::PARAMETERS, &name).unwrap()).unwrap();
    let players = [any.player(mind(FullWidth.into()), &lead), any.player(mind(pruning.into()), &lead)];
    let [full, narrow] = players.map(Result::unwrap);
    let mut plies = 0;
    for number in 0..20 {
        let trial = Stream::new(3, "match").trial(number);
        let played = play(&any, &boxed, [&*full, &*narrow], &[Effort::Depth(3)], trial, 0).unwrap();
        plies += played.plies;
    }
    assert_eq!(plies, 20 * 6, "three choices and three throws each");
    assert!(playouts().estimate(&game, &thrown).score() > 0.0, "random games throw the dice");
}

/// One player wants to make a number from 1 by adding one and doubling, in few steps.
#[derive(Clone)]
struct Doubling {
    goal: u64,
    steps: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Step {
    Add,
    Double,
}

impl Game for Doubling {
    /// The number, and how many steps are left.
    type Position = (u64, u32);
    type Move = Step;
    fn name(&self) -> Name {
        Name::new("doubling").with("goal", self.goal).with("steps", self.steps)
    }
    fn players(&self) -> usize {
        1
    }
    fn longest(&self) -> u32 {
        self.steps
    }
    fn start(&self) -> (u64, u32) {
        (1, self.steps)
    }
    fn mover(&self, _: &(u64, u32)) -> Player {
        Player::FIRST
    }
    fn moves(&self, (number, left): &(u64, u32), moves: &mut Vec<Step>) {
        if *left > 0 && *number != self.goal {
            moves.extend([Step::Add, Step::Double]);
        }
    }
    fn play(&self, (number, left): &(u64, u32), step: &Step) -> (u64, u32) {
        (if *step == Step::Add { number + 1 } else { 2 * number }, left - 1)
    }
    /// What is left is won; nothing where the goal was missed.
    fn payoff(&self, (number, left): &(u64, u32), _: Player) -> f64 {
        if *number == self.goal { 1.0 + f64::from(*left) } else { -1.0 }
    }
    fn table_key(&self, (number, left): &(u64, u32)) -> u64 {
        number << 8 | u64::from(*left)
    }
    fn move_name(&self, _: &(u64, u32), step: &Step) -> String {
        if *step == Step::Add { "+1".into() } else { "*2".into() }
    }
    fn position_text(&self, (number, left): &(u64, u32)) -> String {
        format!("{number} {left}")
    }
    fn parse_position(&self, text: &str) -> plyscope::Result<(u64, u32)> {
        let read = parse_two(text).filter(|(number, left)| *left <= self.steps && *number >= 1);
        read.ok_or_else(|| self.bad_position(text, "the number and the steps left, such as `6 3`"))
    }
}
impl Solvable for Doubling {}

/// The fewest steps from 1 to a number: backwards, halving what is even is never worse.
fn fewest(mut goal: u64) -> u32 {
    let mut steps = 0;
    while goal > 1 {
        goal = if goal.is_multiple_of(2) { goal / 2 } else { goal - 1 };
        steps += 1;
    }
    steps
}

#[test]
fn a_puzzle_of_one_player() {
    for (goal, steps) in [(1, 3), (6, 5), (11, 6), (23, 9), (24, 4), (37, 10)] {
        let game = Doubling { goal, steps };
        let start = game.start();
        laws::check_game(&game, 50);
        let best = if fewest(goal) <= steps { f64::from(1 + steps - fewest(goal)) } else { -1.0 };
        assert_eq!(BySolving.value(&game, &start), TrueValue::Exact(best), "{goal} in {steps}");
        let solution = solve(&game, &start, 1, &Budget::unlimited()).unwrap();
        assert_eq!(solution.value(), Some(best));
        if game.is_over(&start) {
            continue;
        }
        assert!(best < 0.0 || solution.line.len() as u32 == fewest(goal), "{:?}", solution.line);
        assert_eq!(perft(&game, &start, 2, &Budget::unlimited())[0], 2);
        let (to_the_end, unlimited) = (ToTheEnd::new(&game, Minimax).unwrap(), Budget::unlimited());
        let full = FullWidth.search(&game, &start, &to_the_end, &unlimited).unwrap();
        let all = AlphaBeta { all_scores: true, table: Some(1), ..AlphaBeta::default() };
        let alpha_beta = all.search(&game, &start, &to_the_end, &unlimited).unwrap();
        assert_eq!((full.value, alpha_beta.value), (Some(best), Some(best)));
        assert_eq!((&alpha_beta.scores, &alpha_beta.ties), (&full.scores, &full.ties));
        let pruned = Pruned::default().search(&game, &start, &to_the_end, &unlimited).unwrap();
        assert_eq!((&pruned.ties, pruned.complete), (&full.ties, true));
        let alone = ToTheEnd::new(&game, MaxN).unwrap();
        let max_n = FullWidth.search(&game, &start, &alone, &unlimited).unwrap();
        assert_eq!((max_n.value.unwrap().values(), &max_n.ties), (&[best][..], &full.ties));
        let opinions = Opinions::new(&game, random(), Minimax).unwrap();
        for depth in 1..=steps {
            let found = FullWidth.search(&game, &start, &opinions, &Budget::depth(depth).unwrap()).unwrap();
            assert!(found.complete && found.ties.contains(&found.choice));
        }
    }
    // A player of its own decides; nobody plays a match alone.
    let any = AnyGame::new(Doubling { goal: 11, steps: 6 });
    let start = any.start(Stream::new(1, "doubling").trial(0)).unwrap();
    let random = plyscope::evaluator::AnyEvaluator::new::<Doubling>(random());
    let mind = Mind::new("minimax", AnyRule::ordered(Minimax), AlphaBeta::default()).unwrap();
    let player = any.player(mind, &random).unwrap();
    let seen = player.decide(&start, &[]).unwrap();
    assert_eq!(seen.value.unwrap().number(), Some(1.0), "the goal can be reached");
    let trial = Stream::new(1, "doubling").trial(0);
    let why = play(&any, &start, [&*player, &*player], &[Effort::Depth(2)], trial, 0).unwrap_err();
    assert!(matches!(why, Error::Players { players: 1, .. }), "{why}");
}

/// Nim where nobody has a choice but the first player at first: one is taken from a heap at a time.
#[derive(Clone)]
struct Chain {
    heap: u32,
    /// May the first player take two at the start?
    fork: bool,
}

/// What is left and who moves, on a board that is as large as those of other games.
#[derive(Clone)]
struct Heap {
    left: u32,
    mover: Player,
    board: [u64; 8],
}

impl Heap {
    fn new(left: u32) -> Self {
        Heap { left, mover: Player::FIRST, board: [0; 8] }
    }
}

impl Game for Chain {
    type Position = Heap;
    type Move = u32;
    fn name(&self) -> Name {
        Name::new("chain").with("heap", self.heap).with("fork", if self.fork { "yes" } else { "no" })
    }
    fn longest(&self) -> u32 {
        self.heap
    }
    fn start(&self) -> Heap {
        Heap::new(self.heap)
    }
    fn mover(&self, position: &Heap) -> Player {
        position.mover
    }
    fn moves(&self, position: &Heap, moves: &mut Vec<u32>) {
        let most = if self.fork && position.left == self.heap { 2 } else { 1 };
        moves.extend(1..=most.min(position.left));
    }
    fn play(&self, position: &Heap, take: &u32) -> Heap {
        let mut board = position.board;
        board[position.left as usize % 8] += u64::from(*take);
        Heap { left: position.left - take, mover: position.mover.opponent(), board }
    }
    fn payoff(&self, position: &Heap, player: Player) -> f64 {
        if player == position.mover { -1.0 } else { 1.0 }
    }
    fn table_key(&self, position: &Heap) -> u64 {
        u64::from(position.left) << 1 | position.mover.index() as u64
    }
    fn position_text(&self, position: &Heap) -> String {
        format!("{} {}", position.left, position.mover)
    }
    fn parse_position(&self, text: &str) -> plyscope::Result<Heap> {
        let read =
            parse_two(text).filter(|(left, mover): &(u32, Player)| *left <= self.heap && mover.index() < 2);
        let read = read.map(|(left, mover)| Heap { mover, ..Heap::new(left) });
        read.ok_or_else(|| self.bad_position(text, "what is left and who moves, such as `7 1`"))
    }
}
impl Solvable for Chain {}

/// However long a game is, no search overflows the stack: it says that it cannot go so deep.
#[test]
fn a_very_long_game_does_not_overflow_the_stack() {
    let too_deep = |error: Error| {
        let wanted = matches!(error, Error::TooDeep { plies: DEEPEST, limit: Limit::Deepest, .. });
        assert!(wanted && error.to_string().contains("as deep as a search goes"), "{error}");
    };
    on_a_small_stack(|| {
        for fork in [false, true] {
            let game = Chain { heap: 100_000, fork };
            let (start, unlimited) = (game.start(), Budget::unlimited());
            let to_the_end = ToTheEnd::new(&game, Minimax).unwrap();
            let opinions = Opinions::new(&game, random(), Minimax).unwrap();
            too_deep(FullWidth.search(&game, &start, &to_the_end, &unlimited).unwrap_err());
            too_deep(FullWidth.search(&game, &start, &opinions, &unlimited).unwrap_err());
            let emm = Opinions::new(&game, random(), Emm).unwrap();
            too_deep(FullWidth.search(&game, &start, &emm, &unlimited).unwrap_err());
            let payoffs = ToTheEnd::new(&game, MaxN).unwrap();
            too_deep(FullWidth.search(&game, &start, &payoffs, &unlimited).unwrap_err());
            let everything = AlphaBeta {
                shallow: Some(2),
                killers: true,
                history: true,
                table: Some(1),
                scout: true,
                all_scores: true,
                ..AlphaBeta::default()
            };
            for search in [AlphaBeta::default(), everything] {
                too_deep(search.search(&game, &start, &to_the_end, &unlimited).unwrap_err());
                too_deep(search.search(&game, &start, &opinions, &unlimited).unwrap_err());
            }
            too_deep(Solve.search(&game, &start, &opinions, &unlimited).unwrap_err());
            too_deep(solve(&game, &start, 1, &unlimited).unwrap_err());
            let solver = &mut Solver::new(&game, 1, &unlimited).unwrap();
            too_deep(solver.value_of(&start, Asked::Winner).unwrap_err());
            let depth_first = Pruned { order: Order::DepthFirst, ..Pruned::default() };
            for search in [Pruned::default(), Pruned { table: Some(1), ..Pruned::default() }, depth_first] {
                let found = search.search(&game, &start, &to_the_end, &unlimited);
                // With one move there is nothing to find out.
                match fork {
                    true => too_deep(found.unwrap_err()),
                    false => assert_eq!(found.unwrap().ties, [0]),
                }
            }
            assert_eq!(BySolving.value(&game, &start), TrueValue::Unknown);
            // Near its end it is a game like others.
            let near = Heap::new(501);
            assert_eq!(BySolving.value(&game, &near), TrueValue::Exact(1.0));
            assert_eq!(solve(&game, &near, 1, &unlimited).unwrap().line.len(), 501);
            let mut recorder = Recorder::new();
            let full =
                FullWidth.search_watched(&game, &near, &to_the_end, &unlimited, &mut recorder).unwrap();
            assert_eq!((full.value, full.counts.generated), (Some(1.0), 501));
            let trace = recorder.finish().unwrap().map(&|value: f64| -value);
            assert_eq!(trace.visit.unwrap().value, -1.0);
            // To a depth, or within a number of nodes, it is searched.
            let found = FullWidth.search(&game, &start, &opinions, &Budget::depth(DEEPEST).unwrap());
            assert!(found.unwrap().complete);
            let deepening = AlphaBeta { deepening: true, ..AlphaBeta::default() };
            let budget = unlimited.with_nodes(10_000_000);
            let found = deepening.search(&game, &start, &opinions, &budget).unwrap();
            assert_eq!((found.complete, found.depth), (false, DEEPEST));
            // Counting goes no deeper either, and says how deep it went by the length of its answer.
            assert_eq!(perft(&game, &start, 3 * DEEPEST, &unlimited).len(), DEEPEST as usize);
            assert_eq!(perft(&game, &near, 3 * DEEPEST, &unlimited).len(), 3 * DEEPEST as usize);
            let estimate = playouts().estimate(&game, &near).score();
            assert_eq!(estimate, 1.0, "an odd heap is won by who moves");
        }
        // A written tree of the largest depth is not too deep.
        let deepest = "(".repeat(MAX_DEPTH) + "1" + &")".repeat(MAX_DEPTH);
        let tree: TextTree = deepest.parse().unwrap();
        for rule in [AnyRule::ordered(Minimax), AnyRule::Payoffs(Arc::new(MaxN))] {
            struct Searched<'a>(&'a TextTree);
            impl WithRule for Searched<'_> {
                type Output = bool;
                fn with<R: Rule>(self, rule: R) -> bool {
                    let written = WrittenOpinions::new(self.0, None, rule).unwrap();
                    FullWidth.search(self.0, &0, &written, &Budget::unlimited()).unwrap().complete
                }
            }
            assert!(rule.apply(Searched(&tree)));
        }
    });
    // A random game is as long as it is.
    let game = Chain { heap: 100_000, fork: false };
    let moments = RandomMoments::new(AnyGame::new(game.clone()), Stream::new(1, "chain"));
    let found = moments.trial(0).unwrap();
    assert_eq!(Held::<Chain>::of(&found.position).position.left, 100_000 - found.ply.unwrap());
    laws::check_game(&Chain { heap: 9, fork: true }, 5);
}
