//! The one place where Plyscope waits: for time to pass, for another thread, for a child.
//!
//! Each wait ends soon after the flag of its thread's work is raised ([`plyscope::interrupt`]). A test finds every other
//! place that waits.

use plyscope::interrupt;
use std::process::{Child, ExitStatus};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

/// How often a wait looks at the flag.
const LOOKS: Duration = Duration::from_millis(50);
/// How often it is looked whether a child has ended.
const SHORT: Duration = Duration::from_millis(5);

/// Why a wait ended without what was waited for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ended {
    /// The time is over.
    Late,
    /// The work is not wanted any more.
    Interrupted,
    /// It will never come.
    Gone,
}

/// Waits until something is there or the time is over. `look` may itself wait as long as it is told.
///
/// ```
/// use plyscope_files::wait::{Ended, until};
/// use std::time::Instant;
/// let mut looks = 0;
/// let found = until(None, |_| {
///     looks += 1;
///     (looks == 3).then_some("there")
/// });
/// assert_eq!(found, Ok("there"));
/// assert_eq!(until(Some(Instant::now()), |_| None::<()>), Err(Ended::Late));
/// ```
pub fn until<T>(end: Option<Instant>, mut look: impl FnMut(Duration) -> Option<T>) -> Result<T, Ended> {
    loop {
        if interrupt::is_raised() {
            return Err(Ended::Interrupted);
        }
        let left = end.map_or(Duration::MAX, |end| end.saturating_duration_since(Instant::now()));
        if let Some(found) = look(left.min(LOOKS)) {
            return Ok(found);
        }
        if left.is_zero() {
            return Err(Ended::Late);
        }
    }
}

/// Lets some time pass; less where the work is interrupted.
pub fn pause(time: Duration) {
    let _ = until(Some(Instant::now() + time), |most| {
        thread::sleep(most);
        None::<()>
    });
}

/// What another thread sends.
///
/// ```
/// use plyscope_files::wait::{Ended, receive};
/// use std::sync::mpsc::channel;
/// use std::time::Instant;
/// let (sender, receiver) = channel();
/// sender.send(1).unwrap();
/// assert_eq!(receive(&receiver, None), Ok(1));
/// assert_eq!(receive(&receiver, Some(Instant::now())), Err(Ended::Late));
/// drop(sender);
/// assert_eq!(receive(&receiver, None), Err(Ended::Gone));
/// ```
pub fn receive<T>(from: &Receiver<T>, end: Option<Instant>) -> Result<T, Ended> {
    let received = until(end, |most| match from.recv_timeout(most) {
        Ok(sent) => Some(Ok(sent)),
        Err(RecvTimeoutError::Timeout) => None,
        Err(RecvTimeoutError::Disconnected) => Some(Err(Ended::Gone)),
    });
    received.flatten()
}

/// Waits for a child to end.
pub fn exit(child: &mut Child, end: Instant) -> Result<ExitStatus, Ended> {
    let ended = until(Some(end), |most| match child.try_wait() {
        Ok(Some(status)) => Some(Ok(status)),
        Ok(None) => {
            thread::sleep(most.min(SHORT));
            None
        }
        Err(_) => Some(Err(Ended::Gone)),
    });
    ended.flatten()
}

/// Takes note of a child's end whenever it comes; nothing waits for that.
pub fn let_go(mut child: Child) {
    // Without a thread the system takes note of it when this program ends.
    let _ = thread::Builder::new().spawn(move || child.wait());
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::sync::mpsc::channel;

    /// Every wait, for an hour, ends within a second of the flag.
    #[test]
    fn waits_end_with_the_work() {
        type Wait = fn();
        let hour = || Instant::now() + Duration::from_secs(3600);
        let waits: [Wait; 3] = [
            || pause(Duration::from_secs(3600)),
            || {
                let (_sender, receiver) = channel::<()>();
                assert_eq!(receive(&receiver, None), Err(Ended::Interrupted));
            },
            || {
                assert_eq!(
                    until(None, |most| {
                        thread::sleep(most);
                        None::<()>
                    }),
                    Err(Ended::Interrupted)
                )
            },
        ];
        for wait in waits {
            let flag = Arc::new(AtomicBool::new(false));
            let raised = flag.clone();
            let raiser = thread::spawn(move || {
                thread::sleep(Duration::from_millis(20));
                raised.store(true, Ordering::Relaxed);
                Instant::now()
            });
            interrupt::until(flag, wait);
            let raised = raiser.join().expect("it raises the flag");
            assert!(raised.elapsed() < Duration::from_secs(1));
        }
        #[cfg(unix)]
        {
            let mut child = std::process::Command::new("sleep").arg("3600").spawn().expect("it starts");
            let ended = interrupt::until(Arc::new(true.into()), || exit(&mut child, hour()));
            assert_eq!(ended, Err(Ended::Interrupted));
            child.kill().expect("it is ours");
            assert!(exit(&mut child, hour()).is_ok());
        }
    }
}
