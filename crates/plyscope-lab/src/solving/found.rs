//! What solving found, as text and as JSON.

use crate::error::Result;
use crate::files;
use plyscope::catalogue::{Catalogue, SourceContext};
use plyscope::game::AnyPosition;
use plyscope::key::Stream;
use plyscope::player::{AnyGame, NamedSolution};
use plyscope::source::Wanted;
use plyscope::truth::TrueValue;
use serde_json::{Value, json};

/// A solved position of a game.
///
/// ```
/// use plyscope::game::TicTacToe;
/// use plyscope::key::Stream;
/// use plyscope::player::AnyGame;
/// use plyscope::search::{Budget, SolveGoal};
/// use plyscope_lab::solving::Solved;
/// let game = AnyGame::new(TicTacToe::default());
/// let start = game.start(Stream::new(1, "tic-tac-toe").trial(0))?;
/// let solution = game.solve_for(&start, SolveGoal::Value, 1, &Budget::unlimited())?;
/// let solved = Solved { game: "tic-tac-toe".into(), players: 2, solution };
/// assert!(solved.is_known() && solved.text().contains("result: a draw"));
/// assert_eq!(solved.json()["result"], "draw");
/// # Ok::<(), plyscope_lab::Error>(())
/// ```
pub struct Solved {
    /// The game's name.
    pub game: String,
    /// How many players it has.
    pub players: usize,
    /// What was found.
    pub solution: NamedSolution,
}

impl Solved {
    /// Is the value known, and the score, where there is one?
    pub fn is_known(&self) -> bool {
        self.value().is_some() && self.solution.score.is_none_or(|(low, high)| low == high)
    }

    fn value(&self) -> Option<f64> {
        (self.solution.low == self.solution.high).then_some(self.solution.low)
    }

    /// In a game of one player the payoff is a value, not a win or a loss.
    fn is_alone(&self) -> bool {
        self.players == 1
    }

    /// What is known of the result, for the first player.
    fn result(&self) -> Option<&'static str> {
        match (self.solution.low, self.solution.high) {
            (low, _) if low > 0.0 => Some("win"),
            (_, high) if high < 0.0 => Some("loss"),
            (low, high) if low == 0.0 && high == 0.0 => Some("draw"),
            _ => None,
        }
    }

    /// For scripts.
    pub fn json(&self) -> Value {
        let mut found = json!({
            "game": self.game,
            "result": self.result().filter(|_| !self.is_alone()),
            "margin": self.value(),
            "low": finite(self.solution.low),
            "high": finite(self.solution.high),
            "line": self.solution.line,
            "nodes": self.solution.counts.generated,
        });
        if let Some((low, high)) = self.solution.score {
            found["score"] = json!((low == high).then_some(low));
            found["score_low"] = json!(low);
            found["score_high"] = json!(high);
        }
        found
    }

    /// For people.
    pub fn text(&self) -> String {
        let Solved { game, solution, .. } = self;
        let outcome = match self.result() {
            Some("win") => "the first player wins",
            Some("loss") => "the first player loses",
            Some(_) => "a draw",
            None => "not known",
        };
        let result = if self.is_alone() { String::new() } else { format!("result: {outcome}\n") };
        let margin = known(if self.is_alone() { "value" } else { "margin" }, solution.low, solution.high);
        // Where it says no more than the margin it is left out.
        let says_more =
            |(low, high): &(i32, i32)| [*low, *high].map(f64::from) != [solution.low, solution.high];
        let score =
            solution.score.filter(says_more).map_or(String::new(), |(low, high)| known("score", low, high));
        let line = match solution.line.len() {
            0 => String::new(),
            plies => format!("line: {}\nplies: {plies}\n", solution.line.join(" ")),
        };
        format!("{game}\n\n{result}{margin}{score}{line}nodes: {}\n", solution.counts.generated)
    }
}

/// A bound that JSON can hold.
fn finite(bound: f64) -> Option<f64> {
    bound.is_finite().then_some(bound)
}

/// A number that is known, or its bounds.
fn known<T: PartialEq + std::fmt::Display>(what: &str, low: T, high: T) -> String {
    if low == high { format!("{what}: {low:+}\n") } else { format!("{what}: between {low:+} and {high:+}\n") }
}

/// Solved positions of a game, in order.
///
/// ```
/// use plyscope::catalogue::Catalogue;
/// use plyscope::truth::TrueValue;
/// use plyscope_lab::solving::{SolvedPositions, drawn};
/// let catalogue = Catalogue::built_in();
/// let game = catalogue.game("tic-tac-toe")?;
/// let (positions, _) = drawn(&catalogue, &game, "random(plies=8..8)", 1, Some(1))?;
/// let solved = SolvedPositions::new(&game, &positions, &[TrueValue::Between(-1.0, 0.0)], false, 0.5);
/// assert_eq!((solved.open(), solved.json()["positions"][0]["low"].as_f64()), (1, Some(-1.0)));
/// # Ok::<(), plyscope_lab::Error>(())
/// ```
pub struct SolvedPositions {
    rows: Vec<(String, f64, f64)>,
    seconds: f64,
}

impl SolvedPositions {
    /// From values: their scores, or who wins (-1, 0 or 1).
    pub fn new(
        game: &AnyGame,
        positions: &[AnyPosition],
        values: &[TrueValue],
        score: bool,
        seconds: f64,
    ) -> Self {
        let row = |(position, value): (&AnyPosition, &TrueValue)| {
            let (low, high) = bounds(*value, score);
            (game.position_text(position), low, high)
        };
        SolvedPositions { rows: positions.iter().zip(values).map(row).collect(), seconds }
    }

    /// How many are not solved.
    pub fn open(&self) -> usize {
        self.rows.iter().filter(|(_, low, high)| low < high).count()
    }

    /// For scripts.
    pub fn json(&self) -> Value {
        let row = |(position, low, high): &(String, f64, f64)| json!({"position": position, "low": finite(*low), "high": finite(*high)});
        json!({"positions": self.rows.iter().map(row).collect::<Vec<_>>(), "seconds": self.seconds})
    }

    /// For people.
    pub fn text(&self) -> String {
        let row = |(position, low, high): &(String, f64, f64)| match low == high {
            true => format!("{position}  {low:+}\n"),
            false => format!("{position}  between {low:+} and {high:+}\n"),
        };
        self.rows.iter().map(row).collect()
    }
}

fn bounds(value: TrueValue, score: bool) -> (f64, f64) {
    let (low, high) = match value {
        TrueValue::Exact(value) => (value, value),
        TrueValue::Between(low, high) => (low, high),
        TrueValue::Unknown => (f64::NEG_INFINITY, f64::INFINITY),
    };
    let side = |bound: f64| if bound == 0.0 { 0.0 } else { bound.signum() };
    if score { (low, high) } else { (side(low), side(high)) }
}

/// How many positions are drawn by default.
const TRIALS: u64 = 100;

/// A source's positions in order, and what it has to remark.
pub fn drawn(
    catalogue: &Catalogue,
    game: &AnyGame,
    source: &str,
    seed: u64,
    trials: Option<u64>,
) -> Result<(Vec<AnyPosition>, Vec<String>)> {
    let read = files::read;
    let stream = Stream::new(seed, &game.name().to_string());
    let context = SourceContext { game, stream, wanted: Wanted::Every, seed, catalogue, read: &read };
    let source = catalogue.source(source, &context)?;
    let trials = match (source.trials(), trials) {
        (Some(there), Some(wanted)) => there.min(wanted),
        (Some(there), None) => there,
        (None, wanted) => wanted.unwrap_or(TRIALS),
    };
    let position = |trial| Ok(source.trial(trial)?.position);
    let positions = (0..trials).map(position).collect::<plyscope::Result<_>>()?;
    Ok((positions, source.remarks()))
}
