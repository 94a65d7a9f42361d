//! Blocks for a browser.

use super::{Block, Cell, Fold, Image, Row, Section, Span, Style, Table};
use crate::markup::escaped;

/// What stands in the body of a page.
pub(crate) fn html(blocks: &[Block]) -> String {
    blocks.iter().map(one).collect()
}

fn one(block: &Block) -> String {
    match block {
        Block::Title(words) => format!("<h1>{}</h1>\n", line(words)),
        Block::Section(of) => section(of),
        Block::Paragraph(kind, words) => format!("<p{}>{}</p>\n", class(kind), line(words)),
        Block::List(items) => {
            let items: String = items.iter().map(|words| format!("<li>{}</li>\n", line(words))).collect();
            format!("<ul>\n{items}</ul>\n")
        }
        Block::Code(text) => format!("<pre tabindex=\"0\">{}</pre>\n", escaped_lines(text)),
        Block::Table(of) => table(of),
        Block::Images(images) if images.is_empty() => String::new(),
        Block::Images(images) => {
            format!("<div class=\"figures\">\n{}</div>\n", images.iter().map(image).collect::<String>())
        }
        Block::Fold(Fold { class: kind, open, summary, blocks }) => format!(
            "<details{}{}><summary>{}</summary>\n{}</details>\n",
            class(kind),
            if *open { " open" } else { "" },
            line(summary),
            html(blocks)
        ),
        Block::Group(kind, blocks) => format!("<div{}>\n{}</div>\n", class(kind), html(blocks)),
        Block::Wide(blocks) => html(blocks),
        Block::Drawn(markup) => format!("{markup}\n"),
    }
}

fn class(class: &str) -> String {
    if class.is_empty() { String::new() } else { format!(" class=\"{class}\"") }
}

fn section(Section { level, class: kind, id, title, blocks, .. }: &Section) -> String {
    let (name, title, inside) = (format!("h{}", level + 1), line(title), html(blocks));
    match (kind.is_empty(), title.is_empty()) {
        (true, true) => inside,
        (true, false) => format!("<{name}>{title}</{name}>\n{inside}"),
        (false, true) => format!("<section class=\"{kind}\">\n{inside}</section>\n"),
        (false, false) => {
            let id = escaped(id);
            format!(
                "<section class=\"{kind}\" id=\"{id}\" aria-labelledby=\"{id}-title\">\n<{name} id=\"{id}-title\">{title}</{name}>\n\
                 {inside}</section>\n"
            )
        }
    }
}

fn image(Image { svg, title, caption, .. }: &Image) -> String {
    let caption = match caption.as_str() {
        "" => String::new(),
        caption => format!("<figcaption>{}</figcaption>", escaped(caption)),
    };
    let title = escaped(&format!("Figure: {title}. The numbers are in a table below."));
    format!(
        "<figure><img src=\"data:image/svg+xml;base64,{}\" alt=\"{title}\">{caption}</figure>\n",
        base64(svg.as_bytes())
    )
}

fn table(table: &Table) -> String {
    let Table { class: kind, id, label, head, groups } = table;
    let region = match label.as_str() {
        "" => String::new(),
        label => format!(" role=\"region\" tabindex=\"0\" aria-label=\"{}\"", escaped(label)),
    };
    let id = if id.is_empty() { String::new() } else { format!(" id=\"{}\"", escaped(id)) };
    let names: String = head
        .iter()
        .map(|name| match name.as_str() {
            "" => "<td></td>".into(),
            name => format!("<th scope=\"col\">{}</th>", escaped(name)),
        })
        .collect();
    let group = |rows: &Vec<Row>| {
        format!("<tbody>\n{}</tbody>\n", rows.iter().map(|one| row(one, head)).collect::<String>())
    };
    format!(
        "<div class=\"scroll\"{region}><table{}{id}>\n<thead><tr>{names}</tr></thead>\n{}</table></div>\n",
        class(kind),
        groups.iter().map(group).collect::<String>()
    )
}

fn row(Row { id, claim, heads, cells }: &Row, head: &[String]) -> String {
    let Some((first, others)) = cells.split_first() else { return String::new() };
    let first = line(&first.words);
    if *heads {
        let columns = head.len();
        return format!(
            "<tr class=\"heads\"><th scope=\"rowgroup\" colspan=\"{columns}\">{first}</th></tr>\n"
        );
    }
    let id = if id.is_empty() { String::new() } else { format!(" id=\"{}\"", escaped(id)) };
    let claim = claim.map_or(String::new(), |(verdict, ours)| {
        let whose = if ours { "ours" } else { "paper" };
        format!(" data-verdict=\"{verdict}\" data-whose=\"{whose}\"")
    });
    let cell = |(Cell { class: kind, tint, words }, name): (&Cell, &String)| {
        let name = if claim.is_empty() { String::new() } else { format!(" data-name=\"{}\"", escaped(name)) };
        let colour = if *tint < 0.0 { "--bad" } else { "--good" };
        let tint = match tint.abs() {
            0.0 => String::new(),
            tint => format!(
                " style=\"background: color-mix(in srgb, var({colour}) {:.0}%, transparent)\"",
                40.0 * tint
            ),
        };
        format!("<td{}{name}{tint}>{}</td>", class(kind), line(words))
    };
    let others: String = others.iter().zip(&head[1..]).map(cell).collect();
    format!("<tr{id}{claim}><th scope=\"row\">{first}</th>{others}</tr>\n")
}

fn line(words: &[Span]) -> String {
    words.iter().map(span).collect()
}

fn span(Span { style, text }: &Span) -> String {
    let plain = escaped(text);
    match style {
        Style::Plain => prose(text),
        Style::Strong => format!("<strong>{}</strong>", prose(text)),
        Style::Emphasis => format!("<em>{plain}</em>"),
        Style::Code => format!("<code>{plain}</code>"),
        Style::Detail => format!("<span class=\"quiet\">{plain}</span>"),
        Style::Below => format!("<span class=\"remark\">{plain}</span>"),
        Style::Remark => format!("<span class=\"remark\">{}</span>", prose(text)),
        Style::LineEnd => " ".into(),
        Style::To(target) => format!("<a href=\"{}\">{plain}</a>", escaped(target)),
        Style::Badge => badge(text),
    }
}

/// A verdict: a sign, a word and a colour.
pub(crate) fn badge(verdict: &str) -> String {
    let sign = match verdict {
        "supported" => "\u{2713}",
        "refuted" => "\u{2717}",
        _ => "?",
    };
    format!("<span class=\"verdict {verdict}\"><span aria-hidden=\"true\">{sign}</span> {verdict}</span>")
}

/// Text whose lines stay lines.
fn escaped_lines(text: &str) -> String {
    text.lines().map(escaped).collect::<Vec<_>>().join("\n")
}

/// Text in which names stand between backquotes.
fn prose(text: &str) -> String {
    let parts = text.split('`').count();
    let part = |(i, part): (usize, &str)| match i % 2 {
        1 if i + 1 < parts => format!("<code>{}</code>", escaped(part)),
        // A backquote that is not closed is one.
        1 => format!("`{}", escaped(part)),
        _ => escaped(part),
    };
    text.split('`').enumerate().map(part).collect()
}

/// RFC 4648, section 4.
fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for group in bytes.chunks(3) {
        let word =
            group.iter().fold(0u32, |word, byte| word << 8 | u32::from(*byte)) << (8 * (3 - group.len()));
        for i in 0..4 {
            let digit = DIGITS[(word >> (18 - 6 * i) & 63) as usize] as char;
            text.push(if i <= group.len() { digit } else { '=' });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{base64, prose};

    #[test]
    fn names_in_prose() {
        assert_eq!(prose("`a<b` and c"), "<code>a&lt;b</code> and c");
        assert_eq!(prose("it`s"), "it`s");
    }

    /// The test vectors of RFC 4648, section 10.
    #[test]
    fn base64_of_the_standard() {
        let vectors = [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy")];
        assert!(vectors.iter().all(|(plain, coded)| base64(plain.as_bytes()) == *coded));
    }
}
