//! Conversations with our own UCI engine.

use plyscope::catalogue::{Catalogue, EngineMaker, Entry, Outside};
use plyscope::game::expand_one;
use plyscope::key::Stream;
use plyscope::name::Parameter;
use plyscope::search::Effort;
use plyscope_chess::uci::{Seat, Session};
use std::io::{BufRead, BufReader};
use std::io::{PipeReader, PipeWriter, Write, pipe};
use std::sync::mpsc::{Receiver, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// With what reads files, and an engine that starts programs, as the command has them.
fn catalogue() -> Catalogue {
    const COMMAND: Parameter = Parameter { name: "command", default: "x", allowed: "a program" };
    let entry = Entry::new("uci", "Another program.", &[COMMAND], |_, &()| {
        let make: Box<EngineMaker> = Box::new(|_| panic!("nothing is started here"));
        Ok(make)
    });
    plyscope_chess::added_to(Catalogue::built_in().reading(|_| Ok(String::new())))
        .with_engine(entry.reaching(Outside::Program))
}

/// An engine in a thread, and what it says.
struct Engine {
    input: Option<PipeWriter>,
    lines: Receiver<String>,
    session: Option<JoinHandle<plyscope::Result<()>>>,
}

impl Engine {
    fn start(player: &str) -> Engine {
        let seat = Seat::new(&catalogue(), player).expect("a player");
        let (theirs, input) = pipe().expect("a pipe");
        let (output, ours): (PipeReader, PipeWriter) = pipe().expect("a pipe");
        let session = thread::spawn(move || Session::new(seat, ours).run(theirs));
        let (sender, lines) = channel();
        thread::spawn(move || {
            BufReader::new(output).lines().map_while(Result::ok).try_for_each(|line| sender.send(line))
        });
        Engine { input: Some(input), lines, session: Some(session) }
    }

    fn say(&mut self, text: &str) {
        let input = self.input.as_mut().expect("open");
        input.write_all(text.as_bytes()).and_then(|()| input.write_all(b"\n")).expect("it listens");
    }

    fn line(&self) -> String {
        self.lines.recv_timeout(Duration::from_secs(30)).expect("it says something")
    }

    /// All lines to the one that begins so.
    fn until(&self, end: &str) -> Vec<String> {
        let mut lines = vec![self.line()];
        while !lines.last().is_some_and(|line| line.starts_with(end)) {
            lines.push(self.line());
        }
        lines
    }

    /// What it plays.
    fn best(&mut self, text: &str) -> String {
        self.say(text);
        self.until("bestmove").pop().expect("a line")["bestmove ".len()..].to_string()
    }

    /// Nothing more is said for a moment.
    fn is_quiet(&self) -> bool {
        self.lines.recv_timeout(Duration::from_millis(50)).is_err()
    }

    fn end(mut self) {
        self.input = None;
        let ended = self.session.take().expect("once").join().expect("it does not panic");
        ended.expect("it had a player");
        assert!(self.lines.recv_timeout(Duration::from_secs(10)).is_err(), "nothing is left to say");
    }
}

const MATERIAL: &str = "player(evaluator=material)";

/// At every depth it plays what its player decides at that depth.
#[test]
fn it_plays_what_its_player_decides() {
    let catalogue = catalogue();
    let game = catalogue.game("chess").expect("chess");
    for (rule, evaluator, search, deepest) in [
        ("minimax", "piece-square", "alpha-beta", 4),
        ("minimax", "mobility", "full-width", 3),
        ("minimax", "random(values=1000000)", "forward-pruning(keep=3)", 4),
        ("emm", "material(calibrate=logistic,truth=play,solved=100)", "full-width", 2),
    ] {
        let player = catalogue.player(&game, rule, evaluator, search).expect("a player");
        let named = format!("player(rule={rule},evaluator=\"{evaluator}\",search=\"{search}\")");
        let mut engine = Engine::start(&named);
        for fen in [
            "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            "8/8/8/3k4/8/2n5/5K2/7R b - - 0 1",
        ] {
            let position = game.parse_position(fen).expect("a position");
            let names = game.move_names(&position).expect("moves");
            engine.say(&format!("position fen {fen}\ngo depth {deepest}"));
            let lines = engine.until("bestmove");
            let mut last = String::new();
            for depth in 1..=deepest {
                let seen = player.decide(&position, &[Effort::Depth(depth)]).expect("a move");
                let told = lines.iter().find(|line| line.starts_with(&format!("info depth {depth} ")));
                let told =
                    told.expect("every depth is told").split(" pv ").nth(1).expect("a move").to_string();
                let ties: Vec<&String> = seen.ties.iter().map(|at| &names[*at]).collect();
                assert!(ties.contains(&&told), "{named}, {fen}, depth {depth}: {told} is none of {ties:?}");
                last = told;
            }
            assert_eq!(lines.last(), Some(&format!("bestmove {last}")));
        }
        engine.end();
    }
}

#[test]
fn it_introduces_itself() {
    let mut engine = Engine::start(MATERIAL);
    engine.say("uci");
    let lines = engine.until("uciok");
    assert!(lines[0].starts_with("id name Plyscope"));
    let player =
        "option name Player type string default player(rule=minimax,evaluator=material,search=alpha-beta)";
    assert!(lines.iter().any(|line| line == player), "{lines:?}");
    engine.say("isready");
    assert_eq!(engine.line(), "readyok");
    engine.say("quit");
    engine.end();
}

/// Mates are found at their distance, announced, and played: not put off.
#[test]
fn mates_are_found_and_played() {
    for player in ["player(evaluator=material)", "player(evaluator=material,search=full-width)"] {
        let mut engine = Engine::start(player);
        // Two rooks against a king: mate in two, then in one.
        let (game, fen) = (catalogue().game("chess").expect("chess"), "7k/8/8/8/8/8/R7/1R5K w - - 0 1");
        engine.say(&format!("position fen {fen}\ngo depth 6"));
        let lines = engine.until("bestmove");
        assert!(lines[lines.len() - 2].contains("depth 3 score mate 2 "), "{lines:?}");
        let first = lines.last().expect("a move")["bestmove ".len()..].to_string();
        let at = game.parse_position(fen).expect("a position");
        let choice =
            game.move_names(&at).expect("moves").iter().position(|name| *name == first).expect("legal");
        let after = expand_one(&*game, &at).expect("moves").after.swap_remove(choice);
        for answer in game.move_names(&after).expect("moves") {
            engine.say(&format!("position fen {fen} moves {first} {answer}\ngo depth 6"));
            let lines = engine.until("bestmove");
            assert!(lines[lines.len() - 2].contains("depth 1 score mate 1 "), "{lines:?}");
        }
        // Mated in one move whatever is played.
        engine.say("position fen 7k/R7/8/8/8/8/8/1R5K b - - 0 1\ngo depth 5");
        let lines = engine.until("bestmove");
        assert!(lines[lines.len() - 2].contains("depth 2 score mate -1 "), "{lines:?}");
        engine.end();
    }
}

/// Where there is no move it says so, and where nothing can be won any move is legal.
#[test]
fn where_there_is_nothing_to_find() {
    let mut engine = Engine::start(MATERIAL);
    engine.say("position fen R5k1/5ppp/8/8/8/8/8/7K b - - 0 1\ngo depth 3");
    assert_eq!(engine.until("bestmove"), ["info depth 0 score mate 0", "bestmove (none)"]);
    engine.say("position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\ngo movetime 100");
    assert_eq!(engine.until("bestmove"), ["info depth 0 score cp 0", "bestmove (none)"]);
    assert!(
        ["a1b3", "a1c2", "h1g1", "h1g2", "h1h2"]
            .contains(&&*engine.best("position fen 7k/8/8/8/8/8/8/N6K w - - 0 1\ngo depth 2"))
    );
    engine.end();
}

/// The game so far counts: a position that would come for the third time is a draw, and who is ahead avoids it.
#[test]
fn repetitions_are_known() {
    let fen = "8/8/8/8/4k3/8/8/QK6 w - - 0 1";
    let mut engine = Engine::start("player(evaluator=piece-square)");
    let first = engine.best(&format!("position fen {fen}\ngo depth 1"));
    // There and back, twice: the position after the move that it likes has been there two times.
    let back = format!("{}{}", &first[2..], &first[..2]);
    let moves = ["e4e5", "e4f4", "e4f3"].iter().find_map(|answer| {
        let returned = format!("{}{}", &answer[2..], &answer[..2]);
        let moves = format!("{first} {answer} {back} {returned} ").repeat(2);
        engine.say(&format!("position fen {fen} moves {moves}\nisready"));
        (engine.until("readyok").len() == 1).then_some(moves)
    });
    let moves = moves.expect("a way back");
    assert_ne!(engine.best(&format!("position fen {fen} moves {moves}\ngo depth 1")), first);
    engine.say(&format!("go depth 1 searchmoves {first}"));
    assert!(engine.until("bestmove")[0].contains("score cp 0 "));
    engine.say(&format!("position fen {fen}\ngo depth 1 searchmoves {first}"));
    assert!(!engine.until("bestmove")[0].contains("score cp 0 "));
    engine.end();
}

/// Every search ends when it is told to, at once, and is answered once.
#[test]
fn it_stops_at_any_time() {
    let mut engine = Engine::start("player(evaluator=mobility,search=full-width)");
    for go in ["go infinite", "go", "go ponder wtime 1000 btime 1000", "go depth 200", "go infinite depth 1"]
    {
        engine.say("position startpos moves e2e4");
        engine.say(go);
        engine.say("isready");
        let ready = engine.until("readyok");
        assert!(!ready.iter().any(|line| line.starts_with("bestmove")), "{go}: {ready:?}");
        thread::sleep(Duration::from_millis(20));
        let told = Instant::now();
        let best = engine.best("stop");
        assert!(told.elapsed() < Duration::from_millis(500), "{go}: {:?}", told.elapsed());
        assert_eq!(best.len(), 4, "{go}: {best}");
        engine.say("stop");
        assert!(engine.is_quiet(), "{go}: nothing was going on");
    }
    // A second `go` without `stop` ends the first.
    engine.say("go infinite\ngo depth 1");
    engine.until("bestmove");
    engine.until("bestmove");
    assert!(engine.is_quiet());
    // Stopped before anything was found there is a legal move all the same.
    for _ in 0..20 {
        assert_eq!(engine.best("go infinite\nstop").len(), 4);
    }
    // Nor is a search left without an answer where the input ends.
    engine.say("go infinite");
    engine.input = None;
    engine.until("bestmove");
    engine.end();
}

/// A clock is kept; pondering begins it with `ponderhit`.
#[test]
fn it_keeps_its_time() {
    let mut engine = Engine::start("player(evaluator=piece-square,search=full-width)");
    engine.say("setoption name Move Overhead value 0\nposition startpos");
    for (go, least, most) in [
        ("go movetime 100", 100, 600),
        ("go wtime 300 btime 1", 0, 300),
        ("go wtime 100000 btime 100000 movestogo 1 depth 1", 0, 500),
        ("go wtime -20 btime 50 winc 0", 0, 300),
    ] {
        let begun = Instant::now();
        let best = engine.best(go);
        let taken = begun.elapsed().as_millis();
        assert!((least..=most).contains(&taken), "{go}: {taken} ms, {best}");
    }
    engine.say("go ponder movetime 50");
    thread::sleep(Duration::from_millis(120));
    engine.say("isready");
    assert!(!engine.until("readyok").iter().any(|line| line.starts_with("bestmove")));
    let hit = Instant::now();
    engine.best("ponderhit");
    assert!((50..500).contains(&hit.elapsed().as_millis()), "{:?}", hit.elapsed());
    // A search that was over while it pondered is answered with `ponderhit`.
    engine.say("go ponder depth 1");
    assert!(engine.until("info depth 1")[0].contains(" pv ") && engine.is_quiet());
    assert_eq!(engine.best("ponderhit").len(), 4);
    engine.end();
}

/// Nodes are counted, and the count is kept; a limit that allows nothing still gives a move.
#[test]
fn it_counts_nodes() {
    let mut engine = Engine::start("player(evaluator=material,search=full-width)");
    for nodes in [0, 1, 19, 20, 500, 5000] {
        engine.say(&format!("position startpos\ngo nodes {nodes}"));
        let lines = engine.until("bestmove");
        for line in &lines[..lines.len() - 1] {
            let words: Vec<&str> = line.split(' ').collect();
            let at = words.iter().position(|word| *word == "nodes").expect("it says how many");
            assert!(words[at + 1].parse::<u64>().expect("a number") <= nodes, "{nodes}: {line}");
        }
        assert_eq!(lines.last().map(|line| line.len()), Some("bestmove e2e4".len()), "{lines:?}");
    }
    engine.end();
}

/// Only the moves that are asked about are chosen, and their scores are those of a search of all moves.
#[test]
fn among_some_moves() {
    let mut engine = Engine::start("player(evaluator=material,search=alpha-beta)");
    // The rook takes the queen, or else something less.
    let fen = "3qk3/8/8/8/8/8/n7/3RK2R w - - 0 1";
    engine.say(&format!("position fen {fen}\ngo depth 1"));
    assert_eq!(engine.until("bestmove").pop().as_deref(), Some("bestmove d1d8"));
    engine.say("go depth 1 searchmoves h1h8 e1f2");
    let lines = engine.until("bestmove");
    assert!(lines[0].contains("score cp -"), "{lines:?}");
    assert!(["bestmove h1h8", "bestmove e1f2"].contains(&&*lines[1]), "{lines:?}");
    // Moves that are not legal are passed over; all of them are: any move.
    assert_eq!(engine.best("go depth 1 searchmoves e1f2 a1a8"), "e1f2");
    assert_eq!(engine.best("go depth 1 searchmoves a1a8"), "d1d8");
    engine.end();
}

/// What is not understood is passed over, and nothing makes it fall.
#[test]
fn garbage_is_passed_over() {
    let mut engine = Engine::start(MATERIAL);
    for line in [
        "",
        "xyzzy",
        "go depth x searchmoves",
        "stop",
        "setoption",
        "setoption name",
        "setoption name Nothing value 3",
        "setoption name Player value player(rule=none)",
        "setoption name Move Overhead value -3",
        "position",
        "position fen",
        "position fen 9/9/9/9/9/9/9/9 w - - 0 1",
        "position startpos moves e2e5",
        "position startpos moves \u{1b}[31m",
        "ponderhit",
        "stop",
        "debug on",
        "ucinewgame",
        "register later",
        "go mate 99999999999999999999999999",
        "stop",
        &"position startpos moves e2e4 ".repeat(50_000),
    ] {
        engine.say(line);
    }
    engine.input.as_mut().expect("open").write_all(b"\xff\xfe\n\0\n").expect("it listens");
    engine.say("isready");
    let said = engine.until("readyok");
    let told = said.iter().filter(|line| !line.starts_with("info ") && !line.starts_with("bestmove "));
    assert_eq!(told.collect::<Vec<_>>(), ["readyok"]);
    assert!(said.iter().any(|line| line.contains("move 1 (`e2e5`) is not legal")), "{said:?}");
    assert!(said.iter().any(|line| line.contains("too long")), "{said:?}");
    // The position is what it was.
    engine.say("position startpos moves e2e4\nposition startpos moves e2e5");
    let best = engine.best("go depth 1");
    assert!(["7", "8"].contains(&&best[1..2]), "Black is to move: {best}");
    engine.end();
}

/// Another player is an option, and takes effect with the next search.
#[test]
fn another_player_by_option() {
    let mut engine = Engine::start(MATERIAL);
    engine.say("setoption name Player value player(evaluator=random,depth=2)\nisready\nposition startpos\ngo depth 9");
    let lines = engine.until("bestmove");
    let depths = lines.iter().filter(|line| line.starts_with("info depth")).count();
    assert_eq!(depths, 2, "its own limit: {lines:?}");
    engine.say("setoption name Player value player(evaluator=material,nodes=300)\ngo infinite");
    assert!(engine.until("info depth")[0].contains(" nodes "));
    engine.best("stop");
    engine.end();
}

/// Searches without a rule play, too: with what they may spend by their own names.
#[test]
fn searches_without_a_rule_play() {
    let calibrated = "evaluator=\"random(calibrate=isotonic,truth=play,solved=100)\"";
    for player in [
        "mcts(evaluator=material,iterations=10)".to_string(),
        "mcts(evaluator=material,evaluations=10)".to_string(),
        format!("decisive({calibrated},evaluations=10)"),
    ] {
        let mut engine = Engine::start(&player);
        for position in ["startpos", "startpos moves e2e4"] {
            let best = engine.best(&format!("position {position}\ngo wtime 60000 btime 60000"));
            assert_eq!(best.len(), 4, "{player}: {best}");
        }
        engine.end();
    }
}

/// A conversation may come from afar: it starts no programs and reads no files.
#[test]
fn an_option_does_not_reach_outside() {
    let token = std::env::temp_dir().join(format!("plyscope-reached-{}", std::process::id()));
    let mut engine = Engine::start(MATERIAL);
    for value in [
        format!("uci(command=\"touch {}\")", token.display()),
        "decisive(evaluator=material,evaluations=9,model=\"/etc/passwd\")".to_string(),
        "learned(evaluator=material,evaluations=9,model=\"/etc/passwd\")".to_string(),
        "player(evaluator=\"histogram(path=\\\"/etc/passwd\\\")\")".to_string(),
        "engine(name=main)".to_string(),
    ] {
        engine.say(&format!("setoption name Player value {value}\nisready"));
        let said = engine.until("readyok");
        assert!(
            said.iter().any(|line| line.contains("starts a program or reads a file")),
            "{value}: {said:?}"
        );
    }
    assert!(!token.exists());
    engine.best("position startpos\ngo depth 1");
    engine.end();
}

/// Who cannot play chess is refused before anything is said.
#[test]
fn who_cannot_play_is_refused() {
    for (player, told) in [
        ("player(evaluator=lines)", "lines"),
        ("player(search=solve)", "end of the game"),
        ("player(rule=emm,evaluator=material)", "emm"),
        ("player(depth=0)", "depth=0"),
        ("mcts(evaluator=material)", "does not say what it may spend"),
        ("decisive(evaluator=material,evaluations=30)", "calibrate=isotonic"),
        ("gambler", "there is no player"),
        ("player(", ""),
    ] {
        let why = Seat::new(&catalogue(), player).err().expect(player).to_string();
        assert!(why.contains(told), "{player}: {why}");
    }
}

/// Games against itself to the end: every move is legal, and what it says of its own moves is what the rules say.
#[test]
fn it_plays_whole_games() {
    let catalogue = catalogue();
    let game = catalogue.game("chess").expect("chess");
    let mut engine = Engine::start("player(evaluator=random,depth=1)");
    let mut position = game.start(Stream::new(1, "uci").trial(0)).expect("a start");
    let mut moves = String::new();
    for _ in 0..300 {
        let names = game.move_names(&position).expect("moves");
        if names.is_empty() {
            break;
        }
        let best = engine.best(&format!("position startpos moves{moves}\ngo wtime 1000 btime 1000"));
        let at = names.iter().position(|name| *name == best).expect("legal");
        position = expand_one(&*game, &position).expect("moves").after.swap_remove(at);
        moves += &format!(" {best}");
    }
    assert!(moves.len() > 100);
    engine.end();
}
