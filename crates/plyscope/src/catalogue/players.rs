//! Players in one text: who decides, and what they may spend on a move.

use super::{Entry, Outside};
use crate::error::{Error, Result};
use crate::name::{Arguments, Name, Parameter};
use crate::player::AnyGame;
use crate::search::decisive::Settings;
use crate::search::{Effort, Mcts, Searches, UNITS};
use std::fmt;

/// A player by names, for a game.
///
/// ```
/// use plyscope::catalogue::Catalogue;
/// use plyscope::search::Effort;
/// let catalogue = Catalogue::built_in();
/// let game = catalogue.game("connect-four")?;
/// let player = catalogue.named_player("player(depth=4)", &game)?;
/// assert_eq!(player.effort, Some(Effort::Depth(4)));
/// assert_eq!(player.to_string(), "player(rule=minimax,evaluator=lines,search=alpha-beta,depth=4)");
/// # Ok::<(), plyscope::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct NamedPlayer {
    /// Who it is.
    pub who: Who,
    /// What it may spend on a move; none where whoever asks it says so, or where it goes to the end of the game.
    pub effort: Option<Effort>,
}

/// Who a player is, by name.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Who {
    /// A rule, an evaluator and a search of ours.
    Searcher {
        /// The back-up rule.
        rule: String,
        /// The evaluator.
        evaluator: String,
        /// The search.
        search: String,
    },
    /// An engine.
    Engine(Name),
}

impl NamedPlayer {
    /// Does it go to the end of the game, whatever it may spend?
    pub fn goes_to_the_end(&self) -> bool {
        match &self.who {
            Who::Searcher { search, .. } => search.parse::<Name>().is_ok_and(|name| name.kind() == "solve"),
            Who::Engine(_) => false,
        }
    }

    /// The same with another effort.
    #[must_use]
    pub fn with_effort(self, effort: Effort) -> Self {
        NamedPlayer { effort: Some(effort), ..self }
    }
}

impl fmt::Display for NamedPlayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = match &self.who {
            Who::Searcher { rule, evaluator, search } if rule.is_empty() => {
                let search = search.parse().unwrap_or_else(|_| Name::new("mcts"));
                search.with("evaluator", evaluator)
            }
            Who::Searcher { rule, evaluator, search } => {
                Name::new("player").with("rule", rule).with("evaluator", evaluator).with("search", search)
            }
            Who::Engine(name) => name.clone(),
        };
        match self.effort {
            None => name.fmt(f),
            Some(effort) => name.with(effort.unit().name, effort.amount()).fmt(f),
        }
    }
}

/// A kind of player.
pub type PlayerEntry = Entry<AnyGame, NamedPlayer>;

/// What an evaluator is called that the game chooses.
pub(super) const FITTING: &str = "fitting";

const PARAMETERS: &[Parameter] = &[
    Parameter {
        name: "rule",
        default: "minimax",
        allowed: "a back-up rule, in quotes where it has parameters",
    },
    Parameter {
        name: "evaluator",
        default: FITTING,
        allowed: "an evaluator, in quotes where it has parameters; fitting: the first that knows the game",
    },
    Parameter {
        name: "search",
        default: "usual",
        allowed: "a search, in quotes where it has parameters; usual: alpha-beta for minimax, else full-width",
    },
    Parameter { name: "depth", default: "none", allowed: "plies to look ahead, 1 to 512" },
    Parameter {
        name: "nodes",
        default: "none",
        allowed: "nodes a move, 1 or more; the usual search for minimax then deepens",
    },
    EVALUATIONS,
];

const EVALUATIONS: Parameter = Parameter {
    name: "evaluations",
    default: "none",
    allowed: "distinct positions evaluated for a move, 1 or more; the usual search then deepens",
};

/// What Monte-Carlo tree search takes as a player, besides its own.
const SAMPLING: [Parameter; 3] = [
    PARAMETERS[1],
    Parameter { name: "iterations", default: "none", allowed: "iterations a move, 1 or more" },
    Parameter { allowed: "distinct positions evaluated for a move, 1 or more", ..EVALUATIONS },
];

/// What the search for few evaluations takes as a player, besides its own.
const DECIDING: [Parameter; 2] = [
    PARAMETERS[1],
    Parameter { name: "evaluations", default: "none", allowed: "positions evaluated for a move, 1 or more" },
];

/// What is given of one kind of effort.
fn amount(arguments: &Arguments<'_>, parameter: &str) -> Result<Option<u64>> {
    match arguments.text(parameter) {
        "none" => Ok(None),
        text => {
            let read = text.parse::<u64>().ok().filter(|amount| *amount > 0);
            read.map(Some).ok_or_else(|| arguments.refuse(parameter))
        }
    }
}

/// The effort that is given, of some kinds; `why` says what is wrong with two.
fn one_of(kind: &str, efforts: &[Option<Effort>], why: &str) -> Result<Option<Effort>> {
    let mut given = efforts.iter().flatten();
    match (given.next(), given.next()) {
        (_, Some(_)) => Err(Error::Settings { kind: kind.into(), why: why.into() }),
        (effort, None) => Ok(effort.copied()),
    }
}

fn build(arguments: &Arguments<'_>, game: &AnyGame) -> Result<NamedPlayer> {
    let depth = amount(arguments, "depth")?.map(|depth| u32::try_from(depth).unwrap_or(u32::MAX));
    if depth.is_some_and(|depth| depth > crate::search::DEEPEST) {
        return Err(arguments.refuse("depth"));
    }
    let efforts = [
        depth.map(Effort::Depth),
        amount(arguments, "nodes")?.map(Effort::Nodes),
        amount(arguments, "evaluations")?.map(Effort::Evaluations),
    ];
    let effort =
        one_of("player", &efforts, "it has a depth, or a number of nodes or evaluations: one of them")?;
    let rule = arguments.text("rule");
    let search = match (arguments.text("search"), effort) {
        ("usual", Some(Effort::Nodes(_))) if rule == "minimax" => "alpha-beta(deepening=yes)",
        ("usual", Some(Effort::Evaluations(_))) if rule == "minimax" && !game.facts().has_chance => {
            "alpha-beta(deepening=yes,history=yes,table=1)"
        }
        ("usual", Some(Effort::Evaluations(_))) => "full-width(deepening=yes)",
        ("usual", _) if rule == "minimax" && !game.facts().has_chance => "alpha-beta",
        ("usual", _) => "full-width",
        (named, _) => named,
    };
    let [rule, evaluator, search] = [rule, arguments.text("evaluator"), search].map(String::from);
    Ok(NamedPlayer { who: Who::Searcher { rule, evaluator, search }, effort })
}

/// An engine's name with what it may spend on a move; the rest of the name is the engine's own.
pub(super) fn engine(name: &Name) -> Result<NamedPlayer> {
    let amount = |parameter: &str| {
        let read =
            |text: &str| text.parse::<u64>().ok().filter(|amount| (1..=u64::from(u32::MAX)).contains(amount));
        let refuse = |text: &str| Error::Parameter {
            kind: name.kind().to_string(),
            parameter: parameter.to_string(),
            value: text.to_string(),
            allowed: "a whole number of 1 or more".into(),
        };
        name.get(parameter).map(|text| read(text).ok_or_else(|| refuse(text))).transpose()
    };
    let given = UNITS.iter().filter(|unit| OF_ENGINES.contains(&unit.name));
    let given = given.map(|unit| Ok(amount(unit.name)?.and_then(unit.of))).collect::<Result<Vec<_>>>()?;
    let effort = one_of(name.kind(), &given, "it has a depth or a number of nodes, not both")?;
    Ok(NamedPlayer { who: Who::Engine(name.clone().without(&OF_ENGINES)), effort })
}

/// What engines may spend.
const OF_ENGINES: [&str; 3] = ["depth", "nodes", "movetime"];

/// A search for few evaluations.
fn decisive(arguments: &Arguments<'_>) -> Result<NamedPlayer> {
    let effort = amount(arguments, "evaluations")?.map(Effort::Evaluations);
    let search = Settings::build(arguments)?.name().to_string();
    let (rule, evaluator) = (String::new(), arguments.text("evaluator").to_string());
    Ok(NamedPlayer { who: Who::Searcher { rule, evaluator, search }, effort })
}

/// What comes with this crate.
pub(super) fn entries() -> Vec<PlayerEntry> {
    let summary = "A back-up rule, an evaluator and a search, with what it may spend on a move.";
    let sampling = [&SAMPLING[..], Mcts::PARAMETERS].concat();
    let samples = "Monte-Carlo tree search, with how many iterations a move may cost.";
    let deciding = [&DECIDING[..], Settings::PARAMETERS].concat();
    let spends = "The search for expensive evaluators, with a number of evaluations per move.";
    let from_file = "The same with a model, a file written by `plyscope learn`.";
    vec![
        Entry::new("player", summary, PARAMETERS, build),
        Entry::new("decisive", spends, &deciding, |arguments, _| decisive(arguments))
            .reaching_by("model", Outside::Files),
        Entry::new("learned", from_file, &deciding, |arguments, _| {
            if arguments.text("model") == "none" {
                return Err(arguments.refuse("model"));
            }
            decisive(arguments)
        })
        .reaching(Outside::Files),
        Entry::new("mcts", samples, &sampling, |arguments, _| {
            let iterations = amount(arguments, "iterations")?.map(Effort::Iterations);
            let evaluations = amount(arguments, "evaluations")?.map(Effort::Evaluations);
            let why = "it has a number of iterations or of evaluations, not both";
            let effort = one_of("mcts", &[iterations, evaluations], why)?;
            let search = Mcts::build(arguments)?.name().to_string();
            let (rule, evaluator) = (String::new(), arguments.text("evaluator").to_string());
            Ok(NamedPlayer { who: Who::Searcher { rule, evaluator, search }, effort })
        }),
    ]
}
