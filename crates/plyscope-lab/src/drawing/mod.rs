//! A searched tree as it is to be shown, whatever its values are: as a picture, and in the command as text.

mod board;
mod differs;
mod json;
mod legend;
mod played;
mod request;
mod stage;
mod steps;
mod svg;
mod text;
mod written;

pub use board::{Shown, render_board};
pub use differs::differs;
pub use json::{render_json, render_steps};
use played::draw_game;
pub(crate) use request::Request;
pub use request::TreeRequest;
use request::{CHANCES, EACH, OPINION, PAYOFF, PROBABILITY};
pub use steps::{Done, Known, Seen, Step, StepKind, Steps};
pub use svg::{render, render_step};
pub use text::{render_text, steps_text};
pub(crate) use written::{Written, draw, leaves_in_order};

use crate::error::{Error, Result};
use plyscope::game::{AnyPosition, Board, Player, Remote, Turn, expand_one};
use plyscope::player::Traced;
use plyscope::search::{Bound, Counts, Moment, Trace};
use plyscope::theory::node_types::NodeType;
use plyscope::value::AnyValue;

/// The most nodes of a drawing with boards.
const MAX_BOARDS: usize = 200;

/// The most nodes that are drawn.
const MAX_DRAWN: usize = 100_000;

/// Everything that is shown of a search.
pub struct Drawing {
    /// What makes this drawing: rule, search, game, evaluator and so on, by name.
    pub facts: Vec<(&'static str, String)>,
    /// What the values are, for people.
    pub meaning: &'static str,
    /// The chosen child of the root.
    pub choice: usize,
    /// All children of the root that are as good.
    pub ties: Vec<usize>,
    /// How much work it was.
    pub counts: Counts,
    /// How many play.
    pub players: usize,
    /// The root.
    pub root: Drawn,
    /// What may not be as it was meant.
    pub doubts: Vec<String>,
    /// What happened in the search, in order; none where it is too much to step through.
    moments: Option<Vec<Moment<AnyValue>>>,
}

/// One node.
pub struct Drawn {
    /// Which of its parent's moves leads to it, from 0.
    pub child: usize,
    /// What it is called.
    pub name: String,
    /// None at a leaf.
    pub mover: Option<Player>,
    /// Its value, if it was searched.
    pub value: Option<AnyValue>,
    /// Is the value exact, or was it enough to bound it? None where it was not searched.
    pub bound: Option<Bound>,
    /// The value before the node's own estimate was weighed, where that estimate was used.
    pub aggregate: Option<AnyValue>,
    /// The node's own estimate, where it was used.
    pub own: Option<AnyValue>,
    /// The chance that the side with the better chances does not win.
    pub error: Option<f64>,
    /// How many of its children win for the mover, as far as is said.
    pub node_type: Option<NodeType>,
    /// Is the game over there?
    pub terminal: bool,
    /// Was it not searched?
    pub pruned: bool,
    /// The position as a board, in small trees of games that have one.
    pub board: Option<Board>,
    /// What is below it.
    pub children: Vec<Drawn>,
}

/// What a number says about who wins.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Labels {
    /// Nothing: numbers of any range.
    None,
    /// Positive: the first player. Opinions, each wrong with this probability.
    Positive(f64),
    /// Above a half: the first player.
    AboveHalf,
}

/// The chance that the side with the better chances does not win, where the value knows.
fn error_of(value: &AnyValue, at_leaf: bool, labels: Labels) -> Option<f64> {
    match (value, labels) {
        (AnyValue::Number(_), Labels::Positive(error)) if at_leaf => Some(error),
        (AnyValue::Win(win), _) => Some(win.error()),
        (AnyValue::Typed(typed), _) => Some(typed.win.error()),
        (AnyValue::Thresholds(both), _) => Some(both.points().error()),
        _ => None, // minimax does not know its error
    }
}

/// Does the first player win, as far as is said?
fn label_of(value: &AnyValue, labels: Labels) -> Option<bool> {
    match (value, labels) {
        (AnyValue::Number(_), Labels::None) => None,
        (AnyValue::Number(number), Labels::Positive(_)) => Some(*number > 0.0),
        (AnyValue::Number(number), Labels::AboveHalf) => (*number != 0.5).then_some(*number > 0.5),
        (AnyValue::Win(win), _) => (win.first != win.second).then_some(win.first > win.second),
        (AnyValue::Thresholds(both), _) => {
            let points = both.points();
            (points.first != points.second).then_some(points.first > points.second)
        }
        // The true type is what this rule goes by.
        (AnyValue::Typed(typed), _) => Some(typed.truth),
        _ => None,
    }
}

/// Refuses more than can be looked at.
fn too_many() -> Error {
    Error::Usage(format!(
        "more than {MAX_DRAWN} nodes would be drawn; use a smaller --depth or a smaller game"
    ))
}

/// What a node is called, by its position and by the moves to it.
type Naming<'a> = &'a dyn Fn(&AnyPosition, &[usize]) -> Result<String>;

impl Drawing {
    /// Puts together what a search reported and what was seen of it.
    pub(crate) fn new(
        game: &dyn Remote,
        start: &AnyPosition,
        traced: Traced,
        labels: Labels,
        name: Naming<'_>,
    ) -> Result<Self> {
        let Traced { report, trace, moments } = traced;
        if !report.complete {
            return Err(too_many());
        }
        if trace.visit.is_none() {
            return Err(Error::Usage("the search gave up before it saw the whole tree".into()));
        }
        let boards = nodes(&trace) <= MAX_BOARDS;
        let mut builder = Builder { game, labels, name, boards, path: Vec::new() };
        Ok(Drawing {
            facts: Vec::new(),
            meaning: "",
            choice: report.choice,
            ties: report.ties.clone(),
            counts: report.counts,
            players: game.facts().players,
            root: builder.node(start, &trace)?.0,
            doubts: Vec::new(),
            moments,
        })
    }

    /// What makes this drawing, in a line.
    pub fn title(&self) -> String {
        let fact = |(name, value): &(&str, String)| match *name {
            "rule" | "search" | "game" | "evaluator" => value.clone(),
            _ => format!("{name} {value}"),
        };
        self.facts.iter().map(fact).collect::<Vec<_>>().join(", ")
    }

    /// How many nodes there are, and how deep the deepest lies.
    pub fn size(&self) -> (usize, usize) {
        fn of(node: &Drawn) -> (usize, usize) {
            node.children
                .iter()
                .map(of)
                .fold((1, 0), |(nodes, deepest), (n, d)| (nodes + n, deepest.max(d + 1)))
        }
        of(&self.root)
    }

    /// The chosen node.
    pub fn chosen(&self) -> &Drawn {
        &self.root.children[self.choice]
    }

    /// Is this child of the root as good as the choice?
    pub(crate) fn is_tied(&self, child: usize) -> bool {
        self.ties.contains(&child)
    }
}

/// How many nodes a trace has.
fn nodes(trace: &Trace<AnyValue>) -> usize {
    1 + trace.children.iter().map(nodes).sum::<usize>()
}

struct Builder<'a> {
    game: &'a dyn Remote,
    labels: Labels,
    name: Naming<'a>,
    /// Are boards drawn?
    boards: bool,
    path: Vec<usize>,
}

impl Builder<'_> {
    /// The node, and who is said to win there.
    fn node(&mut self, position: &AnyPosition, trace: &Trace<AnyValue>) -> Result<(Drawn, Option<bool>)> {
        let mut children = Vec::new();
        let mut wins = Vec::new();
        let mut mover = None;
        if !trace.children.is_empty() {
            let expansion = expand_one(self.game, position)?;
            if let Turn::Player(player) = expansion.turn {
                mover = Some(player);
            }
            for child in &trace.children {
                self.path.push(child.child);
                let (drawn, label) = self.node(&expansion.after[child.child], child)?;
                self.path.pop();
                children.push(drawn);
                wins.extend(label.map(|first| first == (mover == Some(Player::FIRST))));
            }
        }
        let visit = trace.visit;
        let value = visit.map(|visit| visit.value);
        let own = visit.and_then(|visit| visit.own);
        let drawn = Drawn {
            child: trace.child,
            name: (self.name)(position, &self.path)?,
            mover,
            bound: visit.map(|visit| visit.bound),
            aggregate: own.and(visit.and_then(|visit| visit.aggregate)),
            own,
            error: value.and_then(|value| error_of(&value, children.is_empty(), self.labels)),
            // A type needs the label of every child, and a player who chooses.
            node_type: if wins.len() == children.len() { NodeType::of(&wins) } else { None },
            terminal: visit.is_some_and(|visit| visit.terminal),
            pruned: visit.is_none(),
            board: if self.boards { self.game.board(position) } else { None },
            value,
            children,
        };
        let label = value.and_then(|value| label_of(&value, self.labels));
        Ok((drawn, label))
    }
}

impl Drawn {
    /// The value for people, with what is known of it.
    pub(crate) fn value_text(&self) -> Option<String> {
        let value = shown(self.value.as_ref()?);
        Some(match self.bound? {
            Bound::Exact => value,
            Bound::AtLeast => format!("≥ {value}"),
            Bound::AtMost => format!("≤ {value}"),
        })
    }
}

/// A number for people: as it is where that is short, else six digits; `≈` where rounding hides something.
pub fn number(value: f64) -> String {
    let exact = value.to_string();
    if exact.len() <= 10 {
        return exact;
    }
    let size = value.abs();
    if !(1e-4..1e7).contains(&size) {
        return format!("{value:.2e}");
    }
    let digits = (5 - size.log10().floor() as i32).clamp(0, 9) as usize;
    let text = format!("{value:.digits$}");
    let text = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    // 0.1 + 0.2 is 0.3 to a reader; what is just not a whole number is worth a sign.
    let hides = !text.contains('.') && (value - value.round()).abs() > 1e-12;
    if hides { format!("≈{text}") } else { text.to_string() }
}

/// A player in a sentence.
pub(crate) fn shown_player(player: Player) -> String {
    format!("player {player}")
}

/// A value for people.
pub fn shown(value: &AnyValue) -> String {
    match value.each() {
        Some(each) => {
            let values: Vec<String> = each.iter().map(|value| number(*value)).collect();
            format!("[{}]", values.join(" "))
        }
        None => value.number().map_or(String::new(), number),
    }
}

#[cfg(test)]
mod tests {
    use super::number;

    #[test]
    fn numbers_for_people() {
        let numbers =
            [0.0, 3.0, -12.0, 0.091, 1.0 / 3.0, 123_456_789.0, 1e20, 1.5e-7, 0.1 + 0.2, 0.999_999_999_9];
        let shown = ["0", "3", "-12", "0.091", "0.333333", "123456789", "1.00e20", "0.00000015", "0.3", "≈1"];
        assert_eq!(numbers.map(number), shown);
    }
}
