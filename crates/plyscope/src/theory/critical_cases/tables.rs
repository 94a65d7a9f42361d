//! Tables 2, 3 and 4: what the cases contribute, by case, by interval and by position.
//!
//! All percentages are of the critical positions. The paper's own numbers are in [`super::printed`].

use super::{Case, Census, Favoured, Interval, Model, Reply};

/// What one case contributes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Table2Row {
    /// The case.
    pub case: Case,
    /// Which rule it favours.
    pub favoured: Favoured,
    /// In how many percent of the critical positions it is expected.
    pub percent: f64,
}

/// The 30 cases that matter.
#[derive(Debug, Clone, PartialEq)]
pub struct Table2 {
    /// By number of errors, minimax's first.
    pub rows: Vec<Table2Row>,
    /// How many positions are critical.
    pub critical: u64,
    /// Of how many.
    pub positions: u64,
}

/// Critical positions with the draw value in one interval.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Table3Row {
    /// The interval.
    pub interval: Interval,
    /// How many positions.
    pub critical: u64,
    /// In how many percent of all critical positions the product rule's move alone wins, less those in
    /// which minimax's move alone does.
    pub product_advantage_percent: f64,
}

/// Critical positions by interval.
#[derive(Debug, Clone, PartialEq)]
pub struct Table3 {
    /// I1 to I5.
    pub rows: Vec<Table3Row>,
    /// All critical positions.
    pub critical: u64,
    /// The sum of the rows' advantages.
    pub product_advantage_percent: f64,
}

/// The cases in which one position is evaluated in error.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Table4Row {
    /// The position.
    pub reply: Reply,
    /// In how many percent of the critical positions it is in error and minimax's move alone wins, less
    /// those in which the product rule's move alone does: negative scores favour the product rule.
    pub minimax_advantage_percent: f64,
}

/// Table 2 of a model: each case in percent of the critical positions.
pub fn table2(model: &Model) -> Table2 {
    Census::of(model).table2()
}

/// Table 3 of a model: critical positions and the product rule's advantage by interval.
pub fn table3(model: &Model) -> Table3 {
    Census::of(model).table3()
}

/// Table 4 of a model: minimax's advantage where M1, M2, P1 or P2 is in error.
pub fn table4(model: &Model) -> [Table4Row; 4] {
    Census::of(model).table4()
}

impl Census {
    /// See [`table2`].
    pub fn table2(&self) -> Table2 {
        let mut rows: Vec<Table2Row> = self.deciding().collect();
        rows.sort_by_key(|row| (row.case.errors.len(), row.favoured, row.case));
        Table2 { rows, critical: self.critical(), positions: self.positions }
    }

    /// See [`table3`].
    pub fn table3(&self) -> Table3 {
        let row = |interval| Table3Row {
            interval,
            critical: self.critical_in(interval),
            // Not negated, so that nothing is nothing and not minus nothing.
            product_advantage_percent: 0.0 - self.minimax_advantage(|case| case.interval == interval),
        };
        let rows = Interval::ALL.map(row).to_vec();
        let product_advantage_percent = 0.0 - self.minimax_advantage(|_| true);
        Table3 { rows, critical: self.critical(), product_advantage_percent }
    }

    /// See [`table4`].
    pub fn table4(&self) -> [Table4Row; 4] {
        Reply::ALL.map(|reply| Table4Row {
            reply,
            minimax_advantage_percent: self.minimax_advantage(|case| case.errors.contains(reply)),
        })
    }

    /// The cases in which the choice matters.
    fn deciding(&self) -> impl Iterator<Item = Table2Row> + '_ {
        Case::all().filter_map(|case| {
            let percent = self.percent(self.expected(case));
            case.favours().map(|favoured| Table2Row { case, favoured, percent })
        })
    }

    /// In how many percent of the critical positions minimax's move alone wins, less those in which the product rule's
    /// does, over some of the cases.
    pub(crate) fn minimax_advantage(&self, counts: impl Fn(Case) -> bool) -> f64 {
        self.deciding()
            .filter(|row| counts(row.case))
            .map(|row| if row.favoured == Favoured::Minimax { row.percent } else { -row.percent })
            .sum()
    }
}
