//! The 80 cases of section 4, and which rule each favours.
//!
//! Table 1: the cases that favour either rule, by the number of errors.

use std::fmt;

/// One of the four replies that decide.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reply {
    /// The better reply to minimax's move.
    M1,
    /// The worse reply to minimax's move: its minimax value.
    M2,
    /// The better reply to the product rule's move.
    P1,
    /// The worse reply to the product rule's move: its minimax value.
    P2,
}

impl Reply {
    /// All four, in the paper's order.
    pub const ALL: [Reply; 4] = [Reply::M1, Reply::M2, Reply::P1, Reply::P2];
}

impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
}

/// A set of replies.
///
/// ```
/// use plyscope::theory::critical_cases::{Replies, Reply};
/// let set = Replies::of(&[Reply::P2, Reply::M1]);
/// assert_eq!((set.len(), set.to_string()), (2, "M1,P2".into()));
/// assert!(set.contains(Reply::M1) && !set.contains(Reply::M2));
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Replies(u8);

impl Replies {
    /// None of them.
    pub const NONE: Replies = Replies(0);

    /// All 16 sets.
    pub fn all() -> impl Iterator<Item = Replies> {
        (0..16).map(Replies)
    }

    /// A set from its members.
    pub const fn of(members: &[Reply]) -> Self {
        let (mut set, mut i) = (0, 0);
        while i < members.len() {
            set |= 1 << members[i] as u8;
            i += 1;
        }
        Replies(set)
    }

    /// Is a reply in the set?
    pub fn contains(self, reply: Reply) -> bool {
        self.0 >> reply as u8 & 1 == 1
    }

    /// How many replies it has.
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Has it none?
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(super) fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// The members, as in `M1,P2`.
impl fmt::Display for Replies {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let members: Vec<String> =
            Reply::ALL.iter().filter(|reply| self.contains(**reply)).map(|reply| reply.to_string()).collect();
        f.write_str(&members.join(","))
    }
}

/// Where the draw value lies among P2 <= M2 <= M1 <= P1 (figure 2).
///
/// ```
/// use plyscope::theory::critical_cases::{Interval, Reply};
/// assert!(Interval::I1.looks_won().is_empty() && Interval::I5.looks_won().len() == 4);
/// assert!(!Interval::I4.looks_won().contains(Reply::P2));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Interval {
    /// Above P1: all four look lost.
    I1,
    /// Between M1 and P1: only P1 looks won.
    I2,
    /// Between M2 and M1.
    I3,
    /// Between P2 and M2: only P2 looks lost.
    I4,
    /// Below P2: all four look won.
    I5,
}

impl Interval {
    /// All five, in the paper's order.
    pub const ALL: [Interval; 5] = [Interval::I1, Interval::I2, Interval::I3, Interval::I4, Interval::I5];

    /// The replies that look won to Max.
    pub fn looks_won(self) -> Replies {
        use Reply::{M1, M2, P1, P2};
        [
            Replies::NONE,
            Replies::of(&[P1]),
            Replies::of(&[P1, M1]),
            Replies::of(&[P1, M1, M2]),
            Replies::of(&[P1, M1, M2, P2]),
        ][self as usize]
    }
}

impl fmt::Display for Interval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
}

/// Whose move wins where the other's loses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Favoured {
    /// Minimax: M is won, P lost.
    Minimax,
    /// The product rule: P is won, M lost.
    Product,
}

/// An interval of the draw value with the replies that are evaluated in error.
///
/// ```
/// use plyscope::theory::critical_cases::{Case, Favoured, Interval, Replies};
/// assert_eq!(Case::all().count(), 5 * 16);
/// // Only P2 is below the draw value, and nothing is wrong: minimax's move wins, the other loses.
/// let case = Case { interval: Interval::I4, errors: Replies::NONE };
/// assert_eq!(case.favours(), Some(Favoured::Minimax));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Case {
    /// Where the draw value lies.
    pub interval: Interval,
    /// Which replies' signs are wrong.
    pub errors: Replies,
}

impl Case {
    /// All 80.
    pub fn all() -> impl Iterator<Item = Case> {
        Interval::ALL
            .into_iter()
            .flat_map(|interval| Replies::all().map(move |errors| Case { interval, errors }))
    }

    /// Which rule the case favours; none where both moves win or both lose.
    pub fn favours(self) -> Option<Favoured> {
        // Min replies, so a move is won for Max only if both replies truly are.
        let won = |reply| self.interval.looks_won().contains(reply) != self.errors.contains(reply);
        match (won(Reply::M1) && won(Reply::M2), won(Reply::P1) && won(Reply::P2)) {
            (true, false) => Some(Favoured::Minimax),
            (false, true) => Some(Favoured::Product),
            _ => None,
        }
    }
}

/// As the paper writes it: `I3(M2)`, or `I4` without errors.
impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.errors.is_empty() {
            true => write!(f, "{}", self.interval),
            false => write!(f, "{}({})", self.interval, self.errors),
        }
    }
}

/// The cases with a number of replies in error.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table1Row {
    /// How many replies are evaluated in error.
    pub errors: usize,
    /// Cases in which minimax's move wins and the other loses.
    pub minimax: Vec<Case>,
    /// Cases in which the product rule's move wins and the other loses.
    pub product: Vec<Case>,
}

/// Which of the 80 cases matter, and to whom.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table1 {
    /// No error to four errors.
    pub rows: Vec<Table1Row>,
}

impl Table1 {
    /// All cases in favour of one rule.
    pub fn cases(&self, favoured: Favoured) -> impl Iterator<Item = Case> + '_ {
        self.rows.iter().flat_map(move |row| match favoured {
            Favoured::Minimax => row.minimax.iter().copied(),
            Favoured::Product => row.product.iter().copied(),
        })
    }

    /// In how many of the cases for one rule each reply (M1, M2, P1, P2) is in error.
    pub fn errors(&self, favoured: Favoured) -> [usize; 4] {
        Reply::ALL.map(|reply| self.cases(favoured).filter(|case| case.errors.contains(reply)).count())
    }
}

/// Derived from the definition of a case: 15 in favour of each rule.
pub fn table1() -> Table1 {
    let row = |errors| {
        let cases = |favoured| {
            Case::all()
                .filter(|case| case.errors.len() == errors && case.favours() == Some(favoured))
                .collect()
        };
        Table1Row { errors, minimax: cases(Favoured::Minimax), product: cases(Favoured::Product) }
    };
    Table1 { rows: (0..=4).map(row).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The two cases that the paper talks through in section 4.
    #[test]
    fn the_papers_examples() {
        for interval in Interval::ALL {
            let favours = Case { interval, errors: Replies::NONE }.favours();
            assert_eq!(favours, (interval == Interval::I4).then_some(Favoured::Minimax), "{interval}");
        }
        for reply in Reply::ALL {
            let case = Case { interval: Interval::I3, errors: Replies::of(&[reply]) };
            let expected = match reply {
                Reply::M2 => Some(Favoured::Minimax),
                Reply::P2 => Some(Favoured::Product),
                _ => None,
            };
            assert_eq!(case.favours(), expected, "{case}");
        }
    }

    #[test]
    fn names() {
        let errors = Replies::of(&[Reply::P2, Reply::M1]);
        assert_eq!(Case { interval: Interval::I2, errors }.to_string(), "I2(M1,P2)");
        assert_eq!(Case { interval: Interval::I4, errors: Replies::NONE }.to_string(), "I4");
        assert_eq!((errors.len(), Case::all().count()), (2, 80));
    }

    /// The paper's table 1, line by line, as it is printed.
    #[test]
    fn as_printed() {
        let printed = [
            ("I4", ""),
            ("I4(P1) I3(M2) I5(P1) I5(P2)", "I2(P2) I3(P2) I5(M1) I5(M2)"),
            (
                "I1(M1,M2) I2(M1,M2) I3(M2,P1) I4(P1,P2) I5(P1,P2)",
                "I1(P1,P2) I2(M1,P2) I2(M2,P2) I3(M1,P2) I4(M1,P2) I4(M2,P2) I5(M1,M2)",
            ),
            (
                "I2(M1,M2,P1) I3(M2,P1,P2) I1(M1,M2,P2) I1(M1,M2,P1)",
                "I4(M1,M2,P2) I3(M1,M2,P2) I1(M2,P1,P2) I1(M1,P1,P2)",
            ),
            ("I2(M1,M2,P1,P2)", ""),
        ];
        let sorted = |mut names: Vec<String>| {
            names.sort();
            names
        };
        let named = |cases: &[Case]| sorted(cases.iter().map(Case::to_string).collect());
        let split = |line: &str| sorted(line.split_whitespace().map(str::to_string).collect());
        let table = table1();
        assert_eq!(table.rows.len(), printed.len());
        for (row, (minimax, product)) in table.rows.iter().zip(printed) {
            assert_eq!(named(&row.minimax), split(minimax), "{} errors", row.errors);
            assert_eq!(named(&row.product), split(product), "{} errors", row.errors);
        }
    }

    /// Section 5: 15 to 15, and how often each position is in error.
    #[test]
    fn balanced_but_uneven() {
        let table = table1();
        for favoured in [Favoured::Minimax, Favoured::Product] {
            assert_eq!(table.cases(favoured).count(), 15);
        }
        assert_eq!(table.errors(Favoured::Minimax), [6, 9, 9, 6]);
        assert_eq!(table.errors(Favoured::Product), [8, 7, 3, 12]);
    }
}
