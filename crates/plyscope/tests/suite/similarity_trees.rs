//! Trees of given local similarity: laws, what they are made of, balance and spreads, and the evaluator's promises.

use crate::support::{any_game, evaluated};
use plyscope::catalogue::Catalogue;
use plyscope::evaluator::{Evaluator, Similarity};
use plyscope::game::{AnyPosition, Game, Player};
use plyscope::key::Stream;
use plyscope::laws;
use plyscope::name::Settings;
use plyscope::search::Effort;
use plyscope::source::{Drawn, Source, Wanted};
use plyscope::tree::{Place, SimilarityTree, SimilarityTrees, TreeFamily};

#[test]
fn laws_of_similarity_trees() {
    for (branching, similarity) in [(2, 0.0), (2, 1.0), (4, 0.5)] {
        let trees = SimilarityTrees::new(branching, similarity).unwrap();
        for trial in 0..3 {
            laws::check_game(&trees.draw(Stream::new(2, "laws").trial(trial)), 5);
        }
        let name = trees.name().to_string();
        let game = any_game(&name);
        laws::check_source(&Drawn::new(&game, Stream::new(3, &name), Wanted::NonTrivial).unwrap(), 10);
        for evaluator in ["similarity", "similarity(noise=relative,granularity=6)"] {
            let built = evaluated(evaluator, &game, 1).unwrap().evaluator;
            let shared = built.typed::<SimilarityTree>().unwrap();
            let tree = trees.draw(Stream::new(4, "laws").trial(1));
            for level in 1..=6u32 {
                laws::check_estimate(&**shared, &tree, &Place { level, index: 0 });
            }
        }
    }
}

/// Values over many trees, at a level.
fn moments(trees: &SimilarityTrees, count: u64, level: u32) -> (f64, f64) {
    let (mut sum, mut squares, mut all) = (0.0, 0.0, 0.0);
    for trial in 0..count {
        let tree = trees.draw(Stream::new(77, "moments").trial(trial));
        for index in 0..(trees.branching() as usize).pow(level) {
            let y = tree.value(Place { level, index });
            (sum, squares, all) = (sum + y, squares + y * y, all + 1.0);
        }
    }
    let mean = sum / all;
    (mean, (squares / all - mean * mean).sqrt())
}

/// Leaves have a spread of 1 for every similarity; the spreads that relative noise is measured by are those of the trees,
/// and either player wins a balanced game as often.
#[test]
fn spreads_and_balance_are_those_of_the_trees() {
    for (branching, count) in [(2u32, 4000u64), (4, 600)] {
        for similarity in [0.0, 0.25, 0.5, 0.75, 1.0] {
            let trees = SimilarityTrees::new(branching, similarity).unwrap();
            for level in [1, 3, 6] {
                let ((mean, sd), known) = (moments(&trees, count, level), trees.spread(level));
                // Nodes of a tree are related: as if it were one value a root move.
                let error = known.1 / ((count * u64::from(branching)) as f64).sqrt();
                assert!((mean - known.0).abs() < 5.0 * error, "{trees:?}, level {level}: {mean}, {known:?}");
                assert!((sd - known.1).abs() < 5.0 * error, "{trees:?}, level {level}: {sd}, {known:?}");
                assert!(level < 6 || (known.1 - 1.0).abs() < 0.03, "{known:?}");
            }
            let won = (0..count).filter(|trial| {
                let tree = trees.draw(Stream::new(78, "balance").trial(*trial));
                tree.value(Place::ROOT) + trees.balance() > 0.0
            });
            let share = won.count() as f64 / count as f64;
            assert!((share - 0.5).abs() < 4.5 * 0.5 / (count as f64).sqrt() + 0.01, "{trees:?}: {share}");
        }
    }
}

/// Neighbouring leaves are as alike as the similarity says: those of one parent share five of six steps of the drift.
#[test]
fn neighbours_are_alike() {
    for similarity in [0.0, 0.5, 1.0] {
        let trees = SimilarityTrees::new(2, similarity).unwrap();
        let (mut products, count) = (0.0, 4000u64);
        for trial in 0..count {
            let tree = trees.draw(Stream::new(79, "alike").trial(trial));
            let [one, two] = [0, 1].map(|index| tree.value(Place { level: 6, index }));
            products += one * two;
        }
        let expected = similarity * 5.0 / 6.0;
        let error = (2.0 / count as f64).sqrt();
        assert!(
            (products / count as f64 - expected).abs() < 4.5 * error,
            "{similarity}: {}",
            products / count as f64
        );
    }
}

/// Rounding commutes with minimax: a coarse search says what the coarse value of a fine one is.
#[test]
fn granularity_commutes_with_minimax() {
    let game = any_game("similarity-tree(branching=2,similarity=0.25)");
    let catalogue = Catalogue::built_in();
    let with = |granularity: u32| {
        let evaluator = format!("similarity(granularity={granularity})");
        catalogue.player(&game, "minimax", &evaluator, "full-width").unwrap()
    };
    let (fine, coarse) = (with(1_000_000), with(10));
    let source = Drawn::new(&game, Stream::new(5, "commutes"), Wanted::Every).unwrap();
    for trial in 0..30 {
        let root = source.trial(trial).unwrap().position;
        for depth in 1..=6 {
            let value = |player: &std::sync::Arc<dyn plyscope::player::Player>| {
                let seen = player.decide(&root, &[Effort::Depth(depth)]).unwrap();
                seen.value.unwrap().number().unwrap()
            };
            let expected = ((10.0 * value(&fine)).floor() + 0.5) / 10.0;
            assert!((value(&coarse) - expected).abs() < 1e-12);
        }
    }
}

/// At the end of the game the decision is the truth, whatever the noise.
#[test]
fn the_seventh_ply_is_the_truth() {
    let trees = SimilarityTrees::new(4, 0.0).unwrap();
    let game = any_game("similarity-tree(branching=4)");
    let player =
        Catalogue::built_in().player(&game, "minimax", "similarity(granularity=2)", "alpha-beta").unwrap();
    for trial in 0..10 {
        let key = Stream::new(6, "truth").trial(trial);
        let root = game.start(key).unwrap();
        let seen = player.decide(&root, &[Effort::Depth(7)]).unwrap();
        let tree = trees.draw(key);
        let after = tree.play(&Place::ROOT, &seen.choice);
        assert_eq!(tree.value(after), tree.value(Place::ROOT));
        assert!(tree.payoff(&Place { level: 7, index: 0 }, Player::FIRST).is_finite());
    }
}

#[test]
fn what_is_not_balanced_is_refused() {
    let why = |text: &str| Catalogue::built_in().game(text).unwrap_err().to_string();
    assert!(why("similarity-tree(branching=3)").contains("2, 4, 6 or 8"));
    assert!(why("similarity-tree(similarity=0.3)").contains("0, 0.25, 0.5, 0.75 or 1"));
    let game = any_game("similarity-tree");
    let why = |text: &str| evaluated(text, &game, 1).err().expect("refused").to_string();
    assert!(why("similarity(noise=loud)").contains("absolute or relative"));
    assert!(why("similarity(granularity=1)").contains("2 to 1000000"));
    assert!(why("normal").contains("critical games"));
}

/// Several trees at once, in lanes, are decided as each is alone: choices, ties, scores, values and counts, by every rule that has
/// lanes, to every depth, for groups of any size, and at positions that are no roots.
#[test]
fn several_trees_at_once_are_each_alone() {
    let catalogue = Catalogue::built_in();
    let efforts: Vec<Effort> = [1, 2, 3, 5, 6, 4, 7].map(Effort::Depth).to_vec();
    for (branching, similarity, trees) in [(2, 0.0, 19), (2, 1.0, 8), (4, 0.5, 9)] {
        let game = catalogue
            .game(&format!("similarity-tree(branching={branching},similarity={similarity})"))
            .unwrap();
        let roots: Vec<AnyPosition> =
            (0..trees).map(|trial| game.start(Stream::new(5, "lanes").trial(trial)).unwrap()).collect();
        let below: Vec<AnyPosition> = roots
            .iter()
            .map(|root| game.expand(std::slice::from_ref(root)).unwrap()[0].after[1].clone())
            .collect();
        for (rule, noise) in [("minimax", "absolute"), ("minimax", "relative"), ("product", "relative")] {
            let evaluator = format!("similarity(noise={noise},granularity=10)");
            let player = catalogue.player(&game, rule, &evaluator, "full-width").unwrap();
            for (positions, efforts) in
                [(&roots, &efforts[..6]), (&roots, &efforts[..]), (&below, &efforts[..3])]
            {
                let together = player.decide_many(&positions.iter().collect::<Vec<_>>(), efforts).unwrap();
                let alone: Vec<_> =
                    positions.iter().map(|position| player.decide_each(position, efforts).unwrap()).collect();
                assert_eq!(together, alone, "{rule}, {evaluator}, branching factor {branching}");
            }
        }
    }
}

/// All nodes at once are evaluated as each is alone, and roots alone are taken.
#[test]
fn whole_trees_are_evaluated_node_by_node() {
    let evaluator = Similarity::named("similarity(noise=relative,granularity=6)").unwrap();
    let draw = |trial| SimilarityTrees::new(2, 0.25).unwrap().draw(Stream::new(1, "flat").trial(trial));
    let trees: Vec<SimilarityTree> = (0..3).map(draw).collect();
    let roots: Vec<_> = trees.iter().map(|tree| (tree, &Place::ROOT)).collect();
    let flat = evaluator.flat(&roots).expect("they are roots");
    for level in 0..=6 {
        for index in 0..flat.shape.width(level) {
            let place = Place { level, index };
            for (tree, chance) in trees.iter().zip(flat.chances.at(place)) {
                assert_eq!(evaluator.estimate(tree, &place).score(), chance);
            }
        }
    }
    assert!(evaluator.flat(&[(&trees[0], &Place { level: 1, index: 0 })]).is_none());
    assert!(evaluator.flat(&[]).is_none());
}
