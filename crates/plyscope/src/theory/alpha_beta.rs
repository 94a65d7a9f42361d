//! How much alpha-beta must look at.

/// The fewest leaves that any search needs to prove the value of a uniform tree, and that alpha-beta
/// needs in best-first order: b^ceil(m/2) + b^floor(m/2) - 1 (Knuth & Moore 1975, corollary 1). None
/// where the number does not fit.
pub fn fewest_leaves(branching: u64, depth: u32) -> Option<u64> {
    let half = branching.checked_pow(depth / 2)?;
    let other = branching.checked_pow(depth.div_ceil(2))?;
    half.checked_add(other)?.checked_sub(1)
}

#[cfg(test)]
mod tests {
    use super::fewest_leaves;

    #[test]
    fn by_hand() {
        assert_eq!(fewest_leaves(3, 2), Some(5), "figure 2 of Russell & Norvig: 3 + 3 - 1");
        assert_eq!(fewest_leaves(2, 3), Some(5), "4 + 2 - 1");
        assert_eq!(fewest_leaves(35, 100), None);
    }
}
