//! What a calibrated evaluator has learned: another one's numbers, as the probabilities that they proved to be.
//!
//! Every evaluator takes `calibrate=isotonic`, `logistic` or `table`: it is then asked about `solved` drawn
//! trees, or as many solved positions of a real game, with keys of their own, and what came true becomes its
//! probability. Its error is the smaller of the two chances. Calibrated on one game, it refuses another.

use super::{Calibrator, Kind, Purpose, Samples, Threshold, TrainingSet, Truths};
use crate::error::{Error, Result};
use crate::evaluator::Calibration;
use crate::name::{Given, Name};
use crate::value::Win;

/// How an evaluator is to be calibrated: what its name says.
///
/// ```
/// use plyscope::calibration::{Calibrate, Kind, Truths};
/// use plyscope::name::Name;
/// let calibrate = Calibrate { kind: Kind::Isotonic, solved: 500, truths: Truths::Solved, phases: 1 };
/// let name = calibrate.name(&Name::new("lines"));
/// assert_eq!(name.to_string(), "lines(calibrate=isotonic,solved=500)");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Calibrate {
    /// With which curve.
    pub kind: Kind,
    /// On how many solved games or positions.
    pub solved: u32,
    /// Where their outcomes come from.
    pub truths: Truths,
    /// Into how many phases a real game is divided, each with a curve of its own.
    pub phases: u32,
}

impl Calibrate {
    /// Takes the parameters, those of real games among them or not; none where there is nothing to calibrate.
    pub(crate) fn take(given: &mut Given<'_>, real: bool) -> Option<Self> {
        let read = |text: &str| match text {
            "none" => Some(None),
            _ => Kind::ALL.into_iter().find(|kind| kind.to_string() == text).map(Some),
        };
        let kind = given.value("calibrate", "none", "none, isotonic, logistic or table", read);
        let allowed = "how many solved games or positions it is calibrated on, 100 to 100000";
        let solved = given.integer("solved", "2000", allowed, 100..=100_000);
        let (mut truths, mut phases) = (Truths::Solved, 1);
        if real {
            let allowed = "solved (best play), or play (the evaluator's own play, real games only)";
            truths = given.word("truth", allowed, &[("solved", Truths::Solved), ("play", Truths::Play)]);
            let allowed =
                "phases of a real game with curves of their own, equally many positions in each, 1 to 20";
            phases = given.integer("phases", "1", allowed, 1..=20);
        }
        Some(Calibrate { kind: kind?, solved, truths, phases })
    }

    /// What an evaluator is called that was calibrated so.
    pub fn name(&self, evaluator: &Name) -> Name {
        let name = evaluator.clone().with("calibrate", self.kind).with("solved", self.solved);
        let name = if self.truths == Truths::Play { name.with("truth", "play") } else { name };
        if self.phases > 1 { name.with("phases", self.phases) } else { name }
    }

    /// Learns what an evaluator's numbers are worth.
    pub fn learn(&self, lesson: &TrainingSet) -> Result<Curves> {
        let samples = match self.phases {
            1 => (lesson.samples(self.solved, Purpose::Fit, self.truths)?, Vec::new()),
            phases => lesson.samples_by_phase(self.solved, self.truths, phases)?,
        };
        Curves::fitted(self.name(&lesson.evaluator_name()), lesson, self.kind, samples)
    }
}

/// What a calibrated evaluator has learned.
///
/// ```
/// use plyscope::calibration::{Calibrate, Curves, Kind, Truths};
/// use plyscope::catalogue::{Catalogue, Subject};
/// use plyscope::evaluator::Calibration;
/// let catalogue = Catalogue::built_in();
/// let game = catalogue.game("arc-tree(height=1,branching=2)")?;
/// let subject = Subject { game: &game, seed: 1, cache: None };
/// let lesson = catalogue.evaluator("natural", &subject)?.lesson(&subject);
/// let calibrate = Calibrate { kind: Kind::Isotonic, solved: 200, truths: Truths::Solved, phases: 1 };
/// let curves = calibrate.learn(&lesson)?;
/// assert!(curves.win(1, 0.9).first >= curves.win(1, 0.1).first); // it rises
/// assert_eq!(Curves::from_text(&curves.to_text(), curves.name())?, curves);
/// # Ok::<(), plyscope::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Curves {
    name: Name,
    points: Calibrator,
    /// For a win, and for at least a draw.
    draws: Option<(Calibrator, Calibrator)>,
    /// The last progress of every phase but the last; empty where there are no phases.
    phases: Vec<u32>,
}

/// Between the texts of two calibrators.
const BETWEEN: &str = "--\n";

/// Before the ends of phases.
const PHASES: &str = "phases ";

impl Curves {
    /// A calibrator that was kept, for the evaluator that it was fitted on.
    pub fn kept(calibrator: Calibrator, evaluator: &Name) -> Self {
        let name = evaluator.clone().with("calibrate", calibrator.kind()).with("solved", "kept");
        Curves { name, points: calibrator, draws: None, phases: Vec::new() }
    }

    /// Fitted to samples, with the last progress of every phase but the last.
    pub(super) fn fitted(
        name: Name,
        lesson: &TrainingSet,
        kind: Kind,
        (samples, phases): (Samples, Vec<u32>),
    ) -> Result<Self> {
        let fit = |threshold| lesson.calibrator(kind, threshold, &samples);
        let draws = Some((fit(Threshold::Win)?, fit(Threshold::Draw)?));
        Ok(Curves { name, points: fit(Threshold::Points)?, draws, phases })
    }

    /// The curve for points, a draw counting half.
    pub fn points(&self) -> &Calibrator {
        &self.points
    }

    /// All curves as text.
    pub fn to_text(&self) -> String {
        let draws = self.draws.iter().flat_map(|(win, draw)| [win, draw]);
        let all: Vec<String> = std::iter::once(&self.points).chain(draws).map(Calibrator::to_text).collect();
        let phases: Vec<String> = self.phases.iter().map(u32::to_string).collect();
        let head = if phases.is_empty() { String::new() } else { format!("{PHASES}{}\n", phases.join(" ")) };
        head + &all.join(BETWEEN)
    }

    /// From text, for the evaluator of this name.
    pub fn from_text(text: &str, name: Name) -> Result<Self> {
        let wrong = |why: &str| Error::Kept { what: "calibration", line: 1, why: why.into() };
        let (phases, text) = match text.strip_prefix(PHASES).and_then(|text| text.split_once('\n')) {
            None => (Vec::new(), text),
            Some((ends, rest)) => {
                let ends: Option<Vec<u32>> = ends.split(' ').map(|end| end.parse().ok()).collect();
                let ends = ends.filter(|ends| ends.is_sorted_by(|a, b| a < b));
                (ends.ok_or_else(|| wrong("its phases do not rise"))?, rest)
            }
        };
        let mut all = text.split(BETWEEN).map(Calibrator::from_text);
        let mut next = || all.next().unwrap_or_else(|| Err(wrong("a curve is missing")));
        let points = next()?;
        Ok(Curves { name, points, draws: Some((next()?, next()?)), phases })
    }
}

impl Calibration for Curves {
    fn name(&self) -> Name {
        self.name.clone()
    }
    fn check(&self, game: &Name, evaluator: &Name) -> Result<()> {
        self.points.check(game, evaluator)
    }
    fn stage(&self, stage: u32, progress: &dyn Fn() -> u32) -> u32 {
        match self.phases.is_empty() {
            true => stage,
            false => phase(&self.phases, progress()),
        }
    }
    fn win(&self, stage: u32, number: f64) -> Win {
        self.points.win(stage, number)
    }
    fn tells_draws(&self) -> bool {
        self.draws.is_some()
    }
    fn win_and_draw(&self, stage: u32, number: f64) -> Option<(Win, Win)> {
        let (win, draw) = self.draws.as_ref()?;
        Some((win.win(stage, number), draw.win(stage, number)))
    }
}

/// Which phase a position of this progress is in.
pub(super) fn phase(ends: &[u32], progress: u32) -> u32 {
    ends.iter().filter(|end| **end < progress).count() as u32
}
