//! (c) Solving connect four, one thread: the crate `connect-four-ai` 1.0 without its book and ours, the same positions, tables
//! of 64 MiB that are kept from position to position, all answers compared.
//!
//! The classes are Pons': by stones played (begin: at most 14, middle: to 28, end: more) and by moves that are left with best
//! play (easy: fewer than 14, medium: to 27, hard: more). The positions are from random play with a fixed seed. The peer
//! knows one question, the exact score; ours is asked for that and for the winner alone.

use crate::connect_four::game;
use crate::timing::{Result, Row, seconds};
use connect_four_ai::{Position, Solver as Peer};
use plyscope::game::{ConnectFour, Game, Stones, moves_of};
use plyscope::key::{Domain, Stream};
use plyscope::search::{Asked, Budget, Solver};

/// As large as the peer's, which cannot be chosen.
const TABLE_MIB: u32 = 64;

/// The classes, with how many positions are solved of each.
pub const CLASSES: [(&str, usize); 6] = [
    ("end-easy", 1000),
    ("middle-easy", 1000),
    ("middle-medium", 1000),
    ("begin-easy", 1000),
    ("begin-medium", 100),
    ("begin-hard", 20),
];

/// How many times a class of a thousand is solved; the best counts. The others take minutes.
const TURNS: usize = 3;

/// A position by the columns played, from 1, and the mover's score.
struct Task {
    columns: String,
    stones: Stones,
    score: f64,
}

/// The class of a position with so many stones and such a score of the mover.
fn class(stones: usize, score: f64) -> Option<&'static str> {
    // A win of 1 is with the winner's last stone.
    let size = score.abs() as usize;
    let left = match size {
        0 => 42 - stones,
        _ => {
            let last = 44 - 2 * size;
            // The winner's stones have one parity.
            let parity = if score > 0.0 { stones + 1 } else { stones };
            let end = if (last + parity).is_multiple_of(2) { last } else { last - 1 };
            end - stones
        }
    };
    let ease = if left < 14 { 0 } else { 1 + usize::from(left >= 28) };
    let names = match stones {
        0..=14 => ["begin-easy", "begin-medium", "begin-hard"].as_slice(),
        15..=28 => &["middle-easy", "middle-medium"],
        _ => &["end-easy"],
    };
    names.get(ease).copied()
}

/// A random game of so many plies; none if somebody has won, or wins at once.
fn random(game: &ConnectFour, stream: Stream, trial: u64) -> Option<(String, Stones)> {
    let key = stream.trial(trial);
    let draws = key.block.draw(Domain::Moves);
    let plies = draws.below(key.lane, 0, 37);
    let (mut columns, mut stones) = (String::new(), game.start());
    for ply in 0..plies {
        let moves = moves_of(game, &stones);
        let choice =
            moves.get(draws.below(key.lane, u64::from(ply) + 1, moves.len().max(1) as u32) as usize)?;
        columns.push(char::from(b'1' + choice));
        stones = game.play(&stones, choice);
    }
    (!game.is_over(&stones)).then_some((columns, stones))
}

/// So many positions of a class.
fn tasks(game: &ConnectFour, name: &str, count: usize) -> Result<Vec<Task>> {
    let stream = Stream::new(1, "solving");
    // What is not solved within so many nodes belongs to a harder class, and would take long to find out.
    let budget = match name.split_once('-') {
        Some((_, "easy")) => Budget::unlimited().with_nodes(1_000_000),
        Some((_, "medium")) => Budget::unlimited().with_nodes(20_000_000),
        _ => Budget::unlimited(),
    };
    let mut solver = Solver::new(game, TABLE_MIB, &budget)?;
    let mut tasks = Vec::new();
    for trial in 0.. {
        let Some((columns, stones)) = random(game, stream, trial) else { continue };
        let begins = match columns.len() {
            0..=14 => "begin",
            15..=28 => "middle",
            _ => "end",
        };
        // The first few stones are for a book.
        if !name.starts_with(begins) || columns.len() < 6 {
            continue;
        }
        let Some(score) = solver.value_of(&stones, Asked::Score)?.exact() else { continue };
        let score = if columns.len() % 2 == 0 { score } else { -score };
        if class(columns.len(), score) == Some(name) {
            tasks.push(Task { columns, stones, score });
        }
        if tasks.len() == count {
            break;
        }
    }
    Ok(tasks)
}

/// Seconds of ours, with a new table; all answers must be right.
fn ours(game: &ConnectFour, tasks: &[Task], asked: Asked) -> Result<(f64, u64)> {
    let budget = Budget::unlimited();
    let mut solver = Solver::new(game, TABLE_MIB, &budget)?;
    let mut nodes = 0;
    let spent = seconds(|| {
        for task in tasks {
            let found = solver.value_of(&task.stones, asked)?.side().unwrap_or(f64::NAN);
            let seen = if task.columns.len() % 2 == 0 { found } else { -found };
            let (seen, score) = match asked {
                Asked::Score => (seen, task.score),
                _ => (side(seen), side(task.score)),
            };
            if seen != score {
                return Err(format!("{}: {seen}, not {score}", task.columns).into());
            }
            nodes += solver.counts().generated;
        }
        Ok(())
    })?;
    Ok((spent, nodes))
}

fn side(score: f64) -> f64 {
    if score == 0.0 { 0.0 } else { score.signum() }
}

/// Seconds of the peer's, with a new table; it must find the same scores.
fn theirs(tasks: &[Task]) -> Result<f64> {
    let mut peer = Peer::empty();
    let mut positions = Vec::new();
    for task in tasks {
        positions.push(Position::from_moves(&task.columns).map_err(|error| error.to_string())?);
    }
    seconds(|| {
        for (task, position) in tasks.iter().zip(&positions) {
            let found = f64::from(peer.solve(position));
            if found != task.score {
                return Err(format!("{}: the peer finds {found}, not {}", task.columns, task.score).into());
            }
        }
        Ok(())
    })
}

/// How many times as fast as the peer one class is solved, for the winner and for the exact score.
pub fn class_of(name: &str, count: usize, rows: &mut Vec<Row>) -> Result<[f64; 2]> {
    let game = game()?;
    let tasks = tasks(&game, name, count)?;
    let (mut best, mut nodes) = ([f64::INFINITY; 3], 0);
    for _ in 0..if count < 1000 { 1 } else { TURNS } {
        best[0] = best[0].min(ours(&game, &tasks, Asked::Winner)?.0);
        let (spent, generated) = ours(&game, &tasks, Asked::Score)?;
        (best[1], nodes) = (best[1].min(spent), generated);
        best[2] = best[2].min(theirs(&tasks)?);
    }
    let [winner, score, peer] = best.map(|seconds| 1e6 * seconds / tasks.len() as f64);
    for (question, ours) in [("winner", winner), ("score", score)] {
        let name = format!("solving, {name} ({count}), {question}: us a position, against connect-four-ai");
        rows.push(Row::time(&name, ours, peer));
    }
    rows.push(Row::alone(&format!("solving, {name}, score: nodes a position"), nodes as f64 / count as f64));
    Ok([peer / winner, peer / score])
}

/// Every class, and the geometric means.
pub fn measure(rows: &mut Vec<Row>) -> Result<()> {
    let mut sums = [0.0; 2];
    for (name, count) in CLASSES {
        let times = class_of(name, count, rows)?;
        sums = [0, 1].map(|question| sums[question] + times[question].ln());
    }
    for (question, sum) in ["winner", "score"].into_iter().zip(sums) {
        let mean = (sum / CLASSES.len() as f64).exp();
        rows.push(Row::alone(
            &format!("solving, {question}: times as fast, geometric mean of the classes"),
            mean,
        ));
    }
    Ok(())
}
