//! Games from tokens: tags say where a game begins, moves are played one by one.

use super::tokens::{Token, Tokens};
use crate::chess::Chess;
use crate::fen;
use crate::position::Position;
use cozy_chess::{Color, Move};
use plyscope::error::{Error, Result};
use plyscope::game::Game;

/// A game as it was played.
///
/// ```
/// let games = plyscope_chess::pgn::read("[White \"Anderssen\"]\n\n1. e4 e5 2. f4 (2. Nf3 Nc6) exf4 {a gambit} 1-0")?;
/// assert_eq!(games[0].moves().len(), 4);
/// # Ok::<(), plyscope::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Recorded {
    start: Position,
    /// Does it begin in a position of its own?
    set_up: bool,
    moves: Vec<Move>,
}

impl Recorded {
    /// The moves.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Does it begin where games usually do?
    pub fn starts_as_usual(&self) -> bool {
        !self.set_up
    }

    /// Every position of the game in order, the first one among them, each with those before it as its past.
    pub fn positions(&self) -> impl Iterator<Item = Position> + '_ {
        let (mut at, mut moves) = (Some(self.start.clone()), self.moves.iter());
        std::iter::from_fn(move || {
            let position = at.take()?;
            at = moves.next().map(|choice| position.after(*choice));
            Some(position)
        })
    }
}

/// Where a reader is in a game.
struct Open {
    recorded: Recorded,
    last: Position,
    /// Has it tags, and has it moves or a result?
    tags: bool,
    text: bool,
}

impl Open {
    fn new() -> Self {
        let start = Chess::default().start();
        let recorded = Recorded { start: start.clone(), set_up: false, moves: Vec::new() };
        Open { recorded, last: start, tags: false, text: false }
    }
}

/// Reads all games of a text. One that is not chess by the rules is refused with its number, line and move.
pub fn read(text: &str) -> Result<Vec<Recorded>> {
    let (mut tokens, mut games, mut open) = (Tokens::new(text), Vec::new(), Open::new());
    loop {
        let number = games.len() + 1;
        let wrong = |line: usize, why: String| Error::Kept {
            what: "PGN",
            line,
            why: format!("game {number}: {why}"),
        };
        let Some((line, token)) = tokens.next().map_err(|(line, why)| wrong(line, why))? else { break };
        match token {
            Token::Tag(..) if open.text => {
                // A game without a result: the next one begins.
                games.push(std::mem::replace(&mut open, Open::new()).recorded);
                let number = games.len() + 1;
                let wrong =
                    |why: String| Error::Kept { what: "PGN", line, why: format!("game {number}: {why}") };
                tag(&mut open, token).map_err(wrong)?;
            }
            Token::Tag(..) => tag(&mut open, token).map_err(|why| wrong(line, why))?,
            Token::Move(text) => {
                let board = open.last.board();
                let choice = Chess::default().read_move(board, &castling(&text)).ok_or_else(|| {
                    let dots = if board.side_to_move() == Color::White { "." } else { "..." };
                    let shown: String = text.chars().filter(|sign| !sign.is_control()).take(20).collect();
                    let (number, position) = (board.fullmove_number(), board);
                    wrong(line, format!("move {number}{dots} `{shown}` is not legal in {position}"))
                })?;
                open.last = open.last.after(choice);
                open.recorded.moves.push(choice);
                open.text = true;
            }
            Token::Result => games.push(std::mem::replace(&mut open, Open::new()).recorded),
        }
    }
    if open.tags || open.text {
        games.push(open.recorded);
    }
    Ok(games)
}

/// What a tag says about where a game begins; most say nothing about that.
fn tag(open: &mut Open, token: Token) -> std::result::Result<(), String> {
    let Token::Tag(name, value) = token else { return Ok(()) };
    open.tags = true;
    match name.to_ascii_lowercase().as_str() {
        "fen" => {
            let start =
                Position::new(fen::parse(&value).map_err(|wanted| format!("its FEN is not {wanted}"))?);
            (open.recorded.start, open.last, open.recorded.set_up) = (start.clone(), start, true);
        }
        "variant"
            if !matches!(
                value.to_ascii_lowercase().as_str(),
                "standard" | "chess" | "from position" | "normal"
            ) =>
        {
            let shown: String = value.chars().filter(|sign| !sign.is_control()).take(40).collect();
            return Err(format!("it is of the variant {shown}, not of usual chess"));
        }
        _ => {}
    }
    Ok(())
}

/// Castling is written with zeros or small letters, too.
fn castling(text: &str) -> String {
    let capital = text.replace(['0', 'o'], "O");
    if matches!(capital.as_str(), "O-O" | "O-O-O") { capital } else { text.replace('-', "") }
}
