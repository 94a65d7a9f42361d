//! Is a verifier good enough for n candidates? Selection among candidates that were drawn for every problem: the highest
//! score of n, a vote of n, and whether any of n is correct; what more candidates repair and break, why, and what to use.

mod exact;
mod read;
mod repairs;
mod told;
mod votes;
mod why;

pub use read::{Problem, problems};
pub use repairs::Repaired;
pub use told::{page, text};

use crate::error::{Error, Result};
use crate::measurement::{
    Called, Estimate, Judged, LEVEL, Spent, Step, Verdict, differences, each_of, steps,
};
use exact::Ranked;
use plyscope::search::Effort;
use serde::Serialize;
use std::collections::BTreeMap;
use votes::{Keyed, Votes};

/// All that is found.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Scaling {
    /// Problems that are counted.
    pub problems: usize,
    /// What a reader should know.
    pub warnings: Vec<String>,
    /// Every way to select.
    pub methods: Vec<Method>,
    /// The same by group.
    pub groups: Vec<Group>,
    /// What to do.
    pub advice: Vec<Use>,
}

/// A way to select one of n candidates; `pass` is whether any of them is correct.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Method {
    /// `best-of-n`, `majority`, `weighted-vote` or `pass`.
    pub name: &'static str,
    /// By number of candidates.
    pub counts: Vec<At>,
    /// What more candidates repair and break.
    pub steps: Vec<Step>,
    /// What that is called.
    pub verdict: Verdict,
    /// What the scores say.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub why: Vec<Reason>,
    /// What would change with another use of the scores.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub repairs: Vec<Repaired>,
    /// By count, the accuracy on every problem.
    #[serde(skip)]
    right: Vec<Vec<f64>>,
}

/// A method with a number of candidates.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct At {
    /// How many.
    pub samples: u64,
    /// The share of problems that are answered correctly, expected over all draws of so many.
    pub accuracy: Estimate,
    /// Was every draw counted? Else keyed ones were taken at some problems.
    pub exact: bool,
}

/// Something that the scores say.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Reason {
    /// `spread`, `ties` or `calibration`.
    pub id: &'static str,
    /// In a sentence.
    pub text: String,
}

/// Some of the problems.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Group {
    /// The group.
    pub group: String,
    /// How many problems are in it.
    pub problems: usize,
    /// Every way to select.
    pub methods: Vec<Method>,
}

/// How to select.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Use {
    /// In words.
    pub text: String,
    /// The method.
    pub method: &'static str,
    /// The best number of candidates.
    pub best: Spent,
    /// All numbers that no paired comparison finds worse.
    pub alike: Vec<Spent>,
    /// The accuracy with the best.
    pub accuracy: Estimate,
}

/// The fewest problems that intervals are to be believed of.
const FEW: usize = 100;

impl Scaling {
    /// Of problems, with numbers of candidates; without any, the powers of two that every problem has enough for.
    pub fn new(mut problems: Vec<Problem>, counts: Option<&[u64]>, seed: u64) -> Result<Self> {
        let given = problems.len();
        let fewest = problems.iter().map(|problem| problem.correct.len() as u64).min().unwrap_or(0);
        let usual: Vec<u64> = (0..63).map(|power| 1 << power).take_while(|count| *count <= fewest).collect();
        let counts: Vec<usize> = counts.unwrap_or(&usual).iter().map(|count| *count as usize).collect();
        let most = counts.last().copied().unwrap_or(0);
        problems.retain(|problem| problem.correct.len() >= most);
        if problems.is_empty() {
            return Err(Error::Usage(format!("no problem has {most} candidates; take smaller --counts")));
        }
        let mut warnings = Vec::new();
        if problems.len() < given {
            let out = given - problems.len();
            warnings.push(format!(
                "{out} of {given} problems have fewer than {most} candidates and are left out."
            ));
        }
        if problems.len() < FEW {
            warnings.push(format!("Problems are few ({}): expect wide intervals.", problems.len()));
        }
        let keyed = Keyed::new(seed, problems.len() * most);
        let mut methods = methods(&problems, &counts, keyed);
        let is_keyed = |method: &&Method| method.counts.iter().any(|at| !at.exact);
        let voted: Vec<&str> = methods.iter().filter(is_keyed).map(|method| method.name).collect();
        if !voted.is_empty() {
            let (voted, orders) = (voted.join(" and "), keyed.orders);
            warnings
                .push(format!("{voted}: where there are too many draws to count, {orders} keyed orders of a problem stand for all."));
        }
        let mut members: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (at, problem) in problems.iter().enumerate() {
            members.entry(&problem.group).or_default().push(at);
        }
        let tables = members.len();
        // Without groups everybody is in the one without a name.
        members.retain(|group, _| tables > 1 || !group.is_empty());
        let group = |(group, of): (&str, Vec<usize>)| Group {
            group: group.into(),
            problems: of.len(),
            methods: methods.iter().map(|method| method.on(&of, tables)).collect(),
        };
        let groups = members.into_iter().map(group).collect();
        let best = methods.iter_mut().find(|method| method.name == BEST);
        if let Some(Method { why, repairs, right, .. }) = best {
            *why = why::reasons(&problems);
            *repairs = repairs::repairs(&problems, &counts, right, keyed);
        }
        let advice = advice(&methods);
        Ok(Scaling { problems: problems.len(), warnings, methods, groups, advice })
    }

    /// As JSON, for people and programs.
    pub fn json(&self) -> String {
        format!("{:#}\n", serde_json::json!({ "scaling": self }))
    }
}

const BEST: &str = "best-of-n";
const PASS: &str = "pass";

/// All methods that the candidates allow.
fn methods(problems: &[Problem], counts: &[usize], keyed: Keyed) -> Vec<Method> {
    let of = |name: &'static str, each: &dyn Fn(&Problem) -> Vec<(f64, bool)>| {
        let (mut right, mut exact) = (vec![Vec::new(); counts.len()], vec![true; counts.len()]);
        for (at, (accuracy, counted)) in
            problems.iter().flat_map(|problem| each(problem).into_iter().enumerate())
        {
            // Sums of shares differ from 1 in the last digit.
            right[at].push(accuracy.clamp(0.0, 1.0));
            exact[at] &= counted;
        }
        Method::new(name, counts.iter().map(|n| *n as u64).zip(exact), right, 1)
    };
    let ranked = |keys: fn(&Problem) -> &[f64]| {
        move |problem: &Problem| {
            let ranked = Ranked::by(keys(problem), &problem.correct, f64::INFINITY);
            counts.iter().map(|n| (ranked.of(*n, 1), true)).collect()
        }
    };
    let vote = |weighted| move |problem: &Problem| Votes::of(problem, weighted).accuracies(counts, keyed);
    let (scored, answered) = (!problems[0].scores.is_empty(), !problems[0].answers.is_empty());
    let all = [
        scored.then(|| of(BEST, &ranked(|problem| &problem.scores))),
        answered.then(|| of("majority", &vote(false))),
        (scored && answered).then(|| of("weighted-vote", &vote(true))),
        Some(of(PASS, &ranked(|problem| &problem.correct))),
    ];
    all.into_iter().flatten().collect()
}

fn spent(samples: u64) -> Spent {
    Spent(Effort::Logged("samples", samples))
}

impl Method {
    /// By count the accuracy on every problem; intervals of steps hold together for so many tables.
    fn new(
        name: &'static str,
        counts: impl Iterator<Item = (u64, bool)>,
        right: Vec<Vec<f64>>,
        tables: usize,
    ) -> Self {
        let at = |((samples, exact), right): ((u64, bool), &Vec<f64>)| At {
            samples,
            accuracy: Estimate::of(right, LEVEL),
            exact,
        };
        let counts: Vec<At> = counts.zip(&right).map(at).collect();
        let steps =
            steps(&counts.iter().map(|at| spent(at.samples)).collect::<Vec<_>>(), &right, tables, false);
        let verdict = verdict(&steps);
        Method { name, counts, steps, verdict, why: Vec::new(), repairs: Vec::new(), right }
    }

    /// On some of the problems.
    fn on(&self, of: &[usize], tables: usize) -> Self {
        let right = self.right.iter().map(|right| of.iter().map(|at| right[*at]).collect()).collect();
        Method::new(self.name, self.counts.iter().map(|at| (at.samples, at.exact)), right, tables)
    }
}

fn verdict(steps: &[Step]) -> Verdict {
    let hurting = steps.iter().filter(|step| step.verdict == Judged::Hurts);
    let helping = steps.iter().filter(|step| step.verdict == Judged::Helps).count();
    let (id, text) = match hurting.min_by(|a, b| a.net.value.total_cmp(&b.net.value)) {
        Some(step) => {
            let text = format!(
                "From {} to {} accuracy falls: {} points. More decides worse.",
                step.from,
                step.to,
                told::interval(&step.net)
            );
            (Called::Pathology, text)
        }
        None if helping > 0 => {
            (Called::None, format!("{helping} of {} steps help and none hurts.", steps.len()))
        }
        None => (Called::None, "No step changes the result significantly.".into()),
    };
    Verdict { id, text }
}

/// For every method that can be used, the best number of candidates; the best method first.
fn advice(methods: &[Method]) -> Vec<Use> {
    let each = |Method { name, counts, right, .. }: &Method| {
        let mean = |at: &usize| counts[*at].accuracy.value;
        // Of equals the fewest.
        let best = (0..counts.len()).max_by(|a, b| mean(a).total_cmp(&mean(b)).then(b.cmp(a)))?;
        let level = each_of(counts.len() * (counts.len() - 1) / 2);
        let is_less = |at: &usize| {
            Estimate::of_differences(&differences(&right[best], &right[*at]), level).is_negative()
        };
        let alike: Vec<u64> =
            (0..counts.len()).filter(|at| *at == best || !is_less(at)).map(|at| counts[at].samples).collect();
        let At { samples, accuracy, .. } = counts[best];
        let text = format!(
            "{name}: best with {samples} candidates, {}; not significantly worse: {alike:?}.",
            told::share(&accuracy)
        );
        let alike = alike.into_iter().map(spent).collect();
        Some(Use { text, method: name, best: spent(samples), alike, accuracy })
    };
    let mut all: Vec<Use> = methods.iter().filter(|method| method.name != PASS).filter_map(each).collect();
    all.sort_by(|a, b| b.accuracy.value.total_cmp(&a.accuracy.value));
    all
}
