//! Retrograde analysis of random graphs, with positions that repeat and players who move again, against brute force.

use plyscope::key::{Domain, Stream};
use plyscope_tables::{Places, Start, Value, analyse};

/// Moves of every place; whose turn it is; the value of those without moves, to their movers.
struct Graph {
    moves: Vec<Vec<usize>>,
    second: Vec<bool>,
    ends: Vec<Value>,
    /// There is no position.
    missing: Vec<bool>,
}

impl Graph {
    fn drawn(trial: u64, margins: bool) -> Self {
        let key = Stream::new(1, "graphs").trial(trial);
        let draws = key.block.draw(Domain::Moves);
        let mut counter = 0;
        let mut below = |most: u32| {
            counter += 1;
            draws.below(key.lane, counter, most)
        };
        let size = 2 + below(40) as usize;
        let missing: Vec<bool> = (0..size).map(|_| below(8) == 0).collect();
        let mut graph = Graph { moves: vec![Vec::new(); size], second: vec![], ends: vec![], missing };
        for place in 0..size {
            // Where margins count, places do not repeat.
            let room = if margins { place } else { size };
            let count = if room == 0 { 0 } else { below(4) };
            for _ in 0..count {
                let to = below(room as u32) as usize;
                if !graph.missing[to] && !graph.missing[place] {
                    graph.moves[place].push(to);
                }
            }
            graph.second.push(below(2) == 1);
            let end = below(3) as i16 - 1;
            graph.ends.push(match end {
                _ if margins => Value::payoff(7 * end + below(5) as i16).unwrap(),
                0 => Value::DRAW,
                1 => Value::win(0),
                _ => Value::loss(0),
            });
        }
        graph
    }

    /// Values by brute force: with so many plies to go, what nobody has decided by then being a draw; until nothing changes.
    fn by_brute_force(&self) -> Vec<Value> {
        let size = self.moves.len();
        let mut values = vec![Value::DRAW; size];
        for _ in 0..=2 * size {
            let best = |place: usize| {
                let seen = |to: &usize| values[*to].one_ply_before(self.second[*to] == self.second[place]);
                match self.missing[place] {
                    true => Value::NOWHERE,
                    false => self.moves[place].iter().map(seen).max().unwrap_or(self.ends[place]),
                }
            };
            values = (0..size).map(best).collect();
        }
        values
    }
}

impl Places for Graph {
    fn size(&self) -> usize {
        self.moves.len()
    }
    fn start(&self, place: usize) -> Option<Start> {
        let moves = &self.moves[place];
        let known = moves.is_empty().then_some(self.ends[place]);
        (!self.missing[place]).then_some(Start { known, open: moves.len() as u8 })
    }
    fn before(&self, place: usize, mut found: impl FnMut(usize, bool)) {
        for (before, moves) in self.moves.iter().enumerate() {
            let same = self.second[before] == self.second[place];
            moves.iter().filter(|to| **to == place).for_each(|_| found(before, same));
        }
    }
}

#[test]
fn wins_and_draws_are_those_of_brute_force() {
    let (mut endless, mut farthest) = (0, 0);
    for trial in 0..3000 {
        let graph = Graph::drawn(trial, false);
        let found = analyse(&graph, 1 + trial as usize % 3);
        assert_eq!(found.values, graph.by_brute_force(), "trial {trial}");
        endless += found.endless;
        farthest = farthest.max(found.values.iter().filter_map(|value| value.plies()).max().unwrap_or(0));
    }
    // The graphs have what makes it hard.
    assert!(endless > 1000 && farthest > 10, "{endless} {farthest}");
}

#[test]
fn payoffs_are_those_of_brute_force() {
    for trial in 0..1000 {
        let graph = Graph::drawn(trial, true);
        let found = analyse(&graph, 2);
        assert_eq!((found.values, found.endless), (graph.by_brute_force(), 0), "trial {trial}");
    }
}
