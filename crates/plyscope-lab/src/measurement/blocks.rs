//! What is said of a measurement, in blocks, for the terminal and for the page.

use super::confirmed::{introduced, phase_name};
use super::verdict::{interval, percent, points};
use super::worst::number;
use super::{
    EffortReport, Estimate, Judged, Measurement, OneOrMore, Phase, PlayerReport, Step, TruthReport, Use,
    Worst, chart, naming,
};
use crate::document::{Block, Cell, Fold, Row, Section, Style, Table, Words, paragraph, plain, span};
use crate::markup::escaped;

/// What holds overall, and the loss that is best supported.
pub(super) fn finding(player: &PlayerReport) -> Block {
    let finding = &player.finding;
    let style = if finding.is_loss() { Style::Emphasis } else { Style::Plain };
    Block::Title(vec![plain(format!("{} ", finding.overall)), span(style, finding.text.as_str())])
}

/// Game, positions, truth and what a reader should know.
pub(super) fn about(measurement: &Measurement) -> Block {
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
    let positions = positions(measurement);
    let mut blocks = match measurement.noun {
        "item" => vec![paragraph(format!("{positions}{passed}"))],
        _ => {
            vec![paragraph(measurement.game.as_str()), paragraph(format!("{positions}; truth: {of}{passed}"))]
        }
    };
    let shows = measurement.reports().into_iter().map(|(truth, _)| match measurement.noun {
        "item" => paragraph("Whether a decision is correct is what the log says in `correct`."),
        _ => paragraph(shows(truth)),
    });
    blocks.push(Block::Wide(shows.collect()));
    if measurement.margins {
        blocks.push(paragraph("margins count: a move is correct that keeps the best score"));
    }
    let engines =
        measurement.engines.iter().map(|engine| paragraph(format!("engine: {}", engine.sentence())));
    let warning = |text: &String| Block::Paragraph("warning", vec![plain(format!("warning: {text}"))]);
    blocks.extend(engines.chain(measurement.warnings.iter().map(warning)));
    Section::titled("What was measured", "", blocks)
}

/// How many positions, and where they came from.
pub(super) fn positions(Measurement { trials, positions, seed, noun, .. }: &Measurement) -> String {
    let seed = if *noun == "item" { String::new() } else { format!(", seed {seed}") };
    format!("{} from {positions}{seed}", naming::several(*trials, noun))
}

/// What can be learned from a kind of truth.
fn shows(truth: &TruthReport) -> String {
    let shows = match truth.certainty.as_str() {
        _ if truth.name == "epd" => {
            "is what the suite says (bm, am), a proxy: agreement is the share of positions solved, and nothing proves the suite \
             right"
        }
        "exact" => "is exact: a correct decision is one that keeps the best outcome there is",
        "bounded" => "bounds the truth: positions that it does not settle are left out",
        "proxy" => {
            "is a proxy: it can show how far decisions agree with it, not whether they are correct, and it favours players \
             that resemble it"
        }
        _ => {
            "is no truth: only how far depths agree with each other can be told, and nothing about which is right"
        }
    };
    format!("`{}` {shows}.", truth.name)
}

/// What is counted: correct decisions, or agreement with what stands for the truth.
fn counted_as(truth: &TruthReport) -> String {
    if truth.certainty == "exact" { "accuracy".into() } else { format!("agreement with {}", truth.name) }
}

pub(super) fn table(head: Vec<String>, rows: Vec<Row>) -> Table {
    Table { head, groups: vec![rows], ..Table::default() }
}

/// A cell that is marked where its interval excludes 0.
pub(super) fn marked(text: String, by: Option<&Estimate>) -> Cell {
    let class = match by {
        Some(by) if by.is_positive() => "helps",
        Some(by) if by.is_negative() => "hurts",
        _ => "",
    };
    Cell { class, ..text.into() }
}

/// A sign where an interval excludes 0.
pub(super) fn star(estimate: &Estimate) -> &'static str {
    if estimate.is_positive() || estimate.is_negative() { "*" } else { "" }
}

/// Several players in one table, with what each decides better than the first.
pub(super) fn side_by_side(
    measurement: &Measurement,
    truth: &TruthReport,
    players: &[PlayerReport],
) -> Option<Block> {
    let others: Vec<_> = measurement.differences.iter().filter(|one| one.truth == truth.name).collect();
    let (first, rest) = players.split_first().filter(|_| !others.is_empty())?;
    let letter = |number: usize| char::from(b'A' + (number % 26) as u8);
    let names = players.iter().enumerate();
    let names = names.map(|(number, player)| vec![plain(format!("{}: {}", letter(number), player.name))]);
    let mut head = vec![String::new(), "A".to_string()];
    for number in 1..players.len() {
        head.extend([letter(number).to_string(), format!("{} - A, points", letter(number))]);
    }
    let row = |(at, effort): (usize, &EffortReport)| {
        let accuracy =
            |player: &PlayerReport| player.efforts[at].accuracy.map_or("-".into(), |one| percent(one.value));
        let mut row: Vec<Cell> = vec![effort.effort.to_string().into(), accuracy(first).into()];
        for (player, other) in rest.iter().zip(&others) {
            let difference = &other.efforts[at].difference;
            let told = format!("{}{}", interval(difference), star(difference));
            row.extend([accuracy(player).into(), marked(told, Some(difference))]);
        }
        row.into_iter().collect()
    };
    let rows = first.efforts.iter().enumerate().map(row).collect();
    Some(Section::titled(
        "Players side by side",
        "",
        vec![
            paragraph(format!("{} side by side:", counted_as(truth))),
            Block::List(names.collect()),
            Block::Table(table(head, rows)),
            paragraph("* the interval excludes 0 (95%, all differences together)"),
        ],
    ))
}

/// All that is said of a player but for what to do: accuracy, steps, the verdict; and what comes after that.
pub(super) fn player(
    measurement: &Measurement,
    truth: &TruthReport,
    player: &PlayerReport,
) -> [Vec<Block>; 2] {
    let mut name = vec![plain(player.name.as_str())];
    if measurement.reports().len() > 1 {
        name.push(span(Style::Detail, format!(" judged by {}", truth.name)));
    }
    let efforts = vec![Block::Paragraph("player", name), Block::Table(efforts(truth, player))];
    let mut first = vec![Section::titled("Accuracy by effort", "", efforts)];
    if !player.steps.is_empty() {
        let picture = Block::Group("picture", vec![Block::Drawn(chart::steps(player))]);
        let blocks = vec![Block::Wide(vec![picture]), Block::Table(steps(&player.steps))];
        first.push(Section::titled("What every step repairs and breaks", "", blocks));
    }
    let mut verdict = vec![Block::Paragraph("verdict", vec![plain(player.verdict.text.as_str())])];
    let degree = player.degree.as_ref().filter(|_| measurement.margins);
    verdict.extend(degree.map(|degree| paragraph(degree.sentence())));
    let uses = player.uses.as_ref().filter(|_| player.efforts.len() > 1);
    verdict.extend(uses.map(|uses| paragraph(uses.sentence(player.efforts.len(), measurement.noun))));
    first.push(Section::titled("", "", verdict));
    let mut rest: Vec<Block> = why(player, &measurement.positions).into_iter().collect();
    if let Some(introduced) = introduced(&player.confirmed, measurement.noun) {
        let told = player.confirmed.iter().filter(|found| found.is_told());
        let told = told.map(|found| vec![plain(found.sentence(measurement.noun))]).collect();
        rest.push(Section::titled("Found and confirmed", "", vec![paragraph(introduced), Block::List(told)]));
    }
    if let Some(uses) = &player.uses {
        let second = uses.where_deepest_is_wrong.as_ref().and_then(|second| second.sentence());
        rest.extend(second.map(|second| Section::titled("Second opinions", "", vec![paragraph(second)])));
        rest.extend(rivals(uses));
    }
    [first, rest]
}

/// Accuracy by effort.
fn efforts(truth: &TruthReport, player: &PlayerReport) -> Table {
    let any = |has: fn(&EffortReport) -> bool| player.efforts.iter().any(has);
    let judged = any(|effort| effort.accuracy.is_some());
    // What a reference gives up by the moves that it would not have played.
    let scored = truth.certainty != "exact" && any(|effort| effort.regret.is_some());
    // Where truth counts the plies to a win.
    let slower = any(|effort| effort.excess.is_some());
    // Of a log nodes are not known, and what decisions cost is where it says so.
    let measured = any(|effort| effort.mean_nodes > 0.0 && effort.cost.is_none());
    // An engine tells one move.
    let tied = any(|effort| effort.tied.value > 0.0);
    let columns = [
        (true, String::new()),
        (judged, counted_as(truth)),
        (judged, "95% interval".into()),
        (scored, "given away".into()),
        (slower, "plies slower".into()),
        (tied, "tied".into()),
        (measured, "nodes".into()),
        (any(|effort| effort.cost.is_some()), "cost".into()),
    ];
    let row = |effort: &EffortReport| -> Row {
        let told =
            |estimate: Option<Estimate>, text: fn(Estimate) -> String| estimate.map_or("-".into(), text);
        let lost = told(effort.regret, |one| format!("{:.3} [{:.3}, {:.3}]", one.value, one.low, one.high));
        let ends = |one: Estimate| format!("{} to {}", percent(one.low), percent(one.high));
        let slower = told(effort.excess, |one| format!("{:.2}", one.value));
        let slower_ends = told(effort.excess, |one| format!(" ({:.2} to {:.2})", one.low, one.high));
        let cells: [Words; 8] = [
            vec![plain(effort.effort.to_string())],
            vec![plain(told(effort.accuracy, |one| percent(one.value)))],
            vec![plain(told(effort.accuracy, ends))],
            vec![plain(lost)],
            vec![plain(slower), span(Style::Detail, slower_ends)],
            vec![plain(percent(effort.tied.value))],
            vec![plain(format!("{:.0}", effort.mean_nodes))],
            vec![plain(told(effort.cost, |one| number(one.value)))],
        ];
        cells.into_iter().zip(&columns).filter(|(_, (shown, _))| *shown).map(|(words, _)| words).collect()
    };
    let rows = player.efforts.iter().map(row).collect();
    table(columns.iter().filter(|(shown, _)| *shown).map(|(_, name)| name.clone()).collect(), rows)
}

fn step_name(step: &Step) -> String {
    format!("{} to {}", step.from.0.amount(), step.to.0.amount())
}

fn steps(steps: &[Step]) -> Table {
    let row = |step: &Step| -> Row {
        let class = match step.verdict {
            Judged::Helps => "helps",
            Judged::Hurts => "hurts",
            _ => "",
        };
        let cells = [
            step_name(step),
            percent(step.helped.value),
            percent(step.hurt.value),
            interval(&step.net),
            step.churn.map_or("-".into(), percent),
        ];
        let verdict = Cell { class, ..step.verdict.name().to_string().into() };
        cells.into_iter().map(Cell::from).chain([verdict]).collect()
    };
    let head = ["step", "repairs", "breaks", "net, points", "churn", "verdict"].map(String::from).to_vec();
    table(head, steps.iter().map(row).collect()).telling(|cell| cell == "-" || cell == "0.0%")
}

/// What to do.
pub(super) fn what_to_do(player: &PlayerReport) -> Vec<Block> {
    let each = player.advice.iter().flat_map(|advice| {
        std::iter::once(paragraph(advice.text.as_str())).chain(advice.command.clone().map(Block::Code))
    });
    each.collect()
}

/// What repairs gain. Those that change no decision share a line, and efforts at which none does are left out.
fn why(player: &PlayerReport, positions: &str) -> Option<Block> {
    if player.repairs.is_empty() && player.absent.is_empty() {
        return None;
    }
    let (telling, efforts, silent) = player.telling_repairs();
    let mut blocks = Vec::new();
    if !telling.is_empty() {
        let names = efforts.iter().map(|at| player.efforts[*at].effort.to_string());
        let row = |report: &&super::RepairReport| -> Row {
            let name: Cell =
                vec![plain(report.id.id()), span(Style::Detail, format!(" {}", report.id.does()))].into();
            let gains = efforts.iter().map(|at| &report.gain[*at]);
            let gains = gains.map(|gain| marked(format!("{}{}", points(gain.value), star(gain)), Some(gain)));
            std::iter::once(name).chain(gains).collect()
        };
        let rows = telling.iter().map(row).collect();
        blocks.push(Block::Table(table(std::iter::once(String::new()).chain(names).collect(), rows)));
        blocks.push(paragraph("* the interval excludes 0 (95%, all of the table together)"));
    }
    if !silent.is_empty() {
        blocks.push(paragraph(format!("no change: {}", silent.join(", "))));
    }
    if !player.why.is_empty() {
        let sentence = |why: &super::Why| paragraph(format!("`{}`: {}", why.id.id(), why.text));
        let summary = vec![plain("In sentences, with intervals")];
        let blocks_of = player.why.iter().map(sentence).collect();
        blocks.push(Block::Fold(Fold { class: "", open: false, summary, blocks: blocks_of }));
    }
    blocks.extend(player.lessons(positions).into_iter().map(paragraph));
    let not_tried =
        |(ids, why): (Vec<&str>, &str)| paragraph(format!("not tried: {}: {why}", ids.join(", ")));
    blocks.extend(player.not_tried().into_iter().map(not_tried));
    let lead = if player.repairs.is_empty() { "why:" } else { "why (gain in points, with repairs):" };
    Some(Section::titled("Why: what would change if one thing were put right", lead, blocks))
}

/// Rules and searches at equal numbers of nodes, where they were compared.
fn rivals(uses: &Use) -> Option<Block> {
    let sentence = uses.what_to_use()?;
    let ids = uses.rivals();
    let rows = uses.at_nodes.chunk_by(|a, b| a.nodes == b.nodes).map(|row| -> Row {
        let cells = ids.iter().map(|id| {
            let Some(at) = row.iter().find(|at| at.id == *id) else { return Cell::from("-".to_string()) };
            let mut cell = marked(format!("{}{}", percent(at.accuracy.value), at.mark()), at.gain.as_ref());
            cell.words.extend(at.gain.map(|gain| span(Style::Detail, format!(" ({})", interval(&gain)))));
            cell
        });
        std::iter::once(Cell::from(row[0].nodes.to_string())).chain(cells).collect()
    });
    let head = std::iter::once("nodes").chain(ids.iter().copied()).map(String::from).collect();
    Some(Section::titled(
        "What to use at equal numbers of nodes",
        "what to use at equal numbers of nodes (correct decisions):",
        vec![
            Block::Table(table(head, rows.collect())),
            paragraph("* above alpha-beta beyond the interval, ! below it"),
            paragraph(sentence),
        ],
    ))
}

/// The nets by group, as tables whose cells are coloured.
pub(super) fn phases(phases: &[Phase]) -> Option<Block> {
    let single = |phase: &Phase| -> Vec<Step> {
        phase.steps.iter().filter(|step| !step.is_double()).cloned().collect()
    };
    let cell = |step: Step| {
        let mark = if matches!(step.verdict, Judged::Hurts | Judged::Helps) { "*" } else { "" };
        // Full colour at ten points.
        let tint = (step.net.value / 0.1).clamp(-1.0, 1.0);
        Cell { tint, ..format!("{}{mark}", points(step.net.value)).into() }
    };
    let row = |phase: &Phase| -> Row {
        let names = [phase.group.clone(), phase.trials.to_string()].map(Cell::from);
        names.into_iter().chain(single(phase).into_iter().map(cell)).collect()
    };
    let mut blocks = vec![paragraph(
        "Net of every step in points, by group; * where the interval excludes 0, all of a table together.",
    )];
    for group in phases.chunk_by(|a, b| a.by == b.by) {
        let steps = single(&group[0]);
        let head = ["group".into(), "trials".into()].into_iter().chain(steps.iter().map(step_name));
        let title = vec![plain(format!("By {}", phase_name(&group[0].by)))];
        let nets = Block::Table(table(head.collect(), group.iter().map(row).collect()));
        blocks.push(Block::Section(Section { level: 2, title, blocks: vec![nets], ..Section::default() }));
    }
    (!phases.is_empty()).then(|| Section::titled("Where in the game", "", blocks))
}

/// Moves and values by effort: around the step, or all of them.
pub(super) fn chosen(worst: &Worst, around: bool) -> Block {
    let near: Vec<u64> = worst.around().iter().map(|(amount, ..)| *amount).collect();
    let shown = worst.chosen.iter().filter(|(effort, _)| !around || near.contains(effort));
    let row = |(effort, moves): (&u64, &Vec<String>)| -> Row {
        let right = moves.iter().filter(|choice| worst.right.contains(choice)).count();
        let (class, word) = match (worst.right.is_empty(), right) {
            (false, right) if right == moves.len() => ("helps", " (correct)"),
            (false, 0) => ("hurts", " (wrong)"),
            _ => ("", ""),
        };
        let value = worst.values.get(effort).copied().flatten().map_or("-".into(), number);
        let moves = Cell { class, ..format!("{}{word}", moves.join(", ")).into() };
        [effort.to_string().into(), moves, value.into()].into_iter().collect()
    };
    let head = ["effort", "move", "value"].map(String::from).to_vec();
    Block::Table(table(head, shown.map(row).collect()))
}

/// The position as a picture, or as text.
pub(super) fn picture(worst: &Worst) -> Block {
    if !worst.picture.is_empty() || worst.board.is_empty() {
        return Block::Drawn(worst.picture.clone());
    }
    let lines: Vec<String> = worst.board.lines().map(escaped).collect();
    Block::Drawn(format!("<pre tabindex=\"0\" aria-label=\"board\">{}</pre>", lines.join("\n")))
}
