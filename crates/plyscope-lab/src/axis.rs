//! Axes: where values stand, and which of them are written.

/// Values further from 0 than this many steps do not show that they are a step apart.
const MOST_STEPS: f64 = 1e13;

/// A line of values.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Axis {
    low: f64,
    high: f64,
    logarithmic: bool,
}

impl Axis {
    /// One with these ends.
    pub(crate) fn between((low, high): (f64, f64), logarithmic: bool) -> Self {
        Axis { low, high, logarithmic }
    }

    /// One that begins and ends with the least and the greatest of these values.
    pub(crate) fn spanning(values: impl Iterator<Item = f64>, logarithmic: bool) -> Self {
        let values = values.filter(|value| value.is_finite() && (!logarithmic || *value > 0.0));
        let (low, high) =
            values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), v| (low.min(v), high.max(v)));
        match low.total_cmp(&high) {
            std::cmp::Ordering::Less => Axis { low, high, logarithmic },
            // One value stands in the middle.
            std::cmp::Ordering::Equal if logarithmic => {
                Axis { low: low / 2.0, high: high * 2.0, logarithmic }
            }
            std::cmp::Ordering::Equal => Axis { low: low - 0.5, high: high + 0.5, logarithmic },
            std::cmp::Ordering::Greater if logarithmic => Axis { low: 1.0, high: 10.0, logarithmic },
            std::cmp::Ordering::Greater => Axis { low: 0.0, high: 1.0, logarithmic },
        }
    }

    /// One that holds all these values, with some room; within 0 and 1 if it is a share.
    pub(crate) fn holding(values: impl Iterator<Item = f64>, logarithmic: bool, share: bool) -> Self {
        let values: Vec<f64> = values.collect();
        let Axis { low, high, .. } = Self::spanning(values.iter().copied(), logarithmic);
        let only = values.iter().all(|value| value == &values[0]);
        if logarithmic {
            let room = if only { 1.0 } else { (high / low).powf(0.06).max(1.1) };
            return Axis { low: low / room, high: high * room, logarithmic };
        }
        let (low, high) = if only && !values.is_empty() { (values[0], values[0]) } else { (low, high) };
        let room = ((high - low) * 0.06).max(high.abs() * 1e-3).max(1e-6);
        let (low, high) = (low - room, high + room);
        let (low, high) = if share { (low.max(-0.02), high.min(1.02)) } else { (low, high) };
        Axis { low, high, logarithmic }
    }

    /// Where a value stands: 0 at the beginning, 1 at the end, beyond them outside.
    pub(crate) fn at(&self, value: f64) -> f64 {
        let place = |value: f64| if self.logarithmic { value.max(f64::MIN_POSITIVE).ln() } else { value };
        let (low, high) = (place(self.low), place(self.high));
        // Far outside is far enough: no number of a drawing grows beyond what viewers read.
        ((place(value) - low) / (high - low)).clamp(-9.0, 10.0)
    }

    /// Is it within the axis, but for rounding?
    pub(crate) fn holds(&self, value: f64) -> bool {
        (-1e-9..=1.0 + 1e-9).contains(&self.at(value)) && (!self.logarithmic || value > 0.0)
    }

    /// Round values that can be written, about so many of them, with their texts; whole ones only if asked for.
    pub(crate) fn ticks(&self, about: usize, whole: bool) -> Vec<(f64, String)> {
        if self.logarithmic {
            return self.powers(about).into_iter().map(|tick| (tick, grouped(tick))).collect();
        }
        let rough = (self.high - self.low) / about.max(1) as f64;
        let step = step(if whole { rough.max(1.0) } else { rough });
        // Ends so near to each other, or so far apart, that no steps can be counted between them.
        let furthest = self.low.abs().max(self.high.abs());
        if !step.is_normal() || furthest / step > MOST_STEPS {
            return [self.low, self.high]
                .map(|end| (end, format!("{end:e}").replace('-', "\u{2212}")))
                .into();
        }
        let slack = (self.high - self.low) * 1e-9;
        let first = ((self.low - slack) / step).ceil() as i64;
        let last = ((self.high + slack) / step).floor() as i64;
        let digits = (-step.log10().floor()).max(0.0) as usize;
        let text = |value: f64| {
            if digits == 0 { grouped(value) } else { format!("{value:.digits$}").replace('-', "\u{2212}") }
        };
        (first..=last).map(|i| i as f64 * step).map(|value| (value, text(value))).collect()
    }

    /// Powers of ten, every one or every second, third, ...; ones, twos and fives where there are too few.
    fn powers(&self, about: usize) -> Vec<f64> {
        let (first, last) = (self.low.log10().floor() as i32, self.high.log10().ceil() as i32);
        let powers: Vec<i32> = (first..=last).filter(|power| self.holds(10f64.powi(*power))).collect();
        if powers.len() >= 2 {
            let every = powers.len().div_ceil(about + 1).max(1);
            return powers.into_iter().step_by(every).map(|power| 10f64.powi(power)).collect();
        }
        let between = (first..=last).flat_map(|power| [1.0, 2.0, 5.0].map(|digit| digit * 10f64.powi(power)));
        let found: Vec<f64> = between.filter(|tick| self.holds(*tick)).collect();
        if found.len() >= 2 {
            return found;
        }
        // Less than a factor of two: as if it were not logarithmic.
        let plain = Axis { logarithmic: false, ..self.clone() };
        plain.ticks(about, false).into_iter().map(|(value, _)| value).collect()
    }
}

/// The nearest of 1, 2, 5, 10, 20, ..., by their ratio.
fn step(rough: f64) -> f64 {
    let power = 10f64.powf(rough.log10().floor());
    let far = |step: &f64| (step / rough).ln().abs();
    let steps = [1.0, 2.0, 5.0, 10.0].into_iter().map(|digit| digit * power);
    steps.min_by(|a, b| far(a).total_cmp(&far(b))).unwrap_or(power)
}

/// Thousands apart, by a thin space; large powers of ten as such.
pub(crate) fn grouped(value: f64) -> String {
    let power = value.abs().log10();
    if power >= 7.0 && power.fract() == 0.0 {
        let raised = |digit: char| match digit {
            '1' => '\u{b9}',
            '2' => '\u{b2}',
            '3' => '\u{b3}',
            digit => char::from_u32(0x2070 + u32::from(digit) - u32::from('0')).unwrap_or(digit),
        };
        let sign = if value < 0.0 { "\u{2212}" } else { "" };
        return format!("{sign}10{}", format!("{power}").chars().map(raised).collect::<String>());
    }
    let text = format!("{}", (value * 1e9).round() / 1e9);
    let (sign, digits) = text.strip_prefix('-').map_or(("", text.as_str()), |rest| ("\u{2212}", rest));
    if digits.contains('.') || digits.len() < 5 {
        return format!("{sign}{digits}");
    }
    let groups: Vec<String> =
        digits.as_bytes().rchunks(3).rev().map(|group| String::from_utf8_lossy(group).into_owned()).collect();
    format!("{sign}{}", groups.join("\u{2009}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(axis: &Axis, about: usize, whole: bool) -> Vec<String> {
        axis.ticks(about, whole).into_iter().map(|(_, text)| text).collect()
    }

    #[test]
    fn ticks_are_round_and_within() {
        let axis = Axis::holding([0.713, 1.0].into_iter(), false, true);
        assert_eq!(texts(&axis, 4, false), ["0.7", "0.8", "0.9", "1.0"]);
        let axis = Axis::holding([3.0, 53_053.0].into_iter(), true, false);
        assert_eq!(texts(&axis, 5, false), ["10", "100", "1000", "10\u{2009}000"]);
        assert!(axis.at(3.0) > 0.0 && axis.at(53_053.0) < 1.0 && axis.at(1e9) > 1.0);
        // One value, no value, values below zero.
        for values in [vec![3.0], vec![], vec![-5.0, -2.0], vec![f64::NAN], vec![0.0, 0.0]] {
            for logarithmic in [false, true] {
                let axis = Axis::holding(values.iter().copied(), logarithmic, false);
                let ticks = axis.ticks(5, false);
                assert!(!ticks.is_empty() && ticks.len() < 12, "{values:?}: {ticks:?}");
            }
        }
    }

    /// Ends that differ by less than a step of numbers can say, or by more than any number: both are written.
    #[test]
    fn extreme_ends_have_ticks() {
        for ends in [(0.0, 5e-324), (0.0, 1e-310), (1.0, 1.0 + f64::EPSILON), (-1.7e308, 1.7e308)] {
            for whole in [false, true] {
                let ticks = Axis::between(ends, false).ticks(4, whole);
                assert!(!ticks.is_empty() && ticks.len() < 12, "{ends:?}: {ticks:?}");
            }
        }
    }

    /// An axis that was asked for has a tick at each end where that is round, whatever binary fractions do.
    #[test]
    fn ends_that_are_round_are_written() {
        assert_eq!(texts(&Axis::between((0.4, 1.0), false), 3, false), ["0.4", "0.6", "0.8", "1.0"]);
        assert_eq!(texts(&Axis::between((-0.3, 0.3), false), 3, false), ["\u{2212}0.2", "0.0", "0.2"]);
        assert_eq!(texts(&Axis::between((1.0, 1000.0), true), 5, false), ["1", "10", "100", "1000"]);
    }

    #[test]
    fn depths_are_whole_and_many_powers_are_thinned() {
        assert_eq!(texts(&Axis::spanning([1.0, 3.0].into_iter(), false), 5, true), ["1", "2", "3"]);
        let wide = Axis::between((1.0, 1e12), true);
        assert_eq!(texts(&wide, 4, false), ["1", "1000", "1\u{2009}000\u{2009}000", "10⁹", "10¹²"]);
        assert_eq!(texts(&Axis::between((4.0, 6.0), true), 4, false).len(), 5);
    }
}
