//! Long work: other threads of Python go on, progress is shown, Ctrl-C ends it.

use crate::error::Trouble;
use plyscope::interrupt;
use plyscope_files::wait;
use plyscope_lab::run::Progress;
use pyo3::prelude::*;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::sync_channel;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

/// How often Python is asked whether the user wants to stop, and told how far the work is.
const TICK: Duration = Duration::from_millis(50);

/// How far the work is, until it is next read.
#[derive(Default)]
struct Told {
    done: AtomicU64,
    all: AtomicU64,
    learning: Mutex<Option<String>>,
}

impl Progress for Told {
    fn advance(&self, done: u64, all: u64) {
        self.all.store(all, Ordering::Relaxed);
        self.done.store(done, Ordering::Relaxed);
    }
    fn prepare(&self, what: &str) {
        *self.learning.lock().expect("the lock is not poisoned") = Some(what.to_string());
    }
}

impl Told {
    /// Tells a callable of Python: `progress(done, all, what is learned or None)`.
    fn tell(&self, py: Python<'_>, progress: Option<&Py<PyAny>>) -> PyResult<()> {
        let Some(progress) = progress else { return Ok(()) };
        let learning = self.learning.lock().expect("the lock is not poisoned").take();
        let (done, all) = (self.done.load(Ordering::Relaxed), self.all.load(Ordering::Relaxed));
        progress.call1(py, (done, all, learning)).map(|_| ())
    }
}

/// Does something that takes long in a thread of its own. An exception of the user's own code, of the callable that shows
/// progress or by a signal ends it, and is what comes back.
pub(crate) fn long<T: Send>(
    py: Python<'_>,
    trouble: &Trouble,
    progress: Option<Py<PyAny>>,
    work: impl FnOnce(&AtomicBool, &dyn Progress) -> plyscope_lab::Result<T> + Send,
) -> PyResult<T> {
    trouble.forget();
    let (told, stop) = (Told::default(), Arc::new(AtomicBool::new(false)));
    let mut interrupted = None;
    let done = py.detach(|| {
        thread::scope(|scope| {
            let (sender, ended) = sync_channel::<()>(0);
            let (told, stop) = (&told, &stop);
            let worker = scope.spawn(move || {
                // Dropped at the end, whatever that is.
                let _sender = sender;
                interrupt::until(stop.clone(), || work(stop, told))
            });
            while wait::receive(&ended, Some(Instant::now() + TICK)) == Err(wait::Ended::Late) {
                let tick =
                    |py: Python<'_>| py.check_signals().and_then(|()| told.tell(py, progress.as_ref()));
                if interrupted.is_none()
                    && let Err(error) = Python::attach(tick)
                {
                    stop.store(true, Ordering::Relaxed);
                    trouble.stop();
                    interrupted = Some(error);
                }
            }
            worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        })
    });
    if let Some(error) = interrupted {
        return Err(error);
    }
    let done = done.map_err(|error| trouble.explain(py, error))?;
    told.tell(py, progress.as_ref())?;
    Ok(done)
}
