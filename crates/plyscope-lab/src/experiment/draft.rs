//! An experiment file while it is checked: what every study needs to read it.

use super::file::{ExperimentFile, Measure, SeriesFile};
use super::text::Text;
use crate::error::Result;
use plyscope::key::Stream;
use plyscope::name::Name;
use plyscope::registry::{EVALUATORS, EvaluatorKind, GAMES, GameKind, Subject};
use std::cell::RefCell;
use std::collections::BTreeMap;
use toml::Spanned;

/// A file with its sweep multiplied out.
pub(crate) struct Draft<'a> {
    pub(crate) text: Text<'a>,
    pub(crate) file: &'a ExperimentFile,
    pub(crate) seed: u64,
    /// Search depths; a lone 0 where the study has none.
    pub(crate) depths: Vec<u32>,
    /// The swept parameters' values at every point.
    pub(crate) places: Vec<BTreeMap<String, String>>,
    /// By game and name: some evaluators learn, which need not be done twice.
    evaluators: RefCell<BTreeMap<(String, String), EvaluatorKind>>,
}

impl<'a> Draft<'a> {
    pub(crate) fn new(text: Text<'a>, file: &'a ExperimentFile, seed: u64) -> Result<Self> {
        let places = places(&text, file)?;
        let depths = file.depths.as_ref().map_or(vec![0], |depths| depths.get_ref().clone());
        let draft = Draft { text, file, seed, depths, places, evaluators: RefCell::default() };
        if draft.depths.is_empty() || !draft.depths.is_sorted_by(|a, b| a < b) {
            let why = "depths are given in rising order, at least one";
            return Err(draft.text.wrong(draft.depths_at(), why));
        }
        Ok(draft)
    }

    /// A mistake of the library, with its place.
    pub(crate) fn located<T>(&self, at: usize, result: plyscope::Result<T>) -> Result<T> {
        result.map_err(|error| self.text.wrong(at, error))
    }

    /// Where the game is named.
    pub(crate) fn game_at(&self) -> Result<usize> {
        let game =
            self.file.game.as_ref().ok_or_else(|| self.text.wrong(0, "this measure needs a `game`"))?;
        Ok(game.span().start)
    }

    /// Search depths, which this study must have.
    pub(crate) fn needs_depths(&self) -> Result<()> {
        match self.file.depths {
            Some(_) => Ok(()),
            None => Err(self.text.wrong(0, "missing field `depths`")),
        }
    }

    /// Where a parameter is swept.
    pub(crate) fn swept_at(&self, parameter: &str) -> usize {
        let key = self.file.sweep.keys().find(|key| key.get_ref() == parameter);
        key.map_or(0, |key| key.span().start)
    }

    /// Where the depths are given.
    pub(crate) fn depths_at(&self) -> usize {
        self.file.depths.as_ref().map_or(0, |depths| depths.span().start)
    }

    /// An evaluator by name, for a game of this draft; the same one for all who ask.
    pub(crate) fn evaluator(&self, name: &str, subject: &Subject) -> plyscope::Result<EvaluatorKind> {
        let key = (subject.game.name().to_string(), name.to_string());
        if let Some(known) = self.evaluators.borrow().get(&key) {
            return Ok(known.clone());
        }
        let made = EVALUATORS.build(name, subject)?;
        self.evaluators.borrow_mut().insert(key, made.clone());
        Ok(made)
    }

    /// What trials are drawn from. The game's name is in it with all parameters but those that are swept, so that all
    /// points draw from the same numbers.
    pub(crate) fn stream(&self, game: &Name, place: &BTreeMap<String, String>) -> Stream {
        let swept: Vec<&str> = place.keys().map(String::as_str).collect();
        Stream::new(self.seed, &game.clone().without(&swept).to_string())
    }

    /// A name with the swept parameters that it has.
    pub(crate) fn swept(&self, name: &Name, place: &BTreeMap<String, String>) -> Name {
        let mine = parameters(name);
        let mut name = name.clone();
        for (key, value) in place.iter().filter(|(key, _)| mine.contains(&key.as_str())) {
            name = name.without(&[key]).with(key, value);
        }
        name
    }

    /// The game at a point; the sweep's parameters must be its own or an evaluator's.
    pub(crate) fn game(&self, place: &BTreeMap<String, String>) -> Result<GameKind> {
        let at = self.game_at()?;
        let text = self.file.game.as_ref().map_or("", |game| game.get_ref());
        let game: Name = self.located(at, text.parse())?;
        for key in self.file.sweep.keys().filter(|key| !self.is_the_studys(key.get_ref())) {
            let players = self.file.series.iter().flat_map(|series| series.get_ref().evaluators());
            let evaluators = players.filter_map(|evaluator| evaluator.get_ref().parse().ok());
            let mut takers = std::iter::once(game.clone()).chain(evaluators);
            if !takers.any(|name| parameters(&name).contains(&key.get_ref().as_str())) {
                let why = match key.get_ref().as_str() {
                    "nodes" => {
                        "`nodes` is swept in matches, and where decisions are judged on real games".into()
                    }
                    "plies" => {
                        "`plies` is swept in matches, and where nodes are counted on real games".into()
                    }
                    key => format!("neither the game nor an evaluator has a parameter `{key}`"),
                };
                return Err(self.text.wrong(key.span().start, why));
            }
        }
        self.located(at, GAMES.build(&self.swept(&game, place).to_string(), &()))
    }

    /// Is the game played from a start, not drawn by key?
    pub(crate) fn is_real(&self) -> bool {
        let name = self.file.game.as_ref().and_then(|game| game.get_ref().parse::<Name>().ok());
        let first = name.zip(self.places.first()).map(|(name, place)| self.swept(&name, place));
        first.is_some_and(|name| matches!(GAMES.build(&name.to_string(), &()), Ok(GameKind::Real(_))))
    }

    /// Is it the number of nodes that a player may generate a move, or of random moves before a match or a search
    /// whose nodes are counted?
    fn is_the_studys(&self, key: &str) -> bool {
        match (key, self.file.measure) {
            ("nodes" | "plies", Measure::WinShare) | ("plies", Measure::Nodes) => true,
            ("nodes", Measure::DecisionAccuracy) => self.is_real(),
            _ => false,
        }
    }

    /// A key that a series of this study must have.
    pub(crate) fn given<'b>(
        &self,
        series: &Spanned<SeriesFile>,
        key: &str,
        value: &'b Option<Spanned<String>>,
    ) -> Result<&'b Spanned<String>> {
        let why = || self.text.wrong(series.span().start, format!("this [[series]] needs `{key}`"));
        value.as_ref().ok_or_else(why)
    }

    /// Refuses keys of a series that belong to other studies.
    pub(crate) fn only(&self, series: &Spanned<SeriesFile>, keys: &[&str]) -> Result<()> {
        match series.get_ref().keys().into_iter().find(|(key, _)| !keys.contains(key)) {
            None => Ok(()),
            Some((key, at)) => {
                let why = format!(
                    "`{key}` is not for measure = \"{}\", whose series have: label, {}",
                    self.file.measure.name(),
                    keys.join(", ")
                );
                Err(self.text.wrong(at, why))
            }
        }
    }
}

/// The parameters that a game or an evaluator of this kind has.
fn parameters(name: &Name) -> Vec<&'static str> {
    let game = GAMES.entry(name.kind()).map(|entry| entry.parameters);
    let evaluator = EVALUATORS.entry(name.kind()).map(|entry| entry.parameters);
    game.or(evaluator).unwrap_or(&[]).iter().map(|parameter| parameter.name).collect()
}

/// Each point is a table of its own, and is built before anything runs.
const MOST_POINTS: usize = 10_000;

/// Every combination of the swept values.
fn places(text: &Text<'_>, file: &ExperimentFile) -> Result<Vec<BTreeMap<String, String>>> {
    let mut places = vec![BTreeMap::new()];
    for (key, values) in &file.sweep {
        let wrong = |why: String| Err(text.wrong(key.span().start, format!("`{}` {why}", key.get_ref())));
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
            return wrong(format!("takes {} twice", shown[twice]));
        }
        let with = |place: &BTreeMap<String, String>| {
            let place = place.clone();
            let with = move |value: &super::file::SweepValue| {
                let mut place = place.clone();
                place.insert(key.get_ref().clone(), value.to_string());
                place
            };
            values.iter().map(with).collect::<Vec<_>>()
        };
        places = places.iter().flat_map(with).collect();
    }
    Ok(places)
}
