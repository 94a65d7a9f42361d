//! What a solver may know of a game besides its rules.

use super::{Game, Player};
use crate::error::Result;

/// May a player leave a position as it is, where there are moves that should be played out first?
///
/// ```
/// use plyscope::game::{ConnectFour, Game, Hints, StandPat};
/// let (game, mut moves) = (ConnectFour::new(7, 6, 4)?, Vec::new());
/// let threat = game.parse_position("112233")?; // X wins at once in column 4
/// assert_eq!((game.noisy(&threat, &mut moves), moves), (Some(StandPat::MustNot), vec![3]));
/// # Ok::<(), plyscope::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StandPat {
    /// It may: every move can be declined, and the evaluation of the position as it is counts beside them.
    May,
    /// It must play one of the moves: a threat has to be answered, or a win is at hand.
    MustNot,
}

/// How small the scores and the keys of a game are, so that a solver can write down what it knows of a position in one
/// word of 64 bits.
///
/// ```
/// use plyscope::game::{ConnectFour, Scale, Hints};
/// let game = ConnectFour::new(7, 6, 4)?;
/// // The more of its 21 stones the winner has left the more a win is worth; a column of the key has a spare bit.
/// assert_eq!(game.scale(), Some(Scale { largest: 21, key_bits: 7 * (6 + 1) }));
/// # Ok::<(), plyscope::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Scale {
    /// No score is larger than this, nor smaller than its opposite; what is left to play for neither.
    pub largest: i32,
    /// The most bits of a score key.
    pub key_bits: u32,
}

impl Scale {
    /// Scores of up to this size can be written down.
    pub const LARGEST: i32 = 255;
    /// Keys of up to this many bits can.
    pub(crate) const KEY_BITS: u32 = 51;

    /// The scale, if it is small enough.
    pub fn checked(self) -> Option<Self> {
        let small = (0..=Self::LARGEST).contains(&self.largest) && self.key_bits <= Self::KEY_BITS;
        small.then_some(self)
    }
}

/// Which moves a solver has to look at.
///
/// ```
/// use plyscope::game::{ConnectFour, Game, Hints, SafeMoves};
/// let (game, mut moves) = (ConnectFour::new(7, 6, 4)?, Vec::new());
/// let threat = game.parse_position("22334")?; // X wins in column 1 or 5 next, with its fourth stone of 21
/// assert_eq!(game.sound(&threat, &mut moves), SafeMoves::Lost(-18));
/// # Ok::<(), plyscope::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SafeMoves {
    /// The game does not say: all of them.
    Unknown,
    /// The moves of the list, at least one: after the others the opponent wins at once. After these the opponent has no
    /// win at once.
    Listed,
    /// None: whatever the mover does the opponent wins at once, and this is the mover's score.
    Lost(i32),
}

/// The places of some promises, the largest first, those that are equal as they come. Compiled once for all games.
pub(crate) fn most_promising(promises: &[i32]) -> Vec<usize> {
    let mut places: Vec<usize> = (0..promises.len()).collect();
    places.sort_by_key(|place| std::cmp::Reverse(promises[*place]));
    places
}

/// What a line of a list says of its position besides, such as the operations of EPD.
///
/// ```
/// use plyscope::game::Notes;
/// let notes = |id: &str| Notes { id: Some(id.into()), right: None };
/// assert_eq!(notes("WAC.001").group().as_deref(), Some("WAC"));
/// assert_eq!(notes("STS(v1.0) Undermine.007").group().as_deref(), Some("STS(v1.0) Undermine"));
/// assert_eq!((notes("12").group(), Notes::default().group()), (None, None));
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Notes {
    /// Which moves are right, in the order of the moves; none where it does not say.
    pub right: Option<Vec<bool>>,
    /// What it calls the position.
    pub id: Option<String>,
}

impl Notes {
    /// What positions of a kind are called: the name without the number behind it.
    pub fn group(&self) -> Option<String> {
        let ends = |sign: char| sign.is_ascii_digit() || sign.is_whitespace() || ".-_#:".contains(sign);
        self.id.as_deref().map(|id| id.trim_end_matches(ends).to_string()).filter(|group| !group.is_empty())
    }
}

/// What a solver may know of a game besides its rules. Every method has a default, and every one that is written has a law
/// ([`laws::check_hints`](crate::laws::check_hints)).
///
/// ```
/// use plyscope::game::{ConnectFour, Game, Hints};
/// let game = ConnectFour::new(4, 4, 3)?;
/// assert_eq!(game.bounds(&game.start()), (-1.0, 1.0));
/// # Ok::<(), plyscope::Error>(())
/// ```
pub trait Hints: Game {
    /// What the first player has for certain already, over the second; the rest of the game is worth the
    /// same whatever this is. A whole number where it is not zero, so that adding it rounds nothing.
    fn banked(&self, _position: &Self::Position) -> f64 {
        0.0
    }

    /// A key for the rest of the game: the table key, or one that leaves out what is banked.
    fn rest_key(&self, position: &Self::Position) -> u64 {
        self.table_key(position)
    }

    /// Bounds of the final payoff, in the first player's view.
    fn bounds(&self, _position: &Self::Position) -> (f64, f64) {
        self.facts().payoffs
    }

    /// Equal for positions that are the same but for a symmetry, so that the outcome of the one is also
    /// that of the other: for leaving out what was learned from.
    fn truth_key(&self, position: &Self::Position) -> u64 {
        self.table_key(position)
    }

    /// How good a move looks for the player who made it: larger is tried earlier.
    fn promise(&self, _before: &Self::Position, _choice: &Self::Move, _after: &Self::Position) -> i32 {
        0
    }

    /// Whole-number scores and short keys, where the game has both: then it is solved with a table of one word a position,
    /// and the hints below are asked for. None where it has not.
    fn scale(&self) -> Option<Scale> {
        None
    }

    /// The score of a finished game in the first player's view: the payoff, or a number that also counts how soon it was
    /// won. Asked for only where there is a scale.
    fn score(&self, over: &Self::Position) -> i32 {
        self.payoff(over, Player::FIRST) as i32
    }

    /// The payoff that a score stands for.
    fn worth(&self, score: i32) -> f64 {
        f64::from(score)
    }

    /// Equal only for positions whose rest is worth the same score to their movers, what is banked left out.
    fn score_key(&self, position: &Self::Position) -> u64 {
        self.rest_key(position)
    }

    /// The mover's score if the mover wins at once, which nothing else can be better than; none where that is not so, or the
    /// game does not say.
    fn win_at_once(&self, _position: &Self::Position) -> Option<i32> {
        None
    }

    /// Puts the moves that do not lose at once into an empty list. Asked for only where the mover does not win at once.
    fn sound(&self, _position: &Self::Position, _moves: &mut Vec<Self::Move>) -> SafeMoves {
        SafeMoves::Unknown
    }

    /// The position after a sound move: as [`Game::play`], but there is no need to look whether it wins.
    fn play_sound(&self, position: &Self::Position, choice: &Self::Move) -> Self::Position {
        self.play(position, choice)
    }

    /// Bounds of the mover's score where it does not win at once and has a sound move, by looking at the position. Somebody
    /// wants to know whether it is at least `asked`: a bound that does not tell may be as loose as it is cheap.
    fn score_bounds(&self, _position: &Self::Position, _asked: i32) -> (i32, i32) {
        (-Scale::LARGEST, Scale::LARGEST)
    }

    /// How many of the smallest score keys, of at most so many, belong to endings: from such a position only such positions are
    /// reached, and no more than 100 is left to play for. A solver keeps their exact scores in a list of their own.
    fn endings(&self, _most: u64) -> u64 {
        0
    }

    /// After about so many plies, at the most, it will be seen whether the mover's score is at least `asked`: positions near
    /// their end are kept in a small table, which is quicker.
    fn plies_to_tell(&self, _position: &Self::Position, _asked: i32) -> u32 {
        u32::MAX
    }

    /// Positions have numbers below this, where they are few enough for a table of all of them. None where they are not, or
    /// where something besides the position tells how the game goes on.
    fn numbers(&self) -> Option<u64> {
        None
    }

    /// The number of a position, which no other has. Asked for only where positions have numbers.
    fn number(&self, _position: &Self::Position) -> u64 {
        0
    }

    /// The position of a number; none where no position has it.
    fn numbered(&self, _number: u64) -> Option<Self::Position> {
        None
    }

    /// What a position is worth to the first player, where the game itself knows: it was made so, or it has a table.
    fn known(&self, _position: &Self::Position) -> Option<f64> {
        None
    }

    /// What went wrong since this was asked last, in games that can fail ([`RemoteGame`](super::RemoteGame)).
    fn take_error(&self) -> Result<()> {
        Ok(())
    }

    /// At which stage of the game a position is, where an evaluator's numbers mean the same at every position of a stage:
    /// the plies to the end in a uniform tree. 0 where there are no stages.
    fn stage(&self, _position: &Self::Position) -> u32 {
        0
    }

    /// The game's own quiescence: puts the moves that should be played out before a position is evaluated (captures,
    /// answers to threats) into an empty list, and says whether the position may be evaluated beside them. None where the
    /// game has no such notion.
    fn noisy(&self, _position: &Self::Position, _moves: &mut Vec<Self::Move>) -> Option<StandPat> {
        None
    }

    /// Where a position came from, as far back as the game depends on it, and the names of the moves since: for programs
    /// that are told a game move by move. None where a position is all that there is to know.
    fn history(&self, _position: &Self::Position) -> Option<(String, Vec<String>)> {
        None
    }

    /// A move as people write a game down, where there is such a form: SAN in chess.
    fn written(&self, _position: &Self::Position, _choice: &Self::Move) -> Option<String> {
        None
    }

    /// What a line of a list says besides its position: by default nothing. The error is a sentence that says what cannot be
    /// read for certain.
    fn notes(&self, _position: &Self::Position, _line: &str) -> std::result::Result<Notes, String> {
        Ok(Notes::default())
    }

    /// What sort of move this is, in a word or two, so that positions can be grouped by what is correct there: a capture, a
    /// check, a quiet move. None in games that do not tell their moves apart.
    fn kind(&self, _position: &Self::Position, _choice: &Self::Move) -> Option<&'static str> {
        None
    }

    /// How far a game has gone, in any unit, so that positions can be grouped by it: stones on the board, seeds in the
    /// stores.
    fn progress(&self, position: &Self::Position) -> u32 {
        self.stage(position)
    }

    /// What tells this game from the others of its family, where each trial has a game of its own.
    fn draw_key(&self) -> u64 {
        0
    }
}
