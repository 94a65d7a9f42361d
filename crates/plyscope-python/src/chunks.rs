//! A run whose chunks are done elsewhere.

use crate::error::{Trouble, ours};
use crate::experiment::Experiment;
use crate::found::Found;
use crate::work::long;
use plyscope_lab::report::slug;
use plyscope_lab::run;
use pyo3::prelude::*;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

/// A run whose chunks are done elsewhere: which are missing, and what came of those that are there.
#[pyclass(frozen, module = "plyscope._plyscope")]
pub(crate) struct Collection {
    experiment: plyscope_lab::experiment::Experiment,
    trouble: Arc<Trouble>,
    /// Where it is kept.
    folder: Option<PathBuf>,
    /// Nothing once it is finished.
    inner: Mutex<Option<run::Collection>>,
}

impl Collection {
    /// Does something with it, where it is not finished yet.
    fn with<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut run::Collection) -> plyscope_lab::Result<T> + Send,
    ) -> PyResult<T> {
        let done = py.detach(|| {
            let mut inner = self.inner.lock().expect("the lock is not poisoned");
            inner.as_mut().map(work)
        });
        let done = done.ok_or_else(|| ours(py, "InputError", "the run is finished"))?;
        done.map_err(|error| self.trouble.explain(py, error))
    }
}

#[pymethods]
impl Collection {
    /// Begins a run, in a folder, in one of its own within that, or in memory.
    #[new]
    #[pyo3(signature = (experiment, *, out=None, nested=false, resume=false))]
    fn new(
        py: Python<'_>,
        experiment: PyRef<'_, Experiment>,
        out: Option<PathBuf>,
        nested: bool,
        resume: bool,
    ) -> PyResult<Self> {
        let (experiment, trouble) = (experiment.inner.clone(), experiment.trouble.clone());
        let out = out.map(|out| if nested { out.join(slug(&experiment.id)) } else { out });
        let folder = out.as_deref().map(|out| (out, resume));
        let inner = long(py, &trouble, None, |_, _| run::Collection::begin(experiment.clone(), folder))?;
        Ok(Collection { experiment, trouble, folder: out, inner: Mutex::new(Some(inner)) })
    }

    /// Trials of a chunk.
    fn chunk_size(&self, py: Python<'_>) -> PyResult<u64> {
        self.with(py, |inner| Ok(inner.chunk_size()))
    }

    /// The numbers of the chunks that are not done yet.
    fn open(&self, py: Python<'_>) -> PyResult<Vec<u64>> {
        self.with(py, |inner| Ok(inner.open().collect()))
    }

    /// How many trials are done, of how many.
    fn trials(&self, py: Python<'_>) -> PyResult<[u64; 2]> {
        self.with(py, |inner| Ok(inner.trials()))
    }

    /// Learns what is to be learned before chunks can be done.
    #[pyo3(signature = (progress=None))]
    fn learn(&self, py: Python<'_>, progress: Option<Py<PyAny>>) -> PyResult<run::Learned> {
        long(py, &self.trouble, progress, |_, progress| {
            let inner = self.inner.lock().expect("the lock is not poisoned");
            inner.as_ref().map_or(Ok(run::Learned::new()), |inner| inner.learn(progress))
        })
    }

    /// Adds the tally of a chunk.
    fn add(&self, py: Python<'_>, number: u64, tally: &str) -> PyResult<()> {
        self.with(py, |inner| inner.add(number, tally))
    }

    /// Records in the folder that the run was stopped.
    fn stopped(&self, py: Python<'_>) -> PyResult<()> {
        self.with(py, |inner| inner.stopped())
    }

    /// What came out, once every chunk is there.
    fn finish(&self, py: Python<'_>) -> PyResult<Found> {
        self.with(py, |_| Ok(()))?;
        let inner = self.inner.lock().expect("the lock is not poisoned").take();
        let inner = inner.ok_or_else(|| ours(py, "InputError", "the run is finished"))?;
        let result = long(py, &self.trouble, None, |_, _| inner.finish())?;
        Ok(Found { experiment: self.experiment.clone(), result, folder: self.folder.clone() })
    }
}
