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

/// One claim is supported, two claims are.
#[test]
fn counts_agree_with_their_verbs() {
    let out = folder("counts");
    let ran = run(&["reproduce", "smith-nau/fig3", "--quiet", "--out", &out.display().to_string()]);
    std::fs::remove_dir_all(&out).expect("it is ours");
    let told = "Of 1 claim of our own in 1 experiment, 1 supported, 0 refuted.";
    assert!(ran.stderr.contains(told), "{}", ran.stderr);
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
    assert!(!page.contains("@import") && !page.contains("url(") && !page.contains("<script src"));
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
    let parts = |page: &str| page.matches("<section class=\"part\"").count();
    assert_eq!((again.len(), parts(&again)), (page.len(), IDS.len()));
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

/// What a page finds out about itself: what it shows, whether it can be read, and whether its filters do what they say.
const LOOK: &str = r#"<script>
const wrong = [];
const turn = () => new Promise((done) => setTimeout(done, 0));
const form = document.getElementById('filter');
const seen = () => [...document.querySelectorAll('tr[data-verdict]')].filter((row) => row.getClientRects().length > 0);
const choose = (name, value) => {
  const field = form.elements[name];
  if (name === 'verdict') for (const box of field) box.checked = value.includes(box.value);
  else field.value = value;
  form.dispatchEvent(new Event('change', { bubbles: true }));
};
// WCAG 2: the contrast of two colours.
const contrast = (one, other) => {
  const light = (colour) => {
    const [r, g, b] = colour.match(/[0-9.]+/g).slice(0, 3).map((x) => x / 255)
      .map((x) => (x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const [low, high] = [light(one), light(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
};
const back = (element) => {
  for (; element; element = element.parentElement) {
    const colour = getComputedStyle(element).backgroundColor;
    if (!/, 0\)$/.test(colour) && colour !== 'transparent') return colour;
  }
  return 'rgb(255, 255, 255)';
};
addEventListener('load', async () => {
  if (form.hidden) wrong.push('no filter');
  const all = document.querySelectorAll('tr[data-verdict]').length;
  for (const box of document.querySelectorAll('details')) box.open = true;
  if (seen().length !== all) wrong.push('not all claims are shown at first');
  for (const image of document.images) {
    await image.decode().catch(() => wrong.push('not drawn: ' + image.alt));
    if (!(image.naturalWidth > 100 && image.getBoundingClientRect().width > 100)) wrong.push('too small: ' + image.alt);
  }
  const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const faint = new Set();
  while (words.nextNode()) {
    const element = words.currentNode.parentElement;
    if (!words.currentNode.data.trim() || element.getClientRects().length === 0 || element.closest('option')) continue;
    const ratio = contrast(getComputedStyle(element).color, back(element));
    if (!(ratio >= 4.5)) faint.add(element.tagName + '.' + element.className + ' ' + ratio.toFixed(2));
  }
  if (faint.size) wrong.push('hard to read: ' + [...faint].join(', '));
  if (document.documentElement.scrollWidth > innerWidth + 1) wrong.push('wider than the window');
  // Every verdict alone, and nothing else; together they are all.
  let together = 0;
  for (const verdict of ['supported', 'refuted', 'undecided']) {
    choose('verdict', [verdict]);
    const rows = seen();
    if (rows.some((row) => row.dataset.verdict !== verdict)) wrong.push('another verdict than ' + verdict);
    if (form.querySelector('output').textContent.split(' ')[0] !== String(rows.length)) wrong.push('miscounted ' + verdict);
    for (const part of document.querySelectorAll('section.part'))
      if (part.getClientRects().length > 0 && !rows.some((row) => part.contains(row))) wrong.push('an empty part: ' + part.id);
    together += rows.length;
  }
  if (together !== all) wrong.push(together + ' of ' + all + ' claims have a verdict');
  choose('verdict', []);
  if (seen().length) wrong.push('claims without a verdict');
  choose('verdict', ['supported', 'refuted', 'undecided']);
  choose('paper', 'horacek');
  if (!seen().length || seen().some((row) => !row.closest('#horacek'))) wrong.push('the filter by paper');
  // Links lead somewhere, also to what the filter hides and what is folded.
  for (const box of document.querySelectorAll('details')) box.open = false;
  for (const link of document.links) {
    choose('paper', 'horacek');
    choose('verdict', ['refuted']);
    link.click();
    await turn();
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!target || target.getBoundingClientRect().height < 20) wrong.push('leads nowhere: ' + link.href);
  }
  for (const entry of performance.getEntriesByType('resource'))
    if (!entry.name.startsWith('data:')) wrong.push('loaded: ' + entry.name);
  const looked = 'looked at ' + document.images.length + ' figures, ' + innerWidth + ' pixels wide, '
    + (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light') + ': ' + (wrong.join('; ') || 'all well');
  parent.postMessage(looked, '*');
});
</script>"#;

/// Shows the page in a frame, since windows are never narrower than 500 pixels, and keeps what it finds out as its title.
const FRAME: &str = r#"<!doctype html><title>nothing</title>
<script>addEventListener('message', (event) => { document.title = event.data; });</script>
<iframe src="looked-at.html" style="width: WIDTHpx; height: 900px; border: 0"></iframe>"#;

/// Opens the page in a browser, wide and narrow, light and dark.
fn look(report: &Path) {
    let browsers = ["chromium", "chromium-browser", "google-chrome"];
    let works =
        |name: &&&str| Command::new(**name).arg("--version").output().is_ok_and(|ran| ran.status.success());
    let Some(browser) = browsers.iter().find(works) else {
        return skipped("the report was not looked at: no browser was found", "apt install chromium");
    };
    let page = read(report.to_path_buf()).replace("</body>", &format!("{LOOK}</body>"));
    std::fs::write(report.with_file_name("looked-at.html"), page).expect("a file");
    for (width, scheme, setting) in [("1280", "light", "1"), ("360", "dark", "0")] {
        let frame = report.with_file_name("frame.html");
        std::fs::write(&frame, FRAME.replace("WIDTH", width)).expect("a file");
        let profile = report.with_file_name("profile");
        let ran = Command::new(browser)
            .args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"])
            .args(["--disable-background-networking", "--disable-component-update", "--disable-sync"])
            .arg(format!("--user-data-dir={}", profile.display()))
            .arg(format!("--blink-settings=preferredColorScheme={setting}"))
            .arg("--window-size=1400,1000")
            .args(["--virtual-time-budget=20000", "--dump-dom"])
            .arg(format!("file://{}", frame.display()))
            .output()
            .expect("the browser starts");
        let page = String::from_utf8_lossy(&ran.stdout);
        let title =
            page.split("<title>").nth(1).and_then(|rest| rest.split("</title>").next()).unwrap_or("none");
        assert_eq!(title, format!("looked at 5 figures, {width} pixels wide, {scheme}: all well"));
    }
}
