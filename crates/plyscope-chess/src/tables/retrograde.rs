//! Retrograde analysis: from mates and conversions backwards, distance by distance.
//!
//! A place holds 0 for a draw, 1 more than the plies to mate where somebody wins (an odd distance: the side to move), and
//! [`ILLEGAL`] where no position is. Ströhlein 1970, Thompson 1986.

use super::ending::Ending;
use super::layout::{Layout, Standing, locate};
use super::moves::{Forward, Scene};
use std::sync::Arc;

/// No position.
pub(super) const ILLEGAL: u8 = 255;
/// Somebody wins at the most so many plies before mate: bytes have no room for more.
const FARTHEST: usize = 250;
/// There is no capture or promotion.
const NONE: u8 = 255;

/// What every position of an ending is worth.
#[derive(Debug)]
pub(super) struct Solved {
    pub(super) layout: Layout,
    pub(super) values: Vec<u8>,
}

impl Solved {
    pub(super) fn new(ending: Ending, values: Vec<u8>) -> Self {
        Solved { layout: Layout::new(ending), values }
    }
}

/// What a position is worth where the next one is worth so much to its mover.
fn one_ply_before(value: u8) -> u8 {
    if value == 0 { 0 } else { value + 1 }
}

/// Is it a win for the side to move? Distances are odd, so bytes are even.
fn is_win(value: u8) -> bool {
    value != 0 && value.is_multiple_of(2)
}

/// The better of two values for the side to move: the shorter win, a draw, the longer loss.
fn better(a: u8, b: u8) -> u8 {
    let rank = |value: u8| match value {
        NONE => -1000,
        0 => 0,
        value if is_win(value) => 500 - i32::from(value),
        value => i32::from(value) - 500,
    };
    if rank(a) >= rank(b) { a } else { b }
}

/// What is known of a place before anything within the ending is.
#[derive(Clone, Copy)]
struct Start {
    value: u8,
    /// Moves within the ending.
    quiet: u8,
    /// The best capture or promotion.
    converted: u8,
    mated: bool,
}

/// Works out an ending whose conversions are known, on so many threads.
pub(super) fn solve(ending: Ending, known: &[Arc<Solved>], threads: usize) -> Vec<u8> {
    let layout = Layout::new(ending);
    let size = layout.size();
    let (mut values, mut quiet, mut converted) = (vec![0; size], vec![0; size], vec![NONE; size]);
    let mut levels: Vec<Vec<u32>> = vec![Vec::new(); FARTHEST + 2];
    let share = size.div_ceil(threads.max(1));
    let parts = values.chunks_mut(share).zip(quiet.chunks_mut(share)).zip(converted.chunks_mut(share));
    std::thread::scope(|scope| {
        let layout = &layout;
        let started = parts.enumerate().map(|(part, ((values, quiet), converted))| {
            scope.spawn(move || {
                let mut decided: Vec<(usize, u32)> = Vec::new();
                for i in 0..values.len() {
                    let place = part * share + i;
                    let start = start(layout, place, known);
                    (values[i], quiet[i], converted[i]) = (start.value, start.quiet, start.converted);
                    decided.extend(first_level(start).map(|level| (level, place as u32)));
                }
                decided
            })
        });
        let started: Vec<_> = started.collect();
        for thread in started {
            for (level, place) in thread.join().expect("it does not panic") {
                levels[level].push(place);
            }
        }
    });
    propagate(&layout, &mut values, &mut quiet, &converted, levels);
    values
}

/// The distance at which a position is decided without a move within the ending, if it is.
fn first_level(start: Start) -> Option<usize> {
    let Start { value, quiet, converted, mated } = start;
    if value == ILLEGAL {
        return None;
    }
    let lost = quiet == 0 && converted != NONE && converted != 0 && !is_win(converted);
    match converted {
        _ if mated => Some(0),
        NONE => None,
        value if is_win(value) || lost => Some(usize::from(value) - 1),
        _ => None,
    }
}

fn start(layout: &Layout, place: usize, known: &[Arc<Solved>]) -> Start {
    let scene = Scene::new(layout, layout.spot(place));
    if !scene.is_legal() {
        return Start { value: ILLEGAL, quiet: 0, converted: NONE, mated: false };
    }
    let next = 1 - layout.spot(place).turn;
    let (mut quiet, mut converted) = (0, NONE);
    scene.forward(|found| match found {
        Forward::Quiet => quiet += 1,
        Forward::Conversion(kings, men) => {
            converted = better(converted, one_ply_before(value_of(kings, men, next, known)));
        }
    });
    let mated = quiet == 0 && converted == NONE && scene.is_check();
    Start { value: 0, quiet, converted, mated }
}

/// What a position of an ending that is known is worth to its mover.
fn value_of(kings: [usize; 2], men: &[Standing], turn: usize, known: &[Arc<Solved>]) -> u8 {
    let Some((ending, spot)) = locate(kings, men, turn) else { return 0 };
    let solved = known.iter().find(|solved| solved.layout.ending == ending);
    let solved = solved.expect("whatever an ending converts to is worked out before it");
    solved.values[solved.layout.place(&spot)]
}

fn propagate(
    layout: &Layout,
    values: &mut [u8],
    quiet: &mut [u8],
    converted: &[u8],
    mut levels: Vec<Vec<u32>>,
) {
    for distance in 0..FARTHEST {
        for place in std::mem::take(&mut levels[distance]) {
            let place = place as usize;
            if values[place] != 0 {
                continue;
            }
            values[place] = distance as u8 + 1;
            let won = distance % 2 == 1;
            Scene::new(layout, layout.spot(place)).backward(|before| {
                if values[before] != 0 {
                    return;
                }
                if !won {
                    levels[distance + 1].push(before as u32);
                    return;
                }
                quiet[before] -= 1;
                if quiet[before] == 0 {
                    match converted[before] {
                        NONE => levels[distance + 1].push(before as u32),
                        // Another move draws or wins.
                        value if value == 0 || is_win(value) => {}
                        // Another move delays it longer.
                        value => levels[(distance + 1).max(usize::from(value) - 1)].push(before as u32),
                    }
                }
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::{BTreeMap, BTreeSet};

    fn solved(ending: &str, known: &[Arc<Solved>]) -> Arc<Solved> {
        let ending: Ending = ending.parse().unwrap();
        Arc::new(Solved::new(ending, solve(ending, known, 2)))
    }

    /// The eight images of a board.
    fn images(squares: [usize; 3]) -> impl Iterator<Item = [usize; 3]> {
        (0..8).map(move |image| {
            squares.map(|at| {
                let at = at ^ if image & 1 == 1 { 7 } else { 0 } ^ if image & 2 == 2 { 56 } else { 0 };
                if image & 4 == 4 { at % 8 * 8 + at / 8 } else { at }
            })
        })
    }

    /// Published many times, for example as the data set of Bain and Hoff (1994): Black to move, moves to mate.
    #[test]
    fn rook_against_king_as_published() {
        let table = solved("KRk", &[]);
        let (mut seen, mut counts) = (BTreeSet::new(), BTreeMap::new());
        for (place, value) in table.values.iter().enumerate() {
            let spot = table.layout.spot(place);
            if *value == ILLEGAL || spot.turn == 0 {
                continue;
            }
            let squares = [spot.kings[0], spot.kings[1], spot.at[0]];
            if seen.insert(images(squares).min().unwrap()) {
                let moves = (*value != 0).then(|| (value - 1) / 2);
                *counts.entry(moves).or_insert(0) += 1;
            }
        }
        let by_distance =
            [27, 78, 246, 81, 198, 471, 592, 683, 1433, 1712, 1985, 2854, 3597, 4194, 4553, 2166, 390];
        let found: Vec<i32> = (0..=16).map(|moves| counts[&Some(moves)]).collect();
        assert_eq!(found, by_distance);
        assert_eq!(counts[&None], 2796);
        assert_eq!(counts.values().sum::<i32>(), 28_056);
    }
    /// A queen against a rook takes at most 35 moves, a rook against a knight 40, a bishop and a knight 33.
    #[test]
    fn longest_mates_as_published() {
        let three: Vec<_> = ["KQk", "KRk", "KBk", "KNk"].iter().map(|ending| solved(ending, &[])).collect();
        for (ending, moves) in [("KQkr", 35), ("KRkn", 40), ("KBNk", 33)] {
            let table = solved(ending, &three);
            let longest = table.values.iter().filter(|value| **value != ILLEGAL).max().unwrap() - 1;
            // The side that is mated moves first.
            assert_eq!(longest, 2 * moves, "{ending}");
        }
    }
}
