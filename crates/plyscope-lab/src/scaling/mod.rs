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
use votes::Votes;

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
#[derive(Debug, Clone, PartialEq, Serialize)]
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
        let sizes =
            |problems: &[Problem]| problems.iter().map(|problem| problem.correct.len()).min().unwrap_or(0);
        let (fewest, given) = (sizes(&problems), problems.len());
        let usual = || (0..).map(|power| 1usize << power).take_while(|count| *count <= fewest).collect();
        let counts: Vec<usize> =
            counts.map_or_else(usual, |counts| counts.iter().map(|n| *n as usize).collect());
        let most = counts.last().copied().unwrap_or(0);
        problems.retain(|problem| problem.correct.len() >= most);
        if problems.is_empty() {
            let why = format!("no problem has {most} candidates; take smaller --counts");
            return Err(Error::Usage(why));
        }
        let mut warnings = Vec::new();
        if problems.len() < given {
            let left_out = given - problems.len();
            warnings.push(format!(
                "{left_out} of {given} problems have fewer than {most} candidates and are left out."
            ));
        }
        if problems.len() < FEW {
            warnings.push(format!("{} problems are few: expect wide intervals.", problems.len()));
        }
        let all: Vec<usize> = (0..problems.len()).collect();
        let right = rights(&problems, &counts, seed);
        let keyed: Vec<&str> =
            right.iter().filter(|one| one.exact.contains(&false)).map(|one| one.name).collect();
        if !keyed.is_empty() {
            let keyed = keyed.join(" and ");
            warnings.push(format!(
                "{keyed}: where there are too many draws to count, 64 keyed ones of a problem stand for all."
            ));
        }
        let mut methods: Vec<Method> = right.iter().map(|one| one.method(&counts, &all, 1)).collect();
        if let Some(best) = methods.iter_mut().find(|method| method.name == BEST) {
            best.why = why::reasons(&problems);
            best.repairs = repairs::repairs(&problems, &counts, &best.right, seed);
        }
        let mut members: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (at, problem) in problems.iter().enumerate() {
            members.entry(&problem.group).or_default().push(at);
        }
        let tables = members.len();
        members.retain(|group, of| !group.is_empty() || of.len() < problems.len());
        let group = |(group, of): (&str, Vec<usize>)| Group {
            group: group.into(),
            problems: of.len(),
            methods: right.iter().map(|one| one.method(&counts, &of, tables)).collect(),
        };
        let groups = members.into_iter().map(group).collect();
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

/// A method's accuracy by count on every problem.
struct Right {
    name: &'static str,
    right: Vec<Vec<f64>>,
    exact: Vec<bool>,
}

/// All methods that the candidates allow.
fn rights(problems: &[Problem], counts: &[usize], seed: u64) -> Vec<Right> {
    let scored = !problems[0].scores.is_empty();
    let answered = !problems[0].answers.is_empty();
    let of = |name: &'static str, each: &dyn Fn(&Problem) -> Vec<(f64, bool)>| {
        let mut one = Right { name, right: vec![Vec::new(); counts.len()], exact: vec![true; counts.len()] };
        for problem in problems {
            for (at, (accuracy, exact)) in each(problem).into_iter().enumerate() {
                // Sums of shares differ from 1 in the last digit.
                one.right[at].push(accuracy.clamp(0.0, 1.0));
                one.exact[at] &= exact;
            }
        }
        one
    };
    let ranked = |keys: fn(&Problem) -> &[f64]| {
        move |problem: &Problem| {
            let ranked = Ranked::by(keys(problem), &problem.correct, f64::INFINITY);
            counts.iter().map(|n| (ranked.of(*n, 1), true)).collect()
        }
    };
    let vote = |weighted| move |problem: &Problem| Votes::of(problem, weighted).accuracies(counts, seed);
    let mut all = Vec::new();
    if scored {
        all.push(of(BEST, &ranked(|problem| &problem.scores)));
    }
    if answered {
        all.push(of("majority", &vote(false)));
    }
    if scored && answered {
        all.push(of("weighted-vote", &vote(true)));
    }
    all.push(of(PASS, &ranked(|problem| &problem.correct)));
    all
}

fn spent(samples: usize) -> Spent {
    Spent(Effort::Logged("samples", samples as u64))
}

impl Right {
    /// On some problems; intervals of steps hold together for so many tables.
    fn method(&self, counts: &[usize], of: &[usize], tables: usize) -> Method {
        let on = |right: &Vec<f64>| of.iter().map(|at| right[*at]).collect::<Vec<f64>>();
        let right: Vec<Vec<f64>> = self.right.iter().map(on).collect();
        let all: Vec<Spent> = counts.iter().map(|n| spent(*n)).collect();
        let at = |(place, n): (usize, &usize)| At {
            samples: *n as u64,
            accuracy: Estimate::of(&right[place], LEVEL),
            exact: self.exact[place],
        };
        let counts = counts.iter().enumerate().map(at).collect();
        let steps = steps(&all, &right, tables);
        let verdict = verdict(&steps);
        let (why, repairs) = (Vec::new(), Vec::new());
        Method { name: self.name, counts, steps, verdict, why, repairs, right }
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
    let each = |method: &Method| {
        let mean = |at: usize| method.counts[at].accuracy.value;
        // Of equals the fewest.
        let best = (0..method.counts.len()).max_by(|a, b| mean(*a).total_cmp(&mean(*b)).then(b.cmp(a)))?;
        let pairs = method.counts.len() * (method.counts.len() - 1) / 2;
        let less = |at: usize| {
            let differences = differences(&method.right[best], &method.right[at]);
            Estimate::of_differences(&differences, each_of(pairs)).is_negative()
        };
        let alike: Vec<usize> = (0..method.counts.len()).filter(|at| *at == best || !less(*at)).collect();
        let samples = |at: &usize| method.counts[*at].samples;
        let accuracy = method.counts[best].accuracy;
        let others = match (alike.first(), alike.last()) {
            (Some(first), Some(last)) if first < last => {
                format!("; from {} to {} nothing is significantly worse", samples(first), samples(last))
            }
            _ => String::new(),
        };
        let text = format!(
            "{}: best with {} candidates, {}{others}.",
            method.name,
            samples(&best),
            told::share(&accuracy)
        );
        let spent = |at: usize| Spent(Effort::Logged("samples", method.counts[at].samples));
        let alike = alike.iter().map(|at| spent(*at)).collect();
        Some(Use { text, method: method.name, best: spent(best), alike, accuracy })
    };
    let mut all: Vec<Use> = methods.iter().filter(|method| method.name != PASS).filter_map(each).collect();
    all.sort_by(|a, b| b.accuracy.value.total_cmp(&a.accuracy.value));
    all
}
