//! An experiment file while it is checked: what every study needs to read it.

use super::bounds;
use super::file::{ExperimentFile, Measured, SeriesFile};
use super::text::Text;
use crate::error::Result;
use plyscope::catalogue::Catalogue;
use plyscope::key::Stream;
use plyscope::name::Name;
use plyscope::player::AnyGame;
use plyscope::search::Effort;
use plyscope::tree::Trees;
use std::cell::RefCell;
use std::collections::BTreeMap;
use toml::Spanned;

/// A file with its sweep multiplied out.
pub(crate) struct Draft<'a> {
    pub(crate) text: Text<'a>,
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
        text: Text<'a>,
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
                self.text.element(self.text.at(&["sweep", parameter])?, value)
            }
            _ => None,
        }
    }

    /// Where the game is named.
    pub(crate) fn game_at(&self) -> Result<usize> {
        let game =
            self.file.game.as_ref().ok_or_else(|| self.text.wrong(0, "this measure needs a `game`"))?;
        Ok(game.span().start)
    }

    /// Search depths, which this study must have, and nothing else.
    pub(crate) fn depths(&self) -> Result<Vec<u32>> {
        let depths: Option<Vec<u32>> = self.efforts.iter().map(|effort| effort.depth()).collect();
        let missing = || self.text.wrong(self.efforts_at(), "missing field `depths`");
        depths.filter(|depths| !depths.is_empty()).ok_or_else(missing)
    }

    /// Where a parameter takes a value of a sweep, or is swept.
    pub(crate) fn swept_at(&self, parameter: &str, value: &str) -> usize {
        let key = self.file.sweep.keys().find(|key| key.get_ref() == parameter);
        let key = key.map(|key| key.span().start).or(self.text.at(&[parameter]));
        let lists = [&["sweep", parameter][..], &[parameter]];
        let found = lists.into_iter().find_map(|list| self.text.element(self.text.at(list)?, value));
        found.or(key).unwrap_or(0)
    }

    /// Where a depth is given.
    pub(crate) fn depth_at(&self, depth: u32) -> usize {
        self.text.element(self.efforts_at(), &depth.to_string()).unwrap_or(self.efforts_at())
    }

    /// Where the efforts are given.
    pub(crate) fn efforts_at(&self) -> usize {
        let file = self.file;
        let depths = file.depths.as_ref().map(|depths| depths.span().start);
        let others = [&file.nodes, &file.iterations, &file.evaluations];
        let others = others.into_iter().flatten().map(|amounts| amounts.span().start).next();
        depths.or(others).unwrap_or(0)
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
        let text = self.file.game.as_ref().map_or("", |game| game.get_ref());
        if text.trim_start().starts_with(['(', '[']) {
            let why = "a game by name is expected; a tree as text is for measure = \"worked-example\"";
            return Err(self.text.wrong(at, why));
        }
        let game: Name = self.located(at, text.parse())?;
        for key in self.file.sweep.keys().filter(|key| !self.is_the_studys(key.get_ref())) {
            let players = self.file.series.iter().flat_map(|series| series.get_ref().evaluators());
            let evaluators = players.filter_map(|evaluator| evaluator.get_ref().parse().ok());
            let mut takers = std::iter::once(game.clone()).chain(evaluators);
            let takes =
                |name: &Name| self.catalogue.parameters(name.kind()).contains(&key.get_ref().as_str());
            if !takers.any(|name| takes(&name)) {
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
        let name = self.file.game.as_ref().and_then(|game| game.get_ref().parse::<Name>().ok());
        let first = name.zip(self.places.first()).map(|(name, place)| self.swept(&name, place).to_string());
        let game = first.and_then(|name| self.catalogue.game(&name).ok());
        game.is_some_and(|game| game.family::<Trees>().is_none())
    }

    /// A key that a series of this study must have.
    pub(crate) fn needed<'b>(
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

/// What players may spend, as a file says it: depths, or one of the others.
fn efforts(text: &Text<'_>, file: &ExperimentFile) -> Result<Vec<Effort>> {
    let mut found: Vec<(usize, Vec<Effort>)> = Vec::new();
    if let Some(depths) = &file.depths {
        let all = depths.get_ref().iter().map(|depth| Effort::Depth(*depth));
        found.push((depths.span().start, all.collect()));
    }
    let mut others = |amounts: &Option<Spanned<Vec<u64>>>, effort: fn(u64) -> Effort| {
        if let Some(amounts) = amounts {
            found.push((
                amounts.span().start,
                amounts.get_ref().iter().map(|amount| effort(*amount)).collect(),
            ));
        }
    };
    // Elsewhere nodes are a sweep, beside depths.
    if file.measure == Measured::Depth {
        others(&file.nodes, Effort::Nodes);
    }
    others(&file.iterations, Effort::Iterations);
    others(&file.evaluations, Effort::Evaluations);
    if let Some((at, _)) = found.get(1) {
        return Err(
            text.wrong(*at, "an experiment has one kind of effort: depths, iterations or evaluations")
        );
    }
    let Some((at, efforts)) = found.pop() else { return Ok(Vec::new()) };
    if efforts.is_empty() || !efforts.is_sorted_by(|a, b| a < b) {
        let unit = efforts.first().map_or("depths", |effort| match effort {
            Effort::Depth(_) => "depths",
            other => other.unit(),
        });
        return Err(text.wrong(at, format!("{unit} are given in rising order, at least one")));
    }
    Ok(efforts)
}

/// Each point is a table of its own, and is built before anything runs.
const MOST_POINTS: usize = 10_000;

/// Every combination of the swept values.
fn places(text: &Text<'_>, file: &ExperimentFile) -> Result<Vec<BTreeMap<String, String>>> {
    let mut places = vec![BTreeMap::new()];
    // `nodes = [...]` says the same as a sweep of them.
    let nodes = file.nodes.as_ref().filter(|_| file.measure != Measured::Depth).map(|nodes| {
        let values = nodes.get_ref().iter().map(|n| super::file::SweepValue::Integer(*n as i64)).collect();
        (Spanned::new(nodes.span(), "nodes".to_string()), values)
    });
    let nodes: Option<(Spanned<String>, Vec<super::file::SweepValue>)> = nodes;
    for (key, values) in file.sweep.iter().chain(nodes.as_ref().map(|(key, values)| (key, values))) {
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
            let list = text.at(&["sweep", key.get_ref()]).unwrap_or(key.span().start);
            let place = text.element(list, &shown[twice]).unwrap_or(list);
            return Err(text.wrong(place, format!("`{}` takes {} twice", key.get_ref(), shown[twice])));
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
