//! A searched tree as it is to be shown, whatever its values are: as a picture, and in the command as text.

mod svg;
mod task;
mod written;

pub use svg::render;
pub use task::{EACH, OPINION, PAYOFF, PROBABILITY, Request, Task};
pub use written::{Written, draw};

use plyscope::game::{Game, Player, moves_of};
use plyscope::search::{Bound, Counts, Report, Trace};
use plyscope::theory::node_types::NodeType;
use plyscope::value::{Payoffs, Typed, Win};

/// The most nodes that are drawn.
pub const MAX_DRAWN: usize = 100_000;

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
}

/// One node.
pub struct Drawn {
    /// What it is called.
    pub name: String,
    /// None at a leaf.
    pub mover: Option<Player>,
    /// Its value, if it was searched.
    pub value: Option<Shown>,
    /// Is the value exact, or was it enough to bound it?
    pub bound: Bound,
    /// The value before the node's own estimate was weighed, where that estimate was used.
    pub aggregate: Option<Shown>,
    /// The node's own estimate, where it was used.
    pub own: Option<Shown>,
    /// The chance that the side with the better chances does not win.
    pub error: Option<f64>,
    /// How many of its children win for the mover, as far as is said.
    pub node_type: Option<NodeType>,
    /// Is the game over there?
    pub terminal: bool,
    /// Was it not searched?
    pub pruned: bool,
    /// What is below it.
    pub children: Vec<Drawn>,
}

/// A value for people and scripts.
#[derive(Debug, Clone, PartialEq)]
pub enum Shown {
    /// One number.
    Number(f64),
    /// One number per player.
    Numbers(Vec<f64>),
}

/// What a number says about who wins.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Labels {
    /// Nothing: numbers of any range.
    None,
    /// Positive: the first player. Opinions, each wrong with this probability.
    Positive(f64),
    /// Above a half: the first player.
    AboveHalf,
}

/// A value that can be drawn.
pub trait Show: Copy {
    /// For people and scripts.
    fn show(&self) -> Shown;
    /// The chance that the side with the better chances does not win.
    fn error(&self, at_leaf: bool, labels: Labels) -> Option<f64>;
    /// Does the first player win, as far as is said?
    fn label(&self, labels: Labels) -> Option<bool>;
}

impl Show for f64 {
    fn show(&self) -> Shown {
        Shown::Number(*self)
    }
    fn error(&self, at_leaf: bool, labels: Labels) -> Option<f64> {
        match labels {
            Labels::Positive(error) if at_leaf => Some(error),
            _ => None, // minimax does not know its error
        }
    }
    fn label(&self, labels: Labels) -> Option<bool> {
        match labels {
            Labels::None => None,
            Labels::Positive(_) => Some(*self > 0.0),
            Labels::AboveHalf => (*self != 0.5).then_some(*self > 0.5),
        }
    }
}

impl Show for Win {
    fn show(&self) -> Shown {
        Shown::Number(self.first)
    }
    fn error(&self, _: bool, _: Labels) -> Option<f64> {
        Some(Win::error(*self))
    }
    fn label(&self, _: Labels) -> Option<bool> {
        (self.first != self.second).then_some(self.first > self.second)
    }
}

impl Show for Typed {
    fn show(&self) -> Shown {
        self.win.show()
    }
    fn error(&self, at_leaf: bool, labels: Labels) -> Option<f64> {
        Show::error(&self.win, at_leaf, labels)
    }
    /// The true type is what this rule goes by.
    fn label(&self, _: Labels) -> Option<bool> {
        Some(self.truth)
    }
}

impl Show for Payoffs {
    fn show(&self) -> Shown {
        Shown::Numbers(self.values().to_vec())
    }
    fn error(&self, _: bool, _: Labels) -> Option<f64> {
        None
    }
    fn label(&self, _: Labels) -> Option<bool> {
        None
    }
}

impl Drawing {
    /// Puts together what a search reported and what was seen of it.
    pub(crate) fn new<G: Game, V: Show>(
        game: &G,
        start: &G::Position,
        report: &Report<V>,
        trace: &Trace<V>,
        labels: Labels,
        name: &dyn Fn(&G::Position, &[usize]) -> String,
    ) -> Self {
        let mut builder = Builder { game, labels, name, path: Vec::new() };
        Drawing {
            facts: Vec::new(),
            meaning: "",
            choice: report.choice,
            ties: report.ties.clone(),
            counts: report.counts,
            players: game.players(),
            root: builder.node(start, trace).0,
        }
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
    pub fn is_tied(&self, child: usize) -> bool {
        self.ties.contains(&child)
    }
}

struct Builder<'a, G: Game> {
    game: &'a G,
    labels: Labels,
    name: &'a dyn Fn(&G::Position, &[usize]) -> String,
    path: Vec<usize>,
}

impl<G: Game> Builder<'_, G> {
    /// The node, and who is said to win there.
    fn node<V: Show>(&mut self, position: &G::Position, trace: &Trace<V>) -> (Drawn, Option<bool>) {
        let moves = moves_of(self.game, position);
        let mut children = Vec::new();
        let mut wins = Vec::new();
        let mover = (!trace.children.is_empty()).then(|| self.game.mover(position));
        for child in &trace.children {
            self.path.push(child.child);
            let (drawn, label) = self.node(&self.game.play(position, &moves[child.child]), child);
            self.path.pop();
            children.push(drawn);
            wins.extend(label.map(|first| first == (mover == Some(Player::FIRST))));
        }
        let visit = trace.visit;
        let value = visit.map(|visit| visit.value);
        let own = visit.and_then(|visit| visit.own);
        let drawn = Drawn {
            name: (self.name)(position, &self.path),
            mover,
            value: value.map(|value| value.show()),
            bound: visit.map_or(Bound::Exact, |visit| visit.bound),
            aggregate: own.and(visit.and_then(|visit| visit.aggregate)).map(|value| value.show()),
            own: own.map(|own| own.show()),
            error: value.and_then(|value| value.error(children.is_empty(), self.labels)),
            // A type needs the label of every child.
            node_type: if wins.len() == children.len() { NodeType::of(&wins) } else { None },
            terminal: visit.is_some_and(|visit| visit.terminal),
            pruned: visit.is_none(),
            children,
        };
        (drawn, value.and_then(|value| value.label(self.labels)))
    }
}

impl Drawn {
    /// The value for people, with what is known of it.
    pub fn value_text(&self) -> Option<String> {
        let value = self.value.as_ref()?;
        Some(match self.bound {
            Bound::Exact => value.to_string(),
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
    // 0.1 + 0.2 is 0.3 to everybody; what is just not a whole number is worth a sign.
    let hides = !text.contains('.') && (value - value.round()).abs() > 1e-12;
    if hides { format!("≈{text}") } else { text.to_string() }
}

impl std::fmt::Display for Shown {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Shown::Number(value) => f.write_str(&number(*value)),
            Shown::Numbers(values) => {
                let values: Vec<String> = values.iter().map(|value| number(*value)).collect();
                write!(f, "[{}]", values.join(" "))
            }
        }
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
