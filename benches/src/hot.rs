//! Hot loops, a fixed piece of work each, counted in instructions under valgrind: a number that a busy machine does not
//! change, so that a loss of speed shows.

use crate::solving::{self, Who};
use crate::timing::{Result, Row, Unit};
use crate::trials::{self, Way};
use crate::{connect_four, games, sampling};
use plyscope::search::SolveGoal;
use std::process::Command;

/// A piece of work.
enum Work {
    /// So many trials of an experiment.
    Trials(Way, &'static str, u64),
    /// A search; it says how many nodes it made.
    Nodes(fn() -> Result<u64>),
    /// So many positions of a class, solved by somebody.
    Positions(&'static str, usize, Who),
}

/// All of them, by name.
const ALL: &[(&str, Work)] = &[
    ("lanes/wilson/fig3-b2", Work::Trials(Way::Lanes, "wilson/fig3-b2", 16 * 64)),
    ("lanes/wilson/fig3-b3", Work::Trials(Way::Lanes, "wilson/fig3-b3", 64)),
    ("lanes/wilson/fig4-b3", Work::Trials(Way::Lanes, "wilson/fig4-b3", 64)),
    ("lanes/zuckerman/fig6", Work::Trials(Way::Lanes, "zuckerman/fig6", 16 * 64)),
    ("plain/wilson/fig3-b2", Work::Trials(Way::Plain, "wilson/fig3-b2", 64)),
    ("connect-four/alpha-beta, plain", Work::Nodes(|| connect_four::plain_nodes(8))),
    ("connect-four/minimax 0.6, Negamax", Work::Nodes(|| connect_four::peer_plain_nodes(8))),
    ("connect-four/alpha-beta, table and ordering", Work::Nodes(|| connect_four::fast_nodes(10))),
    ("connect-four/minimax 0.6, IterativeSearch", Work::Nodes(|| connect_four::peer_fast_nodes(10))),
    ("perft/tic-tac-toe", Work::Nodes(|| games::perft("tic-tac-toe", 7))),
    ("perft/connect-four", Work::Nodes(|| games::perft("connect-four", 7))),
    ("perft/kalah", Work::Nodes(|| games::perft("kalah", 7))),
    ("perft/othello", Work::Nodes(|| games::perft("othello", 7))),
    ("mcts/critical", Work::Nodes(|| sampling::nodes("critical(branching=2)", "mcts", 5, 10_000))),
    ("solving/middle-easy, winner", Work::Positions("middle-easy", 100, Who::Ours(SolveGoal::Winner))),
    ("solving/middle-easy, score", Work::Positions("middle-easy", 100, Who::Ours(SolveGoal::Score))),
    ("solving/middle-easy, connect-four-ai", Work::Positions("middle-easy", 100, Who::Peer)),
    ("solving/middle-medium, winner", Work::Positions("middle-medium", 20, Who::Ours(SolveGoal::Winner))),
    ("solving/middle-medium, score", Work::Positions("middle-medium", 20, Who::Ours(SolveGoal::Score))),
    ("solving/middle-medium, connect-four-ai", Work::Positions("middle-medium", 20, Who::Peer)),
    ("solving/end-easy, winner", Work::Positions("end-easy", 500, Who::Ours(SolveGoal::Winner))),
    ("solving/end-easy, score", Work::Positions("end-easy", 500, Who::Ours(SolveGoal::Score))),
    ("solving/end-easy, connect-four-ai", Work::Positions("end-easy", 500, Who::Peer)),
];

/// Does one of them, or only what comes before it, and says how much it was.
pub fn run(name: &str, only_before: bool) -> Result<u64> {
    let known = ALL.iter().find(|(known, _)| *known == name);
    let (_, work) = known.ok_or_else(|| format!("there is no hot loop {name}"))?;
    match work {
        // Without trials, an experiment is read and prepared and nothing more.
        Work::Trials(way, id, trials) => trials::done(*way, id, if only_before { 0 } else { *trials }),
        Work::Positions(class, count, who) => solving::counted(class, *count, *who, only_before),
        Work::Nodes(_) if only_before => Ok(0),
        Work::Nodes(search) => search(),
    }
}

/// Instructions of all of them, each in a process of its own under valgrind; what starting takes, and reading and preparing
/// the experiment, is taken off.
pub fn count(rows: &mut Vec<Row>) -> Result<()> {
    let instructions = |how: &str, name: &str| -> Result<(u64, u64)> {
        let wrong = |why: &str| format!("valgrind could not count {name}: {why}");
        let me = std::env::current_exe()?;
        let done = Command::new("valgrind")
            .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
            .arg(me)
            .args([how, name])
            .output()?;
        let (out, talk) = (String::from_utf8_lossy(&done.stdout), String::from_utf8_lossy(&done.stderr));
        let line = talk.lines().find_map(|line| line.split_once("Collected :"));
        let count = line.and_then(|(_, count)| count.trim().parse().ok()).ok_or_else(|| wrong(&talk))?;
        Ok((count, out.trim().parse().map_err(|_| wrong(&out))?))
    };
    for (name, work) in ALL {
        let unit = match work {
            Work::Trials(..) => Unit::Trial,
            Work::Nodes(_) => Unit::Node,
            Work::Positions(..) => Unit::Position,
        };
        let (before, _) = instructions("before", name)?;
        let (count, done) = instructions("hot", name)?;
        rows.push(Row::alone(
            &format!("instructions a {unit}: {name}"),
            (count - before) as f64 / done as f64,
        ));
    }
    Ok(())
}
