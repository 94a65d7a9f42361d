//! How many leaves alpha-beta looks at, by the order of moves (Russell & Norvig, section 3.1).
//!
//! A trial is one tree of random numbers; all orders of moves search the same tree, and the tree of a
//! smaller depth is another tree. Best-first order comes from the solved tree, at no cost in nodes.

use super::{Cell, Cost, Kind, Prepared, Sampled, Scale, Study};
use crate::error::Result;
use crate::spec::Draft;
use crate::tally::Tally;
use plyscope::cache::Cache;
use plyscope::key::Stream;
use plyscope::rule::Minimax;
use plyscope::search::{AlphaBeta, Budget, Counts, Search, ToTheEnd};
use plyscope::tree::{MoveOrder, NumberTree, NumberTrees, Place, Shape, TreeFamily};

/// Counts leaves.
pub(crate) struct Leaves {
    /// One a point: its trees for each depth.
    points: Vec<Vec<Trees>>,
    orders: Vec<MoveOrder>,
}

struct Trees {
    trees: NumberTrees,
    stream: Stream,
}

impl Leaves {
    /// Reads what an experiment's file says.
    pub(crate) fn read(draft: &Draft<'_>) -> Result<Self> {
        let depths = draft.depths()?;
        let mut orders = Vec::new();
        for series in draft.series() {
            series.only(&["order"])?;
            let order = series.needed("order", &series.file.order)?;
            let known = MoveOrder::ALL.into_iter().find(|(name, _)| *name == order);
            let at = series.key_at(&["order"]);
            let refuse = || draft.text.wrong(at, "an order of moves is random or best-first");
            orders.push(known.ok_or_else(refuse)?.1);
        }
        let points = draft.places.iter().map(|place| {
            let at = draft.game_at()?;
            let game = draft.game(place)?;
            let Some(trees) = game.family::<NumberTrees>().copied() else {
                return Err(draft.text.wrong(at, "leaves are counted in a number-tree"));
            };
            let of_depth = |depth: &u32| {
                let shape =
                    draft.located(draft.efforts_at(), Shape::new(trees.shape.branching() as u32, *depth))?;
                let trees = NumberTrees { shape, ..trees };
                let name = trees.name().without(&["order"]).to_string();
                Ok(Trees { trees, stream: Stream::new(draft.seed, &name) })
            };
            depths.iter().map(of_depth).collect()
        });
        Ok(Leaves { points: points.collect::<Result<_>>()?, orders })
    }
}

impl Study for Leaves {
    fn scale(&self) -> Scale {
        Scale { label: "leaves evaluated", share: false, logarithmic: true, level: None }
    }

    fn cell(&self, point: usize, series: usize) -> Cell {
        let trees = &self.points[point][0].trees;
        let name = NumberTrees { order: self.orders[series], ..*trees }.name().without(&["depth"]);
        Cell {
            game: name.to_string(),
            rule: "minimax".into(),
            search: "alpha-beta".into(),
            metric: "leaves",
            ..Cell::default()
        }
    }

    fn branching(&self, point: usize) -> Option<f64> {
        self.points[point].first().map(|trees| trees.trees.shape.branching() as f64)
    }

    fn kind(&self) -> Kind<'_> {
        Kind::Sampled(self)
    }
}

/// How much plain alpha-beta looks at, in a tree's order of moves.
fn looked_at(tree: &NumberTree) -> Result<Counts> {
    let frontier = ToTheEnd::new(tree, Minimax)?;
    Ok(AlphaBeta::default().search(tree, &Place::ROOT, &frontier, &Budget::unlimited())?.counts)
}

impl Sampled for Leaves {
    fn empty(&self, point: usize) -> Tally {
        Tally::new(self.orders.len() * self.points[point].len(), 1)
    }

    fn cost(&self, point: usize) -> Cost {
        let leaves = |trees: &Trees| trees.trees.shape.leaves() as u128;
        let all: u128 = self.points[point].iter().map(leaves).sum();
        let most = self.points[point].iter().map(leaves).max().unwrap_or(0);
        Cost { nodes: all * self.orders.len() as u128, bytes: 16 * most }
    }

    fn prepare<'a>(&'a self, _: &dyn Cache) -> Result<Box<dyn Prepared + 'a>> {
        Ok(Box::new(self))
    }
}

impl Prepared for &Leaves {
    fn block(&self, point: usize, block: u64, trials: usize) -> Result<Tally> {
        let mut tally = self.empty(point);
        let depths = self.points[point].len();
        for lane in 0..trials as u64 {
            let mut leaves = vec![0; self.orders.len() * depths];
            for (d, Trees { trees, stream }) in self.points[point].iter().enumerate() {
                let mut tree = trees.draw(stream.trial(64 * block + lane));
                for (s, order) in self.orders.iter().enumerate() {
                    tree = tree.in_order(*order);
                    let counts = looked_at(&tree)?;
                    leaves[s * depths + d] = counts.evaluated;
                    tally.nodes[s * depths + d] += u128::from(counts.generated) + 1;
                }
            }
            tally.add(&leaves);
        }
        Ok(tally)
    }
}
