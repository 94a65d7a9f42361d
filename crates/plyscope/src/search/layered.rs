//! Full width, with depth in turns or in plies, once or deeper and deeper.
//!
//! A player who moves again looks no further into the answer: where extra turns are part of the tactics, searches to
//! equal plies are not searches to equal turns, and rules that gain tempo by it look better than they are. Deepening
//! spends a number of nodes as alpha-beta does, so that any rule can be compared with it at equal nodes: all
//! iterations count, and the last whole one decides.

use super::depth_first::{DepthIn, Keep, Walk, no_estimate};
use super::{Counts, Frontier, Report, Search, Task, Unwatched, Watch};
use crate::error::Result;
use crate::game::Game;
use crate::name::{Arguments, Name, Parameter};
use crate::rule::BackupRule;
use crate::value::Ranked;

/// Visits every node down to the budget's depth; works with every rule.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Layered {
    /// What the budget's depth is counted in. A turn ends when somebody else is to move.
    pub depth_in: DepthIn,
    /// Depth 1, 2, 3, ...: a spent budget leaves the last.
    pub deepening: bool,
}

impl Layered {
    /// What `full-width(...)` takes.
    pub const PARAMETERS: &'static [Parameter] = &[
        Parameter {
            name: "depth-in",
            default: "plies",
            allowed: "plies, or turns: extra moves of the same player do not count",
        },
        Parameter { name: "deepening", default: "no", allowed: "yes or no: search to depth 1, 2, 3, ..." },
    ];

    /// Made from a name's parameters.
    pub fn build(arguments: &Arguments<'_>) -> Result<Self> {
        let depth_in = match arguments.text("depth-in") {
            "plies" => DepthIn::Plies,
            "turns" => DepthIn::Turns,
            _ => return Err(arguments.refuse("depth-in")),
        };
        Ok(Layered { depth_in, deepening: arguments.yes("deepening")? })
    }

    fn layers<G, F, R>(
        &self,
        task: &Task<'_, '_, G, F, R>,
        watch: &mut (impl Watch<F::Value> + ?Sized),
    ) -> Result<Report<F::Value>>
    where
        G: Game,
        F: Frontier<G> + ?Sized,
        F::Value: Ranked,
        R: BackupRule<F::Value> + ?Sized,
    {
        let limit = task.budget.plies();
        let mut last: Option<Report<F::Value>> = None;
        let mut spent = Counts::default();
        for depth in if self.deepening { 1 } else { limit }..=limit {
            let budget = task.budget.rest(depth, spent.generated);
            let iteration = Task { budget: &budget, ..*task };
            watch.restart();
            let walk = Walk::new(&iteration, Keep::All, &mut *watch).counting(self.depth_in);
            let (report, height) = match walk.search(task.position)? {
                Ok(found) => found,
                // Deeper there may be ends instead of estimates; not where a tree is known only so far.
                Err(missing) if missing >= depth && depth < limit => continue,
                Err(missing) => return Err(no_estimate(missing)),
            };
            spent.generated += report.counts.generated;
            spent.evaluated += report.counts.evaluated;
            if !report.complete && last.is_some() {
                break; // what the last whole iteration found stands
            }
            // A position that was cut off is at least as many plies below the root as it is turns.
            let more = report.complete && height >= depth && depth < limit;
            last = Some(Report { complete: report.complete && !more, ..report });
            if !more {
                break;
            }
        }
        let report = last.ok_or_else(|| no_estimate(1))?;
        Ok(Report {
            counts: Counts { generated: spent.generated, evaluated: spent.evaluated, ..report.counts },
            ..report
        })
    }
}

impl<G, F, R> Search<G, F, R> for Layered
where
    G: Game,
    F: Frontier<G> + ?Sized,
    F::Value: Ranked,
    R: BackupRule<F::Value> + ?Sized,
{
    fn name(&self) -> Name {
        let name = Name::new("full-width");
        let name = if self.depth_in == DepthIn::Turns { name.with("depth-in", "turns") } else { name };
        if self.deepening { name.with("deepening", "yes") } else { name }
    }

    fn run(&self, task: &Task<'_, '_, G, F, R>) -> Result<Report<F::Value>> {
        self.layers(task, &mut Unwatched)
    }

    fn run_watched(
        &self,
        task: &Task<'_, '_, G, F, R>,
        watch: &mut dyn Watch<F::Value>,
    ) -> Result<Report<F::Value>> {
        self.layers(task, watch)
    }
}
