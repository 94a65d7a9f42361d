//! (c) Solving connect four, one thread: the crate `connect-four-ai` 1.0 without its book and ours, the same positions, tables
//! of 64 MiB that are kept from position to position, all answers compared.
//!
//! The classes are Pons': by stones played (begin: at most 14, middle: to 28, end: more) and by moves that are left with best
//! play (easy: fewer than 14, medium: to 27, hard: more). The positions are from random play with a fixed seed. The peer
//! knows one question, the exact score; ours is asked for that and for the winner alone.
//!
//! The three take turns every few positions, each with a table of its own, so that a change of the machine's speed meets all of
//! them. A class is solved three times; the middle ratio counts, and the least and the largest are told.

use crate::connect_four::game;
use crate::timing::{Result, Row, seconds};
use connect_four_ai::{Position, Solver as Peer};
use plyscope::game::{ConnectFour, Game, Stones, moves_of};
use plyscope::key::{Domain, Stream};
use plyscope::search::{SolveGoal, Budget, Solver};

/// As large as the peer's, which cannot be chosen.
const TABLE_MIB: u32 = 64;

/// The classes, with how many positions are solved of each.
pub const CLASSES: [(&str, usize); 6] = [
    ("end-easy", 1000),
    ("middle-easy", 1000),
    ("middle-medium", 1000),
    ("begin-easy", 1000),
    ("begin-medium", 1000),
    ("begin-hard", 20),
];

/// How many times a class is solved.
const RUNS: usize = 3;

/// Positions after which the next has its turn.
const TURN: usize = 10;

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
        let Some(score) = solver.value_of(&stones, SolveGoal::Score)?.exact() else { continue };
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

/// Ours, with a table of its own.
pub struct Ours<'a> {
    solver: Solver<'a, 'static, ConnectFour>,
    asked: SolveGoal,
    nodes: u64,
}

impl<'a> Ours<'a> {
    fn new(game: &'a ConnectFour, asked: SolveGoal) -> Result<Self> {
        let solver = Solver::new(game, TABLE_MIB, &Budget::unlimited())?;
        Ok(Ours { solver, asked, nodes: 0 })
    }

    /// All answers must be right.
    fn solve(&mut self, tasks: &[Task]) -> Result<()> {
        for task in tasks {
            let found = self.solver.value_of(&task.stones, self.asked)?.side().unwrap_or(f64::NAN);
            let seen = if task.columns.len() % 2 == 0 { found } else { -found };
            let (seen, score) = match self.asked {
                SolveGoal::Score => (seen, task.score),
                _ => (side(seen), side(task.score)),
            };
            if seen != score {
                return Err(format!("{}: {seen}, not {score}", task.columns).into());
            }
            self.nodes += self.solver.counts().generated;
        }
        Ok(())
    }
}

fn side(score: f64) -> f64 {
    if score == 0.0 { 0.0 } else { score.signum() }
}

/// The peer must find the same scores.
fn theirs(peer: &mut Peer, tasks: &[Task]) -> Result<()> {
    for task in tasks {
        let position = Position::from_moves(&task.columns).map_err(|error| error.to_string())?;
        let found = f64::from(peer.solve(&position));
        if found != task.score {
            return Err(format!("{}: the peer finds {found}, not {}", task.columns, task.score).into());
        }
    }
    Ok(())
}

/// One run over a class: seconds of ours for the winner and for the score, and of the peer; nodes of the second.
fn once(game: &ConnectFour, tasks: &[Task]) -> Result<([f64; 3], u64)> {
    let mut spent = [0.0; 3];
    let (mut winner, mut score) = (None, None);
    let mut peer = None;
    for turn in tasks.chunks(TURN) {
        // Tables are made in the first turn: the system gives memory when it is touched.
        spent[0] += seconds(|| match &mut winner {
            Some(ours) => Ours::solve(ours, turn),
            none => none.insert(Ours::new(game, SolveGoal::Winner)?).solve(turn),
        })?;
        spent[1] += seconds(|| match &mut score {
            Some(ours) => Ours::solve(ours, turn),
            none => none.insert(Ours::new(game, SolveGoal::Score)?).solve(turn),
        })?;
        spent[2] += seconds(|| theirs(peer.get_or_insert_with(Peer::empty), turn))?;
    }
    Ok((spent, score.map_or(0, |ours| ours.nodes)))
}

/// The least, the middle and the largest of an odd number of runs.
fn spread(mut of: Vec<f64>) -> [f64; 3] {
    of.sort_by(f64::total_cmp);
    [of[0], of[of.len() / 2], of[of.len() - 1]]
}

/// How many times as fast as the peer one class is solved, for the winner and for the exact score: the middle of the runs.
pub fn class_of(name: &str, count: usize, rows: &mut Vec<Row>) -> Result<[f64; 2]> {
    let game = game()?;
    let tasks = tasks(&game, name, count)?;
    eprintln!("{name}: {} positions are drawn", tasks.len());
    let (mut runs, mut nodes) = (Vec::new(), 0);
    for run in 1..=RUNS {
        let (spent, generated) = once(&game, &tasks)?;
        eprintln!("{name}, run {run}: {spent:.3?} s");
        (nodes, runs) = (generated, [runs, vec![spent]].concat());
    }
    let micro = 1e6 / tasks.len() as f64;
    let middle = |who: usize| micro * spread(runs.iter().map(|run| run[who]).collect())[1];
    let mut middles = [0.0; 2];
    for (who, question) in ["winner", "score"].into_iter().enumerate() {
        let [least, ratio, largest] = spread(runs.iter().map(|run| run[2] / run[who]).collect());
        let text = format!(
            "solving, {name} ({count}), {question}: us a position, against connect-four-ai; {ratio:.2} times as fast \
             ({least:.2} to {largest:.2})"
        );
        rows.push(Row::time(&text, middle(who), middle(2)));
        middles[who] = ratio;
    }
    rows.push(Row::alone(&format!("solving, {name}, score: nodes a position"), nodes as f64 / count as f64));
    Ok(middles)
}

/// Positions of a class that are solved by somebody with a new table, for counting instructions: how many there were. The
/// positions alone where it is only about what comes before.
pub fn counted(name: &str, count: usize, who: Who, only_before: bool) -> Result<u64> {
    let game = game()?;
    let tasks = tasks(&game, name, count)?;
    let solved = if only_before { &[][..] } else { &tasks };
    match who {
        Who::Ours(asked) => Ours::new(&game, asked)?.solve(solved)?,
        Who::Peer => theirs(&mut Peer::empty(), solved)?,
    }
    Ok(solved.len() as u64)
}

/// Who solves.
#[derive(Clone, Copy)]
pub enum Who {
    /// Ours, asked this.
    Ours(SolveGoal),
    /// `connect-four-ai`.
    Peer,
}

/// One class.
pub fn only(name: &'static str, rows: &mut Vec<Row>) -> Result<()> {
    let known = CLASSES.iter().find(|(known, _)| *known == name);
    let (_, count) = known.ok_or_else(|| format!("there is no class {name}"))?;
    class_of(name, *count, rows).map(|_| ())
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
