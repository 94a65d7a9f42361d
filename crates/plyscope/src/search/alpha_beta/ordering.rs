//! Which move first: what cut before is likely to cut again (Russell & Norvig, section 3.1).

use crate::game::Player;
use std::collections::HashMap;
use std::hash::Hash;

/// Two moves a ply that cut there last.
#[derive(Debug)]
pub(super) struct Killers<M> {
    plies: Vec<[Option<M>; 2]>,
}

impl<M: Copy + PartialEq> Killers<M> {
    pub(super) fn new() -> Self {
        Killers { plies: Vec::new() }
    }

    pub(super) fn add(&mut self, ply: usize, choice: M) {
        if self.plies.len() <= ply {
            self.plies.resize(ply + 1, [None; 2]);
        }
        let [latest, former] = &mut self.plies[ply];
        if *latest != Some(choice) {
            *former = latest.replace(choice);
        }
    }

    pub(super) fn contains(&self, ply: usize, choice: M) -> bool {
        self.plies.get(ply).is_some_and(|killers| killers.contains(&Some(choice)))
    }
}

/// How often a move cut, anywhere, deeper cuts counting more (Schaeffer 1989).
#[derive(Debug)]
pub(super) struct History<M> {
    cuts: HashMap<(Player, M), u64>,
}

impl<M: Copy + Eq + Hash> History<M> {
    pub(super) fn new() -> Self {
        History { cuts: HashMap::new() }
    }

    pub(super) fn add(&mut self, mover: Player, choice: M, left: u32) {
        let weight = 1 << left.min(30);
        let cuts = self.cuts.entry((mover, choice)).or_insert(0);
        *cuts = cuts.saturating_add(weight);
    }

    pub(super) fn score(&self, mover: Player, choice: M) -> u64 {
        self.cuts.get(&(mover, choice)).copied().unwrap_or(0)
    }
}
