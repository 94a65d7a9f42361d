//! Fitted rules as text, to be kept: a header, one line a kind of node, a checksum. Numbers read back to the bit.

use crate::error::{Error, Result};
use crate::rule::{Backing, ByNode, Fused, Fusion, Learned};
use crate::shelf::{sealed, unsealed};

/// Numbers that a rule has for one kind of node.
trait Numbers<const K: usize>: Copy {
    fn numbers(self) -> [f64; K];
    fn of(numbers: [f64; K]) -> Self;
}

impl Numbers<2> for Fusion {
    fn numbers(self) -> [f64; 2] {
        [self.weight, self.prior]
    }
    fn of([weight, prior]: [f64; 2]) -> Self {
        Fusion { weight, prior }
    }
}

impl Numbers<4> for Backing {
    fn numbers(self) -> [f64; 4] {
        [self.intercept, self.product, self.minimax, self.own]
    }
    fn of([intercept, product, minimax, own]: [f64; 4]) -> Self {
        Backing { intercept, product, minimax, own }
    }
}

fn to_text<T: Numbers<K>, const K: usize>(title: &str, at: &ByNode<T>) -> String {
    let line = |word: &str, numbers: [f64; K]| {
        let numbers: Vec<String> = numbers.iter().map(f64::to_string).collect();
        format!("{word} {}\n", numbers.join(" "))
    };
    let mut text = format!("{title}\n{}", line("rest", at.rest().numbers()));
    for row in at.rows() {
        text.push_str("level\n");
        row.iter().for_each(|numbers| text.push_str(&line("at", numbers.numbers())));
    }
    sealed(text)
}

fn from_text<T: Numbers<K>, const K: usize>(title: &str, text: &str) -> Result<ByNode<T>> {
    let wrong = |line: usize, why: &str| Error::Kept { what: "a fitted rule", line, why: why.into() };
    let body = unsealed(text).map_err(|why| wrong(text.lines().count(), why))?;
    let mut lines = body.lines().enumerate().map(|(i, line)| (i + 1, line));
    if lines.next().map(|(_, line)| line) != Some(title) {
        return Err(wrong(1, "it does not begin with its title"));
    }
    let read = |word: &str, line: &str| -> Option<T> {
        let numbers: Vec<f64> = line
            .strip_prefix(word)?
            .split_whitespace()
            .map(|number| number.parse().ok())
            .collect::<Option<_>>()?;
        Some(T::of(numbers.try_into().ok()?))
    };
    let rest = lines.next().and_then(|(_, line)| read("rest ", line));
    let rest = rest.ok_or_else(|| wrong(2, "what holds elsewhere is missing"))?;
    let mut rows: Vec<Vec<T>> = Vec::new();
    for (at, line) in lines {
        match (line, rows.last_mut()) {
            ("level", _) => rows.push(Vec::new()),
            (line, Some(row)) => {
                row.push(read("at ", line).ok_or_else(|| wrong(at, "numbers are expected here"))?)
            }
            (_, None) => return Err(wrong(at, "a level is expected here")),
        }
    }
    Ok(ByNode::new(rest, rows))
}

const FUSED: &str = "plyscope fused 1";
const LEARNED: &str = "plyscope learned 1";

/// A fused rule as text.
pub(crate) fn fused_to_text(rule: &Fused) -> String {
    to_text(FUSED, rule.weights())
}

/// A fused rule from text; refused where it is damaged.
pub(crate) fn fused_from_text(text: &str) -> Result<Fused> {
    from_text(FUSED, text).map(Fused::fitted)
}

/// A learned rule as text.
pub(crate) fn learned_to_text(rule: &Learned) -> String {
    to_text(LEARNED, rule.numbers())
}

/// A learned rule from text; refused where it is damaged.
pub(crate) fn learned_from_text(text: &str) -> Result<Learned> {
    from_text(LEARNED, text).map(Learned::fitted)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_read_back_to_the_bit() {
        let fusion = |weight: f64| Fusion { weight, prior: -weight / 3.0 };
        let at = ByNode::new(fusion(0.0), vec![vec![], vec![fusion(0.1), fusion(1e-300)], vec![fusion(0.7)]]);
        let rule = Fused::fitted(at);
        assert_eq!(fused_from_text(&fused_to_text(&rule)), Ok(rule.clone()));
        let learned =
            Learned::new(Backing { intercept: 0.1 + 0.2, product: 1.0 / 3.0, minimax: 0.0, own: -2.5 });
        assert_eq!(learned_from_text(&learned_to_text(&learned)), Ok(learned));
        let text = fused_to_text(&rule);
        assert!(fused_from_text(&text.replace("0.7", "0.8")).is_err(), "damage is seen");
        assert!(learned_from_text(&text).is_err(), "one rule is not another");
    }
}
