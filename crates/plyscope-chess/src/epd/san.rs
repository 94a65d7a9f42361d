//! Moves as people write them: SAN with its many mistakes, long algebraic notation, UCI. A text that fits several legal moves
//! is refused: which was meant is not guessed.

use cozy_chess::util::display_uci_move;
use cozy_chess::{Board, File, Move, Piece, Rank, Square};

/// No move has a longer text.
const LONGEST: usize = 16;

/// What a text says of a move.
#[derive(Default)]
struct Said {
    /// None where it names a square to start from, and no piece.
    piece: Option<Piece>,
    from: (Option<File>, Option<Rank>),
    to: (Option<File>, Option<Rank>),
    promotion: Option<Piece>,
    takes: bool,
    /// The file that the king goes to.
    castles: Option<File>,
}

/// Reads a move, one of those that are legal.
pub(super) fn read(board: &Board, legal: &[Move], text: &str) -> Result<Move, String> {
    let shown: String = text.chars().filter(|sign| !sign.is_control()).take(LONGEST).collect();
    let said = said(text).ok_or_else(|| format!("`{shown}` is no move"))?;
    let fits: Vec<Move> = legal.iter().copied().filter(|choice| said.fits(board, *choice)).collect();
    match fits.as_slice() {
        [one] => Ok(*one),
        [] => Err(format!("`{shown}` is no legal move here")),
        several => {
            let names: Vec<String> =
                several.iter().map(|choice| display_uci_move(board, *choice).to_string()).collect();
            Err(format!("`{shown}` may be any of {}", names.join(", ")))
        }
    }
}

/// Without a move number before it, and what may stand behind it.
fn stripped(text: &str) -> &str {
    let number = text.trim_start_matches(|sign: char| sign.is_ascii_digit());
    let text = if number.starts_with('.') { number.trim_start_matches('.') } else { text };
    let text = text.trim_end_matches(['+', '#', '!', '?', '=', '.']);
    ["e.p", "ep"].iter().find_map(|end| text.strip_suffix(end)).unwrap_or(text)
}

/// What a text says; none where it is no move at all.
fn said(text: &str) -> Option<Said> {
    let text = stripped(text);
    if !text.is_ascii() || text.len() > LONGEST {
        return None;
    }
    let castles = match text.replace(['0', 'o'], "O").replace('-', "").as_str() {
        "OO" => Some(File::G),
        "OOO" => Some(File::C),
        _ => None,
    };
    if castles.is_some() {
        return Some(Said { castles, ..Said::default() });
    }
    let mut signs: Vec<char> = text.chars().filter(|sign| !"x:-=/()".contains(*sign)).collect();
    // A small b is a file.
    let named = signs.first().filter(|first| "KQRBNPkqrn".contains(**first)).copied();
    if named.is_some() {
        signs.remove(0);
    }
    let promotes = matches!(signs.as_slice(), [_, .., '1' | '8', last] if last.is_ascii_alphabetic());
    let promotion = if promotes { Some(piece(signs.pop()?)?) } else { None };
    let file = |sign: char| (sign as usize).checked_sub('a' as usize).and_then(File::try_index);
    let rank = |sign: char| (sign as usize).checked_sub('1' as usize).and_then(Rank::try_index);
    let square = |f: char, r: char| Some((Some(file(f)?), Some(rank(r)?)));
    let named = named.map(piece).map_or(Some(None), |piece| piece.map(Some))?;
    let (from, to) = match signs.as_slice() {
        // A pawn takes from file to file.
        [one, other] if named.is_none() && file(*other).is_some() && one != other => {
            ((Some(file(*one)?), None), (file(*other), None))
        }
        [f, r] => ((None, None), square(*f, *r)?),
        [from, f, r] if file(*from).is_some() => ((file(*from), None), square(*f, *r)?),
        [from, f, r] => ((None, Some(rank(*from)?)), square(*f, *r)?),
        [a, b, f, r] => (square(*a, *b)?, square(*f, *r)?),
        _ => return None,
    };
    // Two squares say enough; else what is not named is a pawn.
    let is_known = from.0.is_some() && from.1.is_some();
    let piece = named.or((!is_known).then_some(Piece::Pawn));
    Some(Said { piece, from, to, promotion, takes: text.contains(['x', ':']), castles: None })
}

fn piece(sign: char) -> Option<Piece> {
    sign.to_ascii_lowercase().try_into().ok()
}

impl Said {
    fn fits(&self, board: &Board, choice: Move) -> bool {
        let moved = board.piece_on(choice.from);
        // Castling is written as the king taking its own rook, and has the king's square as its aim.
        let castles = board.color_on(choice.to) == Some(board.side_to_move());
        let aim = if choice.to.file() > choice.from.file() { File::G } else { File::C };
        if self.castles.is_some() {
            return castles && self.castles == Some(aim);
        }
        let to = if castles { Square::new(aim, choice.to.rank()) } else { choice.to };
        let is = |square: Square, (file, rank): (Option<File>, Option<Rank>)| {
            file.is_none_or(|file| square.file() == file) && rank.is_none_or(|rank| square.rank() == rank)
        };
        let aslant = moved == Some(Piece::Pawn) && choice.from.file() != choice.to.file();
        let takes = !castles && (board.piece_on(choice.to).is_some() || aslant);
        (self.piece.is_none() || moved == self.piece)
            && is(choice.from, self.from)
            && is(to, self.to)
            && (takes || !self.takes)
            // A pawn that takes says from where.
            && (self.takes || !aslant || self.from != (None, None))
            && (self.promotion.is_none() || choice.promotion == self.promotion)
    }
}
