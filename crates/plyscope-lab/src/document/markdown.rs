//! Blocks as Markdown, for the guide.

use super::{Block, Fold, Image, Row, Section, Span, Style, Table};
use crate::markup::escaped;

/// A page, whose figures lie in a folder.
pub(crate) fn markdown(blocks: &[Block], figures: &str) -> String {
    let mut text = written(blocks, figures);
    // One empty line is enough.
    while text.contains("\n\n\n") {
        text = text.replace("\n\n\n", "\n\n");
    }
    text.trim().to_string() + "\n"
}

fn written(blocks: &[Block], figures: &str) -> String {
    blocks.iter().map(|block| one(block, figures) + "\n\n").collect()
}

fn one(block: &Block, figures: &str) -> String {
    match block {
        Block::Title(words) => format!("# {}", line(words)),
        Block::Section(section) => {
            let Section { level, id, title, blocks, .. } = section;
            let place = if id.is_empty() { String::new() } else { format!("<a id=\"{id}\"></a>\n\n") };
            let heading = "#".repeat(usize::from(*level));
            format!("{place}{heading} {}\n\n{}", line(title), written(blocks, figures))
        }
        Block::Paragraph(_, words) => line(words),
        Block::List(items) => items.iter().map(|words| format!("- {}\n", line(words))).collect(),
        Block::Code(text) => format!("```sh\n{text}\n```"),
        Block::Table(of) => table(of),
        Block::Images(images) => {
            let width = if images.len() > 1 { " width=\"49%\"" } else { "" };
            let image = |Image { file, title, .. }: &Image| {
                format!("<img src=\"{figures}/{file}.svg\" alt=\"{}\"{width}>\n", escaped(title))
            };
            images.iter().map(image).collect()
        }
        Block::Fold(Fold { summary, blocks, .. }) => {
            let inside = written(blocks, figures);
            let part = |span: &Span| match span.style {
                Style::Code => format!("<code>{}</code>", span.text),
                _ => span.text.clone(),
            };
            let summary: String = summary.iter().map(part).collect();
            format!("<details>\n<summary>{summary}</summary>\n\n{}\n\n</details>", inside.trim_end())
        }
        Block::Group(_, blocks) => written(blocks, figures),
        Block::Wide(_) | Block::Drawn(_) => String::new(),
    }
}

fn table(table: &Table) -> String {
    let cells = |cells: &mut dyn Iterator<Item = Option<String>>| -> String {
        cells.map(|cell| cell.map_or(" |".into(), |text| format!(" {text} |"))).collect()
    };
    let head = cells(&mut table.head.iter().map(|name| (!name.is_empty()).then(|| piped(name))));
    let mut text = format!("|{head}\n|{}\n", "---|".repeat(table.head.len()));
    for Row { id, cells: row, .. } in table.groups.iter().flatten() {
        let words =
            row.iter().map(|cell| (!cell.words.is_empty()).then(|| line(&cell.words).replace('|', "\\|")));
        let row = cells(&mut words.into_iter());
        text.push_str(&match id.as_str() {
            "" => format!("|{row}\n"),
            id => format!("| <a id=\"{id}\"></a>{}\n", row.trim_start()),
        });
    }
    text
}

fn line(words: &[Span]) -> String {
    words.iter().map(span).collect()
}

fn span(Span { style, text }: &Span) -> String {
    let inside = inline(text);
    match style {
        Style::Plain => inside,
        Style::Strong => format!("**{inside}**"),
        Style::Emphasis => format!("*{inside}*"),
        Style::Code => format!("`{text}`"),
        Style::Below => format!("<br>{inside}"),
        Style::Remark => format!("<br>*{inside}*"),
        Style::LineEnd => "\n".into(),
        Style::Detail => String::new(),
        Style::To(target) => format!("[{inside}]({target})"),
        Style::Badge if text == "refuted" => "**refuted**".into(),
        Style::Badge => inside,
    }
}

/// Within a line.
fn inline(text: &str) -> String {
    text.replace('\n', " ").replace('<', "&lt;")
}

/// Within a cell of a table.
fn piped(text: &str) -> String {
    inline(text).replace('|', "\\|")
}
