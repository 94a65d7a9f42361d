//! A written tree as a game.

use super::parse::parse;
use crate::error::{Error, Result};
use crate::game::{Facts, Game, Hints, Player};
use crate::name::Name;
use crate::value::Payoffs;
use std::str::FromStr;

/// A node as it was written.
#[derive(Debug, Clone, PartialEq)]
pub struct Written {
    /// Its name, where it has one.
    pub name: Option<String>,
    /// The node above.
    pub parent: Option<usize>,
    /// Which of the parent's children it is, from 0.
    pub place: usize,
    /// Plies below the root.
    pub depth: u32,
    /// The nodes below, empty for a leaf.
    pub children: Vec<usize>,
    /// What a leaf is worth: one number in the first player's view, or one per player.
    pub payoffs: Option<Payoffs>,
    /// The estimate after `@`, in the first player's view.
    pub estimate: Option<f64>,
}

/// A tree written as text, as a game whose positions are its nodes.
///
/// ```
/// use plyscope::game::text::TextTree;
/// let tree: TextTree = "A:((3 12 8) (2 4 6) (14 5 2))".parse()?;
/// assert_eq!(tree.nodes().len(), 13);
/// # Ok::<(), plyscope::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct TextTree {
    nodes: Vec<Written>,
    players: usize,
    /// Who moves at which depth; repeated when the tree is deeper.
    movers: Vec<Player>,
    /// Are the leaves the end of the game, or only as far as the tree is known?
    exact: bool,
}

impl FromStr for TextTree {
    type Err = Error;

    fn from_str(text: &str) -> Result<TextTree> {
        let nodes = parse(text)?;
        let mut lengths = nodes.iter().filter_map(|node| Some(node.payoffs?.values().len()));
        let numbers = lengths.next().expect("a tree ends in leaves");
        if lengths.any(|other| other != numbers) {
            return Err(unfit("all leaves have the same number of payoffs".into()));
        }
        let players = if numbers == 1 { 2 } else { numbers };
        let movers = (0..players).map(|i| Player::new(i).expect("the parser bounds the players")).collect();
        Ok(TextTree { nodes, players, movers, exact: true })
    }
}

fn unfit(why: String) -> Error {
    Error::Settings { kind: "a tree as text".into(), why }
}

impl TextTree {
    /// How deep unnamed nodes are named by their paths.
    pub(crate) const LONGEST_PATH: u32 = 12;

    /// The same tree with other movers: who moves at depth 0, 1, ..., repeated as needed.
    pub fn with_movers(mut self, movers: &[Player]) -> Result<Self> {
        if movers.is_empty() || movers.iter().any(|mover| mover.index() >= self.players) {
            return Err(unfit(format!("movers are players 1 to {}, at least one", self.players)));
        }
        self.movers = movers.to_vec();
        Ok(self)
    }

    /// The same tree as a part of a larger one: its leaves are not the end, but a search's frontier.
    pub fn as_frontier(mut self) -> Self {
        self.exact = false;
        self
    }

    /// The nodes in the order of the text, the root first.
    pub fn nodes(&self) -> &[Written] {
        &self.nodes
    }

    /// Does every leaf have one number per player?
    pub(crate) fn has_payoff_vectors(&self) -> bool {
        self.nodes.iter().filter_map(|node| node.payoffs).any(|payoffs| payoffs.values().len() > 1)
    }

    /// What a leaf is worth to each player; one number `v` is worth `-v` to the second player.
    pub fn payoffs(&self, leaf: usize) -> Option<Payoffs> {
        let payoffs = self.nodes[leaf].payoffs?;
        match payoffs.values() {
            [v] => Payoffs::new(&[*v, -v]),
            _ => Some(payoffs),
        }
    }

    /// A node's name, or its path from the root (or from a named node above): `2.1` is the first child of
    /// the root's second. Below 12 levels it is the node's number in the text.
    pub fn node_name(&self, node: usize) -> String {
        let written = &self.nodes[node];
        match (&written.name, written.parent) {
            (Some(name), _) => name.clone(),
            (None, None) => "root".into(),
            _ if written.depth > Self::LONGEST_PATH => format!("#{}", node + 1),
            (None, Some(parent)) => {
                let place = written.place + 1;
                match self.nodes[parent].parent {
                    None if self.nodes[parent].name.is_none() => place.to_string(),
                    _ => format!("{}.{place}", self.node_name(parent)),
                }
            }
        }
    }
}

impl Game for TextTree {
    type Position = usize;
    type Move = usize;

    fn name(&self) -> Name {
        Name::new("tree").with("nodes", self.nodes.len())
    }
    fn facts(&self) -> Facts {
        let longest = self.nodes.iter().map(|node| node.depth).max().unwrap_or(0);
        Facts { players: self.players, ..Facts::lasting(longest) }
    }
    fn start(&self) -> usize {
        0
    }
    fn mover(&self, node: &usize) -> Player {
        self.movers[self.nodes[*node].depth as usize % self.movers.len()]
    }
    fn moves(&self, node: &usize, moves: &mut Vec<usize>) {
        moves.extend_from_slice(&self.nodes[*node].children);
    }
    fn play(&self, _: &usize, child: &usize) -> usize {
        *child
    }
    fn is_over(&self, node: &usize) -> bool {
        self.exact && self.nodes[*node].children.is_empty()
    }
    fn payoff(&self, node: &usize, player: Player) -> f64 {
        self.payoffs(*node).map_or(0.0, |payoffs| payoffs.of(player))
    }
    fn table_key(&self, node: &usize) -> u64 {
        *node as u64
    }
    fn move_name(&self, _: &usize, child: &usize) -> String {
        self.node_name(*child)
    }
    /// The way from the root: which child, and which of that one's, from 1.
    fn position_text(&self, node: &usize) -> String {
        let mut path = Vec::new();
        let mut at = *node;
        while let Some(parent) = self.nodes[at].parent {
            path.push((self.nodes[at].place + 1).to_string());
            at = parent;
        }
        path.reverse();
        if path.is_empty() { "root".into() } else { path.join(".") }
    }
    fn parse_position(&self, text: &str) -> Result<usize> {
        let refuse = || self.bad_position(text, "`root`, or the way from it, such as `2.1`");
        let mut node = 0;
        for step in text.trim().split('.').filter(|_| text.trim() != "root") {
            let child = step.parse::<usize>().ok().and_then(|child| child.checked_sub(1));
            node =
                child.and_then(|child| self.nodes[node].children.get(child)).copied().ok_or_else(refuse)?;
        }
        Ok(node)
    }
}

impl Hints for TextTree {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unnamed_nodes_are_named_by_their_path() {
        let tree: TextTree = "((1 2) B:(3 4))".parse().unwrap();
        let names: Vec<String> = (0..7).map(|node| tree.node_name(node)).collect();
        assert_eq!(names, ["root", "1", "1.1", "1.2", "B", "B.1", "B.2"]);
    }

    #[test]
    fn deep_unnamed_nodes_are_numbered() {
        let tree: TextTree = format!("{}1{}", "(".repeat(13), ")".repeat(13)).parse().unwrap();
        assert_eq!((tree.node_name(12), tree.node_name(13)), (["1"; 12].join("."), "#14".into()));
    }

    #[test]
    fn movers_can_be_given() {
        let tree: TextTree = "((1 2) 3)".parse().unwrap();
        let tree = tree.with_movers(&[Player::SECOND]).unwrap();
        assert_eq!((tree.mover(&0), tree.mover(&1)), (Player::SECOND, Player::SECOND));
        let third = Player::new(2).unwrap();
        let message = tree.with_movers(&[third]).unwrap_err().to_string();
        assert!(message.contains("players 1 to 2"));
    }

    #[test]
    fn leaves_must_agree_on_the_players() {
        let message = "([1 2 3] 4)".parse::<TextTree>().unwrap_err().to_string();
        assert!(message.contains("same number of payoffs"));
    }
}
