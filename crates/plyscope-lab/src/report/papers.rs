//! The papers that are reproduced: what each says, in our words, and what to say of it where the verdicts bear it out. They are
//! data, in `papers.toml`.

use crate::experiment::{is_builtin, is_own};
use crate::results::Verdict;
use serde::Deserialize;
use std::sync::LazyLock;

/// A paper; or what is ours, which has a page of its own.
#[derive(Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Paper {
    /// The first part of its experiments' ids, and the name of its page.
    pub key: String,
    /// How experiments cite it.
    pub cited: String,
    /// Its title.
    pub title: String,
    /// Where and when it appeared.
    pub published: String,
    /// What it says, in two sentences.
    pub says: [String; 2],
    /// What came out, each where its claims came out so.
    #[serde(default)]
    pub findings: Vec<Finding>,
    /// Statements of it that nothing here tests.
    #[serde(default)]
    pub untested: Vec<Untested>,
}

/// A statement of a paper that could be tested and is not, with the reason.
#[derive(Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Untested {
    /// The statement, in our words.
    pub text: String,
    /// Where it stands.
    pub place: String,
    /// Why it is not tested.
    pub why: String,
}

/// A sentence on what came out. It is written only where every claim that it rests on has the verdict that is named.
#[derive(Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Finding {
    /// The sentence.
    pub text: String,
    /// Experiment, claim, verdict.
    pub rests_on: Vec<(String, String, Verdict)>,
}

#[derive(Deserialize)]
struct File {
    paper: Vec<Paper>,
}

/// Papers and what is ours, the latter last.
static ALL: LazyLock<Vec<Paper>> = LazyLock::new(|| {
    let file: File = toml::from_str(include_str!("papers.toml")).expect("a test reads it");
    file.paper
});

/// The papers in the order of their pages.
pub fn papers() -> &'static [Paper] {
    &ALL[..ALL.len() - 1]
}

/// Our own built-in experiments.
pub fn own() -> &'static Paper {
    &ALL[ALL.len() - 1]
}

/// Experiments that are not built in.
pub fn other() -> &'static Paper {
    static OTHER: LazyLock<Paper> = LazyLock::new(|| Paper {
        key: "experiments".into(),
        cited: String::new(),
        title: "Experiments".into(),
        published: String::new(),
        says: Default::default(),
        findings: Vec::new(),
        untested: Vec::new(),
    });
    &OTHER
}

/// What the parts of our own page are called, by the first part of the ids.
pub(super) const OWN_PARTS: [(&str, &str); 3] = [
    ("evidence", "All the evidence"),
    ("pruning", "Pruning for the product rule and EMM"),
    ("measure", "Does looking deeper help?"),
];

impl Untested {
    /// All of it in a line.
    pub(super) fn told(&self) -> String {
        format!("{} ({}) {}", self.text, self.place, self.why)
    }
}

impl Paper {
    /// The page that an experiment belongs to.
    pub fn of(id: &str, source: &str) -> &'static Paper {
        let plain = id.split('+').next().unwrap_or(id);
        if !is_builtin(id) {
            return other();
        }
        let key = plain.split('/').next().unwrap_or(plain);
        let paper = papers().iter().find(|paper| paper.key == key && !is_own(source));
        paper.unwrap_or(own())
    }

    /// What its page is called.
    pub fn name(&self) -> &str {
        if self.is_paper() { &self.cited } else { &self.title }
    }

    /// Is it a paper?
    pub(crate) fn is_paper(&self) -> bool {
        !self.published.is_empty()
    }
}
