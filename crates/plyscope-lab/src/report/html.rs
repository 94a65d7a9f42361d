//! `report.html`: one file that works offline, in light and dark, wide and narrow.

use super::{Section, count, slug, summary};
use crate::markup::escaped;
use crate::results::{Judged, Verdict, grid};
use std::fmt::Write;

const STYLE: &str = "\
:root { color-scheme: light dark; --back: #ffffff; --text: #1a1a1a; --quiet: #525252; --line: #d4d4d4;
  --soft: #f4f5f7; --link: #00558a; --yes: #00694d; --no: #a83200; --open: #6b5300; }
@media (prefers-color-scheme: dark) { :root { --back: #16181c; --text: #ececec; --quiet: #b8b8b8; --line: #3b4048;
  --soft: #20242a; --link: #7cc4f0; --yes: #4fd6ab; --no: #ff9b6b; --open: #e8c14a; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--back); color: var(--text); font: 16px/1.5 system-ui, 'DejaVu Sans', sans-serif; }
main { max-width: 72rem; margin: 0 auto; padding: 1rem 1.25rem 4rem; }
h1 { font-size: 1.7rem; line-height: 1.25; } h2 { font-size: 1.25rem; margin: 3rem 0 .25rem; line-height: 1.3; }
a { color: var(--link); } .quiet { color: var(--quiet); }
.skip { position: absolute; left: -999rem; } .skip:focus { left: 1rem; top: 1rem; background: var(--back); padding: .5rem; }
.scroll { overflow-x: auto; margin: 1rem 0; border: 1px solid var(--line); border-radius: 6px; }
table { border-collapse: collapse; width: 100%; font-size: .92rem; }
th, td { text-align: left; vertical-align: top; padding: .4rem .7rem; border-top: 1px solid var(--line); }
thead th { border-top: 0; background: var(--soft); white-space: nowrap; }
.numbers td, .numbers th { white-space: nowrap; font-variant-numeric: tabular-nums; }
.verdict { font-weight: 600; white-space: nowrap; } .supported { color: var(--yes); } .refuted { color: var(--no); }
.undecided { color: var(--open); } .evidence { font-size: .86rem; color: var(--quiet); }
figure { margin: 1rem 0; } figure img { max-width: 100%; height: auto; border: 1px solid var(--line); border-radius: 6px; background: #fff; }
pre { background: var(--soft); border: 1px solid var(--line); border-radius: 6px; padding: .6rem .8rem; overflow-x: auto; font-size: .88rem; }
@media (max-width: 44rem) { .status thead { display: none; } .status tr { display: block; padding: .5rem 0; border-top: 1px solid var(--line); }
  .status td { display: block; border: 0; padding: .1rem .7rem; } }
@media print { .scroll { border: 0; overflow: visible; } h2 { break-after: avoid; } figure { break-inside: avoid; } }
";

/// The report on some experiments.
pub fn html(sections: &[Section], version: &str) -> String {
    let mut page = String::new();
    let mut put = |line: &str| writeln!(page, "{line}").expect("a string takes everything");
    put("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">");
    put("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">");
    put("<link rel=\"icon\" href=\"data:,\">");
    put(&format!("<title>Plyscope report</title>\n<style>\n{STYLE}</style>\n</head>\n<body>"));
    put("<a class=\"skip\" href=\"#status\">To the claims</a>\n<main>");
    put("<h1>Does looking deeper help?</h1>");
    put(&format!("<p>{}</p>", escaped(&summary(sections))));
    put(&format!(
        "<p class=\"quiet\">A claim is supported or refuted only where its interval allows it (95% over all comparisons of a \
         claim); undecided claims say how many trials would decide them. Plyscope {}.</p>",
        escaped(version)
    ));
    status(&mut put, sections);
    for section in sections {
        put(&section_text(section));
    }
    put("</main>\n</body>\n</html>");
    page
}

fn status(put: &mut impl FnMut(&str), sections: &[Section]) {
    put("<div class=\"scroll\"><table class=\"status\" id=\"status\">");
    put("<thead><tr><th>Claim</th><th>Source</th><th>Ours</th><th>Verdict</th></tr></thead>\n<tbody>");
    for section in sections {
        for claim in &section.result.claims {
            put(&format!(
                "<tr><td><a href=\"#{}\">{}</a></td><td>{}<br><code>{}</code></td><td class=\"evidence\">{}</td><td>{}</td></tr>",
                slug(&section.result.id),
                escaped(&claim.text),
                escaped(&claim.place),
                escaped(&section.result.id),
                escaped(&claim.evidence),
                badge(claim.verdict)
            ));
        }
    }
    put("</tbody></table></div>");
    let [supported, refuted, undecided] = count(sections.iter().flat_map(|section| &section.result.claims));
    put(&format!(
        "<p class=\"quiet\">{} {supported}, {} {refuted}, {} {undecided}</p>",
        badge(Verdict::Supported),
        badge(Verdict::Refuted),
        badge(Verdict::Undecided)
    ));
}

/// A verdict: a sign, a word and a colour.
fn badge(verdict: Verdict) -> String {
    let sign = match verdict {
        Verdict::Supported => "\u{2713}",
        Verdict::Refuted => "\u{2717}",
        Verdict::Undecided => "?",
    };
    let name = verdict.name();
    format!("<span class=\"verdict {name}\">{sign} {name}</span>")
}

fn section_text(section: &Section) -> String {
    let Section { experiment, result, svg } = section;
    let mut text = String::new();
    let mut put = |line: &str| writeln!(text, "{line}").expect("a string takes everything");
    put(&format!("<section id=\"{}\">", slug(&result.id)));
    put(&format!("<h2>{}</h2>", escaped(&experiment.title)));
    put(&format!(
        "<p class=\"quiet\"><code>{}</code>, {}; {}</p>",
        escaped(&result.id),
        escaped(&experiment.source),
        escaped(&section.how())
    ));
    if let Some(svg) = svg {
        put(&format!(
            "<figure><img src=\"data:image/svg+xml;base64,{}\" alt=\"{}\"></figure>",
            base64(svg.as_bytes()),
            escaped(&format!("Figure: {}. The numbers are in the table below.", experiment.title))
        ));
    }
    let rows = grid(experiment, result);
    put("<div class=\"scroll\"><table class=\"numbers\">");
    for (i, row) in rows.iter().enumerate() {
        let tag = if i == 0 { "th" } else { "td" };
        let cells: String = row.iter().map(|cell| format!("<{tag}>{}</{tag}>", escaped(cell))).collect();
        put(&match i {
            0 => format!("<thead><tr>{cells}</tr></thead>\n<tbody>"),
            _ => format!("<tr>{cells}</tr>"),
        });
    }
    put("</tbody></table></div>");
    if !result.claims.is_empty() {
        put(&format!("<ul>{}</ul>", result.claims.iter().map(claim).collect::<String>()));
    }
    for misprint in result.results.iter().filter_map(|row| row.misprint.as_ref()) {
        put(&format!("<p>A printed number is a misprint: {}</p>", escaped(misprint)));
    }
    if !experiment.reading.is_empty() {
        put(&format!("<p><strong>Reading.</strong> {}</p>", escaped(&experiment.reading)));
    }
    if !experiment.alternatives.is_empty() && !result.id.contains('+') {
        let other = |(suffix, reading): &(String, String)| {
            format!("<li><code>{}+{}</code>: {}</li>", escaped(&result.id), escaped(suffix), escaped(reading))
        };
        let others: String = experiment.alternatives.iter().map(other).collect();
        put(&format!("<p><strong>Other readings.</strong></p><ul>{others}</ul>"));
    }
    put(&format!("<p>To make it again:</p>\n<pre>{}</pre>\n</section>", escaped(&section.command())));
    text
}

fn claim(claim: &Judged) -> String {
    let remarks: String = claim.remarks().iter().map(|remark| format!("<br>{}", escaped(remark))).collect();
    format!(
        "<li>{}: {}<br><span class=\"evidence\">{}</span>{remarks}</li>",
        badge(claim.verdict),
        escaped(&claim.text),
        escaped(&claim.evidence)
    )
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
    use super::base64;

    /// The test vectors of RFC 4648, section 10.
    #[test]
    fn base64_of_the_standard() {
        let vectors = [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy")];
        assert!(vectors.iter().all(|(plain, coded)| base64(plain.as_bytes()) == *coded));
    }
}
