//! How rules read the numbers of a written tree.
//!
//! Exact trees end in their leaves: minimax takes any numbers, rules on probabilities want them in
//! \[0, 1\]. Trees with an error are a search's frontier: every number is an opinion, positive for a
//! win of the first player, and wrong with that probability.

use super::Frontier;
use crate::error::{Error, Result};
use crate::game::text::TextTree;
use crate::game::{Game, Player};
use crate::rule::{BackupRule, Minimax, Need, Node, PositionView, Rule};
use crate::value::{Chances, Estimate, Opinion, Payoffs, Scale, Win};

/// The numbers of a written tree, read by a rule.
///
/// ```
/// use plyscope::game::text::TextTree;
/// use plyscope::rule::Emm;
/// use plyscope::search::{Budget, FullWidth, Search, TextTreeValues};
/// let tree: TextTree = "A:(B:(D:1 E:1)@1 C:(F:1 G:-1)@-1)@1".parse()?;
/// let tree = tree.as_frontier(); // the leaves are opinions, not the end of the game
/// let opinions = TextTreeValues::new(&tree, Some(0.1), Emm)?;
/// let report = FullWidth::default().search(&tree, &0, &opinions, &Budget::depth(2)?)?;
/// assert!((report.value.unwrap().error() - 0.091).abs() < 1e-15);
/// # Ok::<(), plyscope::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct TextTreeValues<R> {
    rule: R,
    error: Option<f64>,
    /// Does the first player win at a node, by minimax of the leaves' own numbers? For rules that are told.
    truth: Vec<bool>,
}

impl<R: Rule> TextTreeValues<R> {
    /// Without an error the numbers are exact, and for rules on probabilities must be some; with one (0 to 0.5) all are
    /// opinions, and the tree is to be a [frontier](TextTree::as_frontier).
    pub fn new(tree: &TextTree, error: Option<f64>, rule: R) -> Result<Self> {
        let need = rule.need();
        let refuse = |why: &str| Err(Error::Settings { kind: "a tree as text".into(), why: why.into() });
        if tree.has_payoff_vectors() && !need.is_for_several() {
            return refuse(
                "this rule needs one number per leaf, and the tree has one per player; use the rule max-n, product-n or emm-n",
            );
        }
        if error.is_some_and(|error| !(0.0..=0.5).contains(&error)) {
            return refuse(&format!(
                "an error is a probability from 0 to 0.5, not {}",
                error.unwrap_or_default()
            ));
        }
        match (need, error) {
            (Need::Each, Some(_)) => {
                return refuse("max-n takes the numbers as they are; leave the error out");
            }
            (Need::EachChance, Some(_)) if tree.has_payoff_vectors() => {
                return refuse(
                    "a leaf with a number per player says itself how certain it is; leave the error out",
                );
            }
            (Need::EachChance, None) if tree.has_payoff_vectors() => {
                let is_wrong = |payoffs: &Payoffs| Chances::new(payoffs.values()).is_none();
                let mut leaves = tree.nodes().iter().enumerate();
                if let Some((leaf, _)) = leaves.find(|(_, node)| node.payoffs.as_ref().is_some_and(is_wrong))
                {
                    let name = tree.node_name(leaf);
                    return refuse(&format!(
                        "this rule works on winning chances: the numbers of {name} are not from 0 to 1 with a sum of 1"
                    ));
                }
            }
            (Need::OwnErrorAndTruth, None) => {
                return refuse("this rule needs static evaluations beside the truth: give an error");
            }
            (Need::Number | Need::Each, _) | (_, Some(_)) => {}
            (_, None) => probabilities(tree)?,
        }
        let truth = if need == Need::OwnErrorAndTruth { truth(tree) } else { Vec::new() };
        Ok(TextTreeValues { rule, error, truth })
    }
}

/// Is every number a probability?
fn probabilities(tree: &TextTree) -> Result<()> {
    for (index, node) in tree.nodes().iter().enumerate() {
        let payoff = node.payoffs.map(|payoffs| payoffs.values()[0]);
        if let Some(number) =
            payoff.into_iter().chain(node.estimate).find(|number| Win::new(*number).is_none())
        {
            return Err(Error::Settings {
                kind: "a tree as text".into(),
                why: format!(
                    "this rule works on probabilities, but {} is {number}: give numbers from 0 to 1, or an error \
                     (then positive numbers are wins)",
                    tree.node_name(index)
                ),
            });
        }
    }
    Ok(())
}

/// What minimax makes of the leaves' own numbers, positive for a win of the first player.
fn truth(tree: &TextTree) -> Vec<bool> {
    let mut values = vec![0.0; tree.nodes().len()];
    // Children stand behind their parents in the text.
    for (index, node) in tree.nodes().iter().enumerate().rev() {
        let children: Vec<f64> = node.children.iter().map(|child| values[*child]).collect();
        values[index] = match &node.payoffs {
            Some(payoffs) => payoffs.values()[0],
            None => Minimax.combine(Node { mover: tree.mover(&index), height: 0, level: 0 }, &children),
        };
    }
    values.into_iter().map(|value| value > 0.0).collect()
}

/// A node as a rule sees it.
struct Written<'a, R> {
    tree: &'a TextTree,
    node: usize,
    opinions: &'a TextTreeValues<R>,
}

impl<R> PositionView for Written<'_, R> {
    fn mover(&self) -> Player {
        self.tree.mover(&self.node)
    }
    fn players(&self) -> usize {
        self.tree.facts().players
    }
    fn payoff(&self, player: Player) -> f64 {
        self.tree.payoff(&self.node, player)
    }
    fn scale(&self) -> Scale {
        Scale::Score
    }
    /// What is said of a node: its estimate, or a leaf's own number.
    fn estimate(&self) -> Option<Estimate> {
        let written = &self.tree.nodes()[self.node];
        let number = written.estimate.or_else(|| Some(written.payoffs?.values()[0]))?;
        Some(match self.opinions.error {
            Some(error) => Estimate { opinion: Opinion::Named(number > 0.0), error: Some(error) },
            None => match Win::new(number) {
                Some(win) => Estimate { opinion: Opinion::Win(win), error: Some(win.error()) },
                None => Estimate { opinion: Opinion::Score(number), error: None },
            },
        })
    }
    /// One number after `@` is the first player's, and as much against the second.
    fn each(&self) -> Option<Payoffs> {
        let estimate = self.tree.nodes()[self.node].estimate.filter(|_| !self.tree.has_payoff_vectors());
        estimate.and_then(|v| Payoffs::new(&[v, -v])).or_else(|| self.tree.payoffs(self.node))
    }
    fn truth(&self) -> bool {
        self.opinions.truth.get(self.node).copied().unwrap_or_default()
    }
    /// A leaf's own numbers are its chances.
    fn shares(&self) -> Chances {
        let written = self.tree.payoffs(self.node).and_then(|payoffs| Chances::new(payoffs.values()));
        written.unwrap_or_else(|| Chances::made(&vec![1.0 / self.players() as f64; self.players()]))
    }
    /// A leaf's own number is its probability.
    fn outcome(&self) -> Win {
        Win::new(self.payoff(Player::FIRST)).unwrap_or_else(Win::even)
    }
}

impl<R: Rule> Frontier<TextTree> for TextTreeValues<R> {
    type Value = R::Value;
    type Rule = R;

    fn rule(&self) -> &R {
        &self.rule
    }
    fn terminal(&self, tree: &TextTree, node: &usize) -> R::Value {
        self.rule.ended(&Written { tree, node: *node, opinions: self })
    }
    fn estimate(&self, tree: &TextTree, node: &usize) -> Option<R::Value> {
        self.rule.estimated(&Written { tree, node: *node, opinions: self })
    }
}
