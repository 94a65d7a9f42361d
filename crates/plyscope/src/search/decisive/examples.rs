//! What can be learned from a graph: how far values rise wrongly, and how much leaves change.

use super::graph::{Graph, Node, NodeId};
use super::{BackUp, Children, clipped, logit};
use crate::game::Game;
use crate::key::mix;

/// An opened node of which nothing is proved, as a learned back-up sees it.
///
/// ```
/// use plyscope::game::{Game, TicTacToe};
/// use plyscope::search::decisive::Decisive;
/// let game = TicTacToe::default();
/// let mut seen = Vec::new();
/// let mut even = |positions: &[_]| Ok(vec![0.5.into(); positions.len()]);
/// Decisive::default().grow_watched(&game, &game.start(), &[20, 60], &mut even, &mut |graph| {
///     seen.push(graph.examples(5).len());
/// })?;
/// assert_eq!(seen.len(), 2); // one look for every number of evaluations
/// assert!(seen.iter().all(|examples| (1..=5).contains(examples)));
/// # Ok::<(), plyscope::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Example<P> {
    /// The position.
    pub position: P,
    /// The whole binary logarithm of the number of nodes opened there and below.
    pub level: u32,
    /// What is multiplied by a, b, c and d: 1, the product's logit, the best child's, the node's own.
    pub inputs: [f64; 4],
}

impl<G: Game> Graph<'_, G> {
    /// Some opened nodes below the root: those that the decision is made by first, and others by a hash of their positions.
    pub fn examples(&self, most: usize) -> Vec<Example<G::Position>> {
        let open = |node: &&Node<G::Position>| node.is_open() && !node.proved && node.distance > 0;
        let ids = 0..self.nodes().len() as NodeId;
        let mut ranked: Vec<(bool, u64, NodeId)> = ids
            .filter(|id| open(&self.node(*id)))
            .map(|id| {
                let node = self.node(id);
                (node.distance > 1, mix(self.game.table_key(&node.position)), id)
            })
            .collect();
        ranked.sort_unstable();
        ranked.truncate(most);
        ranked.into_iter().map(|(_, _, id)| self.example(id)).collect()
    }

    fn example(&self, id: NodeId) -> Example<G::Position> {
        let node = self.node(id);
        let (mut chances, mut draws) = (Vec::new(), Vec::new());
        self.put_chances(id, &node.children, &mut chances, &mut draws);
        let seen = Children { chances: &chances, draws: &draws, own: node.own, opened: 1.0, evaluations: 0 };
        let product = BackUp::Product.value(&seen);
        let best = chances.iter().copied().fold(0.0, f64::max);
        let logits = [product, best, node.own].map(|chance| logit(clipped(chance)));
        Example {
            position: node.position.clone(),
            level: (node.opened as u64).max(1).ilog2(),
            inputs: [1.0, logits[0], logits[1], logits[2]],
        }
    }

    /// What the leaves that were opened were worth before and right after, as far as they had been evaluated.
    pub fn changes(&self, back_up: &BackUp) -> Vec<(f64, f64)> {
        let mut changes = Vec::new();
        for node in self.nodes().iter().filter(|node| node.is_open() && node.distance > 0) {
            let seen = |child: &NodeId| {
                let child = self.node(*child);
                // What was proved by the rules when it was first seen is its own value.
                let first = if child.by_rules { child.own } else { clipped(child.own) };
                let chance = if child.mover == node.mover { first } else { 1.0 - first };
                (chance, child.by_rules)
            };
            let (chances, by_rules): (Vec<f64>, Vec<bool>) = node.children.iter().map(seen).unzip();
            let draws = self.first_draws(&node.children);
            let best = chances.iter().copied().fold(0.0, f64::max);
            let wins = chances.iter().zip(&by_rules).any(|(chance, known)| *known && *chance == 1.0);
            let after = match wins || by_rules.iter().all(|known| *known) {
                true => best,
                false => {
                    let evaluations = self.evaluations();
                    back_up.value(&Children {
                        chances: &chances,
                        draws: &draws,
                        own: node.own,
                        opened: 1.0,
                        evaluations,
                    })
                }
            };
            changes.push((clipped(node.own), after));
        }
        changes
    }
}
