//! The evaluators there are, each for the games that it knows.
//!
//! Every evaluator can be calibrated: that belongs to the catalogue and not to the evaluator, so a new one has it too.

use super::entry::{Described, Description, Outside};
use super::typed;
use crate::cache::Cache;
use crate::calibration::{Calibrate, Curves, MAX_LEAVES, TrainingSet};
use crate::error::{Error, Result};
use crate::evaluator::{
    AnyEvaluator, Artificial, Blurred, Context, Evaluator, Feature, Histogram, KalahFeatures, Lead, Lines,
    Model, Natural, Normal, OthelloFeature, Playouts, PlayoutsOn, Profile, Random, Scale, Similarity,
    StoreDifference, TileDistance, TilesLeft,
};
use crate::game::{ConnectFour, Hints, Kalah, Othello, Pig, SlidingTiles, TicTacToe};
use crate::key::Stream;
use crate::name::{Arguments, Name, Parameter};
use crate::player::{AnyGame, Universal};
use crate::tree::{
    ChanceTrees, CriticalGames, DrawnTree, NumberTrees, SimilarityTrees, TreeFamily, Trees, WinnerTrees,
};
use std::sync::Arc;

/// What an evaluator is made for.
///
/// ```
/// use plyscope::catalogue::{Catalogue, Subject};
/// let catalogue = Catalogue::built_in();
/// let game = catalogue.game("kalah(pits=3,seeds=2)")?;
/// let subject = Subject { game: &game, seed: 1, cache: None };
/// assert!(catalogue.evaluator("store-difference", &subject).is_ok());
/// assert!(catalogue.evaluator("natural", &subject).is_err()); // for drawn trees
/// # Ok::<(), plyscope::Error>(())
/// ```
pub struct Subject<'a> {
    /// The game that is evaluated.
    pub game: &'a AnyGame,
    /// The seed of what it learns or draws.
    pub seed: u64,
    /// Where what is learned is kept; none where nothing is to be learned yet.
    pub cache: Option<&'a dyn Cache>,
}

/// An evaluator for a game, with what is known of it before it has learned anything.
#[derive(Clone)]
pub struct Evaluated {
    /// The evaluator; to be asked only if there was a cache.
    pub evaluator: AnyEvaluator,
    /// Its name and what it will give once it has learned.
    pub profile: Profile,
    /// How it is calibrated, if it is.
    pub calibrate: Option<Calibrate>,
}

impl Evaluated {
    /// What there is to learn about it.
    pub fn lesson(&self, subject: &Subject<'_>) -> TrainingSet {
        let (game, evaluator) = (subject.game.clone(), self.evaluator.clone());
        TrainingSet { game, evaluator, calibrate: self.calibrate, seed: subject.seed }
    }
}

/// Makes an evaluator for a game; nothing for games that it does not know.
type Maker = Arc<dyn Fn(&Arguments<'_>, &Subject<'_>) -> Option<Result<AnyEvaluator>> + Send + Sync>;

/// A kind of evaluator.
///
/// ```
/// use plyscope::catalogue::{Catalogue, EvaluatorEntry, Subject};
/// use plyscope::evaluator::Lines;
/// use plyscope::game::ConnectFour;
/// let entry = EvaluatorEntry::of::<ConnectFour, _>("my-lines", "Open lines.", &[], |_| Ok(Lines::default()));
/// let catalogue = Catalogue::built_in().with_evaluator(entry);
/// let game = catalogue.game("connect-four")?;
/// let subject = Subject { game: &game, seed: 1, cache: None };
/// // It can be calibrated as any other.
/// let evaluated = catalogue.evaluator("my-lines(calibrate=isotonic)", &subject)?;
/// assert!(evaluated.profile.error);
/// # Ok::<(), plyscope::Error>(())
/// ```
#[derive(Clone)]
pub struct EvaluatorEntry {
    description: Description,
    makers: Vec<Maker>,
    /// For which games it is, for people.
    games: &'static str,
}

impl Described for EvaluatorEntry {
    fn description(&self) -> &Description {
        &self.description
    }
}

impl EvaluatorEntry {
    /// An evaluator of one type of game.
    pub fn of<G, E>(
        name: &'static str,
        summary: &'static str,
        parameters: &[Parameter],
        build: impl Fn(&Arguments<'_>) -> Result<E> + Send + Sync + 'static,
    ) -> Self
    where
        G: Hints<Position: Send + Sync + 'static> + Send + Sync + 'static,
        E: Evaluator<G> + Send + Sync + 'static,
    {
        let entry = EvaluatorEntry::new(name, summary, parameters, true, "games of another kind");
        entry.and_of::<G, E>(build)
    }

    /// The same evaluator for another type of game.
    #[must_use]
    pub fn and_of<G, E>(mut self, build: impl Fn(&Arguments<'_>) -> Result<E> + Send + Sync + 'static) -> Self
    where
        G: Hints<Position: Send + Sync + 'static> + Send + Sync + 'static,
        E: Evaluator<G> + Send + Sync + 'static,
    {
        self.makers.push(Arc::new(move |arguments, subject| {
            typed::<G>(subject.game).map(|_| build(arguments).map(AnyEvaluator::new::<G>))
        }));
        self
    }

    /// Says for which games it is, in the words that a user reads who names another.
    #[must_use]
    pub fn for_games(self, games: &'static str) -> Self {
        EvaluatorEntry { games, ..self }
    }

    /// The same for the games that another entry knows besides.
    pub(super) fn and(mut self, other: EvaluatorEntry) -> Self {
        self.makers.extend(other.makers);
        self
    }

    /// Its parameters and those of calibration, of which `truth` is for games that do not know theirs.
    fn new(
        name: &'static str,
        summary: &'static str,
        parameters: &[Parameter],
        truth: bool,
        games: &'static str,
    ) -> Self {
        let mut parameters = parameters.to_vec();
        parameters.extend([Calibrate::KIND, Calibrate::SOLVED]);
        parameters.extend(truth.then_some([Calibrate::TRUTH, Calibrate::PHASES]).into_iter().flatten());
        let description = Description { name, summary, parameters, outside: Vec::new() };
        EvaluatorEntry { description, makers: Vec::new(), games }
    }

    /// The same, which [reaches outside](super::Catalogue::reaches_outside) of this program.
    #[must_use]
    pub fn reaching(mut self, how: Outside) -> Self {
        self.description.outside.push((None, how));
        self
    }

    /// Made by a function that looks at the game itself.
    fn made(
        mut self,
        make: impl Fn(&Arguments<'_>, &Subject<'_>) -> Option<Result<AnyEvaluator>> + Send + Sync + 'static,
    ) -> Self {
        self.makers.push(Arc::new(make));
        self
    }

    /// Does it depend on what a seed drew?
    pub(super) fn learns(&self, name: &Name) -> bool {
        name.get("calibrate").is_some_and(|kind| kind != "none") || name.get("error") == Some("table")
    }

    fn unfit(&self, game: &AnyGame) -> Error {
        Error::Unfit { evaluator: self.name().into(), games: self.games, game: game.name().to_string() }
    }

    /// Makes one from a name of this kind, for a game.
    pub fn build(&self, name: &Name, subject: &Subject<'_>) -> Result<Evaluated> {
        let arguments = Arguments::resolve(self.parameters(), name)?;
        let made = self.makers.iter().find_map(|make| make(&arguments, subject));
        let plain = made.unwrap_or_else(|| Err(self.unfit(subject.game)))?;
        finish(plain, &arguments, subject)
    }
}

/// An evaluator that a game brings along, by its bare name; it can be calibrated as any other.
pub(super) fn brought(name: &Name, subject: &Subject<'_>) -> Option<Result<Evaluated>> {
    let plain = subject.game.brings()?.evaluator(name.kind())?;
    let parameters = [Calibrate::KIND, Calibrate::SOLVED, Calibrate::TRUTH, Calibrate::PHASES];
    Some(plain.and_then(|plain| finish(plain, &Arguments::resolve(&parameters, name)?, subject)))
}

/// Calibrates an evaluator where that is asked for.
fn finish(plain: AnyEvaluator, arguments: &Arguments<'_>, subject: &Subject<'_>) -> Result<Evaluated> {
    // Drawn trees know their truth, calibrated or not.
    if subject.game.family::<Trees>().is_some() && arguments.declared("truth") == Some("play") {
        return Err(arguments.refuse("truth"));
    }
    let Some(calibrate) = Calibrate::build(arguments)? else {
        return Ok(Evaluated { profile: plain.profile().clone(), evaluator: plain, calibrate: None });
    };
    check_calibration(subject)?;
    let name = calibrate.name(plain.name());
    let evaluator = match subject.cache {
        None => plain,
        Some(cache) => {
            let (game, evaluator) = (subject.game.clone(), plain.clone());
            let lesson = TrainingSet { game, evaluator, calibrate: None, seed: subject.seed };
            let kept = format!("{}/{name} seed {}", subject.game.name(), subject.seed);
            let mut learn = || Ok(calibrate.learn(&lesson)?.to_text());
            let curves = Curves::from_text(&cache.get_or_learn(&kept, &mut learn)?, name.clone())?;
            subject.game.revised(&plain, Arc::new(curves))?
        }
    };
    let profile = Profile { name, scale: Scale::Probability, error: true, draws: true, each: false };
    Ok(Evaluated { evaluator, profile, calibrate: Some(calibrate) })
}

/// What lacks an estimate, told without the advice to calibrate where nothing can be learned about the game.
pub(super) fn advised(error: Error, subject: &Subject<'_>) -> Error {
    match (error, check_calibration(subject)) {
        (Error::Need { rule, need, evaluator, advice }, Err(Error::Settings { why, .. }))
            if advice.contains("calibrate=") =>
        {
            Error::Need { rule, need, evaluator, advice: format!("; calibrate= would, but {why}") }
        }
        (error, _) => error,
    }
}

/// Refuses games that nothing can be learned about.
fn check_calibration(subject: &Subject<'_>) -> Result<()> {
    let game = subject.game;
    let refuse = |why: String| Err(Error::Settings { kind: "calibrate".into(), why });
    if game.family::<NumberTrees>().is_some() || game.facts().players == 1 {
        return refuse(format!("it is for games that are won or lost, not for {}", game.name()));
    }
    if game.facts().players > 2 {
        return refuse(format!(
            "it is for games of at most 2 players; {} has {}",
            game.name(),
            game.facts().players
        ));
    }
    match game.family() {
        Some(Trees(trees)) if trees.shape().leaves() > MAX_LEAVES => {
            refuse(format!("it learns from solved games of at most {MAX_LEAVES} leaves each"))
        }
        _ => Ok(()),
    }
}

/// What an evaluator of drawn games may learn from.
fn context<'a>(subject: &Subject<'a>) -> Option<Context<'a>> {
    let Trees(trees) = subject.game.family()?;
    Some(Context { game: trees.clone(), seed: subject.seed, cache: subject.cache })
}

impl EvaluatorEntry {
    /// The same evaluator for trees of a family.
    fn of_family<F, E>(self, build: impl Fn(&Arguments<'_>) -> Result<E> + Send + Sync + 'static) -> Self
    where
        F: TreeFamily,
        E: Evaluator<F::Tree> + Send + Sync + 'static,
    {
        self.made(move |arguments, subject| {
            subject.game.family::<F>()?;
            Some(build(arguments).map(AnyEvaluator::new::<F::Tree>))
        })
    }
}

/// An evaluator of games that are drawn by key.
fn of_trees<E: Evaluator<DrawnTree> + Send + Sync + 'static>(
    entry: EvaluatorEntry,
    build: impl Fn(&Arguments<'_>, &Context<'_>) -> Result<E> + Send + Sync + 'static,
) -> EvaluatorEntry {
    entry.made(move |arguments, subject| {
        let context = context(subject)?;
        Some(build(arguments, &context).map(AnyEvaluator::new::<DrawnTree>))
    })
}

/// Evaluations from a file; `read` reads it, which this crate does not.
pub(super) fn histogram(read: impl Fn(&str) -> Result<String> + Send + Sync + 'static) -> EvaluatorEntry {
    EvaluatorEntry::new(
        "histogram",
        "A value drawn from a file of counts, of won or of lost positions (critical).",
        Histogram::PARAMETERS,
        false,
        "critical games",
    )
    .reaching(Outside::Files)
    .of_family::<CriticalGames, _>(move |arguments| {
        Histogram::build(arguments, &read(arguments.text("path"))?)
    })
}

/// An evaluator of Othello that looks at one thing.
fn of_othello(feature: Feature, summary: &'static str) -> EvaluatorEntry {
    let build = move |arguments: &Arguments<'_>| OthelloFeature::build(feature, arguments);
    EvaluatorEntry::of::<Othello, _>(feature.name(), summary, feature.parameters(), build)
        .for_games("othello")
}

/// An evaluator of sliding tiles.
fn of_tiles(measure: TileDistance, summary: &'static str) -> EvaluatorEntry {
    let build = move |arguments: &Arguments<'_>| TilesLeft::build(measure, arguments);
    EvaluatorEntry::of::<SlidingTiles, _>(measure.name(), summary, TilesLeft::PARAMETERS, build)
        .for_games("sliding-tiles")
}

const DRAWN: &str = "games that are drawn by key and have won and lost leaves, such as board-splitting";

/// What comes with this crate.
pub(super) fn entries() -> Vec<EvaluatorEntry> {
    let new = EvaluatorEntry::new;
    vec![
        of_trees(
            new(
                "artificial",
                "Names the true winner, or with probability `error` the other one.",
                Artificial::PARAMETERS,
                false,
                DRAWN,
            ),
            |arguments, _| Artificial::build(arguments),
        )
        .of_family::<WinnerTrees, _>(Artificial::build),
        of_trees(
            new(
                "natural",
                "The share of the leaves below that are wins; binary: only which side has more.",
                Natural::PARAMETERS,
                false,
                DRAWN,
            ),
            Natural::build,
        )
        .of_family::<WinnerTrees, _>(Natural::for_several),
        of_trees(
            new(
                "playouts",
                "The share of wins in n random games from the position.",
                Playouts::PARAMETERS,
                true,
                "games that are won or lost",
            ),
            |arguments, context| Playouts::build(arguments, Some(context)),
        )
        .made(|arguments, subject| {
            // Numbers are neither won nor lost, nor are games of one player.
            if subject.game.family::<NumberTrees>().is_some() || subject.game.facts().players == 1 {
                return None;
            }
            let trial = Stream::new(subject.seed, &subject.game.name().to_string()).trial(0);
            let playouts = Playouts::build(arguments, None);
            let on = |playouts| Universal::Playouts(PlayoutsOn { playouts, trial });
            Some(playouts.map(|playouts| subject.game.universal(on(playouts))))
        }),
        of_trees(
            new(
                "model",
                "The probability that the tree model itself attaches to a node (scheucher-kaindl).",
                Model::PARAMETERS,
                false,
                DRAWN,
            ),
            Model::build,
        ),
        new(
            "normal",
            "The true winner's side of a half, with normal noise, as a probability (critical).",
            Normal::PARAMETERS,
            false,
            "critical games",
        )
        .of_family::<CriticalGames, _>(Normal::build),
        new(
            "similarity",
            "The win probability of a node's value, noisy and rounded to a granularity (similarity-tree).",
            Similarity::PARAMETERS,
            false,
            "similarity trees",
        )
        .of_family::<SimilarityTrees, _>(Similarity::build),
        EvaluatorEntry::of::<ConnectFour, _>(
            "lines",
            "Open lines, weighted by the marks in them (tic-tac-toe, connect four).",
            Lines::PARAMETERS,
            Lines::build,
        )
        .and_of::<TicTacToe, _>(Lines::build)
        .for_games("tic-tac-toe and connect four"),
        EvaluatorEntry::of::<Kalah, _>(
            "store-difference",
            "The first player's store minus the second's (kalah).",
            StoreDifference::PARAMETERS,
            StoreDifference::build,
        )
        .for_games("kalah"),
        EvaluatorEntry::of::<Kalah, _>(
            "kalah-features",
            "Stores, moves that end in a store or capture, and gifts, as a probability (kalah).",
            KalahFeatures::PARAMETERS,
            KalahFeatures::build,
        )
        .for_games("kalah"),
        of_othello(
            Feature::Squares,
            "Discs by the squares they lie on: corners count most, their neighbours against (othello).",
        ),
        of_othello(Feature::Discs, "The first player's discs minus the second's (othello)."),
        of_othello(Feature::Mobility, "Moves that the one and the other have, as a probability (othello)."),
        of_othello(Feature::Corners, "The corners that each player holds, as a probability (othello)."),
        EvaluatorEntry::of::<Pig, _>(
            "lead",
            "The lead in points, as a probability (pig).",
            Lead::PARAMETERS,
            Lead::build,
        )
        .for_games("pig"),
        new(
            "blurred",
            "The chance to win with best play, with normal noise (chance-tree).",
            Blurred::PARAMETERS,
            false,
            "trees with dice",
        )
        .of_family::<ChanceTrees, _>(Blurred::build),
        of_tiles(
            TileDistance::Manhattan,
            "Columns and rows between every tile and where it belongs, with the moves made (sliding-tiles).",
        ),
        of_tiles(
            TileDistance::Chebyshev,
            "Columns or rows, whichever are more, between every tile and where it belongs (sliding-tiles).",
        ),
        of_tiles(
            TileDistance::Misplaced,
            "Tiles that are not where they belong, with the moves made (sliding-tiles).",
        ),
        new(
            "random",
            "A probability by a hash of the position: for tests of searches, and as a floor.",
            Random::PARAMETERS,
            true,
            "every game",
        )
        .made(|arguments, subject| {
            let random = Random::build(arguments);
            Some(random.map(|random| subject.game.universal(Universal::Random(random))))
        }),
    ]
}
