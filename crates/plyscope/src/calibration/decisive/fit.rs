//! Spread and weights, from graphs that are grown, labelled and grown again; and the whole way to a model from an evaluator as it
//! is: calibration first, then what the search learns with it.

use super::super::positions::Positions;
use super::super::regression::regress_rising;
use super::super::{Calibrate, Curves, Datum, Kind, Purpose, Sample, TrainingSet, Truths};
use super::{Labels, Model};
use crate::error::{Error, Result};
use crate::evaluator::seen_by;
use crate::game::AnyPosition;
use crate::key::mix;
use crate::search::decisive::{BackUp, Decisive, Draws, Settings, Spread, Weights};
use crate::value::Outcome;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::Arc;

/// Weights change at these numbers of evaluations. Beyond the last values rise by the product rule: weights that were fitted
/// to 300 and 1000 evaluations decided worse than that.
pub const STAGES: [u64; 3] = [10, 30, 100];

/// Nodes of a graph that are labelled, at every stage.
const NODES: usize = 16;

/// How often graphs are grown and everything is fitted.
const ROUNDS: u32 = 3;

/// A size of what is below a node has weights of its own where there are this many examples.
const ENOUGH: usize = 60;

/// How many examples a size must have before its weights differ from its stage's.
const DOUBT: f64 = 10.0;

/// What is learned from: so many positions of a game, and who says how they end.
///
/// ```
/// use plyscope::calibration::{Training, Labels};
/// use plyscope::catalogue::{Catalogue, Subject};
/// use plyscope::search::decisive::{BackUp, Draws};
/// use plyscope::cache::Memory;
/// let (catalogue, cache) = (Catalogue::built_in(), Memory::default());
/// let game = catalogue.game("kalah(pits=3,seeds=3)")?;
/// let subject = Subject { game: &game, seed: 1, cache: Some(&cache) };
/// let lesson = catalogue.evaluator("kalah-features", &subject)?.lesson(&subject);
/// let learned = Training { lesson: &lesson, positions: 40, labels: Labels::Exact, draws: Draws::Half }.learn()?;
/// assert!(matches!(learned.back_up, BackUp::Learned(_)));
/// # Ok::<(), plyscope::Error>(())
/// ```
pub struct Training<'a> {
    /// The game, an evaluator that gives chances, and the seed.
    pub lesson: &'a TrainingSet,
    /// How many positions graphs are grown from.
    pub positions: u32,
    /// Who says how they end.
    pub labels: Labels,
    /// What values are made of.
    pub draws: Draws,
}

/// What a leaf was worth before it was opened, and after.
type Change = (f64, f64);

/// An example with its label.
struct Labelled {
    stage: u64,
    level: u32,
    datum: Datum<4>,
}

impl Training<'_> {
    /// Learns: the search as it is then, with the usual settings.
    pub fn learn(&self) -> Result<Decisive> {
        let roots = self.roots()?;
        let settings = Settings { draws: self.draws, ..Settings::default() };
        let mut search = Decisive { settings, ..Decisive::default() };
        // What is solved stays solved; what the search itself says changes with it.
        let (mut known, keeps) =
            (HashMap::new(), matches!(self.labels, Labels::Exact | Labels::Search { .. }));
        for _ in 0..ROUNDS {
            if !keeps {
                known.clear();
            }
            let (examples, changes) = self.grow(&search, &roots, &mut known)?;
            let mut weights = fit(&examples);
            if weights.is_empty() {
                return Err(self.too_little());
            }
            weights.push(Weights { evaluations: u64::MAX, level: 0, a: 0.0, b: 1.0, c: 0.0, d: 0.0 });
            search = Decisive {
                back_up: BackUp::learned(weights)?,
                spread: Spread::learned(changes),
                settings: search.settings,
            };
        }
        Ok(search)
    }

    /// The positions that graphs are grown from.
    fn roots(&self) -> Result<Vec<AnyPosition>> {
        let game = &self.lesson.game;
        if game.facts().is_drawn {
            let stream = Purpose::Rule.stream(self.lesson.seed, &game.name());
            return (0..u64::from(self.positions)).map(|trial| game.start(stream.trial(trial))).collect();
        }
        let class = Positions::new(self.lesson, Purpose::Rule, Truths::Solved)?;
        let found = (0..u64::from(self.positions)).map(|trial| class.position(class.stream().trial(trial)));
        Ok(found.collect::<Result<Vec<_>>>()?.into_iter().flatten().collect())
    }

    fn grow(
        &self,
        search: &Decisive,
        roots: &[AnyPosition],
        known: &mut HashMap<u64, Option<f64>>,
    ) -> Result<(Vec<Labelled>, Vec<Change>)> {
        let (game, evaluator) = (&self.lesson.game, &self.lesson.evaluator);
        let (mut examples, mut changes) = (Vec::new(), Vec::new());
        for (number, root) in roots.iter().enumerate() {
            // Positions of drawn games have keys within their own games only.
            let drawn = if game.facts().is_drawn { mix(number as u64 + 1) } else { 0 };
            let grown = game.grown(search, evaluator, root, &STAGES, NODES)?;
            changes.extend(grown.changes);
            for (stage, found) in grown.examples {
                let keyed = found.into_iter().map(|one| (stage, game.truth_key(&one.position) ^ drawn, one));
                examples.extend(keyed);
            }
        }
        let mut new: Vec<(u64, AnyPosition)> = Vec::new();
        for (_, key, example) in &examples {
            if let Entry::Vacant(place) = known.entry(*key) {
                place.insert(None);
                new.push((*key, example.position.clone()));
            }
        }
        let positions: Vec<AnyPosition> = new.iter().map(|(_, position)| position.clone()).collect();
        let labels = self.labels.of(self.lesson, search, &positions)?;
        known.extend(new.into_iter().map(|(key, _)| key).zip(labels));
        let labelled = examples.into_iter().filter_map(|(stage, key, example)| {
            let target = (*known.get(&key)?)?;
            let datum = Datum { inputs: example.inputs, offset: 0.0, target, weight: 1.0 };
            Some(Labelled { stage, level: example.level, datum })
        });
        Ok((labelled.collect(), changes))
    }

    fn too_little(&self) -> Error {
        Error::Settings {
            kind: format!("learning from {} positions of {}", self.positions, self.lesson.game.name()),
            why: format!("fewer than {ENOUGH} nodes could be labelled at a stage; take more positions"),
        }
    }
}

/// Weights of every stage and level, where there are enough examples; in rising order.
fn fit(examples: &[Labelled]) -> Vec<Weights> {
    let mut weights = Vec::new();
    for stage in STAGES {
        let here: Vec<&Labelled> = examples.iter().filter(|one| one.stage == stage).collect();
        let rows: Vec<Datum<4>> = here.iter().map(|one| one.datum).collect();
        if rows.len() < ENOUGH {
            continue;
        }
        let whole = regress_rising(&rows, [0.0, 1.0, 0.0, 0.0], 1.0);
        let deepest = here.iter().map(|one| one.level).max().unwrap_or(0);
        for level in 0..=deepest {
            let rows: Vec<Datum<4>> =
                here.iter().filter(|one| one.level == level).map(|one| one.datum).collect();
            let enough = rows.len() >= ENOUGH;
            let [a, b, c, d] = if enough { regress_rising(&rows, whole, DOUBT) } else { whole };
            weights.push(Weights { evaluations: stage, level, a, b, c, d });
        }
    }
    weights
}

impl Model {
    /// Learns all of it about an evaluator as it is. Where positions are not solved, the evaluator's own play says first
    /// what its numbers are worth; with that the labels are made, and from them it is calibrated anew. Real games are divided into
    /// phases, each with a curve of its own.
    ///
    /// ```
    /// use plyscope::calibration::{Training, Labels, Model};
    /// use plyscope::catalogue::{Catalogue, Subject};
    /// use plyscope::search::decisive::Draws;
    /// let catalogue = Catalogue::built_in();
    /// let game = catalogue.game("kalah(pits=3,seeds=3)")?;
    /// let subject = Subject { game: &game, seed: 1, cache: None };
    /// let lesson = catalogue.evaluator("kalah-features", &subject)?.lesson(&subject);
    /// let course = Training { lesson: &lesson, positions: 40, labels: Labels::Exact, draws: Draws::Half };
    /// let model = Model::teach(&course, 4)?;
    /// assert_eq!(Model::from_text(&model.to_text())?, model);
    /// # Ok::<(), plyscope::Error>(())
    /// ```
    pub fn teach(course: &Training<'_>, phases: u32) -> Result<Self> {
        let Training { lesson, positions, labels, draws } = *course;
        if lesson.is_calibrated() {
            return Err(Error::Settings {
                kind: lesson.evaluator_name().to_string(),
                why: "a model has a calibration of its own: give the evaluator without `calibrate`".into(),
            });
        }
        let truths = if labels == Labels::Exact { Truths::Solved } else { Truths::Play };
        let solved = Model::CALIBRATED_ON;
        let phases = if lesson.lanes().is_some() { 1 } else { phases };
        let calibrate = Calibrate { kind: Kind::Isotonic, solved, truths, phases };
        let mut curves = calibrate.learn(lesson)?;
        if labels != Labels::Exact {
            let first = read_through(lesson, &curves)?;
            curves = relabelled(lesson, &first, labels, &calibrate)?;
        }
        let lesson = read_through(lesson, &curves)?;
        let Decisive { spread, back_up, .. } =
            Training { lesson: &lesson, positions, labels, draws }.learn()?;
        let (game, evaluator) = (lesson.game.name(), curves.points().evaluator().parse()?);
        let seed = lesson.seed;
        Model { game, evaluator, labels, draws, positions, seed, spread, back_up, curves: None }
            .with_curves(&curves)
    }
}

/// The same lesson, with the evaluator read through curves.
fn read_through(lesson: &TrainingSet, curves: &Curves) -> Result<TrainingSet> {
    let evaluator = lesson.game.revised(&lesson.evaluator, Arc::new(curves.clone()))?;
    Ok(TrainingSet { evaluator, ..lesson.clone() })
}

/// Curves by labels: what is more likely won than lost counts as won.
fn relabelled(
    lesson: &TrainingSet,
    first: &TrainingSet,
    labels: Labels,
    calibrate: &Calibrate,
) -> Result<Curves> {
    let class = Positions::new(lesson, Purpose::Fit, Truths::Solved)?;
    let trials = 0..u64::from(Model::CALIBRATED_ON);
    let found = trials.map(|trial| class.position(class.stream().trial(trial)));
    let positions: Vec<AnyPosition> = found.collect::<Result<Vec<_>>>()?.into_iter().flatten().collect();
    let told = labels.of(first, &Decisive::default(), &positions)?;
    let (turns, said) = (lesson.game.expand(&positions)?, lesson.evaluator.estimates(&positions)?);
    let mut samples = Vec::new();
    for (((position, points), expansion), said) in positions.iter().zip(told).zip(turns).zip(said) {
        let Some(points) = points else { continue };
        let estimate = seen_by(&said, expansion.turn.mover());
        let sample = Sample { height: 0, estimate, outcome: Outcome::of(points - 0.5) };
        samples.push((lesson.game.progress(position), sample));
    }
    let name = calibrate.name(&lesson.evaluator_name());
    Curves::fitted(name, lesson, calibrate.kind, lesson.divided(samples, calibrate.phases))
}
