//! What a measurement advises, what margins change, and claims about repairs: by hand, from what was seen on every trial.

use crate::measurement::{Plain, best, file, mean};
use crate::support::parse;
use plyscope::cache::Memory;
use plyscope::catalogue::{Catalogue, Subject};
use plyscope::evaluator::Adjustment;
use plyscope_lab::experiment::Experiment;
use plyscope_lab::measurement::{Record, Seen};
use plyscope_lab::results::{ExperimentResult, Verdict, evaluate};
use plyscope_lab::run::{Options, Silent, run};
use std::sync::atomic::AtomicBool;

const GAME: &str = "kalah(pits=3,seeds=3)";

/// What came out, and what was seen on every judged trial.
fn run_all(text: &str) -> (ExperimentResult, Vec<Seen>) {
    let experiment: Experiment = parse("test", text, None).unwrap();
    let options = Options { jobs: 2, shard: None, stop: &AtomicBool::new(false), progress: &Silent };
    let tallies = run(&experiment, None, &options).unwrap();
    let read = |text: &String| serde_json::from_str::<Record>(text).unwrap().seen;
    let seen = tallies[0].records.values().filter_map(read).collect();
    (evaluate(&experiment, &tallies).unwrap(), seen)
}

fn plain() -> Plain {
    let catalogue = Catalogue::built_in();
    let game = catalogue.game(GAME).unwrap();
    let subject = Subject { game: &game, seed: 1, cache: None };
    let evaluator = catalogue.evaluator("store-difference", &subject).unwrap().evaluator;
    Plain { evaluator, highest: 18.0, game }
}

fn share(chosen: &[usize], correct: &[usize]) -> f64 {
    chosen.iter().filter(|i| correct.contains(i)).count() as f64 / chosen.len() as f64
}

fn correct(seen: &Seen) -> Vec<usize> {
    best(&seen.truth[0], &(0..seen.moves.len()).collect::<Vec<usize>>())
}

fn near(one: f64, other: f64, what: &str) {
    assert!((one - other).abs() < 1e-12, "{what}: {one} for {other}");
}

#[test]
fn rivals_at_equal_nodes() {
    let rest = "positions = 'random(plies=2..9)'\nrepairs = []\ncompare = true";
    let (result, seen) = run_all(&file(GAME, "store-difference", "[1, 2, 3, 4, 5]", 200, rest));
    let found = result.measurement.unwrap();
    let uses = found.players[0].uses.clone().unwrap();
    assert!(uses.at_nodes.iter().any(|at| at.id == "learned") && uses.at_nodes.len() >= 6, "{uses:?}");
    // A line over the logarithm of nodes between the two depths around them.
    let by_hand = |id: &str, nodes: f64| -> Vec<f64> {
        let counts: Vec<f64> = (0..seen[0].players[0].compared[id].len())
            .map(|d| mean(seen.iter().map(|seen| seen.players[0].compared[id][d].nodes as f64)))
            .collect();
        let above = counts.iter().position(|count| *count >= nodes).expect("within");
        let (low, high) = (counts[above - 1], counts[above]);
        let part = (nodes.ln() - low.ln()) / (high.ln() - low.ln());
        let right = |seen: &Seen, d: usize| share(&seen.players[0].compared[id][d].best, &correct(seen));
        seen.iter().map(|seen| (1.0 - part) * right(seen, above - 1) + part * right(seen, above)).collect()
    };
    for at in &uses.at_nodes {
        let mine = by_hand(at.id, at.nodes as f64);
        near(at.accuracy.value, mean(mine.iter().copied()), at.id);
        let alpha_beta = by_hand("alpha-beta", at.nodes as f64);
        if let Some(gain) = at.gain {
            near(gain.value, mean(mine.iter().zip(&alpha_beta).map(|(one, other)| one - other)), at.id);
            assert!(gain.low < gain.value && gain.value < gain.high);
        }
        assert_eq!(at.gain.is_none(), at.id == "alpha-beta");
    }
    // What alpha-beta chooses is one of the best moves of the same depth, with fewer nodes than all their values take.
    for seen in &seen {
        let player = &seen.players[0];
        for (cut, whole) in player.compared["alpha-beta"].iter().zip(&player.at) {
            assert!(cut.best.iter().all(|choice| whole.best.contains(choice)), "{}", seen.position);
        }
    }
    // Nothing is judged that somebody learned from.
    let (catalogue, cache) = (Catalogue::built_in(), Memory::default());
    let game = catalogue.game(GAME).unwrap();
    let subject = Subject { game: &game, seed: 1, cache: Some(&cache) };
    let evaluated = catalogue.evaluator("store-difference(calibrate=isotonic)", &subject).unwrap();
    let learned = catalogue.learned_from("learned", &evaluated.lesson(&subject)).unwrap();
    assert!(learned.len() > 100);
    for seen in &seen {
        let position = game.parse_position(&seen.position).unwrap();
        assert!(!learned.contains(&game.truth_key(&position)), "{}", seen.position);
    }
    // Where the deepest is wrong: weighed as far as it is.
    let wrong: Vec<f64> =
        seen.iter().map(|seen| 1.0 - share(&seen.players[0].at[4].best, &correct(seen))).collect();
    let second = uses.where_deepest_is_wrong.unwrap();
    let weighed = |of: &dyn Fn(&Seen) -> f64| {
        seen.iter().zip(&wrong).map(|(seen, wrong)| wrong * of(seen)).sum::<f64>() / wrong.iter().sum::<f64>()
    };
    // At least one of four depths against at least one of four random moves, each drawn for itself: all outcomes in turn.
    let any = |chances: [f64; 4]| -> f64 {
        let outcome = |bits: u32| {
            (0..4).map(|i| if bits >> i & 1 == 1 { chances[i] } else { 1.0 - chances[i] }).product()
        };
        (1..16).map(|bits| -> f64 { outcome(bits) }).sum()
    };
    let shallower =
        |seen: &Seen| any([0, 1, 2, 3].map(|d| share(&seen.players[0].at[d].best, &correct(seen))));
    near(second.shallower.value, weighed(&shallower), "shallower");
    let random = |seen: &Seen| any([correct(seen).len() as f64 / seen.moves.len() as f64; 4]);
    near(second.random.value, weighed(&random), "random");
    near(second.positions, wrong.iter().sum(), "positions");
    assert_eq!(second.efforts, 4);
}

/// With margins a move is correct that keeps the best score, and a plain recursion to the end knows it.
#[test]
fn margins_count() {
    let plain = plain();
    let rest = "positions = 'random(plies=3..12)'\nrepairs = []\nmargins = true";
    let (result, seen) = run_all(&file(GAME, "store-difference", "[1, 2, 3]", 60, rest));
    let found = result.measurement.unwrap();
    assert!(found.margins && seen.len() == 60);
    let mut finer = 0;
    for seen in &seen {
        let position = plain.game.parse_position(&seen.position).unwrap();
        let scores: Vec<f64> = plain.moves(&position, None).iter().map(|(value, _)| *value).collect();
        assert_eq!(seen.truth[0], scores, "{}", seen.position);
        let best_score = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        finer += usize::from(
            scores.iter().any(|score| score.signum() == best_score.signum() && *score < best_score),
        );
    }
    assert!(finer > 20, "in {finer} positions only the margin tells moves apart");
    for (d, effort) in found.players[0].efforts.iter().enumerate() {
        let right = seen.iter().map(|seen| share(&seen.players[0].at[d].best, &correct(seen)));
        near(effort.accuracy.unwrap().value, mean(right), "accuracy");
        let lost = |seen: &Seen| {
            let chosen = &seen.players[0].at[d].best;
            let most = seen.truth[0].iter().copied().fold(f64::NEG_INFINITY, f64::max);
            most - mean(chosen.iter().map(|choice| seen.truth[0][*choice]))
        };
        near(effort.regret.unwrap().value, mean(seen.iter().map(lost)), "regret");
    }
    let proxy = file(GAME, "store-difference", "[1, 2]", 10, "margins = true\ntruth = 'search(depth=4)'");
    let why = parse("test", &proxy, None).err().expect("refused").to_string();
    assert!(why.contains("exact scores"), "{why}");
}

/// Quiescence, and all that can be put right together, by a plain recursion on quiet positions.
#[test]
fn quiescence_and_joint() {
    let plain = plain();
    let quiet = plain.game.adjusted(&plain.evaluator, Adjustment::Quiescence { plies: 6 }).unwrap();
    let plain = Plain { evaluator: quiet, ..plain };
    let rest = "positions = 'random(plies=2..9)'\nrepairs = ['quiescence', 'joint']";
    let (result, seen) = run_all(&file(GAME, "store-difference", "[1, 2, 3, 4]", 80, rest));
    let mut right = [vec![Vec::new(); 4], vec![Vec::new(); 4]];
    for seen in &seen {
        let position = plain.game.parse_position(&seen.position).unwrap();
        let all: Vec<usize> = (0..seen.moves.len()).collect();
        let at: Vec<Vec<(f64, bool)>> = (1..=4).map(|depth| plain.moves(&position, Some(depth))).collect();
        let values: Vec<Vec<f64>> =
            at.iter().map(|at| at.iter().map(|(value, _)| *value).collect()).collect();
        for d in 0..4 {
            let mix = |i: &usize| match d >= 2 && !at[d][*i].1 && !at[d - 1][*i].1 {
                true => (values[d][*i] + values[d - 1][*i]) / 2.0,
                false => values[d][*i],
            };
            let averaged: Vec<f64> = all.iter().map(mix).collect();
            let joint = (0..d).rev().fold(best(&averaged, &all), |left, k| best(&values[k], &left));
            right[0][d].push(share(&best(&values[d], &all), &correct(seen)));
            right[1][d].push(share(&joint, &correct(seen)));
        }
    }
    let repairs = &result.measurement.as_ref().unwrap().players[0].repairs;
    assert_eq!(repairs.iter().map(|repair| repair.id.id()).collect::<Vec<_>>(), ["quiescence", "joint"]);
    for (repair, right) in repairs.iter().zip(&right) {
        for (found, right) in repair.accuracy.iter().zip(right) {
            near(found.value, mean(right.iter().copied()), repair.id.id());
        }
    }
}

/// Claims speak of repairs and of what steps break, by the numbers of the measurement.
#[test]
fn claims_about_repairs_and_steps() {
    let claims = "
[[claim]]
id = 'gain'
text = 'It gains.'
repair-above = { series = 'minimax', repair = 'vote', depths = [4] }
[[claim]]
id = 'loss'
text = 'It loses.'
repair-above = { series = 'minimax', repair = 'none', than = 'vote', depths = [4] }
[[claim]]
id = 'not-worse'
text = 'It does not lose.'
repair-at-least = { series = 'minimax', repair = 'vote', than = 'average', depths = [3, 4], margin = 0.01 }
[[claim]]
id = 'broken'
text = 'Much is broken.'
step-exceeds = { series = 'minimax', term = 'hurt', value = 0.1, depths = [1, 2], plies = 2 }
[[claim]]
id = 'net'
text = 'It pays.'
step-exceeds = { series = 'minimax', term = 'net', value = 0.0, depths = [1] }
";
    let rest = "repairs = ['average', 'vote']";
    let game = "board-splitting(squares=p,depth=8)";
    let text = file(game, "artificial(error=0.2)", "[1, 2, 3, 4]", 2000, rest) + claims;
    let (result, _) = run_all(&text);
    let player = &result.measurement.as_ref().unwrap().players[0];
    let vote = player.repairs.iter().find(|repair| repair.id.id() == "vote").unwrap();
    let judged = |id: &str| result.claims.iter().find(|claim| claim.id == id).unwrap();
    // P-games with independent errors: a vote repairs them, and looking deeper breaks many decisions.
    near(judged("gain").value.unwrap(), vote.gain[3].value, "gain");
    near(judged("loss").value.unwrap(), -vote.gain[3].value, "loss");
    let verdicts = ["gain", "loss", "not-worse", "broken", "net"].map(|id| judged(id).verdict);
    let (yes, no) = (Verdict::Supported, Verdict::Refuted);
    assert_eq!(verdicts, [yes, no, yes, yes, no], "{:?}", result.claims);
    let doubles: Vec<f64> =
        player.steps.iter().filter(|step| step.is_double()).map(|step| step.hurt.value).collect();
    assert!(doubles.contains(&judged("broken").value.unwrap()), "{doubles:?}");
    for (from, to, words) in [
        ("repair = 'vote', depths", "repair = 'magic', depths", "`magic` is not tried"),
        ("measure = 'depth'", "", "measure = \"depth\""),
    ] {
        let why = parse("test", &text.replace(from, to), None).err().expect(to).to_string();
        assert!(why.contains(words), "{to}: {why}");
    }
}
