//! Players in one text: who decides, and what they may spend on a move; engines; and the player for few evaluations, with
//! what it learns.

use super::{Catalogue, Entry, Evaluated, Outside, Subject};
use crate::calibration::{Labels, Model, Purpose, Training, TrainingSet};
use crate::error::{Error, Result};
use crate::evaluator::Calibration;
use crate::name::{Given, Name};
use crate::player::{AnyGame, Player};
use crate::search::decisive::{Decisive, Settings};
use crate::search::{DEEPEST, Effort, Mcts, SearchInfo, UNITS};
use crate::value::Win;
use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;

/// A player by names, for a game.
///
/// ```
/// use plyscope::catalogue::Catalogue;
/// use plyscope::search::Effort;
/// let catalogue = Catalogue::built_in();
/// let game = catalogue.game("connect-four")?;
/// let player = catalogue.named_player("player(depth=4)", &game)?;
/// assert_eq!(player.effort, Some(Effort::Depth(4)));
/// assert_eq!(player.to_string(), "player(rule=minimax,evaluator=lines,search=alpha-beta,depth=4)");
/// # Ok::<(), plyscope::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct NamedPlayer {
    /// Who it is.
    pub who: Who,
    /// What it may spend on a move; none where the caller says so, or where it goes to the end of the game.
    pub effort: Option<Effort>,
}

/// Who a player is, by name.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Who {
    /// A rule, an evaluator and a search of ours.
    Searcher {
        /// The back-up rule.
        rule: String,
        /// The evaluator.
        evaluator: String,
        /// The search.
        search: String,
    },
    /// An engine.
    Engine(Name),
}

impl NamedPlayer {
    /// Does it go to the end of the game, whatever it may spend?
    pub fn goes_to_the_end(&self) -> bool {
        match &self.who {
            Who::Searcher { search, .. } => search.parse::<Name>().is_ok_and(|name| name.kind() == "solve"),
            Who::Engine(_) => false,
        }
    }

    /// The same with another effort.
    #[must_use]
    pub fn with_effort(self, effort: Effort) -> Self {
        NamedPlayer { effort: Some(effort), ..self }
    }
}

impl fmt::Display for NamedPlayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = match &self.who {
            Who::Searcher { rule, evaluator, search } if rule.is_empty() => {
                let search = search.parse().unwrap_or_else(|_| Name::new("mcts"));
                search.with("evaluator", evaluator)
            }
            Who::Searcher { rule, evaluator, search } => {
                Name::new("player").with("rule", rule).with("evaluator", evaluator).with("search", search)
            }
            Who::Engine(name) => name.clone(),
        };
        match self.effort {
            None => name.fmt(f),
            Some(effort) => name.with(effort.unit().name, effort.amount()).fmt(f),
        }
    }
}

/// A kind of player.
pub type PlayerEntry = Entry<AnyGame, NamedPlayer>;

/// What an evaluator is called that the game chooses.
pub(super) const FITTING: &str = "fitting";

/// How much may be spent in one way, if that is given.
fn amount(given: &mut Given<'_>, parameter: &'static str, allowed: &'static str) -> Option<u64> {
    given.value(parameter, "none", allowed, |text| match text {
        "none" => Some(None),
        _ => text.parse().ok().filter(|amount| *amount > 0).map(Some),
    })
}

/// The evaluator of a player.
fn evaluator(given: &mut Given<'_>) -> String {
    let allowed = "an evaluator, in quotes where it has parameters; fitting: the first that knows the game";
    given.text("evaluator", FITTING, allowed)
}

/// The effort that is given, of some kinds; `why` says what is wrong with two.
fn one_of(kind: &str, efforts: &[Option<Effort>], why: &str) -> Result<Option<Effort>> {
    let mut given = efforts.iter().flatten();
    match (given.next(), given.next()) {
        (_, Some(_)) => Err(Error::Settings { kind: kind.into(), why: why.into() }),
        (effort, None) => Ok(effort.copied()),
    }
}

/// A search that takes no rule, as a player.
fn without_rule(evaluator: String, search: String, effort: Option<Effort>) -> NamedPlayer {
    NamedPlayer { who: Who::Searcher { rule: String::new(), evaluator, search }, effort }
}

/// A back-up rule, an evaluator and a search.
fn searcher(given: &mut Given<'_>) -> Result<impl Fn(&AnyGame) -> Result<NamedPlayer> + use<>> {
    let rule = given.text("rule", "minimax", "a back-up rule, in quotes where it has parameters");
    let evaluator = evaluator(given);
    let allowed =
        "a search, in quotes where it has parameters; usual: alpha-beta for minimax, else full-width";
    let search = given.text("search", "usual", allowed);
    let depth = given.value("depth", "none", "plies to look ahead, 1 to 512", |text| match text {
        "none" => Some(None),
        _ => text.parse().ok().filter(|depth| (1..=DEEPEST).contains(depth)).map(Some),
    });
    let nodes = amount(given, "nodes", "nodes a move, 1 or more; the usual search for minimax then deepens");
    let allowed = "distinct positions evaluated for a move, 1 or more; the usual search then deepens";
    let evaluations = amount(given, "evaluations", allowed);
    let efforts = [depth.map(Effort::Depth), nodes.map(Effort::Nodes), evaluations.map(Effort::Evaluations)];
    let effort =
        one_of("player", &efforts, "it has a depth, or a number of nodes or evaluations: one of them")?;
    Ok(move |game: &AnyGame| {
        let cuts = rule == "minimax" && !game.facts().has_chance;
        let search = match (search.as_str(), effort) {
            ("usual", Some(Effort::Nodes(_))) if rule == "minimax" => "alpha-beta(deepening=yes)",
            ("usual", Some(Effort::Evaluations(_))) if cuts => {
                "alpha-beta(deepening=yes,history=yes,table=1)"
            }
            ("usual", Some(Effort::Evaluations(_))) => "full-width(deepening=yes)",
            ("usual", _) if cuts => "alpha-beta",
            ("usual", _) => "full-width",
            (named, _) => named,
        };
        let (rule, evaluator, search) = (rule.clone(), evaluator.clone(), search.to_string());
        Ok(NamedPlayer { who: Who::Searcher { rule, evaluator, search }, effort })
    })
}

/// A search for few evaluations; from a file, where one is needed.
fn decisive(given: &mut Given<'_>, learned: bool) -> Result<NamedPlayer> {
    let evaluator = evaluator(given);
    let effort = amount(given, "evaluations", "positions evaluated for a move, 1 or more");
    let settings: Settings = given.settings()?;
    if learned && settings.model.is_none() {
        return Err(given.refuse("model"));
    }
    Ok(without_rule(evaluator, settings.name().to_string(), effort.map(Effort::Evaluations)))
}

/// Monte-Carlo tree search.
fn sampler(given: &mut Given<'_>) -> Result<NamedPlayer> {
    let evaluator = evaluator(given);
    let iterations = amount(given, "iterations", "iterations a move, 1 or more").map(Effort::Iterations);
    let allowed = "distinct positions evaluated for a move, 1 or more";
    let evaluations = amount(given, "evaluations", allowed).map(Effort::Evaluations);
    let why = "it has a number of iterations or of evaluations, not both";
    let effort = one_of("mcts", &[iterations, evaluations], why)?;
    let search: Mcts = given.settings()?;
    Ok(without_rule(evaluator, search.name().to_string(), effort))
}

/// An engine's name with what it may spend on a move; the rest of the name is the engine's own.
pub(super) fn engine(name: &Name) -> Result<NamedPlayer> {
    let amount = |parameter: &str| {
        let read =
            |text: &str| text.parse::<u64>().ok().filter(|amount| (1..=u64::from(u32::MAX)).contains(amount));
        let refuse = |text: &str| Error::Parameter {
            kind: name.kind().to_string(),
            parameter: parameter.to_string(),
            value: text.to_string(),
            allowed: "a whole number of 1 or more".into(),
        };
        name.get(parameter).map(|text| read(text).ok_or_else(|| refuse(text))).transpose()
    };
    let given = UNITS.iter().filter(|unit| OF_ENGINES.contains(&unit.name));
    let given = given.map(|unit| Ok(amount(unit.name)?.and_then(unit.of))).collect::<Result<Vec<_>>>()?;
    let effort = one_of(name.kind(), &given, "it has a depth or a number of nodes, not both")?;
    Ok(NamedPlayer { who: Who::Engine(name.clone().without(&OF_ENGINES)), effort })
}

/// What engines may spend.
const OF_ENGINES: [&str; 3] = ["depth", "nodes", "movetime"];

/// What comes with this crate.
pub(super) fn entries() -> Vec<PlayerEntry> {
    let searches = "A back-up rule, an evaluator and a search, with what it may spend on a move.";
    let samples = "Monte-Carlo tree search, with how many iterations a move may cost.";
    let spends = "The search for expensive evaluators, with a number of evaluations per move.";
    let from_file = "The same with a model, a file written by `plyscope learn`.";
    vec![
        Entry::given("player", searches, searcher),
        Entry::taking("decisive", spends, |given| decisive(given, false))
            .reaching_by("model", Outside::Files),
        Entry::taking("learned", from_file, |given| decisive(given, true)).reaching(Outside::Files),
        Entry::taking("mcts", samples, sampler),
    ]
}

/// Makes a player of a game; what it is made of may be another program, which is started then.
pub type EngineMaker = dyn Fn(&AnyGame) -> Result<Arc<dyn Player>> + Send + Sync;

/// A kind of player. Reading a name is cheap; what it makes is made for a game.
pub type EngineEntry = Entry<(), Box<EngineMaker>>;

/// Engines that come with this crate.
pub(super) fn engines() -> Vec<EngineEntry> {
    let entry = Entry::taking("engine", "An engine of the game's own program.", |given| {
        let name = given.text("name", "main", "an engine that the game brings");
        let make: Box<EngineMaker> = Box::new(move |game| {
            let brings = game.brings();
            brings.and_then(|brings| brings.engine(&name)).unwrap_or_else(|| {
                let known = brings.map_or(Vec::new(), |brings| brings.engines()).join(", ");
                let known = if known.is_empty() { crate::error::NONE.into() } else { known };
                Err(Error::UnknownKind { what: "engine of the game", name: name.clone(), known })
            })
        });
        Ok(make)
    });
    vec![entry.reaching(Outside::Program)]
}

/// Makes the player. What is learned from solved positions is learned once and kept on the subject's cache; without one
/// nothing is.
pub(super) fn decider(
    catalogue: &Catalogue,
    subject: &Subject<'_>,
    settings: Settings,
    evaluated: &Evaluated,
) -> Result<Arc<dyn Player>> {
    let game = subject.game;
    // What is not learned yet is checked as what it will be.
    let unlearned = match (subject.cache, evaluated.calibrate) {
        (None, Some(_)) => Some(game.revised(&evaluated.evaluator, Arc::new(Unlearned))?),
        _ => None,
    };
    let evaluator = unlearned.as_ref().unwrap_or(&evaluated.evaluator);
    if let Some(model) = catalogue.model(&settings)? {
        model.check(&game.name(), &evaluated.profile.name)?;
        let search = model.search(settings);
        return match model.curves {
            Some(curves) => game.player(search, &game.revised(evaluator, Arc::new(curves))?),
            None => game.player(search, evaluator),
        };
    }
    let plain = Decisive { settings, ..Decisive::default() };
    let (Some(cache), 1..) = (subject.cache, plain.settings.solved) else {
        return game.player(plain, evaluator);
    };
    // Refused before anything is learned.
    game.player(plain.clone(), evaluator)?;
    let lesson = evaluated.lesson(subject);
    let (positions, draws) = (plain.settings.solved, plain.settings.draws);
    let mut learn = || {
        let learned = Training { lesson: &lesson, positions, labels: Labels::Exact, draws }.learn()?;
        let model = Model {
            game: game.name(),
            evaluator: evaluated.profile.name.clone(),
            labels: Labels::Exact,
            draws,
            positions,
            seed: subject.seed,
            spread: learned.spread,
            back_up: learned.back_up,
            curves: None,
        };
        Ok(model.to_text())
    };
    // What is learned does not depend on batches and memory.
    let learns = Settings { solved: positions, draws, ..Settings::default() };
    let name = format!("{}/{}/{} seed {}", game.name(), evaluated.profile.name, learns.name(), subject.seed);
    let model = Model::from_text(&cache.get_or_learn(&name, &mut learn)?)?;
    game.player(model.search(plain.settings), evaluator)
}

/// A calibration that is still to be learned.
struct Unlearned;

impl Calibration for Unlearned {
    fn name(&self) -> Name {
        Name::new("unlearned")
    }
    fn check(&self, _: &Name, _: &Name) -> Result<()> {
        Ok(())
    }
    fn win(&self, _: u32, _: f64) -> Win {
        Win::even()
    }
    fn tells_draws(&self) -> bool {
        false
    }
    fn win_and_draw(&self, _: u32, _: f64) -> Option<(Win, Win)> {
        None
    }
}

impl Catalogue {
    /// What a search for few evaluations takes from a file, if it does.
    fn model(&self, settings: &Settings) -> Result<Option<Model>> {
        let Some(path) = &settings.model else { return Ok(None) };
        let read = self.read.as_ref().ok_or_else(|| Error::Settings {
            kind: settings.name().to_string(),
            why: "no files are read here".into(),
        })?;
        Model::from_text(&read(path)?).map(Some)
    }

    /// The keys of the positions that a search of this name learns from, besides its evaluator ([`TrainingSet::keys`]): they are
    /// not to be judged by. What a file was learned from is drawn again with the seed that the file names.
    pub fn searched_from(&self, search: &str, lesson: &TrainingSet) -> Result<BTreeSet<u64>> {
        let Some(settings) = self.search(search)?.decisive() else { return Ok(BTreeSet::new()) };
        if let Some(model) = self.model(&settings)? {
            let lesson = TrainingSet { seed: model.seed, ..lesson.clone() };
            let mut keys = lesson.keys(model.positions, Purpose::Rule)?;
            if model.curves.is_some() {
                keys.extend(lesson.keys(Model::CALIBRATED_ON, Purpose::Fit)?);
            }
            return Ok(keys);
        }
        match settings.solved {
            0 => Ok(BTreeSet::new()),
            solved => lesson.keys(solved, Purpose::Rule),
        }
    }
}
