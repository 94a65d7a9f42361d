//! The conversation: one thread that reads events in order and alone writes.

use super::order::{Limits, Order};
use super::root::Root;
use super::seat::{Seat, Seated};
use super::thinking::{Found, Score, Task};
use plyscope::error::Result;
use plyscope_files::wait;
use std::io::{self, BufRead, Read, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::{Builder, JoinHandle};
use std::time::{Duration, Instant};

/// The longest line that is read, in bytes: the longest game has fewer.
const MAX_LINE: u64 = 1 << 18;
/// Searches go hundreds of plies down.
const STACK: usize = 64 << 20;
/// What gets lost between the clock and us, in milliseconds, by default and at the most.
const OVERHEAD: (u64, u64) = (30, 5000);

/// What happens.
enum Event {
    /// A program says something.
    Line(String),
    /// It says something that is no line: too long, or no text.
    Garbage,
    /// It says no more.
    End,
    /// The player of this number is made, or could not be.
    Seated(u64, Result<Seated>),
    /// A search found something.
    Found(u64, Found),
    /// A search is over; what went wrong, if something did.
    Over(u64, Option<String>),
}

/// A conversation with a chess program.
pub struct Session<W> {
    output: W,
    events: (SyncSender<Event>, Receiver<Event>),
    seat: Seat,
    seated: Option<Arc<Seated>>,
    /// The player of this number is being made.
    making: Option<u64>,
    /// How many were named so far.
    named: u64,
    /// How often `readyok` is owed when it is made.
    owed: usize,
    root: Root,
    overhead: Duration,
    /// Searches are numbered: what comes late from one that was ended is known by its number.
    number: u64,
    search: Option<Running>,
    /// The thread that searched last; the next search waits for its end.
    last: Option<JoinHandle<()>>,
}

/// A search that is not answered yet.
struct Running {
    limits: Limits,
    root: Root,
    moves: Vec<String>,
    /// Since when the clock runs.
    since: Instant,
    begun: Instant,
    stop: Arc<AtomicBool>,
    best: Option<Found>,
    /// Is there nothing left to search?
    over: bool,
}

impl<W: Write> Session<W> {
    /// With a player, writing to this.
    pub fn new(seat: Seat, output: W) -> Self {
        Session {
            output,
            events: sync_channel(64),
            root: Root::start(seat.chess()),
            seat,
            seated: None,
            making: None,
            named: 0,
            owed: 0,
            overhead: Duration::from_millis(OVERHEAD.0),
            number: 0,
            search: None,
            last: None,
        }
    }

    /// Speaks until the input ends or says `quit`. An error is that the first player could not be made.
    pub fn run(mut self, input: impl Read + Send + 'static) -> Result<()> {
        let (seat, events) = (self.seat.clone(), self.events.0.clone());
        let reader = Builder::new().spawn(move || read_lines(input, &events));
        let told = match reader {
            Ok(_) => self.make(seat).and_then(|()| self.speak()),
            Err(_) => Err(Ended::Output),
        };
        if let Some(search) = &self.search {
            search.stop.store(true, Ordering::Relaxed);
        }
        match told {
            Err(Ended::Player(error)) => Err(error),
            // The other side has gone.
            Err(Ended::Output) | Ok(()) => Ok(()),
        }
    }

    fn speak(&mut self) -> std::result::Result<(), Ended> {
        loop {
            match wait::receive(&self.events.1, self.deadline()) {
                Err(wait::Ended::Late) => self.answer()?,
                // We hold a sender ourselves.
                Err(wait::Ended::Gone | wait::Ended::Interrupted) => return Ok(()),
                Ok(Event::Line(line)) => match Order::read(&line) {
                    Some(Order::Quit) => return Ok(()),
                    Some(order) => self.obey(order)?,
                    None => {}
                },
                Ok(Event::Garbage) => self.say("info string a line was passed over: too long, or no text")?,
                Ok(Event::End) => {
                    if self.search.is_some() {
                        self.answer()?;
                    }
                    return Ok(());
                }
                Ok(Event::Seated(number, made)) if self.making == Some(number) => self.sit(made)?,
                Ok(Event::Found(number, found)) if number == self.number => self.tell(found)?,
                Ok(Event::Over(number, error)) if number == self.number => {
                    if let Some(error) = error {
                        self.say(&format!("info string error: {error}"))?;
                    }
                    if let Some(search) = &mut self.search {
                        search.over = true;
                    }
                    self.answer_if_over()?;
                }
                // Of a search that was ended, or a player that was replaced before it was made.
                Ok(Event::Found(..) | Event::Over(..) | Event::Seated(..)) => {}
            }
        }
    }

    /// One line, at once. What a program shows has no line breaks in it.
    fn say(&mut self, line: &str) -> std::result::Result<(), Ended> {
        let line: String = line.chars().map(|sign| if sign.is_control() { ' ' } else { sign }).collect();
        writeln!(self.output, "{line}").and_then(|()| self.output.flush()).map_err(|_| Ended::Output)
    }

    fn obey(&mut self, order: Order) -> std::result::Result<(), Ended> {
        match order {
            Order::Introduce => {
                self.say(&format!("id name Plyscope {}", env!("CARGO_PKG_VERSION")))?;
                self.say("id author the Plyscope developers")?;
                self.say(&format!("option name Player type string default {}", self.seat.name()))?;
                let (usual, most) = OVERHEAD;
                self.say(&format!("option name Move Overhead type spin default {usual} min 0 max {most}"))?;
                self.say("option name Ponder type check default false")?;
                self.say("uciok")
            }
            Order::Ready if self.making.is_some() => {
                self.owed += 1;
                Ok(())
            }
            Order::Ready => self.say("readyok"),
            Order::Set { name, value } => self.set(&name, value.as_deref()),
            Order::Position(text) => match Root::read(&text, self.seat.chess()) {
                Ok(root) => {
                    self.root = root;
                    Ok(())
                }
                Err(why) => self.say(&format!("info string position passed over: {why}")),
            },
            Order::Go(limits) => self.go(limits),
            Order::Stop if self.search.is_some() => self.answer(),
            Order::PonderHit => {
                if let Some(search) = &mut self.search {
                    (search.limits.ponder, search.since) = (false, Instant::now());
                }
                self.answer_if_over()
            }
            Order::Stop | Order::Quit | Order::Nothing => Ok(()),
        }
    }

    fn set(&mut self, name: &str, value: Option<&str>) -> std::result::Result<(), Ended> {
        let value = value.unwrap_or_default();
        match name.to_ascii_lowercase().as_str() {
            "player" => match self.seat.another(value) {
                Ok(seat) if seat.name() == self.seat.name() => Ok(()),
                Ok(seat) => self.make(seat),
                Err(error) => self.say(&format!("info string option Player passed over: {error}")),
            },
            "move overhead" => {
                match value.parse::<u64>().ok().filter(|milliseconds| *milliseconds <= OVERHEAD.1) {
                    Some(milliseconds) => {
                        self.overhead = Duration::from_millis(milliseconds);
                        Ok(())
                    }
                    None => self.say(&format!("info string option Move Overhead is 0 to {}", OVERHEAD.1)),
                }
            }
            // For a program to know that it may let us ponder.
            "ponder" => Ok(()),
            _ => self.say(&format!("info string no such option: {name}")),
        }
    }

    /// Makes a player; the one that is there stays until it is made.
    fn make(&mut self, seat: Seat) -> std::result::Result<(), Ended> {
        self.seat = seat.clone();
        self.named += 1;
        self.making = Some(self.named);
        let (number, events) = (self.named, self.events.0.clone());
        let made = Builder::new().stack_size(STACK).spawn(move || {
            let _ = events.send(Event::Seated(number, seat.take()));
        });
        // Without threads nothing can be done.
        made.map(drop).map_err(|_| Ended::Output)
    }

    /// A player is made: what waited for it is answered.
    fn sit(&mut self, made: Result<Seated>) -> std::result::Result<(), Ended> {
        self.making = None;
        match (made, &self.seated) {
            (Ok(seated), _) => self.seated = Some(Arc::new(seated)),
            (Err(error), None) => return Err(Ended::Player(error)),
            (Err(error), Some(_)) => self.say(&format!("info string option Player passed over: {error}"))?,
        }
        for _ in 0..std::mem::take(&mut self.owed) {
            self.say("readyok")?;
        }
        if self.search.as_ref().is_some_and(|search| !search.over) {
            self.think();
        }
        Ok(())
    }

    fn go(&mut self, limits: Limits) -> std::result::Result<(), Ended> {
        if self.search.is_some() {
            // Against the protocol; what was asked first is answered first.
            self.answer()?;
        }
        self.number += 1;
        let (root, moves, now) = (self.root.clone(), self.root.moves(), Instant::now());
        // Nothing to search where the game is over or cannot be won.
        let over = moves.is_empty() || root.is_dead();
        if over {
            let score = if moves.is_empty() && root.is_check() { "mate 0" } else { "cp 0" };
            self.say(&format!("info depth 0 score {score}"))?;
        }
        let stop = Arc::new(AtomicBool::new(false));
        self.search = Some(Running { limits, root, moves, since: now, begun: now, stop, best: None, over });
        if self.making.is_none() && !over {
            self.think();
        }
        self.answer_if_over()
    }

    /// Begins the search that was asked for.
    fn think(&mut self) {
        let (Some(search), Some(seated)) = (&mut self.search, &self.seated) else { return };
        let Running { limits, root, moves, stop, .. } = search;
        let among: Vec<usize> = (0..moves.len()).filter(|at| limits.among.contains(&moves[*at])).collect();
        let task = Task {
            seated: seated.clone(),
            position: root.position(),
            side: root.side(),
            among: Some(among).filter(|among| !among.is_empty()),
            deepest: limits.deepest(),
            nodes: limits.nodes,
        };
        let (stop, last, events, number) =
            (stop.clone(), self.last.take(), self.events.0.clone(), self.number);
        let thread = Builder::new().stack_size(STACK).spawn(move || {
            // One search at a time: the one before was told to stop.
            let _ = last.map(JoinHandle::join);
            // Said even if the search panics, or a program would wait for ever.
            let mut end = AtEnd { events: &events, number, error: Some("the search failed".into()) };
            let told = task.run(&stop, |found| {
                let _ = events.send(Event::Found(number, found));
            });
            end.error = told.err().map(|error| error.to_string());
        });
        match thread {
            Ok(thread) => self.last = Some(thread),
            Err(_) => search.over = true,
        }
    }

    fn tell(&mut self, found: Found) -> std::result::Result<(), Ended> {
        let Some(search) = &mut self.search else { return Ok(()) };
        search.best = Some(found);
        let time = search.begun.elapsed();
        let side = search.root.side();
        let score = found.value.and_then(|value| Score::of(&value, side, found.depth));
        let score = score.map_or(String::new(), |score| format!("score {score} "));
        let speed = found.nodes as f64 / time.as_secs_f64().max(1e-3);
        let line = format!(
            "info depth {} {score}nodes {} nps {speed:.0} time {} pv {}",
            found.depth,
            found.nodes,
            time.as_millis(),
            search.moves.get(found.choice).map_or("", String::as_str),
        );
        // The next depth would not come to its end.
        let late =
            search.limits.time(side, self.overhead).is_some_and(|time| search.since.elapsed() >= time.begin);
        let ends = late && !search.limits.ponder && !search.limits.infinite;
        self.say(&line)?;
        if ends { self.answer() } else { Ok(()) }
    }

    /// When the search has to end, if a clock runs.
    fn deadline(&self) -> Option<Instant> {
        let search =
            self.search.as_ref().filter(|search| !search.limits.ponder && !search.limits.infinite)?;
        let time = search.limits.time(search.root.side(), self.overhead)?;
        Some(search.since + time.end)
    }

    fn answer_if_over(&mut self) -> std::result::Result<(), Ended> {
        let waits = |search: &Running| search.limits.infinite || search.limits.ponder;
        match &self.search {
            Some(search) if search.over && !waits(search) => self.answer(),
            _ => Ok(()),
        }
    }

    /// Ends the search and says the best move so far; a legal one even if nothing was found yet.
    fn answer(&mut self) -> std::result::Result<(), Ended> {
        let Some(search) = self.search.take() else { return Ok(()) };
        search.stop.store(true, Ordering::Relaxed);
        // What it still says is not for this search.
        self.number += 1;
        let allowed = search.moves.iter().find(|named| search.limits.among.contains(named));
        let found = search.best.and_then(|found| search.moves.get(found.choice));
        let best = found.or(allowed).or(search.moves.first());
        self.say(&format!("bestmove {}", best.map_or("(none)", String::as_str)))
    }
}

/// Why a conversation ended early.
enum Ended {
    /// The other side has gone, or nothing can be done.
    Output,
    /// There is no player.
    Player(plyscope::Error),
}

/// Says that a search is over when it goes out of scope.
struct AtEnd<'a> {
    events: &'a SyncSender<Event>,
    number: u64,
    error: Option<String>,
}

impl Drop for AtEnd<'_> {
    fn drop(&mut self) {
        let _ = self.events.send(Event::Over(self.number, self.error.take()));
    }
}

/// Hands lines on until there are none, or the session has ended.
fn read_lines(input: impl Read, events: &SyncSender<Event>) {
    let mut input = io::BufReader::new(input);
    // A line that was too long goes on.
    let mut inside = false;
    loop {
        let mut line = Vec::new();
        let read = (&mut input).take(MAX_LINE).read_until(b'\n', &mut line);
        let ends = line.ends_with(b"\n");
        let event = match read {
            Ok(0) | Err(_) => {
                let _ = events.send(Event::End);
                return;
            }
            Ok(read) if read as u64 == MAX_LINE && !ends => {
                if std::mem::replace(&mut inside, true) {
                    continue;
                }
                Event::Garbage
            }
            Ok(_) if std::mem::take(&mut inside) => continue,
            Ok(_) => String::from_utf8(line).map_or(Event::Garbage, Event::Line),
        };
        if events.send(event).is_err() {
            return;
        }
    }
}
