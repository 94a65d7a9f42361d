//! Two versions of a player, as `plyscope compare` puts them: an experiment that measures both on the same positions, or two
//! measured folders, paired position by position.

use crate::error::{Error, Result};
use crate::experiment::{Experiment, SeriesFile};
use crate::measurement::{Decided, Measurement, Record, Seen, Setup, Stopping};
use crate::question::{Efforts, Question};
use crate::run::read_tallies;
use plyscope::catalogue::{Catalogue, Who};
use plyscope::name::Name;
use plyscope::player::AnyGame;
use plyscope::search::UNITS;
use std::collections::HashMap;
use std::path::Path;

/// Positions at the most, where the comparison ends when it is decided.
const MOST: u64 = 20_000;

/// Positions of chess where nobody says which: an ending with exact truth.
const ENDING: &str = "ending(men=KRkn)";

/// Which of two players decides better? Everything but the game and the players may be left open.
///
/// ```
/// use plyscope::catalogue::Catalogue;
/// use plyscope_lab::comparing::Comparing;
/// let comparing = Comparing {
///     game: Some("connect-four(width=5,height=4)".into()),
///     players: ["player(evaluator=random)".into(), "player(evaluator=lines)".into()],
///     ..Comparing::default()
/// };
/// let experiment = comparing.experiment(&Catalogue::built_in())?;
/// assert_eq!((experiment.id.as_str(), experiment.labels.len()), ("compare-connect-four", 2));
/// # Ok::<(), plyscope_lab::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Comparing {
    /// The game, by name; left open, chess, which engines play.
    pub game: Option<String>,
    /// The old player and the new one, each in one text.
    pub players: [String; 2],
    /// What they may spend; left open, depths 1 to 6.
    pub efforts: Option<Efforts>,
    /// Where positions come from; of chess, left open, an ending.
    pub positions: Option<String>,
    /// The truth that decisions are judged by; of endings, left open, tables.
    pub truth: Option<String>,
    /// Positions to judge; left open, all of a file, else 1000, or at most 20,000 where it ends when it is decided.
    pub trials: Option<u64>,
    /// When it ends.
    pub stopping: Stopping,
    /// The seed.
    pub seed: u64,
}

impl Default for Comparing {
    fn default() -> Self {
        let (game, players) = (None, Default::default());
        let (efforts, positions, truth, trials) = (None, None, None, None);
        Comparing { game, players, efforts, positions, truth, trials, stopping: Stopping::Fixed, seed: 1 }
    }
}

impl Comparing {
    /// The experiment that answers it: a measurement of both.
    pub fn experiment(&self, catalogue: &Catalogue) -> Result<Experiment> {
        let named = match &self.game {
            Some(game) => game.as_str(),
            None if self.players.iter().all(|player| is_engine(player)) => "chess",
            None => {
                return Err(Error::Usage(
                    "which game? Name it after the players: plyscope compare OLD NEW GAME".into(),
                ));
            }
        };
        let game = catalogue.game(named)?;
        let is_chess = game.name().kind() == "chess";
        let positions = self.positions.clone().or_else(|| is_chess.then(|| ENDING.to_string()));
        let ending = positions.as_ref().is_some_and(|positions| positions.starts_with("ending"));
        let truth = self.truth.clone().or_else(|| ending.then(|| "tables".to_string()));
        let question = Question {
            players: self.players.to_vec(),
            efforts: self.efforts.clone(),
            positions,
            truths: truth.into_iter().collect(),
            repairs: "none".into(),
            seed: self.seed,
            ..Question::about(named)
        };
        let mut file = question.file(catalogue, &game)?;
        let series = |(text, word): (&String, &str)| self.series(catalogue, &game, text, word);
        file.series = self.players.iter().zip(["old", "new"]).map(series).collect::<Result<_>>()?;
        file.title = format!("Which of two players decides better in {}?", game.name());
        file.source = "plyscope compare".into();
        file.comparison = Some(self.stopping);
        let experiment = Experiment::of_file(catalogue, "compare", &file)?;
        let listed = experiment.study.sampled().and_then(|study| study.portions().most);
        let most = (self.stopping == Stopping::Decided).then_some(MOST);
        let experiment = experiment.with(self.trials.or(listed).or(most), None)?;
        Ok(Experiment { id: format!("compare-{}", game.name().kind()), ..experiment })
    }

    /// A player as a series; it is told what it may spend.
    fn series(&self, catalogue: &Catalogue, game: &AnyGame, text: &str, word: &str) -> Result<SeriesFile> {
        let given = catalogue.named_player(text, game)?;
        if let Some(effort) = given.effort {
            let (unit, amount) = (effort.unit(), effort.amount());
            let why =
                format!("{text}: leave out {}={amount}; --{} says what both may spend", unit.name, unit.key);
            return Err(Error::Usage(why));
        }
        // Which search is usual depends on what is spent.
        let unit = self.efforts.as_ref().map_or(&UNITS[0], |efforts| efforts.unit);
        let name = text.parse::<Name>()?.with(unit.name, 1);
        let who = catalogue.named_player(&name.to_string(), game).map_or(given.who, |player| player.who);
        let label = Some(format!("{word}: {text}"));
        Ok(match who {
            Who::Searcher { rule, evaluator, search } => SeriesFile {
                label,
                rule: Some(rule).filter(|rule| !rule.is_empty()),
                evaluator: Some(evaluator),
                search: Some(search),
                ..SeriesFile::default()
            },
            Who::Engine(name) => {
                SeriesFile { label, player: Some(name.to_string()), ..SeriesFile::default() }
            }
            _ => return Err(Error::Usage(format!("`{text}` cannot be compared"))),
        })
    }
}

/// Is it named as a chess engine?
fn is_engine(player: &str) -> bool {
    player.parse::<Name>().is_ok_and(|name| ["uci", "xboard"].contains(&name.kind()))
}

/// One of two measured folders.
struct Measured {
    folder: String,
    setup: Setup,
    seen: Vec<Seen>,
}

impl Measured {
    fn read(catalogue: &Catalogue, path: &Path) -> Result<Self> {
        let folder = path.display().to_string();
        let (experiment, tallies) = read_tallies(catalogue, path)?;
        let refuse = |why: &str| Err(Error::Usage(format!("{folder} {why}")));
        let Some(setup) = experiment.study.measured().cloned() else {
            return refuse("is the folder of a run that is no measurement; `plyscope diff` compares others");
        };
        if setup.players.len() != 1 {
            return refuse("holds several players: measure one in each folder");
        }
        let records = tallies.iter().flat_map(|tally| tally.records.values());
        let read = records.filter_map(|record| serde_json::from_str::<Record>(record).ok());
        let seen = read.filter_map(|record| record.seen).collect();
        Ok(Measured { folder, setup, seen })
    }

    /// What the player did with these efforts at a position.
    fn decided(&self, seen: &Seen, efforts: &[usize]) -> Decided {
        let at = efforts.iter().map(|effort| seen.players[0].at[*effort].clone()).collect();
        Decided { at, repairs: Default::default(), compared: Default::default() }
    }
}

/// The positions that two measurements have in common, as one of both players.
pub fn of_folders(catalogue: &Catalogue, [old, new]: [&Path; 2]) -> Result<Measurement> {
    let (old, new) = (Measured::read(catalogue, old)?, Measured::read(catalogue, new)?);
    let both = format!("{} and {}", old.folder, new.folder);
    let refuse = |why: String| Err(Error::Usage(format!("{both} cannot be compared: {why}")));
    let differ = |what: &str, a: &str, b: &str| refuse(format!("{what} differs, {a} and {b}"));
    if old.setup.game != new.setup.game {
        return differ("the game", &old.setup.game, &new.setup.game);
    }
    let (Some(truth), Some(other)) = (old.setup.truths.first(), new.setup.truths.first()) else {
        return refuse("nobody judges".into());
    };
    if truth.name != other.name || old.setup.margins != new.setup.margins {
        return differ("what decisions are judged by", &truth.name, &other.name);
    }
    if truth.oracles.is_empty() {
        return refuse("both are without truth".into());
    }
    let mine = |effort| new.setup.efforts.iter().position(|other| other == effort);
    let common = old.setup.efforts.iter().enumerate();
    let common: Vec<(usize, usize)> = common.filter_map(|(at, effort)| Some((at, mine(effort)?))).collect();
    let (of_old, of_new): (Vec<usize>, Vec<usize>) = common.into_iter().unzip();
    if of_old.is_empty() {
        return refuse(
            "they spend different things on a decision; measure both with the same --depths or --nodes"
                .into(),
        );
    }
    let mut there: HashMap<&str, Vec<&Seen>> = HashMap::new();
    new.seen.iter().rev().for_each(|seen| there.entry(&seen.position).or_default().push(seen));
    let mut records = Vec::new();
    for seen in &old.seen {
        // A position that was drawn twice is compared with its first and its second time.
        let Some(other) = there.get_mut(seen.position.as_str()).and_then(Vec::pop) else { continue };
        let players = vec![old.decided(seen, &of_old), new.decided(other, &of_new)];
        let proved = of_old.iter().filter_map(|effort| seen.proved.get(*effort).cloned()).collect();
        let seen = Seen { players, proved, ..seen.clone() };
        records.push(Record { seen: Some(seen), ..Record::default() });
    }
    if records.is_empty() {
        return refuse(
            "no position is in both; measure both with the same --positions, --seed and --trials".into(),
        );
    }
    let (paired, fewer) = (records.len(), old.seen.len().min(new.seen.len()));
    let mut remarks = old.setup.remarks.clone();
    if paired < fewer {
        remarks.push(format!("Only {paired} of {fewer} positions are in both folders."));
    }
    let [players, others] = [&old, &new].map(|side| side.setup.players.clone());
    let setup = Setup {
        asked: paired as u64,
        listed: true,
        selected: old.setup.selected || new.setup.selected,
        remarks,
        efforts: of_old.iter().map(|effort| old.setup.efforts[*effort]).collect(),
        repairs: Vec::new(),
        truths: vec![truth.clone()],
        players: [players, others].concat(),
        comparison: Some(Stopping::Fixed),
        ..old.setup.clone()
    };
    Ok(Measurement::new(&setup, &records))
}
