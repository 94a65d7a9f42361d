//! Evaluators that a user wrote in Python, and games that bring them.

use crate::error::{Trouble, ours};
use crate::game::PythonGame;
use plyscope::catalogue::{Catalogue, Subject};
use plyscope::evaluator::{AnyEvaluator, DynEvaluator, Estimate, Profile};
use plyscope::game::{AnyPosition, Remote};
use plyscope::key::Stream;
use plyscope::player::{AnyGame, GameExtras, Player};
use plyscope::value::{Payoffs, Thresholds};
use plyscope::{Error, Result};
use plyscope_process::{ForeignEvaluator, Kept, Valued};
use pyo3::prelude::*;
use std::any::Any;
use std::collections::BTreeMap;
use std::sync::Arc;

/// What the user's functions are asked about.
#[derive(Clone)]
pub(crate) enum Ground {
    /// Positions of a game in Python: the user's own objects.
    Own(Arc<PythonGame>),
    /// Positions of another game: their texts.
    Texts(Arc<dyn Remote>),
}

impl Ground {
    fn game(&self) -> &dyn Remote {
        match self {
            Ground::Own(game) => &**game,
            Ground::Texts(game) => &**game,
        }
    }

    fn ask(&self, function: &Bound<'_, PyAny>, position: &AnyPosition) -> PyResult<Valued> {
        let found = match self {
            Ground::Own(_) => function.call1((PythonGame::place(position).object.bind(function.py()),)),
            Ground::Texts(game) => function.call1((game.position_text(position),)),
        };
        read(&found?)
    }
}

/// What a function gave: a number, or a `plyscope.Win`.
fn read(found: &Bound<'_, PyAny>) -> PyResult<Valued> {
    let wrong = |why: String| {
        ours(found.py(), "GameError", &format!("an evaluator gives a number or a plyscope.Win: {why}"))
    };
    if let Ok(score) = found.extract::<f64>() {
        return Valued::of_score(score, None).map_err(wrong);
    }
    let Ok(win) = found.getattr("p").and_then(|p| p.extract::<f64>()) else {
        return Err(wrong(format!("{} is neither", found.repr()?)));
    };
    let (draw, error) = (found.getattr("draw")?.extract()?, found.getattr("error")?.extract()?);
    Valued::of_win(win, draw, error).map_err(wrong)
}

/// A user's function as an evaluator.
fn of_function(
    name: &str,
    function: Py<PyAny>,
    ground: Ground,
    trouble: Arc<Trouble>,
) -> Result<ForeignEvaluator> {
    let (program, asked, kept) = (name.to_string(), ground.clone(), Kept::new(|_| 32));
    let ask = move |positions: &[AnyPosition]| {
        let text = |position: &AnyPosition| asked.game().position_text(position).into();
        kept.answers(positions, Vec::new, text, |unknown| {
            trouble.check(&program)?;
            let told = Python::attach(|py| -> PyResult<Vec<Valued>> {
                unknown.iter().map(|position| asked.ask(function.bind(py), position)).collect()
            });
            told.map_err(|error| trouble.keep(&program, error))
        })
    };
    let game = ground.game();
    let start = game.start(Stream::new(0, &game.name().to_string()).trial(0))?;
    let program = name.to_string();
    let mixed = move |position: &AnyPosition| Error::Program {
        program: program.clone(),
        why: format!(
            "the evaluator answers in two ways, at the start and at `{}`: it gives numbers or Win always, and Win with \
             `draw` and `error` always or never",
            ground.game().position_text(position)
        ),
    };
    ForeignEvaluator::new(name, start, ask, mixed)
}

/// An evaluator of a game for the same game behind a bridge.
struct Within(AnyEvaluator);

impl DynEvaluator for Within {
    fn profile(&self) -> Profile {
        self.0.profile().clone()
    }
    fn estimates(&self, positions: &[AnyPosition]) -> Result<Vec<Estimate>> {
        self.0.estimates(positions)
    }
    fn thresholds(&self, positions: &[AnyPosition]) -> Result<Option<Vec<Thresholds>>> {
        self.0.thresholds(positions)
    }
    fn each(&self, position: &AnyPosition) -> Result<Option<Payoffs>> {
        self.0.each(position)
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// The user's functions as evaluators that a game brings along.
pub(crate) struct Brought {
    pub(crate) ground: Ground,
    pub(crate) functions: BTreeMap<String, Py<PyAny>>,
    pub(crate) trouble: Arc<Trouble>,
    /// Where it is a game of the catalogue's: that, and the game as the catalogue makes it.
    pub(crate) known: Option<(Catalogue, AnyGame)>,
}

impl GameExtras for Brought {
    fn evaluators(&self) -> Vec<String> {
        self.functions.keys().cloned().collect()
    }
    fn evaluator(&self, name: &str) -> Option<Result<AnyEvaluator>> {
        if let Some(function) = self.functions.get(name) {
            let function = Python::attach(|py| function.clone_ref(py));
            let made = of_function(name, function, self.ground.clone(), self.trouble.clone());
            return Some(made.map(AnyEvaluator::bridged));
        }
        let (catalogue, game) = self.known.as_ref()?;
        let subject = Subject { game, seed: 0, cache: None };
        let found = catalogue.evaluator(name, &subject).ok()?;
        // One that learns would have to be given what it learned.
        if found.calibrate.is_some() || catalogue.learns("minimax", name) {
            return None;
        }
        Some(Ok(AnyEvaluator::bridged(Within(found.evaluator))))
    }
    fn engines(&self) -> Vec<String> {
        Vec::new()
    }
    fn engine(&self, _: &str) -> Option<Result<Arc<dyn Player>>> {
        None
    }
    fn version(&self) -> Option<String> {
        match (&self.ground, &self.known) {
            (Ground::Own(game), _) => game.there.version(),
            (Ground::Texts(_), Some((_, game))) => game.brings().and_then(|brings| brings.version()),
            (Ground::Texts(_), None) => None,
        }
    }
    fn forget(&self) {
        if let Ground::Own(game) = &self.ground {
            game.forget();
        }
    }
}
