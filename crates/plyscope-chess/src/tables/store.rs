//! A folder of tables: read by position, made where they are missing.

use super::ending::Ending;
use super::layout::{Layout, locate_board};
use super::retrograde::{ILLEGAL, Solved, solve};
use crate::chess::WIN;
use crate::position::may_castle;
use cozy_chess::{Board, Color};
use plyscope::error::{Error, Result};
use plyscope_tables::{TableFile, cache_folder, path_of};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

/// What a position is worth to the side to move, with the plies to mate by best play of both.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Worth {
    /// It mates in this many plies.
    Win(u8),
    /// Neither side can force a mate.
    Draw,
    /// It is mated in this many plies.
    Loss(u8),
}

impl Worth {
    /// What it is worth to White: a win counts [`WIN`] less the plies to mate.
    pub(crate) fn to_white(self, mover: Color) -> f64 {
        let view = if mover == Color::White { 1.0 } else { -1.0 };
        match self {
            Worth::Draw => 0.0,
            Worth::Win(plies) => view * (WIN - f64::from(plies)),
            Worth::Loss(plies) => -view * (WIN - f64::from(plies)),
        }
    }
}

/// What happened while tables were made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Progress {
    /// The file was there, and is sound.
    Found(Ending),
    /// It is being worked out.
    Begun(Ending),
    /// It is written.
    Made(Ending),
}

/// A folder of tables.
///
/// ```no_run
/// use plyscope_chess::tables::{Tables, Worth};
/// let tables = Tables::in_cache()?;
/// let board = "8/8/8/8/8/2k5/1r6/K7 w - - 0 1".parse().unwrap();
/// assert_eq!(tables.worth(&board)?, Some(Worth::Draw)); // the king takes the rook
/// # Ok::<(), plyscope::Error>(())
/// ```
#[derive(Debug)]
pub struct Tables {
    folder: PathBuf,
    open: Mutex<HashMap<Ending, Arc<(Layout, TableFile)>>>,
}

impl Tables {
    /// In a folder, which need not be there yet.
    pub fn new(folder: impl Into<PathBuf>) -> Self {
        Tables { folder: folder.into(), open: Mutex::default() }
    }

    /// In `plyscope/tables` of the user's cache directory.
    pub fn in_cache() -> Result<Self> {
        Ok(Tables::new(cache_folder()?))
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// What a position is worth; none where it has more than four men, or castling is possible. Tables know nothing of the
    /// fifty moves. What is missing is made.
    pub fn worth(&self, board: &Board) -> Result<Option<Worth>> {
        if board.occupied().len() > 4 || may_castle(board) {
            return Ok(None);
        }
        let Some((ending, spot)) = locate_board(board) else { return Ok(Some(Worth::Draw)) };
        let opened = self.opened(ending)?;
        let (layout, file) = &*opened;
        Ok(match file.at(layout.place(&spot))?[0] {
            0 => Some(Worth::Draw),
            ILLEGAL => None,
            value if value % 2 == 0 => Some(Worth::Win(value - 1)),
            value => Some(Worth::Loss(value - 1)),
        })
    }

    fn opened(&self, ending: Ending) -> Result<Arc<(Layout, TableFile)>> {
        // Others wait while it is made: they would only make it too.
        let mut open = self.open.lock().expect("no thread panics with the lock held");
        if let Some(file) = open.get(&ending) {
            return Ok(file.clone());
        }
        let file = match self.file(ending)? {
            Some(file) => file,
            None => {
                let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get());
                self.make(&[ending], cores, &AtomicBool::new(false), &|_| ())?;
                let made = self.file(ending)?;
                made.expect("it was made just now")
            }
        };
        Ok(open.entry(ending).or_insert(Arc::new((Layout::new(ending), file))).clone())
    }

    /// The file of an ending; none where there is none.
    fn file(&self, ending: Ending) -> Result<Option<TableFile>> {
        let title = title(ending);
        TableFile::open(&path_of(&self.folder, &title), &title, 1, Layout::new(ending).size())
    }

    /// The table of an ending, whole; none where it is missing or damaged.
    fn sound(&self, ending: Ending) -> Option<Solved> {
        let file = self.file(ending).ok()??;
        Some(Solved::new(ending, file.values().ok()?))
    }

    /// Makes the tables of some endings, and before them of those that they convert to. A file that is there and sound is
    /// left alone; where the flag is set no further ending is begun.
    pub fn make(
        &self,
        endings: &[Ending],
        threads: usize,
        stop: &AtomicBool,
        report: &(dyn Fn(Progress) + Sync),
    ) -> Result<()> {
        let mut missing = Vec::new();
        for ending in with_conversions(endings) {
            match self.sound(ending) {
                Some(_) => report(Progress::Found(ending)),
                None => missing.push(ending),
            }
        }
        // Captures and promotions leave fewer men or fewer pawns: endings of as many do not lead to each other.
        let (begun, failed) = (AtomicUsize::new(0), Mutex::new(None));
        for level in missing.chunk_by(|one, other| one.level() == other.level()) {
            let (next, workers) = (AtomicUsize::new(0), threads.clamp(1, level.len()));
            let goes_on = || {
                !stop.load(Ordering::Relaxed)
                    && failed.lock().expect("no thread panics with the lock held").is_none()
            };
            let work = || {
                while goes_on()
                    && let Some(ending) = level.get(next.fetch_add(1, Ordering::Relaxed))
                {
                    begun.fetch_add(1, Ordering::Relaxed);
                    report(Progress::Begun(*ending));
                    match self.make_one(*ending, threads.max(1) / workers) {
                        Ok(()) => report(Progress::Made(*ending)),
                        Err(error) => {
                            failed.lock().expect("no thread panics with the lock held").get_or_insert(error);
                        }
                    }
                }
            };
            std::thread::scope(|scope| (0..workers).for_each(|_| drop(scope.spawn(work))));
        }
        let left = missing.len() - begun.into_inner();
        match failed.into_inner().expect("no thread panics with the lock held") {
            Some(error) => Err(error),
            None if left == 0 => Ok(()),
            None => Err(Error::Settings {
                kind: "tables".into(),
                why: format!("stopped with {left} endings to make; the same command goes on"),
            }),
        }
    }

    fn make_one(&self, ending: Ending, threads: usize) -> Result<()> {
        let known = ending.conversions().into_iter().map(|conversion| {
            let file = self.file(conversion)?.ok_or_else(|| Error::Settings {
                kind: "tables".into(),
                why: format!("{conversion} is gone from {} while it is needed", self.folder.display()),
            })?;
            Ok(Arc::new(Solved::new(conversion, file.values()?)))
        });
        let known: Vec<Arc<Solved>> = known.collect::<Result<_>>()?;
        let values = solve(ending, &known, threads);
        TableFile::write(&path_of(&self.folder, &title(ending)), &title(ending), 1, &values)
    }
}

/// What a file says that it is.
fn title(ending: Ending) -> String {
    format!("chess {ending}")
}

/// Endings and all that they convert to, each behind its conversions.
fn with_conversions(endings: &[Ending]) -> Vec<Ending> {
    let mut all = endings.to_vec();
    let mut next = 0;
    while next < all.len() {
        let found: Vec<Ending> = all[next].conversions().into_iter().filter(|e| !all.contains(e)).collect();
        all.extend(found);
        next += 1;
    }
    Ending::all().into_iter().filter(|ending| all.contains(ending)).collect()
}
