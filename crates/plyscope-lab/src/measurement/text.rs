//! A measurement in one screen, the most important thing first.

use super::confirmed::introduced;
use super::verdict::{interval, percent, points};
use super::{Estimate, Measurement, OneOrMore, PlayerReport, TruthReport, Use, Worst};
use crate::columns::columns;
use std::path::Path;

/// How many positions are named.
const POSITIONS: usize = 3;

/// For a terminal: what holds overall, the worst confirmed loss with a position that shows it, accuracy, steps, what to do,
/// why, the rest.
pub fn text(measurement: &Measurement) -> String {
    text_in(measurement, None)
}

/// The same for a run that is kept in a folder, whose files are named.
pub fn text_in(measurement: &Measurement, folder: Option<&Path>) -> String {
    let mut text = String::new();
    let reports = measurement.reports();
    for (number, (_, players)) in reports.iter().enumerate() {
        for player in *players {
            let positions = if number == 0 { measurement.positions_of(player) } else { Vec::new() };
            text.push_str(&first(player, &positions, folder));
        }
    }
    text.push_str(&format!("\n{}", about(measurement)));
    for (truth, players) in &reports {
        text.push_str(&side_by_side(measurement, truth, players));
    }
    for (number, (truth, players)) in reports.iter().enumerate() {
        for player in *players {
            text.push_str(&format!("\n{}", player_text(truth, player, measurement)));
            if number == 0 {
                text.push_str(&where_to_look(player, &measurement.positions_of(player), folder));
            }
        }
    }
    text
}

impl Measurement {
    /// The positions to look at of a player.
    pub(super) fn positions_of(&self, player: &PlayerReport) -> Vec<&Worst> {
        self.worst.iter().filter(|worst| worst.player == player.name).collect()
    }
}

/// What is to be read first of a player.
fn first(player: &PlayerReport, positions: &[&Worst], folder: Option<&Path>) -> String {
    let finding = &player.finding;
    let mut text = format!("{} {}", finding.overall, finding.text).trim_end().to_string() + "\n";
    if let Some(example) = positions.first().filter(|_| finding.is_loss()) {
        text.push_str(&format!("Example: {}: {}\n", example.position, example.thought()));
        if let (Some(file), Some(folder)) = (&finding.file, folder) {
            text.push_str(&format!("{}: {}\n", finding.all_of_them(), folder.join(file).display()));
        }
    }
    text
}

/// Game, positions, truth and what a reader should know.
fn about(measurement: &Measurement) -> String {
    let told = |truth: &TruthReport| match truth.certainty == truth.name {
        true => truth.name.clone(),
        false => format!("{} ({})", truth.name, truth.certainty),
    };
    let of = match &measurement.truth {
        OneOrMore::One(truth) => told(truth),
        OneOrMore::More(truths) => truths.iter().map(told).collect::<Vec<_>>().join(", "),
    };
    let counted = [
        (measurement.trivial, "trivial"),
        (measurement.unsolved, "unsolved"),
        (measurement.failed, "failed"),
    ];
    let counted = counted.iter().filter(|(count, _)| *count > 0);
    let counted: Vec<String> = counted.map(|(count, what)| format!("{count} {what}")).collect();
    let passed =
        if counted.is_empty() { String::new() } else { format!("; passed over: {}", counted.join(", ")) };
    let mut text = format!("{}\n", measurement.game);
    text.push_str(&format!(
        "{} from {}, seed {}; truth: {of}{passed}\n",
        if measurement.trials == 1 {
            "1 position".into()
        } else {
            format!("{} positions", measurement.trials)
        },
        measurement.positions,
        measurement.seed
    ));
    if measurement.margins {
        text.push_str("margins count: a move is correct that keeps the best score\n");
    }
    for engine in &measurement.engines {
        text.push_str(&format!("engine: {}\n", engine.sentence()));
    }
    for warning in &measurement.warnings {
        text.push_str(&format!("warning: {warning}\n"));
    }
    text
}

/// What is counted: correct decisions, or agreement with who stands for the truth.
fn counted_as(truth: &TruthReport) -> String {
    if truth.certainty == "exact" { "accuracy".into() } else { format!("agreement with {}", truth.name) }
}

/// Several players in one table, with what each decides better than the first.
fn side_by_side(measurement: &Measurement, truth: &TruthReport, players: &[PlayerReport]) -> String {
    let others: Vec<_> = measurement.differences.iter().filter(|one| one.truth == truth.name).collect();
    if others.is_empty() {
        return String::new();
    }
    let letter = |number: usize| char::from(b'A' + (number % 26) as u8);
    let mut text = format!("\n{} side by side:\n", counted_as(truth));
    for (number, player) in players.iter().enumerate() {
        text.push_str(&format!("  {}: {}\n", letter(number), player.name));
    }
    let mut rows = vec![vec![String::new(), "A".to_string()]];
    for number in 1..players.len() {
        rows[0].extend([letter(number).to_string(), format!("{} - A, points", letter(number))]);
    }
    for (at, effort) in players[0].efforts.iter().enumerate() {
        let accuracy =
            |player: &PlayerReport| player.efforts[at].accuracy.map_or("-".into(), |one| percent(one.value));
        let mut row = vec![effort.effort.to_string(), accuracy(&players[0])];
        for (player, other) in players[1..].iter().zip(&others) {
            let difference = &other.efforts[at].difference;
            row.extend([accuracy(player), format!("{}{}", interval(difference), star(difference))]);
        }
        rows.push(row);
    }
    text.push_str(&columns(&rows));
    text + "* the interval excludes 0 (95%, all differences together)\n"
}

/// A sign where an interval excludes 0.
fn star(estimate: &Estimate) -> &'static str {
    if estimate.is_positive() || estimate.is_negative() { "*" } else { "" }
}

/// Columns whose cells below the head all say nothing are left out.
fn telling(rows: Vec<Vec<String>>, says_nothing: impl Fn(&str) -> bool) -> Vec<Vec<String>> {
    let empty = |column: usize| rows.len() > 1 && rows[1..].iter().all(|row| says_nothing(&row[column]));
    let empty: Vec<bool> = (0..rows[0].len()).map(empty).collect();
    let kept = |row: &Vec<String>| -> Vec<String> {
        row.iter().zip(&empty).filter(|(_, empty)| !**empty).map(|(cell, _)| cell.clone()).collect()
    };
    rows.iter().map(kept).collect()
}

fn player_text(truth: &TruthReport, player: &PlayerReport, measurement: &Measurement) -> String {
    let mut text = format!("{}\n{}", player.name, efforts(truth, player));
    if !player.steps.is_empty() {
        let head = ["step", "repairs", "breaks", "net, points", "churn", "verdict"];
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
        text.push_str(&format!("\n{}", columns(&telling(rows, |cell| cell == "-" || cell == "0.0%"))));
    }
    text.push_str(&format!("\n{}\n", player.verdict.text));
    if let Some(degree) = player.degree.as_ref().filter(|_| measurement.margins) {
        text.push_str(&format!("{}\n", degree.sentence()));
    }
    if let Some(uses) = player.uses.as_ref().filter(|_| player.efforts.len() > 1) {
        text.push_str(&format!("{}\n", uses.sentence(player.efforts.len())));
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
    text.push_str(&why(player));
    for lesson in player.lessons(&measurement.positions) {
        text.push_str(&format!("  {lesson}\n"));
    }
    for (ids, why) in player.not_tried() {
        text.push_str(&format!("  not tried: {}: {why}\n", ids.join(", ")));
    }
    if let Some(introduced) = introduced(&player.confirmed) {
        text.push_str(&format!("\n{introduced}\n"));
        let told = player.confirmed.iter().filter(|found| found.is_told());
        told.for_each(|found| text.push_str(&format!("  {}\n", found.sentence())));
    }
    if let Some(uses) = &player.uses {
        let second = uses.where_deepest_is_wrong.as_ref().and_then(|second| second.sentence());
        text.push_str(&second.map_or(String::new(), |second| format!("\n{second}\n")));
        text.push_str(&rivals(uses));
    }
    text
}

/// Accuracy by effort.
fn efforts(truth: &TruthReport, player: &PlayerReport) -> String {
    let exact = truth.certainty == "exact";
    let judged = player.efforts.iter().any(|effort| effort.accuracy.is_some());
    let mut head = vec![String::new()];
    head.extend(judged.then_some([counted_as(truth), "95% interval".into()]).into_iter().flatten());
    // What a reference gives up by the moves that it would not have played.
    let scored = !exact && player.efforts.iter().any(|effort| effort.regret.is_some());
    head.extend(scored.then(|| "given away".into()));
    // Where truth counts the plies to a win.
    let slower = player.efforts.iter().any(|effort| effort.excess.is_some());
    head.extend(slower.then(|| "plies slower".into()));
    // An engine tells one move.
    let tied = player.efforts.iter().any(|effort| effort.tied.value > 0.0);
    head.extend(tied.then(|| "tied".into()));
    head.push("nodes".into());
    let mut rows = vec![head];
    for effort in &player.efforts {
        let mut row = vec![effort.effort.to_string()];
        row.extend(effort.accuracy.into_iter().flat_map(|found| {
            [percent(found.value), format!("{} to {}", percent(found.low), percent(found.high))]
        }));
        let lost = |one: Estimate| format!("{:.3} [{:.3}, {:.3}]", one.value, one.low, one.high);
        row.extend(scored.then(|| effort.regret.map_or("-".into(), lost)));
        row.extend(slower.then(|| effort.excess.map_or("-".into(), |one| format!("{:.2}", one.value))));
        row.extend(tied.then(|| percent(effort.tied.value)));
        row.push(format!("{:.0}", effort.mean_nodes));
        rows.push(row);
    }
    columns(&rows)
}

/// What repairs gain. Those that change no decision share a line, and efforts at which none does are left out.
fn why(player: &PlayerReport) -> String {
    if player.repairs.is_empty() {
        return if player.absent.is_empty() { String::new() } else { "\nwhy:\n".into() };
    }
    let (telling, efforts, silent) = player.telling_repairs();
    let mut text = String::from("\nwhy (gain in points, with repairs):\n");
    if !telling.is_empty() {
        let mut rows = vec![vec![String::new()]];
        rows[0].extend(efforts.iter().map(|at| player.efforts[*at].effort.to_string()));
        for repair in telling {
            let gains = efforts.iter().map(|at| &repair.gain[*at]);
            let cells = gains.map(|gain| format!("{}{}", points(gain.value), star(gain)));
            rows.push([format!("  {}", repair.id.id())].into_iter().chain(cells).collect());
        }
        text.push_str(&columns(&rows));
        text.push_str("  * the interval excludes 0 (95%, all of the table together)\n");
    }
    if !silent.is_empty() {
        text.push_str(&format!("  no change: {}\n", silent.join(", ")));
    }
    text
}

/// Positions that show what was found, and the file of all of them.
fn where_to_look(player: &PlayerReport, positions: &[&Worst], folder: Option<&Path>) -> String {
    if positions.is_empty() {
        return String::new();
    }
    let mut text = format!("\nwhere to look ({}):\n", player.finding.shown(positions.len()));
    for worst in positions.iter().take(POSITIONS) {
        let correct = match worst.right.is_empty() {
            true => String::new(),
            false => format!("; correct: {}", worst.right.join(", ")),
        };
        text.push_str(&format!("  {}: {}{correct}\n", worst.position, worst.thought()));
        if let Some(command) = &worst.command {
            text.push_str(&format!("    {command}\n"));
        }
    }
    let Some(file) = &player.finding.file else { return text };
    match folder {
        None => text.push_str("  all of them in a file: give --out DIR\n"),
        Some(folder) => {
            let path = folder.join(file).display().to_string();
            text.push_str(&format!("  all of them: {path}\n"));
            if let Some(again) = &player.finding.again {
                text.push_str(&format!("  to measure them again: {}\n", again.command(&path)));
            }
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
