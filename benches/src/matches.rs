//! (f) Matches at equal time: EMM and the product rule with pruning against alpha-beta minimax, so many milliseconds a
//! move. Each start is played twice with sides exchanged; the interval of the share of points is over starts.
//!
//! The clock decides, so no two runs are alike; what is a function of the seed is in the experiments `pruning/...`.

use crate::timing::{Result, Row};
use plyscope::catalogue::Catalogue;
use plyscope::game::AnyPosition;
use plyscope::key::Stream;
use plyscope::player::{AnyGame, Observation, Parts, Player, Seat, play};
use plyscope::search::Effort;
use plyscope::source::{Openings, Source};
use plyscope_lab::stats::mean_interval;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::{Duration, Instant};

/// Time for a move.
const MOVE: Duration = Duration::from_millis(5);
/// Starts of each match; two games each.
const STARTS: u64 = 100;

/// A player with a clock.
struct Timed {
    player: Arc<dyn Player>,
    /// Moves made, and nanoseconds and nodes that they took.
    moves: AtomicU64,
    nanoseconds: AtomicU64,
    nodes: AtomicU64,
}

impl Timed {
    fn new(player: Arc<dyn Player>) -> Self {
        let zero = || AtomicU64::new(0);
        Timed { player, moves: zero(), nanoseconds: zero(), nodes: zero() }
    }

    /// Milliseconds and nodes a move.
    fn spent(&self) -> (f64, f64) {
        let [moves, time, nodes] =
            [&self.moves, &self.nanoseconds, &self.nodes].map(|count| count.load(Ordering::Relaxed) as f64);
        (time / moves / 1e6, nodes / moves)
    }
}

impl Player for Timed {
    fn parts(&self) -> Parts {
        self.player.parts()
    }

    /// The clock alone ends it.
    fn decide_until(
        &self,
        position: &AnyPosition,
        efforts: &[Effort],
        _: Option<&AtomicBool>,
    ) -> plyscope::Result<Observation> {
        let (stop, clock) = (AtomicBool::new(false), Instant::now());
        let (finished, waiting) = mpsc::channel::<()>();
        let seen = thread::scope(|scope| {
            let stop = &stop;
            scope.spawn(move || {
                if waiting.recv_timeout(MOVE) == Err(mpsc::RecvTimeoutError::Timeout) {
                    stop.store(true, Ordering::Relaxed);
                }
            });
            let seen = self.player.decide_until(position, efforts, Some(stop));
            drop(finished);
            seen
        })?;
        self.moves.fetch_add(1, Ordering::Relaxed);
        self.nanoseconds.fetch_add(clock.elapsed().as_nanos() as u64, Ordering::Relaxed);
        self.nodes.fetch_add(seen.counts.generated, Ordering::Relaxed);
        Ok(seen)
    }

    fn check_effort(&self, effort: Effort) -> plyscope::Result<()> {
        self.player.check_effort(effort)
    }
}

/// A match: the share of points that the one takes from the other, with its interval.
fn share(game: &AnyGame, name: &str, plies: u32, one: &Timed, other: &Timed) -> Result<(f64, f64, f64)> {
    let openings = Openings { game: game.clone(), stream: Stream::new(3, name), plies };
    let mut scores = Vec::new();
    let [one, other] = [one, other].map(|player| Seat { player, efforts: &[] });
    for trial in 0..STARTS {
        let start = openings.trial(trial)?;
        let first = play(game, &start.position, [one, other], start.key, 0)?.to_its_end(game)?;
        let second = play(game, &start.position, [other, one], start.key, 1)?.to_its_end(game)?;
        scores.push((first.half_points + 2 - second.half_points) as f64 / 4.0);
    }
    let n = scores.len() as f64;
    let mean = scores.iter().sum::<f64>() / n;
    let variance = scores.iter().map(|score| (score - mean).powi(2)).sum::<f64>() / (n - 1.0);
    let interval = mean_interval(STARTS, mean, variance, 0.95);
    Ok((mean, interval.low, interval.high))
}

/// A game by name, random moves before it begins, a rule and its evaluator, and minimax's evaluator.
type Match = (&'static str, u32, &'static str, &'static str, &'static str);

/// Matches of both rules in full Kalah and in connect four.
pub fn measure(rows: &mut Vec<Row>) -> Result<()> {
    let playouts = "playouts(n=10)";
    let (seeds, features) = ("kalah(pits=6,seeds=4,start=random)", "kalah-features");
    let matches = [
        (seeds, 0, "emm", "kalah-features(error=0.2)", features),
        (seeds, 0, "emm", "kalah-features(error=minority)", features),
        (seeds, 0, "product", features, features),
        ("connect-four", 6, "emm", playouts, playouts),
        ("connect-four", 6, "product", playouts, playouts),
    ];
    played(&matches, rows)
}

/// Matches of both rules in the restricted Kalah of Zuckerman et al.
pub fn restricted(rows: &mut Vec<Row>) -> Result<()> {
    let game = "kalah(pits=6,seeds=2,start=random,moves=20,empty-moves=yes,extra-turn=no)";
    let features = "kalah-features";
    let matches =
        [(game, 0, "emm", "kalah-features(error=0.2)", features), (game, 0, "product", features, features)];
    played(&matches, rows)
}

fn played(matches: &[Match], rows: &mut Vec<Row>) -> Result<()> {
    let catalogue = Catalogue::built_in();
    for &(name, plies, rule, evaluator, opinion) in matches {
        let game = catalogue.game(name)?;
        let player = |rule, evaluator, search| catalogue.player(&game, rule, evaluator, search);
        let one = Timed::new(player(rule, evaluator, "pruned(deepening=yes,table=1)")?);
        let other = Timed::new(player("minimax", opinion, "alpha-beta(deepening=yes,table=1)")?);
        let (mean, low, high) = share(&game, name, plies, &one, &other)?;
        let ((time, nodes), (their_time, their_nodes)) = (one.spent(), other.spent());
        let about = format!(
            "{name}: {rule}, {evaluator}, share of points [{low:.3}, {high:.3}], {} games; {time:.2} and {their_time:.2} \
             ms, {nodes:.0} and {their_nodes:.0} nodes a move",
            2 * STARTS
        );
        rows.push(Row::rate(&about, mean, 1.0 - mean));
    }
    Ok(())
}
