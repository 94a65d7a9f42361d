//! Work that takes time: away from the thread that answers, in turn, and given up when no client waits for it any more.
//!
//! A few requests may compute at once, and the clients take turns: one that asks for a hundred things waits behind each of the others
//! once, not they behind its hundred.

use crate::answer::Refusal;
use axum::http::StatusCode;
use plyscope::interrupt;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;
use tokio::sync::oneshot;

/// A client that would wait behind this many others is asked to come again.
const MOST_WAITING: usize = 1000;
/// What one client may have waiting.
const MOST_OF_ONE: usize = 64;

/// The queue is full.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Busy;

/// Who computes and who waits.
#[derive(Clone)]
pub(crate) struct Turns {
    state: Arc<Mutex<State>>,
}

struct State {
    free: usize,
    waiting: usize,
    /// Clients in the order of their next turn, each with what it waits for.
    clients: VecDeque<(String, VecDeque<oneshot::Sender<Turn>>)>,
}

/// Leave to compute; given on when it is dropped.
pub(crate) struct Turn {
    turns: Option<Turns>,
}

impl Turns {
    /// How many may compute at once.
    pub(crate) fn new(free: usize) -> Self {
        Turns { state: Arc::new(Mutex::new(State { free, waiting: 0, clients: VecDeque::new() })) }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// Waits for a turn of a client.
    pub(crate) async fn take(&self, client: &str) -> Result<Turn, Busy> {
        let receiver = {
            let mut state = self.lock();
            if state.free > 0 {
                state.free -= 1;
                return Ok(Turn { turns: Some(self.clone()) });
            }
            let (sender, receiver) = oneshot::channel();
            state.enqueue(client, sender)?;
            receiver
        };
        // The sender is dropped with the server alone.
        receiver.await.map_err(|_| Busy)
    }

    /// Gives the turn to the next client, or keeps it.
    fn release(&self) {
        loop {
            let Some(sender) = self.lock().next() else { return };
            match sender.send(Turn { turns: Some(self.clone()) }) {
                Ok(()) => return,
                // That client has given up: the next one.
                Err(mut turn) => turn.turns = None,
            }
        }
    }
}

impl State {
    fn enqueue(&mut self, client: &str, sender: oneshot::Sender<Turn>) -> Result<(), Busy> {
        if self.waiting >= MOST_WAITING {
            return Err(Busy);
        }
        match self.clients.iter_mut().find(|(known, _)| known == client) {
            Some((_, queue)) => {
                // Those that were given up do not count.
                let before = queue.len();
                queue.retain(|sender| !sender.is_closed());
                self.waiting -= before - queue.len();
                if queue.len() >= MOST_OF_ONE {
                    return Err(Busy);
                }
                queue.push_back(sender);
            }
            None => self.clients.push_back((client.to_string(), VecDeque::from([sender]))),
        }
        self.waiting += 1;
        Ok(())
    }

    /// The next client; if there is none, the turn is free.
    fn next(&mut self) -> Option<oneshot::Sender<Turn>> {
        while let Some((client, mut queue)) = self.clients.pop_front() {
            let Some(sender) = queue.pop_front() else { continue };
            self.waiting -= 1;
            if !queue.is_empty() {
                self.clients.push_back((client, queue));
            }
            return Some(sender);
        }
        self.free += 1;
        None
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        if let Some(turns) = self.turns.take() {
            turns.release();
        }
    }
}

/// Nothing that a page asks for takes longer.
const LONGEST: Duration = Duration::from_secs(30);

/// Raises the flag when the waiting client has gone: the future that holds it is dropped with the connection.
struct GivenUp(Arc<AtomicBool>);

impl Drop for GivenUp {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Does work for a client when it is its turn. The work looks at the flag now and then, and ends soon after it is raised.
pub(crate) async fn compute<T: Send + 'static>(
    turns: &Turns,
    client: &str,
    work: impl FnOnce(&AtomicBool) -> Result<T, Refusal> + Send + 'static,
) -> Result<T, Refusal> {
    let turn = turns.take(client).await.map_err(|_| Refusal::busy())?;
    let flag = GivenUp(Arc::new(AtomicBool::new(false)));
    let stop = flag.0.clone();
    let worker = tokio::task::spawn_blocking(move || {
        // The turn ends with the work, not when the client stops waiting for it.
        let _turn = turn;
        interrupt::until(stop.clone(), || work(&stop))
    });
    match tokio::time::timeout(LONGEST, worker).await {
        Ok(Ok(done)) => done,
        Ok(Err(_)) => Err(Refusal::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            "something went wrong in the program itself: please report what you asked for",
        )),
        Err(_) => Err(Refusal::too_much(format!(
            "this takes longer than {} seconds; ask for less, or use the command",
            LONGEST.as_secs()
        ))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::future::Future;
    use std::pin::Pin;
    use std::task::{Context, Poll, Waker};

    type Waiting<'a> = Pin<Box<dyn Future<Output = Result<Turn, Busy>> + 'a>>;

    fn poll(waiting: &mut Waiting<'_>) -> Option<Result<Turn, Busy>> {
        match waiting.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
            Poll::Ready(turn) => Some(turn),
            Poll::Pending => None,
        }
    }

    /// The greedy client has three things waiting when the modest one comes; the modest one is second.
    #[test]
    fn clients_take_turns() {
        let turns = Turns::new(1);
        let mut first: Waiting<'_> = Box::pin(turns.take("greedy"));
        let turn = poll(&mut first).expect("a turn is free").expect("no client waits");
        let names = ["greedy", "greedy", "greedy", "modest"];
        let mut waiting: Vec<Waiting<'_>> =
            names.iter().map(|name| Box::pin(turns.take(name)) as Waiting<'_>).collect();
        assert!(waiting.iter_mut().all(|one| poll(one).is_none()));
        // The second of the greedy ones gives up.
        waiting[1] = Box::pin(std::future::pending());
        let mut order = Vec::new();
        drop(turn);
        for _ in 0..3 {
            let mut turn = None;
            for (i, one) in waiting.iter_mut().enumerate() {
                if !order.contains(&i)
                    && let Some(found) = poll(one)
                {
                    order.push(i);
                    turn = Some(found);
                }
            }
            drop(turn);
        }
        assert_eq!(order, [0, 3, 2]);
        assert!(poll(&mut (Box::pin(turns.take("late")) as Waiting<'_>)).is_some(), "it is free again");
    }

    #[test]
    fn too_many_are_refused() {
        let turns = Turns::new(0);
        let mut kept: Vec<Waiting<'_>> = Vec::new();
        for _ in 0..MOST_OF_ONE {
            kept.push(Box::pin(turns.take("one")));
            assert!(poll(kept.last_mut().expect("just put there")).is_none());
        }
        assert!(matches!(poll(&mut (Box::pin(turns.take("one")) as Waiting<'_>)), Some(Err(Busy))));
        assert!(poll(&mut (Box::pin(turns.take("other")) as Waiting<'_>)).is_none());
        kept.clear();
        assert!(
            poll(&mut (Box::pin(turns.take("one")) as Waiting<'_>)).is_none(),
            "given up, they count no more"
        );
    }
}
