//! EMM by the identity against the papers' Algorithm 1, word for word.

use plyscope::game::Player;
use plyscope::rule::{BackupRule, Emm, EmmTrueTypes, Node};
use plyscope::value::{Typed, Win};
use proptest::prelude::*;

/// A pair of the papers: win or loss, and the error of that.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Pair {
    win: bool,
    error: f64,
}

impl Pair {
    /// As a probability of the player in whose view the pair is.
    fn win_of(self) -> f64 {
        if self.win { 1.0 - self.error } else { self.error }
    }
}

/// Algorithm 1 at one node. Children are in the view of their own movers; where the same player moves
/// again (an extra turn, which the papers do not have) nothing is negated. With `truth`, the true values
/// of the children in the mover's view, errors are aggregated by the true types (paper 2's footnote).
fn algorithm_1(own: Pair, children: &[(Pair, bool)], truth: Option<&[bool]>) -> Outcome {
    let seen: Vec<Pair> = children
        .iter()
        .map(|(child, same_mover)| Pair { win: if *same_mover { child.win } else { !child.win }, ..*child })
        .collect();
    let mut win = seen.iter().any(|child| child.win);
    let labels: Vec<bool> =
        truth.map_or_else(|| seen.iter().map(|child| child.win).collect(), |truth| truth.to_vec());
    let mut error = if !labels.contains(&true) {
        1.0 - seen.iter().map(|child| 1.0 - child.error).product::<f64>()
    } else {
        seen.iter()
            .zip(&labels)
            .map(|(child, label)| if *label { child.error } else { 1.0 - child.error })
            .product()
    };
    if error > 0.5 {
        (win, error) = (!win, 1.0 - error);
    }
    let kept = if own.win == win {
        Pair { win, error: own.error.min(error) }
    } else if own.error >= error {
        Pair { win, error }
    } else {
        own
    };
    Outcome { kept, aggregate: Pair { win, error } }
}

/// What Algorithm 1 returns, and what it compared the own estimate with.
#[derive(Debug, Clone, Copy)]
struct Outcome {
    kept: Pair,
    aggregate: Pair,
}

fn pair() -> impl Strategy<Value = Pair> {
    // Round numbers make ties common; they are where the two could differ.
    let error = prop_oneof![prop::sample::select(vec![0.0, 0.1, 0.125, 0.2, 0.25, 0.5]), 0.0..=0.5f64];
    (any::<bool>(), error).prop_map(|(win, error)| Pair { win, error })
}

/// A pair in some player's view, as a value in the first player's view.
fn to_win(pair: Pair, viewer: Player) -> Win {
    Win::opinion(pair.win, pair.error).seen_by(viewer)
}

fn other(player: Player) -> Player {
    if player == Player::FIRST { Player::SECOND } else { Player::FIRST }
}

/// Equal as probabilities. Only where the aggregate and the own estimate name different winners with errors
/// that are equal but for rounding may either be kept: the papers' arithmetic decides that by its last digit.
fn agree(ours: f64, papers: Outcome, own: Pair) -> bool {
    let near = |a: f64, b: f64| (a - b).abs() <= 1e-12 * a.abs().max(b.abs()) + 1e-15;
    let Outcome { kept, aggregate } = papers;
    let tie = own.win != aggregate.win && near(own.error, aggregate.error);
    near(ours, kept.win_of()) || (tie && (near(ours, own.win_of()) || near(ours, aggregate.win_of())))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20_000))]

    #[test]
    fn emm_equals_the_papers_algorithm(
        own in pair(),
        children in prop::collection::vec((pair(), any::<bool>()), 1..=5),
        first in any::<bool>(),
    ) {
        let mover = if first { Player::FIRST } else { Player::SECOND };
        let papers = algorithm_1(own, &children, None);
        let values: Vec<Win> = children
            .iter()
            .map(|(child, same)| to_win(*child, if *same { mover } else { other(mover) }))
            .collect();
        let ours = Emm.back_up(Node { mover, height: 1, level: 0 }, &values, Some(to_win(own, mover)));
        let ours = ours.seen_by(mover).first;
        prop_assert!(agree(ours, papers, own), "ours {ours}, the papers' {papers:?}");
    }

    #[test]
    fn emm_with_true_types_equals_the_pair_form(
        own in pair(),
        children in prop::collection::vec((pair(), any::<bool>()), 1..=5),
        truth in prop::collection::vec(any::<bool>(), 5),
        first in any::<bool>(),
    ) {
        let mover = if first { Player::FIRST } else { Player::SECOND };
        let papers = algorithm_1(own, &children, Some(&truth[..children.len()]));
        let values: Vec<Typed> = children
            .iter()
            .zip(&truth)
            .map(|((child, same), truth)| {
                let viewer = if *same { mover } else { other(mover) };
                Typed {
                    win: to_win(*child, viewer),
                    label: child.win == (viewer == Player::FIRST),
                    truth: *truth == first,
                }
            })
            .collect();
        let own_value =
            Typed { win: to_win(own, mover), label: own.win == first, truth: truth[..children.len()].contains(&true) == first };
        let ours = EmmTrueTypes.back_up(Node { mover, height: 1, level: 0 }, &values, Some(own_value));
        prop_assert_eq!(ours.truth, own_value.truth);
        let ours = ours.win.seen_by(mover).first;
        prop_assert!(agree(ours, papers, own), "ours {ours}, the papers' {papers:?}");
    }
}

/// The tolerance at work: an aggregate that is 1 - .9 * .9 only but for rounding is as certain as .19.
#[test]
fn rounding_does_not_decide_between_winners() {
    let node = Node { mover: Player::FIRST, height: 1, level: 0 };
    // Two losses, each wrong with .1: the aggregate is a loss with an error of .19 and a last digit.
    let children = [Win::opinion(false, 0.1); 2];
    let aggregate = Emm.combine(node, &children);
    for own in [0.19, 0.19f64.next_down(), 0.19f64.next_up()] {
        let own = Win::opinion(true, own);
        assert!((own.error() - aggregate.error()).abs() < 1e-15);
        assert_eq!(Emm.back_up(node, &children, Some(own)), aggregate, "equally certain: the aggregate");
    }
    let more = Win::opinion(true, 0.19 * (1.0 - 1e-9));
    assert_eq!(Emm.back_up(node, &children, Some(more)), more, "more certain: the own estimate");
}
