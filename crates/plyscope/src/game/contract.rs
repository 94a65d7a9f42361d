//! What a game is.

use super::Board;
use crate::error::{Error, Result};
use crate::key::{TrialKey, fnv, mix};
use crate::name::Name;
use crate::value::Player;
use std::fmt;
use std::hash::Hash;

/// Whose turn it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Turn {
    /// A player's.
    Player(Player),
    /// Chance's: a die is thrown, a card is drawn.
    Chance,
    /// The game is over.
    Over,
}

impl Turn {
    /// Who moves; the first player where no player does.
    pub fn mover(self) -> Player {
        match self {
            Turn::Player(player) => player,
            Turn::Chance | Turn::Over => Player::FIRST,
        }
    }
}

/// What is known of a game as a whole. It is made once, and every layer above the game passes it on.
///
/// ```
/// use plyscope::game::Facts;
/// let dice = Facts { has_chance: true, ..Facts::lasting(100) };
/// assert_eq!((dice.players, dice.by_value()), (2, true));
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Facts {
    /// How many players there are, 1 to [`crate::value::MAX_PLAYERS`].
    pub players: usize,
    /// The most plies that a game can last, from its start. Every search stops there: a game whose positions can repeat says
    /// after how many plies it is given up.
    pub longest: u32,
    /// Has chance a turn anywhere? Searches that cut by proof refuse such games.
    pub has_chance: bool,
    /// Does the end of the game depend on how a position came about, which its text does not tell? What is read back from
    /// a text has no past.
    pub has_history: bool,
    /// May several moves of a position lead to the very same one, often enough for a search to look out for it?
    pub moves_meet: bool,
    /// Do all trials start alike?
    pub starts_alike: bool,
    /// Does the game know what all its positions are worth ([`Hints::known`](super::Hints::known))?
    pub knows_truth: bool,
    /// Is every trial another game, drawn by key, at whose root a player decides?
    pub is_drawn: bool,
    /// The lowest and the highest payoff of the first player; infinite where that is not known.
    pub payoffs: (f64, f64),
    /// Bytes that a game of a trial holds, where each trial has its own: what holds many positions asks for so many
    /// ([`memory`](crate::memory)).
    pub bytes: u128,
}

impl Facts {
    /// A game of two without chance that lasts at most `longest` plies, and of which nothing else is known.
    pub const fn lasting(longest: u32) -> Self {
        Facts {
            players: 2,
            longest,
            has_chance: false,
            has_history: false,
            moves_meet: false,
            starts_alike: true,
            knows_truth: false,
            is_drawn: false,
            payoffs: (f64::NEG_INFINITY, f64::INFINITY),
            bytes: 0,
        }
    }

    /// Games of two that are drawn by key, one for every trial, and know what their positions are worth.
    pub const fn drawn(longest: u32) -> Self {
        Facts { starts_alike: false, knows_truth: true, is_drawn: true, ..Facts::lasting(longest) }
    }

    /// Is a decision correct only if it keeps the best value there is, and not if it keeps the best outcome of win, draw and
    /// loss? This holds for games without an opponent, and where chance leaves no outcome certain.
    pub const fn by_value(&self) -> bool {
        self.players == 1 || self.has_chance
    }
}

/// What a position is the beginning of: it decides how repetitions are counted.
///
/// ```
/// use plyscope::game::{Game, Walk, TicTacToe};
/// let game = TicTacToe::default();
/// let centre = game.play(&game.start(), &4);
/// assert_eq!(game.begin(&centre, Walk::Search), centre); // how it came about does not matter here
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Walk {
    /// Search: the position is the root.
    Search,
    /// Count sequences of legal moves: draws by rule end nothing.
    Count,
}

/// The rules of a game.
///
/// Hot loops ask one thing at a time, so [`Game::mover`], [`Game::is_over`] and [`Game::is_chance`] stand beside
/// [`Game::turn`], which is made from them.
///
/// ```
/// use plyscope::game::{Facts, Game, Hints, Player};
/// use plyscope::name::Name;
///
/// /// Take 1 to 3 of a heap; who takes the last one wins.
/// #[derive(Clone)]
/// struct Nim(u32);
///
/// impl Game for Nim {
///     type Position = (u32, Player); // what is left, and who moves
///     type Move = u32;
///     fn name(&self) -> Name {
///         Name::new("nim").with("heap", self.0)
///     }
///     fn facts(&self) -> Facts {
///         Facts::lasting(self.0)
///     }
///     fn start(&self) -> (u32, Player) {
///         (self.0, Player::FIRST)
///     }
///     fn mover(&self, position: &(u32, Player)) -> Player {
///         position.1
///     }
///     fn moves(&self, position: &(u32, Player), moves: &mut Vec<u32>) {
///         moves.extend(1..=3.min(position.0));
///     }
///     fn play(&self, (left, mover): &(u32, Player), take: &u32) -> (u32, Player) {
///         (left - take, mover.opponent())
///     }
///     fn payoff(&self, (_, loser): &(u32, Player), player: Player) -> f64 {
///         if player == *loser { -1.0 } else { 1.0 }
///     }
///     fn position_text(&self, (left, mover): &(u32, Player)) -> String {
///         format!("{left} {mover}")
///     }
///     fn parse_position(&self, text: &str) -> plyscope::Result<(u32, Player)> {
///         let read = text.split_once(' ').and_then(|(left, mover)| {
///             let left = left.parse().ok().filter(|left| *left <= self.0)?;
///             Some((left, mover.parse().ok()?))
///         });
///         read.ok_or_else(|| self.bad_position(text, "what is left and who moves, such as `7 1`"))
///     }
/// }
/// impl Hints for Nim {} // what a solver may know besides: nothing here
/// plyscope::laws::check_game(&Nim(11), 20);
/// ```
pub trait Game {
    /// A position; cheap to clone.
    type Position: Clone;
    /// A move.
    type Move: Copy + Eq + Hash + fmt::Debug;

    /// The game's name with all its parameters.
    fn name(&self) -> Name;

    /// What is known of it as a whole.
    fn facts(&self) -> Facts;

    /// Where the game starts.
    fn start(&self) -> Self::Position;

    /// Where a trial starts; other than [`Game::start`] where a game is set up at random.
    fn start_of(&self, _trial: TrialKey) -> Self::Position {
        self.start()
    }

    /// Who moves; of no meaning when the game is over, and at a chance node.
    fn mover(&self, position: &Self::Position) -> Player;

    /// Puts the legal moves, always in the same order, into an empty list; at a chance node what may happen.
    ///
    /// None when the game is over, and none at the rim of a tree that is known only so far (such a
    /// position is not over: a search asks an evaluator about it).
    fn moves(&self, position: &Self::Position, moves: &mut Vec<Self::Move>);

    /// The position after a legal move.
    fn play(&self, position: &Self::Position, choice: &Self::Move) -> Self::Position;

    /// The position as the beginning of a walk. Other than the position itself only in games whose end depends on how a
    /// position came about: in chess a search takes the first repetition since its root for a draw, an arbiter the third
    /// occurrence, and a count of moves none.
    fn begin(&self, position: &Self::Position, _walk: Walk) -> Self::Position {
        position.clone()
    }

    /// Is the game over?
    fn is_over(&self, position: &Self::Position) -> bool {
        moves_of(self, position).is_empty()
    }

    /// Is it chance's turn?
    fn is_chance(&self, _position: &Self::Position) -> bool {
        false
    }

    /// Puts the probabilities of what may happen at a chance node, in the order of the moves, into an empty list.
    fn chances(&self, _position: &Self::Position, _chances: &mut Vec<f64>) {}

    /// Whose turn it is.
    fn turn(&self, position: &Self::Position) -> Turn {
        if self.is_over(position) {
            Turn::Over
        } else if self.is_chance(position) {
            Turn::Chance
        } else {
            Turn::Player(self.mover(position))
        }
    }

    /// What a finished game is worth to a player. With two players it is zero-sum: positive for the
    /// winner, zero for a draw.
    fn payoff(&self, position: &Self::Position, player: Player) -> f64;

    /// Equal for positions that are the same for a transposition table. By the text unless a game knows a quicker way,
    /// which one that is searched much should.
    fn table_key(&self, position: &Self::Position) -> u64 {
        mix(fnv(&self.position_text(position)))
    }

    /// Equal for positions that a search which looks so many plies further may take for the same: the table key, or one that
    /// leaves out more of how a position came about.
    fn search_key(&self, position: &Self::Position, _plies: u32) -> u64 {
        self.table_key(position)
    }

    /// What an artificial evaluator's noise depends on; may differ from the table key, for example
    /// where symmetric positions share a table entry. In a tree it is the node's place.
    fn noise_key(&self, position: &Self::Position) -> u64 {
        self.table_key(position)
    }

    /// A move for people; no two moves of a position have the same name.
    fn move_name(&self, _position: &Self::Position, choice: &Self::Move) -> String {
        format!("{choice:?}")
    }

    /// The legal move of a name.
    fn parse_move(&self, position: &Self::Position, name: &str) -> Result<Self::Move> {
        let moves = moves_of(self, position);
        let named = moves.iter().find(|choice| self.move_name(position, choice) == name);
        named.copied().ok_or_else(|| Error::Move {
            game: self.name().to_string(),
            text: name.chars().take(60).collect(),
            position: self.position_text(position),
            known: moves.iter().map(|choice| self.move_name(position, choice)).collect::<Vec<_>>().join(", "),
        })
    }

    /// A position in one line without control characters: [`Game::parse_position`] reads it back.
    fn position_text(&self, position: &Self::Position) -> String;

    /// Reads a position's text; refused where it is none, or cannot come about by the rules as far as that is told.
    fn parse_position(&self, text: &str) -> Result<Self::Position>;

    /// The error for a text that is no position; `wanted` says what one looks like.
    fn bad_position(&self, text: &str, wanted: &str) -> Error {
        let text = text.chars().filter(|c| !c.is_control()).take(60).collect();
        Error::Position { game: self.name().to_string(), text, wanted: wanted.into() }
    }

    /// A position for people, in a few lines; empty where there is nothing to draw.
    fn drawn(&self, _position: &Self::Position) -> String {
        String::new()
    }

    /// A position as a board, for pictures; none where the game has no board.
    fn board(&self, _position: &Self::Position) -> Option<Board> {
        None
    }
}

/// The legal moves, as a new list.
pub fn moves_of<G: Game + ?Sized>(game: &G, position: &G::Position) -> Vec<G::Move> {
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    moves
}
