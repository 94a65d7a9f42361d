//! Laws of evaluators.

use crate::evaluator::{EightTrials, Estimate, Evaluator, LANES, Opinion, Profile, Scale, Shared};
use crate::game::Game;
use crate::rule::Reading;
use crate::tree::{Batch, DrawnTree, Place};
use crate::value::Win;

/// An estimate is on the evaluator's scale, repeatable, and its error is a probability of at most a half.
pub fn check_estimate<G: Game, E: Evaluator<G> + ?Sized>(
    evaluator: &E,
    game: &G,
    position: &G::Position,
) -> Estimate {
    let Profile { name, scale, error, draws, each } = evaluator.profile();
    let estimate = evaluator.estimate(game, position);
    assert_eq!(estimate, evaluator.estimate(game, position), "{name}: the same every time");
    assert_eq!(estimate.error.is_some(), error, "{name}: an error always or never");
    assert!(estimate.error.is_none_or(|error| (0.0..=0.5).contains(&error)), "{name}: {estimate:?}");
    match (estimate.opinion, scale) {
        (Opinion::Score(score), Scale::Score) => assert!(score.is_finite(), "{name}: {score}"),
        (Opinion::Win(Win { first, second }), Scale::Probability) => {
            assert!(
                (0.0..=1.0).contains(&first) && (0.0..=1.0).contains(&second),
                "{name}: {first}, {second}"
            );
            assert!((first + second - 1.0).abs() < 1e-15, "{name}: {first} and {second}");
        }
        _ => panic!("{name}: {estimate:?} is not on its scale"),
    }
    assert_eq!(
        evaluator.thresholds(game, position).is_some(),
        draws,
        "{name}: draws told apart always or never"
    );
    assert_eq!(evaluator.each(game, position).is_some(), each, "{name}: a number for each always or never");
    estimate
}

/// Every node of every trial keeps the laws, and the lanes equal the scalar bit for bit.
pub fn check_tree_evaluator(scalar: &Shared<DrawnTree>, batch: &Batch<u64>) {
    let name = scalar.profile().name;
    let evaluator = scalar.lanes().expect("an evaluator of drawn trees has lanes");
    assert_eq!(name.to_string().parse().as_ref(), Ok(&name), "the name reads back");
    let shape = batch.shape();
    for first in (0..64).step_by(LANES) {
        let read = |reading| evaluator.levels(batch, first, reading, u32::MAX);
        let levels = [Reading::Win, Reading::Certain].map(read);
        // Made where others were, of other sizes, they are the same.
        for (reading, made) in [Reading::Win, Reading::Certain].into_iter().zip(&levels) {
            for used in
                [evaluator.levels(batch, 0, Reading::Win, 1), evaluator.levels(batch, 0, reading, u32::MAX)]
            {
                let trials = EightTrials { batch, first, reading, last: u32::MAX };
                let again = evaluator.levels_in(used.unwrap_or_default(), trials);
                assert_eq!(&again, made, "{name}: in used memory");
            }
        }
        let some = evaluator.levels(batch, first, Reading::Win, 1);
        assert_eq!(some.as_ref().map(|some| some.last()), levels[0].as_ref().map(|_| 1), "{name}");
        if let (Some(some), Some(all)) = (some, &levels[0]) {
            (0..=1).for_each(|level| assert_eq!(some.level(level), all.level(level), "{name}: some levels"));
        }
        for i in 0..LANES {
            let tree = batch.tree(first + i);
            let places = (0..=shape.depth())
                .flat_map(|level| (0..shape.width(level)).map(move |index| Place { level, index }));
            for place in places {
                let alone = if tree.is_over(&place) {
                    let exact = Win::opinion(tree.truth(place), 0.0);
                    [Some(exact), levels[1].is_some().then_some(exact)]
                } else {
                    let estimate = check_estimate(&**scalar, &tree, &place);
                    [estimate.win(), estimate.certain()]
                };
                let together = levels.each_ref().map(|levels| Some(levels.as_ref()?.at(place).lane(i)));
                assert_eq!(together, alone, "{name}: lane {} at {place:?}", first + i);
            }
        }
    }
}
