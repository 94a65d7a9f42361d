//! A line of best play, which does not depend on what the table knows.

use super::SolveGoal;
use super::scored::{Scored, sign};
use crate::game::{Hints, most_promising};

impl<G: Hints> Scored<'_, '_, G> {
    /// A line along which the first player's score is kept, or what it is worth if that was asked for; none when the budget
    /// is spent, or the game breaks meanwhile.
    pub(super) fn line(&mut self, from: &G::Position, score: i32, asked: SolveGoal) -> Option<Vec<G::Move>> {
        let game = self.game;
        let (mut position, mut line) = (from.clone(), Vec::new());
        while !game.is_over(&position) {
            let least = self.least(&position, score, asked);
            let mut moves = Vec::new();
            game.moves(&position, &mut moves);
            let after: Vec<G::Position> = moves.iter().map(|choice| game.play(&position, choice)).collect();
            let promise = |at: usize| game.promise(&position, &moves[at], &after[at]);
            let promises: Vec<i32> = (0..moves.len()).map(promise).collect();
            let mut next = None;
            for at in most_promising(&promises) {
                if self.after(&position, &after[at], false, least)? >= least {
                    next = Some((moves[at], after[at].clone()));
                    break;
                }
            }
            let (choice, child) = next?;
            line.push(choice);
            position = child;
        }
        Some(line)
    }

    /// The least score of the mover that is worth as much as the first player's score, where only that was asked for.
    fn least(&self, position: &G::Position, score: i32, asked: SolveGoal) -> i32 {
        let sign = sign(self.game, position);
        let worth = |mine: i32| f64::from(sign) * self.game.worth(sign * mine);
        let mine = sign * score;
        match asked {
            SolveGoal::Score => mine,
            _ => (-self.table.table().scale().largest..mine)
                .find(|less| worth(*less) >= worth(mine))
                .unwrap_or(mine),
        }
    }
}
