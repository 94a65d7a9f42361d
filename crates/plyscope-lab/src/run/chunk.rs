//! Chunks: what is done, written and resumed as one.

use crate::error::Error;
use crate::experiment::Experiment;
use crate::spec::MOST_CHUNKS;
use serde::{Deserialize, Serialize};
use std::ops::Range;
use std::str::FromStr;

/// How many chunks a point has at the most: in larger runs chunks are larger.
const MOST: u64 = 4096;

/// How many parts a chunk has at the most: as many as there are blocks in one of trials in lanes, unless it is larger.
const PARTS: u64 = 8;

/// How many trials the chunks of an experiment have: what its study says, and more in large runs. A run that is extended
/// keeps the chunks it began with.
pub(super) fn chunk_size(experiment: &Experiment) -> u64 {
    let Some(study) = experiment.study.sampled() else { return 1 };
    let chunk = study.portions().chunk;
    // A run that adds trials must not change its chunks when it does.
    // One that may end early is asked after every chunk.
    let growth = if experiment.grows() || study.portions().stops {
        1
    } else {
        experiment.trials.div_ceil(chunk * MOST)
    };
    chunk * growth.max(1)
}

/// Some trials of one point.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Chunk {
    /// Which point of the sweep.
    pub(super) point: usize,
    /// Which chunk of the point.
    pub(super) index: u64,
    /// Its number among all chunks of the experiment.
    pub(super) number: u64,
    first: u64,
    end: u64,
    block: u64,
}

impl Chunk {
    /// How many trials it has.
    pub(super) fn trials(&self) -> u64 {
        self.end - self.first
    }

    /// Does it end within so many trials of its point?
    pub(super) fn within(&self, trials: u64) -> bool {
        self.end <= trials
    }

    /// Its blocks, each with how many trials of it count.
    pub(super) fn blocks(&self) -> impl Iterator<Item = (u64, usize)> {
        self.counted(self.numbers())
    }

    /// How many parts it has that different threads can do.
    pub(super) fn parts(&self) -> u64 {
        let blocks = self.numbers();
        (blocks.end - blocks.start).min(PARTS)
    }

    /// The blocks of a part: about as many in each.
    pub(super) fn part(&self, part: u64) -> impl Iterator<Item = (u64, usize)> {
        let (all, parts) = (self.numbers(), self.parts());
        let start = |part: u64| all.start + (all.end - all.start) * part / parts;
        self.counted(start(part)..start(part + 1))
    }

    fn numbers(&self) -> Range<u64> {
        self.first / self.block..self.end.div_ceil(self.block)
    }

    fn counted(&self, blocks: Range<u64>) -> impl Iterator<Item = (u64, usize)> {
        let (end, size) = (self.end, self.block);
        blocks.map(move |block| (block, (end - size * block).min(size) as usize))
    }
}

/// All chunks of an experiment, of `size` trials each, in order; none where values are computed.
pub(super) fn chunks(experiment: &Experiment, size: u64) -> Vec<Chunk> {
    if experiment.study.sampled().is_none() {
        return Vec::new();
    }
    let all = experiment.places.len() as u64 * experiment.trials.div_ceil(size);
    (0..all).map(|number| chunk_at(experiment, size, number)).collect()
}

/// Refuses a run of more chunks than can be kept.
pub(super) fn check_chunks(experiment: &Experiment, size: u64) -> Result<(), Error> {
    let points = experiment.places.len() as u64;
    let all = points.saturating_mul(experiment.trials.div_ceil(size.max(1)));
    if experiment.study.sampled().is_none() || all <= MOST_CHUNKS {
        return Ok(());
    }
    Err(Error::Usage(format!(
        "{}: {} trials in chunks of {size} are {all} chunks, and there are at most {MOST_CHUNKS}; take fewer trials, or \
         run into another folder, where chunks are as large as the trials need",
        experiment.id, experiment.trials
    )))
}

/// The chunk of a number.
pub(super) fn chunk_at(experiment: &Experiment, size: u64, number: u64) -> Chunk {
    let a_point = experiment.trials.div_ceil(size).max(1);
    let index = number % a_point;
    Chunk {
        point: (number / a_point) as usize,
        index,
        number,
        first: index * size,
        end: ((index + 1) * size).min(experiment.trials),
        block: experiment.study.sampled().map_or(1, |study| study.portions().block),
    }
}

/// The i-th of n parts of a run, `i/n`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Shard {
    index: u64,
    of: u64,
}

impl Shard {
    /// How many parts there are.
    pub(super) fn of(&self) -> u64 {
        self.of
    }

    /// The shard that a chunk belongs to, of `of` shards.
    pub(super) fn taking(chunk: &Chunk, of: u64) -> Shard {
        Shard { index: chunk.number % of + 1, of }
    }

    /// Is this chunk its work?
    pub(super) fn takes(&self, chunk: &Chunk) -> bool {
        Shard::taking(chunk, self.of) == *self
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

impl TryFrom<String> for Shard {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl From<Shard> for String {
    fn from(shard: Shard) -> String {
        shard.to_string()
    }
}

impl std::fmt::Display for Shard {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}/{}", self.index, self.of)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyscope::catalogue::Catalogue;

    /// Every trial is in one chunk, blocks are never torn, and large runs have no more chunks than small ones.
    #[test]
    fn chunks_cover_every_trial_once() {
        let lanes = "title = 't'\nsource = 's'\ngame = 'leaf-tree'\ntrials = 1\ndepths = [1]\n\
                     sweep = { p = [0.5, 0.6] }\n[[series]]\nrule = 'minimax'\nevaluator = 'natural'\n";
        let matches = "title = 't'\nsource = 's'\nmeasure = 'win-share'\ngame = 'kalah(pits=2,seeds=2)'\ntrials = 1\n\
                       depths = [1]\nsweep = { plies = [0, 1] }\n[[series]]\nrule = 'product'\nevaluator = 'kalah-features'\n\
                       against = { rule = 'minimax', evaluator = 'kalah-features' }\n";
        covers(lanes, 64);
        covers(matches, 16);
        assert!(
            "0/2".parse::<Shard>().is_err()
                && "3/2".parse::<Shard>().is_err()
                && "x".parse::<Shard>().is_err()
        );
    }

    fn covers(text: &str, size: u64) {
        let experiment = Experiment::parse(&Catalogue::built_in(), "test", text, None).unwrap();
        for trials in [1, 15, 16, 17, 63, 64, 511, 512, 513, 10_000, 2_097_153, 1_000_000_000_000] {
            let experiment = experiment.clone().with(Some(trials), None).unwrap();
            let all = chunks(&experiment, chunk_size(&experiment));
            assert!(all.len() as u64 <= 2 * MOST);
            for point in 0..2 {
                let mine: Vec<&Chunk> = all.iter().filter(|chunk| chunk.point == point).collect();
                assert_eq!(mine.iter().map(|chunk| chunk.trials()).sum::<u64>(), trials);
                assert!(mine.windows(2).all(|pair| pair[0].end == pair[1].first && pair[0].end % size == 0));
                // Blocks tile what a chunk says it has.
                for chunk in mine.iter().take(3).chain(mine.last()) {
                    let tiled = chunk.blocks().map(|(block, trials)| (block * size, trials as u64));
                    let end = tiled.fold(chunk.first, |at, (first, trials)| {
                        assert_eq!(first, at, "{chunk:?}");
                        first + trials
                    });
                    assert_eq!(end, chunk.end, "{chunk:?}");
                    let parts = (0..chunk.parts()).map(|part| chunk.part(part).collect::<Vec<_>>());
                    let parts: Vec<Vec<(u64, usize)>> = parts.collect();
                    assert!(parts.iter().all(|part| !part.is_empty()), "{chunk:?}");
                    assert!(parts.into_iter().flatten().eq(chunk.blocks()), "{chunk:?}");
                }
            }
            assert!(all.iter().enumerate().all(|(i, chunk)| chunk.number == i as u64));
            for of in [1, 3] {
                let taken: usize = (1..=of)
                    .map(|index| Shard { index, of })
                    .map(|shard| all.iter().filter(|chunk| shard.takes(chunk)).count())
                    .sum();
                assert_eq!(taken, all.len());
            }
        }
    }
}
