//! A value of any kind, for code that only shows or compares it.

use super::{Chances, Payoffs, Player, Ranked, Thresholds, Typed, Win};
use std::fmt;

/// What a node is worth, whatever rule made it, in the first player's view.
///
/// ```
/// use plyscope::value::{AnyValue, Win};
/// assert_eq!(AnyValue::Win(Win::share(1, 4)).to_string(), "0.25");
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub enum AnyValue {
    /// A number of any range: minimax.
    Number(f64),
    /// The probability of a win: product rule, EMM.
    Win(Win),
    /// The probabilities of a win and of at least a draw.
    Thresholds(Thresholds),
    /// A probability beside the truth: EMM with true types.
    Typed(Typed),
    /// A number per player: max^n.
    Payoffs(Payoffs),
    /// A winning chance per player: product and EMM for several players.
    Chances(Chances),
}

impl AnyValue {
    /// One number, where one number says it: a score, or the chances with a draw counting half.
    pub fn number(&self) -> Option<f64> {
        match self {
            AnyValue::Number(number) => Some(*number),
            AnyValue::Win(win) => Some(win.first),
            AnyValue::Thresholds(both) => Some(both.points().first),
            AnyValue::Typed(typed) => Some(typed.win.first),
            AnyValue::Payoffs(_) | AnyValue::Chances(_) => None,
        }
    }
}

impl AnyValue {
    /// A number per player, where it has that.
    pub fn each(&self) -> Option<&[f64]> {
        match self {
            AnyValue::Payoffs(payoffs) => Some(payoffs.values()),
            AnyValue::Chances(chances) => Some(chances.values()),
            _ => None,
        }
    }
}

impl fmt::Display for AnyValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AnyValue::Payoffs(payoffs) => payoffs.fmt(f),
            AnyValue::Chances(chances) => chances.fmt(f),
            other => other.number().unwrap_or(f64::NAN).fmt(f),
        }
    }
}

/// Values of one kind are compared as that kind is; of two kinds neither is better.
impl Ranked for AnyValue {
    fn beats(&self, other: &Self, player: Player) -> bool {
        match (self, other) {
            (AnyValue::Number(one), AnyValue::Number(two)) => one.beats(two, player),
            (AnyValue::Win(one), AnyValue::Win(two)) => one.beats(two, player),
            (AnyValue::Thresholds(one), AnyValue::Thresholds(two)) => one.beats(two, player),
            (AnyValue::Typed(one), AnyValue::Typed(two)) => one.beats(two, player),
            (AnyValue::Payoffs(one), AnyValue::Payoffs(two)) => one.beats(two, player),
            (AnyValue::Chances(one), AnyValue::Chances(two)) => one.beats(two, player),
            _ => false,
        }
    }

    fn ties(&self, other: &Self, player: Player) -> bool {
        match (self, other) {
            (AnyValue::Number(one), AnyValue::Number(two)) => one.ties(two, player),
            (AnyValue::Win(one), AnyValue::Win(two)) => Ranked::ties(one, two, player),
            (AnyValue::Thresholds(one), AnyValue::Thresholds(two)) => one.ties(two, player),
            (AnyValue::Typed(one), AnyValue::Typed(two)) => one.ties(two, player),
            (AnyValue::Payoffs(one), AnyValue::Payoffs(two)) => one.ties(two, player),
            (AnyValue::Chances(one), AnyValue::Chances(two)) => one.ties(two, player),
            _ => false,
        }
    }
}

/// A value of one trial that a rule backs up: it can be compared, averaged over chance, and shown.
///
/// ```
/// use plyscope::value::{AnyValue, Value, Win};
/// // One time in four 8 points, else nothing.
/// assert_eq!(f64::mean(&[(0.25, 8.0), (0.75, 0.0)]), 2.0);
/// let win = Win::mean(&[(0.5, Win::certain()), (0.5, Win::even())]);
/// assert_eq!(win.any(), AnyValue::Win(Win::share(3, 4)));
/// ```
pub trait Value: Ranked + PartialEq + fmt::Debug {
    /// For code that shows or compares it without knowing its kind.
    fn any(self) -> AnyValue;

    /// What is expected of several values, each with its probability: a chance node. At least one.
    fn mean(parts: &[(f64, Self)]) -> Self;

    /// The least and the most that it can be where evaluators give probabilities; none where that bounds nothing.
    fn unit() -> Option<(Self, Self)> {
        None
    }
}

fn sum<V: Copy>(parts: &[(f64, V)], number: impl Fn(V) -> f64) -> f64 {
    parts.iter().map(|(chance, value)| chance * number(*value)).sum()
}

impl Value for f64 {
    fn any(self) -> AnyValue {
        AnyValue::Number(self)
    }
    fn mean(parts: &[(f64, f64)]) -> f64 {
        sum(parts, |number| number)
    }
    fn unit() -> Option<(f64, f64)> {
        Some((0.0, 1.0))
    }
}

impl Value for Win {
    fn any(self) -> AnyValue {
        AnyValue::Win(self)
    }
    fn mean(parts: &[(f64, Win)]) -> Win {
        Win { first: sum(parts, |win| win.first), second: sum(parts, |win| win.second) }
    }
}

impl Value for Thresholds {
    fn any(self) -> AnyValue {
        AnyValue::Thresholds(self)
    }
    fn mean(parts: &[(f64, Thresholds)]) -> Thresholds {
        let of = |part: fn(&Thresholds) -> Win| {
            Win::mean(&parts.iter().map(|(chance, both)| (*chance, part(both))).collect::<Vec<_>>())
        };
        Thresholds { win: of(|both| both.win), draw: of(|both| both.draw) }
    }
}

impl Value for Typed {
    fn any(self) -> AnyValue {
        AnyValue::Typed(self)
    }
    /// The truth of a chance node is no win and no loss; rules that see the truth are refused where there is chance.
    fn mean(parts: &[(f64, Self)]) -> Self {
        let win = Win::mean(&parts.iter().map(|(chance, typed)| (*chance, typed.win)).collect::<Vec<_>>());
        Typed { win, label: win.favours_first(), truth: win.favours_first() }
    }
}

impl Value for Payoffs {
    fn any(self) -> AnyValue {
        AnyValue::Payoffs(self)
    }
    fn mean(parts: &[(f64, Payoffs)]) -> Payoffs {
        let players = parts.first().map_or(1, |(_, payoffs)| payoffs.values().len());
        let expected: Vec<f64> =
            (0..players).map(|player| sum(parts, |payoffs| payoffs.values()[player])).collect();
        Payoffs::new(&expected).expect("as many numbers as the parts have")
    }
}

impl Value for Chances {
    fn any(self) -> AnyValue {
        AnyValue::Chances(self)
    }
    fn mean(parts: &[(f64, Chances)]) -> Chances {
        let players = parts.first().map_or(1, |(_, chances)| chances.players());
        let expected: Vec<f64> =
            (0..players).map(|player| sum(parts, |chances| chances.values()[player])).collect();
        Chances::made(&expected)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chance_is_averaged() {
        assert_eq!(f64::mean(&[(0.25, 4.0), (0.75, 0.0)]), 1.0);
        let win = Win::mean(&[(0.5, Win::certain()), (0.5, Win::share(1, 2))]);
        assert_eq!((win.first, win.second), (0.75, 0.25));
        let payoffs = |values: [f64; 3]| Payoffs::new(&values).unwrap();
        let mean = Payoffs::mean(&[(0.5, payoffs([1.0, 0.0, 2.0])), (0.5, payoffs([0.0, 4.0, 2.0]))]);
        assert_eq!(mean.values(), [0.5, 2.0, 2.0]);
        assert_eq!(mean.to_string(), "[0.5 2 2]");
    }

    #[test]
    fn kinds_are_not_mixed_up() {
        let (number, win) = (AnyValue::Number(0.9), AnyValue::Win(Win::share(1, 2)));
        assert!(!number.beats(&win, Player::FIRST) && !win.beats(&number, Player::FIRST));
        assert!(AnyValue::Number(2.0).beats(&AnyValue::Number(1.0), Player::FIRST));
    }
}
