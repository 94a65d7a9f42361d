//! Hot loops, a fixed piece of work each, counted in instructions under valgrind: a number that a busy machine does not
//! change, so that a loss of speed shows.

use crate::timing::{Result, Row, Unit};
use crate::{connect_four, games, trials};
use std::process::Command;

/// A piece of work: its name, what is there before it begins, and how many units of what it then did.
type Hot = (&'static str, Unit, fn() -> Result<u64>, fn() -> Result<u64>);

/// Nothing is there before it but the program.
const NOTHING: fn() -> Result<u64> = || Ok(0);

/// All of them.
const ALL: &[Hot] = &[
    (
        "lanes/wilson/fig3-b2",
        Unit::Trial,
        || trials::lanes("wilson/fig3-b2", None, 0..0),
        || trials::lanes("wilson/fig3-b2", None, 0..16),
    ),
    (
        "lanes/wilson/fig3-b3",
        Unit::Trial,
        || trials::lanes("wilson/fig3-b3", None, 0..0),
        || trials::lanes("wilson/fig3-b3", None, 0..1),
    ),
    (
        "lanes/wilson/fig4-b3",
        Unit::Trial,
        || trials::lanes("wilson/fig4-b3", None, 0..0),
        || trials::lanes("wilson/fig4-b3", None, 0..1),
    ),
    (
        "lanes/zuckerman/fig6",
        Unit::Trial,
        || trials::lanes("zuckerman/fig6", None, 0..0),
        || trials::lanes("zuckerman/fig6", None, 0..16),
    ),
    (
        "plain/wilson/fig3-b2",
        Unit::Trial,
        || trials::plain("wilson/fig3-b2", None, 0..0),
        || trials::plain("wilson/fig3-b2", None, 0..64),
    ),
    ("connect-four/alpha-beta, plain", Unit::Node, NOTHING, || connect_four::plain_nodes(8)),
    ("connect-four/minimax 0.6, Negamax", Unit::Node, NOTHING, || connect_four::peer_plain_nodes(8)),
    ("connect-four/alpha-beta, table and ordering", Unit::Node, NOTHING, || connect_four::fast_nodes(10)),
    ("connect-four/minimax 0.6, IterativeSearch", Unit::Node, NOTHING, || connect_four::peer_fast_nodes(10)),
    ("perft/tic-tac-toe", Unit::Node, NOTHING, || games::perft("tic-tac-toe", 7)),
    ("perft/connect-four", Unit::Node, NOTHING, || games::perft("connect-four", 7)),
    ("perft/kalah", Unit::Node, NOTHING, || games::perft("kalah", 7)),
];

/// Does one of them, or only what comes before it, and says how much it was.
pub fn run(name: &str, only_before: bool) -> Result<u64> {
    let known = ALL.iter().find(|(known, ..)| *known == name);
    let (_, _, before, work) = known.ok_or_else(|| format!("there is no hot loop {name}"))?;
    if only_before { before() } else { work() }
}

/// Instructions of all of them, each in a process of its own under valgrind; what starting takes, and reading the
/// experiment, is taken off.
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
    for (name, unit, ..) in ALL {
        let (before, _) = instructions("before", name)?;
        let (count, done) = instructions("hot", name)?;
        rows.push(Row::alone(
            &format!("instructions a {unit}: {name}"),
            (count - before) as f64 / done as f64,
        ));
    }
    Ok(())
}
