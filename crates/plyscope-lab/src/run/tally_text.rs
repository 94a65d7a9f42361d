//! The tally of a chunk as text, as it stands in a run's folder.

use super::chunk::Chunk;
use super::identity::checksum;
use crate::tally::Tally;
use std::collections::BTreeMap;

/// A tally as text, with a checksum of all that stands before it.
pub(super) fn print(format: u32, identity: &str, chunk: &Chunk, tally: &Tally) -> String {
    let numbers = |name: &str, values: &[u128]| {
        let values: Vec<String> = values.iter().map(u128::to_string).collect();
        format!("{name} {}\n", values.join(" "))
    };
    let body = format!(
        "plyscope tally {format}\nrun {identity}\nchunk {} {}\ntrials {}\nscale {}\n{}{}{}",
        chunk.point,
        chunk.index,
        tally.trials,
        tally.scale,
        numbers("sums", &tally.sums),
        numbers("products", &tally.products),
        numbers("nodes", &tally.nodes)
    );
    // Most studies have none of these.
    let counts = if tally.counts.is_empty() { String::new() } else { numbers("counts", &tally.counts) };
    let passed = if tally.passed > 0 { format!("passed {}\n", tally.passed) } else { String::new() };
    let records = tally.records.iter().map(|(trial, record)| format!("record {trial} {record}\n"));
    let body = body + &counts + &passed + &records.collect::<String>();
    format!("{body}checksum {:016x}\n", checksum(&body))
}

/// Reads a tally back; nothing if anything is not as it was written.
pub(super) fn parse(format: u32, text: &str, identity: &str, chunk: &Chunk, empty: &Tally) -> Option<Tally> {
    let (body, sum) = text.rsplit_once("checksum ")?;
    if u64::from_str_radix(sum.strip_suffix('\n')?, 16).ok()? != checksum(body) {
        return None;
    }
    let mut lines = body.lines();
    let mut field = |name: &str| lines.next()?.strip_prefix(name)?.strip_prefix(' ').map(str::to_string);
    let head = (field("plyscope tally")?, field("run")?, field("chunk")?);
    if head != (format.to_string(), identity.to_string(), format!("{} {}", chunk.point, chunk.index)) {
        return None;
    }
    let trials: u64 = field("trials")?.parse().ok()?;
    let scale: u64 = field("scale")?.parse().ok()?;
    let read =
        |text: &str| -> Option<Vec<u128>> { text.split(' ').map(|number| number.parse().ok()).collect() };
    let mut numbers = |name: &str| read(&field(name)?);
    let (sums, products, nodes) = (numbers("sums")?, numbers("products")?, numbers("nodes")?);
    let (mut counts, mut passed, mut records) = (Vec::new(), 0, BTreeMap::new());
    for line in lines {
        if let Some(found) = line.strip_prefix("counts ") {
            counts = read(found)?;
        } else if let Some(count) = line.strip_prefix("passed ") {
            passed = count.parse().ok()?;
        } else {
            let (trial, record) = line.strip_prefix("record ")?.split_once(' ')?;
            records.insert(trial.parse().ok()?, record.to_string());
        }
    }
    let tally = Tally { trials, scale, sums, products, nodes, counts, passed, records };
    let fits = tally.looked_at() <= chunk.trials()
        && tally.scale == empty.scale
        && tally.sums.len() == empty.sums.len()
        && tally.products.len() == empty.products.len()
        && tally.nodes.len() == empty.nodes.len()
        && tally.counts.len() == empty.counts.len();
    fits.then_some(tally)
}
