//! Perft: how many sequences of moves there are, ply by ply. The classic test of a game's rules. And how many of them
//! end the game.

use super::{Budget, DEEPEST, Meter};
use crate::game::Game;

/// The number of sequences of 1, 2, ..., `depth` moves; shorter when the budget runs out, or where a game goes on that is
/// [`DEEPEST`] plies deep.
///
/// The budget's nodes and stop flag count; its depth does not.
pub fn perft<G: Game>(game: &G, position: &G::Position, depth: u32, budget: &Budget<'_>) -> Vec<u64> {
    let mut counts = Vec::new();
    let mut walk = Count { game, meter: budget.meter(), spare: Vec::new() };
    for depth in 1..=depth {
        let ended = counts.last() == Some(&0);
        let count = match ended {
            true => Some(0),
            false if depth > DEEPEST => None,
            false => walk.sequences(position, depth),
        };
        match count {
            Some(count) => counts.push(count),
            None => break,
        }
    }
    counts
}

/// The number of games that are over after exactly 1, 2, ..., `depth` moves: with a depth that no game exceeds, the
/// leaves of the game's tree. Empty when the budget runs out.
///
/// ```
/// use plyscope::game::{Game, text::TextTree};
/// use plyscope::search::{Budget, finished_games};
/// let tree: TextTree = "(1 (2 3) (4 (5 6)))".parse()?;
/// assert_eq!(finished_games(&tree, &tree.start(), 3, &Budget::unlimited()), [1, 3, 2]);
/// # Ok::<(), plyscope::Error>(())
/// ```
pub fn finished_games<G: Game>(
    game: &G,
    position: &G::Position,
    depth: u32,
    budget: &Budget<'_>,
) -> Vec<u64> {
    let mut walk = Count { game, meter: budget.meter(), spare: Vec::new() };
    let mut ended = vec![0; depth.min(DEEPEST) as usize];
    if walk.ends(position, &mut ended).is_some() { ended } else { Vec::new() }
}

struct Count<'b, G: Game> {
    game: &'b G,
    meter: Meter<'b>,
    spare: Vec<Vec<G::Move>>,
}

impl<G: Game> Count<'_, G> {
    /// None when the budget is spent.
    fn sequences(&mut self, position: &G::Position, depth: u32) -> Option<u64> {
        let mut moves = self.spare.pop().unwrap_or_default();
        self.game.moves(position, &mut moves);
        let count = if depth == 1 {
            // The last moves need not be made to be counted.
            Some(moves.len() as u64)
        } else {
            moves.iter().try_fold(0, |count, choice| {
                let below = self.meter.generate().then(|| self.game.play(position, choice))?;
                Some(count + self.sequences(&below, depth - 1)?)
            })
        };
        moves.clear();
        self.spare.push(moves);
        count
    }

    /// Adds the games that are over one, two, ... moves from here. None when the budget is spent.
    fn ends(&mut self, position: &G::Position, ended: &mut [u64]) -> Option<()> {
        let Some((now, later)) = ended.split_first_mut() else { return Some(()) };
        let mut moves = self.spare.pop().unwrap_or_default();
        self.game.moves(position, &mut moves);
        let all = moves.iter().try_for_each(|choice| {
            let below = self.meter.generate().then(|| self.game.play(position, choice))?;
            if self.game.is_over(&below) {
                *now += 1;
                return Some(());
            }
            self.ends(&below, later)
        });
        moves.clear();
        self.spare.push(moves);
        all
    }
}
