//! A pruned search for a watch: the tree as it was when the decision was made.
//!
//! Best first goes back and forth in the tree, so its visits are told afterwards and in the tree's order; what it found
//! out on the way comes before them.

use super::grow::Growth;
use super::interval::Interval;
use crate::game::{Game, Player};
use crate::search::watch::Bound;
use crate::search::{Frontier, Visit, Watch};
use crate::value::Ranked;

/// Tells of every node that was generated, and of every move that was not.
pub(super) fn show<G, F, W>(growth: &Growth<'_, '_, G, F>, watch: &mut W)
where
    G: Game,
    F: Frontier<G> + ?Sized,
    W: Watch<F::Value> + ?Sized,
{
    watch.restart();
    for learned in growth.learned.iter().flatten() {
        watch.learn(&learned.path, learned.known.low, learned.known.high, learned.new);
    }
    watch.enter(0);
    let root = growth.root();
    below(growth, root, watch);
    let known = growth.root_interval();
    watch.leave(Visit { own: growth.tree.node(root).own, ..told(known, false) });
}

fn below<G, F, W>(growth: &Growth<'_, '_, G, F>, id: usize, watch: &mut W)
where
    G: Game,
    F: Frontier<G> + ?Sized,
    W: Watch<F::Value> + ?Sized,
{
    for (i, place) in growth.tree.node(id).places.iter().enumerate() {
        if !place.generated {
            watch.cut(i);
            continue;
        }
        watch.enter(i);
        let mut own = None;
        if let Some(record) = place.record {
            own = growth.tree.node(record).own;
            below(growth, record, watch);
        }
        watch.leave(Visit { own, ..told(place.interval, place.over) });
    }
}

/// An interval as one number: the end that says more.
fn told<V: Ranked>(known: Interval<V>, over: bool) -> Visit<V> {
    let Some((lowest, highest)) = V::range() else { return Visit::leaf(known.low, over) };
    let (up, down) = (known.low.lead(&lowest, Player::FIRST), highest.lead(&known.high, Player::FIRST));
    let (value, bound) = match known.exact() {
        Some(value) => (value, Bound::Exact),
        None if up >= down => (known.low, Bound::AtLeast),
        None => (known.high, Bound::AtMost),
    };
    Visit { bound, ..Visit::leaf(value, over) }
}
