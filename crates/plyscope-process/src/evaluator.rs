//! Evaluators that are asked elsewhere, and the engines that a game's program brings.

use crate::game::ProcessGame;
use crate::message::Request;
use plyscope::evaluator::{DynEvaluator, Estimate, Profile};
use plyscope::game::{AnyPosition, GamePosition, Remote, RemoteGame};
use plyscope::name::Name;
use plyscope::player::{Observation, Parts, Player};
use plyscope::search::Effort;
use plyscope::value::{AnyValue, Opinion, Thresholds, Win};
use plyscope::{Error, Result};
use std::any::Any;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// What an evaluator elsewhere says of a position.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Valued {
    /// The number and its error; a draw counts half.
    pub estimate: Estimate,
    /// The chance of a draw, where it tells that.
    pub draw: Option<f64>,
}

impl Valued {
    /// A number of any size.
    pub fn of_score(score: f64, error: Option<f64>) -> std::result::Result<Self, String> {
        match score.is_finite() {
            true => Valued::checked(Opinion::Score(score), None, error),
            false => Err(format!("a score is a finite number, not {score}")),
        }
    }

    /// The chance of a win for the first player, and that of a draw.
    pub fn of_win(win: f64, draw: Option<f64>, error: Option<f64>) -> std::result::Result<Self, String> {
        let drawn = draw.unwrap_or(0.0);
        let is_share = |share: f64| (0.0..=1.0).contains(&share);
        if !is_share(win) || !is_share(drawn) || win + drawn > 1.0 + 1e-9 {
            return Err(format!(
                "the chances of a win and of a draw add up to at most 1, not {win} and {drawn}"
            ));
        }
        let first = (win + drawn / 2.0).min(1.0);
        Valued::checked(Opinion::Win(Win { first, second: 1.0 - first }), draw, error)
    }

    fn checked(opinion: Opinion, draw: Option<f64>, error: Option<f64>) -> std::result::Result<Self, String> {
        match error.filter(|error| !(0.0..=0.5).contains(error)) {
            Some(error) => Err(format!("`error` is 0 to 0.5, not {error}")),
            None => Ok(Valued { estimate: Estimate { opinion, error }, draw }),
        }
    }

    /// The profile of an evaluator that answers so.
    fn profile(&self, name: &str) -> Profile {
        let (scale, error) = (self.estimate.opinion.scale(), self.estimate.error.is_some());
        Profile { name: Name::new(name), scale, error, draws: self.draw.is_some(), each: false }
    }

    /// Wins and draws told apart, where it tells them.
    fn thresholds(&self) -> Option<Thresholds> {
        let win = self.estimate.win()?;
        self.draw.map(|draw| Thresholds::of(win.first - draw / 2.0, draw))
    }
}

/// Asks about positions.
type Ask = dyn Fn(&[AnyPosition]) -> Result<Vec<Valued>> + Send + Sync;
/// The error of an evaluator that answers in another way at a position than at the start.
type Mixed = dyn Fn(&AnyPosition) -> Error + Send + Sync;

/// An evaluator that is asked elsewhere: in another program, or a function of Python.
pub struct ForeignEvaluator {
    /// The same at every position.
    profile: Profile,
    ask: Box<Ask>,
    mixed: Box<Mixed>,
}

impl ForeignEvaluator {
    /// Asked about a start once, it shows what its numbers are; at every other position they must be the same.
    pub fn new(
        name: &str,
        start: AnyPosition,
        ask: impl Fn(&[AnyPosition]) -> Result<Vec<Valued>> + Send + Sync + 'static,
        mixed: impl Fn(&AnyPosition) -> Error + Send + Sync + 'static,
    ) -> Result<Self> {
        let profile = ask(&[start])?[0].profile(name);
        Ok(ForeignEvaluator { profile, ask: Box::new(ask), mixed: Box::new(mixed) })
    }

    fn values(&self, positions: &[AnyPosition]) -> Result<Vec<Valued>> {
        let values = (self.ask)(positions)?;
        let name = self.profile.name.kind();
        match values.iter().position(|value| value.profile(name) != self.profile) {
            None => Ok(values),
            Some(i) => Err((self.mixed)(&positions[i])),
        }
    }
}

impl DynEvaluator for ForeignEvaluator {
    fn profile(&self) -> Profile {
        self.profile.clone()
    }
    fn estimates(&self, positions: &[AnyPosition]) -> Result<Vec<Estimate>> {
        Ok(self.values(positions)?.into_iter().map(|value| value.estimate).collect())
    }
    fn thresholds(&self, positions: &[AnyPosition]) -> Result<Option<Vec<Thresholds>>> {
        if !self.profile.draws {
            return Ok(None);
        }
        Ok(self.values(positions)?.iter().map(Valued::thresholds).collect())
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// An evaluator in a game's own program.
pub(crate) fn evaluator(game: &Arc<ProcessGame>, name: &str) -> Result<ForeignEvaluator> {
    let (asked, evaluator) = (game.clone(), name.to_string());
    let kept = game.there.kept(name);
    let ask = move |positions: &[AnyPosition]| {
        let places: Vec<Arc<str>> = positions.iter().map(ProcessGame::place).cloned().collect();
        let beside = || if let [one] = positions { asked.beside(one) } else { Vec::new() };
        kept.answers(&places, beside, Arc::clone, |unknown| {
            asked.there.with(|session| session.evaluate(&evaluator, unknown))
        })
    };
    let (there, evaluator) = (game.clone(), name.to_string());
    let mixed = move |position: &AnyPosition| {
        there.there.error(format!(
            "its evaluator {evaluator} answers in two ways, at the start and at `{}`: `score` or `win`, and `draw` and \
             `error`, are given always or never",
            ProcessGame::place(position)
        ))
    };
    if game.there.is_closed() {
        // Whatever a rule needs: it was there when this was run.
        let profile = Profile { draws: true, ..Profile::chances(Name::new(name)).with_error(true) };
        return Ok(ForeignEvaluator { profile, ask: Box::new(ask), mixed: Box::new(mixed) });
    }
    ForeignEvaluator::new(name, game.some_start()?, ask, mixed)
}

/// An engine in the game's own program.
pub(crate) struct ProcessPlayer {
    pub(crate) game: Arc<ProcessGame>,
    pub(crate) engine: String,
}

impl Player for ProcessPlayer {
    fn parts(&self) -> Parts {
        Parts { search: Name::new("engine").with("name", &self.engine).to_string(), ..Parts::default() }
    }

    fn decide_until(
        &self,
        position: &AnyPosition,
        efforts: &[Effort],
        _: Option<&AtomicBool>,
    ) -> Result<Observation> {
        let held = GamePosition::<RemoteGame>::of(position);
        let Some(position) = held.position.position() else { return Err(Error::NoMove) };
        let (text, names) = (ProcessGame::place(position), self.game.move_names(position)?);
        efforts.iter().try_for_each(|effort| self.check_effort(*effort))?;
        let of = |unit: &str| {
            efforts.iter().find(|effort| effort.unit().name == unit).map(|effort| effort.amount())
        };
        let (depth, nodes) = (of("depth"), of("nodes"));
        let request = Request::Decide { decide: text, engine: &self.engine, depth, nodes };
        let (choice, decided) = self.game.there.with(|session| session.decide(&request, &names))?;
        let mut seen = Observation::of_move(choice);
        if let Some(nodes) = decided.nodes {
            seen.counts.generated = nodes.saturating_sub(1);
        }
        if let Some(value) = decided.value {
            let wrong = |why| self.game.there.error(format!("its engine {} at `{text}`: {why}", self.engine));
            let valued = value.check().map_err(wrong)?;
            seen.value = Some(AnyValue::Number(valued.estimate.score()));
        }
        Ok(seen)
    }

    fn check_effort(&self, effort: Effort) -> Result<()> {
        match effort {
            Effort::Depth(_) | Effort::Nodes(_) => Ok(()),
            _ => Err(Error::Effort {
                search: format!("the engine {}", self.engine),
                effort: effort.to_string(),
                efforts: "a depth or a number of nodes".into(),
            }),
        }
    }
}
