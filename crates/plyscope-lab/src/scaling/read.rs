//! Problems with their candidates, as JSON lines.

use crate::error::{Error, Result};
use crate::judge::Place;
use serde::Deserialize;
use serde_json::Value;
use std::collections::HashMap;
use std::path::Path;

/// A problem with the candidates that were drawn for it.
#[derive(Debug, Clone, PartialEq)]
pub struct Problem {
    /// Its name.
    pub id: String,
    /// The group that it belongs to; empty where there is none.
    pub group: String,
    /// How far each candidate is correct, from 0 to 1.
    pub correct: Vec<f64>,
    /// What a verifier thinks of each; empty where there is none.
    pub scores: Vec<f64>,
    /// What each answers, by number; empty where that is not known.
    pub answers: Vec<u32>,
}

#[derive(Deserialize)]
struct Line {
    id: Value,
    #[serde(default)]
    group: Value,
    candidates: Vec<Candidate>,
}

#[derive(Deserialize)]
struct Candidate {
    #[serde(default)]
    score: Option<f64>,
    correct: Value,
    #[serde(default)]
    answer: Value,
}

const EXPECTED: &str = r#"expected an object such as {"id": "p1", "candidates": [{"score": 0.7, "correct": true, "answer": "42"}]}"#;

/// A word, or a number as a word; none where there is nothing.
fn word(value: &Value) -> Option<String> {
    match value {
        Value::Null => None,
        Value::String(text) => Some(text.clone()),
        other => Some(other.to_string()),
    }
}

/// All problems of a file.
pub fn problems(path: &Path) -> Result<Vec<Problem>> {
    let unread = |cause| Error::File { what: "could not read", path: path.into(), cause };
    let longest = usize::try_from(plyscope_files::most()).unwrap_or(usize::MAX);
    let mut lines = plyscope_files::lines(path, longest).map_err(unread)?;
    let file = path.display().to_string();
    let mut known: HashMap<String, u64> = HashMap::new();
    let (mut found, mut line) = (Vec::new(), 0);
    loop {
        line += 1;
        let place = Place { file: &file, line };
        let Some(text) = lines.next_line().map_err(|error| place.wrong(error))? else { break };
        if text.trim().is_empty() {
            continue;
        }
        let problem = problem(text).map_err(|why| place.wrong(why))?;
        if let Some(first) = known.insert(problem.id.clone(), line) {
            let why = format!(
                "problem {:?} comes a second time, first in line {first}; expected each once",
                problem.id
            );
            return Err(place.wrong(why));
        }
        let scored = |one: &Problem| (one.scores.is_empty(), one.answers.is_empty());
        if found.first().is_some_and(|first| scored(first) != scored(&problem)) {
            return Err(
                place.wrong("`score` or `answer` is there in some problems only; expected in all or in none")
            );
        }
        found.push(problem);
    }
    match found.is_empty() {
        true => Err(Error::Usage(format!("{file}: there is no problem; {EXPECTED} in each line"))),
        false => Ok(found),
    }
}

fn problem(text: &str) -> std::result::Result<Problem, String> {
    let Line { id, group, candidates } =
        serde_json::from_str(text).map_err(|error| format!("{error}; {EXPECTED}"))?;
    let id = word(&id).ok_or("`id` is no word; expected the problem's name")?;
    if candidates.is_empty() {
        return Err("there are no `candidates`; expected one at least".into());
    }
    let mut numbers: HashMap<String, u32> = HashMap::new();
    let (mut correct, mut scores, mut answers) = (Vec::new(), Vec::new(), Vec::new());
    for (number, candidate) in candidates.iter().enumerate() {
        let share = match &candidate.correct {
            Value::Bool(is) => Some(f64::from(u8::from(*is))),
            other => other.as_f64().filter(|share| (0.0..=1.0).contains(share)),
        };
        correct.push(share.ok_or_else(|| {
            format!(
                "`correct` of candidate {} is {}; expected a number from 0 to 1, true or false",
                number + 1,
                candidate.correct
            )
        })?);
        scores.extend(candidate.score);
        if let Some(answer) = word(&candidate.answer) {
            let next = numbers.len() as u32;
            answers.push(*numbers.entry(answer).or_insert(next));
        }
    }
    let some = |count: usize| count > 0 && count < candidates.len();
    if some(scores.len()) || some(answers.len()) {
        return Err("`score` or `answer` is there in some candidates only; expected in all or in none".into());
    }
    Ok(Problem { id, group: word(&group).unwrap_or_default(), correct, scores, answers })
}
