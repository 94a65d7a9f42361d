//! The numbers as the paper prints them, to stand beside ours; with a note where ours are others.

use super::Favoured::{Minimax, Product};
use super::Interval::{I1, I2, I3, I4, I5};
use super::Reply::{M1, M2, P1, P2};
use super::{Case, Favoured, Interval, Replies, Reply};

/// Critical positions of the million, error function e1 (section 6).
pub const CRITICAL_E1: u64 = 86_614;
/// Critical positions of the million, error function e2 (section 6).
pub const CRITICAL_E2: u64 = 81_986;

/// A line of table 2: percentages of the critical positions.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Printed2 {
    /// The case.
    pub case: Case,
    /// The side it is printed on.
    pub favoured: Favoured,
    /// Column e1; none where the line is missing.
    pub e1: Option<f64>,
    /// Column e2.
    pub e2: Option<f64>,
    /// What is wrong with it, if something is.
    pub note: Option<&'static str>,
}

const fn line(interval: Interval, errors: &[Reply], favoured: Favoured, e1: f64, e2: f64) -> Printed2 {
    let case = Case { interval, errors: Replies::of(errors) };
    Printed2 { case, favoured, e1: Some(e1), e2: Some(e2), note: None }
}

/// Table 2.
pub const TABLE2: [Printed2; 30] = [
    line(I4, &[], Minimax, 0.39, 0.24),
    line(I4, &[P1], Minimax, 0.26, 0.16),
    line(I3, &[M2], Minimax, 1.73, 1.65),
    line(I5, &[P1], Minimax, 1.64, 1.65),
    line(I5, &[P2], Minimax, 2.24, 2.25),
    line(I1, &[M1, M2], Minimax, 0.51, 0.54),
    line(I2, &[M1, M2], Minimax, 2.38, 2.49),
    line(I3, &[P1, M2], Minimax, 1.27, 1.22),
    line(I4, &[P1, P2], Minimax, 0.24, 0.15),
    line(I5, &[P1, P2], Minimax, 1.44, 1.45),
    Printed2 {
        note: Some("e2: 2.13 by our count, off by one in the last digit"),
        ..line(I2, &[M1, M2, P1], Minimax, 2.03, 2.12)
    },
    line(I3, &[M2, P1, P2], Minimax, 1.10, 1.05),
    line(I1, &[M1, M2, P2], Minimax, 0.35, 0.37),
    Printed2 {
        e1: None,
        e2: None,
        note: Some("the line is missing: 0.45 and 0.48 by our count"),
        ..line(I1, &[M1, M2, P1], Minimax, 0.0, 0.0)
    },
    line(I2, &[M1, M2, P1, P2], Minimax, 1.54, 1.62),
    line(I2, &[P2], Product, 2.62, 2.74),
    Printed2 {
        note: Some("e1: a misprint for 1.69; tables 3 and 4 agree with that"),
        ..line(I3, &[P2], Product, 2.06, 1.62)
    },
    line(I5, &[M1], Product, 1.97, 1.99),
    line(I5, &[M2], Product, 2.17, 2.18),
    Printed2 {
        note: Some("e2: 0.62 by our count, off by one in the last digit"),
        ..line(I1, &[P1, P2], Product, 0.58, 0.61)
    },
    line(I2, &[M1, P2], Product, 2.31, 2.41),
    line(I2, &[M2, P2], Product, 2.05, 2.15),
    line(I3, &[M1, P2], Product, 1.50, 1.44),
    line(I4, &[M1, P2], Product, 0.31, 0.20),
    line(I4, &[M2, P2], Product, 0.33, 0.21),
    line(I5, &[M1, M2], Product, 1.69, 1.71),
    line(I4, &[M1, M2, P2], Product, 0.29, 0.19),
    line(I3, &[M1, M2, P2], Product, 1.32, 1.27),
    line(I1, &[M2, P1, P2], Product, 0.40, 0.43),
    line(I1, &[M1, P1, P2], Product, 0.45, 0.47),
];

/// A column of table 3.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Printed3 {
    /// The interval.
    pub interval: Interval,
    /// Critical positions, e1; six times too many.
    pub e1: u64,
    /// Critical positions, e2.
    pub e2: u64,
    /// The product rule's advantage in percent of the critical positions, e1.
    pub e1_percent: f64,
    /// The same for e2.
    pub e2_percent: f64,
    /// What is wrong with it, if something is.
    pub note: Option<&'static str>,
}

/// What is wrong with the row e1 of table 3: 519,684 = 6 x 86,614, and 6 of the 16 sets of errors matter
/// in every interval.
pub const E1_TIMES: u64 = 6;

/// Table 3.
pub const TABLE3: [Printed3; 5] = [
    Printed3 { interval: I1, e1: 47_280, e2: 7_904, e1_percent: 0.13, e2_percent: 0.13, note: None },
    Printed3 { interval: I2, e1: 196_956, e2: 32_522, e1_percent: 1.02, e2_percent: 1.07, note: None },
    Printed3 {
        interval: I3,
        e1: 117_216,
        e2: 17_738,
        e1_percent: 0.41,
        e2_percent: 0.59,
        note: Some("e2: a misprint for 0.39; table 2, summed, gives 0.41"),
    },
    Printed3 { interval: I4, e1: 23_208, e2: 2_342, e1_percent: 0.05, e2_percent: 0.05, note: None },
    Printed3 { interval: I5, e1: 135_024, e2: 21_480, e1_percent: 0.51, e2_percent: 0.53, note: None },
];

/// A column of table 4: positive scores favour minimax.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Printed4 {
    /// The position in error.
    pub reply: Reply,
    /// Percent of the critical positions, e1.
    pub e1: f64,
    /// The same for e2.
    pub e2: f64,
}

/// Table 4.
pub const TABLE4: [Printed4; 4] = [
    Printed4 { reply: M1, e1: -2.57, e2: -2.06 },
    Printed4 { reply: M2, e1: 3.11, e2: 3.41 },
    Printed4 { reply: P1, e1: 8.54, e2: 8.40 },
    Printed4 { reply: P2, e1: -6.95, e2: -6.85 },
];
