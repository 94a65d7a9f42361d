//! `overhead PLYSCOPE [ENGINE [DEPTH]]`: how many positions of KRkn a second `plyscope measure` has judged with an engine
//! that answers at once, one engine and one thread; and how much longer it takes than the searches of a real engine alone,
//! two engines on two cores, each position with `ucinewgame` and `go depth`. Seven turns each: the middle one is told, and
//! beside the engine the quickest too, which other work on the machine disturbs least.

use cozy_chess::{BoardBuilder, Color, Piece};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::time::{Duration, Instant};

const TURNS: usize = 7;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let plyscope = arguments.next().expect("usage: overhead PLYSCOPE [ENGINE [DEPTH]]");
    let (engine, depth) =
        (arguments.next(), arguments.next().map_or(12, |depth| depth.parse().expect("a depth")));
    let null = std::env::current_exe().expect("a path").with_file_name("null-engine");
    let folder = std::env::temp_dir().join(format!("plyscope-overhead-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    // Those in which there is something to decide: only they are asked about.
    let asked = folder.join("asked.txt");
    write(&folder.join("drawn.txt"), &drawn(20_000));
    let bench = Bench { plyscope, folder };
    bench.measure(&format!("{} {}", null.display(), asked.display()), "drawn.txt", 1, 2);
    let asked: Vec<String> = BufReader::new(std::fs::File::open(asked).expect("it was asked"))
        .lines()
        .map_while(Result::ok)
        .collect();
    let (few, many) = (200, asked.len());
    write(&bench.folder.join("few.txt"), &asked[..few]);
    write(&bench.folder.join("many.txt"), &asked);
    // What a command takes before its first position is left out.
    for protocol in ["uci", "xboard"] {
        let rate = turns(|| {
            let null = null.display().to_string();
            let [short, long] =
                ["few.txt", "many.txt"].map(|file| bench.measure_by(protocol, &null, file, 9, 1));
            (many - few) as f64 / (long - short).as_secs_f64()
        });
        println!(
            "an engine that answers at once, by {protocol}: {rate:.0} positions a second, one engine and one thread"
        );
    }
    if let Some(engine) = engine {
        let some = &asked[..300.min(asked.len())];
        write(&bench.folder.join("some.txt"), some);
        let mut quickest = [f64::INFINITY; 2];
        let ratio = turns(|| {
            let times = [alone(&engine, some, depth), bench.measure(&engine, "some.txt", depth, 2)]
                .map(|time| time.as_secs_f64());
            println!("  {engine}: {:.2} s alone, {:.2} s measured", times[0], times[1]);
            quickest = [0, 1].map(|i| quickest[i].min(times[i]));
            times[1] / times[0]
        });
        println!(
            "{engine} to depth {depth}, two engines, beside its own searches: {:+.1} % in the middle of {TURNS} turns, \
             {:+.1} % between the quickest",
            100.0 * (ratio - 1.0),
            100.0 * (quickest[1] / quickest[0] - 1.0)
        );
    }
    let _ = std::fs::remove_dir_all(&bench.folder);
}

/// The middle one of several turns.
fn turns(mut turn: impl FnMut() -> f64) -> f64 {
    let mut all: Vec<f64> = (0..TURNS).map(|_| turn()).collect();
    all.sort_by(f64::total_cmp);
    all[TURNS / 2]
}

fn write(path: &Path, lines: &[String]) {
    std::fs::write(path, lines.join("\n") + "\n").expect("a file");
}

/// Random positions of king and rook against king and knight.
fn drawn(positions: usize) -> Vec<String> {
    let mut state = 1_u64;
    let mut next = |below: u64| {
        // The multiplier of Knuth's MMIX.
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    };
    let men = [
        (Piece::King, Color::White),
        (Piece::Rook, Color::White),
        (Piece::King, Color::Black),
        (Piece::Knight, Color::Black),
    ];
    let mut found = Vec::new();
    while found.len() < positions {
        let mut board = BoardBuilder::empty();
        let free = men.iter().all(|man| board.board[next(64) as usize].replace(*man).is_none());
        board.side_to_move = if next(2) == 0 { Color::White } else { Color::Black };
        let Some(board) = Some(board).filter(|_| free).and_then(|board| board.build().ok()) else { continue };
        let kings = cozy_chess::get_king_moves(board.king(Color::White)).has(board.king(Color::Black));
        if !kings && board.generate_moves(|_| true) {
            found.push(board.to_string());
        }
    }
    found
}

struct Bench {
    plyscope: String,
    folder: PathBuf,
}

impl Bench {
    /// How long a measurement of all positions of a file takes.
    fn measure(&self, engine: &str, file: &str, depth: u32, jobs: usize) -> Duration {
        self.measure_by("uci", engine, file, depth, jobs)
    }

    fn measure_by(&self, protocol: &str, engine: &str, file: &str, depth: u32, jobs: usize) -> Duration {
        let (player, positions) = (
            format!("{protocol}(command=\"{engine}\")"),
            format!("file(path=\"{}\")", self.folder.join(file).display()),
        );
        let mut command = Command::new(&self.plyscope);
        command.args([
            "measure",
            "chess",
            "--player",
            &player,
            "--positions",
            &positions,
            "--truth",
            "tables",
        ]);
        command.args([
            "--depths",
            &format!("1..{depth}"),
            "--jobs",
            &jobs.to_string(),
            "--no-cache",
            "--quiet",
        ]);
        let begun = Instant::now();
        let ran = command.stdin(Stdio::null()).output().expect("plyscope starts");
        let taken = begun.elapsed();
        assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
        taken
    }
}

/// How long two engines take for the same searches.
fn alone(engine: &str, positions: &[String], depth: u32) -> Duration {
    let left = Mutex::new(positions.iter());
    let begun = Instant::now();
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                let words: Vec<&str> = engine.split(' ').collect();
                let mut child = Command::new(words[0])
                    .args(&words[1..])
                    .stdin(Stdio::piped())
                    .stdout(Stdio::piped())
                    .spawn()
                    .expect("the engine starts");
                let mut input = child.stdin.take().expect("piped");
                let mut lines =
                    BufReader::new(child.stdout.take().expect("piped")).lines().map_while(Result::ok);
                let mut ask = |text: String, end: &str| {
                    input.write_all(text.as_bytes()).expect("it listens");
                    lines.find(|line| line.starts_with(end)).expect("it answers");
                };
                ask("uci\n".into(), "uciok");
                ask(
                    "setoption name Hash value 16\nsetoption name Threads value 1\nisready\n".into(),
                    "readyok",
                );
                loop {
                    let Some(fen) = left.lock().expect("nobody panics").next() else { break };
                    ask("ucinewgame\nisready\n".into(), "readyok");
                    ask(format!("position fen {fen}\ngo depth {depth}\n"), "bestmove");
                }
                let _ = input.write_all(b"quit\n");
                let _ = child.wait();
            });
        }
    });
    begun.elapsed()
}
