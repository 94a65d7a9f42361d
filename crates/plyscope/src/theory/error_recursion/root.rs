//! The root: which move is chosen, and is its value right?

use super::Expected;
use super::Sides;
use super::level::{Child, Class, Mix, children, estimates, groups, merged, node};
use crate::error::{Error, Result};
use crate::rule::BackupRule;
use crate::value::Win;

/// Everything of a root whose moves have these classes.
pub(super) fn row(
    rule: &dyn BackupRule<Win>,
    height: u32,
    branching: u32,
    sides: &Sides,
    own: Option<f64>,
) -> Result<Expected> {
    let moves = children(&sides.lower);
    let non_trivial = non_trivial(&moves, branching)?;
    let chance = |moves: &[Child]| (chosen_wins(moves, branching as usize) / non_trivial).min(1.0);
    let wrong = |moves: &[Child]| value_error(rule, height, branching, moves, own);
    let (wrong, [low, high]) = match &sides.upper {
        None => (wrong(&moves), [chance(&moves); 2]),
        Some(upper) => {
            // What is worth less to the opponent is worth more here.
            let (lower, upper) = (&children(upper), &moves);
            let (a, b) = (wrong(lower), wrong(upper));
            let middle = Mix { lost: a.lost + b.lost, won: a.won + b.won, both: a.both + b.both }.scaled(0.5);
            (middle, [(lower, upper), (upper, lower)].map(|(won, lost)| chance(&parted(won, lost))))
        }
    };
    Ok(Expected {
        accuracy: f64::midpoint(low, high),
        value_error: wrong.total(),
        value_error_non_trivial: wrong.both / non_trivial,
        within: (high - low).max(0.0) / 2.0,
    })
}

/// The accuracy of the choice among moves of these classes, from worst to best.
pub(super) fn decision(moves: &[Child], branching: u32) -> Result<f64> {
    Ok((chosen_wins(moves, branching as usize) / non_trivial(moves, branching)?).min(1.0))
}

/// How often there is a winning and a losing move; refused where that is practically never.
fn non_trivial(moves: &[Child], branching: u32) -> Result<f64> {
    let all = moves.iter().fold(Mix { lost: 0.0, won: 0.0, both: 0.0 }, |sum, each| Mix {
        lost: sum.lost + each.truth.lost,
        won: sum.won + each.truth.won,
        both: 0.0,
    });
    let non_trivial = (1..branching).fold(all, |mix, _| mix.and(all)).both;
    if non_trivial < f64::MIN_POSITIVE {
        return Err(Error::Undefined(
            "such a game practically never has a winning and a losing move; choose p nearer to the critical one, \
             or a shorter game"
                .into(),
        ));
    }
    Ok(non_trivial)
}

/// Moves that win by the one computation, moves that lose by the other.
fn parted(won: &[Child], lost: &[Child]) -> Vec<Child> {
    let won = won.iter().map(|child| Class { value: child.value, lost: 0.0, won: child.truth.won });
    let lost = lost.iter().map(|child| Class { value: child.value, lost: child.truth.lost, won: 0.0 });
    let child = |class: Class| Child {
        value: class.value,
        truth: Mix { lost: class.lost, won: class.won, both: 0.0 },
    };
    merged(won.chain(lost).collect()).into_iter().map(child).collect()
}

/// The probability that the root is non-trivial and the move that is chosen, ties at random, wins.
///
/// All moves are alike: it is their number times the chance that a given one is chosen and wins. That move
/// is in some class, the others are in it too (and tie) or below it, and one of them loses.
fn chosen_wins(moves: &[Child], branching: usize) -> f64 {
    let mut below = Mix { lost: 0.0, won: 0.0, both: 0.0 };
    let mut sum = 0.0;
    for class in moves {
        let here = class.truth;
        // By the number of ties among the others: all of them won, some lost.
        let (mut won, mut lost) = (vec![0.0; branching], vec![0.0; branching]);
        won[0] = 1.0;
        for other in 1..branching {
            for ties in (0..=other).rev() {
                let (w, l) = (won[ties], lost[ties]);
                let (w_tie, l_tie) = if ties > 0 { (won[ties - 1], lost[ties - 1]) } else { (0.0, 0.0) };
                won[ties] = w * below.won + w_tie * here.won;
                lost[ties] = l * (below.won + below.lost)
                    + w * below.lost
                    + l_tie * (here.won + here.lost)
                    + w_tie * here.lost;
            }
        }
        let chosen: f64 = lost.iter().enumerate().map(|(ties, chance)| chance / (ties + 1) as f64).sum();
        sum += here.won * chosen;
        below = Mix { lost: below.lost + here.lost, won: below.won + here.won, both: 0.0 };
    }
    branching as f64 * sum
}

/// Whom a value names: even chances name neither player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Named {
    Opponent,
    Nobody,
    Mover,
}

fn named(value: Win) -> Named {
    match () {
        _ if value.ties(Win::even()) => Named::Nobody,
        _ if value.favours_first() => Named::Mover,
        _ => Named::Opponent,
    }
}

/// The probabilities that the root's value is wrong, by what its moves are worth.
///
/// All moves but one in groups; since a rule rises with its children, the last one's classes fall into three
/// runs, by whom the root's value names. Neighbouring groups have neighbouring bounds.
fn value_error(
    rule: &dyn BackupRule<Win>,
    height: u32,
    branching: u32,
    moves: &[Child],
    own: Option<f64>,
) -> Mix {
    // What the classes up to an index have together.
    let mut sums = vec![Mix { lost: 0.0, won: 0.0, both: 0.0 }];
    for class in moves {
        let last = sums[sums.len() - 1];
        sums.push(Mix { lost: last.lost + class.truth.lost, won: last.won + class.truth.won, both: 0.0 });
    }
    let between = |from: usize, to: usize| Mix {
        lost: sums[to].lost - sums[from].lost,
        won: sums[to].won - sums[from].won,
        both: 0.0,
    };
    let mut opinions: Vec<(Option<Win>, f64, f64, usize)> = match own {
        None => vec![(None, 1.0, 1.0, 0)],
        Some(error) => estimates(error).map(|(own, lost, won)| (Some(own), lost, won, 0)).to_vec(),
    };
    let mut wrong = Mix { lost: 0.0, won: 0.0, both: 0.0 };
    let mut values = Vec::with_capacity(branching as usize);
    groups(moves, branching as usize - 1, &mut |others, truth| {
        for (own, if_lost, if_won, hint) in &mut opinions {
            values.clear();
            values.extend_from_slice(others);
            values.push(Win::even());
            let mut names = |class: usize| {
                values[others.len()] = moves[class].value;
                named(rule.back_up(node(height), &values, *own))
            };
            let somebody = bound(moves.len(), *hint, |class| names(class) < Named::Nobody);
            let mover = bound(moves.len(), somebody, |class| names(class) < Named::Mover);
            *hint = somebody;
            let runs = [(0, somebody, 0.0, 1.0), (somebody, mover, 0.5, 0.5), (mover, moves.len(), 1.0, 0.0)];
            for (from, to, if_lost_wrong, if_won_wrong) in runs {
                let mix = truth.and(between(from, to));
                wrong.lost += mix.lost * *if_lost * if_lost_wrong;
                wrong.won += mix.won * *if_won * if_won_wrong;
                wrong.both += mix.both * *if_won * if_won_wrong;
            }
        }
    });
    wrong
}

/// The first of `len` places that is not below something, looked for outwards from a hint.
fn bound(len: usize, hint: usize, mut below: impl FnMut(usize) -> bool) -> usize {
    let (mut low, mut high, mut step) = (0, len, 1);
    let hint = hint.min(len);
    if hint < len && below(hint) {
        low = hint + 1;
        while low + step < len && below(low + step) {
            low += step + 1;
            step *= 2;
        }
        high = high.min(low + step);
    } else {
        high = hint;
        while step <= high && !below(high - step) {
            high -= step;
            step *= 2;
        }
        low = low.max((high + 1).saturating_sub(step));
    }
    while low < high {
        let middle = low + (high - low) / 2;
        if below(middle) { low = middle + 1 } else { high = middle }
    }
    low
}

#[cfg(test)]
mod tests {
    use super::bound;

    #[test]
    fn every_bound_is_found_from_every_hint() {
        for len in 0..20 {
            for bound_at in 0..=len {
                for hint in 0..25 {
                    assert_eq!(bound(len, hint, |place| place < bound_at), bound_at, "{hint} of {len}");
                }
            }
        }
    }
}
