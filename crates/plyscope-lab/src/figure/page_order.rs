//! The objects of a PDF in an order that is always the same.
//!
//! svg2pdf keeps fonts and other resources in hash maps, whose order differs from run to run. Here resources are sorted by
//! name, and objects are numbered in the order in which they are first referred to, so that the bytes repeat.

use std::collections::{BTreeMap, VecDeque};
use std::fmt::Write;

/// Dictionaries of resources, which svg2pdf writes in any order, an entry a line.
const RESOURCES: [&str; 6] =
    ["/Font <<", "/XObject <<", "/Pattern <<", "/ExtGState <<", "/Shading <<", "/ColorSpace <<"];

/// An object: what refers to others, and the bytes of its stream with what follows.
struct Object<'a> {
    head: String,
    tail: &'a [u8],
}

/// The same page with its objects in order; nothing where this is no file as svg2pdf writes it.
pub(super) fn ordered(pdf: &[u8]) -> Option<Vec<u8>> {
    let (objects, start, trailer) = read(pdf)?;
    let mut numbers: BTreeMap<u32, u32> = BTreeMap::new();
    let mut waiting: VecDeque<u32> = references(&trailer).collect();
    let mut order: Vec<&Object<'_>> = Vec::new();
    while let Some(old) = waiting.pop_front() {
        if numbers.contains_key(&old) {
            continue;
        }
        let object = objects.get(&old)?;
        order.push(object);
        numbers.insert(old, order.len() as u32);
        waiting.extend(references(&object.head));
    }
    let mut bytes = pdf[..start].to_vec();
    let mut table = format!("xref\n0 {}\n0000000000 65535 f\r\n", order.len() + 1);
    for (i, object) in order.iter().enumerate() {
        let _ = write!(table, "{:010} 00000 n\r\n", bytes.len());
        bytes.extend_from_slice(format!("{} 0 obj\n", i + 1).as_bytes());
        bytes.extend_from_slice(renumbered(&object.head, &numbers)?.as_bytes());
        bytes.extend_from_slice(object.tail);
    }
    let (at, trailer) = (bytes.len(), renumbered(&trailer, &numbers)?);
    let end = format!("{table}trailer\n<<\n  /Size {}{trailer}\nstartxref\n{at}\n%%EOF", order.len() + 1);
    bytes.extend_from_slice(end.as_bytes());
    Some(bytes)
}

/// The objects by number, where the first begins, and what the trailer says after the number of objects.
fn read(pdf: &[u8]) -> Option<(BTreeMap<u32, Object<'_>>, usize, String)> {
    let line = |from: usize| pdf[from..].iter().position(|byte| *byte == b'\n').map(|length| from + length);
    let text = |bytes: &[u8]| std::str::from_utf8(bytes).ok().map(String::from);
    let last = pdf.len().saturating_sub(64);
    let end = text(&pdf[last..].iter().map(|byte| byte & 0x7f).collect::<Vec<u8>>())?;
    let table: usize = end.rsplit_once("startxref\n")?.1.lines().next()?.parse().ok()?;
    let rest = text(pdf.get(table..)?)?;
    let (entries, trailer) = rest.split_once("trailer\n<<\n  /Size ")?;
    let trailer = trailer.split_once("\nstartxref")?.0.trim_start_matches(|c: char| c.is_ascii_digit());
    let used = entries.lines().skip(2).enumerate().filter(|(_, entry)| entry.ends_with('n'));
    let mut places: Vec<(usize, u32)> = used
        .map(|(number, entry)| Some((entry.get(..10)?.parse().ok()?, number as u32)))
        .collect::<Option<_>>()?;
    places.sort_unstable();
    let start = places.first()?.0;
    let ends = places.iter().skip(1).map(|(place, _)| *place).chain([table]);
    let mut objects = BTreeMap::new();
    for ((place, number), end) in places.iter().zip(ends) {
        let whole = pdf.get(line(*place)? + 1..end)?;
        let stream = b"\nstream\n";
        let cut = whole.windows(stream.len()).position(|bytes| bytes == stream).unwrap_or(whole.len());
        let head = sorted(std::str::from_utf8(&whole[..cut]).ok()?);
        objects.insert(*number, Object { head, tail: &whole[cut..] });
    }
    Some((objects, start, trailer.to_string()))
}

/// With the entries of resources in the order of their names.
fn sorted(head: &str) -> String {
    let mut lines: Vec<&str> = head.split('\n').collect();
    let mut from = 0;
    while let Some(found) = lines[from..].iter().position(|line| RESOURCES.contains(&line.trim_start())) {
        let first = from + found + 1;
        let length = lines[first..].iter().position(|line| line.trim_start() == ">>").unwrap_or(0);
        lines[first..first + length].sort_unstable();
        from = first + length;
    }
    lines.join("\n")
}

/// A text in pieces between references, each with the number that it ends with.
fn pieces(text: &str) -> impl Iterator<Item = (&str, Option<u32>)> {
    let count = text.matches(" 0 R").count();
    text.split(" 0 R").enumerate().map(move |(i, piece)| {
        let plain = piece.trim_end_matches(|c: char| c.is_ascii_digit());
        (if i < count { plain } else { piece }, piece[plain.len()..].parse().ok().filter(|_| i < count))
    })
}

fn references(text: &str) -> impl Iterator<Item = u32> {
    pieces(text).filter_map(|(_, number)| number)
}

fn renumbered(text: &str, numbers: &BTreeMap<u32, u32>) -> Option<String> {
    let mut made = String::with_capacity(text.len());
    for (plain, number) in pieces(text) {
        made.push_str(plain);
        if let Some(number) = number {
            let _ = write!(made, "{} 0 R", numbers.get(&number)?);
        }
    }
    Some(made)
}
