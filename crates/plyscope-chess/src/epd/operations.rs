//! The operations of a line of EPD: names with operands, each ended by a semicolon.

/// What EPD may have without a semicolon behind, in files as they are.
const KNOWN: [&str; 8] = ["bm", "am", "id", "dm", "ce", "acd", "c0", "pv"];

/// Does an operation begin with this word? In a line without any semicolon only a known one does.
pub(crate) fn is_operation(word: &str, line: &str) -> bool {
    word.starts_with(|sign: char| sign.is_ascii_alphabetic())
        && (line.contains(';') || KNOWN.contains(&word.to_ascii_lowercase().as_str()))
}

/// All operations of a line, in order, in small letters. The last may lack its semicolon, and operands may be separated by
/// commas.
pub(super) fn operations(line: &str) -> Result<Vec<(String, Vec<String>)>, String> {
    let (mut all, mut words) = (Vec::new(), Vec::new());
    let mut signs = rest(line).chars().peekable();
    let mut end = |words: &mut Vec<String>| {
        let mut words = std::mem::take(words).into_iter();
        all.extend(words.next().map(|code| (code.to_ascii_lowercase(), words.collect())));
    };
    while let Some(sign) = signs.next() {
        match sign {
            ';' => end(&mut words),
            '"' => {
                let mut text = String::new();
                loop {
                    match signs.next() {
                        Some('"') => break,
                        Some(sign) => text.push(sign),
                        None => return Err("a quote is not closed".into()),
                    }
                }
                words.push(text);
            }
            _ if sign.is_whitespace() || sign == ',' => {}
            _ => {
                let mut word = String::from(sign);
                while let Some(sign) =
                    signs.next_if(|sign| !sign.is_whitespace() && !matches!(sign, ';' | ',' | '"'))
                {
                    word.push(sign);
                }
                words.push(word);
            }
        }
    }
    end(&mut words);
    Ok(all)
}

/// What follows the four fields of the position and the two clocks, where they are there.
fn rest(line: &str) -> &str {
    let mut rest = line.trim_start();
    for field in 0..6 {
        let (word, behind) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        if field >= 4 && !word.bytes().all(|byte| byte.is_ascii_digit()) {
            break;
        }
        rest = behind.trim_start();
    }
    rest
}
