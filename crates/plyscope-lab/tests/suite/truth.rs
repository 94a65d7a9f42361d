//! Whole experiments against independent truth.

use crate::support::parse;
use plyscope_lab::results::{Row, evaluate};
use plyscope_lab::run::{Options, Silent, run};
use std::sync::atomic::AtomicBool;

fn rows(text: &str) -> Vec<Row> {
    let experiment = parse("test", text, None).unwrap_or_else(|error| panic!("{error}"));
    let stop = AtomicBool::new(false);
    let options = Options { jobs: 2, shard: None, stop: &stop, progress: &Silent };
    evaluate(&experiment, &run(&experiment, None, &options).unwrap()).unwrap().results
}

/// The width of a row's interval.
fn width(row: &Row) -> f64 {
    row.high.unwrap() - row.low.unwrap()
}

fn experiment(game: &str, evaluator: &str, rules: &[&str], depths: &[u32], trials: u64) -> String {
    let series: String = rules
        .iter()
        .map(|rule| format!("[[series]]\nrule = \"{rule}\"\nevaluator = \"{evaluator}\"\n"))
        .collect();
    format!(
        "title = \"t\"\nsource = \"s\"\ngame = \"{game}\"\ntrials = {trials}\ndepths = {depths:?}\n{series}"
    )
}

/// Minimax on P-games with the artificial evaluator, exactly: the joint distribution of true and estimated
/// value rises from the frontier, and the root's choice is enumerated. `f[t][e]`: the mover truly wins (t),
/// is thought to win (e).
fn exact_accuracy(b: u32, p: f64, game_depth: u32, depth: u32, error: f64) -> f64 {
    let power = |x: f64| x.powi(b as i32);
    let mut wins = 1.0 - p; // at height 0 the mover has lost on a 1
    for _ in 0..game_depth - depth {
        wins = 1.0 - power(wins);
    }
    let wrong = if depth == game_depth { 0.0 } else { error };
    let mut f = [[(1.0 - wins) * (1.0 - wrong), (1.0 - wins) * wrong], [wins * wrong, wins * (1.0 - wrong)]];
    for _ in 1..depth {
        // The mover loses if all children are wins for the other side; likewise in thought.
        let both = power(f[1][1]);
        let lost = power(f[1][0] + f[1][1]);
        let thought = power(f[0][1] + f[1][1]);
        f = [[both, lost - both], [thought - both, 1.0 - lost - thought + both]];
    }
    // The root's mover wants a child that is lost for its mover.
    let (mut score, mut weight) = (0.0, 0.0);
    for state in 0..4u32.pow(b) {
        let children: Vec<(usize, usize)> =
            (0..b).map(|i| ((state >> (2 * i) & 1) as usize, (state >> (2 * i + 1) & 1) as usize)).collect();
        let won = children.iter().filter(|(t, _)| *t == 0).count();
        if won == 0 || won == b as usize {
            continue;
        }
        let chance: f64 = children.iter().map(|(t, e)| f[*t][*e]).product();
        let best = children.iter().map(|(_, e)| e).min().unwrap();
        let ties: Vec<_> = children.iter().filter(|(_, e)| e == best).collect();
        let right = ties.iter().filter(|(t, _)| *t == 0).count() as f64 / ties.len() as f64;
        score += chance * right;
        weight += chance;
    }
    score / weight
}

#[test]
fn minimax_on_p_games_is_what_the_recursion_says() {
    for (b, p, depth) in [(2, 0.381966, 6), (2, 0.5, 5), (3, 0.317672, 4)] {
        let depths: Vec<u32> = (1..=depth).collect();
        let game = format!("board-splitting(branching={b},depth={depth},p={p})");
        for row in rows(&experiment(&game, "artificial(error=0.2)", &["minimax"], &depths, 20_000)) {
            let exact = exact_accuracy(b, p, depth, row.depth().unwrap(), 0.2);
            // The interval is one of 95%; 4.5 standard deviations are 2.3 times as wide.
            let allowed = 2.3 * width(&row).max(1e-3) / 2.0;
            assert!(
                (row.value - exact).abs() < allowed,
                "b {b}, depth {}: {}, exactly {exact}",
                row.depth().unwrap(),
                row.value
            );
        }
    }
}

/// With two moves, one winning and one losing, depth 1 is right with probability 1 - e, whatever the game.
#[test]
fn one_ply_is_as_good_as_the_evaluator() {
    for game in
        ["board-splitting(depth=7)", "board-splitting(depth=8,squares=n)", "leaf-tree(height=3,branching=2)"]
    {
        let rows =
            rows(&experiment(game, "artificial(error=0.3)", &["minimax", "product", "emm"], &[1], 10_000));
        for row in rows {
            assert!((row.value - 0.7).abs() < 2.3 * width(&row) / 2.0, "{game}: {}", row.value);
        }
    }
}

#[test]
fn the_whole_game_is_seen_without_error() {
    for evaluator in ["artificial(error=0.4)", "natural", "natural(error=table)"] {
        let rules = ["minimax", "product", "emm", "emm-true-types"];
        let rows = rows(&experiment("board-splitting(depth=5)", evaluator, &rules, &[5], 300));
        assert!(rows.iter().all(|row| row.value == 1.0 && row.high == Some(1.0)), "{evaluator}");
    }
}

/// With leaves of 0 and 1 the product rule is minimax: a majority that is often wrong, of an odd number of
/// leaves, so that none is a half.
#[test]
fn product_with_certain_leaves_is_minimax() {
    let text = experiment(
        "board-splitting(branching=3,depth=5)",
        "natural(binary=yes)",
        &["minimax", "product"],
        &[1, 2, 3],
        600,
    );
    let rows = rows(&text);
    for depth in 0..3 {
        assert_eq!(rows[depth].value, rows[3 + depth].value);
        assert!(rows[depth].value < 0.95, "it is wrong now and then: {}", rows[depth].value);
    }
}

/// The fast path over lanes and plain searches, one by one, score the same trials alike.
#[test]
fn lanes_and_plain_searches_score_alike() {
    use plyscope::cache::Memory;
    use plyscope::catalogue::Catalogue;
    use plyscope::game::GamePosition;
    use plyscope::key::Stream;
    use plyscope::search::Effort;
    use plyscope::source::{Drawn, Source, Wanted};
    use plyscope::tree::{DrawnTree, Place};
    use plyscope_lab::tally::Tally;
    let rules = ["minimax", "product", "emm", "emm-true-types"];
    let catalogue = Catalogue::built_in();
    for (game, evaluator) in [
        ("board-splitting(depth=5,p=0.5)", "artificial(error=0.2)"),
        ("board-splitting(branching=3,depth=4)", "natural"),
        ("board-splitting(depth=5,squares=mixed)", "natural(error=table)"),
        ("scheucher-kaindl(depth=4)", "model"),
    ] {
        let text = experiment(game, evaluator, &rules, &[1, 2, 3], 100);
        let experiment = parse("test", &text, None).unwrap();
        let study = experiment.study.sampled().unwrap();
        let blocks = |plainly: bool| {
            let cache = Memory::default();
            let ready = if plainly { study.prepare_plain(&cache) } else { study.prepare(&cache) }.unwrap();
            let mut tally = ready.block(0, 0, 64).unwrap();
            tally.merge(&ready.block(0, 1, 36).unwrap());
            tally
        };
        let fast = blocks(false);
        assert_eq!(fast, blocks(true), "{game}, {evaluator}: the study without lanes");
        // And by hand: every trial searched by the players themselves, judged by the tree.
        let game = catalogue.game(game).unwrap();
        let stream = Stream::new(1, &game.name().to_string());
        let source = Drawn::new(&game, stream, Wanted::NonTrivial).unwrap();
        let players = rules.map(|rule| catalogue.player(&game, rule, evaluator, "full-width").unwrap());
        let mut plain = Tally::new(fast.sums.len(), fast.scale);
        for number in 0..100 {
            let trial = source.trial(number).unwrap();
            let tree = &GamePosition::<DrawnTree>::of(&trial.position).game;
            let won = |m: usize| tree.truth(Place { level: 1, index: m });
            let branching = tree.shape().branching();
            assert!((0..branching).any(won) && !(0..branching).all(won));
            let mut scores = Vec::new();
            for player in &players {
                for depth in [1, 2, 3] {
                    let ties = player.decide(&trial.position, &[Effort::Depth(depth)]).unwrap().ties;
                    let right = ties.iter().filter(|m| won(**m)).count() as u64;
                    scores.push(plain.scale * right / ties.len() as u64);
                }
            }
            plain.add(&scores);
        }
        plain.nodes.clone_from(&fast.nodes);
        assert_eq!(fast, plain, "{}, {evaluator}", game.name());
    }
}

/// However ties are broken the mean is the same, since moves are exchangeable; right-or-wrong scores get
/// McNemar's test and Wilson's interval.
#[test]
fn ties_do_not_change_the_mean() {
    let text =
        experiment("board-splitting(depth=6)", "artificial(error=0.2)", &["minimax", "emm"], &[2, 3], 20_000);
    let share = rows(&text);
    for ties in ["hash", "first"] {
        let broken = rows(&format!("ties = \"{ties}\"\n{text}"));
        for (a, b) in share.iter().zip(&broken) {
            let allowed = 2.3 * width(b) / 2.0;
            assert!((a.value - b.value).abs() < allowed, "{ties}: {} and {}", a.value, b.value);
            let right = (b.value * 20_000.0).round();
            assert!((b.value * 20_000.0 - right).abs() < 1e-6, "right or wrong");
            let wilson = plyscope_lab::stats::wilson(right as u64, 20_000, 0.95);
            assert_eq!((b.low, b.high), (Some(wilson.low), Some(wilson.high)));
        }
        assert!(share.iter().zip(&broken).any(|(a, b)| a.value != b.value), "there are ties to be broken");
    }
}

/// A search that is not full width goes one by one; forward pruning that keeps everything is full width.
#[test]
fn other_searches_are_run_too() {
    let text = "title = \"t\"\nsource = \"s\"\ngame = \"leaf-tree(height=2)\"\ntrials = 200\ndepths = [2, 3]\n\
        [[series]]\nrule = \"minimax\"\nevaluator = \"natural\"\n\
        [[series]]\nlabel = \"all\"\nrule = \"minimax\"\nevaluator = \"natural\"\nsearch = \"forward-pruning(keep=3)\"\n\
        [[series]]\nlabel = \"two\"\nrule = \"minimax\"\nevaluator = \"natural\"\nsearch = \"forward-pruning(keep=2,root=yes)\"\n\
        [[series]]\nlabel = \"ab\"\nrule = \"minimax\"\nevaluator = \"natural\"\nsearch = \"alpha-beta(scores=all)\"\n";
    let rows = rows(text);
    for depth in [0, 1] {
        let at = |series: usize| &rows[2 * series + depth];
        assert_eq!((at(0).value, at(0).nodes), (at(1).value, at(1).nodes));
        assert_eq!(at(0).value, at(3).value);
        // Footnote 7 of Smith & Nau, and the root.
        let n = at(2).depth().unwrap();
        assert_eq!(at(2).nodes, Some(f64::from(3 * (2u32.pow(n) - 1) + 1)));
    }
}

/// Best-first order looks at just Knuth & Moore's number of leaves; random order at more, and at less than all.
#[test]
fn leaves_by_order() {
    let text = "title = 't'\nsource = 's'\nmeasure = 'leaves'\ngame = 'number-tree'\ntrials = 40\n\
                depths = [1, 3, 4]\nsweep = { branching = [2, 5] }\n\
                [[series]]\norder = 'best-first'\n[[series]]\norder = 'random'\n";
    let rows = rows(text);
    for row in &rows {
        let (branching, depth) = (row.point["branching"].as_f64().unwrap() as u64, row.depth().unwrap());
        let fewest = plyscope::theory::alpha_beta::fewest_leaves(branching, depth).unwrap() as f64;
        let all = branching.pow(depth) as f64;
        assert_eq!((row.metric.as_str(), row.trials), ("leaves", Some(40)));
        match row.series.as_str() {
            "best-first" => assert_eq!((row.value, row.low), (fewest, Some(fewest))),
            _ if depth == 1 => assert_eq!(row.value, all),
            _ => assert!(fewest < row.value && row.value < all, "{row:?}"),
        }
    }
    assert_eq!(rows.len(), 12);
}

fn match_of(game: &str, one: &str, other: &str, trials: u32) -> String {
    format!(
        "title = 't'\nsource = 's'\nmeasure = 'win-share'\ngame = '{game}'\ntrials = {trials}\ndepths = [1, 2]\n\
         [[series]]\nlabel = 'one'\n{one}\nagainst = {{ {other} }}\n"
    )
}

/// Against itself nobody wins more: both games of a start are the same game but for ties, and sides are
/// exchanged. Who sees the end of a small game beats who does not know what is good.
#[test]
fn matches_are_fair_and_the_better_player_wins() {
    let small = "kalah(pits=3,seeds=2,start=random)";
    let features = "rule = 'minimax'\nevaluator = 'kalah-features'";
    let same = rows(&match_of(small, features, "rule = 'minimax', evaluator = 'kalah-features'", 400));
    for row in &same {
        assert!(row.low.unwrap() < 0.5 && 0.5 < row.high.unwrap(), "{row:?}");
        assert_eq!((row.metric.as_str(), row.trials), ("win-share", Some(400)));
    }
    let solver = "rule = 'minimax'\nevaluator = 'store-difference'\nsearch = 'solve'";
    let won = rows(&match_of(small, solver, "rule = 'minimax', evaluator = 'random'", 100));
    assert!(won.iter().all(|row| row.low.unwrap() > 0.6), "{won:?}");
}

/// What a solver proves of a start is what two solvers play.
#[test]
fn two_solvers_play_the_value_of_the_start() {
    use plyscope::catalogue::Catalogue;
    use plyscope::game::{Player, Turn, expand_one};
    use plyscope::key::Stream;
    use plyscope::player::{Seat, play};
    use plyscope::search::Budget;
    let catalogue = Catalogue::built_in();
    let game = catalogue.game("kalah(pits=3,seeds=2,start=random)").unwrap();
    let solver = catalogue.player(&game, "minimax", "store-difference", "solve").unwrap();
    let mut seen = [0; 3];
    for number in 0..60 {
        let trial = Stream::new(5, "solvers").trial(number);
        let start = game.start(trial).unwrap();
        let solved = game.solve(&start, 1, &Budget::unlimited()).unwrap();
        let expected = if solved.low > 0.0 { 2 } else { u64::from(solved.low == 0.0) };
        assert_eq!(expand_one(&*game, &start).unwrap().turn, Turn::Player(Player::FIRST));
        let seat = Seat { player: &*solver, efforts: &[] };
        let played = play(&game, &start, [seat, seat], trial, 0).unwrap();
        assert_eq!(played.half_points, expected, "start {number}");
        seen[expected as usize] += 1;
    }
    assert!(seen[0] > 5 && seen[2] > 5, "starts of both kinds: {seen:?}");
}

/// Pairs of moves are compared alike in lanes and one by one, also where the depth is beyond the game's end:
/// there every pair is in the right order.
#[test]
fn pairs_are_compared_alike_in_lanes_and_one_by_one() {
    for (rule, evaluator) in [
        ("minimax", "natural"),
        ("minimax", "artificial(error=0.2)"),
        ("emm", "natural"),
        ("fused(weight=0.5)", "natural"),
    ] {
        let all = "label = \"plain\"\nsearch = \"forward-pruning(keep=3)\"";
        let series =
            |search: &str| format!("[[series]]\nrule = \"{rule}\"\nevaluator = \"{evaluator}\"\n{search}\n");
        let text = format!(
            "title = \"t\"\nsource = \"s\"\nmeasure = \"pair-accuracy\"\n\
            game = \"arc-tree(branching=3,height=2)\"\ntrials = 100\ndepths = [1, 2, 3, 4, 6]\n{}{}",
            series(""),
            series(all)
        );
        let rows = rows(&text);
        for (lanes, plain) in rows[..5].iter().zip(&rows[5..]) {
            assert_eq!(
                (lanes.value, lanes.low),
                (plain.value, plain.low),
                "{rule}, depth {:?}",
                lanes.depth()
            );
        }
        assert!(rows[0].value < 1.0, "it is wrong now and then");
        assert!(rows[3..5].iter().all(|row| row.value == 1.0), "{rule}: the end of the game is seen");
    }
}
