//! `plyscope merge`, `figure` and `report`: what is made of run folders without running again.

use super::{Format, check_parquet, extras, measure, outer, print_results};
use crate::ending::Ending;
use crate::output::{self, put};
use anyhow::{Context, bail};
use plyscope::catalogue::Catalogue;
use plyscope_lab::conduct::{Merged, merge_all};
use plyscope_lab::experiment::Experiment;
use plyscope_lab::figure::{FileFormat, svg};
use plyscope_lab::measurement::Comparison;
use plyscope_lab::report::{
    Markdown, Section, first_page, from_data, keep, keep_figures, keep_page, paper_pages, slug, sort,
    summary, to_data,
};
use plyscope_lab::results::{ExperimentResult, latex};
use plyscope_lab::run::{RealDisk, read, read_with, run_folders};
use std::path::{Path, PathBuf};

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  plyscope merge whole part1 part2
  plyscope merge whole part1/my-experiment part2/my-experiment --format json

It makes the folder that `plyscope run --out whole` would have made: one within it for each experiment, with results \
and figures, and the report. Shards that are missing, or that were given twice, are named. Shards \
of `plyscope measure` become the folder that it makes.

Exit status: 0 done; 1 done, and a claim that was expected to hold was refuted; 2 could not merge.")]
pub(crate) struct Merge {
    /// The folder to make, or to add the runs to
    #[arg(value_hint = clap::ValueHint::DirPath)]
    out: PathBuf,
    /// The folders of all shards: run folders, or what was given as --out
    #[arg(required = true, value_name = "DIR", value_hint = clap::ValueHint::DirPath)]
    shards: Vec<PathBuf>,
    /// Write results.parquet as well
    #[arg(long)]
    parquet: bool,
    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
}

pub(crate) fn merge_shards(catalogue: &Catalogue, arguments: &Merge) -> anyhow::Result<Ending> {
    let Merge { out, shards, parquet, format } = arguments;
    check_parquet(*parquet)?;
    outer(out)?;
    let Merged { results, notes, alone } =
        merge_all(catalogue, out, shards, &RealDisk, &|folder, result| extras(folder, result, *parquet))?;
    notes.iter().for_each(|note| output::talk(note));
    if let (true, Some(found)) = (alone, results.first().and_then(|(_, result)| result.measurement.as_ref()))
    {
        let as_text = if *format == Format::Json { output::Format::Json } else { output::Format::Text };
        measure::print(found, as_text, Some(out))?;
        return Ok(Ending::found(found.comparison.as_ref().is_some_and(Comparison::is_worse)));
    }
    let ending = print_results(&results, *format)?;
    finish(catalogue, out, &results)?;
    Ok(ending)
}

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
    // A form that cannot be made is refused before anything is read.
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

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  plyscope report results
  plyscope report results --format latex
  plyscope report results --pages docs/reproduction --figures docs/figures --data docs/reproduction.json
  plyscope report docs/reproduction.json --pages docs/reproduction --figures docs/figures \\
      --data docs/reproduction.json

Exit status: 0 done; 2 could not make it.")]
pub(crate) struct Report {
    /// A run folder, a folder of run folders (what was given as --out), or a file that --data wrote
    dir: PathBuf,
    /// Write the report as Markdown too: index.md, which sums up each paper, and a page for each
    #[arg(long, value_name = "DIR", requires_all = ["figures", "data"])]
    pages: Option<PathBuf>,
    /// Where the Markdown's figures go
    #[arg(long, value_name = "DIR", requires = "pages")]
    figures: Option<PathBuf>,
    /// Print tables for a paper, in LaTeX with booktabs
    #[arg(long, value_enum)]
    format: Option<PaperFormat>,
    /// Write the numbers of all runs into one file
    #[arg(long, value_name = "FILE")]
    data: Option<PathBuf>,
}

/// In which form tables are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum PaperFormat {
    Latex,
}

pub(crate) fn report(catalogue: &Catalogue, arguments: &Report) -> anyhow::Result<()> {
    let mut sections = Vec::new();
    if arguments.dir.is_file() {
        let path = arguments.dir.display();
        let text = plyscope_files::text(&arguments.dir).with_context(|| format!("could not read {path}"))?;
        sections = from_data(catalogue, &text).with_context(|| format!("could not read {path}"))?;
    } else {
        for folder in run_folders(&arguments.dir)? {
            let (experiment, result) = read(catalogue, &folder)?;
            let section = Section::new(experiment, result)?;
            keep_figures(&folder, &section, &RealDisk)?;
            sections.push(section);
        }
    }
    sort(&mut sections);
    output::talk(&summary(&sections));
    if arguments.format == Some(PaperFormat::Latex) {
        let tables = sections.iter().map(|section| latex(&section.experiment, &section.result));
        output::print(&tables.collect::<String>())?;
    }
    if arguments.dir.is_dir() {
        // The folder of a measurement has a page of its own, which was put right when it was read.
        match arguments.dir.join("measurement.json").is_file() {
            true => output::talk(&format!("the report is {}", arguments.dir.join("report.html").display())),
            false => say_where(&keep_page(&arguments.dir, &sections, &RealDisk)?),
        }
    }
    if let Some(file) = &arguments.data {
        put(file, to_data(&sections).as_bytes())?;
    }
    if let Report { pages: Some(pages), figures: Some(figures), data: Some(data), .. } = arguments {
        in_repository(&sections, pages, figures, data)?;
    }
    Ok(())
}

/// The first page, the pages of the papers and the figures.
fn in_repository(sections: &[Section], pages: &Path, figures: &Path, data: &Path) -> anyhow::Result<()> {
    const MADE_BY: &str = "cargo xtask reproduction";
    for folder in [pages, figures] {
        std::fs::create_dir_all(folder).with_context(|| format!("could not make {}", folder.display()))?;
    }
    for section in sections {
        if let Some(svg) = &section.svg {
            put(&figures.join(format!("{}.svg", slug(&section.result.id))), svg.as_bytes())?;
        }
    }
    put(&pages.join("index.md"), first_page(sections, MADE_BY).as_bytes())?;
    let around = Markdown { made_by: MADE_BY, figures: &link(pages, figures)?, data: &link(pages, data)? };
    for page in paper_pages(sections, &around) {
        put(&pages.join(page.file), page.text.as_bytes())?;
    }
    output::talk(&format!("{} and {}", pages.display(), figures.display()));
    Ok(())
}

/// A path as it is written in a file of a folder.
fn link(folder: &Path, to: &Path) -> anyhow::Result<String> {
    let parts = |path: &Path| -> anyhow::Result<Vec<String>> {
        let path = if path.as_os_str().is_empty() { Path::new(".") } else { path };
        let path = std::path::absolute(path).with_context(|| format!("no such path: {}", path.display()))?;
        Ok(path.components().map(|part| part.as_os_str().to_string_lossy().into_owned()).collect())
    };
    let (folder, to) = (parts(folder)?, parts(to)?);
    let same = folder.iter().zip(&to).take_while(|(one, other)| one == other).count();
    let up = vec!["..".to_string(); folder.len() - same];
    Ok([&up[..], &to[same..]].concat().join("/"))
}

/// Says where the page is.
fn say_where(page: &Path) {
    output::talk(&format!("the report is {}", page.display()));
}

/// Figures and the page of a run that is just done.
pub(super) fn finish(
    catalogue: &Catalogue,
    dir: &Path,
    results: &[(Experiment, ExperimentResult)],
) -> anyhow::Result<()> {
    let (told, page) = keep(catalogue, dir, results, &RealDisk)?;
    output::talk(&told);
    say_where(&page);
    Ok(())
}
