//! Claims as data: which comparison decides a sentence.

use super::comparison::Comparison;
use super::lookup::Lookup;
use super::{Printed, terms};
use crate::error::Result;

/// One sentence that can be false.
#[derive(Debug, Clone, PartialEq)]
pub struct Claim {
    /// A short name.
    pub id: String,
    /// The sentence.
    pub text: String,
    /// Section, figure or table of the paper where it stands; the experiment's source where nothing else is said.
    pub place: String,
    /// Is the sentence ours, not the paper's?
    pub ours: bool,
    /// Is it expected to be supported?
    pub expected: bool,
    /// Why we think it comes out as it does, where it does not come out as the paper says.
    pub why: String,
    /// Was the reading chosen because the sentence then comes out?
    pub chosen: Option<String>,
    /// The claim that it takes for granted, by its place among the claims.
    pub given: Option<usize>,
    /// Is the paired t-test shown beside the interval?
    pub t_test: bool,
    /// The number that the paper prints, where the claim is that ours is the same.
    pub printed: Option<f64>,
    /// What decides it.
    pub comparison: Comparison,
}

/// Checks the claims of a file; every printed number with its decimals is one more.
pub(super) fn check(lookup: &Lookup<'_>, printed: &[Printed]) -> Result<Vec<Claim>> {
    let mut claims: Vec<Claim> = Vec::new();
    let file = lookup.draft.file;
    let own = super::is_own(&file.source);
    for (number, one) in file.claim.iter().enumerate() {
        let at = lookup.draft.text.entry(&["claim", &number.to_string()], "id");
        if claims.iter().any(|claim| claim.id == one.id) {
            return Err(lookup.wrong(at.at, &format!("two claims are called `{}`", one.id)));
        }
        let given = |id: &String| {
            let why = || format!("`given` names a claim that stands before this one, not `{id}`");
            let found = claims.iter().position(|claim| claim.id == *id);
            found.ok_or_else(|| lookup.wrong(at.at, &why()))
        };
        let comparison = terms::comparison(lookup, number, at)?;
        if one.t_test && !comparison.is_paired() {
            let why = "`t-test` goes with above, mean-above over depths, larger-lead and pathological";
            return Err(lookup.wrong(at.at, why));
        }
        claims.push(Claim {
            id: one.id.clone(),
            text: one.text.clone(),
            place: one.place.clone().unwrap_or_else(|| file.source.clone()),
            ours: one.ours || own,
            expected: one.expected,
            why: one.why.clone(),
            chosen: one.chosen.clone(),
            given: one.given.as_ref().map(given).transpose()?,
            t_test: one.t_test,
            printed: None,
            comparison,
        });
    }
    for claim in printed.iter().filter_map(|printed| printed.claim(lookup)) {
        if claims.iter().any(|known| known.id == claim.id) {
            return Err(
                lookup.wrong(0, &format!("two claims are called `{}`: is a number printed twice?", claim.id))
            );
        }
        claims.push(claim);
    }
    Ok(claims)
}
