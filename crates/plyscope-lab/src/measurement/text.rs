//! A measurement in one screen.

use super::confirmed::introduced;
use super::verdict::{interval, percent, points};
use super::{Estimate, Measurement, OneOrMore, PlayerReport, TruthReport, Use};
use crate::columns::columns;

/// How many positions are named.
const POSITIONS: usize = 3;

/// For a terminal: accuracy, steps, verdict, why, what to do, where to look.
pub fn text(measurement: &Measurement) -> String {
    let of = match &measurement.truth {
        OneOrMore::One(truth) => format!("{} ({})", truth.name, truth.certainty),
        OneOrMore::More(truths) => {
            truths.iter().map(|truth| truth.name.as_str()).collect::<Vec<_>>().join(", ")
        }
    };
    let mut text = format!(
        "{}\n{} positions from {}, seed {}; truth: {of}; passed over: {} trivial, {} unsolved{}\n",
        measurement.game,
        measurement.trials,
        measurement.positions,
        measurement.seed,
        measurement.trivial,
        measurement.unsolved,
        if measurement.failed > 0 { format!(", {} failed", measurement.failed) } else { String::new() }
    );
    if measurement.margins {
        text.push_str("margins count: a move is correct that keeps the best score\n");
    }
    for engine in &measurement.engines {
        text.push_str(&format!("engine: {}\n", engine.sentence()));
    }
    for warning in &measurement.warnings {
        text.push_str(&format!("warning: {warning}\n"));
    }
    for (truth, players) in measurement.reports() {
        for player in players {
            text.push('\n');
            text.push_str(&player_text(truth, player, measurement));
        }
    }
    if !measurement.worst.is_empty() {
        text.push_str("\nwhere to look:\n");
        for worst in measurement.worst.iter().take(POSITIONS) {
            text.push_str(&format!("  {}\n", worst.command.as_deref().unwrap_or(&worst.position)));
        }
    }
    text
}

fn player_text(truth: &TruthReport, player: &PlayerReport, measurement: &Measurement) -> String {
    let exact = truth.certainty == "exact";
    let accuracy = if exact { "accuracy".to_string() } else { format!("agreement with {}", truth.name) };
    let mut text = format!("{}\n", player.name);
    let judged = player.efforts.iter().any(|effort| effort.accuracy.is_some());
    let mut head = vec![String::new()];
    head.extend(judged.then_some([accuracy, "95% interval".into()]).into_iter().flatten());
    // What a reference gives up by the moves that it would not have played.
    let scored = !exact && player.efforts.iter().any(|effort| effort.regret.is_some());
    head.extend(scored.then(|| "given away".into()));
    // Where truth counts the plies to a win.
    let slower = player.efforts.iter().any(|effort| effort.excess.is_some());
    head.extend(slower.then(|| "plies slower".into()));
    head.extend(["tied".into(), "nodes".into()]);
    let mut rows = vec![head];
    for effort in &player.efforts {
        let mut row = vec![effort.effort.to_string()];
        row.extend(effort.accuracy.into_iter().flat_map(|found| {
            [percent(found.value), format!("{} to {}", percent(found.low), percent(found.high))]
        }));
        let lost = |one: Estimate| format!("{:.3} [{:.3}, {:.3}]", one.value, one.low, one.high);
        row.extend(scored.then(|| effort.regret.map_or("-".into(), lost)));
        row.extend(slower.then(|| effort.excess.map_or("-".into(), |one| format!("{:.2}", one.value))));
        row.extend([percent(effort.tied.value), format!("{:.0}", effort.mean_nodes)]);
        rows.push(row);
    }
    text.push_str(&columns(&rows));
    if !player.steps.is_empty() {
        let head = ["step", "repairs", "breaks", "net, points", "churn", ""];
        let mut rows = vec![head.map(String::from).to_vec()];
        for step in &player.steps {
            rows.push(vec![
                format!("{} to {}", step.from.0.amount(), step.to.0.amount()),
                percent(step.helped.value),
                percent(step.hurt.value),
                interval(&step.net),
                step.churn.map_or("-".into(), percent),
                step.verdict.name().into(),
            ]);
        }
        text.push('\n');
        text.push_str(&columns(&rows));
    }
    text.push_str(&format!("\n{}\n", player.verdict.text));
    if let Some(degree) = player.degree.as_ref().filter(|_| measurement.margins) {
        text.push_str(&format!("{}\n", degree.sentence()));
    }
    if let Some(introduced) = introduced(&player.confirmed) {
        text.push_str(&format!("\n{introduced}\n"));
        player.confirmed.iter().for_each(|found| text.push_str(&format!("  {}\n", found.sentence())));
    }
    if let Some(uses) = &player.uses {
        text.push_str(&format!(
            "best: {}; choosing the best one at each position, if one knew it, would give {}\n",
            uses.best,
            percent(uses.oracle.value)
        ));
        if let Some(second) = &uses.where_deepest_is_wrong {
            text.push_str(&format!(
                "where the deepest search is wrong, a shallower one is right in {} of positions (a random move: {})\n",
                percent(second.shallower.value),
                percent(second.random.value)
            ));
        }
        text.push_str(&rivals(uses));
    }
    if !player.repairs.is_empty() {
        text.push_str("\nwhy (gain in points by effort, with repairs):\n");
        let rows = player.repairs.iter().map(|repair| {
            let mut row = vec![format!("  {}", repair.id)];
            row.extend(repair.gain.iter().map(|gain| {
                let mark = if gain.is_positive() || gain.is_negative() { "*" } else { "" };
                format!("{}{mark}", points(gain.value))
            }));
            row
        });
        text.push_str(&columns(&rows.collect::<Vec<_>>()));
        text.push_str("  * beyond its interval\n");
    }
    for lesson in player.lessons(&measurement.positions) {
        text.push_str(&format!("  {lesson}\n"));
    }
    for (ids, why) in player.not_tried() {
        text.push_str(&format!("  not tried: {}: {why}\n", ids.join(", ")));
    }
    if !player.advice.is_empty() {
        text.push_str("\nwhat to do:\n");
    }
    for advice in &player.advice {
        text.push_str(&format!("  {}\n", advice.text));
        if let Some(command) = &advice.command {
            text.push_str(&format!("    {command}\n"));
        }
    }
    text
}

/// Rules and searches at equal numbers of nodes, where they were compared.
fn rivals(uses: &Use) -> String {
    let Some(sentence) = uses.what_to_use() else { return String::new() };
    let mut text = String::from("\nwhat to use at equal numbers of nodes (correct decisions):\n");
    let ids = uses.rivals();
    let mut rows = vec![vec!["  nodes".to_string()]];
    rows[0].extend(ids.iter().map(ToString::to_string));
    for row in uses.at_nodes.chunk_by(|a, b| a.nodes == b.nodes) {
        let mut cells = vec![format!("  {}", row[0].nodes)];
        cells.extend(ids.iter().map(|id| {
            let found = row.iter().find(|at| at.id == *id);
            found.map_or("-".into(), |at| format!("{}{}", percent(at.accuracy.value), at.mark()))
        }));
        rows.push(cells);
    }
    text.push_str(&columns(&rows));
    text.push_str("  * above alpha-beta beyond the interval, ! below it\n");
    text.push_str(&format!("  {sentence}\n"));
    text
}
