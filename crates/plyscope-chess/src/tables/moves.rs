//! Moves and their reversal, on a few men.

use super::ending::Man;
use super::layout::{Layout, Spot, Standing};
use cozy_chess::{
    BitBoard, Color, Piece, Square, get_bishop_moves, get_king_moves, get_knight_moves, get_pawn_attacks,
    get_rook_moves,
};

/// What follows a position, for the side to move.
pub(super) enum Forward<'a> {
    /// A legal move within the ending.
    Quiet,
    /// A legal capture or promotion, and the men after it.
    Conversion([usize; 2], &'a [Standing]),
}

#[inline]
fn square(at: usize) -> Square {
    Square::index_const(at)
}

/// Where a man other than a pawn can go, and what a pawn attacks.
#[inline]
fn reach(man: Man, at: usize, occupied: u64) -> u64 {
    let (from, occupied) = (square(at), BitBoard(occupied));
    let found = match man.piece {
        Piece::Pawn => get_pawn_attacks(from, man.color),
        Piece::Knight => get_knight_moves(from),
        Piece::Bishop => get_bishop_moves(from, occupied),
        Piece::Rook => get_rook_moves(from, occupied),
        Piece::Queen => get_bishop_moves(from, occupied) | get_rook_moves(from, occupied),
        Piece::King => get_king_moves(from),
    };
    found.0
}

fn each(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let at = set.trailing_zeros() as usize;
            set &= set - 1;
            at
        })
    })
}

/// A position with its men where they really stand.
pub(super) struct Scene<'a> {
    layout: &'a Layout,
    spot: Spot,
    /// Where the other men stand.
    at: [usize; 2],
    /// The man that may be taken en passant.
    passed: Option<usize>,
    occupied: u64,
}

impl<'a> Scene<'a> {
    pub(super) fn new(layout: &'a Layout, spot: Spot) -> Self {
        let (mut at, mut passed) = ([0; 2], None);
        let mut occupied = 1 << spot.kings[0] | 1 << spot.kings[1];
        for (man, at) in at.iter_mut().enumerate().take(layout.men.len()) {
            let (stands, may_be_taken) = layout.stands(man, spot.at[man]);
            *at = stands;
            occupied |= 1 << stands;
            passed = if may_be_taken { Some(man) } else { passed };
        }
        Scene { layout, spot, at, passed, occupied }
    }

    fn color(&self, man: usize) -> usize {
        self.layout.men[man].color as usize
    }

    /// Does a color attack a square, with these squares occupied and one of its men gone?
    fn is_attacked(&self, target: usize, by: usize, occupied: u64, gone: Option<usize>) -> bool {
        if get_king_moves(square(self.spot.kings[by])).0 >> target & 1 == 1 {
            return true;
        }
        (0..self.layout.men.len()).any(|man| {
            self.color(man) == by
                && Some(man) != gone
                && reach(self.layout.men[man], self.at[man], occupied) >> target & 1 == 1
        })
    }

    /// Can it be a position: men on squares of their own, pawns where pawns can be, the side that moved not in check?
    pub(super) fn is_legal(&self) -> bool {
        if self.occupied.count_ones() as usize != 2 + self.layout.men.len() {
            return false;
        }
        for man in 0..self.layout.men.len() {
            if self.layout.men[man].piece == Piece::Pawn && !(8..56).contains(&self.at[man]) {
                return false;
            }
        }
        let passed_well = |passed: usize| {
            self.layout.en_passant && self.color(passed) != self.spot.turn && self.can_have_passed(passed)
        };
        if self.passed.is_some_and(|passed| !passed_well(passed)) {
            return false;
        }
        let waiting = 1 - self.spot.turn;
        !self.is_attacked(self.spot.kings[waiting], self.spot.turn, self.occupied, None)
    }

    /// The pawn stands beside an enemy pawn on the rank that a double step leads to, and the squares behind it are free.
    fn can_have_passed(&self, pawn: usize) -> bool {
        let (at, white) = (self.at[pawn], self.color(pawn) == 0);
        let behind: u64 = if white { 1 << (at - 8) | 1 << (at - 16) } else { 1 << (at + 8) | 1 << (at + 16) };
        self.occupied & behind == 0 && self.stands_beside_enemy(pawn)
    }

    fn stands_beside_enemy(&self, pawn: usize) -> bool {
        let other = self.at[1 - pawn];
        let at = self.at[pawn];
        self.layout.en_passant && at >> 3 == other >> 3 && (at & 7).abs_diff(other & 7) == 1
    }

    /// Is the side to move in check?
    pub(super) fn is_check(&self) -> bool {
        self.is_attacked(self.spot.kings[self.spot.turn], 1 - self.spot.turn, self.occupied, None)
    }

    /// All legal moves.
    pub(super) fn forward(&self, mut found: impl FnMut(Forward<'_>)) {
        let (mover, waiting) = (self.spot.turn, 1 - self.spot.turn);
        let own: u64 = (0..self.layout.men.len())
            .filter(|man| self.color(*man) == mover)
            .fold(1 << self.spot.kings[mover], |own, man| own | 1 << self.at[man]);
        // The enemy king is never taken: positions in which it could be are not legal.
        let free = !own & !(1 << self.spot.kings[waiting]);
        let king = Man { color: Color::ALL[mover], piece: Piece::King };
        for to in each(reach(king, self.spot.kings[mover], self.occupied) & free) {
            self.step(None, to, self.taken(to), None, &mut found);
        }
        for man in (0..self.layout.men.len()).filter(|man| self.color(*man) == mover) {
            if self.layout.men[man].piece == Piece::Pawn {
                self.pawn_steps(man, &mut found);
            } else {
                for to in each(reach(self.layout.men[man], self.at[man], self.occupied) & free) {
                    self.step(Some(man), to, self.taken(to), None, &mut found);
                }
            }
        }
    }

    /// The man on a square.
    fn taken(&self, at: usize) -> Option<usize> {
        (0..self.layout.men.len()).find(|man| self.at[*man] == at)
    }

    fn pawn_steps(&self, man: usize, found: &mut impl FnMut(Forward<'_>)) {
        let (at, white) = (self.at[man], self.color(man) == 0);
        let ahead = |at: usize| if white { at + 8 } else { at - 8 };
        let is_free = |at: usize| self.occupied >> at & 1 == 0;
        let mut arrive = |to: usize, taken: Option<usize>| {
            if !(8..56).contains(&to) {
                for piece in [Piece::Queen, Piece::Rook, Piece::Bishop, Piece::Knight] {
                    self.step(Some(man), to, taken, Some(piece), found);
                }
            } else {
                self.step(Some(man), to, taken, None, found);
            }
        };
        let next = ahead(at);
        if is_free(next) {
            arrive(next, None);
            if at >> 3 == (if white { 1 } else { 6 }) && is_free(ahead(next)) {
                arrive(ahead(next), None);
            }
        }
        let attacked = reach(self.layout.men[man], at, self.occupied);
        for enemy in (0..self.layout.men.len()).filter(|enemy| self.color(*enemy) != self.color(man)) {
            if attacked >> self.at[enemy] & 1 == 1 {
                arrive(self.at[enemy], Some(enemy));
            }
            // The square that a passed pawn went over lies ahead of it, for the pawn that takes it.
            if self.passed == Some(enemy) && attacked >> ahead(self.at[enemy]) & 1 == 1 {
                arrive(ahead(self.at[enemy]), Some(enemy));
            }
        }
    }

    /// One move, if it is legal. `man` is none for the king.
    fn step(
        &self,
        man: Option<usize>,
        to: usize,
        taken: Option<usize>,
        promoted: Option<Piece>,
        found: &mut impl FnMut(Forward<'_>),
    ) {
        let (mover, waiting) = (self.spot.turn, 1 - self.spot.turn);
        let from = man.map_or(self.spot.kings[mover], |man| self.at[man]);
        let mut occupied = self.occupied & !(1 << from) | 1 << to;
        if let Some(taken) = taken.filter(|taken| self.at[*taken] != to) {
            occupied &= !(1 << self.at[taken]);
        }
        let king = if man.is_none() { to } else { self.spot.kings[mover] };
        if self.is_attacked(king, waiting, occupied, taken) {
            return;
        }
        if taken.is_none() && promoted.is_none() {
            return found(Forward::Quiet);
        }
        let mut kings = self.spot.kings;
        kings[mover] = king;
        let (mut men, mut count) = ([(self.layout.men[0], 0); 2], 0);
        for other in (0..self.layout.men.len()).filter(|other| Some(*other) != taken) {
            let mut standing = (self.layout.men[other], self.at[other]);
            if Some(other) == man {
                standing.1 = to;
                standing.0.piece = promoted.unwrap_or(standing.0.piece);
            }
            men[count] = standing;
            count += 1;
        }
        found(Forward::Conversion(kings, &men[..count]));
    }

    /// The places of all positions from which a move within the ending leads here, as far as the men tell: the
    /// caller skips those that are not legal.
    pub(super) fn backward(&self, mut found: impl FnMut(usize)) {
        let mover = 1 - self.spot.turn;
        if let Some(passed) = self.passed {
            let at = self.at[passed];
            return self.before(Some(passed), if mover == 0 { at - 16 } else { at + 16 }, &mut found);
        }
        let king = Man { color: Color::ALL[mover], piece: Piece::King };
        for from in each(reach(king, self.spot.kings[mover], self.occupied) & !self.occupied) {
            self.before(None, from, &mut found);
        }
        for man in (0..self.layout.men.len()).filter(|man| self.color(*man) == mover) {
            if self.layout.men[man].piece == Piece::Pawn {
                let (at, white) = (self.at[man], mover == 0);
                let back = |at: usize| if white { at - 8 } else { at + 8 };
                let is_free = |at: usize| self.occupied >> at & 1 == 0;
                let one = back(at);
                if (8..56).contains(&one) && is_free(one) {
                    self.before(Some(man), one, &mut found);
                    let double = at >> 3 == if white { 3 } else { 4 };
                    // Beside an enemy pawn a double step leads to the position with the right to take en passant.
                    if double && is_free(back(one)) && !self.stands_beside_enemy(man) {
                        self.before(Some(man), back(one), &mut found);
                    }
                }
            } else {
                for from in each(reach(self.layout.men[man], self.at[man], self.occupied) & !self.occupied) {
                    self.before(Some(man), from, &mut found);
                }
            }
        }
    }

    /// The position before a man came from a square, and the same in which the enemy's pawn had just passed.
    fn before(&self, man: Option<usize>, from: usize, found: &mut impl FnMut(usize)) {
        let mover = 1 - self.spot.turn;
        let mut spot = Spot { kings: self.spot.kings, at: self.at, turn: mover };
        match man {
            None => spot.kings[mover] = from,
            Some(man) => spot.at[man] = from,
        }
        found(self.layout.place(&spot));
        if self.layout.en_passant {
            let enemy = (0..2).find(|man| self.color(*man) != mover).expect("each side has a pawn");
            let at = spot.at[enemy];
            if at >> 3 == if mover == 1 { 3 } else { 4 } {
                spot.at[enemy] = if mover == 1 { at - 24 } else { at + 24 };
                found(self.layout.place(&spot));
            }
        }
    }
}
