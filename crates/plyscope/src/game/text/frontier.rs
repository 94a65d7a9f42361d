//! How rules read the numbers of a written tree.
//!
//! Exact trees end in their leaves: minimax takes any numbers, rules on probabilities want them in
//! \[0, 1\]. Trees with an error are a search's frontier: every number is an opinion, positive for a
//! win of the first player, and wrong with that probability.

use super::TextTree;
use crate::error::{Error, Result};
use crate::game::{Game, Player};
use crate::rule::{BackupRule, Minimax, Node};
use crate::search::Frontier;
use crate::value::{Payoffs, Typed, Win};

/// The numbers for minimax: as they are, or as wins and losses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TextScores {
    opinions: bool,
}

impl TextScores {
    /// The numbers as they are; wants one a leaf.
    pub fn new(tree: &TextTree) -> Result<Self> {
        one_number(tree).map(|()| TextScores { opinions: false })
    }

    /// The numbers as opinions: 1 for a win of the first player, -1 for a loss.
    pub fn opinions(tree: &TextTree) -> Result<Self> {
        one_number(tree).map(|()| TextScores { opinions: true })
    }

    fn read(&self, number: f64) -> f64 {
        match self.opinions {
            false => number,
            true if number > 0.0 => 1.0,
            true => -1.0,
        }
    }
}

impl Frontier<TextTree> for TextScores {
    type Value = f64;

    fn terminal(&self, tree: &TextTree, node: &usize) -> f64 {
        self.read(tree.payoff(node, Player::FIRST))
    }
    fn estimate(&self, tree: &TextTree, node: &usize) -> Option<f64> {
        opinion(tree, *node).map(|number| self.read(number))
    }
}

/// The numbers as probabilities, for the product rule and EMM.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TextWins {
    error: Option<f64>,
}

impl TextWins {
    /// Without an error every number must be a probability; with one (0 to 0.5) all are opinions, and
    /// the tree is to be a [frontier](TextTree::as_frontier).
    pub fn new(tree: &TextTree, error: Option<f64>) -> Result<Self> {
        one_number(tree)?;
        if let Some(error) = error {
            return check_error(error).map(|()| TextWins { error: Some(error) });
        }
        for (index, node) in tree.nodes().iter().enumerate() {
            let payoff = node.payoffs.map(|payoffs| payoffs.values()[0]);
            for number in payoff.into_iter().chain(node.estimate) {
                if Win::new(number).is_none() {
                    return Err(Error::Mismatch(format!(
                        "this rule works on probabilities, but {} is {number}: give numbers from 0 to 1, or \
                         an error (then positive numbers are wins)",
                        tree.node_name(index)
                    )));
                }
            }
        }
        Ok(TextWins { error })
    }

    fn read(&self, number: f64) -> Win {
        match self.error {
            Some(error) => Win::opinion(number > 0.0, error),
            None => Win::new(number).expect("checked when it was made"),
        }
    }
}

impl Frontier<TextTree> for TextWins {
    type Value = Win;

    fn terminal(&self, tree: &TextTree, node: &usize) -> Win {
        self.read(tree.payoff(node, Player::FIRST))
    }
    fn estimate(&self, tree: &TextTree, node: &usize) -> Option<Win> {
        opinion(tree, *node).map(|number| self.read(number))
    }
}

/// Opinions beside the truth, for EMM with true types: a leaf `1@-1` is a win that is called a loss.
#[derive(Debug, Clone, PartialEq)]
pub struct TextTyped {
    wins: TextWins,
    truth: Vec<bool>,
}

impl TextTyped {
    /// The truth is what minimax makes of the leaves' own numbers, positive for a win.
    pub fn new(tree: &TextTree, error: f64) -> Result<Self> {
        let wins = TextWins::new(tree, Some(error))?;
        let mut values = vec![0.0; tree.nodes().len()];
        // Children stand behind their parents in the text.
        for (index, node) in tree.nodes().iter().enumerate().rev() {
            let children: Vec<f64> = node.children.iter().map(|child| values[*child]).collect();
            values[index] = match &node.payoffs {
                Some(payoffs) => payoffs.values()[0],
                None => Minimax.combine(Node { mover: tree.mover(&index), height: 0, level: 0 }, &children),
            };
        }
        Ok(TextTyped { wins, truth: values.into_iter().map(|value| value > 0.0).collect() })
    }
}

impl TextTyped {
    /// A number is a label, also where its error is a half.
    fn typed(&self, node: usize, number: f64) -> Typed {
        Typed { win: self.wins.read(number), label: number > 0.0, truth: self.truth[node] }
    }
}

impl Frontier<TextTree> for TextTyped {
    type Value = Typed;

    fn terminal(&self, tree: &TextTree, node: &usize) -> Typed {
        self.typed(*node, tree.payoff(node, Player::FIRST))
    }
    fn estimate(&self, tree: &TextTree, node: &usize) -> Option<Typed> {
        Some(self.typed(*node, opinion(tree, *node)?))
    }
}

/// One number per player, for max^n.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct TextPayoffs;

impl Frontier<TextTree> for TextPayoffs {
    type Value = Payoffs;

    fn terminal(&self, tree: &TextTree, node: &usize) -> Payoffs {
        tree.payoffs(*node).expect("only leaves are terminal")
    }
    /// One number after `@` is the first player's, and as much against the second.
    fn estimate(&self, tree: &TextTree, node: &usize) -> Option<Payoffs> {
        let estimate = tree.nodes()[*node].estimate.filter(|_| !tree.has_payoff_vectors());
        estimate.and_then(|v| Payoffs::new(&[v, -v])).or_else(|| tree.payoffs(*node))
    }
}

/// What is said of a node: its estimate, or a leaf's own number.
fn opinion(tree: &TextTree, node: usize) -> Option<f64> {
    let written = &tree.nodes()[node];
    written.estimate.or_else(|| Some(written.payoffs?.values()[0]))
}

/// Rules for two players want one number a leaf.
fn one_number(tree: &TextTree) -> Result<()> {
    if tree.has_payoff_vectors() {
        return Err(Error::Mismatch(
            "this rule wants one number a leaf, the tree has one per player; use the rule max-n".into(),
        ));
    }
    Ok(())
}

fn check_error(error: f64) -> Result<()> {
    if (0.0..=0.5).contains(&error) {
        return Ok(());
    }
    Err(Error::Mismatch(format!("an error is a probability from 0 to 0.5, not {error}")))
}
