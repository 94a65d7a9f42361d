//! The calibrated case: what is believed is true.
//!
//! A move is then truly won with the probability that the product rule gives it (the replies' errors are
//! independent), so over the critical positions the chance that P alone wins less the chance that M
//! alone does is P(1 - M) - M(1 - P) = P - M, and the product rule chose P because P > M. Its
//! advantage is no finding but an identity: what section 6 finds "quite robust" had to come out.

use super::{Model, census};

/// The product rule's advantage in percent of the critical positions, by the identity: the mean of
/// f'(P1) f'(P2) - f'(M1) f'(M2), never negative. It is the total of table 3 where the model
/// [is calibrated](Model::is_calibrated) and M2 is [its own](super::WorseReply::Own); elsewhere it is what the rule
/// believes of itself.
pub fn calibrated_advantage(model: &Model) -> f64 {
    let (mut sum, mut critical) = (0.0, 0);
    census::for_each_critical(&census::moves(model), |m, p, count| {
        sum += count as f64 * (p.believed.first - m.believed.first);
        critical += count;
    });
    if critical == 0 { 0.0 } else { 100.0 * sum / critical as f64 }
}

#[cfg(test)]
mod tests {
    use super::super::{ErrorFunction, table3};
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_identity(root in prop_oneof![-30..=-1i32, 1..=30i32], increment in 0..12u32, c in 0.01..20.0f64) {
            let model = Model::new(root, increment, 30, c, ErrorFunction::Arc(c)).unwrap();
            let table = table3(&model);
            let identity = calibrated_advantage(&model);
            prop_assert!((table.product_advantage_percent - identity).abs() < 1e-9);
            prop_assert!(identity >= 0.0);
            // It holds position by position, so in every interval too.
            prop_assert!(table.rows.iter().all(|row| row.product_advantage_percent > -1e-9));
        }
    }

    /// Beliefs that are far from the truth can make the product rule the worse one.
    #[test]
    fn no_identity_where_beliefs_are_wrong() {
        let inverted = Model::e1().with_error(ErrorFunction::Constant(0.9)).unwrap();
        assert!(table3(&inverted).product_advantage_percent < 0.0);
        assert!(calibrated_advantage(&inverted) > 0.0);
    }
}
