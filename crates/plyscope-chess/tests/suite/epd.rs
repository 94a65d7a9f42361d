//! Test suites in EPD as people write them. The tests write the lines, and know of each what it says or why it says nothing.

use cozy_chess::util::display_uci_move;
use cozy_chess::{Board, Move, Piece};
use plyscope::catalogue::{Catalogue, OracleContext, SourceContext};
use plyscope::game::{Game, Hints, moves_of};
use plyscope::key::Stream;
use plyscope::source::{Source, Wanted};
use plyscope_chess::{Chess, Position};
use std::collections::BTreeSet;
use std::sync::Arc;

fn parsed(text: &str) -> plyscope::Result<Arc<dyn Source>> {
    let catalogue = plyscope_chess::added_to(Catalogue::built_in());
    let game = catalogue.game("chess").expect("chess");
    let context = SourceContext {
        game: &game,
        stream: Stream::new(1, "chess"),
        wanted: Wanted::NonTrivial,
        seed: 1,
        catalogue: &catalogue,
        read: &|_| Ok(text.to_string()),
    };
    catalogue.source("file(path=suite.epd)", &context)
}

/// The moves that are right by the suite's own word, as UCI names them, by trial; none where nothing is said.
fn right(source: &dyn Source) -> Vec<Option<BTreeSet<String>>> {
    let catalogue = plyscope_chess::added_to(Catalogue::built_in());
    let (game, cache, evaluator) = (source.game(), None, None);
    let context =
        OracleContext { game, source: Some(source), evaluator, seed: 1, cache, catalogue: &catalogue };
    let oracle = catalogue.oracle("epd", &context).expect("a suite");
    let of = |number: u64| {
        let trial = source.trial(number).expect("a position");
        let judged = oracle.judge(&[(trial.position.clone(), trial.key)]).expect("judged").remove(0);
        let names = game.move_names(&trial.position).expect("names");
        let margins = judged.margins()?;
        Some(names.into_iter().zip(margins).filter(|(_, worth)| *worth > 0.0).map(|(name, _)| name).collect())
    };
    (0..source.trials().expect("a list")).map(of).collect()
}

/// Numbers in no order that matters.
struct Dice(u64);

impl Dice {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % most as u64) as usize
    }
}

fn legal(board: &Board) -> Vec<Move> {
    moves_of(&Chess::default(), &Position::new(board.clone()))
}

fn is_castling(board: &Board, choice: Move) -> bool {
    board.color_on(choice.to) == Some(board.side_to_move())
}

fn takes(board: &Board, choice: Move) -> bool {
    let pawn = board.piece_on(choice.from) == Some(Piece::Pawn);
    board.piece_on(choice.to).is_some() || pawn && choice.from.file() != choice.to.file()
}

/// A move written in one of many ways, and the moves that the text fits.
fn written(board: &Board, choice: Move, way: usize) -> (String, Vec<Move>) {
    let all = legal(board);
    if is_castling(board, choice) {
        let long = choice.to.file() < choice.from.file();
        let ways = if long { ["O-O-O", "0-0-0", "o-o-o+", "OOO"] } else { ["O-O", "0-0", "o-o!", "OO"] };
        return (ways[way % 4].into(), vec![choice]);
    }
    let piece = board.piece_on(choice.from).expect("a piece moves");
    let pawn = piece == Piece::Pawn;
    let letter = if pawn { String::new() } else { char::from(piece).to_ascii_uppercase().to_string() };
    let cross = if takes(board, choice) { "x" } else { "" };
    let becomes = choice.promotion.map(|piece| char::from(piece).to_ascii_uppercase());
    let fits = |what: &dyn Fn(&Move) -> bool| -> Vec<Move> {
        let same = |one: &Move| board.piece_on(one.from) == Some(piece) && !is_castling(board, *one);
        all.iter().copied().filter(|one| same(one) && what(one)).collect()
    };
    let Move { from, to, promotion } = choice;
    let equal = becomes.map_or(String::new(), |sign| format!("={sign}"));
    match way % 10 {
        // Everything is said.
        0 => (format!("{letter}{from}{cross}{to}{equal}"), vec![choice]),
        1 => (format!("{from}-{to}{}", becomes.map_or(String::new(), String::from)), vec![choice]),
        2 => (display_uci_move(board, choice).to_string(), vec![choice]),
        3 => (format!("1...{letter}{from}{to}{equal}!?"), vec![choice]),
        4 => {
            let sign = becomes.map_or(String::new(), |sign| format!("({sign})"));
            (format!("{letter}{from}{to}{sign}+"), vec![choice])
        }
        // The square alone, which several may reach; a pawn that takes says from where.
        5 | 6 if pawn && !cross.is_empty() => {
            let text = format!("{}{}{to}{equal}", from.file(), if way % 10 == 5 { "x" } else { "" });
            let fit =
                fits(&|one| one.from.file() == from.file() && one.to == to && one.promotion == promotion);
            (text, fit)
        }
        5 | 6 => {
            // A pawn that is not said to take goes straight on.
            let goes = |one: &Move| !pawn || one.from.file() == to.file();
            let fit = fits(&|one| one.to == to && one.promotion == promotion && goes(one));
            (format!("{letter}{}{to}{equal}#", if way % 10 == 5 { cross } else { "" }), fit)
        }
        7 => {
            let text = format!("{letter}{}{cross}{to}{equal}", from.file());
            let fit =
                fits(&|one| one.to == to && one.from.file() == from.file() && one.promotion == promotion);
            (text, fit)
        }
        // What a pawn becomes is left out.
        8 if promotion.is_some() => (format!("{from}{to}"), fits(&|one| one.to == to && one.from == from)),
        // A pawn takes from file to file.
        9 if pawn && !cross.is_empty() && promotion.is_none() => {
            let files = |one: &Move| one.from.file() == from.file() && one.to.file() == to.file();
            (format!("{}{}", from.file(), to.file()), fits(&|one| files(one)))
        }
        _ => {
            let text = format!("{letter}{}{cross}{to}{equal}", from.rank());
            let fit =
                fits(&|one| one.to == to && one.from.rank() == from.rank() && one.promotion == promotion);
            (text, fit)
        }
    }
}

/// What a line is.
enum Line {
    /// A position, with the moves that are right where it says so, and the part of the suite.
    Read(String, Option<BTreeSet<String>>, Option<String>),
    Refused,
    Passed,
}

/// A line of a suite at a position.
fn line(board: &Board, dice: &mut Dice, number: usize) -> (String, Line) {
    let moves = legal(board);
    let name = |choice: &Move| display_uci_move(board, *choice).to_string();
    let fen = board.to_string();
    let words: Vec<&str> = fen.split(' ').collect();
    let place = match dice.below(4) {
        0 => fen.clone(),
        1 => words[..4].join("\t"),
        _ => words[..4].join(" "),
    };
    let text = if place == fen { fen.clone() } else { format!("{} 0 1", words[..4].join(" ")) };
    let read = |right: Option<BTreeSet<String>>, id: Option<&str>| {
        Line::Read(text.clone(), right, id.map(String::from))
    };
    let (one, other) = (moves[dice.below(moves.len())], moves[dice.below(moves.len())]);
    // Most lines have a text that several moves fit, where there is one.
    let doubtful = moves.iter().find(|choice| written(board, **choice, 6).1.len() > 1);
    let (one, way) = match doubtful.filter(|_| dice.below(4) > 0) {
        Some(choice) => (*choice, 6),
        None => (one, dice.below(40)),
    };
    let ((first, fits), (second, fits_too)) =
        (written(board, one, way), written(board, other, dice.below(40)));
    let clear = |right: BTreeSet<String>, id: Option<&str>, fits: &[&Vec<Move>]| match fits
        .iter()
        .all(|fits| fits.len() == 1)
    {
        true => read(Some(right), id),
        false => Line::Refused,
    };
    let best = BTreeSet::from([name(&one)]);
    match number % 20 {
        0 => (format!("# {place} bm {first};"), Line::Passed),
        1 => (" ".into(), Line::Passed),
        2 => (place, read(None, None)),
        3 => {
            (format!("{place} id \"Tactics.{number:03}\"; ce -12; acd 5; dm 3;"), read(None, Some("Tactics")))
        }
        4 => (format!("{place} bm {first}"), clear(best, None, &[&fits])),
        5 | 6 => {
            let all = BTreeSet::from([name(&one), name(&other)]);
            let between = if number % 20 == 5 { "; bm " } else { ", " };
            (
                format!("{place} bm {first}{between}{second}; id \"Two; moves.{number}\";"),
                clear(all, Some("Two; moves"), &[&fits, &fits_too]),
            )
        }
        7 => {
            let rest: BTreeSet<String> = moves.iter().map(name).filter(|text| *text != name(&one)).collect();
            let read = if rest.is_empty() { Line::Refused } else { clear(rest, None, &[&fits]) };
            (format!("{place} am {first};"), read)
        }
        8 => (format!("{place} bm {first}; am {first};"), Line::Refused),
        9 => (format!("{place} bm ;"), Line::Refused),
        10 => (format!("{place} bm {first}; id \"open;"), Line::Refused),
        11 => (format!("{place} bm Nz9;"), Line::Refused),
        12 => (format!("x{place} bm {first};"), Line::Refused),
        13 => {
            // From a square of the opponent nobody moves.
            let from = board.colors(!board.side_to_move()).into_iter().next().expect("a king");
            (format!("{place} bm {from}{};", one.to), Line::Refused)
        }
        14 => (format!("{place} bm {first}; ce much;"), Line::Refused),
        15 => (format!("{} 7 bm {first};", words[..4].join(" ")), Line::Refused),
        _ => {
            let comment = "c0 \"bm a1; not this\"; hmvc 3; x";
            (
                format!("{place} {comment}; bm {first}; id \"Quiet-{number}\";"),
                clear(best, Some("Quiet"), &[&fits]),
            )
        }
    }
}

/// A thousand lines: every one is read as it was meant, or refused by its number.
#[test]
fn every_line_is_read_or_refused() {
    let (mut dice, mut board) = (Dice(39), Board::default());
    let (mut text, mut expected, mut refused) = (String::from("\u{feff}"), Vec::new(), BTreeSet::new());
    let mut ambiguous = 0;
    for number in 1..=1000 {
        loop {
            let moves = legal(&board);
            if moves.is_empty() || board.halfmove_clock() > 90 {
                board = Board::default();
                continue;
            }
            board.play(moves[dice.below(moves.len())]);
            if !legal(&board).is_empty() && dice.below(3) == 0 {
                break;
            }
        }
        let (line, meant) = line(&board, &mut dice, number);
        text += &line;
        text += if dice.below(2) == 0 { "\r\n" } else { "\n" };
        match meant {
            Line::Read(position, right, group) => expected.push((position, right, group)),
            Line::Refused => {
                ambiguous += u32::from(!(8..16).contains(&(number % 20)));
                refused.insert(number);
            }
            Line::Passed => {}
        }
    }
    assert!(ambiguous >= 20, "{ambiguous}: some are to be ambiguous");
    let source = parsed(&text).expect("a suite");
    let said = source.remarks();
    let (first, told) = said.split_first().expect("lines are left out");
    assert!(
        first.starts_with(&format!("{} of {} lines", refused.len(), refused.len() + expected.len())),
        "{first}"
    );
    let numbers = |text: &String| -> Vec<usize> {
        let after = text.split_once("line ").or(text.split_once("lines ")).expect("a number").1;
        let list = after.split(':').next().unwrap_or_default().split(", ");
        list.map(|number| number.parse().expect("a number")).collect()
    };
    assert_eq!(told.iter().flat_map(numbers).collect::<BTreeSet<_>>(), refused);
    let trials: Vec<_> =
        (0..source.trials().expect("a list")).map(|n| source.trial(n).expect("one")).collect();
    let found = trials.into_iter().zip(right(&*source));
    let found: Vec<_> = found
        .map(|(trial, right)| (source.game().position_text(&trial.position), right, trial.group))
        .collect();
    assert_eq!(found.len(), expected.len());
    for (found, expected) in found.iter().zip(&expected) {
        assert_eq!(found, expected);
    }
}

/// Without a word about moves a list is a list: the first bad line refuses it, and it judges nothing.
#[test]
fn a_list_is_no_suite() {
    let fen = "4k3/8/8/8/8/8/4P3/4K3 w - -";
    let plain = parsed(&format!("{fen} id \"a.1\";\n{fen} 0 1\n")).expect("a list");
    assert!(plain.truth().is_none() && plain.remarks().is_empty());
    let why = parsed(&format!("{fen}\nx\n")).err().expect("refused").to_string();
    assert!(why.contains("line 2"), "{why}");
    // Pinned: only one knight can go there, so the text is clear.
    let pinned = "4r1k1/8/8/8/8/8/4N3/N3K3 w - - bm Nc2;\n4k3/8/8/8/8/8/8/N3KN2 w - - bm Nd2;";
    let source = parsed(pinned).expect("a suite");
    let set = |name: &str| Some(BTreeSet::from([name.to_string()]));
    assert_eq!(right(&*source), [set("a1c2"), set("f1d2")]);
    let both = parsed("4k3/8/8/8/8/8/8/1N2KN2 w - - bm Nd2;\n4k3/8/8/8/8/8/4P3/4K3 w - - bm e4;")
        .expect("one is left");
    let said = both.remarks().join("\n");
    assert!(said.contains("line 1: `Nd2` may be any of b1d2, f1d2"), "{said}");
}

/// Where a position came from and the moves since lead to it again, to its clocks.
#[test]
fn a_history_leads_to_its_position() {
    let (chess, mut dice, mut told) = (Chess::default(), Dice(7), 0);
    for _ in 0..20 {
        let mut position = chess.start();
        for _ in 0..120 {
            let (from, moves) = chess.history(&position).expect("chess has one");
            let mut again = chess.parse_position(&from).expect("a FEN");
            for name in &moves {
                again = chess.play(&again, &chess.parse_move(&again, name).expect("a legal move"));
            }
            assert_eq!(again.key(), position.key());
            let fields = |position: &Position| {
                let text = chess.position_text(position);
                let mut fields: Vec<String> = text.split(' ').map(String::from).collect();
                // A right to take en passant is told by the last move.
                fields.remove(3);
                fields
            };
            assert_eq!(fields(&again), fields(&position));
            assert!(moves.len() <= usize::from(position.board().halfmove_clock()));
            told += moves.len();
            let legal = moves_of(&chess, &position);
            let Some(choice) = legal.get(dice.below(legal.len().max(1))) else { break };
            position = chess.play(&position, choice);
        }
    }
    assert!(told > 2000, "{told}");
}
