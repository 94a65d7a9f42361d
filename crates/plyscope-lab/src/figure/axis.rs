//! Axes: where values stand, and which of them are written.

/// A line of values.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Axis {
    low: f64,
    high: f64,
    logarithmic: bool,
}

impl Axis {
    /// One that holds all these values, with some room; within 0 and 1 if it is a share.
    pub(super) fn holding(values: impl Iterator<Item = f64>, logarithmic: bool, share: bool) -> Self {
        let values = values.filter(|value| value.is_finite() && (!logarithmic || *value > 0.0));
        let (low, high) =
            values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), v| (low.min(v), high.max(v)));
        let (low, high) = if low <= high { (low, high) } else { (0.0, 1.0) };
        if logarithmic {
            let room = (high / low).powf(0.06).max(1.1);
            return Axis { low: low / room, high: high * room, logarithmic };
        }
        let room = ((high - low) * 0.06).max(high.abs() * 1e-3).max(1e-6);
        let (low, high) = (low - room, high + room);
        let (low, high) = if share { (low.max(-0.02), high.min(1.02)) } else { (low, high) };
        Axis { low, high, logarithmic }
    }

    /// Where a value stands, from 0 to 1; held within the axis.
    pub(super) fn at(&self, value: f64) -> f64 {
        let place = |value: f64| if self.logarithmic { value.max(f64::MIN_POSITIVE).ln() } else { value };
        let (low, high) = (place(self.low), place(self.high));
        ((place(value) - low) / (high - low)).clamp(0.0, 1.0)
    }

    /// Is it within the axis?
    pub(super) fn holds(&self, value: f64) -> bool {
        (self.low..=self.high).contains(&value)
    }

    /// The values that are written, about five of them, with their texts.
    pub(super) fn ticks(&self) -> Vec<(f64, String)> {
        if self.logarithmic {
            let powers = (-20..=20).map(|power| 10f64.powi(power));
            let ticks: Vec<f64> = powers.filter(|tick| self.holds(*tick)).collect();
            if ticks.len() >= 2 {
                return ticks.into_iter().map(|tick| (tick, grouped(tick))).collect();
            }
            let between = (-20..=20).flat_map(|power| [1.0, 2.0, 5.0].map(|digit| digit * 10f64.powi(power)));
            return between.filter(|tick| self.holds(*tick)).map(|tick| (tick, grouped(tick))).collect();
        }
        let step = step((self.high - self.low) / 5.0);
        let first = (self.low / step).ceil() as i64;
        let last = (self.high / step).floor() as i64;
        let digits = (-step.log10().floor()).max(0.0) as usize;
        let text = |value: f64| if digits == 0 { grouped(value) } else { format!("{value:.digits$}") };
        (first..=last).map(|i| i as f64 * step).map(|value| (value, text(value))).collect()
    }
}

/// The nearest of 1, 2, 5, 10, 20, ... from above.
fn step(rough: f64) -> f64 {
    let power = 10f64.powf(rough.log10().floor());
    [1.0, 2.0, 5.0, 10.0]
        .into_iter()
        .map(|digit| digit * power)
        .find(|step| *step >= rough * 0.999)
        .unwrap_or(power)
}

/// Thousands apart, by a thin space.
fn grouped(value: f64) -> String {
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

    #[test]
    fn ticks_are_round_and_within() {
        let axis = Axis::holding([0.713, 1.0].into_iter(), false, true);
        let texts: Vec<String> = axis.ticks().into_iter().map(|(_, text)| text).collect();
        assert_eq!(texts, ["0.7", "0.8", "0.9", "1.0"]);
        let axis = Axis::holding([3.0, 53_053.0].into_iter(), true, false);
        let texts: Vec<String> = axis.ticks().into_iter().map(|(_, text)| text).collect();
        assert_eq!(texts, ["10", "100", "1000", "10\u{2009}000"]);
        assert!(axis.at(3.0) > 0.0 && axis.at(53_053.0) < 1.0 && axis.at(1e9) == 1.0);
        // One value, no value, values below zero.
        for values in [vec![3.0], vec![], vec![-5.0, -2.0], vec![f64::NAN]] {
            let axis = Axis::holding(values.into_iter(), false, false);
            assert!(!axis.ticks().is_empty() && axis.ticks().len() < 12);
        }
    }
}
