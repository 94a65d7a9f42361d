//! The text of a PGN file in pieces, each with its line.
//!
//! Comments, variations, numeric glyphs and move numbers are passed over: they say nothing about the game that was played.

/// A piece of a file that counts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Token {
    /// `[Name "Value"]`.
    Tag(String, String),
    /// A move as it is written, without marks such as `!?`.
    Move(String),
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    Result,
}

/// Reads a text piece by piece.
pub(super) struct Tokens<'a> {
    rest: &'a str,
    /// From 1.
    line: usize,
    /// Is this the first sign of a line?
    fresh: bool,
}

/// What is wrong, and in which line.
pub(super) type Wrong = (usize, String);

/// What is wrong with a tag that cannot be read.
pub(super) const BAD_TAG: &str = "a tag looks like [White \"Anderssen\"]";

impl<'a> Tokens<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Tokens { rest: text.strip_prefix('\u{feff}').unwrap_or(text), line: 1, fresh: true }
    }

    /// The next piece with its line; none at the end.
    pub(super) fn next(&mut self) -> Result<Option<(usize, Token)>, Wrong> {
        loop {
            let Some(sign) = self.rest.chars().next() else { return Ok(None) };
            let line = self.line;
            match sign {
                // A line for another program.
                '%' if self.fresh => self.skip_line(),
                ';' => self.skip_line(),
                '{' => self.skip_comment()?,
                '(' => self.skip_variation()?,
                ')' => return Err((line, "a `)` without a `(`".into())),
                '}' => return Err((line, "a `}` without a `{`".into())),
                '[' => return self.tag().map(|tag| Some((line, tag))),
                // A byte order mark stands in the middle where files were joined.
                _ if sign.is_whitespace() || sign == '\u{feff}' => self.advance(sign.len_utf8()),
                _ => {
                    let word = self.word();
                    if let Some(token) = classify(&word) {
                        return Ok(Some((line, token)));
                    }
                }
            }
        }
    }

    /// Goes on by some bytes.
    fn advance(&mut self, bytes: usize) {
        let (passed, rest) = self.rest.split_at(bytes);
        self.line += passed.matches('\n').count();
        self.fresh = passed.ends_with('\n');
        self.rest = rest;
    }

    /// Goes on where a line begins with a tag.
    pub(super) fn skip_to_tag(&mut self) {
        self.skip_line();
        while !self.rest.is_empty() && !self.rest.starts_with('[') {
            self.skip_line();
        }
    }

    pub(super) fn skip_line(&mut self) {
        let end = self.rest.find('\n').map_or(self.rest.len(), |at| at + 1);
        self.advance(end);
    }

    fn skip_comment(&mut self) -> Result<(), Wrong> {
        // Closed in another game it would take all games between for a comment.
        let end = self.rest.find('}').filter(|end| !self.rest[..*end].contains("\n[Event "));
        let end = end.ok_or((self.line, "a comment `{` is not closed".to_string()))?;
        self.advance(end + 1);
        Ok(())
    }

    /// With everything within it, other variations among that.
    fn skip_variation(&mut self) -> Result<(), Wrong> {
        let (begun, start, mut depth) = (self.line, self.rest, 0_usize);
        while let Some(sign) = self.rest.chars().next() {
            match sign {
                '{' => self.skip_comment()?,
                ';' => self.skip_line(),
                '%' if self.fresh => self.skip_line(),
                _ => {
                    depth = match sign {
                        '(' => depth + 1,
                        ')' => depth - 1,
                        _ => depth,
                    };
                    self.advance(sign.len_utf8());
                    if depth == 0 {
                        return Ok(());
                    }
                }
            }
        }
        // What follows it may be other games.
        (self.rest, self.line) = (start, begun);
        Err((begun, "a variation `(` is not closed".into()))
    }

    /// `[Name "Value"]`, in which `\"` is a quote and `\\` a backslash.
    fn tag(&mut self) -> Result<Token, Wrong> {
        let wrong = (self.line, BAD_TAG.to_string());
        self.advance(1);
        let name_end = self.rest.find(['"', ']', '\n']).ok_or_else(|| wrong.clone())?;
        let name = self.rest[..name_end].trim().to_string();
        self.advance(name_end);
        if !self.rest.starts_with('"') || name.is_empty() || name.contains(char::is_whitespace) {
            return Err(wrong);
        }
        let (mut value, mut escaped) = (String::new(), false);
        let mut closed = None;
        for (at, sign) in self.rest.char_indices().skip(1) {
            match sign {
                '\n' => break,
                '\\' if !escaped => escaped = true,
                '"' if !escaped => {
                    closed = Some(at + 1);
                    break;
                }
                sign => {
                    if escaped && !matches!(sign, '"' | '\\') {
                        value.push('\\');
                    }
                    escaped = false;
                    value.push(sign);
                }
            }
        }
        self.advance(closed.ok_or_else(|| wrong.clone())?);
        let after =
            self.rest.find(|sign: char| sign == '\n' || !sign.is_whitespace()).unwrap_or(self.rest.len());
        if !self.rest[after..].starts_with(']') {
            return Err(wrong);
        }
        self.advance(after + 1);
        Ok(Token::Tag(name, value))
    }

    /// Signs up to a space or one that means something by itself.
    fn word(&mut self) -> String {
        let ends = |sign: char| sign.is_whitespace() || "{}()[];".contains(sign);
        let end = self.rest.find(ends).unwrap_or(self.rest.len());
        // A `]` alone is no word, and has to be passed all the same.
        let end = if end == 0 { self.rest.chars().next().map_or(0, char::len_utf8) } else { end };
        let word = self.rest[..end].to_string();
        self.advance(end);
        word
    }
}

/// What a word is; none where it says nothing: move numbers, glyphs, `e.p.`.
fn classify(word: &str) -> Option<Token> {
    if matches!(word, "1-0" | "0-1" | "1/2-1/2" | "1/2" | "*" | "½-½") {
        return Some(Token::Result);
    }
    // `12.e4` and `12...e5` are written, too; `0-0` and `1-0` have no dot.
    let unnumbered = match word.trim_start_matches(|sign: char| sign.is_ascii_digit()) {
        "" => "",
        after if after.starts_with(['.', '…']) && after.len() < word.len() => after,
        _ => word,
    };
    let text = unnumbered.trim_start_matches(['.', '…']);
    // Glyphs may stand right behind a move.
    let text = text.split('$').next().unwrap_or_default().trim_end_matches(['!', '?', '+', '#', '=']);
    let text = text.strip_suffix("e.p.").unwrap_or(text);
    (!text.is_empty()).then(|| Token::Move(text.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(text: &str) -> Result<Vec<(usize, Token)>, Wrong> {
        let mut tokens = Tokens::new(text);
        let mut all = Vec::new();
        while let Some(token) = tokens.next()? {
            all.push(token);
        }
        Ok(all)
    }

    #[test]
    fn only_what_was_played_counts() {
        let text = "\u{feff}[White \"A \\\"B\\\" \\\\ C\"]\r\n% for another program ( {\r\n\r\n1. e4 {a (comment) ; [x]\n } e5!? $14 \
                    2.Nf3$1 (2. f4 exf4 (2... d5) {)} ; )\n) 2...Nc6 ; the rest\n3. 0-0 exd6e.p. e8=Q+!! 1/2-1/2";
        let mv = |line: usize, text: &str| (line, Token::Move(text.into()));
        let expected = vec![
            (1, Token::Tag("White".into(), "A \"B\" \\ C".into())),
            mv(4, "e4"),
            mv(5, "e5"),
            mv(5, "Nf3"),
            mv(6, "Nc6"),
            mv(7, "0-0"),
            mv(7, "exd6"),
            mv(7, "e8=Q"),
            (7, Token::Result),
        ];
        assert_eq!(all(text), Ok(expected));
    }

    #[test]
    fn what_is_not_closed_is_told_with_its_line() {
        for (text, line, told) in [
            ("1. e4\n{ no end", 2, "comment"),
            ("\n\n( ( )", 3, "variation"),
            ("e4 )", 1, "without"),
            ("}", 1, "without"),
            ("[White \"x\n\"]", 1, "tag"),
            ("[White x]", 1, "tag"),
            ("[White \"x\" y]", 1, "tag"),
            ("[", 1, "tag"),
            ("[\"x\"]", 1, "tag"),
        ] {
            let (at, why) = all(text).expect_err(text);
            assert!(at == line && why.contains(told), "{text:?}: {at} {why}");
        }
        assert_eq!(all("]").map(|all| all.len()), Ok(1), "whatever it is, it is no end without an end");
    }
}
