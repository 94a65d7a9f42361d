//! (g) What a node of the search for few evaluations costs beyond the game and the evaluator, and from which price of an
//! evaluation on it decides sooner than alpha-beta does, equally well. One core.

use crate::timing::{Result, Row, best_of, seconds};
use plyscope::catalogue::{Catalogue, Subject};
use plyscope::game::{AnyPosition, ConnectFour, Game, Kalah};
use plyscope::key::{Stream, mix};
use plyscope::player::Player;
use plyscope::search::Effort;
use plyscope::search::decisive::Decisive;
use plyscope::cache::Memory;
use plyscope::source::{Openings, Source};

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
            Ok(positions.iter().map(|position| chance(position).into()).collect())
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

/// Microseconds a node on two games, and prices.
pub fn measure(rows: &mut Vec<Row>) -> Result<()> {
    measure_game(&ConnectFour::new(5, 5, 4)?, rows)?;
    measure_game(&Kalah::new(4, 4)?, rows)?;
    EQUAL.iter().try_for_each(|board| price(board, rows))
}

/// A board, its evaluator, and numbers of evaluations with which `decisive` and alpha-beta decide equally well: the accuracies
/// are those of docs/few.md, between its columns by logarithms.
type Board = (&'static str, &'static str, [(u64, u64); 3]);

const EQUAL: [Board; 2] = [
    ("kalah(pits=4,seeds=4)", "kalah-features", [(30, 90), (100, 293), (300, 870)]),
    ("connect-four(width=5,height=5)", "lines", [(30, 144), (100, 208), (300, 1976)]),
];

/// Seconds that a player takes for a decision.
fn each(player: &dyn Player, positions: &[AnyPosition], evaluations: u64) -> Result<f64> {
    let whole = best_of(5, || {
        seconds(|| {
            for position in positions {
                player.decide(position, &[Effort::Evaluations(evaluations)])?;
            }
            Ok(())
        })
    })?;
    Ok(whole / positions.len() as f64)
}

/// Both take the same evaluator, whose price is in both times; what more it may cost before `decisive` is the sooner one.
fn price((board, evaluator, equal): &Board, rows: &mut Vec<Row>) -> Result<()> {
    let (catalogue, cache) = (Catalogue::built_in(), Memory::default());
    let game = catalogue.game(board)?;
    let subject = Subject { game: &game, seed: 1, cache: Some(&cache) };
    let evaluator = format!("{evaluator}(calibrate=isotonic,phases=4)");
    let decisive = catalogue.player_with(&subject, "", &evaluator, "decisive")?;
    let search = "alpha-beta(deepening=yes,history=yes,killers=yes,table=1)";
    let alpha_beta = catalogue.player_with(&subject, "minimax", &evaluator, search)?;
    let source = Openings { game: game.clone(), stream: Stream::new(24, "price"), plies: 10 };
    let trials = (0..DECISIONS).map(|trial| Ok(source.trial(trial)?.position));
    let positions: Vec<AnyPosition> = trials.collect::<Result<_>>()?;
    for (few, many) in equal {
        let (ours, other) = (each(&*decisive, &positions, *few)?, each(&*alpha_beta, &positions, *many)?);
        let name = format!(
            "{board}: microseconds a decision, decisive with {few} evaluations and alpha-beta with {many}"
        );
        rows.push(Row::time(&name, ours * 1e6, other * 1e6));
        let name = format!("{board}: microseconds more an evaluation from which {few} are sooner done");
        rows.push(Row::alone(&name, (ours - other) / (many - few) as f64 * 1e6));
    }
    Ok(())
}
