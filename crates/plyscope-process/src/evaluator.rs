//! Evaluators and engines that a game's program brings.

use crate::game::{At, ProcessGame, some_start};
use crate::message::{Request, Valued};
use plyscope::evaluator::{DynEvaluator, Estimate, Scale};
use plyscope::game::{AnyPosition, GamePosition};
use plyscope::name::Name;
use plyscope::player::{Observation, Parts, Player};
use plyscope::search::Effort;
use plyscope::value::{Opinion, Thresholds};
use plyscope::{Error, Result};
use std::any::Any;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// An evaluator in the game's own program.
pub(crate) struct ProcessEvaluator {
    game: Arc<ProcessGame>,
    name: String,
    scale: Scale,
    knows_error: bool,
    knows_draws: bool,
}

fn scale(value: &Valued) -> Scale {
    match value.estimate.opinion {
        Opinion::Score(_) => Scale::Score,
        Opinion::Win(_) | Opinion::Named(_) => Scale::Probability,
    }
}

impl ProcessEvaluator {
    /// Asked about a start once, it shows what its numbers are.
    pub(crate) fn new(game: Arc<ProcessGame>, name: &str) -> Result<Self> {
        if game.is_closed() {
            // Whatever a rule needs: it was there when this was run.
            let (name, scale) = (name.to_string(), Scale::Probability);
            return Ok(ProcessEvaluator { game, name, scale, knows_error: true, knows_draws: true });
        }
        let start = some_start(&game)?;
        let value = game.values(name, &[start])?[0];
        let (scale, knows_error) = (scale(&value), value.estimate.error.is_some());
        Ok(ProcessEvaluator {
            game,
            name: name.into(),
            scale,
            knows_error,
            knows_draws: value.draw.is_some(),
        })
    }

    fn values(&self, positions: &[AnyPosition]) -> Result<Vec<Valued>> {
        let values = self.game.values(&self.name, positions)?;
        let alike = |value: &Valued| {
            scale(value) == self.scale
                && value.estimate.error.is_some() == self.knows_error
                && value.draw.is_some() == self.knows_draws
        };
        match values.iter().position(|value| !alike(value)) {
            None => Ok(values),
            Some(i) => Err(Error::Program {
                program: plyscope::game::Remote::name(&*self.game).to_string(),
                why: format!(
                    "its evaluator {} answers in two ways, at the start and at `{}`: `score` or `win`, and `draw` and \
                     `error`, are given always or never",
                    self.name,
                    At::of(&positions[i]).text
                ),
            }),
        }
    }
}

impl DynEvaluator for ProcessEvaluator {
    fn name(&self) -> Name {
        Name::new(&self.name)
    }
    fn scale(&self) -> Scale {
        self.scale
    }
    fn knows_error(&self) -> bool {
        self.knows_error
    }
    fn estimates(&self, positions: &[AnyPosition]) -> Result<Vec<Estimate>> {
        Ok(self.values(positions)?.into_iter().map(|value| value.estimate).collect())
    }
    fn thresholds(&self, positions: &[AnyPosition]) -> Result<Option<Vec<Thresholds>>> {
        // Nobody is asked in vain.
        if !self.knows_draws {
            return Ok(None);
        }
        let told = |value: Valued| match value.estimate.opinion {
            Opinion::Win(win) => value.draw.map(|draw| Thresholds::of(win.first - draw / 2.0, draw)),
            _ => None,
        };
        Ok(self.values(positions)?.into_iter().map(told).collect())
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
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
        let held = GamePosition::<plyscope::game::RemoteGame>::of(position);
        let Some(position) = held.position.position() else { return Err(Error::NoMove) };
        let text = At::of(position).text.clone();
        efforts.iter().try_for_each(|effort| self.check_effort(*effort))?;
        let of =
            |unit: &str| efforts.iter().find(|effort| effort.unit() == unit).map(|effort| effort.amount());
        let (depth, nodes) = (of("depth"), of("nodes"));
        let request = Request::Decide { decide: &text, engine: &self.engine, depth, nodes };
        let (choice, decided) = self.game.with(|session| session.decide(&text, &request))?;
        let mut seen = Observation::of_move(choice);
        if let Some(nodes) = decided.nodes {
            seen.counts.generated = nodes.saturating_sub(1);
        }
        if let Some(value) = decided.value {
            let valued = value.check().map_err(|why| Error::Program {
                program: plyscope::game::Remote::name(&*self.game).to_string(),
                why: format!("its engine {} at `{text}`: {why}", self.engine),
            })?;
            seen.value = Some(plyscope::value::AnyValue::Number(valued.estimate.score()));
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
