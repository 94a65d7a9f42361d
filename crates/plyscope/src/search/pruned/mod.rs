//! Pruning for every rule that is monotone: the product rule, EMM, and minimax too.
//!
//! Both EMM papers call pruning the obstacle (Wilson, Parker & Nau, "Discussion"; Zuckerman et al., section 6).
//! It is possible because these rules rise with every child: bounds propagate exactly (`interval.rs`), and a
//! move that can no longer be the best, nor tie with it, needs no more looking at (`decision.rs`). The choice
//! and its ties are full width's, always; `docs/pruning.md` has the proof.
//!
//! Two orders of the visit. *Best first* holds a tree and goes where the decision depends most on what is not
//! known (`order.rs`). *Depth first* does so at the root only: each move has one line, that is searched
//! until its end is known, and holds no more than that. When best first holds as many nodes as it may, it goes
//! depth first below the node in hand until that is known.

mod decision;
mod grow;
mod interval;
mod order;
mod run;
mod show;
mod tree;

use super::{Abilities, Frontier, Report, Rules, Search, SearchInfo, Task, Watch, compatible};
use crate::error::{Error, Result};
use crate::game::Game;
use crate::name::{Name, Settings, Values};
use crate::rule::BackupRule;
use crate::value::Ranked;
use interval::Interval;
use run::Run;

/// Which part of the tree is looked at next.
///
/// ```
/// use plyscope::game::text::TextTree;
/// use plyscope::rule::Minimax;
/// use plyscope::search::{Budget, Order, Pruned, Search, ToTheEnd};
/// let tree: TextTree = "((3 12 8) (2 4 6) (14 5 2))".parse()?;
/// for order in [Order::BestFirst, Order::DepthFirst] {
///     let search = Pruned { order, ..Pruned::default() };
///     let report = search.search(&tree, &0, &ToTheEnd::new(&tree, Minimax)?, &Budget::unlimited())?;
///     assert_eq!(report.choice, 0);
/// }
/// # Ok::<(), plyscope::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Order {
    /// Where the decision depends most on what is not known.
    #[default]
    BestFirst,
    /// One line below each root move, whose end is searched until it is known.
    DepthFirst,
}

/// Exact pruning by bounds, or pruning within a stated epsilon.
///
/// ```
/// use plyscope::evaluator::KalahFeatures;
/// use plyscope::game::{Game, Kalah};
/// use plyscope::rule::Product;
/// use plyscope::search::{Budget, FullWidth, LeafValues, Pruned, Search};
/// let game = Kalah::new(4, 3)?;
/// let opinions = LeafValues::new(&game, KalahFeatures::default(), Product)?;
/// let (start, budget) = (game.start(), Budget::depth(4)?);
/// let all = FullWidth::default().search(&game, &start, &opinions, &budget)?;
/// let pruned = Pruned::default().search(&game, &start, &opinions, &budget)?;
/// assert_eq!(pruned.ties, all.ties);
/// assert!(pruned.counts.generated <= all.counts.generated);
/// # Ok::<(), plyscope::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pruned {
    /// Which part of the tree is looked at next.
    pub order: Order,
    /// The choice may be worth so much less than the best; 0 for full width's choice and ties.
    pub epsilon: f64,
    /// Best first holds at most so many nodes, besides the line that is searched depth first.
    pub memory: u32,
    /// The size of the transposition table, in MiB.
    pub table: Option<u32>,
    /// Depth 1, 2, 3, ...: a spent budget leaves the last, and the table the order for the next.
    pub deepening: bool,
}

impl Default for Pruned {
    fn default() -> Self {
        Pruned { order: Order::BestFirst, epsilon: 0.0, memory: 1_000_000, table: None, deepening: false }
    }
}

impl Settings for Pruned {
    const KIND: &'static str = "pruned";
    const SUMMARY: &'static str =
        "Full width's choice and ties by any monotone rule (product, emm, minimax), fewer nodes.";

    fn each(&mut self, values: &mut Values<'_>) {
        let orders = [("best-first", Order::BestFirst), ("depth-first", Order::DepthFirst)];
        values.word("order", "best-first", "best-first or depth-first", &mut self.order, &orders);
        let allowed = "a whole number of 1 or more: nodes that best-first holds at the most";
        let holds = values.when(self.order == Order::BestFirst);
        holds.integer("memory", "1000000", allowed, &mut self.memory, 1..=u32::MAX);
        let allowed = "0 or more: how much less than the best the choice may be worth";
        values.number("epsilon", "0", allowed, &mut self.epsilon, 0.0..=f64::MAX);
        values.unless_zero("table", super::table::ALLOWED, &mut self.table, super::table::MAX_TABLE);
        values.yes("deepening", "no", super::DEEPENING, &mut self.deepening);
    }
}

impl SearchInfo for Pruned {
    fn name(&self) -> Name {
        self.to_name()
    }

    fn abilities(&self) -> Abilities {
        Abilities { rules: Rules::Monotone, deepening: self.deepening, chance: false }
    }
}

impl<G: Game, F: Frontier<G> + ?Sized> Search<G, F> for Pruned {
    fn run<W: Watch<F::Value> + ?Sized>(
        &self,
        task: &Task<'_, '_, G, F>,
        watch: &mut W,
    ) -> Result<Report<F::Value>> {
        compatible(self, task)?;
        Run::new(self, task, anything(task)?, watch)?.root(task.position)
    }
}

/// All that a value can be, if the rule allows bounds at all.
fn anything<G: Game, F: Frontier<G> + ?Sized>(task: &Task<'_, '_, G, F>) -> Result<Interval<F::Value>> {
    let rules = "rules that rise with every child: minimax, product and emm";
    let refused = || Error::Pairing { search: "pruned".into(), rules, rule: "another".into() };
    let (low, high) = F::Value::range().filter(|_| task.frontier.rule().is_monotone()).ok_or_else(refused)?;
    // Minimax makes nothing new of the frontier's values; other rules do.
    let (low, high) =
        task.frontier.range().filter(|_| task.frontier.rule().is_minimax()).unwrap_or((low, high));
    Ok(Interval { low, high })
}
