//! From an evaluator as it is to a model: calibration first, then what the search learns with it.

use super::super::positions::Positions;
use super::super::{
    Calibrate, Calibrator, Curves, Kind, Lesson, Purpose, Sample, Samples, Threshold, Truths,
};
use super::{Course, Labels, Model};
use crate::error::{Error, Result};
use crate::evaluator::seen_by;
use crate::game::{AnyPosition, Player, Turn};
use crate::name::Name;
use crate::search::decisive::{Decisive, Draws};
use crate::value::Outcome;
use std::sync::Arc;

impl Model {
    /// Learns all of it about an evaluator as it is. Where positions are not solved, the evaluator's own play says first
    /// what its numbers are worth; with that the labels are made, and from them it is calibrated anew.
    ///
    /// ```
    /// use plyscope::calibration::{Labels, Model};
    /// use plyscope::catalogue::{Catalogue, Subject};
    /// use plyscope::search::decisive::Draws;
    /// let catalogue = Catalogue::built_in();
    /// let game = catalogue.game("kalah(pits=3,seeds=3)")?;
    /// let subject = Subject { game: &game, seed: 1, shelf: None };
    /// let lesson = catalogue.evaluator("kalah-features", &subject)?.lesson(&subject);
    /// let model = Model::teach(&lesson, 40, Labels::Exact, Draws::Half)?;
    /// assert_eq!(Model::from_text(&model.to_text())?, model);
    /// # Ok::<(), plyscope::Error>(())
    /// ```
    pub fn teach(lesson: &Lesson, positions: u32, labels: Labels, draws: Draws) -> Result<Self> {
        if lesson.is_calibrated() {
            return Err(Error::Settings {
                kind: lesson.evaluator_name().to_string(),
                why: "a model has a calibration of its own: give the evaluator without `calibrate`".into(),
            });
        }
        let truths = if labels == Labels::Exact { Truths::Solved } else { Truths::Play };
        let solved = Model::CALIBRATED_ON;
        let calibrate = Calibrate { kind: Kind::Isotonic, solved, truths, phases: 1 };
        let mut curves = calibrate.learn(lesson)?;
        if labels != Labels::Exact {
            let first = read_through(lesson, &curves)?;
            curves = relabelled(lesson, &first, labels, &calibrate.name(&lesson.evaluator_name()))?;
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
fn relabelled(lesson: &Lesson, first: &Lesson, labels: Labels, name: &Name) -> Result<Curves> {
    let class = Positions::new(lesson, Purpose::Fit, Truths::Solved)?;
    let trials = 0..u64::from(Model::CALIBRATED_ON);
    let found = trials.map(|trial| class.position(class.stream().trial(trial)));
    let positions: Vec<AnyPosition> = found.collect::<Result<Vec<_>>>()?.into_iter().flatten().collect();
    let told = labels.of(first, &Decisive::default(), &positions)?;
    let turns = lesson.game.expand(&positions)?;
    let mut samples = Samples::new(lesson.evaluator.scale());
    for ((position, points), expansion) in positions.iter().zip(told).zip(turns) {
        let Some(points) = points else { continue };
        let mover = match expansion.turn {
            Turn::Player(mover) => mover,
            Turn::Chance | Turn::Over => Player::FIRST,
        };
        let estimate = seen_by(&lesson.evaluator.estimate(position)?, mover);
        samples.add(Sample { height: 0, estimate, outcome: Outcome::of(points - 0.5) });
    }
    let fit = |threshold: Threshold| -> Result<Calibrator> {
        lesson.calibrator(Kind::Isotonic, threshold, &samples)
    };
    let draws = (fit(Threshold::Win)?, fit(Threshold::Draw)?);
    Ok(Curves::fitted(name.clone(), fit(Threshold::Points)?, draws))
}
