//! An ending for retrograde analysis: where its moves lead, and from where they come.
//!
//! A place holds 0 for a draw, 1 more than the plies to mate where one side wins (an odd distance: the side to move), and
//! [`ILLEGAL`] where no position is.

use super::ending::Ending;
use super::layout::{Layout, Standing, locate};
use super::moves::{Forward, Scene};
use plyscope_tables::{Places, Start, Value, analyse};
use std::sync::Arc;

/// No position.
pub(super) const ILLEGAL: u8 = 255;

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

/// The places of an ending whose conversions are known.
struct EndingPlaces<'a> {
    layout: Layout,
    known: &'a [Arc<Solved>],
}

impl Places for EndingPlaces<'_> {
    fn size(&self) -> usize {
        self.layout.size()
    }

    fn start(&self, place: usize) -> Option<Start> {
        let scene = Scene::new(&self.layout, self.layout.spot(place));
        if !scene.is_legal() {
            return None;
        }
        let next = 1 - self.layout.spot(place).turn;
        let (mut open, mut known) = (0, None);
        scene.forward(|found| match found {
            Forward::Quiet => open += 1,
            Forward::Conversion(kings, men) => {
                let value = value_of(kings, men, next, self.known).one_ply_before(false);
                known = known.max(Some(value));
            }
        });
        if open == 0 && known.is_none() {
            known = Some(if scene.is_check() { Value::loss(0) } else { Value::DRAW });
        }
        Some(Start { known, open })
    }

    fn before(&self, place: usize, mut found: impl FnMut(usize, bool)) {
        Scene::new(&self.layout, self.layout.spot(place)).backward(|before| found(before, false));
    }
}

/// Works out an ending whose conversions are known, on `threads` threads.
pub(super) fn solve(ending: Ending, known: &[Arc<Solved>], threads: usize) -> Vec<u8> {
    let places = EndingPlaces { layout: Layout::new(ending), known };
    let byte = |value: Value| match value.plies() {
        _ if value == Value::NOWHERE => ILLEGAL,
        Some(plies) => plies as u8 + 1,
        None => 0,
    };
    analyse(&places, threads).values.into_iter().map(byte).collect()
}

/// What a position of an ending that is known is worth to its mover.
fn value_of(kings: [usize; 2], men: &[Standing], turn: usize, known: &[Arc<Solved>]) -> Value {
    let Some((ending, spot)) = locate(kings, men, turn) else { return Value::DRAW };
    let solved = known.iter().find(|solved| solved.layout.ending == ending);
    let solved = solved.expect("whatever an ending converts to is worked out before it");
    match solved.values[solved.layout.place(&spot)] {
        0 => Value::DRAW,
        value if value % 2 == 0 => Value::win(u16::from(value) - 1),
        value => Value::loss(u16::from(value) - 1),
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
