//! (g) What a node of the search for few evaluations costs beyond the game and the evaluator, one core.

use crate::timing::{Result, Row, best_of, seconds};
use plyscope::game::{ConnectFour, Game, Kalah};
use plyscope::key::mix;
use plyscope::search::decisive::Decisive;

/// Evaluations a decision.
const EVALUATIONS: u64 = 1000;
/// Decisions a measurement.
const DECISIONS: u64 = 50;

/// Positions some plies from the start, by a hash.
fn roots<G: Game>(game: &G) -> Vec<G::Position> {
    let root = |number: u64| {
        let mut position = game.start();
        for ply in 0..4 {
            let mut moves = Vec::new();
            game.moves(&position, &mut moves);
            position = game.play(&position, &moves[mix(number * 8 + ply) as usize % moves.len()]);
        }
        position
    };
    (0..DECISIONS).map(root).collect()
}

/// Nodes of so many decisions; the evaluator is a hash of the position, which costs next to nothing.
fn nodes<G: Game>(game: &G, roots: &[G::Position]) -> Result<u64> {
    let mut nodes = 0;
    for root in roots {
        let mut evaluate = |positions: &[G::Position]| {
            let chance = |position| (mix(game.table_key(position)) >> 11) as f64 / (1_u64 << 53) as f64;
            Ok(positions.iter().map(chance).collect())
        };
        nodes += Decisive::default().decide(game, root, &[EVALUATIONS], &mut evaluate)?[0].nodes;
    }
    Ok(nodes)
}

/// What the game itself takes for as many nodes, at least: all moves of a node are played to see what the rules say of it. (When
/// it is opened they are played again, which is not taken off.)
fn rules<G: Game>(game: &G, roots: &[G::Position], nodes: u64) -> u64 {
    let (mut seen, mut sum, mut moves, mut queue) = (0, 0, Vec::new(), Vec::new());
    for root in roots {
        queue.clear();
        queue.push(root.clone());
        let mut at = 0;
        while at < queue.len() && seen < nodes {
            moves.clear();
            game.moves(&queue[at], &mut moves);
            for choice in &moves {
                let after = game.play(&queue[at], choice);
                sum ^= game.table_key(&after);
                if !game.is_over(&after) && (queue.len() as u64) < nodes / DECISIONS {
                    queue.push(after);
                }
            }
            seen += 1;
            at += 1;
        }
    }
    sum
}

fn measure_game<G: Game>(game: &G, rows: &mut Vec<Row>) -> Result<()> {
    let roots = roots(game);
    let made = nodes(game, &roots)?;
    let whole = best_of(5, || seconds(|| nodes(game, &roots)))?;
    let alone = best_of(5, || seconds(|| Ok(std::hint::black_box(rules(game, &roots, made)))))?;
    let each = (whole - alone) / made as f64 * 1e6;
    let name = format!("decisive on {}: microseconds a node beyond the rules, 1,000 evaluations", game.name());
    rows.push(Row::alone(&name, each));
    Ok(())
}

/// Microseconds a node on two games.
pub fn measure(rows: &mut Vec<Row>) -> Result<()> {
    measure_game(&ConnectFour::new(5, 5, 4)?, rows)?;
    measure_game(&Kalah::new(4, 4)?, rows)
}
