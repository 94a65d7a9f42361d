//! Work that takes time: away from the thread that answers, in turn, and given up when nobody waits for it any more.

use crate::answer::Refusal;
use crate::turns::Turns;
use axum::http::StatusCode;
use plyscope::interrupt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Nothing that a page asks for takes longer.
const LONGEST: Duration = Duration::from_secs(30);

/// Raises the flag when whoever waited has gone: the future that holds it is dropped with the connection.
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
        // The turn ends with the work, not with the patience of whoever waits for it.
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
