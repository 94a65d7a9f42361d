//! How good probabilities are: reliability, Brier score with its parts, log loss, errors of both kinds.
//!
//! The Brier score falls into reliability - resolution + uncertainty (Murphy 1973). That is exact where all
//! forecasts of a bin are equal; what their differences within a bin add is kept apart as `within`
//! (Stephenson, Coelho & Jolliffe 2008), so that the sum always comes out. Draws count half; then
//! uncertainty is the variance of 0, 1/2 and 1.

use super::{Calibrator, Count, Samples};
use crate::value::Win;

/// Bins of a reliability diagram.
pub const BINS: usize = 20;

/// Forecasts between two probabilities, with what became of them.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ReliabilityBin {
    /// Forecasts from here ...
    pub low: f64,
    /// ... to here.
    pub high: f64,
    /// How many there were; bins without any are left out.
    pub seen: u64,
    /// The mean forecast.
    pub forecast: f64,
    /// The mean outcome.
    pub outcome: f64,
}

/// The mean squared error of probabilities, and its parts.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Brier {
    /// The score: 0 is perfect, 1/4 is what a constant half gets.
    pub score: f64,
    /// How far bins' forecasts are from their outcomes; small is good.
    pub reliability: f64,
    /// How far bins' outcomes are from the mean outcome; large is good.
    pub resolution: f64,
    /// The variance of the outcome, whatever the forecasts.
    pub uncertainty: f64,
    /// What differences of forecasts within bins add.
    pub within: f64,
}

/// Who is named as the winner against who wins, in the mover's view. Draws do not count.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Errors {
    /// Positions that the mover loses.
    pub losses: u64,
    /// Of these, how many were called wins; half of one where neither player was named.
    pub called_won: f64,
    /// Positions that the mover wins.
    pub wins: u64,
    /// Of these, how many were called losses; half of one where neither player was named.
    pub called_lost: f64,
}

impl Errors {
    /// P(says win | loss), where there were losses.
    pub fn says_win_if_lost(&self) -> Option<f64> {
        (self.losses > 0).then(|| self.called_won / self.losses as f64)
    }

    /// P(says loss | win), where there were wins.
    pub fn says_loss_if_won(&self) -> Option<f64> {
        (self.wins > 0).then(|| self.called_lost / self.wins as f64)
    }

    /// How often the wrong winner is named.
    pub fn rate(&self) -> Option<f64> {
        let seen = self.losses + self.wins;
        (seen > 0).then(|| (self.called_won + self.called_lost) / seen as f64)
    }

    fn add(&mut self, favours: f64, count: Count) {
        self.losses += count.lost;
        self.wins += count.won;
        self.called_won += favours * count.lost as f64;
        self.called_lost += (1.0 - favours) * count.won as f64;
    }

    /// Counted over samples: the evaluator's own naming, a number above the middle is a win.
    pub fn of(samples: &Samples, height: u32) -> Errors {
        let mut errors = Errors::default();
        for point in samples.points(height) {
            errors.add(favours(point.estimate, samples.middle()), point.count);
        }
        errors
    }
}

/// 1 above the middle, 0 below, 1/2 at it.
fn favours(number: f64, middle: f64) -> f64 {
    if number > middle {
        1.0
    } else if number < middle {
        0.0
    } else {
        0.5
    }
}

/// What is measured of probabilities on samples that they were not fitted on.
///
/// ```
/// use plyscope::calibration::{Measures, Sample, Samples};
/// use plyscope::evaluator::Scale;
/// use plyscope::value::Outcome;
/// let mut samples = Samples::new(Scale::Probability);
/// for outcome in [Outcome::Win, Outcome::Loss] {
///     samples.add(Sample { height: 0, estimate: 0.5, outcome });
/// }
/// let measures = Measures::of_estimates(&samples).expect("there are probabilities");
/// assert_eq!((measures.brier.score, measures.brier.reliability), (0.25, 0.0)); // it says nothing wrong
/// assert!((measures.log_loss - 2f64.ln()).abs() < 1e-12);
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Measures {
    /// How many samples.
    pub seen: u64,
    /// The reliability diagram, over all heights.
    pub bins: Vec<ReliabilityBin>,
    /// The Brier score.
    pub brier: Brier,
    /// The mean of -ln of the chance given to what happened; infinite if a certainty was wrong.
    pub log_loss: f64,
    /// Errors of the named winner, over all heights.
    pub errors: Errors,
    /// The same by height.
    pub by_height: Vec<(u32, Errors)>,
}

/// Sums over the forecasts of a bin.
#[derive(Debug, Clone, Copy, Default)]
struct Sums {
    seen: f64,
    forecast: f64,
    forecast_squared: f64,
    outcome: f64,
    both: f64,
}

impl Measures {
    /// Of a calibrator on samples; give it samples of another key than it was fitted on.
    pub fn of_calibrator(calibrator: &Calibrator, held_out: &Samples) -> Option<Self> {
        Measures::of(held_out, |height, estimate| calibrator.win(height, estimate))
    }

    /// Of the evaluator's own probabilities; none for scores.
    pub fn of_estimates(samples: &Samples) -> Option<Self> {
        if samples.scale() != crate::evaluator::Scale::Probability {
            return None;
        }
        Measures::of(samples, |_, estimate| Win { first: estimate, second: 1.0 - estimate })
    }

    /// Of any forecast of the mover's chance by height and estimate; none without samples.
    pub fn of(samples: &Samples, forecast: impl Fn(u32, f64) -> Win) -> Option<Self> {
        let mut bins = [Sums::default(); BINS];
        let (mut all, mut squares, mut log_loss, mut score) = (Sums::default(), 0.0, 0.0, 0.0);
        let mut by_height = Vec::new();
        for height in samples.heights() {
            let mut errors = Errors::default();
            for point in samples.points(height) {
                let (win, count) = (forecast(height, point.estimate), point.count);
                let seen = count.seen() as f64;
                let won = count.won as f64 + count.drawn as f64 / 2.0;
                let squared = count.won as f64 + count.drawn as f64 / 4.0;
                for sums in [&mut bins[bin(win.first)], &mut all] {
                    sums.seen += seen;
                    sums.forecast += seen * win.first;
                    sums.forecast_squared += seen * win.first * win.first;
                    sums.outcome += won;
                    sums.both += won * win.first;
                }
                squares += squared;
                let miss = |outcome: f64| (win.first - outcome) * (win.first - outcome);
                score += count.won as f64 * miss(1.0)
                    + count.drawn as f64 * miss(0.5)
                    + count.lost as f64 * miss(0.0);
                log_loss += cost(won, win.first) + cost(seen - won, win.second);
                errors.add(favours(win.first, win.second), count);
            }
            by_height.push((height, errors));
        }
        if all.seen == 0.0 {
            return None;
        }
        let mean = all.outcome / all.seen;
        let mut brier = Brier {
            score: score / all.seen,
            reliability: 0.0,
            resolution: 0.0,
            uncertainty: squares / all.seen - mean * mean,
            within: 0.0,
        };
        let mut diagram = Vec::new();
        for (i, sums) in bins.iter().enumerate().filter(|(_, sums)| sums.seen > 0.0) {
            let share = sums.seen / all.seen;
            let (forecast, outcome) = (sums.forecast / sums.seen, sums.outcome / sums.seen);
            brier.reliability += share * (forecast - outcome) * (forecast - outcome);
            brier.resolution += share * (outcome - mean) * (outcome - mean);
            let variance = sums.forecast_squared / sums.seen - forecast * forecast;
            let covariance = sums.both / sums.seen - forecast * outcome;
            brier.within += share * (variance - 2.0 * covariance);
            let edge = |i: usize| i as f64 / BINS as f64;
            diagram.push(ReliabilityBin {
                low: edge(i),
                high: edge(i + 1),
                seen: sums.seen as u64,
                forecast,
                outcome,
            });
        }
        let mut errors = Errors::default();
        for (_, at) in &by_height {
            errors.losses += at.losses;
            errors.wins += at.wins;
            errors.called_won += at.called_won;
            errors.called_lost += at.called_lost;
        }
        let log_loss = log_loss / all.seen;
        Some(Measures { seen: all.seen as u64, bins: diagram, brier, log_loss, errors, by_height })
    }
}

fn bin(probability: f64) -> usize {
    ((probability * BINS as f64) as usize).min(BINS - 1)
}

/// What `times` events of a probability cost; nothing that never happened costs anything.
fn cost(times: f64, probability: f64) -> f64 {
    if times == 0.0 { 0.0 } else { -times * libm::log(probability) }
}
