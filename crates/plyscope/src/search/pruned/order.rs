//! Where to look next: the child on which a bound depends most.
//!
//! At the root either the favourite's worst is to rise, or a rival's best is to fall (in the mover's view).
//! Values rise with every child, so the aim is the same all the way down. At a node the children are taken as
//! what they look like; each in turn is put at its ends, and the one that moves the node most is the one to look
//! at, above all if it can spoil the aim. Of what was begun and what was not, what was begun comes first: half
//! the weight for a child that was not generated yet. (Both weights were tried on P-games and N-games; they
//! change how much is visited, never what is found.)

use super::tree::{Branch, Held};
use crate::game::{Game, Player};
use crate::rule::{BackupRule, Node};
use crate::value::Ranked;

/// What a child could do for the aim, beside what it could do against it.
const HOPE: f64 = 0.3;
/// A child that was not generated, beside one that was.
const NEW: f64 = 0.5;

/// For whom a bound should get better.
pub(super) type Aim = Player;

/// The root move to look at, and for whom it should get better.
pub(super) fn at_root<G: Game, V: Ranked>(root: &Held<G, V>, contenders: &[usize]) -> (usize, Aim) {
    let mover = root.mover;
    let interval = |i: usize| root.places[i].interval;
    let guess = |i: usize| looks(&root.places[i], None, mover);
    let better =
        |key: &dyn Fn(usize) -> V, a: usize, b: usize| if key(b).beats(&key(a), mover) { b } else { a };
    let all = || contenders.iter().copied();
    let favourite = all().reduce(|a, b| better(&guess, a, b)).expect("there are contenders");
    let open = |i: usize| interval(i).exact().is_none();
    let best = |i: usize| interval(i).best(mover);
    let rivals = all().filter(|i| *i != favourite && open(*i));
    let Some(rival) = rivals.reduce(|a, b| better(&best, a, b)) else { return (favourite, mover) };
    let up = guess(favourite).lead(&interval(favourite).worst(mover), mover);
    let down = best(rival).lead(&guess(rival), mover);
    if open(favourite) && up >= down { (favourite, mover) } else { (rival, mover.opponent()) }
}

/// For whom a root move should get better, if it is the one in hand.
pub(super) fn aim_of<G: Game, V: Ranked>(root: &Held<G, V>, contenders: &[usize], choice: usize) -> Aim {
    let mover = root.mover;
    let mine = looks(&root.places[choice], None, mover);
    let beaten = contenders.iter().any(|i| looks(&root.places[*i], None, mover).beats(&mine, mover));
    if beaten { mover.opponent() } else { mover }
}

/// What a child looks like; before it is generated like the node above, or else as good as can be.
fn looks<V: Ranked>(place: &Branch<V>, above: Option<V>, player: Player) -> V {
    place.guess.or(above).map_or(place.interval.best(player), |guess| place.interval.clamp(guess))
}

/// The child of a node to look at; `values` is a list to use again.
pub(super) fn at_node<G, V, R>(rule: &R, node: &Held<G, V>, aim: Aim, values: &mut Vec<V>) -> usize
where
    G: Game,
    V: Ranked,
    R: BackupRule<V> + ?Sized,
{
    let about = Node { mover: node.mover, height: 1, level: 0 };
    values.clear();
    values.extend(node.places.iter().map(|place| looks(place, node.look, aim)));
    let now = rule.combine(about, values);
    let mut chosen: Option<(usize, f64)> = None;
    for (i, place) in node.places.iter().enumerate() {
        if place.interval.exact().is_some() {
            continue;
        }
        let kept = std::mem::replace(&mut values[i], place.interval.worst(aim));
        let fear = now.lead(&rule.combine(about, values), aim);
        values[i] = place.interval.best(aim);
        let hope = rule.combine(about, values).lead(&now, aim);
        values[i] = kept;
        let weight = (fear + HOPE * hope) * if place.generated { 1.0 } else { NEW };
        if chosen.is_none_or(|(_, most)| weight > most) {
            chosen = Some((i, weight));
        }
    }
    chosen.expect("a node is held only while a child is unknown").0
}
