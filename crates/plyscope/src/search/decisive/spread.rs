//! How much a leaf's value changes when it is opened, and what can be learned from a graph: how far values rise wrongly, and
//! how much leaves change.

use super::graph::{Graph, Node, NodeId};
use super::{BackUp, Children, clipped, logit};
use crate::error::{Error, Result};
use crate::game::Game;
use crate::key::mix;

/// The mean squared change of a leaf's value when it is opened, by twentieths of its value; learned from leaves that were
/// opened.
///
/// ```
/// use plyscope::search::decisive::Spread;
/// let even = Spread::default();
/// assert!(even.of(0.5) > even.of(0.99)); // what is as good as won hardly changes
/// let learned = Spread::learned([(0.5, 0.7), (0.52, 0.32), (0.9, 0.9)]);
/// assert!((learned.of(0.51) - 0.04).abs() < 1e-12);
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Spread([f64; Spread::BINS]);

impl Spread {
    /// How many parts the values from 0 to 1 are divided into.
    pub const BINS: usize = 20;

    /// From a number for every part.
    pub fn new(bins: [f64; Spread::BINS]) -> Result<Self> {
        match bins.iter().all(|bin| bin.is_finite() && *bin >= 0.0) {
            true => Ok(Spread(bins)),
            false => Err(Error::Settings {
                kind: "a spread".into(),
                why: "mean squares are numbers from 0 on".into(),
            }),
        }
    }

    /// From leaves that were opened: their values before and after. A part in which none was has what the nearest one has.
    pub fn learned(leaves: impl IntoIterator<Item = (f64, f64)>) -> Self {
        let mut sums = [(0.0, 0_u64); Spread::BINS];
        for (before, after) in leaves {
            let (sum, count) = &mut sums[bin(before)];
            *sum += (after - before).powi(2);
            *count += 1;
        }
        let seen: Vec<usize> = (0..Spread::BINS).filter(|bin| sums[*bin].1 > 0).collect();
        if seen.is_empty() {
            return Spread::default();
        }
        Spread(std::array::from_fn(|bin| {
            let nearest = seen.iter().min_by_key(|other| other.abs_diff(bin)).expect("some were seen");
            sums[*nearest].0 / sums[*nearest].1 as f64
        }))
    }

    /// The mean squared change of a leaf of this value.
    pub fn of(&self, value: f64) -> f64 {
        self.0[bin(value)]
    }

    /// All parts.
    pub fn bins(&self) -> &[f64; Spread::BINS] {
        &self.0
    }
}

/// Nothing learned: a quarter of what a coin of that chance varies by.
impl Default for Spread {
    fn default() -> Self {
        Spread(std::array::from_fn(|bin| {
            let middle = (bin as f64 + 0.5) / Spread::BINS as f64;
            middle * (1.0 - middle) / 4.0
        }))
    }
}

fn bin(value: f64) -> usize {
    ((value * Spread::BINS as f64) as usize).min(Spread::BINS - 1)
}

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
