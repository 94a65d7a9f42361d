//! Games unlike those of the library: positions that repeat, dice, one player, and a game that is very long.

mod chain;
mod dice;
mod doubling;
mod ring;

use plyscope::evaluator::{Estimate, Evaluator, PlayoutsOn, Profile, Random, Scale};
use plyscope::game::text::{MAX_DEPTH, TextTree};
use plyscope::game::{Facts, Game, GamePosition, Hints, Player, Turn, moves_of};
use plyscope::key::Stream;
use plyscope::name::{Name, Settings};
use plyscope::player::{AnyGame, Plan, RuleSearch, Seat, play};
use plyscope::rule::{AnyRule, Emm, EmmTrueTypes, MaxN, Minimax, Product, Rule, WithRule};
use plyscope::search::{
    AlphaBeta, Budget, DEEPEST, DepthIn, Effort, ForwardPruning, FullWidth, LeafValues, Order, Pruned,
    Recorder, Search, Solve, SolveGoal, Solver, TextTreeValues, ToTheEnd, perft, solve,
};
use plyscope::source::{Openings, RandomPositions, Source};
use plyscope::truth::{BySolving, TrueValue, Truth};
use plyscope::{Error, error::Limit, laws};
use std::sync::Arc;

/// Does something on a thread of 2 MiB, which is what threads have.
fn on_a_small_stack<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(2 << 20);
        thread.spawn_scoped(scope, work).unwrap().join().unwrap()
    })
}

/// Two numbers as a position's text.
fn parse_two<A: std::str::FromStr, B: std::str::FromStr>(text: &str) -> Option<(A, B)> {
    let (one, two) = text.split_once(' ')?;
    Some((one.parse().ok()?, two.parse().ok()?))
}

fn random() -> Random {
    Random::named("random(error=minority)").unwrap()
}

fn playouts() -> PlayoutsOn {
    let playouts = plyscope::evaluator::Playouts::new(20).unwrap();
    PlayoutsOn { playouts, trial: Stream::new(1, "playouts").trial(0) }
}

/// Minimax to a depth, with an evaluator beyond; the mover takes the best, and chance is expected.
fn expectiminimax<G: Game>(game: &G, position: &G::Position, depth: u32, e: &impl Evaluator<G>) -> f64 {
    let below = |choice: &G::Move| expectiminimax(game, &game.play(position, choice), depth - 1, e);
    let (moves, mut chances) = (moves_of(game, position), Vec::new());
    game.chances(position, &mut chances);
    match game.turn(position) {
        Turn::Over if e.profile().scale == Scale::Score => game.payoff(position, Player::FIRST),
        Turn::Over => (game.payoff(position, Player::FIRST) + 1.0) / 2.0,
        _ if depth == 0 => e.estimate(game, position).score(),
        Turn::Chance => moves.iter().zip(chances).map(|(throw, chance)| chance * below(throw)).sum(),
        Turn::Player(Player::FIRST) => moves.iter().map(below).fold(f64::NEG_INFINITY, f64::max),
        Turn::Player(_) => moves.iter().map(below).fold(f64::INFINITY, f64::min),
    }
}

/// A search says that it was longer than the game can be.
fn too_long<T>(found: plyscope::Result<T>) -> bool {
    let wanted = |error: &Error| matches!(error, Error::TooDeep { plies: 40, limit: Limit::Longest, .. });
    found.as_ref().err().is_some_and(wanted)
}
