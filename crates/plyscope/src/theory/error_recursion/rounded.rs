//! The same recursion with rounded estimates, for up to a hundred moves: in the infinite game at the critical p, for rules
//! whose aggregate is the product rule's.
//!
//! The mover loses with the product of what its children are worth to the opponent, so the logarithms of those chances
//! add up. Values within about a hundredth of each other (of their odds) become one, their mean; truths are carried
//! along exactly. So the result is the accuracy of a player who sees no smaller difference: within .001 of the exact
//! recursion for EMM, and .0002 for the other rules, wherever both can be computed (`tests/suite/ceiling.rs`).

use super::level::{Child, Mix, estimates, node};
use super::root::decision;
use super::truth::PGame;
use super::{accuracy, check_error, refused};
use crate::error::{Error, Result};
use crate::rule::{BackupRule, Emm, Fused, Minimax, Product};
use crate::theory::p_games::critical;
use crate::value::Win;
use std::collections::BTreeMap;

/// What a rule makes of the children's product and a node's own evaluation.
///
/// ```
/// use plyscope::theory::error_recursion::{Weighing, rounded};
/// // Eight moves, an evaluator that is wrong one time in ten: EMM loses by looking deeper, the posterior gains.
/// let at = |rule, depth| rounded(rule, 8, 0.1, depth);
/// assert!(at(Weighing::Emm, 3)? < at(Weighing::Emm, 1)? - 0.04);
/// assert!(at(Weighing::Posterior, 3)? > at(Weighing::Posterior, 1)? + 0.15);
/// # Ok::<(), plyscope::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Weighing {
    /// Minimax, exactly: no product, and no need to round.
    Minimax,
    /// The product alone.
    Product,
    /// Whichever of the two is more certain.
    Emm,
    /// Both, added to even chances at the frontier.
    Fused,
    /// Both, added to the chances that positions have before anything is known: the posterior given all evaluations.
    Posterior,
}

/// The chance that the mover wins as `-ln`, and the probability of it at nodes that the mover truly loses or wins.
#[derive(Debug, Clone, Copy)]
struct Class {
    x: f64,
    lost: f64,
    won: f64,
}

impl Class {
    fn mass(&self) -> f64 {
        self.lost + self.won
    }
}

/// Classes by what they are rounded to, from the mover's best to the worst.
type Classes = Vec<Class>;

/// The most moves and the most plies: each takes seconds.
const MOST: [u32; 2] = [100, 32];

/// Less than this has no part in four digits.
const NOTHING: f64 = 1e-13;

/// Both ends are rounded relatively: small numbers by their leading digits, others by hundredths, as chances near 0 need it.
fn round(x: f64) -> u64 {
    const LEADING: u32 = 45; // 7 binary digits of the fraction are left
    if x < 1.0 { x.to_bits() >> LEADING } else { (1f64.to_bits() >> LEADING) + (100.0 * (x - 1.0)) as u64 }
}

fn merged(all: impl Iterator<Item = Class>) -> Classes {
    let mut classes: BTreeMap<u64, Class> = BTreeMap::new();
    for class in all.filter(|class| class.mass() > NOTHING) {
        let known = classes.entry(round(class.x)).or_insert(Class { x: class.x, lost: 0.0, won: 0.0 });
        known.lost += class.lost;
        known.won += class.won;
        known.x += (class.x - known.x) * class.mass() / known.mass();
    }
    classes.into_values().collect()
}

/// Nodes with the children of both: chances multiply, and the mover has lost where both sides have.
fn together(one: &[Class], other: &[Class]) -> Classes {
    merged(one.iter().flat_map(|a| {
        other.iter().map(|b| Class {
            x: a.x + b.x,
            lost: a.lost * b.lost,
            won: a.won * b.mass() + a.lost * b.won,
        })
    }))
}

/// The chance with this `-ln`.
fn chance(x: f64) -> Win {
    Win { first: libm::exp(-x), second: -libm::expm1(-x) }
}

fn negative_ln(win: Win) -> f64 {
    if win.first < 0.5 { -libm::log(win.first) } else { -libm::log1p(-win.second) }
}

/// One ply up: as many children as there are moves, then the node's own evaluation.
fn above(rule: &dyn BackupRule<Win>, branching: u32, height: u32, below: &[Class], error: f64) -> Classes {
    let child: Classes =
        below.iter().map(|class| Class { lost: class.won, won: class.lost, ..*class }).collect();
    let (mut sum, mut power, mut left) = (None, child, branching);
    while left > 0 {
        if left % 2 == 1 {
            sum = Some(sum.map_or_else(|| power.clone(), |sum: Classes| together(&sum, &power)));
        }
        left /= 2;
        if left > 0 {
            power = together(&power, &power);
        }
    }
    let own = rule.uses_own().then(|| estimates(error));
    merged(sum.unwrap_or_default().iter().flat_map(|class| {
        let aggregate = chance(class.x).swapped();
        let weighed = |(own, if_lost, if_won)| Class {
            x: negative_ln(rule.reconcile(node(height), aggregate, own)),
            lost: class.lost * if_lost,
            won: class.won * if_won,
        };
        match own {
            Some(own) => own.map(weighed).to_vec(),
            None => vec![Class { x: negative_ln(aggregate), ..*class }],
        }
    }))
}

/// The accuracy of a depth-`depth` search in the infinite P-game at the critical p, to about three digits.
///
/// Refused are fewer than 2 moves or more than 100, depth 0 or more than 32, and an error above a half; minimax, which is exact, goes
/// further.
pub fn rounded(rule: Weighing, branching: u32, error: f64, depth: u32) -> Result<f64> {
    let fused = Fused::new(1.0);
    let (rule, prior): (&dyn BackupRule<Win>, bool) = match rule {
        Weighing::Minimax => {
            return Ok(accuracy(&Minimax, branching, error, critical(branching), None, depth)?.accuracy);
        }
        Weighing::Product => (&Product, false),
        Weighing::Emm => (&Emm, false),
        Weighing::Fused => (&fused, false),
        Weighing::Posterior => (&fused, true),
    };
    if !(2..=MOST[0]).contains(&branching) {
        return Err(refused("branching", branching, format!("a whole number from 2 to {}", MOST[0])));
    }
    if !(1..=MOST[1]).contains(&depth) {
        return Err(refused("search depth", depth, format!("a whole number from 1 to {}", MOST[1])));
    }
    check_error(error)?;
    let share = PGame::new(branching, critical(branching), None)?.share(None);
    if error == 0.0 {
        return Ok(1.0);
    }
    let before = if prior { [share.won, share.lost] } else { [0.5, 0.5] };
    let mut classes = merged(estimates(error).into_iter().map(|(own, if_lost, if_won)| {
        let (first, second) = (own.first * before[0], own.second * before[1]);
        let value = Win { first: first / (first + second), second: second / (first + second) };
        Class { x: negative_ln(value), lost: share.lost * if_lost, won: share.won * if_won }
    }));
    for height in 1..depth {
        classes = above(rule, branching, height, &classes, error);
        // What rounding and small masses left out would grow with every ply.
        let [lost, won] = [|class: &Class| class.lost, |class: &Class| class.won]
            .map(|part| classes.iter().map(part).sum::<f64>());
        for class in &mut classes {
            class.lost *= share.lost / lost;
            class.won *= share.won / won;
        }
    }
    let moves: Vec<Child> = classes
        .iter()
        .map(|class| Child {
            value: chance(class.x).swapped(),
            truth: Mix { lost: class.won, won: class.lost, both: 0.0 },
        })
        .collect();
    decision(&moves, branching)
}

/// The smallest error from which a search to depth `to` decides worse than one to depth `from`; none below a half.
///
/// ```
/// use plyscope::theory::error_recursion::{Weighing, boundary};
/// let error = boundary(Weighing::Emm, 8, [1, 3])?.expect("EMM loses with eight moves");
/// assert!((0.07..0.1).contains(&error), "{error}");
/// assert_eq!(boundary(Weighing::Posterior, 8, [1, 3])?, None);
/// # Ok::<(), plyscope::Error>(())
/// ```
pub fn boundary(rule: Weighing, branching: u32, [from, to]: [u32; 2]) -> Result<Option<f64>> {
    if from >= to {
        return Err(Error::Undefined(format!(
            "a boundary is between two depths, rising: not {from} and {to}"
        )));
    }
    /// Less is what rounding leaves.
    const LOSS: f64 = 1e-4;
    /// The first step is as small as pathology is ever seen at, and each is a twentieth larger.
    const STEPS: [f64; 2] = [0.002, 1.05];
    let loses = |error: f64| {
        Ok::<bool, Error>(
            rounded(rule, branching, error, from)? - rounded(rule, branching, error, to)? > LOSS,
        )
    };
    let (mut low, mut high) = (0.0, STEPS[0]);
    while !loses(high)? {
        (low, high) = (high, high * STEPS[1]);
        if high >= 0.5 {
            return Ok(None);
        }
    }
    while high - low > 1e-4 {
        let middle = (low + high) / 2.0;
        if loses(middle)? { high = middle } else { low = middle }
    }
    Ok(Some(high))
}
