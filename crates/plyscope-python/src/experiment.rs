//! Experiments, from a file's text, by id, or as a question.

use crate::catalogue::{Own, built_in, with_own};
use crate::error::{Trouble, exception};
use crate::found::Found;
use crate::work::long;
use plyscope::catalogue::Catalogue;
use plyscope_lab::conduct::Conduct;
use plyscope_lab::experiment as lab;
use plyscope_lab::question::{Match, Question};
use plyscope_lab::report::slug;
use plyscope_lab::run::{Learned, RealDisk, run_chunks};
use plyscope_lab::{Error, Result};
use pyo3::prelude::*;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

/// An experiment that was read and checked.
#[pyclass(frozen, module = "plyscope._plyscope")]
pub(crate) struct Experiment {
    pub(crate) inner: lab::Experiment,
    pub(crate) trouble: Arc<Trouble>,
}

type Objects = BTreeMap<String, Py<PyAny>>;

/// Reads one, in a thread of its own: a user's game is asked on the way.
fn read(
    py: Python<'_>,
    games: Objects,
    evaluators: Objects,
    read: impl FnOnce(&Catalogue) -> Result<lab::Experiment> + Send,
) -> PyResult<Experiment> {
    let trouble = Arc::<Trouble>::default();
    let catalogue = with_own(built_in(py)?, Own { games, evaluators }, &trouble);
    let inner = long(py, &trouble, None, |_, _| read(&catalogue))?;
    Ok(Experiment { inner, trouble })
}

fn damaged(py: Python<'_>, error: serde_json::Error) -> PyErr {
    exception(py, Error::Usage(error.to_string()))
}

#[pymethods]
impl Experiment {
    /// The experiment that a text says; `file` is what errors call it.
    #[staticmethod]
    #[pyo3(signature = (text, *, file, id, alternative=None, trials=None, seed=None, games=None, evaluators=None))]
    #[expect(clippy::too_many_arguments, reason = "by name, from Python")]
    fn read(
        py: Python<'_>,
        text: &str,
        file: &str,
        id: &str,
        alternative: Option<&str>,
        trials: Option<u64>,
        seed: Option<u64>,
        games: Option<Objects>,
        evaluators: Option<Objects>,
    ) -> PyResult<Self> {
        read(py, games.unwrap_or_default(), evaluators.unwrap_or_default(), |catalogue| {
            let experiment = lab::Experiment::parse(catalogue, file, text, alternative)?;
            let suffix = alternative.map_or(String::new(), |suffix| format!("+{suffix}"));
            lab::Experiment { id: format!("{id}{suffix}"), ..experiment }.with(trials, seed)
        })
    }

    /// One of the papers' experiments, or of our own.
    #[staticmethod]
    #[pyo3(signature = (id, *, trials=None, seed=None))]
    fn builtin(py: Python<'_>, id: &str, trials: Option<u64>, seed: Option<u64>) -> PyResult<Self> {
        read(py, Objects::new(), Objects::new(), |catalogue| lab::builtin(catalogue, id)?.with(trials, seed))
    }

    /// What `plyscope measure` asks: its options as JSON.
    #[staticmethod]
    #[pyo3(signature = (asked, *, games, evaluators))]
    fn question(py: Python<'_>, asked: &str, games: Objects, evaluators: Objects) -> PyResult<Self> {
        let question: Question = serde_json::from_str(asked).map_err(|error| damaged(py, error))?;
        read(py, games, evaluators, |catalogue| question.experiment(catalogue))
    }

    /// What `plyscope match` asks: its options as JSON.
    #[staticmethod]
    #[pyo3(signature = (asked, *, games, evaluators))]
    fn matched(py: Python<'_>, asked: &str, games: Objects, evaluators: Objects) -> PyResult<Self> {
        let question: Match = serde_json::from_str(asked).map_err(|error| damaged(py, error))?;
        read(py, games, evaluators, |catalogue| question.experiment(catalogue))
    }

    /// Its id.
    #[getter]
    fn id(&self) -> &str {
        &self.inner.id
    }

    /// The reading of it that was chosen, if it has others.
    #[getter]
    fn alternative(&self) -> Option<&str> {
        self.inner.alternative.as_deref()
    }

    /// The text of its file.
    #[getter]
    fn text(&self) -> &str {
        &self.inner.text
    }

    /// Trials at every point.
    #[getter]
    fn trials(&self) -> u64 {
        self.inner.trials
    }

    /// The seed.
    #[getter]
    fn seed(&self) -> u64 {
        self.inner.seed
    }

    /// Runs it here.
    #[pyo3(signature = (*, jobs=None, out=None, nested=false, resume=false, progress=None))]
    fn run(
        &self,
        py: Python<'_>,
        jobs: Option<usize>,
        out: Option<PathBuf>,
        nested: bool,
        resume: bool,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Found> {
        let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get());
        long(py, &self.trouble, progress, |stop, progress| {
            let how = Conduct {
                trials: None,
                seed: None,
                until: None,
                decide: false,
                most: None,
                jobs: jobs.unwrap_or(cores).clamp(1, 1024),
                out: out.as_deref(),
                nested,
                resume,
                shard: None,
                stop,
                disk: &RealDisk,
            };
            let done = how.run(self.inner.clone(), progress, &|_, _| Ok(()))?;
            let (experiment, result) = done.expect("what is no shard has a result");
            let folder = out.clone().map(|out| if nested { out.join(slug(&experiment.id)) } else { out });
            Ok(Found { experiment, result, folder })
        })
    }

    /// The tallies of some chunks, as text.
    fn run_chunks(
        &self,
        py: Python<'_>,
        size: u64,
        learned: Learned,
        numbers: Vec<u64>,
    ) -> PyResult<Vec<String>> {
        if size == 0 {
            let error = Error::Usage("a chunk has at least one trial".into());
            return Err(self.trouble.explain(py, error));
        }
        long(py, &self.trouble, None, |stop, _| run_chunks(&self.inner, size, &learned, &numbers, stop))
    }
}
