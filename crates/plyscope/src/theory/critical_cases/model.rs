//! The small version of Scheucher & Kaindl's model that section 6 counts over.
//!
//! The root has a value; a child's is that plus 0 to `increment`, a grandchild's the child's minus 0 to
//! `increment`, 0 stepped over and +-max never left, as in [`ScheucherKaindl`](crate::tree::ScheucherKaindl).
//! With two moves that is (increment + 1)^6 positions. What the rules believe (f' = w_c) and how often
//! they are wrong are two things: only where both are the same is the evaluator calibrated.
//!
//! Read for the columns: e1 believes w_1 and is wrong as w_1 says. The text calls e1's error
//! proportional; w_1 is nearly that, and table 2's digits are w_1's, not the straight line's.
//! e2 believes w_4 where w_1 is true: the one setting found that gives its total. Largest value 42: the only one that
//! gives the digits.

use crate::error::{Error, Result};
use crate::tree::win_probability;
use crate::value::Win;

/// How often the sign of a heuristic value is wrong.
///
/// ```
/// use plyscope::theory::critical_cases::{ErrorFunction, Model};
/// let line = Model::e1().with_error(ErrorFunction::Proportional)?;
/// assert!((line.error(21) - 0.25).abs() < 1e-12); // half way to 42
/// assert_eq!(Model::e1().with_error(ErrorFunction::Constant(0.1))?.error(42), 0.1);
/// # Ok::<(), plyscope::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum ErrorFunction {
    /// 1 - w_c(|h|), for a c: falls along an arc from 1/2 at the draw value to 0 at the extremes.
    Arc(f64),
    /// (1 - |h| / max) / 2: falls in a straight line.
    Proportional,
    /// The same for all values.
    Constant(f64),
}

/// What stands for M2, the worse reply to minimax's move, when cases are counted.
///
/// Which moves are chosen is the same in both; they differ in the interval of the draw value and in the chance
/// of an error.
///
/// ```
/// use plyscope::theory::critical_cases::{Census, Interval, Model, WorseReply, printed};
/// let in_i4 = |model: Model| Census::of(&model).critical_in(Interval::I4);
/// let carried = in_i4(Model::e2().with_worse_reply(WorseReply::Carried));
/// assert_eq!(carried, printed::TABLE3[3].e2);
/// assert!(in_i4(Model::e2()) > carried);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum WorseReply {
    /// M2 itself, as section 4 defines it.
    #[default]
    Own,
    /// P2, where minimax's move leads to the child with the larger heuristic value (equal: where it is the first
    /// child); else M2. It is not the definition, but what the paper's tables 2 to 4 and its crossover follow: a
    /// running minimum that is carried over from the other move would do it, as P2 is the smaller of the two.
    Carried,
}

/// All positions two plies deep with two moves, what is believed of them, and what is true.
///
/// ```
/// use plyscope::theory::critical_cases::{Census, ErrorFunction, Model};
/// let model = Model::new(1, 2, 10, 1.0, ErrorFunction::Constant(0.1))?;
/// assert_eq!(model.error(7), 0.1);
/// assert_eq!(Census::of(&model).positions, 3u64.pow(6)); // three increments, six times
/// # Ok::<(), plyscope::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Model {
    root: i32,
    increment: u32,
    max: i32,
    c: f64,
    error: ErrorFunction,
    worse_reply: WorseReply,
}

impl Model {
    /// The largest increment that is counted: 65^6 positions, in about a second.
    pub(crate) const MAX_INCREMENT: u32 = 64;

    /// The paper's first column: root 1, increment 9, values up to 42, believed and true w_1.
    pub fn e1() -> Self {
        Model {
            root: 1,
            increment: 9,
            max: 42,
            c: 1.0,
            error: ErrorFunction::Arc(1.0),
            worse_reply: WorseReply::Own,
        }
    }

    /// The paper's second column: w_4 is believed, w_1 is true.
    pub fn e2() -> Self {
        Model { c: 4.0, ..Model::e1() }
    }

    /// Any model: the root's value, the largest increment a ply, the largest value, the c of the
    /// believed probability to win w_c, and how often the sign is wrong.
    pub fn new(root: i32, increment: u32, max: i32, c: f64, error: ErrorFunction) -> Result<Self> {
        let refuse = |parameter: &str, value: &dyn std::fmt::Display, allowed: String| {
            let (kind, parameter) = ("critical cases".to_string(), parameter.to_string());
            Err(Error::Parameter { kind, parameter, value: value.to_string(), allowed })
        };
        let arc = |c: f64| c > 0.0 && c <= 1000.0;
        if !(1..=1_000_000).contains(&max) {
            return refuse("max", &max, "a whole number from 1 to 1000000".into());
        }
        if root == 0 || root.unsigned_abs() > max.unsigned_abs() {
            return refuse("root", &root, format!("a whole number from {} to {max}, not 0", -max));
        }
        if increment > Self::MAX_INCREMENT {
            return refuse(
                "increment",
                &increment,
                format!("a whole number from 0 to {}", Self::MAX_INCREMENT),
            );
        }
        if !arc(c) {
            return refuse("c", &c, "a number above 0, at most 1000".into());
        }
        match error {
            ErrorFunction::Arc(c) if !arc(c) => {
                refuse("error's c", &c, "a number above 0, at most 1000".into())
            }
            ErrorFunction::Constant(e) if !(0.0..=1.0).contains(&e) => {
                refuse("error", &e, "a probability from 0 to 1".into())
            }
            _ => Ok(Model { root, increment, max, c, error, worse_reply: WorseReply::Own }),
        }
    }

    /// The same positions and beliefs, wrong in another way; refused as in [`Model::new`].
    pub fn with_error(self, error: ErrorFunction) -> Result<Self> {
        let other = Model::new(self.root, self.increment, self.max, self.c, error)?;
        Ok(other.with_worse_reply(self.worse_reply))
    }

    /// The same with another reading of M2.
    pub fn with_worse_reply(self, worse_reply: WorseReply) -> Self {
        Model { worse_reply, ..self }
    }

    /// The value of the root.
    pub fn root(&self) -> i32 {
        self.root
    }

    /// The largest change of value a ply.
    pub fn increment(&self) -> u32 {
        self.increment
    }

    /// The largest value.
    pub fn max(&self) -> i32 {
        self.max
    }

    /// The c of the believed probability to win.
    pub fn c(&self) -> f64 {
        self.c
    }

    /// How often the sign is wrong.
    pub(crate) fn error_function(&self) -> ErrorFunction {
        self.error
    }

    /// What stands for M2 when cases are counted.
    pub fn worse_reply(&self) -> WorseReply {
        self.worse_reply
    }

    /// f': the probability to win that the product rule is given for a heuristic value.
    pub fn believed(&self, h: i32) -> Win {
        win_probability(self.c, h, self.max)
    }

    /// The probability that the sign of a heuristic value is wrong.
    pub fn error(&self, h: i32) -> f64 {
        match self.error {
            ErrorFunction::Arc(c) => win_probability(c, h.abs(), self.max).second,
            ErrorFunction::Proportional => win_probability(0.0, h.abs(), self.max).second,
            ErrorFunction::Constant(e) => e,
        }
    }

    /// Is what is believed also true? Then the product rule's advantage is an
    /// [identity](super::calibrated_advantage).
    pub fn is_calibrated(&self) -> bool {
        self.error == ErrorFunction::Arc(self.c)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_at_known_values() {
        let near = |a: f64, b: f64| assert!((a - b).abs() < 1e-15, "{a} and {b}");
        let line = Model::e1().with_error(ErrorFunction::Proportional).unwrap();
        near(line.error(21), 0.25);
        near(line.error(-21), 0.25);
        near(line.error(42), 0.0);
        near(Model::e1().error(-42), 0.0);
        // atan(1/2) / atan(1) = 0.5903...
        near(Model::e2().error(21), 0.5 - 0.5f64.atan() / 1f64.atan() / 2.0);
        assert!(Model::e1().is_calibrated() && !Model::e2().is_calibrated());
    }

    #[test]
    fn what_makes_no_sense_is_refused() {
        let arc = ErrorFunction::Arc(1.0);
        let refused = |model: Result<Model>, says: &str| {
            let message = model.unwrap_err().to_string();
            assert!(message.contains(says), "{message}");
        };
        refused(Model::new(0, 9, 42, 1.0, arc), "root=0");
        refused(Model::new(43, 9, 42, 1.0, arc), "from -42 to 42, not 0");
        refused(Model::new(i32::MIN, 9, 42, 1.0, arc), "root");
        refused(Model::new(1, 65, 42, 1.0, arc), "from 0 to 64");
        refused(Model::new(1, 9, 0, 1.0, arc), "max=0");
        refused(Model::new(1, 9, 42, 0.0, arc), "above 0");
        refused(Model::new(1, 9, 42, f64::NAN, arc), "above 0");
        refused(Model::new(1, 9, 42, 1.0, ErrorFunction::Arc(-1.0)), "error's c");
        refused(Model::new(1, 9, 42, 1.0, ErrorFunction::Constant(1.1)), "from 0 to 1");
        assert!(Model::new(-7, 3, 10, 16.0, ErrorFunction::Constant(1.0)).is_ok());
    }
}
