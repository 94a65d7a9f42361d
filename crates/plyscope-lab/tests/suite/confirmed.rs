//! Found on one half, confirmed on the other: planted losses are found in their group, and chance is not taken for one.

use plyscope::key::{Domain, Stream};
use plyscope::oracle::Certainty;
use plyscope::search::Effort;
use plyscope_lab::measurement::{
    At, Confirmed, Decided, Judged, Measurement, PlayerSetup, Record, Seen, Setup, TruthSetup,
};

pub(crate) fn setup() -> Setup {
    let player = PlayerSetup {
        name: "somebody".into(),
        rule: String::new(),
        evaluator: String::new(),
        calibrated: false,
        even: 0.0,
        absent: Vec::new(),
        rivals: Vec::new(),
    };
    let truth =
        TruthSetup { name: "truth".into(), certainty: Certainty::Exact, scores: false, oracles: vec![0] };
    Setup {
        game: "game".into(),
        named: "game".into(),
        positions: "somewhere".into(),
        seed: 1,
        asked: 0,
        always: false,
        listed: false,
        selected: false,
        remarks: Vec::new(),
        better: None,
        efforts: (1..=3).map(Effort::Depth).collect(),
        margins: false,
        repairs: Vec::new(),
        truths: vec![truth],
        players: vec![player],
        comparison: None,
        groups: None,
    }
}

/// A trial in which the first of two moves is correct, of this kind, and these depths find it.
pub(crate) fn record(kind: &str, right: [bool; 3]) -> Record {
    let at = |right: bool| At {
        values: Vec::new(),
        value: None,
        best: vec![usize::from(!right)],
        nodes: 1,
        logged: None,
    };
    let decided = Decided {
        at: right.into_iter().map(at).collect(),
        repairs: Default::default(),
        compared: Default::default(),
    };
    let seen = Seen {
        position: "p".into(),
        board: String::new(),
        ply: None,
        attempt: 0,
        group: None,
        moves: vec!["a".into(), "b".into()],
        kinds: vec![kind.into(), "quiet move".into()],
        plies: Vec::new(),
        truth: vec![vec![1.0, 0.5]],
        proved: Vec::new(),
        players: vec![decided],
        groups: Vec::new(),
    };
    Record { seen: Some(seen), ..Record::default() }
}

/// Trials a quarter of which have a check as the correct move; depth `d` is right with this probability.
fn measured(seed: u64, right: impl Fn(bool, usize) -> f64) -> Vec<Confirmed> {
    let records: Vec<Record> = (0..800)
        .map(|trial| {
            let key = Stream::new(seed, "confirmed").trial(trial);
            let draws = key.block.draw(Domain::Moves);
            let uniform = |i: u64| f64::from(draws.below(key.lane, i, 1_000_000)) / 1e6;
            let check = uniform(9) < 0.25;
            let found = [0, 1, 2].map(|depth| uniform(depth as u64) < right(check, depth));
            record(if check { "check" } else { "capture" }, found)
        })
        .collect();
    let found = Measurement::new(&setup(), &records);
    found.players[0].confirmed.clone()
}

#[test]
fn a_loss_in_one_group_is_found_there() {
    for seed in 1..=5 {
        // The total hides it: what checks lose from depth 2 to 3 the other positions gain.
        let found = measured(seed, |check, depth| match (check, depth) {
            (true, 2) => 0.5,
            (false, 2) => 0.9,
            _ => 0.8,
        });
        let found = found.first().expect("something loses");
        assert_eq!((found.by.as_str(), found.group.as_str()), ("kind", "only a check"), "{found:?}");
        assert_eq!(found.to.0, Effort::Depth(3), "{found:?}");
        assert_eq!(found.verdict, Judged::Hurts, "{found:?}");
        assert!(found.net.low < -0.3 && found.net.high > -0.3, "the planted loss lies within: {found:?}");
        assert!(found.trials.abs_diff(found.found_trials) < 60 && found.trials > 70, "{found:?}");
        assert!(found.sentence("position").contains("confirmed"), "{}", found.sentence("position"));
    }
}

/// Without any difference the worst of all steps and groups is confirmed no more often than a single test errs.
#[test]
fn chance_is_not_confirmed() {
    let (mut hurts, mut worse) = (0, 0.0);
    for seed in 1..=200 {
        let found = measured(seed, |_, _| 0.8);
        hurts += usize::from(found.iter().any(|found| found.verdict == Judged::Hurts));
        // Now and then nothing loses even by chance.
        worse += found.first().map_or(0.0, |first| (first.found.value - first.net.value) / 200.0);
    }
    // 2.5% of 200 are 5; 14 or more have a probability of less than .001.
    assert!(hurts < 14, "{hurts} of 200");
    // That it was chosen for being the worst shows on the half that it was chosen on.
    assert!(worse < -0.01, "{worse}");
}
