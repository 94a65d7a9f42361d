//! What a step says.

use super::replay::{Before, Replay};
use crate::drawing::{shown, shown_player};
use plyscope::game::Player;
use plyscope::value::{AnyValue, Ranked};

fn label<'a>(replay: &'a Replay<'_>, node: usize) -> &'a str {
    &replay.flat.nodes[node].label
}

fn mover(replay: &Replay<'_>, node: usize) -> Option<Player> {
    replay.flat.nodes[node].drawn.mover
}

/// Going down to a node.
pub(super) fn down(replay: &Replay<'_>, node: usize) -> String {
    let who = mover(replay, node)
        .map_or(", where chance decides".into(), |mover| format!(", where {} moves", shown_player(mover)));
    format!("Down to {}{who}.", label(replay, node))
}

/// What follows for the nodes above: how the nearest stands now, and what changed further up.
fn follows(replay: &Replay<'_>, before: &Before) -> String {
    let mut text = String::new();
    for (i, (at, before)) in before.iter().enumerate() {
        let now = &replay.known[*at];
        let same = (&now.low, &now.high) == (&before.low, &before.high);
        if let Some(phrase) = now.phrase().filter(|_| i == 0 || !same) {
            let still = if same { "still" } else { "now" };
            text.push_str(&format!(" {} is {still} {phrase}.", label(replay, *at)));
        }
    }
    text
}

/// A node that is not looked beyond.
pub(super) fn leaf(replay: &Replay<'_>, node: usize, before: &Before) -> String {
    let phrase = replay.known[node].phrase().unwrap_or_default();
    format!("{} is {phrase}.{}", label(replay, node), follows(replay, before))
}

/// A value that rises.
pub(super) fn up(replay: &Replay<'_>, node: usize, before: &Before) -> String {
    let drawn = replay.flat.nodes[node].drawn;
    let phrase = replay.known[node].phrase().unwrap_or_default();
    let why = match (&drawn.own, &drawn.aggregate) {
        (Some(own), Some(aggregate)) if drawn.value.as_ref() == Some(own) && own != aggregate => format!(
            ": it keeps its own estimate, which is more certain than the {} that its moves give",
            shown(aggregate)
        ),
        (Some(own), Some(_)) if drawn.value.as_ref() != Some(own) => {
            format!(": its moves say so; its own estimate of {} is not used", shown(own))
        }
        _ => String::new(),
    };
    let back = match replay.flat.nodes[node].parent {
        Some(above) => format!("Back to {}: ", label(replay, above)),
        None => String::new(),
    };
    format!("{back}{} is {phrase}{why}.{}", label(replay, node), follows(replay, before))
}

/// Moves that are left out, with the reason.
pub(super) fn cut(replay: &Replay<'_>, node: usize, cut: &[usize], path: &[usize]) -> String {
    let known = &replay.known[node];
    let place = &replay.flat.nodes[node];
    let others = cut.len() < place.children.len();
    let moves = match (cut.len(), others) {
        (1, true) => "its other move is".to_string(),
        (1, false) => "its move is".to_string(),
        (count, true) => format!("its other {count} moves are"),
        (count, false) => format!("its {count} moves are"),
    };
    let Some((first, second)) = &known.window else {
        let names: Vec<&str> =
            cut.iter().map(|child| replay.flat.nodes[*child].drawn.name.as_str()).collect();
        return format!(
            "{} left out at {}: by static estimate {} not among the moves that forward pruning keeps.",
            names.join(", "),
            place.label,
            if cut.len() == 1 { "it is" } else { "they are" }
        );
    };
    if !others {
        return format!(
            "{} was searched before: the table knows enough of it, and {moves} not looked at.",
            place.label
        );
    }
    let opponent = mover(replay, node).map(Player::opponent);
    let sure = match opponent {
        Some(Player::FIRST) => first,
        Some(_) => second,
        None => &None,
    };
    let phrase = known.phrase().unwrap_or_default();
    match (sure, opponent) {
        (Some(sure), Some(opponent)) => {
            let has = path.iter().rev().skip(1).find(|above| has(replay, **above, opponent, sure));
            let who = has.map_or(shown_player(opponent), |above| label(replay, *above).to_string());
            format!(
                "{} is already {phrase}, and {who} has {}: {moves} not looked at.",
                place.label,
                shown(sure)
            )
        }
        _ => format!("{} is already {phrase}: {moves} not looked at.", place.label),
    }
}

/// Has a player found this much at a node?
fn has(replay: &Replay<'_>, node: usize, player: Player, sure: &AnyValue) -> bool {
    let known = &replay.known[node];
    let found = if player == Player::FIRST { &known.low } else { &known.high };
    mover(replay, node) == Some(player) && found.as_ref().is_some_and(|found| found.ties(sure, player))
}

/// One more node of a search that goes back and forth.
pub(super) fn look(replay: &Replay<'_>, node: usize, before: &Before) -> String {
    let seen = match replay.known[node].phrase() {
        Some(phrase) => format!("A look at {}: it is {phrase}.", label(replay, node)),
        None => format!("A look at {}: its value is still open.", label(replay, node)),
    };
    seen + &follows(replay, before)
}

/// The end of the search.
pub(super) fn end(replay: &Replay<'_>) -> String {
    let drawing = replay.drawing;
    let root = &drawing.root.name;
    let worth = replay.known[0].phrase().map_or(String::new(), |phrase| format!("{root} is {phrase}, and "));
    let others = match drawing.ties.len() {
        0 | 1 => String::new(),
        count => format!(" ({count} moves are equally good)"),
    };
    let cut = replay.flat.nodes.iter().filter(|place| place.drawn.pruned).count();
    let cut = match cut {
        0 => String::new(),
        1 => " 1 node was never looked at.".into(),
        count => format!(" {count} nodes were never looked at."),
    };
    format!("The search ends: {worth}the choice is {}{others}.{cut}", drawing.chosen().name)
}
