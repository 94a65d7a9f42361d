//! Results as tables for a paper: LaTeX with the package `booktabs`.

use super::{ExperimentResult, grid};
use crate::experiment::Experiment;

/// Two tables: every estimate with its interval, and every claim with the estimate that decides it.
pub fn latex(experiment: &Experiment, result: &ExperimentResult) -> String {
    let trials = result.results.first().and_then(|row| row.trials);
    let how = trials.map_or("computed".into(), |n| {
        format!("{n} trials per point, seed {}; 95\\% intervals for this number of trials", result.seed)
    });
    let about = format!("{} ({}; {how}).", escaped(&experiment.title), escaped(&result.id));
    let mut rows = grid(experiment, result).into_iter();
    let head = rows.next().unwrap_or_default();
    let mut text = table(&about, &"r".repeat(head.len()), &head, rows);
    if !result.claims.is_empty() {
        let number = |number: Option<f64>| number.map_or(String::new(), |number| format!("{number:.4}"));
        let row = |claim: &super::Judged| {
            let interval = claim
                .low
                .zip(claim.high)
                .map(|(low, high)| format!("[{low:.4}, {high:.4}]"))
                .unwrap_or_default();
            [claim.text.clone(), number(claim.value), interval, claim.verdict.name().into()].to_vec()
        };
        let about = format!(
            "{} Intervals hold at every number of trials, for all comparisons of a claim.",
            escaped(&experiment.title) + ": claims."
        );
        let head = ["statement", "estimate", "interval", "verdict"].map(String::from);
        text.push_str(&table(&about, "p{.5\\linewidth}rll", &head, result.claims.iter().map(row)));
    }
    text
}

fn table(caption: &str, columns: &str, head: &[String], rows: impl Iterator<Item = Vec<String>>) -> String {
    let line = |row: &[String]| {
        let cells: Vec<String> = row.iter().map(|cell| escaped(cell)).collect();
        format!("{} \\\\\n", cells.join(" & "))
    };
    let body: String = rows.map(|row| line(&row)).collect();
    format!(
        "\\begin{{table}}\n\\caption{{{caption}}}\n\\begin{{tabular}}{{{columns}}}\n\\toprule\n{}\\midrule\n{body}\\bottomrule\n\
         \\end{{tabular}}\n\\end{{table}}\n\n",
        line(head)
    )
}

/// What LaTeX would take for a command, as text.
fn escaped(text: &str) -> String {
    let plain = |c: char| match c {
        '\\' => "\\textbackslash{}".to_string(),
        '~' => "\\textasciitilde{}".to_string(),
        '^' => "\\textasciicircum{}".to_string(),
        '&' | '%' | '$' | '#' | '_' | '{' | '}' => format!("\\{c}"),
        c => c.to_string(),
    };
    text.chars().map(plain).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_a_command() {
        assert_eq!(
            escaped("50% of a_b & {c} \\d ~ ^2"),
            "50\\% of a\\_b \\& \\{c\\} \\textbackslash{}d \\textasciitilde{} \\textasciicircum{}2"
        );
        let rows = [vec!["1".to_string(), "2 & 3".to_string()]];
        let made = table("C.", "rr", &["a".to_string(), "b".to_string()], rows.into_iter());
        assert!(made.contains("\\toprule\na & b \\\\\n\\midrule\n1 & 2 \\& 3 \\\\\n\\bottomrule"), "{made}");
    }
}
