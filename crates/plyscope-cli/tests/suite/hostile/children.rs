//! Children that misbehave: programs that are no games, and engines that are none.

use super::limits::{Here, run};
use super::mutants::mutated;
use super::{Draws, share};
use crate::support::side_by_side;

/// Programs that answer in a wrong way, as shell scripts.
const SCRIPTS: [&str; 13] = [
    "exit 0",
    "kill -9 $$",
    "cat",
    "head -c 20000000 /dev/zero",
    "yes uciok",
    "while read line; do echo uciok; echo readyok; echo bestmove a1a1; done",
    "while read line; do echo '{\"game\":\"x\",\"players\":2,\"longest\":4294967295}'; done",
    "while read line; do printf '\\377\\376\\n'; done",
    // Deaf, busy, slow to die, and full of what nobody asked for.
    "sleep 100",
    "while :; do :; done",
    "trap '' TERM HUP INT; exec <&-; sleep 100",
    "yes x >&2",
    "read line; echo '{\"game\":\"x\",\"players\":2,\"longest\":9}'; echo more; echo more; cat",
];

#[cfg(all(unix, feature = "process"))]
#[test]
fn children_that_misbehave() {
    let here = Here::new("children");
    let mut cases = Vec::new();
    for (i, script) in SCRIPTS.into_iter().enumerate().take(share(5, SCRIPTS.len())) {
        let path = here.put(&format!("child-{i}.sh"), format!("{script}\n"));
        let game = format!("process(command=\"sh {path}\",timeout=1)");
        let engine = format!("uci(command=\"sh {path}\",timeout=1)");
        cases.push((script, vec!["perft".to_string(), game.clone(), "2".into()]));
        cases.push((script, vec!["check".to_string(), game]));
        let words = [
            "measure",
            "chess(men=KRk)",
            "--player",
            &engine,
            "--depths",
            "1",
            "--trials",
            "1",
            "--no-cache",
        ];
        cases.push((script, words.iter().map(|word| word.to_string()).collect()));
    }
    side_by_side(&cases, |(script, arguments)| {
        let ended = run(arguments);
        assert_eq!((ended.take_error(), ended.status), (None, Some(2)), "{script}: {arguments:?}");
    });
}

/// A small game that says the same at every position, and an engine that does: a line for each kind of question.
const GAME: [(&str, &str); 4] = [
    ("*plyscope*", "{\"game\":\"x\",\"players\":2,\"longest\":3,\"evaluators\":[\"e\"],\"payoffs\":[-1,1]}"),
    ("*start*", "{\"position\":\"a\"}"),
    ("*expand*", "{\"nodes\":[{\"mover\":1,\"moves\":[[\"m\",\"b\"],[\"n\",\"c\"]]}]}"),
    ("*evaluate*", "{\"values\":[{\"win\":0.25,\"draw\":0.5,\"error\":0.1}]}"),
];
const ENGINE: [(&str, &str); 4] = [
    ("uci", "id name x\nid author y\noption name Hash type spin default 16 min 1 max 64\nuciok"),
    ("isready", "readyok"),
    ("go*", "info depth 1 seldepth 2 score cp 13 nodes 20 pv h1h8\nbestmove h1h8 ponder a1a2"),
    ("setoption*", ""),
];

/// Protocol lines with mistakes, from a child that goes on whatever it said.
#[cfg(all(unix, feature = "process"))]
#[test]
fn protocol_lines_with_mistakes() {
    let here = Here::new("lines");
    let mut draws = Draws(370);
    let mut cases = Vec::new();
    for case in 0..share(12, 360) {
        let (lines, is_game) = if case % 2 == 0 { (GAME, true) } else { (ENGINE, false) };
        let wrong = draws.below(lines.len() - 1);
        let mut script = "while read line; do case \"$line\" in\n".to_string();
        for (i, (asked, said)) in lines.into_iter().enumerate() {
            let said =
                if i == wrong { mutated(said.as_bytes(), &mut draws) } else { said.as_bytes().to_vec() };
            let file = here.put(
                &format!("said-{case}-{i}"),
                [&said[..], if said.is_empty() { b"" } else { b"\n" }].concat(),
            );
            script += &format!("{asked}) cat {file};;\n");
        }
        let path = here.put(&format!("child-{case}.sh"), script + "esac; done\n");
        let child = format!("command=\"sh {path}\",timeout=1");
        let words = match is_game {
            true => format!("tree process({child}) --depth 2 --evaluator e"),
            false => format!("measure chess(men=KRk) --player uci({child}) --depths 1 --trials 1 --no-cache"),
        };
        // The command within the name has a space.
        let words = words.replace("sh /", "sh\u{0}/");
        cases.push(words.split(' ').map(|word| word.replace('\u{0}', " ")).collect::<Vec<_>>());
    }
    side_by_side(&cases, |arguments| assert_eq!(run(arguments).take_error(), None, "{arguments:?}"));
}
