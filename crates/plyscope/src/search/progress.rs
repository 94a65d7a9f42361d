//! How far a long search is, for whoever waits.

use std::sync::atomic::{AtomicU64, Ordering};

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
