//! `plyscope learn`: what a search for few evaluations needs to know, learned into a file.

use crate::arguments;
use crate::output::{self, check_folder, put};
use plyscope::Error;
use plyscope::cache::Memory;
use plyscope::calibration::{Labels, Model, Training};
use plyscope::catalogue::{Catalogue, Subject};
use plyscope::search::decisive::{BackUp, Draws};
use std::path::PathBuf;

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  plyscope learn 'kalah(pits=4,seeds=3)' --evaluator kalah-features --out kalah.model
  plyscope learn 'connect-four(width=6,height=5)' --evaluator lines \\
      --labels 'self-play(games=1,evaluations=100)' --out lines.model
  plyscope match 'kalah(pits=4,seeds=3)' \\
      'decisive(evaluator=kalah-features,evaluations=100,model=\"kalah.model\")' \\
      'player(evaluator=kalah-features,evaluations=100)'

Labels say how positions end: exact (they are solved), search(depth=6) (an alpha-beta search's value), \
decisive(evaluations=1000) (this search's own value), self-play(games=1,evaluations=30) (how its games end).

Where many games are drawn, as in chess endings, --draws apart decides better; where few are, it makes no difference.

Exit status: 0 done; 2 could not be done.")]
pub(crate) struct Arguments {
    /// The game, by name
    game: String,
    /// The evaluator, without calibration: that is learned too
    #[arg(long)]
    evaluator: String,
    /// Where the outcomes of positions come from
    #[arg(long, default_value = "exact")]
    labels: Labels,
    /// Count a draw as half a win (half), or keep wins and draws apart (apart)
    #[arg(long, default_value = "half")]
    draws: Draws,
    /// Positions to learn from
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u32).range(20..=100_000))]
    positions: u32,
    /// Phases of the game, each with a calibration of its own
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=20))]
    phases: u32,
    /// The seed that positions are drawn with
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,
    /// The file to write
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    out: PathBuf,
}

pub(crate) fn run(catalogue: &Catalogue, arguments: &Arguments) -> anyhow::Result<()> {
    // What cannot be written is refused before minutes of work.
    check_folder(&arguments.out)?;
    let (game, cache) = (arguments::game(catalogue, &arguments.game)?, Memory::default());
    let subject = Subject { game: &game, seed: arguments.seed, cache: Some(&cache) };
    let lesson = catalogue.evaluator(&arguments.evaluator, &subject)?.lesson(&subject);
    let Arguments { positions, labels, draws, phases, .. } = *arguments;
    let model = Model::teach(&Training { lesson: &lesson, positions, labels, draws }, phases);
    let model = model.map_err(advised)?;
    put(&arguments.out, model.to_text().as_bytes())?;
    let weights = match &model.back_up {
        BackUp::Learned(weights) => weights.as_slice(),
        BackUp::Product => &[],
    };
    let mut text = format!(
        "{} on {}: learned from {} positions, labels {}, into {}\n\n\
         evaluations to  expansions from  constant  product  best move  own evaluation\n",
        model.evaluator,
        model.game,
        model.positions,
        model.labels,
        arguments.out.display()
    );
    for one in weights {
        let least = 1_u64 << one.level.min(63);
        let last = if one.evaluations == u64::MAX { "the end".into() } else { one.evaluations.to_string() };
        text.push_str(&format!(
            "{last:>14}  {least:>15}  {:>8.3}  {:>7.3}  {:>9.3}  {:>14.3}\n",
            one.a, one.b, one.c, one.d
        ));
    }
    output::print(&text)
}

/// With advice that this command can take.
fn advised(error: Error) -> Error {
    match error {
        Error::Unsolved { game, of, solved, nodes, .. } => {
            let advice =
                "take a smaller game, or labels that need no solving, such as --labels 'search(depth=6)'";
            Error::Unsolved { game, of, solved, nodes, advice }
        }
        Error::Chance { game, .. } => {
            let why = "there are chance nodes, which the search `decisive` does not support; a model is for that search";
            Error::Settings { kind: game, why: why.into() }
        }
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn advice_is_about_options_that_there_are() {
        let advice = "take a smaller game, or truth=play";
        let error = Error::Unsolved { game: "othello".into(), of: 40, solved: 14, nodes: 1000, advice };
        let told = advised(error).to_string();
        assert!(told.contains("--labels 'search(depth=6)'") && !told.contains("truth=play"), "{told}");
        assert!("search(depth=6)".parse::<Labels>().is_ok());
    }
}
