//! Exact scores of all root moves, which is what a measurement needs: how much more they cost than the best one.

use crate::real_games::connect_four;
use crate::support::{any_game, evaluated};
use plyscope::game::{ConnectFour, Game};
use plyscope::rule::Minimax;
use plyscope::search::{AlphaBeta, AnySearch, Budget, FullWidth, LeafValues, Search};

/// The start, and positions of a few moves, written down before anybody looked at what they cost.
const POSITIONS: [&str; 12] = [
    "start",
    "3141",
    "5265",
    "3546",
    "27121",
    "21224",
    "52353",
    "141421",
    "3562373",
    "54156265",
    "271214523",
    "314152",
];

/// Minimal trees alone would be 4 times. The table and the order that deepening finds are shared by all moves, and of iterations
/// before the last only ties are asked.
#[test]
fn all_root_moves_cost_at_most_three_times_the_best() {
    let game = connect_four("connect-four");
    let lines = evaluated("lines", &any_game("connect-four"), 1).unwrap().evaluator;
    let opinions = LeafValues::new(&game, &**lines.typed::<ConnectFour>().unwrap(), Minimax).unwrap();
    let best = AlphaBeta {
        killers: true,
        history: true,
        table: Some(16),
        deepening: true,
        plain_below: 2,
        scout: true,
        ..AlphaBeta::default()
    };
    let all = AlphaBeta { all_scores: true, ..best };
    let tied = AlphaBeta { all_ties: true, ..AlphaBeta::default() };
    let plain = AlphaBeta { all_scores: true, ..AlphaBeta::default() };
    let (mut one, mut every) = (0, 0);
    for columns in POSITIONS {
        let position = game.parse_position(columns).unwrap();
        let search = |search: AnySearch, depth| {
            search.search(&game, &position, &opinions, &Budget::depth(depth).unwrap()).unwrap()
        };
        let (best, all_deep) = (search(best.into(), 8), search(all.into(), 8));
        assert_eq!(best.value, all_deep.value, "{columns}");
        one += best.counts.generated;
        every += all_deep.counts.generated;
        let (full, all) = (search(FullWidth::default().into(), 6), search(all.into(), 6));
        assert_eq!(all.scores, full.scores, "{columns}: the values of full width");
        assert!(4 * all.counts.generated <= full.counts.generated, "{columns}: a quarter of the nodes");
        let (tied, plain) = (search(tied.into(), 6), search(plain.into(), 6));
        assert_eq!(tied.ties, full.ties, "{columns}: the ties of full width");
        assert!(tied.counts.generated < plain.counts.generated, "{columns}: fewer nodes than all scores");
    }
    assert!(every <= 3 * one, "{every} nodes for all, {one} for one");
}
