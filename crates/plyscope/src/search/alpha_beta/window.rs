//! What is sure so far, and what the table remembers.

use crate::game::Player;
use crate::search::watch::Bound;
use crate::value::Ranked;

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
