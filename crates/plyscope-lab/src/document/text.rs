//! Blocks for a terminal.

use super::{Block, Section, Span, Style, Table};
use crate::columns::columns;

/// Parts are separated by an empty line; what stands below the lead of one is indented.
pub(crate) fn text(blocks: &[Block]) -> String {
    let mut text = String::new();
    for block in blocks {
        let part = one(block);
        let apart = matches!(block, Block::Section(_)) && !text.is_empty() && !part.is_empty();
        text.push_str(if apart { "\n" } else { "" });
        text.push_str(&part);
    }
    text
}

fn one(block: &Block) -> String {
    match block {
        Block::Title(words) | Block::Paragraph(_, words) => line(words).trim_end().to_string() + "\n",
        Block::Section(Section { lead, blocks, .. }) if lead.is_empty() => text(blocks),
        Block::Section(Section { lead, blocks, .. }) => format!("{lead}\n{}", indented(&text(blocks))),
        Block::List(items) => items.iter().map(|words| format!("  {}\n", line(words))).collect(),
        Block::Code(command) => format!("  {command}\n"),
        Block::Table(of) => table(of),
        Block::Group(_, blocks) => text(blocks),
        Block::Images(_) | Block::Fold(_) | Block::Wide(_) | Block::Drawn(_) => String::new(),
    }
}

fn indented(text: &str) -> String {
    text.lines().map(|line| if line.is_empty() { "\n".into() } else { format!("  {line}\n") }).collect()
}

fn table(table: &Table) -> String {
    let rows = table.groups.iter().flatten();
    let rows = rows.map(|row| row.cells.iter().map(|cell| line(&cell.words)).collect());
    columns(&std::iter::once(table.head.clone()).chain(rows).collect::<Vec<_>>())
}

fn line(words: &[Span]) -> String {
    let shown = |span: &&Span| !matches!(span.style, Style::Detail);
    words.iter().filter(shown).map(|span| span.text.as_str()).collect()
}
