//! A player for few evaluations, with what it learns.

use super::{Catalogue, Evaluated, Subject};
use crate::calibration::{Course, Labels, Lesson, Model, Purpose};
use crate::error::{Error, Result};
use crate::evaluator::Calibration;
use crate::name::Name;
use crate::player::Player;
use crate::search::Searches;
use crate::search::decisive::{Decisive, Settings};
use crate::value::Win;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Makes the player. What is learned from solved positions is learned once and kept on the subject's shelf; without one
/// nothing is.
pub(super) fn player(
    catalogue: &Catalogue,
    subject: &Subject<'_>,
    settings: Settings,
    evaluated: &Evaluated,
) -> Result<Arc<dyn Player>> {
    let game = subject.game;
    // What is not learned yet is checked as what it will be.
    let unlearned = match (subject.shelf, evaluated.calibrate) {
        (None, Some(_)) => Some(game.revised(&evaluated.evaluator, Arc::new(Unlearned))?),
        _ => None,
    };
    let evaluator = unlearned.as_ref().unwrap_or(&evaluated.evaluator);
    if let Some(model) = catalogue.model(&settings)? {
        model.check(&game.name(), &evaluated.profile.name)?;
        let search = model.search(settings);
        return match model.curves {
            Some(curves) => game.player(search, &game.revised(evaluator, Arc::new(curves))?),
            None => game.player(search, evaluator),
        };
    }
    let plain = Decisive { settings, ..Decisive::default() };
    let (Some(shelf), 1..) = (subject.shelf, plain.settings.solved) else {
        return game.player(plain, evaluator);
    };
    // Refused before anything is learned.
    game.player(plain.clone(), evaluator)?;
    let lesson = evaluated.lesson(subject);
    let (positions, draws) = (plain.settings.solved, plain.settings.draws);
    let mut learn = || {
        let learned = Course { lesson: &lesson, positions, labels: Labels::Exact, draws }.learn()?;
        let model = Model {
            game: game.name(),
            evaluator: evaluated.profile.name.clone(),
            labels: Labels::Exact,
            draws,
            positions,
            seed: subject.seed,
            spread: learned.spread,
            back_up: learned.back_up,
            curves: None,
        };
        Ok(model.to_text())
    };
    // What is learned does not depend on batches and memory.
    let learns = Settings { solved: positions, draws, ..Settings::default() };
    let name = format!("{}/{}/{} seed {}", game.name(), evaluated.profile.name, learns.name(), subject.seed);
    let model = Model::from_text(&shelf.get_or_learn(&name, &mut learn)?)?;
    game.player(model.search(plain.settings), evaluator)
}

/// A calibration that is still to be learned.
struct Unlearned;

impl Calibration for Unlearned {
    fn name(&self) -> Name {
        Name::new("unlearned")
    }
    fn check(&self, _: &Name, _: &Name) -> Result<()> {
        Ok(())
    }
    fn win(&self, _: u32, _: f64) -> Win {
        Win::even()
    }
    fn tells_draws(&self) -> bool {
        false
    }
    fn win_and_draw(&self, _: u32, _: f64) -> Option<(Win, Win)> {
        None
    }
}

impl Catalogue {
    /// What a search for few evaluations takes from a file, if it does.
    fn model(&self, settings: &Settings) -> Result<Option<Model>> {
        let Some(path) = &settings.model else { return Ok(None) };
        let read = self.read.as_ref().ok_or_else(|| Error::Settings {
            kind: settings.name().to_string(),
            why: "no files are read here".into(),
        })?;
        Model::from_text(&read(path)?).map(Some)
    }

    /// The keys of the positions that a search of this name learns from, besides its evaluator ([`Lesson::keys`]): they are
    /// not to be judged by. What a file was learned from is drawn again with the seed that the file names.
    pub fn searched_from(&self, search: &str, lesson: &Lesson) -> Result<BTreeSet<u64>> {
        let Some(settings) = self.search(search)?.decisive() else { return Ok(BTreeSet::new()) };
        if let Some(model) = self.model(&settings)? {
            let lesson = Lesson { seed: model.seed, ..lesson.clone() };
            let mut keys = lesson.keys(model.positions, Purpose::Rule)?;
            if model.curves.is_some() {
                keys.extend(lesson.keys(Model::CALIBRATED_ON, Purpose::Fit)?);
            }
            return Ok(keys);
        }
        match settings.solved {
            0 => Ok(BTreeSet::new()),
            solved => lesson.keys(solved, Purpose::Rule),
        }
    }
}
