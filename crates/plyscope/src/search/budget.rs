//! How much a search may do. The clock belongs to the laboratory: it raises the stop flag.
//! And how far a long search is.

use crate::error::{Error, Result};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Depth, nodes and a flag that stops the search; whichever comes first.
///
/// ```
/// use plyscope::search::Budget;
/// assert!(Budget::depth(0).is_err());
/// let budget = Budget::depth(3)?.with_nodes(2);
/// let mut meter = budget.meter();
/// assert!(meter.generate() && meter.generate() && !meter.generate());
/// assert_eq!((budget.plies(), meter.generated()), (3, 2));
/// # Ok::<(), plyscope::Error>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Budget<'a> {
    depth: u32,
    nodes: u64,
    stop: Option<&'a AtomicBool>,
    progress: Option<&'a Progress>,
}

impl<'a> Budget<'a> {
    /// Plies to look ahead, at least 1.
    pub fn depth(depth: u32) -> Result<Self> {
        if depth == 0 {
            return Err(Error::Settings {
                kind: "a search".into(),
                why: "it looks at least 1 ply ahead; depth 0 is not allowed".into(),
            });
        }
        Ok(Budget { depth, nodes: u64::MAX, stop: None, progress: None })
    }

    /// To the end of the game.
    pub fn unlimited() -> Self {
        Budget { depth: u32::MAX, nodes: u64::MAX, stop: None, progress: None }
    }

    /// The same nodes and flag, to the end of the game.
    pub fn to_the_end(self) -> Self {
        Budget { depth: u32::MAX, ..self }
    }

    /// To another depth, with some nodes fewer.
    pub(super) fn rest(self, depth: u32, spent: u64) -> Self {
        Budget { depth, nodes: self.nodes.saturating_sub(spent), ..self }
    }

    /// Both at once: whichever ends first.
    pub(crate) fn within(self, other: &Budget<'a>) -> Self {
        Budget {
            depth: self.depth.min(other.depth),
            nodes: self.nodes.min(other.nodes),
            stop: self.stop.or(other.stop),
            progress: self.progress.or(other.progress),
        }
    }

    /// Is there a limit of nodes?
    pub(crate) fn limits_nodes(&self) -> bool {
        self.nodes < u64::MAX
    }

    /// At most this many positions generated.
    pub fn with_nodes(self, nodes: u64) -> Self {
        Budget { nodes, ..self }
    }

    /// Stops soon after the flag is raised, if there is one.
    pub fn with_stop(self, stop: impl Into<Option<&'a AtomicBool>>) -> Self {
        Budget { stop: stop.into().or(self.stop), ..self }
    }

    /// Tells now and then how far it is.
    pub fn telling(self, progress: &'a Progress) -> Self {
        Budget { progress: Some(progress), ..self }
    }

    /// Tells what is known of the first player's payoff.
    pub(super) fn tell_bounds(&self, low: f64, high: f64) {
        if let Some(progress) = self.progress {
            progress.tell_bounds(low, high);
        }
    }

    /// Plies to look ahead; `u32::MAX` for the end of the game.
    pub fn plies(&self) -> u32 {
        self.depth
    }

    /// What a search counts its nodes with.
    pub fn meter(&self) -> Meter<'a> {
        Meter { nodes: self.nodes, stop: self.stop, progress: self.progress, generated: 0, sure: 0 }
    }
}

/// Counts the positions that a search generates, and says when it must stop.
///
/// ```
/// use plyscope::search::Budget;
/// use std::sync::atomic::{AtomicBool, Ordering};
/// let stop = AtomicBool::new(false);
/// let mut meter = Budget::unlimited().with_stop(&stop).meter();
/// assert!(meter.generate_all(7) && meter.generated() == 7);
/// stop.store(true, Ordering::Relaxed);
/// while meter.generate() {} // the flag is looked at now and then
/// assert!(meter.generated() < 1000);
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Meter<'a> {
    nodes: u64,
    stop: Option<&'a AtomicBool>,
    progress: Option<&'a Progress>,
    generated: u64,
    /// How many positions may be generated without asking again.
    sure: u64,
}

impl Meter<'_> {
    /// How many positions are generated before the flag is looked at again.
    const PATIENCE: u64 = 256;

    /// May one more position be generated? If so it is counted.
    #[inline]
    pub fn generate(&mut self) -> bool {
        self.generate_all(1)
    }

    /// May this many more positions be generated? If so they are counted.
    #[inline]
    pub fn generate_all(&mut self, positions: u64) -> bool {
        let sum = self.generated.saturating_add(positions);
        if sum > self.sure && !self.may_reach(sum) {
            return false;
        }
        self.generated = sum;
        true
    }

    #[cold]
    fn may_reach(&mut self, sum: u64) -> bool {
        if sum > self.nodes || self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed)) {
            return false;
        }
        if let Some(progress) = self.progress {
            progress.tell_generated(self.generated);
        }
        self.sure = sum.saturating_add(Self::PATIENCE - 1).min(self.nodes);
        true
    }

    /// Positions generated so far.
    pub fn generated(&self) -> u64 {
        self.generated
    }
}

/// What a search tells of itself while it goes on: another thread may look at it.
///
/// ```
/// use plyscope::game::{ConnectFour, Game};
/// use plyscope::search::{Budget, Progress, solve};
/// let (game, progress) = (ConnectFour::new(5, 4, 4)?, Progress::default());
/// let solution = solve(&game, &game.start(), 1, &Budget::unlimited().telling(&progress))?;
/// // Told now and then, so a little less than all of them.
/// let told = progress.generated();
/// assert!(told > 1000 && told <= solution.counts.generated);
/// assert_eq!(progress.bounds(), Some((solution.low, solution.high)));
/// # Ok::<(), plyscope::Error>(())
/// ```
#[derive(Debug)]
pub struct Progress {
    generated: AtomicU64,
    /// Bits of two numbers, which are no numbers as long as nothing is known.
    low: AtomicU64,
    high: AtomicU64,
}

impl Default for Progress {
    fn default() -> Self {
        let unknown = || AtomicU64::new(f64::NAN.to_bits());
        Progress { generated: AtomicU64::new(0), low: unknown(), high: unknown() }
    }
}

impl Progress {
    /// Positions generated so far.
    pub fn generated(&self) -> u64 {
        self.generated.load(Ordering::Relaxed)
    }

    /// The first player's payoff lies between these; none where nothing is known yet.
    pub fn bounds(&self) -> Option<(f64, f64)> {
        let [low, high] = [&self.low, &self.high].map(|bits| f64::from_bits(bits.load(Ordering::Relaxed)));
        (low <= high).then_some((low, high))
    }

    pub(super) fn tell_generated(&self, generated: u64) {
        self.generated.store(generated, Ordering::Relaxed);
    }

    pub(super) fn tell_bounds(&self, low: f64, high: f64) {
        self.low.store(low.to_bits(), Ordering::Relaxed);
        self.high.store(high.to_bits(), Ordering::Relaxed);
    }
}
