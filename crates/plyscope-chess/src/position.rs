//! A board and how it came about: draws by repetition depend on that.

use cozy_chess::{
    BitBoard, Board, BoardBuilder, Color, Move, Piece, Rank, Square, get_king_moves, get_pawn_attacks,
};
use plyscope::game::Walk;
use plyscope::key::mix;
use plyscope::search::DEEPEST;
use std::sync::{Arc, OnceLock};

/// A position of chess: the board with whose turn it is, castling rights, en passant and clocks, and the positions since
/// the last move that cannot be undone.
#[derive(Debug, Clone)]
pub struct Position {
    board: Board,
    /// Hash of what makes two positions the same by the rules.
    key: u64,
    past: Option<Arc<Past>>,
    /// This position and its past: made for the first position after it, and shared with all others.
    here: OnceLock<Arc<Past>>,
    /// What was begun here or before, such as a search; none for an arbiter.
    walk: Option<Walk>,
    /// It occurred often enough to be a draw.
    repeated: bool,
}

/// A position that can still be repeated.
#[derive(Debug)]
struct Past {
    key: u64,
    /// Where White's men stand, and Black's.
    men: [BitBoard; 2],
    /// It is the root of a search, or comes after it.
    searched: bool,
    /// A hash of it and of all before it, in whatever order they came.
    sum: u64,
    before: Option<Arc<Past>>,
}

impl Position {
    /// Without a past.
    pub fn new(board: Board) -> Self {
        let key = key_of(&board);
        Position { board, key, past: None, here: OnceLock::new(), walk: None, repeated: false }
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Equal for positions that are the same by the rule of repetition: clocks and past do not matter, and en passant
    /// only where a pawn may capture so.
    pub fn key(&self) -> u64 {
        self.key
    }

    /// The same, as the beginning of a walk.
    pub(crate) fn begun(&self, walk: Walk) -> Position {
        let position = Position { walk: Some(walk), here: OnceLock::new(), ..self.clone() };
        match walk {
            Walk::Search => position,
            Walk::Count => Position { past: None, repeated: false, ..position },
        }
    }

    /// The same where a draw could be claimed and was not: there are moves, and the next ones may be draws.
    pub(crate) fn played_on(&self) -> Position {
        let mut board = self.board.clone();
        if board.halfmove_clock() >= 100 {
            let mut builder = BoardBuilder::from_board(&board);
            builder.halfmove_clock = 99;
            board = builder.build().unwrap_or(board);
        }
        Position { board, repeated: false, ..self.clone() }
    }

    /// The position after a legal move.
    pub(crate) fn after(&self, choice: Move) -> Position {
        let mut board = self.board.clone();
        board.play_unchecked(choice);
        let key = key_of(&board);
        let counts = self.walk == Some(Walk::Count);
        // What a capture, a pawn's move or a lost castling right leaves behind cannot come again.
        let rights = |board: &Board| Color::ALL.map(|color| *board.castle_rights(color));
        if counts || board.halfmove_clock() == 0 || rights(&board) != rights(&self.board) {
            let (here, walk) = (OnceLock::new(), self.walk);
            return Position { board, key, past: None, here, walk, repeated: false };
        }
        let past = self.here.get_or_init(|| Arc::new(self.with_past())).clone();
        let repeated = past.repeats(key);
        Position { board, key, past: Some(past), here: OnceLock::new(), walk: self.walk, repeated }
    }

    /// The board after the last move that cannot be undone, or the first that is known, and the moves since. They are read
    /// from where the men stood: each moved one man and took none. A right to take en passant before them is not told.
    pub(crate) fn since(&self) -> (Board, Vec<Move>) {
        let (mut board, mut moves) = (self.board.clone(), Vec::new());
        let mut past = self.past.as_deref();
        while let Some(one) = past {
            let mover = !board.side_to_move();
            let (now, then) = (board.colors(mover), one.men[mover as usize]);
            let gone = (then & !now).into_iter().next().zip((now & !then).into_iter().next());
            let Some((from, to)) = gone else { break };
            let mut before = BoardBuilder::from_board(&board);
            before.board[from as usize] = before.board[to as usize].take();
            before.side_to_move = mover;
            before.halfmove_clock = before.halfmove_clock.saturating_sub(1);
            before.fullmove_number -= u16::from(mover == Color::Black && before.fullmove_number > 1);
            before.en_passant = None;
            let Ok(before) = before.build() else { break };
            moves.push(Move { from, to, promotion: None });
            (board, past) = (before, one.before.as_deref());
        }
        moves.reverse();
        (board, moves)
    }

    /// This position as the past of what comes after it.
    fn with_past(&self) -> Past {
        let searched = self.walk == Some(Walk::Search);
        let before = self.past.as_ref().map_or(0, |past| past.sum);
        let sum = before.wrapping_add(mix(self.key ^ u64::from(searched)));
        Past { key: self.key, men: men(&self.board), searched, sum, before: self.past.clone() }
    }

    /// A draw by repetition, by fifty moves without capture or pawn's move, or because no mate is possible. A mate comes
    /// before the fifty moves.
    pub(crate) fn is_drawn_by_rule(&self) -> bool {
        if self.walk == Some(Walk::Count) {
            return false;
        }
        self.repeated || (self.board.halfmove_clock() >= 100 && self.has_moves()) || is_bare(&self.board)
    }

    /// All legal moves, also where the game is drawn by a rule.
    pub(crate) fn all_moves(&self, moves: &mut Vec<Move>) {
        self.board.generate_moves(|found| {
            moves.extend(found);
            false
        });
    }

    pub(crate) fn has_moves(&self) -> bool {
        let (board, mover) = (&self.board, self.board.side_to_move());
        let own = board.colors(mover);
        if own.len() > 1 {
            return board.generate_moves(|_| true);
        }
        // Of a king alone the first square that it may go to is enough.
        let from = board.king(mover);
        get_king_moves(from).into_iter().any(|to| board.is_legal(Move { from, to, promotion: None }))
    }

    /// Everything that decides how the game can go on, the past among it.
    pub(crate) fn table_key(&self) -> u64 {
        let past = self.past.as_ref().map_or(0, |past| past.sum);
        mix(self.key ^ mix(u64::from(self.board.halfmove_clock()) + 1)).wrapping_add(past)
    }

    /// What a search takes for the same position, looking `plies` plies further: the position by the rule of repetition,
    /// with what can end the game soon. The past counts only where the next move may lead back to a position of it, and the
    /// clock only where it may run out. With the whole past in the key, hardly two ways would meet in a table; a draw by
    /// repetition that is more than a move away is taken as it was found on the first way.
    pub(crate) fn search_key(&self, plies: u32) -> u64 {
        if plies > DEEPEST {
            return self.table_key(); // to the end of the game
        }
        let clock = u32::from(self.board.halfmove_clock());
        let clock = if clock >= 50 || clock + plies >= 100 { clock + 1 } else { 0 };
        let at_hand = self.past.as_ref().map_or(0, |past| past.at_hand(&self.board));
        mix(self.key ^ mix(u64::from(clock))).wrapping_add(at_hand)
    }
}

impl Past {
    /// Is a position with this key, which comes now, drawn: the third of its kind, or the second since a search's root?
    fn repeats(&self, key: u64) -> bool {
        // This is a ply before it, and four plies are the least in which both can be back.
        let (mut past, mut times) = (self.plies_before(3), 0);
        while let Some(one) = past {
            if one.key == key {
                times += 1;
                if one.searched || times == 2 {
                    return true;
                }
            }
            past = one.plies_before(2);
        }
        false
    }

    fn plies_before(&self, plies: u32) -> Option<&Past> {
        (0..plies).try_fold(self, |past, _| past.before.as_deref())
    }

    /// A hash of the positions that the next move on a board may lead back to: all of the opponent's men stand as they did,
    /// and all but one of the mover's.
    fn at_hand(&self, board: &Board) -> u64 {
        let (now, mover) = (men(board), board.side_to_move() as usize);
        let (mut past, mut sum) = (Some(self), 0_u64);
        while let Some(one) = past {
            let moved = (now[mover] & !one.men[mover]).len();
            if moved == 1 && now[1 - mover] == one.men[1 - mover] {
                sum = sum.wrapping_add(mix(one.key ^ u64::from(one.searched)));
            }
            past = one.before.as_deref();
        }
        sum
    }
}

/// Where White's men stand, and Black's.
fn men(board: &Board) -> [BitBoard; 2] {
    Color::ALL.map(|color| board.colors(color))
}

/// En passant counts where a pawn may capture so.
fn key_of(board: &Board) -> u64 {
    let plain = board.hash_without_ep();
    let Some(file) = board.en_passant() else { return plain };
    let color = board.side_to_move();
    let to = Square::new(file, Rank::Sixth.relative_to(color));
    let pawns = get_pawn_attacks(to, !color) & board.colored_pieces(color, Piece::Pawn);
    let can = pawns.into_iter().any(|from| board.is_legal(Move { from, to, promotion: None }));
    if can { plain ^ mix(file as u64 + 1) } else { plain }
}

/// Has either side a right to castle?
pub(crate) fn may_castle(board: &Board) -> bool {
    let has = |color| board.castle_rights(color).short.or(board.castle_rights(color).long).is_some();
    Color::ALL.into_iter().any(has)
}

/// No mate is possible, however both play: bare kings, one minor piece, or bishops that all stand on squares of one colour.
fn is_bare(board: &Board) -> bool {
    let of = |piece| board.pieces(piece);
    if !(of(Piece::Pawn) | of(Piece::Rook) | of(Piece::Queen)).is_empty() {
        return false;
    }
    let (knights, bishops) = (of(Piece::Knight), of(Piece::Bishop));
    let dark = BitBoard::DARK_SQUARES;
    let one_colour = (bishops & dark).is_empty() || (bishops & !dark).is_empty();
    knights.len() + bishops.len() <= 1 || (knights.is_empty() && one_colour)
}
