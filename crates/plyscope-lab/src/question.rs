//! Questions about a game, as the options of `plyscope measure` and `plyscope match` put them, and the experiments that answer
//! them.
//!
//! The experiment is a file first: what a folder keeps is what anybody can run again, and the command, Python and the page get
//! the same bytes for the same question.

use crate::error::{Error, Result};
use crate::experiment::{Experiment, ExperimentFile, FigureFile, FigureKind, Measured, SeriesFile};
use crate::measurement::Repair;
use plyscope::catalogue::Catalogue;
use plyscope::player::AnyGame;
use plyscope::search::{SearchInfo, UNITS, Unit};
use serde::Deserialize;
use std::collections::BTreeMap;

/// Positions to judge by default, where the source does not count them.
const TRIALS: u64 = 1000;

/// Pairs of games by default, where openings are not counted.
const PAIRS: u64 = 500;

/// The same where a test ends the match.
const MOST_TESTED: u64 = 20_000;

/// What players may spend.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(try_from = "BTreeMap<String, Vec<u64>>")]
pub struct Efforts {
    /// What is counted.
    pub unit: &'static Unit,
    /// How much of it, one amount a column.
    pub amounts: Vec<u64>,
}

impl Efforts {
    /// Of the unit that files and options call so: `depths`, `nodes`, ...
    pub fn of(key: &str, amounts: Vec<u64>) -> Result<Self> {
        let known = || UNITS.iter().map(|unit| unit.key).collect::<Vec<_>>().join(", ");
        let why = || Error::Usage(format!("players spend {}, not `{key}`", known()));
        Ok(Efforts { unit: Unit::by_key(key).ok_or_else(why)?, amounts })
    }

    fn is(&self, key: &str) -> bool {
        self.unit.key == key
    }
}

impl TryFrom<BTreeMap<String, Vec<u64>>> for Efforts {
    type Error = Error;

    fn try_from(given: BTreeMap<String, Vec<u64>>) -> Result<Self> {
        let mut given = given.into_iter();
        match (given.next(), given.next()) {
            (Some((key, amounts)), None) => Efforts::of(&key, amounts),
            _ => Err(Error::Usage("players spend one kind of effort".into())),
        }
    }
}

/// Does looking deeper help in a game? Everything but the game may be left open.
///
/// ```
/// use plyscope::catalogue::Catalogue;
/// use plyscope_lab::question::{Efforts, Question};
/// let question = Question {
///     evaluators: vec!["lines".into()],
///     efforts: Some(Efforts::of("depths", vec![1, 2, 3])?),
///     ..Question::about("connect-four(width=5,height=4)")
/// };
/// let experiment = question.experiment(&Catalogue::built_in())?;
/// assert_eq!(experiment.id, "measure-connect-four");
/// assert_eq!(experiment.efforts.len(), 3);
/// # Ok::<(), plyscope_lab::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Question {
    /// The game, by name.
    pub game: String,
    /// Evaluators; without any, every one that knows the game but `random` and `playouts`.
    pub evaluators: Vec<String>,
    /// Back-up rules; without any, minimax.
    pub rules: Vec<String>,
    /// Searches; without any, alpha-beta for minimax and full width for other rules.
    pub searches: Vec<String>,
    /// Engines.
    pub players: Vec<String>,
    /// What they may spend; left open, depths 1 to 6.
    pub efforts: Option<Efforts>,
    /// Where positions come from.
    pub positions: Option<String>,
    /// The truths that decisions are judged by.
    pub truths: Vec<String>,
    /// Repairs to try: `affordable`, `all`, `free`, `none`, or ids separated by commas.
    pub repairs: String,
    /// Compare rules and searches at equal numbers of nodes?
    pub compare: bool,
    /// Is a move correct only if it keeps the best score?
    pub margins: bool,
    /// Positions to judge; left open, all of a file, else 1000.
    pub trials: Option<u64>,
    /// The seed.
    pub seed: u64,
}

impl Question {
    /// About a game, with everything else left open.
    pub fn about(game: &str) -> Self {
        Question { game: game.to_string(), ..Question::default() }
    }

    /// The experiment that answers it.
    pub fn experiment(&self, catalogue: &Catalogue) -> Result<Experiment> {
        let game = catalogue.game(&self.game)?;
        let experiment = Experiment::of_file(catalogue, "measure", &self.file(catalogue, &game)?)?;
        // Of a list all positions are judged.
        let listed = experiment.study.sampled().and_then(|study| study.portions().most);
        let experiment = experiment.with(self.trials.or(listed), None)?;
        Ok(Experiment { id: format!("measure-{}", game.name().kind()), ..experiment })
    }

    /// The experiment file that says the same.
    fn file(&self, catalogue: &Catalogue, game: &AnyGame) -> Result<ExperimentFile> {
        let facts = game.facts();
        let truth = match self.truths.as_slice() {
            [] if !facts.knows_truth && (facts.has_chance || facts.players == 1) => Some("none".to_string()),
            [one] => Some(one.clone()),
            _ => None,
        };
        let repairs = match self.repairs.as_str() {
            "all" => None,
            "none" => Some(Vec::new()),
            "free" => {
                let free = Repair::all().filter(|repair| !repair.searches());
                Some(free.map(|repair| repair.id().to_string()).collect())
            }
            some => Some(some.split(',').map(|id| id.trim().to_string()).collect()),
        };
        let engine = |engine: &String| SeriesFile {
            label: Some(engine.clone()),
            player: Some(engine.clone()),
            ..SeriesFile::default()
        };
        let searcher = |[rule, evaluator, search]: [String; 3]| SeriesFile {
            label: Some(format!("{rule} {evaluator} {search}").trim().to_string()),
            rule: Some(rule).filter(|rule| !rule.is_empty()),
            evaluator: Some(evaluator),
            search: Some(search).filter(|search| !search.is_empty()),
            ..SeriesFile::default()
        };
        let searchers = self.searchers(catalogue, game)?.into_iter().map(searcher);
        let deepest = if facts.knows_truth { facts.longest.min(6) } else { 6 };
        let usual = Efforts { unit: &UNITS[0], amounts: (1..=u64::from(deepest)).collect() };
        let Efforts { unit, amounts } = self.efforts.as_ref().unwrap_or(&usual);
        let file = ExperimentFile {
            title: format!("Does looking deeper help in {}?", game.name()),
            source: "plyscope measure".into(),
            measure: Measured::Depth,
            game: Some(self.game.trim().into()),
            positions: self.positions.clone().or_else(|| usual_positions(game)),
            truth,
            truths: if self.truths.len() > 1 { self.truths.clone() } else { Vec::new() },
            repairs,
            compare: self.compare,
            margins: self.margins,
            trials: Some(self.trials.unwrap_or(TRIALS)),
            seed: self.seed,
            series: self.players.iter().map(engine).chain(searchers).collect(),
            ..ExperimentFile::default()
        };
        Ok(file.spending(unit, amounts))
    }

    /// Every rule with every evaluator and search; a deepening search where nodes or evaluations are what is spent. Searches
    /// with a back-up of their own have no rule.
    fn searchers(&self, catalogue: &Catalogue, game: &AnyGame) -> Result<Vec<[String; 3]>> {
        let named = [&self.evaluators, &self.rules, &self.searches].iter().any(|given| !given.is_empty());
        if !self.players.is_empty() && !named {
            return Ok(Vec::new());
        }
        let evaluators = match self.evaluators.as_slice() {
            // With several players the reader of the file says what is wrong.
            [] if game.facts().players > 2 => vec!["random".to_string()],
            [] => catalogue.all_fitting(game)?,
            some => some.to_vec(),
        };
        let rules = if self.rules.is_empty() { vec!["minimax".to_string()] } else { self.rules.clone() };
        let (mut ruled, mut alone) = (Vec::new(), Vec::new());
        for search in &self.searches {
            let takes_rule = catalogue.search(search)?.takes_rule();
            if takes_rule { ruled.push(search.clone()) } else { alone.push(search.clone()) }
        }
        if self.searches.is_empty() && self.spends("iterations") {
            alone.push("mcts".to_string());
        }
        let player = |rule: &str, evaluator: &String, search: &str| {
            [rule.to_string(), evaluator.clone(), search.to_string()]
        };
        let mut players = Vec::new();
        for rule in &rules {
            let searches =
                if alone.is_empty() && ruled.is_empty() { vec![self.usual(rule)] } else { ruled.clone() };
            for evaluator in &evaluators {
                players.extend(searches.iter().map(|search| player(rule, evaluator, search)));
            }
        }
        // A rule without a search that takes one is refused where the file is read.
        let rule = if ruled.is_empty() { self.rules.first().map_or("", String::as_str) } else { "" };
        for evaluator in &evaluators {
            players.extend(alone.iter().map(|search| player(rule, evaluator, search)));
        }
        Ok(players)
    }

    fn spends(&self, key: &str) -> bool {
        self.efforts.as_ref().is_some_and(|efforts| efforts.is(key))
    }

    /// The search of a rule where none is named; empty where the file's own will do.
    fn usual(&self, rule: &str) -> String {
        let search = match (self.spends("nodes"), self.spends("evaluations"), rule) {
            (true, _, "minimax") | (_, true, "minimax") => "alpha-beta(deepening=yes)",
            (_, true, _) => "full-width(deepening=yes)",
            _ => "",
        };
        search.to_string()
    }
}

impl Default for Question {
    fn default() -> Self {
        Question {
            game: String::new(),
            evaluators: Vec::new(),
            rules: Vec::new(),
            searches: Vec::new(),
            players: Vec::new(),
            efforts: None,
            positions: None,
            truths: Vec::new(),
            repairs: "affordable".into(),
            compare: false,
            margins: false,
            trials: None,
            seed: 1,
        }
    }
}

/// Random positions of games that are not drawn by key, early enough for them.
fn usual_positions(game: &AnyGame) -> Option<String> {
    if game.facts().players == 1 && !game.facts().starts_alike && !game.facts().is_drawn {
        // Every start is another puzzle, and random moves lead nowhere.
        return Some("random(plies=0..0)".into());
    }
    if game.facts().knows_truth {
        return None;
    }
    let last = game.facts().longest.saturating_sub(1).min(20);
    Some(format!("random(plies={}..{last})", 4.min(last)))
}

/// Who is stronger: two players, or every depth of one against the depth before.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Match {
    /// The game, by name.
    pub game: String,
    /// Two players, each in one text with what it may spend on a move.
    pub players: Option<[String; 2]>,
    /// One player, matched against itself at the steps of a ladder.
    pub ladder: Option<String>,
    /// The steps of the ladder; left out, depths 1 to 6.
    pub efforts: Option<Efforts>,
    /// Where openings come from.
    pub openings: Option<String>,
    /// Pairs of games; left open, all of a file, else 500, or at most 20,000 where a test ends the match.
    pub pairs: Option<u64>,
    /// The test that ends the match.
    pub sprt: Option<String>,
    /// The seed.
    pub seed: u64,
}

impl Default for Match {
    fn default() -> Self {
        Match {
            game: String::new(),
            players: None,
            ladder: None,
            efforts: None,
            openings: None,
            pairs: None,
            sprt: None,
            seed: 1,
        }
    }
}

impl Match {
    /// The experiment that answers it.
    pub fn experiment(&self, catalogue: &Catalogue) -> Result<Experiment> {
        let usage = |why: &str| Err(Error::Usage(why.into()));
        if self.efforts.is_some() && self.ladder.is_none() {
            return usage(
                "--depths and other efforts are the steps of a --ladder; a player of a match has its own, such as player(depth=4)",
            );
        }
        let game = catalogue.game(&self.game)?;
        let file = self.file(&game, self.entrants(catalogue, &game)?);
        let read = |pairs: u64| {
            Experiment::of_file(catalogue, "match", &ExperimentFile { trials: Some(pairs), ..file.clone() })
        };
        // How many openings a file has is known when it is read.
        let listed = read(1)?.study.sampled().and_then(|study| study.portions().most);
        let usual = if self.sprt.is_some() { MOST_TESTED } else { PAIRS };
        let pairs = match (self.pairs, listed) {
            (Some(pairs), Some(listed)) if pairs > listed => {
                return usage(&format!("there are {listed} openings, and --pairs {pairs} are asked for"));
            }
            (pairs, listed) => pairs.or(listed).unwrap_or(usual),
        };
        Ok(Experiment { id: format!("match-{}", game.name().kind()), ..read(pairs)? })
    }

    /// Who plays: one pair of players, or the steps of a ladder, the deeper first.
    fn entrants(&self, catalogue: &Catalogue, game: &AnyGame) -> Result<Vec<[String; 2]>> {
        let Some(ladder) = &self.ladder else { return Ok(self.players.iter().cloned().collect()) };
        let player = catalogue.named_player(ladder, game)?;
        let usage = |why: String| Err(Error::Usage(why));
        if let Some(effort) = player.effort {
            let (unit, amount) = (effort.unit().name, effort.amount());
            return usage(format!(
                "--ladder: leave out {unit}={amount} of the player; --depths or --nodes says how much at each step"
            ));
        }
        if player.goes_to_the_end() {
            return usage(
                "--ladder: solve goes to the end of the game whatever the depth; name another search".into(),
            );
        }
        let usual = Efforts { unit: &UNITS[0], amounts: (1..=6).collect() };
        let Efforts { unit, amounts } = self.efforts.as_ref().unwrap_or(&usual);
        if amounts.len() < 2 {
            return usage(format!("--{key}: a ladder has at least two {key}", key = unit.key));
        }
        let at = |amount: u64| match (unit.of)(amount) {
            Some(effort) => Ok(player.clone().with_effort(effort).to_string()),
            None => Err(Error::Usage(format!("--{}: {amount} is too much", unit.key))),
        };
        amounts.windows(2).map(|pair| Ok([at(pair[1])?, at(pair[0])?])).collect()
    }

    /// The experiment file that says the same.
    fn file(&self, game: &AnyGame, entrants: Vec<[String; 2]>) -> ExperimentFile {
        let title = match self.ladder {
            Some(_) => format!("Does looking deeper win in {}?", game.name()),
            None => format!("Who is stronger in {}?", game.name()),
        };
        let series = |[a, b]: [String; 2]| SeriesFile {
            label: Some(format!("{a} against {b}")),
            players: Some(vec![a, b]),
            ..SeriesFile::default()
        };
        ExperimentFile {
            title,
            source: "plyscope match".into(),
            measure: Measured::Match,
            game: Some(self.game.trim().into()),
            positions: self.openings.clone().or_else(|| usual_openings(game)),
            sprt: self.sprt.clone(),
            ladder: self.ladder.is_some(),
            seed: self.seed,
            figure: FigureFile { kind: FigureKind::Table, ..FigureFile::default() },
            series: entrants.into_iter().map(series).collect(),
            ..ExperimentFile::default()
        }
    }
}

/// Short random openings of games that are not drawn by key, from the first quarter of them.
fn usual_openings(game: &AnyGame) -> Option<String> {
    if game.facts().knows_truth {
        return None;
    }
    let last = (game.facts().longest / 4).clamp(1, 8);
    Some(format!("random(plies={}..{last})", last.min(4)))
}
