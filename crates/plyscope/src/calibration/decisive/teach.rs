//! From an evaluator as it is to a model: calibration first, then what the search learns with it.

use super::super::positions::Positions;
use super::super::{Calibrate, Curves, Kind, Lesson, Purpose, Sample, Truths};
use super::{Course, Labels, Model};
use crate::error::{Error, Result};
use crate::evaluator::seen_by;
use crate::game::AnyPosition;
use crate::search::decisive::Decisive;
use crate::value::Outcome;
use std::sync::Arc;

impl Model {
    /// Learns all of it about an evaluator as it is. Where positions are not solved, the evaluator's own play says first
    /// what its numbers are worth; with that the labels are made, and from them it is calibrated anew. Real games are divided into
    /// phases, each with a curve of its own.
    ///
    /// ```
    /// use plyscope::calibration::{Course, Labels, Model};
    /// use plyscope::catalogue::{Catalogue, Subject};
    /// use plyscope::search::decisive::Draws;
    /// let catalogue = Catalogue::built_in();
    /// let game = catalogue.game("kalah(pits=3,seeds=3)")?;
    /// let subject = Subject { game: &game, seed: 1, shelf: None };
    /// let lesson = catalogue.evaluator("kalah-features", &subject)?.lesson(&subject);
    /// let course = Course { lesson: &lesson, positions: 40, labels: Labels::Exact, draws: Draws::Half };
    /// let model = Model::teach(&course, 4)?;
    /// assert_eq!(Model::from_text(&model.to_text())?, model);
    /// # Ok::<(), plyscope::Error>(())
    /// ```
    pub fn teach(course: &Course<'_>, phases: u32) -> Result<Self> {
        let Course { lesson, positions, labels, draws } = *course;
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
            Course { lesson: &lesson, positions, labels, draws }.learn()?;
        let (game, evaluator) = (lesson.game.name(), curves.points().evaluator().parse()?);
        let seed = lesson.seed;
        Model { game, evaluator, labels, draws, positions, seed, spread, back_up, curves: None }
            .with_curves(&curves)
    }
}

/// The same lesson, with the evaluator read through curves.
fn read_through(lesson: &Lesson, curves: &Curves) -> Result<Lesson> {
    let evaluator = lesson.game.revised(&lesson.evaluator, Arc::new(curves.clone()))?;
    Ok(Lesson { evaluator, ..lesson.clone() })
}

/// Curves by labels: what is more likely won than lost counts as won.
fn relabelled(lesson: &Lesson, first: &Lesson, labels: Labels, calibrate: &Calibrate) -> Result<Curves> {
    let class = Positions::new(lesson, Purpose::Fit, Truths::Solved)?;
    let trials = 0..u64::from(Model::CALIBRATED_ON);
    let found = trials.map(|trial| class.position(class.stream().trial(trial)));
    let positions: Vec<AnyPosition> = found.collect::<Result<Vec<_>>>()?.into_iter().flatten().collect();
    let told = labels.of(first, &Decisive::default(), &positions)?;
    let turns = lesson.game.expand(&positions)?;
    let mut samples = Vec::new();
    for ((position, points), expansion) in positions.iter().zip(told).zip(turns) {
        let Some(points) = points else { continue };
        let estimate = seen_by(&lesson.evaluator.estimate(position)?, expansion.turn.mover());
        let sample = Sample { height: 0, estimate, outcome: Outcome::of(points - 0.5) };
        samples.push((lesson.game.progress(position), sample));
    }
    let name = calibrate.name(&lesson.evaluator_name());
    Curves::fitted(name, lesson, calibrate.kind, lesson.divided(samples, calibrate.phases))
}
