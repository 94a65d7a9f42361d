//! `plyscope calibrate`: what an evaluator's numbers are worth, and how to put them right.

use crate::arguments::Draw;
use crate::output::{self, Format, check_folder, put};
use clap::ValueEnum;
use plyscope::calibration::{Kind, Truths};
use plyscope::catalogue::Catalogue;
use plyscope_lab::Error;
use plyscope_lab::calibrate::Question;
use plyscope_lab::figure::{FileFormat, render};
use std::path::PathBuf;

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  plyscope calibrate 'board-splitting(depth=8)' --evaluator natural
  plyscope calibrate 'kalah(pits=4,seeds=3)' --evaluator store-difference --figure reliability.svg
  plyscope calibrate 'connect-four(width=5,height=4)' --evaluator lines --kind logistic --out lines.calibrator

Fitted on some solved games, measured on others. Rules use it by the evaluator's parameter calibrate=isotonic.

Exit status: 0 done; 2 could not be done.")]
pub(crate) struct Arguments {
    /// The game, by name
    game: String,
    /// The evaluator
    #[arg(long)]
    evaluator: String,
    /// How estimates are calibrated
    #[arg(long, value_enum, default_value_t = Fit::Isotonic)]
    kind: Fit,
    /// Solved games or positions to fit on, and as many others to measure on
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = clap::value_parser!(u32).range(64..=100_000))]
    solved: u32,
    /// The truth: exact values, or results of self-play where the game cannot be solved
    #[arg(long, value_enum, default_value_t = Truth::Solved)]
    truth: Truth,
    /// Keep the calibrator in this file
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    out: Option<PathBuf>,
    /// Draw the reliability diagram into this file: .svg, .png or .pdf
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    figure: Option<PathBuf>,
    #[command(flatten)]
    draw: Draw,
    /// Output format
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

/// With advice that this command can take.
fn advised(error: Error) -> Error {
    match error {
        Error::Library(plyscope::Error::Unsolved { game, of, solved, nodes, .. }) => {
            let advice = "take a smaller game, or --truth play";
            Error::Library(plyscope::Error::Unsolved { game, of, solved, nodes, advice })
        }
        other => other,
    }
}

pub(crate) fn run(catalogue: &Catalogue, arguments: &Arguments) -> anyhow::Result<()> {
    let question = Question {
        game: &arguments.game,
        evaluator: &arguments.evaluator,
        kind: match arguments.kind {
            Fit::Isotonic => Kind::Isotonic,
            Fit::Logistic => Kind::Logistic,
            Fit::Table => Kind::Table,
        },
        solved: arguments.solved,
        truths: match arguments.truth {
            Truth::Solved => Truths::Solved,
            Truth::Play => Truths::Play,
        },
        seed: arguments.draw.seed,
    };
    // What cannot be written is refused before minutes of work.
    arguments.out.iter().chain(&arguments.figure).try_for_each(|path| check_folder(path))?;
    let found = question.answer(catalogue).map_err(advised)?;
    if let Some(path) = &arguments.out {
        put(path, found.calibrator.to_text().as_bytes())?;
    }
    if let Some(path) = &arguments.figure {
        put(path, &FileFormat::of(path)?.bytes(&render(&found.chart()))?)?;
    }
    match arguments.format {
        Format::Text => output::print(&found.text()),
        Format::Json => output::json(&found.json()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn advice_is_about_options_that_there_are() {
        let advice = "take a smaller game, or truth=play";
        let error =
            plyscope::Error::Unsolved { game: "othello".into(), of: 40, solved: 14, nodes: 1000, advice };
        let told = advised(error.into()).to_string();
        assert!(told.contains("--truth play") && !told.contains("truth=play"), "{told}");
    }
}
