//! Text in drawings and pages: escaped, measured, broken into lines.

/// Is it one of the two that XML cannot hold even escaped, beside control characters?
pub(crate) fn is_no_character(c: char) -> bool {
    matches!(c, '\u{fffe}' | '\u{ffff}')
}

/// As XML can hold it.
pub(crate) fn escaped(text: &str) -> String {
    text.replace(|c: char| c.is_control() || is_no_character(c), "\u{fffd}")
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

/// Broken at spaces, so that no line is wider than this at size 1; a word that is wider, at commas, or wherever it must.
pub(crate) fn wrapped(text: &str, width: f64) -> Vec<String> {
    let mut lines: Vec<String> = vec![String::new()];
    for word in text.split(' ') {
        for (i, piece) in pieces(word, width).into_iter().enumerate() {
            let last = lines.last_mut().expect("there is a line");
            let space = if i == 0 && !last.is_empty() { " " } else { "" };
            if last.is_empty() || text_width(last) + text_width(space) + text_width(&piece) < width {
                last.push_str(space);
                last.push_str(&piece);
            } else {
                lines.push(piece);
            }
        }
    }
    lines
}

/// A word in pieces that fit: in one where it can be.
fn pieces(word: &str, width: f64) -> Vec<String> {
    if text_width(word) < width {
        return vec![word.to_string()];
    }
    let mut pieces: Vec<String> = Vec::new();
    for part in word.split_inclusive(',') {
        let mut piece = String::new();
        for c in part.chars() {
            if !piece.is_empty() && text_width(&piece) + text_width(c.encode_utf8(&mut [0; 4])) >= width {
                pieces.push(std::mem::take(&mut piece));
            }
            piece.push(c);
        }
        pieces.push(piece);
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_line_is_too_wide_and_nothing_is_lost() {
        let name = "alpha-beta(order=given,killers=no,history=no,table=0,deepening=no,scores=best)";
        let text = format!("minimax, {name} on {}", "x".repeat(200));
        for width in [8.0, 20.0, 42.0] {
            let lines = wrapped(&text, width);
            assert!(lines.iter().all(|line| text_width(line) < width), "{lines:?}");
            assert_eq!(lines.concat().replace(' ', ""), text.replace(' ', ""));
        }
        assert_eq!(
            wrapped(name, 42.0)[0],
            "alpha-beta(order=given,killers=no,history=no,table=0,deepening=no,"
        );
        assert_eq!(wrapped("one two", 100.0), ["one two"]);
        assert_eq!(wrapped("", 10.0), [""]);
    }

    #[test]
    fn what_no_picture_can_hold_is_replaced() {
        assert_eq!(escaped("a\u{7}b\u{fffe}c\u{ffff}d<"), "a\u{fffd}b\u{fffd}c\u{fffd}d&lt;");
    }
}
