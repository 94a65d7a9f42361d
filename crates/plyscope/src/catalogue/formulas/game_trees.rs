//! Formulas of how large game trees are, and how much of them alpha-beta looks at (Russell & Norvig).

use super::Formula;
use crate::error::{Error, Result};
use crate::game::{Game, TicTacToe};
use crate::name::{Arguments, Parameter};
use crate::search::{Budget, finished_games, perft};
use crate::theory::alpha_beta::{deepening_cost, leaves, log10_leaves, reachable_depth};

pub(super) const BRANCHING: Parameter =
    Parameter { name: "branching", default: "2", allowed: "a whole number from 2 to 1000" };
const ORDER: Parameter = Parameter {
    name: "order",
    default: "every",
    allowed: "every: every leaf is evaluated, as by minimax; or best-first: alpha-beta with the best move first",
};

/// Formulas whose depth is that of a tree.
pub(super) const FORMULAS: &[Formula] = &[
    Formula {
        name: "tree-leaves",
        summary: "Leaves of a uniform tree that minimax evaluates, or alpha-beta in best-first order.",
        parameters: &[
            BRANCHING,
            ORDER,
            Parameter { name: "count", default: "number", allowed: "number or log10" },
        ],
        build: |arguments, depth| {
            let (branching, best_first) = (branching(arguments)?, best_first(arguments)?);
            match arguments.text("count") {
                "number" => Some(leaves(branching, plies(*depth)?, best_first))
                    .filter(|leaves| leaves.is_finite())
                    .ok_or_else(|| {
                        Error::Undefined("there are more than 10^308 leaves: take count=log10".into())
                    }),
                "log10" => Ok(log10_leaves(branching, plies(*depth)?, best_first)),
                _ => Err(arguments.refuse("count")),
            }
        },
    },
    Formula {
        name: "effective-branching",
        summary: "The factor by which a ply multiplies the leaves evaluated, over the next two plies.",
        parameters: &[BRANCHING, ORDER],
        build: |arguments, depth| {
            let (branching, best_first) = (branching(arguments)?, best_first(arguments)?);
            let depth = plies(*depth)?;
            let [now, later] = [depth, depth + 2].map(|depth| log10_leaves(branching, depth, best_first));
            Ok(libm::exp10((later - now) / 2.0))
        },
    },
    Formula {
        name: "reachable-depth",
        summary: "How deep alpha-beta in best-first order gets with the leaves that minimax needs to this depth.",
        parameters: &[BRANCHING],
        build: |arguments, depth| Ok(f64::from(reachable_depth(branching(arguments)?, plies(*depth)?))),
    },
    Formula {
        name: "deepening-cost",
        summary: "Nodes of all searches of iterative deepening to this depth, divided by those of the last.",
        parameters: &[BRANCHING],
        build: |arguments, depth| Ok(deepening_cost(branching(arguments)?, plies(*depth)?)),
    },
    Formula {
        name: "tic-tac-toe-games",
        summary: "Ways to play tic-tac-toe to its end, in all or in so many moves (the depth): the leaves of its tree.",
        parameters: &[Parameter {
            name: "lines",
            default: "end",
            allowed: "end: three in a line end the game; ignored: the board is always filled",
        }],
        build: |arguments, moves| {
            let game = TicTacToe::default();
            let ended = match arguments.text("lines") {
                "end" => finished_games(&game, &game.start(), 9, &Budget::unlimited()),
                // 9! orders of filling nine cells, none of them shorter.
                "ignored" => vec![0, 0, 0, 0, 0, 0, 0, 0, (1..=9).product()],
                _ => return Err(arguments.refuse("lines")),
            };
            match *moves {
                0 => Ok(ended.iter().sum::<u64>() as f64),
                1..=9 => Ok(ended[*moves as usize - 1] as f64),
                _ => Err(Error::Undefined(format!("tic-tac-toe has 9 cells, not {moves}"))),
            }
        },
    },
    Formula {
        name: "tic-tac-toe-nodes",
        summary: "Nodes of tic-tac-toe's tree with the start, or the different positions among them.",
        parameters: &[Parameter { name: "repeated", default: "counted", allowed: "counted or once" }],
        build: |arguments, _| {
            let game = TicTacToe::default();
            match arguments.text("repeated") {
                "counted" => {
                    let sequences = perft(&game, &game.start(), 9, &Budget::unlimited());
                    Ok((1 + sequences.iter().sum::<u64>()) as f64)
                }
                "once" => Ok(reachable(&game) as f64),
                _ => Err(arguments.refuse("repeated")),
            }
        },
    },
];

fn branching(arguments: &Arguments<'_>) -> Result<u32> {
    arguments.integer("branching", 2..=1000)
}

/// The depth of a tree, where powers are still quickly multiplied.
fn plies(depth: u32) -> Result<u32> {
    const DEEPEST: u32 = 10_000;
    let why = || Error::Undefined(format!("trees are at most {DEEPEST} plies deep here, not {depth}"));
    Some(depth).filter(|depth| *depth <= DEEPEST).ok_or_else(why)
}

fn best_first(arguments: &Arguments<'_>) -> Result<bool> {
    match arguments.text("order") {
        "every" => Ok(false),
        "best-first" => Ok(true),
        _ => Err(arguments.refuse("order")),
    }
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
