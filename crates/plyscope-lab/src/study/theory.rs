//! What is computed: formulas of the theory by name.

use super::{Cell, Described, Exact, Scale};
use crate::error::Result;
use crate::experiment::Draft;
use plyscope::name::Name;
use plyscope::registry::FORMULAS;

/// Values of formulas.
pub struct Theory {
    depths: Vec<u32>,
    /// By point and series.
    formulas: Vec<Vec<Name>>,
}

impl Theory {
    /// Checks what the experiment's file says.
    pub(crate) fn build(draft: &Draft<'_>) -> Result<Self> {
        if let Some(game) = &draft.file.game {
            let why = "formulas have no game: leave `game` out";
            return Err(draft.text.wrong(game.span().start, why));
        }
        let mut formulas = Vec::new();
        for place in &draft.places {
            let mut row = Vec::new();
            for series in &draft.file.series {
                draft.only(series, &["formula"])?;
                let given = draft.given(series, "formula", &series.get_ref().formula)?;
                let at = given.span().start;
                let name: Name = draft.located(at, given.get_ref().parse())?;
                let entry = FORMULAS.entry(name.kind());
                let takes = |key: &str| {
                    entry.is_some_and(|entry| entry.parameters.iter().any(|known| known.name == key))
                };
                let mut full = name;
                for (key, value) in place.iter().filter(|(key, _)| takes(key)) {
                    full = full.without(&[key]).with(key, value);
                }
                // A formula that there is not, or that is not defined there, is told before anything runs.
                draft.located(at, FORMULAS.build(&full.to_string(), &draft.depths[0]).map(|_| ()))?;
                row.push(full);
            }
            for key in draft.file.sweep.keys() {
                let used = row.iter().any(|formula| formula.get(key.get_ref()).is_some());
                if !used {
                    let why = format!("no formula has a parameter `{}`", key.get_ref());
                    return Err(draft.text.wrong(key.span().start, why));
                }
            }
            formulas.push(row);
        }
        Ok(Theory { depths: draft.depths.clone(), formulas })
    }
}

impl Described for Theory {
    fn scale(&self) -> Scale {
        let share =
            ["decision-accuracy", "forward-pruning", "node-error"].contains(&self.formulas[0][0].kind());
        Scale { label: label(self.formulas[0][0].kind()), share, logarithmic: false, level: None }
    }

    fn cell(&self, point: usize, series: usize) -> Cell {
        let formula = &self.formulas[point][series];
        Cell { game: formula.to_string(), metric: label(formula.kind()), ..Cell::default() }
    }
}

fn label(kind: &str) -> &'static str {
    FORMULAS.entry(kind).map_or("value", |entry| entry.name)
}

impl Exact for Theory {
    fn values(&self) -> Result<Vec<Vec<f64>>> {
        let value = |formula: &Name, depth: &u32| Ok(FORMULAS.build(&formula.to_string(), depth)?);
        let row = |formulas: &Vec<Name>| {
            let cells =
                formulas.iter().flat_map(|formula| self.depths.iter().map(move |depth| (formula, depth)));
            cells.map(|(formula, depth)| value(formula, depth)).collect()
        };
        self.formulas.iter().map(row).collect()
    }
}
