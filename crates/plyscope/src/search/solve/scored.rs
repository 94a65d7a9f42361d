//! Solving on whole numbers, with what a game knows of itself.
//!
//! Every search asks one question: is the mover's score at least so much? The answer is a bound on either side of it, as
//! tight as what was seen allows. Positions that are decided by looking at them are not searched; a forced reply is played
//! without more ado; what the table knows of the moves is looked up before any of them is searched.

use super::SolveGoal;
use super::closing::Closing;
use crate::error::Result;
use crate::game::{Game, Hints, Player, SafeMoves};
use crate::search::halt::{deepest, too_deep};
use crate::search::score_table::{Known, ScoreTable};
use crate::search::{Budget, Counts, Meter};

/// With so few plies to go positions are kept in the small table, which stays near the processor: most positions are there,
/// and most of the time of a large table is waiting for memory.
const NEAR: u32 = 10;

/// With so many the table is asked about all moves before one of them is searched (enhanced transposition cut-offs: Schaeffer
/// & Plaat 1996).
const FAR: u32 = 18;

/// MiB of the small table, and how large another has to be for it.
const SMALL: u32 = 1;
const LARGE: u32 = 16;

/// A table that grows, or one that others use too.
pub(super) enum Store<'a> {
    Own(ScoreTable),
    Shared(&'a ScoreTable),
}

impl Store<'_> {
    #[inline(always)]
    pub(super) fn table(&self) -> &ScoreTable {
        match self {
            Store::Own(table) => table,
            Store::Shared(table) => table,
        }
    }
}

/// A move to be looked at.
struct Child<G: Game> {
    /// What it promises and then which of the moves it is: the largest comes first.
    rank: i64,
    index: u8,
    position: G::Position,
}

pub(super) struct Scored<'a, 'b, G: Game> {
    pub(super) game: &'a G,
    budget: Budget<'b>,
    meter: Meter<'b>,
    /// Plies below the position in hand, and how many there may be.
    plies: u32,
    deepest: u32,
    /// Was that too few?
    too_deep: bool,
    pub(super) table: Store<'a>,
    /// For positions near their end, where the table is a large one.
    small: Option<ScoreTable>,
    /// Entries of a table that grows.
    entries: usize,
    counts: Counts,
    /// Lists to use again, so that no node allocates.
    spare: Vec<Vec<G::Move>>,
    /// The children of all positions from the root to the one in hand.
    children: Vec<Child<G>>,
}

/// Scores in the first player's view are this times those in the mover's.
pub(super) fn sign<G: Game>(game: &G, position: &G::Position) -> i32 {
    if game.mover(position) == Player::FIRST { 1 } else { -1 }
}

impl<'a, 'b, G: Hints> Scored<'a, 'b, G> {
    pub(super) fn new(game: &'a G, table: Store<'a>, budget: &Budget<'b>) -> Self {
        Scored {
            game,
            budget: *budget,
            meter: budget.meter(),
            plies: 0,
            deepest: deepest(game),
            too_deep: false,
            small: table.table().small(SMALL, LARGE),
            table,
            entries: 0,
            counts: Counts::default(),
            spare: Vec::new(),
            children: Vec::new(),
        }
    }

    /// Another position is to be solved: it has the whole budget.
    pub(super) fn begin(&mut self, budget: &Budget<'b>) {
        (self.meter, self.too_deep, self.plies) = (budget.meter(), false, 0);
        self.children.clear();
    }

    /// Was it too deep anywhere?
    pub(super) fn check(&self) -> Result<()> {
        if self.too_deep { Err(too_deep("a solver", self.game)) } else { Ok(()) }
    }

    pub(super) fn counts(&self) -> Counts {
        Counts { generated: self.meter.generated(), ..self.counts }
    }

    /// Bounds of what was asked for, in the first player's view: equal if the budget lasts, or enough to tell the winner.
    pub(super) fn told(&mut self, position: &G::Position, asked: SolveGoal) -> (f64, f64) {
        let (low, high) = self.close_in(position, asked);
        match asked {
            SolveGoal::Score => (f64::from(low), f64::from(high)),
            _ => (self.game.worth(low), self.game.worth(high)),
        }
    }

    /// Bounds of the first player's score that tell what was asked for, if the budget lasts.
    pub(super) fn close_in(&mut self, position: &G::Position, asked: SolveGoal) -> (i32, i32) {
        let sign = sign(self.game, position);
        let seen = |low: i32, high: i32| if sign > 0 { (low, high) } else { (-high, -low) };
        if let Some(score) = self.settled(position) {
            return seen(score, score);
        }
        let largest = self.table.table().scale().largest;
        let soon = self.game.worth(largest) < f64::from(largest);
        let mut closing = Closing::between(-largest, largest, soon, asked);
        while !closing.is_enough(self.game, asked, sign) {
            let question = closing.question();
            let Some(found) = self.value(position, question) else { break };
            closing.answer(question, found);
            let (low, high) = seen(closing.low, closing.high);
            self.budget.tell_bounds(self.game.worth(low), self.game.worth(high));
        }
        seen(closing.low, closing.high)
    }

    /// The mover's score where the game is over, or is won at once.
    fn settled(&mut self, position: &G::Position) -> Option<i32> {
        if self.game.is_over(position) {
            self.counts.evaluated += 1;
            return Some(sign(self.game, position) * self.game.score(position));
        }
        self.game.win_at_once(position)
    }

    /// Is the mover's score at least `asked`? A bound from below if it is, from above if not; none when the budget is spent.
    /// The game is not over, and the mover does not win at once.
    fn value(&mut self, position: &G::Position, asked: i32) -> Option<i32> {
        let mut moves = self.spare.pop().unwrap_or_default();
        let sound = self.game.sound(position, &mut moves);
        let found = match sound {
            SafeMoves::Lost(score) => Some(score),
            _ => {
                let (low, high) = self.game.score_bounds(position, asked);
                if low >= asked {
                    Some(low)
                } else if high < asked {
                    Some(high)
                } else if sound == SafeMoves::Listed && moves.len() == 1 {
                    self.forced(position, &moves[0], asked)
                } else {
                    self.searched(position, sound, &mut moves, (low, high), asked)
                }
            }
        };
        moves.clear();
        self.spare.push(moves);
        found
    }

    /// The score of the only sound move.
    #[inline(always)]
    fn forced(&mut self, position: &G::Position, choice: &G::Move, asked: i32) -> Option<i32> {
        if self.plies >= self.deepest {
            self.too_deep = true;
            return None;
        }
        let after = self.game.play_sound(position, choice);
        self.plies += 1;
        let found = self.after(position, &after, true, asked);
        self.plies -= 1;
        found
    }

    /// The mover's score after a move.
    #[inline(always)]
    pub(super) fn after(
        &mut self,
        before: &G::Position,
        after: &G::Position,
        sound: bool,
        asked: i32,
    ) -> Option<i32> {
        if !self.meter.generate() {
            return None;
        }
        let same = self.game.mover(before) == self.game.mover(after);
        if self.game.is_over(after) {
            self.counts.evaluated += 1;
            return Some(sign(self.game, before) * self.game.score(after));
        }
        if !sound && let Some(score) = self.game.win_at_once(after) {
            return Some(if same { score } else { -score });
        }
        if same { self.value(after, asked) } else { Some(-self.value(after, 1 - asked)?) }
    }

    /// The same as [`Scored::value`] where looking at it does not tell.
    fn searched(
        &mut self,
        position: &G::Position,
        sound: SafeMoves,
        moves: &mut Vec<G::Move>,
        (mut low, mut high): (i32, i32),
        asked: i32,
    ) -> Option<i32> {
        let key = self.game.score_key(position);
        let banked = sign(self.game, position) * self.game.banked(position) as i32;
        if self.table.table().is_ending(key) {
            return Some(self.ending(position, key)? + banked);
        }
        let mut first = None;
        let plies = self.game.plies_to_tell(position, asked);
        let small = self.small.as_ref().filter(|_| plies <= NEAR);
        if let Some(known) = small.unwrap_or(self.table.table()).get(key) {
            (low, high) = (low.max(known.low + banked), high.min(known.high + banked));
            first = Some(known.best);
            if low >= asked {
                return Some(low);
            }
            if high < asked {
                return Some(high);
            }
        }
        if self.plies >= self.deepest {
            self.too_deep = true;
            return None;
        }
        if sound == SafeMoves::Unknown {
            self.game.moves(position, moves);
        }
        let (nodes, from) = (self.meter.generated(), self.children.len());
        self.expand(position, sound, moves, first);
        let cut = if plies >= FAR { self.known_enough(position, from, asked) } else { None };
        let found = match cut {
            Some(found) => Some(found),
            None => {
                self.plies += 1;
                let found = self.best(position, from, sound == SafeMoves::Listed, asked);
                self.plies -= 1;
                found
            }
        };
        self.children.truncate(from);
        let (value, best) = found?;
        if value >= asked {
            low = low.max(value);
        } else {
            high = high.min(value);
        }
        // What cost most nodes is kept longest.
        let cost = self.meter.generated() - nodes;
        let largest = self.table.table().scale().largest;
        let known = Known { low: (low - banked).max(-largest), high: (high - banked).min(largest), best };
        if let Some(small) = self.small.as_ref().filter(|_| plies <= NEAR) {
            small.put(key, cost, known);
            return Some(value);
        }
        let empty = self.table.table().put(key, cost, known);
        if let Store::Own(table) = &mut self.table {
            self.entries += usize::from(empty);
            if table.wants_more(self.entries) {
                table.double();
            }
        }
        Some(value)
    }

    /// What the rest of an ending is worth to the mover, by looking at everything that can follow once.
    fn ending(&mut self, position: &G::Position, key: u64) -> Option<i32> {
        if let Some(rest) = self.table.table().ending(key) {
            return Some(rest);
        }
        if self.plies >= self.deepest {
            self.too_deep = true;
            return None;
        }
        let game = self.game;
        let mut moves = self.spare.pop().unwrap_or_default();
        game.moves(position, &mut moves);
        self.plies += 1;
        let mut best = i32::MIN;
        for choice in &moves {
            if !self.meter.generate() {
                return None;
            }
            let after = game.play(position, choice);
            let score = if game.is_over(&after) {
                self.counts.evaluated += 1;
                game.score(&after)
            } else {
                let rest = self.ending(&after, game.score_key(&after))?;
                sign(game, &after) * rest + game.banked(&after) as i32
            };
            best = best.max(sign(game, position) * score);
        }
        self.plies -= 1;
        moves.clear();
        self.spare.push(moves);
        let rest = best - sign(game, position) * game.banked(position) as i32;
        self.table.table().keep_ending(key, rest);
        Some(rest)
    }

    /// Puts the children on the stack, with what they promise.
    fn expand(&mut self, position: &G::Position, sound: SafeMoves, moves: &[G::Move], first: Option<u8>) {
        let game = self.game;
        for (index, choice) in (0u8..).zip(moves) {
            let after = match sound {
                SafeMoves::Listed => game.play_sound(position, choice),
                _ => game.play(position, choice),
            };
            let promise = match first {
                Some(best) if best == index => i32::MAX,
                // Finished games cost nothing to look at.
                _ if game.is_over(&after) => i32::MAX - 1,
                _ => game.promise(position, choice, &after),
            };
            let rank = i64::from(promise) << 8 | i64::from(u8::MAX - index);
            self.children.push(Child { rank, index, position: after });
        }
    }

    /// A child of which the table knows that it is as good as `asked`.
    fn known_enough(&self, position: &G::Position, from: usize, asked: i32) -> Option<(i32, u8)> {
        let (game, table) = (self.game, self.table.table());
        for child in &self.children[from..] {
            let after = &child.position;
            if game.is_over(after) {
                continue;
            }
            let key = game.score_key(after);
            let ending = || table.ending(key).map(|rest| Known { low: rest, high: rest, best: 0 });
            let known = if table.is_ending(key) { ending() } else { table.get(key) };
            if let Some(known) = known {
                let banked = sign(game, after) * game.banked(after) as i32;
                let same = game.mover(position) == game.mover(after);
                let worth = if same { known.low + banked } else { -(known.high + banked) };
                if worth >= asked {
                    return Some((worth, child.index));
                }
            }
        }
        None
    }

    /// The best of the children from this one on, at least as far as to tell whether it is as good as `asked`.
    fn best(&mut self, position: &G::Position, from: usize, sound: bool, asked: i32) -> Option<(i32, u8)> {
        let mut best = (i32::MIN, 0);
        let to = self.children.len();
        for next in from..to {
            let mut most = next;
            for other in next + 1..to {
                if self.children[other].rank > self.children[most].rank {
                    most = other;
                }
            }
            self.children.swap(next, most);
            let (after, index) = (self.children[next].position.clone(), self.children[next].index);
            let value = self.after(position, &after, sound, asked)?;
            if value > best.0 {
                best = (value, index);
                if value >= asked {
                    self.counts.cut += (to - next - 1) as u64;
                    break;
                }
            }
        }
        Some(best)
    }
}
