//! `plyscope report`: what a run folder says.

use crate::output;
use anyhow::Context;
use plyscope::catalogue::Catalogue;
use plyscope_lab::experiment::Experiment;
use plyscope_lab::report::{
    Markdown, Section, first_page, from_data, keep, keep_figures, keep_page, paper_pages, slug, sort,
    summary, to_data,
};
use plyscope_lab::results::ExperimentResult;
use plyscope_lab::run::{Disk, RealDisk, read, run_folders};
use std::path::{Path, PathBuf};

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  plyscope report results
  plyscope report results --markdown REPRODUCTION.md --pages docs/reproduction --figures docs/figures \\
      --data docs/reproduction.json
  plyscope report docs/reproduction.json --markdown REPRODUCTION.md --pages docs/reproduction \\
      --figures docs/figures --data docs/reproduction.json

Exit status: 0 done; 2 could not make it.")]
pub(crate) struct Report {
    /// A run folder, a folder of run folders (what was given as --out), or a file that --data wrote
    dir: PathBuf,
    /// Write the report as Markdown too: the first page, which sums up each paper
    #[arg(long, value_name = "FILE", requires_all = ["pages", "figures", "data"])]
    markdown: Option<PathBuf>,
    /// Where the Markdown's pages go, one for each paper
    #[arg(long, value_name = "DIR", requires = "markdown")]
    pages: Option<PathBuf>,
    /// Where the Markdown's figures go
    #[arg(long, value_name = "DIR", requires = "markdown")]
    figures: Option<PathBuf>,
    /// Write the numbers of all runs into one file
    #[arg(long, value_name = "FILE")]
    data: Option<PathBuf>,
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
    if let Report {
        markdown: Some(file), pages: Some(pages), figures: Some(figures), data: Some(data), ..
    } = arguments
    {
        in_repository(&sections, &Repository { file, pages, figures, data })?;
    }
    Ok(())
}

/// Where the Markdown and what goes with it are kept.
struct Repository<'a> {
    /// The first page.
    file: &'a Path,
    /// The folder of the others.
    pages: &'a Path,
    figures: &'a Path,
    data: &'a Path,
}

/// The first page, the pages of the papers and the figures. The pages have a first one among them too, so that they are
/// whole as a book.
fn in_repository(sections: &[Section], to: &Repository<'_>) -> anyhow::Result<()> {
    const MADE_BY: &str = "cargo xtask reproduction";
    for folder in [to.pages, to.figures] {
        std::fs::create_dir_all(folder).with_context(|| format!("could not make {}", folder.display()))?;
    }
    for section in sections {
        if let Some(svg) = &section.svg {
            put(&to.figures.join(format!("{}.svg", slug(&section.result.id))), svg.as_bytes())?;
        }
    }
    let beside = to.file.parent().unwrap_or(Path::new(""));
    let folder = link(beside, to.pages)? + "/";
    put(to.file, first_page(sections, MADE_BY, &folder).as_bytes())?;
    put(&to.pages.join("index.md"), first_page(sections, MADE_BY, "").as_bytes())?;
    let (figures, data) = (link(to.pages, to.figures)?, link(to.pages, to.data)?);
    let around = Markdown { made_by: MADE_BY, figures: &figures, data: &data };
    for page in paper_pages(sections, &around) {
        put(&to.pages.join(page.file), page.text.as_bytes())?;
    }
    output::talk(&format!("{}, {} and {}", to.file.display(), to.pages.display(), to.figures.display()));
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

pub(super) fn put(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    RealDisk.write(path, bytes).with_context(|| format!("could not write {}", path.display()))
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
