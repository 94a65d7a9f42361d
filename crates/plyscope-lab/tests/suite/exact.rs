//! Accuracies on P-games that are computed, against the recorded runs that sampled them.

use plyscope::name::Name;
use plyscope::rule::{BackupRule, Emm, Minimax, Product};
use plyscope::theory::{error_recursion::accuracy, p_games::critical};
use plyscope::value::Win;
use serde_json::Value;
use std::path::Path;

/// The grid: branching factors 2 and 3, errors .05 to .4, the critical p and .5, depths up to 8, where values are rounded.
#[test]
fn computed_and_sampled_agree() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/reproduction.json");
    let entries: Vec<Value> = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let of =
        ["wilson/fig3-b2", "wilson/fig3-b3", "zuckerman/fig11-b2", "evidence/errors", "evidence/branching"];
    let (mut checked, mut rounded, mut worst) = (0, 0, 0f64);
    for result in
        entries.iter().map(|entry| &entry["result"]).filter(|result| of.iter().any(|id| result["id"] == *id))
    {
        for row in result["results"].as_array().unwrap() {
            let text = |key: &str| row[key].as_str().unwrap();
            let number = |key: &str| row[key].as_f64().unwrap();
            let rule: &dyn BackupRule<Win> = match text("rule") {
                "minimax" => &Minimax,
                "product" => &Product,
                "emm" => &Emm,
                _ => continue,
            };
            let (game, evaluator): (Name, Name) =
                (text("game").parse().unwrap(), text("evaluator").parse().unwrap());
            let depth = row["depth"].as_u64().unwrap() as u32;
            let branching: u32 = game.get("branching").unwrap().parse().unwrap();
            if text("metric") != "decision-accuracy"
                || evaluator.kind() != "artificial"
                || depth > [0, 0, 8, 6, 4, 4][branching as usize]
            {
                continue;
            }
            let p = game.get("p").unwrap().parse().unwrap_or_else(|_| critical(branching));
            let plies = game.get("depth").unwrap().parse().unwrap();
            let error = evaluator.get("error").unwrap().parse().unwrap();
            let found = accuracy(rule, branching, error, p, Some(plies), depth).unwrap();
            let spread = (number("high") - number("low")) / (2.0 * 1.96);
            let off = ((number("value") - found.accuracy).abs() - found.within).max(0.0) / spread.max(1e-9);
            assert!(off < 4.0, "{}: {row}, {found:?}", result["id"]);
            (checked, rounded, worst) =
                (checked + 1, rounded + u32::from(found.within > 0.0), worst.max(off));
        }
    }
    assert!(checked > 60 && rounded > 10 && worst > 1.0, "{checked} {rounded} {worst}");
}
