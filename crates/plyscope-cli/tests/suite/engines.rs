//! Engines of more than one protocol: what holds for each, and what is known of real ones.

use crate::support::{run, skipped};
use crate::uci::{POSITIONS, accuracies, fake, folder, found, limited, measured};
use plyscope::catalogue::{Catalogue, SourceContext};
use plyscope::key::Stream;
use plyscope::source::Wanted;
use serde_json::Value;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

/// An engine that speaks XBoard's protocol and does this at `go`; `$fen` is the position, and what it hears is kept in `heard`.
fn fake_xboard(folder: &Path, features: &str, go: &str) -> String {
    let script = format!(
        "cd \"$(dirname \"$0\")\"\necho 'Fake 2.0'\nwhile read -r line; do echo \"$line\" >> heard; case \"$line\" in\n\
         protover*) echo 'feature {features}';;\nping*) echo \"pong ${{line#ping }}\";;\n\
         setboard*) fen=\"$line\";;\ngo) {go};;\nquit) exit;;\nesac; done\n"
    );
    let path = folder.join("xboard.sh");
    std::fs::write(&path, script).expect("a script");
    format!("/bin/sh {}", path.display())
}

const FEATURES: &str =
    "myname=\"Fake 2\" setboard=1 ping=1 memory=1 smp=1 option=\"Style -spin 0 0 9\" done=1";

/// Lines of thought become the moves of all depths, in whatever notation they are; the engine is set by its features.
#[test]
fn xboard_tells_all_depths() {
    let here = folder("xboard");
    let lines =
        "echo '# a comment'; echo ' 1   -31    0     20  Ka4'; echo ' 2.   -9    0     50  1... Kxb2 2. Kd2'
         echo '4 -100003 1 90 Kb3xb2'; echo 'move b3b2'; echo '1/2-1/2 {bare kings}'";
    let command = fake_xboard(&here, FEATURES, lines);
    let engine = format!("xboard(command=\"{command}\",hash=8,options=\"Style=3\")");
    let first = found(&measured(&here, &engine, &POSITIONS[..1], "1..4", &[]));
    assert_eq!(accuracies(&first), [0.0, 1.0, 1.0, 1.0]);
    let nodes = |at: usize| first["players"][0]["efforts"][at]["mean_nodes"].as_f64();
    // The root is counted, as everywhere.
    assert_eq!((nodes(0), nodes(1), nodes(3)), (Some(21.0), Some(51.0), Some(91.0)));
    assert_eq!(first["engines"][0]["name"], "Fake 2");
    let heard = || std::fs::read_to_string(here.join("heard")).expect("it heard something");
    assert!(
        heard().starts_with("xboard\nprotover 2\nmemory 8\ncores 1\noption Style=3\nnew\n"),
        "{}",
        heard()
    );
    let asked = format!("setboard {}\nst 36000\nsd 4\ngo\n", POSITIONS[0].0);
    assert!(heard().contains(&asked), "{}", heard());
    // What it said is kept, and not for an engine of the other protocol.
    let searches = || heard().matches("\ngo\n").count();
    assert_eq!(searches(), 1);
    assert_eq!((found(&measured(&here, &engine, &POSITIONS[..1], "1..4", &[])), searches()), (first, 1));
    let by_time = found(&limited(&here, &engine, &POSITIONS[..1], ["--movetime", "2000"], &[]));
    assert!(accuracies(&by_time) == [1.0] && heard().contains("\nst 2\ngo\n"), "{}", heard());
    for effort in [["--nodes", "100"], ["--movetime", "1500"]] {
        let refused = limited(&here, &engine, &POSITIONS[..1], effort, &[]);
        let said = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert!(
            refused.status.code() == Some(2) && said.contains("its protocol has no word for nodes"),
            "{said}"
        );
    }
}

/// An engine of either protocol that fails at a position is not wrong there: the position is counted as failed.
#[test]
fn what_fails_in_xboard_is_not_wrong() {
    let here = folder("xboard-fails");
    for (how, told) in [
        ("echo '1 5 0 9 a1a1'; echo 'move a1a1'", "no legal move"),
        ("echo 'move Kz9'", "no legal move"),
        ("echo resign", "it resigns"),
        ("echo 'tellusererror Illegal position'", "it does not take the position"),
        ("echo 'Illegal move: sd 1'; sleep 60", "its depth cannot be limited"),
        ("echo 'oh no' >&2; exit 3", "with exit status 3"),
        ("exec tr '\\0' x < /dev/zero", "of more than 16 MiB"),
        ("sleep 60", "does not end its search"),
        ("while :; do echo 'noise'; done", "does not end its search"),
        ("exec yes '1 5 0 9 b3b2'", "does not end its search"),
        ("i=1; while :; do i=$((i + 1)); echo \"$i 5 0 9 b3b2\"; done", "does not end its search"),
    ] {
        let good = "echo '1 5 0 9 Kxe3'; echo 'move e4e3'";
        let command =
            fake_xboard(&here, FEATURES, &format!("case \"$fen\" in *4k3*) {good};; *) {how};; esac"));
        let engine = format!("xboard(command=\"{command}\",timeout=0.3)");
        let found = found(&measured(&here, &engine, &POSITIONS[..2], "1", &["--no-cache"]));
        assert_eq!((&found["trials"], &found["failed"]), (&1.into(), &1.into()), "{how}");
        assert_eq!(accuracies(&found), [1.0], "{how}");
        let warnings = found["warnings"].to_string();
        assert!(warnings.contains(told), "{how}: {warnings}");
    }
}

/// What does not speak the protocol that it is asked in is recognised soon, and the message says what may help.
#[test]
fn the_wrong_protocol_is_recognised() {
    let here = folder("wrong");
    let other = folder("wrong-uci");
    let xboard = fake_xboard(&here, FEATURES, "echo 'move b3b2'");
    // Most engines complain about what they do not know.
    let grumpy = fake(&other, "echo bestmove b3b2").replace("engine.sh", "grumpy.sh");
    let script = std::fs::read_to_string(other.join("engine.sh")).expect("a script");
    let script =
        script.replace("quit) exit;;", "quit) exit;;\n*) echo \"Unknown command: '$line'. Type help.\";;");
    std::fs::write(other.join("grumpy.sh"), script).expect("a script");
    let switches = "only with a switch, such as `gnuchess --uci`";
    let none = "it lacks the feature setboard=1";
    let blind = folder("wrong-blind");
    let blind = fake_xboard(&blind, "ping=1 done=1", "echo 'move b3b2'");
    for (engine, told, seconds) in [
        (format!("xboard(command=\"{grumpy}\")"), format!("take uci(command=\"{grumpy}\")"), 2.0),
        ("uci(command=\"cat\")".into(), switches.into(), 2.0),
        ("xboard(command=\"cat\")".into(), switches.into(), 2.0),
        (format!("uci(command=\"{}\")", grumpy.replace("grumpy", "no")), switches.into(), 2.0),
        (format!("xboard(command=\"{blind}\")"), none.into(), 10.0),
        // Silence may be a slow start.
        (format!("uci(command=\"{xboard}\")"), format!("take xboard(command=\"{xboard}\")"), 10.0),
        ("uci(command=\"sleep 60\")".into(), "it did not say".into(), 10.0),
        ("xboard(command=\"sleep 60\")".into(), "it did not say".into(), 10.0),
    ] {
        let begun = Instant::now();
        let output = measured(&here, &engine, &POSITIONS[..1], "1", &[]);
        let (took, said) = (begun.elapsed().as_secs_f64(), String::from_utf8_lossy(&output.stderr));
        assert!(output.status.code() == Some(2) && said.contains(&told), "{engine}: {said}");
        // On a busy machine everything takes longer than it should.
        assert!(took < seconds + 5.0, "{engine}: {took} s");
    }
}

/// Chess positions of random games, as FENs.
fn positions(count: u64) -> Vec<String> {
    let catalogue = plyscope_chess::added_to(Catalogue::built_in());
    let game = catalogue.game("chess").expect("chess");
    let stream = Stream::new(39, "positions of the tests of engines");
    let (wanted, seed) = (Wanted::NonTrivial, 1);
    let read = &|path: &str| panic!("{path} is not needed");
    let context = SourceContext { game: &game, stream, wanted, seed, catalogue: &catalogue, read };
    let source = catalogue.source("random(plies=8..60)", &context).expect("a source");
    let text = |trial| game.position_text(&source.trial(trial).expect("a position").position);
    (0..count).map(text).collect()
}

fn stockfish() -> Option<&'static str> {
    let there = |path: &&str| Command::new(path).arg("quit").output().is_ok_and(|ran| ran.status.success());
    ["stockfish", "/usr/games/stockfish"].into_iter().find(there)
}

/// What Stockfish plays with so many nodes at each position, asked by these few lines and nothing of ours, and the nodes that
/// it says it took: a table of 16 MiB, cleared before every position.
fn asked_alone(stockfish: &str, fens: &[String], nodes: u64) -> Vec<(String, u64)> {
    let mut child =
        Command::new(stockfish).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it starts");
    let mut input = child.stdin.take().expect("piped");
    let mut lines = BufReader::new(child.stdout.take().expect("piped")).lines().map_while(Result::ok);
    write!(input, "uci\nsetoption name Hash value 16\nsetoption name Threads value 1\n").expect("sent");
    let mut all = Vec::new();
    for fen in fens {
        write!(input, "ucinewgame\nposition fen {fen}\ngo nodes {nodes}\n").expect("sent");
        let mut spent = 0;
        let best = lines.by_ref().find_map(|line| {
            if let Some((_, rest)) = line.split_once(" nodes ") {
                spent = rest.split(' ').next().and_then(|nodes| nodes.parse().ok()).unwrap_or(spent);
            }
            Some(line.strip_prefix("bestmove ")?.split(' ').next()?.to_string())
        });
        all.push((best.expect("a move"), spent));
    }
    drop(input);
    child.wait().expect("it ends");
    all
}

/// With so many nodes a real engine decides as it does alone: a suite whose best moves are those is solved to the last one, by
/// the depths of its own search as little as by ours. What it spent is told beside what it was asked for.
#[test]
fn nodes_are_those_of_the_engine_alone() {
    let Some(stockfish) = stockfish() else {
        return skipped("no engine was measured by nodes: no Stockfish was found", "apt install stockfish");
    };
    let here = folder("nodes");
    let fens = positions(40);
    for nodes in [1, 64, 1000, 20_000] {
        // As EPD has them, without clocks.
        let fens = fens.iter().map(|fen| fen.split(' ').take(4).collect::<Vec<_>>().join(" "));
        let fens: Vec<String> = fens.map(|four| four + " 0 1").collect();
        let (best, spent): (Vec<String>, Vec<u64>) = asked_alone(stockfish, &fens, nodes).into_iter().unzip();
        let suite: String = fens.iter().zip(&best).map(|(fen, best)| format!("{fen} bm {best};\n")).collect();
        let path = here.join(format!("{nodes}.epd"));
        std::fs::write(&path, suite).expect("a file");
        let ran = Command::new(env!("CARGO_BIN_EXE_plyscope"))
            .args(["measure", "chess", "--player", &format!("uci(command=\"{stockfish}\")")])
            .args(["--positions", &format!("file(path=\"{}\")", path.display())])
            .args(["--nodes", &nodes.to_string(), "--quiet", "--no-cache", "--format", "json"])
            .output()
            .expect("the command starts");
        let said = String::from_utf8_lossy(&ran.stderr).into_owned();
        assert!(said.contains("decisions are judged by these: --truth epd"), "{said}");
        let found = found(&ran);
        let judged =
            found["trials"].as_u64().expect("a number") + found["trivial"].as_u64().expect("a number");
        assert_eq!((judged, accuracies(&found)), (40, vec![1.0]), "{nodes} nodes");
        assert_eq!(found["truth"]["certainty"], "proxy");
        let mean = found["players"][0]["efforts"][0]["mean_nodes"].as_f64().expect("a number");
        if found["trivial"] == 0 {
            // The root is counted, as everywhere.
            let expected = 1.0 + spent.iter().sum::<u64>() as f64 / 40.0;
            assert!((mean - expected).abs() < 1e-9, "{nodes} nodes: {mean}, {expected}");
        }
    }
}

/// A real engine of the other protocol takes the hanging piece.
#[test]
fn a_real_xboard_engine() {
    let Some(hoichess) = [PathBuf::from("/usr/games/hoichess")].into_iter().find(|path| path.is_file())
    else {
        let what = "no engine of XBoard's protocol was measured: no HoiChess was found";
        return skipped(what, "apt install hoichess");
    };
    let here = folder("hoichess");
    let command = format!("{} --xboard", hoichess.display());
    let engine = format!("xboard(command=\"{command}\")");
    let measured = found(&measured(&here, &engine, &POSITIONS, "1..4", &["--no-cache"]));
    assert_eq!(accuracies(&measured), [1.0; 4]);
    assert!(measured["engines"][0]["name"].as_str().is_some_and(|name| name.starts_with("HoiChess")));
    let asked = format!("uci(command=\"{command}\")");
    let game = ["measure", "chess", "--truth", "none", "--positions", "ending(men=KRk)", "--player"];
    let refused = run(&[&game[..], &[&asked]].concat());
    assert!(refused.stderr.contains(&format!("take {engine}")), "{}", refused.stderr);
}

/// Through a game an engine is told the moves and keeps its table; only between games it forgets, or before every move where
/// it is to be fresh. Repetitions end games.
#[test]
fn a_game_is_told_as_a_game() {
    let here = folder("game");
    // Rooks go to and fro.
    let shuffle = "n=$(echo \"$fen\" | sed -n 's/.* moves //p' | wc -w)
         case $((n % 4)) in 0) m=a1b1;; 1) m=h8g8;; 2) m=b1a1;; *) m=g8h8;; esac
         echo \"info depth 1 score cp 0 nodes 7 pv $m\"; echo \"bestmove $m\"";
    let opening = here.join("openings.epd");
    std::fs::write(&opening, "7r/4k3/8/8/8/8/4K3/R7 w - - 0 1\n").expect("a file");
    let play = |fresh: &str, name: &str| -> (Value, String) {
        let here = here.join(name);
        std::fs::create_dir_all(&here).expect("a folder");
        let engine = format!("uci(command=\"{}\"{fresh},nodes=7)", fake(&here, shuffle));
        let openings = format!("file(path=\"{}\")", opening.display());
        let ran = Command::new(env!("CARGO_BIN_EXE_plyscope"))
            .args(["match", "chess", &engine, &engine, "--openings", &openings, "--jobs", "1"])
            .args(["--quiet", "--format", "json", "--out"])
            .arg(here.join("out"))
            .output()
            .expect("the command starts");
        assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
        let found = serde_json::from_slice::<Value>(&ran.stdout).expect("JSON")["match"].clone();
        (found, std::fs::read_to_string(here.join("heard")).expect("it heard something"))
    };
    let (found, heard) = play("", "kept");
    // The same position for the third time, after eight moves.
    assert_eq!((found["mean_plies"].as_f64(), &found["games"]["drawn"]), (Some(8.0), &2.into()));
    let start = "position fen 7r/4k3/8/8/8/8/4K3/R7 w - - 0 1";
    assert!(heard.contains(&format!("{start}\ngo nodes 7\n")), "{heard}");
    assert!(heard.contains(&format!("{start} moves a1b1 h8g8 b1a1\ngo nodes 7\n")), "{heard}");
    let searches = heard.matches("go nodes").count();
    let forgets = heard.matches("ucinewgame").count();
    assert!(searches == 16 && forgets <= 4, "{searches} searches, {forgets} times it forgot");
    // The games are written down, and read back.
    let games = std::fs::read_to_string(here.join("kept/out/games.pgn")).expect("games");
    assert!(games.contains("[Round \"1.1\"]") && games.contains("[Round \"1.2\"]"), "{games}");
    assert!(games.contains("1. Rb1 {+0.00/1 7 nodes} Rg8 {+0.00/1 7 nodes} 2. Ra1"), "{games}");
    let read = plyscope_chess::pgn::read(&games).expect("PGN");
    assert_eq!(read.iter().map(|game| game.moves().len()).collect::<Vec<_>>(), [8, 8]);
    assert!(games.contains("[Result \"1/2-1/2\"]") && games.trim_end().ends_with("1/2-1/2"), "{games}");
    let (again, heard) = play(",fresh=yes", "fresh");
    assert_eq!(again["mean_plies"], found["mean_plies"]);
    assert!(heard.matches("ucinewgame").count() >= 16, "{heard}");
}

/// A ladder of nodes is played by a real engine, and more nodes win.
#[test]
fn a_ladder_of_nodes() {
    let Some(stockfish) = stockfish() else {
        return skipped("no ladder of nodes was played: no Stockfish was found", "apt install stockfish");
    };
    let engine = format!("uci(command=\"{stockfish}\")");
    let steps = ["match", "chess", "--ladder", &engine, "--nodes", "20,2000", "--pairs", "6", "--quiet"];
    let ran = run(&steps);
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    assert!(ran.stdout.contains("2000 nodes beats 20 nodes: spending more helps"), "{}", ran.stdout);
    let refused = run(&["match", "chess", "--ladder", &engine, "--nodes", "20"]);
    assert!(refused.stderr.contains("a ladder has at least two nodes"), "{}", refused.stderr);
}
