//! One child that speaks the protocol, and what it has answered so far.

use crate::cache::Cache;
use crate::child::{Child, Failure, MAX_REQUEST};
use crate::message::{Decided, Hello, Node, Nodes, Request, Start, VERSION, Valued, Values, position, read};
use serde::de::DeserializeOwned;
use std::collections::HashMap;
use std::ffi::OsString;
use std::sync::Arc;
use std::time::Duration;

type Answered<T> = Result<T, Failure>;

/// Expanded at a time, at most.
const BATCH: usize = 256;

/// A child and its answers.
pub(crate) struct Session {
    child: Child,
    pub(crate) hello: Hello,
    nodes: Cache<Arc<Node>>,
    values: HashMap<String, Cache<Valued>>,
}

impl Session {
    /// Starts a child and asks what it is.
    pub(crate) fn open(supervisor: &[OsString], words: &[String], timeout: Duration) -> Answered<Self> {
        let mut child = Child::start(supervisor, words, timeout)?;
        let hello = ask(&mut child, &Request::Hello { plyscope: VERSION }, |hello: Hello| hello.check())?;
        Ok(Session { child, hello, nodes: Cache::default(), values: HashMap::new() })
    }

    /// Forgets what it was told, so that the child is asked anew.
    pub(crate) fn forget(&mut self) {
        self.nodes = Cache::default();
        self.values.clear();
    }

    pub(crate) fn start(&mut self, seed: u64) -> Answered<Arc<str>> {
        ask(&mut self.child, &Request::Start { start: seed }, |start: Start| position(start.position))
    }

    /// What follows positions; those beside them that may be asked for next are asked for at the same time.
    pub(crate) fn expand(&mut self, asked: &[Arc<str>], beside: &[Arc<str>]) -> Answered<Vec<Arc<Node>>> {
        let missing = asked.iter().any(|position| !self.nodes.has(position));
        let mut fresh = HashMap::new();
        if missing {
            let mut unknown: Vec<Arc<str>> = Vec::new();
            for position in asked.iter().chain(beside) {
                if !self.nodes.has(position) && !unknown.contains(position) {
                    unknown.push(position.clone());
                }
            }
            let players = self.hello.players;
            for batch in batches(&unknown) {
                let request = Request::Expand { expand: batch };
                let nodes = ask(&mut self.child, &request, |answer: Nodes| {
                    as_many(answer.nodes.len(), batch.len(), "nodes")?;
                    answer.nodes.into_iter().map(|node| node.check(players)).collect::<Result<Vec<_>, _>>()
                })?;
                for (position, node) in batch.iter().zip(nodes) {
                    let bytes = node.after.iter().map(|text| 2 * text.len() + 64).sum();
                    let node = Arc::new(node);
                    fresh.insert(position.clone(), node.clone());
                    self.nodes.put(position.clone(), node, bytes);
                }
            }
        }
        let found = |position: &Arc<str>| fresh.get(position).cloned().or_else(|| self.nodes.get(position));
        Ok(asked.iter().map(found).map(|node| node.expect("asked for just now")).collect())
    }

    /// What an evaluator says of positions that are not over; others beside them are asked about at the same time where
    /// they are known not to be over.
    pub(crate) fn evaluate(
        &mut self,
        evaluator: &str,
        asked: &[Arc<str>],
        beside: &[Arc<str>],
    ) -> Answered<Vec<Valued>> {
        let known = self.values.entry(evaluator.to_string()).or_default();
        let mut unknown: Vec<Arc<str>> = Vec::new();
        if asked.iter().any(|position| !known.has(position)) {
            let open = |position: &&Arc<str>| {
                self.nodes.get(position).is_some_and(|node| node.turn != plyscope::game::Turn::Over)
            };
            let beside: Vec<&Arc<str>> = beside.iter().filter(open).collect();
            for position in asked.iter().chain(beside) {
                if !known.has(position) && !unknown.contains(position) {
                    unknown.push(position.clone());
                }
            }
        }
        let mut fresh = HashMap::new();
        for batch in batches(&unknown) {
            let request = Request::Evaluate { evaluate: batch, evaluator };
            let values = ask(&mut self.child, &request, |answer: Values| {
                as_many(answer.values.len(), batch.len(), "values")?;
                answer.values.into_iter().map(|value| value.check()).collect::<Result<Vec<_>, _>>()
            })?;
            for (position, value) in batch.iter().zip(values) {
                fresh.insert(position.clone(), value);
                known.put(position.clone(), value, 32);
            }
        }
        let found = |position: &Arc<str>| fresh.get(position).copied().or_else(|| known.get(position));
        Ok(asked.iter().map(found).map(|value| value.expect("asked for just now")).collect())
    }

    /// What an engine plays, with the number of the move.
    pub(crate) fn decide(
        &mut self,
        position: &Arc<str>,
        request: &Request<'_>,
    ) -> Answered<(usize, Decided)> {
        let node = self.expand(std::slice::from_ref(position), &[])?.remove(0);
        ask(&mut self.child, request, |decided: Decided| {
            let choice = node.names.iter().position(|name| *name == decided.choice);
            let choice = choice.ok_or_else(|| {
                format!("`{}` is no legal move there", crate::child::quoted(&decided.choice))
            })?;
            Ok((choice, decided))
        })
    }
}

/// As many answers as questions.
fn as_many(answered: usize, asked: usize, what: &str) -> Result<(), String> {
    if answered == asked {
        Ok(())
    } else {
        Err(format!("it was asked for {asked} {what} and gave {answered}"))
    }
}

/// Sends a request and reads the answer; whatever is wrong with it is told with both.
fn ask<A: DeserializeOwned, T>(
    child: &mut Child,
    request: &Request<'_>,
    check: impl FnOnce(A) -> Result<T, String>,
) -> Answered<T> {
    let request = serde_json::to_string(request).expect("texts and numbers");
    let answer = child.ask(&request)?;
    read(&answer).and_then(check).map_err(|why| child.fail(&why, &request, Some(answer)))
}

/// Parts that fit into a request each.
fn batches(positions: &[Arc<str>]) -> impl Iterator<Item = &[Arc<str>]> {
    let mut rest = positions;
    std::iter::from_fn(move || {
        // Escapes make a text longer, at most sixfold.
        let size =
            |text: &Arc<str>| text.bytes().map(|byte| if byte < 32 { 6 } else { 2 }).sum::<usize>() + 3;
        let mut bytes = 100;
        let fits = rest.iter().take(BATCH).take_while(|text| {
            bytes += size(text);
            bytes <= MAX_REQUEST
        });
        let (batch, after) = rest.split_at(fits.count());
        rest = after;
        (!batch.is_empty()).then_some(batch)
    })
}
