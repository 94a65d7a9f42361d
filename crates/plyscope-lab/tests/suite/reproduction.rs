//! The first page, the pages of the papers and their figures are what the recorded runs say, and those are what the
//! program finds now.

use crate::support::builtin;
use plyscope::catalogue::Catalogue;
use plyscope_lab::experiment::builtin_ids;
use plyscope_lab::report::{
    Markdown, Section, first_page, from_data, html, own, paper_pages, papers, slug, summary,
};
use plyscope_lab::results::evaluate;
use plyscope_lab::run::{Options, Silent, run};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn file(path: &str) -> String {
    std::fs::read_to_string(repository().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

const AGAIN: &str = "`cargo xtask reproduction` makes it again";
const MADE_BY: &str = "cargo xtask reproduction";

fn recorded() -> Vec<Section> {
    from_data(&Catalogue::built_in(), &file("docs/reproduction.json"))
        .unwrap_or_else(|error| panic!("{error}; {AGAIN}"))
}

/// A page is what is made from the data; where it is not, the first line that differs is shown.
fn is_current(path: &str, made: &str) {
    // Words of an experiment may change without its numbers: then the pages are made again from the data alone.
    if std::env::var_os("UPDATE_REPRODUCTION").is_some() {
        std::fs::write(repository().join(path), made).expect("writable");
    }
    let there = file(path);
    let line = there.lines().zip(made.lines()).position(|(there, made)| there != made);
    let line = line.unwrap_or_else(|| there.lines().count().min(made.lines().count()));
    let shown = |text: &str| text.lines().nth(line).unwrap_or_default().to_string();
    assert!(
        there == made,
        "{path}, line {}: {AGAIN}\n there: {}\n made:  {}",
        line + 1,
        shown(&there),
        shown(made)
    );
}

#[test]
fn the_report_in_the_repository_is_current() {
    let sections = recorded();
    let around = Markdown { made_by: MADE_BY, figures: "../figures", data: "../reproduction.json" };
    let mut pages: BTreeSet<String> = BTreeSet::from(["index.md".into()]);
    is_current("docs/reproduction/index.md", &first_page(&sections, MADE_BY));
    for page in paper_pages(&sections, &around) {
        is_current(&format!("docs/reproduction/{}", page.file), &page.text);
        pages.insert(page.file);
    }
    let there = std::fs::read_dir(repository().join("docs/reproduction")).expect("the pages are there");
    let there: BTreeSet<String> =
        there.map(|entry| entry.expect("readable").file_name().into_string().expect("a name")).collect();
    assert_eq!(there, pages, "docs/reproduction has pages that nothing makes, or lacks some");
    assert!(
        file("README.md").contains(&summary(&sections)),
        "README.md does not say: {}",
        summary(&sections)
    );
    for section in &sections {
        if let Some(svg) = &section.svg {
            let path = format!("docs/figures/{}.svg", slug(&section.result.id));
            is_current(&path, svg);
        }
    }
    for id in builtin_ids() {
        assert!(sections.iter().any(|section| section.result.id == id), "{id} is not in it; {AGAIN}");
    }
    // Numbers come from runs of the papers' size, or of up to ten times that where it takes more to decide a claim.
    for section in &sections {
        let printed = builtin(&section.result.id).unwrap().trials;
        let sizes = printed..=10 * printed;
        assert!(sizes.contains(&section.experiment.trials), "{}", section.result.id);
    }
    // Two of every kind of study are run again, at full size.
    let again = ["wilson/fig1", "wilson/fig3-b2", "zuckerman/fig7", "russell-norvig/fig4", "horacek/table3"];
    for id in again {
        let recorded = sections.iter().find(|section| section.result.id == id).expect("it is there");
        let options = Options { jobs: 2, shard: None, stop: &AtomicBool::new(false), progress: &Silent };
        let tallies = run(&recorded.experiment, None, &options).unwrap();
        let found = evaluate(&recorded.experiment, &tallies).unwrap();
        assert_eq!(found, recorded.result, "{id}: {AGAIN}");
    }
}

/// The gallery shows every recorded measurement with its steps, and its pictures are those that a run draws: the quickest is
/// run again.
#[test]
fn the_gallery_is_current() {
    let page = file("docs/gallery.md");
    let sections = recorded();
    let measured: Vec<&Section> =
        sections.iter().filter(|section| section.result.id.starts_with("measure/")).collect();
    assert_eq!(measured.len(), 4);
    for section in &measured {
        let id = &section.result.id;
        let steps = format!("figures/{}-steps.svg", slug(id).replace("measure", "gallery"));
        assert!(page.contains(id) && page.contains(&steps), "{id}");
    }
    let id = "measure/connect-four-7x6";
    let again = &measured.iter().find(|section| section.result.id == id).expect("it is there").experiment;
    let options = Options { jobs: 2, shard: None, stop: &AtomicBool::new(false), progress: &Silent };
    let found = evaluate(again, &run(again, None, &options).unwrap()).unwrap();
    let section = measured.iter().find(|section| section.result.id == again.id).expect("it is there");
    assert_eq!((&found.results, &found.claims), (&section.result.results, &section.result.claims));
    let pictures = plyscope_lab::measurement::pictures(&found.measurement.expect("it measures"));
    // The gallery shows no group.
    for (name, svg) in pictures.into_iter().filter(|(name, _)| !name.starts_with("group")) {
        is_current(&format!("docs/figures/gallery-connect-four-7x6-{name}"), &svg);
    }
}

/// One screen, and something on every paper.
#[test]
fn the_first_page_is_short() {
    let page = file("docs/reproduction/index.md");
    let (lines, characters) = (page.lines().count(), page.chars().count());
    assert!(lines <= 80 && characters <= 8000, "{lines} lines, {characters} characters");
    for paper in papers().iter().chain([own()]) {
        let link = format!("## [{}]({}.md)", paper.name(), paper.key);
        assert_eq!(page.matches(&link).count(), 1, "{}", paper.key);
        assert!(
            page.contains(&paper.title) && paper.says.iter().all(|says| page.contains(says)),
            "{}",
            paper.key
        );
        // What is not tested is said on the paper's page, with the reason.
        let own_page = file(&format!("docs/reproduction/{}.md", paper.key));
        for untested in &paper.untested {
            assert!(
                own_page.contains(&untested.text) && own_page.contains(&untested.why),
                "{}",
                untested.text
            );
        }
        // A sentence that the verdicts do not bear out is left out: then it has to be rewritten.
        for finding in &paper.findings {
            assert!(page.contains(&finding.text), "no longer borne out by its claims: {}", finding.text);
        }
    }
}

/// The row of a claim: the line with its anchor.
fn row<'a>(page: &'a str, anchor: &str) -> Vec<&'a str> {
    let id = format!("id=\"{anchor}\"");
    page.lines().filter(|line| line.contains(&id)).collect()
}

/// Every claim of the data stands once on its paper's page and on no other, with its sentence, evidence and verdict; in
/// Markdown, and in the page for browsers.
#[test]
fn every_claim_is_on_its_papers_page_once() {
    let entries: serde_json::Value = serde_json::from_str(&file("docs/reproduction.json")).expect("JSON");
    let keys = ["wilson", "zuckerman", "russell-norvig", "smith-nau", "horacek", "own"];
    let pages = keys.map(|key| (key, file(&format!("docs/reproduction/{key}.md"))));
    let browser = html(&recorded(), "0");
    let mut claims = 0;
    for result in entries.as_array().expect("a list").iter().map(|entry| &entry["result"]) {
        let id = result["id"].as_str().expect("an id");
        let folder = id.split('/').next().expect("a folder");
        let ours = result["claims"][0]["source"].as_str().is_some_and(|source| source.starts_with("Our own"));
        let key = if keys.contains(&folder) && !ours { folder } else { "own" };
        for claim in result["claims"].as_array().expect("claims") {
            let text =
                |field: &str| claim[field].as_str().expect("text").replace('|', "\\|").replace('<', "&lt;");
            let anchor = format!("{}.{}", id.replace('/', "-"), text("id"));
            for (page_key, page) in &pages {
                let rows = row(page, &anchor);
                assert_eq!(rows.len(), usize::from(*page_key == key), "{anchor} on {page_key}.md");
                for row in rows {
                    let verdict =
                        row.replace("**refuted**", "refuted").contains(&format!("| {} |", text("verdict")));
                    assert!(verdict && row.contains(&text("evidence")), "{anchor}: {row}");
                    assert!(page.contains(&text("text")), "{anchor}: the sentence is not there");
                }
            }
            let rows = row(&browser, &anchor);
            assert_eq!(rows.len(), 1, "{anchor} in report.html");
            assert!(rows[0].contains(&format!("data-verdict=\"{}\"", text("verdict"))), "{anchor}");
            claims += 1;
        }
    }
    assert!(claims > 250, "only {claims} claims were found");
}

/// Where the reason of a verdict says what another reading gives, that is what was recorded of it; and the numbers in such
/// reasons are those of the runs.
#[test]
fn reasons_say_what_was_recorded() {
    let sections = recorded();
    let of = |id: &str| &sections.iter().find(|section| section.result.id == id).expect(id).result;
    let mut checked = 0;
    for result in sections.iter().map(|section| &section.result) {
        for claim in &result.claims {
            let named = claim.why.split("(+").nth(1).and_then(|rest| rest.split(')').next());
            let Some(suffix) = named.filter(|suffix| !suffix.contains(',')) else { continue };
            let other = of(&format!("{}+{suffix}", result.id));
            let there = other.claims.iter().find(|known| known.id == claim.id).expect("the same claim");
            let verdicts = ["supported", "refuted", "undecided"];
            let said: Vec<&str> = verdicts
                .into_iter()
                .filter(|verdict| claim.why.contains(&format!("statement is {verdict}")))
                .collect();
            assert!(
                said.is_empty() || said == [there.verdict.name()],
                "{}.{}: {}",
                result.id,
                claim.id,
                claim.why
            );
            checked += said.len();
        }
    }
    assert!(checked > 0, "no reason names another reading's verdict");
    // Minimax's loss with 9 turns, in percent.
    let loses = |id: &str| {
        let claim = of(id).claims.iter().find(|claim| claim.id == "minimax-loses-10-percent").expect(id);
        (claim.why.clone(), 100.0 * (1.0 - claim.value.expect("a ratio")))
    };
    let ((why, main), (_, nine)) = (loses("zuckerman/fig7"), loses("zuckerman/fig7+depth-9"));
    assert!(
        why.contains(&format!("{main:.1}%")) && why.contains(&format!("{nine:.0}%")),
        "{why}: {main}, {nine}"
    );
    // From which p on height 2 is better than height 3.
    let fig3 = of("smith-nau/fig3");
    let at = |depth: u32| {
        fig3.results.iter().filter(move |row| row.series == "N-game-like" && row.depth() == Some(depth))
    };
    let better = at(2).zip(at(3)).filter(|(two, three)| two.value > three.value);
    let least = better.filter_map(|(two, _)| two.point.get("p")?.as_f64()).fold(f64::INFINITY, f64::min);
    let claim = fig3.claims.iter().find(|claim| claim.id == "n-zigzags-low").expect("the claim");
    let from = format!("From p = {} on", least.to_string().trim_start_matches('0'));
    assert!(claim.why.starts_with(&from), "{from}: {}", claim.why);
}

/// The rows of numbers that a reading was found from say so, in the Markdown and in the page for browsers.
#[test]
fn rows_say_where_a_reading_was_chosen() {
    let (page, browser) = (file("docs/reproduction/horacek.md"), html(&recorded(), "0"));
    let (mut rows, mut supported) = (0, 0);
    for section in recorded().iter().filter(|section| {
        ["horacek/table2", "horacek/table3", "horacek/table4"].contains(&section.result.id.as_str())
    }) {
        for claim in section.result.claims.iter().filter(|claim| claim.printed.is_some()) {
            let anchor = format!("id=\"{}.{}\"", slug(&section.result.id), claim.id);
            for page in [&page, &browser] {
                let row = page.lines().find(|line| line.contains(&anchor)).expect(&anchor);
                assert!(
                    row.contains("Chosen reading: It was found by comparing with the printed numbers."),
                    "{row}"
                );
            }
            rows += 1;
            supported += usize::from(claim.verdict.name() == "supported");
        }
    }
    assert_eq!((rows, supported), (88, 84));
}

/// Within a part of a page no sentence is repeated, however many settings it was tried in.
#[test]
fn a_statement_stands_once() {
    let (mut several, mut all) = (0, 0);
    for key in papers().iter().map(|paper| &paper.key) {
        let page = file(&format!("docs/reproduction/{key}.md"));
        for part in page.split("\n## ").skip(1) {
            let shown = part.split("<summary>Another reading").next().expect("a beginning");
            let mut seen: BTreeSet<String> = BTreeSet::new();
            for line in shown.lines().filter(|line| line.starts_with("| ")) {
                let cell = line[2..].split(" |").next().expect("a cell");
                let cell = cell.split("<br>").next().expect("a beginning");
                let sentence = cell.split("</a>").last().expect("an end").trim_matches('*');
                if sentence.ends_with('.') {
                    assert!(seen.insert(sentence.into()), "{key}: {sentence} stands twice");
                    several += usize::from(cell.starts_with("**"));
                    all += 1;
                }
            }
        }
    }
    // Most sentences name their own setting; printed numbers are no sentences.
    assert!(all > 150 && several > 3, "{all} statements, {several} of them in several settings");
}

/// Elements are closed in the order in which they were opened, and ids are not repeated.
#[test]
fn the_page_for_browsers_is_well_formed() {
    const VOID: [&str; 4] = ["meta", "link", "img", "input"];
    let page = html(&recorded(), "0");
    let (start, end) = (page.find("<script>").expect("a script"), page.find("</script>").expect("its end"));
    let (style, styled) = (page.find("<style>").expect("a style"), page.find("</style>").expect("its end"));
    let markup = [&page[..style], &page[styled + 8..start], &page[end + 9..]].concat();
    let mut open: Vec<&str> = Vec::new();
    for tag in markup.split('<').skip(1).map(|rest| rest.split('>').next().expect("a tag")) {
        let name = tag.split([' ', '\n']).next().expect("a name");
        match name.strip_prefix('/') {
            Some(name) => assert_eq!(open.pop(), Some(name), "closed: {tag}"),
            None if name == "!doctype" || VOID.contains(&name) => {}
            None => open.push(name),
        }
    }
    assert!(open.is_empty(), "never closed: {open:?}");
    let mut ids = BTreeSet::new();
    for id in markup.split(" id=\"").skip(1).filter_map(|rest| rest.split('"').next()) {
        assert!(ids.insert(id), "two elements are called {id}");
    }
    let claims: usize = recorded().iter().map(|section| section.result.claims.len()).sum();
    assert_eq!(markup.matches(" data-verdict=").count(), claims);
}
