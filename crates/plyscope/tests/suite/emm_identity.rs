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
fn algorithm_1(own: Pair, children: &[(Pair, bool)], truth: Option<&[bool]>) -> Pair {
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
    if own.win == win {
        Pair { win, error: own.error.min(error) }
    } else if own.error >= error {
        Pair { win, error }
    } else {
        own
    }
}

/// A pair that names a winner: an error of exactly a half has no label that a probability could keep.
fn named() -> impl Strategy<Value = Pair> {
    pair().prop_map(|pair| if pair.error == 0.5 { Pair { error: 0.375, ..pair } } else { pair })
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

/// Equal as probabilities. A tie between opinions of opposite winners is decided by exact arithmetic in
/// the papers and within a tolerance here: where the errors differ by rounding only, either is right.
fn agree(ours: f64, papers: Pair, own: Pair) -> bool {
    let near = |a: f64, b: f64| (a - b).abs() < 1e-9;
    near(ours, papers.win_of())
        || (near(own.error, papers.error) && (near(ours, papers.error) || near(ours, 1.0 - papers.error)))
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
        let ours = Emm.back_up(Node { mover, height: 1 }, &values, Some(to_win(own, mover)));
        let ours = ours.seen_by(mover).first;
        prop_assert!(agree(ours, papers, own), "ours {ours}, the papers' {papers:?}");
    }

    #[test]
    fn emm_with_true_types_equals_the_pair_form(
        own in pair(),
        children in prop::collection::vec((named(), any::<bool>()), 1..=5),
        truth in prop::collection::vec(any::<bool>(), 5),
        first in any::<bool>(),
    ) {
        let mover = if first { Player::FIRST } else { Player::SECOND };
        let papers = algorithm_1(own, &children, Some(&truth[..children.len()]));
        let values: Vec<Typed> = children
            .iter()
            .zip(&truth)
            .map(|((child, same), truth)| Typed {
                win: to_win(*child, if *same { mover } else { other(mover) }),
                truth: *truth == first,
            })
            .collect();
        let own_value = Typed { win: to_win(own, mover), truth: truth[..children.len()].contains(&true) == first };
        let ours = EmmTrueTypes.back_up(Node { mover, height: 1 }, &values, Some(own_value));
        prop_assert_eq!(ours.truth, own_value.truth);
        let ours = ours.win.seen_by(mover).first;
        prop_assert!(agree(ours, papers, own), "ours {ours}, the papers' {papers:?}");
    }
}
