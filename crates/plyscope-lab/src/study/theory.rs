//! What is computed: formulas of the theory by name.

use super::{Cell, Exact, Kind, Scale, Study};
use crate::error::Result;
use crate::spec::Draft;
use plyscope::catalogue::{Catalogue, Described};
use plyscope::name::Name;

/// Values of formulas.
pub(crate) struct Theory {
    catalogue: Catalogue,
    /// Depths or heights; a lone 0 for formulas that have none.
    depths: Vec<u32>,
    /// By point and series.
    formulas: Vec<Vec<Name>>,
}

impl Theory {
    /// Reads what an experiment's file says.
    pub(crate) fn read(draft: &Draft<'_>) -> Result<Self> {
        if draft.file.game.is_some() {
            let why = "formulas have no game: leave `game` out";
            return Err(draft.text.wrong(draft.text.at(&["game"]), why));
        }
        let depths: Vec<u32> = match draft.efforts.is_empty() {
            true => vec![0],
            false => draft.depths()?,
        };
        let known = |name: &Name| draft.catalogue.formulas().iter().find(|entry| entry.name() == name.kind());
        let mut formulas = Vec::new();
        for place in &draft.places {
            let mut row = Vec::new();
            for series in draft.series() {
                series.only(&["formula"])?;
                let given = series.needed("formula", &series.file.formula)?;
                let at = series.key_at(&["formula"]);
                let name: Name = draft.located(at, given.parse())?;
                let entry = known(&name);
                let takes = |key: &str| entry.is_some_and(|entry| entry.takes(key));
                let mut full = name.clone();
                for (key, value) in place.iter().filter(|(key, _)| takes(key)) {
                    full = full.without(&[key]).with(key, value);
                }
                // An unknown formula, or one that is not defined there, is reported before anything runs.
                draft.located(at, draft.catalogue.formula(&full.to_string(), depths[0]).map(|_| ()))?;
                row.push(full);
            }
            for key in draft.file.sweep.keys() {
                let used = row.iter().any(|formula| formula.get(key).is_some());
                if !used {
                    let why = format!("no formula has a parameter `{key}`");
                    return Err(draft.text.wrong(draft.text.key_at(&["sweep", key]), why));
                }
            }
            formulas.push(row);
        }
        Ok(Theory { catalogue: draft.catalogue.clone(), depths, formulas })
    }
}

/// Formulas whose values are shares, from 0 to 1.
const SHARES: [&str; 3] = ["decision-accuracy", "forward-pruning", "node-error"];

impl Theory {
    fn label(&self, formula: &Name) -> &'static str {
        let known = self.catalogue.formulas().iter().find(|entry| entry.name() == formula.kind());
        known.map_or("value", |entry| entry.name())
    }
}

impl Study for Theory {
    fn scale(&self) -> Scale {
        let label = self.label(&self.formulas[0][0]);
        Scale { label, share: SHARES.contains(&label), logarithmic: false, level: None }
    }

    fn cell(&self, point: usize, series: usize) -> Cell {
        let formula = &self.formulas[point][series];
        Cell { game: formula.to_string(), metric: self.label(formula), ..Cell::default() }
    }

    fn kind(&self) -> Kind<'_> {
        Kind::Exact(self)
    }
}

impl Exact for Theory {
    fn values(&self) -> Result<Vec<Vec<f64>>> {
        let value = |formula: &Name, depth: &u32| Ok(self.catalogue.formula(&formula.to_string(), *depth)?);
        let row = |formulas: &Vec<Name>| {
            let cells =
                formulas.iter().flat_map(|formula| self.depths.iter().map(move |depth| (formula, depth)));
            cells.map(|(formula, depth)| value(formula, depth)).collect()
        };
        self.formulas.iter().map(row).collect()
    }
}
