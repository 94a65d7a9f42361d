//! What a catalogue reads from files, and what of it a run keeps.

use plyscope::catalogue::Catalogue;
use plyscope::{Error, Result};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

/// A catalogue that reads the files that names give: the counts of `histogram(path="...")`, what `decisive(model="...")` has
/// learned.
///
/// ```
/// use plyscope::catalogue::{Catalogue, Subject};
/// let catalogue = plyscope_lab::files::reading(Catalogue::built_in());
/// let game = catalogue.game("critical")?;
/// let subject = Subject { game: &game, seed: 1, cache: None };
/// let refused = catalogue.evaluator("histogram(path=\"no such file\")", &subject).err();
/// let why = refused.expect("there is no such file").to_string();
/// assert!(why.contains("could not read no such file"), "{why}");
/// # Ok::<(), plyscope::Error>(())
/// ```
pub fn reading(catalogue: Catalogue) -> Catalogue {
    catalogue.reading(read)
}

/// The text of a file that a name gives.
pub fn read(path: &str) -> Result<String> {
    plyscope_files::old_text(Path::new(path)).map_err(|error| {
        let why = format!("could not read {path}: {error}");
        Error::Settings { kind: "a file".into(), why }
    })
}

/// The texts of all files that were read for an experiment, by their names: each is read once.
#[derive(Debug, Clone, Default)]
pub struct Inputs {
    texts: Arc<Mutex<BTreeMap<String, String>>>,
}

impl Inputs {
    /// Those of a catalogue, and the catalogue that reads through them.
    pub(crate) fn of(catalogue: &Catalogue) -> (Inputs, Catalogue) {
        let (inputs, source) = (Inputs::default(), catalogue.clone());
        let kept = inputs.clone();
        let through = catalogue.clone().reading(move |path| {
            if let Some(known) = kept.get(path) {
                return Ok(known);
            }
            let text = source.read(path).unwrap_or_else(|| read(path))?;
            let mut texts = kept.texts.lock().unwrap_or_else(PoisonError::into_inner);
            texts.insert(path.to_string(), text.clone());
            Ok(text)
        });
        (inputs, through)
    }

    fn get(&self, path: &str) -> Option<String> {
        self.texts.lock().unwrap_or_else(PoisonError::into_inner).get(path).cloned()
    }

    /// All that were read until now.
    pub(crate) fn all(&self) -> BTreeMap<String, String> {
        self.texts.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}
