//! Fitting a rule level by level, from the frontier upwards.
//!
//! A rule that learns is fitted where it will be used: on the values that it makes itself one level below.
//! On drawn trees there is a fit for every level and every search depth, because shares of leaves mean other
//! things at other heights; in real games one for every height above the frontier.

use super::positions::{Positions, Solved};
use super::solved::{small_enough, unreadable};
use super::{Purpose, TrainingSet};
use crate::error::Result;
use crate::evaluator::LANES;
use crate::game::{AnyPosition, Player, Turn, expand_one};
use crate::lanes::Bits;
use crate::player::RuleSearch;
use crate::rule::{AnyRule, BackupRule, ByNode, Minimax, Node, Product, WinRule};
use crate::search::{Effort, FullWidth};
use crate::tree::{Batch, Levels, Place};
use crate::value::{AnyValue, Win};

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
    type Rule: WinRule + 'static;

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
pub(super) fn climb<F: Fits>(lesson: &TrainingSet, solved: u32, heights: u32, how: &F) -> Result<F::Rule> {
    let at = match lesson.lanes() {
        Some(_) => drawn(lesson, solved, how)?,
        None => played(lesson, solved, heights, how)?,
    };
    Ok(how.rule(ByNode::new(how.rest(), at)))
}

/// Eight games: the truth of every node, and its estimate.
struct Eight {
    truth: Levels<[bool; LANES]>,
    estimates: Levels<Win<[f64; LANES]>>,
}

fn drawn<F: Fits>(lesson: &TrainingSet, solved: u32, how: &F) -> Result<Vec<Vec<F::Fitted>>> {
    let (game, evaluator) = lesson.lanes().expect("the caller looked");
    small_enough(&**game)?;
    let shape = game.shape();
    let stream = Purpose::Rule.stream(lesson.seed, &game.name());
    let reading = BackupRule::<Win>::properties(&how.rule(ByNode::constant(how.rest()))).reading;
    // As many as were asked for, in whole lanes, and no more than fit.
    let games = (solved as usize).min((LEAVES / shape.leaves()).max(64)).next_multiple_of(LANES);
    let mut eights = Vec::new();
    for first in (0..games).step_by(LANES) {
        let batch = Batch::<u64>::draw(game.clone(), &[stream.block(first as u64 / 64)], 0);
        let estimates = evaluator.levels(&batch, first % 64, reading, shape.depth() - 1);
        let estimates = estimates.ok_or_else(|| unreadable(&lesson.evaluator_name()))?;
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

/// On positions of a game: their children are searched by the rule as far as it is fitted.
fn played<F: Fits>(lesson: &TrainingSet, solved: u32, heights: u32, how: &F) -> Result<Vec<Vec<F::Fitted>>> {
    let positions = Positions::new(lesson, Purpose::Rule, lesson.truths())?;
    let mut roots: Vec<Solved> = Vec::new();
    positions.each(solved, |known| {
        roots.extend_from_slice(known);
        Ok(())
    })?;
    let mut fitted: Vec<F::Fitted> = Vec::new();
    for height in 1..=heights {
        let rule = how.rule(ByNode::new(how.rest(), vec![fitted.clone()]));
        let reading = BackupRule::<Win>::properties(&rule).reading;
        let read = |position: &AnyPosition| -> Result<Option<Win>> {
            Ok(reading.of(&lesson.evaluator.estimate(position)?))
        };
        let player = lesson.game.player(
            RuleSearch::new("fitted", AnyRule::wins(rule), FullWidth::default())?,
            &lesson.evaluator,
        )?;
        let value = |child: &AnyPosition| -> Result<Option<Win>> {
            let expansion = expand_one(&*lesson.game, child)?;
            if expansion.turn == Turn::Over {
                let payoff = expansion.payoffs[0];
                return Ok(Some(if payoff == 0.0 { Win::even() } else { Win::opinion(payoff > 0.0, 0.0) }));
            }
            if height == 1 {
                return read(child);
            }
            match player.decide(child, &[Effort::Depth(height - 1)])?.value {
                Some(AnyValue::Win(win)) => Ok(Some(win)),
                _ => Ok(None),
            }
        };
        let mut rows = Vec::new();
        for Solved { position, mover, outcome } in &roots {
            let node = Node { mover: *mover, height, level: 0 };
            let mut children = Vec::new();
            for child in expand_one(&*lesson.game, position)?.after {
                children.extend(value(&child)?);
            }
            if let Some(own) = read(position)?.filter(|_| !children.is_empty()) {
                rows.push(Evidence {
                    product: Product.combine(node, &children).seen_by(*mover),
                    minimax: Minimax.combine(node, &children).seen_by(*mover),
                    own: own.seen_by(*mover),
                    outcome: outcome.points(),
                });
            }
        }
        fitted.push(how.fit(&rows));
    }
    Ok(vec![fitted])
}
