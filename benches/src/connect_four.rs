//! (b) Connect four, time to depth, one thread: the crate `minimax` 0.6 and ours, same rules, same opinions, same depth.

use crate::peer::{self, Board, Cells};
use crate::timing::{Result, Row};
use minimax::{IterativeOptions, IterativeSearch, Negamax, Strategy};
use plyscope::evaluator::{Estimate, Evaluator, Opinion, Profile};
use plyscope::game::{ConnectFour, Game, GamePosition, Stones};
use plyscope::key::Stream;
use plyscope::name::Name;
use plyscope::player::AnyGame;
use plyscope::rule::Minimax;
use plyscope::search::{AlphaBeta, Budget, LeafValues, Search};
use plyscope::source::{Openings, Source};

/// The peer's opinion, as a number that is comparable with a win: 1/1024 a line.
struct Lines;

impl Evaluator<ConnectFour> for Lines {
    fn profile(&self) -> Profile {
        Profile::scores(Name::new("cells"))
    }
    fn estimate(&self, _: &ConnectFour, stones: &Stones) -> Estimate {
        let [first, second] = stones.sets();
        let lines = peer::worth(first) - peer::worth(second);
        Estimate { opinion: Opinion::Score(f64::from(lines) / 1024.0), error: None }
    }
}

/// The board of seven columns and six rows.
pub fn game() -> Result<ConnectFour> {
    Ok(ConnectFour::new(7, 6, 4)?)
}

/// Where searches start: the empty board, and positions of a few moves (columns from 0).
const STARTS: [&[u8]; 4] = [&[], &[3, 3, 3], &[0, 6, 1, 5], &[3, 2, 3, 3, 4]];

/// Seconds, and positions generated, of our search from all starts.
pub fn ours(settings: &AlphaBeta, depth: u32) -> Result<(f64, u64, Vec<f64>)> {
    let game = game()?;
    let (mut nodes, mut values) = (0, Vec::new());
    let clock = std::time::Instant::now();
    for start in STARTS {
        let position = start.iter().fold(game.start(), |stones, column| game.play(&stones, column));
        let opinions = LeafValues::new(&game, Lines, Minimax)?;
        let report = settings.search(&game, &position, &opinions, &Budget::depth(depth)?)?;
        nodes += report.counts.generated;
        values.push(report.value.unwrap_or(f64::NAN) * if start.len() % 2 == 0 { 1.0 } else { -1.0 });
    }
    Ok((clock.elapsed().as_secs_f64(), nodes, values))
}

/// The same of a search of the peer's, which is made anew for every start.
fn theirs<S: Strategy<peer::ConnectFour>>(search: impl Fn() -> (S, fn(&S) -> i16)) -> (f64, u64, Vec<i16>) {
    peer::generated();
    let mut values = Vec::new();
    let clock = std::time::Instant::now();
    for start in STARTS {
        let mut board = Board::default();
        for column in start {
            board = <peer::ConnectFour as minimax::Game>::apply(&mut board, *column).unwrap_or(board);
        }
        let (mut search, value) = search();
        search.choose_move(&board);
        values.push(value(&search));
    }
    (clock.elapsed().as_secs_f64(), peer::generated(), values)
}

/// How large both tables are.
const TABLE_MIB: u32 = 16;

/// Everything that makes our search faster.
pub fn fast() -> AlphaBeta {
    AlphaBeta {
        killers: true,
        history: true,
        table: Some(TABLE_MIB),
        deepening: true,
        plain_below: 2,
        scout: true,
        ..AlphaBeta::default()
    }
}

/// The peer's plain search.
fn negamax(depth: u32) -> (f64, u64, Vec<i16>) {
    theirs(|| (Negamax::new(Cells, depth as u8), Negamax::root_value as fn(&Negamax<Cells>) -> i16))
}

/// The peer's search with deepening and a table.
fn iterative(depth: u32) -> (f64, u64, Vec<i16>) {
    theirs(|| {
        let options = IterativeOptions::new().with_table_byte_size((TABLE_MIB as usize) << 20);
        let mut search = IterativeSearch::new(Cells, options);
        search.set_max_depth(depth as u8);
        (search, IterativeSearch::root_value as fn(&IterativeSearch<Cells>) -> i16)
    })
}

/// Nodes of our plain search.
pub fn plain_nodes(depth: u32) -> Result<u64> {
    Ok(ours(&AlphaBeta::default(), depth)?.1)
}

/// Nodes of the peer's plain search.
pub fn peer_plain_nodes(depth: u32) -> Result<u64> {
    Ok(negamax(depth).1)
}

/// Nodes of our search with everything.
pub fn fast_nodes(depth: u32) -> Result<u64> {
    Ok(ours(&fast(), depth)?.1)
}

/// Nodes of the peer's search with everything.
pub fn peer_fast_nodes(depth: u32) -> Result<u64> {
    Ok(iterative(depth).1)
}

/// Plain searches by node, and the best ones by time. Both must find the same values.
pub fn measure(rows: &mut Vec<Row>) -> Result<()> {
    let depth = 8;
    let (mut mine, mut other) = (f64::INFINITY, f64::INFINITY);
    for _ in 0..9 {
        let ((seconds, nodes, _), (their_seconds, their_nodes, _)) =
            (ours(&AlphaBeta::default(), depth)?, negamax(depth));
        mine = mine.min(seconds / nodes as f64);
        other = other.min(their_seconds / their_nodes as f64);
    }
    rows.push(Row::time("connect-four, plain, depth 8: ns a node, against Negamax", 1e9 * mine, 1e9 * other));
    for depth in [8, 10, 12, 14] {
        let (mut mine, mut other) = (f64::INFINITY, f64::INFINITY);
        for _ in 0..7 {
            let (ours, theirs) = (ours(&fast(), depth)?, iterative(depth));
            let agree =
                ours.2.iter().zip(&theirs.2).all(|(a, b)| 1024.0 * a == f64::from(*b) || b.abs() > 1000);
            if !agree {
                return Err(
                    format!("depth {depth}: the values differ: {:?} and {:?}", ours.2, theirs.2).into()
                );
            }
            (mine, other) = (mine.min(ours.0), other.min(theirs.0));
        }
        let name =
            format!("connect-four, table of {TABLE_MIB} MiB, to depth {depth}: ms, against IterativeSearch");
        rows.push(Row::time(&name, 1e3 * mine, 1e3 * other));
    }
    let (all, one) = all_and_one()?;
    let name = "connect-four, all root moves to depth 8, 160 positions: nodes, beside the best move's";
    rows.push(Row::time(name, all as f64, one as f64));
    Ok(())
}

/// Nodes of searches to depth 8 for exact scores of all root moves, and for the best move alone: forty positions after each of
/// 4, 8, 12 and 16 random plies.
fn all_and_one() -> Result<(u64, u64)> {
    let game = AnyGame::new(game()?);
    let (mut all, mut one) = (0, 0);
    for plies in [4, 8, 12, 16] {
        let source = Openings { game: game.clone(), stream: Stream::new(3, "root moves"), plies };
        for trial in 0..40 {
            let position = source.trial(trial)?.position;
            let GamePosition { game, position } = GamePosition::<ConnectFour>::of(&position);
            let opinions = LeafValues::new(&**game, Lines, Minimax)?;
            let search = |settings: AlphaBeta| settings.search(&**game, position, &opinions, &Budget::depth(8)?);
            let (every, best) = (search(AlphaBeta { all_scores: true, ..fast() })?, search(fast())?);
            if every.value != best.value {
                return Err(format!("the values differ: {:?} and {:?}", every.value, best.value).into());
            }
            all += every.counts.generated;
            one += best.counts.generated;
        }
    }
    Ok((all, one))
}
