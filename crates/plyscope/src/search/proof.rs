//! Which values of a search are proved: backed up from the end of the game alone.

use crate::game::{Hints, Player, Turn, moves_of};

/// What the position after every move is proved to be worth by a search of so many plies, in the first player's view;
/// none where an estimate takes part in it.
///
/// A finished game is proved. A player's node is proved where all its children are, and at once where one of them is
/// proved to be worth the highest payoff of the game to that player. Where a game does not tell its highest payoff, any
/// win counts as that.
///
/// ```
/// use plyscope::game::{Game, TicTacToe};
/// use plyscope::search::proofs;
/// let game = TicTacToe::default();
/// let position = game.parse_position("XX./OO./... X")?; // X wins in the upper right corner, or loses
/// let proved = |depth| proofs(&game, &position, depth).into_iter().flatten().collect::<Vec<_>>();
/// assert_eq!(proved(1), [1.0]);
/// assert!(proved(2).contains(&-1.0)); // O's answer is seen
/// # Ok::<(), plyscope::Error>(())
/// ```
pub fn proofs<G: Hints>(game: &G, position: &G::Position, depth: u32) -> Vec<Option<f64>> {
    let prover = Prover { game, bounds: game.bounds(&game.start()) };
    let after = moves_of(game, position).into_iter().map(|choice| game.play(position, &choice));
    after.map(|child| prover.value(&child, depth.saturating_sub(1), None)).collect()
}

struct Prover<'a, G> {
    game: &'a G,
    /// The lowest and the highest payoff of the first player.
    bounds: (f64, f64),
}

impl<G: Hints> Prover<'_, G> {
    /// Can nothing be worth more to this player?
    fn is_highest(&self, value: f64, player: Player) -> bool {
        let (mine, bound) = match player {
            Player::FIRST => (value, self.bounds.1),
            _ => (-value, -self.bounds.0),
        };
        if bound.is_finite() { mine >= bound } else { mine > 0.0 }
    }

    /// What a position is proved to be worth. Whoever asks for a player only wants to know whether it is that player's
    /// highest payoff, and is told nothing else.
    fn value(&self, position: &G::Position, plies: u32, only: Option<Player>) -> Option<f64> {
        let mover = match self.game.turn(position) {
            Turn::Over => {
                let payoff = self.game.payoff(position, Player::FIRST);
                return Some(payoff)
                    .filter(|value| only.is_none_or(|player| self.is_highest(*value, player)));
            }
            _ if plies == 0 => return None,
            Turn::Chance => return self.expectation(position, plies),
            Turn::Player(mover) => mover,
        };
        let (mut best, mut open): (Option<f64>, bool) = (None, false);
        let moves = moves_of(self.game, position);
        if moves.is_empty() {
            return None; // the rim of a tree that is known only so far
        }
        for choice in &moves {
            let child = self.game.play(position, choice);
            // Once a child is open only a highest payoff proves the node.
            let asked = match only {
                Some(player) => Some(player),
                None => open.then_some(mover),
            };
            match self.value(&child, plies - 1, asked) {
                Some(value) if self.is_highest(value, mover) => return Some(value),
                Some(value) => {
                    let better = |best: f64| if mover == Player::FIRST { value > best } else { value < best };
                    best = Some(best.filter(|best| !better(*best)).unwrap_or(value));
                }
                // The opponent has a way out.
                None if only.is_some_and(|player| player != mover) => return None,
                None => open = true,
            }
        }
        best.filter(|_| !open)
    }

    /// The mean over what may happen, where all of it is proved.
    fn expectation(&self, position: &G::Position, plies: u32) -> Option<f64> {
        let mut chances = Vec::new();
        self.game.chances(position, &mut chances);
        let after = moves_of(self.game, position).into_iter().map(|choice| self.game.play(position, &choice));
        let each =
            after.zip(chances).map(|(child, chance)| Some(chance * self.value(&child, plies - 1, None)?));
        each.sum()
    }
}
