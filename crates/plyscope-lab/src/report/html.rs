//! `report.html`: one file that works offline, in light and dark, wide and narrow, with and without scripts.

use super::outline::{Line, Page, Part, Placed, Reading, Statement, counted, pages, readings, verdicts};
use super::{Section, slug, summary};
use crate::markup::escaped;
use crate::results::{Verdict, grid};
use std::fmt::Write;

const STYLE: &str = include_str!("report.css");
const SCRIPT: &str = include_str!("report.js");

/// The report on some experiments.
pub fn html(sections: &[Section], version: &str) -> String {
    let pages = pages(sections);
    let mut text = String::new();
    let mut put = |line: &str| writeln!(text, "{line}").expect("a string takes everything");
    put("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">");
    put("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">");
    put("<link rel=\"icon\" href=\"data:,\">");
    put(&format!("<title>Plyscope report</title>\n<style>\n{STYLE}</style>\n</head>\n<body>"));
    put("<a class=\"skip\" href=\"#claims\">To the claims</a>\n<main>");
    put("<h1>Does looking deeper help?</h1>");
    put(&format!("<p>{}</p>", escaped(&summary(sections))));
    put(&format!(
        "<p class=\"quiet\">A claim is supported or refuted only where its interval allows it (95% over all comparisons of a \
         claim); undecided claims say how many trials would decide them. Plyscope {}.</p>",
        escaped(version)
    ));
    put(&contents(&pages));
    put(&filter(&pages));
    put("<div id=\"claims\">\n<p id=\"none\" hidden>No claim matches.</p>");
    for page in &pages {
        put(&page_text(page));
    }
    put(&format!("</div>\n</main>\n<script>\n{SCRIPT}</script>\n</body>\n</html>"));
    text
}

/// The papers with their parts, and how many claims came out how.
fn contents(pages: &[Page<'_>]) -> String {
    let mut text =
        String::from("<nav aria-labelledby=\"contents\">\n<h2 id=\"contents\">Contents</h2>\n<ul>\n");
    for page in pages {
        let key = &page.paper.key;
        text.push_str(&format!(
            "<li data-to=\"{key}\"><a href=\"#{key}\">{}</a> <span class=\"quiet\">{}</span>\n<ul>\n",
            escaped(page.paper.name()),
            counted(verdicts(page.claims()))
        ));
        for part in &page.parts {
            text.push_str(&format!(
                "<li data-to=\"{0}\"><a href=\"#{0}\">{1}</a></li>\n",
                escaped(&part.id),
                escaped(&part.heading)
            ));
        }
        text.push_str("</ul></li>\n");
    }
    text + "</ul>\n</nav>"
}

/// The form that chooses what is shown; without scripts it is not there.
fn filter(pages: &[Page<'_>]) -> String {
    let mut text = String::from(
        "<form id=\"filter\" hidden aria-label=\"Which claims are shown\" autocomplete=\"off\">\n<fieldset><legend>Verdict</legend>\n",
    );
    for verdict in [Verdict::Supported, Verdict::Refuted, Verdict::Undecided] {
        let name = verdict.name();
        text.push_str(&format!(
            "<label><input type=\"checkbox\" name=\"verdict\" value=\"{name}\" checked> {}</label>\n",
            badge(verdict)
        ));
    }
    text.push_str("</fieldset>\n<label>Paper <select name=\"paper\">\n<option value=\"\">all</option>\n");
    for paper in pages.iter().map(|page| page.paper) {
        text.push_str(&format!("<option value=\"{}\">{}</option>\n", paper.key, escaped(paper.name())));
    }
    text.push_str(
        "</select></label>\n<label>Sentences <select name=\"whose\">\n<option value=\"\">all</option>\n\
         <option value=\"paper\">of the papers</option>\n<option value=\"ours\">of ours</option>\n</select></label>\n\
         <output aria-live=\"polite\"></output>\n</form>",
    );
    text
}

/// A verdict: a sign, a word and a colour.
fn badge(verdict: Verdict) -> String {
    let sign = match verdict {
        Verdict::Supported => "\u{2713}",
        Verdict::Refuted => "\u{2717}",
        Verdict::Undecided => "?",
    };
    let name = verdict.name();
    format!("<span class=\"verdict {name}\"><span aria-hidden=\"true\">{sign}</span> {name}</span>")
}

fn page_text(page: &Page<'_>) -> String {
    let Page { paper, parts } = page;
    let mut text = format!(
        "<section class=\"paper\" id=\"{0}\" aria-labelledby=\"{0}-title\">\n<h2 id=\"{0}-title\">{1}</h2>\n",
        paper.key,
        escaped(paper.name())
    );
    let mut put = |line: &str| writeln!(text, "{line}").expect("a string takes everything");
    if paper.is_paper() {
        put(&format!("<p><cite>{}</cite>, {}.</p>", escaped(&paper.title), escaped(&paper.published)));
    }
    if !paper.says[0].is_empty() {
        put(&format!("<p>{}</p>", escaped(&paper.says.join(" "))));
    }
    let came_out = format!("{} {}", page.findings().join(" "), page.counts());
    if !came_out.trim().is_empty() {
        put(&format!("<p><strong>What we found.</strong> {}</p>", escaped(came_out.trim())));
    }
    let missed = page.not_supported();
    if !missed.is_empty() {
        put("<p>Not supported:</p>\n<ul>");
        for missed in missed {
            put(&format!(
                "<li><a href=\"#{}\">{}</a> <span class=\"quiet\">({})</span></li>",
                escaped(&missed.anchor),
                escaped(missed.text),
                escaped(&missed.told())
            ));
        }
        put("</ul>");
    }
    let untested: String =
        paper.untested.iter().map(|one| format!("<li>{}</li>\n", escaped(&one.told()))).collect();
    if !untested.is_empty() {
        put(&format!("<p>Not tested:</p>\n<ul>\n{untested}</ul>"));
    }
    for part in parts {
        put(&part_text(part));
    }
    put("</section>");
    text
}

fn part_text(part: &Part<'_>) -> String {
    let id = escaped(&part.id);
    let mut text = format!(
        "<section class=\"part\" id=\"{id}\" aria-labelledby=\"{id}-title\">\n<h3 id=\"{id}-title\">{}</h3>\n",
        escaped(&part.title())
    );
    text.push_str(&figures(&part.experiments));
    text.push_str(&claims(&part.statements, &part.printed));
    text.push_str(&read_as(&part.experiments));
    text.push_str(&commands(&part.experiments));
    for reading in &part.readings {
        text.push_str(&reading_text(reading, part.experiments.is_empty()));
    }
    for (id, reading) in &part.not_run {
        let (id, reading) = (escaped(id), prose(reading));
        text.push_str(&format!("<p>Another reading, not run: <code>{id}</code>. {reading}</p>\n"));
    }
    text + "</section>"
}

/// The figures, side by side where there is room.
fn figures(experiments: &[Placed<'_>]) -> String {
    let image = |Placed { section, setting }: &Placed<'_>| {
        let svg = section.svg.as_ref()?;
        let caption = match setting.as_str() {
            "" => String::new(),
            setting => format!("<figcaption>{}</figcaption>", escaped(setting)),
        };
        Some(format!(
            "<figure><img src=\"data:image/svg+xml;base64,{}\" alt=\"{}\">{caption}</figure>\n",
            base64(svg.as_bytes()),
            escaped(&format!("Figure: {}. The numbers are in a table below.", section.experiment.title))
        ))
    };
    let images: String = experiments.iter().filter_map(image).collect();
    if images.is_empty() { images } else { format!("<div class=\"figures\">\n{images}</div>\n") }
}

/// Every statement, then every printed number; where there are many, those that come out are folded.
fn claims(statements: &[Statement<'_>], printed: &[Line<'_>]) -> String {
    const MANY: usize = 12;
    let mut lines = statements.iter().flat_map(|statement| &statement.lines).chain(printed);
    let other = lines.any(|line| line.otherwise.is_some());
    let table = |first: &str, rows: &str| {
        let last = if other { "<th scope=\"col\">In our reading</th>" } else { "" };
        format!(
            "<div class=\"scroll\"><table class=\"claims\">\n<thead><tr><th scope=\"col\">{first}</th><th scope=\"col\">Printed</th>\
             <th scope=\"col\">Ours</th><th scope=\"col\">Verdict</th>{last}</tr></thead>\n{rows}</table></div>\n"
        )
    };
    let mut text = String::new();
    if !statements.is_empty() {
        let rows: String = statements.iter().map(|statement| statement_rows(statement, other)).collect();
        text.push_str(&table("Statement", &rows));
    }
    if printed.is_empty() {
        return text;
    }
    text.push_str(&format!("<p>{}.</p>\n", escaped(&Part::printed_summary(printed))));
    let rows = |lines: &[&Line<'_>]| {
        let rows: String = lines.iter().map(|line| row(line, &number(line), other)).collect();
        table("Printed number", &format!("<tbody>\n{rows}</tbody>\n"))
    };
    if printed.len() <= MANY {
        return text + &rows(&printed.iter().collect::<Vec<_>>());
    }
    let (same, off): (Vec<&Line<'_>>, Vec<&Line<'_>>) =
        printed.iter().partition(|line| line.claim.verdict == Verdict::Supported);
    if !off.is_empty() {
        text.push_str(&rows(&off));
    }
    if !same.is_empty() {
        let summary = format!("The {} numbers that are reproduced", same.len());
        text.push_str(&format!(
            "<details class=\"printed\"><summary>{summary}</summary>\n{}</details>\n",
            rows(&same)
        ));
    }
    text
}

/// A statement in one row; with several settings in a row for each, below its own.
fn statement_rows(statement: &Statement<'_>, other: bool) -> String {
    let said = format!("{}{}", escaped(statement.text), place(statement.place()));
    match &statement.lines[..] {
        [line] => {
            let setting = match line.setting.as_str() {
                "" => String::new(),
                setting => format!("<span class=\"remark\">{}</span>", escaped(setting)),
            };
            let remarks = remarks(&line.remarks());
            let first = format!("<th scope=\"row\">{said}{}{setting}{remarks}</th>", whose(line));
            format!("<tbody>\n{}</tbody>\n", row(line, &first, other))
        }
        lines => {
            let columns = if other { 5 } else { 4 };
            let shared = statement.shared_remarks();
            let mut text = format!(
                "<tbody>\n<tr class=\"statement\"><th scope=\"rowgroup\" colspan=\"{columns}\">{said}{}{}</th></tr>\n",
                whose(&lines[0]),
                remarks(&shared)
            );
            for line in lines {
                let setting = escaped(&line.setting);
                let own: Vec<String> =
                    line.remarks().into_iter().filter(|remark| !shared.contains(remark)).collect();
                let first = format!("<th scope=\"row\" class=\"setting\">{setting}{}</th>", remarks(&own));
                text.push_str(&row(line, &first, other));
            }
            text + "</tbody>\n"
        }
    }
}

/// What a printed number is.
fn number(line: &Line<'_>) -> String {
    let setting = match line.setting.as_str() {
        "" => String::new(),
        setting => format!("<span class=\"remark\">{}</span>", escaped(setting)),
    };
    let (place, remarks) = (place(line.place.as_deref()), remarks(&line.remarks()));
    format!("<th scope=\"row\">{}{place}{setting}{remarks}</th>", escaped(&line.claim.text))
}

/// Where in the paper a sentence or a number stands.
fn place(place: Option<&str>) -> String {
    place.map(|place| format!(" <span class=\"quiet\">({})</span>", escaped(place))).unwrap_or_default()
}

/// A mark where the sentence is ours and not the paper's.
fn whose(line: &Line<'_>) -> &'static str {
    if line.marked_ours() { " <span class=\"ours\">our statement</span>" } else { "" }
}

fn remarks(remarks: &[String]) -> String {
    let remark = |remark: &String| format!("<span class=\"remark\">{}</span>", prose(remark));
    remarks.iter().map(remark).collect()
}

fn row(line: &Line<'_>, first: &str, other: bool) -> String {
    let otherwise = match (other, line.changed()) {
        (false, _) => String::new(),
        (true, None) => "<td data-name=\"in our reading\">the same</td>".into(),
        (true, Some(otherwise)) => format!("<td data-name=\"in our reading\">{otherwise}</td>"),
    };
    format!(
        "<tr id=\"{}\" data-verdict=\"{}\" data-whose=\"{}\">{first}<td data-name=\"printed\">{}</td>\
         <td class=\"evidence\">{}</td><td>{}</td>{otherwise}</tr>\n",
        escaped(&line.anchor()),
        line.claim.verdict.name(),
        if line.is_ours() { "ours" } else { "paper" },
        escaped(&line.printed()),
        escaped(&line.claim.evidence),
        badge(line.claim.verdict)
    )
}

/// How the experiments are read.
fn read_as(experiments: &[Placed<'_>]) -> String {
    let mut text = String::new();
    for (of, reading) in readings(experiments) {
        let of = of.filter(|of| !of.is_empty()).map(|of| format!(" ({})", escaped(&of))).unwrap_or_default();
        text.push_str(&format!("<p><strong>Reading{of}.</strong> {}</p>\n", prose(reading)));
    }
    for misprint in experiments.iter().flat_map(|one| one.section.misprints()) {
        text.push_str(&format!("<p>A printed number is a misprint: {}</p>\n", prose(misprint)));
    }
    text
}

/// What makes each experiment again, and all its numbers.
fn commands(experiments: &[Placed<'_>]) -> String {
    let mut text = String::new();
    for one in experiments {
        let section = one.section;
        text.push_str(&format!(
            "<p class=\"quiet\">{}: {}</p>\n<pre>{}</pre>\n",
            escaped(&one.title()),
            escaped(&section.how()),
            escaped(&section.command())
        ));
    }
    let numbers: String = experiments.iter().map(|one| numbers(one.section)).collect();
    match numbers.is_empty() {
        true => text,
        false => format!("{text}<details><summary>All numbers</summary>\n{numbers}</details>\n"),
    }
}

/// The numbers of an experiment.
fn numbers(section: &Section) -> String {
    let title = escaped(&section.experiment.title);
    let mut text = format!(
        "<p>{title}</p>\n<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"Numbers: {title}\">\
         <table class=\"numbers\" id=\"{}\">\n",
        escaped(&slug(&section.result.id))
    );
    for (i, row) in grid(&section.experiment, &section.result).iter().enumerate() {
        let (open, close) = if i == 0 { ("<th scope=\"col\">", "</th>") } else { ("<td>", "</td>") };
        let cells: String = row.iter().map(|cell| format!("{open}{}{close}", escaped(cell))).collect();
        text.push_str(&match i {
            0 => format!("<thead><tr>{cells}</tr></thead>\n<tbody>\n"),
            _ => format!("<tr>{cells}</tr>\n"),
        });
    }
    text + "</tbody></table></div>\n"
}

fn reading_text(reading: &Reading<'_>, open: bool) -> String {
    format!(
        "<details class=\"reading\"{}><summary>Another reading, <code>+{}</code>: {}</summary>\n{}{}{}{}</details>\n",
        if open { " open" } else { "" },
        escaped(reading.suffix),
        escaped(&reading.change()),
        read_as(&reading.experiments),
        figures(&reading.experiments),
        claims(&reading.statements, &reading.printed),
        commands(&reading.experiments)
    )
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
