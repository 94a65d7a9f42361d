//! A match in one screen.

use super::{Found, MatchFound, Relation};
use crate::columns::columns;
use plyscope::name::Name;
use plyscope::search::UNITS;

/// For a terminal: who played, what came out, what to conclude.
pub fn text(found: &Found) -> String {
    match found {
        Found::Match(found) => of_match(found),
        Found::Ladder(_) => of_ladder(&found.matches()),
    }
}

fn played(found: &MatchFound) -> String {
    let MatchFound { pairs, openings, seed, .. } = found;
    format!("{pairs} openings from {openings}, each played twice with sides exchanged; seed {seed}")
}

fn of_match(found: &MatchFound) -> String {
    let [a, b] = &found.players;
    let mut text = format!("{}\nA: {a}\nB: {b}\n{}\n\n", found.game, played(found));
    let row = |name: &str, [won, drawn, lost]: [u64; 3]| {
        vec![name.to_string(), won.to_string(), drawn.to_string(), lost.to_string()]
    };
    let games = found.games;
    text.push_str(&columns(&[
        ["games of A", "won", "drawn", "lost"].map(String::from).to_vec(),
        row("as player 1", games.as_first),
        row("as player 2", games.as_second),
        row("all", [games.won, games.drawn, games.lost]),
    ]));
    text.push('\n');
    let points = ["0", "1/2", "1", "3/2", "2"].map(String::from);
    let counts = found.pentanomial.map(|count| count.to_string());
    let row = |name: &str, cells: [String; 5]| [vec![name.to_string()], cells.to_vec()].concat();
    text.push_str(&columns(&[row("points of A in a pair", points), row("pairs", counts)]));
    text.push('\n');
    let level = level(found);
    let mut rows = vec![
        vec!["score".into(), format!("{} ({level} interval)", score(found))],
        vec!["Elo".into(), elo(found)],
    ];
    if let Some(test) = &found.sprt {
        let verdict =
            test.accepted.map_or("undecided".into(), |accepted| format!("{} accepted", accepted.name()));
        let of = format!("Elo {} or {}", test.elo0, test.elo1);
        let bounds = format!("bounds {:.2} and {:.2}", test.lower, test.upper);
        let errors = format!("errors {} and {}", test.alpha, test.beta);
        rows.push(vec!["SPRT".into(), format!("LLR {:.2}, {bounds} ({of}, {errors}): {verdict}", test.llr)]);
    }
    rows.push(vec!["plies a game".into(), format!("{:.1}{}", found.mean_plies, unfinished(&[found]))]);
    let [a, b] = found.mean_nodes;
    rows.push(vec!["nodes a move".into(), format!("A {a:.0}, B {b:.0}")]);
    text.push_str(&columns(&rows));
    text.push_str(&format!("\n{}\n", found.verdict.text));
    if found.sprt.is_some_and(|test| test.accepted.is_some()) {
        text.push_str("The test ended the match: score and Elo lean a little towards what it accepted.\n");
    }
    text
}

fn of_ladder(steps: &[&MatchFound]) -> String {
    let Some(first) = steps.first() else { return String::new() };
    let unit = first.efforts[0].map_or(&UNITS[0], |effort| effort.unit());
    let (each, deeper) = match unit.name {
        "depth" => ("each depth".to_string(), "deeper"),
        _ => (format!("each number of {}", unit.label), "larger"),
    };
    let player = first.players[1].parse::<Name>().map(|name| name.without(&[unit.name]).to_string());
    let mut text = format!(
        "{}\n{}: {each} against the one before\n{}\nscore and Elo of the {deeper}, with intervals that hold together (95%; {} each)\n\n",
        first.game,
        player.unwrap_or_default(),
        played(first),
        level(first)
    );
    let head =
        [unit.key, "won", "drawn", "lost", "pairs 0", "1/2", "1", "3/2", "2", "score", "Elo", "nodes a move"];
    let mut rows = vec![head.map(String::from).to_vec()];
    for step in steps {
        let depths = step.efforts.map(|effort| effort.map_or(0, |effort| effort.amount()));
        let mut row = vec![format!("{} against {}", depths[0], depths[1])];
        row.extend([step.games.won, step.games.drawn, step.games.lost].map(|games| games.to_string()));
        row.extend(step.pentanomial.map(|count| count.to_string()));
        row.extend([score(step), elo(step), format!("{:.0}, {:.0}", step.mean_nodes[0], step.mean_nodes[1])]);
        rows.push(row);
    }
    text.push_str(&columns(&rows));
    text.push('\n');
    steps.iter().for_each(|step| text.push_str(&format!("{}\n", step.verdict.text)));
    let neighbours = |step: &MatchFound| {
        let [deeper, depth] = step.efforts.map(|effort| effort.map_or(0, |effort| effort.amount()));
        unit.name == "depth" && deeper == depth + 1
    };
    if steps.iter().any(|step| neighbours(step)) {
        text.push_str(
            "One ply deeper foresees the other's answers; depths two apart do not (--depths 1,3,5, then 2,4,6).\n",
        );
    }
    if unit.name != "depth" {
        text.push_str(&flattens(steps));
    }
    let unfinished = unfinished(steps);
    if !unfinished.is_empty() {
        text.push_str(&format!("{}\n", unfinished.trim_start_matches("; ")));
    }
    text
}

/// From where on more gains nothing that can be seen, where that is so.
fn flattens(steps: &[&MatchFound]) -> String {
    let gains = steps.iter().rposition(|step| step.verdict.id == Relation::Stronger);
    let flat = &steps[gains.map_or(0, |last| last + 1)..];
    match flat.first().and_then(|step| step.efforts[1]) {
        Some(effort) => format!("From {effort} on no step gains anything that these pairs show.\n"),
        None => String::new(),
    }
}

/// Games that did not come to their end, in words.
fn unfinished(steps: &[&MatchFound]) -> String {
    match steps.iter().map(|step| step.unfinished).sum::<u64>() {
        0 => String::new(),
        games => format!("; {games} games reached {} plies and count as draws", steps[0].longest),
    }
}

fn level(found: &MatchFound) -> String {
    // 95%, or as many digits as a ladder's 99% or 98.33% need.
    let percent = (found.level * 10_000.0).round() / 100.0;
    format!("{percent}%")
}

fn score(found: &MatchFound) -> String {
    let [value, low, high] =
        [found.score.value, found.score.low, found.score.high].map(|share| 100.0 * share);
    format!("{value:.1}% [{low:.1}%, {high:.1}%]")
}

fn elo(found: &MatchFound) -> String {
    let shown = |elo: f64| match elo {
        f64::INFINITY => "+inf".to_string(),
        f64::NEG_INFINITY => "-inf".to_string(),
        elo => format!("{:+.0}", if elo.abs() < 0.5 { 0.0 } else { elo }),
    };
    let [value, low, high] = [found.elo.value, found.elo.low, found.elo.high].map(shown);
    format!("{value} [{low}, {high}]")
}
