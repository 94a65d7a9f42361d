//! Evaluators that a user wrote in Python, and games that bring them.

use crate::error::{Trouble, ours};
use crate::game::{At, PythonGame};
use plyscope::catalogue::{Catalogue, Subject};
use plyscope::evaluator::{AnyEvaluator, DynEvaluator, Estimate, Opinion, Scale};
use plyscope::game::{AnyPosition, Remote};
use plyscope::key::Stream;
use plyscope::name::Name;
use plyscope::player::{AnyGame, GameExtras, Player};
use plyscope::value::{Payoffs, Thresholds, Win};
use plyscope::{Error, Result};
use plyscope_process::Cache;
use pyo3::prelude::*;
use std::any::Any;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

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
}

/// What an evaluator says of a position.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Valued {
    estimate: Estimate,
    draw: Option<f64>,
}

impl Valued {
    fn scale(&self) -> Scale {
        match self.estimate.opinion {
            Opinion::Score(_) => Scale::Score,
            Opinion::Win(_) | Opinion::Named(_) => Scale::Probability,
        }
    }

    /// What must be the same at every position.
    fn kind(&self) -> (Scale, bool, bool) {
        (self.scale(), self.estimate.error.is_some(), self.draw.is_some())
    }

    /// What a function gave: a number, or a `plyscope.Win`.
    fn read(found: &Bound<'_, PyAny>) -> PyResult<Self> {
        let wrong = |why: String| Err(ours(found.py(), "GameError", &why));
        if let Ok(score) = found.extract::<f64>() {
            if !score.is_finite() {
                return wrong(format!("an evaluator gives a finite number or a plyscope.Win, not {score}"));
            }
            return Ok(Valued { estimate: Estimate::score_of(score), draw: None });
        }
        let Ok(win) = found.getattr("p").and_then(|p| p.extract::<f64>()) else {
            return wrong(format!("an evaluator gives a number or a plyscope.Win, not {}", found.repr()?));
        };
        let draw: Option<f64> = found.getattr("draw")?.extract()?;
        let error: Option<f64> = found.getattr("error")?.extract()?;
        let drawn = draw.unwrap_or(0.0);
        let is_share = |share: f64| (0.0..=1.0).contains(&share);
        if !is_share(win) || !is_share(drawn) || win + drawn > 1.0 + 1e-9 {
            return wrong(format!("the chances of a Win add up to at most 1, not {win} and {drawn}"));
        }
        if let Some(error) = error.filter(|error| !(0.0..=0.5).contains(error)) {
            return wrong(format!("the `error` of a Win is 0 to 0.5, not {error}"));
        }
        // A draw is half a win.
        let first = (win + drawn / 2.0).min(1.0);
        let opinion = Opinion::Win(Win { first, second: 1.0 - first });
        Ok(Valued { estimate: Estimate { opinion, error }, draw })
    }
}

/// A user's function as an evaluator.
struct PythonEvaluator {
    name: String,
    function: Py<PyAny>,
    ground: Ground,
    kind: (Scale, bool, bool),
    trouble: Arc<Trouble>,
    /// What it said. Never locked by a thread that holds, or waits for, the interpreter.
    values: Mutex<Cache<Valued>>,
}

impl PythonEvaluator {
    /// Asked about a start once, it shows what its numbers are.
    fn new(name: &str, function: Py<PyAny>, ground: Ground, trouble: Arc<Trouble>) -> Result<Self> {
        let (values, kind) = (Mutex::default(), (Scale::Score, false, false));
        let mut evaluator = PythonEvaluator { name: name.into(), function, ground, kind, trouble, values };
        let start = match &evaluator.ground {
            Ground::Own(game) => game.some_start()?,
            Ground::Texts(game) => game.start(Stream::new(0, &game.name().to_string()).trial(0))?,
        };
        evaluator.kind = evaluator.asked(&[start])?[0].kind();
        Ok(evaluator)
    }

    fn asked(&self, positions: &[AnyPosition]) -> Result<Vec<Valued>> {
        let texts: Vec<Arc<str>> = match &self.ground {
            Ground::Own(_) => positions.iter().map(|position| At::of(position).text.clone()).collect(),
            Ground::Texts(game) => {
                positions.iter().map(|position| game.position_text(position).into()).collect()
            }
        };
        let known: Vec<Option<Valued>> = {
            let mut values = self.values.lock().expect("nobody panics with it");
            texts.iter().map(|text| values.get(text)).collect()
        };
        if known.iter().all(Option::is_some) {
            return Ok(known.into_iter().flatten().collect());
        }
        self.trouble.check(&self.name)?;
        let asked = Python::attach(|py| -> PyResult<Vec<Valued>> {
            let ask = |i: usize| -> PyResult<Valued> {
                let found = match &self.ground {
                    Ground::Own(_) => self.function.bind(py).call1((At::of(&positions[i]).object.bind(py),)),
                    Ground::Texts(_) => self.function.bind(py).call1((&*texts[i],)),
                };
                Valued::read(&found?)
            };
            known.iter().enumerate().map(|(i, known)| known.map_or_else(|| ask(i), Ok)).collect()
        });
        let asked = asked.map_err(|error| self.trouble.keep(&self.name, error))?;
        let mut values = self.values.lock().expect("nobody panics with it");
        for ((text, value), known) in texts.iter().zip(&asked).zip(known) {
            if known.is_none() {
                values.put(text.clone(), *value, 32);
            }
        }
        Ok(asked)
    }

    fn values(&self, positions: &[AnyPosition]) -> Result<Vec<Valued>> {
        let values = self.asked(positions)?;
        match values.iter().position(|value| value.kind() != self.kind) {
            None => Ok(values),
            Some(i) => Err(Error::Program {
                program: self.name.clone(),
                why: format!(
                    "the evaluator answers in two ways, at the start and at `{}`: it gives numbers or Win always, and Win \
                     with `draw` and `error` always or never",
                    self.ground.game().position_text(&positions[i])
                ),
            }),
        }
    }
}

impl DynEvaluator for PythonEvaluator {
    fn name(&self) -> Name {
        Name::new(&self.name)
    }
    fn scale(&self) -> Scale {
        self.kind.0
    }
    fn knows_error(&self) -> bool {
        self.kind.1
    }
    fn estimates(&self, positions: &[AnyPosition]) -> Result<Vec<Estimate>> {
        Ok(self.values(positions)?.into_iter().map(|value| value.estimate).collect())
    }
    fn thresholds(&self, positions: &[AnyPosition]) -> Result<Option<Vec<Thresholds>>> {
        // Nobody is asked in vain.
        if !self.kind.2 {
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

/// An evaluator of a game for the same game behind a bridge.
struct Within(AnyEvaluator);

impl DynEvaluator for Within {
    fn name(&self) -> Name {
        self.0.name()
    }
    fn scale(&self) -> Scale {
        self.0.scale()
    }
    fn knows_error(&self) -> bool {
        self.0.knows_error()
    }
    fn gives_each(&self) -> bool {
        self.0.gives_each()
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
            let made = PythonEvaluator::new(name, function, self.ground.clone(), self.trouble.clone());
            return Some(made.map(AnyEvaluator::bridged));
        }
        let (catalogue, game) = self.known.as_ref()?;
        let subject = Subject { game, seed: 0, shelf: None };
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
            (Ground::Own(game), _) => game.version(),
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
