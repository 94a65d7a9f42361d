//! What a search says: its choice with ties, scores, counts.

use crate::game::Player;
use crate::value::Ranked;
use std::fmt;

/// What a search knows of a root move.
///
/// ```
/// use plyscope::game::text::TextTree;
/// use plyscope::rule::Minimax;
/// use plyscope::search::{AlphaBeta, Budget, Score, Search, ToTheEnd};
/// let tree: TextTree = "((3 12 8) (2 4 6) (14 5 2))".parse()?;
/// let end = ToTheEnd::new(&tree, Minimax)?;
/// let report = AlphaBeta::default().search(&tree, &0, &end, &Budget::unlimited())?;
/// assert_eq!(report.scores[0], Score::Exact(3.0));
/// assert_eq!(report.scores[1], Score::Bound(2.0)); // the answers 4 and 6 were not looked at
/// # Ok::<(), plyscope::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Score<V> {
    /// The move's value under the rule and the depth.
    Exact(V),
    /// No better than this for the mover, which is worse than the best, or no better.
    Bound(V),
    /// Somewhere from the first to the second of these, in the first player's view.
    Within(V, V),
    /// Nothing: not searched, or pruned.
    Unknown,
}

impl<V: Copy> Score<V> {
    /// The exact value, if there is one.
    pub fn exact(&self) -> Option<V> {
        match self {
            Score::Exact(value) => Some(*value),
            _ => None,
        }
    }
}

/// How much work a search was.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    /// Positions made by playing a move; the root is not one of them.
    pub generated: u64,
    /// Positions that the evaluator was asked about, or whose payoff was read.
    pub evaluated: u64,
    /// Positions generated, or moves seen, that were not searched.
    pub cut: u64,
    /// Nodes held in memory at once, at the most, by a search that holds a tree; else 0.
    pub held: u64,
}

/// What a search says of a position.
#[must_use]
#[derive(Debug, Clone, PartialEq)]
pub struct Report<V> {
    /// The position's own value; none when the budget ran out.
    pub value: Option<V>,
    /// The chosen move, as an index into the game's list of moves: the first of the ties.
    pub choice: usize,
    /// All moves that are known to be as good as the choice, the choice among them. Alpha-beta knows all of
    /// them only where it is asked for exact scores of all moves.
    pub ties: Vec<usize>,
    /// What is known of every root move.
    pub scores: Vec<Score<V>>,
    /// How much work it was.
    pub counts: Counts,
    /// How many plies it looked ahead; `u32::MAX` for the end of the game.
    pub depth: u32,
    /// The choice is proved to be worth at most so much less than what full width would choose, on the
    /// values' own scale; none where the search does not say.
    pub within: Option<f64>,
    /// Did it see everything that the depth allows?
    pub complete: bool,
    /// How often each root move was looked at, by a search that samples; else empty.
    pub visits: Vec<u64>,
    /// What it would have decided earlier, by a search that goes on from depth to depth; else empty.
    pub checkpoints: Vec<Checkpoint<V>>,
}

/// What a search had decided at an earlier time.
#[derive(Debug, Clone, PartialEq)]
pub struct Checkpoint<V> {
    /// How many plies it had looked ahead.
    pub depth: u32,
    /// The moves that it found best, the choice first.
    pub ties: Vec<usize>,
    /// What it thought the position is worth.
    pub value: Option<V>,
}

impl<V> Report<V> {
    /// The same report of other values.
    pub fn map<W>(self, change: impl Fn(V) -> W) -> Report<W> {
        let score = |score: Score<V>| match score {
            Score::Exact(value) => Score::Exact(change(value)),
            Score::Bound(value) => Score::Bound(change(value)),
            Score::Within(low, high) => Score::Within(change(low), change(high)),
            Score::Unknown => Score::Unknown,
        };
        let checkpoint =
            |at: Checkpoint<V>| Checkpoint { depth: at.depth, ties: at.ties, value: at.value.map(&change) };
        Report {
            value: self.value.map(&change),
            choice: self.choice,
            ties: self.ties,
            scores: self.scores.into_iter().map(score).collect(),
            counts: self.counts,
            depth: self.depth,
            within: self.within,
            complete: self.complete,
            visits: self.visits,
            checkpoints: self.checkpoints.into_iter().map(checkpoint).collect(),
        }
    }
}

impl<V: fmt::Display> fmt::Display for Report<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "move {}", self.choice + 1)?;
        if let Some(value) = &self.value {
            write!(f, ", worth {value}")?;
        }
        let Counts { generated, evaluated, cut, .. } = self.counts;
        write!(f, "; nodes: {generated} generated, {evaluated} evaluated, {cut} cut")
    }
}

impl<V: Ranked> Report<V> {
    /// Chooses among the root moves with exact scores; all moves tie where nothing is known.
    pub(crate) fn decide(
        mover: Player,
        value: Option<V>,
        scores: Vec<Score<V>>,
        counts: Counts,
        complete: bool,
        depth: u32,
    ) -> Self {
        let exact = || scores.iter().enumerate().filter_map(|(i, score)| Some((i, score.exact()?)));
        let best = exact()
            .map(|(_, value)| value)
            .reduce(|best, value| if value.beats(&best, mover) { value } else { best });
        let ties: Vec<usize> = match best {
            Some(best) => exact().filter(|(_, value)| value.ties(&best, mover)).map(|(i, _)| i).collect(),
            None => Vec::new(),
        };
        // Nothing ties with a value that is not a number; the player reports it.
        let ties = if ties.is_empty() { (0..scores.len()).collect() } else { ties };
        let (visits, checkpoints) = (Vec::new(), Vec::new());
        Report {
            value,
            choice: ties[0],
            ties,
            scores,
            counts,
            depth,
            within: None,
            complete,
            visits,
            checkpoints,
        }
    }
}
