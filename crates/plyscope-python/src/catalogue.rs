//! What names mean from Python: what the command knows, and the user's own games and evaluators.

use crate::error::Trouble;
use crate::evaluator::{Brought, Ground};
use crate::game;
use plyscope::Error;
use plyscope::catalogue::{Catalogue, Described, Entry, GameEntry};
use plyscope::name::{Name, Parameter};
use plyscope::player::AnyGame;
use plyscope_process::{Starts, engines};
use pyo3::prelude::*;
use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex};

const GAME: Parameter =
    Parameter { name: "game", default: "", allowed: "the name of a game that was written in Python" };

/// The user's own objects, by name.
#[derive(Default)]
pub(crate) struct Own {
    pub(crate) games: BTreeMap<String, Py<PyAny>>,
    pub(crate) evaluators: BTreeMap<String, Py<PyAny>>,
}

impl Own {
    fn functions(&self) -> BTreeMap<String, Py<PyAny>> {
        let copy = |py: Python<'_>| {
            self.evaluators.iter().map(|(name, function)| (name.clone(), function.clone_ref(py))).collect()
        };
        Python::attach(copy)
    }
}

/// The command that supervises other programs for us: Python itself, with a module of ours.
fn supervisor(py: Python<'_>) -> PyResult<Option<String>> {
    let executable: Option<String> = py.import("sys")?.getattr("executable")?.extract()?;
    Ok(executable.filter(|path| !path.is_empty()))
}

/// Logs which program is started, under `logging.getLogger("plyscope")`.
fn announce(command: &str) {
    let told = Python::attach(|py| {
        let logger = py.import("logging")?.call_method1("getLogger", ("plyscope",))?;
        logger.call_method1("info", ("starting `%s`", command)).map(|_| ())
    });
    // A logger that fails is no reason to end.
    drop(told);
}

/// What the command knows.
pub(crate) fn built_in(py: Python<'_>) -> PyResult<Catalogue> {
    let starts = match supervisor(py)? {
        Some(python) => Starts::OnUse {
            supervisor: vec![python.into(), "-m".into(), "plyscope.supervise".into()],
            announce,
        },
        None => Starts::Never,
    };
    let catalogue = plyscope_lab::files::reading(Catalogue::built_in());
    let catalogue = plyscope_chess::added_to(plyscope_tables::added_to(catalogue));
    Ok(plyscope_process::added_to(catalogue, starts, engines::cache_folder()))
}

/// The same with the user's own games, and with their functions as evaluators of every game.
pub(crate) fn with_own(catalogue: Catalogue, own: Own, trouble: &Arc<Trouble>) -> Catalogue {
    let own = Arc::new(own);
    let mut known = catalogue.clone();
    if !own.evaluators.is_empty() {
        for entry in catalogue.games().iter().rev() {
            known = known.with_game_entry(bringing(entry, &catalogue, &own, trouble));
        }
    }
    if own.games.is_empty() { known } else { known.with_game_entry(python(own, trouble.clone())) }
}

/// The name `python(game="...")`.
fn python(own: Arc<Own>, trouble: Arc<Trouble>) -> GameEntry {
    let open: Mutex<HashMap<String, AnyGame>> = Mutex::default();
    Entry::new("python", "A game written in Python.", &[GAME], move |arguments, &()| {
        let text = arguments.text("game");
        // Not locked while Python is asked.
        if let Some(game) = open.lock().expect("the lock is not poisoned").get(text) {
            return Ok(game.clone());
        }
        let Some(object) = own.games.get(text) else {
            let known = own.games.keys().map(String::as_str).collect::<Vec<_>>().join(", ");
            let known = if known.is_empty() { "none was given".into() } else { format!("given: {known}") };
            let why =
                format!("there is no game `{text}` here ({known}); run it from Python, with the game itself");
            return Err(Error::Settings { kind: "python".into(), why });
        };
        let object = Python::attach(|py| object.clone_ref(py));
        let name = Name::new("python").with("game", text);
        let game = Arc::new(game::open(name, object, trouble.clone())?);
        let (ground, functions) = (Ground::Own(game.clone()), own.functions());
        let brought = Brought { ground, functions, trouble: trouble.clone(), known: None };
        let game = AnyGame::shared(game).bringing(Arc::new(brought));
        open.lock().expect("the lock is not poisoned").insert(text.to_string(), game.clone());
        Ok(game)
    })
}

/// A game of the catalogue's that brings the user's functions along.
fn bringing(entry: &GameEntry, catalogue: &Catalogue, own: &Arc<Own>, trouble: &Arc<Trouble>) -> GameEntry {
    let (kind, parameters) = (entry.name(), entry.parameters().to_vec());
    let (catalogue, own, trouble) = (catalogue.clone(), own.clone(), trouble.clone());
    let given = parameters.clone();
    let outside = entry.description().outside.clone();
    let bringing = Entry::new(kind, entry.summary(), &given, move |arguments, &()| {
        let all = parameters.iter().map(|parameter| (parameter, arguments.text(parameter.name)));
        let given = all.filter(|(parameter, value)| parameter.default != *value);
        let name = given.fold(Name::new(kind), |name, (parameter, value)| name.with(parameter.name, value));
        let game = catalogue.game(&name.to_string())?;
        let brought = Brought {
            ground: Ground::Texts(game.erase()),
            functions: own.functions(),
            trouble: trouble.clone(),
            known: Some((catalogue.clone(), game.clone())),
        };
        Ok(AnyGame::shared(game.erase()).bringing(Arc::new(brought)))
    });
    outside.into_iter().fold(bringing, |entry, (by, how)| match by {
        None => entry.reaching(how),
        Some(parameter) => entry.reaching_by(parameter, how),
    })
}
