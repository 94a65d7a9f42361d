//! Which root move to look at: where two moves could still change places.

use super::graph::{Graph, NodeId};
use crate::game::Game;

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
