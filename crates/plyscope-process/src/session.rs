//! One child that speaks the protocol.

use crate::child::{Child, Failure, MAX_REQUEST};
use crate::evaluator::Valued;
use crate::message::{Decided, Hello, Nodes, Request, Start, VERSION, Values, position, read};
use serde::de::DeserializeOwned;
use std::ffi::OsString;
use std::sync::Arc;
use std::time::Duration;

type Answered<T> = Result<T, Failure>;
type Node = crate::foreign::Node<Arc<str>>;

/// Expanded at a time, at most.
const BATCH: usize = 256;

/// A child that said what it is.
pub(crate) struct Session {
    child: Child,
    pub(crate) hello: Hello,
}

impl Session {
    /// Starts a child and asks what it is.
    pub(crate) fn open(supervisor: &[OsString], words: &[String], timeout: Duration) -> Answered<Self> {
        let mut child = Child::start(supervisor, words, timeout)?;
        let hello = ask(&mut child, &Request::Hello { plyscope: VERSION }, |hello: Hello| hello.check())?;
        Ok(Session { child, hello })
    }

    pub(crate) fn start(&mut self, seed: u64) -> Answered<Arc<str>> {
        ask(&mut self.child, &Request::Start { start: seed }, |start: Start| position(start.position))
    }

    /// What follows positions.
    pub(crate) fn expand(&mut self, positions: &[Arc<str>]) -> Answered<Vec<Node>> {
        let players = self.hello.players;
        let mut all = Vec::with_capacity(positions.len());
        for batch in batches(positions) {
            all.extend(ask(&mut self.child, &Request::Expand { expand: batch }, |answer: Nodes| {
                as_many(answer.nodes.len(), batch.len(), "nodes")?;
                answer.nodes.into_iter().map(|node| node.check(players)).collect::<Result<Vec<_>, _>>()
            })?);
        }
        Ok(all)
    }

    /// What an evaluator says of positions that are not over.
    pub(crate) fn evaluate(&mut self, evaluator: &str, positions: &[Arc<str>]) -> Answered<Vec<Valued>> {
        let mut all = Vec::with_capacity(positions.len());
        for batch in batches(positions) {
            let request = Request::Evaluate { evaluate: batch, evaluator };
            all.extend(ask(&mut self.child, &request, |answer: Values| {
                as_many(answer.values.len(), batch.len(), "values")?;
                answer.values.into_iter().map(|value| value.check()).collect::<Result<Vec<_>, _>>()
            })?);
        }
        Ok(all)
    }

    /// What an engine plays, with the number of the move among those with these names.
    pub(crate) fn decide(&mut self, request: &Request<'_>, names: &[String]) -> Answered<(usize, Decided)> {
        ask(&mut self.child, request, |decided: Decided| {
            let choice = names.iter().position(|name| *name == decided.choice);
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
