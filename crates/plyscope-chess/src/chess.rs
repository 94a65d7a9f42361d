//! The game.

use crate::ending::Known;
use crate::epd;
use crate::fen;
use crate::position::Position;
use cozy_chess::util::{display_san_move, display_uci_move, parse_san_move, parse_uci_move};
use cozy_chess::{Board, Color, File, Move, Piece, Rank, Square};
use plyscope::error::{Error, Result};
use plyscope::game::{self, Cell, Facts, Game, Hints, Notes, Player, StandPat, Walk, moves_of};
use plyscope::key::{Stream, TrialKey};
use plyscope::name::{Given, Name};
use std::sync::Arc;

/// What a won game is worth, on the scale of the evaluators: pawns, more than a board has.
pub const WIN: f64 = 1000.0;

/// No game is longer: 30 captures and 96 moves of pawns start the count of fifty moves anew, and a draw by that rule,
/// like the third occurrence of a position, needs no claim here.
const LONGEST: u32 = (30 + 96 + 1) * 100;

/// Chess by the rules of FIDE. White is the first player, whoever moves first.
///
/// ```
/// use plyscope::game::{Game, moves_of};
/// use plyscope_chess::Chess;
/// let game = Chess::default();
/// let opened = game.play(&game.start(), &game.parse_move(&game.start(), "Nf3")?); // g1f3 is read too
/// assert_eq!(game.position_text(&opened), "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1");
/// assert_eq!(moves_of(&game, &opened).len(), 20);
/// # Ok::<(), plyscope::Error>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct Chess {
    /// Another start than the usual one.
    start: Option<Board>,
    /// Or an ending: every trial starts at a position of it.
    ending: Option<Arc<Known>>,
}

impl Chess {
    /// By the parameters of a name.
    pub(crate) fn take(given: &mut Given<'_>) -> Result<Self> {
        let start = given.text("start", "usual", "usual, or a FEN in quotes");
        let men = given.text(
            "men",
            "all",
            "all, or an ending such as KRkn: every trial starts at a random position of it, and with at most four men all \
             positions are known by tables, which are made where they are missing",
        );
        match (start.as_str(), men.as_str()) {
            ("usual", "all") => Ok(Chess::default()),
            ("usual", men) => Ok(Chess { start: None, ending: Some(Arc::new(Known::new(men)?)) }),
            (text, "all") => {
                let start = fen::parse(text).map_err(|wanted| Error::Parameter {
                    kind: "chess".into(),
                    parameter: "start".into(),
                    value: text.chars().filter(|sign| !sign.is_control()).take(100).collect(),
                    allowed: format!("usual, or {wanted}"),
                })?;
                Ok(Chess { start: Some(start), ending: None })
            }
            _ => Err(Error::Settings { kind: "chess".into(), why: "`start` or `men`, not both".into() }),
        }
    }

    /// Moves are written as UCI does (`e2e4`, `e1g1`, `a7a8q`); SAN is read too.
    pub(crate) fn read_move(&self, board: &Board, text: &str) -> Option<Move> {
        if !text.is_ascii() || text.len() > 10 {
            return None;
        }
        let uci = parse_uci_move(board, text).ok().filter(|choice| board.is_legal(*choice));
        let san = || parse_san_move(board, text).ok().filter(|choice| board.is_legal(*choice));
        uci.or_else(san).or_else(|| epd::read_move(board, text))
    }
}

impl Game for Chess {
    type Position = Position;
    type Move = Move;

    fn name(&self) -> Name {
        match (&self.start, &self.ending) {
            (Some(board), _) => Name::new("chess").with("start", board),
            (None, Some(ending)) => Name::new("chess").with("men", ending.text()),
            (None, None) => Name::new("chess"),
        }
    }
    fn facts(&self) -> Facts {
        let starts_alike = self.ending.is_none();
        Facts { has_history: true, starts_alike, payoffs: (-WIN, WIN), ..Facts::lasting(LONGEST) }
    }
    fn start(&self) -> Position {
        self.start_of(Stream::new(0, "chess").trial(0))
    }
    fn start_of(&self, trial: TrialKey) -> Position {
        let drawn = self.ending.as_ref().and_then(|ending| ending.start(trial));
        drawn.unwrap_or_else(|| Position::new(self.start.clone().unwrap_or_default()))
    }
    fn mover(&self, position: &Position) -> Player {
        match position.board().side_to_move() {
            Color::White => Player::FIRST,
            Color::Black => Player::SECOND,
        }
    }
    fn moves(&self, position: &Position, moves: &mut Vec<Move>) {
        if !position.is_drawn_by_rule() {
            position.all_moves(moves);
        }
    }
    fn play(&self, position: &Position, choice: &Move) -> Position {
        position.after(*choice)
    }
    fn begin(&self, position: &Position, walk: Walk) -> Position {
        position.begun(walk)
    }
    fn is_over(&self, position: &Position) -> bool {
        position.is_drawn_by_rule() || !position.has_moves()
    }
    fn payoff(&self, position: &Position, player: Player) -> f64 {
        let mated = !position.board().checkers().is_empty() && !position.has_moves();
        match mated {
            false => 0.0,
            true if player == self.mover(position) => -WIN,
            true => WIN,
        }
    }
    fn table_key(&self, position: &Position) -> u64 {
        position.table_key()
    }
    fn search_key(&self, position: &Position, plies: u32) -> u64 {
        position.search_key(plies)
    }
    fn noise_key(&self, position: &Position) -> u64 {
        position.key()
    }
    fn move_name(&self, position: &Position, choice: &Move) -> String {
        display_uci_move(position.board(), *choice).to_string()
    }
    fn parse_move(&self, position: &Position, text: &str) -> Result<Move> {
        let legal = self.read_move(position.board(), text).filter(|_| !position.is_drawn_by_rule());
        legal.ok_or_else(|| {
            let names = moves_of(self, position).into_iter().map(|choice| self.move_name(position, &choice));
            Error::Move {
                game: self.name().to_string(),
                text: text.chars().filter(|c| !c.is_control()).take(60).collect(),
                position: self.position_text(position),
                known: names.collect::<Vec<_>>().join(", "),
            }
        })
    }
    fn position_text(&self, position: &Position) -> String {
        position.board().to_string()
    }
    fn parse_position(&self, text: &str) -> Result<Position> {
        fen::parse(text).map(Position::new).map_err(|wanted| self.bad_position(text, &wanted))
    }
    fn drawn(&self, position: &Position) -> String {
        let board = position.board();
        let square = |rank: usize, file: usize| {
            let square = Square::new(File::index(file), Rank::index(rank));
            match (board.piece_on(square), board.color_on(square)) {
                (Some(piece), Some(Color::White)) => char::from(piece).to_ascii_uppercase(),
                (Some(piece), _) => char::from(piece),
                (None, _) => '.',
            }
        };
        let row = |rank: usize| (0..8).map(|file| square(rank, file)).collect::<String>() + "\n";
        (0..8).rev().map(row).collect()
    }
    fn board(&self, position: &Position) -> Option<game::Board> {
        let board = position.board();
        let cell = |square: Square| match (board.piece_on(square), board.color_on(square)) {
            (Some(piece), Some(Color::White)) => {
                Cell::Sign(Player::FIRST, char::from(piece).to_ascii_uppercase())
            }
            (Some(piece), _) => Cell::Sign(Player::SECOND, char::from(piece)),
            (None, _) => Cell::Empty,
        };
        // From the eighth rank down; squares are counted from a1.
        let rank = |rank: usize| (0..8).map(move |file| Square::new(File::index(file), Rank::index(rank)));
        let place = |square: Square| (7 - square.rank() as usize) * 8 + square.file() as usize;
        let moves = moves_of(self, position).into_iter().map(|choice| {
            // Castling is written as the king taking its own rook, and drawn as the king's move.
            let castles = board.color_on(choice.to) == Some(board.side_to_move());
            let file = if choice.to.file() > choice.from.file() { File::G } else { File::C };
            let to = if castles { Square::new(file, choice.from.rank()) } else { choice.to };
            vec![place(choice.from), place(to)]
        });
        Some(game::Board {
            columns: 8,
            cells: (0..8).rev().flat_map(rank).map(cell).collect(),
            checkered: true,
            moves: moves.collect(),
        })
    }
}

impl Hints for Chess {
    fn truth_key(&self, position: &Position) -> u64 {
        position.key()
    }
    /// With margins that are larger the sooner the mate.
    fn known(&self, position: &Position) -> Option<f64> {
        let ending = self.ending.as_ref()?;
        if self.is_over(position) {
            return Some(self.payoff(position, Player::FIRST));
        }
        ending.value(position.board())
    }
    fn take_error(&self) -> Result<()> {
        self.ending.as_ref().map_or(Ok(()), |ending| ending.take_error())
    }
    fn promise(&self, before: &Position, choice: &Move, after: &Position) -> i32 {
        let check = i32::from(!after.board().checkers().is_empty());
        gain(before.board(), choice) + 5 * check
    }
    /// Captures and promotions, the largest first; in check every move, and the position cannot be left as it is.
    fn noisy(&self, position: &Position, moves: &mut Vec<Move>) -> Option<StandPat> {
        let board = position.board();
        self.moves(position, moves);
        if !board.checkers().is_empty() {
            return Some(StandPat::MustNot);
        }
        moves.retain(|choice| gain(board, choice) > 0);
        moves.sort_by_key(|choice| {
            let piece = board.piece_on(choice.from).map_or(0, |piece| piece as i32);
            (-gain(board, choice), piece)
        });
        Some(StandPat::May)
    }
    fn history(&self, position: &Position) -> Option<(String, Vec<String>)> {
        let (mut board, moves) = position.since();
        let from = board.to_string();
        let names = moves.into_iter().map(|choice| {
            let name = display_uci_move(&board, choice).to_string();
            board.play_unchecked(choice);
            name
        });
        let names = names.collect();
        Some((from, names))
    }
    fn written(&self, position: &Position, choice: &Move) -> Option<String> {
        Some(display_san_move(position.board(), *choice).to_string())
    }
    /// Operations of EPD.
    fn notes(&self, position: &Position, line: &str) -> std::result::Result<Notes, String> {
        epd::notes(self, position, line)
    }
    fn kind(&self, position: &Position, choice: &Move) -> Option<&'static str> {
        Some(match gain(position.board(), choice) {
            0 if position.after(*choice).board().checkers().is_empty() => "quiet move",
            0 => "check",
            _ => "capture or promotion",
        })
    }
}

/// What a move takes, and what a pawn becomes by it: 0 for moves that do neither.
fn gain(board: &Board, choice: &Move) -> i32 {
    let rank = |piece: Option<Piece>| piece.map_or(0, |piece| piece as i32 + 1);
    let mover = board.side_to_move();
    // Castling is written as the king taking its own rook.
    let taken = board.piece_on(choice.to).filter(|_| board.color_on(choice.to) == Some(!mover));
    let passant = board.en_passant().is_some_and(|file| {
        let pawn = board.piece_on(choice.from) == Some(Piece::Pawn);
        pawn && choice.to == Square::new(file, Rank::Sixth.relative_to(mover)) && choice.from.file() != file
    });
    10 * rank(taken) + 10 * i32::from(passant) + 8 * rank(choice.promotion)
}
