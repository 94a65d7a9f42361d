//! What all requests share.

use crate::answer::Refusal;
use crate::folder::Folder;
use crate::limits::Names;
use crate::presets::GivenGame;
use crate::turns::{Turns, compute};
use plyscope::catalogue::Catalogue;
use plyscope_lab::experiment::Experiment;
use plyscope_lab::results::ExperimentResult;
use std::collections::VecDeque;
use std::net::IpAddr;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};

/// Results that are kept, so that a figure is not computed again for its numbers.
const KEPT: usize = 16;

/// What was computed lately, by what was asked.
type Kept = VecDeque<(String, Arc<(Experiment, ExperimentResult)>)>;

/// What all requests share.
pub(crate) struct App {
    /// For what is in the folder.
    pub(crate) catalogue: Catalogue,
    /// For names in requests.
    pub(crate) names: Names,
    /// Games that the command line gave.
    pub(crate) games: Vec<GivenGame>,
    pub(crate) folder: Option<Folder>,
    pub(crate) turns: Turns,
    pub(crate) jobs: usize,
    /// Where it listens.
    pub(crate) address: IpAddr,
    pub(crate) port: u16,
    /// The token that a client has to send, where others than this machine can connect.
    pub(crate) token: Option<String>,
    kept: Mutex<Kept>,
}

impl App {
    pub(crate) fn new(
        catalogue: Catalogue,
        folder: Option<Folder>,
        (address, port): (IpAddr, u16),
        token: Option<String>,
    ) -> Self {
        let jobs = std::thread::available_parallelism().map_or(1, |cores| cores.get());
        let names = Names { catalogue: catalogue.clone(), given: Vec::new() };
        let (turns, kept) = (Turns::new(jobs), Mutex::default());
        App { catalogue, names, games: Vec::new(), folder, turns, jobs, address, port, token, kept }
    }

    /// Does work for a client when it is its turn.
    pub(crate) async fn compute<T: Send + 'static>(
        self: &Arc<Self>,
        client: &Client,
        work: impl FnOnce(&App, &AtomicBool) -> Result<T, Refusal> + Send + 'static,
    ) -> Result<T, Refusal> {
        let app = self.clone();
        compute(&self.turns, &client.0, move |stop| work(&app, stop)).await
    }

    /// What was computed for the same question, or what is computed now.
    pub(crate) fn kept(
        &self,
        question: &str,
        make: impl FnOnce() -> Result<(Experiment, ExperimentResult), Refusal>,
    ) -> Result<Arc<(Experiment, ExperimentResult)>, Refusal> {
        let lock = || self.kept.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        if let Some((_, known)) = lock().iter().find(|(known, _)| known == question) {
            return Ok(known.clone());
        }
        let made = Arc::new(make()?);
        let mut kept = lock();
        kept.push_back((question.to_string(), made.clone()));
        if kept.len() > KEPT {
            kept.pop_front();
        }
        Ok(made)
    }

    /// Is it this machine alone that can ask?
    pub(crate) fn is_loopback(&self) -> bool {
        self.address.is_loopback()
    }
}

/// Who asks: a page, or a connection.
#[derive(Debug, Clone)]
pub(crate) struct Client(pub(crate) String);
