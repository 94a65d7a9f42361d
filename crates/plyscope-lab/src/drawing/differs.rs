//! Two rules on the same tree: which nodes they see otherwise.

use super::{Drawing, Drawn};
use plyscope::game::Player;
use plyscope::value::{AnyValue, Ranked};

/// The nodes of a drawing that another one of the same tree sees otherwise, by their numbers in the order of the text.
///
/// Where both say the same kind of thing it is the value that differs; where one says who wins and the other how probably,
/// it is the winner. The root differs where the choice does, too.
pub fn differs(drawing: &Drawing, other: &Drawing) -> Vec<usize> {
    let (mut found, mut number) = (Vec::new(), 0);
    let same_kind = drawing.meaning == other.meaning;
    let middle = |drawing: &Drawing| if drawing.meaning == super::OPINION { 0.0 } else { 0.5 };
    let compare = Compare { same_kind, middles: (middle(drawing), middle(other)) };
    compare.walk(&drawing.root, Some(&other.root), &mut number, &mut found);
    let is_other = !other.ties.contains(&drawing.choice);
    if is_other && found.first() != Some(&0) {
        found.insert(0, 0);
    }
    found
}

struct Compare {
    same_kind: bool,
    middles: (f64, f64),
}

impl Compare {
    fn walk(&self, node: &Drawn, other: Option<&Drawn>, number: &mut usize, found: &mut Vec<usize>) {
        let here = *number;
        *number += 1;
        let values = node.value.as_ref().zip(other.and_then(|other| other.value.as_ref()));
        if values.is_some_and(|(one, two)| self.differ(one, two)) {
            found.push(here);
        }
        for child in &node.children {
            let twin = other.and_then(|other| other.children.iter().find(|twin| twin.child == child.child));
            self.walk(child, twin, number, found);
        }
    }

    fn differ(&self, one: &AnyValue, two: &AnyValue) -> bool {
        if self.same_kind {
            // A number and a probability can say the same.
            let close = one.number().zip(two.number()).map(|(one, two)| (one - two).abs() <= 1e-9);
            return !close.unwrap_or_else(|| one.ties(two, Player::FIRST));
        }
        let wins = |value: &AnyValue, middle: f64| value.number().map(|number| number > middle);
        wins(one, self.middles.0) != wins(two, self.middles.1)
    }
}
