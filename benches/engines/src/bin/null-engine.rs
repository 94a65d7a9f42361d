//! An engine of UCI and of XBoard's protocol that plays the first legal move at every depth, at once: what is left of a measurement's time is the
//! measurement's own. With a file's name it writes every position there that it is asked about.

use cozy_chess::util::display_uci_move;
use cozy_chess::{Board, Move};
use std::fs::OpenOptions;
use std::io::{BufRead, Write, stdin, stdout};

fn first(board: &Board) -> Option<Move> {
    let mut first = None;
    board.generate_moves(|moves| {
        first = moves.into_iter().next();
        true
    });
    first
}

fn main() {
    let (mut board, mut out) = (Board::default(), stdout().lock());
    let append = |path| OpenOptions::new().create(true).append(true).open(path).expect("a file to write to");
    let mut asked = std::env::args().nth(1).map(append);
    let mut limit = 1;
    for line in stdin().lock().lines().map_while(Result::ok) {
        let mut answer = String::new();
        let (uci, xboard) = (line.strip_prefix("position fen "), line.strip_prefix("setboard "));
        if let Some(fen) = uci.or(xboard) {
            board = Board::from_fen(fen, false).unwrap_or_default();
        } else if let Some(depth) = line.strip_prefix("sd ") {
            limit = depth.parse().unwrap_or(1);
        } else if line == "go" {
            let choice = first(&board).map(|choice| display_uci_move(&board, choice).to_string());
            let choice = choice.unwrap_or("resign".into());
            for depth in 1..=limit {
                answer += &format!("{depth} 0 0 {depth} {choice}\n");
            }
            answer += &format!("move {choice}\n");
        } else if line == "protover 2" {
            answer = "feature myname=\"Null\" setboard=1 ping=1 done=1\n".into();
        } else if let Some(number) = line.strip_prefix("ping ") {
            answer = format!("pong {number}\n");
        } else if let Some(depth) = line.strip_prefix("go depth ") {
            if let Some(asked) = &mut asked {
                asked.write_all(format!("{board}\n").as_bytes()).expect("the file can be written to");
            }
            let depth: u32 = depth.parse().unwrap_or(1);
            let choice = first(&board).map(|choice| display_uci_move(&board, choice).to_string());
            let choice = choice.unwrap_or("(none)".into());
            for depth in 1..=depth {
                answer += &format!("info depth {depth} score cp 0 nodes {depth} pv {choice}\n");
            }
            answer += &format!("bestmove {choice}\n");
        } else if line == "uci" {
            answer = "id name Null\nuciok\n".into();
        } else if line == "isready" {
            answer = "readyok\n".into();
        } else if line == "quit" {
            return;
        }
        if out.write_all(answer.as_bytes()).and_then(|()| out.flush()).is_err() {
            return;
        }
    }
}
