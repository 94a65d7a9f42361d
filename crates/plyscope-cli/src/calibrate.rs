//! `plyscope calibrate`: what an evaluator's numbers are worth, and how to put them right.

use crate::game::Draw;
use crate::output::{self, Format};
use anyhow::Context;
use clap::ValueEnum;
use plyscope::calibration::{
    Calibrator, Dependence, Kind, Lesson, Measures, Pairs, Purpose, Threshold, Truths, choose,
};
use plyscope::registry::{EVALUATORS, GAMES, Subject};
use plyscope_lab::figure::{Chart, Curve, Dot, render};
use plyscope_lab::run::{Disk, RealDisk};
use plyscope_lab::stats::wilson;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  plyscope calibrate 'board-splitting(depth=8)' --evaluator natural
  plyscope calibrate 'kalah(pits=4,seeds=3)' --evaluator store-difference --figure reliability.svg
  plyscope calibrate 'connect-four(width=5,height=4)' --evaluator lines --kind logistic --out lines.calibrator

Fitted on some solved games, measured on others. Rules use it by the evaluator's parameter calibrate=isotonic.")]
pub(crate) struct Arguments {
    /// The game, by name
    game: String,
    /// The evaluator
    #[arg(long)]
    evaluator: String,
    /// How estimates are put right
    #[arg(long, value_enum, default_value_t = Fit::Isotonic)]
    kind: Fit,
    /// Solved games or positions to fit on, and as many others to measure on
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = clap::value_parser!(u32).range(64..=100_000))]
    solved: u32,
    /// The truth: exact values, or results of self-play where the game cannot be solved
    #[arg(long, value_enum, default_value_t = Truth::Solved)]
    truth: Truth,
    /// Keep the calibrator in this file
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Draw the reliability diagram into this SVG file
    #[arg(long, value_name = "FILE")]
    figure: Option<PathBuf>,
    #[command(flatten)]
    draw: Draw,
    /// How to print it
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Fit {
    Isotonic,
    Logistic,
    Table,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Truth {
    Solved,
    Play,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let game = GAMES.build(&arguments.game, &()).context("`plyscope list games` shows the games")?;
    let subject = Subject { game, seed: arguments.draw.seed };
    let lesson = Lesson { evaluator: EVALUATORS.build(&arguments.evaluator, &subject)?, subject };
    let (kind, truths) = (
        match arguments.kind {
            Fit::Isotonic => Kind::Isotonic,
            Fit::Logistic => Kind::Logistic,
            Fit::Table => Kind::Table,
        },
        match arguments.truth {
            Truth::Solved => Truths::Solved,
            Truth::Play => Truths::Play,
        },
    );
    let fitted = lesson.samples(arguments.solved, Purpose::Fit, truths)?;
    let calibrator = lesson.calibrator(kind, Threshold::Points, &fitted)?;
    let held_out = lesson.samples(arguments.solved, Purpose::Measure, truths)?;
    let found = Found {
        before: Measures::of_estimates(&held_out),
        after: Measures::of_calibrator(&calibrator, &held_out).context("nothing was measured")?,
        dependence: Dependence::measure(&lesson, arguments.solved.min(500), truths)?,
        advice: choose(&lesson, arguments.solved.min(500), 4)
            .map(|choice| (choice.name.to_string(), choice.why))
            .map_err(|error| error.to_string()),
    };
    if let Some(path) = &arguments.out {
        put(path, calibrator.to_text().as_bytes())?;
    }
    if let Some(path) = &arguments.figure {
        put(path, render(&found.chart(&lesson, arguments)).as_bytes())?;
    }
    match arguments.format {
        Format::Text => output::print(&found.text(&lesson, &calibrator)),
        Format::Json => output::print(&format!("{:#}\n", found.json(&lesson, &calibrator))),
    }
}

fn put(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    RealDisk.write(path, bytes).with_context(|| format!("could not write {}", path.display()))
}

struct Found {
    /// Nothing where the evaluator's numbers are no probabilities.
    before: Option<Measures>,
    after: Measures,
    dependence: Dependence,
    /// A rule and why; or why none can be named.
    advice: Result<(String, String), String>,
}

impl Found {
    fn text(&self, lesson: &Lesson, calibrator: &Calibrator) -> String {
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
            lesson.subject.game.name(),
            calibrator.kind(),
            output::table(&rows)
        );
        let errors = self.before.as_ref().map_or(&self.after.errors, |before| &before.errors);
        text.push_str(&format!(
            "says win though lost: {}; says loss though won: {}\nerrors go together: parent and child {}, siblings {} (phi)\n",
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

    fn json(&self, lesson: &Lesson, calibrator: &Calibrator) -> Value {
        let measures = |m: &Measures| {
            let bin = |b: &plyscope::calibration::ReliabilityBin| json!({"low": b.low, "high": b.high, "seen": b.seen, "forecast": b.forecast, "outcome": b.outcome});
            json!({"seen": m.seen, "brier": m.brier.score, "reliability": m.brier.reliability,
                   "resolution": m.brier.resolution, "uncertainty": m.brier.uncertainty, "log_loss": m.log_loss,
                   "says_win_if_lost": m.errors.says_win_if_lost(), "says_loss_if_won": m.errors.says_loss_if_won(),
                   "by_height": m.by_height.iter().map(|(h, e)| json!({"height": h, "error": e.rate()})).collect::<Vec<_>>(),
                   "bins": m.bins.iter().map(bin).collect::<Vec<_>>()})
        };
        let pairs = |p: &Pairs| json!({"phi": p.phi(), "pairs": p.seen()});
        json!({"game": lesson.subject.game.name().to_string(), "evaluator": lesson.evaluator_name().to_string(),
               "kind": calibrator.kind().to_string(), "as_it_is": self.before.as_ref().map(measures),
               "calibrated": measures(&self.after),
               "dependence": {"parent_child": pairs(&self.dependence.parent_child), "siblings": pairs(&self.dependence.siblings)},
               "advice": self.advice.as_ref().ok().map(|(rule, why)| json!({"rule": rule, "why": why}))})
    }

    /// The reliability diagram: how often a forecast came true.
    fn chart(&self, lesson: &Lesson, arguments: &Arguments) -> Chart {
        let mut places: Vec<String> = Vec::new();
        let mut place = |x: f64| {
            places.push(format!("{x:.3}"));
            places.len() - 1
        };
        let mut curves = Vec::new();
        let ends =
            vec![0.0, 1.0].into_iter().map(|x| Dot { place: place(x), value: x, interval: None }).collect();
        curves.push(Curve { label: "perfect".into(), dots: ends });
        for (label, measures) in [("as it is", self.before.as_ref()), ("calibrated", Some(&self.after))] {
            let Some(measures) = measures else { continue };
            let dots = measures.bins.iter().filter(|bin| bin.seen > 0).map(|bin| {
                let won = (bin.outcome * bin.seen as f64).round() as u64;
                let interval = wilson(won, bin.seen, 0.95);
                let interval = Some((interval.low, interval.high));
                Dot { place: place(bin.forecast), value: bin.outcome, interval }
            });
            curves.push(Curve { label: label.into(), dots: dots.collect() });
        }
        Chart {
            title: format!("{} on {}", lesson.evaluator_name(), lesson.subject.game.name()),
            caption: format!(
                "{} positions that nothing was fitted on, seed {}, 95% intervals",
                self.after.seen, arguments.draw.seed
            ),
            x_label: "forecast: chance of a win".into(),
            y_label: "share that was won".into(),
            places,
            logarithmic_x: false,
            logarithmic: false,
            share: true,
            level: None,
            curves,
        }
    }
}
