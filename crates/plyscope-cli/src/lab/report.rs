//! `plyscope report`: what a run folder says.

use crate::output;
use anyhow::Context;
use plyscope::catalogue::Catalogue;
use plyscope_lab::experiment::Experiment;
use plyscope_lab::report::{Markdown, Section, html, markdown, slug, summary, to_data};
use plyscope_lab::results::ExperimentResult;
use plyscope_lab::run::{Disk, RealDisk, read, run_folders};
use std::path::{Path, PathBuf};

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  plyscope report results
  plyscope report results --markdown REPRODUCTION.md --figures docs/figures

Exit status: 0 done; 2 could not make it.")]
pub(crate) struct Report {
    /// A run folder, or a folder of run folders (what was given as --out)
    dir: PathBuf,
    /// Write the report as Markdown too
    #[arg(long, value_name = "FILE", requires = "figures")]
    markdown: Option<PathBuf>,
    /// Where the Markdown's figures go
    #[arg(long, value_name = "DIR", requires = "markdown")]
    figures: Option<PathBuf>,
    /// Write the numbers of all runs into one file
    #[arg(long, value_name = "FILE")]
    data: Option<PathBuf>,
}

/// The order of the built-in experiments, then others by name.
fn sort(sections: &mut [Section]) {
    let known = plyscope_lab::experiment::builtin_ids();
    let key = |id: &str| {
        let plain = id.split('+').next().unwrap_or(id);
        (known.iter().position(|known| *known == plain).unwrap_or(known.len()), id.to_string())
    };
    sections.sort_by_key(|section| key(&section.result.id));
}

pub(crate) fn report(catalogue: &Catalogue, arguments: &Report) -> anyhow::Result<()> {
    let mut sections = Vec::new();
    for folder in run_folders(&arguments.dir)? {
        let (experiment, result) = read(catalogue, &folder)?;
        let section = Section::new(experiment, result)?;
        figures(&folder, &section)?;
        sections.push(section);
    }
    sort(&mut sections);
    output::talk(&summary(&sections));
    page(&arguments.dir, &sections)?;
    if let (Some(file), Some(figures)) = (&arguments.markdown, &arguments.figures) {
        let around = Markdown {
            made_by: "cargo xtask reproduction",
            figures: &figures.display().to_string().replace('\\', "/"),
        };
        std::fs::create_dir_all(figures).with_context(|| format!("could not make {}", figures.display()))?;
        for section in &sections {
            if let Some(svg) = &section.svg {
                put(&figures.join(format!("{}.svg", slug(&section.result.id))), svg.as_bytes())?;
            }
        }
        put(file, markdown(&sections, &around).as_bytes())?;
        output::talk(&format!("{} and {}", file.display(), figures.display()));
    }
    if let Some(file) = &arguments.data {
        put(file, to_data(&sections).as_bytes())?;
    }
    Ok(())
}

fn put(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    RealDisk.write(path, bytes).with_context(|| format!("could not write {}", path.display()))
}

/// Writes a run's figure into its folder.
fn figures(folder: &Path, section: &Section) -> anyhow::Result<()> {
    let Some(svg) = &section.svg else { return Ok(()) };
    put(&folder.join("figure.svg"), svg.as_bytes())?;
    #[cfg(feature = "png")]
    put(&folder.join("figure.png"), &plyscope_lab::figure::png(svg, 3.0)?)?;
    Ok(())
}

/// Writes the page, and says where it is.
fn page(dir: &Path, sections: &[Section]) -> anyhow::Result<()> {
    let path = dir.join("report.html");
    put(&path, html(sections, env!("CARGO_PKG_VERSION")).as_bytes())?;
    output::talk(&format!("the report is {}", path.display()));
    Ok(())
}

/// Figures and the page of a run that is just done.
pub(super) fn finish(
    catalogue: &Catalogue,
    dir: &Path,
    results: &[(Experiment, ExperimentResult)],
) -> anyhow::Result<()> {
    let mut sections = Vec::new();
    for (experiment, result) in results {
        let section = Section::new(experiment.clone(), result.clone())?;
        figures(&dir.join(slug(&result.id)), &section)?;
        sections.push(section);
    }
    output::talk(&summary(&sections));
    // What was run into the same folder before is in the page too, if it is whole.
    let here: Vec<PathBuf> = results.iter().map(|(_, result)| dir.join(slug(&result.id))).collect();
    for folder in run_folders(dir)?.into_iter().filter(|folder| !here.contains(folder)) {
        if let Ok((experiment, result)) = read(catalogue, &folder) {
            sections.push(Section::new(experiment, result)?);
        }
    }
    sort(&mut sections);
    page(dir, &sections)
}
