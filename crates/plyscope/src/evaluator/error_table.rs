//! Errors that are not the evaluator's own, among them the table that is learned from solved games (Wilson, Parker & Nau,
//! "Experiments").

use crate::cache::{Cache, Kept, sealed};
use crate::error::{Error, Result};
use crate::key::Stream;
use crate::lanes::Bits;
use crate::name::{Name, Values, within};
use crate::tree::{Batch, ErasedTreeGame};
use crate::value::Win;
use std::fmt;
use std::sync::Arc;

/// How often a share of wins at a height named the wrong winner.
///
/// ```
/// use plyscope::evaluator::ErrorTable;
/// use plyscope::key::Stream;
/// use plyscope::name::Settings;
/// use plyscope::tree::{ErasedTreeGame, LeafTree};
/// use plyscope::value::Win;
/// use std::sync::Arc;
/// let game = LeafTree::named("leaf-tree(height=1,branching=2,p=0.5)")?;
/// let game: Arc<dyn ErasedTreeGame> = Arc::new(game);
/// let table = ErrorTable::learn(&game, Stream::new(1, "example"))?;
/// assert_eq!(table.error(2, Win::certain()), 0.0); // all leaves won, and so the root
/// assert_eq!(ErrorTable::from_text(&table.to_text())?, table);
/// # Ok::<(), plyscope::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct ErrorTable {
    game: String,
    /// `cells[height][bin]`: nodes seen, and how many of them the first player wins.
    cells: Vec<Vec<(u32, u32)>>,
}

impl ErrorTable {
    /// How many solved games it is learned from.
    pub(crate) const TREES: usize = 2000;
    /// The largest games that it is learned from.
    pub const MAX_LEAVES: usize = 1 << 20;
    /// Shares are kept apart exactly up to this many leaves, and in as many bins beyond.
    const BINS: usize = 64;

    /// Learns from 2,000 games of their own stream, never from the trials that are judged.
    ///
    /// Refused for games of more than [`Self::MAX_LEAVES`] leaves: it would take for ever.
    pub fn learn(game: &Arc<dyn ErasedTreeGame>, stream: Stream) -> Result<Self> {
        Self::small_enough(game)?;
        let shape = game.shape();
        let bins = |height| shape.width(height).min(Self::BINS) + 1;
        let mut cells: Vec<Vec<(u32, u32)>> =
            (0..=shape.depth()).map(|height| vec![(0, 0); bins(height)]).collect();
        for block in 0..Self::TREES.div_ceil(64) {
            let batch = Batch::<u64>::draw(game.clone(), &[stream.block(block as u64)], 0);
            for lane in 0..64.min(Self::TREES - 64 * block) {
                // Budgeted upwards, level by level: how many leaves below each node the first player wins.
                let leaves = batch.truth().level(shape.depth());
                let mut wins: Vec<u32> = leaves.iter().map(|leaf| u32::from(leaf.lane(lane))).collect();
                for height in 1..=shape.depth() {
                    wins = wins.chunks_exact(shape.branching()).map(|below| below.iter().sum()).collect();
                    let truth = batch.truth().level(shape.depth() - height);
                    for (wins, truth) in wins.iter().zip(truth) {
                        let share = Win::share(*wins, shape.width(height) as u32);
                        let row = &mut cells[height as usize];
                        let bin = bin(share, row.len());
                        row[bin].0 += 1;
                        row[bin].1 += u32::from(truth.lane(lane));
                    }
                }
            }
        }
        Ok(ErrorTable { game: game.name().to_string(), cells })
    }

    /// Refuses games that it would take for ever to learn from.
    pub fn small_enough(game: &Arc<dyn ErasedTreeGame>) -> Result<()> {
        let leaves = game.shape().leaves();
        if leaves <= Self::MAX_LEAVES {
            return Ok(());
        }
        Err(Error::Settings {
            kind: "error=table".into(),
            why: format!(
                "a table is learned from {} solved games, of at most {} leaves each; {} has {leaves}",
                Self::TREES,
                Self::MAX_LEAVES,
                game.name()
            ),
        })
    }

    /// As text: a header, a line a height of nodes seen and won by bin, a checksum.
    pub fn to_text(&self) -> String {
        let cell = |(seen, won): &(u32, u32)| format!("{seen}/{won}");
        let row =
            |row: &Vec<(u32, u32)>| format!("at {}\n", row.iter().map(cell).collect::<Vec<_>>().join(" "));
        let rows: String = self.cells.iter().map(row).collect();
        sealed(format!("{TITLE}\ngame {}\n{rows}", self.game))
    }

    /// From text; refused where it is damaged.
    pub fn from_text(text: &str) -> Result<Self> {
        let mut kept = Kept::open("error table", TITLE, text)?;
        let game = kept.field("game")?.to_string();
        let cell = |cell: &str| {
            let (seen, won) = cell.split_once('/')?;
            Some((seen.parse().ok()?, won.parse().ok()?))
        };
        let mut cells = Vec::new();
        while let Some(line) = kept.next() {
            let row = line.strip_prefix("at ").and_then(|line| line.split(' ').map(cell).collect());
            cells.push(row.ok_or_else(|| kept.wrong("counts are expected here"))?);
        }
        Ok(ErrorTable { game, cells })
    }

    /// The game it was learned on.
    pub fn game(&self) -> &str {
        &self.game
    }

    /// How often this share named the wrong winner at this height, at most a half (more means that the
    /// evaluator knows nothing there); the minority's share where nothing was seen.
    pub fn error(&self, height: u32, share: Win) -> f64 {
        let row = &self.cells[height as usize];
        let (seen, won) = row[bin(share, row.len())];
        if seen == 0 {
            return share.error();
        }
        let wrong = if share.favours_first() { seen - won } else { won };
        (f64::from(wrong) / f64::from(seen)).min(0.5)
    }
}

const TITLE: &str = "plyscope error table 1";

/// The bin of a share, so that a share and its complement lie in opposite bins.
fn bin(share: Win, bins: usize) -> usize {
    let last = (bins - 1) as f64;
    // Rounded from the smaller side, for symmetry.
    if share.favours_first() {
        bins - 1 - (share.second * last + 0.5) as usize
    } else {
        (share.first * last + 0.5) as usize
    }
}

/// How the error of a share of wins is estimated.
///
/// ```
/// use plyscope::evaluator::ErrorModel;
/// use plyscope::value::Win;
/// let share = Win::share(13, 16);
/// assert_eq!(ErrorModel::Minority.error(1, share), 3.0 / 16.0);
/// assert_eq!(ErrorModel::Constant(0.1).error(1, share), 0.1);
/// ```
#[derive(Debug, Clone, Default, PartialEq)]
pub enum ErrorModel {
    /// The share of the side that is thought to lose (Zuckerman et al., section 5.1).
    #[default]
    Minority,
    /// How often that height and share were wrong in solved games (Wilson, Parker & Nau).
    Table(Arc<ErrorTable>),
    /// Such a table, before it is learned: it knows no more than the minority.
    Unlearned,
    /// The same everywhere.
    Constant(f64),
}

/// What an evaluator may learn from before it is used: the game, and a seed for keys of its own.
///
/// ```
/// use plyscope::evaluator::{Context, Evaluator, Natural};
/// use plyscope::name::Settings;
/// use plyscope::tree::{DrawnTree, LeafTree};
/// let game = LeafTree::new(1, 2, 0.5)?;
/// let context = Context { game: std::sync::Arc::new(game), seed: 1, cache: None };
/// // Without a cache nothing is learned yet, but it is known what it will be.
/// let natural = Natural::named("natural(error=table)")?.learned(&context)?;
/// assert_eq!(Evaluator::<DrawnTree>::profile(&natural).name.get("error"), Some("table"));
/// # Ok::<(), plyscope::Error>(())
/// ```
#[derive(Clone)]
pub struct Context<'a> {
    /// The game that is evaluated.
    pub game: Arc<dyn ErasedTreeGame>,
    /// The seed of what is learned.
    pub seed: u64,
    /// Where it is kept; none before anything is to be learned.
    pub cache: Option<&'a dyn Cache>,
}

impl ErrorModel {
    /// Declares the parameter `error`; a table is not learned yet.
    pub(super) fn declare(&mut self, values: &mut Values<'_>) {
        let read = |text: &str| match text {
            "minority" => Some(ErrorModel::Minority),
            "table" => Some(ErrorModel::Unlearned),
            _ => within(text, 0.0..=0.5).map(ErrorModel::Constant),
        };
        let allowed = "minority, table or a probability from 0 to 0.5";
        values.value("error", "minority", allowed, self, read, ErrorModel::to_string);
    }

    /// A table is learned, where it is to be kept.
    pub(super) fn learned(self, context: &Context<'_>) -> Result<Self> {
        if self != ErrorModel::Unlearned {
            return Ok(self);
        }
        ErrorTable::small_enough(&context.game)?;
        let name = format!("{}/error-table", context.game.name());
        let stream = Stream::new(context.seed, &name);
        let Some(cache) = context.cache else { return Ok(ErrorModel::Unlearned) };
        let mut learn = || ErrorTable::learn(&context.game, stream).map(|table| table.to_text());
        let text = cache.get_or_learn(&format!("{name} seed {}", context.seed), &mut learn)?;
        Ok(ErrorModel::Table(Arc::new(ErrorTable::from_text(&text)?)))
    }

    /// The error of a share at a height, at most a half.
    pub fn error(&self, height: u32, share: Win) -> f64 {
        match self {
            ErrorModel::Minority | ErrorModel::Unlearned => share.error(),
            ErrorModel::Table(table) => table.error(height, share),
            ErrorModel::Constant(error) => *error,
        }
    }

    /// A learned table holds for one game only.
    pub fn check(&self, game: &Name) -> Result<()> {
        match self {
            ErrorModel::Table(table) if table.game() != game.to_string() => Err(Error::Foreign {
                what: "the error table".into(),
                made_for: table.game().into(),
                given: game.to_string(),
            }),
            _ => Ok(()),
        }
    }
}

impl fmt::Display for ErrorModel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ErrorModel::Minority => f.write_str("minority"),
            ErrorModel::Table(_) | ErrorModel::Unlearned => f.write_str("table"),
            ErrorModel::Constant(error) => error.fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two plies of three moves: nine leaves, of which the second player (who moves last) has k. The first
    /// player wins where some triple of leaves has none of them; counted by hand over all arrangements.
    #[test]
    fn learned_errors_are_those_of_all_arrangements() {
        use crate::tree::LeafTree;
        let game: Arc<dyn ErasedTreeGame> = Arc::new(LeafTree::new(1, 3, 0.5).unwrap());
        let table = ErrorTable::learn(&game, Stream::new(5, "table")).unwrap();
        for (k, seen, exact) in [
            (2, 140.0f64, 0.0f64), // the first player is favoured, and two leaves spoil two triples at most
            (3, 328.0, 27.0 / 84.0), // favoured, and wrong where every triple has one
            (4, 492.0, 0.5),       // favoured, and wrong in 81 of 126: no better than a guess
            (5, 492.0, 18.0 / 126.0), // the second player is favoured, and wrong where a triple has none
            (7, 140.0, 0.0),       // no triple can be without
        ] {
            let error = table.error(2, Win::share(9 - k, 9));
            let allowed =
                4.5 * (exact * (1.0 - exact) / seen).sqrt() * f64::from(u8::from(exact < 0.5)) + 1e-12;
            assert!((error - exact).abs() <= allowed, "{k} of 9: {error}, by hand {exact}");
        }
        assert_eq!(table.game(), game.name().to_string());
        assert_eq!(ErrorTable::from_text(&table.to_text()), Ok(table.clone()), "what is kept reads back");
        assert!(ErrorTable::from_text(&table.to_text().replace("at 0/0", "at 1/0")).is_err());
    }

    #[test]
    fn bins_are_exact_for_few_leaves_and_symmetric() {
        for wins in 0..=16u32 {
            assert_eq!(bin(Win::share(wins, 16), 17), wins as usize);
        }
        for wins in 0..=59049u32 {
            let share = Win::share(wins, 59049);
            assert_eq!(bin(share, 65), 64 - bin(share.swapped(), 65));
        }
    }
}
