//! Text in drawings and pages: escaped, measured, broken into lines.

/// As XML can hold it.
pub(crate) fn escaped(text: &str) -> String {
    text.replace(|c: char| c.is_control(), "\u{fffd}")
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

/// An upper estimate of a text's width at size 1, whatever sans-serif font is there.
pub(crate) fn text_width(text: &str) -> f64 {
    let character = |c: char| match c {
        'i' | 'l' | 'j' | '.' | ',' | ':' | ';' | '\'' | '|' | '!' => 0.34,
        ' ' | '-' | '(' | ')' | '[' | ']' | 'f' | 't' | 'r' => 0.42,
        'W' | 'M' | 'm' | 'w' | '@' | '%' => 1.0,
        'A'..='Z' => 0.74,
        '\0'..='\u{24f}' => 0.64,
        _ => 1.0,
    };
    text.chars().map(character).sum()
}

/// Broken at spaces, so that no line is wider than this at size 1.
pub(crate) fn wrapped(text: &str, width: f64) -> Vec<String> {
    let mut lines: Vec<String> = vec![String::new()];
    for word in text.split(' ') {
        let last = lines.last_mut().expect("there is a line");
        if last.is_empty() {
            last.push_str(word);
        } else if text_width(last) + text_width(word) + 0.42 < width {
            last.push(' ');
            last.push_str(word);
        } else {
            lines.push(word.to_string());
        }
    }
    lines
}
