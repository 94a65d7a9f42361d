//! Copying a position for every move, or making the move and taking it back: the same walk over all moves to a depth,
//! with an opinion at the frontier, both ways.
//!
//! Copying is a copy and the same code that makes a move in place, so that nothing but the technique differs.

use crate::games::perft;
use crate::timing::{Result, Row, seconds};
use std::hint::black_box;

/// A position that can be copied, or changed and changed back.
trait Board: Copy {
    /// What has to be known to take a move back.
    type Undo;
    /// Moves are numbered from 0 to this.
    const MOVES: u8;
    fn can(&self, choice: u8) -> bool;
    fn is_over(&self) -> bool;
    fn worth(&self) -> i64;
    fn make(&mut self, choice: u8) -> Self::Undo;
    fn unmake(&mut self, undo: Self::Undo);
}

/// Positions met and the sum of what those at the frontier are worth.
type Seen = (u64, i64);

fn by_copying<B: Board>(board: &B, depth: u32) -> Seen {
    if depth == 0 || board.is_over() {
        return (1, board.worth());
    }
    let mut seen = (1, 0);
    for choice in 0..B::MOVES {
        if board.can(choice) {
            let mut after = *board;
            after.make(choice);
            let below = by_copying(&after, depth - 1);
            seen = (seen.0 + below.0, seen.1 + below.1);
        }
    }
    seen
}

fn by_taking_back<B: Board>(board: &mut B, depth: u32) -> Seen {
    if depth == 0 || board.is_over() {
        return (1, board.worth());
    }
    let mut seen = (1, 0);
    for choice in 0..B::MOVES {
        if board.can(choice) {
            let undo = board.make(choice);
            let below = by_taking_back(board, depth - 1);
            board.unmake(undo);
            seen = (seen.0 + below.0, seen.1 + below.1);
        }
    }
    seen
}

/// Connect four of seven columns and six rows: a bit a cell, columns of seven bits.
#[derive(Clone, Copy)]
struct Columns {
    mover: u64,
    other: u64,
    won: bool,
}

impl Board for Columns {
    /// The stone; nobody had won before it.
    type Undo = u64;
    const MOVES: u8 = 7;

    fn can(&self, column: u8) -> bool {
        (self.mover | self.other) >> (7 * column + 5) & 1 == 0
    }
    fn is_over(&self) -> bool {
        self.won || (self.mover | self.other).count_ones() == 42
    }
    fn worth(&self) -> i64 {
        i64::from(crate::peer::worth(self.mover) - crate::peer::worth(self.other))
    }
    fn make(&mut self, column: u8) -> u64 {
        let taken = self.mover | self.other;
        let stone = (taken + (1 << (7 * column))) & !taken;
        (self.mover, self.other) = (self.other, self.mover | stone);
        self.won = crate::peer::has_four(self.other);
        stone
    }
    fn unmake(&mut self, stone: u64) {
        (self.mover, self.other) = (self.other & !stone, self.mover);
        self.won = false;
    }
}

/// Kalah with six pits a side, empty captures and extra turns: pits and store of the first player, then of the second.
#[derive(Clone, Copy)]
struct Houses {
    seeds: [u8; 14],
    mover: usize,
}

/// What a sowing did.
struct Sowing {
    mover: usize,
    pit: usize,
    hand: u8,
    /// Where the last seed fell, and what was captured opposite, if it captured.
    captured: Option<(usize, u8)>,
}

impl Houses {
    /// The place after a place, as a player sows.
    fn next(at: usize, mover: usize) -> usize {
        let after = if at == 13 { 0 } else { at + 1 };
        // Past the other player's store.
        match (after, mover) {
            (13, 0) => 0,
            (6, 1) => 7,
            _ => after,
        }
    }
}

impl Board for Houses {
    type Undo = Sowing;
    const MOVES: u8 = 6;

    fn can(&self, pit: u8) -> bool {
        self.seeds[7 * self.mover + usize::from(pit)] > 0
    }
    fn is_over(&self) -> bool {
        [0, 7].iter().any(|side| self.seeds[*side..*side + 6].iter().all(|seeds| *seeds == 0))
    }
    fn worth(&self) -> i64 {
        i64::from(self.seeds[6]) - i64::from(self.seeds[13])
    }
    fn make(&mut self, pit: u8) -> Sowing {
        let (mover, pit, store) = (self.mover, 7 * self.mover + usize::from(pit), 7 * self.mover + 6);
        let hand = std::mem::take(&mut self.seeds[pit]);
        let mut at = pit;
        for _ in 0..hand {
            at = Self::next(at, mover);
            self.seeds[at] += 1;
        }
        let mut captured = None;
        if at != store && at / 7 == mover && self.seeds[at] == 1 {
            let opposite = std::mem::take(&mut self.seeds[12 - at]);
            self.seeds[at] = 0;
            self.seeds[store] += 1 + opposite;
            captured = Some((at, opposite));
        }
        if at != store {
            self.mover = 1 - mover;
        }
        Sowing { mover, pit, hand, captured }
    }
    fn unmake(&mut self, Sowing { mover, pit, hand, captured }: Sowing) {
        if let Some((at, opposite)) = captured {
            self.seeds[7 * mover + 6] -= 1 + opposite;
            self.seeds[12 - at] = opposite;
            self.seeds[at] = 1;
        }
        let mut at = pit;
        for _ in 0..hand {
            at = Self::next(at, mover);
            self.seeds[at] -= 1;
        }
        self.seeds[pit] = hand;
        self.mover = mover;
    }
}

fn compare<B: Board>(rows: &mut Vec<Row>, game: &str, start: B, depth: u32) -> Result<()> {
    let (seen, again) = (by_copying(&start, depth), by_taking_back(&mut start.clone(), depth));
    // The library's rules make as many positions, and both ways see the same ones.
    let wanted = 1 + perft(game, depth)?;
    if seen != again || seen.0 != wanted {
        return Err(
            format!("{game}: {seen:?} and {again:?}, by the library's rules {wanted} positions").into()
        );
    }
    let (mut copying, mut taking_back) = (f64::INFINITY, f64::INFINITY);
    for _ in 0..15 {
        copying = copying.min(seconds(|| Ok(black_box(by_copying(black_box(&start), depth))))?);
        taking_back =
            taking_back.min(seconds(|| Ok(black_box(by_taking_back(&mut black_box(start), depth))))?);
    }
    let name = format!("{game}, {} bytes: ns a position, copied, against taken back", size_of::<B>());
    rows.push(Row::time(&name, 1e9 * copying / seen.0 as f64, 1e9 * taking_back / seen.0 as f64));
    Ok(())
}

/// Both games both ways.
pub fn measure(rows: &mut Vec<Row>) -> Result<()> {
    compare(rows, "connect-four", Columns { mover: 0, other: 0, won: false }, 8)?;
    let mut seeds = [4; 14];
    (seeds[6], seeds[13]) = (0, 0);
    compare(rows, "kalah", Houses { seeds, mover: 0 }, 8)
}
