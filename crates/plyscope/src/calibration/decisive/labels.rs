//! Who says how positions end that a search learns from.

use super::super::{Lesson, Purpose};
use crate::error::{Error, Result};
use crate::game::{AnyPosition, Player as Side, Turn, expand_one};
use crate::key::{Domain, mix};
use crate::name::{Arguments, Name, Parameter};
use crate::oracle::NODES;
use crate::player::{Mind, Player};
use crate::rule::{AnyRule, Minimax};
use crate::search::decisive::Decisive;
use crate::search::{AlphaBeta, Asked, Budget, Effort};
use crate::truth::TrueValue;
use crate::value::{AnyValue, Outcome};
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

/// The table that positions share while they are solved, in MiB.
const TABLE: u32 = 32;

/// Who says how positions end.
///
/// ```
/// use plyscope::calibration::Labels;
/// assert_eq!("exact".parse(), Ok(Labels::Exact));
/// assert_eq!("search(depth=6)".parse(), Ok(Labels::Search { depth: 6 }));
/// assert!("search(depth=0)".parse::<Labels>().is_err());
/// assert_eq!(Labels::SelfPlay { games: 2, evaluations: 30 }.to_string(), "self-play(games=2,evaluations=30)");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Labels {
    /// Best play: positions are solved.
    Exact,
    /// The value of an alpha-beta search so many plies deep.
    Search {
        /// How deep.
        depth: u32,
    },
    /// The value of this search itself, as far as it has learned.
    Decisive {
        /// With so many evaluations.
        evaluations: u64,
    },
    /// How games end that this search plays against itself, as far as it has learned.
    SelfPlay {
        /// How many from every position.
        games: u32,
        /// Evaluations a move.
        evaluations: u64,
    },
}

const DEPTH: Parameter =
    Parameter { name: "depth", default: "6", allowed: "a whole number from 1 to 64: plies to look ahead" };
const GAMES: Parameter =
    Parameter { name: "games", default: "1", allowed: "games from every position, 1 to 1000" };

fn evaluations(default: &'static str) -> Parameter {
    Parameter { name: "evaluations", default, allowed: "positions evaluated for a move, 1 to 1000000" }
}

impl FromStr for Labels {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let name: Name = text.parse()?;
        let spent =
            |arguments: &Arguments<'_>| arguments.integer("evaluations", 1..=1_000_000).map(u64::from);
        match name.kind() {
            "exact" => Arguments::resolve(&[], &name).map(|_| Labels::Exact),
            "search" => {
                let parameters = [DEPTH];
                let arguments = Arguments::resolve(&parameters, &name)?;
                Ok(Labels::Search { depth: arguments.integer("depth", 1..=64)? })
            }
            "decisive" => {
                let parameters = [evaluations("1000")];
                let arguments = Arguments::resolve(&parameters, &name)?;
                Ok(Labels::Decisive { evaluations: spent(&arguments)? })
            }
            "self-play" => {
                let parameters = [GAMES, evaluations("30")];
                let arguments = Arguments::resolve(&parameters, &name)?;
                let games = arguments.integer("games", 1..=1000)?;
                Ok(Labels::SelfPlay { games, evaluations: spent(&arguments)? })
            }
            other => Err(Error::UnknownKind {
                what: "kind of labels",
                name: other.to_string(),
                known: "exact, search, decisive, self-play".into(),
            }),
        }
    }
}

impl fmt::Display for Labels {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Labels::Exact => write!(f, "exact"),
            Labels::Search { depth } => write!(f, "search(depth={depth})"),
            Labels::Decisive { evaluations } => write!(f, "decisive(evaluations={evaluations})"),
            Labels::SelfPlay { games, evaluations } => {
                write!(f, "self-play(games={games},evaluations={evaluations})")
            }
        }
    }
}

impl Labels {
    /// What positions are worth to their movers, from 0 to 1; none where that cannot be found out.
    pub(super) fn of(
        &self,
        lesson: &Lesson,
        learned: &Decisive,
        positions: &[AnyPosition],
    ) -> Result<Vec<Option<f64>>> {
        let game = &lesson.game;
        let first: Vec<Option<f64>> = match *self {
            Labels::Exact => {
                let budget = Budget::unlimited().with_nodes(NODES);
                let values = game.values(positions, Asked::Winner, TABLE, &budget)?;
                let points = |value: TrueValue| value.side().map(|side| Outcome::of(side).points());
                values.into_iter().map(points).collect()
            }
            Labels::Search { depth } => {
                let search =
                    AlphaBeta { history: true, table: Some(1), deepening: true, ..AlphaBeta::default() };
                let mind = Mind::new("minimax", AnyRule::ordered(Minimax), search)?;
                let player = game.player(mind, &lesson.evaluator)?;
                self.asked(&player, positions, Effort::Depth(depth))?
            }
            Labels::Decisive { evaluations } => {
                let player = game.decider(learned.clone(), &lesson.evaluator)?;
                self.asked(&player, positions, Effort::Evaluations(evaluations))?
            }
            Labels::SelfPlay { games, evaluations } => {
                let player = game.decider(learned.clone(), &lesson.evaluator)?;
                let each = |position: &AnyPosition| -> Result<Option<f64>> {
                    let played =
                        (0..games).map(|number| played(lesson, &player, position, number, evaluations));
                    let sum: f64 = played.sum::<Result<f64>>()?;
                    Ok(Some(sum / f64::from(games)))
                };
                positions.iter().map(each).collect::<Result<_>>()?
            }
        };
        let turns = game.expand(positions)?;
        let seen = |(first, expansion): (Option<f64>, crate::game::Expansion)| match expansion.turn {
            Turn::Player(side) if side != Side::FIRST => first.map(|points| 1.0 - points),
            _ => first,
        };
        Ok(first.into_iter().zip(turns).map(seen).collect())
    }

    /// What a player thinks that positions are worth to the first player.
    fn asked(
        &self,
        player: &Arc<dyn Player>,
        positions: &[AnyPosition],
        effort: Effort,
    ) -> Result<Vec<Option<f64>>> {
        let ask = |position: &AnyPosition| {
            let value = player.decide(position, &[effort])?.value;
            Ok(value.and_then(|value: AnyValue| value.number()).filter(|points| (0.0..=1.0).contains(points)))
        };
        positions.iter().map(ask).collect()
    }
}

/// The points of the first player in a game of the search against itself. The first move of every game but the first is
/// drawn, so that they differ.
fn played(
    lesson: &Lesson,
    player: &Arc<dyn Player>,
    from: &AnyPosition,
    number: u32,
    evaluations: u64,
) -> Result<f64> {
    let game = &lesson.game;
    let stream = Purpose::Rule.stream(lesson.seed, &game.name());
    let key = stream.trial(mix(game.noise_key(from) ^ u64::from(number)));
    let (ties, drawn) = (key.block.draw(Domain::Ties), key.block.draw(Domain::Moves));
    let mut position = from.clone();
    for ply in 0..=game.longest() {
        let mut expansion = expand_one(&**game, &position)?;
        let place = u64::from(ply);
        let choice = match expansion.turn {
            Turn::Over => return Ok(Outcome::of(expansion.payoffs[0]).points()),
            Turn::Chance => drawn.among(key.lane, place, &expansion.chances),
            Turn::Player(_) if ply == 0 && number > 0 => {
                drawn.below(key.lane, place, expansion.after.len() as u32) as usize
            }
            Turn::Player(_) => {
                let found = player.decide(&position, &[Effort::Evaluations(evaluations)])?;
                found.ties[ties.below(key.lane, place, found.ties.len() as u32) as usize]
            }
        };
        position = expansion.after.swap_remove(choice);
    }
    let (name, plies) = (game.name().to_string(), game.longest());
    Err(Error::TooDeep { what: "a game", game: name, plies, limit: crate::error::Limit::Longest })
}
