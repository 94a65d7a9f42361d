//! The project's own commands: `cargo xtask check` runs every test there is, `cargo xtask setup` installs the programs
//! that some of them need, `cargo xtask hostile` tries the command with input that means ill.

mod api;
mod compiler;
mod house;
mod packages;
mod portable;
mod python;

use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};

/// One thing that `check` runs.
struct Check {
    what: &'static str,
    /// Arguments of cargo.
    arguments: &'static str,
    /// A variable of the environment.
    variable: Option<(&'static str, &'static str)>,
    /// Are tests compiled without optimisation ([`compiler`])?
    plain_tests: bool,
}

/// The quick ones first.
const CHECKS: &[Check] = &[
    Check { what: "formatting", arguments: "fmt --all --check", variable: None, plain_tests: false },
    Check {
        what: "lints",
        arguments: "clippy --workspace --all-targets --locked -- -D warnings",
        variable: None,
        plain_tests: false,
    },
    Check {
        what: "documentation",
        arguments: "doc --workspace --no-deps --locked --document-private-items",
        variable: Some(("RUSTDOCFLAGS", "-D warnings")),
        plain_tests: false,
    },
    Check {
        what: "tests, and the documents' examples",
        arguments: "test --workspace --locked --lib --bins --examples --test *",
        variable: None,
        plain_tests: true,
    },
    Check {
        what: "doctests",
        arguments: "test --workspace --locked --doc",
        variable: None,
        plain_tests: true,
    },
    Check {
        what: "the command without its default features",
        arguments: "clippy -p plyscope-cli --no-default-features --locked -- -D warnings",
        variable: None,
        plain_tests: false,
    },
    Check {
        what: "chess with Syzygy tables",
        arguments: "clippy -p plyscope-chess --features syzygy --locked --all-targets -- -D warnings",
        variable: None,
        plain_tests: false,
    },
];

fn main() -> ExitCode {
    if let Some(ended) = compiler::if_asked() {
        return ended;
    }
    match std::env::args().nth(1).as_deref() {
        Some("check") => check(),
        Some("setup") => setup(),
        Some("reproduction") => reproduction(),
        Some("hostile") => hostile(),
        Some("api") => ended(api::write()),
        Some("house") => ended(house::print()),
        Some("packages") => ended(packages::check()),
        Some("portable") => ended(portable::check()),
        Some("python") => ended(python::check()),
        Some("wheel") => ended(python::wheel()),
        _ => {
            eprintln!("usage: cargo xtask check           formatting, lints, documentation and all tests");
            eprintln!(
                "       cargo xtask hostile         the command under input that means ill, for minutes"
            );
            eprintln!("       cargo xtask api             write down what other crates can see");
            eprintln!("       cargo xtask house           lines of source code, files, public items");
            eprintln!(
                "       cargo xtask packages        every feature alone and none, and packages without a warning"
            );
            eprintln!("       cargo xtask portable        does it compile for Windows, macOS and the web?");
            eprintln!("       cargo xtask setup           install the programs that some tests need");
            eprintln!(
                "       cargo xtask wheel           the Python package, as users get it, in target/wheels"
            );
            eprintln!(
                "       cargo xtask reproduction    all experiments, then docs/reproduction and docs/figures"
            );
            ExitCode::from(2)
        }
    }
}

/// The exit status for whether something went well.
fn ended(well: bool) -> ExitCode {
    if well { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Programs that some tests need: a command that works where they are there, and the package that has each.
const PROGRAMS: &[(&[&str], &str)] = &[
    (&["chromium", "--version"], "chromium"),
    (&["/usr/bin/python3", "-c", "import matplotlib"], "python3-matplotlib"),
    (&["/usr/bin/python3", "-c", "import pandas"], "python3-pandas"),
    (&["/usr/games/stockfish", "quit"], "stockfish"),
    (&["/usr/games/hoichess", "--version"], "hoichess"),
    (&["c++", "--version"], "g++"),
    (&["python3", "-c", "import ensurepip"], "python3-venv"),
    (&["node", "--version"], "nodejs"),
    (&["npm", "--version"], "npm"),
];

/// What drives a browser and looks for what not everybody can use, for the tests of the explorer alone.
const BROWSER: &str =
    "install --prefix target/tools/browser --no-audit --no-fund playwright-core@1.65.0 axe-core@4.14.0";

/// What builds the book. Debian has no package of it, so it is compiled: without search and server, and without
/// optimisation, that takes 70 seconds of processor time.
const MDBOOK: &str = "install mdbook --version 0.5.4 --locked --no-default-features --root target/tools";

/// The project's own folder.
const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

/// Does a command work?
fn runs(words: &[&str]) -> bool {
    Command::new(words[0]).args(&words[1..]).output().is_ok_and(|ran| ran.status.success())
}

/// Installs what is missing. Some of it is compiled and some of it is loaded, so that is done side by side.
fn setup() -> ExitCode {
    let packages = install_packages();
    let (tools, python) = std::thread::scope(|scope| {
        let tools = [scope.spawn(install_mdbook), scope.spawn(install_browser_tools)];
        let python = python::make();
        (tools.map(|thread| thread.join().unwrap_or(false)), python)
    });
    if let Err(why) = python {
        eprintln!("== the Python package cannot be tested: {why}");
    }
    ended(packages && tools == [true; 2] && python.is_ok())
}

/// Into the project's own folder, where the tests look for it too.
fn install_mdbook() -> bool {
    if runs(&["mdbook", "--version"]) || runs(&[&format!("{ROOT}/target/tools/bin/mdbook"), "--version"]) {
        return true;
    }
    eprintln!("== cargo {MDBOOK}");
    let mut install = Command::new(env!("CARGO"));
    install.args(MDBOOK.split(' ')).current_dir(ROOT).env("CARGO_PROFILE_RELEASE_OPT_LEVEL", "0");
    install.status().is_ok_and(|status| status.success())
}

/// The same, from npm.
fn install_browser_tools() -> bool {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
    let modules = std::path::Path::new(root).join("target/tools/browser/node_modules");
    if ["playwright-core", "axe-core"].iter().all(|name| modules.join(name).is_dir()) {
        return true;
    }
    eprintln!("== npm {BROWSER}");
    let mut install = Command::new("npm");
    install.args(BROWSER.split(' ')).current_dir(root);
    install.status().is_ok_and(|status| status.success())
}

/// Only the administrator can install packages; others are told which.
fn install_packages() -> bool {
    let missing: Vec<&str> =
        PROGRAMS.iter().filter(|(program, _)| !runs(program)).map(|(_, package)| *package).collect();
    if missing.is_empty() {
        eprintln!("== no package is missing");
        return true;
    }
    let root = Command::new("id").arg("-u").output().is_ok_and(|ran| ran.stdout == b"0\n");
    if !root {
        eprintln!("== install these, or some tests are skipped: {}", missing.join(" "));
        return true;
    }
    let apt = |arguments: &[&str]| {
        eprintln!("== apt-get {}", arguments.join(" "));
        let mut command = Command::new("apt-get");
        command.args(arguments).env("DEBIAN_FRONTEND", "noninteractive");
        command.status().is_ok_and(|status| status.success())
    };
    let install = [&["install", "--yes", "--no-install-recommends"], &missing[..]].concat();
    if apt(&["update"]) && apt(&install) {
        return true;
    }
    eprintln!("== could not install: {}", missing.join(" "));
    false
}

/// Tries input that means ill on the command: all of what the tests take a small part of, in minutes.
fn hostile() -> ExitCode {
    let mut command = Command::new(env!("CARGO"));
    command
        .args("test -p plyscope-cli --locked --test suite hostile::".split(' '))
        .env("PLYSCOPE_HOSTILE", "all");
    compiler::stand_in(&mut command);
    ended(command.status().is_ok_and(|status| status.success()))
}

/// Runs all experiments in all their readings at full size and until their claims are decided, or goes on where it was stopped, and writes the
/// report into the repository.
fn reproduction() -> ExitCode {
    const STEPS: [&str; 2] = [
        "run --release --locked -- reproduce --alternatives --decide --out target/reproduction --resume --format csv",
        "run --release --locked -- report target/reproduction --pages docs/reproduction --figures docs/figures \
         --data docs/reproduction.json",
    ];
    for arguments in STEPS {
        eprintln!("== cargo {arguments}");
        let arguments = arguments.split_whitespace();
        let status = Command::new(env!("CARGO")).args(arguments).stdout(std::process::Stdio::null()).status();
        // 1: done, and a claim that was expected to hold was refuted: that belongs into the report.
        if !status.is_ok_and(|status| matches!(status.code(), Some(0 | 1))) {
            eprintln!("== failed");
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}

/// Which random cases the property tests try: always the same, so that a change that passes once passes again. Set it to
/// another number to try others; `cargo test` takes new ones every time.
const CASES: &str = "PROPTEST_RNG_SEED";

/// Runs all checks until one fails, and tells how long each took.
fn check() -> ExitCode {
    let mut times: Vec<(&str, Duration)> = Vec::new();
    let mut timed = |what: &'static str, run: &mut dyn FnMut() -> bool| {
        let start = Instant::now();
        let passed = run();
        times.push((what, start.elapsed()));
        if !passed {
            eprintln!("== failed: {what}");
        }
        passed
    };
    let mut cargo = |check: &Check| {
        eprintln!("== {}: cargo {}", check.what, check.arguments);
        let mut command = Command::new(env!("CARGO"));
        command.args(check.arguments.split_whitespace()).envs(check.variable);
        if check.plain_tests {
            compiler::stand_in(&mut command);
        }
        if std::env::var_os(CASES).is_none() {
            command.env(CASES, "2005");
        }
        if in_ci() {
            // Nobody builds here a second time: what the next build could use would only be in the way.
            command.env("CARGO_INCREMENTAL", "0");
        }
        timed(check.what, &mut || command.status().is_ok_and(|status| status.success()))
    };
    let passed = CHECKS.iter().all(&mut cargo) && {
        eprintln!("== the Python package: types, doctests and tests");
        timed("the Python package", &mut python::check)
    };
    for (what, time) in times {
        eprintln!("== {:>5.0} s  {what}", time.as_secs_f64());
    }
    if !passed {
        return ExitCode::FAILURE;
    }
    eprintln!("== all checks passed");
    ExitCode::SUCCESS
}

/// Is this where everything has to be there, and nothing is built twice?
pub(crate) fn in_ci() -> bool {
    std::env::var("CI").as_deref() == Ok("true")
}
