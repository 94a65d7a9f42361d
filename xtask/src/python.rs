//! The Python package: its virtual environment under `target`, and its tests there.

use std::path::{Path, PathBuf};
use std::process::Command;

/// The package.
const PACKAGE: &str = "crates/plyscope-python";

/// What the tests need, with versions.
const REQUIREMENTS: &str = "crates/plyscope-python/requirements-dev.txt";

/// The project's folder.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The virtual environment.
fn environment() -> PathBuf {
    root().join("target/venv")
}

/// Runs a program of the environment in a folder of the project; did it end well?
fn runs(program: &str, arguments: &[&str], folder: &str) -> bool {
    eprintln!("== {program} {}", arguments.join(" "));
    let mut command = Command::new(environment().join("bin").join(program));
    command.args(arguments).current_dir(root().join(folder)).env("VIRTUAL_ENV", environment());
    command.env("PLYSCOPE_COMMAND", root().join("target/debug/plyscope"));
    if crate::in_ci() {
        // As the rest was built, or all of it would be built again.
        command.env("CARGO_INCREMENTAL", "0");
    }
    command.status().is_ok_and(|status| status.success())
}

/// Makes the environment, or brings it up to date; why not, if it cannot be made.
pub(crate) fn make() -> Result<(), &'static str> {
    let wanted = std::fs::read_to_string(root().join(REQUIREMENTS)).unwrap_or_default();
    let stamp = environment().join("installed.txt");
    if std::fs::read_to_string(&stamp).is_ok_and(|installed| installed == wanted) {
        return Ok(());
    }
    let mut venv = Command::new("python3");
    venv.args(["-m", "venv", "target/venv"]).current_dir(root());
    if !venv.output().is_ok_and(|made| made.status.success()) {
        return Err("there is no python3 with venv (apt install python3-venv)");
    }
    let install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r", REQUIREMENTS];
    if !runs("python", &install, ".") {
        return Err("packages could not be installed from PyPI");
    }
    std::fs::write(&stamp, wanted).map_err(|_| "target/venv cannot be written")
}

/// Builds the package into the environment, with what the workspace's tests were built from, and runs its tests. What could
/// not be done is told; where everything is to be there, that is a failure.
pub(crate) fn check() -> bool {
    if let Err(why) = make() {
        eprintln!(
            "== skipped: the Python package was not tested: {why}; `cargo xtask setup` installs what it needs"
        );
        return !crate::in_ci();
    }
    let Some(wheel) = build("dev", "target/wheels/dev") else { return false };
    let install =
        ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps", "--force-reinstall"];
    runs("python", &[&install[..], &[&wheel]].concat(), ".")
        && runs("python", &["-m", "mypy", "python/plyscope"], PACKAGE)
        && runs("python", &["-m", "mypy.stubtest", "plyscope._plyscope", "--ignore-disjoint-bases"], PACKAGE)
        && runs("python", &["-m", "pytest", "--quiet"], PACKAGE)
}

/// Builds a wheel with a profile into a folder that has no other; its path.
fn build(profile: &str, folder: &str) -> Option<String> {
    let folder = root().join(folder);
    let _ = std::fs::remove_dir_all(&folder);
    let out = folder.display().to_string();
    if !runs("maturin", &["build", "--profile", profile, "--locked", "--quiet", "--out", &out], PACKAGE) {
        return None;
    }
    let wheel = std::fs::read_dir(&folder).ok()?.flatten().next()?;
    Some(wheel.path().display().to_string())
}

/// Builds the wheel as users get it, and says how large it is: at most 10 MB.
pub(crate) fn wheel() -> bool {
    if let Err(why) = make() {
        eprintln!("== {why}");
        return false;
    }
    let Some(wheel) = build("release", "target/wheels/release") else { return false };
    let size = std::fs::metadata(&wheel).map_or(0, |file| file.len());
    eprintln!("== {wheel}: {:.1} MB", size as f64 / 1e6);
    size < 10_000_000
}
