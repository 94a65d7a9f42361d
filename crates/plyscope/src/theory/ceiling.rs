//! The ceiling: how often a decision is correct that rests on the posterior given all evaluations seen, on the three
//! kinds of board splitting. No rule can be better at the same depth, and it cannot fall with depth (`docs/map.md`).
//!
//! In a P-game a node is won with the same probability before anything is known. In N- and mixed games that depends on
//! the sum of the edges above it, which nobody sees; but given this sum its subtree is independent of everything else.
//! So the likelihood of what was seen below a node is carried for every sum that the node can have, together with
//! whether its mover wins, and at the root, where the sum is known, the moves are independent. For P-games
//! [`rounded`](super::error_recursion::rounded) computes the same without playing a game.

use super::error_recursion::Weighing;
use super::p_games::critical;
use crate::error::{Error, Result};
use crate::interrupt;
use crate::key::{DrawKey, Stream};
use crate::rule::{BackupRule, Emm, Fused, Minimax, Node, Product};
use crate::tree::{Squares, power};
use crate::value::{Player, Win};

/// Board splitting with the artificial evaluator.
///
/// ```
/// use plyscope::theory::ceiling::Model;
/// use plyscope::tree::Squares;
/// let games = Model { squares: Squares::N, mix: 0.5, branching: 3, plies: 5, error: 0.2 };
/// let rows = games.play(500, 1, 3)?; // 500 games, seed 1, depths 1 to 3
/// let [minimax, .., ceiling] = rows[2].rules;
/// assert!(ceiling.mean > minimax.mean);
/// # Ok::<(), plyscope::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Model {
    /// How the squares are drawn; P-games are infinite and at the critical p.
    pub squares: Squares,
    /// How often a square of a mixed game is drawn anew.
    pub mix: f64,
    /// Moves of a position.
    pub branching: u32,
    /// The length of an N- or mixed game.
    pub plies: u32,
    /// The chance that an evaluation is wrong.
    pub error: f64,
}

/// A mean over games, with its standard error.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Mean {
    /// The mean.
    pub mean: f64,
    /// Its standard error.
    pub deviation: f64,
}

/// Decision accuracies at one depth, on the same games.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Row {
    /// The depth.
    pub depth: u32,
    /// By rule, as [`RULES`] names them.
    pub rules: [Mean; 5],
}

/// What [`Row::rules`] are; the last is the ceiling.
pub const RULES: [Weighing; 5] =
    [Weighing::Minimax, Weighing::Product, Weighing::Emm, Weighing::Fused, Weighing::Posterior];

/// More nodes than this are not drawn for a game.
const MAX_NODES: f64 = 1e7;

/// A game as far as it is searched, level by level, the mover's view at every node.
struct Drawn {
    wins: Vec<Vec<bool>>,
    said: Vec<Vec<bool>>,
}

/// That the mover loses and wins, for every number of edges up that a node can have above it.
type Likelihood = Vec<[f64; 2]>;

impl Model {
    /// Draws so many games in which some moves win and some lose, and decides by every rule, from depth 1 to this one.
    pub fn play(&self, trials: u32, seed: u64, deepest: u32) -> Result<Vec<Row>> {
        self.check(deepest)?;
        let chances = self.chances(deepest);
        let stream = Stream::new(seed, "ceiling");
        let mut sums = vec![[[0.0; 2]; 5]; deepest as usize];
        for trial in 0..u64::from(trials) {
            interrupt::check()?;
            let games =
                (0..).map(|attempt| self.draw(stream.block(trial).attempt(attempt), &chances, deepest));
            let open = |game: &Drawn| game.wins[1].contains(&true) && game.wins[1].contains(&false);
            let game = games.take(100_000).find(open).ok_or_else(|| {
                Error::Undefined("such a game practically never has a winning and a losing move".into())
            })?;
            for (depth, sums) in (1..).zip(&mut sums) {
                for (rule, sum) in RULES.into_iter().zip(sums) {
                    let score = score(&self.moves(rule, &game, &chances, depth), &game.wins[1]);
                    *sum = [sum[0] + score, sum[1] + score * score];
                }
            }
        }
        let n = f64::from(trials.max(1));
        let mean = |[sum, squares]: [f64; 2]| Mean {
            mean: sum / n,
            deviation: ((squares / n - (sum / n) * (sum / n)).max(0.0) / n).sqrt(),
        };
        Ok((1..).zip(sums).map(|(depth, sums)| Row { depth, rules: sums.map(mean) }).collect())
    }

    fn check(&self, deepest: u32) -> Result<()> {
        let refused = |parameter: &str, value: String, allowed: &str| {
            let (kind, parameter, allowed) = ("ceiling".into(), parameter.into(), allowed.into());
            Err(Error::Parameter { kind, parameter, value, allowed })
        };
        let nodes = power(f64::from(self.branching), deepest.min(1000));
        match () {
            _ if self.branching < 2 => {
                refused("branching", self.branching.to_string(), "a whole number of 2 or more")
            }
            _ if !(self.error > 0.0 && self.error < 0.5) => {
                refused("error", self.error.to_string(), "a probability above 0 and below 0.5")
            }
            _ if !(0.0..=1.0).contains(&self.mix) => {
                refused("mix", self.mix.to_string(), "a probability from 0 to 1")
            }
            _ if deepest == 0 || nodes > MAX_NODES => refused(
                "depth",
                deepest.to_string(),
                "1 or more, and at most ten million nodes at the last ply",
            ),
            _ if self.squares != Squares::P && self.plies <= deepest => {
                refused("plies", self.plies.to_string(), "more than the deepest of the depths")
            }
            _ => Ok(()),
        }
    }

    /// How many numbers of edges up a node at a level can have above it.
    fn sums(&self, level: u32) -> usize {
        if self.squares == Squares::P { 1 } else { level as usize + 1 }
    }

    /// The chance that the mover wins, by level and edges up, from the root to the deepest level.
    fn chances(&self, deepest: u32) -> Vec<Vec<f64>> {
        let p = critical(self.branching);
        if self.squares == Squares::P {
            return vec![vec![1.0 - p]; deepest as usize + 1];
        }
        let mix = if self.squares == Squares::Mixed { self.mix } else { 0.0 };
        // At the end the player whose turn it would be has lost on a 1.
        let end = |ups: u32| 1.0 - (mix * p + if 2 * ups > self.plies { 1.0 - mix } else { 0.0 });
        let mut levels = vec![(0..=self.plies).map(end).collect::<Vec<f64>>()];
        for _ in 0..self.plies {
            let below = &levels[levels.len() - 1];
            let lost = |pair: &[f64]| power((pair[0] + pair[1]) / 2.0, self.branching);
            levels.push(below.windows(2).map(|pair| 1.0 - lost(pair)).collect());
        }
        levels.reverse();
        levels.truncate(deepest as usize + 1);
        levels
    }

    fn draw(&self, key: DrawKey, chances: &[Vec<f64>], deepest: u32) -> Drawn {
        let (b, mut place) = (self.branching as usize, 0);
        let mut unit = || {
            place += 1;
            key.unit(0, place)
        };
        let mut ups = vec![0];
        for _ in 0..deepest {
            let child = |ups: &usize| std::iter::repeat_n(*ups, b);
            ups = ups.iter().flat_map(child).collect();
            if self.squares != Squares::P {
                ups.iter_mut().for_each(|ups| *ups += usize::from(unit() < 0.5));
            }
        }
        let frontier = ups.iter().map(|ups| unit() < chances[deepest as usize][*ups]).collect();
        let mut wins: Vec<Vec<bool>> = vec![frontier];
        for _ in 0..deepest {
            let below = &wins[wins.len() - 1];
            wins.push(below.chunks(b).map(|children| children.contains(&false)).collect());
        }
        wins.reverse();
        let mut say = |win: &bool| *win != (unit() < self.error);
        let said = wins.iter().map(|level| level.iter().map(&mut say).collect()).collect();
        Drawn { wins, said }
    }

    /// What every move of the root is worth to the root's mover.
    fn moves(&self, rule: Weighing, game: &Drawn, chances: &[Vec<f64>], depth: u32) -> Vec<Win> {
        let fused = Fused::new(1.0);
        let rule: &dyn BackupRule<Win> = match rule {
            Weighing::Minimax => &Minimax,
            Weighing::Product => &Product,
            Weighing::Emm => &Emm,
            Weighing::Fused => &fused,
            Weighing::Posterior => {
                let moves = self.posteriors(game, chances, depth);
                return moves.into_iter().map(|[lost, won]| Win { first: lost, second: won }).collect();
            }
        };
        // Who moves does not matter: every node is seen by its own mover.
        let own = |win: &bool| Win::opinion(*win, self.error);
        let mut values: Vec<Win> = game.said[depth as usize].iter().map(own).collect();
        for level in (1..depth).rev() {
            let node = Node { mover: Player::FIRST, height: depth - level, level };
            let theirs: Vec<Win> = values.iter().map(|value| value.swapped()).collect();
            let groups = theirs.chunks(self.branching as usize).zip(&game.said[level as usize]);
            values = groups.map(|(children, said)| rule.back_up(node, children, Some(own(said)))).collect();
        }
        values.into_iter().map(Win::swapped).collect()
    }

    /// The chances that the mover loses and wins at every move, given all that was seen.
    fn posteriors(&self, game: &Drawn, chances: &[Vec<f64>], depth: u32) -> Vec<[f64; 2]> {
        let right =
            |said: bool| if said { [self.error, 1.0 - self.error] } else { [1.0 - self.error, self.error] };
        let weigh = |pair: &[f64; 2], by: [f64; 2]| [pair[0] * by[0], pair[1] * by[1]];
        let frontier: Likelihood = chances[depth as usize].iter().map(|win| [1.0 - win, *win]).collect();
        let seen = |said: &bool| frontier.iter().map(|pair| weigh(pair, right(*said))).collect();
        let mut likelihoods: Vec<Likelihood> = game.said[depth as usize].iter().map(seen).collect();
        for level in (1..depth).rev() {
            let groups = likelihoods.chunks(self.branching as usize).zip(&game.said[level as usize]);
            let node = |(children, said): (&[Likelihood], &bool)| {
                let at = |ups| weigh(&self.product(children, ups), right(*said));
                scaled((0..self.sums(level)).map(at).collect())
            };
            likelihoods = groups.map(node).collect();
        }
        let at_root = |child: &Likelihood| self.over_the_edge(child, 0);
        likelihoods.iter().map(at_root).map(|[lost, won]| [lost / (lost + won), won / (lost + won)]).collect()
    }

    /// A child's likelihood, by the edges up above its parent.
    fn over_the_edge(&self, child: &Likelihood, ups: usize) -> [f64; 2] {
        match self.squares {
            Squares::P => child[0],
            _ => std::array::from_fn(|side| (child[ups][side] + child[ups + 1][side]) / 2.0),
        }
    }

    /// The mover loses where every child is won by the opponent. Sums of positive terms only.
    fn product(&self, children: &[Likelihood], ups: usize) -> [f64; 2] {
        children.iter().map(|child| self.over_the_edge(child, ups)).fold([1.0, 0.0], |[lost, won], child| {
            [lost * child[1], won * (child[0] + child[1]) + lost * child[0]]
        })
    }
}

/// Scaled to a largest entry of 1: only ratios count, and long products would vanish.
fn scaled(mut all: Likelihood) -> Likelihood {
    let most = all.iter().flatten().copied().fold(0.0, f64::max);
    if most > 0.0 {
        all.iter_mut().flatten().for_each(|entry| *entry /= most);
    }
    all
}

/// The share of the best moves that win; the children's movers lose there.
fn score(moves: &[Win], wins: &[bool]) -> f64 {
    let best = moves.iter().copied().reduce(|best, next| if best.below(next) { next } else { best });
    let tied: Vec<bool> = moves
        .iter()
        .zip(wins)
        .filter(|(value, _)| best.is_some_and(|best| best.ties(**value)))
        .map(|(_, win)| !win)
        .collect();
    tied.iter().filter(|right| **right).count() as f64 / tied.len().max(1) as f64
}
