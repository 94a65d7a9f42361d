//! How many claims came out how, in which setting, and how many of these verdicts may be chance.

use super::Section;
use crate::results::{Basis, Judged, Verdict};
use crate::stats::{discoveries, holm};

/// How often a verdict on what was sampled may be wrong.
const ALPHA: f64 = 0.05;

/// How many claims came out how, in the order of [`Verdict::ALL`].
pub fn count<'a>(claims: impl Iterator<Item = &'a Judged> + Clone) -> [usize; 5] {
    Verdict::ALL.map(|verdict| claims.clone().filter(|claim| claim.verdict == verdict).count())
}

/// The counts in words; what did not come out once is left out, but for the first two.
pub(super) fn counted(counts: [usize; 5]) -> String {
    let named = Verdict::ALL.iter().zip(counts).enumerate();
    let said = named.filter(|(i, (_, count))| *i < 2 || *count > 0);
    said.map(|(_, (verdict, count))| format!("{count} {}", verdict.name())).collect::<Vec<_>>().join(", ")
}

/// What is counted apart: what a paper says where it says how it was played and where we had to guess or to choose, digits,
/// other readings, and sentences of our own.
const KINDS: [&str; 5] = [
    "statements of the papers in settings that they give",
    "statements of the papers in settings that we guessed, or chose because they agree",
    "printed numbers of the papers",
    "claims in other readings of them",
    "claims of our own",
];

fn kind(section: &Section, claim: &Judged) -> usize {
    match claim {
        claim if claim.ours => 4,
        _ if section.result.id.contains('+') => 3,
        claim if claim.printed.is_some() => 2,
        claim => usize::from(claim.setting != Basis::Given),
    }
}

fn singular(name: String, noun: &&str) -> String {
    name.replacen(&format!("{noun}s"), noun, 1)
}

/// The counts in sentences: one where all claims are of one kind.
pub fn summary(sections: &[Section]) -> String {
    let sentence = |name: &str, wanted: &dyn Fn(usize) -> bool| {
        let mut found: Vec<Vec<&Judged>> = Vec::new();
        for section in sections {
            let claims = section.result.claims.iter().filter(|claim| wanted(kind(section, claim)));
            found.extend(Some(claims.collect::<Vec<_>>()).filter(|claims| !claims.is_empty()));
        }
        let claims = || found.iter().flatten().copied();
        let plural = if found.len() == 1 { "" } else { "s" };
        let fitted = |claim: &&Judged| claim.printed.is_some() && claim.setting == Basis::Fitted;
        let fitted = match claims().filter(fitted).count() {
            0 => String::new(),
            fitted => format!(" ({fitted} of all in a reading that was found from them)"),
        };
        let (all, counts) = (claims().count(), counted(count(claims())));
        let name = if all == 1 {
            ["statement", "number", "claim"].iter().fold(name.to_string(), singular)
        } else {
            name.into()
        };
        (all > 0).then(|| format!("Of {all} {name} in {} experiment{plural}, {counts}{fitted}.", found.len()))
    };
    let each = KINDS.iter().enumerate().filter_map(|(i, name)| sentence(name, &|kind| kind == i));
    let sentences: Vec<String> = each.collect();
    match sentences.len() {
        0 => format!("{} experiments without claims.", sections.len()),
        1 => sentence("claims", &|_| true).unwrap_or_default(),
        _ => sentences.join(" "),
    }
}

/// How many of some verdicts may be chance.
pub struct Chance {
    /// How many rest on samples.
    pub sampled: usize,
    /// How many stand if all of them together may be wrong once in twenty times (Holm).
    pub holm: usize,
    /// How many stand if one in twenty of them may be wrong on average (Benjamini & Yekutieli).
    pub discoveries: usize,
    /// The largest P-value that stands with Holm; 0 where none does.
    pub limit: f64,
}

impl Chance {
    /// Of these claims; only verdicts count that rest on samples.
    pub fn of<'a>(claims: impl Iterator<Item = &'a Judged>) -> Self {
        let mut p: Vec<f64> = claims.filter_map(|claim| claim.p).collect();
        p.sort_by(f64::total_cmp);
        let holm = holm(&p, ALPHA);
        let limit = holm.checked_sub(1).map_or(0.0, |last| p[last]);
        Chance { sampled: p.len(), holm, discoveries: discoveries(&p, ALPHA), limit }
    }

    /// In sentences; empty where nothing rests on samples.
    pub fn sentence(&self) -> String {
        let Chance { sampled, holm, discoveries, .. } = self;
        if *sampled == 0 {
            return String::new();
        }
        let wrong = (*sampled as f64 * ALPHA).floor();
        format!(
            "{sampled} of these verdicts rest on samples, of which at most {wrong} would be wrong by chance on average; {holm} stand \
             if all together may err once in twenty times (Holm), {discoveries} if one in twenty of them may be wrong \
             (Benjamini & Yekutieli)."
        )
    }
}

/// The same for all claims of some sections.
pub fn chance(sections: &[Section]) -> Chance {
    Chance::of(sections.iter().flat_map(|section| &section.result.claims))
}
