//! Lanes equal the scalar bit for bit: games, attempts, noise, rules at every depth, threads and order.

use crate::support::{SMALL_GAMES, evaluator, game, plain_rules, trials};
use plyscope::evaluator::{Artificial, LANES};
use plyscope::lanes::Bits;
use plyscope::name::Settings;
use plyscope::rule::{AnyRule, BackupRule, EmmTrueTypes, Minimax, Reading};
use plyscope::search::{Budget, FullWidth, LeafValues, Search, levels};
use plyscope::source::{DrawnGames, Wanted};
use plyscope::tree::{Batch, LevelTree, Place};
use plyscope::truth::Known;
use plyscope::value::{Typed, Win};
use plyscope::{Error, interrupt};
use std::sync::Arc;

fn leaves_of(source: &DrawnGames, trial: u64) -> (u32, Vec<bool>) {
    let tree = source.tree(trial).unwrap();
    let last = tree.shape().depth();
    let leaves = (0..tree.shape().leaves()).map(|index| tree.truth(Place { level: last, index })).collect();
    (tree.attempt(), leaves)
}

fn lane_of<B: Bits>(batch: &Batch<B>, lane: usize) -> (u32, Vec<bool>) {
    let leaves = batch.truth().level(batch.shape().depth());
    (batch.attempt(lane), leaves.iter().map(|leaf| leaf.lane(lane)).collect())
}

/// 64 and 512 lanes draw the same games as the plain path, rejected ones included.
#[test]
fn games_in_lanes_are_the_plain_games() {
    for name in SMALL_GAMES {
        for wanted in [Wanted::Every, Wanted::NonTrivial] {
            let source = trials(&game(name), 9, wanted);
            let narrow = source.batch::<u64>(2).unwrap();
            let wide = source.batch::<[u64; 8]>(2).unwrap();
            for lane in 0..64 {
                let plain = leaves_of(&source, 128 + lane as u64);
                assert_eq!(lane_of(&narrow, lane), plain, "{name}, lane {lane}");
                assert_eq!(lane_of(&wide, lane), plain, "{name}, lane {lane} of 512");
            }
            for lane in [64, 200, 511] {
                assert_eq!(
                    lane_of(&wide, lane),
                    leaves_of(&source, 128 + lane as u64),
                    "{name}, lane {lane} of 512"
                );
            }
            if wanted == Wanted::NonTrivial {
                assert_eq!(narrow.non_trivial(), u64::MAX);
            }
        }
    }
}

/// Games are not drawn again for work that nobody wants any more. Some games need more than one attempt here.
#[test]
fn drawing_again_ends_with_the_work() {
    let source = trials(&game("board-splitting(depth=6,p=0.5)"), 9, Wanted::NonTrivial);
    let trial = (0..64).find(|trial| source.tree(*trial).unwrap().attempt() > 0).expect("one of many");
    let ended = interrupt::until(Arc::new(true.into()), || {
        (source.batch::<u64>(0).map(|_| ()), source.tree(trial).map(|_| ()))
    });
    assert_eq!(ended, (Err(Error::Interrupted), Err(Error::Interrupted)));
}

/// The artificial evaluator's mistakes are the same in 1, 64 and 512 lanes.
#[test]
fn noise_in_lanes_is_the_plain_noise() {
    use plyscope::evaluator::Evaluator;
    let source = trials(&game("board-splitting(depth=6,p=0.5)"), 4, Wanted::NonTrivial);
    let artificial = Artificial::named("artificial(error=0.3)").unwrap();
    let narrow = source.batch::<u64>(0).unwrap();
    let wide = source.batch::<[u64; 8]>(0).unwrap();
    let (narrow, wide) = (artificial.winners(&narrow, u32::MAX), artificial.winners(&wide, u32::MAX));
    let mut mistakes = 0;
    for lane in 0..64 {
        let tree = source.tree(lane as u64).unwrap();
        for level in 0..6 {
            for index in 0..tree.shape().width(level) {
                let place = Place { level, index };
                let win = artificial.estimate(&tree, &place).win().unwrap().favours_first();
                assert_eq!((narrow.at(place).lane(lane), wide.at(place).lane(lane)), (win, win));
                mistakes += u32::from(win != tree.truth(place));
            }
        }
    }
    // 64 trials of 63 nodes: the share of mistakes is the error, within 4.5 standard deviations.
    let share = f64::from(mistakes) / (64.0 * 63.0);
    assert!((share - 0.3).abs() < 4.5 * (0.3 * 0.7 / (64.0 * 63.0f64)).sqrt(), "{share}");
}

/// Every rule that learns nothing, every depth: level by level in lanes equals the recursive search.
#[test]
fn searches_in_lanes_are_the_plain_searches() {
    for name in SMALL_GAMES {
        let game = game(name);
        let source = trials(&game, 6, Wanted::NonTrivial);
        let batch = source.batch::<u64>(0).unwrap();
        let shape = batch.shape();
        for evaluated in ["artificial(error=0.2)", "natural", "natural(error=table)"] {
            let e = &*evaluator(evaluated, &game);
            let first = 24;
            let lanes = e.lanes().unwrap();
            let read = |reading| lanes.levels(&batch, first, reading, u32::MAX).unwrap();
            for ((_, rule), depth) in
                plain_rules().iter().flat_map(|rule| (1..=shape.depth()).map(move |d| (rule, d)))
            {
                let budget = Budget::depth(depth).unwrap();
                for i in 0..LANES {
                    let tree = source.tree((first + i) as u64).unwrap();
                    let place = &Place::ROOT;
                    match rule {
                        AnyRule::Ordered(rule) => {
                            let scores: plyscope::tree::Levels<[f64; LANES]> =
                                read(Reading::Win).map(|_, w| w.first);
                            let lanes: &dyn BackupRule<[f64; LANES]> = &**rule;
                            let together = levels::full_width(shape, &scores, depth, lanes).unwrap();
                            let scores = LeafValues::new(&tree, e, &**rule).unwrap();
                            let alone = FullWidth::default().search(&tree, place, &scores, &budget).unwrap();
                            assert_eq!(Some(together.root[i]), alone.value);
                        }
                        AnyRule::Wins(rule) => {
                            let lanes: &dyn BackupRule<Win<[f64; LANES]>> = &**rule;
                            let together = levels::full_width(
                                shape,
                                &read(BackupRule::<Win>::properties(&**rule).reading),
                                depth,
                                lanes,
                            )
                            .unwrap();
                            let wins = LeafValues::new(&tree, e, &**rule).unwrap();
                            let alone = FullWidth::default().search(&tree, place, &wins, &budget).unwrap();
                            assert_eq!(Some(together.root.lane(i)), alone.value);
                            for (score, lanes) in alone.scores.iter().zip(&together.moves) {
                                assert_eq!(
                                    score.exact(),
                                    Some(lanes.lane(i)),
                                    "{name}, {evaluated}, depth {depth}"
                                );
                            }
                        }
                        AnyRule::Typed(_) => {
                            let typed = read(Reading::Certain).map(|place, win| {
                                let truth = std::array::from_fn(|i| batch.truth().at(place).lane(first + i));
                                Typed::estimate(win, truth, shape.mover(place.level))
                            });
                            let together = levels::full_width(shape, &typed, depth, &EmmTrueTypes).unwrap();
                            let frontier = LeafValues::knowing(&tree, e, Known, EmmTrueTypes).unwrap();
                            let alone =
                                FullWidth::default().search(&tree, place, &frontier, &budget).unwrap();
                            assert_eq!(Some(together.root.win.lane(i)), alone.value.map(|value| value.win));
                        }
                        AnyRule::Payoffs(_) | AnyRule::Chances(_) => {}
                        _ => panic!("rules of a new kind have lanes to compare"),
                    }
                }
            }
        }
    }
}

/// Minimax on 512 win-loss trials at once equals minimax on each of them.
#[test]
fn win_loss_words_are_the_plain_searches() {
    let game = game("board-splitting(branching=3,depth=4)");
    let source = trials(&game, 8, Wanted::NonTrivial);
    let batch = source.batch::<[u64; 8]>(0).unwrap();
    let artificial = Artificial::named("artificial(error=0.2)").unwrap();
    let winners = artificial.winners(&batch, u32::MAX);
    for depth in 1..=4 {
        let together = levels::full_width(batch.shape(), &winners, depth, &Minimax).unwrap();
        for lane in (0..512).step_by(37) {
            let tree = source.tree(lane as u64).unwrap();
            let scores = LeafValues::new(&tree, artificial, Minimax).unwrap();
            let alone = FullWidth::default()
                .search(&tree, &Place::ROOT, &scores, &Budget::depth(depth).unwrap())
                .unwrap();
            for (score, bits) in alone.scores.iter().zip(&together.moves) {
                assert_eq!(score.exact().unwrap() > 0.5, bits.lane(lane), "depth {depth}, lane {lane}");
            }
        }
    }
}

/// The same games on any number of threads and in any order.
#[test]
fn threads_and_order_change_nothing() {
    let source = trials(&game("board-splitting(depth=7,squares=mixed)"), 2, Wanted::NonTrivial);
    let in_order: Vec<_> = (0..64).map(|trial| leaves_of(&source, trial)).collect();
    for threads in [1usize, 3, 7] {
        let mut found: Vec<(u64, (u32, Vec<bool>))> = std::thread::scope(|scope| {
            let workers: Vec<_> = (0..threads)
                .map(|worker| {
                    let source = &source;
                    let mine = (0..64).rev().filter(move |trial| *trial as usize % threads == worker);
                    scope.spawn(move || {
                        mine.map(|trial| (trial, leaves_of(source, trial))).collect::<Vec<_>>()
                    })
                })
                .collect();
            workers.into_iter().flat_map(|worker| worker.join().unwrap()).collect()
        });
        found.sort_by_key(|(trial, _)| *trial);
        assert_eq!(found.into_iter().map(|(_, leaves)| leaves).collect::<Vec<_>>(), in_order);
    }
}
