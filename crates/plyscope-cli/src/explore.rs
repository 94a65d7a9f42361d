//! `plyscope explore`: a page on this machine, and the browser that shows it.

use crate::output;
use anyhow::bail;
use plyscope::catalogue::Catalogue;
use plyscope::name::Name;
use plyscope_explore::Explorer;
use std::net::IpAddr;
use std::path::PathBuf;
use std::process::{Command, Stdio};

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  plyscope explore
  plyscope explore results
  plyscope explore results --port 8000 --no-open
  plyscope explore --name 'process(command=\"python3 my_game.py\")'
  plyscope explore --listen 0.0.0.0

The page is for this machine alone, unless --listen names another address: who looks from \
elsewhere then needs the token in the address that is printed. Nothing in the folder is changed. \
Ctrl-C ends it.

Exit status: 0 done; 2 could not be served; 130 interrupted and 143 terminated, which is how it \
ends.")]
pub(crate) struct Arguments {
    /// A folder of runs and measurements to show
    #[arg(value_hint = clap::ValueHint::DirPath)]
    folder: Option<PathBuf>,
    /// Port (the next free one if taken; 0: any) [default: 7759]
    #[arg(long, value_name = "N")]
    port: Option<u16>,
    /// Listen on this address, for others than this machine too
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    listen: IpAddr,
    /// The page may use this name, which starts a program or reads files; can be given several times
    #[arg(long = "name", value_name = "NAME")]
    names: Vec<Name>,
    /// Do not open a browser
    #[arg(long)]
    no_open: bool,
}

/// Serves the page; names that were given are looked up in a catalogue of their own, which may start programs.
pub(crate) fn run(catalogue: &Catalogue, given: Catalogue, arguments: Arguments) -> anyhow::Result<()> {
    let Arguments { folder, port, listen, names, no_open } = arguments;
    if let Some(folder) = folder.as_ref().filter(|folder| !folder.is_dir()) {
        bail!(
            "{} is not a folder; give one that `--out` of run, reproduce or measure has made",
            folder.display()
        );
    }
    let mut explorer = Explorer::bind(catalogue.clone(), folder, listen, port)?;
    if !names.is_empty() {
        explorer = explorer.with_names(given, names)?;
    }
    let url = explorer.url();
    output::print(&format!("listening on {url}\n"))?;
    if let Some(taken) = explorer.taken() {
        output::talk(&format!("port {taken} is taken: this is the next one that is free"));
    }
    if !no_open && !open(&url) {
        output::talk("no browser could be opened: open this address in one");
    }
    explorer.serve()?;
    Ok(())
}

/// Asks the system to show an address; not where there is no screen to show it on.
fn open(url: &str) -> bool {
    let (program, arguments): (&str, &[&str]) = if cfg!(target_os = "macos") {
        ("open", &[])
    } else if cfg!(windows) {
        ("rundll32", &["url.dll,FileProtocolHandler"])
    } else if ["DISPLAY", "WAYLAND_DISPLAY"].iter().any(|name| std::env::var_os(name).is_some()) {
        ("xdg-open", &[])
    } else {
        return false;
    };
    let quiet = Stdio::null;
    let started =
        Command::new(program).args(arguments).arg(url).stdin(quiet()).stdout(quiet()).stderr(quiet()).spawn();
    match started {
        Ok(child) => {
            plyscope_files::wait::let_go(child);
            true
        }
        Err(_) => false,
    }
}
