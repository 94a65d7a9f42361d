//! The normal distribution: its quantiles, which make normal numbers of uniform ones, and its distribution function.
//!
//! Quantiles by Wichura's algorithm AS 241 (1988), right to about 16 digits. Nothing of the platform is used, so the same
//! key draws the same number everywhere.

// Coefficients stand as they were published.
#![allow(clippy::excessive_precision)]

/// A rational function by its coefficients, from the constant.
#[inline]
fn ratio(above: &[f64; 8], below: &[f64; 8], x: f64) -> f64 {
    let value = |coefficients: &[f64; 8]| coefficients.iter().rev().fold(0.0, |sum, c| sum * x + c);
    value(above) / value(below)
}

/// The number below which a normal one lies with this probability, between 0 and 1.
///
/// ```
/// use plyscope::key::normal_quantile;
/// assert_eq!(normal_quantile(0.5), 0.0);
/// assert!((normal_quantile(0.975) - 1.959963984540054).abs() < 1e-14);
/// ```
#[inline]
pub fn normal_quantile(probability: f64) -> f64 {
    let q = probability - 0.5;
    if q.abs() <= 0.425 {
        return q * ratio(&MIDDLE[0], &MIDDLE[1], 0.180625 - q * q);
    }
    let tail = if q < 0.0 { probability } else { 1.0 - probability };
    let r = libm::sqrt(-libm::log(tail));
    let far = if r <= 5.0 { ratio(&NEAR[0], &NEAR[1], r - 1.6) } else { ratio(&FAR[0], &FAR[1], r - 5.0) };
    if q < 0.0 { -far } else { far }
}

/// The probability that a normal number lies below this one.
///
/// ```
/// use plyscope::key::normal_probability;
/// assert_eq!(normal_probability(0.0), 0.5);
/// assert!((normal_probability(1.0) - 0.8413447460685429).abs() < 1e-15);
/// ```
#[inline]
pub fn normal_probability(x: f64) -> f64 {
    0.5 * libm::erfc(-x * std::f64::consts::FRAC_1_SQRT_2)
}

/// Between the 7.5% and the 92.5% quantile.
const MIDDLE: [[f64; 8]; 2] = [
    [
        3.3871328727963666080e0,
        1.3314166789178437745e2,
        1.9715909503065514427e3,
        1.3731693765509461125e4,
        4.5921953931549871457e4,
        6.7265770927008700853e4,
        3.3430575583588128105e4,
        2.5090809287301226727e3,
    ],
    [
        1.0,
        4.2313330701600911252e1,
        6.8718700749205790830e2,
        5.3941960214247511077e3,
        2.1213794301586595867e4,
        3.9307895800092710610e4,
        2.8729085735721942674e4,
        5.2264952788528545610e3,
    ],
];

/// Beyond, as far as e^-25.
const NEAR: [[f64; 8]; 2] = [
    [
        1.42343711074968357734e0,
        4.63033784615654529590e0,
        5.76949722146069140550e0,
        3.64784832476320460504e0,
        1.27045825245236838258e0,
        2.41780725177450611770e-1,
        2.27238449892691845833e-2,
        7.74545014278341407640e-4,
    ],
    [
        1.0,
        2.05319162663775882187e0,
        1.67638483018380384940e0,
        6.89767334985100004550e-1,
        1.48103976427480074590e-1,
        1.51986665636164571966e-2,
        5.47593808499534494600e-4,
        1.05075007164441684324e-9,
    ],
];

/// Further still.
const FAR: [[f64; 8]; 2] = [
    [
        6.65790464350110377720e0,
        5.46378491116411436990e0,
        1.78482653991729133580e0,
        2.96560571828504891230e-1,
        2.65321895265761230930e-2,
        1.24266094738807843860e-3,
        2.71155556874348757815e-5,
        2.01033439929228813265e-7,
    ],
    [
        1.0,
        5.99832206555887937690e-1,
        1.36929880922735805310e-1,
        1.48753612908506148525e-2,
        7.86869131145613259100e-4,
        1.84631831751005468180e-5,
        1.42151175831644588870e-7,
        2.04426310338993978564e-15,
    ],
];

#[cfg(test)]
mod tests {
    use super::*;

    /// Quantile and distribution function undo each other, in the middle and in both tails.
    #[test]
    fn quantiles_and_probabilities_are_inverse() {
        for i in 1..4000 {
            let x = f64::from(i - 2000) / 250.0;
            let p = normal_probability(x);
            if x < 5.0 {
                assert!(
                    (normal_quantile(p) - x).abs() < 1e-9 * (1.0 + x.abs()),
                    "{x}: {}",
                    normal_quantile(p)
                );
            }
        }
        for exponent in [2, 5, 10, 12, 20, 50, 100, 300] {
            let p = 10f64.powi(-exponent);
            let back = normal_probability(normal_quantile(p));
            assert!((back / p - 1.0).abs() < 1e-11, "{p}: {back}");
        }
    }

    /// Table values.
    #[test]
    fn known_quantiles() {
        for (p, x) in [(0.001, -3.090232306167813), (0.25, -0.6744897501960817), (0.9, 1.2815515655446004)] {
            assert!((normal_quantile(p) - x).abs() < 1e-14, "{p}");
        }
    }
}
