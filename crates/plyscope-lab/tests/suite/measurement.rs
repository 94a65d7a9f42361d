//! Measurements against a plain recursion that shares nothing with searches, solver or statistics; controls that must come
//! out; intervals that cover; bad input.

use crate::support::parse;
use plyscope::catalogue::{Catalogue, EvaluatorEntry, Subject};
use plyscope::evaluator::{AnyEvaluator, Estimate, Evaluator, Profile};
use plyscope::game::{AnyPosition, ConnectFour, Game, Player, Turn, expand_one};
use plyscope::key::Stream;
use plyscope::name::Name;
use plyscope::player::AnyGame;
use plyscope::source::{RandomPositions, Source};
use plyscope_lab::experiment::Experiment;
use plyscope_lab::measurement::{Called, Judged, Measurement};
use plyscope_lab::question::{Efforts, Question};
use plyscope_lab::results::evaluate;
use plyscope_lab::run::{Options, Silent, run};
use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

fn measured(experiment: &Experiment, jobs: usize) -> plyscope_lab::Result<Measurement> {
    let stop = AtomicBool::new(false);
    let options = Options { jobs, shard: None, stop: &stop, progress: &Silent };
    let result = evaluate(experiment, &run(experiment, None, &options)?)?;
    Ok(result.measurement.expect("it measures"))
}

pub(crate) fn file(game: &str, evaluator: &str, depths: &str, trials: u64, rest: &str) -> String {
    format!(
        "title = 't'\nsource = 's'\nmeasure = 'depth'\ngame = '{game}'\ndepths = {depths}\ntrials = {trials}\n{rest}\n\
         [[series]]\nrule = 'minimax'\nevaluator = '{evaluator}'\n"
    )
}

/// A game by its rules alone, everything in the view of a position's mover.
pub(crate) struct Plain {
    pub(crate) game: AnyGame,
    pub(crate) evaluator: AnyEvaluator,
    pub(crate) highest: f64,
}

impl Plain {
    /// Value of a position to the first player, and whether the end of the game alone decides it.
    fn value(&self, position: &AnyPosition, plies: Option<u32>) -> (f64, bool) {
        let here = expand_one(&*self.game, position).unwrap();
        let sign = match here.turn {
            Turn::Over => return (here.payoffs[0], true),
            Turn::Player(Player::FIRST) => 1.0,
            _ => -1.0,
        };
        if plies == Some(0) {
            return (self.evaluator.estimate(position).unwrap().score(), false);
        }
        let children: Vec<(f64, bool)> =
            here.after.iter().map(|child| self.value(child, plies.map(|plies| plies - 1))).collect();
        let best = children.iter().map(|(value, _)| sign * value).fold(f64::NEG_INFINITY, f64::max);
        let won = children.iter().any(|(value, proved)| *proved && sign * value >= self.highest);
        (sign * best, won || children.iter().all(|(_, proved)| *proved))
    }

    /// Value and proof of every move at a depth, to the mover.
    pub(crate) fn moves(&self, position: &AnyPosition, depth: Option<u32>) -> Vec<(f64, bool)> {
        let here = expand_one(&*self.game, position).unwrap();
        let sign = if here.turn == Turn::Player(Player::FIRST) { 1.0 } else { -1.0 };
        let value = |child| self.value(child, depth.map(|depth| depth - 1));
        here.after.iter().map(value).map(|(value, proved)| (sign * value, proved)).collect()
    }
}

pub(crate) fn best(values: &[f64], among: &[usize]) -> Vec<usize> {
    let most = among.iter().map(|i| values[*i]).fold(f64::NEG_INFINITY, f64::max);
    among.iter().copied().filter(|i| (values[*i] - most).abs() <= 1e-12 * most.abs()).collect()
}

pub(crate) fn mean(numbers: impl Iterator<Item = f64>) -> f64 {
    let all: Vec<f64> = numbers.collect();
    all.iter().sum::<f64>() / all.len() as f64
}

/// Everything that needs no other search than the plain ones, on listed positions of two games, to 1e-12.
#[test]
fn numbers_are_those_of_a_plain_recursion() {
    for (name, evaluator, highest, depth) in [
        ("connect-four(width=4,height=4)", "lines", 1.0, 5),
        ("kalah(pits=3,seeds=2)", "store-difference", 12.0, 5),
    ] {
        let catalogue = Catalogue::built_in();
        let game = catalogue.game(name).unwrap();
        let subject = Subject { game: &game, seed: 1, cache: None };
        let plain = Plain {
            evaluator: catalogue.evaluator(evaluator, &subject).unwrap().evaluator,
            game: game.clone(),
            highest,
        };
        let source = RandomPositions {
            plies: Some(5..=30),
            ..RandomPositions::new(game.clone(), Stream::new(9, name))
        };
        let positions: Vec<AnyPosition> =
            (0..250).map(|trial| source.trial(trial).unwrap().position).collect();
        let folder =
            std::env::temp_dir().join(format!("plyscope-measured-{}-{depth}-{highest}", std::process::id()));
        let text: Vec<String> = positions.iter().map(|position| game.position_text(position)).collect();
        std::fs::write(&folder, text.join("\n")).unwrap();
        let depths: Vec<u32> = (1..=depth).collect();
        let rest = format!(
            "repairs = ['ties-previous', 'average', 'average-skip', 'vote']\npositions = 'file(path=\"{}\")'",
            folder.display()
        );
        let text = file(name, evaluator, &format!("{depths:?}"), 1000, &rest);
        let found = measured(&parse("test", &text, None).unwrap(), 2).unwrap();
        std::fs::remove_file(&folder).unwrap();

        // The table by hand: of every position the shares of correct moves, by series and depth.
        let mut right: BTreeMap<&str, Vec<Vec<f64>>> = BTreeMap::new();
        let (mut sets, mut trivial) = (Vec::new(), 0);
        for position in &positions {
            let outcomes: Vec<f64> = plain
                .moves(position, None)
                .iter()
                .map(|(value, _)| value.signum() * value.abs().min(1.0).ceil())
                .collect();
            let all: Vec<usize> = (0..outcomes.len()).collect();
            let correct = best(&outcomes, &all);
            if correct.len() == all.len() {
                trivial += 1;
                continue;
            }
            let share =
                |set: &[usize]| set.iter().filter(|i| correct.contains(i)).count() as f64 / set.len() as f64;
            let seen: Vec<Vec<(f64, bool)>> =
                depths.iter().map(|depth| plain.moves(position, Some(*depth))).collect();
            let values: Vec<Vec<f64>> =
                seen.iter().map(|at| at.iter().map(|(value, _)| *value).collect()).collect();
            let sets_here: Vec<Vec<usize>> = values.iter().map(|values| best(values, &all)).collect();
            let averaged = |d: usize, back: usize| -> Vec<f64> {
                let mix = |i: usize| match d >= 2 && !seen[d][i].1 && !seen[d - back][i].1 {
                    true => (values[d][i] + values[d - back][i]) / 2.0,
                    false => values[d][i],
                };
                all.iter().map(|i| mix(*i)).collect()
            };
            for d in 0..depths.len() {
                let vote = |i: &usize| -> f64 {
                    let mine = (0..=d).filter(|k| sets_here[*k].contains(i));
                    mine.map(|k| (1.0 + (k + 1) as f64 / 1000.0) / sets_here[k].len() as f64).sum()
                };
                let votes: Vec<f64> = all.iter().map(vote).collect();
                let ties = (0..d).rev().fold(sets_here[d].clone(), |left, k| best(&values[k], &left));
                for (id, set) in [
                    ("plain", sets_here[d].clone()),
                    ("ties-previous", ties),
                    ("average", best(&averaged(d, 1), &all)),
                    ("average-skip", best(&averaged(d, 2), &all)),
                    ("vote", best(&votes, &all)),
                ] {
                    let series = right.entry(id).or_insert_with(|| vec![Vec::new(); depths.len()]);
                    series[d].push(share(&set));
                }
            }
            sets.push(sets_here);
        }
        assert_eq!((found.trials as usize, found.trivial as usize), (sets.len(), trivial), "{name}");
        assert!(sets.len() > 60, "{name}: {} positions", sets.len());
        let player = &found.players[0];
        let near = |one: f64, other: f64, what: &str| {
            assert!((one - other).abs() < 1e-12, "{name}, {what}: {one} for {other}")
        };
        let plain = &right["plain"];
        for (d, effort) in player.efforts.iter().enumerate() {
            near(effort.accuracy.unwrap().value, mean(plain[d].iter().copied()), "accuracy");
            near(
                effort.tied.value,
                mean(sets.iter().map(|set| f64::from(u8::from(set[d].len() > 1)))),
                "tied",
            );
        }
        for step in &player.steps {
            let (from, to) = step.between;
            let pairs = || plain[from].iter().zip(&plain[to]);
            near(step.helped.value, mean(pairs().map(|(a, b)| b * (1.0 - a))), "helped");
            near(step.hurt.value, mean(pairs().map(|(a, b)| a * (1.0 - b))), "hurt");
            near(step.net.value, mean(pairs().map(|(a, b)| b - a)), "net");
            let hurt: f64 = pairs().map(|(a, b)| a * (1.0 - b)).sum();
            let lost: f64 = pairs().map(|(a, b)| (a - b).max(0.0)).sum();
            assert_eq!(step.churn.is_some(), hurt > 0.0);
            near(step.churn.unwrap_or(0.0), if hurt > 0.0 { 1.0 - lost / hurt } else { 0.0 }, "churn");
        }
        assert_eq!(player.steps.len(), 2 * depths.len() - 3);
        let agreement = |a: usize, b: usize| {
            mean(sets.iter().map(|set| {
                let shared = set[a].iter().filter(|i| set[b].contains(i)).count();
                shared as f64 / (set[a].len() + set[b].len() - shared) as f64
            }))
        };
        for plies in [1, 2] {
            for (d, found) in player.agreement[&(plies as u32)].iter().enumerate() {
                near(*found, agreement(d, d + plies), "agreement");
            }
        }
        let parity = mean(
            (0..depths.len() - 2)
                .map(|d| agreement(d, d + 2) - (agreement(d, d + 1) + agreement(d + 1, d + 2)) / 2.0),
        );
        near(player.parity_index.unwrap(), parity, "parity index");
        assert_eq!(player.repairs.len(), 4);
        for repair in &player.repairs {
            let mine = &right[repair.id.id()];
            for d in 0..depths.len() {
                near(repair.accuracy[d].value, mean(mine[d].iter().copied()), repair.id.id());
                near(
                    repair.gain[d].value,
                    mean(mine[d].iter().zip(&plain[d]).map(|(a, b)| a - b)),
                    repair.id.id(),
                );
                let before = |of: fn(f64, f64) -> f64, after: &[f64]| {
                    mean(plain[d - 1].iter().zip(after).map(|(a, b)| of(*a, *b)))
                };
                let change = |of: fn(f64, f64) -> f64| {
                    if d == 0 { 0.0 } else { before(of, &plain[d]) - before(of, &mine[d]) }
                };
                near(repair.hurt_removed[d], change(|a, b| a * (1.0 - b)), repair.id.id());
                near(repair.helped_lost[d], change(|a, b| b * (1.0 - a)), repair.id.id());
            }
        }
    }
}

/// P-games with independent errors are pathological: every step over two plies hurts, and so do those from odd depths to
/// even ones. N-games with the natural evaluator are not.
#[test]
fn controls_come_out() {
    let p = "board-splitting(squares=p,depth=10)";
    let text = file(
        p,
        "artificial(error=0.2)",
        "[1, 2, 3, 4, 5, 6]",
        6000,
        "repairs = ['average', 'average-skip', 'vote']",
    );
    let found = measured(&parse("test", &text, None).unwrap(), 2).unwrap();
    let player = &found.players[0];
    assert_eq!((found.trials, player.verdict.id), (6000, Called::Pathology), "{}", player.verdict.text);
    for step in &player.steps {
        let (from, to) = step.between;
        // Depths count from 1: from depth 1 to 2, 3 to 4, 5 to 6.
        if to - from == 2 || from % 2 == 0 {
            assert_eq!(step.verdict, Judged::Hurts, "{from} {to}: {:?}", step.net);
        }
    }
    let last = |id: &str| {
        player.repairs.iter().find(|repair| repair.id.id() == id).unwrap().gain.last().unwrap().value
    };
    assert!(last("vote") > last("average") && last("vote") > last("average-skip") && last("vote") > 0.1);

    // Depths of one parity leave nothing for parity to explain.
    let text = file(p, "artificial(error=0.2)", "[1, 3]", 3000, "repairs = []");
    let verdict = measured(&parse("test", &text, None).unwrap(), 2).unwrap().players.remove(0).verdict;
    assert_eq!(verdict.id, Called::Pathology, "{}", verdict.text);

    let n = "board-splitting(squares=n,depth=10)";
    let text = file(n, "natural", "[1, 2, 3, 4, 5, 6]", 3000, "repairs = []");
    let player = measured(&parse("test", &text, None).unwrap(), 2).unwrap().players.remove(0);
    assert!(
        player
            .steps
            .iter()
            .filter(|step| step.between.1 - step.between.0 == 2)
            .all(|step| step.verdict != Judged::Hurts)
    );
}

/// A measurement of P-games has the accuracies of decision accuracy on the same trials: those are checked against the exact
/// recursion elsewhere.
#[test]
fn drawn_games_are_those_of_other_studies() {
    let game = "board-splitting(squares=p,depth=8)";
    let text = file(game, "artificial(error=0.2)", "[1, 2, 3]", 640, "repairs = []");
    let found = measured(&parse("test", &text, None).unwrap(), 1).unwrap();
    let other =
        parse("test", &text.replace("measure = 'depth'\n", "").replace("repairs = []\n", ""), None).unwrap();
    let stop = AtomicBool::new(false);
    let options = Options { jobs: 1, shard: None, stop: &stop, progress: &Silent };
    let other = evaluate(&other, &run(&other, None, &options).unwrap()).unwrap();
    for (effort, row) in found.players[0].efforts.iter().zip(&other.results) {
        assert!((effort.accuracy.unwrap().value - row.value).abs() < 1e-12);
    }
}

/// Where there is no difference, few measurements say that there is: a random evaluator decides as well at any depth.
#[test]
fn intervals_cover() {
    let text = file("board-splitting(squares=p,depth=8)", "random", "[1, 2, 3, 4]", 160, "repairs = []");
    let mut wrong = 0;
    for seed in 1..=200 {
        let experiment = parse("test", &text, None).unwrap().with(None, Some(seed)).unwrap();
        let found = measured(&experiment, 2).unwrap();
        let steps = &found.players[0].steps;
        wrong += usize::from(steps.iter().any(|step| matches!(step.verdict, Judged::Helps | Judged::Hurts)));
    }
    assert!(wrong <= 10, "{wrong} of 200");
}

/// One thread and several see the same.
#[test]
fn the_same_for_any_threads() {
    let text = file(
        "kalah(pits=3,seeds=2)",
        "store-difference",
        "[1, 2, 3]",
        80,
        "positions = 'random(plies=2..9)'",
    );
    let experiment = parse("test", &text, None).unwrap();
    let [one, three] = [1, 3].map(|jobs| measured(&experiment, jobs).unwrap().json());
    assert_eq!(one, three);
}

/// Proxies: a loss is called only where both depths show it, and the word accuracy is not used.
#[test]
fn proxies_say_what_they_are() {
    let text = file(
        "connect-four(width=4,height=4)",
        "lines",
        "[1, 2, 3]",
        64,
        "truth = 'search(depth=6)'\npositions = 'random(plies=2..8)'\nrepairs = []",
    );
    let found = measured(&parse("test", &text, None).unwrap(), 1).unwrap();
    assert!(found.warnings.iter().any(|warning| warning.contains("proxy")), "{:?}", found.warnings);
    let shown = plyscope_lab::measurement::text(&found);
    assert!(shown.contains("agreement with search(depth=6)") && !shown.contains("accuracy"), "{shown}");
    let none = text.replace("search(depth=6)", "none");
    let found = measured(&parse("test", &none, None).unwrap(), 1).unwrap();
    let player = &found.players[0];
    assert!(
        player.steps.is_empty() && player.efforts[0].accuracy.is_none() && player.agreement[&1].len() == 2
    );
}

/// Gives no number.
struct Nothing;

impl Evaluator<ConnectFour> for Nothing {
    fn profile(&self) -> Profile {
        Profile::scores(Name::new("nothing"))
    }
    fn estimate(&self, _: &ConnectFour, _: &<ConnectFour as Game>::Position) -> Estimate {
        Estimate::score_of(f64::NAN)
    }
}

#[test]
fn bad_input_is_told_in_words() {
    let rest = "positions = 'random(plies=2..6)'\nrepairs = []";
    let entry = EvaluatorEntry::of::<ConnectFour, _>("nothing", "No number.", |_| Ok(Nothing));
    let catalogue = Catalogue::built_in().with_evaluator(entry);
    let text = file("connect-four(width=4,height=4)", "nothing", "[2]", 16, rest);
    let why =
        measured(&Experiment::parse(&catalogue, "test", &text, None).unwrap(), 1).unwrap_err().to_string();
    assert!(why.contains("nothing") && why.contains("NaN") && why.contains("position"), "{why}");

    // One move everywhere: the last of the seeds.
    let narrow =
        file("kalah(pits=1,seeds=2)", "store-difference", "[2]", 4, "positions = 'random'\nrepairs = []");
    let why = measured(&parse("test", &narrow, None).unwrap(), 1).unwrap_err().to_string();
    assert!(why.contains("no position to decide at"), "{why}");
    // A solver that gives up on most positions.
    let hard = file(
        "connect-four(width=6,height=5)",
        "lines",
        "[1]",
        16,
        "truth = 'solve(nodes=3000)'\npositions = 'random(plies=6..16)'\nrepairs = []",
    );
    let found = measured(&parse("test", &hard, None).unwrap(), 2).unwrap();
    assert!(found.unsolved > found.trials + found.trivial, "{} unsolved", found.unsolved);
    assert!(found.warnings.iter().any(|warning| warning.contains("the easier ones")), "{:?}", found.warnings);
    for (from, to, words) in [
        ("[2]", "[]", "rising order"),
        ("trials = 16", "trials = 16\nsweep = { width = [4, 5] }", "one game"),
        ("repairs = []", "repairs = ['magic']", "there is no repair `magic`"),
        ("measure = 'depth'", "measure = 'depth'\ntruth = 'guess'", "guess"),
    ] {
        let text = file("connect-four(width=4,height=4)", "lines", "[2]", 16, rest).replace(from, to);
        let why = parse("test", &text, None).err().expect(to).to_string();
        assert!(why.contains(words), "{to}: {why}");
    }
}

/// Searches with a back-up of their own are measured too, and with evaluations without end every search is right, whatever the
/// evaluator: the rules tell.
#[test]
fn evaluations_without_end_leave_no_mistakes() {
    let searches = ["decisive", "mcts(c=0.3,solver=yes)", "alpha-beta(deepening=yes)"];
    let question = Question {
        evaluators: vec!["lines(calibrate=isotonic,solved=200)".into()],
        searches: searches.map(String::from).to_vec(),
        efforts: Some(Efforts::of("evaluations", vec![2, 100_000]).unwrap()),
        positions: Some("random(plies=2..6)".into()),
        trials: Some(40),
        ..Question::about("tic-tac-toe")
    };
    let experiment = question.experiment(&Catalogue::built_in()).unwrap();
    let found = measured(&experiment, 2).unwrap();
    assert_eq!(found.players.len(), 3);
    for player in &found.players {
        let last = player.efforts.last().unwrap();
        assert_eq!(last.accuracy.as_ref().unwrap().value, 1.0, "{}", player.name);
    }
    let without_rule = Question { rules: vec!["minimax".into()], searches: vec!["mcts".into()], ..question };
    let why = without_rule.experiment(&Catalogue::built_in()).err().expect("a rule for nobody").to_string();
    assert!(why.contains("has a back-up of its own"), "{why}");
}
