//! Rules that use all the evidence: against Bayes's rule by enumeration, and by the laws of all rules.

use crate::calibration::lesson;
use crate::real_games::{connect_four, kalah};
use crate::support::{EVIDENCE_RULES, SMALL_GAMES, any_game, evaluated, evaluator, game, trials};
use plyscope::Result;
use plyscope::cache::Memory;
use plyscope::calibration::{Weight, choose, fit_fused, fit_learned};
use plyscope::catalogue::{Catalogue, Described, RuleContext, Subject};
use plyscope::evaluator::LANES;
use plyscope::game::{Hints, Player, TicTacToe, moves_of};
use plyscope::laws;
use plyscope::rule::{
    AnyRule, Backing, BackupRule, ByNode, Fused, Fusion, Learned, Node, Product, Reading, TwoThresholds,
};
use plyscope::search::{Budget, Effort, FullWidth, LeafValues, Search, levels};
use plyscope::source::Wanted;
use plyscope::tree::{DrawnTree, Place};
use plyscope::value::{Thresholds, Win};
use proptest::prelude::*;

const TWO: [Player; 2] = [Player::FIRST, Player::SECOND];

fn node(mover: Player, height: u32) -> Node {
    Node { mover, height, level: 2 - height }
}

/// The posterior of the root by enumeration: four frontier nodes, won with probability `prior` each, their two
/// parents and the root; every node is observed, each observation wrong with its own probability.
fn posterior(prior: f64, said: [bool; 7], error: [f64; 7]) -> Win {
    let mut mass = [0.0; 2];
    for frontier in 0..16u32 {
        let leaf = |i: u32| frontier >> i & 1 == 1;
        // The second player moves at the inner nodes, the first at the root.
        let inner = [leaf(0) && leaf(1), leaf(2) && leaf(3)];
        let root = inner[0] || inner[1];
        let truth = [root, inner[0], inner[1], leaf(0), leaf(1), leaf(2), leaf(3)];
        let before: f64 = (0..4).map(|i| if leaf(i) { prior } else { 1.0 - prior }).product();
        let seen = |i: usize| if said[i] == truth[i] { 1.0 - error[i] } else { error[i] };
        mass[usize::from(root)] += before * (0..7).map(seen).product::<f64>();
    }
    Win { first: mass[1] / (mass[0] + mass[1]), second: mass[0] / (mass[0] + mass[1]) }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    /// Independent errors: added evidence is Bayes's rule. Even chances at the frontier, likelihood ratios above.
    #[test]
    fn fused_is_bayes_when_errors_are_independent(
        said in any::<[bool; 7]>(), error in prop::array::uniform7(0.01..0.49f64)
    ) {
        let fused = Fused::new(1.0);
        let own = |i: usize| Win::opinion(said[i], error[i]);
        let inner = |i: usize| fused.back_up(node(Player::SECOND, 1), &[own(1 + 2 * i), own(2 + 2 * i)], Some(own(i)));
        let root = fused.back_up(node(Player::FIRST, 2), &[inner(1), inner(2)], Some(own(0)));
        let exact = posterior(0.5, said, error);
        prop_assert!((root.first - exact.first).abs() < 1e-12 && (root.second - exact.second).abs() < 1e-12);
    }

    /// The same with any prior, where estimates are posteriors of their own: what they hold twice is taken out.
    #[test]
    fn fused_is_bayes_on_calibrated_estimates(
        prior in 0.05..0.95f64, said in any::<[bool; 7]>(), error in prop::array::uniform7(0.01..0.49f64)
    ) {
        // Before anything is seen: a leaf, an inner node (both leaves won), the root (some inner node won).
        let inner_wins = prior * prior;
        let wins = [1.0 - (1.0 - inner_wins) * (1.0 - inner_wins), inner_wins, prior];
        let level = |i: usize| usize::from(i > 0) + usize::from(i > 2);
        let own = |i: usize| {
            let before = Win::new(wins[level(i)]).unwrap();
            Win::from_logit(before.logit() + Win::opinion(said[i], error[i]).logit())
        };
        let at = |mover: Player, i: usize| {
            let prior = Win::new(wins[i]).unwrap().seen_by(mover).logit();
            vec![Fusion { weight: 1.0, prior }]
        };
        let rest = Fusion { weight: 0.0, prior: 0.0 };
        let rows = vec![[at(Player::FIRST, 0), at(Player::FIRST, 0)].concat(), at(Player::SECOND, 1)];
        let fused = Fused::fitted(ByNode::new(rest, rows));
        let inner = |i: usize| fused.back_up(node(Player::SECOND, 1), &[own(1 + 2 * i), own(2 + 2 * i)], Some(own(i)));
        let root = fused.back_up(node(Player::FIRST, 2), &[inner(1), inner(2)], Some(own(0)));
        let exact = posterior(prior, said, error);
        prop_assert!((root.first - exact.first).abs() < 1e-10, "{root:?}, by enumeration {exact:?}");
    }

    /// The laws of rules on probabilities, for any weights and any numbers that may be learned.
    #[test]
    fn laws_of_fused_and_learned(
        wins in prop::collection::vec(0.0..=1.0f64, 1..6),
        sharp in prop::collection::vec((-60..-1i32, any::<bool>()), 1..6),
        own in 0.0..=1.0f64, weight in 0.0..=1.0f64, prior in -2.0..2.0f64,
        numbers in (-3.0..3.0f64, 0.0..2.0f64, 0.0..2.0f64, -3.0..3.0f64),
    ) {
        let (intercept, product, minimax, of_own) = numbers;
        let learned = Learned::new(Backing { intercept, product, minimax, own: of_own });
        let fusion = |weight, prior| Fused::fitted(ByNode::constant(Fusion { weight, prior }));
        let wins: Vec<Win> = wins.iter().map(|win| Win::new(*win).unwrap()).collect();
        let sharp: Vec<Win> = sharp.iter().map(|(d, first)| Win::opinion(*first, 10f64.powi(*d))).collect();
        let certain: Vec<Win> = sharp.iter().map(|win| Win::opinion(win.favours_first(), 0.0)).collect();
        for children in [wins, sharp, certain] {
            for own in [Win::new(own).unwrap(), Win::certain(), Win::certain().swapped(), Win::even()] {
                laws::check_win_rule(&learned, &children, own);
                for (weight, prior) in [(weight, prior), (1.0, 0.0), (1.0, prior), (0.0, prior)] {
                    laws::check_win_rule(&fusion(weight, prior), &children, own);
                }
            }
        }
    }

    /// Children whose outcomes are drawn independently: the chance that the mover's best is a win, or at least a
    /// draw, by enumeration.
    #[test]
    fn two_thresholds_against_enumeration(children in prop::collection::vec((0.0..1.0f64, 0.0..1.0f64), 1..5)) {
        // (loss, draw, win) of the first player.
        let chances: Vec<[f64; 3]> =
            children.iter().map(|(a, b)| [1.0 - a.max(*b), a.max(*b) - a.min(*b), a.min(*b)]).collect();
        let values: Vec<Thresholds> = chances
            .iter()
            .map(|c| Thresholds {
                win: Win { first: c[2], second: c[0] + c[1] },
                draw: Win { first: c[1] + c[2], second: c[0] },
            })
            .collect();
        for mover in TWO {
            let mut exact = [0.0; 3];
            for mut pattern in 0..3usize.pow(chances.len() as u32) {
                let (mut chance, mut best) = (1.0, None);
                for child in &chances {
                    let outcome = pattern % 3;
                    pattern /= 3;
                    chance *= child[outcome];
                    let better = |old: usize| if mover == Player::FIRST { old.max(outcome) } else { old.min(outcome) };
                    best = Some(best.map_or(outcome, better));
                }
                exact[best.unwrap()] += chance;
            }
            let found = TwoThresholds(Product).combine(Node { mover, height: 1, level: 0 }, &values);
            prop_assert!((found.win.first - exact[2]).abs() < 1e-12);
            prop_assert!((found.draw.second - exact[0]).abs() < 1e-12);
            prop_assert!((found.points().first - (exact[2] + exact[1] / 2.0)).abs() < 1e-12);
        }
    }
}

/// Three certain draws are a draw; as half wins the product rule takes them for seven eighths of a win.
#[test]
fn draws_do_not_add_up_to_a_win() {
    let node = Node { mover: Player::FIRST, height: 1, level: 0 };
    let drawn = Thresholds::payoff(0.0);
    assert_eq!(TwoThresholds(Product).combine(node, &[drawn; 3]), drawn);
    assert_eq!(Product.combine(node, &[Win::<f64>::even(); 3]).first, 0.875);
    assert_eq!(drawn.points(), Win::even());
    assert_eq!(Thresholds::payoff(-3.0).points(), Win::certain().swapped());
}

/// Weight 0 is the product rule to the bit, and so are the product rule's own numbers but for rounding.
#[test]
fn both_rules_hold_the_product_rule() {
    let node = Node { mover: Player::SECOND, height: 3, level: 1 };
    let children = [0.3, 0.9, 0.55].map(|win| Win::new(win).unwrap());
    let own = Some(Win::new(0.2).unwrap());
    let product = Product.combine(node, &children);
    assert_eq!(Fused::new(0.0).back_up(node, &children, own), product);
    assert!(Learned::new(Backing::PRODUCT).back_up(node, &children, own).ties(product));
    assert_eq!(Learned::new(Backing::PRODUCT).back_up(node, &children, None), product);
}

/// The exact recursion on P-games, without playing a game: added evidence is above EMM at every depth that it
/// reaches, and rises with depth; and games that are played agree with it.
#[test]
fn fused_in_the_exact_recursion() {
    use plyscope::rule::Emm;
    use plyscope::theory::{error_recursion::accuracy, p_games::critical};
    let (fused, name) = (Fused::new(1.0), "board-splitting(depth=10)");
    let exact = |rule: &dyn BackupRule<Win>, depth| {
        accuracy(rule, 2, 0.1, critical(2), Some(10), depth).unwrap().accuracy
    };
    let source = trials(&game(name), 31, Wanted::NonTrivial);
    let e = evaluator("artificial", &game(name));
    let mut before = exact(&fused, 1);
    for depth in 2..=4 {
        let found = exact(&fused, depth);
        assert!(found > exact(&Emm, depth) + 0.02 && found > before, "depth {depth}: {found}");
        before = found;
        let (mut right, mut seen) = (0.0, 0.0);
        for block in 0..12 {
            let batch = source.batch::<u64>(block).unwrap();
            for first in (0..64).step_by(LANES) {
                let lanes = e.lanes().unwrap();
                let estimates = lanes.levels(&batch, first, Reading::Certain, u32::MAX).unwrap();
                let moves = levels::full_width(batch.shape(), &estimates, depth, &fused).unwrap().moves;
                for lane in 0..LANES {
                    let [a, b] = [0, 1].map(|m| moves[m].lane(lane));
                    let wins = batch.truth().level(1)[0] >> (first + lane) & 1 == 1; // one move wins, one loses
                    right += if a.ties(b) { 0.5 } else { f64::from(u8::from(b.below(a) == wins)) };
                    seen += 1.0;
                }
            }
        }
        let allowed = 4.5 * (found * (1.0 - found) / seen).sqrt();
        assert!(
            (right / seen - found).abs() < allowed,
            "depth {depth}: {} played, exact {found}",
            right / seen
        );
    }
}

/// What is measured: all of an independent evaluator's evidence is new, none of the share of leaves is.
#[test]
fn weights_tell_new_evidence_from_old() {
    let artificial = lesson("board-splitting(depth=8)", "artificial(error=0.2)", 3);
    let fused = fit_fused(&artificial, Weight::Measured, 500, 1).unwrap();
    let near_frontier: Vec<f64> = fused
        .weights()
        .iter()
        .filter(|(level, height, _)| *height <= 2 && *level >= 3)
        .map(|(_, _, f)| f.weight)
        .collect();
    assert!(
        near_frontier.len() > 5 && near_frontier.iter().all(|weight| *weight > 0.85),
        "{near_frontier:?}"
    );
    let natural = lesson("board-splitting(depth=8)", "natural(calibrate=isotonic,solved=500)", 3);
    let fused = fit_fused(&natural, Weight::Measured, 500, 1).unwrap();
    let weights: Vec<f64> =
        fused.weights().iter().filter(|(level, _, _)| *level >= 3).map(|(_, _, f)| f.weight).collect();
    let mean = weights.iter().sum::<f64>() / weights.len() as f64;
    assert!(mean < 0.25, "{mean}: {weights:?}");
    // Numbers that are given are taken; without a prior to take out, nothing needs to be learned.
    let given = fit_fused(&artificial, Weight::Given(0.25), 500, 1).unwrap();
    assert_eq!(given, Fused::new(0.25));
}

/// The chooser picks by dependence, and says so.
#[test]
fn the_chooser_says_why() {
    let why = |game: &str, evaluator: &str| {
        let choice = choose(&lesson(game, evaluator, 6), 300, 2).unwrap();
        (choice.name, choice.why)
    };
    let (name, reason) = why("board-splitting(depth=8)", "artificial");
    assert_eq!(name, "fused(weight=measured)");
    assert!(reason.contains("nearly independent (correlation"), "{reason}");
    let (name, reason) = why("kalah(pits=4,seeds=2)", "kalah-features(calibrate=isotonic,solved=300)");
    assert_eq!(name, "calibrated-product", "{reason}");
    assert!(reason.contains("come together (correlation 0."), "{reason}");
    let (name, reason) = why("board-splitting(depth=2)", "artificial(error=0)");
    assert_eq!(name, "product");
    assert!(reason.contains("no errors to compare") && reason.contains("calibrate=isotonic"), "{reason}");
}

/// A rule by name, for an evaluator of a game; what it learns, it learns now.
fn rule(text: &str, game: &str, evaluator: &str, seed: u64) -> Result<AnyRule> {
    let (game, cache) = (any_game(game), Memory::default());
    let subject = Subject { game: &game, seed, cache: Some(&cache) };
    let evaluated = &Catalogue::built_in().evaluator(evaluator, &subject)?;
    Catalogue::built_in().rule(text, &RuleContext { subject: &subject, evaluated })
}

/// Every rule that learns, by name: on drawn trees the lanes equal the plain search bit for bit, and the laws hold.
#[test]
fn rules_by_name_on_drawn_games() {
    for name in &SMALL_GAMES[..6] {
        for evaluated in
            ["artificial", "natural(calibrate=isotonic,solved=100)", "natural(calibrate=logistic,solved=100)"]
        {
            let (source, lesson) = (trials(&game(name), 7, Wanted::NonTrivial), lesson(name, evaluated, 1));
            let e = lesson.evaluator.typed::<DrawnTree>().expect("drawn");
            let batch = source.batch::<u64>(0).unwrap();
            for text in
                ["learned(solved=64)", "fused(solved=64)", "fused(weight=0.5,solved=64)", "chosen(solved=64)"]
            {
                let AnyRule::Wins(rule) = rule(text, name, evaluated, 1).unwrap() else { panic!("{text}") };
                let estimates = e
                    .lanes()
                    .unwrap()
                    .levels(&batch, 8, BackupRule::<Win>::properties(&*rule).reading, u32::MAX)
                    .unwrap();
                let wide: &dyn BackupRule<Win<[f64; LANES]>> = &*rule;
                for depth in 1..=batch.shape().depth() {
                    let together = levels::full_width(batch.shape(), &estimates, depth, wide).unwrap();
                    for lane in 0..LANES {
                        let tree = source.tree(8 + lane as u64).unwrap();
                        let wins = LeafValues::new(&tree, &**e, &*rule).unwrap();
                        let budget = Budget::depth(depth).unwrap();
                        let alone = FullWidth::default().search(&tree, &Place::ROOT, &wins, &budget).unwrap();
                        assert_eq!(
                            Some(together.root.lane(lane)),
                            alone.value,
                            "{name}, {evaluated}, depth {depth}"
                        );
                    }
                }
                let children = [0.2, 0.7].map(|win| Win::new(win).unwrap());
                laws::check_win_rule(&*rule, &children, Win::new(0.6).unwrap());
            }
        }
    }
}

/// Calibrated evaluators keep the laws of evaluators, lanes and all.
#[test]
fn laws_of_calibrated_evaluators() {
    for name in SMALL_GAMES {
        let game = game(name);
        let batch = trials(&game, 5, Wanted::NonTrivial).batch::<u64>(0).unwrap();
        for evaluated in [
            "artificial(calibrate=isotonic,solved=100)",
            "natural(calibrate=logistic,solved=100)",
            "natural(binary=yes,calibrate=table,solved=100)",
            "playouts(n=7,calibrate=isotonic,solved=100)",
            "random(calibrate=isotonic,solved=100)",
        ] {
            laws::check_tree_evaluator(&evaluator(evaluated, &game), &batch);
        }
    }
    let model = game("scheucher-kaindl(depth=4)");
    let batch = trials(&model, 5, Wanted::NonTrivial).batch::<u64>(0).unwrap();
    laws::check_tree_evaluator(&evaluator("model(calibrate=isotonic,solved=100)", &model), &batch);
}

/// Every rule that learns, by name, plays a real game; and what it needs is said.
#[test]
fn rules_by_name_on_real_games() {
    fn check<G>(name: &str, typed: &G, evaluated: &str)
    where
        G: Hints<Position: Send + Sync + 'static> + Clone + Send + Sync + 'static,
    {
        let (game, cache, catalogue) = (any_game(name), Memory::default(), Catalogue::built_in());
        let subject = Subject { game: &game, seed: 2, cache: Some(&cache) };
        let evaluated = catalogue.evaluator(evaluated, &subject).unwrap();
        let e = evaluated.evaluator.typed::<G>().expect("it knows the game");
        let name = e.profile().name;
        assert_eq!(name.to_string().parse().as_ref(), Ok(&name));
        let mut position = typed.start();
        for _ in 0..3 {
            laws::check_estimate(&**e, typed, &position);
            let thresholds = e.thresholds(typed, &position).unwrap();
            assert!(thresholds.win.first <= thresholds.draw.first + 0.05, "{name}: {thresholds:?}");
            let boxed = game.parse_position(&typed.position_text(&position)).unwrap();
            for entry in catalogue.rules().iter().filter(|entry| EVIDENCE_RULES.contains(&entry.name())) {
                let text = match entry.parameters() {
                    [] => entry.name().to_string(),
                    _ => format!("{}(solved=64,heights=2)", entry.name()),
                };
                let mind = catalogue.mind(&subject, &text, &evaluated, "full-width").unwrap();
                let player = game.player(mind, &evaluated.evaluator).unwrap();
                for depth in 1..=3 {
                    let decided = player.decide(&boxed, &[Effort::Depth(depth)]).unwrap();
                    assert!(decided.complete && decided.ties.contains(&decided.choice), "{name}, {text}");
                }
            }
            position = typed.play(&position, &moves_of(typed, &position)[0]);
        }
    }
    let small = kalah("kalah(pits=3,seeds=2)");
    for evaluated in [
        "store-difference(calibrate=isotonic,solved=100)",
        "random(calibrate=isotonic,solved=100,truth=play)",
    ] {
        check("kalah(pits=3,seeds=2)", &small, evaluated);
    }
    check("tic-tac-toe", &TicTacToe::default(), "lines(calibrate=table,solved=100)");
    let board = "connect-four(width=4,height=3,run=3)";
    check(board, &connect_four(board), "playouts(n=5,calibrate=logistic,solved=100)");
}

#[test]
fn what_is_missing_is_said() {
    let why = |game: &str, evaluator: &str, text: &str| {
        rule(text, game, evaluator, 1).err().expect("refused").to_string()
    };
    let board = "board-splitting(depth=3)";
    assert!(why(board, "natural", "calibrated-product").contains("needs a calibrated evaluator"));
    assert!(why(board, "natural(calibrate=table)", "two-thresholds").contains("games with draws"));
    assert!(why("tic-tac-toe", "lines", "two-thresholds").contains("calibrate=isotonic"));
    assert!(why("tic-tac-toe", "lines", "learned").contains("needs a probability"));
    assert!(why("tic-tac-toe", "lines", "fused").contains("own error"));
    assert!(why(board, "natural", "fused(weight=2)").contains("0 (already counted) to 1"));
    assert!(why(board, "natural", "learned(solved=1)").contains("64 to 100000"));
    assert!(why(board, "natural", "fuse").contains("did you mean `fused`?"));
    let deep = "board-splitting(depth=21)";
    assert!(why(deep, "artificial", "learned").contains("at most 1048576 leaves"));
    // Without anywhere to keep what is learned nothing is learned, and the same is refused.
    let evaluators = |game: &str, evaluator: &str| {
        let game = any_game(game);
        let refused = evaluated(evaluator, &game, 1).err().expect("refused").to_string();
        let subject = Subject { game: &game, seed: 1, cache: None };
        let checked = Catalogue::built_in().evaluator(evaluator, &subject).err().expect("refused");
        assert_eq!(checked.to_string(), refused);
        refused
    };
    assert!(evaluators(board, "natural(calibrate=platt)").contains("none, isotonic, logistic or table"));
    assert!(evaluators(board, "natural(solved=1)").contains("100 to 100000"));
    assert!(evaluators(board, "playouts(truth=play)").contains("real games only"));
    assert!(evaluators("tic-tac-toe", "lines(truth=guess)").contains("best play"));
    assert!(evaluators("number-tree", "random(calibrate=table)").contains("won or lost"));
    assert!(evaluators("tic-tac-trio", "random(calibrate=table)").contains("2 players"));
    assert!(evaluators(deep, "artificial(calibrate=table)").contains("at most 1048576 leaves"));
    // One number cannot hold two thresholds; an evaluator that was calibrated has two.
    let tree = trials(&game(board), 7, Wanted::NonTrivial).tree(0).unwrap();
    let read = |text: &str| {
        LeafValues::new(&tree, &*evaluator(text, &game(board)), TwoThresholds(&Product)).map(|_| ())
    };
    let why = read("natural").unwrap_err().to_string();
    assert!(why.contains("needs chances of a win and of a draw"), "{why}");
    assert_eq!(read("natural(calibrate=table,solved=100)"), Ok(()));
}

/// Rules learn with keys of their own: another seed gives other numbers, the same seed the same.
#[test]
fn fitting_is_repeatable() {
    let fit = |seed| fit_learned(&lesson("board-splitting(depth=5)", "artificial", seed), 64, 1).unwrap();
    assert_eq!(fit(1), fit(1));
    assert_ne!(fit(1), fit(2));
    assert!(fit(1).numbers().iter().all(|(_, _, b)| b.product >= 0.0 && b.minimax >= 0.0));
    assert_eq!(fit(1).numbers().iter().count(), 4 + 3 + 2 + 1, "every level and height below the last");
}
