//! Decisions in real games, judged by exact truth: against plain recursion that shares nothing with the solver, the
//! searches or the source.

use crate::support::parse;
use plyscope::cache::Memory;
use plyscope::catalogue::{Catalogue, Subject};
use plyscope::evaluator::{AnyEvaluator, Scale};
use plyscope::game::{AnyPosition, GamePosition, Kalah, Player, Turn, expand_one};
use plyscope::key::{Domain, Stream, TrialKey};
use plyscope::player::AnyGame;
use plyscope_lab::results::{ExperimentResult, evaluate};
use plyscope_lab::run::{Options, Silent, run};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::atomic::AtomicBool;

fn result(text: &str, jobs: usize) -> ExperimentResult {
    let experiment = parse("test", text, None).unwrap();
    let stop = AtomicBool::new(false);
    let options = Options { jobs, shard: None, stop: &stop, progress: &Silent };
    evaluate(&experiment, &run(&experiment, None, &options).unwrap()).unwrap()
}

fn experiment(game: &str, trials: u64, rest: &str, series: &[(&str, &str, &str, &str)]) -> String {
    let one = |(label, rule, evaluator, search): &(&str, &str, &str, &str)| {
        format!(
            "[[series]]\nlabel = \"{label}\"\nrule = \"{rule}\"\nevaluator = \"{evaluator}\"\nsearch = \"{search}\"\n"
        )
    };
    let series: String = series.iter().map(one).collect();
    format!("title = \"t\"\nsource = \"s\"\ngame = \"{game}\"\ntrials = {trials}\n{rest}\n{series}")
}

/// A game without its solver.
struct Plain {
    game: AnyGame,
    evaluator: AnyEvaluator,
    known: HashMap<u64, f64>,
}

impl Plain {
    fn new(game: &str, evaluator: &str) -> Self {
        let catalogue = Catalogue::built_in();
        let game = catalogue.game(game).unwrap();
        let subject = Subject { game: &game, seed: 1, cache: None };
        let evaluator = catalogue.evaluator(evaluator, &subject).unwrap().evaluator;
        Plain { game, evaluator, known: HashMap::new() }
    }

    fn mover(&self, position: &AnyPosition) -> Player {
        match expand_one(&*self.game, position).unwrap().turn {
            Turn::Player(player) => player,
            other => panic!("somebody is to move, not {other:?}"),
        }
    }

    /// The payoff of the first player, where the game is over.
    fn ended(&self, position: &AnyPosition) -> Option<f64> {
        expand_one(&*self.game, position).unwrap().payoffs.first().copied()
    }

    fn best(&self, position: &AnyPosition, values: impl Iterator<Item = f64>) -> f64 {
        match self.mover(position) {
            Player::FIRST => values.fold(f64::NEG_INFINITY, f64::max),
            _ => values.fold(f64::INFINITY, f64::min),
        }
    }

    fn below(&self, position: &AnyPosition) -> Vec<AnyPosition> {
        expand_one(&*self.game, position).unwrap().after
    }

    /// 1, 0 or -1 for the first player: every line to its end.
    fn truth(&mut self, position: &AnyPosition) -> f64 {
        let key = self.game.table_key(position);
        if let Some(known) = self.known.get(&key) {
            return *known;
        }
        let value = if let Some(payoff) = self.ended(position) {
            if payoff == 0.0 { 0.0 } else { payoff.signum() }
        } else {
            let values: Vec<f64> = self.below(position).iter().map(|child| self.truth(child)).collect();
            self.best(position, values.into_iter())
        };
        self.known.insert(key, value);
        value
    }

    /// Minimax to so many plies or turns, and how many nodes it saw.
    fn minimax(&self, position: &AnyPosition, depth: u32, turns: bool, nodes: &mut u64) -> f64 {
        *nodes += 1;
        if let Some(payoff) = self.ended(position) {
            return match self.evaluator.profile().scale {
                Scale::Score => payoff,
                Scale::Probability if payoff == 0.0 => 0.5,
                Scale::Probability => f64::from(u8::from(payoff > 0.0)),
            };
        }
        if depth == 0 {
            return self.evaluator.estimate(position).unwrap().score();
        }
        let values: Vec<f64> = self
            .below(position)
            .iter()
            .map(|child| {
                let again = turns && self.ended(child).is_none() && self.mover(child) == self.mover(position);
                self.minimax(child, if again { depth } else { depth - 1 }, turns, nodes)
            })
            .collect();
        self.best(position, values.into_iter())
    }

    /// One position of one random game.
    fn drawn(&self, key: TrialKey) -> AnyPosition {
        let draws = key.block.draw(Domain::Moves);
        let mut seen = vec![self.game.start(key).unwrap()];
        loop {
            let mut moves = self.below(seen.last().unwrap());
            let choice = draws.below(key.lane, seen.len() as u64 - 1, moves.len() as u32) as usize;
            let next = moves.swap_remove(choice);
            if self.ended(&next).is_some() {
                break;
            }
            seen.push(next);
        }
        let taken = draws.below(key.lane, u64::MAX, seen.len() as u32) as usize;
        seen.swap_remove(taken)
    }

    /// The positions that are judged, with the moves that are right: not trivial, and not to be left out.
    fn trials(
        &mut self,
        count: u64,
        left_out: &dyn Fn(&AnyPosition) -> bool,
    ) -> Vec<(AnyPosition, Vec<bool>)> {
        let stream = Stream::new(1, &self.game.name().to_string());
        let mut trials = Vec::new();
        'trial: for trial in 0..count {
            for attempt in 0..1000u64 {
                let position = self.drawn(stream.trial(attempt << 40 | trial));
                let children = self.below(&position);
                let values: Vec<f64> = children.iter().map(|child| self.truth(child)).collect();
                let best = self.best(&position, values.iter().copied());
                let right: Vec<bool> = values.iter().map(|value| *value == best).collect();
                if !left_out(&position) && right.contains(&false) {
                    trials.push((position, right));
                    continue 'trial;
                }
            }
            panic!("trial {trial} has no position");
        }
        trials
    }

    /// Mean score and mean nodes of minimax.
    fn accuracy(&self, trials: &[(AnyPosition, Vec<bool>)], depth: u32, turns: bool) -> (f64, f64) {
        let (mut score, mut nodes) = (0.0, 0);
        for (position, right) in trials {
            nodes += 1;
            let children = self.below(position);
            let values: Vec<f64> = children
                .iter()
                .map(|child| {
                    let again =
                        turns && self.ended(child).is_none() && self.mover(child) == self.mover(position);
                    self.minimax(child, if again { depth } else { depth - 1 }, turns, &mut nodes)
                })
                .collect();
            let best = self.best(position, values.iter().copied());
            let ties: Vec<usize> = (0..values.len()).filter(|i| values[*i] == best).collect();
            score += ties.iter().filter(|i| right[**i]).count() as f64 / ties.len() as f64;
        }
        (score / trials.len() as f64, nodes as f64 / trials.len() as f64)
    }
}

const TURNS: &str = "full-width(depth-in=turns)";
const DEPTHS: [u32; 3] = [1, 2, 3];

/// Positions, truth, choices, ties, scores and nodes, all by plain recursion; in Kalah turns are not plies, in
/// connect four they are.
#[test]
fn decisions_are_judged_as_plain_recursion_judges_them() {
    for (game, evaluator, alternate) in [
        ("kalah(pits=3,seeds=2)", "store-difference", false),
        ("kalah(pits=3,seeds=2,start=random)", "kalah-features", false),
        ("connect-four(width=4,height=3,run=3)", "random", true),
    ] {
        let mut plain = Plain::new(game, evaluator);
        let trials = plain.trials(100, &|_| false);
        let series = [("plies", "minimax", evaluator, "full-width"), ("turns", "minimax", evaluator, TURNS)];
        let rows = result(&experiment(game, 100, "depths = [1, 2, 3]", &series), 2).results;
        let mut found = BTreeMap::new();
        for row in &rows {
            let depth = row.depth().unwrap();
            let (value, nodes) = plain.accuracy(&trials, depth, row.series == "turns");
            assert!(
                (row.value - value).abs() < 1e-12,
                "{game}, {} {depth}: {} {value}",
                row.series,
                row.value
            );
            assert!((row.nodes.unwrap() - nodes).abs() < 1e-9, "{game}, {} {depth}", row.series);
            found.insert((row.series.clone(), depth), (row.value, row.nodes));
        }
        let same = DEPTHS.iter().all(|d| found[&("plies".into(), *d)] == found[&("turns".into(), *d)]);
        assert_eq!(same, alternate, "{game}");
    }
}

/// What the calibrator and the learned rule saw is judged by nobody, exchanged sides among it.
#[test]
fn what_was_learned_from_is_not_judged() {
    let game = "kalah(pits=3,seeds=2)";
    let mut plain = Plain::new(game, "store-difference");
    let name = plain.game.name().to_string();
    let mut learned = HashSet::new();
    for (purpose, solved) in [("calibration", 120), ("rules", 64)] {
        let stream = Stream::new(1, &format!("{name}/{purpose}"));
        for trial in 0..solved {
            let position = plain.drawn(stream.trial(trial));
            learned.insert(seen_by_mover(&position));
        }
    }
    let left_out = |position: &AnyPosition| learned.contains(&seen_by_mover(position));
    let (all, apart) = (plain.trials(200, &|_| false), plain.trials(200, &left_out));
    let met = all.iter().filter(|(position, _)| left_out(position)).count();
    assert!(met > 20, "{met} of 200 would have been known");
    let taught = "store-difference(calibrate=isotonic,solved=120)";
    let series = [
        ("minimax", "minimax", "store-difference", "full-width"),
        ("learned", "learned(solved=64)", taught, "full-width"),
    ];
    let rows = result(&experiment(game, 200, "depths = [1, 2, 3]", &series), 2).results;
    for row in rows.iter().filter(|row| row.series == "minimax") {
        let depth = row.depth().unwrap();
        let (value, _) = plain.accuracy(&apart, depth, false);
        assert!((row.value - value).abs() < 1e-12, "depth {depth}: {} {value}", row.value);
        assert_ne!(value, plain.accuracy(&all, depth, false).0, "other positions");
    }
}

/// A Kalah position as its mover sees it.
fn seen_by_mover(position: &AnyPosition) -> Vec<u8> {
    let pits = GamePosition::<Kalah>::of(position).position;
    let (me, you) = (pits.mover.index(), pits.mover.opponent().index());
    [pits.pits[me].to_vec(), pits.pits[you].to_vec(), vec![pits.stores[me], pits.stores[you]]].concat()
}

/// With so many nodes a full-width search decides as the deepest one whose iterations they pay for.
#[test]
fn equal_nodes_are_the_depth_that_they_pay_for() {
    let game = "kalah(pits=3,seeds=2)";
    let mut plain = Plain::new(game, "store-difference");
    let trials = plain.trials(64, &|_| false);
    let series = [("m", "minimax", "store-difference", "full-width(deepening=yes)")];
    for limit in [10u64, 40, 200] {
        let text = experiment(game, 64, &format!("sweep = {{ nodes = [{limit}] }}"), &series);
        let row = &result(&text, 1).results[0];
        assert!(row.nodes.unwrap() <= limit as f64 + 1.0);
        let mut score = 0.0;
        for one in &trials {
            let (mut spent, mut depth, mut decided) = (0.0, 1, None);
            let one = std::slice::from_ref(one);
            loop {
                let (value, nodes) = plain.accuracy(one, depth, false);
                let ended = plain.accuracy(one, depth + 1, false).1 == nodes;
                spent += nodes - 1.0;
                if spent > limit as f64 {
                    break;
                }
                decided = Some(value);
                if ended {
                    break;
                }
                depth += 1;
            }
            score += decided.expect("10 nodes pay for the moves of three pits");
        }
        assert!((row.value - score / 64.0).abs() < 1e-12, "{limit} nodes: {} {}", row.value, score / 64.0);
    }
}

/// A search to the end is never wrong, and neither is a solver; ties are scored as the file says.
#[test]
fn whoever_sees_the_end_is_right() {
    let game = "connect-four(width=4,height=3,run=3)";
    let series = [("end", "minimax", "random", "full-width"), ("solve", "minimax", "random", "solve")];
    for ties in ["share", "hash", "first"] {
        let rest = format!("ties = \"{ties}\"\ndepths = [1, 12]");
        for row in result(&experiment(game, 70, &rest, &series), 2).results {
            assert_eq!(row.value == 1.0, row.depth() == Some(12) || row.series == "solve", "{ties}: {row:?}");
        }
    }
}

/// The same bytes with one thread and with three, with points that share what was solved.
#[test]
fn threads_do_not_change_decisions_on_real_games() {
    let taught = "kalah-features(calibrate=isotonic,solved=200)";
    let series = [
        ("alpha-beta", "minimax", "kalah-features", "alpha-beta(deepening=yes,table=1)"),
        ("learned", "learned(solved=64)", taught, "full-width(deepening=yes)"),
    ];
    let text = experiment("kalah(pits=4,seeds=2)", 200, "sweep = { nodes = [20, 100, 500] }", &series);
    let bytes = |jobs| serde_json::to_string(&result(&text, jobs)).unwrap();
    assert_eq!(bytes(1), bytes(3));
}

/// A lead less another lead, from the same trials.
#[test]
fn leads_are_compared() {
    let game = "kalah(pits=3,seeds=2)";
    let stores = "store-difference";
    let series = [
        ("end", "minimax", stores, "solve"),
        ("stores", "minimax", stores, "full-width"),
        ("random", "minimax", "random", "full-width"),
    ];
    let claim = |id: &str, lead: &str, than: &str| {
        format!(
            "[[claim]]\nid = \"{id}\"\ntext = \"x\"\nlarger-lead = {{ lead = {lead}, than = {than}, depths = [3] }}\n"
        )
    };
    // Nobody leads the one who sees the end.
    let (long, short) = ("[\"end\", \"random\"]", "[\"stores\", \"end\"]");
    let claims = claim("yes", long, short) + &claim("no", short, long);
    let found = result(&(experiment(game, 500, "depths = [1, 3]", &series) + &claims), 2);
    let value = |series: &str| {
        found.results.iter().find(|row| row.series == series && row.depth() == Some(3)).unwrap().value
    };
    let expected = (value("end") - value("random")) - (value("stores") - value("end"));
    let verdicts: Vec<&str> = found.claims.iter().map(|claim| claim.verdict.name()).collect();
    assert_eq!(verdicts, ["supported", "refuted"]);
    assert!(found.claims[0].evidence.contains(&format!("{expected:+.4}")), "{}", found.claims[0].evidence);
}

/// Two in a row win: whoever answers a mark in the middle of one long row has lost. So all 31 answers are right, and
/// where they are tied they score the whole, though 31 of them have no whole share of the scale.
#[test]
fn ties_of_many_moves_that_are_all_right_score_the_whole() {
    let (game, evaluator) = ("connect-four(width=32,height=1,run=2)", "random(values=2)");
    let plain = Plain::new(game, evaluator);
    let name = plain.game.name().to_string();
    let answers = |seed: &u64| {
        let position = plain.drawn(Stream::new(*seed, &name).trial(0));
        let children = plain.below(&position);
        // The mark is in the middle if neither of its neighbours saves.
        let lost = |child: &AnyPosition| {
            plain.below(child).iter().any(|next| plain.ended(next).is_some_and(|payoff| payoff > 0.0))
        };
        let values = children.iter().map(|child| plain.minimax(child, 1, false, &mut 0));
        children.len() == 31 && children.iter().all(lost) && values.into_iter().all(|value| value == 1.0)
    };
    let seed = (0..1000).find(answers).expect("one game in a few has such a position");
    let rest = format!("seed = {seed}\ndepths = [2]\nwanted = \"every\"");
    let rows = result(&experiment(game, 1, &rest, &[("s", "minimax", evaluator, "full-width")]), 1).results;
    assert_eq!(rows.iter().map(|row| row.value).collect::<Vec<f64>>(), [1.0]);
}

#[test]
fn mistakes_are_told_before_anything_runs() {
    let plain = |game: &str, rest: &str, rule: &str, evaluator: &str, search: &str| {
        let text = experiment(game, 64, rest, &[("s", rule, evaluator, search)]);
        match parse("my.toml", &text, None) {
            Ok(_) => panic!("{game}, {rest}, {rule}, {evaluator}, {search} was accepted"),
            Err(error) => error.to_string(),
        }
    };
    let (small, depth, wide) = ("kalah(pits=3,seeds=2)", "depths = [1]", "full-width");
    let nodes = "sweep = { nodes = [100] }";
    for (message, expected) in [
        (plain(small, depth, "minimax", "artificial", wide), "games that are drawn by key"),
        (plain("board-splitting", depth, "minimax", "store-difference", wide), "is for kalah"),
        (plain("tic-tac-trio", depth, "minimax", "random", wide), "at most 2 players"),
        (plain(small, "", "minimax", "store-difference", wide), "missing field `depths`"),
        (plain(small, "depths = [0]", "minimax", "store-difference", wide), "depth 0 is not allowed"),
        (
            plain(
                small,
                "sweep = { nodes = [9] }",
                "minimax",
                "store-difference",
                "full-width(deepening=yes)",
            ),
            "10 or more, not 9",
        ),
        (plain(small, nodes, "minimax", "store-difference", wide), "full-width cannot be given 100 nodes"),
        (
            plain(small, nodes, "minimax", "store-difference", "alpha-beta"),
            "cannot be given 100 nodes; it takes a depth; with deepening=yes",
        ),
        (
            plain("board-splitting", &format!("{nodes}\ndepths = [1]"), "minimax", "natural", wide),
            "where decisions are judged on real games",
        ),
        (plain(small, depth, "product", "store-difference", wide), "a probability between 0 and 1"),
        (
            plain(small, depth, "minimax", "store-difference", "full-width(depth-in=moves)"),
            "depth-in=moves is not allowed",
        ),
    ] {
        assert!(message.starts_with("my.toml") && message.contains(expected), "{expected}: {message}");
    }
}

/// What can only be found out by trying is found out when the experiment is prepared, before anything runs.
#[test]
fn what_cannot_be_done_is_told_when_it_is_prepared() {
    for (game, rule, evaluator, expected) in [
        ("kalah(pits=6,seeds=6)", "minimax", "store-difference", "take a smaller board"),
        (
            "kalah(pits=3,seeds=2)",
            "learned",
            "store-difference(calibrate=isotonic,solved=100000)",
            "learn from fewer",
        ),
    ] {
        let text = experiment(game, 64, "depths = [1]", &[("s", rule, evaluator, "full-width")]);
        let experiment = parse("my.toml", &text, None).unwrap();
        let prepared = experiment.study.sampled().unwrap().prepare(&Memory::default());
        let message = prepared.err().expect("refused").to_string();
        assert!(message.contains(expected), "{message}");
    }
}
