//! Does looking deeper help here? Every player's values of all root moves at every effort, and what they are worth.
//!
//! The tally holds decision accuracies, so that everything that works on other studies works on this one. What a
//! [measurement](crate::measurement) is computed from besides is kept as records, one a trial.

mod observe;
mod plan;
mod repairing;
mod sampled;
mod variants;

use super::player::{Kit, Named, PlayerSpec};
use super::setting::{self, Ground, at_most, moves_at_start, no_sweep, nodes_of};
use super::{Cell, Cost, Extra, Kind, Portions, Prepared, Sampled, Scale, Study};
use crate::error::Result;
use crate::measurement::{
    Absent, PlayerSetup, Record, Repair, Setup, Stopping, TruthSetup, is_decided, looks_after,
};
use crate::spec::{Draft, Series};
use crate::tally::{Tally, scale_for};
use observe::Ready;
use plyscope::cache::Cache;
use plyscope::catalogue::{Catalogue, OracleContext, Subject};
use plyscope::evaluator::Scale as Values;
use plyscope::key::Stream;
use plyscope::name::Name;
use plyscope::oracle::{Certainty, Oracle};
use plyscope::player::AnyGame;
use plyscope::search::Effort;
use plyscope::source::{Source, Wanted};
use std::sync::Arc;
use variants::{Field, Rival, Variant};

/// Ties among up to this many moves have whole scores.
const MOVES: usize = 30;

/// Trials of a block: few, so that no thread waits long for the last one, with engines that take seconds a position.
const BLOCK: u64 = 2;

/// Trials of a chunk.
const CHUNK: u64 = 16;

/// Records are kept in memory and in the run's folder.
const MOST_TRIALS: u64 = 1_000_000;

/// A measurement by depth, or by another effort.
pub(crate) struct Depth {
    setup: Setup,
    game: AnyGame,
    source: Arc<dyn Source>,
    /// Other positions of the same source, to learn from.
    others: Arc<dyn Source>,
    /// Who judges, as they were named.
    truths: Vec<String>,
    players: Vec<PlayerSpec>,
    variants: Vec<Vec<Variant>>,
    /// Who every player is compared with at equal numbers of nodes.
    rivals: Vec<Vec<Rival>>,
    wished: Wished,
    catalogue: Catalogue,
}

/// Which repairs are wished for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Wished {
    /// Those that a file names.
    Named,
    /// All of them, whatever they cost.
    All,
    /// Those that cost little beside the measurement itself.
    Affordable,
}

impl Depth {
    /// Reads what an experiment's file says.
    pub(crate) fn read(draft: &Draft<'_>) -> Result<Self> {
        no_sweep(draft, "a measurement is of one game and has no sweep; write a file for each")?;
        if draft.efforts.is_empty() {
            return Err(draft
                .text
                .wrong(0, "a measurement needs `depths`, `nodes`, `iterations` or `evaluations`"));
        }
        let kept = format!("a measurement keeps what it saw on every trial: at most {MOST_TRIALS} trials");
        at_most(draft, MOST_TRIALS, &kept)?;
        let place = Default::default();
        let ground = Ground::read(draft, &place)?;
        let (source, positions) = source(draft, &ground)?;
        let stream = Stream::new(draft.seed, &format!("{} learned by repairs", ground.game.name()));
        let (others, _) = self::source(draft, &Ground { stream, game: ground.game.clone() })?;
        let Ground { game, .. } = ground;
        let (repairs, wished) = repairs(draft)?;
        let (mut players, mut files) = (Vec::new(), Vec::new());
        for series in draft.series() {
            let (file, spec) = match &series.file.player {
                Some(named) => {
                    series.only(&["player"])?;
                    (None, PlayerSpec::engine(draft, named, series.key_at(&["player"]))?)
                }
                None => {
                    let file = with_all_scores(draft, series, &game)?;
                    let spec = PlayerSpec::read(draft, &file, &game, &place)?;
                    (Some(file), spec)
                }
            };
            for effort in &draft.efforts {
                spec.check_effort(draft, *effort)?;
                if let Effort::Depth(depth) = effort {
                    check_depth(draft, &game, *depth)?;
                }
            }
            files.push(file);
            players.push(spec);
        }
        let (named, truths) = truths(draft, &game, &*source, &players)?;
        let field = Field { game: &game, exact: is_exact(&truths) };
        let (mut variants, mut rivals, mut setups) = (Vec::new(), Vec::new(), Vec::new());
        for (file, spec) in files.iter().zip(&players) {
            let Some(file) = file.as_ref().filter(|file| !file.rule.is_empty()) else {
                variants.push(Vec::new());
                rivals.push(Vec::new());
                setups.push(without_rule(file.as_ref(), spec, &repairs));
                continue;
            };
            let (found, absent) = Variant::of(draft, &field, spec, &repairs);
            variants.push(found);
            let compared = if draft.file.compare { Rival::of(draft, &game, spec)? } else { Vec::new() };
            let known = compared.iter().map(|rival| rival.setup.clone()).collect();
            rivals.push(compared);
            setups.push(PlayerSetup { rivals: known, ..setup(draft, &game, file, spec, absent)? });
        }
        let comparison = comparison(draft, &truths)?;
        let setup = Setup {
            game: game.name().to_string(),
            named: draft.file.game.clone().unwrap_or_default(),
            better: better_source(&game, &*source, &positions),
            positions,
            seed: draft.seed,
            asked: 0,
            always: false,
            listed: source.trials().is_some(),
            selected: source.is_selected(),
            remarks: source.remarks(),
            efforts: draft.efforts.clone(),
            margins: margins(draft, &game),
            repairs,
            truths,
            players: setups,
            comparison,
            groups: None,
        };
        let (truths, catalogue) = (named, draft.catalogue.clone());
        Ok(Depth { setup, game, source, others, truths, players, variants, rivals, wished, catalogue })
    }

    /// The oracles of all truths, in a row.
    fn oracles(&self, cache: Option<&dyn Cache>) -> Result<Vec<Arc<dyn Oracle>>> {
        let evaluator = same_evaluator(&self.players);
        let context = OracleContext {
            game: &self.game,
            source: Some(&*self.source),
            evaluator: evaluator.as_deref(),
            seed: self.setup.seed,
            cache,
            catalogue: &self.catalogue,
        };
        let mut oracles = Vec::new();
        let judges = self.setup.truths.iter().map(|truth| truth.certainty != Certainty::None);
        for (name, _) in self.truths.iter().zip(judges).filter(|(_, judges)| *judges) {
            let oracle = self.catalogue.oracle(name, &context)?;
            let counterpart = oracle.counterpart();
            oracles.push(oracle);
            oracles.extend(counterpart);
        }
        Ok(oracles)
    }

    /// Does it end as soon as every difference is decided?
    fn decides(&self) -> bool {
        self.setup.comparison == Some(Stopping::Decided)
    }

    /// The deepest search; 0 where depth is not what is spent.
    fn deepest(&self) -> u32 {
        self.setup.efforts.iter().filter_map(|effort| effort.depth()).max().unwrap_or(0)
    }
}

/// Positions neither near the beginning, where nothing is decided yet, nor near the end, where everything is.
fn better_source(game: &AnyGame, source: &dyn Source, positions: &str) -> Option<String> {
    let longest = game.facts().longest;
    let better = format!("random(plies={}..{})", longest / 8, longest / 2);
    let drawn = source.trials().is_some() || source.lanes().is_some();
    (!drawn && longest >= 8 && better != positions).then_some(better)
}

/// Is the second player compared with the first? Then there are two, and somebody judges.
fn comparison(draft: &Draft<'_>, truths: &[TruthSetup]) -> Result<Option<Stopping>> {
    let Some(stopping) = draft.file.comparison else { return Ok(None) };
    let why = match (draft.file.series.len(), truths) {
        (2, [truth]) if truth.certainty == Certainty::None => {
            "a comparison needs somebody who judges, and this one has no truth: name one, such as search(depth=10)"
        }
        (2, [_]) => return Ok(Some(stopping)),
        (2, _) => "a comparison is judged by one truth",
        _ => "a comparison is between two players: an old one and a new one",
    };
    Err(draft.text.wrong(draft.text.at(&["comparison"]), why))
}

fn is_exact(truths: &[TruthSetup]) -> bool {
    truths.first().is_some_and(|truth| truth.certainty == Certainty::Exact)
}

/// The word for all repairs that cost little beside the measurement itself.
const AFFORDABLE: &str = "affordable";

/// The repairs that are asked for; all if the file does not say.
fn repairs(draft: &Draft<'_>) -> Result<(Vec<Repair>, Wished)> {
    let all = || Repair::all().collect();
    let Some(named) = &draft.file.repairs else { return Ok((all(), Wished::All)) };
    if *named == [AFFORDABLE] {
        return Ok((all(), Wished::Affordable));
    }
    let find = |id: &String| {
        let known = || Repair::all().map(Repair::id).collect::<Vec<_>>().join(", ");
        let why = || format!("there is no repair `{id}`; there are: {}; or `{AFFORDABLE}` alone", known());
        Repair::named(id).ok_or_else(|| draft.text.wrong(draft.text.at(&["repairs"]), why()))
    };
    Ok((named.iter().map(find).collect::<Result<_>>()?, Wished::Named))
}

/// Where positions come from, and how that is named. A list is taken as it is, with fewer positions than trials too.
fn source(draft: &Draft<'_>, ground: &Ground) -> Result<(Arc<dyn Source>, String)> {
    match &draft.file.positions {
        None => ground.source(draft),
        Some(named) => Ok((setting::source(draft, ground, Wanted::NonTrivial, named)?, named.clone())),
    }
}

/// The player of a series; one that cuts by minimax's reasoning gives the exact values of all root moves.
fn with_all_scores(draft: &Draft<'_>, series: Series<'_>, game: &AnyGame) -> Result<Named> {
    series.only(&["rule", "evaluator", "search"])?;
    let mut file = Named::of(draft, series)?;
    if file.rule.is_empty() {
        return Ok(file);
    }
    let minimax = file.rule == "minimax";
    let usual = match minimax {
        true if game.facts().has_chance => "star1",
        true => "alpha-beta",
        false => "full-width",
    };
    let named = file.search.as_deref().unwrap_or(usual);
    let name: Name = draft.located(file.search_at, named.parse())?;
    let takes = draft.catalogue.searches().iter().any(|entry| {
        use plyscope::catalogue::Described;
        entry.name() == name.kind() && entry.parameters().iter().any(|parameter| parameter.name == "scores")
    });
    let name = if takes { name.without(&["scores"]).with("scores", "all") } else { name };
    file.search = Some(name.to_string());
    Ok(file)
}

/// Drawn trees are so deep and no deeper.
fn check_depth(draft: &Draft<'_>, game: &AnyGame, depth: u32) -> Result<()> {
    if depth == 0 || (game.facts().knows_truth && depth > game.facts().longest) {
        let why = format!("depth {depth} is not within 1 to {} of {}", game.facts().longest, game.name());
        return Err(draft.text.wrong(draft.efforts_at(), why));
    }
    Ok(())
}

fn setup(
    draft: &Draft<'_>,
    game: &AnyGame,
    file: &Named,
    spec: &PlayerSpec,
    absent: Vec<Absent>,
) -> Result<PlayerSetup> {
    let subject = Subject { game, seed: draft.seed, cache: None };
    // As it was named, without all its parameters.
    let evaluator = &file.evaluator;
    let evaluated = draft.located(file.evaluator_at, draft.catalogue.evaluator(evaluator, &subject))?;
    let search: Name = draft.located(0, spec.parts.search.parse())?;
    let rule = &file.rule;
    Ok(PlayerSetup {
        name: format!("player(rule={},evaluator={},search={})", short(rule), short(evaluator), search.kind()),
        rule: rule.clone(),
        evaluator: evaluator.clone(),
        calibrated: evaluated.calibrate.is_some(),
        even: if spec.scale == Values::Probability { 0.5 } else { 0.0 },
        absent,
        rivals: Vec::new(),
    })
}

/// A player whose back-up is its own, so that nothing can be put right within it.
fn without_rule(file: Option<&Named>, spec: &PlayerSpec, repairs: &[Repair]) -> PlayerSetup {
    let (name, evaluator, why) = match file {
        None => (spec.parts.search.clone(), "", "it is an engine that tells its move only"),
        Some(file) => {
            let search = file.search.as_ref().unwrap_or(&spec.parts.search);
            let evaluator = &file.evaluator;
            let name = format!("player(evaluator={},search={})", short(evaluator), short(search));
            (name, evaluator.as_str(), "it has a back-up of its own")
        }
    };
    // Which moves tie a search of ours tells.
    let runs = |id: &Repair| *id == Repair::Vote || (*id == Repair::TiesPrevious && file.is_some());
    let absent = repairs.iter().filter(|id| !runs(id));
    PlayerSetup {
        name,
        rule: String::new(),
        evaluator: evaluator.into(),
        calibrated: false,
        even: 0.0,
        absent: absent.map(|id| Absent { id: *id, text: why.into() }).collect(),
        rivals: Vec::new(),
    }
}

/// An evaluator's name with its values calibrated.
fn calibrated(evaluator: &str) -> plyscope::Result<Name> {
    let name: Name = evaluator.parse()?;
    let is = name.get("calibrate").is_some_and(|kind| kind != "none");
    Ok(if is { name } else { name.without(&["calibrate"]).with("calibrate", "isotonic") })
}

/// A name that can stand within another.
fn short(name: &str) -> String {
    if name.contains(['(', ',', '=']) { format!("{name:?}") } else { name.to_string() }
}

/// The one evaluator of all players, if they share it.
fn same_evaluator(players: &[PlayerSpec]) -> Option<String> {
    let mut named = players.iter().filter(|player| !player.is_engine()).map(|player| &player.parts.evaluator);
    let first = named.next()?;
    named.all(|evaluator| evaluator == first).then(|| first.clone())
}

/// The truth that decisions are judged by, as it is named and as it is told: as the file says, else what the game knows, else
/// a solver.
fn truths(
    draft: &Draft<'_>,
    game: &AnyGame,
    source: &dyn Source,
    players: &[PlayerSpec],
) -> Result<(Vec<String>, Vec<TruthSetup>)> {
    let evaluator = same_evaluator(players);
    let (catalogue, seed) = (draft.catalogue, draft.seed);
    let (evaluator, source) = (evaluator.as_deref(), Some(source));
    let context = OracleContext { game, source, evaluator, seed, cache: None, catalogue };
    let named: Vec<(usize, String)> = match (&draft.file.truth, draft.file.truths.as_slice()) {
        (Some(one), []) => vec![(draft.text.at(&["truth"]), one.clone())],
        (None, []) if game.facts().knows_truth => vec![(0, "construction".into())],
        (None, []) if source.is_some_and(|source| source.truth().is_some()) => {
            let why = "the positions come with best moves (bm) or moves to avoid (am), and decisions are judged by these: \
                       --truth epd; another --truth judges by something else";
            draft.remarks.borrow_mut().push(why.into());
            vec![(0, "epd".into())]
        }
        (None, []) => vec![(0, "solve".into())],
        (None, several) => {
            let at = |number: usize| draft.text.at(&["truths", &number.to_string()]);
            several.iter().enumerate().map(|(number, one)| (at(number), one.clone())).collect()
        }
        (Some(_), _) => {
            return Err(draft.text.wrong(draft.text.at(&["truth"]), "`truth` or `truths`, not both"));
        }
    };
    let (mut names, mut truths): (Vec<String>, Vec<TruthSetup>) = Default::default();
    let (margins, mut next) = (margins(draft, game), 0);
    for (at, name) in named {
        let name = if margins { scored(draft, at, &name)? } else { name };
        let is_missing = |kind: &str| {
            use plyscope::catalogue::Described;
            (name == kind || name.starts_with(&format!("{kind}(")))
                && !catalogue.oracles().iter().any(|entry| entry.name() == kind)
        };
        if is_missing("syzygy") {
            let why = "this build cannot read Syzygy tables; build it with `--features syzygy`, or take another truth";
            return Err(draft.text.wrong(at, why));
        }
        let oracle = draft.located(at, catalogue.oracle(&name, &context))?;
        let certainty = oracle.certainty();
        if draft.file.margins && certainty != Certainty::Exact {
            let why = format!("margins count only where truth knows exact scores, and `{name}` does not");
            return Err(draft.text.wrong(at, why));
        }
        let count = match certainty {
            Certainty::None => 0,
            _ => 1 + usize::from(oracle.counterpart().is_some()),
        };
        let told = oracle.name();
        if truths.iter().any(|truth| truth.name == told) {
            return Err(draft.text.wrong(at, format!("`{told}` is named twice")));
        }
        names.push(name);
        let oracles = (next..next + count).collect();
        next += count;
        truths.push(TruthSetup { name: told, certainty, scores: oracle.expects_scores(), oracles });
    }
    if truths.len() > 1 && truths.iter().any(|truth| truth.oracles.is_empty()) {
        return Err(draft.text.wrong(0, "`none` stands alone: it judges nothing"));
    }
    Ok((names, truths))
}

/// Do margins count? Where a file says so, and in games that have no outcome but their value.
fn margins(draft: &Draft<'_>, game: &AnyGame) -> bool {
    draft.file.margins || game.facts().by_value()
}

/// A solver that finds scores, not only who wins.
fn scored(draft: &Draft<'_>, at: usize, truth: &str) -> Result<String> {
    let name: Name = draft.located(at, truth.parse())?;
    Ok(if name.kind() == "solve" {
        name.without(&["score"]).with("score", "yes").to_string()
    } else {
        truth.into()
    })
}

impl Study for Depth {
    fn scale(&self) -> Scale {
        let label = if is_exact(&self.setup.truths) { "decision accuracy" } else { "agreement" };
        Scale { label, share: true, logarithmic: false, level: None }
    }

    fn cell(&self, _: usize, series: usize) -> Cell {
        let parts = self.players[series].parts.clone();
        let metric = if is_exact(&self.setup.truths) { "decision-accuracy" } else { "agreement" };
        let game = self.game.name().to_string();
        Cell { game, evaluator: parts.evaluator, rule: parts.rule, search: parts.search, metric }
    }

    fn kind(&self) -> Kind<'_> {
        Kind::Sampled(self)
    }

    fn settings(&self) -> String {
        let Setup { truths, repairs, margins, .. } = &self.setup;
        let truths: Vec<&str> = truths.iter().map(|truth| truth.name.as_str()).collect();
        let repairs: Vec<&str> = repairs.iter().map(|repair| repair.id()).collect();
        let compared = if self.rivals.iter().all(Vec::is_empty) { "" } else { " compared" };
        let margins = if *margins { " by margins" } else { "" };
        let decided = if self.decides() { " until decided" } else { "" };
        let repairs = if self.wished == Wished::Affordable { AFFORDABLE.into() } else { repairs.join(" ") };
        let truths = truths.join(" ");
        format!("measured {} by {truths} with {repairs}{compared}{margins}{decided}", self.source.name())
    }

    fn extra(&self) -> Extra<'_> {
        Extra::Measured(&self.setup, &self.game)
    }
}

impl Sampled for Depth {
    fn portions(&self) -> Portions {
        Portions { block: BLOCK, chunk: CHUNK, most: self.source.trials(), stops: self.decides() }
    }

    fn is_enough(&self, found: &Tally) -> bool {
        let read = |record: &String| serde_json::from_str::<Record>(record).ok();
        let records = || found.records.values().map(read).collect::<Option<Vec<Record>>>();
        let looks = self.decides() && looks_after(found.looked_at());
        looks && records().is_some_and(|records| is_decided(&self.setup, &records))
    }

    fn is_half(&self, found: &Tally) -> bool {
        // A record tells so before anything else.
        found.records.values().any(|record| record.starts_with("{\"open\":true"))
    }

    fn empty(&self, _: usize) -> Tally {
        Tally::new(self.players.len() * self.setup.efforts.len(), scale_for(MOVES))
    }

    fn cost(&self, _: usize) -> Cost {
        let moves = moves_at_start(&self.game, Stream::new(self.setup.seed, "cost"));
        let searches: u128 = self.variants.iter().map(|variants| 1 + variants.len() as u128).sum::<u128>()
            + self.rivals.iter().map(|rivals| rivals.len() as u128).sum::<u128>();
        let nodes =
            self.setup.efforts.iter().map(|effort| nodes_of(moves, effort)).fold(0, u128::saturating_add);
        Cost { nodes: nodes.saturating_mul(searches), bytes: 96 << 20 }
    }

    fn is_ready(&self) -> bool {
        false
    }

    fn prepare<'a>(&'a self, cache: &dyn Cache) -> Result<Box<dyn Prepared + 'a>> {
        let kit = Kit { catalogue: &self.catalogue, seed: self.setup.seed, cache };
        Ok(Box::new(Ready::new(self, &kit)?))
    }
}
