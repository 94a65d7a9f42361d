//! Evaluators against independent truth: shares counted by hand, models by their formula, noise by its key.

use crate::real_games::kalah;
use crate::support::{evaluator, game, random_position, trials};
use plyscope::evaluator::{Artificial, ArtificialOn, Evaluator, Opinion};
use plyscope::game::{Game, Player};
use plyscope::key::Stream;
use plyscope::name::Settings;
use plyscope::rule::{Emm, Minimax};
use plyscope::search::LeafValues;
use plyscope::source::Wanted;
use plyscope::tree::{DrawnTree, LevelTree, Place, ScheucherKaindl, win_probability};
use plyscope::truth::BySolving;
use plyscope::value::Win;

/// The leaves below a node, as the game itself says.
fn leaves_below(tree: &DrawnTree, place: Place) -> Vec<bool> {
    if tree.is_over(&place) {
        return vec![tree.payoff(&place, Player::FIRST) > 0.0];
    }
    (0..tree.shape().branching()).flat_map(|choice| leaves_below(tree, tree.play(&place, &choice))).collect()
}

fn places(tree: &DrawnTree) -> Vec<Place> {
    let shape = tree.shape();
    (0..shape.depth())
        .flat_map(|level| (0..shape.width(level)).map(move |index| Place { level, index }))
        .collect()
}

/// The share, its majority, and its error, counted again.
#[test]
fn natural_is_the_share_of_won_leaves() {
    let game = game("board-splitting(depth=4)");
    let raw = evaluator("natural", &game);
    let binary = evaluator("natural(binary=yes,error=0.2)", &game);
    let mut halves = 0;
    for trial in 0..40 {
        let tree = trials(&game, 12, Wanted::Every).tree(trial).unwrap();
        for place in places(&tree) {
            let leaves = leaves_below(&tree, place);
            let (wins, all) = (leaves.iter().filter(|won| **won).count(), leaves.len());
            let share = wins as f64 / all as f64;
            let estimate = raw.estimate(&tree, &place);
            assert_eq!((estimate.score(), estimate.error), (share, Some(share.min(1.0 - share))));
            let rounded = binary.estimate(&tree, &place);
            let majority = if 2 * wins > all {
                1.0
            } else if 2 * wins < all {
                0.0
            } else {
                0.5
            };
            assert_eq!((rounded.score(), rounded.error), (majority, Some(0.2)), "{wins} of {all}");
            halves += u32::from(majority == 0.5);
        }
    }
    assert!(halves > 0, "halves were seen");
}

/// Random games end in every leaf alike, so playouts estimate the share; another trial plays others.
#[test]
fn playouts_estimate_the_share() {
    let game = game("board-splitting(depth=6,p=0.3)");
    let playouts = evaluator("playouts(n=400)", &game);
    let binary = evaluator("playouts(n=400,binary=yes,error=0.3)", &game);
    let mut chi = 0.0;
    let mut compared = 0.0;
    let mut differ = false;
    for trial in 0..30 {
        let tree = trials(&game, 13, Wanted::Every).tree(trial).unwrap();
        let other = trials(&game, 13, Wanted::Every).tree(trial + 30).unwrap();
        let (share, found) = (tree.share(Place::ROOT).first, playouts.estimate(&tree, &Place::ROOT));
        chi += (found.score() - share).powi(2) / (share * (1.0 - share) / 400.0);
        compared += 1.0;
        let minority = found.score().min(1.0 - found.score());
        assert!((found.error.unwrap() - minority).abs() < 1e-15);
        let rounded = binary.estimate(&tree, &Place::ROOT);
        assert_eq!(rounded.error, Some(0.3));
        assert!(found.score() == 0.5 || rounded.score() == f64::from(u8::from(found.score() > 0.5)));
        let leftmost = |tree: &DrawnTree| {
            let place = Place { level: 3, index: 0 };
            playouts.estimate(tree, &place).score() - tree.share(place).first
        };
        differ |= leftmost(&tree) != leftmost(&other);
    }
    // Chi-squared with 30 degrees of freedom: 99.9% lie below 59.7, 0.1% below 11.6.
    assert!((11.6..59.7).contains(&chi), "{chi} over {compared}");
    assert!(differ);
}

/// The model's opinion is w_c of the heuristic value, in the first player's view.
#[test]
fn the_model_is_its_formula() {
    let text = "scheucher-kaindl(depth=4,root=-3,max=20,c=4)";
    let typed = ScheucherKaindl::named(text).unwrap();
    let game = game(text);
    let model = evaluator("model", &game);
    for trial in 0..20 {
        let tree = trials(&game, 14, Wanted::Every).tree(trial).unwrap();
        let key = tree.trial();
        for place in places(&tree) {
            let value = typed.heuristic(key.block.attempt(tree.attempt()), key.lane, place);
            let expected = win_probability(4.0, value, 20);
            let Opinion::Win(found) = model.estimate(&tree, &place).opinion else { panic!("a probability") };
            assert!((found.first - expected.first).abs() < 1e-15, "{value}: {found:?}, {expected:?}");
            assert_eq!(found.first > 0.5, value > 0);
        }
    }
}

/// A table belongs to the game it was learned on.
#[test]
fn a_table_is_refused_on_another_game() {
    let (small, large) = (game("board-splitting(depth=3)"), game("board-splitting(depth=5)"));
    let table = evaluator("natural(error=table)", &small);
    let tree = trials(&large, 1, Wanted::Every).tree(0).unwrap();
    let why = LeafValues::new(&tree, &*table, Emm).err().expect("refused").to_string();
    assert!(why.contains("was made for board-splitting(branching=2,depth=3"), "{why}");
    assert!(LeafValues::new(&tree, &*evaluator("playouts(n=2,error=table)", &small), Minimax).is_err());
    let own = trials(&small, 1, Wanted::Every).tree(0).unwrap();
    assert!(LeafValues::new(&own, &*table, Minimax).is_ok());
}

/// On a real game: the truth, wrong as often as it should be, the same at the same position, other in
/// another trial.
#[test]
fn artificial_on_a_real_game() {
    let artificial = Artificial::named("artificial(error=0.2)").unwrap();
    let game = kalah("kalah(pits=2,seeds=2)");
    let position = random_position(&game, 1, Stream::new(6, "kalah"), 0).unwrap();
    let truth = plyscope::truth::Truth::value(&BySolving, &game, &position).exact().unwrap();
    assert_ne!(truth, 0.0);
    let right = |trial: u64| {
        let on = ArtificialOn { artificial, truth: BySolving, trial: Stream::new(8, "noise").trial(trial) };
        let estimate = on.estimate(&game, &position);
        assert_eq!(estimate, on.estimate(&game, &position));
        assert_eq!(estimate.error, Some(0.2));
        (estimate.score() > 0.5) == (truth > 0.0)
    };
    let share = (0..2000).filter(|trial| right(*trial)).count() as f64 / 2000.0;
    assert!((share - 0.8).abs() < 4.5 * (0.16 / 2000.0f64).sqrt(), "{share}");
    // A draw names nobody.
    let drawn = plyscope::game::TicTacToe::default();
    let full = [4, 0, 1, 7, 2, 6, 3, 5].iter().fold(drawn.start(), |marks, cell| drawn.play(&marks, cell));
    let on = ArtificialOn { artificial, truth: BySolving, trial: Stream::new(8, "noise").trial(0) };
    assert_eq!(on.estimate(&drawn, &full).opinion, Opinion::Win(Win::even()));
}

/// Random play chooses every move, evenly.
#[test]
fn random_play_is_random() {
    let game = kalah("kalah");
    let stream = Stream::new(6, "play");
    let mut counts = std::collections::HashMap::new();
    for trial in 0..3000 {
        *counts.entry(game.table_key(&random_position(&game, 1, stream, trial).unwrap())).or_insert(0) += 1;
    }
    let chi: f64 = counts.values().map(|count| f64::from(*count - 500).powi(2) / 500.0).sum();
    assert!(counts.len() == 6 && chi < 20.5, "chi-squared {chi} with 5 degrees of freedom, 99.9%");
}

/// Minimax sees finished games on the evaluator's scale: 1, 1/2 and 0 beside probabilities, payoffs beside scores.
#[test]
fn finished_games_are_on_the_evaluators_scale() {
    use plyscope::search::Frontier;
    let game = kalah("kalah(pits=2,seeds=2)");
    let mut position = random_position(&game, 0, Stream::new(1, "scale"), 0).unwrap();
    while !game.is_over(&position) {
        position = game.play(&position, &plyscope::game::moves_of(&game, &position)[0]);
    }
    let payoff = game.payoff(&position, Player::FIRST);
    let stores = plyscope::evaluator::StoreDifference::default();
    assert_eq!(LeafValues::new(&game, stores, Minimax).unwrap().terminal(&game, &position), payoff);
    let features = plyscope::evaluator::KalahFeatures::default();
    let expected = if payoff > 0.0 {
        1.0
    } else if payoff < 0.0 {
        0.0
    } else {
        0.5
    };
    assert_eq!(LeafValues::new(&game, features, Minimax).unwrap().terminal(&game, &position), expected);
    assert!(payoff.abs() > 1.0, "the two scales differ here");
    let three = crate::real_games::tic_tac_trio();
    let random = plyscope::evaluator::Random::default();
    let why = LeafValues::new(&three, random, Minimax).unwrap_err().to_string();
    assert!(why.contains("at most 2 players, and tic-tac-trio") && why.contains(" has 3"), "{why}");
}

/// Evaluators of real games on positions worked out by hand.
mod by_hand {
    use crate::real_games::{connect_four, kalah};
    use plyscope::evaluator::{Evaluator, KalahFeatures, Lines, Random, StoreDifference};
    use plyscope::game::{ConnectFour, Game, Kalah, Pits, Player, TicTacTrio};
    use plyscope::name::Settings;
    use plyscope::rule::MaxN;
    use plyscope::search::{Frontier, LeafValues};

    fn board(game: &Kalah, first: &[u8], second: &[u8], stores: [u8; 2]) -> Pits {
        let mut position = Pits { stores, pits: [[0; 12]; 2], ..game.start() };
        position.pits[0][..first.len()].copy_from_slice(first);
        position.pits[1][..second.len()].copy_from_slice(second);
        position
    }

    #[test]
    fn store_difference() {
        let stores = StoreDifference::named("store-difference(error=0.3)").unwrap();
        let game = kalah("kalah(pits=2)");
        let estimate = stores.estimate(&game, &board(&game, &[1, 1], &[1, 1], [7, 3]));
        assert_eq!((estimate.score(), estimate.error), (4.0, Some(0.3)), "good for the first player");
    }

    fn features(game: &Kalah, position: &Pits) -> f64 {
        let features = KalahFeatures::named("kalah-features").unwrap();
        features.estimate(game, position).score()
    }

    /// 1/2 + (.6 stores + .25 good moves + .15 gifts) / 2.
    #[test]
    fn kalah_features() {
        let near = |a: f64, b: f64| assert!((a - b).abs() < 1e-15, "{a} and {b}");
        let game = kalah("kalah(pits=3,seeds=2)"); // 12 seeds
        // Nothing but stores: no seeds that move anywhere of note.
        near(features(&game, &board(&game, &[0, 0, 0], &[0, 0, 0], [9, 3])), 0.5 + 0.6 * 0.5 / 2.0);
        // One pit of three ends in the store: a good move of the first player.
        near(features(&game, &board(&game, &[0, 0, 1], &[0, 0, 0], [0, 0])), 0.5 + 0.25 / 3.0 / 2.0);
        // The same for the second player, and a seed of the first that goes nowhere.
        near(features(&game, &board(&game, &[0, 0, 0], &[0, 0, 1], [0, 0])), 0.5 - 0.25 / 3.0 / 2.0);
        // A capture: from pit 1 to the empty pit 2, opposite which lie three seeds; those reach the first
        // player's side when sown, a gift of the second.
        near(
            features(&game, &board(&game, &[1, 0, 0], &[0, 3, 0], [0, 0])),
            0.5 + (0.25 / 3.0 + 0.15 / 3.0) / 2.0,
        );
        // A sowing of two by the last pit reaches the other side: a gift of the first player.
        near(features(&game, &board(&game, &[0, 0, 2], &[0, 0, 0], [0, 0])), 0.5 - 0.15 / 3.0 / 2.0);
        // Two laps drop two seeds in passing, which is no capture: four seeds end in the store of one pit.
        let small = kalah("kalah(pits=1,seeds=5)");
        let position = board(&small, &[4], &[6], [0, 0]);
        assert_eq!((small.sow(&position, 0).last, small.sow(&position, 0).captured), (1, 0));
        near(features(&small, &position), 0.5 + 0.25 / 2.0);
    }

    #[test]
    fn lines_on_connect_four_and_for_three() {
        let lines = Lines::named("lines").unwrap();
        let game = connect_four("connect-four(width=4,height=3,run=3)");
        let after =
            |columns: &[u8]| columns.iter().fold(game.start(), |stones, column| game.play(&stones, column));
        // 6 rows, 4 columns and 4 diagonals of three cells, three points for two marks, and one.
        let score = |columns: &[u8]| {
            (43.0 * Evaluator::<ConnectFour>::estimate(&lines, &game, &after(columns)).score()).round()
        };
        // A corner lies on one row line, one column line and one diagonal.
        assert_eq!(score(&[0]), 3.0);
        // The other corner of the row: three for the second player, and both row lines stay open to one.
        assert_eq!(score(&[0, 3]), 0.0);
        // Two in the row for the first player: 3 for that line, the column and diagonal of the corner 1 each;
        // the second stone adds its column and its diagonal (up to the right); the row line 1-3 is closed.
        assert_eq!(score(&[0, 3, 1]), 3.0 + 1.0 + 1.0 + 1.0 + 1.0 - 2.0);
        let trio: TicTacTrio = crate::real_games::tic_tac_trio();
        let middle = trio.play(&trio.start(), &4);
        // Four lines of one mark and 1 for everybody: 5, 1 and 1 of 7.
        let opinions = LeafValues::new(&trio, lines, MaxN).unwrap();
        let value = opinions.estimate(&trio, &middle).unwrap();
        let shares: Vec<f64> = value.values().to_vec();
        assert!((shares[0] - 5.0 / 7.0).abs() < 1e-15 && (shares[2] - 1.0 / 7.0).abs() < 1e-15, "{shares:?}");
    }

    /// Another seed or another trial is another opinion.
    #[test]
    fn random_depends_on_the_seed_and_the_trial() {
        let build = |text: &str| Random::named(text).unwrap();
        let game = kalah("kalah");
        let score = |text: &str| build(text).estimate(&game, &game.start()).score();
        assert_ne!(score("random"), score("random(seed=1)"));
        let drawn = crate::support::game("board-splitting(depth=3)");
        let source = crate::support::trials(&drawn, 1, plyscope::source::Wanted::Every);
        let of = |trial| {
            let tree = source.tree(trial).unwrap();
            build("random").estimate(&tree, &plyscope::tree::Place::ROOT).score()
        };
        assert_ne!(of(0), of(1));
    }

    /// Everything that matters to the rest of a game is in its key.
    #[test]
    fn keys_of_kalah_tell_positions_apart() {
        let game = kalah("kalah(pits=12,seeds=4,moves=9)");
        let start = game.start();
        let mut others = vec![Pits { mover: Player::SECOND, ..start }, Pits { sown: 1, ..start }];
        for (player, pit) in [(0, 0), (0, 7), (0, 8), (0, 11), (1, 0), (1, 7), (1, 8), (1, 11)] {
            let mut other = start;
            other.pits[player][pit] += 1;
            others.push(other);
        }
        let mut keys: Vec<u64> =
            others.iter().chain([&start]).map(|position| game.board_key(position)).collect();
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), others.len() + 1);
        for stores in [[1, 0], [0, 1]] {
            let other = Pits { stores, ..start };
            assert_eq!(game.board_key(&other), game.board_key(&start), "stores are no matter for the rest");
            assert_ne!(game.table_key(&other), game.table_key(&start), "but for values they are");
        }
    }

    #[test]
    fn empty_moves_and_ends_by_number() {
        // An empty pit ends nowhere: no extra turn, even where those are played.
        let game = kalah("kalah(pits=2,moves=9,empty-moves=yes)");
        let next = game.play(&board(&game, &[0, 1], &[1, 1], [0, 0]), &0);
        assert_eq!((next.mover, next.sown), (Player::SECOND, 1));
        // After the last sowing only stores count, though there are seeds on both sides.
        let game = kalah("kalah(pits=2,moves=1)");
        let end = game.play(&board(&game, &[1, 1], &[5, 5], [3, 1]), &1);
        assert!(game.is_over(&end));
        assert_eq!(game.payoff(&end, Player::FIRST), 4.0 - 1.0);
    }
}
