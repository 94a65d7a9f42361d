//! Figures, report and differences of runs, made as a user would; and, where there is a browser, looked at.

use crate::support::{Ran, run, skipped};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Experiments of every kind, small.
const IDS: [&str; 6] = [
    "wilson/fig3-b2",
    "zuckerman/fig9",
    "russell-norvig/fig5",
    "horacek/table1",
    "smith-nau/fig3",
    "wilson/fig1",
];

fn folder(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("plyscope-report-{}-{name}", std::process::id()));
    let _ = std::fs::remove_dir_all(&path);
    path
}

fn small_run(path: &Path, seed: &str) -> Ran {
    let out = path.display().to_string();
    let arguments = ["reproduce", "--trials", "96", "--quiet", "--out", &out, "--seed", seed];
    run(&[&arguments[..], &IDS].concat())
}

fn read(path: PathBuf) -> String {
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn a_run_ends_with_a_report() {
    let here = folder("run");
    let Ran { status, stderr, .. } = small_run(&here, "1");
    assert!(status == 0 && stderr.contains("report.html"), "{status}: {stderr}");
    let page = read(here.join("report.html"));
    // It loads nothing, and its links lead somewhere.
    for start in ["src=\"", "href=\""] {
        for target in page.split(start).skip(1).map(|rest| rest.split('"').next().expect("it ends")) {
            let id = target.strip_prefix('#');
            assert!(
                target.starts_with("data:") || id.is_some_and(|id| page.contains(&format!("id=\"{id}\""))),
                "{target}"
            );
        }
    }
    assert!(!page.contains("@import") && !page.contains("url(") && !page.contains("<script"));
    assert!(page.contains("plyscope reproduce 'wilson/fig3-b2' --trials 96 --seed 1"));
    let tables = ["horacek-table1"];
    for id in IDS.map(|id| id.replace('/', "-")) {
        let figure = here.join(&id).join("figure.svg");
        if tables.contains(&id.as_str()) {
            assert!(!figure.exists(), "{id} is a table");
            continue;
        }
        let svg = read(figure);
        let document = roxmltree::Document::parse(&svg).unwrap_or_else(|error| panic!("{id}: {error}"));
        let loaded = document.descendants().flat_map(|node| node.attributes().collect::<Vec<_>>());
        assert!(!loaded.into_iter().any(|a| a.name() == "href"), "{id} loads something");
        assert!(
            document.descendants().any(|node| node.has_tag_name("desc") || node.tag_name().name() == "desc")
        );
        let png = std::fs::read(here.join(&id).join("figure.png")).expect("a picture");
        assert!(png.starts_with(b"\x89PNG") && png.len() > 4000, "{id}");
    }
    // Made again from the folder it is the same.
    std::fs::remove_file(here.join("report.html")).expect("it was there");
    assert_eq!(run(&["report", &here.display().to_string()]).status, 0);
    let again = read(here.join("report.html"));
    let sections = |page: &str| page.matches("<section").count();
    assert_eq!((again.len(), sections(&again)), (page.len(), IDS.len()));
    look(&here.join("report.html"));
    std::fs::remove_dir_all(here).expect("removed");
}

#[test]
fn differences_are_told_with_their_significance() {
    let (one, other) = (folder("one"), folder("other"));
    assert_eq!((small_run(&one, "1").status, small_run(&other, "2").status), (0, 0));
    let at = |path: &Path, id: &str| path.join(id).display().to_string();
    let same = run(&["diff", &at(&one, "wilson-fig3-b2"), &at(&one, "wilson-fig3-b2")]);
    assert!(same.status == 0 && same.stdout.contains("0 values differ"), "{}", same.stdout);
    let seeds = run(&["diff", &at(&one, "wilson-fig3-b2"), &at(&other, "wilson-fig3-b2")]);
    assert!(
        seeds.stdout.contains("independent runs") && seeds.stdout.contains("minimax depth 3"),
        "{}",
        seeds.stdout
    );
    let exact = run(&["diff", &at(&one, "horacek-table1"), &at(&other, "horacek-table1")]);
    assert!(exact.stdout.contains("0 values differ"), "{}", exact.stdout);
    let wrong = run(&["diff", &at(&one, "wilson-fig3-b2"), &at(&one, "russell-norvig-fig5")]);
    assert!(wrong.status == 2 && wrong.stderr.contains("nothing to compare"), "{}", wrong.stderr);
    for (arguments, part) in [
        (vec!["report", "/nowhere/at/all"], "could not read"),
        (vec!["diff", "/nowhere", "/nowhere"], "could not read"),
    ] {
        let ran = run(&arguments);
        assert!(ran.status == 2 && ran.stderr.contains(part), "{}", ran.stderr);
    }
    // A run that is not finished has no report.
    let chunk = one.join("wilson-fig3-b2/tallies/0000-00000000.tally");
    std::fs::remove_file(chunk).expect("it was there");
    let ran = run(&["report", &one.display().to_string()]);
    assert!(ran.status == 2 && ran.stderr.contains("chunks are missing"), "{}", ran.stderr);
    [one, other].iter().for_each(|path| std::fs::remove_dir_all(path).expect("removed"));
}

/// What a page finds out about itself.
const LOOK: &str = r#"<script>
addEventListener('load', async () => {
  const wrong = [];
  for (const image of document.images) {
    await image.decode().catch(() => wrong.push('not drawn: ' + image.alt));
    if (!(image.naturalWidth > 100 && image.getBoundingClientRect().width > 100)) wrong.push('too small: ' + image.alt);
  }
  for (const link of document.links) {
    link.click();
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!target || target.getBoundingClientRect().height < 20) wrong.push('leads nowhere: ' + link.href);
  }
  for (const entry of performance.getEntriesByType('resource'))
    if (!entry.name.startsWith('data:')) wrong.push('loaded: ' + entry.name);
  if (document.documentElement.scrollWidth > innerWidth + 1) wrong.push('wider than the window');
  document.title = 'looked at ' + document.images.length + ' figures, ' + document.links.length + ' links: ' + (wrong.join('; ') || 'all well');
});
</script>"#;

/// Opens the page in a browser, wide and narrow: figures are drawn, links lead somewhere, nothing is loaded.
fn look(report: &Path) {
    let browsers = ["chromium", "chromium-browser", "google-chrome"];
    let works =
        |name: &&&str| Command::new(**name).arg("--version").output().is_ok_and(|ran| ran.status.success());
    let Some(browser) = browsers.iter().find(works) else {
        return skipped("the report was not looked at: no browser was found", "apt install chromium");
    };
    let page = read(report.to_path_buf()).replace("</body>", &format!("{LOOK}</body>"));
    let copy = report.with_file_name("looked-at.html");
    std::fs::write(&copy, page).expect("a file");
    for size in ["1300,1000", "420,900"] {
        let profile = report.with_file_name("profile");
        let ran = Command::new(browser)
            .args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"])
            .args(["--disable-background-networking", "--disable-component-update", "--disable-sync"])
            .arg(format!("--user-data-dir={}", profile.display()))
            .arg(format!("--window-size={size}"))
            .args(["--virtual-time-budget=20000", "--dump-dom"])
            .arg(format!("file://{}", copy.display()))
            .output()
            .expect("the browser starts");
        let page = String::from_utf8_lossy(&ran.stdout);
        let title =
            page.split("<title>").nth(1).and_then(|rest| rest.split("</title>").next()).unwrap_or("none");
        assert!(title.starts_with("looked at 5 figures") && title.ends_with("all well"), "{size}: {title}");
    }
}
