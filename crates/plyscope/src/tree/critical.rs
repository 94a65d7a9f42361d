//! The balance point of P-games.

/// The p at which both players' chances stay the same at every height: the root of (1-p)^b = p.
///
/// By bisection down to neighbouring doubles; .381966 for b = 2, .317672 for b = 3.
///
/// ```
/// use plyscope::tree::critical_p;
/// let golden = (3.0 - 5f64.sqrt()) / 2.0; // the root for two moves, in closed form
/// assert!((critical_p(2) - golden).abs() < 1e-15);
/// ```
pub fn critical_p(branching: u32) -> f64 {
    let (mut low, mut high) = (0.0f64, 1.0);
    loop {
        let middle = low + (high - low) / 2.0;
        if middle <= low || middle >= high {
            return middle;
        }
        if power(1.0 - middle, branching) > middle { low = middle } else { high = middle }
    }
}

/// Powers by squaring: the same digits on every platform.
pub(crate) fn power(base: f64, exponent: u32) -> f64 {
    let (mut result, mut square, mut rest) = (1.0, base, exponent);
    while rest > 0 {
        if rest & 1 == 1 {
            result *= square;
        }
        square *= square;
        rest >>= 1;
    }
    result
}
