//! Leaves that keep all levels of a tree alike: the balance point of P-games, and that of games for more players.

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

/// The winning chances of who moves now, next, and so on, that stay the same at every level.
///
/// ```
/// use plyscope::tree::{balanced_chances, critical_p};
/// // With two players: the last mover wins at a leaf with the probability of P-games.
/// let two = balanced_chances(2, 2);
/// assert!((two[1] - critical_p(2)).abs() < 1e-12 && (two[0] + two[1] - 1.0).abs() < 1e-12);
/// ```
pub fn balanced_chances(players: usize, branching: u32) -> Vec<f64> {
    let others = players.saturating_sub(1) as u32;
    // The last player's chance u leaves the mover 1 - (1-u)^b, and each next player (1-u)^(b-1) times the one before.
    let of = |u: f64| (1.0 - power(1.0 - u, branching), power(1.0 - u, branching - 1));
    let (mut low, mut high) = (1e-9f64, 1.0);
    let last = loop {
        let middle = low + (high - low) / 2.0;
        if middle <= low || middle >= high {
            break middle;
        }
        let (mover, factor) = of(middle);
        if mover * power(factor, others) > middle { low = middle } else { high = middle }
    };
    let (mover, factor) = of(last);
    (0..players as u32).map(|k| mover * power(factor, k)).collect()
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
