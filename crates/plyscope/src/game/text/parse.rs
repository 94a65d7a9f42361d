//! The parser of tree texts: one pass, no recursion, every mistake with its line and column.

use super::tree::Written;
use crate::error::{Error, Result};
use crate::value::{MAX_PLAYERS, Payoffs};
use std::collections::HashMap;

/// The deepest nesting that is read.
pub const MAX_DEPTH: usize = 512;
/// The longest name of a node, in characters.
pub(crate) const MAX_NODE_NAME: usize = 64;
/// The most nodes that are read.
pub(crate) const MAX_NODES: usize = 1_000_000;

/// Reads a tree; the nodes come in the order of the text, the root first.
pub(super) fn parse(text: &str) -> Result<Vec<Written>> {
    let mut parser = Parser {
        text: text.trim_start_matches('\u{feff}'),
        at: 0,
        nodes: Vec::new(),
        open: Vec::new(),
        named: HashMap::new(),
    };
    parser.tree()?;
    Ok(parser.nodes)
}

struct Parser<'a> {
    text: &'a str,
    /// Byte offset of what is read next.
    at: usize,
    nodes: Vec<Written>,
    /// The nodes whose children are being read, with where their `(` is.
    open: Vec<(usize, usize)>,
    /// Where each name was given.
    named: HashMap<String, usize>,
}

impl Parser<'_> {
    fn tree(&mut self) -> Result<()> {
        self.space();
        if self.peek().is_none() {
            return Err(self.wrong("the tree is empty; write a node such as 3 or (3 12 8)"));
        }
        self.node()?;
        while let Some((node, opened)) = self.open.last().copied() {
            self.space();
            match self.peek() {
                None => {
                    return Err(self.wrong_at(opened, "this `(` is never closed"));
                }
                Some(')') => {
                    if self.nodes[node].children.is_empty() {
                        return Err(self.wrong("`()` holds no node; a node is a number or (node ...)"));
                    }
                    self.at += 1;
                    self.open.pop();
                    self.estimate(node)?;
                }
                Some(_) => self.node()?,
            }
        }
        self.space();
        match self.peek() {
            None => Ok(()),
            Some(')') => Err(self.wrong("this `)` closes nothing")),
            Some(_) => Err(self.wrong("one tree was read already; put several nodes in parentheses")),
        }
    }

    /// A leaf whole, or an inner node up to and with its `(`.
    fn node(&mut self) -> Result<()> {
        let start = self.at;
        let name = self.name()?;
        if let Some(other) = name.as_ref().and_then(|name| self.named.insert(name.clone(), start)) {
            let name = name.unwrap_or_default();
            let (line, column) = self.place(other);
            let why = format!(
                "two nodes are called `{name}`, and the choice could not be told by its name; the other one is at line \
                 {line}, column {column}"
            );
            return Err(self.wrong_at(start, &why));
        }
        let index = self.nodes.len();
        if index == MAX_NODES {
            return Err(self.wrong_at(start, &format!("more than {MAX_NODES} nodes")));
        }
        let parent = self.open.last().map(|(node, _)| *node);
        let depth = self.open.len() as u32;
        let place = parent.map_or(0, |parent| self.nodes[parent].children.len());
        let mut node =
            Written { name, parent, place, depth, children: Vec::new(), payoffs: None, estimate: None };
        match self.peek() {
            Some('(') => {
                if self.open.len() == MAX_DEPTH {
                    return Err(self.wrong(&format!("nested deeper than {MAX_DEPTH}")));
                }
                self.open.push((index, self.at));
                self.at += 1;
            }
            Some('[') => node.payoffs = Some(self.payoffs()?),
            _ => node.payoffs = Payoffs::new(&[self.number("a node: a number, [..] or (node ...)")?]),
        }
        let leaf = node.payoffs.is_some();
        self.nodes.push(node);
        if let Some(parent) = parent {
            self.nodes[parent].children.push(index);
        }
        if leaf { self.estimate(index) } else { Ok(()) }
    }

    /// `NAME ':'`, if there is one.
    fn name(&mut self) -> Result<Option<String>> {
        let rest = &self.text[self.at..];
        if !rest.starts_with(|c: char| c.is_alphabetic() || c == '_') {
            return Ok(None);
        }
        let end = rest
            .find(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '\'' | '-')))
            .unwrap_or(rest.len());
        let start = self.at;
        if rest[..end].chars().count() > MAX_NODE_NAME {
            return Err(self.wrong(&format!("a name of more than {MAX_NODE_NAME} characters")));
        }
        let name = rest[..end].to_string();
        self.at += end;
        self.space();
        if self.peek() != Some(':') {
            return Err(self.wrong_at(
                start,
                &format!(
                    "`{name}` is not a number, and a name (letters, digits, `_`, `-`, `'`) is followed by `:`"
                ),
            ));
        }
        self.at += 1;
        self.space();
        Ok(Some(name))
    }

    /// `'[' NUMBER+ ']'`.
    fn payoffs(&mut self) -> Result<Payoffs> {
        let start = self.at;
        self.at += 1;
        let mut values = Vec::new();
        loop {
            self.space();
            match self.peek() {
                None => return Err(self.wrong_at(start, "this `[` is never closed")),
                Some(']') => break self.at += 1,
                Some(_) => values.push(self.number("a number or `]`")?),
            }
            if values.len() > MAX_PLAYERS {
                break;
            }
        }
        let allowed = || format!("`[..]` holds one number for each of 2 to {MAX_PLAYERS} players");
        let payoffs = if values.len() < 2 { None } else { Payoffs::new(&values) };
        payoffs.ok_or_else(|| self.wrong_at(start, &allowed()))
    }

    /// `'@' ESTIMATE`, if there is one.
    fn estimate(&mut self, node: usize) -> Result<()> {
        self.space();
        if self.peek() == Some('@') {
            self.at += 1;
            self.space();
            self.nodes[node].estimate = Some(self.number("an estimate after `@`")?);
        }
        Ok(())
    }

    fn number(&mut self, wanted: &str) -> Result<f64> {
        let rest = &self.text[self.at..];
        let end = rest.find(|c: char| c.is_whitespace() || "()[]@:,".contains(c)).unwrap_or(rest.len());
        let word = &rest[..end];
        let numeric = word.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '+' | '-' | '.'));
        match word.parse::<f64>() {
            Ok(number) if numeric && number.is_finite() => {
                self.at += end;
                Ok(number)
            }
            Ok(_) if numeric => Err(self.wrong(&format!("`{word}` is not a finite number"))),
            _ => {
                let found = match rest.chars().next() {
                    None => "the end".to_string(),
                    Some(c) if end == 0 => format!("`{c}`"),
                    Some(_) => format!("`{}`", word.chars().take(20).collect::<String>()),
                };
                Err(self.wrong(&format!("expected {wanted}, found {found}")))
            }
        }
    }

    fn space(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
    }

    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn wrong(&self, why: &str) -> Error {
        self.wrong_at(self.at, why)
    }

    fn wrong_at(&self, at: usize, why: &str) -> Error {
        let (line, column) = self.place(at);
        Error::Tree { line, column, why: why.to_string() }
    }

    /// Line and column of a byte, from 1.
    fn place(&self, at: usize) -> (usize, usize) {
        let before = &self.text[..at];
        let column = before.rsplit('\n').next().map_or(0, |last| last.chars().count()) + 1;
        (before.matches('\n').count() + 1, column)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wrong(text: &str) -> String {
        parse(text).unwrap_err().to_string()
    }

    #[test]
    fn names_estimates_and_payoffs() {
        let nodes = parse(" A:( B : ( 1 -1e0 )@ 0.5 [1 2 6] )\n@-1").unwrap();
        assert_eq!(nodes.len(), 5);
        assert_eq!(nodes[0].name.as_deref(), Some("A"));
        assert_eq!(nodes[0].children, [1, 4]);
        assert_eq!(nodes[0].estimate, Some(-1.0));
        assert_eq!(nodes[1].estimate, Some(0.5));
        assert_eq!(nodes[3].payoffs.unwrap().values(), [-1.0]);
        assert_eq!(nodes[4].payoffs.unwrap().values(), [1.0, 2.0, 6.0]);
        assert_eq!((nodes[3].depth, nodes[3].parent), (2, Some(1)));
    }

    #[test]
    fn mistakes_have_a_place_and_a_reason() {
        assert_eq!(
            wrong(""),
            "tree, line 1, column 1: the tree is empty; write a node such as 3 or (3 12 8)"
        );
        assert!(wrong("(1\n (2 3)").contains("line 1, column 1: this `(` is never closed"));
        assert!(wrong("(1 2))").contains("column 6: this `)` closes nothing"));
        assert!(wrong("(1 ()\n)").contains("column 5: `()` holds no node"));
        assert!(wrong("1 2").contains("one tree was read already"));
        assert!(wrong("(1 nan)").contains("column 4: `nan` is not a number"));
        assert!(wrong("(1 -inf)").contains("`-inf` is not a finite number"));
        assert!(wrong("(1 1e999)").contains("not a finite number"));
        assert!(wrong("(1 2)@").contains("expected an estimate after `@`, found the end"));
        assert!(wrong("(1 2)@x").contains("found `x`"));
        assert!(wrong("(1,2)").contains("column 3"));
        assert!(wrong("[1 2").contains("this `[` is never closed"));
        assert!(wrong("[]").contains("2 to 8 players"));
        assert!(wrong("([1] [2])").contains("2 to 8 players"));
        assert!(wrong(&format!("({}:1 2)", "a".repeat(65))).contains("more than 64 characters"));
        assert!(wrong("[1 2 3 4 5 6 7 8 9]").contains("2 to 8 players"));
        assert!(wrong(&"(".repeat(20_000)).contains("nested deeper than 512"));
        let twice = wrong("A:(B:1\n  (3 B:2))");
        assert!(twice.contains("line 2, column 6: two nodes are called `B`"), "{twice}");
        assert!(twice.contains("the other one is at line 1, column 4"), "{twice}");
    }
}
