//! A match that stops by itself: the generalised sequential probability ratio test of two differences in Elo.
//!
//! Wald (1945) compares two simple hypotheses; here each says only what the mean is, and stands for the distribution with
//! that mean that fits the pairs best. The logarithm of the ratio of their likelihoods is
//! `sum of count_i * ln(p1_i / p0_i)` over the five outcomes, and the test ends when it leaves
//! `ln(beta / (1 - alpha))` to `ln((1 - beta) / alpha)`.

use super::{Pentanomial, score_of_elo};

/// The two hypotheses, and how often each may be accepted wrongly.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
}

/// What the test says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Accepted {
    /// The difference is `elo0`, or less.
    H0,
    /// The difference is `elo1`, or more.
    H1,
}

impl Accepted {
    /// In a word.
    pub fn name(self) -> &'static str {
        match self {
            Accepted::H0 => "H0",
            Accepted::H1 => "H1",
        }
    }
}

/// No match is about more.
const MOST_ELO: f64 = 2000.0;

impl Sprt {
    /// A test of `elo0` against the larger `elo1`: with `elo0` true H1 is accepted with probability `alpha`, with `elo1`
    /// true H0 with probability `beta`. What is wrong is said in words.
    ///
    /// ```
    /// use plyscope_lab::stats::{Accepted, Pentanomial, Sprt};
    /// let test = Sprt::new(0.0, 30.0, 0.05, 0.05)?;
    /// assert_eq!(test.accepts(&Pentanomial([1, 2, 10, 4, 3])), None);
    /// assert_eq!(test.accepts(&Pentanomial([10, 20, 100, 60, 50])), Some(Accepted::H1));
    /// assert!(Sprt::new(5.0, 0.0, 0.05, 0.05).is_err());
    /// # Ok::<(), String>(())
    /// ```
    pub fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64) -> Result<Self, String> {
        for (name, elo) in [("elo0", elo0), ("elo1", elo1)] {
            if !(-MOST_ELO..=MOST_ELO).contains(&elo) {
                return Err(format!("{name} is a number from -{MOST_ELO} to {MOST_ELO}, not {elo}"));
            }
        }
        if elo1 <= elo0 {
            return Err(format!("elo1 must be larger than elo0: {elo1} is not larger than {elo0}"));
        }
        for (name, error) in [("alpha", alpha), ("beta", beta)] {
            if !(1e-6..0.5).contains(&error) {
                return Err(format!(
                    "{name} is a probability of at least 0.000001 and below 0.5, not {error}"
                ));
            }
        }
        Ok(Sprt { elo0, elo1, alpha, beta })
    }

    /// The two differences in Elo.
    pub(crate) fn elos(&self) -> [f64; 2] {
        [self.elo0, self.elo1]
    }

    /// How often H1 is accepted where `elo0` is true, and H0 where `elo1` is.
    pub fn errors(&self) -> [f64; 2] {
        [self.alpha, self.beta]
    }

    /// The logarithm of the ratio of likelihoods, of H1 over H0; 0 of no pairs.
    pub fn llr(&self, counts: &Pentanomial) -> f64 {
        if counts.pairs() == 0 {
            return 0.0;
        }
        let [p0, p1] = [self.elo0, self.elo1].map(|elo| counts.fitted(score_of_elo(elo)));
        let seen = (0..5).filter(|i| counts.0[*i] > 0);
        seen.map(|i| counts.0[i] as f64 * libm::log(p1[i] / p0[i])).sum()
    }

    /// Between these the test goes on.
    pub fn bounds(&self) -> [f64; 2] {
        [libm::log(self.beta / (1.0 - self.alpha)), libm::log((1.0 - self.beta) / self.alpha)]
    }

    /// What is accepted after these pairs, if anything is.
    pub fn accepts(&self, counts: &Pentanomial) -> Option<Accepted> {
        let (llr, [lower, upper]) = (self.llr(counts), self.bounds());
        match llr {
            llr if llr >= upper => Some(Accepted::H1),
            llr if llr <= lower => Some(Accepted::H0),
            _ => None,
        }
    }
}

/// As the command takes it, with everything said.
impl std::fmt::Display for Sprt {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "elo0={},elo1={},alpha={},beta={}", self.elo0, self.elo1, self.alpha, self.beta)
    }
}

/// `elo0=0,elo1=5,alpha=0.05,beta=0.05`, what is left out at these.
impl std::str::FromStr for Sprt {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut values = [("elo0", 0.0), ("elo1", 5.0), ("alpha", 0.05), ("beta", 0.05)];
        let mut given = Vec::new();
        for part in text.split(',').map(str::trim).filter(|part| !part.is_empty()) {
            let (name, value) = part.split_once('=').unwrap_or((part, ""));
            let (name, value) = (name.trim(), value.trim());
            let Some(known) = values.iter_mut().find(|(known, _)| *known == name) else {
                return Err(format!(
                    "a test is such as elo0=0,elo1=5,alpha=0.05,beta=0.05; it has no `{name}`"
                ));
            };
            if given.contains(&known.0) {
                return Err(format!("`{name}` is given twice"));
            }
            given.push(known.0);
            known.1 = value.parse().map_err(|_| format!("{name} is a number, not `{value}`"))?;
        }
        let [elo0, elo1, alpha, beta] = values.map(|(_, value)| value);
        Sprt::new(elo0, elo1, alpha, beta)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mistakes_are_told_in_words() {
        for (text, why) in [
            ("elo0=5,elo1=5", "elo1 must be larger than elo0"),
            ("elo0=5", "elo1 must be larger than elo0"),
            ("alpha=0", "alpha is a probability"),
            ("beta=0.5", "beta is a probability"),
            ("alpha=NaN", "alpha is a probability"),
            ("elo1=inf", "elo1 is a number from"),
            ("elo1=x", "elo1 is a number, not `x`"),
            ("elo2=3", "no `elo2`"),
            ("elo0=1,elo0=2", "given twice"),
        ] {
            let told = text.parse::<Sprt>().unwrap_err();
            assert!(told.contains(why), "{text}: {told}");
        }
        let usual: Sprt = "".parse().unwrap();
        assert_eq!(usual.to_string(), "elo0=0,elo1=5,alpha=0.05,beta=0.05");
        assert_eq!(usual.to_string().parse(), Ok(usual));
        // ln 19, to which both errors of one in twenty lead.
        assert!((usual.bounds()[1] - 2.944_438_979).abs() < 1e-9 && usual.bounds()[0] == -usual.bounds()[1]);
    }

    /// Where pairs are lost or won it is Wald's test of two coins, in closed form; with many pairs it is near the normal
    /// approximation n (s1 - s0) (2 m - s0 - s1) / (2 v).
    #[test]
    fn ratios_by_hand() {
        let test = Sprt::new(-10.0, 60.0, 0.05, 0.05).unwrap();
        let [s0, s1] = [-10.0, 60.0].map(score_of_elo);
        let coins = test.llr(&Pentanomial([30, 0, 0, 0, 70]));
        let wald = 70.0 * (s1 / s0).ln() + 30.0 * ((1.0 - s1) / (1.0 - s0)).ln();
        assert!((coins - wald).abs() < 1e-9, "{coins} {wald}");
        let counts = Pentanomial([400, 900, 4000, 1000, 500]);
        let test = Sprt::new(0.0, 5.0, 0.05, 0.05).unwrap();
        let [s0, s1] = [0.0, 5.0].map(score_of_elo);
        let n = counts.pairs() as f64;
        let normal = n * (s1 - s0) * (2.0 * counts.mean() - s0 - s1) / (2.0 * counts.variance());
        assert!((test.llr(&counts) / normal - 1.0).abs() < 0.02, "{} {normal}", test.llr(&counts));
        assert_eq!(test.llr(&Pentanomial::default()), 0.0);
    }
}
