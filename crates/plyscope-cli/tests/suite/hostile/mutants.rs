//! Texts with mistakes drawn at random: experiments, positions, games, trees, names, what engines are told.

use super::limits::{Here, run, run_with};
use super::{Draws, share};
use crate::support::side_by_side;
use std::sync::atomic::{AtomicUsize, Ordering};

/// What is put into a text now and then.
const ODD: [&str; 22] = [
    "",
    "-1",
    "0",
    "1e999",
    "nan",
    "18446744073709551616",
    "9223372036854775807",
    "4294967296",
    "\u{0}",
    "\u{1b}[31m",
    "\u{fffe}",
    "\u{202e}",
    "\"",
    "'''",
    "((((((((",
    "[[[[[[[[",
    "=",
    "..",
    ",",
    "\n",
    "\u{feff}",
    "depth=1000000000",
];

/// A text with one to four mistakes.
pub(super) fn mutated(text: &[u8], draws: &mut Draws) -> Vec<u8> {
    let mut bytes = text.to_vec();
    for _ in 0..=draws.below(3) {
        let at = draws.below(bytes.len() + 1);
        let end = (at + 1 + draws.below(12)).min(bytes.len());
        match draws.below(7) {
            0 => bytes.truncate(at),
            1 => drop(bytes.drain(at..end)),
            2 => drop(bytes.splice(at..at, draws.one(&ODD).bytes())),
            3 => drop(bytes.splice(at..end, draws.one(&ODD).bytes())),
            4 => {
                let part = bytes[at..end].to_vec();
                drop(bytes.splice(at..at, part.repeat(1 + draws.below(40))));
            }
            5 => {
                if let Some(byte) = bytes.get_mut(at) {
                    *byte ^= 1 << draws.below(8);
                }
            }
            _ => {
                // A number becomes another one.
                let digit = bytes.iter().skip(at).position(u8::is_ascii_digit).map(|far| at + far);
                if let Some(digit) = digit {
                    drop(bytes.splice(digit..digit + 1, draws.one(&ODD[1..8]).bytes()));
                }
            }
        }
    }
    bytes
}

const EXPERIMENT: &str = r#"title = "t"
source = "our own question"
game = "board-splitting(depth=5,squares=mixed)"
trials = 64
depths = [1, 2, 3]
sweep = { mix = [0.2, 0.8] }

[[series]]
rule = "minimax"
evaluator = "artificial(error=0.2)"

[[series]]
rule = "emm"
evaluator = "artificial(error=0.2)"

[figure]
x = "depth"
at = { mix = 0.2 }
y-range = [0, 1]

[[claim]]
id = "first"
text = "EMM is more accurate than minimax."
not-pathological = { series = "emm", from = 1, to = 3, steps = "every" }

[[printed]]
series = "emm"
depth = 3
value = 0.5
decimals = 1

[alternative.other]
reading = "r"
depths = [1, 2, 3]
"#;

fn all(count: usize, seed: u64, text: &str) -> Vec<Vec<u8>> {
    let mut draws = Draws(seed);
    (0..count).map(|_| mutated(text.as_bytes(), &mut draws)).collect()
}

#[test]
fn experiments_with_mistakes() {
    let ran = AtomicUsize::new(0);
    side_by_side(&all(share(40, 4000), 1, EXPERIMENT), |text| {
        let ended = run_with(&["run", "-", "--quiet", "--trials", "64"], text);
        assert_eq!(ended.take_error(), None, "{}", String::from_utf8_lossy(text));
        ran.fetch_add(usize::from(ended.status != Some(2)), Ordering::Relaxed);
    });
    assert!(ran.into_inner() > 0, "some mistakes stand in texts, and harm nothing");
}

#[test]
fn trees_with_mistakes() {
    let tree = "A:(B:(D:1 E:1)@1 C:(F:1 G:-1)@-1)@1";
    side_by_side(&all(share(20, 2000), 2, tree), |text| {
        let ended = run_with(&["tree", "-", "--rule", "emm", "--error", "0.1"], text);
        assert_eq!(ended.take_error(), None, "{}", String::from_utf8_lossy(text));
    });
    let deep = "(".repeat(1 << 20);
    assert_eq!(run_with(&["tree", "-"], deep.as_bytes()).take_error(), None);
}

/// A position of each game, as its text.
const POSITIONS: [(&str, &str); 8] = [
    ("chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"),
    ("tic-tac-toe", "O../O.X/.XX O"),
    ("connect-four(width=4,height=4)", "..../..../...O/.XXO X"),
    ("kalah(pits=3,seeds=2)", "1,4,0|1|1,0,4|1 1"),
    ("othello(size=4)", "-----OX--XX---X- O"),
    ("sliding-tiles(width=2,height=2,moves=6)", "12/.3 0"),
    ("pig(target=6)", "2 0 1 1 rolling"),
    ("board-splitting(depth=4)", "81fc8bfee05b6c9b.0.0 2"),
];

#[test]
fn positions_with_mistakes() {
    let mut draws = Draws(3);
    let cases: Vec<(&str, Vec<u8>)> = (0..share(40, 2400))
        .map(|case| POSITIONS[case % POSITIONS.len()])
        .map(|(game, text)| (game, mutated(text.as_bytes(), &mut draws)))
        .collect();
    side_by_side(&cases, |(game, text)| {
        // What no argument can hold is no position either.
        let Ok(text) = std::str::from_utf8(text) else { return };
        let text = text.replace('\0', "");
        let evaluator = if *game == "chess" { "material" } else { "random" };
        let asked = ["tree", game, "--depth", "1", "--evaluator", evaluator, "--position", &text];
        assert_eq!(run(&asked).take_error(), None, "{game} {text:?}");
    });
}

#[cfg(feature = "chess")]
#[test]
fn files_of_positions_and_games_with_mistakes() {
    let games = "[Event \"x\"]\n[FEN \"4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1\"]\n[SetUp \"1\"]\n\n1. e4 dxe3 {a} (1... Kd7 $1) 2. Kd1 *\n\n\
                 [Event \"y\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 1-0\n";
    let positions =
        "# comment\n4k3/8/8/8/8/8/4P3/4K3 w - - 5 30\n4k3/8/8/8/8/8/4P3/4K3 b - - bm e4; id \"one\";\n";
    let here = Here::new("games");
    let mut draws = Draws(4);
    let cases: Vec<(String, Vec<u8>)> = (0..share(30, 2100))
        .map(|case| match case % 2 {
            0 => (format!("{case}.pgn"), mutated(games.as_bytes(), &mut draws)),
            _ => (format!("{case}.txt"), mutated(positions.as_bytes(), &mut draws)),
        })
        .collect();
    side_by_side(&cases, |(name, bytes)| {
        let path = here.put(name, bytes);
        let kind = if name.ends_with("pgn") { "pgn" } else { "file" };
        let source = format!("{kind}(path={path:?})");
        let asked = ["solve", "chess", "--positions", &source, "--trials", "2", "--nodes", "100"];
        let trouble = run(&asked).take_error();
        assert_eq!(trouble, None, "{}", String::from_utf8_lossy(bytes));
    });
}

/// What a chess program sends to our engine.
#[cfg(feature = "chess")]
#[test]
fn conversations_with_mistakes() {
    let said = "uci\nsetoption name Hash value 1\nisready\nucinewgame\nposition startpos moves e2e4 e7e5\ngo depth 1\n\
                position fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\ngo nodes 10 searchmoves e2e4\nstop\nquit\n";
    side_by_side(&all(share(20, 1500), 5, said), |text| {
        let ended = run_with(&["uci"], &[&text[..], b"\nstop\nquit\n"].concat());
        assert_eq!(ended.take_error(), None, "{}", String::from_utf8_lossy(text));
    });
}
