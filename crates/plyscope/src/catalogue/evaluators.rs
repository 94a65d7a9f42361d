//! The evaluators there are, each for the games that it knows.
//!
//! Every evaluator can be calibrated: that belongs to the catalogue and not to the evaluator, so a new one has it too.

use super::entry::{Described, Description, Outside};
use super::typed;
use crate::cache::Cache;
use crate::calibration::{Calibrate, Curves, MAX_LEAVES, TrainingSet};
use crate::error::{Error, Result};
use crate::evaluator::{
    Adjustment, AnyEvaluator, Artificial, Blurred, Context, CountsFile, Evaluator, Feature, KalahFeatures,
    Lead, Lines, Model, Natural, Normal, OthelloFeature, Playouts, PlayoutsOn, Profile, Random, Scale,
    Similarity, StoreDifference, TileDistance, TilesLeft,
};
use crate::game::{ConnectFour, Hints, Kalah, Othello, Pig, SlidingTiles, TicTacToe};
use crate::key::Stream;
use crate::name::{Arguments, Given, Name, Parameter, Settings};
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
/// let entry = EvaluatorEntry::of::<ConnectFour, _>("my-lines", "Open lines.", |_| Ok(Lines::default()));
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
    /// An evaluator of one type of game, which takes its parameters one by one.
    pub fn of<G, E>(
        name: &'static str,
        summary: &'static str,
        take: impl Fn(&mut Given<'_>) -> Result<E> + Send + Sync + 'static,
    ) -> Self
    where
        G: Hints<Position: Send + Sync + 'static> + Send + Sync + 'static,
        E: Evaluator<G> + Send + Sync + 'static,
    {
        let entry = EvaluatorEntry::new(name, summary, Given::list(&take), true, "games of another kind");
        entry.and_of::<G, E>(move |arguments| Given::read(arguments, &take))
    }

    /// An evaluator of one type of game that its settings describe; a type may have several kinds.
    ///
    /// ```
    /// use plyscope::catalogue::{Described, EvaluatorEntry};
    /// use plyscope::evaluator::Lead;
    /// use plyscope::game::Pig;
    /// use plyscope::name::Settings;
    /// let entry = EvaluatorEntry::with_settings::<Pig, Lead>(Lead::default(), Lead::SUMMARY, "pig");
    /// assert!(entry.name() == "lead" && entry.takes("values"));
    /// ```
    pub fn with_settings<G, E>(settings: E, summary: &'static str, games: &'static str) -> Self
    where
        G: Hints<Position: Send + Sync + 'static> + Send + Sync + 'static,
        E: Settings + Evaluator<G> + Send + Sync + 'static,
    {
        let entry = EvaluatorEntry::new(settings.own_kind(), summary, settings.clone().listed(), true, games);
        entry.and_of::<G, E>(move |arguments| settings.clone().filled(arguments))
    }

    /// The same evaluator for another type of game.
    fn and_of<G, E>(self, build: impl Fn(&Arguments<'_>) -> Result<E> + Send + Sync + 'static) -> Self
    where
        G: Hints<Position: Send + Sync + 'static> + Send + Sync + 'static,
        E: Evaluator<G> + Send + Sync + 'static,
    {
        self.made(move |arguments, subject| {
            typed::<G>(subject.game).map(|_| build(arguments).map(AnyEvaluator::new::<G>))
        })
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

    /// Its parameters and those that all have, of which some are for games that do not know their truth.
    fn new(
        name: &'static str,
        summary: &'static str,
        mut parameters: Vec<Parameter>,
        truth: bool,
        games: &'static str,
    ) -> Self {
        parameters.extend(Given::list(|given| Finish::take(given, truth)));
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
    let parameters = Given::list(|given| Finish::take(given, true));
    Some(plain.and_then(|plain| finish(plain, &Arguments::resolve(&parameters, name)?, subject)))
}

/// What can be asked of every evaluator.
struct Finish {
    calibrate: Option<Calibrate>,
    /// Noisy moves are played out to this many plies before it is asked.
    quiescence: u32,
}

impl Finish {
    /// Takes the parameters, those of real games among them or not.
    fn take(given: &mut Given<'_>, real: bool) -> Self {
        let calibrate = Calibrate::take(given, real);
        let allowed = "a whole number from 0 to 64: noisy moves are played out first, to so many plies";
        let quiescence = if real { given.integer("quiescence", "0", allowed, 0..=64) } else { 0 };
        Finish { calibrate, quiescence }
    }

    /// The evaluator, asked only where captures and threats are resolved, if that is wanted.
    fn quiet(&self, plain: AnyEvaluator, subject: &Subject<'_>) -> Result<AnyEvaluator> {
        if self.quiescence == 0 {
            return Ok(plain);
        }
        let game = subject.game;
        if !game.has_quiescence(&game.start(Stream::new(subject.seed, "quiescence").trial(0))?) {
            let why = format!("{} has no noisy moves to play out", game.name());
            return Err(Error::Settings { kind: "quiescence".into(), why });
        }
        game.adjusted(&plain, Adjustment::Quiescence { plies: self.quiescence })
    }
}

/// Plays out noisy moves first, and calibrates, where that is asked for.
fn finish(plain: AnyEvaluator, arguments: &Arguments<'_>, subject: &Subject<'_>) -> Result<Evaluated> {
    // Drawn trees know their truth, calibrated or not.
    if subject.game.family::<Trees>().is_some() && arguments.declared("truth") == Some("play") {
        return Err(arguments.refuse("truth"));
    }
    let real = arguments.declared("truth").is_some();
    let finish = Given::read(arguments, |given| Ok(Finish::take(given, real)))?;
    let plain = finish.quiet(plain, subject)?;
    let Some(calibrate) = finish.calibrate else {
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
    /// One that its settings describe, before it is said how it is made for a game.
    fn described<S: Settings>(truth: bool, games: &'static str) -> Self {
        EvaluatorEntry::new(S::KIND, S::SUMMARY, S::parameters(), truth, games)
    }

    /// For trees of a family.
    fn of_family<F, S, E>(self, make: impl Fn(S) -> Result<E> + Send + Sync + 'static) -> Self
    where
        F: TreeFamily,
        S: Settings,
        E: Evaluator<F::Tree> + Send + Sync + 'static,
    {
        self.made(move |arguments, subject| {
            subject.game.family::<F>()?;
            Some(S::build(arguments).and_then(&make).map(AnyEvaluator::new::<F::Tree>))
        })
    }

    /// For win-loss games that are drawn by key.
    fn of_trees<S, E>(self, make: impl Fn(S, &Context<'_>) -> Result<E> + Send + Sync + 'static) -> Self
    where
        S: Settings,
        E: Evaluator<DrawnTree> + Send + Sync + 'static,
    {
        self.made(move |arguments, subject| {
            let context = context(subject)?;
            let made = S::build(arguments).and_then(|settings| make(settings, &context));
            Some(made.map(AnyEvaluator::new::<DrawnTree>))
        })
    }
}

/// Evaluations from a file; `read` reads it, which this crate does not.
pub(super) fn histogram(read: impl Fn(&str) -> Result<String> + Send + Sync + 'static) -> EvaluatorEntry {
    let from = move |file: CountsFile| file.read_as(&read(&file.path)?);
    EvaluatorEntry::described::<CountsFile>(false, "critical games")
        .reaching(Outside::Files)
        .of_family::<CriticalGames, _, _>(from)
}

/// For trees of one family.
fn family<F: TreeFamily, E>(games: &'static str) -> EvaluatorEntry
where
    E: Settings + Evaluator<F::Tree> + Send + Sync + 'static,
{
    EvaluatorEntry::described::<E>(false, games).of_family::<F, E, E>(Ok)
}

/// For one type of game.
fn game<G, E>(games: &'static str) -> EvaluatorEntry
where
    G: Hints<Position: Send + Sync + 'static> + Send + Sync + 'static,
    E: Settings + Evaluator<G> + Send + Sync + 'static,
{
    EvaluatorEntry::with_settings::<G, E>(E::default(), E::SUMMARY, games)
}

const DRAWN: &str = "games that are drawn by key and have won and lost leaves, such as board-splitting";

/// What comes with this crate.
pub(super) fn entries() -> Vec<EvaluatorEntry> {
    let of = EvaluatorEntry::with_settings::<Othello, OthelloFeature>;
    let othello = |feature, summary| of(OthelloFeature::new(feature), summary, "othello");
    let of = EvaluatorEntry::with_settings::<SlidingTiles, TilesLeft>;
    let tiles = |measure, summary| of(TilesLeft { measure, grain: 1 }, summary, "sliding-tiles");
    let model = "The probability that the tree model itself attaches to a node (scheucher-kaindl).";
    vec![
        EvaluatorEntry::described::<Artificial>(false, DRAWN)
            .of_trees(|artificial: Artificial, _| Ok(artificial))
            .of_family::<WinnerTrees, Artificial, _>(Ok),
        EvaluatorEntry::described::<Natural>(false, DRAWN)
            .of_trees(Natural::learned)
            .of_family::<WinnerTrees, _, _>(Natural::for_several),
        EvaluatorEntry::described::<Playouts>(true, "games that are won or lost")
            .of_trees(Playouts::learned)
            .made(|arguments, subject| {
                // Numbers are neither won nor lost, nor are games of one player.
                if subject.game.family::<NumberTrees>().is_some() || subject.game.facts().players == 1 {
                    return None;
                }
                let trial = Stream::new(subject.seed, &subject.game.name().to_string()).trial(0);
                let playouts = Playouts::build(arguments).and_then(Playouts::without_table);
                let on = |playouts| Universal::Playouts(PlayoutsOn { playouts, trial });
                Some(playouts.map(|playouts| subject.game.universal(on(playouts))))
            }),
        EvaluatorEntry::new("model", model, Vec::new(), false, DRAWN).made(|_, subject| {
            let model = Model::new(&context(subject)?);
            Some(model.map(AnyEvaluator::new::<DrawnTree>))
        }),
        family::<CriticalGames, Normal>("critical games"),
        family::<SimilarityTrees, Similarity>("similarity trees"),
        game::<ConnectFour, Lines>("tic-tac-toe and connect four").and_of::<TicTacToe, _>(Lines::build),
        game::<Kalah, StoreDifference>("kalah"),
        game::<Kalah, KalahFeatures>("kalah"),
        othello(Feature::Squares, OthelloFeature::SUMMARY),
        othello(Feature::Discs, "The first player's discs minus the second's (othello)."),
        othello(Feature::Mobility, "A probability from the numbers of moves of both players (othello)."),
        othello(Feature::Corners, "A probability from the corners that both players hold (othello)."),
        game::<Pig, Lead>("pig"),
        family::<ChanceTrees, Blurred>("trees with dice"),
        tiles(TileDistance::Manhattan, TilesLeft::SUMMARY),
        tiles(
            TileDistance::Chebyshev,
            "Manhattan with columns or rows, whichever are more: never an overestimate where tiles slide along \
                diagonals (sliding-tiles).",
        ),
        tiles(
            TileDistance::Misplaced,
            "Manhattan with one for every tile that is not in its place (sliding-tiles).",
        ),
        EvaluatorEntry::described::<Random>(true, "every game").made(|arguments, subject| {
            let random = Random::build(arguments);
            Some(random.map(|random| subject.game.universal(Universal::Random(random))))
        }),
    ]
}
