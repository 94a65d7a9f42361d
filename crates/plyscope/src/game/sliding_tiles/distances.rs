//! How many moves every arrangement is from the goal: breadth first from the goal, since every move can be taken back.

use super::{SlidingTiles, Tiles};
use crate::game::Game;

/// Not reached.
const NOWHERE: u8 = u8::MAX;

/// The number of moves to the goal, by number of the position.
pub(super) fn distances(game: &SlidingTiles) -> Vec<u8> {
    let mut table = vec![NOWHERE; game.arrangements() as usize];
    let goal = game.goal();
    table[game.arrangement(&goal) as usize] = 0;
    let (mut reached, mut moves) = (vec![goal], Vec::new());
    for distance in 1.. {
        let mut next: Vec<Tiles> = Vec::new();
        for tiles in &reached {
            moves.clear();
            game.slides(tiles, &mut moves);
            for cell in &moves {
                let after = Tiles { made: 0, ..game.play(tiles, cell) };
                let known = &mut table[game.arrangement(&after) as usize];
                if *known == NOWHERE {
                    *known = distance;
                    next.push(after);
                }
            }
        }
        if next.is_empty() {
            break;
        }
        reached = next;
    }
    table
}
