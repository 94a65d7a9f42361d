//! Opening leaf after leaf, and which root move to look at: where two moves could still change places.

use super::graph::{Graph, NodeId, Seen, outcome};
use super::{BackUp, Draws, Settings, Spread, WinDraw};
use crate::error::{Error, Result};
use crate::game::{Game, moves_of};
use std::collections::HashSet;

/// The search: what rises, what is expected to change, and how many leaves are opened at a time.
///
/// ```
/// use plyscope::game::{Game, TicTacToe, moves_of};
/// use plyscope::search::decisive::Decisive;
/// let game = TicTacToe::default();
/// // X can win at once, and O threatens to: X wins where the row is full.
/// let position = game.parse_position("X.X/OO./... X")?;
/// let found = Decisive::default().decide(&game, &position, &[100], &mut |positions| Ok(vec![0.5.into(); positions.len()]))?;
/// let best = &moves_of(&game, &position)[found[0].choice];
/// assert_eq!(game.move_name(&position, best), "b3");
/// assert_eq!(found[0].evaluations, 0); // the rules are free
/// # Ok::<(), plyscope::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Decisive {
    /// How values rise.
    pub back_up: BackUp,
    /// How much leaves change when they are opened.
    pub spread: Spread,
    /// How many leaves are opened at a time, and how many nodes are held.
    pub settings: Settings,
}

/// Who says what positions are worth, each to its mover.
pub type Evaluate<'a, P> = dyn FnMut(&[P]) -> Result<Vec<WinDraw>> + 'a;

/// What was decided with a number of evaluations.
#[derive(Debug, Clone, PartialEq)]
pub struct Decision {
    /// The moves that are as good as the choice, the choice first.
    pub ties: Vec<usize>,
    /// The chosen move: a win that is proved, else the one with the best chance.
    pub choice: usize,
    /// The mover's chance after every move.
    pub chances: Vec<f64>,
    /// Is that chance certain?
    pub proved: Vec<bool>,
    /// Distinct positions that were evaluated.
    pub evaluations: u64,
    /// Nodes of the graph.
    pub nodes: u64,
}

/// When evaluations run out, this many leaves that cost too much are passed over.
const PASSED: u32 = 64;

/// A leaf that is about to be opened, and what follows it.
struct Opening<P> {
    leaf: NodeId,
    after: Vec<Seen<P>>,
}

impl Decisive {
    /// The decisions with each of some numbers of evaluations, in rising order.
    pub fn decide<G: Game>(
        &self,
        game: &G,
        position: &G::Position,
        evaluations: &[u64],
        evaluate: &mut Evaluate<'_, G::Position>,
    ) -> Result<Vec<Decision>> {
        self.grow_watched(game, position, evaluations, evaluate, &mut |_| ())
    }

    /// The same, and the graph that was grown.
    pub fn grow<'a, G: Game>(
        &self,
        game: &'a G,
        position: &G::Position,
        evaluations: &[u64],
        evaluate: &mut Evaluate<'_, G::Position>,
    ) -> Result<(Vec<Decision>, Graph<'a, G>)> {
        self.grown(game, position, evaluations, evaluate, &mut |_| ())
    }

    /// The decisions, and a look at the graph whenever one is made.
    pub fn grow_watched<G: Game>(
        &self,
        game: &G,
        position: &G::Position,
        evaluations: &[u64],
        evaluate: &mut Evaluate<'_, G::Position>,
        watch: &mut dyn FnMut(&Graph<'_, G>),
    ) -> Result<Vec<Decision>> {
        Ok(self.grown(game, position, evaluations, evaluate, watch)?.0)
    }

    fn grown<'a, G: Game>(
        &self,
        game: &'a G,
        position: &G::Position,
        evaluations: &[u64],
        evaluate: &mut Evaluate<'_, G::Position>,
        watch: &mut dyn FnMut(&Graph<'_, G>),
    ) -> Result<(Vec<Decision>, Graph<'a, G>)> {
        self.check(game, position, evaluations)?;
        let mut growing =
            Growing { search: self, graph: Graph::new(game, self.settings.draws == Draws::Apart), evaluate };
        if let Some(decision) = by_the_rules(&growing.graph, position) {
            return Ok((vec![decision; evaluations.len()], growing.graph));
        }
        // The root is not evaluated: what it is worth by itself decides nothing.
        growing.graph.add_root(position.clone());
        let mut decisions = Vec::new();
        for (i, budget) in evaluations.iter().enumerate() {
            growing.until(*budget)?;
            // With more evaluations it goes on as if these had never been all.
            let more = (i + 1 < evaluations.len()).then(|| growing.graph.clone());
            growing.spend_rest(*budget)?;
            decisions.push(growing.decision());
            watch(&growing.graph);
            growing.graph = more.unwrap_or(growing.graph);
        }
        Ok((decisions, growing.graph))
    }

    fn check<G: Game>(&self, game: &G, position: &G::Position, evaluations: &[u64]) -> Result<()> {
        let refuse = |why: &str| Err(Error::Settings { kind: "decisive".into(), why: why.into() });
        if game.facts().has_chance {
            return Err(Error::Chance { what: "decisive".into(), game: game.name().to_string() });
        }
        if game.facts().players != 2 {
            return Err(Error::Players {
                what: "decisive".into(),
                wanted: "2 players",
                game: game.name().to_string(),
                players: game.facts().players,
                advice: "",
            });
        }
        match () {
            () if self.settings.batch == 0 => refuse("at least one leaf is opened at a time"),
            () if !evaluations.is_sorted() => refuse("numbers of evaluations rise"),
            () if game.is_over(position) => refuse("the game is over: there is no move to choose"),
            () => Ok(()),
        }
    }
}

/// The decision where the rules alone make it: a move wins at once, or every move ends the game.
fn by_the_rules<G: Game>(graph: &Graph<'_, G>, position: &G::Position) -> Option<Decision> {
    let (game, mover) = (graph.game, graph.game.mover(position));
    let best = graph.by_the_rules(position).0?;
    let after: Vec<G::Position> =
        moves_of(game, position).iter().map(|choice| game.play(position, choice)).collect();
    let proved: Vec<bool> = after.iter().map(|after| game.is_over(after)).collect();
    let worth =
        |after: &G::Position| if game.is_over(after) { outcome(game.payoff(after, mover)) } else { 0.5 };
    let chances: Vec<f64> = after.iter().map(worth).collect();
    let ties: Vec<usize> = (0..after.len()).filter(|i| proved[*i] && chances[*i] == best).collect();
    Some(Decision { choice: ties[0], ties, chances, proved, evaluations: 0, nodes: 1 })
}

/// A search under way.
struct Growing<'a, 'b, 'c, G: Game> {
    search: &'b Decisive,
    graph: Graph<'a, G>,
    evaluate: &'b mut Evaluate<'c, G::Position>,
}

impl<G: Game> Growing<'_, '_, '_, G> {
    /// Opens leaves until no more evaluations are to be had.
    fn until(&mut self, budget: u64) -> Result<()> {
        while self.graph.nodes().len() < self.search.settings.nodes {
            let (mut openings, mut asked) = (Vec::new(), HashSet::new());
            while openings.len() < self.search.settings.batch {
                let Some(leaf) = self.next_leaf() else { break };
                let opening = self.look(leaf);
                let new = opening.after.iter().filter(|after| after.asks).map(|after| after.key);
                let more: Vec<u64> = new.filter(|key| !asked.contains(key)).collect();
                if self.graph.evaluations() + (asked.len() + more.len()) as u64 > budget {
                    break;
                }
                asked.extend(more);
                if self.search.settings.batch > 1 {
                    self.graph.node_mut(leaf).taken = true;
                    self.graph.back_up_from(self.graph.node(leaf).parents.clone(), &self.search.back_up);
                }
                openings.push(opening);
            }
            if openings.is_empty() {
                return Ok(());
            }
            self.open(openings)?;
        }
        Ok(())
    }

    /// Spends what the leaf that matters most would have cost too much of on those behind it.
    fn spend_rest(&mut self, budget: u64) -> Result<()> {
        let mut passed = 0;
        while passed < PASSED
            && self.graph.evaluations() < budget
            && self.graph.nodes().len() < self.search.settings.nodes
        {
            let Some(leaf) = self.next_leaf() else { break };
            let opening = self.look(leaf);
            let new: HashSet<u64> =
                opening.after.iter().filter(|after| after.asks).map(|after| after.key).collect();
            if self.graph.evaluations() + new.len() as u64 > budget {
                passed += 1;
                self.graph.node_mut(leaf).taken = true;
                self.graph.back_up_from(self.graph.node(leaf).parents.clone(), &self.search.back_up);
            } else {
                self.open(vec![opening])?;
            }
        }
        Ok(())
    }

    /// The leaf that matters most.
    fn next_leaf(&self) -> Option<NodeId> {
        if !self.graph.node(0).is_open() {
            return (!self.graph.node(0).taken).then_some(0);
        }
        let mut id = next_move(&self.graph)?;
        while self.graph.node(id).is_open() {
            let node = self.graph.node(id);
            id = node.children[node.toward];
        }
        Some(id)
    }

    /// What follows a leaf.
    fn look(&self, leaf: NodeId) -> Opening<G::Position> {
        let (node, game) = (self.graph.node(leaf), self.graph.game);
        let mut moves = Vec::new();
        game.moves(&node.position, &mut moves);
        let after =
            moves.iter().map(|choice| self.graph.see(game.play(&node.position, choice), node.distance + 1));
        Opening { leaf, after: after.collect() }
    }

    /// Opens leaves: evaluates what is new behind them, all at once, and makes everything above them anew.
    fn open(&mut self, openings: Vec<Opening<G::Position>>) -> Result<()> {
        let stage = self.search.back_up.stage(self.graph.evaluations());
        self.ask(&openings)?;
        let mut changed = Vec::new();
        let mut free = openings;
        while let Some(Opening { leaf, after }) = free.pop() {
            changed.push(leaf);
            let mut children = Vec::with_capacity(after.len());
            for seen in after {
                let (id, is_new) = self.graph.add(seen, &self.search.spread);
                children.push(id);
                let node = self.graph.node(id);
                if is_new && !node.proved && node.cost == 0 {
                    // Nothing has to be evaluated: what follows is known, or follows from the rules.
                    let opening = self.look(id);
                    if opening.after.iter().all(|after| !after.asks) {
                        free.push(opening);
                    }
                }
            }
            self.graph.node_mut(leaf).taken = false;
            self.graph.link(leaf, children);
        }
        match self.search.back_up.stage(self.graph.evaluations()) == stage {
            true => self.graph.back_up_from(changed, &self.search.back_up),
            false => self.graph.back_up_all(&self.search.back_up),
        }
        Ok(())
    }

    /// Asks about every position that is new, once.
    fn ask(&mut self, openings: &[Opening<G::Position>]) -> Result<()> {
        let (mut keys, mut positions) = (Vec::new(), Vec::new());
        for after in openings.iter().flat_map(|opening| &opening.after).filter(|after| after.asks) {
            if !keys.contains(&after.key) {
                keys.push(after.key);
                positions.push(after.position.clone());
            }
        }
        if positions.is_empty() {
            return Ok(());
        }
        let said = (self.evaluate)(&positions)?;
        let refuse = |why: String| Err(Error::Settings { kind: "an evaluator".into(), why });
        if said.len() != positions.len() {
            return refuse(format!(
                "it was asked about {} positions and answered {}",
                positions.len(),
                said.len()
            ));
        }
        for ((key, position), said) in keys.into_iter().zip(&positions).zip(said) {
            if let Some(wrong) = [said.chance, said.draw].into_iter().find(|one| !(0.0..=1.0).contains(one)) {
                let position = self.graph.game.position_text(position);
                return refuse(format!("it gave {wrong}, which is no chance from 0 to 1, at {position}"));
            }
            self.graph.remember(key, said);
        }
        Ok(())
    }

    /// What would be played now.
    fn decision(&self) -> Decision {
        let (root, graph) = (self.graph.node(0), &self.graph);
        let moves = moves_of(graph.game, &root.position).len();
        // Before the root is opened nothing is known.
        let children = || root.children.iter();
        let chances: Vec<f64> = match root.is_open() {
            true => children().map(|child| graph.chance_after(0, *child)).collect(),
            false => vec![0.5; moves],
        };
        let proved = match root.is_open() {
            true => children().map(|child| graph.node(*child).proved).collect(),
            false => vec![false; moves],
        };
        let best = chances.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let ties: Vec<usize> = (0..moves).filter(|i| chances[*i] == best).collect();
        let nodes = graph.nodes().len() as u64;
        Decision { choice: ties[0], ties, chances, proved, evaluations: graph.evaluations(), nodes }
    }
}

/// The root's child below which the next leaf is to be opened; none where the decision is certain.
///
/// With B the best move, every other move j that is not proved lost is weighed by how likely it is that the difference
/// between the two is zero: a normal density with the spreads of both. A move's score is that weight times the square of its
/// pull; the best move's weight is the sum of all others'.
pub(super) fn next_move<G: Game>(graph: &Graph<'_, G>) -> Option<NodeId> {
    let root = graph.node(0);
    let value = |child: &NodeId| graph.chance_after(0, *child);
    let best =
        *root.children.iter().reduce(|best, child| if value(child) > value(best) { child } else { best })?;
    if is_decided(graph, best) {
        return None;
    }
    let (first, mut weights, mut scores) = (graph.node(best), 0.0, Vec::new());
    for child in root.children.iter().filter(|child| **child != best) {
        let node = graph.node(*child);
        let theta = (first.spread + node.spread).sqrt();
        if node.proved && value(child) == 0.0 || theta == 0.0 {
            continue;
        }
        let difference = (value(&best) - value(child)) / theta;
        let weight = libm::exp(-difference * difference / 2.0) / theta;
        weights += weight;
        scores.push((weight * node.pull * node.pull, *child));
    }
    scores.push((weights * first.pull * first.pull, best));
    let open = |child: NodeId| !graph.node(child).proved && !graph.node(child).taken;
    let largest = |all: &mut dyn Iterator<Item = (f64, NodeId)>| {
        all.filter(|(_, child)| open(*child))
            .reduce(|best, one| if one.0 > best.0 || one.0 == best.0 && one.1 < best.1 { one } else { best })
    };
    match largest(&mut scores.iter().copied()) {
        Some((score, child)) if score > 0.0 => Some(child),
        // Nothing is close, or nothing is known to change: where most could.
        _ => largest(&mut root.children.iter().map(|child| (graph.node(*child).pull, *child)))
            .map(|(_, child)| child),
    }
}

/// Is nothing left to find out: a win is proved, or every other move is proved to be no better?
fn is_decided<G: Game>(graph: &Graph<'_, G>, best: NodeId) -> bool {
    let root = graph.node(0);
    let proved_win = graph.node(best).proved && graph.chance_after(0, best) == 1.0;
    let others = || root.children.iter().filter(|child| **child != best);
    let lost = |child: &NodeId| graph.node(*child).proved && graph.chance_after(0, *child) == 0.0;
    root.proved || proved_win || others().all(lost)
}
