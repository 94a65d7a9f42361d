//! Games from tokens: tags say where a game begins, moves are played one by one.

use super::tokens::{BAD_TAG, Token, Tokens};
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
    pub(super) fn starts_as_usual(&self) -> bool {
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
    /// Is something wrong with it?
    failed: bool,
}

impl Open {
    fn new() -> Self {
        let start = Chess::default().start();
        let recorded = Recorded { start: start.clone(), set_up: false, moves: Vec::new() };
        Open { recorded, last: start, tags: false, text: false, failed: false }
    }
}

/// Reads all games of a text. One that is not chess by the rules is refused with its number, line and move.
pub fn read(text: &str) -> Result<Vec<Recorded>> {
    let (games, bad) = read_good(text);
    bad.into_iter().next().map_or(Ok(games), Err)
}

/// Reads the games of a text that are chess by the rules, and says of each other one what is wrong with it. After a mistake
/// the next game begins behind the next result, or with the next tag behind moves.
pub fn read_good(text: &str) -> (Vec<Recorded>, Vec<Error>) {
    let (mut tokens, mut games, mut bad) = (Tokens::new(text), Vec::new(), Vec::new());
    let (mut open, mut number) = (Open::new(), 1);
    loop {
        let (line, token) = match tokens.next() {
            Ok(None) => break,
            Ok(Some(found)) => found,
            // A tag that cannot be read: the other tags and the moves of the same game follow.
            Err((line, why)) if why == BAD_TAG => {
                if open.text {
                    open.end(&mut games, &mut number);
                }
                open.tags = true;
                open.fail(&mut bad, number, line, why);
                tokens.skip_line();
                continue;
            }
            Err((line, why)) => {
                open.fail(&mut bad, number, line, why);
                tokens.skip_to_tag();
                open.text = true;
                continue;
            }
        };
        // Without a result a game ends where tags follow moves.
        if token == Token::Result || matches!(&token, Token::Tag(..)) && open.text {
            open.end(&mut games, &mut number);
        }
        let read = match token {
            Token::Tag(name, value) => open.tag(&name, &value),
            Token::Move(text) => open.play(&text),
            Token::Result => Ok(()),
        };
        if let Err(why) = read {
            open.fail(&mut bad, number, line, why);
        }
    }
    if (open.tags || open.text) && !open.failed {
        games.push(open.recorded);
    }
    (games, bad)
}

impl Open {
    /// The next game begins.
    fn end(&mut self, games: &mut Vec<Recorded>, number: &mut usize) {
        let done = std::mem::replace(self, Open::new());
        games.extend((!done.failed).then_some(done.recorded));
        *number += 1;
    }

    /// The game is not read further; only its first mistake is reported.
    fn fail(&mut self, bad: &mut Vec<Error>, number: usize, line: usize, why: String) {
        if !std::mem::replace(&mut self.failed, true) {
            bad.push(Error::Kept { what: "PGN", line, why: format!("game {number}: {why}") });
        }
    }

    fn play(&mut self, text: &str) -> std::result::Result<(), String> {
        self.text = true;
        if self.failed {
            return Ok(());
        }
        let board = self.last.board();
        let choice = Chess::default().read_move(board, &castling(text)).ok_or_else(|| {
            let dots = if board.side_to_move() == Color::White { "." } else { "..." };
            let shown: String = text.chars().filter(|sign| !sign.is_control()).take(20).collect();
            format!("move {}{dots} `{shown}` is not legal in {board}", board.fullmove_number())
        })?;
        self.last = self.last.after(choice);
        self.recorded.moves.push(choice);
        Ok(())
    }

    /// What a tag says about where a game begins; most say nothing about that.
    fn tag(&mut self, name: &str, value: &str) -> std::result::Result<(), String> {
        self.tags = true;
        match name.to_ascii_lowercase().as_str() {
            "fen" => {
                let start =
                    Position::new(fen::parse(value).map_err(|wanted| format!("its FEN is not {wanted}"))?);
                (self.recorded.start, self.last, self.recorded.set_up) = (start.clone(), start, true);
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
}

/// Castling is written with zeros or small letters, too.
fn castling(text: &str) -> String {
    let capital = text.replace(['0', 'o'], "O");
    if matches!(capital.as_str(), "O-O" | "O-O-O") { capital } else { text.replace('-', "") }
}
