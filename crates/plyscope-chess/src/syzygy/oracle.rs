//! Truth from Syzygy tables: who wins after every move.

use super::file::check_folder;
use crate::chess::{Chess, WIN};
use crate::position::may_castle;
use crate::tables::judged;
use cozy_chess::{
    BitBoard, Board, Color, Piece, Rank, Square, get_bishop_moves, get_king_moves, get_knight_moves,
    get_pawn_attacks, get_rook_moves,
};
use plyscope::catalogue::{Entry, OracleEntry, OracleMaker, Outside};
use plyscope::error::{Error, Result};
use plyscope::game::{AnyPosition, Fixed};
use plyscope::key::TrialKey;
use plyscope::oracle::{Certainty, Judgement, Oracle};
use pyrrhic_rs::{EngineAdapter, TableBases, WdlProbeResult};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, Weak};

/// How the men attack, for the crate that reads tables.
#[derive(Clone)]
struct Attacks;

fn square(index: u64) -> Square {
    Square::index(index as usize)
}

impl EngineAdapter for Attacks {
    fn pawn_attacks(color: pyrrhic_rs::Color, from: u64) -> u64 {
        let color = if color == pyrrhic_rs::Color::White { Color::White } else { Color::Black };
        get_pawn_attacks(square(from), color).0
    }
    fn knight_attacks(from: u64) -> u64 {
        get_knight_moves(square(from)).0
    }
    fn bishop_attacks(from: u64, occupied: u64) -> u64 {
        get_bishop_moves(square(from), BitBoard(occupied)).0
    }
    fn rook_attacks(from: u64, occupied: u64) -> u64 {
        get_rook_moves(square(from), BitBoard(occupied)).0
    }
    fn queen_attacks(from: u64, occupied: u64) -> u64 {
        Self::bishop_attacks(from, occupied) | Self::rook_attacks(from, occupied)
    }
    fn king_attacks(from: u64) -> u64 {
        get_king_moves(square(from)).0
    }
}

/// Tables that are open.
struct Opened {
    folder: PathBuf,
    tables: TableBases<Attacks>,
}

/// The crate that reads tables has one folder open at a time in a program; all oracles of the same folder share it.
static OPEN: Mutex<Weak<Opened>> = Mutex::new(Weak::new());

/// Who wins after each move, in positions of as many men as there are tables for.
///
/// The tables know the fifty-move rule, counted from the position on: what it turns into a draw is one. Nothing is known
/// where castling is still possible.
pub struct SyzygyOracle {
    /// None where nothing will be asked.
    opened: Option<Arc<Opened>>,
}

impl SyzygyOracle {
    /// From a folder of tables, all of which are checked.
    pub fn open(folder: &Path) -> Result<Self> {
        let refuse = |why: String| Error::Settings { kind: "syzygy".into(), why };
        // Whether it is whole is asked first: of a folder that is not there the other crate says nothing.
        check_folder(folder).map_err(refuse)?;
        let folder =
            folder.canonicalize().map_err(|error| refuse(format!("{}: {error}", folder.display())))?;
        let mut open = OPEN.lock().expect("no thread panics with the lock held");
        if let Some(opened) = open.upgrade() {
            if opened.folder == folder {
                return Ok(SyzygyOracle { opened: Some(opened) });
            }
            return Err(refuse(format!("one folder at a time; {} is open", opened.folder.display())));
        }
        let path = folder.to_str().filter(|path| !path.contains(':')).ok_or_else(|| {
            refuse(format!("{}: the name of the folder must have no colon and be UTF-8", folder.display()))
        })?;
        let tables = TableBases::<Attacks>::new(path)
            .map_err(|error| refuse(format!("{path}: the tables could not be opened: {error:?}")))?;
        let opened = Arc::new(Opened { folder, tables });
        *open = Arc::downgrade(&opened);
        Ok(SyzygyOracle { opened: Some(opened) })
    }

    /// Who wins, in the view of the side to move: 1, 0 or -1; none where no table knows.
    fn outcome(&self, board: &Board) -> Option<i32> {
        let tables = &self.opened.as_ref()?.tables;
        if may_castle(board) || board.occupied().len() > tables.max_pieces() {
            return None;
        }
        let of = |piece| board.pieces(piece).0;
        // No such square is passed as a1, where no pawn can be captured.
        let passed = board
            .en_passant()
            .map_or(0, |file| Square::new(file, Rank::Sixth.relative_to(board.side_to_move())) as u32);
        let found = tables.probe_wdl(
            board.colors(Color::White).0,
            board.colors(Color::Black).0,
            of(Piece::King),
            of(Piece::Queen),
            of(Piece::Rook),
            of(Piece::Bishop),
            of(Piece::Knight),
            of(Piece::Pawn),
            passed,
            board.side_to_move() == Color::White,
        );
        match found.ok()? {
            WdlProbeResult::Win => Some(1),
            WdlProbeResult::Loss => Some(-1),
            WdlProbeResult::CursedWin | WdlProbeResult::Draw | WdlProbeResult::BlessedLoss => Some(0),
        }
    }
}

impl Oracle for SyzygyOracle {
    fn name(&self) -> String {
        "syzygy".into()
    }
    fn certainty(&self) -> Certainty {
        Certainty::Exact
    }
    fn judge(&self, positions: &[(AnyPosition, TrialKey)]) -> Result<Vec<Judgement>> {
        judged(positions, |board| {
            let view = if board.side_to_move() == Color::White { WIN } else { -WIN };
            // Not -0.
            Ok(self.outcome(board).map(|outcome| if outcome == 0 { 0.0 } else { view * f64::from(outcome) }))
        })
    }
}

/// For a catalogue.
pub(crate) fn entry() -> OracleEntry {
    let summary = "Syzygy tables: who wins (chess, at most seven men).";
    Entry::taking("syzygy", summary, |given| {
        let path = given.text("path", "syzygy", "a folder of Syzygy tables (.rtbw) that you trust");
        let path = PathBuf::from(path);
        let make: Box<OracleMaker> = Box::new(move |context| {
            if context.game.family::<Fixed<Chess>>().is_none() {
                let why = format!("its tables are of chess, not of {}", context.game.name());
                return Err(Error::Settings { kind: "syzygy".into(), why });
            }
            // Who asks nothing, such as a reader of runs, opens nothing.
            let closed = SyzygyOracle { opened: None };
            Ok(Arc::new(context.cache.map_or(Ok(closed), |_| SyzygyOracle::open(&path))?))
        });
        Ok(make)
    })
    .reaching(Outside::Files)
}
