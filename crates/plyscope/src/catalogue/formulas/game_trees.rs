//! Formulas of how large game trees are, and how much of them alpha-beta looks at (Russell & Norvig); and of critical win-loss
//! games.

use super::super::{Entry, FormulaEntry};
use crate::error::{Error, Result};
use crate::game::{Game, TicTacToe};
use crate::name::Given;
use crate::search::{Budget, finished_games, perft};
use crate::theory::alpha_beta::{deepening_cost, leaves, log10_leaves, reachable_depth};
use crate::theory::critical_minimax::CriticalMinimax;

/// Formulas whose depth is that of a tree, or of a search.
pub(super) fn entries() -> Vec<FormulaEntry> {
    let tree_leaves = "Leaves of a uniform tree that minimax evaluates, or (`order=best-first`) alpha-beta with \
        the best move first; `count=log10` for large trees.";
    let effective = "The factor by which a ply multiplies the leaves evaluated, over the next two plies.";
    let reachable_at =
        "How deep alpha-beta in best-first order gets with the leaves that minimax needs to this depth.";
    let cost = "Nodes of all searches of iterative deepening to this depth, divided by those of the last.";
    let games = "Ways to play tic-tac-toe to its end, in total (no depth) or in a given number of moves; \
        `lines=ignored`: orders of filling the board.";
    let nodes = "Nodes of tic-tac-toe's game tree; `repeated=once`: its distinct positions.";
    let critical =
        "Accuracy of fixed-depth minimax on critical games with the evaluator normal, by recursion.";
    vec![
        Entry::given("tree-leaves", tree_leaves, |given| {
            let (branching, best_first) = (branching(given), best_first(given));
            let logarithm = given.word("count", "number or log10", &[("number", false), ("log10", true)]);
            Ok(move |depth: &u32| {
                let plies = plies(*depth)?;
                if logarithm {
                    return Ok(log10_leaves(branching, plies, best_first));
                }
                let why = || Error::Undefined("there are more than 10^308 leaves: take count=log10".into());
                let leaves = leaves(branching, plies, best_first);
                Some(leaves).filter(|leaves| leaves.is_finite()).ok_or_else(why)
            })
        }),
        Entry::given("effective-branching", effective, |given| {
            let (branching, best_first) = (branching(given), best_first(given));
            Ok(move |depth: &u32| {
                let depth = plies(*depth)?;
                let [now, later] = [depth, depth + 2].map(|depth| log10_leaves(branching, depth, best_first));
                Ok(libm::exp10((later - now) / 2.0))
            })
        }),
        Entry::given("reachable-depth", reachable_at, |given| {
            let branching = branching(given);
            Ok(move |depth: &u32| Ok(f64::from(reachable_depth(branching, plies(*depth)?))))
        }),
        Entry::given("deepening-cost", cost, |given| {
            let branching = branching(given);
            Ok(move |depth: &u32| Ok(deepening_cost(branching, plies(*depth)?)))
        }),
        Entry::given("tic-tac-toe-games", games, |given| {
            let allowed = "end: three in a line end the game; ignored: the board is always filled";
            let ends = given.word("lines", allowed, &[("end", true), ("ignored", false)]);
            Ok(move |moves: &u32| {
                let game = TicTacToe::default();
                let ended = match ends {
                    true => finished_games(&game, &game.start(), 9, &Budget::unlimited()),
                    // 9! orders of filling nine cells, none of them shorter.
                    false => vec![0, 0, 0, 0, 0, 0, 0, 0, (1..=9).product()],
                };
                match *moves {
                    0 => Ok(ended.iter().sum::<u64>() as f64),
                    1..=9 => Ok(ended[*moves as usize - 1] as f64),
                    _ => Err(Error::Undefined(format!("tic-tac-toe has 9 cells, not {moves}"))),
                }
            })
        }),
        Entry::given("tic-tac-toe-nodes", nodes, |given| {
            let once = given.word("repeated", "counted or once", &[("counted", false), ("once", true)]);
            Ok(move |_: &u32| {
                let game = TicTacToe::default();
                if once {
                    return Ok(reachable(&game) as f64);
                }
                let sequences = perft(&game, &game.start(), 9, &Budget::unlimited());
                Ok((1 + sequences.iter().sum::<u64>()) as f64)
            })
        }),
        Entry::given("critical-minimax", critical, |given| {
            let model = CriticalMinimax {
                branching: given.integer("branching", "2", "a whole number from 2 to 256", 2..=256),
                plies: given.integer("plies", "50", "the game's length, 1 to 256", 1..=256),
                rate: given.number("rate", "1", "a probability from 0 to 1", 0.0..=1.0),
                shift: given.number("shift", "0.25", "a number from 0 to 0.5", 0.0..=0.5),
                sd: given.number("sd", "0.2", "a number from 0.001 to 10", 0.001..=10.0),
            };
            Ok(move |depth: &u32| model.accuracy((*depth).max(1)))
        }),
    ]
}

pub(super) fn branching(given: &mut Given<'_>) -> u32 {
    given.integer("branching", "2", "a whole number from 2 to 1000", 2..=1000)
}

fn best_first(given: &mut Given<'_>) -> bool {
    let allowed =
        "every: every leaf is evaluated, as by minimax; or best-first: alpha-beta with the best move first";
    given.word("order", allowed, &[("every", false), ("best-first", true)])
}

/// The depth of a tree, where powers are still quickly multiplied.
fn plies(depth: u32) -> Result<u32> {
    const DEEPEST: u32 = 10_000;
    let why = || Error::Undefined(format!("trees are at most {DEEPEST} plies deep here, not {depth}"));
    Some(depth).filter(|depth| *depth <= DEEPEST).ok_or_else(why)
}

/// The different positions of a small game.
fn reachable<G: Game>(game: &G) -> usize {
    let mut seen = std::collections::BTreeSet::new();
    let (mut open, mut moves) = (vec![game.start()], Vec::new());
    while let Some(position) = open.pop() {
        if seen.insert(game.table_key(&position)) && !game.is_over(&position) {
            game.moves(&position, &mut moves);
            open.extend(moves.drain(..).map(|choice| game.play(&position, &choice)));
        }
    }
    seen.len()
}
