//! A board as a picture, with moves on it.

use crate::markup::escaped;
use plyscope::game::{Board, Cell, Player};
use std::fmt::Write;

/// The side of a cell.
const SIDE: usize = 40;
/// Room around the board, for the lines of its rim.
const RIM: usize = 2;

const LIGHT: &str = "#f2e6d0";
const DARK: &str = "#c9a77a";
const FIRST: &str = "#d55e00";
const SECOND: &str = "#0072b2";
const OTHERS: &str = "#009e73";
/// Drawn whole and green; the other broken and red, so that neither needs its colour to be told.
const RIGHT: &str = "#00694d";
const WRONG: &str = "#b3261e";

/// Moves that are shown on a board, by number.
///
/// ```
/// use plyscope::game::{Game, TicTacToe};
/// use plyscope_lab::drawing::{Shown, render_board};
/// let game = TicTacToe::default();
/// let board = game.board(&game.start()).expect("it has one");
/// let svg = render_board(&board, &Shown { right: &[4], wrong: &[0] }, "the first move");
/// assert!(svg.starts_with("<svg") && svg.contains("the first move"));
/// ```
#[derive(Debug, Clone, Copy, Default)]
pub struct Shown<'a> {
    /// Moves that are correct.
    pub right: &'a [usize],
    /// Moves that were chosen and are not.
    pub wrong: &'a [usize],
}

/// The board as SVG. The title is its text alternative.
pub fn render_board(board: &Board, shown: &Shown<'_>, title: &str) -> String {
    let (wide, high) = (board.columns * SIDE + 2 * RIM, board.rows() * SIDE + 2 * RIM);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {wide} {high}\" width=\"{wide}\" height=\"{high}\" \
         role=\"img\" class=\"board\"><title>{}</title>\n",
        escaped(title)
    );
    for (place, cell) in board.cells.iter().enumerate() {
        svg.push_str(&drawn(board, place, cell));
    }
    for (moves, colour, dashes) in
        [(shown.right, RIGHT, ""), (shown.wrong, WRONG, " stroke-dasharray=\"6 4\"")]
    {
        for squares in moves.iter().filter_map(|number| board.moves.get(*number)) {
            svg.push_str(&arrow(board, squares, colour, dashes));
        }
    }
    svg + "</svg>"
}

/// The size of a small board, whose sides are at most this long.
pub(super) fn small(board: &Board, most: f64) -> (f64, f64) {
    let (columns, rows) = (board.columns.max(1) as f64, board.rows().max(1) as f64);
    let side = (most / columns.max(rows)).min(18.0);
    (columns * side, rows * side)
}

/// A small board within another picture, whose styles are for texts of its own.
pub(super) fn placed(board: &Board, title: &str, (x, y): (f64, f64), (width, height): (f64, f64)) -> String {
    let whole = render_board(board, &Shown::default(), title);
    let (_, inside) = whole.split_once(r#" width=""#).unwrap_or_default();
    let (_, inside) = inside.split_once(" role=").unwrap_or_default();
    let (wide, high) = (board.columns * SIDE + 2 * RIM, board.rows() * SIDE + 2 * RIM);
    let own: Vec<String> = inside
        .lines()
        .map(|line| match line.split_once(" fill=\"") {
            Some((before, after)) if line.starts_with("<text") => format!("{before} style=\"fill:{after}"),
            _ => line.to_string(),
        })
        .collect();
    format!(
        "<svg x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" viewBox=\"0 0 {wide} {high}\" role={}",
        own.join("\n")
    )
}

/// The centre of a cell.
fn centre(board: &Board, place: usize) -> (usize, usize) {
    let (x, y) = (place % board.columns.max(1), place / board.columns.max(1));
    (RIM + x * SIDE + SIDE / 2, RIM + y * SIDE + SIDE / 2)
}

fn colour(player: Player) -> &'static str {
    match player {
        Player::FIRST => FIRST,
        Player::SECOND => SECOND,
        _ => OTHERS,
    }
}

fn drawn(board: &Board, place: usize, cell: &Cell) -> String {
    let (x, y) = centre(board, place);
    if *cell == Cell::Gap {
        return String::new();
    }
    let dark = board.checkered && (place % board.columns + place / board.columns) % 2 == 1;
    let (back, line) = if board.checkered { ("none", 0) } else { ("#8a7a60", 1) };
    let mut text = format!(
        "<rect x=\"{}\" y=\"{}\" width=\"{SIDE}\" height=\"{SIDE}\" fill=\"{}\" stroke=\"{back}\" stroke-width=\"{line}\"/>\n",
        x - SIDE / 2,
        y - SIDE / 2,
        if dark { DARK } else { LIGHT }
    );
    let put = match cell {
        Cell::Gap | Cell::Empty => Ok(()),
        Cell::Disc(player) => {
            writeln!(
                text,
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"{}\" fill=\"{}\"/>",
                SIDE * 2 / 5,
                colour(*player)
            )
        }
        Cell::Sign(player, sign) if board.checkered => {
            let (fill, stroke) =
                if *player == Player::FIRST { ("#fff", "#1a1a1a") } else { ("#1a1a1a", "#1a1a1a") };
            writeln!(
                text,
                "<text x=\"{x}\" y=\"{}\" text-anchor=\"middle\" font-size=\"{}\" fill=\"{fill}\" stroke=\"{stroke}\" \
                 stroke-width=\"0.8\" font-family=\"DejaVu Sans, Segoe UI Symbol, Noto Sans Symbols 2, Arial Unicode MS, \
                 sans-serif\">{}&#xfe0e;</text>",
                y + SIDE * 7 / 20,
                SIDE * 9 / 10,
                figurine(*sign)
            )
        }
        Cell::Sign(player, sign) => writeln!(
            text,
            "<text x=\"{x}\" y=\"{}\" text-anchor=\"middle\" font-size=\"{}\" font-weight=\"700\" fill=\"{}\" \
             font-family=\"DejaVu Sans, sans-serif\">{}</text>",
            y + SIDE / 4,
            SIDE * 7 / 10,
            colour(*player),
            escaped(&sign.to_string())
        ),
        Cell::Count(player, count) => writeln!(
            text,
            "<text x=\"{x}\" y=\"{}\" text-anchor=\"middle\" font-size=\"{}\" fill=\"{}\" \
             font-family=\"DejaVu Sans, sans-serif\">{count}</text>",
            y + SIDE / 6,
            SIDE / 2,
            colour(*player)
        ),
    };
    put.expect("a string takes everything");
    text
}

/// A chess piece by its letter; all are drawn solid, in the colour of their side.
fn figurine(letter: char) -> char {
    match letter.to_ascii_lowercase() {
        'k' => '♚',
        'q' => '♛',
        'r' => '♜',
        'b' => '♝',
        'n' => '♞',
        'p' => '♟',
        _ => letter,
    }
}

/// From one cell to the next, or around the one where it goes to.
fn arrow(board: &Board, squares: &[usize], colour: &str, dashes: &str) -> String {
    let style = format!("stroke=\"{colour}\" stroke-width=\"4\" fill=\"none\" opacity=\"0.85\"{dashes}");
    match squares {
        [] => String::new(),
        [to] => {
            let (x, y) = centre(board, *to);
            let (left, top, side) = (x - SIDE / 2 + 3, y - SIDE / 2 + 3, SIDE - 6);
            format!("<rect x=\"{left}\" y=\"{top}\" width=\"{side}\" height=\"{side}\" rx=\"5\" {style}/>\n")
        }
        [from, .., to] => {
            let ((x, y), (to_x, to_y)) = (centre(board, *from), centre(board, *to));
            let (across, down) = (to_x as f64 - x as f64, to_y as f64 - y as f64);
            let length = across.hypot(down).max(1.0);
            // The head: two strokes at the end, each turned by 150 degrees.
            let side = |turn: f64| {
                let (sin, cos) = turn.to_radians().sin_cos();
                let (dx, dy) = (across * cos - down * sin, across * sin + down * cos);
                format!("M{to_x} {to_y}l{:.1} {:.1}", dx / length * 12.0, dy / length * 12.0)
            };
            let head = side(150.0) + &side(-150.0);
            format!(
                "<path d=\"M{x} {y}L{to_x} {to_y}\" {style}/><path d=\"{head}\" stroke=\"{colour}\" stroke-width=\"4\" \
                 fill=\"none\" stroke-linecap=\"round\"/>\n"
            )
        }
    }
}
