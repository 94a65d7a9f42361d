//! Which men are left.

use cozy_chess::{Color, Piece};
use plyscope::error::{Error, Result};
use std::fmt;

/// A man other than a king.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Man {
    /// Whose it is.
    pub color: Color,
    /// What it is.
    pub piece: Piece,
}

/// Two kings and one or two other men, the stronger side White: `KRkn` is a rook against a knight.
///
/// ```
/// use plyscope_chess::tables::Ending;
/// let ending: Ending = "KNkr".parse()?;
/// assert_eq!(ending.to_string(), "KRkn"); // the same with colours exchanged
/// assert!("KQQkr".parse::<Ending>().is_err()); // five men
/// # Ok::<(), plyscope::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Ending {
    /// White's, strongest first, then Black's.
    men: [Option<Man>; 2],
}

/// The pieces that an ending can have, strongest first.
const PIECES: [Piece; 5] = [Piece::Queen, Piece::Rook, Piece::Bishop, Piece::Knight, Piece::Pawn];

impl Ending {
    /// From men in any order, and whether colours were exchanged to make White the stronger side; none for bare kings, and
    /// for more than two men.
    pub fn of(men: &[Man]) -> Option<(Ending, bool)> {
        let side = |color: Color| {
            let mut side: Vec<Piece> =
                men.iter().filter(|man| man.color == color).map(|man| man.piece).collect();
            side.sort_by(|a, b| b.cmp(a));
            side
        };
        let (white, black) = (side(Color::White), side(Color::Black));
        if men.is_empty() || men.len() > 2 || men.iter().any(|man| man.piece == Piece::King) {
            return None;
        }
        let exchanged = (black.len(), &black) > (white.len(), &white);
        let (white, black) = if exchanged { (black, white) } else { (white, black) };
        let colored = |side: Vec<Piece>, color| side.into_iter().map(move |piece| Man { color, piece });
        let mut all = colored(white, Color::White).chain(colored(black, Color::Black));
        Some((Ending { men: [all.next(), all.next()] }, exchanged))
    }

    /// All endings of three and four men, in an order in which each stands behind those that it converts to.
    pub fn all() -> Vec<Ending> {
        let mut all: Vec<Ending> = Vec::new();
        let mut add = |men: &[Man]| {
            let ending = Ending::of(men).expect("one or two men").0;
            if !all.contains(&ending) {
                all.push(ending);
            }
        };
        for piece in PIECES {
            let white = Man { color: Color::White, piece };
            add(&[white]);
            for other in PIECES {
                Color::ALL.into_iter().for_each(|color| add(&[white, Man { color, piece: other }]));
            }
        }
        all.sort_by_key(Ending::level);
        all
    }

    /// The men besides the kings.
    pub fn men(&self) -> Vec<Man> {
        self.men.iter().flatten().copied().collect()
    }

    /// How many of them are pawns.
    pub fn pawns(&self) -> usize {
        self.men.iter().flatten().filter(|man| man.piece == Piece::Pawn).count()
    }

    /// How many men and pawns there are: less of them in whatever it converts to.
    pub(super) fn level(&self) -> (usize, usize) {
        (self.men().len(), self.pawns())
    }

    /// A pawn on both sides: the only ending with captures en passant.
    pub(super) fn has_en_passant(&self) -> bool {
        self.pawns() == 2 && self.men[0].map(|man| man.color) != self.men[1].map(|man| man.color)
    }

    /// The endings that captures and promotions lead to, bare kings left out.
    pub fn conversions(&self) -> Vec<Ending> {
        let men = self.men();
        let mut found: Vec<Ending> = Vec::new();
        let mut add = |men: &[Man]| {
            let ending = Ending::of(men).map(|(ending, _)| ending);
            found.extend(ending.filter(|ending| !found.contains(ending)));
        };
        for i in 0..men.len() {
            let others: Vec<Man> = (0..men.len()).filter(|j| *j != i).map(|j| men[j]).collect();
            add(&others);
            if men[i].piece == Piece::Pawn {
                for piece in PIECES.into_iter().filter(|piece| *piece != Piece::Pawn) {
                    let promoted = Man { piece, ..men[i] };
                    add(&[&others[..], &[promoted]].concat());
                    add(&[promoted]);
                }
            }
        }
        found
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let of = |color: Color| self.men().into_iter().filter(move |man| man.color == color);
        let letter = |man: Man| char::from(man.piece);
        let white: String = of(Color::White).map(|man| letter(man).to_ascii_uppercase()).collect();
        let black: String = of(Color::Black).map(letter).collect();
        write!(f, "K{white}k{black}")
    }
}

/// The men that a text such as `KRkn` names, besides the two kings.
pub(crate) fn men_of(text: &str) -> Option<Vec<Man>> {
    let (mut kings, mut men) = ([0, 0], Vec::new());
    for letter in text.chars() {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        let piece: Piece = letter.to_ascii_lowercase().try_into().ok()?;
        match piece {
            Piece::King => kings[color as usize] += 1,
            piece => men.push(Man { color, piece }),
        }
    }
    (kings == [1, 1]).then_some(men)
}

impl std::str::FromStr for Ending {
    type Err = Error;

    fn from_str(text: &str) -> Result<Ending> {
        let found = men_of(text).and_then(|men| Ending::of(&men));
        found.map(|(ending, _)| ending).ok_or_else(|| Error::Settings {
            kind: "ending".into(),
            why: format!(
                "`{}` is no ending of three or four men; write the men of White in capitals, those of Black in small \
                 letters, both kings among them, such as KRkn",
                text.chars().filter(|c| !c.is_control()).take(20).collect::<String>()
            ),
        })
    }
}
