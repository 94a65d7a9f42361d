//! What to conclude from a match, in a sentence.

use super::MatchFound;
use crate::stats::{Accepted, normal_quantile};
use plyscope::search::Effort;
use serde::Serialize;

/// How the one player stands to the other, as far as the pairs show.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Relation {
    /// The interval of its score lies above a half.
    Stronger,
    /// The interval of its score lies below a half.
    Weaker,
    /// The interval holds a half.
    Undecided,
}

/// What to conclude.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Conclusion {
    /// For programs.
    pub id: Relation,
    /// For people.
    pub text: String,
}

/// What the pairs of a match say, by the interval that is told; where a test ended it, by the test.
pub(super) fn conclude(ladder: bool, found: &MatchFound) -> Conclusion {
    let id = match found.score {
        score if score.low > 0.5 => Relation::Stronger,
        score if score.high < 0.5 => Relation::Weaker,
        _ => Relation::Undecided,
    };
    let text = match (ladder, found.efforts, &found.sprt) {
        (true, [Some(deeper), Some(effort)], _) => step(id, deeper, effort, found),
        (_, _, Some(test)) => {
            let [elo0, elo1] = [test.elo0, test.elo1];
            match test.accepted {
                Some(Accepted::H1) if elo0 >= 0.0 => {
                    format!("A is stronger than B: the test accepts H1 (Elo {elo1} rather than {elo0}).")
                }
                Some(Accepted::H0) if elo0 >= 0.0 => {
                    format!(
                        "A is not stronger than B by {elo1} Elo: the test accepts H0 (Elo {elo0} rather than {elo1})."
                    )
                }
                Some(Accepted::H1) => format!("The test accepts H1: Elo {elo1} rather than {elo0}."),
                Some(Accepted::H0) => format!("The test accepts H0: Elo {elo0} rather than {elo1}."),
                None => format!("The test has not decided between Elo {elo0} and {elo1}; give more --pairs."),
            }
        }
        _ => match id {
            Relation::Stronger => "A is stronger than B.".into(),
            Relation::Weaker => "A is weaker than B.".into(),
            Relation::Undecided => format!("These pairs do not tell who is stronger{}.", enough(found)),
        },
    };
    Conclusion { id, text }
}

fn step(id: Relation, more: Effort, effort: Effort, found: &MatchFound) -> String {
    let looking = if more.depth().is_some() { "looking deeper" } else { "spending more" };
    match id {
        Relation::Stronger => format!("{more} beats {effort}: {looking} helps"),
        Relation::Weaker => format!("{more} loses to {effort}: {looking} hurts"),
        Relation::Undecided => {
            format!("{more} against {effort}: no difference that these pairs show{}", enough(found))
        }
    }
}

/// How many pairs would show a difference as large as this one nine times in ten, where there is one.
fn enough(found: &MatchFound) -> String {
    let lead = found.score.value - 0.5;
    let z = normal_quantile((1.0 - found.level) / 2.0) + normal_quantile(0.1);
    let wanted = (z * z * found.pentanomial().variance() / (lead * lead)).ceil();
    // A thousand million pairs are out of reach.
    if (1.0..1e9).contains(&wanted) {
        format!("; a difference of this size takes about {wanted:.0}")
    } else {
        String::new()
    }
}
