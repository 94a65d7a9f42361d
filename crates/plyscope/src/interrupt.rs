//! Whether the work in hand is still wanted: asked here and nowhere else.
//!
//! A program that works for a client who may leave gives the work a flag ([`until`]). Decisions, solvers and waits look at the
//! flag of their thread and end soon after it is raised, with [`Error::Interrupted`] and never with half a result. There is
//! no flag until one is given.
//!
//! ```
//! use plyscope::{Error, interrupt};
//! use std::sync::Arc;
//! use std::sync::atomic::{AtomicBool, Ordering};
//! let flag = Arc::new(AtomicBool::new(false));
//! let found = interrupt::until(flag.clone(), || {
//!     flag.store(true, Ordering::Relaxed);
//!     interrupt::check()
//! });
//! assert_eq!(found, Err(Error::Interrupted));
//! assert_eq!(interrupt::check(), Ok(())); // the flag was for that work alone
//! ```

use crate::error::{Error, Result};
use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

type Flag = Option<Arc<AtomicBool>>;

thread_local! {
    static FLAG: RefCell<Flag> = const { RefCell::new(None) };
}

/// Does work that ends soon after a flag is raised.
pub fn until<T>(flag: Arc<AtomicBool>, work: impl FnOnce() -> T) -> T {
    under(Some(flag), work)
}

/// Work for another thread that ends with this one's flag.
///
/// ```
/// use plyscope::interrupt;
/// use std::sync::Arc;
/// let told = interrupt::until(Arc::new(true.into()), || {
///     std::thread::scope(|scope| scope.spawn(interrupt::inherited(interrupt::check)).join().unwrap())
/// });
/// assert!(told.is_err());
/// ```
pub fn inherited<T>(work: impl FnOnce() -> T) -> impl FnOnce() -> T {
    let flag = FLAG.with_borrow(Flag::clone);
    move || under(flag, work)
}

fn under<T>(flag: Flag, work: impl FnOnce() -> T) -> T {
    /// Gives the thread back the flag that it had, however the work ends.
    struct Before(Flag);
    impl Drop for Before {
        fn drop(&mut self) {
            FLAG.set(self.0.take());
        }
    }
    let _before = Before(FLAG.replace(flag));
    work()
}

/// Was the flag of this thread's work raised?
pub fn is_raised() -> bool {
    FLAG.with_borrow(|flag| flag.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed)))
}

/// Refuses to go on once the flag is raised.
pub fn check() -> Result<()> {
    if is_raised() { Err(Error::Interrupted) } else { Ok(()) }
}

/// Does a part of the work that can end early, and takes no result of one that may have.
pub(crate) fn heeded<T>(work: impl FnOnce(Option<&AtomicBool>) -> Result<T>) -> Result<T> {
    let flag = FLAG.with_borrow(Flag::clone);
    let done = work(flag.as_deref());
    check()?;
    done
}
