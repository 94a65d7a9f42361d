//! Chunks: what is done, written and resumed as one.

use crate::experiment::Experiment;
use std::ops::Range;
use std::str::FromStr;

/// How many trials a chunk has, but for the last of a point: eight blocks.
pub const CHUNK: u64 = 512;

/// Some trials of one point.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Chunk {
    /// Which point of the sweep.
    pub point: usize,
    /// Which chunk of the point.
    pub index: u64,
    /// Its number among all chunks of the experiment.
    pub number: u64,
    first: u64,
    end: u64,
}

impl Chunk {
    /// How many trials it has.
    pub fn trials(&self) -> u64 {
        self.end - self.first
    }

    /// Its blocks of 64 trials.
    pub fn blocks(&self) -> Range<u64> {
        self.first / 64..self.end.div_ceil(64)
    }
}

/// All chunks of an experiment, in order.
pub fn chunks(experiment: &Experiment) -> Vec<Chunk> {
    let a_point = experiment.trials.div_ceil(CHUNK);
    let chunk = |(point, index): (usize, u64)| Chunk {
        point,
        index,
        number: point as u64 * a_point + index,
        first: index * CHUNK,
        end: ((index + 1) * CHUNK).min(experiment.trials),
    };
    (0..experiment.points.len())
        .flat_map(|point| (0..a_point).map(move |index| (point, index)))
        .map(chunk)
        .collect()
}

/// The i-th of n parts of a run, `i/n`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shard {
    index: u64,
    of: u64,
}

impl Shard {
    /// Is this chunk its work?
    pub fn takes(&self, chunk: &Chunk) -> bool {
        chunk.number % self.of == self.index - 1
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parts =
            text.split_once('/').and_then(|(i, n)| Some((i.trim().parse().ok()?, n.trim().parse().ok()?)));
        match parts {
            Some((index, of)) if (1..=of).contains(&index) => Ok(Shard { index, of }),
            _ => Err("a shard is i/n with i from 1 to n, such as 2/5".into()),
        }
    }
}

impl std::fmt::Display for Shard {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}/{}", self.index, self.of)
    }
}
