//! Chess engines in other programs: fakes that are shell scripts, and a real one.

use crate::support::skipped;
use serde_json::Value;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

/// Black to move takes the rook and draws, or loses: in all of them one move is right.
pub(crate) const POSITIONS: [(&str, &str); 3] = [
    ("8/8/8/8/8/1k6/1R6/3K4 b - - 0 1", "b3b2"),
    ("8/8/8/8/4k3/4R3/8/1K6 b - - 0 1", "e4e3"),
    ("8/8/2k5/1R6/8/8/8/4K3 b - - 0 1", "c6b5"),
];

pub(crate) fn folder(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("plyscope-uci-{}-{name}", std::process::id()));
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).expect("a temporary folder");
    path
}

/// An engine that does this at `go`; `$fen` is the position, and what it hears is kept in `heard`.
pub(crate) fn fake(folder: &Path, go: &str) -> String {
    let script = format!(
        "cd \"$(dirname \"$0\")\"\nwhile read -r line; do echo \"$line\" >> heard; case \"$line\" in\n\
         uci) echo 'Fake 1.0 by nobody'; echo 'id name Fake'; echo 'option name Hash type spin default 1 min 1 max 64'\n\
         echo 'option name Number of Threads type spin default 1 min 1 max 4'\n\
         echo 'option name OwnBook type check default true'; echo uciok;;\n\
         isready) echo readyok;;\nposition*) fen=\"$line\";;\ngo*) {go};;\nquit) exit;;\nesac; done\n"
    );
    let path = folder.join("engine.sh");
    std::fs::write(&path, script).expect("a script");
    format!("/bin/sh {}", path.display())
}

pub(crate) fn measured(
    here: &Path,
    engine: &str,
    positions: &[(&str, &str)],
    depths: &str,
    more: &[&str],
) -> Output {
    limited(here, engine, positions, ["--depths", depths], more)
}

pub(crate) fn limited(
    here: &Path,
    engine: &str,
    positions: &[(&str, &str)],
    efforts: [&str; 2],
    more: &[&str],
) -> Output {
    let file = here.join("positions.txt");
    let text: String = positions.iter().map(|(fen, _)| format!("{fen}\n")).collect();
    std::fs::write(&file, text).expect("a file");
    let positions = format!("file(path=\"{}\")", file.display());
    let tables = format!("tables(path=\"{}\")", here.join("tables").display());
    Command::new(env!("CARGO_BIN_EXE_plyscope"))
        .args(["measure", "chess", "--player", engine, "--positions", &positions, "--truth", &tables])
        .args(efforts)
        .args(["--quiet", "--format", "json"])
        .args(more)
        .env("XDG_CACHE_HOME", here.join("cache"))
        .output()
        .expect("the command starts")
}

pub(crate) fn found(output: &Output) -> Value {
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{stderr}");
    serde_json::from_slice::<Value>(&output.stdout).expect("JSON")["measurement"].clone()
}

pub(crate) fn accuracies(found: &Value) -> Vec<f64> {
    let efforts = found["players"][0]["efforts"].as_array().expect("a list");
    efforts.iter().map(|effort| effort["accuracy"]["value"].as_f64().expect("a number")).collect()
}

/// One search tells the move of every depth: the last line of each counts, and what is not told stays as it was.
#[test]
fn one_search_gives_all_depths() {
    let here = folder("depths");
    let lines = "echo 'info string depth 1 pv b3b2'; echo 'info depth 1 score cp -31 nodes 20 pv b3b2'
         echo 'info depth 1 score cp -30 nodes 25 pv b3a4'; echo 'info depth 2 score cp -9 lowerbound nodes 50 pv b3b2 d1e1'
         echo 'info depth 2 multipv 2 score cp 5 pv b3a3'; echo 'info depth 4 score mate -3 nodes 90 pv b3b2'
         echo 'bestmove b3b2 ponder d1e1'";
    let engine = format!("uci(command=\"{}\",hash=8)", fake(&here, lines));
    let first = found(&measured(&here, &engine, &POSITIONS[..1], "1..4", &[]));
    assert_eq!(accuracies(&first), [0.0, 1.0, 1.0, 1.0]);
    assert_eq!((&first["trials"], &first["failed"]), (&1.into(), &0.into()));
    let step = &first["players"][0]["steps"][0];
    assert_eq!((step["helped"]["value"].as_f64(), step["hurt"]["value"].as_f64()), (Some(1.0), Some(0.0)));
    let heard = || std::fs::read_to_string(here.join("heard")).expect("it heard something");
    let asked = format!("ucinewgame\nisready\nposition fen {}\ngo depth 4\n", POSITIONS[0].0);
    assert!(heard().contains(&asked), "{}", heard());
    for set in ["Hash value 8", "Number of Threads value 1", "OwnBook value false"] {
        assert!(heard().contains(&format!("setoption name {set}\n")), "{set}: {}", heard());
    }
    // A second measurement asks nothing again, unless it is told to; other settings are another engine.
    let searches = || heard().matches("go depth").count();
    assert_eq!(searches(), 1);
    let again = found(&measured(&here, &engine, &POSITIONS[..1], "1..4", &[]));
    assert_eq!((&again, searches()), (&first, 1));
    found(&measured(&here, &engine, &POSITIONS[..1], "1..4", &["--no-cache"]));
    assert_eq!(searches(), 2);
    let other = engine.replace("hash=8", "hash=4");
    found(&measured(&here, &other, &POSITIONS[..1], "1..4", &[]));
    assert_eq!(searches(), 3);
}

/// An engine is limited by nodes or by time as well: by nodes every amount is a search, whose answer is kept; by time nothing
/// is kept, and all outputs say that it is not repeatable.
#[test]
fn engines_take_nodes_and_time() {
    let here = folder("limits");
    let lines =
        "case \"$line\" in *0) echo 'info depth 9 score cp -30 nodes 90 pv b3b2'; echo bestmove b3b2;;
         *) echo 'info depth 2 score cp 1 nodes 9 pv b3a3'; echo bestmove b3a3;; esac";
    let engine = format!("uci(command=\"{}\")", fake(&here, lines));
    let ask = |efforts, more: &[&str]| limited(&here, &engine, &POSITIONS[..1], efforts, more);
    let heard = || std::fs::read_to_string(here.join("heard")).expect("it heard something");
    let by_nodes = found(&ask(["--nodes", "5,100"], &[]));
    assert_eq!(accuracies(&by_nodes), [0.0, 1.0]);
    assert_eq!(by_nodes["players"][0]["efforts"][1]["nodes"], 100);
    assert!(heard().contains("go nodes 5\n") && heard().contains("go nodes 100\n"), "{}", heard());
    let searches = || heard().matches("\ngo ").count();
    let asked = searches();
    assert_eq!((found(&ask(["--nodes", "5,100"], &[])), searches()), (by_nodes.clone(), asked));
    let out = here.join("timed");
    let by_time = found(&ask(["--movetime", "5,10"], &["--out", out.to_str().expect("UTF-8")]));
    assert_eq!(accuracies(&by_time), [0.0, 1.0]);
    assert!(heard().contains("go movetime 10\n"), "{}", heard());
    assert!(searches() > asked, "by time nothing is kept");
    let said = "Players are limited by time: the results are not repeatable.";
    let warned = |found: &Value| found["warnings"].as_array().expect("a list").contains(&said.into());
    assert!(warned(&by_time) && !warned(&by_nodes), "{by_time}");
    let file = |name: &str| std::fs::read_to_string(out.join(name)).expect("a file");
    assert!(file("report.html").contains(said), "{}", file("report.html"));
    assert!(file("results.csv").starts_with("experiment,") && file("results.csv").contains(",movetime\n"));
}

/// What a depth breaks is an EPD file beside the report, and is read back.
#[test]
fn broken_positions_are_epd() {
    let here = folder("epd");
    let lines = "echo 'info depth 1 score cp -31 pv b3b2'; echo 'info depth 2 score cp -9 pv b3a4'; echo 'bestmove b3a4'";
    let engine = format!("uci(command=\"{}\")", fake(&here, lines));
    let out = here.join("out");
    let kept = ["--out", out.to_str().expect("UTF-8")];
    let first = found(&measured(&here, &engine, &POSITIONS[..1], "1..2", &kept));
    assert_eq!(accuracies(&first), [1.0, 0.0]);
    let epd = std::fs::read_to_string(out.join("broken-1-2.epd")).expect("a file");
    assert!(epd.starts_with("8/8/8/8/8/1k6/1R6/3K4 b - - c0 \"uci("), "{epd}");
    assert!(epd.contains("depth 1: b3b2 (-0.31), depth 2: b3a4 (-0.09)") && epd.ends_with(";\n"), "{epd}");
    let line = epd.trim_end();
    let again = found(&measured(&here, &engine, &[(line, "")], "1..2", &[]));
    assert_eq!((&again["trials"], accuracies(&again)), (&1.into(), vec![1.0, 0.0]));
}

/// A last line that is not what was played: every depth is asked for.
#[test]
fn a_contradiction_is_searched_afresh() {
    let here = folder("afresh");
    let lines = "echo \"info depth ${line#go depth } score cp 1 pv b3a3\"
         case \"$line\" in *1) echo bestmove b3b2;; *) echo bestmove b3a4;; esac";
    let engine = format!("uci(command=\"{}\")", fake(&here, lines));
    let found = found(&measured(&here, &engine, &POSITIONS[..1], "1..2", &[]));
    assert_eq!(accuracies(&found), [1.0, 0.0]);
}

/// An engine that fails at a position is not wrong there: the position is counted as failed.
#[test]
fn what_fails_is_not_wrong() {
    let here = folder("fails");
    for (how, told) in [
        ("echo 'info depth 1 pv a1a1'; echo 'bestmove a1a1'", "no legal move"),
        ("echo 'bestmove (none)'", "no legal move"),
        ("echo 'oh no' >&2; exit 3", "with exit status 3"),
        ("exec tr '\\0' x < /dev/zero", "of more than 16 MiB"),
        ("sleep 60", "does not end its search"),
        ("while :; do echo 'info string noise'; done", "does not end its search"),
        ("exec yes 'info depth 1 pv b3b2'", "does not end its search"),
        (
            "i=1; while :; do i=$((i + 1)); echo \"info depth $i score cp $i pv b3b2\"; done",
            "does not end its search",
        ),
    ] {
        let good = "echo 'info depth 1 score cp 1 pv e4e3'; echo 'bestmove e4e3'";
        let engine = fake(&here, &format!("case \"$fen\" in *4k3*) {good};; *) {how};; esac"));
        let engine = format!("uci(command=\"{engine}\",timeout=0.3)");
        let found = found(&measured(&here, &engine, &POSITIONS[..2], "1", &["--no-cache"]));
        assert_eq!((&found["trials"], &found["failed"]), (&1.into(), &1.into()), "{how}");
        assert_eq!(accuracies(&found), [1.0], "{how}");
        let warnings = found["warnings"].to_string();
        assert!(warnings.contains(told), "{how}: {warnings}");
    }
}

/// How much slower than the fastest win, which kind of move is correct, and the board on the page.
#[test]
fn wins_that_are_kept_slowly() {
    let here = folder("slower");
    // Qb7 mates at once (the king on c6 guards it), and so does nothing else; Qe1 keeps the win.
    let fen = "k7/8/2K5/8/8/8/8/1Q6 w - - 0 1";
    let lines =
        "echo 'info depth 1 score cp 900 nodes 9 pv b1e1'; echo 'info depth 2 score mate 1 nodes 30 pv b1b7'
         echo 'bestmove b1b7'";
    let engine = format!("uci(command=\"{}\")", fake(&here, lines));
    let drawn = "8/8/8/8/8/1k6/1R6/3K4 b - - 0 1";
    let out = here.join("out");
    let positions = [(fen, ""), (fen, ""), (drawn, "")];
    let more = ["--out", out.to_str().expect("UTF-8"), "--no-cache"];
    let found = found(&measured(&here, &engine, &positions, "1..2", &more));
    // At the third position its moves are not legal: three tries, and it is counted as failed.
    assert_eq!((&found["trials"], &found["failed"]), (&2.into(), &1.into()));
    let efforts = found["players"][0]["efforts"].as_array().expect("a list");
    assert_eq!(accuracies(&found), [1.0, 1.0]);
    assert_eq!(efforts[1]["excess"]["value"], 0.0);
    let slower = efforts[0]["excess"]["value"].as_f64().expect("a number");
    // A win of n moves takes 2n - 1 plies: slower by an even number of them.
    assert!(slower >= 2.0 && slower % 2.0 == 0.0, "{slower}");
    let groups: Vec<&str> = found["players"][0]["phases"]
        .as_array()
        .expect("a list")
        .iter()
        .filter(|phase| phase["by"] == "kind" || phase["by"] == "outcome")
        .filter_map(|phase| phase["group"].as_str())
        .collect();
    assert_eq!(groups, ["several kinds", "won"]);
}

/// An engine judges every move by its own search: expected scores, and what they cost.
#[test]
fn an_engine_as_the_judge() {
    let here = folder("judge");
    let file = here.join("positions.txt");
    std::fs::write(&file, "8/8/8/8/8/1k6/1R6/3K4 b - - 0 1\n").expect("a file");
    // After b3b2 it says that White, who is to move, is level; else that White is four pawns ahead.
    let judge = fake(
        &here,
        "case \"$fen\" in *'8/8/1k1K4 w'*|*'8/1k6/3K4 w'*) cp=0;; *) cp=400;; esac
         echo \"info depth 5 score cp $cp nodes 9 pv d1e1\"; echo 'bestmove d1e1'",
    );
    let engine = here.join("player");
    std::fs::create_dir_all(&engine).expect("a folder");
    let plays = "echo 'info depth 1 score cp 0 pv b3b2'; echo 'info depth 2 score cp 0 pv b3a4'; echo 'bestmove b3a4'";
    let player = format!("uci(command=\"{}\")", fake(&engine, plays));
    let truth = format!("engine(command=\"{judge}\",depth=6)");
    let positions = format!("file(path=\"{}\")", file.display());
    let ran = Command::new(env!("CARGO_BIN_EXE_plyscope"))
        .args(["measure", "chess", "--player", &player, "--positions", &positions, "--truth", &truth])
        .args(["--depths", "1..2", "--quiet", "--format", "json", "--no-cache"])
        .output()
        .expect("the command starts");
    let found = found(&ran);
    assert_eq!(found["truth"]["certainty"], "proxy");
    assert_eq!(accuracies(&found), [1.0, 0.0]);
    let regret =
        |effort: usize| found["players"][0]["efforts"][effort]["regret"]["value"].as_f64().expect("a number");
    // Four pawns are ten to one: 1/2 - 1/11.
    assert!(regret(0) == 0.0 && (regret(1) - (0.5 - 1.0 / 11.0)).abs() < 1e-12, "{}", regret(1));
    assert!(found["warnings"].to_string().contains("the reference picks the winner"));
    let heard = std::fs::read_to_string(here.join("heard")).expect("it heard something");
    assert!(heard.contains("go depth 5\n") && !heard.contains("go depth 6\n"), "{heard}");
}

/// What is no engine is told at once.
#[test]
fn programs_that_are_no_engines() {
    let here = folder("none");
    for (engine, told) in [
        ("uci(command=\"/bin/false\")", "it is no UCI engine"),
        ("uci(command=\"/no/such/engine\")", "could not be started"),
        ("uci(command=\"yes\")", "it said 100000 lines, and none of them was `uciok`"),
        ("uci(command=\"yes uciok\")", "it said 100000 lines, and none of them was `readyok`"),
        ("uci(command=\"cat /dev/zero\")", "a line of more than 16 MiB"),
        ("uci(command=\"\")", "it names no program"),
        ("uci(command=\"x\",hash=0)", "hash=0 is not allowed"),
        ("uci(command=\"x\",options=\"MultiPV\")", "options=MultiPV is not allowed"),
        ("uzi(command=\"x\")", "there is no engine `uzi`, did you mean `uci`?"),
    ] {
        let output = measured(&here, engine, &POSITIONS[..1], "1", &[]);
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{engine}: {stderr}");
        assert!(stderr.contains(told), "{engine}: {stderr}");
    }
    let engine = format!("uci(command=\"{}\",options=\"Contempt=3\")", fake(&here, "echo 'bestmove b3b2'"));
    let output = measured(&here, &engine, &POSITIONS[..1], "1", &[]);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(
        stderr.contains("it has no option `Contempt`; it has: Hash, Number of Threads, OwnBook"),
        "{stderr}"
    );
}

/// Whatever an engine says, our memory stays small: the same floods within 600 MB of addresses, threads and program included.
#[test]
fn floods_do_not_fill_memory() {
    let here = folder("floods");
    let long = "yes | tr -d '\\n'; exit";
    let depths = "seq -f 'info depth %.0f score cp 1 pv b3b2' 1 100000000; exit";
    let moves = "while :; do printf 'info depth 1 pv '; head -c 15000000 /dev/zero | tr '\\0' x; echo; done";
    for (how, told) in [(long, "of more than 16 MiB"), (depths, "its search"), (moves, "its search")] {
        let good = "echo 'info depth 1 score cp 1 pv e4e3'; echo 'bestmove e4e3'";
        let engine = fake(&here, &format!("case \"$fen\" in *4k3*) {good};; *) {how};; esac"));
        let script = format!(
            "ulimit -v 600000; exec {} measure chess --player 'uci(command=\"{engine}\",timeout=1)' --positions \
             'file(path=\"{}\")' --truth 'tables(path=\"{}\")' --depths 1 --jobs 1 --quiet --no-cache",
            env!("CARGO_BIN_EXE_plyscope"),
            here.join("two.txt").display(),
            here.join("tables").display(),
        );
        let positions = format!("{}\n{}\n", POSITIONS[0].0, POSITIONS[1].0);
        std::fs::write(here.join("two.txt"), positions).expect("a file");
        let ran = Command::new("/bin/sh").args(["-c", &script]).output().expect("a shell");
        let said = String::from_utf8_lossy(&[ran.stdout, ran.stderr].concat()).into_owned();
        assert!(ran.status.success(), "{how}: {:?} {said}", ran.status);
        assert!(said.contains(told), "{how}: {said}");
    }
}

/// What an engine starts is ended with it.
#[test]
fn what_an_engine_starts_is_ended() {
    let (here, token) = (folder("forks"), format!("plyscope-forked-{}", std::process::id()));
    let forks = "for i in 1 2 3 4 5; do sh -c 'sleep 60' TOKEN & done; echo 'info depth 1 pv b3b2'; echo 'bestmove b3b2'";
    let engine = format!("uci(command=\"{}\")", fake(&here, &forks.replace("TOKEN", &token)));
    let found = found(&measured(&here, &engine, &POSITIONS[..1], "1", &["--no-cache"]));
    assert_eq!(accuracies(&found), [1.0]);
    crate::process::none_left(&token);
}

/// Everything that a measurement leaves, but for what says when and how it ran.
fn left(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut all = Vec::new();
    let mut open = vec![folder.to_path_buf()];
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(&folder).expect("a folder").flatten() {
            let (path, name) = (entry.path(), entry.file_name().to_string_lossy().into_owned());
            if path.is_dir() {
                open.push(path);
            } else if name != "run.json" && [".json", ".csv", ".svg"].iter().any(|end| name.ends_with(end)) {
                all.push((name, std::fs::read(&path).expect("a file")));
            }
        }
    }
    all.sort();
    all
}

/// Engine and program are killed at work, twenty times in all; what comes out in the end is the same to the last byte, and no process
/// is left behind.
#[test]
fn twenty_kills_lose_nothing() {
    if !Path::new("/proc/self").exists() {
        return skipped("no engine was killed at work: there is no /proc", "another system");
    }
    let here = folder("kills");
    // Known by its name among all processes.
    let token = format!("plyscope-killed-{}", std::process::id());
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_plyscope"), here.join(&token)).expect("a link");
    let engine = format!(
        "uci(command=\"{} uci --player 'player(evaluator=material,search=full-width)'\")",
        here.join(&token).display()
    );
    let start = |out: &str| {
        let tables = format!("tables(path=\"{}\")", here.join("tables").display());
        let mut command = Command::new(env!("CARGO_BIN_EXE_plyscope"));
        command.args([
            "measure",
            "chess",
            "--player",
            &engine,
            "--positions",
            "ending(men=KPk)",
            "--truth",
            &tables,
        ]);
        command.args(["--depths", "1..5", "--trials", "200", "--jobs", "2", "--quiet", "--resume", "--out"]);
        command.arg(here.join(out)).env("XDG_CACHE_HOME", here.join(format!("cache-{out}")));
        command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("it starts")
    };
    let finish = |out: &str| {
        let ended = start(out).wait_with_output().expect("it ends");
        assert!(ended.status.success(), "{}", String::from_utf8_lossy(&ended.stderr));
    };
    finish("whole");
    let engines = || {
        let all = crate::process::with_word(&token).into_iter();
        let engines = all.filter(|line| {
            line.contains(" uci ") && !line.contains("supervise-child") && !line.contains(" measure ")
        });
        engines.filter_map(|line| line.split(' ').next().map(String::from)).collect::<Vec<_>>()
    };
    let same = |out: &str| {
        let (whole, parts) = (left(&here.join("whole")), left(&here.join(out)));
        assert!(whole.iter().any(|(name, _)| name == "measurement.json"));
        assert_eq!(whole, parts);
    };
    let (mut kills, mut round, mut out) = (0, 0, "parts".to_string());
    while kills < 20 {
        let mut program = start(&out);
        let begun = Instant::now();
        while engines().is_empty() && program.try_wait().expect("ours").is_none() {
            assert!(begun.elapsed().as_secs() < 30, "no engine was started");
            std::thread::sleep(Duration::from_millis(2));
        }
        std::thread::sleep(Duration::from_millis(6 * (round % 10)));
        for pid in engines().iter().take(1) {
            let mut kill = Command::new("kill");
            kills += u32::from(
                kill.args(["-9", pid]).stderr(Stdio::null()).status().is_ok_and(|ended| ended.success()),
            );
        }
        std::thread::sleep(Duration::from_millis(30));
        let ended = program.try_wait().expect("ours");
        kills += u32::from(ended.is_none());
        program.kill().expect("ours");
        program.wait().expect("it ends");
        crate::process::none_left(&token);
        round += 1;
        if ended.is_some_and(|status| status.success()) {
            // It came to its end between two kills: another one is begun.
            same(&out);
            out = format!("parts-{round}");
        }
        assert!(round < 100, "{kills} kills in {round} rounds");
    }
    finish(&out);
    crate::process::none_left(&token);
    same(&out);
}

/// What a real engine plays when it is asked for one depth alone.
fn asked_alone(stockfish: &str, fen: &str, depth: u32) -> String {
    let mut child =
        Command::new(stockfish).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it starts");
    let mut input = child.stdin.take().expect("piped");
    write!(input, "uci\nsetoption name Hash value 16\nucinewgame\nposition fen {fen}\ngo depth {depth}\n")
        .expect("sent");
    let lines = BufReader::new(child.stdout.take().expect("piped")).lines().map_while(Result::ok);
    let best = lines.filter_map(|line| line.strip_prefix("bestmove ").map(String::from)).next();
    drop(input);
    child.wait().expect("it ends");
    best.expect("a move").split(' ').next().expect("a word").to_string()
}

/// A real engine's accuracy is what it is when every depth is asked for alone, and the same for any number of threads.
#[test]
fn a_real_engine() {
    let there = |path: &&str| Command::new(path).arg("quit").output().is_ok_and(|ran| ran.status.success());
    let Some(stockfish) = ["stockfish", "/usr/games/stockfish"].into_iter().find(there) else {
        return skipped("no real chess engine was measured: no Stockfish was found", "apt install stockfish");
    };
    let here = folder("stockfish");
    let engine = format!("uci(command=\"{stockfish}\")");
    let one = measured(&here, &engine, &POSITIONS, "1..3", &["--no-cache", "--jobs", "1"]);
    let two = measured(&here, &engine, &POSITIONS, "1..3", &["--no-cache", "--jobs", "2"]);
    assert_eq!(one.stdout, two.stdout);
    let right = |depth: u32| {
        let all = POSITIONS.iter().filter(|(fen, right)| asked_alone(stockfish, fen, depth) == *right);
        all.count() as f64 / POSITIONS.len() as f64
    };
    assert_eq!(accuracies(&found(&one)), [1, 2, 3].map(right));
}

/// A player with a learned model is an engine, too.
#[test]
fn a_learned_player_is_an_engine() {
    let here = folder("learned");
    let model = here.join("chess.model").display().to_string();
    let plyscope = || Command::new(env!("CARGO_BIN_EXE_plyscope"));
    let learned = plyscope()
        .args(["learn", "chess", "--evaluator", "piece-square", "--positions", "40"])
        .args(["--labels", "search(depth=1)", "--out", &model])
        .output()
        .expect("the command starts");
    assert!(learned.status.success(), "{}", String::from_utf8_lossy(&learned.stderr));
    let player = format!("learned(model=\"{model}\",evaluator=piece-square,evaluations=30)");
    let mut engine = plyscope()
        .args(["uci", "--player", &player])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the command starts");
    let mut asked = engine.stdin.take().expect("piped");
    writeln!(asked, "position fen {}\ngo depth 1", POSITIONS[0].0).expect("it listens");
    let mut lines = BufReader::new(engine.stdout.take().expect("piped")).lines().map_while(Result::ok);
    assert_eq!(lines.find(|line| line.starts_with("bestmove")).as_deref(), Some("bestmove b3b2"));
    writeln!(asked, "quit").expect("it listens");
    assert!(engine.wait().expect("it ends").success());
    std::fs::remove_dir_all(here).expect("it is ours");
}
