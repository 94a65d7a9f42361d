//! The page in a real browser. A script drives it (`tests/explorer.mjs`); here are the server and what it is to show.

use super::server::Server;
use crate::support::{run, skipped};
use std::path::{Path, PathBuf};
use std::process::Command;

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A program, wherever it is.
fn program(names: &[&str]) -> Option<PathBuf> {
    let folders: Vec<PathBuf> = std::env::split_paths(&std::env::var_os("PATH")?).collect();
    let places = names.iter().flat_map(|name| folders.iter().map(move |folder| folder.join(name)));
    places.into_iter().find(|path| path.is_file())
}

/// The browser and what drives it, or a word on how to get them.
fn tools() -> Option<(PathBuf, PathBuf)> {
    let modules = repository().join("target/tools/browser/node_modules");
    let browser = program(&["chromium", "chromium-browser", "google-chrome"]);
    let found = browser.filter(|_| program(&["node"]).is_some() && modules.join("playwright-core").is_dir());
    if found.is_none() {
        let how = "apt install chromium nodejs npm";
        skipped("the explorer was not looked at: it needs Chromium, Node.js and playwright-core", how);
    }
    found.map(|browser| (browser, modules))
}

/// A title that does harm where it is taken for markup.
const HOSTILE: &str = "<img src=x onerror=alert(1)> \"Böse\" & 标题";

/// A run with a hostile title, and a measurement.
fn folder() -> PathBuf {
    let here = std::env::temp_dir().join(format!("plyscope-explore-{}-browser", std::process::id()));
    let _ = std::fs::remove_dir_all(&here);
    std::fs::create_dir_all(&here).expect("a folder");
    let question = std::fs::read_to_string(repository().join("docs/own-question.toml")).expect("it is there");
    let title = question.lines().next().expect("a title");
    let hostile = format!("title = {}", serde_json::Value::from(HOSTILE));
    let file = here.join("hostile.toml");
    std::fs::write(&file, question.replace(title, &hostile)).expect("a file");
    let at = |name: &str| here.join(name).display().to_string();
    let ran = run(&["run", &file.display().to_string(), "--trials", "96", "--quiet", "--out", &at("runs")]);
    assert!(ran.status < 2, "{}", ran.stderr);
    let ran = run(&["reproduce", "wilson/fig3-b2", "--trials", "96", "--quiet", "--out", &at("papers")]);
    assert!(ran.status < 2, "{}", ran.stderr);
    // Claims with remarks: readings that were found from the numbers, and statements of ours.
    let ran = run(&["reproduce", "horacek/table4", "horacek/table2", "--quiet", "--out", &at("papers")]);
    assert!(ran.status < 2, "{}", ran.stderr);
    for (name, efforts) in [("measured", ["--depths", "1..3"]), ("nodes", ["--nodes", "10,100"])] {
        let all = ["measure", "connect-four(width=4,height=4,run=3)", "--evaluator", "lines"];
        let out = at(name);
        let more = ["--positions", "random(plies=2..6)", "--trials", "40", "--quiet", "--out", &out];
        let ran = run(&[&all[..], &efforts, &more].concat());
        assert_eq!(ran.status, 0, "{}", ran.stderr);
    }
    let found = std::fs::read_to_string(here.join("measured/measurement.json")).expect("it is there");
    let found: serde_json::Value = serde_json::from_str(&found).expect("JSON");
    assert!(!found["measurement"]["worst"].as_array().expect("a list").is_empty(), "nothing to look at");
    here
}

#[test]
fn the_page_does_what_it_says() {
    let Some((browser, modules)) = tools() else { return };
    let here = folder();
    let server = Server::start(&[&here.display().to_string()]);
    let saved = here.join("saved");
    std::fs::create_dir_all(&saved).expect("a folder");
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/explorer.mjs");
    let ran = Command::new("node")
        .arg(script)
        .arg(&server.url)
        .arg(&browser)
        .arg(HOSTILE)
        .arg(&modules)
        .arg(&saved)
        .output()
        .expect("Node.js starts");
    let said = String::from_utf8_lossy(&ran.stdout).into_owned() + &String::from_utf8_lossy(&ran.stderr);
    assert!(ran.status.success() && said.trim_end().ends_with("all well"), "{said}");
    // The numbers that the page showed are those of the file that it saved.
    let shown = std::fs::read_to_string(saved.join("shown.json")).expect("numbers");
    let file = saved.join("curves.toml").display().to_string();
    assert_eq!(shown, run(&["run", &file, "--quiet", "--format", "json"]).stdout);
    std::fs::remove_dir_all(here).expect("removed");
}
