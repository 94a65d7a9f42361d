//! What an evaluator's numbers are worth as probabilities on a game, and how to put them right.

use crate::columns::columns;
use crate::error::{Error, Result};
use crate::figure::{Chart, Curve, Dot, Panel, Side};
use crate::stats::wilson;
use plyscope::cache::Memory;
use plyscope::calibration::{
    Calibrator, Dependence, Kind, Measures, Pairs, Purpose, Threshold, TrainingSet, Truths, choose,
};
use plyscope::catalogue::{Catalogue, Subject};
use plyscope::name::Name;
use serde_json::{Value, json};

/// What is asked.
#[derive(Debug, Clone, Copy)]
pub struct Question<'a> {
    /// The game, by name.
    pub game: &'a str,
    /// The evaluator, by name.
    pub evaluator: &'a str,
    /// How estimates are calibrated.
    pub kind: Kind,
    /// Solved games or positions to fit on, and as many others to measure on.
    pub solved: u32,
    /// Where outcomes come from.
    pub truths: Truths,
    /// The seed of what is drawn.
    pub seed: u64,
}

/// How many solved positions tell which rule to try.
const MOST: u32 = 500;

impl Question<'_> {
    /// Fits on some solved games, and measures on others.
    pub fn answer(&self, catalogue: &Catalogue) -> Result<Found> {
        let (game, cache) = (catalogue.game(self.game)?, Memory::default());
        let subject = Subject { game: &game, seed: self.seed, cache: Some(&cache) };
        let evaluated = catalogue.evaluator(self.evaluator, &subject)?;
        let lesson = evaluated.lesson(&subject);
        let fitted = lesson.samples(self.solved, Purpose::Fit, self.truths)?;
        let calibrator = lesson.calibrator(self.kind, Threshold::Points, &fitted)?;
        let held_out = lesson.samples(self.solved, Purpose::Measure, self.truths)?;
        let nothing = || Error::Usage("nothing was measured".into());
        Ok(Found {
            before: Measures::of_estimates(&held_out),
            after: Measures::of_calibrator(&calibrator, &held_out).ok_or_else(nothing)?,
            dependence: Dependence::measure(&lesson, self.solved.min(MOST), self.truths)?,
            advice: self.advice(catalogue, &subject, &lesson),
            calibrator,
            lesson,
        })
    }

    /// A rule with an evaluator that it works with, and why; or why none can be named.
    fn advice(
        &self,
        catalogue: &Catalogue,
        subject: &Subject<'_>,
        lesson: &TrainingSet,
    ) -> std::result::Result<(String, String), String> {
        // What is advised is tried, without learning it again: nothing is named that would be refused.
        let plain = Subject { cache: None, ..*subject };
        let works = |rule: &str, evaluator: &str| {
            let evaluated = catalogue.evaluator(evaluator, &plain)?;
            let mind = catalogue.mind(&plain, rule, &evaluated, "full-width")?;
            mind.check(&evaluated.profile, &**subject.game)
        };
        let chosen = choose(lesson, self.solved.min(MOST), 4);
        if let Ok(choice) = &chosen
            && works(&choice.name, self.evaluator).is_ok()
        {
            return Ok((choice.name.clone(), choice.why.clone()));
        }
        let name: Name = self.evaluator.parse().map_err(|error: plyscope::Error| error.to_string())?;
        let mut calibrated = name.without(&["calibrate"]).with("calibrate", self.kind);
        if self.truths == Truths::Play {
            calibrated = calibrated.without(&["truth"]).with("truth", "play");
        }
        let calibrated = calibrated.to_string();
        works("calibrated-product", &calibrated).map_err(|error| error.to_string())?;
        let why = match chosen {
            Ok(choice) => {
                format!("{}; as it is the evaluator does not give what {} needs", choice.why, choice.name)
            }
            Err(_) => "as it is, no rule on probabilities can use the evaluator".into(),
        };
        Ok((format!("calibrated-product with {calibrated}"), why))
    }
}

/// What was found out about an evaluator's numbers on a game.
pub struct Found {
    lesson: TrainingSet,
    /// What was fitted.
    pub calibrator: Calibrator,
    /// How good the numbers are as they are; nothing where they are no probabilities.
    pub before: Option<Measures>,
    /// How good they are when they are put right.
    pub after: Measures,
    /// How far errors come together.
    pub dependence: Dependence,
    /// A rule and why; or why none can be named.
    pub advice: std::result::Result<(String, String), String>,
}

impl Found {
    /// For people.
    pub fn text(&self) -> String {
        let (lesson, calibrator) = (&self.lesson, &self.calibrator);
        let header = ["", "positions", "Brier score", "reliability", "resolution", "log loss"];
        let mut rows = vec![header.map(String::from).to_vec()];
        let row = |name: &str, m: &Measures| {
            let numbers = [m.brier.score, m.brier.reliability, m.brier.resolution, m.log_loss];
            let mut row = vec![name.to_string(), m.seen.to_string()];
            row.extend(numbers.map(|number| format!("{number:.4}")));
            row
        };
        rows.extend(self.before.as_ref().map(|measures| row("as it is", measures)));
        rows.push(row("calibrated", &self.after));
        let share = |share: Option<f64>| share.map_or("-".into(), |share| format!("{share:.4}"));
        let mut text = format!(
            "{} on {}\n{} fitted on some games, all numbers from others\n\n{}\n",
            lesson.evaluator_name(),
            lesson.game.name(),
            calibrator.kind(),
            columns(&rows)
        );
        let errors = self.before.as_ref().map_or(&self.after.errors, |before| &before.errors);
        text.push_str(&format!(
            "predicted a win but lost: {}; predicted a loss but won: {}\ncorrelation of errors (phi): parent and child {}, siblings {}\n",
            share(errors.says_win_if_lost()),
            share(errors.says_loss_if_won()),
            share(self.dependence.parent_child.phi()),
            share(self.dependence.siblings.phi())
        ));
        text.push_str(&match &self.advice {
            Ok((rule, why)) => format!("rule to try: {rule}: {why}\n"),
            Err(why) => format!("rule to try: none yet: {why}\n"),
        });
        text
    }

    /// For scripts.
    pub fn json(&self) -> Value {
        let (lesson, calibrator) = (&self.lesson, &self.calibrator);
        let measures = |m: &Measures| {
            let bin = |b: &plyscope::calibration::ReliabilityBin| json!({"low": b.low, "high": b.high, "seen": b.seen, "forecast": b.forecast, "outcome": b.outcome});
            json!({"seen": m.seen, "brier": m.brier.score, "reliability": m.brier.reliability,
                   "resolution": m.brier.resolution, "uncertainty": m.brier.uncertainty, "log_loss": m.log_loss,
                   "says_win_if_lost": m.errors.says_win_if_lost(), "says_loss_if_won": m.errors.says_loss_if_won(),
                   "by_height": m.by_height.iter().map(|(h, e)| json!({"height": h, "error": e.rate()})).collect::<Vec<_>>(),
                   "bins": m.bins.iter().map(bin).collect::<Vec<_>>()})
        };
        let pairs = |p: &Pairs| json!({"phi": p.phi(), "pairs": p.seen()});
        json!({"game": lesson.game.name().to_string(), "evaluator": lesson.evaluator_name().to_string(),
               "kind": calibrator.kind().to_string(), "as_it_is": self.before.as_ref().map(measures),
               "calibrated": measures(&self.after),
               "dependence": {"parent_child": pairs(&self.dependence.parent_child), "siblings": pairs(&self.dependence.siblings)},
               "advice": self.advice.as_ref().ok().map(|(rule, why)| json!({"rule": rule, "why": why}))})
    }

    /// The reliability diagram: how often a forecast came true.
    pub fn chart(&self) -> Chart {
        let lesson = &self.lesson;
        let mut places: Vec<String> = Vec::new();
        let mut place = |x: f64| {
            places.push(format!("{x:.3}"));
            places.len() - 1
        };
        let mut curves = Vec::new();
        let ends =
            vec![0.0, 1.0].into_iter().map(|x| Dot { place: place(x), value: x, interval: None }).collect();
        curves.push(Curve { label: "perfect".into(), series: None, dots: ends });
        for (label, measures) in [("as it is", self.before.as_ref()), ("calibrated", Some(&self.after))] {
            let Some(measures) = measures else { continue };
            let dots = measures.bins.iter().filter(|bin| bin.seen > 0).map(|bin| {
                let won = (bin.outcome * bin.seen as f64).round() as u64;
                let interval = wilson(won, bin.seen, 0.95);
                let interval = Some((interval.low, interval.high));
                Dot { place: place(bin.forecast), value: bin.outcome, interval }
            });
            curves.push(Curve { label: label.into(), series: None, dots: dots.collect() });
        }
        Chart {
            title: format!("{} on {}", lesson.evaluator_name(), lesson.game.name()),
            caption: format!(
                "{} positions that nothing was fitted on, seed {}, 95% intervals",
                self.after.seen, lesson.seed
            ),
            x: Side { label: "forecast: probability of a win".into(), ..Side::default() },
            y: Side { label: "share of wins".into(), ..Side::default() },
            places,
            asked: false,
            share: true,
            level: None,
            panels: vec![Panel { title: String::new(), curves }],
            backdrop: false,
            columns: None,
            legend: None,
            values: false,
        }
    }
}
