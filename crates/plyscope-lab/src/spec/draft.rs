//! An experiment file while it is checked: what every study needs to read it.

use super::bounds;
use super::document::Document;
use super::file::{ExperimentFile, Measured, SeriesFile, SweepValue};
use crate::error::Result;
use plyscope::catalogue::Catalogue;
use plyscope::key::Stream;
use plyscope::name::Name;
use plyscope::player::AnyGame;
use plyscope::search::{Effort, UNITS, Unit};
use plyscope::tree::Trees;
use std::cell::RefCell;
use std::collections::BTreeMap;

/// A file with its sweep multiplied out.
pub(crate) struct Draft<'a> {
    pub(crate) text: Document<'a>,
    pub(crate) file: &'a ExperimentFile,
    pub(crate) catalogue: &'a Catalogue,
    pub(crate) seed: u64,
    /// What players may spend, one a column; empty where the study has no such thing.
    pub(crate) efforts: Vec<Effort>,
    /// The swept parameters' values at every point.
    pub(crate) places: Vec<BTreeMap<String, String>>,
    /// What its sources of positions remark, each once.
    pub(crate) remarks: RefCell<Vec<String>>,
}

impl<'a> Draft<'a> {
    pub(crate) fn new(
        text: Document<'a>,
        file: &'a ExperimentFile,
        catalogue: &'a Catalogue,
        seed: u64,
    ) -> Result<Self> {
        let places = places(&text, file)?;
        let efforts = efforts(&text, file)?;
        bounds::check(&text, file, places.len(), efforts.len())?;
        Ok(Draft { text, file, catalogue, seed, efforts, places, remarks: RefCell::default() })
    }

    /// A mistake of the library, with its place.
    pub(crate) fn located<T>(&self, at: usize, result: plyscope::Result<T>) -> Result<T> {
        result.map_err(|error| self.text.wrong(self.swept_value_at(&error).unwrap_or(at), error))
    }

    /// Where the swept value stands that is refused.
    fn swept_value_at(&self, error: &plyscope::Error) -> Option<usize> {
        match error {
            plyscope::Error::Parameter { parameter, value, .. } => {
                self.text.element(&["sweep", parameter], value)
            }
            _ => None,
        }
    }

    /// Where the game is named.
    pub(crate) fn game_at(&self) -> Result<usize> {
        match self.file.game {
            Some(_) => Ok(self.text.at(&["game"])),
            None => Err(self.text.wrong(0, "this measure needs a `game`")),
        }
    }

    /// Search depths, which this study must have, and nothing else.
    pub(crate) fn depths(&self) -> Result<Vec<u32>> {
        let depths: Option<Vec<u32>> = self.efforts.iter().map(|effort| effort.depth()).collect();
        let missing = || self.text.wrong(self.efforts_at(), "missing field `depths`");
        depths.filter(|depths| !depths.is_empty()).ok_or_else(missing)
    }

    /// Where a parameter takes a value of a sweep, or is swept.
    pub(crate) fn swept_at(&self, parameter: &str, value: &str) -> usize {
        let found = [&["sweep", parameter][..], &[parameter]].into_iter().find_map(|list| {
            self.text.element(list, value).or_else(|| self.text.find(list).map(|_| self.text.key_at(list)))
        });
        found.unwrap_or(0)
    }

    /// Where a depth is given.
    pub(crate) fn depth_at(&self, depth: u32) -> usize {
        self.text.element(&["depths"], &depth.to_string()).unwrap_or(self.efforts_at())
    }

    /// Where the efforts are given.
    pub(crate) fn efforts_at(&self) -> usize {
        self.text.efforts_at()
    }

    /// What trials are drawn from. The game's name is in it with all parameters but those that are swept, so that all
    /// points draw from the same numbers.
    pub(crate) fn stream(&self, game: &Name, place: &BTreeMap<String, String>) -> Stream {
        let swept: Vec<&str> = place.keys().map(String::as_str).collect();
        Stream::new(self.seed, &game.clone().without(&swept).to_string())
    }

    /// A name with the swept parameters that it has.
    pub(crate) fn swept(&self, name: &Name, place: &BTreeMap<String, String>) -> Name {
        let mine = self.catalogue.parameters(name.kind());
        let mut name = name.clone();
        for (key, value) in place.iter().filter(|(key, _)| mine.contains(&key.as_str())) {
            name = name.without(&[key]).with(key, value);
        }
        name
    }

    /// The game at a point; the sweep's parameters must be its own or an evaluator's.
    pub(crate) fn game(&self, place: &BTreeMap<String, String>) -> Result<AnyGame> {
        let at = self.game_at()?;
        let text = self.file.game.as_deref().unwrap_or_default();
        if text.trim_start().starts_with(['(', '[']) {
            let why = "a game by name is expected; a tree as text is for measure = \"worked-example\"";
            return Err(self.text.wrong(at, why));
        }
        let game: Name = self.located(at, text.parse())?;
        for key in self.file.sweep.keys().filter(|key| !self.is_the_studys(key)) {
            let players = self.file.series.iter().flat_map(SeriesFile::evaluators);
            let evaluators = players.filter_map(|evaluator| evaluator.parse().ok());
            let mut takers = std::iter::once(game.clone()).chain(evaluators);
            let takes = |name: &Name| self.catalogue.parameters(name.kind()).contains(&key.as_str());
            if !takers.any(|name| takes(&name)) {
                let why = match key.as_str() {
                    "nodes" => {
                        "`nodes` is swept in matches, and where decisions are judged on real games".into()
                    }
                    "plies" => {
                        "`plies` is swept in matches, and where nodes are counted on real games".into()
                    }
                    key => format!("neither the game nor an evaluator has a parameter `{key}`"),
                };
                return Err(self.text.wrong(self.text.key_at(&["sweep", key]), why));
            }
        }
        self.located(at, self.catalogue.game(&self.swept(&game, place).to_string()))
    }

    /// Is it the number of nodes that a player may generate a move, or of random moves before a match or a search
    /// whose nodes are counted?
    fn is_the_studys(&self, key: &str) -> bool {
        match (key, self.file.measure) {
            ("nodes" | "plies", Measured::WinShare) | ("plies", Measured::Nodes) => true,
            ("nodes", Measured::DecisionAccuracy) => self.is_played(),
            _ => false,
        }
    }

    /// Is the game played from a start? Drawn trees go to depths only.
    fn is_played(&self) -> bool {
        let name = self.file.game.as_ref().and_then(|game| game.parse::<Name>().ok());
        let first = name.zip(self.places.first()).map(|(name, place)| self.swept(&name, place).to_string());
        let game = first.and_then(|name| self.catalogue.game(&name).ok());
        game.is_some_and(|game| game.family::<Trees>().is_none())
    }

    /// The series, each with its place in the list.
    pub(crate) fn series(&self) -> impl Iterator<Item = Series<'_>> {
        self.file.series.iter().enumerate().map(|(number, file)| Series { draft: self, file, number })
    }
}

/// A series of a file.
#[derive(Clone, Copy)]
pub(crate) struct Series<'a> {
    draft: &'a Draft<'a>,
    pub(crate) file: &'a SeriesFile,
    number: usize,
}

impl<'a> Series<'a> {
    /// Where it stands.
    pub(crate) fn at(&self) -> usize {
        self.draft.text.at(&["series", &self.number.to_string()])
    }

    /// Where the value of one of its keys stands, or of one within it.
    pub(crate) fn key_at(&self, path: &[&str]) -> usize {
        self.draft.text.at(&[&["series", &self.number.to_string()], path].concat())
    }

    /// A key that a series of this study must have.
    pub(crate) fn needed<T>(&self, key: &str, value: &'a Option<T>) -> Result<&'a T> {
        let why = || self.draft.text.wrong(self.at(), format!("this [[series]] needs `{key}`"));
        value.as_ref().ok_or_else(why)
    }

    /// Refuses keys that belong to other studies.
    pub(crate) fn only(&self, keys: &[&str]) -> Result<()> {
        let text = &self.draft.text;
        let all = text.find(&["series", &self.number.to_string()]);
        let all = all.and_then(|series| series.get_ref().as_table()).into_iter().flatten();
        let other = |key: &str| !["label", "counted-nodes"].contains(&key) && !keys.contains(&key);
        match all.filter(|(key, _)| other(key.get_ref())).min_by_key(|(key, _)| key.span().start) {
            None => Ok(()),
            Some((key, value)) => {
                let why = format!(
                    "`{}` is not for measure = \"{}\", whose series have: label, {}",
                    key.get_ref(),
                    self.draft.file.measure.name(),
                    keys.join(", ")
                );
                Err(text.wrong(value.span().start, why))
            }
        }
    }
}

/// What players may spend, as a file says it: depths, or one of the others.
fn efforts(text: &Document<'_>, file: &ExperimentFile) -> Result<Vec<Effort>> {
    // Elsewhere nodes are a sweep, beside depths.
    let spent = |unit: &&Unit| file.measure == Measured::Depth || unit.key != "nodes";
    let mut found = UNITS.iter().filter(spent).filter_map(|unit| Some((unit, file.amounts(unit)?)));
    let Some((Unit { key, of, .. }, amounts)) = found.next() else { return Ok(Vec::new()) };
    let key = *key;
    if let Some((other, _)) = found.next() {
        let why = "an experiment has one kind of effort: depths, iterations, evaluations, nodes or movetime";
        return Err(text.wrong(text.at(&[other.key]), why));
    }
    let efforts: Vec<Effort> = amounts.into_iter().filter_map(of).collect();
    if efforts.is_empty() || !efforts.is_sorted_by(|a, b| a < b) {
        let unit = if efforts.is_empty() { "depths" } else { key };
        return Err(text.wrong(text.at(&[key]), format!("{unit} are given in rising order, at least one")));
    }
    Ok(efforts)
}

/// Each point is a table of its own, and is built before anything runs.
const MOST_POINTS: usize = 10_000;

/// Every combination of the swept values.
fn places(text: &Document<'_>, file: &ExperimentFile) -> Result<Vec<BTreeMap<String, String>>> {
    let mut places = vec![BTreeMap::new()];
    // `nodes = [...]` says the same as a sweep of them.
    let nodes = file.nodes.as_ref().filter(|_| file.measure != Measured::Depth);
    let nodes = nodes.map(|nodes| nodes.iter().map(|n| SweepValue::Integer(*n as i64)).collect());
    let nodes: Option<(String, Vec<SweepValue>)> = nodes.map(|nodes| ("nodes".to_string(), nodes));
    let swept = file.sweep.iter().map(|(key, values)| (["sweep", key].to_vec(), key, values));
    let nodes = nodes.iter().map(|(key, values)| (vec!["nodes"], key, values));
    for (path, key, values) in swept.chain(nodes) {
        let wrong = |why: String| Err(text.wrong(text.key_at(&path), format!("`{key}` {why}")));
        if values.is_empty() {
            return wrong("takes no value".into());
        }
        if places.len() * values.len() > MOST_POINTS {
            return wrong(format!(
                "makes it a sweep of {} points, of which there are at most {MOST_POINTS}; give several files",
                places.len() * values.len()
            ));
        }
        let shown: Vec<String> = values.iter().map(ToString::to_string).collect();
        if let Some(twice) = (1..shown.len()).find(|i| shown[..*i].contains(&shown[*i])) {
            let place = text.element(&path, &shown[twice]).unwrap_or(text.at(&path));
            return Err(text.wrong(place, format!("`{key}` takes {} twice", shown[twice])));
        }
        let with = |place: &BTreeMap<String, String>| {
            let place = place.clone();
            shown.iter().map(move |value| {
                let mut place = place.clone();
                place.insert(key.clone(), value.clone());
                place
            })
        };
        places = places.iter().flat_map(with).collect();
    }
    Ok(places)
}
