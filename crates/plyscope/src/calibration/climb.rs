//! Fitting a rule level by level, from the frontier upwards.
//!
//! A rule that learns is fitted where it will be used: on the values that it makes itself one level below.
//! On drawn trees there is a fit for every level and every search depth, because shares of leaves mean other
//! things at other heights; in real games one for every height above the frontier.

use super::positions::Positions;
use super::solved::{small_enough, unreadable};
use super::{Lesson, Purpose};
use crate::error::{Error, Result};
use crate::evaluator::{LANES, Reading};
use crate::game::{Game, Player, moves_of};
use crate::lanes::Bits;
use crate::registry::{EvaluatorKind, GameKind, WinRule};
use crate::rule::{BackupRule, ByNode, Minimax, Node, Product};
use crate::search::{Budget, Frontier, FullWidth, Search, Wins};
use crate::tree::{Batch, Levels, Place};
use crate::value::Win;

/// What is known of a node before it is backed up, in its mover's view, and how it ends.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Evidence {
    /// What the product rule makes of the children.
    pub(super) product: Win,
    /// What minimax makes of them.
    pub(super) minimax: Win,
    /// The node's own estimate.
    pub(super) own: Win,
    /// 1, 1/2 or 0 for the mover.
    pub(super) outcome: f64,
}

/// How a rule is fitted: to evidence at a node, and put together from what was fitted.
pub(super) trait Fits {
    type Fitted: Copy;
    type Rule: WinRule;

    fn reading(&self) -> Reading;
    fn fit(&self, evidence: &[Evidence]) -> Self::Fitted;
    /// What holds where nothing was fitted.
    fn rest(&self) -> Self::Fitted;
    fn rule(&self, at: ByNode<Self::Fitted>) -> Self::Rule;
}

/// The most nodes that one fit takes, evenly from all there are.
const ROWS: usize = 20_000;
/// The most leaves of all trees together.
const LEAVES: usize = 1 << 22;

/// Fits a rule on so many solved games or positions; in real games for heights up to `heights`.
pub(super) fn climb<F: Fits>(lesson: &Lesson, solved: u32, heights: u32, how: &F) -> Result<F::Rule> {
    let at = match (&lesson.subject.game, &lesson.evaluator) {
        (GameKind::Drawn(_), EvaluatorKind::Drawn(_)) => drawn(lesson, solved, how)?,
        (GameKind::Real(_), EvaluatorKind::Real(_)) => real(lesson, solved, heights, how)?,
        _ => {
            return Err(Error::Mismatch(format!(
                "no rule can be fitted to {} with {}",
                lesson.subject.game.name(),
                lesson.evaluator_name()
            )));
        }
    };
    Ok(how.rule(ByNode::new(how.rest(), at)))
}

/// Eight games: the truth of every node, and its estimate.
struct Eight {
    truth: Levels<[bool; LANES]>,
    estimates: Levels<Win<[f64; LANES]>>,
}

fn drawn<F: Fits>(lesson: &Lesson, solved: u32, how: &F) -> Result<Vec<Vec<F::Fitted>>> {
    let (GameKind::Drawn(game), EvaluatorKind::Drawn(evaluator)) = (&lesson.subject.game, &lesson.evaluator)
    else {
        unreachable!("the caller looked")
    };
    small_enough(&**game)?;
    let shape = game.shape();
    let stream = Purpose::Rule.stream(lesson.subject.seed, &game.name());
    // As many as were asked for, in whole lanes, and no more than fit.
    let games = (solved as usize).min((LEAVES / shape.leaves()).max(64)).next_multiple_of(LANES);
    let mut eights = Vec::new();
    for first in (0..games).step_by(LANES) {
        let batch = Batch::<u64>::draw(game.clone(), &[stream.block(first as u64 / 64)], 0);
        let estimates = evaluator.levels(&batch, first % 64, how.reading(), shape.depth() - 1);
        let estimates = estimates.ok_or_else(|| unreadable(&**evaluator))?;
        let truth = batch.truth().map(|_, bits| std::array::from_fn(|i| bits.lane(first % 64 + i)));
        eights.push(Eight { truth, estimates });
    }
    let mut at: Vec<Vec<F::Fitted>> = vec![Vec::new(); shape.depth() as usize];
    for depth in 1..shape.depth() {
        let mut values: Vec<Vec<Win<[f64; LANES]>>> =
            eights.iter().map(|eight| eight.estimates.level(depth).to_vec()).collect();
        for level in (0..depth).rev() {
            let node = Node { mover: shape.mover(level), height: depth - level, level };
            let stride = (games * shape.width(level)).div_ceil(ROWS);
            let mut rows = Vec::new();
            for (i, (eight, below)) in eights.iter().zip(&values).enumerate() {
                for (index, children) in below.chunks_exact(shape.branching()).enumerate() {
                    let product = Product.combine(node, children).seen_by(node.mover);
                    let minimax = Minimax.combine(node, children).seen_by(node.mover);
                    let place = Place { level, index };
                    let own = eight.estimates.at(place).seen_by(node.mover);
                    for lane in 0..LANES {
                        let number = (i * shape.width(level) + index) * LANES + lane;
                        if number.is_multiple_of(stride) {
                            let won = eight.truth.at(place)[lane] == (node.mover == Player::FIRST);
                            rows.push(Evidence {
                                product: product.lane(lane),
                                minimax: minimax.lane(lane),
                                own: own.lane(lane),
                                outcome: f64::from(u8::from(won)),
                            });
                        }
                    }
                }
            }
            at[level as usize].push(how.fit(&rows));
            let rule = how.rule(ByNode::new(how.rest(), at.clone()));
            for (eight, below) in eights.iter().zip(&mut values) {
                let own = eight.estimates.level(level);
                *below = rule.back_up_level(node, shape.branching(), below, own);
            }
        }
    }
    Ok(at)
}

fn real<F: Fits>(lesson: &Lesson, solved: u32, heights: u32, how: &F) -> Result<Vec<Vec<F::Fitted>>> {
    let (GameKind::Real(game), EvaluatorKind::Real(evaluator)) = (&lesson.subject.game, &lesson.evaluator)
    else {
        unreachable!("the caller looked")
    };
    let stream = Purpose::Rule.stream(lesson.subject.seed, &lesson.subject.game.name());
    let positions = Positions::new(&**game, &**evaluator, stream, lesson.truths())?;
    let any = &positions.any;
    evaluator.check(any)?;
    let wins = Wins::new(any, &**evaluator, how.reading())?;
    let mut roots = Vec::new();
    positions.each(solved, |known| {
        roots.extend_from_slice(known);
        Ok(())
    })?;
    let mut fitted: Vec<F::Fitted> = Vec::new();
    for height in 1..=heights {
        let rule = how.rule(ByNode::new(how.rest(), vec![fitted.clone()]));
        let rule: &dyn BackupRule<Win> = &rule;
        let mut rows = Vec::new();
        for (position, outcome) in &roots {
            let node = Node { mover: any.mover(position), height, level: 0 };
            let mut children = Vec::new();
            for choice in moves_of(any, position) {
                let child = any.play(position, &choice);
                let value = if any.is_over(&child) {
                    Some(wins.terminal(any, &child))
                } else if height == 1 {
                    wins.estimate(any, &child)
                } else {
                    FullWidth.search(any, &child, &wins, rule, &Budget::depth(height - 1)?)?.value
                };
                children.extend(value);
            }
            if let Some(own) = wins.estimate(any, position).filter(|_| !children.is_empty()) {
                rows.push(Evidence {
                    product: Product.combine(node, &children).seen_by(node.mover),
                    minimax: Minimax.combine(node, &children).seen_by(node.mover),
                    own: own.seen_by(node.mover),
                    outcome: outcome.points(),
                });
            }
        }
        fitted.push(how.fit(&rows));
    }
    Ok(vec![fitted])
}
