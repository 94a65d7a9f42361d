//! A node with moves to look at: as they come, or put in order and with a table.
//!
//! What is sure so far, and what the table remembers.

use super::order::next;
use super::run::Run;
use crate::game::{Game, Player};
use crate::search::halt::Halted;
use crate::search::watch::Bound;
use crate::search::{Frontier, Watch};
use crate::value::Ranked;

impl<G: Game, F: Frontier<G> + ?Sized, W: Watch<F::Value> + ?Sized> Run<'_, '_, G, F, W> {
    /// A position whose moves are looked at as they come.
    pub(super) fn in_order(
        &mut self,
        position: &G::Position,
        moves: &[G::Move],
        depth: u32,
        window: Window<F::Value>,
    ) -> Halted<(F::Value, Bound)> {
        let mover = self.game.mover(position);
        let mut open = window;
        let after = self.game.play(position, &moves[0]);
        let below = self.below(mover, &after, depth);
        let (mut best, found) = self.value(&after, 0, below, open)?;
        let (mut all_exact, mut seen) = (found == Bound::Exact, 1);
        let mut cut = open.cuts(mover, best);
        open.raise(mover, best);
        self.watch.window(open.first, open.second);
        while !cut && seen < moves.len() {
            let after = self.game.play(position, &moves[seen]);
            let below = self.below(mover, &after, depth);
            let (value, found) = self.value(&after, seen, below, open)?;
            all_exact &= found == Bound::Exact;
            seen += 1;
            if value.beats(&best, mover) {
                best = value;
                cut = open.cuts(mover, value);
                open.raise(mover, value);
                self.watch.window(open.first, open.second);
            }
        }
        if cut {
            self.counts.cut += (moves.len() - seen) as u64;
            (seen..moves.len()).for_each(|later| self.watch.cut(later));
        }
        let bound =
            if all_exact && seen == moves.len() { Bound::Exact } else { bound(mover, best, window, cut) };
        Ok((best, bound))
    }

    /// A position whose moves are put in order, or that may be in the table.
    pub(super) fn inner(
        &mut self,
        position: &G::Position,
        moves: &[G::Move],
        depth: u32,
        window: Window<F::Value>,
    ) -> Halted<(F::Value, Bound)> {
        // What is left to look ahead: negative where a cut-off test looks beyond the depth; to the end of the
        // game it is always the same.
        let left = if self.plies == u32::MAX { i64::MAX } else { i64::from(self.plies) - i64::from(depth) };
        let left = left.clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32;
        let key = self.table.is_some().then(|| self.game.search_key(position, clamped(left)));
        let mut first = None;
        let known = key.zip(self.table.as_ref()).and_then(|(key, table)| table.get(key));
        if let Some((_, known)) = known {
            first = Some(usize::from(known.best)).filter(|best| *best < moves.len());
            if known.left == left && settles(&known, &window) {
                self.counts.cut += moves.len() as u64;
                (0..moves.len()).for_each(|i| self.watch.cut(i));
                self.horizon |= known.horizon;
                return Ok((known.value, known.bound));
            }
        }
        let mover = self.game.mover(position);
        // The move that was best before often cuts at once, so the others are put in order only when it has not.
        let mut order = if first.is_none() { self.ordered(position, moves, mover, depth)? } else { None };
        let mut open = window;
        let mut best: Option<(F::Value, usize)> = None;
        let (mut cut, mut all_exact) = (false, true);
        let horizon_elsewhere = std::mem::replace(&mut self.horizon, false);
        for at in 0..moves.len() {
            let i = match (first, &order) {
                (Some(first), _) if at == 0 => first,
                (None, None) => at,
                _ => {
                    if order.is_none() {
                        order = Some(self.order(position, moves, mover, depth, first)?);
                    }
                    next(order.as_mut().expect("it is there or was just made"), at)
                }
            };
            let after = self.game.play(position, &moves[i]);
            let below = self.below(mover, &after, depth);
            let question = if self.settings.scout && at > 0 { open.question(mover) } else { None };
            let (value, bound) = match question {
                None => self.value(&after, i, below, open)?,
                Some(question) => {
                    let (value, bound) = self.value(&after, i, below, question)?;
                    let better = bound != Bound::Exact && question.cuts(mover, value);
                    if better && !open.cuts(mover, value) {
                        self.value(&after, i, below, open)?
                    } else {
                        (value, bound)
                    }
                }
            };
            all_exact &= bound == Bound::Exact;
            if best.is_none_or(|(best, _)| value.beats(&best, mover)) {
                best = Some((value, i));
                let cuts = open.cuts(mover, value);
                open.raise(mover, value);
                self.watch.window(open.first, open.second);
                if cuts {
                    cut = true;
                    all_exact &= at + 1 == moves.len();
                    self.note_cut(mover, moves[i], depth, left);
                    self.counts.cut += (moves.len() - at - 1) as u64;
                    match &order {
                        Some(order) => order[at + 1..].iter().for_each(|(_, later)| self.watch.cut(*later)),
                        None if first.is_some() => {
                            (0..moves.len()).filter(|j| *j != i).for_each(|later| self.watch.cut(later));
                        }
                        None => (at + 1..moves.len()).for_each(|later| self.watch.cut(later)),
                    }
                    break;
                }
            }
        }
        if let Some(mut order) = order {
            order.clear();
            self.spare_orders.push(order);
        }
        let (value, i) = best.expect("there are moves");
        let bound = if all_exact { Bound::Exact } else { bound(mover, value, window, cut) };
        if let Some((key, table)) = key.zip(self.table.as_mut()) {
            let best = i.min(usize::from(u16::MAX)) as u16;
            table.put(key, clamped(left), Known { value, bound, best, left, horizon: self.horizon });
        }
        self.horizon |= horizon_elsewhere;
        Ok((value, bound))
    }

    /// How deep a position is that follows one so deep.
    #[inline(always)]
    pub(super) fn below(&self, mover: Player, after: &G::Position, depth: u32) -> u32 {
        if self.turns { self.in_turns(mover, after, depth) } else { depth + 1 }
    }

    /// The same in turns: no deeper where the same player moves on. A call of its own, out of the way of depths in plies.
    #[cold]
    #[inline(never)]
    fn in_turns(&self, mover: Player, after: &G::Position, depth: u32) -> u32 {
        if self.game.mover(after) == mover { depth } else { depth + 1 }
    }

    fn note_cut(&mut self, mover: Player, choice: G::Move, depth: u32, left: i32) {
        if self.settings.killers {
            self.killers.add(depth as usize, choice);
        }
        if self.settings.history {
            self.history.add(mover, choice, clamped(left));
        }
    }
}

/// What the best of some moves says of a position where not everything was seen.
fn bound<V: Ranked>(mover: Player, value: V, window: Window<V>, cut: bool) -> Bound {
    match window.of(mover) {
        // The mover has at least this: for the first player that is from below.
        _ if cut => Bound::for_player(mover),
        // Nothing better than what the mover has elsewhere: no better than this.
        Some(sure) if !value.beats(&sure, mover) => Bound::for_player(mover.opponent()),
        _ => Bound::Exact,
    }
}

/// Plies left, for what only wants more or less of them.
fn clamped(left: i32) -> u32 {
    left.max(0) as u32
}

/// What each player has for sure: the first player at least `first`, the second at most `second`.
pub(super) struct Window<V> {
    pub(super) first: Option<V>,
    pub(super) second: Option<V>,
}

impl<V: Copy> Clone for Window<V> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<V: Copy> Copy for Window<V> {}

impl<V: Ranked> Window<V> {
    pub(super) const OPEN: Self = Window { first: None, second: None };

    /// What a player has for sure.
    pub(super) fn of(&self, player: Player) -> Option<V> {
        if player == Player::FIRST { self.first } else { self.second }
    }

    /// Just wide enough to ask whether something is better for a player than what they have; none where they have
    /// nothing, or values have no next.
    pub(super) fn question(&self, player: Player) -> Option<Self> {
        let sure = self.of(player)?;
        let better = sure.next(player)?;
        Some(Window::of_players(player, Some(sure), Some(better)))
    }

    /// Wide enough for what is as good for a player as what they have; open where values have no next.
    pub(super) fn with_ties(&self, player: Player) -> Self {
        let below = self.of(player).and_then(|sure| sure.next(player.opponent()));
        Window::of_players(player, below, None)
    }

    /// So much to either side of a value.
    pub(super) fn around(value: V, by: f64) -> Option<Self> {
        let [first, second] = [Player::SECOND, Player::FIRST].map(|player| value.ahead(by, player));
        Some(Window { first: Some(first?), second: Some(second?) })
    }

    /// Is a value within it, so that it is exact?
    pub(super) fn holds(&self, value: V) -> bool {
        self.first.is_none_or(|sure| value.beats(&sure, Player::FIRST))
            && self.second.is_none_or(|sure| value.beats(&sure, Player::SECOND))
    }

    fn of_players(player: Player, mine: Option<V>, other: Option<V>) -> Self {
        if player == Player::FIRST {
            Window { first: mine, second: other }
        } else {
            Window { first: other, second: mine }
        }
    }

    /// Will the opponent of a player not let this value happen? (Having as good elsewhere is enough.)
    pub(super) fn cuts(&self, player: Player, value: V) -> bool {
        self.of(player.opponent()).is_some_and(|sure| !value.beats(&sure, player.opponent()))
    }

    /// A player has found something better.
    pub(super) fn raise(&mut self, player: Player, value: V) {
        let sure = if player == Player::FIRST { &mut self.first } else { &mut self.second };
        if sure.is_none_or(|sure| value.beats(&sure, player)) {
            *sure = Some(value);
        }
    }
}

/// What is remembered of a position.
#[derive(Clone, Copy)]
pub(super) struct Known<V> {
    pub(super) value: V,
    pub(super) bound: Bound,
    /// The index of the best move found.
    pub(super) best: u16,
    /// How far was looked ahead.
    pub(super) left: i32,
    /// Did the search below stop short of the end anywhere?
    pub(super) horizon: bool,
}

/// Is what is known enough, whatever the rest of the window's game?
pub(super) fn settles<V: Ranked>(known: &Known<V>, window: &Window<V>) -> bool {
    match known.bound {
        Bound::Exact => true,
        // At least this, and the second player has as good elsewhere; or the other way round.
        Bound::AtLeast => window.cuts(Player::FIRST, known.value),
        Bound::AtMost => window.cuts(Player::SECOND, known.value),
    }
}
