//! Experiments: read, checked before anything runs, and ready to be run.

mod builtin;
mod claim;
mod file;

pub use builtin::{builtin, builtin_ids};
pub use claim::{Claim, Comparison, Place};
pub use file::{ExperimentFile, Ties, WantedGames, schema};

use crate::error::Result;
use crate::tally::{Tally, scale_for};
use file::{SeriesFile, Text};
use plyscope::evaluator::{Reading, Scale, TreeEvaluator};
use plyscope::key::Stream;
use plyscope::name::Name;
use plyscope::registry::{AnyRule, EVALUATORS, EvaluatorKind, GAMES, GameKind, RULES, SEARCHES, Subject};
use plyscope::search::AnySearch;
use plyscope::source::{DrawnGames, Wanted};
use plyscope::tree::ErasedTreeGame;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;
use toml::Spanned;

/// An experiment that can be run.
#[derive(Clone)]
pub struct Experiment {
    /// `paper/figure`, with `+reading` for an alternative.
    pub id: String,
    /// The file's text, as run.
    pub text: String,
    /// What it is.
    pub title: String,
    /// The paper and figure.
    pub source: String,
    /// Which reading it takes, and why.
    pub reading: String,
    /// What a trial scores where several moves are tied.
    pub ties: Ties,
    /// Trials at every point.
    pub trials: u64,
    /// Go on until no interval is wider than this; `trials` is then how far it has come.
    pub until: Option<f64>,
    /// The seed.
    pub seed: u64,
    /// Search depths.
    pub depths: Vec<u32>,
    /// Labels of the series.
    pub labels: Vec<String>,
    /// The points of the sweep; one without a sweep.
    pub points: Vec<Point>,
    /// The claims.
    pub claims: Vec<Claim>,
    /// Suffixes of the alternatives.
    pub alternatives: Vec<String>,
}

/// One point of a sweep, with everything that is searched there.
#[derive(Clone)]
pub struct Point {
    /// The swept parameters' values, as numbers where they are.
    pub place: BTreeMap<String, String>,
    /// The game.
    pub game: Arc<dyn ErasedTreeGame>,
    /// Its trials.
    pub source: DrawnGames,
    /// The curves.
    pub series: Vec<Series>,
}

/// One curve at a point.
#[derive(Clone)]
pub struct Series {
    /// What claims call it.
    pub label: String,
    /// The rule's name.
    pub rule_name: String,
    /// The rule.
    pub rule: AnyRule,
    /// The evaluator.
    pub evaluator: Arc<dyn TreeEvaluator>,
    /// The search.
    pub search: AnySearch,
}

impl Experiment {
    /// Reads and checks an experiment; `id` names it, `alternative` chooses another reading.
    pub fn parse(id: &str, text: &str, alternative: Option<&str>) -> Result<Self> {
        let source = Text { file: id, text };
        let mut file = source.read()?;
        let alternatives: Vec<String> = file.alternative.keys().cloned().collect();
        if let Some(suffix) = alternative {
            apply(&source, &mut file, suffix)?;
        }
        let builder = Builder { text: source, file: &file };
        let points = builder.points()?;
        let labels: Vec<String> = points[0].series.iter().map(|series| series.label.clone()).collect();
        builder.figure(&labels)?;
        let claims = claim::check(&builder.text, &file, &labels, &points)?;
        Ok(Experiment {
            id: alternative.map_or(id.to_string(), |suffix| format!("{id}+{suffix}")),
            text: text.to_string(),
            title: file.title.clone(),
            source: file.source.clone(),
            reading: file.reading.clone(),
            ties: file.ties,
            trials: *file.trials.get_ref(),
            until: None,
            seed: file.seed,
            depths: file.depths.get_ref().clone(),
            labels,
            points,
            claims,
            alternatives,
        })
    }

    /// A tally of one of its points, with nothing in it yet.
    pub fn empty_tally(&self, point: usize) -> Tally {
        Tally::new(
            self.labels.len() * self.depths.len(),
            scale_for(self.points[point].game.shape().branching()),
        )
    }

    /// The same experiment with other trials and another seed.
    pub fn with(mut self, trials: Option<u64>, seed: Option<u64>) -> Self {
        self.trials = trials.unwrap_or(self.trials);
        if let Some(seed) = seed {
            self.seed = seed;
            for point in &mut self.points {
                point.source.stream = stream(seed, &point.game.name(), &point.place);
            }
        }
        self
    }
}

impl Experiment {
    /// An experiment of a run folder, by what the folder says of itself.
    pub fn of_folder(path: &std::path::Path) -> Result<Self> {
        let (text, id, seed, trials) = crate::run::Folder::describe(path)?;
        let (plain, suffix) = match id.split_once('+') {
            Some((plain, suffix)) => (plain, Some(suffix)),
            None => (id.as_str(), None),
        };
        Ok(Experiment::parse(plain, &text, suffix)?.with(Some(trials), Some(seed)))
    }
}

/// The key's name leaves out what is swept, so that all points draw from the same numbers.
fn stream(seed: u64, game: &Name, place: &BTreeMap<String, String>) -> Stream {
    let swept: Vec<&str> = place.keys().map(String::as_str).collect();
    Stream::new(seed, &game.clone().without(&swept).to_string())
}

/// Puts an alternative reading in place.
fn apply(text: &Text<'_>, file: &mut ExperimentFile, suffix: &str) -> Result<()> {
    let Some(other) = file.alternative.get(suffix).cloned() else {
        let known: Vec<&str> = file.alternative.keys().map(String::as_str).collect();
        let known =
            if known.is_empty() { "it has none".into() } else { format!("it has: {}", known.join(", ")) };
        return Err(text.wrong(0, format!("there is no alternative reading `{suffix}`; {known}")));
    };
    file.reading = other.reading;
    if let Some(game) = other.game {
        file.game = game;
    }
    if let Some(depths) = other.depths {
        file.depths = depths;
    }
    for (label, evaluator) in other.evaluator {
        let series = file.series.iter_mut().find(|series| label_of(series) == *label.get_ref());
        let at = label.span().start;
        series
            .ok_or_else(|| text.wrong(at, format!("there is no series `{}`", label.get_ref())))?
            .evaluator = evaluator;
    }
    Ok(())
}

fn label_of(series: &SeriesFile) -> String {
    series.label.clone().unwrap_or_else(|| series.rule.get_ref().clone())
}

struct Builder<'a> {
    text: Text<'a>,
    file: &'a ExperimentFile,
}

impl Builder<'_> {
    fn points(&self) -> Result<Vec<Point>> {
        let file = self.file;
        let start = |range: Range<usize>| range.start;
        if file.series.is_empty() {
            return Err(self.text.wrong(0, "an experiment has at least one [[series]]"));
        }
        if *file.trials.get_ref() == 0 {
            return Err(self.text.wrong(start(file.trials.span()), "an experiment has at least 1 trial"));
        }
        for (key, values) in &file.sweep {
            if values.is_empty() {
                return Err(self
                    .text
                    .wrong(start(key.span()), format!("`{}` takes no value", key.get_ref())));
            }
        }
        let mut places: Vec<BTreeMap<String, String>> = vec![BTreeMap::new()];
        for (key, values) in &file.sweep {
            places = places
                .iter()
                .flat_map(|place| {
                    values.iter().map(|value| {
                        let mut place = place.clone();
                        place.insert(key.get_ref().clone(), value.to_string());
                        place
                    })
                })
                .collect();
        }
        places.into_iter().map(|place| self.point(place)).collect()
    }

    /// The figure's axis and divisor are there. (Figures are not drawn yet; a mistake is told all the same.)
    fn figure(&self, labels: &[String]) -> Result<()> {
        let figure = &self.file.figure;
        if let Some(x) = &figure.x
            && x.get_ref() != "depth"
            && !self.file.sweep.keys().any(|key| key.get_ref() == x.get_ref())
        {
            let why = format!("the axis is `depth` or a swept parameter, not `{}`", x.get_ref());
            return Err(self.text.wrong(x.span().start, why));
        }
        if let Some(series) = figure.relative_to.as_ref().filter(|series| !labels.contains(series.get_ref()))
        {
            let why = format!("there is no series `{}`; there are: {}", series.get_ref(), labels.join(", "));
            return Err(self.text.wrong(series.span().start, why));
        }
        Ok(())
    }

    fn point(&self, place: BTreeMap<String, String>) -> Result<Point> {
        let file = self.file;
        let at = file.game.span().start;
        let game: Name = self.located(at, file.game.get_ref().parse())?;
        let parameters = |name: &Name| -> Vec<&'static str> {
            let game =
                GAMES.entries.iter().find(|entry| entry.name == name.kind()).map(|entry| entry.parameters);
            let evaluator =
                EVALUATORS.entries.iter().find(|entry| entry.name == name.kind()).map(|e| e.parameters);
            game.or(evaluator).unwrap_or(&[]).iter().map(|parameter| parameter.name).collect()
        };
        let swept = |name: &Name| {
            let mine = parameters(name);
            let mut name = name.clone();
            for (key, value) in place.iter().filter(|(key, _)| mine.contains(&key.as_str())) {
                name = name.without(&[key]).with(key, value);
            }
            name
        };
        for key in file.sweep.keys() {
            let evaluators = file.series.iter().filter_map(|series| series.evaluator.get_ref().parse().ok());
            let takes = std::iter::once(game.clone())
                .chain(evaluators)
                .any(|name| parameters(&name).contains(&key.get_ref().as_str()));
            if !takes {
                let why = format!("neither the game nor an evaluator has a parameter `{}`", key.get_ref());
                return Err(self.text.wrong(key.span().start, why));
            }
        }
        let kind = self.located(at, GAMES.build(&swept(&game).to_string(), &()))?;
        let GameKind::Drawn(drawn) = kind.clone() else {
            return Err(self.text.wrong(
                at,
                format!("{} is not drawn by key; experiments on it are not there yet", kind.name()),
            ));
        };
        for depth in file.depths.get_ref() {
            if *depth == 0 || *depth > drawn.shape().depth() {
                let why =
                    format!("depth {depth} is not within 1 to {} of {}", drawn.shape().depth(), drawn.name());
                return Err(self.text.wrong(file.depths.span().start, why));
            }
        }
        if file.depths.get_ref().is_empty() || !file.depths.get_ref().is_sorted_by(|a, b| a < b) {
            return Err(self
                .text
                .wrong(file.depths.span().start, "depths are given in rising order, at least one"));
        }
        let subject = Subject { game: kind, seed: file.seed };
        let mut series: Vec<Series> = Vec::new();
        for one in &file.series {
            let built = self.series(one, &subject, &swept)?;
            if series.iter().any(|other| other.label == built.label) {
                let why = format!("two series are called `{}`; give one a label", built.label);
                return Err(self.text.wrong(one.rule.span().start, why));
            }
            series.push(built);
        }
        let wanted = match file.wanted {
            WantedGames::NonTrivial => Wanted::NonTrivial,
            WantedGames::Every => Wanted::Every,
        };
        let stream = stream(file.seed, &drawn.name(), &place);
        Ok(Point { place, source: DrawnGames { game: drawn.clone(), stream, wanted }, game: drawn, series })
    }

    fn series(&self, file: &SeriesFile, subject: &Subject, swept: &dyn Fn(&Name) -> Name) -> Result<Series> {
        let (rule_at, evaluator_at) = (file.rule.span().start, file.evaluator.span().start);
        let name: Name = self.located(evaluator_at, file.evaluator.get_ref().parse())?;
        let built = self.located(evaluator_at, EVALUATORS.build(&swept(&name).to_string(), subject))?;
        let EvaluatorKind::Drawn(evaluator) = built else {
            return Err(self.text.wrong(evaluator_at, "this evaluator is for real games"));
        };
        let rule = self.located(rule_at, RULES.build(file.rule.get_ref(), &()))?;
        let needs = match &rule {
            AnyRule::Win(_, Reading::Win) if evaluator.scale() != Scale::Probability => {
                Some("probabilities between 0 and 1")
            }
            AnyRule::Win(_, Reading::Certain) | AnyRule::Typed(_) if !evaluator.knows_error() => {
                Some("an evaluator that gives its error (such as error=minority)")
            }
            AnyRule::Payoffs(_) => Some("a game with one number per player"),
            _ => None,
        };
        if let Some(needs) = needs {
            let why = format!("the rule {} needs {needs}, not {}", file.rule.get_ref(), evaluator.name());
            return Err(self.text.wrong(evaluator_at, why));
        }
        let search = match &file.search {
            None => AnySearch::FullWidth(plyscope::search::FullWidth),
            Some(search) => self.located(search.span().start, SEARCHES.build(search.get_ref(), &()))?,
        };
        let cuts = matches!(search, AnySearch::AlphaBeta(_) | AnySearch::Solve(_));
        if cuts && !matches!(rule, AnyRule::Ordered(_)) {
            let why =
                format!("{} works with the rule minimax only, not {}", search.name(), file.rule.get_ref());
            return Err(self
                .text
                .wrong(file.search.as_ref().map_or(0, |s: &Spanned<String>| s.span().start), why));
        }
        let rule_name: Name = self.located(rule_at, file.rule.get_ref().parse())?;
        Ok(Series { label: label_of(file), rule_name: rule_name.to_string(), rule, evaluator, search })
    }

    /// A mistake of the library, with its place.
    fn located<T>(&self, at: usize, result: plyscope::Result<T>) -> Result<T> {
        result.map_err(|error| self.text.wrong(at, error))
    }
}
