//! The 8-puzzle by the analysis that makes tables, against the distances that the game itself works out.
//!
//! Its payoff is the number of moves, which positions know, so it has no table of its own; by arrangements alone it is a game
//! that is won at the goal, as soon as possible.

use plyscope::game::{Game, SlidingTiles};
use plyscope_tables::{Places, Start, Value, analyse};
use std::collections::HashMap;

/// All arrangements from which the goal can be reached, the goal first, and where the moves of each lead.
struct Arrangements {
    positions: Vec<<SlidingTiles as Game>::Position>,
    /// Moves can be taken back: those before are those after.
    near: Vec<Vec<usize>>,
}

impl Arrangements {
    fn of(game: &SlidingTiles) -> Self {
        let (mut positions, mut near) = (vec![game.goal()], Vec::<Vec<usize>>::new());
        let text = |position: &<SlidingTiles as Game>::Position| {
            let whole = game.position_text(position);
            whole.split(' ').next().expect("the tiles, and the moves made").to_string()
        };
        let mut known = HashMap::from([(text(&game.goal()), 0)]);
        while near.len() < positions.len() {
            let from = positions[near.len()];
            // At the goal the game is over, and still every slide can be taken back: all cells are tried.
            let slides =
                (0..game.cells() as u8).filter(|cell| touches(game, from.blank(), usize::from(*cell)));
            let mut after = Vec::new();
            for cell in slides {
                let fresh = game.parse_position(&text(&game.play(&from, &cell))).expect("it is solvable");
                let next = *known.entry(text(&fresh)).or_insert(positions.len());
                if next == positions.len() {
                    positions.push(fresh);
                }
                after.push(next);
            }
            near.push(after);
        }
        Arrangements { positions, near }
    }
}

/// Are two cells next to each other?
fn touches(game: &SlidingTiles, one: usize, other: usize) -> bool {
    let at = |cell: usize| (cell % game.width(), cell / game.width());
    let ((x, y), (u, v)) = (at(one), at(other));
    x.abs_diff(u) + y.abs_diff(v) == 1
}

impl Places for Arrangements {
    fn size(&self) -> usize {
        self.positions.len()
    }
    fn start(&self, place: usize) -> Option<Start> {
        let open = self.near[place].len() as u8;
        Some(if place == 0 {
            Start { known: Some(Value::win(0)), open: 0 }
        } else {
            Start { known: None, open }
        })
    }
    fn before(&self, place: usize, mut found: impl FnMut(usize, bool)) {
        self.near[place].iter().for_each(|before| found(*before, true));
    }
}

#[test]
fn distances_are_those_of_the_game() {
    let game = SlidingTiles::new(3, 3, false).unwrap();
    let all = Arrangements::of(&game);
    let analysed = analyse(&all, 2);
    assert_eq!((all.size(), analysed.endless), (181_440, 0));
    let plies: Vec<u32> = analysed.values.iter().map(|value| u32::from(value.plies().unwrap())).collect();
    assert_eq!(plies.iter().max(), Some(&31));
    // Two of them are as far as can be (Reinefeld 1993).
    assert_eq!(plies.iter().filter(|plies| **plies == 31).count(), 2);
    for (position, plies) in all.positions.iter().zip(plies) {
        assert_eq!(game.distance(position), Some(plies));
    }
}
