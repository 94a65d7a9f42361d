//! What is asked and answered: the protocol, version 1.

use crate::evaluator::Valued;
use crate::foreign::{MAX_POSITION, is_position};
use plyscope::game::{Player, Turn};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The version that we speak.
pub(crate) const VERSION: u32 = 1;

/// What is asked.
#[derive(Serialize)]
#[serde(untagged)]
pub(crate) enum Request<'a> {
    Hello {
        plyscope: u32,
    },
    Start {
        start: u64,
    },
    Expand {
        expand: &'a [Arc<str>],
    },
    Evaluate {
        evaluate: &'a [Arc<str>],
        evaluator: &'a str,
    },
    Decide {
        decide: &'a str,
        engine: &'a str,
        #[serde(skip_serializing_if = "Option::is_none")]
        depth: Option<u64>,
        #[serde(skip_serializing_if = "Option::is_none")]
        nodes: Option<u64>,
    },
}

/// What an answer is called that refuses a question, which another question may not be.
pub(crate) const SAYS: &str = "it says: ";

/// What every answer may be instead.
#[derive(Deserialize)]
struct Refusal {
    error: Option<String>,
}

/// Reads an answer; what is wrong with it in words.
pub(crate) fn read<T: DeserializeOwned>(answer: &str) -> Result<T, String> {
    match serde_json::from_str::<T>(answer) {
        Ok(read) => Ok(read),
        Err(error) => Err(match serde_json::from_str::<Refusal>(answer) {
            Ok(Refusal { error: Some(text) }) => format!("{SAYS}{}", crate::child::quoted(&text)),
            _ if error.is_data() => format!("its answer is not what was asked for: {error}"),
            _ => format!("its answer is not JSON: {error}{}", hint(answer)),
        }),
    }
}

/// What Python's `json` writes and JSON does not know.
fn hint(answer: &str) -> &'static str {
    let odd = ["NaN", "Infinity"].iter().any(|word| answer.contains(word));
    if odd { "; NaN and Infinity are no numbers" } else { "" }
}

/// The answer to `{"plyscope": 1}`.
#[derive(Debug, Clone, Deserialize)]
#[serde(expecting = "an object with `game`, `players` and `longest`")]
pub(crate) struct Hello {
    pub(crate) game: String,
    pub(crate) players: usize,
    pub(crate) longest: u32,
    #[serde(default)]
    pub(crate) evaluators: Vec<String>,
    #[serde(default)]
    pub(crate) engines: Vec<String>,
    pub(crate) payoffs: Option<[f64; 2]>,
    pub(crate) version: Option<String>,
    /// Beyond version 1, and optional: has chance a turn? Without it some games are played to find out.
    pub(crate) chance: Option<bool>,
}

impl Hello {
    pub(crate) fn check(self) -> Result<Self, String> {
        if !(1..=plyscope::value::MAX_PLAYERS).contains(&self.players) {
            return Err(format!("`players` is 1 to {}, not {}", plyscope::value::MAX_PLAYERS, self.players));
        }
        if !(1..=1_000_000).contains(&self.longest) {
            return Err(format!("`longest` is 1 to 1000000 plies, not {}", self.longest));
        }
        if let Some([low, high]) = self.payoffs.filter(|[low, high]| low >= high) {
            return Err(format!("`payoffs` are the lowest and the highest, not {low} and {high}"));
        }
        for name in self.evaluators.iter().chain(&self.engines) {
            if name.parse::<plyscope::name::Name>().is_err() || name.contains('(') {
                return Err(format!(
                    "`{}` is no name of an evaluator or engine: lower-case letters, digits and hyphens",
                    crate::child::quoted(name)
                ));
            }
        }
        Ok(self)
    }
}

#[derive(Deserialize)]
#[serde(expecting = "an object with `position`")]
pub(crate) struct Start {
    pub(crate) position: String,
}

#[derive(Deserialize)]
#[serde(expecting = "an object with `nodes`")]
pub(crate) struct Nodes {
    pub(crate) nodes: Vec<RawNode>,
}

#[derive(Deserialize)]
#[serde(expecting = "an object with `mover` and `moves`, `chance`, or `over`")]
pub(crate) struct RawNode {
    mover: Option<usize>,
    moves: Option<Vec<(String, String)>>,
    chance: Option<Vec<(f64, String)>>,
    over: Option<Vec<f64>>,
}

type Node = crate::foreign::Node<Arc<str>>;

/// A position's text that can be kept, printed and given back.
pub(crate) fn position(text: String) -> Result<Arc<str>, String> {
    if text.len() > MAX_POSITION {
        return Err(format!("a position's text has at most {MAX_POSITION} bytes, not {}", text.len()));
    }
    if !is_position(&text) {
        let text = crate::child::quoted(&text);
        return Err(format!("`{text}` is no text of a position: one line without control characters"));
    }
    Ok(text.into())
}

impl RawNode {
    /// Checked, for a game of `players` players.
    pub(crate) fn check(self, players: usize) -> Result<Node, String> {
        let texts = |texts: Vec<String>| texts.into_iter().map(position).collect::<Result<Vec<_>, _>>();
        match self {
            RawNode { mover: Some(mover), moves: Some(moves), chance: None, over: None } => {
                let player = mover.checked_sub(1).filter(|i| *i < players).and_then(Player::new);
                let player = player.ok_or_else(|| format!("`mover` is 1 to {players}, not {mover}"))?;
                let (names, after): (Vec<String>, Vec<String>) = moves.into_iter().unzip();
                if names.is_empty() {
                    return Err("a position without moves is `over`, with payoffs".into());
                }
                let mut sorted: Vec<&String> = names.iter().collect();
                sorted.sort_unstable();
                if let Some(twice) = sorted.windows(2).find(|pair| pair[0] == pair[1]) {
                    return Err(format!("two moves have the name `{}`", crate::child::quoted(twice[0])));
                }
                if let Some(odd) =
                    names.iter().find(|name| name.is_empty() || name.contains(char::is_control))
                {
                    return Err(format!("`{}` is no name of a move", crate::child::quoted(odd)));
                }
                Ok(Node::choice(Turn::Player(player), names, texts(after)?))
            }
            RawNode { mover: None, moves: None, chance: Some(chance), over: None } => {
                let (chances, after): (Vec<f64>, Vec<String>) = chance.into_iter().unzip();
                Node::chance(chances, texts(after)?, "`chance`")
            }
            RawNode { mover: None, moves: None, chance: None, over: Some(payoffs) } => {
                if payoffs.len() != players {
                    return Err(format!("`over` has {} payoffs for {players} players", payoffs.len()));
                }
                Node::over(payoffs)
            }
            _ => {
                Err("a node has `mover` and `moves`, or `chance`, or `over`, and nothing else of these"
                    .into())
            }
        }
    }
}

#[derive(Deserialize)]
#[serde(expecting = "an object with `values`")]
pub(crate) struct Values {
    pub(crate) values: Vec<RawValue>,
}

#[derive(Deserialize)]
#[serde(expecting = "an object with `score`, or `win`")]
pub(crate) struct RawValue {
    score: Option<f64>,
    win: Option<f64>,
    draw: Option<f64>,
    error: Option<f64>,
}

impl RawValue {
    pub(crate) fn check(self) -> Result<Valued, String> {
        match self {
            RawValue { score: Some(score), win: None, draw: None, error } => Valued::of_score(score, error),
            RawValue { score: None, win: Some(win), draw, error } => Valued::of_win(win, draw, error),
            _ => Err("a value has `score`, or `win` and perhaps `draw`".into()),
        }
    }
}

/// The answer to `decide`.
#[derive(Deserialize)]
#[serde(expecting = "an object with `move`")]
pub(crate) struct Decided {
    #[serde(rename = "move")]
    pub(crate) choice: String,
    pub(crate) value: Option<RawValue>,
    pub(crate) nodes: Option<u64>,
}

/// Reads a line as every answer that there is.
pub(crate) fn read_as_anything(line: &str) {
    let _ = read::<Hello>(line).and_then(Hello::check);
    let _ = read::<Start>(line).and_then(|start| position(start.position));
    for players in [1, 2, 8] {
        let checked = |nodes: Nodes| nodes.nodes.into_iter().map(|node| node.check(players)).collect();
        let _: Result<Vec<Node>, String> = read::<Nodes>(line).and_then(checked);
    }
    let checked = |values: Values| values.values.into_iter().map(RawValue::check).collect();
    let _: Result<Vec<Valued>, String> = read::<Values>(line).and_then(checked);
    let _ = read::<Decided>(line).map(|decided| decided.value.map(RawValue::check));
}
