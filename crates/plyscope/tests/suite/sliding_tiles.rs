//! Sliding tiles against what has long been known of them, and against brute force.

use plyscope::evaluator::{Evaluator, TileDistance, TilesLeft};
use plyscope::game::{Game, Hints, Player, SlidingTiles, Tiles, moves_of};
use plyscope::key::Stream;
use plyscope::laws;
use plyscope::name::Settings;
use plyscope::rule::Minimax;
use plyscope::search::{AlphaBeta, Budget, FullWidth, LeafValues, Search, SolveGoal, Solver, perft, solve};
use std::collections::{HashMap, VecDeque};

fn tiles(width: u32, height: u32, diagonal: bool) -> SlidingTiles {
    SlidingTiles::new(width, height, diagonal).unwrap()
}

fn named(text: &str) -> SlidingTiles {
    SlidingTiles::named(text).unwrap()
}

/// How many positions are so far from the goal, by the numbers of the game.
fn distribution(game: &SlidingTiles) -> Vec<u64> {
    let mut counts = Vec::new();
    for number in 0..game.arrangements() {
        let position = game.arranged(number).expect("every number is a position's");
        let distance = game.distance(&position).expect("small boards are known") as usize;
        counts.resize(counts.len().max(distance + 1), 0);
        counts[distance] += 1;
    }
    counts
}

/// The same by a walk over arrangements as lists, which knows nothing of the game's code: what cells touch, and what is
/// exchanged.
fn walked(width: usize, height: usize, diagonal: bool) -> Vec<u64> {
    let cells = width * height;
    let goal: Vec<u8> = (1..cells as u8).chain([0]).collect();
    let mut far = HashMap::from([(goal.clone(), 0usize)]);
    let (mut waiting, mut counts) = (VecDeque::from([goal]), Vec::new());
    while let Some(here) = waiting.pop_front() {
        let distance = far[&here];
        counts.resize(counts.len().max(distance + 1), 0);
        counts[distance] += 1;
        let blank = here.iter().position(|tile| *tile == 0).unwrap();
        for cell in 0..cells {
            let x = (cell % width).abs_diff(blank % width);
            let y = (cell / width).abs_diff(blank / width);
            if (x + y == 1) || (diagonal && x == 1 && y == 1) {
                let mut next = here.clone();
                next.swap(cell, blank);
                if !far.contains_key(&next) {
                    far.insert(next.clone(), distance + 1);
                    waiting.push_back(next);
                }
            }
        }
    }
    counts
}

/// The 8-puzzle: 181,440 positions, at most 31 moves, two of them that far (Reinefeld 1993). With diagonal moves all 9!
/// arrangements can be reached.
#[test]
fn the_eight_puzzle() {
    let game = tiles(3, 3, false);
    let counts = distribution(&game);
    assert_eq!((game.arrangements(), counts.iter().sum::<u64>()), (181_440, 181_440));
    assert_eq!((counts.len() - 1, counts[31]), (31, 2));
    // By hand: a corner has two neighbours, and an edge three of which one leads back.
    assert_eq!(counts[..4], [1, 2, 4, 8]);
    let mean = counts.iter().zip(0u64..).map(|(count, moves)| count * moves).sum::<u64>() as f64 / 181_440.0;
    assert!((mean - 21.97).abs() < 0.005, "Reinefeld's mean, to two digits: {mean}");
    for far in ["867/254/3.1", "647/85./321"] {
        assert_eq!(game.distance(&game.parse_position(far).unwrap()), Some(31), "{far}");
    }
    let diagonal = tiles(3, 3, true);
    let counts = distribution(&diagonal);
    assert_eq!(counts.iter().sum::<u64>(), 362_880, "all of them, none left as not reached");
    assert!(counts.len() < 31 && counts[..2] == [1, 3], "{counts:?}");
}

/// Small boards, by a plain walk; the 2 x 2 puzzle is a ring of twelve.
#[test]
fn distances_are_those_of_a_plain_walk() {
    assert_eq!(distribution(&tiles(2, 2, false)), [1, 2, 2, 2, 2, 2, 1]);
    for (width, height) in [(2, 2), (3, 2), (2, 3), (4, 2)] {
        for diagonal in [false, true] {
            let game = tiles(width, height, diagonal);
            let walked = walked(width as usize, height as usize, diagonal);
            assert_eq!(distribution(&game), walked, "{}", game.name());
        }
    }
    assert_eq!(walked(3, 2, false).len() - 1, 21, "known since long");
}

/// Numbers and positions belong together, one to one.
#[test]
fn positions_are_numbered() {
    for game in [tiles(3, 2, false), tiles(3, 2, true), tiles(2, 3, false)] {
        for number in 0..game.arrangements() {
            let position = game.arranged(number).unwrap();
            assert_eq!(game.arrangement(&position), number);
            let read = game.parse_position(&game.position_text(&position)).unwrap();
            assert_eq!(read, position, "only positions that can be reached");
        }
        assert!(game.arranged(game.arrangements()).is_none());
    }
    assert_eq!(tiles(4, 4, false).arrangements(), 10_461_394_944_000, "half of 16!");
}

/// Every game ends, and keeps the laws; every start can be solved and is as likely as any.
#[test]
fn laws_of_sliding_tiles() {
    for name in [
        "sliding-tiles(height=2,moves=30)",
        "sliding-tiles(diagonal=yes,moves=40)",
        "sliding-tiles(width=4,height=4,moves=20)",
    ] {
        laws::check_game(&named(name), 30);
    }
    let game = tiles(2, 2, false);
    let mut drawn = HashMap::new();
    for trial in 0..2400 {
        *drawn.entry(game.start_of(Stream::new(1, "tiles").trial(trial))).or_insert(0) += 1;
    }
    assert_eq!(drawn.len(), 12);
    assert!(
        drawn.values().all(|count| (140..=260).contains(count)),
        "200 each, give or take four deviations: {drawn:?}"
    );
    for (text, why) in [
        ("123/456/87. 0", "two tiles are exchanged"),
        ("123/456/78 0", "rows of tiles"),
        ("123/456/77. 0", "every tile once"),
        ("123/45./786 101", "rows of tiles"),
        ("123/45x/786", "rows of tiles"),
    ] {
        let refused = tiles(3, 3, false).parse_position(text).unwrap_err().to_string();
        assert!(refused.contains(why), "{text}: {refused}");
    }
    assert!(tiles(3, 3, true).parse_position("123/456/87. 0").is_ok(), "along diagonals it can be solved");
    for (width, height) in [(1, 9), (5, 4), (9, 2)] {
        assert!(SlidingTiles::new(width, height, false).is_err(), "{width} x {height}");
    }
    assert_eq!(tiles(4, 4, false).known(&tiles(4, 4, false).start()), None, "too many positions for a table");
    // By hand: 2 moves in a corner; after each of them 3 on an edge; those lead to the corner, a corner and the centre.
    let goal = tiles(3, 3, false);
    let near = goal.parse_position("12./453/786").unwrap();
    assert_eq!(perft(&goal, &near, 2, &Budget::unlimited()), [2, 6]);
}

/// What a position is worth is what every line to the end says, where the game is given up soon.
#[test]
fn what_is_known_is_what_lines_say() {
    fn best(game: &SlidingTiles, position: &Tiles) -> f64 {
        if game.is_over(position) {
            return game.payoff(position, Player::FIRST);
        }
        let after = moves_of(game, position).into_iter().map(|cell| best(game, &game.play(position, &cell)));
        after.fold(f64::NEG_INFINITY, f64::max)
    }
    let game = named("sliding-tiles(height=2,moves=9)");
    let mut given_up = 0;
    for number in (0..game.arrangements()).step_by(5) {
        let position = game.arranged(number).unwrap();
        let known = game.known(&position).unwrap();
        assert_eq!(known, best(&game, &position), "{}", game.position_text(&position));
        given_up += u32::from(known == -18.0);
    }
    assert!(given_up > 10 && given_up < 70, "some cannot be solved in nine moves: {given_up}");
    // The solver says the same, with a line as long as the value says.
    let game = tiles(3, 3, false);
    let far = game.parse_position("867/254/3.1").unwrap();
    let solved = solve(&game, &far, 1, &Budget::unlimited()).unwrap();
    assert_eq!((solved.value(), solved.line.len()), (Some(-31.0), 31));
    let end = solved.line.iter().fold(far, |at, cell| game.play(&at, cell));
    assert_eq!(game.payoff(&end, Player::FIRST), -31.0);
    let mut solver = Solver::new(&game, 1, &Budget::unlimited()).unwrap();
    assert_eq!(solver.value_of(&far, SolveGoal::Value).unwrap().exact(), Some(-31.0));
}

/// Minimax with one player is minimin: the least of what is spent and thought to be left, where the goal is not passed by.
#[test]
fn lookahead_is_minimin() {
    fn minimin(game: &SlidingTiles, position: &Tiles, depth: u32, left: &impl Fn(&Tiles) -> f64) -> f64 {
        if game.position_text(position).starts_with("123/456/78.") {
            return f64::from(position.made());
        }
        if depth == 0 {
            return f64::from(position.made()) + left(position);
        }
        let after = moves_of(game, position)
            .into_iter()
            .map(|cell| minimin(game, &game.play(position, &cell), depth - 1, left));
        after.fold(f64::INFINITY, f64::min)
    }
    for diagonal in [false, true] {
        let game = tiles(3, 3, diagonal);
        for (measure, grain) in
            [(TileDistance::Manhattan, 1), (TileDistance::Misplaced, 1), (TileDistance::Chebyshev, 2)]
        {
            let evaluator = TilesLeft { measure, grain };
            let left = |at: &Tiles| -evaluator.estimate(&game, at).score() - f64::from(at.made());
            let opinions = LeafValues::new(&game, evaluator, Minimax).unwrap();
            for trial in 0..6 {
                let mut start = game.start_of(Stream::new(4, "minimin").trial(trial));
                if trial % 2 == 0 {
                    start = game.arranged(7 * trial).unwrap(); // some near the goal
                }
                if game.is_over(&start) {
                    continue;
                }
                for depth in 1..=5 {
                    let budget = Budget::depth(depth).unwrap();
                    let full = FullWidth::default().search(&game, &start, &opinions, &budget).unwrap();
                    assert_eq!(full.value, Some(-minimin(&game, &start, depth, &left)), "depth {depth}");
                    let table = AlphaBeta { table: Some(1), all_scores: true, ..AlphaBeta::default() };
                    let found = table.search(&game, &start, &opinions, &budget).unwrap();
                    assert_eq!((found.value, found.scores, found.ties), (full.value, full.scores, full.ties));
                }
            }
        }
    }
}

/// Neither misplaced tiles nor Manhattan distance thinks that more moves are left than are; with diagonal moves Chebyshev's
/// does not, and Manhattan's does. A coarser evaluator says the same of more positions.
#[test]
fn heuristics_are_optimistic() {
    let left = |game: &SlidingTiles, measure, grain, at: &Tiles| {
        -TilesLeft { measure, grain }.estimate(game, at).score()
    };
    for (diagonal, optimists) in [
        (false, vec![TileDistance::Manhattan, TileDistance::Chebyshev, TileDistance::Misplaced]),
        (true, vec![TileDistance::Chebyshev, TileDistance::Misplaced]),
    ] {
        let game = tiles(3, 3, diagonal);
        let (mut above, mut manhattan) = (0, 0);
        for number in (0..game.arrangements()).step_by(997) {
            let at = game.arranged(number).unwrap();
            let distance = f64::from(game.distance(&at).unwrap());
            assert!(optimists.iter().all(|measure| left(&game, *measure, 1, &at) <= distance));
            let fine = left(&game, TileDistance::Manhattan, 1, &at);
            assert_eq!(left(&game, TileDistance::Manhattan, 4, &at), (fine / 4.0).floor() * 4.0);
            above += u32::from(fine > distance);
            manhattan += 1;
        }
        assert_eq!(above > 0, diagonal, "{above} of {manhattan}");
    }
}
