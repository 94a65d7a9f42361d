//! What a user can get wrong, said so that they can put it right.
//!
//! Mistakes of our own are not here: those are `expect`s that say why they cannot happen.

use crate::suggest::suggest;

/// What is listed where there is nothing.
pub(crate) const NONE: &str = "none";

/// A result of the library.
pub type Result<T> = std::result::Result<T, Error>;

/// A mistake in what the library was given, with what would be right.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A name that is not of the form `kind(parameter=value,...)`.
    #[error("`{text}` is not a name of the form kind(parameter=value,...): {why}")]
    Name {
        /// The text, shortened.
        text: String,
        /// What is wrong with it.
        why: String,
    },
    /// A kind that a catalogue does not hold.
    #[error("there is no {what} `{name}`{}; known: {known}", suggestion(.name, .known))]
    UnknownKind {
        /// "game", "evaluator", "rule" or "search".
        what: &'static str,
        /// What was asked for.
        name: String,
        /// What there is, separated by commas.
        known: String,
    },
    /// A parameter that the kind does not have.
    #[error("`{kind}` has no parameter `{parameter}`{}; it has: {known}", suggestion(.parameter, .known))]
    UnknownParameter {
        /// The kind.
        kind: String,
        /// The parameter that was given.
        parameter: String,
        /// The parameters it has, separated by commas.
        known: String,
    },
    /// A parameter outside its range, or not of its type.
    #[error("`{kind}`: {parameter}={value} is not allowed; allowed: {allowed}")]
    Parameter {
        /// The kind.
        kind: String,
        /// The parameter.
        parameter: String,
        /// The value that was given.
        value: String,
        /// What is allowed.
        allowed: String,
    },
    /// A tree with more leaves than fit.
    #[error(
        "a tree with branching factor {branching} and depth {depth} does not fit in memory (at most {leaves} leaves); {}",
        depths(*.largest, *.leaves)
    )]
    TooLarge {
        /// Moves per position.
        branching: u32,
        /// Plies to the end.
        depth: u32,
        /// The largest depth that fits.
        largest: u32,
        /// How many leaves fit.
        leaves: usize,
    },
    /// A tree text that does not parse.
    #[error("tree, line {line}, column {column}: {why}")]
    Tree {
        /// Line, from 1.
        line: usize,
        /// Column in characters, from 1.
        column: usize,
        /// What is wrong, and what would be right.
        why: String,
    },
    /// A text that is not a position of a game.
    #[error("`{text}` is not a position of {game}; a position is {wanted}")]
    Position {
        /// The game.
        game: String,
        /// The text, shortened.
        text: String,
        /// What a position looks like, or what is wrong with this one.
        wanted: String,
    },
    /// A move that is not legal.
    #[error("`{text}` is not a legal move of {game} at {position}; legal: {known}")]
    Move {
        /// The game.
        game: String,
        /// The text, shortened.
        text: String,
        /// The position.
        position: String,
        /// The legal moves, separated by commas.
        known: String,
    },
    /// A player that there cannot be.
    #[error("players are numbered 1 to 8, and `{text}` is not one of them")]
    Player {
        /// The text, shortened.
        text: String,
    },
    /// A walk that did not end where the game says that it must, or that was too deep to go on.
    #[error("{what} went {plies} plies into {game}, {limit}; give a depth, or a number of nodes")]
    TooDeep {
        /// Who walked: "a search", "a random game", ...
        what: &'static str,
        /// The game.
        game: String,
        /// How far it went.
        plies: u32,
        /// Which limit that is.
        limit: Limit,
    },
    /// A number of players that something cannot do with.
    #[error("{what} is for {wanted}, and {game} has {players}{advice}")]
    Players {
        /// What was asked for.
        what: String,
        /// For how many players that is.
        wanted: &'static str,
        /// The game.
        game: String,
        /// How many it has.
        players: usize,
        /// What to do instead, or nothing.
        advice: &'static str,
    },
    /// Chance where nothing can be done with it.
    #[error("{what} does not support chance nodes, which {game} has; full-width does")]
    Chance {
        /// What was asked for.
        what: String,
        /// The game.
        game: String,
    },
    /// A rule that an evaluator does not give what it wants.
    #[error("{rule} needs {need}, which the evaluator {evaluator} does not give{advice}")]
    Need {
        /// The rule, or "this rule".
        rule: String,
        /// What it wants.
        need: String,
        /// The evaluator.
        evaluator: String,
        /// What would give it, or nothing.
        advice: String,
    },
    /// An evaluator that does not know a game.
    #[error("the evaluator {evaluator} is for {games}, not for {game}")]
    Unfit {
        /// The evaluator.
        evaluator: String,
        /// The games that it knows, for people.
        games: &'static str,
        /// The game.
        game: String,
    },
    /// Something that was made for another game or evaluator.
    #[error("{what} was made for {made_for}, not for {given}")]
    Foreign {
        /// What it is.
        what: String,
        /// What it was made for.
        made_for: String,
        /// What it is to be used for.
        given: String,
    },
    /// Parameters that do not go together.
    #[error("{kind}: {why}")]
    Settings {
        /// The kind.
        kind: String,
        /// Why they do not, and what would.
        why: String,
    },
    /// A search that does not go with a rule.
    #[error("{search} works with {rules}, not with {rule}")]
    Pairing {
        /// The search.
        search: String,
        /// The rules that it works with.
        rules: &'static str,
        /// The rule.
        rule: String,
    },
    /// An effort that a search cannot be told.
    #[error("{search} cannot be given {effort}; it takes {efforts}")]
    Effort {
        /// The search.
        search: String,
        /// The effort.
        effort: String,
        /// What it takes.
        efforts: String,
    },
    /// Positions that could not be solved.
    #[error("of {of} positions of {game} only {solved} could be solved within {nodes} nodes each; {advice}")]
    Unsolved {
        /// The game.
        game: String,
        /// How many were asked about.
        of: u64,
        /// How many were solved.
        solved: u64,
        /// How many nodes each could take.
        nodes: u64,
        /// What to do.
        advice: &'static str,
    },
    /// A text that something learned was kept in, and that is damaged.
    #[error("{what}, line {line}: {why}")]
    Kept {
        /// What it is.
        what: &'static str,
        /// Line, from 1.
        line: usize,
        /// What is wrong.
        why: String,
    },
    /// Another program that did not do as it should.
    #[error("{program}: {why}")]
    Program {
        /// The game or engine that it is, by name.
        program: String,
        /// What went wrong, with what was asked and answered.
        why: String,
    },
    /// A player that could not decide at a position, however often it was asked: that is counted, and no mistake of the user but
    /// its own.
    #[error("{player} failed {tries} times at {position}: {why}")]
    Failed {
        /// The player.
        player: String,
        /// The position.
        position: String,
        /// How often it was asked.
        tries: usize,
        /// What went wrong the last time.
        why: String,
    },
    /// Work whose result is no longer wanted ([`interrupt`](crate::interrupt)).
    #[error("interrupted")]
    Interrupted,
    /// A position in which there is nothing to choose.
    #[error("there is no move to choose in this position")]
    NoMove,
    /// A search that would have to look beyond what it can see.
    #[error("a position {} ahead has no estimate, and the search cannot look beyond it", plies(*.depth))]
    NoEstimate {
        /// How far ahead, in plies.
        depth: u32,
    },
    /// More memory than the limit allows.
    #[error(
        "{what} needs about {needed} MiB of memory, and the limit is {limit} MiB; take something smaller, or a higher limit \
         (--memory)"
    )]
    TooMuchMemory {
        /// What needs it.
        what: String,
        /// MiB that it needs.
        needed: u128,
        /// MiB that there may be.
        limit: u64,
    },
    /// More memory than there is.
    #[error("cannot allocate a table of {mib} MiB; ask for less")]
    Memory {
        /// How much was asked for.
        mib: u32,
    },
    /// A value of the theory that is not defined there, or that cannot be computed.
    #[error("{0}")]
    Undefined(String),
    /// No position of the wanted kind was found.
    #[error(
        "no {wanted} game among {attempts} draws of {game}; choose parameters under which both sides can win"
    )]
    Exhausted {
        /// Which positions count.
        wanted: &'static str,
        /// How many were drawn for one trial.
        attempts: u32,
        /// The game's name.
        game: String,
    },
}

/// Which limit a walk reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Limit {
    /// No game lasts longer, by its own word.
    Longest,
    /// Searches do not go deeper.
    Deepest,
}

impl std::fmt::Display for Limit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Limit::Longest => "longer than it says that it can last: positions repeat",
            Limit::Deepest => "which is as deep as a search goes",
        })
    }
}

fn plies(depth: u32) -> String {
    if depth == 1 { "1 ply".into() } else { format!("{depth} plies") }
}

/// Which depths fit.
fn depths(largest: u32, leaves: usize) -> String {
    match largest {
        0 => format!("the branching factor can be 2 to {leaves}"),
        1 => "with this branching factor the depth can be 1".into(),
        _ => format!("with this branching factor the depth can be 1 to {largest}"),
    }
}

fn suggestion(given: &str, known: &str) -> String {
    if known == NONE {
        return String::new();
    }
    match suggest(given, known.split(", ")) {
        Some(near) => format!(", did you mean `{near}`?"),
        None => String::new(),
    }
}
