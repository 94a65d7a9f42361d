//! What goes wrong, as Python's exceptions by kind, with the texts of the command.

use plyscope_lab::Error;
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard};

/// What went wrong in a user's own code, and whether all of it is to end.
///
/// The library's errors are texts. A user wants their own exception, with the place where it came up; so it is kept here
/// until the work has ended, and is raised in place of the text.
#[derive(Default)]
pub(crate) struct Trouble {
    first: Mutex<Option<PyErr>>,
    stopped: AtomicBool,
}

impl Trouble {
    fn kept(&self) -> MutexGuard<'_, Option<PyErr>> {
        self.first.lock().expect("the lock is not poisoned")
    }

    /// Nothing went wrong yet.
    pub(crate) fn forget(&self) {
        self.stopped.store(false, Ordering::Relaxed);
        drop(self.take());
    }

    /// Keeps an exception, unless there is one already; what the library is told.
    pub(crate) fn keep(&self, program: &str, error: PyErr) -> plyscope::Error {
        let why = error.to_string();
        let mut first = self.kept();
        // One that is not kept is dropped after the lock: it may be the last that holds some object of the user's.
        if first.is_none() {
            *first = Some(error);
        }
        plyscope::Error::Program { program: program.to_string(), why }
    }

    /// What was kept.
    pub(crate) fn take(&self) -> Option<PyErr> {
        self.kept().take()
    }

    /// From now on every call of a user's code is refused, so that all work ends soon.
    pub(crate) fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    /// Refuses to ask a user's code where all is to end.
    pub(crate) fn check(&self, program: &str) -> plyscope::Result<()> {
        match self.stopped.load(Ordering::Relaxed) {
            false => Ok(()),
            true => Err(plyscope::Error::Program { program: program.to_string(), why: "interrupted".into() }),
        }
    }

    /// The exception for an error: the user's own where one was kept.
    pub(crate) fn explain(&self, py: Python<'_>, error: Error) -> PyErr {
        self.take().unwrap_or_else(|| exception(py, error))
    }
}

/// An exception of one of our own classes.
pub(crate) fn ours(py: Python<'_>, class: &str, text: &str) -> PyErr {
    let made = py.import("plyscope.errors").and_then(|errors| errors.getattr(class)?.call1((text,)));
    made.map_or_else(|error| error, PyErr::from_value)
}

/// The exception for an error, by kind.
pub(crate) fn exception(py: Python<'_>, error: Error) -> PyErr {
    use plyscope::Error as Library;
    let class = match &error {
        Error::File { cause, .. } => {
            let text = error.to_string();
            return match cause.raw_os_error() {
                Some(number) => PyOSError::new_err((number, text)),
                None => PyOSError::new_err(text),
            };
        }
        Error::Folder { .. } => "FolderError",
        Error::Library(Library::Program { .. } | Library::Failed { .. }) => "ProgramError",
        Error::Library(
            Library::TooDeep { .. }
            | Library::TooLarge { .. }
            | Library::Memory { .. }
            | Library::Unsolved { .. }
            | Library::Exhausted { .. },
        ) => "LimitError",
        Error::Stopped(_) => "PlyscopeError",
        _ => "InputError",
    };
    ours(py, class, &error.to_string())
}
