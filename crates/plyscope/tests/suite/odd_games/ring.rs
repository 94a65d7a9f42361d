//! A game whose positions repeat.

use super::*;

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
    fn facts(&self) -> Facts {
        Facts::lasting(40)
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
impl Hints for Ring {}

#[test]
fn laws_of_a_game_whose_positions_repeat() {
    let given_up = laws::check_walks(&Ring, 400);
    assert!(given_up < 40, "random walks mostly end: {given_up} of 400 do not");
    // By hand: after three plies two of eight walks have ended, after five six of the 24 that were left.
    assert_eq!(perft(&Ring, &Ring.start(), 6, &Budget::unlimited()), [2, 4, 8, 12, 24, 36]);
    let game = AnyGame::new(Ring);
    laws::check_source(&Openings { game: game.clone(), stream: Stream::new(1, "ring"), plies: 2 }, 50);
    let moments = RandomPositions::new(game.clone(), Stream::new(1, "ring"));
    let found: Vec<_> = (0..400).map(|trial| moments.draw(trial, 0)).collect();
    let (ended, refused): (Vec<_>, Vec<_>) = found.into_iter().partition(Result::is_ok);
    assert!(ended.len() > 360, "{}", ended.len());
    assert!(refused.into_iter().all(too_long), "those that do not end say so");
}

#[test]
fn a_game_whose_positions_repeat_is_searched_to_a_depth() {
    let (start, random) = (Ring.start(), random());
    let opinions = LeafValues::new(&Ring, random, Minimax).unwrap();
    for depth in 1..=12 {
        let budget = Budget::depth(depth).unwrap();
        let full = FullWidth::default().search(&Ring, &start, &opinions, &budget).unwrap();
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
        let opinions = LeafValues::new(&Ring, random(), Minimax).unwrap();
        let table = AlphaBeta { table: Some(1), killers: true, ..AlphaBeta::default() };
        assert!(too_long(FullWidth::default().search(&Ring, &start, &to_the_end, &unlimited)));
        assert!(too_long(FullWidth::default().search(&Ring, &start, &opinions, &unlimited)));
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
    let opinions = LeafValues::new(&Ring, random(), Minimax).unwrap();
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
    assert!(too_long(solver.value_of(&Ring.start(), SolveGoal::Value)));
    let won = solver.value_of(&(2, Player::FIRST), SolveGoal::Winner).unwrap();
    assert_eq!(won.side(), Some(1.0));
}
