//! Table 1: the cases that favour either rule, by the number of errors.

use super::{Case, Favoured, Reply};

/// The cases with so many replies in error.
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
