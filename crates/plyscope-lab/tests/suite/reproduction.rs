//! REPRODUCTION.md and its figures are what the recorded runs say, and those are what the program finds now.

use crate::support::builtin;
use plyscope::catalogue::Catalogue;
use plyscope_lab::experiment::builtin_ids;
use plyscope_lab::report::{Markdown, from_data, markdown, slug, summary};
use plyscope_lab::results::evaluate;
use plyscope_lab::run::{Options, Silent, run};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn file(path: &str) -> String {
    std::fs::read_to_string(repository().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

const AGAIN: &str = "`cargo xtask reproduction` makes it again";

#[test]
fn the_report_in_the_repository_is_current() {
    let sections = from_data(&Catalogue::built_in(), &file("docs/reproduction.json"))
        .unwrap_or_else(|error| panic!("{error}; {AGAIN}"));
    let around = Markdown { made_by: "cargo xtask reproduction", figures: "docs/figures" };
    assert_eq!(markdown(&sections, &around), file("REPRODUCTION.md"), "REPRODUCTION.md: {AGAIN}");
    assert!(
        file("README.md").contains(&summary(&sections)),
        "README.md does not say: {}",
        summary(&sections)
    );
    for section in &sections {
        if let Some(svg) = &section.svg {
            let path = format!("docs/figures/{}.svg", slug(&section.result.id));
            assert_eq!(*svg, file(&path), "{path}: {AGAIN}");
        }
    }
    for id in builtin_ids() {
        assert!(sections.iter().any(|section| section.result.id == id), "{id} is not in it; {AGAIN}");
    }
    // Numbers come from runs of the papers' size.
    for section in &sections {
        assert_eq!(
            section.experiment.trials,
            builtin(&section.result.id).unwrap().trials,
            "{}",
            section.result.id
        );
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
