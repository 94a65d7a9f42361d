//! What a report says of a paper, in blocks.

use super::outline::{Line, Missed, Page, Part, Placed, Reading, Statement, readings, verdicts};
use super::{Section, slug};
use crate::document::{
    self, Block, Cell, Fold, Image, Row, Span, Style, Table, Words, paragraph, plain, span,
};
use crate::results::{Verdict, grid};

/// More printed numbers than this are folded, those that come out.
const MANY: usize = 12;

/// What the paper is and says.
pub(super) fn about(page: &Page<'_>) -> Option<Block> {
    let mut words = Vec::new();
    if page.paper.is_paper() {
        words.push(span(Style::Emphasis, page.paper.title.as_str()));
        words.push(plain(format!(" ({}).", page.paper.published)));
        words.push(span(Style::LineEnd, ""));
    }
    words.push(plain(page.paper.says.join(" ").trim()));
    (!words.iter().all(|span| span.text.is_empty())).then_some(Block::Paragraph("", words))
}

/// What came out, with counts or without.
pub(super) fn came_out(page: &Page<'_>, counts: &str) -> Option<Words> {
    let said = format!("{} {counts}", page.findings().join(" "));
    let said = said.trim();
    (!said.is_empty()).then(|| vec![span(Style::Strong, "What we found."), plain(format!(" {said}"))])
}

/// A statement that was not supported, with a link to it.
pub(super) fn missed(missed: &Missed<'_>, page: &str) -> Words {
    let link = Style::To(format!("{page}#{}", missed.anchor));
    vec![span(link, missed.text.trim_end_matches('.')), plain(format!(" ({})", missed.told()))]
}

/// Everything on a paper; `made` stands before its parts.
pub(super) fn page(page: &Page<'_>, made: Option<Words>) -> Vec<Block> {
    let mut blocks: Vec<Block> = about(page).into_iter().collect();
    blocks.extend(came_out(page, &page.counts()).map(|words| Block::Paragraph("", words)));
    let mut list = |title: &str, items: Vec<Words>| {
        if !items.is_empty() {
            blocks.extend([paragraph(title), Block::List(items)]);
        }
    };
    list("Not supported:", page.not_supported().iter().map(|one| missed(one, "")).collect());
    list("Not tested:", page.paper.untested.iter().map(|one| vec![plain(one.told())]).collect());
    blocks.extend(made.map(|words| Block::Paragraph("", words)));
    let row = |part: &Part<'_>| -> Row {
        let counts = verdicts(part.claims());
        let all: usize = counts.iter().sum();
        let name = vec![span(Style::To(format!("#{}", part.id)), part.heading.as_str())];
        let counts = [all].into_iter().chain(counts).map(|count| Cell::from(count.to_string()));
        std::iter::once(name.into()).chain(counts).collect()
    };
    blocks.push(Block::Table(Table {
        head: ["part", "claims"]
            .into_iter()
            .chain(Verdict::ALL.map(Verdict::name))
            .map(String::from)
            .collect(),
        groups: vec![page.parts.iter().map(row).collect()],
        ..Table::default()
    }));
    blocks.extend(page.parts.iter().map(part));
    blocks
}

fn part(part: &Part<'_>) -> Block {
    let mut blocks = figures(&part.experiments);
    blocks.extend(claims(&part.statements, &part.printed));
    blocks.extend(read_as(&part.experiments));
    blocks.extend(commands(&part.experiments));
    blocks.extend(part.readings.iter().map(|reading| other(reading, part.experiments.is_empty())));
    let not_run =
        |(id, reading): &(String, &str)| paragraph(format!("Another reading, not run: `{id}`. {reading}"));
    blocks.extend(part.not_run.iter().map(not_run));
    Block::Section(document::Section {
        level: 2,
        class: "part",
        id: part.id.clone(),
        title: vec![plain(part.title())],
        lead: String::new(),
        blocks,
    })
}

/// Another reading of a part, folded.
fn other(reading: &Reading<'_>, open: bool) -> Block {
    let code = span(Style::Code, format!("+{}", reading.suffix));
    let summary = vec![plain("Another reading, "), code, plain(format!(": {}", reading.change()))];
    let mut blocks = read_as(&reading.experiments);
    blocks.extend(figures(&reading.experiments));
    blocks.extend(claims(&reading.statements, &reading.printed));
    blocks.extend(commands(&reading.experiments));
    Block::Fold(Fold { class: "reading", open, summary, blocks })
}

/// The figures, side by side where there are several.
fn figures(experiments: &[Placed<'_>]) -> Vec<Block> {
    let image = |Placed { section, setting }: &Placed<'_>| {
        Some(Image {
            svg: section.svg.clone()?,
            file: slug(&section.result.id),
            title: section.experiment.title.clone(),
            caption: setting.clone(),
        })
    };
    vec![Block::Images(experiments.iter().filter_map(image).collect())]
}

/// Every statement, then every printed number; where there are many, those that come out are folded.
fn claims(statements: &[Statement<'_>], printed: &[Line<'_>]) -> Vec<Block> {
    let mut lines = statements.iter().flat_map(|statement| &statement.lines).chain(printed);
    let other = lines.any(|line| line.otherwise.is_some());
    let table = |first: &str, groups: Vec<Vec<Row>>| {
        let last = other.then_some("in our reading");
        let head = [first, "printed", "ours", "95% interval", "trials", "verdict"]
            .into_iter()
            .chain(last)
            .map(String::from)
            .collect();
        Block::Table(Table { class: "claims", head, groups, ..Table::default() })
    };
    let mut blocks = Vec::new();
    if !statements.is_empty() {
        blocks.push(table("statement", statements.iter().map(|one| statement(one, other)).collect()));
    }
    if printed.is_empty() {
        return blocks;
    }
    blocks.push(paragraph(format!("{}.", Part::printed_summary(printed))));
    let numbers = |lines: Vec<&Line<'_>>| {
        let row = |line: &&Line<'_>| {
            let first = [named(&line.claim.text, line.place.as_deref(), false, Style::Plain)];
            row(line, first.into_iter().chain(setting(line)).chain(remarks(line.remarks())), other)
        };
        (!lines.is_empty()).then(|| table("printed number", vec![lines.iter().map(row).collect()]))
    };
    if printed.len() <= MANY {
        blocks.extend(numbers(printed.iter().collect()));
        return blocks;
    }
    let (same, off): (Vec<&Line<'_>>, Vec<&Line<'_>>) =
        printed.iter().partition(|line| line.claim.verdict == Verdict::Supported);
    blocks.extend(numbers(off));
    let summary = vec![plain(format!("The {} numbers that are reproduced", same.len()))];
    let same = numbers(same);
    blocks.extend(
        same.map(|table| Block::Fold(Fold { class: "printed", open: false, summary, blocks: vec![table] })),
    );
    blocks
}

/// A statement in one row; with several settings in a row for each, below its own.
fn statement(statement: &Statement<'_>, other: bool) -> Vec<Row> {
    let ours = statement.lines.iter().any(Line::marked_ours);
    let said = |style: Style| named(statement.text, statement.place(), ours, style);
    match &statement.lines[..] {
        [line] => {
            let below = setting(line).into_iter().chain(remarks(line.remarks()));
            vec![row(line, std::iter::once(said(Style::Plain)).chain(below), other)]
        }
        lines => {
            let shared = statement.shared_remarks();
            let first =
                std::iter::once(said(Style::Strong)).chain(remarks(shared.clone())).collect::<Words>();
            let empty = std::iter::repeat_n(Words::new(), if other { 6 } else { 5 });
            let heads = Row { heads: true, ..std::iter::once(first).chain(empty).collect() };
            let each = |line: &Line<'_>| {
                let own: Vec<String> =
                    line.remarks().into_iter().filter(|remark| !shared.contains(remark)).collect();
                row(line, std::iter::once(plain(line.setting.as_str())).chain(remarks(own)), other)
            };
            std::iter::once(heads).chain(lines.iter().map(each)).collect()
        }
    }
}

/// A sentence or a number, where in the paper it stands, and whether it is ours.
fn named(text: &str, place: Option<&str>, ours: bool, style: Style) -> Span {
    let place = place.map(|place| format!(" ({place})")).unwrap_or_default();
    span(style, format!("{text}{place}{}", if ours { " (our statement)" } else { "" }))
}

fn setting(line: &Line<'_>) -> Option<Span> {
    (!line.setting.is_empty()).then(|| span(Style::Below, line.setting.as_str()))
}

fn remarks(remarks: Vec<String>) -> impl Iterator<Item = Span> {
    remarks.into_iter().map(|remark| span(Style::Remark, remark))
}

fn row(line: &Line<'_>, first: impl Iterator<Item = Span>, other: bool) -> Row {
    let claim = line.claim;
    let evidence = span(Style::Below, claim.evidence.as_str());
    let number = |number: f64| format!("{number:.4}");
    let ours = claim.value.map(number).unwrap_or_default();
    let interval =
        claim.low.zip(claim.high).map(|(low, high)| format!("{} to {}", number(low), number(high)));
    let exactly = if claim.exact { "exact" } else { "" };
    let trials = claim.trials.map_or(String::new(), |trials| trials.to_string());
    let verdict = vec![span(Style::Badge, line.claim.verdict.name())].into();
    let otherwise = other.then(|| Cell::from(line.changed().unwrap_or("the same").to_string()));
    let cells: [Cell; 6] = [
        first.chain([evidence]).collect::<Words>().into(),
        line.printed().into(),
        ours.into(),
        interval.unwrap_or_else(|| exactly.into()).into(),
        trials.into(),
        verdict,
    ];
    let claim = Some((line.claim.verdict.name(), line.is_ours()));
    Row { id: line.anchor(), claim, ..cells.into_iter().chain(otherwise).collect() }
}

/// How the experiments are read.
fn read_as(experiments: &[Placed<'_>]) -> Vec<Block> {
    let reading = |(of, reading): (Option<String>, &str)| {
        let of = of.filter(|of| !of.is_empty()).map(|of| format!(" ({of})")).unwrap_or_default();
        paragraph(format!("Reading{of}: {reading}"))
    };
    let misprints = experiments.iter().flat_map(|one| one.section.misprints());
    let misprints = misprints.map(|why| paragraph(format!("A printed number is a misprint: {why}")));
    readings(experiments).into_iter().map(reading).chain(misprints).collect()
}

/// What makes each experiment again, and all its numbers.
fn commands(experiments: &[Placed<'_>]) -> Vec<Block> {
    let mut blocks = Vec::new();
    for one in experiments {
        let how = format!("{}: {}:", one.title(), one.section.how());
        blocks.push(Block::Paragraph("quiet", vec![plain(how)]));
        blocks.push(Block::Code(one.section.command()));
    }
    let titled = experiments.len() > 1;
    let numbers = experiments.iter().flat_map(|one| numbers(one.section, titled)).collect();
    let summary = vec![plain("All numbers")];
    blocks.push(Block::Fold(Fold { class: "", open: false, summary, blocks: numbers }));
    blocks
}

/// The numbers of an experiment.
fn numbers(section: &Section, titled: bool) -> Vec<Block> {
    let title = &section.experiment.title;
    let mut rows = grid(&section.experiment, &section.result).into_iter();
    let table = Table {
        class: "numbers",
        id: slug(&section.result.id),
        label: format!("Numbers: {title}"),
        head: rows.next().unwrap_or_default(),
        groups: vec![rows.map(Row::from_iter).collect()],
    };
    titled.then(|| paragraph(format!("{title}:"))).into_iter().chain([Block::Table(table)]).collect()
}
