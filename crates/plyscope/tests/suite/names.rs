//! Names and keys that numbers depend on: all randomness is drawn from a name, and what is learned is kept under one.
//!
//! The file has one line for each: a kind, what it is for, a name as a user may write it, and what Plyscope makes of it.
//! A line that changes changes the numbers of every run with that name. `UPDATE_NAMES=1 cargo test -p plyscope names` writes
//! what stands behind `=>` anew; a commit that does says why.

use crate::named::check;
use plyscope::catalogue::Catalogue;
use std::path::Path;

#[test]
fn names_are_as_recorded() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/names.txt");
    let histogram = |_: &str| Ok("0.3 1 9\n0.7 9 1\n".into());
    check(&Catalogue::built_in().reading(histogram), &path, None);
}
