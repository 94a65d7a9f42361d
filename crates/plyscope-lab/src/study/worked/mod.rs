//! Worked examples: one tree that a paper draws, searched, and what comes out as exact numbers.

mod quantity;

use super::setting::no_sweep;
use super::{Cell, Exact, Extra, Kind, Scale, Study};
use crate::drawing::{Drawing, Request, Written, draw, leaves_in_order};
use crate::error::Result;
use crate::spec::{Draft, Series};
use plyscope::game::text::TextTree;
use plyscope::name::Name;
use quantity::{Quantity, Searched};

/// Searches a tree that is written as text.
pub(crate) struct Worked {
    tree: String,
    series: Vec<Example>,
    /// The tree with the search of the first series.
    drawing: Drawing,
}

/// One number of one search.
struct Example {
    rule: String,
    search: String,
    /// The evaluator that wrote the tree's numbers, where they are opinions.
    evaluator: String,
    quantity: Quantity,
    value: f64,
}

impl Worked {
    /// Reads what an experiment's file says. An example is a few nodes, and is searched at once.
    pub(crate) fn read(draft: &Draft<'_>) -> Result<Self> {
        let at = draft.game_at()?;
        let tree = draft.file.game.clone().unwrap_or_default();
        if !draft.efforts.is_empty() {
            let why = "an example is searched to its end: leave depths out";
            return Err(draft.text.wrong(draft.efforts_at(), why));
        }
        no_sweep(draft, "an example is one tree: there is nothing to sweep")?;
        let mut first = None;
        let series = |series: Series<'_>| {
            series.only(&["rule", "search", "quantity", "evaluator"])?;
            let file = series.file;
            let rule = series.needed("rule", &file.rule)?.clone();
            let search = file.search.clone().unwrap_or("full-width".into());
            let given = series.needed("quantity", &file.quantity)?;
            let given_at = series.key_at(&["quantity"]);
            let refuse = || draft.text.wrong(given_at, format!("a quantity is {}", Quantity::ALLOWED));
            let quantity = Quantity::parse(given).ok_or_else(refuse)?;
            let located = |error: crate::Error| draft.text.wrong(at, error);
            let opinions = file.evaluator.as_ref();
            let written = opinions.map_or(Ok(Written::default()), |name| {
                opinions_of(draft, name, series.key_at(&["evaluator"]))
            })?;
            let request = || Request::new(draft.catalogue, &rule, &search, None);
            let drawing = request().and_then(|request| draw(&tree, request, &written)).map_err(located)?;
            let parsed: TextTree = draft.located(at, tree.parse())?;
            let leaves = leaves_in_order(&parsed, &request()?, &written).map_err(located)?;
            let searched = Searched { tree: &parsed, drawing: &drawing, leaves: &leaves };
            let value = quantity.of(&searched).map_err(|why| draft.text.wrong(given_at, why))?;
            let evaluator = opinions.cloned().unwrap_or_default();
            first.get_or_insert(drawing);
            Ok(Example { rule, search, evaluator, quantity, value })
        };
        let series = draft.series().map(series).collect::<Result<_>>()?;
        let drawing = first.expect("an experiment has at least one [[series]]");
        Ok(Worked { tree, series, drawing })
    }
}

/// `artificial(error=e)`: the tree's numbers are opinions, each wrong with probability e.
fn opinions_of(draft: &Draft<'_>, given: &str, at: usize) -> Result<Written> {
    let refuse =
        || draft.text.wrong(at, "the evaluator of an example is artificial(error=...), as in error=0.1");
    let name: Name = draft.located(at, given.parse())?;
    let error = name.get("error").filter(|_| name.kind() == "artificial").and_then(|text| text.parse().ok());
    let error = error.filter(|error| (0.0..=0.5).contains(error)).ok_or_else(refuse)?;
    Ok(Written { error: Some(error), movers: None })
}

impl Study for Worked {
    fn scale(&self) -> Scale {
        Scale { label: "a worked example", share: false, logarithmic: false, level: None }
    }

    fn cell(&self, _: usize, series: usize) -> Cell {
        let example = &self.series[series];
        Cell {
            game: self.tree.clone(),
            rule: example.rule.clone(),
            search: example.search.clone(),
            evaluator: example.evaluator.clone(),
            metric: example.quantity.metric(),
        }
    }

    fn kind(&self) -> Kind<'_> {
        Kind::Exact(self)
    }

    fn extra(&self) -> Extra<'_> {
        Extra::Drawn(&self.drawing)
    }
}

impl Exact for Worked {
    fn values(&self) -> Result<Vec<Vec<f64>>> {
        Ok(vec![self.series.iter().map(|example| example.value).collect()])
    }
}
