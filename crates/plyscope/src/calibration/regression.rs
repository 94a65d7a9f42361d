//! Logistic regression with few inputs, by Newton's method (iteratively reweighted least squares).

use crate::value::Win;

/// One observation.
///
/// ```
/// use plyscope::calibration::{Datum, regress};
/// // Three of four succeed: the log-odds are ln 3.
/// let row = |target, weight| Datum { inputs: [1.0], offset: 0.0, target, weight };
/// let [intercept] = regress(&[row(1.0, 3.0), row(0.0, 1.0)], [0.0], 0.0);
/// assert!((intercept - 3f64.ln()).abs() < 1e-9);
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Datum<const K: usize> {
    /// What the coefficients multiply; a constant 1 for an intercept.
    pub inputs: [f64; K],
    /// Log-odds that are taken as they are.
    pub offset: f64,
    /// 1 for a success, 0 for a failure, or a share between.
    pub target: f64,
    /// How many observations it stands for.
    pub weight: f64,
}

/// When Newton's steps are given up; ten are plenty where the data is not separable.
const STEPS: usize = 60;

/// Coefficients of greatest likelihood, less `ridge` / 2 times their squared distance from `centre`.
///
/// Every step is halved until the penalised likelihood does not fall, so that it converges from anywhere.
pub fn regress<const K: usize>(rows: &[Datum<K>], centre: [f64; K], ridge: f64) -> [f64; K] {
    let mut now = centre;
    let mut loss = penalised(rows, &now, &centre, ridge);
    for _ in 0..STEPS {
        let (gradient, hessian) = derivatives(rows, &now, &centre, ridge);
        let step = solve(hessian, gradient);
        let mut share = 1.0;
        let next = loop {
            let next = std::array::from_fn(|i| now[i] - share * step[i]);
            let found = penalised(rows, &next, &centre, ridge);
            if found <= loss {
                loss = found;
                break Some(next);
            }
            share /= 2.0;
            if share < 1e-9 {
                break None;
            }
        };
        let Some(next) = next else { break };
        let moved = (0..K).map(|i| (next[i] - now[i]).abs() / (1.0 + now[i].abs())).fold(0.0, f64::max);
        now = next;
        if moved < 1e-12 {
            break;
        }
    }
    now
}

/// The same for log-odds of which the second and the third input are those of children. They must not count against a node,
/// or a better child would make it worse: a coefficient of theirs that comes out negative is left out, and the rest fitted again.
pub(super) fn regress_rising(rows: &[Datum<4>], centre: [f64; 4], ridge: f64) -> [f64; 4] {
    let mut used = [true; 4];
    loop {
        let masked = |inputs: [f64; 4]| std::array::from_fn(|i| if used[i] { inputs[i] } else { 0.0 });
        let rows: Vec<Datum<4>> =
            rows.iter().map(|row| Datum { inputs: masked(row.inputs), ..*row }).collect();
        let found = regress(&rows, masked(centre), ridge);
        match (1..3).find(|i| used[*i] && found[*i] < 0.0) {
            Some(negative) => used[negative] = false,
            None => return found,
        }
    }
}

fn logit<const K: usize>(row: &Datum<K>, at: &[f64; K]) -> f64 {
    row.offset + (0..K).map(|i| row.inputs[i] * at[i]).sum::<f64>()
}

/// ln(1 + exp(t)), for any t.
fn softplus(t: f64) -> f64 {
    t.max(0.0) + libm::log1p(libm::exp(-t.abs()))
}

/// The negative log-likelihood with its penalty.
fn penalised<const K: usize>(rows: &[Datum<K>], at: &[f64; K], centre: &[f64; K], ridge: f64) -> f64 {
    let loss = |row: &Datum<K>| {
        let t = logit(row, at);
        row.weight * (row.target * softplus(-t) + (1.0 - row.target) * softplus(t))
    };
    let away: f64 = (0..K).map(|i| (at[i] - centre[i]) * (at[i] - centre[i])).sum();
    rows.iter().map(loss).sum::<f64>() + ridge / 2.0 * away
}

fn derivatives<const K: usize>(
    rows: &[Datum<K>],
    at: &[f64; K],
    centre: &[f64; K],
    ridge: f64,
) -> ([f64; K], [[f64; K]; K]) {
    let mut gradient: [f64; K] = std::array::from_fn(|i| ridge * (at[i] - centre[i]));
    let mut hessian: [[f64; K]; K] =
        std::array::from_fn(|i| std::array::from_fn(|j| if i == j { ridge } else { 0.0 }));
    for row in rows {
        let win = Win::from_logit(logit(row, at));
        let (slope, bend) = (row.weight * (win.first - row.target), row.weight * win.first * win.second);
        for (i, input) in row.inputs.iter().enumerate() {
            gradient[i] += slope * input;
            for (sum, other) in hessian[i].iter_mut().zip(&row.inputs) {
                *sum += bend * input * other;
            }
        }
    }
    (gradient, hessian)
}

/// Gauss's elimination with pivots; the matrix is made regular by a trifle where it is not.
fn solve<const K: usize>(mut matrix: [[f64; K]; K], mut right: [f64; K]) -> [f64; K] {
    let size = (0..K).map(|i| matrix[i][i].abs()).fold(0.0, f64::max);
    for (i, row) in matrix.iter_mut().enumerate() {
        row[i] += 1e-12 * size + f64::MIN_POSITIVE;
    }
    for column in 0..K {
        let pivot = (column..K).fold(column, |best, row| {
            if matrix[row][column].abs() > matrix[best][column].abs() { row } else { best }
        });
        matrix.swap(column, pivot);
        right.swap(column, pivot);
        for row in column + 1..K {
            let factor = matrix[row][column] / matrix[column][column];
            let upper = matrix[column];
            (column..K).for_each(|i| matrix[row][i] -= factor * upper[i]);
            right[row] -= factor * right[column];
        }
    }
    for row in (0..K).rev() {
        let known: f64 = (row + 1..K).map(|i| matrix[row][i] * right[i]).sum();
        right[row] = (right[row] - known) / matrix[row][row];
    }
    right
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elimination_by_hand() {
        // x + 2y = 5, 3x + 4y = 11.
        let found = solve([[1.0, 2.0], [3.0, 4.0]], [5.0, 11.0]);
        assert!((found[0] - 1.0).abs() < 1e-9 && (found[1] - 2.0).abs() < 1e-9, "{found:?}");
    }

    /// At the maximum the expected sums of the inputs are the observed ones: the score equations.
    #[test]
    fn the_score_equations_hold() {
        let rows: Vec<Datum<3>> = (0..200)
            .map(|i| {
                let x = f64::from(i % 17) / 5.0 - 1.5;
                let y = f64::from(i * 7 % 23) / 8.0 - 1.0;
                let target = f64::from(u8::from((i * 31 + 7) % 10 < 3 + i % 5));
                Datum { inputs: [1.0, x, y], offset: 0.3 * x, target, weight: 1.0 + f64::from(i % 3) }
            })
            .collect();
        let found = regress(&rows, [0.0; 3], 0.0);
        for input in 0..3 {
            let gap: f64 = rows
                .iter()
                .map(|row| {
                    let t = row.offset + (0..3).map(|i| row.inputs[i] * found[i]).sum::<f64>();
                    row.weight * row.inputs[input] * (1.0 / (1.0 + (-t).exp()) - row.target)
                })
                .sum();
            assert!(gap.abs() < 1e-6, "input {input}: {gap}");
        }
    }

    /// Separable and empty data end, near the centre as far as the ridge asks.
    #[test]
    fn hopeless_data_ends() {
        assert_eq!(regress::<2>(&[], [0.5, 1.0], 1.0), [0.5, 1.0]);
        let row = |x: f64| Datum {
            inputs: [1.0, x],
            offset: 0.0,
            target: f64::from(u8::from(x > 0.0)),
            weight: 1.0,
        };
        let found = regress(&[row(-1.0), row(1.0)], [0.0; 2], 0.0);
        assert!(found[1] > 5.0 && found.iter().all(|number| number.is_finite()), "{found:?}");
    }
}
