//! What a chess program says to an engine, one line at a time, and what `go` allows: depth, nodes, time.

use std::time::Duration;

/// A line that is understood.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Order {
    /// `uci`: say who you are.
    Introduce,
    /// `isready`.
    Ready,
    /// `setoption name NAME value VALUE`; a button has no value.
    Set { name: String, value: Option<String> },
    /// `position ...`, without its first word.
    Position(String),
    /// `go ...`.
    Go(Limits),
    /// `stop`.
    Stop,
    /// `ponderhit`: the move that was pondered on was played.
    PonderHit,
    /// `quit`.
    Quit,
    /// Understood, and nothing is to be done: `ucinewgame` (nothing is kept from game to game), `debug`, `register`.
    Nothing,
}

impl Order {
    /// Reads a line. The protocol says that unknown words are passed over and the rest is tried; where nothing is
    /// understood there is no order.
    pub(super) fn read(line: &str) -> Option<Order> {
        let mut rest = line.trim();
        loop {
            let (word, after) =
                rest.split_once(|sign: char| sign.is_ascii_whitespace()).unwrap_or((rest, ""));
            let after = after.trim_start();
            return Some(match word {
                "uci" => Order::Introduce,
                "isready" => Order::Ready,
                "setoption" => option(after)?,
                "position" => Order::Position(after.to_string()),
                "go" => Order::Go(Limits::read(after)),
                "stop" => Order::Stop,
                "ponderhit" => Order::PonderHit,
                "quit" => Order::Quit,
                "ucinewgame" | "debug" | "register" => Order::Nothing,
                _ if after.is_empty() => return None,
                _ => {
                    rest = after;
                    continue;
                }
            });
        }
    }
}

/// Names and values have spaces; neither contains the word that separates them.
fn option(text: &str) -> Option<Order> {
    let named = text.strip_prefix("name")?.strip_prefix(|sign: char| sign.is_ascii_whitespace())?;
    let words: Vec<&str> = named.split_ascii_whitespace().collect();
    let at = words.iter().position(|word| *word == "value");
    let name = words[..at.unwrap_or(words.len())].join(" ");
    // As it was written: a value may hold several spaces.
    let value = at.and_then(|_| named.split_once("value")).map(|(_, value)| value.trim().to_string());
    (!name.is_empty()).then_some(Order::Set { name, value })
}

/// Moves that are assumed to be left where the program does not say.
const MOVES_LEFT: u32 = 30;

/// What `go` says.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Limits {
    pub(super) depth: Option<u32>,
    pub(super) nodes: Option<u64>,
    /// Look for a mate in this many moves.
    pub(super) mate: Option<u32>,
    /// Exactly so long.
    pub(super) move_time: Option<Duration>,
    /// What White and Black have left, and what they get for every move.
    pub(super) clocks: [Option<Duration>; 2],
    pub(super) increments: [Duration; 2],
    pub(super) moves_to_go: Option<u32>,
    /// Answer only when told to stop.
    pub(super) infinite: bool,
    /// It is the opponent's time: no clock runs, and nothing is answered before `ponderhit` or `stop`.
    pub(super) ponder: bool,
    /// Only these moves.
    pub(super) among: Vec<String>,
}

/// How long a search may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Time {
    /// After this no deeper search is begun.
    pub(super) begin: Duration,
    /// After this it is ended.
    pub(super) end: Duration,
}

const KEYWORDS: &[&str] = &[
    "searchmoves",
    "ponder",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "infinite",
];

impl Limits {
    /// Reads what follows `go`; what is not understood is passed over.
    pub(super) fn read(text: &str) -> Self {
        let mut limits = Limits::default();
        let mut words = text.split_ascii_whitespace().peekable();
        while let Some(word) = words.next() {
            let is_number = |next: &&str| next.parse::<i64>().is_ok();
            // A clock may be overdrawn.
            let mut number = || words.next_if(is_number).and_then(|next| next.parse::<i64>().ok());
            let mut whole = || number().map(|number| u64::try_from(number).unwrap_or(0));
            let small = |number: u64| u32::try_from(number).unwrap_or(u32::MAX);
            let time = Duration::from_millis;
            match word {
                "depth" => limits.depth = whole().map(small).or(limits.depth),
                "nodes" => limits.nodes = whole().or(limits.nodes),
                "mate" => limits.mate = whole().map(small).or(limits.mate),
                "movetime" => limits.move_time = whole().map(time).or(limits.move_time),
                "wtime" => limits.clocks[0] = whole().map(time).or(limits.clocks[0]),
                "btime" => limits.clocks[1] = whole().map(time).or(limits.clocks[1]),
                "winc" => limits.increments[0] = whole().map_or(limits.increments[0], time),
                "binc" => limits.increments[1] = whole().map_or(limits.increments[1], time),
                "movestogo" => limits.moves_to_go = whole().map(small).or(limits.moves_to_go),
                "infinite" => limits.infinite = true,
                "ponder" => limits.ponder = true,
                "searchmoves" => {
                    while let Some(named) = words.next_if(|next| !KEYWORDS.contains(next)) {
                        limits.among.push(named.to_string());
                    }
                }
                _ => {}
            }
        }
        limits
    }

    /// How deep to go: at least one ply. A mate in n moves ends with the ply 2n - 1.
    pub(super) fn deepest(&self) -> Option<u32> {
        let mate = self.mate.map(|moves| moves.saturating_mul(2).saturating_sub(1));
        [self.depth, mate].into_iter().flatten().min().map(|depth| depth.max(1))
    }

    /// How long the side of this number (0: White) may take for this move, where there is a clock; `overhead` is what gets
    /// lost on the way.
    pub(super) fn time(&self, side: usize, overhead: Duration) -> Option<Time> {
        let left = |time: Duration| time.saturating_sub(overhead).max(Duration::from_millis(1));
        if let Some(time) = self.move_time {
            // With so short a time, less is lost on the way.
            let end = left(time).max(time / 2);
            return Some(Time { begin: end, end });
        }
        let clock = left(self.clocks[side]?);
        let moves = self.moves_to_go.unwrap_or(MOVES_LEFT).clamp(1, MOVES_LEFT);
        let share = clock / moves + self.increments[side] * 3 / 4;
        // A search that has begun may take longer, and never so long that the next moves have nothing left.
        let most = if moves == 1 { clock * 9 / 10 } else { clock / 3 };
        let end = (share * 3).min(most).max(Duration::from_millis(1));
        // The next depth takes several times as long as all before it.
        Some(Time { begin: (share / 2).min(end), end })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_programs() {
        let set = |name: &str, value: Option<&str>| {
            Some(Order::Set { name: name.into(), value: value.map(String::from) })
        };
        for (line, order) in [
            ("uci", Some(Order::Introduce)),
            ("  isready \r", Some(Order::Ready)),
            ("joho debug on", Some(Order::Nothing)),
            ("position startpos moves e2e4", Some(Order::Position("startpos moves e2e4".into()))),
            ("setoption name Move Overhead value 50", set("Move Overhead", Some("50"))),
            ("setoption name Clear Hash", set("Clear Hash", None)),
            ("setoption name Player value player(rule=emm)", set("Player", Some("player(rule=emm)"))),
            ("setoption name Player value", set("Player", Some(""))),
            ("setoption value 3", None),
            ("setoption name", None),
            ("", None),
            ("hello world", None),
            ("\u{0}\u{1b}[31m", None),
        ] {
            assert_eq!(Order::read(line), order, "{line:?}");
        }
    }

    #[test]
    fn what_is_understood_counts() {
        let read = Limits::read(
            "wtime 60000 btime -5 winc 1000 movestogo 10 searchmoves e2e4 d2d4 depth 7 nodes x ponder",
        );
        assert_eq!((read.depth, read.nodes, read.ponder, read.infinite), (Some(7), None, true, false));
        assert_eq!(read.among, ["e2e4", "d2d4"]);
        assert_eq!(read.clocks, [Some(Duration::from_secs(60)), Some(Duration::ZERO)]);
        assert_eq!(Limits::read("depth").depth, None);
        assert_eq!(Limits::read("depth depth 3").depth, Some(3));
        assert_eq!(Limits::read("nodes 99999999999999999999999").nodes, None);
        assert_eq!(Limits::read("depth 0").deepest(), Some(1));
        assert_eq!(Limits::read("mate 2").deepest(), Some(3));
        assert_eq!(Limits::read("mate 0 depth 4").deepest(), Some(1));
        assert_eq!(Limits::read("infinite").deepest(), None);
    }

    /// Whatever the clock says, a game of any length is played without overstepping it.
    #[test]
    fn no_clock_is_overstepped() {
        let overhead = Duration::from_millis(30);
        for (start, increment, moves_to_go) in
            [(60_000, 0, None), (1000, 100, None), (10_000, 0, Some(40)), (50, 0, None)]
        {
            let mut clock = Duration::from_millis(start);
            for played in 0..200 {
                let moves_to_go = moves_to_go.map(|moves: u32| moves - played % moves);
                let increments = [Duration::from_millis(increment); 2];
                let limits =
                    Limits { clocks: [Some(clock), None], increments, moves_to_go, ..Limits::default() };
                let time = limits.time(0, overhead).expect("there is a clock");
                assert!(time.begin <= time.end);
                // On the way everything is lost that may be, as long as there is so much.
                let taken = time.end + if clock > overhead { overhead } else { Duration::ZERO };
                assert!(taken <= clock.max(Duration::from_millis(1)), "{clock:?}: {time:?}");
                clock = clock.saturating_sub(taken) + Duration::from_millis(increment);
                if moves_to_go == Some(1) {
                    clock += Duration::from_millis(start);
                }
            }
            assert_eq!(Limits::default().time(0, overhead), None);
        }
    }
}
