//! A tree that is written as text: drawn, or only the order in which a search comes to its leaves.

use super::{CHANCES, Drawing, EACH, Labels, OPINION, PAYOFF, PROBABILITY, Request};
use crate::error::{Error, Result};
use plyscope::game::text::TextTree;
use plyscope::game::{AnyPosition, Fixed, GamePosition, Player, Remote};
use plyscope::player::Traced;
use plyscope::rule::{Need, Rule, WithRule};
use plyscope::search::{AnySearch, Budget, Recorder, Search, TextTreeValues, Visit, Watch};
use std::sync::Arc;

/// What a text does not say.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Written {
    /// Take the numbers for opinions that are wrong with this probability.
    pub(crate) error: Option<f64>,
    /// Who moves at depth 0, 1, ..., repeated as needed; players are counted from 1.
    pub(crate) movers: Option<Vec<usize>>,
}

/// A search of a written tree by a rule of any type.
struct Watched<'a> {
    tree: &'a TextTree,
    error: Option<f64>,
    search: &'a AnySearch,
    budget: &'a Budget<'a>,
}

impl WithRule for Watched<'_> {
    type Output = Result<Traced>;

    fn with<R: Rule>(self, rule: R) -> Result<Traced> {
        let opinions = TextTreeValues::new(self.tree, self.error, rule)?;
        let mut recorder = Recorder::new();
        let report = self.search.search_watched(self.tree, &0, &opinions, self.budget, &mut recorder)?;
        Ok(Traced::new(report, recorder))
    }
}

/// Searches and draws a tree that is written as text.
pub(crate) fn draw(text: &str, mut request: Request<'_>, written: &Written) -> Result<Drawing> {
    let mut tree: TextTree = text.parse()?;
    if let Some(movers) = &written.movers {
        let player = |number: &usize| number.checked_sub(1).and_then(Player::new);
        let movers: Option<Vec<Player>> = movers.iter().map(player).collect();
        let wrong = || Error::Usage("movers are players, counted from 1".into());
        tree = tree.with_movers(&movers.ok_or_else(wrong)?)?;
    }
    if written.error.is_some() {
        tree = tree.as_frontier();
    }
    request
        .facts
        .extend(written.error.map(|error| ("static evaluations wrong with probability", error.to_string())));
    let game = Fixed(Arc::new(tree.clone()));
    let mind = request.plain_mind()?;
    let (search, budget) = (mind.search(), &request.budget);
    let traced = mind.rule().apply(Watched { tree: &tree, error: written.error, search, budget })?;
    let (labels, meaning) = match (mind.rule().need(), written.error) {
        (Need::Number, Some(error)) => (Labels::Positive(error), OPINION),
        (Need::Number, None) => (Labels::None, PAYOFF),
        (Need::Each, _) => (Labels::None, EACH),
        (Need::EachChance, _) => (Labels::None, CHANCES),
        _ => (Labels::AboveHalf, PROBABILITY),
    };
    let start = Remote::parse_position(&game, "root")?;
    let name = |position: &AnyPosition, _: &[usize]| {
        let node = GamePosition::<TextTree>::of(position).position;
        Ok(tree.node_name(node))
    };
    let mut drawing = Drawing::new(&game, &start, traced, labels, &name)?;
    drawing.doubts.extend(written.error.and_then(|error| like_probabilities(&tree, error)));
    drawing.meaning = meaning;
    drawing.facts = request.facts;
    Ok(drawing)
}

/// With an error every positive number is a win of the first player. Numbers that look like probabilities are hardly
/// meant so: .2 would be a win.
fn like_probabilities(tree: &TextTree, error: f64) -> Option<String> {
    let payoffs = |node: &plyscope::game::text::Written| node.payoffs.map(|payoffs| payoffs.values()[0]);
    let numbers = || tree.nodes().iter().flat_map(|node| payoffs(node).into_iter().chain(node.estimate));
    let least = numbers().filter(|number| *number > 0.0).fold(f64::INFINITY, f64::min);
    let all = numbers().all(|number| (0.0..=1.0).contains(&number));
    (all && least < 1.0).then(|| {
        format!(
            "all numbers are between 0 and 1, and with an error of {error} each positive one, such as {least}, is a win of \
             the first player; for probabilities leave the error out, for opinions write 1 and -1"
        )
    })
}

/// Notes leaves as a search comes to them.
struct LeafOrder<'a> {
    tree: &'a TextTree,
    /// From the root to where the search is.
    path: Vec<usize>,
    leaves: Vec<usize>,
}

impl<V> Watch<V> for LeafOrder<'_> {
    fn enter(&mut self, child: usize) {
        let node = self.path.last().map_or(0, |parent| self.tree.nodes()[*parent].children[child]);
        self.path.push(node);
    }
    fn leave(&mut self, _: Visit<V>) {
        let leaf = self.path.pop().filter(|node| self.tree.nodes()[*node].children.is_empty());
        // A search that looks again knows no more than before.
        self.leaves.extend(leaf.filter(|leaf| !self.leaves.contains(leaf)));
    }
    fn cut(&mut self, _: usize) {}
    fn restart(&mut self) {
        self.path.clear();
    }
}

/// A search of a written tree of which the order of leaves is asked.
struct Ordered<'a> {
    tree: &'a TextTree,
    error: Option<f64>,
    search: &'a AnySearch,
    budget: &'a Budget<'a>,
}

impl WithRule for Ordered<'_> {
    type Output = Result<Vec<usize>>;

    fn with<R: Rule>(self, rule: R) -> Result<Vec<usize>> {
        let opinions = TextTreeValues::new(self.tree, self.error, rule)?;
        let mut order = LeafOrder { tree: self.tree, path: Vec::new(), leaves: Vec::new() };
        let _ = self.search.search_watched(self.tree, &0, &opinions, self.budget, &mut order)?;
        Ok(order.leaves)
    }
}

/// The leaves of a written tree that a search evaluates, by their numbers in the text, in the order in which it does.
pub(crate) fn leaves_in_order(
    tree: &TextTree,
    request: &Request<'_>,
    written: &Written,
) -> Result<Vec<usize>> {
    let mind = request.plain_mind()?;
    mind.rule().apply(Ordered { tree, error: written.error, search: mind.search(), budget: &request.budget })
}
