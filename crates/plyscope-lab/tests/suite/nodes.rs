//! Nodes that searches visit: against plain searches one by one, and against counts that are known.

use crate::support::parse;
use plyscope::catalogue::{Catalogue, Subject};
use plyscope::game::{ConnectFour, Game, GamePosition, moves_of};
use plyscope::key::Stream;
use plyscope::rule::{Emm, Minimax};
use plyscope::search::{AlphaBeta, Budget, FullWidth, LeafValues, Pruned, Search};
use plyscope::source::{DrawnGames, Openings, Source, Wanted};
use plyscope::tree::{DrawnTree, Place, Trees};
use plyscope_lab::results::{ExperimentResult, Verdict, evaluate};
use plyscope_lab::run::{Options, Silent, run};
use std::sync::atomic::AtomicBool;

fn result(text: &str) -> ExperimentResult {
    let experiment = parse("test", text, None).unwrap_or_else(|error| panic!("{error}"));
    let stop = AtomicBool::new(false);
    let options = Options { jobs: 2, shard: None, stop: &stop, progress: &Silent };
    evaluate(&experiment, &run(&experiment, None, &options).unwrap()).unwrap()
}

fn series(label: &str, rule: &str, evaluator: &str, search: &str) -> String {
    format!(
        "[[series]]\nlabel = '{label}'\nrule = '{rule}'\nevaluator = '{evaluator}'\nsearch = '{search}'\n"
    )
}

const BOARD: &str = "title = 't'\nsource = 's'\nmeasure = 'nodes'\ngame = 'board-splitting(branching=3,depth=5)'\n\
                     trials = 70\nseed = 9\ndepths = [1, 2, 4]\n";

fn board() -> String {
    let artificial = "artificial(error=0.2)";
    let all = [
        series("all", "emm", artificial, "full-width"),
        series("emm", "emm", artificial, "pruned"),
        series("ab", "minimax", artificial, "alpha-beta"),
    ];
    format!("{BOARD}{}", all.concat())
}

/// The same games by another way: drawn one by one, searched by the library's own types.
#[test]
fn drawn_games_are_counted_as_plain_searches_count() {
    let rows = result(&board()).results;
    let catalogue = Catalogue::built_in();
    let game = catalogue.game("board-splitting(branching=3,depth=5)").unwrap();
    let Trees(trees) = game.family().expect("drawn by key");
    let subject = Subject { game: &game, seed: 9, cache: None };
    let built = catalogue.evaluator("artificial(error=0.2)", &subject).unwrap().evaluator;
    let evaluator = built.typed::<DrawnTree>().expect("for drawn games");
    let stream = Stream::new(9, &trees.name().to_string());
    let source = DrawnGames { game: trees.clone(), stream, wanted: Wanted::NonTrivial };
    for (d, depth) in [1u32, 2, 4].into_iter().enumerate() {
        let budget = Budget::depth(depth).unwrap();
        let (mut emm, mut minimax) = (0, 0);
        for trial in 0..70 {
            let tree = source.tree(trial).unwrap();
            let wins = LeafValues::new(&tree, &**evaluator, Emm).unwrap();
            let scores = LeafValues::new(&tree, &**evaluator, Minimax).unwrap();
            let pruned = Pruned::default().search(&tree, &Place::ROOT, &wins, &budget).unwrap();
            let plain = AlphaBeta::default().search(&tree, &Place::ROOT, &scores, &budget).unwrap();
            emm += pruned.counts.generated + 1;
            minimax += plain.counts.generated + 1;
        }
        let all: u32 = (0..=depth).map(|level| 3u32.pow(level)).sum();
        let expected = [f64::from(all), emm as f64 / 70.0, minimax as f64 / 70.0];
        for (s, expected) in expected.into_iter().enumerate() {
            let row = &rows[3 * s + d];
            assert_eq!(
                (row.value, row.nodes, row.depth()),
                (expected, Some(expected), Some(depth)),
                "{row:?}"
            );
            assert_eq!((row.metric.as_str(), row.trials), ("nodes", Some(70)));
        }
    }
}

/// Positions of a real game: those of random play, and counts by plain recursion.
#[test]
fn positions_of_real_games_are_counted_as_plain_recursion_counts() {
    fn below<G: Game>(game: &G, position: &G::Position, plies: u32) -> u64 {
        if plies == 0 {
            return 1;
        }
        let moves = moves_of(game, position).into_iter();
        1 + moves.map(|choice| below(game, &game.play(position, &choice), plies - 1)).sum::<u64>()
    }
    let name = "connect-four(width=5,height=4)";
    let text = format!(
        "title = 't'\nsource = 's'\nmeasure = 'nodes'\ngame = '{name}'\ntrials = 20\nseed = 4\ndepths = [2, 4]\n\
         sweep = {{ plies = [3, 6] }}\n{}{}",
        series("all", "minimax", "lines", "full-width"),
        series("emm", "emm", "lines(error=0.2)", "pruned")
    );
    let rows = result(&text).results;
    let catalogue = Catalogue::built_in();
    let any = catalogue.game(name).unwrap();
    let subject = Subject { game: &any, seed: 4, cache: None };
    let built = catalogue.evaluator("lines(error=0.2)", &subject).unwrap().evaluator;
    let evaluator = built.typed::<ConnectFour>().expect("for connect four");
    let game = ConnectFour::new(5, 4, 4).unwrap();
    let wins = LeafValues::new(&game, &**evaluator, Emm).unwrap();
    let stream = Stream::new(4, &game.name().to_string());
    for (p, plies) in [3, 6].into_iter().enumerate() {
        let source = Openings { game: any.clone(), plies, stream };
        let held = |trial| GamePosition::<ConnectFour>::of(&source.trial(trial).unwrap().position).position;
        let positions: Vec<_> = (0..20).map(held).collect();
        for (d, depth) in [2u32, 4].into_iter().enumerate() {
            let budget = Budget::depth(depth).unwrap();
            let (mut all, mut emm) = (0, 0);
            for position in &positions {
                all += below(&game, position, depth);
                let report = Pruned::default().search(&game, position, &wins, &budget).unwrap();
                let full = FullWidth::default().search(&game, position, &wins, &budget).unwrap();
                assert_eq!(report.ties, full.ties);
                emm += report.counts.generated + 1;
            }
            assert_eq!(rows[4 * p + d].value, all as f64 / 20.0);
            assert_eq!(rows[4 * p + 2 + d].value, emm as f64 / 20.0);
            assert!(emm < all);
        }
    }
}

/// Random starts need no random moves, and each trial has its own.
#[test]
fn a_game_with_random_starts_needs_no_moves() {
    let text = format!(
        "title = 't'\nsource = 's'\nmeasure = 'nodes'\ngame = 'kalah(pits=3,seeds=2,start=random)'\ntrials = 30\n\
         depths = [3]\n{}",
        series("all", "minimax", "kalah-features", "full-width")
    );
    let row = &result(&text).results[0];
    assert!(row.value > 4.0 && row.low < Some(row.value), "starts differ: {row:?}");
}

/// Verdicts of both claims on what is known: full width is 1 times itself and grows like itself.
#[test]
fn ratios_and_exponents_are_judged() {
    let claims = "[[claim]]\nid = 'a'\ntext = 'x'\nratio-at-most = { series = 'all', than = 'all', value = 1.0 }\n\
        [[claim]]\nid = 'b'\ntext = 'x'\nratio-at-most = { series = 'all', than = 'emm', value = 1.0, depths = [4] }\n\
        [[claim]]\nid = 'c'\ntext = 'x'\nscales = { series = 'all', than = 'all', exponent = 1.0, margin = 1e-9, from = 1, to = 4 }\n\
        [[claim]]\nid = 'd'\ntext = 'x'\nscales = { series = 'ab', than = 'all', exponent = 1.0, margin = 0.05, from = 1, to = 4 }\n\
        [[claim]]\nid = 'e'\ntext = 'x'\nratio-at-most = { series = 'emm', than = 'all', value = 0.95, depths = [1, 4] }\n";
    let result = result(&format!("{}{claims}", board()));
    let verdicts: Vec<Verdict> = result.claims.iter().map(|claim| claim.verdict).collect();
    use Verdict::{Refuted, Supported};
    assert_eq!(verdicts, [Supported, Refuted, Supported, Refuted, Refuted], "{:?}", result.claims);
    let (fitted, largest) = (&result.claims[2].evidence, &result.claims[4].evidence);
    assert!(fitted.contains("exponent from all at depth 1 to 4: 1.0000 [1.0000, 1.0000]"), "{fitted}");
    assert!(largest.contains("weakest of 2: emm at depth 1 over all: 1.0000"), "{largest}");
}

/// With few trials neither can be told: one alpha-beta search may be of any size.
#[test]
fn what_cannot_be_told_is_undecided() {
    let claims = "[[claim]]\nid = 'a'\ntext = 'x'\nscales = { series = 'ab', than = 'all', exponent = 0.7, margin = 0.0, from = 1, to = 4 }\n";
    let text = format!("{}{claims}", board().replace("trials = 70", "trials = 3"));
    let judged = &result(&text).claims[0];
    assert_eq!(judged.verdict, Verdict::Undecided, "{judged:?}");
}

#[test]
fn mistakes_are_told() {
    let refused = |text: &str| match parse("my.toml", text, None) {
        Ok(_) => panic!("accepted: {text}"),
        Err(error) => error.to_string(),
    };
    let game = |name: &str| board().replace("board-splitting(branching=3,depth=5)", name);
    for (text, expected) in [
        (board().replace("depths = [1, 2, 4]\n", ""), "missing field `depths`"),
        (board().replace("[1, 2, 4]", "[1, 9]"), "depth 9 is not within 1 to 5"),
        (game("number-tree"), "such as board-splitting, not for number-tree"),
        (game("connect-four"), "would be the same position: sweep `plies`"),
        (format!("sweep = {{ plies = [4] }}\n{}", board()), "drawn by key"),
        (format!("sweep = {{ plies = [-4] }}\n{}", game("connect-four")), "`plies` is a whole number"),
        (format!("sweep = {{ plies = ['many'] }}\n{}", game("connect-four")), "`plies` is a whole number"),
        (
            format!("sweep = {{ plies = [4] }}\n{}", game("connect-four")),
            "the evaluator artificial is for games that are drawn by key",
        ),
        (board().replace("'pruned'", "'prune'"), "did you mean `pruned`?"),
        (format!("{}order = 'random'\n", board()), "`order` is not for measure = \"nodes\""),
        (
            format!(
                "{}[[claim]]\nid = 'a'\ntext = 'x'\nscales = {{ series = 'ab', than = 'all', exponent = 1.0, margin = \
                 0.1, from = 3, to = 5 }}\n",
                board()
            ),
            "at least two depths",
        ),
    ] {
        let message = refused(&text);
        assert!(message.contains(expected), "wanted: {expected}\ngot: {message}");
    }
}

/// In a game that always starts alike, matches begin after random moves. Of two who play at random nobody is
/// better, and with random openings their games differ.
#[test]
fn matches_may_begin_after_random_moves() {
    let text = |sweep: &str| {
        format!(
            "title = 't'\nsource = 's'\nmeasure = 'win-share'\ngame = 'connect-four(width=4,height=4,run=3)'\n\
             trials = 200\ndepths = [1]\n{sweep}[[series]]\nrule = 'minimax'\nevaluator = 'random(seed=1)'\n\
             against = {{ rule = 'minimax', evaluator = 'random(seed=2)' }}\n"
        )
    };
    let rows = result(&text("sweep = { plies = [0, 3] }\n")).results;
    let alone = &result(&text("")).results[0];
    assert_eq!((rows[0].value, rows[0].nodes), (alone.value, alone.nodes), "no random moves are none");
    // Without ties every trial is the same pair of games.
    assert_eq!(rows[0].low, rows[0].high, "{:?}", rows[0]);
    assert!(rows[1].low.unwrap() < rows[1].value && (rows[1].value - 0.5).abs() < 0.25, "{:?}", rows[1]);
}
