//! The guide as a book: `mdbook build` makes it without a warning, and every link in it leads somewhere.

use crate::support::skipped;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The program, where it is installed or where `cargo xtask setup` puts it.
fn mdbook() -> Option<PathBuf> {
    let own = repository().join("target/tools/bin/mdbook");
    let works = |program: &PathBuf| {
        Command::new(program).arg("--version").output().is_ok_and(|ran| ran.status.success())
    };
    [PathBuf::from("mdbook"), own].into_iter().find(works)
}

/// The pages below a folder.
fn pages(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("readable").path());
    let (folders, files): (Vec<_>, Vec<_>) = entries.partition(|path| path.is_dir());
    let below = folders.iter().flat_map(|folder| pages(folder));
    below.chain(files.into_iter().filter(|file| file.extension() == Some("html".as_ref()))).collect()
}

/// The values of an attribute in a page.
fn attributes<'a>(page: &'a str, name: &str) -> Vec<&'a str> {
    let start = format!(" {name}=\"");
    page.split(&start).skip(1).filter_map(|rest| rest.split('"').next()).collect()
}

#[test]
fn the_book_is_built_and_its_links_lead_somewhere() {
    let Some(mdbook) = mdbook() else {
        return skipped("the book was not built: no mdbook was found", "cargo install mdbook");
    };
    let book = std::env::temp_dir().join(format!("plyscope-book-{}", std::process::id()));
    let built = Command::new(mdbook).arg("build").arg(repository()).arg("--dest-dir").arg(&book).output();
    let built = built.expect("mdbook starts");
    let talk = String::from_utf8_lossy(&built.stderr) + String::from_utf8_lossy(&built.stdout);
    assert!(built.status.success() && !talk.contains("WARN") && !talk.contains("ERROR"), "{talk}");
    let texts: BTreeMap<PathBuf, String> = pages(&book)
        .into_iter()
        .map(|page| (page.clone(), std::fs::read_to_string(page).expect("readable")))
        .collect();
    let ids: BTreeMap<&PathBuf, BTreeSet<&str>> =
        texts.iter().map(|(path, text)| (path, attributes(text, "id").into_iter().collect())).collect();
    let mut checked = 0;
    for (path, text) in &texts {
        // The page of missing pages, and all pages in one, have links from other places.
        if path.ends_with("404.html") || path.ends_with("print.html") {
            continue;
        }
        for target in [attributes(text, "href"), attributes(text, "src")].concat() {
            if target.contains(':') {
                continue;
            }
            let target = target.replace("%2B", "+");
            let (file, place) = target.split_once('#').unwrap_or((&target, ""));
            let page =
                if file.is_empty() { path.clone() } else { path.parent().expect("a folder").join(file) };
            let page = page.canonicalize();
            let page =
                page.unwrap_or_else(|_| panic!("{} links to {target}, which is not there", path.display()));
            if let Some(ids) = ids.iter().find(|(path, _)| path.canonicalize().is_ok_and(|path| path == page))
            {
                let there = place.is_empty() || ids.1.contains(place);
                assert!(there, "{} links to {target}, which has no such place", path.display());
            }
            checked += 1;
        }
    }
    assert!(checked > 500, "only {checked} links were found");
    std::fs::remove_dir_all(book).expect("removed");
}
