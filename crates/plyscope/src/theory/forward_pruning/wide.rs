//! Numbers of twice the precision: a double and what is missing to it.
//!
//! Every ply can triple an error, so the 29 plies below a root of Max-height 15 would use up all digits of a
//! double. The operations are Dekker's (1971); for numbers that are not negative each is right to a relative
//! [`Wide::ERROR`] (Joldes, Muller & Popescu 2017, algorithms 5 and 10: below 3 and 7 times 2^-106), down to
//! about 1e-270, where the second part starts to be lost.

use std::ops::{Add, Mul};

/// A number that is not negative, as an unevaluated sum.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct Wide {
    high: f64,
    low: f64,
}

impl Wide {
    pub(super) const ZERO: Wide = Wide { high: 0.0, low: 0.0 };
    pub(super) const ONE: Wide = Wide { high: 1.0, low: 0.0 };

    /// The relative error of one operation: 2^-103.
    pub(super) const ERROR: f64 = 1.0 / (1u128 << 103) as f64;

    pub(super) fn new(value: f64) -> Self {
        Wide { high: value, low: 0.0 }
    }

    /// 1 - value, exactly.
    pub(super) fn complement(value: f64) -> Self {
        exact_sum(1.0, -value)
    }

    pub(super) fn to_f64(self) -> f64 {
        self.high + self.low
    }

    /// How far above 1 it is, for numbers near 1.
    pub(super) fn excess(self) -> f64 {
        (self.high - 1.0) + self.low
    }
}

impl Add for Wide {
    type Output = Wide;

    fn add(self, other: Wide) -> Wide {
        let sum = exact_sum(self.high, other.high);
        ordered_sum(sum.high, sum.low + (self.low + other.low))
    }
}

impl Mul for Wide {
    type Output = Wide;

    fn mul(self, other: Wide) -> Wide {
        let product = exact_product(self.high, other.high);
        ordered_sum(product.high, product.low + (self.high * other.low + self.low * other.high))
    }
}

impl Mul<f64> for Wide {
    type Output = Wide;

    fn mul(self, factor: f64) -> Wide {
        let product = exact_product(self.high, factor);
        ordered_sum(product.high, product.low + self.low * factor)
    }
}

/// a + b without error, whichever is larger (Knuth).
fn exact_sum(a: f64, b: f64) -> Wide {
    let high = a + b;
    let part = high - a;
    Wide { high, low: (a - (high - part)) + (b - part) }
}

/// a + b without error, where b is not larger.
fn ordered_sum(a: f64, b: f64) -> Wide {
    let high = a + b;
    Wide { high, low: b - (high - a) }
}

/// a * b without error: both are split into halves of 26 bits (Veltkamp).
fn exact_product(a: f64, b: f64) -> Wide {
    let (high, (a1, a2), (b1, b2)) = (a * b, halves(a), halves(b));
    Wide { high, low: ((a1 * b1 - high) + a1 * b2 + a2 * b1) + a2 * b2 }
}

fn halves(a: f64) -> (f64, f64) {
    let scaled = a * 134_217_729.0; // 2^27 + 1
    let upper = scaled - (scaled - a);
    (upper, a - upper)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// As a whole number of 2^-120: exact for parts of 60 to 120 bits behind the point.
    fn fixed(wide: Wide) -> i128 {
        let part = |x: f64| (x * (1u128 << 120) as f64) as i128;
        part(wide.high) + part(wide.low)
    }

    /// A number of up to 100 bits below 1, and itself as a whole number of 2^-120.
    fn wide() -> impl Strategy<Value = (Wide, i128)> {
        (1u64..1 << 52, 0u64..1 << 48).prop_map(|(a, b)| {
            let number = exact_sum(a as f64 / (1u64 << 53) as f64, b as f64 / (1u128 << 101) as f64);
            (number, (i128::from(a) << 67) + (i128::from(b) << 19))
        })
    }

    proptest! {
        /// Against whole numbers.
        #[test]
        fn sums((a, exact_a) in wide(), (b, exact_b) in wide()) {
            prop_assert_eq!(fixed(a), exact_a);
            let exact = exact_a + exact_b;
            prop_assert!((fixed(a + b) - exact).unsigned_abs() <= (exact >> 103).unsigned_abs() + 1);
        }

        /// Two doubles have an exact product; pairs are multiplied as (a1 + a2)(b1 + b2), part by part.
        #[test]
        fn products((a, exact_a) in wide(), (b, exact_b) in wide()) {
            // Schoolbook multiplication in limbs of 60 bits, in units of 2^-120; what is cut off is below 3.
            let limbs = |x: i128| (x >> 60, x & ((1 << 60) - 1));
            let ((a1, a0), (b1, b0)) = (limbs(exact_a), limbs(exact_b));
            let exact = a1 * b1 + ((a1 * b0) >> 60) + ((a0 * b1) >> 60);
            let allowed = (exact >> 103).unsigned_abs() + 4;
            prop_assert!((fixed(a * b) - exact).unsigned_abs() <= allowed);
        }
    }

    #[test]
    fn complements_are_exact() {
        let tiny = 1.0 / (1u64 << 60) as f64;
        assert_eq!(Wide::complement(tiny), Wide { high: 1.0, low: -tiny });
        assert_eq!((Wide::complement(tiny) + Wide::new(tiny)).excess(), 0.0);
        assert_eq!((Wide::new(0.1) * 3.0).to_f64(), 0.30000000000000004, "three times the double 0.1");
    }
}
