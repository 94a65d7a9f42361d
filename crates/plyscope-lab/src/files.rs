//! What a catalogue reads from files.

use plyscope::catalogue::Catalogue;

/// A catalogue that reads the files that names give: the counts of `histogram(path="...")`, what `decisive(model="...")` has
/// learned.
///
/// ```
/// use plyscope::catalogue::{Catalogue, Subject};
/// let catalogue = plyscope_lab::files::reading(Catalogue::built_in());
/// let game = catalogue.game("critical")?;
/// let subject = Subject { game: &game, seed: 1, shelf: None };
/// let refused = catalogue.evaluator("histogram(path=\"no such file\")", &subject).err();
/// let why = refused.expect("there is no such file").to_string();
/// assert!(why.contains("could not read no such file"), "{why}");
/// # Ok::<(), plyscope::Error>(())
/// ```
pub fn reading(catalogue: Catalogue) -> Catalogue {
    catalogue.reading(|path| {
        std::fs::read_to_string(path).map_err(|error| {
            let why = format!("could not read {path}: {error}");
            plyscope::Error::Settings { kind: "a file".into(), why }
        })
    })
}
