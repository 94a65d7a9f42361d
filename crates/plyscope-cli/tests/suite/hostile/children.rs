//! Children that misbehave: programs that are no games, and engines that are none.

use super::limits::{Here, run};
use super::share;
use crate::support::side_by_side;

/// Programs that answer in a wrong way, as shell scripts.
const SCRIPTS: [&str; 8] = [
    "exit 0",
    "kill -9 $$",
    "cat",
    "head -c 20000000 /dev/zero",
    "yes uciok",
    "while read line; do echo uciok; echo readyok; echo bestmove a1a1; done",
    "while read line; do echo '{\"game\":\"x\",\"players\":2,\"longest\":4294967295}'; done",
    "while read line; do printf '\\377\\376\\n'; done",
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
        assert_eq!((ended.trouble(), ended.status), (None, Some(2)), "{script}: {arguments:?}");
    });
}
