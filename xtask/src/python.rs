//! Python packages that some tests need, in a virtual environment of the project's own: `target/venv`.

use std::process::Command;

/// What a test imports, and the package that has it.
const PACKAGES: &[(&str, &str)] = &[("chess.engine", "chess==1.11.2")];

/// Where the environment is, below the project's root; tests look for it there.
const FOLDER: &str = "target/venv";

/// Installs what is missing.
pub(crate) fn install(root: &str) -> bool {
    let python = format!("{root}/{FOLDER}/bin/python");
    let runs = |program: &str, arguments: &[&str]| {
        Command::new(program).args(arguments).current_dir(root).output().is_ok_and(|ran| ran.status.success())
    };
    let missing = || -> Vec<&str> {
        let there = |module: &str| runs(&python, &["-c", &format!("import {module}")]);
        PACKAGES.iter().filter(|(module, _)| !there(module)).map(|(_, package)| *package).collect()
    };
    if missing().is_empty() {
        return true;
    }
    if !runs(&python, &["-m", "pip", "--version"]) {
        eprintln!("== python3 -m venv {FOLDER}");
        if !runs("python3", &["-m", "venv", "--clear", FOLDER]) {
            eprintln!("== could not make it: is Python there, with its module venv (Debian: python3-venv)?");
            return false;
        }
    }
    let missing = missing();
    eprintln!("== {FOLDER}/bin/python -m pip install {}", missing.join(" "));
    let install =
        [&["-m", "pip", "install", "--quiet", "--disable-pip-version-check"], &missing[..]].concat();
    Command::new(&python).args(install).current_dir(root).status().is_ok_and(|status| status.success())
}
