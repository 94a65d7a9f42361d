//! A question about a game, as the options of `plyscope measure` put it, and the experiment that answers it.
//!
//! The experiment is written as a file first: what a folder keeps is what anybody can run again, and whoever asks the same
//! (the command, Python) gets the same bytes.

use crate::error::Result;
use crate::experiment::{Experiment, quoted};
use crate::measurement::Repair;
use plyscope::catalogue::Catalogue;
use plyscope::player::AnyGame;
use plyscope::search::Searches;
use std::fmt::{self, Write};

/// Positions to judge, where nobody says how many and they are not counted.
const TRIALS: u64 = 1000;

/// What players may spend.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Efforts {
    /// Search depths.
    Depths(Vec<u64>),
    /// Nodes per decision.
    Nodes(Vec<u64>),
    /// Iterations per decision, for searches that sample.
    Iterations(Vec<u64>),
    /// Distinct positions evaluated per decision.
    Evaluations(Vec<u64>),
}

/// Does looking deeper help in a game? Everything but the game may be left open.
///
/// ```
/// use plyscope::catalogue::Catalogue;
/// use plyscope_lab::question::{Efforts, Question};
/// let question = Question {
///     evaluators: vec!["lines".into()],
///     efforts: Some(Efforts::Depths(vec![1, 2, 3])),
///     ..Question::about("connect-four(width=5,height=4)")
/// };
/// let experiment = question.experiment(&Catalogue::built_in())?;
/// assert_eq!(experiment.id, "measure-connect-four");
/// assert_eq!(experiment.efforts.len(), 3);
/// # Ok::<(), plyscope_lab::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
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
        Question {
            game: game.to_string(),
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

    /// The experiment that answers it.
    pub fn experiment(&self, catalogue: &Catalogue) -> Result<Experiment> {
        let game = catalogue.game(&self.game)?;
        let experiment = Experiment::parse_unseen(catalogue, "measure", &self.file(catalogue, &game)?)?;
        // Of a list all positions are judged.
        let listed = experiment.study.sampled().and_then(|study| study.portions().most);
        let experiment = experiment.with(self.trials.or(listed), None)?;
        Ok(Experiment { id: format!("measure-{}", game.name().kind()), ..experiment })
    }

    /// The experiment file that says the same.
    fn file(&self, catalogue: &Catalogue, game: &AnyGame) -> Result<String> {
        let players = self.searchers(catalogue, game)?;
        let mut file = String::new();
        self.write(&mut file, game, &players).expect("a text takes everything");
        Ok(file)
    }

    fn write(&self, file: &mut String, game: &AnyGame, players: &[[String; 3]]) -> fmt::Result {
        let list = |texts: &[String]| texts.iter().map(|text| quoted(text)).collect::<Vec<_>>().join(", ");
        let title = format!("Does looking deeper help in {}?", game.name());
        writeln!(file, "title = {}\nsource = \"plyscope measure\"\nmeasure = \"depth\"", quoted(&title))?;
        writeln!(file, "game = {}", quoted(self.game.trim()))?;
        if let Some(positions) = self.positions.clone().or_else(|| usual_positions(game)) {
            writeln!(file, "positions = {}", quoted(&positions))?;
        }
        match self.truths.as_slice() {
            [] if !game.facts().knows_truth && (game.facts().has_chance || game.facts().players == 1) => {
                writeln!(file, "truth = \"none\"")?
            }
            [] => {}
            [one] => writeln!(file, "truth = {}", quoted(one))?,
            several => writeln!(file, "truths = [{}]", list(several))?,
        }
        match self.repairs.as_str() {
            "all" => {}
            "affordable" => writeln!(file, "repairs = [\"affordable\"]")?,
            "none" => writeln!(file, "repairs = []")?,
            "free" => {
                let free = Repair::all().filter(|one| !one.searches()).map(|one| one.id().to_string());
                writeln!(file, "repairs = [{}]", list(&free.collect::<Vec<_>>()))?;
            }
            some => {
                let some: Vec<String> = some.split(',').map(|id| id.trim().to_string()).collect();
                writeln!(file, "repairs = [{}]", list(&some))?;
            }
        }
        if self.compare {
            writeln!(file, "compare = true")?;
        }
        if self.margins {
            writeln!(file, "margins = true")?;
        }
        let trials = self.trials.unwrap_or(TRIALS);
        writeln!(file, "trials = {trials}\nseed = {}", self.seed)?;
        let amounts = |amounts: &[u64]| amounts.iter().map(u64::to_string).collect::<Vec<_>>().join(", ");
        match &self.efforts {
            Some(Efforts::Nodes(nodes)) => writeln!(file, "nodes = [{}]", amounts(nodes))?,
            Some(Efforts::Depths(depths)) => writeln!(file, "depths = [{}]", amounts(depths))?,
            Some(Efforts::Iterations(all)) => writeln!(file, "iterations = [{}]", amounts(all))?,
            Some(Efforts::Evaluations(all)) => writeln!(file, "evaluations = [{}]", amounts(all))?,
            None => {
                let deepest = if game.facts().knows_truth { game.facts().longest.min(6) } else { 6 };
                writeln!(file, "depths = [{}]", amounts(&(1..=u64::from(deepest)).collect::<Vec<_>>()))?;
            }
        }
        for engine in &self.players {
            let engine = quoted(engine);
            writeln!(file, "\n[[series]]\nlabel = {engine}\nplayer = {engine}")?;
        }
        for [rule, evaluator, search] in players {
            let label = format!("{rule} {evaluator} {search}");
            writeln!(file, "\n[[series]]\nlabel = {}", quoted(label.trim()))?;
            if !rule.is_empty() {
                writeln!(file, "rule = {}", quoted(rule))?;
            }
            writeln!(file, "evaluator = {}", quoted(evaluator))?;
            if !search.is_empty() {
                writeln!(file, "search = {}", quoted(search))?;
            }
        }
        Ok(())
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
        if self.searches.is_empty() && matches!(self.efforts, Some(Efforts::Iterations(_))) {
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
        // With a rule that is asked for and no search that takes one, whoever reads the file says so.
        let rule = if ruled.is_empty() { self.rules.first().map_or("", String::as_str) } else { "" };
        for evaluator in &evaluators {
            players.extend(alone.iter().map(|search| player(rule, evaluator, search)));
        }
        Ok(players)
    }

    /// The search of a rule where none is named; empty where the file's own will do.
    fn usual(&self, rule: &str) -> String {
        let search = match (&self.efforts, rule) {
            (Some(Efforts::Nodes(_) | Efforts::Evaluations(_)), "minimax") => "alpha-beta(deepening=yes)",
            (Some(Efforts::Evaluations(_)), _) => "full-width(deepening=yes)",
            _ => "",
        };
        search.to_string()
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
