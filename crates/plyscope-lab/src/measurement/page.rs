//! `report.html` of a measurement: on the first screen what is to be read first; below it accuracy, steps, what to do, why,
//! where in the game, and the positions to look at. One file, no scripts, nothing from elsewhere.

use super::confirmed::introduced;
use super::first::{chosen, first_screen, picture, side_by_side};
use super::heat::phases;
use super::use_table::what_to_use;
use super::verdict::{interval, percent, points};
use super::{EffortReport, Judged, Measurement, PlayerReport, RepairReport, Step, TruthReport, Worst, chart};
use crate::markup::escaped;
use std::fmt::Write;

const STYLE: &str = "\
:root { color-scheme: light dark; --back: #fff; --text: #1a1a1a; --quiet: #525252; --line: #d4d4d4; --soft: #f4f5f7;
  --link: #00558a; --good: #00694d; --bad: #a83200; --curve: #0072b2; }
@media (prefers-color-scheme: dark) { :root { --back: #16181c; --text: #ececec; --quiet: #b8b8b8; --line: #3b4048;
  --soft: #20242a; --link: #7cc4f0; --good: #4fd6ab; --bad: #ff9b6b; --curve: #7cc4f0; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--back); color: var(--text); font: 15px/1.4 system-ui, 'DejaVu Sans', sans-serif; }
main { max-width: 76rem; margin: 0 auto; padding: .6rem 1rem 3rem; overflow-wrap: anywhere; }
h1 { font-size: clamp(1.1rem, 2vw, 1.5rem); line-height: 1.25; margin: .3rem 0 .8rem; } h1 em { font-style: normal; color: var(--bad); } h2 { font-size: 1.1rem; margin: 1.6rem 0 .4rem; } h3 { font-size: 1rem; margin: 1rem 0 .3rem; }
p { margin: .3rem 0; } .quiet { color: var(--quiet); font-size: .86rem; } .verdict { font-size: 1.05rem; font-weight: 600; margin: .4rem 0; }
.warning { border-left: 3px solid var(--bad); padding-left: .6rem; font-size: .9rem; }
.first { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: .4rem 1.5rem; align-items: start; }
.with-board { grid-template-columns: minmax(0, 19rem) minmax(0, 1fr); } .do { background: var(--soft); border-radius: 8px; padding: .5rem .8rem; margin-top: .6rem; } .do h2 { margin: 0 0 .2rem; }
.chart { width: 100%; height: auto; display: block; } .picture { max-width: 38rem; } th .quiet { font-weight: 400; } .short tbody td, .short tbody th { white-space: nowrap; } .chart text { font-size: 12px; fill: var(--quiet); }
.grid { stroke: var(--line); } .line { fill: none; stroke: var(--curve); stroke-width: 2; } .dot { fill: var(--curve); }
.whisker { stroke: var(--curve); stroke-width: 1.5; } .line.other, .whisker.other { stroke: var(--bad); } .line.other { stroke-dasharray: 6 4; } .dot.other { fill: var(--bad); } .chart .name { fill: var(--curve); } .chart .name.other { fill: var(--bad); } .helped { fill: var(--good); opacity: .6; } .hurt { fill: var(--bad); opacity: .6; }
table { border-collapse: collapse; width: 100%; font-size: .86rem; font-variant-numeric: tabular-nums; }
th, td { text-align: left; padding: .16rem .4rem; border-top: 1px solid var(--line); vertical-align: top; } thead th { border-top: 0; background: var(--soft); }
caption { text-align: left; color: var(--quiet); padding: .1rem 0; font-size: .86rem; }
.helps { color: var(--good); font-weight: 600; } .hurts { color: var(--bad); font-weight: 600; }
pre, code { font: .84rem/1.35 ui-monospace, 'DejaVu Sans Mono', monospace; } pre { background: var(--soft); border-radius: 6px; padding: .4rem .6rem; margin: .2rem 0; white-space: pre-wrap; }
.boards { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(20rem, 100%), 1fr)); gap: .8rem; } .boards section { border: 1px solid var(--line); border-radius: 6px; padding: .5rem .7rem; }
.boards pre { white-space: pre; overflow-x: auto; line-height: 1.15; } .boards pre.command { white-space: pre-wrap; }
details summary { cursor: pointer; color: var(--link); }
@media (max-width: 46rem) { body { font-size: 13px; } h1 { font-size: 1.05rem; } table { font-size: .78rem; } main { padding: .4rem .7rem 2rem; } .first { grid-template-columns: minmax(0, 1fr); gap: .4rem; }
  .first .chart { max-height: 11rem; } .wide { display: none; } th, td { padding: .1rem .25rem; } .verdict { font-size: .9rem; } }
";

/// The page.
pub fn page(measurement: &Measurement) -> String {
    let mut page = String::new();
    let mut put = |line: &str| writeln!(page, "{line}").expect("a string takes everything");
    put("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">");
    put(
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<link rel=\"icon\" href=\"data:,\">",
    );
    let title = format!("Does looking deeper help in {}?", measurement.named);
    put(&format!("<title>{}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<main>", escaped(&title)));
    put(&format!("<p class=\"quiet\">{}</p>", escaped(&meta(measurement))));
    let reports = measurement.reports();
    let several = reports.iter().map(|(_, players)| players.len()).sum::<usize>() > 1;
    for (number, (truth, players)) in reports.iter().enumerate() {
        for player in *players {
            // The first truth says which positions to look at.
            let positions = if number == 0 { measurement.positions_of(player) } else { Vec::new() };
            if several {
                let by =
                    if reports.len() > 1 { format!(", judged by {}", truth.name) } else { String::new() };
                put(&format!("<h2><code>{}</code>{}</h2>", escaped(&player.name), escaped(&by)));
            }
            put(&first_screen(player, &measured_as(truth), &positions));
        }
        put(&side_by_side(measurement, truth, players));
    }
    for (number, (truth, players)) in reports.iter().enumerate() {
        for player in *players {
            if several {
                put(&format!("<h2><code>{}</code></h2>", escaped(&player.name)));
            }
            put(&player_text(truth, player));
            let positions = if number == 0 { measurement.positions_of(player) } else { Vec::new() };
            if !positions.is_empty() {
                let shown = escaped(&player.finding.shown(positions.len()));
                let file = player.finding.file.as_ref();
                let file = file.map_or(String::new(), |file| format!(" All are in <code>{file}</code>."));
                put(&format!("<h2>Positions to look at</h2>\n<p>{shown}.{file}</p>\n<div class=\"boards\">"));
                positions.iter().for_each(|worst| put(&board(worst)));
                put("</div>");
            }
        }
    }
    put("<h2>What was measured</h2>");
    put(&about(measurement));
    put("</main>\n</body>\n</html>");
    page
}

/// Positions and truth in a line.
fn meta(measurement: &Measurement) -> String {
    let truths: Vec<String> = measurement.reports().iter().map(|(truth, _)| truth.name.clone()).collect();
    let counted = if measurement.trials == 1 {
        "1 position".into()
    } else {
        format!("{} positions", measurement.trials)
    };
    format!(
        "{} · {counted} from {}, seed {} · truth: {}",
        measurement.named,
        measurement.positions,
        measurement.seed,
        truths.join(", ")
    )
}

/// Positions, truth and what that can show.
fn about(measurement: &Measurement) -> String {
    let mut text = format!(
        "<p>The game is <code>{}</code>. {} positions from <code>{}</code>, seed {}. Passed over: {} at which all moves end alike, {} that truth could not \
         settle, {} at which a player failed.</p>\n",
        escaped(&measurement.game),
        measurement.trials,
        escaped(&measurement.positions),
        measurement.seed,
        measurement.trivial,
        measurement.unsolved,
        measurement.failed
    );
    for (truth, _) in measurement.reports() {
        let shows = match truth.certainty.as_str() {
            "exact" => "It is exact: a correct decision is one that keeps the best outcome there is.",
            "bounded" => "It bounds the truth: positions that it does not settle are left out.",
            "proxy" => {
                "It is a proxy: it can show how far decisions agree with it, not whether they are correct, and it favours \
                 players that resemble it."
            }
            _ => {
                "There is none: only how far depths agree with each other can be told, and nothing about which is right."
            }
        };
        let _ = writeln!(text, "<p>Truth: <code>{}</code>. {shows}</p>", escaped(&truth.name));
    }
    if measurement.margins {
        text.push_str("<p>Margins count: a move is correct that keeps the best score.</p>\n");
    }
    for engine in &measurement.engines {
        let _ = writeln!(text, "<p>Engine: {}</p>", escaped(&engine.sentence()));
    }
    for warning in &measurement.warnings {
        let _ = writeln!(text, "<p class=\"warning\">{}</p>", escaped(warning));
    }
    text
}

fn player_text(truth: &TruthReport, player: &PlayerReport) -> String {
    let what = measured_as(truth);
    let mut text = accuracies(player, &what);
    if !player.steps.is_empty() {
        let _ = writeln!(
            text,
            "<h2>What every step repairs and breaks</h2>\n<div class=\"picture\">{}</div>",
            chart::steps(player)
        );
        text.push_str(&step_table(
            &player.steps,
            "All steps with their intervals, which hold together (95% over the whole table)",
        ));
    }
    let _ = writeln!(text, "<p class=\"verdict\">{}</p>", escaped(&player.verdict.text));
    if let Some(uses) = player.uses.as_ref().filter(|_| player.efforts.len() > 1) {
        let _ = writeln!(text, "<p>{}.</p>", escaped(&capital(&uses.sentence(player.efforts.len()))));
    }
    text.push_str(&why(player));
    text.push_str(&what_to_use(player));
    if let Some(introduced) = introduced(&player.confirmed) {
        let _ = writeln!(text, "<h2>Found and confirmed</h2>\n<p>{introduced}</p>\n<ul>");
        for found in player.confirmed.iter().filter(|found| found.is_told()) {
            let _ = writeln!(text, "<li>{}</li>", escaped(&found.sentence()));
        }
        text.push_str("</ul>\n");
    }
    text.push_str(&phases(&player.phases));
    text
}

fn class(judged: Judged) -> &'static str {
    match judged {
        Judged::Helps => "helps",
        Judged::Hurts => "hurts",
        _ => "",
    }
}

/// With a capital letter at the beginning.
fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// The pictures of the page as files of their own, by name.
pub fn pictures(measurement: &Measurement) -> Vec<(String, String)> {
    let all = measurement
        .reports()
        .into_iter()
        .flat_map(|(truth, players)| players.iter().map(move |player| (truth, player)));
    let mut files = Vec::new();
    for (number, (truth, player)) in all.enumerate() {
        let tail = if number == 0 { String::new() } else { format!("-{}", number + 1) };
        let what = escaped(&measured_as(truth));
        let drawn = [
            ("accuracy", chart::accuracy(player, &what)),
            ("steps", chart::steps(player)),
            ("group", chart::confirmed(player)),
        ];
        for (name, svg) in drawn {
            if !svg.is_empty() {
                files.push((format!("{name}{tail}.svg"), chart::alone(&svg)));
            }
        }
    }
    files
}

/// What is counted: correct decisions, or agreement with who stands for the truth.
fn measured_as(truth: &TruthReport) -> String {
    match truth.certainty.as_str() {
        "exact" => "decision accuracy".into(),
        _ => format!("agreement with {}", truth.name),
    }
}

/// By effort; columns that say nothing are left out.
fn accuracies(player: &PlayerReport, what: &str) -> String {
    let any = |says: fn(&EffortReport) -> bool| player.efforts.iter().any(says);
    let judged = any(|effort| effort.accuracy.is_some());
    let gives = any(|effort| effort.regret.is_some_and(|regret| regret.value > 0.0));
    // Where truth counts the plies to a win.
    let slower = any(|effort| effort.excess.is_some());
    let tied = any(|effort| effort.tied.value > 0.0);
    let share = |one: Option<super::Estimate>| one.map_or("-".into(), |one| percent(one.value));
    let row = |cells: [String; 6]| -> String {
        let shown = [judged, judged, gives, slower, tied, true];
        cells.iter().zip(shown).filter(|(_, shown)| *shown).map(|(cell, _)| cell.as_str()).collect()
    };
    let mut text = format!(
        "<h2>Accuracy by effort</h2>\n<table class=\"short\"><caption>With 95% intervals</caption><thead><tr><th></th>{}</tr></thead><tbody>\n",
        row([
            format!("<th>{}</th>", escaped(what)),
            "<th>interval</th>".into(),
            "<th class=\"wide\">given away</th>".into(),
            "<th class=\"wide\">plies slower</th>".into(),
            "<th>tied</th>".into(),
            "<th>nodes</th>".into(),
        ])
    );
    for effort in &player.efforts {
        let ends = |one: super::Estimate| format!("{} to {}", percent(one.low), percent(one.high));
        let cells = row([
            format!("<td>{}</td>", share(effort.accuracy)),
            format!("<td>{}</td>", effort.accuracy.map_or("-".into(), ends)),
            format!("<td class=\"wide\">{}</td>", share(effort.regret)),
            format!("<td class=\"wide\">{}</td>", plies(effort)),
            format!("<td>{}</td>", percent(effort.tied.value)),
            format!("<td>{:.0}</td>", effort.mean_nodes),
        ]);
        let _ = writeln!(text, "<tr><th scope=\"row\">{}</th>{cells}</tr>", effort.effort);
    }
    text + "</tbody></table>\n"
}

/// How many plies slower than the fastest win, with the interval.
fn plies(effort: &EffortReport) -> String {
    effort.excess.map_or("-".into(), |one| format!("{:.2} ({:.2} to {:.2})", one.value, one.low, one.high))
}

fn step_table(steps: &[Step], caption: &str) -> String {
    let churns = steps.iter().any(|step| step.churn.is_some_and(|churn| churn > 0.0));
    let mut text = format!(
        "<table><caption>{caption}</caption><thead><tr><th>step</th><th>repairs</th><th>breaks</th><th>net, points</th>\
         {}<th></th></tr></thead><tbody>\n",
        if churns { "<th class=\"wide\">only another tie</th>" } else { "" }
    );
    for step in steps {
        let _ = writeln!(
            text,
            "<tr><th scope=\"row\">{} to {}</th><td>{}</td><td>{}</td><td>{}</td>{}<td class=\"{}\">{}</td></tr>",
            step.from.0.amount(),
            step.to.0.amount(),
            percent(step.helped.value),
            percent(step.hurt.value),
            interval(&step.net),
            match churns {
                true => format!("<td class=\"wide\">{}</td>", step.churn.map_or("-".into(), percent)),
                false => String::new(),
            },
            class(step.verdict),
            step.verdict.name()
        );
    }
    text + "</tbody></table>\n"
}

/// What repairs gain. Those that change no decision share a line, and efforts at which none does are left out.
fn why(player: &PlayerReport) -> String {
    if player.why.is_empty() {
        return String::new();
    }
    let (telling, efforts, silent) = player.telling_repairs();
    let mut text = String::from("<h2>Why: what would change if one thing were put right</h2>\n");
    if !telling.is_empty() {
        text.push_str(&gains(player, &telling, &efforts));
    }
    if !silent.is_empty() {
        let silent: Vec<String> = silent.iter().map(|id| format!("<code>{id}</code>")).collect();
        let _ = writeln!(text, "<p class=\"quiet\">No change: {}</p>", silent.join(", "));
    }
    text.push_str("<details><summary>In sentences, with intervals</summary>\n");
    for why in &player.why {
        let _ = writeln!(text, "<p><code>{}</code>: {}</p>", why.id.id(), escaped(&why.text));
    }
    text.push_str("</details>\n");
    for (ids, why) in player.not_tried() {
        let ids: Vec<String> = ids.iter().map(|id| format!("<code>{id}</code>")).collect();
        let _ = writeln!(text, "<p class=\"quiet\">Not tried: {}: {}</p>", ids.join(", "), escaped(why));
    }
    text
}

/// What some repairs gain at some efforts.
fn gains(player: &PlayerReport, repairs: &[&RepairReport], efforts: &[usize]) -> String {
    let mut text = String::from(
        "<table><caption>Gain in points by effort; marked where the interval excludes 0</caption><thead><tr><th>repair</th>",
    );
    for at in efforts {
        let _ = write!(text, "<th>{}</th>", player.efforts[*at].effort.0.amount());
    }
    text.push_str("</tr></thead><tbody>\n");
    for report in repairs {
        let _ = write!(
            text,
            "<tr><th scope=\"row\">{}<br><span class=\"quiet wide\">{}</span></th>",
            report.id.id(),
            report.id.does()
        );
        for at in efforts {
            let gain = &report.gain[*at];
            let (class, mark) = match gain {
                gain if gain.is_positive() => (" class=\"helps\"", "*"),
                gain if gain.is_negative() => (" class=\"hurts\"", "*"),
                _ => ("", ""),
            };
            let _ = write!(text, "<td{class}>{}{mark}</td>", points(gain.value));
        }
        text.push_str("</tr>\n");
    }
    text + "</tbody></table>\n"
}

fn board(worst: &Worst) -> String {
    let mut text = format!("<section>{}", picture(worst));
    let ply = worst.ply.map_or(String::new(), |ply| format!(", ply {ply}"));
    let _ = write!(text, "<p><code>{}</code>{ply}</p>", escaped(&worst.position));
    let _ = write!(text, "<p class=\"quiet\">{}</p>", escaped(&worst.player));
    if !worst.right.is_empty() {
        let _ = write!(text, "<p>Correct: <strong>{}</strong></p>", escaped(&worst.right.join(", ")));
    }
    text.push_str(&chosen(worst, false));
    if let Some(command) = &worst.command {
        let _ = write!(text, "<pre class=\"command\">{}</pre>", escaped(command));
    }
    text + "</section>"
}
