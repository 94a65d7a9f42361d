//! Names and keys of chess that numbers depend on, as `plyscope` records its own: `UPDATE_NAMES=1 cargo test -p plyscope-chess
//! names` writes them anew.

use crate::named::check;
use plyscope::catalogue::Catalogue;
use std::path::Path;

#[test]
fn names_are_as_recorded() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/names.txt");
    let all = plyscope_tables::added_to(Catalogue::built_in());
    check(&plyscope_chess::added_to(all), &path, Some(&Catalogue::built_in()));
}
