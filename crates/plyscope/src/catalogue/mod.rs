//! What there is: every kind by name, with its parameters. Lists, help and tests are made from it.
//!
//! A catalogue is a value that is passed to the code that needs one. [`Catalogue::built_in`] holds what comes with this crate;
//! a program puts its own games and evaluators beside them, and everything works on those too.

mod entry;
mod evaluators;
mod formulas;
mod games;
mod players;
mod rules;
mod searches;
mod sources;

pub use entry::{Described, Description, Entry, Kinds, Outside};
pub use evaluators::{Evaluated, EvaluatorEntry, Subject};
pub use players::{EngineEntry, EngineMaker, NamedPlayer, PlayerEntry, Who};
pub use rules::{RuleContext, RuleEntry};
pub use sources::{OracleContext, OracleEntry, OracleMaker, SourceContext, SourceEntry, SourceMaker};

use crate::cache::Memory;
use crate::calibration::TrainingSet;
use crate::error::{Error, Result};
use crate::game::{Fixed, Hints};
use crate::name::{Arguments, Name, Parameter};
use crate::oracle::Oracle;
use crate::player::{AnyGame, Plan, Player, RuleSearch};
use crate::rule::AnyRule;
use crate::search::{AnySearch, SearchInfo};
use crate::source::Source;
use std::collections::BTreeSet;
use std::sync::Arc;

/// A kind of game.
pub type GameEntry = Entry<(), AnyGame>;
/// A kind of search.
pub type SearchEntry = Entry<(), AnySearch>;
/// A formula: its value at a depth.
pub type FormulaEntry = Entry<u32, f64>;

/// Names to builders.
///
/// ```
/// use plyscope::catalogue::Catalogue;
/// let catalogue = Catalogue::built_in();
/// assert_eq!(catalogue.game("kalah(pits=4)")?.name().get("pits"), Some("4"));
/// let why = catalogue.game("kala").unwrap_err().to_string();
/// assert!(why.contains("did you mean `kalah`?"));
/// # Ok::<(), plyscope::Error>(())
/// ```
#[derive(Clone)]
pub struct Catalogue {
    games: Kinds<GameEntry>,
    evaluators: Kinds<EvaluatorEntry>,
    rules: Kinds<RuleEntry>,
    searches: Kinds<SearchEntry>,
    engines: Kinds<EngineEntry>,
    sources: Kinds<SourceEntry>,
    oracles: Kinds<OracleEntry>,
    players: Kinds<PlayerEntry>,
    formulas: Kinds<FormulaEntry>,
    /// Reads files, where that is possible.
    read: Option<Arc<Read>>,
}

/// Reads a file of this name.
type Read = dyn Fn(&str) -> Result<String> + Send + Sync;

impl Catalogue {
    /// What comes with this crate.
    pub fn built_in() -> Self {
        let rules = rules::entries().into_iter().chain(rules::learning()).collect();
        Catalogue {
            games: Kinds::new("game", games::entries()),
            evaluators: Kinds::new("evaluator", evaluators::entries()),
            rules: Kinds::new("rule", rules),
            searches: Kinds::new("search", searches::entries()),
            engines: Kinds::new("engine", players::engines()),
            sources: Kinds::new("source of positions", sources::sources()),
            oracles: Kinds::new("truth", sources::oracles()),
            players: Kinds::new("player", players::entries()),
            formulas: Kinds::new("formula", formulas::entries()),
            read: None,
        }
    }

    /// The same with a game of somebody's own; it comes before a built-in one of the same name.
    ///
    /// ```
    /// use plyscope::catalogue::Catalogue;
    /// use plyscope::game::ConnectFour;
    /// let catalogue = Catalogue::built_in()
    ///     .with_game("connect-three", "Three in a line win.", &[], |_| ConnectFour::new(5, 4, 3));
    /// assert!(catalogue.game("connect-three").is_ok());
    /// ```
    #[must_use]
    pub fn with_game<G>(
        self,
        name: &'static str,
        summary: &'static str,
        parameters: &[Parameter],
        build: impl Fn(&Arguments<'_>) -> Result<G> + Send + Sync + 'static,
    ) -> Self
    where
        G: Hints<Position: Send + Sync + 'static> + Send + Sync + 'static,
    {
        let entry =
            Entry::new(name, summary, parameters, move |arguments, &()| build(arguments).map(AnyGame::new));
        self.with_game_entry(entry)
    }

    /// The same with a game that is no single typed one: a family, or one without types.
    #[must_use]
    pub fn with_game_entry(mut self, entry: GameEntry) -> Self {
        self.games.add(entry);
        self
    }

    /// The same with an evaluator of somebody's own; it comes before a built-in one of the same name.
    #[must_use]
    pub fn with_evaluator(mut self, entry: EvaluatorEntry) -> Self {
        self.evaluators.add(entry);
        self
    }

    /// The same with what comes from files, which somebody reads: the evaluator `histogram`, and what `decisive(model=...)`
    /// learned.
    ///
    /// ```
    /// use plyscope::catalogue::{Catalogue, Subject};
    /// let catalogue = Catalogue::built_in().reading(|_| Ok("0.3 1 9\n0.7 9 1\n".into()));
    /// let game = catalogue.game("critical")?;
    /// let subject = Subject { game: &game, seed: 1, cache: None };
    /// assert!(catalogue.evaluator("histogram(path=\"mine.txt\")", &subject).is_ok());
    /// # Ok::<(), plyscope::Error>(())
    /// ```
    /// A second reader takes the place of the first.
    #[must_use]
    pub fn reading(mut self, read: impl Fn(&str) -> Result<String> + Send + Sync + 'static) -> Self {
        let read: Arc<Read> = Arc::new(read);
        let histogram = evaluators::histogram({
            let read = read.clone();
            move |path| read(path)
        });
        // Those of a user stand before it.
        let known = self.evaluators.iter().rposition(|entry| entry.name() == histogram.name());
        if let Some(at) = known.filter(|_| self.read.is_some()) {
            self.evaluators.remove(at);
        }
        self.evaluators.add_last(histogram);
        self.read = Some(read);
        self
    }

    /// The text of a file that a name gives, from who reads them; none where nothing reads.
    pub fn read(&self, path: &str) -> Option<Result<String>> {
        self.read.as_ref().map(|read| read(path))
    }

    /// The same with an evaluator for more games: one of the same name and parameters, which knows other games, stays with
    /// it. The new summary should speak of both.
    ///
    /// ```
    /// use plyscope::catalogue::{Catalogue, EvaluatorEntry, Subject};
    /// use plyscope::evaluator::ByFunction;
    /// use plyscope::game::{Marks, TicTacToe};
    /// let cells = |_: &TicTacToe, marks: &Marks| f64::from(9 - marks.of[0].count_ones());
    /// let entry = EvaluatorEntry::of::<TicTacToe, _>("mobility", "Free cells, or moves (othello).", &[], move |_| {
    ///     Ok(ByFunction::new("mobility", cells))
    /// });
    /// let catalogue = Catalogue::built_in().with_evaluator_too(entry);
    /// for game in ["tic-tac-toe", "othello"] {
    ///     let game = catalogue.game(game)?;
    ///     assert!(catalogue.evaluator("mobility", &Subject { game: &game, seed: 1, cache: None }).is_ok());
    /// }
    /// # Ok::<(), plyscope::Error>(())
    /// ```
    #[must_use]
    pub fn with_evaluator_too(mut self, entry: EvaluatorEntry) -> Self {
        let same =
            |known: &EvaluatorEntry| known.name() == entry.name() && known.parameters() == entry.parameters();
        let entry = match self.evaluators.iter().position(same) {
            Some(at) => entry.and(self.evaluators.remove(at)),
            None => entry,
        };
        self.with_evaluator(entry)
    }

    /// The same with a rule of somebody's own; it comes before a built-in one of the same name.
    #[must_use]
    pub fn with_rule(mut self, entry: RuleEntry) -> Self {
        self.rules.add(entry);
        self
    }

    /// The same with a kind of engine of somebody's own; it comes before a built-in one of the same name.
    #[must_use]
    pub fn with_engine(mut self, entry: EngineEntry) -> Self {
        self.engines.add(entry);
        self
    }

    /// The same with a source of trials of somebody's own; it comes before a built-in one of the same name.
    ///
    /// ```
    /// use plyscope::catalogue::{Catalogue, Entry, SourceMaker};
    /// use plyscope::source::Openings;
    /// use std::sync::Arc;
    /// let entry = Entry::new("after-three", "Three random plies.", &[], |_, &()| {
    ///     let make: Box<SourceMaker> = Box::new(|context| {
    ///         Ok(Arc::new(Openings { game: context.game.clone(), stream: context.stream, plies: 3 }))
    ///     });
    ///     Ok(make)
    /// });
    /// let catalogue = Catalogue::built_in().with_source(entry);
    /// assert!(catalogue.sources().len() > Catalogue::built_in().sources().len());
    /// ```
    #[must_use]
    pub fn with_source(mut self, entry: SourceEntry) -> Self {
        self.sources.add(entry);
        self
    }

    /// The same with an oracle of somebody's own; it comes before a built-in one of the same name.
    #[must_use]
    pub fn with_oracle(mut self, entry: OracleEntry) -> Self {
        self.oracles.add(entry);
        self
    }

    /// The games.
    pub fn games(&self) -> &Kinds<GameEntry> {
        &self.games
    }

    /// The evaluators.
    pub fn evaluators(&self) -> &Kinds<EvaluatorEntry> {
        &self.evaluators
    }

    /// The rules.
    pub fn rules(&self) -> &Kinds<RuleEntry> {
        &self.rules
    }

    /// The searches.
    pub fn searches(&self) -> &Kinds<SearchEntry> {
        &self.searches
    }

    /// The kinds of engines.
    pub fn engines(&self) -> &Kinds<EngineEntry> {
        &self.engines
    }

    /// The sources of trials.
    pub fn sources(&self) -> &Kinds<SourceEntry> {
        &self.sources
    }

    /// Who may know what moves are worth.
    pub fn oracles(&self) -> &Kinds<OracleEntry> {
        &self.oracles
    }

    /// Players in one text.
    pub fn players(&self) -> &Kinds<PlayerEntry> {
        &self.players
    }

    /// The formulas.
    pub fn formulas(&self) -> &Kinds<FormulaEntry> {
        &self.formulas
    }

    /// How something of this name, or of a name within it, reaches outside of this program, if it does. What this catalogue
    /// does not know it does not make either.
    ///
    /// ```
    /// use plyscope::catalogue::{Catalogue, Outside};
    /// let catalogue = Catalogue::built_in();
    /// assert_eq!(catalogue.reaches_outside("decisive(model=\"mine.txt\")"), Some(Outside::Files));
    /// assert_eq!(catalogue.reaches_outside("decisive(evaluator=lines)"), None);
    /// assert_eq!(catalogue.reaches_outside("decisive(evaluator=\"histogram(path=x)\")"), None);
    /// let catalogue = catalogue.reading(|_| Ok(String::new()));
    /// assert_eq!(catalogue.reaches_outside("decisive(evaluator=\"histogram(path=x)\")"), Some(Outside::Files));
    /// ```
    pub fn reaches_outside(&self, text: &str) -> Option<Outside> {
        fn all<E: Described>(entries: &[E]) -> impl Iterator<Item = &Description> {
            entries.iter().map(Described::description)
        }
        let name: Name = text.parse().ok()?;
        let ours =
            all(&self.games).chain(all(&self.evaluators)).chain(all(&self.rules)).chain(all(&self.searches));
        let others =
            all(&self.engines).chain(all(&self.sources)).chain(all(&self.oracles)).chain(all(&self.players));
        let mut known = ours.chain(others).filter(|known| known.name == name.kind());
        let within = || name.parameters().find_map(|(_, value)| self.reaches_outside(value));
        known.find_map(|known| known.reaches_outside(&name)).or_else(within)
    }

    /// A game by name.
    pub fn game(&self, text: &str) -> Result<AnyGame> {
        self.games.build(text, &())
    }

    /// A search by name.
    pub fn search(&self, text: &str) -> Result<AnySearch> {
        self.searches.build(text, &())
    }

    /// How an engine of this name is made for a game.
    pub fn engine(&self, text: &str) -> Result<Box<EngineMaker>> {
        self.engines.build(text, &())
    }

    /// A source of trials by name.
    pub fn source(&self, text: &str, context: &SourceContext<'_>) -> Result<Arc<dyn Source>> {
        self.sources.build(text, &())?(context)
    }

    /// An oracle by name, for a game. Without a cache in the context nothing is learned, and the oracle is not to be
    /// asked.
    pub fn oracle(&self, text: &str, context: &OracleContext<'_>) -> Result<Arc<dyn Oracle>> {
        self.oracles.build(text, &())?(context)
    }

    /// What the text of a player means for a game.
    pub fn named_player(&self, text: &str, game: &AnyGame) -> Result<NamedPlayer> {
        let name: Name = text.parse()?;
        if self.engines.iter().any(|entry| entry.name() == name.kind()) {
            let player = players::engine(&name)?;
            if let Who::Engine(engine) = &player.who {
                let _checked = self.engine(&engine.to_string())?;
            }
            return Ok(player);
        }
        let mut player = self.players.kind(name.kind())?.build(&name, game)?;
        if let Who::Searcher { evaluator, .. } = &mut player.who
            && evaluator == players::FITTING
        {
            *evaluator = self.fitting(game)?;
        }
        Ok(player)
    }

    /// The first evaluator that knows a game and is more than a floor.
    pub fn fitting(&self, game: &AnyGame) -> Result<String> {
        Ok(self.all_fitting(game)?.swap_remove(0))
    }

    /// All evaluators that know a game and are more than a floor, at least one.
    pub fn all_fitting(&self, game: &AnyGame) -> Result<Vec<String>> {
        let subject = Subject { game, seed: 0, cache: None };
        let floors = ["random", "playouts"];
        let known = self.evaluators.iter().map(|entry| entry.name()).filter(|name| !floors.contains(name));
        let fits = |name: &&str| self.evaluator(name, &subject).is_ok();
        // A game's own come first, and hide others of the same name.
        let own = game.brings().map_or(Vec::new(), |brings| brings.evaluators());
        let known = known.filter(|name| !own.iter().any(|own| own == name));
        let others: Vec<String> = known.filter(fits).map(String::from).collect();
        let found = [own, others].concat();
        if found.is_empty() {
            let why = "no evaluator is made for it; give --evaluator random (and --margins where moves differ in score only), or a name \
                       of `plyscope list evaluators`".into();
            return Err(Error::Settings { kind: game.name().to_string(), why });
        }
        Ok(found)
    }

    /// The value of a formula at a depth.
    pub fn formula(&self, text: &str, depth: u32) -> Result<f64> {
        self.formulas.build(text, &depth)
    }

    /// An evaluator by name, for a game. Without a cache in the subject nothing is learned: what comes back says what the
    /// evaluator will be, and is not to be asked.
    pub fn evaluator(&self, text: &str, subject: &Subject<'_>) -> Result<Evaluated> {
        let name: Name = text.parse()?;
        let own = evaluators::brought(&name, subject);
        let built = || self.evaluators.kind(name.kind())?.build(&name, subject);
        match own {
            // Whoever cannot be asked is taken to bring what there is not.
            Some(own) if subject.game.brings().is_some_and(|brings| brings.is_closed()) => built().or(own),
            Some(own) => own,
            None => built(),
        }
    }

    /// A rule by name, for an evaluator. Without a cache nothing is learned, and the rule is not to be used.
    pub fn rule(&self, text: &str, context: &RuleContext<'_>) -> Result<AnyRule> {
        let (name, entry) = self.rules.named(text)?;
        entry.build(&name, context)
    }

    /// The keys of the positions that a rule of this name and its evaluator learn from ([`TrainingSet::keys`]): they are not to
    /// be judged by.
    pub fn learned_from(&self, rule: &str, lesson: &TrainingSet) -> Result<BTreeSet<u64>> {
        let mut keys = lesson.taught()?;
        if rule.is_empty() {
            return Ok(keys);
        }
        let (name, entry) = self.rules.named(rule)?;
        for (solved, purpose) in entry.lessons(&name)? {
            keys.extend(lesson.keys(solved, purpose)?);
        }
        Ok(keys)
    }

    /// Do a rule and an evaluator of these names depend on positions that a seed drew?
    pub fn learns(&self, rule: &str, evaluator: &str) -> bool {
        let rule = self.rules.named(rule).and_then(|(name, entry)| Ok(!entry.lessons(&name)?.is_empty()));
        let evaluator = self.evaluators.named(evaluator).map(|(name, entry)| entry.learns(&name));
        rule.unwrap_or(false) || evaluator.unwrap_or(false)
    }

    /// The parameters that a game or an evaluator of this kind has.
    pub fn parameters(&self, kind: &str) -> Vec<&'static str> {
        let game = self.games.kind(kind).map(Described::parameters);
        let found = game.or_else(|_| self.evaluators.kind(kind).map(Described::parameters));
        found.unwrap_or(&[]).iter().map(|parameter| parameter.name).collect()
    }

    /// A player of a game by names; what has to be learned is learned now, with seed 1.
    pub fn player(
        &self,
        game: &AnyGame,
        rule: &str,
        evaluator: &str,
        search: &str,
    ) -> Result<Arc<dyn Player>> {
        let cache = Memory::default();
        self.player_with(&Subject { game, seed: 1, cache: Some(&cache) }, rule, evaluator, search)
    }

    /// The same with a seed and a cache of one's own. A search that samples has no rule: its name is empty.
    pub fn player_with(
        &self,
        subject: &Subject<'_>,
        rule: &str,
        evaluator: &str,
        search: &str,
    ) -> Result<Arc<dyn Player>> {
        self.check_player(subject, rule, evaluator, search)?;
        let evaluated = self.evaluator(evaluator, subject)?;
        if let Some(settings) = self.search(search)?.decisive() {
            if !rule.is_empty() {
                return Err(settings.refuse_rule(rule));
            }
            return players::decider(self, subject, settings, &evaluated);
        }
        if let Some(mcts) = self.search(search)?.sampling() {
            if !rule.is_empty() {
                return Err(mcts.refuse_rule(rule));
            }
            return subject.game.player(Plan::Sampling { mcts, seed: subject.seed }, &evaluated.evaluator);
        }
        let mind = self.mind(subject, rule, &evaluated, search)?;
        subject.game.player(mind, &evaluated.evaluator)
    }

    /// Refuses a rule, an evaluator and a search that do not go together, before anything is learned for them.
    pub fn check_player(
        &self,
        subject: &Subject<'_>,
        rule: &str,
        evaluator: &str,
        search: &str,
    ) -> Result<()> {
        if !self.search(search)?.takes_rule() {
            return Ok(()); // such a search looks at its evaluator itself
        }
        let unlearned = Subject { cache: None, ..*subject };
        let evaluated = self.evaluator(evaluator, &unlearned)?;
        let mind = self.mind(&unlearned, rule, &evaluated, search)?;
        mind.check_game(&**subject.game)?;
        let checked = mind.check(&evaluated.profile, &**subject.game);
        checked.map_err(|error| evaluators::advised(error, subject))
    }

    /// A rule and a search by name, for an evaluator.
    pub fn mind(
        &self,
        subject: &Subject<'_>,
        rule: &str,
        evaluated: &Evaluated,
        search: &str,
    ) -> Result<RuleSearch> {
        let context = RuleContext { subject, evaluated };
        let name: Name = rule.parse()?;
        RuleSearch::new(&name.to_string(), self.rule(rule, &context)?, self.search(search)?)
    }
}

/// A game of this type, if that is what it is.
pub(crate) fn typed<G>(game: &AnyGame) -> Option<&Arc<G>>
where
    G: Hints<Position: Send + Sync + 'static> + Send + Sync + 'static,
{
    game.family::<Fixed<G>>().map(|Fixed(game)| game)
}
