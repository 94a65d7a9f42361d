//! Who says how positions end that a search learns from.

use super::super::{Purpose, TrainingSet};
use crate::error::{Error, Result};
use crate::game::{AnyPosition, Player as Side, Turn};
use crate::interrupt;
use crate::key::{Domain, mix};
use crate::name::{Arguments, Name, Parameter};
use crate::oracle::NODES;
use crate::player::{Observation, Player, RuleSearch, play_out};
use crate::rule::{AnyRule, Minimax};
use crate::search::decisive::Decisive;
use crate::search::{AlphaBeta, Budget, Effort, Score, SolveGoal};
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
    /// The value of an alpha-beta search of a given depth.
    Search {
        /// How deep.
        depth: u32,
    },
    /// The value of this search itself, as far as it has learned.
    Decisive {
        /// With a number of evaluations.
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
        lesson: &TrainingSet,
        learned: &Decisive,
        positions: &[AnyPosition],
    ) -> Result<Vec<Option<f64>>> {
        let game = &lesson.game;
        let first: Vec<Option<f64>> = match *self {
            Labels::Exact => {
                let budget = Budget::unlimited().with_nodes(NODES);
                let solve = |stop: Option<&_>| {
                    game.values(positions, SolveGoal::Winner, TABLE, &budget.with_stop(stop))
                };
                let values = interrupt::heeded(solve)?;
                let points = |value: TrueValue| value.side().map(|side| Outcome::of(side).points());
                values.into_iter().map(points).collect()
            }
            Labels::Search { depth } => {
                let search =
                    AlphaBeta { history: true, table: Some(1), deepening: true, ..AlphaBeta::default() };
                let mind = RuleSearch::new("minimax", AnyRule::ordered(Minimax), search)?;
                let player = game.player(mind, &lesson.evaluator)?;
                self.asked(&player, positions, Effort::Depth(depth))?
            }
            Labels::Decisive { evaluations } => {
                let player = game.player(learned.clone(), &lesson.evaluator)?;
                self.asked(&player, positions, Effort::Evaluations(evaluations))?
            }
            Labels::SelfPlay { games, evaluations } => {
                let player = game.player(learned.clone(), &lesson.evaluator)?;
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
        let seen = |(first, expansion): (Option<f64>, crate::game::Expansion)| match expansion.turn.mover() {
            Side::FIRST => first,
            _ => first.map(|points| 1.0 - points),
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

/// Moves that are worth so little less than the best are as good as it in games that are to differ.
const NEAR: f64 = 0.05;

/// The points of the first player in a game of the search against itself. In every game but the first one of the nearly best
/// moves is drawn, so that they differ. (A first move that is any would make the label that of a bad move.)
fn played(
    lesson: &TrainingSet,
    player: &Arc<dyn Player>,
    from: &AnyPosition,
    number: u32,
    evaluations: u64,
) -> Result<f64> {
    let game = &lesson.game;
    let stream = Purpose::Rule.stream(lesson.seed, &game.name());
    let key = stream.trial(mix(game.noise_key(from) ^ u64::from(number)));
    let (ties, drawn) = (key.block.draw(Domain::Ties), key.block.draw(Domain::Moves));
    let payoff = play_out(game, from.clone(), |position, expansion, ply| {
        let place = u64::from(ply);
        if expansion.turn == Turn::Chance {
            return Ok(drawn.among(key.lane, place, &expansion.chances));
        }
        let found = player.decide(position, &[Effort::Evaluations(evaluations)])?;
        let among = if number == 0 { found.ties } else { nearly_best(&found, expansion.turn.mover()) };
        Ok(among[ties.below(key.lane, place, among.len() as u32) as usize])
    })?;
    Ok(Outcome::of(payoff).points())
}

/// The moves whose chances are nearly those of the best, which is one of them.
fn nearly_best(seen: &Observation, side: Side) -> Vec<usize> {
    let chance = |score: &Score<AnyValue>| {
        let first = score.exact().and_then(|value| value.number())?;
        Some(if side == Side::FIRST { first } else { 1.0 - first })
    };
    let best = seen.scores.get(seen.choice).and_then(chance);
    let near = |(i, score): (usize, &Score<AnyValue>)| (best? - chance(score)? <= NEAR).then_some(i);
    let near: Vec<usize> = seen.scores.iter().enumerate().filter_map(near).collect();
    if near.is_empty() { seen.ties.clone() } else { near }
}

#[cfg(test)]
mod tests {
    use super::super::super::Truths;
    use super::super::super::positions::Positions;
    use super::*;
    use crate::cache::Memory;
    use crate::catalogue::{Catalogue, Subject};

    /// Games of a search that sees nearly everything end as best play does, however many of them there are.
    #[test]
    fn strong_play_is_nearly_best_play() {
        let (catalogue, cache) = (Catalogue::built_in(), Memory::default());
        let game = catalogue.game("kalah(pits=3,seeds=2)").expect("a game");
        let subject = Subject { game: &game, seed: 1, cache: Some(&cache) };
        let evaluator = "kalah-features(calibrate=isotonic,solved=200)";
        let lesson = catalogue.evaluator(evaluator, &subject).expect("an evaluator").lesson(&subject);
        let class = Positions::new(&lesson, Purpose::Rule, Truths::Solved).expect("positions");
        let drawn = (0..40).map(|trial| class.position(class.stream().trial(trial)).expect("a position"));
        let positions: Vec<AnyPosition> = drawn.flatten().collect();
        let told = |labels: Labels| -> Vec<f64> {
            let told = labels.of(&lesson, &Decisive::default(), &positions).expect("labels");
            told.into_iter().map(|points| points.expect("a label")).collect()
        };
        let truth = told(Labels::Exact);
        for games in [1, 8] {
            let played = told(Labels::SelfPlay { games, evaluations: 100 });
            let off: f64 = played.iter().zip(&truth).map(|(a, b)| (a - b).abs()).sum();
            assert!(off / (positions.len() as f64) < 0.1, "{games} games: off by {off}");
        }
    }
}
