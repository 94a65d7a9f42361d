//! Iteration by iteration, and what is decided on the way.

use super::leaves::combine;
use super::leaves::{Leaves, Worth};
use super::tree::{Grown, Node, Tree, expected};
use super::{Backup, Mcts, is_stopped};
use crate::game::Game;
use crate::key::{Domain, DrawKey, Stream, mix};
use crate::search::{Budget, Counts, Effort, Report, Score};
use std::sync::OnceLock;

/// How often the flag is looked at that ends a search early.
const PATIENCE: u64 = 256;

/// The tree is taken to hold all that there is when so many iterations in a row, and as many times its nodes, added none.
const IDLE: u64 = 1000;

/// One run: what is searched, and with what it draws.
pub(crate) struct Sampling<'a, G: Game, L: Leaves<G>> {
    /// The settings.
    pub(crate) mcts: &'a Mcts,
    /// The game.
    pub(crate) game: &'a G,
    /// What new nodes are worth.
    pub(crate) leaves: &'a L,
    /// What all draws of a run depend on, with the game and the position.
    pub(crate) seed: u64,
    /// The flag that ends it early.
    pub(crate) budget: &'a Budget<'a>,
}

impl<G: Game, L: Leaves<G>> Sampling<'_, G, L> {
    /// Searches from a position with a move to choose. At each of some stops, in rising order, it says what it would
    /// decide; a stop is reached when one of its efforts is spent.
    pub(crate) fn run(&self, root: G::Position, drawn: u64, stops: &[&[Effort]]) -> Vec<Report<L::Value>> {
        let number = mix(mix(drawn) ^ self.game.noise_key(&root));
        let trial = Stream::new(self.seed, "mcts").trial(number);
        let keeps_own = matches!(self.mcts.backup, Backup::Power(_));
        let tree = Tree::new(self.game, self.leaves, root, self.mcts.nodes as usize, keeps_own);
        let mut run = Run {
            mcts: self.mcts,
            tree,
            draws: trial.block.draw(Domain::Search),
            lane: trial.lane,
            iterations: 0,
            idle: 0,
            full: false,
            stopped: false,
            path: Vec::new(),
            best: Vec::new(),
            chances: Vec::new(),
        };
        let mut decided = Vec::with_capacity(stops.len());
        for stop in stops {
            while !run.is_spent(stop) && !run.is_done() {
                if run.iterations.is_multiple_of(PATIENCE) && is_stopped(self.budget) {
                    run.stopped = true;
                    break;
                }
                run.iterate();
            }
            decided.push(run.decide());
        }
        decided
    }
}

/// A run under way.
struct Run<'a, G: Game, L: Leaves<G>> {
    mcts: &'a Mcts,
    tree: Tree<'a, G, L>,
    draws: DrawKey,
    lane: u32,
    iterations: u64,
    /// Iterations since a node was added.
    idle: u64,
    /// Was there no room for a node?
    full: bool,
    stopped: bool,
    /// The nodes of an iteration, from the root.
    path: Vec<usize>,
    /// Children that are equally good to visit.
    best: Vec<usize>,
    chances: Vec<f64>,
}

impl<G: Game, L: Leaves<G>> Run<'_, G, L> {
    fn is_spent(&self, efforts: &[Effort]) -> bool {
        efforts.iter().any(|effort| match effort {
            Effort::Iterations(n) => self.iterations >= *n,
            Effort::Nodes(n) => self.tree.evaluated >= *n || self.is_idle(),
            Effort::Evaluations(n) => self.asked() >= *n || self.is_idle(),
            _ => true,
        })
    }

    /// Distinct positions that were evaluated; where they are not told apart, all.
    fn asked(&self) -> u64 {
        self.tree.leaves.asked().unwrap_or(self.tree.evaluated)
    }

    /// Nothing is added any more, where nodes are what is counted.
    fn is_idle(&self) -> bool {
        self.idle >= IDLE.max(4 * self.tree.nodes.len() as u64)
    }

    /// Is there nothing left to find out?
    fn is_done(&self) -> bool {
        self.stopped || (self.mcts.solver && self.tree.nodes[0].proved)
    }

    /// Goes down, adds a node, and tells all nodes on the way.
    fn iterate(&mut self) {
        self.path.clear();
        let mut node = 0;
        let added = loop {
            self.path.push(node);
            let at = &self.tree.nodes[node];
            if at.over || (self.mcts.solver && at.proved) {
                break None;
            }
            match self.tree.grow(node) {
                Grown::Yes => {}
                Grown::Rim => break None,
                Grown::Full => {
                    self.full = true;
                    break None;
                }
            }
            let at = &self.tree.nodes[node];
            let child = if at.chance {
                self.throw(node)
            } else if at.is_open() {
                self.untried(node)
            } else {
                self.promising(node)
            };
            if self.tree.nodes[child].visits == 0 {
                break Some((node, child));
            }
            node = child;
        };
        let result = match added {
            Some((parent, child)) => {
                self.idle = 0;
                self.tree.add(parent, child)
            }
            None => {
                self.idle += 1;
                // A finished game says what it says; where nothing can be added a node's evaluation counts again.
                self.tree.nodes[node].value
            }
        };
        self.rise(result);
        self.iterations += 1;
    }

    /// A number below a bound, which depends on the iteration and how deep it is.
    #[inline]
    fn below(&self, bound: usize) -> usize {
        let place = self.iterations << 24 | self.path.len() as u64;
        self.draws.below(self.lane, place, bound as u32) as usize
    }

    /// What chance does.
    fn throw(&mut self, node: usize) -> usize {
        self.chances.clear();
        self.tree.game.chances(self.tree.spot(node), &mut self.chances);
        let place = self.iterations << 24 | self.path.len() as u64;
        self.tree.nodes[node].children().start + self.draws.among(self.lane, place, &self.chances)
    }

    /// One of the children that were not tried, all as likely.
    #[inline]
    fn untried(&mut self, node: usize) -> usize {
        let at = &self.tree.nodes[node];
        let (children, tried) = (at.children(), at.tried as usize);
        let chosen = self.below(children.len() - tried);
        if tried == 0 {
            return children.start + chosen;
        }
        let untried = children.filter(|child| self.tree.nodes[*child].visits == 0).nth(chosen);
        untried.expect("there are untried moves")
    }

    /// The child with the largest value and bonus in its mover's view; one of those, where several are equal.
    #[inline]
    fn promising(&mut self, node: usize) -> usize {
        let at = &self.tree.nodes[node];
        let (children, mover, c) = (at.children(), at.mover, self.mcts.c);
        let log = log_of(at.visits);
        let score =
            |child: &Node<L::Value>| child.value.seen_by(mover) + c * (log / f64::from(child.visits)).sqrt();
        let (mut best, mut most, mut ties) = (children.start, f64::NEG_INFINITY, 0);
        for (i, child) in self.tree.nodes[children.clone()].iter().enumerate() {
            if self.mcts.solver && child.proved {
                continue; // settled: there is nothing to find out
            }
            let score = score(child);
            if score > most {
                (best, most, ties) = (children.start + i, score, 0);
            } else if score == most {
                ties += 1;
            }
        }
        if ties == 0 { best } else { self.tied(children, most, score) }
    }

    /// One of several children of the same score.
    #[cold]
    fn tied(
        &mut self,
        children: std::ops::Range<usize>,
        most: f64,
        score: impl Fn(&Node<L::Value>) -> f64,
    ) -> usize {
        self.best.clear();
        for child in children {
            let node = &self.tree.nodes[child];
            if !(self.mcts.solver && node.proved) && score(node) == most {
                self.best.push(child);
            }
        }
        self.best[self.below(self.best.len())]
    }

    /// Tells the nodes of an iteration what it found, from the last to the root.
    #[inline]
    fn rise(&mut self, mut result: L::Value) {
        for i in (0..self.path.len()).rev() {
            let node = self.path[i];
            self.tree.nodes[node].visits += 1;
            let at = &mut self.tree.nodes[node];
            let settled = at.over || (self.mcts.solver && at.proved);
            if self.mcts.backup == Backup::Mean {
                if !settled {
                    let visits = f64::from(at.visits);
                    at.value.take(&result, visits);
                }
            } else if !settled && at.tried > 0 {
                self.back_up(node);
            }
            if self.mcts.solver {
                self.tree.prove(node, &mut self.chances);
                let at = &self.tree.nodes[node];
                if at.proved {
                    result = at.value;
                }
            }
        }
    }

    /// A node's value from its children, by a back-up that looks at all of them.
    fn back_up(&mut self, node: usize) {
        let at = self.tree.nodes[node];
        let children = &self.tree.nodes[at.children()];
        let value = if at.chance {
            expected(self.tree.game, self.tree.spot(node), children, &mut self.chances)
        } else {
            let tried =
                children.iter().filter(|child| child.visits > 0).map(|child| (child.visits, child.value));
            combine(self.mcts.backup, at.mover, self.tree.own(node), tried)
        };
        self.tree.nodes[node].value = value;
    }

    /// What would be decided now: the best value at the root. Before every move was tried nothing is, and all are tied.
    fn decide(&mut self) -> Report<L::Value> {
        let grown = self.tree.grow(0);
        let root = self.tree.nodes[0];
        let children: Vec<Node<L::Value>> =
            if grown == Grown::Yes { self.tree.nodes[root.children()].to_vec() } else { Vec::new() };
        let settled = self.mcts.solver && root.proved;
        let decides = !root.is_open() || settled;
        // What settles the root is a proof, and no mean is as good.
        let counts = |child: &Node<L::Value>| decides && child.visits > 0 && (!settled || child.proved);
        let score = |child: &Node<L::Value>| match counts(child) {
            true => Score::Exact(child.value),
            false => Score::Unknown,
        };
        let scores: Vec<Score<L::Value>> = match children.len() {
            0 => vec![Score::Unknown],
            _ => children.iter().map(score).collect(),
        };
        let held = self.tree.nodes.len() as u64;
        let counts = Counts { generated: self.tree.evaluated, evaluated: self.asked(), cut: 0, held };
        let complete = decides && !self.full && !self.stopped;
        let value = decides.then_some(root.value);
        let report = Report::decide(root.mover, value, scores, counts, complete, u32::MAX);
        Report { visits: children.iter().map(|child| u64::from(child.visits)).collect(), ..report }
    }
}

/// Natural logarithms of small numbers, of which there are many.
const KNOWN: usize = 1 << 13;

/// The natural logarithm of a number of visits, the same on every platform.
#[inline]
fn log_of(visits: u32) -> f64 {
    static LOGS: OnceLock<Vec<f64>> = OnceLock::new();
    let logs = LOGS.get_or_init(|| (0..KNOWN).map(|n| libm::log((n as f64).max(1.0))).collect());
    match logs.get(visits as usize) {
        Some(log) => *log,
        None => libm::log(f64::from(visits)),
    }
}
