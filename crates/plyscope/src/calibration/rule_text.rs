//! Fitted rules as text, to be kept: a header, one line a kind of node, a checksum. Numbers read back to the bit.

use crate::error::Result;
use crate::rule::{Backing, ByNode, Fused, Fusion, Learned};
use crate::shelf::{Kept, numbers, sealed};

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
    let mut kept = Kept::open("a fitted rule", title, text)?;
    let read = |row: &str| -> Option<T> { Some(T::of(numbers(row)?.try_into().ok()?)) };
    let rest = read(kept.field("rest")?).ok_or_else(|| kept.wrong("what holds elsewhere is missing"))?;
    let mut rows: Vec<Vec<T>> = Vec::new();
    while let Some(line) = kept.next() {
        match (line, rows.last_mut()) {
            ("level", _) => rows.push(Vec::new()),
            (line, Some(row)) => {
                let numbers = line.strip_prefix("at ").and_then(read);
                row.push(numbers.ok_or_else(|| kept.wrong("numbers are expected here"))?)
            }
            (_, None) => return Err(kept.wrong("a level is expected here")),
        }
    }
    Ok(ByNode::new(rest, rows))
}

const FUSED: &str = "plyscope fused 1";
const LEARNED: &str = "plyscope learned 1";

impl Fused {
    /// The rule as text.
    pub(crate) fn to_text(&self) -> String {
        to_text(FUSED, self.weights())
    }

    /// From text; refused where a line is damaged.
    pub(crate) fn from_text(text: &str) -> Result<Self> {
        from_text(FUSED, text).map(Fused::fitted)
    }
}

impl Learned {
    /// The rule as text.
    pub(crate) fn to_text(&self) -> String {
        to_text(LEARNED, self.numbers())
    }

    /// From text; refused where a line is damaged.
    pub(crate) fn from_text(text: &str) -> Result<Self> {
        from_text(LEARNED, text).map(Learned::fitted)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_read_back_to_the_bit() {
        let fusion = |weight: f64| Fusion { weight, prior: -weight / 3.0 };
        let at = ByNode::new(fusion(0.0), vec![vec![], vec![fusion(0.1), fusion(1e-300)], vec![fusion(0.7)]]);
        let rule = Fused::fitted(at);
        assert_eq!(Fused::from_text(&rule.to_text()), Ok(rule.clone()));
        let learned =
            Learned::new(Backing { intercept: 0.1 + 0.2, product: 1.0 / 3.0, minimax: 0.0, own: -2.5 });
        assert_eq!(Learned::from_text(&learned.to_text()), Ok(learned));
        let text = rule.to_text();
        assert!(Fused::from_text(&text.replace("0.7", "0.8")).is_err(), "damage is seen");
        assert!(Learned::from_text(&text).is_err(), "one rule is not another");
    }
}
