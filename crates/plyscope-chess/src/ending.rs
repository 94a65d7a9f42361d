//! Endings: positions of some men, each as likely as any other, and the game whose trials start there, all of whose positions
//! tables know.

use crate::chess::Chess;
use crate::fen::kings_touch;
use crate::position::Position;
use crate::tables::{Man, Tables, men_of};
use cozy_chess::{Board, BoardBuilder, Color, Piece, Square};
use plyscope::catalogue::{Entry, SourceEntry, SourceMaker};
use plyscope::error::{Error, Result};
use plyscope::game::{AnyPosition, Fixed, Game, GamePosition};
use plyscope::key::{Domain, Stream, TrialKey};
use plyscope::player::AnyGame;
use plyscope::source::{Source, Trial};
use std::sync::{Arc, Mutex, OnceLock};

const MEN: &str =
    "the men of White in capitals and of Black in small letters, both kings among them, 2 to 32";

/// Squares are drawn so often for a position before it is given up: of few men about half of all boards are legal.
const DRAWS: u64 = 10_000;

/// Uniformly random legal positions of some men, either side to move, without castling and captures en passant.
///
/// All legal boards of these men are as likely, those in which the game is over left out: there is nothing to decide.
pub struct EndingPositions {
    game: AnyGame,
    chess: Arc<Chess>,
    stream: Stream,
    text: String,
    men: Vec<Man>,
}

impl EndingPositions {
    /// Of a game of chess, of the men that a text such as `KRkn` names.
    pub fn new(game: &AnyGame, stream: Stream, men: &str) -> Result<Self> {
        let refuse = |why: String| Error::Settings { kind: "ending".into(), why };
        let Some(Fixed(chess)) = game.family::<Fixed<Chess>>() else {
            return Err(refuse(format!("endings are of chess, not of {}", game.name())));
        };
        let found = read_men(men)?;
        Ok(EndingPositions { game: game.clone(), chess: chess.clone(), stream, text: men.into(), men: found })
    }
}

/// The men of a text such as `KRkn`; refused where no board has them.
pub(crate) fn read_men(text: &str) -> Result<Vec<Man>> {
    men_of(text).filter(|men| is_possible(men)).ok_or_else(|| {
        let shown: String = text.chars().filter(|c| !c.is_control()).take(40).collect();
        let why = format!("men={shown} is not allowed; allowed: {MEN}");
        Error::Settings { kind: "ending".into(), why }
    })
}

/// A legal position of some men that is wanted, the same whenever it is asked for.
pub(crate) fn drawn(men: &[Man], key: TrialKey, wanted: impl Fn(&Position) -> bool) -> Option<Position> {
    let draws = key.block.draw(Domain::Start);
    (0..DRAWS).find_map(|draw| {
        let mut place = draw * 64;
        let mut below = |bound: u32| {
            place += 1;
            draws.below(key.lane, place, bound)
        };
        let mut board = BoardBuilder::empty();
        let kings = Color::ALL.map(|color| Man { color, piece: Piece::King });
        for man in kings.iter().chain(men) {
            let at = match man.piece {
                Piece::Pawn => 8 + below(48),
                _ => below(64),
            };
            // Drawn anew as a whole where two men meet: else some boards would be more likely than others.
            if board.board[at as usize].replace((man.piece, man.color)).is_some() {
                return None;
            }
        }
        board.side_to_move = if below(2) == 0 { Color::White } else { Color::Black };
        let legal = board.build().ok().filter(|board| !kings_touch(board)).map(Position::new);
        legal.filter(&wanted)
    })
}

/// No board has more men of a color than 16, or more pawns than 8.
fn is_possible(men: &[Man]) -> bool {
    Color::ALL.into_iter().all(|color| {
        let own = men.iter().filter(|man| man.color == color);
        let pawns = own.clone().filter(|man| man.piece == Piece::Pawn).count();
        own.count() <= 15 && pawns <= 8
    }) && men.len() <= Square::NUM
}

impl Source for EndingPositions {
    fn name(&self) -> String {
        format!("ending(men={})", self.text)
    }
    fn game(&self) -> &AnyGame {
        &self.game
    }
    fn draw(&self, trial: u64, attempt: u32) -> Result<Option<Trial>> {
        // No run has 2^40 trials.
        let found = drawn(&self.men, self.stream.trial(u64::from(attempt) << 40 | trial), |_| true);
        let open = found.filter(|position| !self.chess.is_over(position));
        let key = self.stream.trial(trial);
        let held = |position| AnyPosition::new(GamePosition { game: self.chess.clone(), position });
        Ok(open.map(|position| Trial::new(held(position), None, key)))
    }
}

/// For a catalogue.
pub(crate) fn entry() -> SourceEntry {
    Entry::taking(
        "ending",
        "A legal position of these men, all equally likely, either side to move; White's men in capitals (chess).",
        |given| {
            let men = given.text("men", "KRkn", MEN);
            let make: Box<SourceMaker> = Box::new(move |context| {
                Ok(Arc::new(EndingPositions::new(context.game, context.stream, &men)?))
            });
            Ok(make)
        },
    )
}

/// The men of an ending, and what is known of its positions.
#[derive(Debug)]
pub(crate) struct Known {
    text: String,
    men: Vec<Man>,
    /// Opened when it is first needed: a game that is only named needs none.
    tables: OnceLock<Result<Tables>>,
    trouble: Mutex<Option<Error>>,
}

impl Known {
    /// Refused where no board has such men, or nothing can be played for with them.
    pub(crate) fn new(text: &str) -> Result<Self> {
        let men = read_men(text)?;
        let known = Known { text: text.into(), men, tables: OnceLock::new(), trouble: Mutex::default() };
        if known.draw(Stream::new(0, "chess").trial(0)).is_none() {
            return Err(known.refusal());
        }
        Ok(known)
    }

    /// For men that nothing can be drawn of: such as bare kings, with which every position is a draw by rule.
    fn refusal(&self) -> Error {
        let why = format!(
            "men={}: no position was found that can be played on; with these men all are draws by rule, or too few boards are \
             legal; take others, such as KRk",
            self.text
        );
        Error::Settings { kind: "chess".into(), why }
    }

    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// Where a trial starts: every legal position with a move is equally likely. Having none is an error, noted.
    pub(crate) fn start(&self, trial: TrialKey) -> Option<Position> {
        let found = self.draw(trial);
        if found.is_none() {
            self.note(self.refusal());
        }
        found
    }

    fn draw(&self, trial: TrialKey) -> Option<Position> {
        drawn(&self.men, trial, |position| !position.is_drawn_by_rule() && position.has_moves())
    }

    fn note(&self, error: Error) {
        self.trouble.lock().expect("no thread panics with the lock held").get_or_insert(error);
    }

    /// What an unfinished position is worth to White; none where there is no table of it, or it cannot be read.
    pub(crate) fn value(&self, board: &Board) -> Option<f64> {
        let worth = match self.tables.get_or_init(Tables::in_cache) {
            Ok(tables) => tables.worth(board),
            Err(error) => Err(error.clone()),
        };
        match worth {
            Ok(worth) => worth.map(|worth| worth.to_white(board.side_to_move())),
            Err(error) => {
                self.note(error);
                None
            }
        }
    }

    /// What went wrong since this was asked last.
    pub(crate) fn take_error(&self) -> Result<()> {
        self.trouble.lock().expect("no thread panics with the lock held").take().map_or(Ok(()), Err)
    }
}
