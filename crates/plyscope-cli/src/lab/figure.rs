//! `plyscope figure`: the figure of a run that is done, drawn as a changed file says.

use super::report::put;
use crate::output;
use anyhow::{Context, bail};
use plyscope::catalogue::Catalogue;
use plyscope_lab::figure::{FileFormat, svg};
use plyscope_lab::run::{read, read_with};
use std::path::PathBuf;

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  plyscope figure results/my-experiment --out figure.pdf
  plyscope figure results/my-experiment --file my-experiment.toml --out figure.pdf --out figure.svg

Only [figure], texts, labels and claims of the file may differ from what was run. What [figure] can say is in \
docs/figures.md.

Exit status: 0 done; 2 could not be drawn.")]
pub(crate) struct Figure {
    /// The run folder
    #[arg(value_hint = clap::ValueHint::DirPath)]
    dir: PathBuf,
    /// The experiment file with another `[figure]` than the run's own
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,
    /// Where the figure goes: .svg, .png or .pdf; can be given several times
    #[arg(long, value_name = "FILE", required = true)]
    out: Vec<PathBuf>,
}

pub(crate) fn draw(catalogue: &Catalogue, arguments: &Figure) -> anyhow::Result<()> {
    // A form that cannot be made is told before anything is read.
    let formats: Vec<FileFormat> =
        arguments.out.iter().map(|path| FileFormat::of(path)).collect::<Result<_, _>>()?;
    let (experiment, result) = match &arguments.file {
        None => read(catalogue, &arguments.dir)?,
        Some(path) => {
            let text =
                plyscope_files::text(path).with_context(|| format!("could not read {}", path.display()))?;
            read_with(catalogue, &arguments.dir, &path.display().to_string(), &text)?
        }
    };
    let Some(svg) = svg(&experiment, &result)? else {
        bail!("{} has no figure: its file says kind = \"table\"", experiment.id);
    };
    for (path, format) in arguments.out.iter().zip(formats) {
        put(path, &format.bytes(&svg)?)?;
        output::talk(&format!("the figure is {}", path.display()));
    }
    Ok(())
}
