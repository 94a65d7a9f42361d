//! Calibrators and their measures against closed forms, brute force and hand counts.

use crate::real_games::kalah;
use crate::support::{any_game, evaluated, game};
use plyscope::Result;
use plyscope::calibration::{
    Calibrator, Count, Counted, Curves, Dependence, Errors, Isotonic, Kind, Logistic, Measures, Pairs,
    Purpose, Sample, Samples, Table, Threshold, TrainingSet, Truths, pool_adjacent_violators,
};
use plyscope::catalogue::Subject;
use plyscope::evaluator::{AnyEvaluator, Scale};
use plyscope::game::Kalah;
use plyscope::player::{AnyGame, RuleSearch};
use plyscope::rule::{AnyRule, Product};
use plyscope::search::{FullWidth, LeafValues};
use plyscope::source::Wanted;
use plyscope::tree::DrawnTree;
use plyscope::value::{Outcome, Win};
use proptest::prelude::*;
use std::sync::Arc;

pub(crate) fn lesson(name: &str, evaluated: &str, seed: u64) -> TrainingSet {
    let game = any_game(name);
    let made = crate::support::evaluated(evaluated, &game, seed).unwrap_or_else(|error| panic!("{error}"));
    made.lesson(&Subject { game: &game, seed, cache: None })
}

fn point(estimate: f64, lost: u64, drawn: u64, won: u64) -> Counted {
    Counted { estimate, count: Count { lost, drawn, won } }
}

proptest! {
    /// The nearest rising sequence in closed form: at i, the largest over j <= i of the smallest over k >= i of
    /// the mean of j to k (Barlow et al. 1972).
    #[test]
    fn pooling_against_the_max_min_formula(
        values in prop::collection::vec((-3.0..3.0f64, 1u8..5), 1..9)
    ) {
        let values: Vec<(f64, f64)> = values.into_iter().map(|(value, weight)| (value, f64::from(weight))).collect();
        let mean = |j: usize, k: usize| {
            let (sum, weight) = values[j..=k].iter().fold((0.0, 0.0), |(s, w), (v, m)| (s + v * m, w + m));
            sum / weight
        };
        let fitted = pool_adjacent_violators(&values);
        for (i, found) in fitted.iter().enumerate() {
            let least = |j| (i..values.len()).map(|k| mean(j, k)).fold(f64::INFINITY, f64::min);
            let expected = (0..=i).map(least).fold(f64::NEG_INFINITY, f64::max);
            prop_assert!((found - expected).abs() < 1e-9, "{values:?}: {fitted:?}, at {i} {expected}");
        }
    }

    /// Whatever was seen, an isotonic curve rises and is never certain.
    #[test]
    fn isotonic_curves_rise(counts in prop::collection::vec((0u64..30, 0u64..5, 0u64..30), 1..12)) {
        let points: Vec<Counted> = counts
            .iter()
            .enumerate()
            .filter(|(_, (lost, drawn, won))| lost + drawn + won > 0)
            .map(|(i, (lost, drawn, won))| point(i as f64, *lost, *drawn, *won))
            .collect();
        prop_assume!(!points.is_empty());
        for (_, threshold) in Threshold::ALL {
            let curve = Isotonic::fit(&points, threshold);
            let at: Vec<Win> = (-4..60).map(|i| curve.win(f64::from(i) / 4.0)).collect();
            prop_assert!(at.windows(2).all(|pair| !pair[1].below(pair[0]) || pair[1].ties(pair[0])));
            prop_assert!(at.iter().all(|win| win.first > 0.0 && win.second > 0.0));
            prop_assert!(at.iter().all(|win| (win.first + win.second - 1.0).abs() < 1e-14));
        }
    }

    /// The parts of the Brier score add up to it, and it and the log loss are what plain sums say.
    #[test]
    fn measures_against_plain_sums(
        seen in prop::collection::vec((0u8..=20, 0u8..3), 1..60), heights in 1u32..4,
    ) {
        let mut samples = Samples::new(Scale::Probability);
        let (mut brier, mut log_loss) = (0.0, 0.0);
        for (i, (estimate, outcome)) in seen.iter().enumerate() {
            let estimate = (f64::from(*estimate) + 0.5) / 21.0;
            let outcome = [Outcome::Loss, Outcome::Draw, Outcome::Win][usize::from(*outcome)];
            samples.add(Sample { height: i as u32 % heights, estimate, outcome });
            let (p, y): (f64, f64) = (estimate, outcome.points());
            brier += (p - y).powi(2);
            log_loss -= y * p.ln() + (1.0 - y) * (1.0 - p).ln();
        }
        let n = seen.len() as f64;
        let measures = Measures::of_estimates(&samples).unwrap();
        let parts = measures.brier;
        prop_assert!((parts.score - brier / n).abs() < 1e-9);
        prop_assert!((measures.log_loss - log_loss / n).abs() < 1e-9);
        let sum = parts.reliability - parts.resolution + parts.uncertainty + parts.within;
        prop_assert!((sum - parts.score).abs() < 1e-9, "{parts:?}");
        prop_assert_eq!(measures.bins.iter().map(|bin| bin.seen).sum::<u64>(), seen.len() as u64);
        prop_assert!(parts.reliability >= 0.0 && parts.resolution >= 0.0);
    }

    /// Any text at all is read or refused.
    #[test]
    fn texts_never_panic(text in ".{0,200}", lines in prop::collection::vec("(at|height|kind|game) [0-9. -]{0,12}", 0..8)) {
        prop_assert!(Calibrator::from_text(&text).is_err());
        prop_assert!(Calibrator::from_text(&lines.join("\n")).is_err());
    }
}

/// Murphy's decomposition by hand: ten forecasts of .8 of which eight come true, ten of .3 of which one does.
#[test]
fn brier_by_hand() {
    let mut samples = Samples::new(Scale::Probability);
    for i in 0..10 {
        let outcome = |won: bool| if won { Outcome::Win } else { Outcome::Loss };
        samples.add(Sample { height: 0, estimate: 0.8, outcome: outcome(i < 8) });
        samples.add(Sample { height: 0, estimate: 0.3, outcome: outcome(i < 1) });
    }
    let measures = Measures::of_estimates(&samples).unwrap();
    let near = |a: f64, b: f64| assert!((a - b).abs() < 1e-12, "{a} and {b}");
    near(measures.brier.reliability, 0.5 * 0.04);
    near(measures.brier.resolution, 0.35 * 0.35);
    near(measures.brier.uncertainty, 0.45 * 0.55);
    near(measures.brier.within, 0.0);
    near(measures.brier.score, (8.0 * 0.04 + 2.0 * 0.64 + 0.49 + 9.0 * 0.09) / 20.0);
    assert_eq!(measures.errors, Errors { losses: 11, called_won: 2.0, wins: 9, called_lost: 1.0 });
    assert_eq!((measures.bins.len(), measures.bins[0].seen, measures.bins[1].outcome), (2, 10, 0.8));
    assert_eq!(measures.errors.says_win_if_lost(), Some(2.0 / 11.0));
    assert_eq!(measures.errors.says_loss_if_won(), Some(1.0 / 9.0));
}

/// Pool adjacent violators by hand, with its smoothing: 1 of 4, 3 of 4, 2 of 4, 9 of 9.
#[test]
fn isotonic_by_hand() {
    let points = [point(0.1, 3, 0, 1), point(0.4, 1, 0, 3), point(0.5, 2, 0, 2), point(0.9, 0, 0, 9)];
    let curve = Isotonic::fit(&points, Threshold::Points);
    let near = |estimate: f64, expected: f64| {
        let found = curve.win(estimate).first;
        assert!((found - expected).abs() < 1e-12, "at {estimate}: {found}, by hand {expected}");
    };
    near(0.1, 1.5 / 5.0);
    near(0.4, 5.5 / 9.0); // 3 of 4 and 2 of 4 are pooled
    near(0.45, 5.5 / 9.0);
    near(0.5, 5.5 / 9.0);
    near(0.9, 9.5 / 10.0);
    near(0.7, (5.5 / 9.0 + 0.95) / 2.0); // half way between two blocks
    near(-3.0, 0.3);
    near(2.0, 0.95);
}

/// With two estimates a logistic curve goes through both shares of Platt's targets exactly.
#[test]
fn logistic_in_closed_form() {
    let points = [point(-1.0, 30, 0, 10), point(3.0, 5, 10, 15)];
    let curve = Logistic::fit(&points, Threshold::Points);
    let (successes, failures) = (10.0 + 20.0, 30.0 + 10.0);
    let (hit, miss) = ((successes + 1.0) / (successes + 2.0), 1.0 / (failures + 2.0));
    for (estimate, won, lost) in [(-1.0, 10.0, 30.0), (3.0, 20.0, 10.0)] {
        let share: f64 = (won * hit + lost * miss) / (won + lost);
        let found = curve.win(estimate);
        assert!((found.first - share).abs() < 1e-9, "{found:?}, {share}");
        assert!((found.first + found.second - 1.0).abs() < 1e-15);
    }
    let rate = |estimate: f64| curve.win(estimate).logit();
    assert!((rate(1.0) - (rate(-1.0) + rate(3.0)) / 2.0).abs() < 1e-9, "log-odds are a straight line");
    // An evaluator that never errs has a steep curve, and no infinite one.
    let sharp = Logistic::fit(&[point(0.0, 500, 0, 0), point(1.0, 0, 0, 500)], Threshold::Points);
    assert!(sharp.win(1.0).second < 0.003 && sharp.slope.is_finite(), "{sharp:?}");
}

#[test]
fn tables_by_hand() {
    let table = Table::fit(&[point(0.0, 6, 0, 2), point(1.0, 1, 1, 0)], Threshold::Points);
    let base = 2.5 / 10.0;
    assert!((table.win(0.3).first - (2.0 + 2.0 * base) / 10.0).abs() < 1e-12);
    assert!((table.win(0.7).first - (0.5 + 2.0 * base) / 4.0).abs() < 1e-12);
    // Many estimates share bins of about the same number of samples.
    let many: Vec<Counted> =
        (0..1000).map(|i| point(f64::from(i), u64::from(i < 500), 0, u64::from(i >= 500))).collect();
    let table = Table::fit(&many, Threshold::Points);
    // 62 bins of 16 and one of 8, each with one more success and failure.
    assert!((table.win(3.0).first - 1.0 / 18.0).abs() < 1e-12, "{table:?}");
    assert!((table.win(997.0).first - 9.0 / 10.0).abs() < 1e-12, "{table:?}");
    assert_eq!(table.win(-1e9), table.win(0.0));
}

#[test]
fn log_odds_keep_their_digits() {
    for t in [-600.0, -40.0, -1.0, 0.0, 0.5, 36.0, 600.0] {
        let win = Win::from_logit(t);
        assert!((win.logit() - t).abs() < 1e-9 * (1.0 + t.abs()), "{t}: {win:?}");
    }
}

/// The artificial evaluator on critical P-games: the mover wins with probability 1 - p = .618 at every height,
/// so Bayes's rule gives what its two answers are worth, and its errors are e both ways.
#[test]
fn the_artificial_evaluator_is_worth_what_bayes_says() {
    let lesson = lesson("board-splitting(depth=6)", "artificial(error=0.2)", 4);
    let fit = lesson.samples(2000, Purpose::Fit, Truths::Solved).unwrap();
    let held_out = lesson.samples(2000, Purpose::Measure, Truths::Solved).unwrap();
    assert_ne!(fit, held_out, "held-out samples have keys of their own");
    let wins = 1.0 - 0.381_966_011_25;
    for kind in Kind::ALL {
        let calibrator = lesson.calibrator(kind, Threshold::Points, &fit).unwrap();
        for height in 1..=5 {
            for (estimate, likely) in [(0.8, 0.8), (0.2, 0.2)] {
                let exact = wins * likely / (wins * likely + (1.0 - wins) * (1.0 - likely));
                let found = calibrator.win(height, estimate).first;
                // The smallest group has some 1500 nodes, of few trees; siblings' truths are independent.
                assert!((found - exact).abs() < 0.06, "{kind}, height {height}: {found}, Bayes {exact}");
            }
        }
        let measures = Measures::of_calibrator(&calibrator, &held_out).unwrap();
        assert!(measures.brier.reliability < 5e-4, "{kind}: {:?}", measures.brier);
    }
    for height in 1..=6 {
        let errors = Errors::of(&held_out, height);
        let bound = |n: u64| 4.5 * (0.2 * 0.8 / n as f64).sqrt();
        assert!((errors.says_win_if_lost().unwrap() - 0.2).abs() < bound(errors.losses), "{errors:?}");
        assert!((errors.says_loss_if_won().unwrap() - 0.2).abs() < bound(errors.wins), "{errors:?}");
    }
}

/// Calibration makes the natural evaluator's numbers honest on games that it has not seen.
#[test]
fn calibrated_numbers_are_honest() {
    let lesson = lesson("board-splitting(depth=8)", "natural", 9);
    let fit = lesson.samples(1000, Purpose::Fit, Truths::Solved).unwrap();
    let held_out = lesson.samples(1000, Purpose::Measure, Truths::Solved).unwrap();
    let raw = Measures::of_estimates(&held_out).unwrap();
    for kind in Kind::ALL {
        let calibrator = lesson.calibrator(kind, Threshold::Points, &fit).unwrap();
        let measures = Measures::of_calibrator(&calibrator, &held_out).unwrap();
        assert!(measures.brier.reliability < raw.brier.reliability / 4.0, "{kind}: {measures:?}");
        assert!(measures.brier.score < raw.brier.score && measures.log_loss < raw.log_loss, "{kind}");
        assert_eq!(measures.seen, held_out.seen());
    }
}

#[test]
fn calibrators_read_back_and_refuse_damage() {
    for (name, evaluated) in
        [("board-splitting(depth=3)", "natural"), ("kalah(pits=2,seeds=2)", "store-difference")]
    {
        let lesson = lesson(name, evaluated, 1);
        let samples = lesson.samples(100, Purpose::Fit, Truths::Solved).unwrap();
        for kind in Kind::ALL {
            for (_, threshold) in Threshold::ALL {
                let calibrator = lesson.calibrator(kind, threshold, &samples).unwrap();
                let text = calibrator.to_text();
                assert_eq!(Calibrator::from_text(&text), Ok(calibrator.clone()), "{text}");
                assert_eq!(text.parse(), Ok(calibrator));
                for i in 0..text.len() {
                    for with in ["", "7", "\n"] {
                        let damaged = format!("{}{with}{}", &text[..i], &text[i + 1..]);
                        assert!(damaged == text || Calibrator::from_text(&damaged).is_err(), "{damaged}");
                    }
                    assert!(Calibrator::from_text(&text[..i]).is_err(), "cut off at {i}");
                }
            }
        }
    }
    let why = Calibrator::from_text("plyscope calibrator 1\nchecksum 0\n").unwrap_err().to_string();
    assert!(why.contains("checksum is wrong"), "{why}");
}

/// Texts whose checksum is right and whose content is not.
#[test]
fn calibrators_refuse_nonsense() {
    let summed = |body: &str| {
        let hash = body.bytes().fold(0xCBF2_9CE4_8422_2325, |hash: u64, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01B3)
        });
        Calibrator::from_text(&format!("{body}checksum {:016x}\n", plyscope::key::mix(hash)))
    };
    let text = |kind: &str, curves: &str| {
        format!("plyscope calibrator 1\ngame g\nevaluator e\nkind {kind}\nthreshold points\n{curves}")
    };
    let right = summed(&text("isotonic", "height 1\nat 0 0.25 0.75\nat 1 0.5 0.5\nheight 3\nat 0 0.5 0.5\n"));
    let right = right.unwrap();
    assert_eq!((right.game(), right.evaluator(), right.kind()), ("g", "e", Kind::Isotonic));
    assert_eq!(right.win(1, 0.5), Win { first: 0.375, second: 0.625 });
    assert_eq!(right.win(7, 0.0), right.win(3, 9.0), "the nearest height");
    for (kind, curves, why) in [
        ("isotonic", "", "no curve"),
        ("isotonic", "height 1\n", "no curve of its kind"),
        ("isotonic", "at 0 0.5 0.5\n", "a height is expected"),
        ("isotonic", "height 1\nat 0 0.5 0.5\nheight 1\nat 0 0.5 0.5\n", "heights must rise"),
        ("isotonic", "height 1\nat 1 0.5 0.5\nat 0 0.5 0.5\n", "no curve of its kind"),
        ("isotonic", "height 1\nat 0 0.5 0.5\nat 1 0.25 0.75\n", "no curve of its kind"),
        ("isotonic", "height 1\nat 0 0.5 0.6\n", "no curve of its kind"),
        ("isotonic", "height 1\nat 0 1.5 -0.5\n", "no curve of its kind"),
        ("isotonic", "height 1\nat NaN 0.5 0.5\n", "no curve of its kind"),
        ("isotonic", "height 1\nat 0 half half\n", "numbers are expected"),
        ("table", "height 1\nat 0 0.5 0.5\n", "no curve of its kind"),
        ("logistic", "height 1\nat 0 inf\n", "no curve of its kind"),
        ("logistic", "height 1\nat 0 1 2\n", "no curve of its kind"),
        ("cubic", "height 1\nat 0 1\n", "none of isotonic, logistic, table"),
    ] {
        let found = summed(&text(kind, curves)).unwrap_err().to_string();
        assert!(found.starts_with("calibrator, line ") && found.contains(why), "{curves:?}: {found}");
    }
}

#[test]
fn calibrators_refuse_other_games_and_evaluators() {
    let p = any_game("board-splitting(depth=3)");
    let natural = evaluated("natural", &p, 1).unwrap().evaluator;
    let lesson = lesson("board-splitting(depth=3)", "natural", 1);
    let samples = lesson.samples(100, Purpose::Fit, Truths::Solved).unwrap();
    let calibrator = lesson.calibrator(Kind::Isotonic, Threshold::Points, &samples).unwrap();
    let curves = Curves::kept(calibrator, natural.name());
    let around = |game: &AnyGame, evaluator| game.revised(evaluator, Arc::new(curves.clone()));
    let kept = around(&p, &natural).unwrap();
    assert_eq!(kept.name().get("solved"), Some("kept"));
    let n = any_game("board-splitting(depth=3,squares=n)");
    let why = |found: Result<AnyEvaluator>| found.map(|_| ()).unwrap_err().to_string();
    let refused = why(around(&n, &natural));
    assert!(refused.contains("made for board-splitting(branching=2,depth=3,squares=p"), "{refused}");
    let binary = evaluated("natural(binary=yes)", &p, 1).unwrap().evaluator;
    let refused = why(around(&p, &binary));
    assert!(refused.contains("made for the evaluator natural(binary=no"), "{refused}");
    // And in a search: a tree of another game.
    let tree = crate::support::trials(&game("board-splitting(depth=3,squares=n)"), 1, Wanted::NonTrivial);
    let kept = kept.typed::<DrawnTree>().unwrap();
    let refused = kept.check(&tree.tree(0).unwrap()).unwrap_err().to_string();
    assert!(refused.contains("not for board-splitting"), "{refused}");
    // Real games.
    let real = crate::calibration::lesson(
        "kalah(pits=2,seeds=2)",
        "store-difference(calibrate=table,solved=100)",
        1,
    );
    let calibrated = real.evaluator.typed::<Kalah>().unwrap();
    assert!(calibrated.check(&kalah("kalah(pits=2,seeds=2)")).is_ok());
    let other = kalah("kalah(pits=3,seeds=2)");
    let why = calibrated.check(&other).unwrap_err().to_string();
    assert!(why.contains("made for kalah(pits=2") && why.contains("not for kalah(pits=3"), "{why}");
    // In a search, typed and without types: by a player of the game, and by any search.
    let mind = RuleSearch::new("product", AnyRule::wins(Product), FullWidth::default()).unwrap();
    let player = AnyGame::new(other.clone()).player(mind, &real.evaluator);
    let why = player.map(|_| ()).unwrap_err().to_string();
    assert!(why.contains("made for kalah(pits=2"), "{why}");
    assert!(LeafValues::new(&other, &**calibrated, Product).is_err());
}

/// phi by hand, and for the artificial evaluator none.
#[test]
fn dependence_of_errors() {
    let pairs = Pairs { neither: 60, first: 10, second: 10, both: 20 };
    assert!((pairs.phi().unwrap() - (60.0 * 20.0 - 100.0) / (30.0 * 70.0)).abs() < 1e-12);
    assert_eq!(Pairs { neither: 5, ..Pairs::default() }.phi(), None);
    let lesson = lesson("board-splitting(depth=6)", "artificial(error=0.3)", 2);
    let found = Dependence::measure(&lesson, 1000, Truths::Solved).unwrap();
    for pairs in [found.parent_child, found.siblings] {
        let bound = 4.5 / (pairs.seen() as f64).sqrt();
        assert!(pairs.seen() > 10_000 && pairs.phi().unwrap().abs() < bound, "{pairs:?}");
    }
}

/// The natural evaluator's errors on all trees of three plies, counted one by one.
#[test]
fn dependence_against_all_trees() {
    // Leaves 0..8; the first player moves at the root and last, so a node just above leaves is won by any win.
    let mut exact = (Pairs::default(), Pairs::default());
    let wrong = |leaves: u32, from: u32, width: u32, first_moves: bool| -> Option<bool> {
        fn wins(leaves: u32, from: u32, width: u32, first_moves: bool) -> bool {
            if width == 1 {
                return leaves >> from & 1 == 1;
            }
            let half = width / 2;
            let sides =
                [wins(leaves, from, half, !first_moves), wins(leaves, from + half, half, !first_moves)];
            if first_moves { sides[0] || sides[1] } else { sides[0] && sides[1] }
        }
        let ones = (leaves >> from & ((1 << width) - 1)).count_ones();
        let truth = wins(leaves, from, width, first_moves);
        (2 * ones != width).then_some((2 * ones > width) != truth)
    };
    for leaves in 0..256 {
        let root = wrong(leaves, 0, 8, true);
        let children = [wrong(leaves, 0, 4, false), wrong(leaves, 4, 4, false)];
        let below = [0, 2, 4, 6].map(|from| wrong(leaves, from, 2, true));
        let mut up = |parent: Option<bool>, child: Option<bool>| {
            if let (Some(parent), Some(child)) = (parent, child) {
                exact.0.add(parent, child);
            }
        };
        children.iter().for_each(|child| up(root, *child));
        (0..4).for_each(|i| up(children[i / 2], below[i]));
        for (left, right) in [(children[0], children[1]), (below[0], below[1]), (below[2], below[3])] {
            if let (Some(left), Some(right)) = (left, right) {
                exact.1.add(left, right);
            }
        }
    }
    let lesson = lesson("board-splitting(depth=3,p=0.5)", "natural", 8);
    let found = Dependence::measure(&lesson, 20_000, Truths::Solved).unwrap();
    for (found, exact) in [(found.parent_child, exact.0), (found.siblings, exact.1)] {
        let share = |of: u64, pairs: Pairs| of as f64 / pairs.seen() as f64;
        for (a, b) in [(found.both, exact.both), (found.first, exact.first), (found.second, exact.second)] {
            assert!((share(a, found) - share(b, exact)).abs() < 0.01, "{found:?}, all trees {exact:?}");
        }
        let phi = |pairs: Pairs| pairs.phi().unwrap_or(0.0);
        assert!((phi(found) - phi(exact)).abs() < 0.03, "{} and {}", phi(found), phi(exact));
    }
}

/// Real games: solved or played out; draws are told apart; too little is refused.
#[test]
fn real_games_are_calibrated() {
    let lesson = lesson("tic-tac-toe", "lines", 3);
    let samples = lesson.samples(200, Purpose::Fit, Truths::Solved).unwrap();
    let base = samples.base(0);
    assert_eq!(base.seen(), 200);
    assert!(base.drawn > 20 && base.won > 20, "{base:?}");
    let (points, win, draw) = (Threshold::Points, Threshold::Win, Threshold::Draw);
    let fit = |threshold| lesson.calibrator(Kind::Isotonic, threshold, &samples).unwrap();
    let (points, win, draw) = (fit(points), fit(win), fit(draw));
    for score in -6..=6 {
        let at = |calibrator: &Calibrator| calibrator.win(0, f64::from(score)).first;
        assert!(at(&win) <= at(&points) + 0.02 && at(&points) <= at(&draw) + 0.02, "{score}");
    }
    // What was learned from is known: other keys give other positions, the start among both.
    let keys = |purpose| lesson.keys(200, purpose).unwrap();
    assert_eq!(keys(Purpose::Fit), keys(Purpose::Fit));
    assert!(keys(Purpose::Fit) != keys(Purpose::Measure) && keys(Purpose::Fit).len() > 100);
    let played = lesson.samples(200, Purpose::Fit, Truths::Play).unwrap();
    assert_eq!(played.seen(), 200);
    assert_ne!(played, samples, "the evaluator does not play perfectly");
    let none = Samples::new(Scale::Score);
    let why = lesson.calibrator(Kind::Table, Threshold::Win, &none).unwrap_err().to_string();
    assert!(why.contains("no solved positions of tic-tac-toe"), "{why}");
    assert_eq!(Measures::of_estimates(&none), None);
}
