//! Claims against tallies that were written down by hand: every comparison's numbers and verdict are known from elsewhere.

use crate::support::parse;
use plyscope::key::mix;
use plyscope_lab::experiment::{Experiment, Setting};
use plyscope_lab::results::{Basis, Judged, Verdict, evaluate};
use plyscope_lab::stats::Sample;
use plyscope_lab::tally::Tally;

/// Two series, depths 1 to 4, nothing swept.
const PLAIN: &str = "title = 't'\nsource = 'Paper, figure 1'\ngame = 'board-splitting(depth=5,squares=n)'\ntrials = 10\n\
    depths = [1, 2, 3, 4]\n[[series]]\nrule = 'minimax'\nevaluator = 'artificial'\n\
    [[series]]\nrule = 'emm'\nevaluator = 'artificial'\n";

/// One depth and five points.
const SWEPT: &str = "title = 't'\nsource = 'Paper, figure 1'\ngame = 'board-splitting(depth=5,squares=mixed)'\n\
    trials = 10\ndepths = [3]\nsweep = { mix = [0.0, 0.25, 0.5, 0.75, 1.0] }\n\
    [[series]]\nrule = 'minimax'\nevaluator = 'artificial'\n[[series]]\nrule = 'emm'\nevaluator = 'artificial'\n";

fn experiment(base: &str, claims: &str) -> Experiment {
    parse("t", &format!("{base}{claims}"), None).unwrap()
}

fn claim(id: &str, comparison: &str) -> String {
    format!("[[claim]]\nid = '{id}'\ntext = 'x'\n{comparison}\n")
}

fn judged(base: &str, comparison: &str, tallies: &[Tally]) -> Judged {
    let experiment = experiment(base, &claim("a", comparison));
    evaluate(&experiment, tallies).unwrap().claims.remove(0)
}

/// Trials one by one, the scores of all columns.
fn tally(scale: u64, trials: &[Vec<u64>]) -> Tally {
    let mut tally = Tally::new(trials[0].len(), scale);
    trials.iter().for_each(|scores| tally.add(scores));
    tally
}

/// The same trials several times over.
fn repeated(tally: &Tally, times: u128) -> Tally {
    let many = |sums: &[u128]| sums.iter().map(|sum| sum * times).collect();
    Tally {
        trials: tally.trials * times as u64,
        scale: tally.scale,
        sums: many(&tally.sums),
        products: many(&tally.products),
        nodes: many(&tally.nodes),
        ..tally.clone()
    }
}

/// The interval in an evidence text.
fn shown(evidence: &str) -> (f64, f64) {
    let (_, rest) = evidence.split_once('[').unwrap_or_else(|| panic!("no interval: {evidence}"));
    let (low, rest) = rest.split_once(", ").unwrap();
    (low.parse().unwrap(), rest.split_once(']').unwrap().0.parse().unwrap())
}

/// The interval of a mean of differences that a claim shows, where it makes so many comparisons.
fn always(n: u64, mean: f64, variance: f64, comparisons: f64) -> (f64, f64) {
    let at = Sample { n, mean, variance }.always(Some([-1.0, 1.0]), 1.0 - 0.05 / comparisons);
    (at.low, at.high)
}

/// Columns as `draw` gives them for (trial, column), of which there are eight.
fn drawn(trials: u64, scale: u64, draw: impl Fn(u64, u64) -> u64) -> Tally {
    let rows: Vec<Vec<u64>> =
        (0..trials).map(|trial| (0..8).map(|column| draw(trial, column)).collect()).collect();
    tally(scale, &rows)
}

/// Student's own sleep data (1908), in hundredths and two up: t = 4.0621 with 9 degrees of freedom, P = .0028. Ten trials look
/// sure to the t-test; looked at again and again, they are not.
#[test]
fn the_t_test_is_students() {
    let first = [27, 4, 18, 8, 19, 54, 57, 28, 20, 40];
    let second = [39, 28, 31, 21, 19, 64, 75, 36, 66, 54];
    let rows: Vec<Vec<u64>> = first.iter().zip(second).map(|(a, b)| vec![0, 0, *a, 0, 0, 0, b, 0]).collect();
    let tally = tally(100, &rows);
    let above = "t-test = true\nabove = { series = 'emm', than = 'minimax', depths = [3] }";
    let found = judged(PLAIN, above, &[tally]);
    assert_eq!(found.verdict, Verdict::Undecided);
    let said = "t = 4.06, 9 degrees of freedom, P = 0.0028";
    assert!(found.evidence.contains(said), "{}", found.evidence);
    // A mean of 1.58 and a variance of 1.513 hours.
    let (low, high) = always(10, 0.158, 0.015_128_888_9, 1.0);
    assert!(
        (found.low.unwrap() - low).abs() < 1e-6 && (found.high.unwrap() - high).abs() < 1e-6,
        "{found:?}"
    );
}

/// A mean over depths uses what the depths have in common: here their noise cancels, and the mean is known exactly.
#[test]
fn means_over_depths_know_covariances() {
    // EMM leads by 2 at depth 1 and by 0 at depth 3 in even trials, the other way round in odd ones.
    let tally = drawn(200, 10, |trial, column| match column {
        4 if trial % 2 == 0 => 7,
        6 if trial % 2 == 1 => 7,
        _ => 5,
    });
    let mean = "mean-above = { series = 'emm', than = 'minimax', depths = [1, 3] }";
    let found = judged(PLAIN, mean, std::slice::from_ref(&tally));
    assert_eq!(found.verdict, Verdict::Supported);
    let (low, _) = always(200, 0.1, 0.0, 1.0);
    assert!(
        (found.value.unwrap() - 0.1).abs() < 1e-12 && (found.low.unwrap() - low).abs() < 1e-9,
        "{found:?}"
    );
    assert!(
        found.evidence.contains("mean of emm minus minimax over depths 1, 3: +0.1000"),
        "{}",
        found.evidence
    );
    // Each depth alone: mean .1, variance .01 x 200/199.
    let each = judged(PLAIN, "above = { series = 'emm', than = 'minimax', depths = [1, 3] }", &[tally]);
    assert!((each.low.unwrap() - always(200, 0.1, 0.01 * 200.0 / 199.0, 2.0).0).abs() < 1e-6, "{each:?}");
}

/// Over points nothing is known of what they have in common: the half-widths are averaged.
#[test]
fn means_over_points_are_cautious() {
    let point = |shift: u64| {
        let rows: Vec<Vec<u64>> = (0..30).map(|trial| vec![5, 5 + shift + trial % 2]).collect();
        tally(10, &rows)
    };
    let tallies: Vec<Tally> = (0..5).map(point).collect();
    let mean = "mean-above = { series = 'emm', than = 'minimax', over = 'points' }";
    let found = judged(SWEPT, mean, &tallies);
    // Leads .05, .15, ..., .45, each a fifth of the mean; every variance .0025 x 30/29.
    let fifth = |lead: f64| {
        let sample = Sample { n: 30, mean: lead / 5.0, variance: 0.0025 / 25.0 * 30.0 / 29.0 };
        sample.always(Some([-0.2, 0.2]), 0.95).low
    };
    let low: f64 = [0.05, 0.15, 0.25, 0.35, 0.45].map(fifth).iter().sum();
    assert!((found.value.unwrap() - 0.25).abs() < 1e-12);
    assert!((found.low.unwrap() - low).abs() < 1e-6, "{found:?}");
}

/// Minimax has 10, 100, 1000, 10000 nodes and .5, .6, .8, .9; EMM at depth 2 has 10^2.5 nodes and .75: between depths
/// 2 and 3 minimax would have .7.
#[test]
fn equal_nodes_are_interpolated() {
    let mut tally = drawn(1000, 10_000, |trial, column| {
        let wave = if trial % 2 == 0 { 90 } else { 110 };
        [50, 60, 80, 90, 0, 75, 0, 0][column as usize] * wave
    });
    for (column, nodes) in [(0, 10.0), (1, 100.0), (2, 1000.0), (3, 10_000.0), (5, 10f64.powf(2.5))] {
        tally.nodes[column] = (1000.0 * nodes) as u128;
    }
    let nodes = "above-at-equal-nodes = { series = 'emm', than = 'minimax', depths = [2] }";
    let found = judged(PLAIN, nodes, std::slice::from_ref(&tally));
    let evidence = &found.evidence;
    assert!(
        evidence.contains("emm at depth 2 (316 nodes)") && evidence.contains("between depths 2 and 3"),
        "{evidence}"
    );
    assert!((found.value.unwrap() - 0.05).abs() < 1e-3, "{found:?}");
    // All scores go up and down together by a tenth: so does the difference, .05 +- .005 in every trial.
    let (value, at) = (found.value.unwrap(), (found.low.unwrap(), found.high.unwrap()));
    let (low, high) = always(1000, value, 0.005 * 0.005 * 1000.0 / 999.0, 1.0);
    assert!((at.0 - low).abs() < 1e-4 && (at.1 - high).abs() < 1e-4, "{at:?}, {low} {high}");
    let below = judged(PLAIN, &nodes.replace("above-at", "below-at"), std::slice::from_ref(&tally));
    assert_eq!((found.verdict, below.verdict), (Verdict::Supported, Verdict::Refuted));
    // The paper's own counts take the place of those that were visited: 1000 nodes are depth 3.
    let counted = PLAIN.replacen("rule = 'emm'", "counted-nodes = [1, 1000, 1000, 1000]\nrule = 'emm'", 1);
    let found = judged(&counted, nodes, std::slice::from_ref(&tally));
    assert!(
        found.evidence.contains("(1000 nodes)") && found.evidence.contains("at depth 3"),
        "{}",
        found.evidence
    );
    assert!((found.value.unwrap() + 0.05).abs() < 1e-9 && found.verdict == Verdict::Refuted, "{found:?}");
    // At depth 3 EMM has minimax's 1000 nodes and is .015 above it: the mean over depths 2 and 3.
    let both = nodes.replace("depths = [2]", "depths = [2, 3], mean = true");
    let mut mean = tally.clone();
    (mean.sums[6], mean.nodes[6]) = (mean.sums[2] + 1000 * 150, 1000 * 1000);
    let columns = mean.sums.len();
    for column in 0..columns {
        let (i, j) = (column.min(6), column.max(6));
        // Scores that are the same in every trial, for simplicity.
        mean.products[i * columns + j] = mean.sums[column] * mean.sums[6] / 1000;
    }
    let found = judged(PLAIN, &both, &[mean]);
    assert!((found.value.unwrap() - (0.05 + 0.015) / 2.0).abs() < 1e-3, "{found:?}");
    let beyond = PLAIN.replacen("rule = 'emm'", "counted-nodes = [1, 1, 1, 1]\nrule = 'emm'", 1);
    assert_eq!(judged(&beyond, nodes, &[tally]).verdict, Verdict::NotTestable);
}

/// A ratio of 1.25 within .03 and within .002: at its ends the bets on mean(emm) - r mean(minimax) have just won.
#[test]
fn ratios_within_a_margin() {
    let tally = drawn(10_000, 100, |trial, column| match (column, trial % 2) {
        (4.., 0) => 76,
        (4.., _) => 74,
        (_, 0) => 58,
        _ => 62,
    });
    let ratio = |margin: &str| {
        format!(
            "ratio-within = {{ series = 'emm', than = 'minimax', value = 1.25, margin = {margin}, depths = [3] }}"
        )
    };
    let found = judged(PLAIN, &ratio("0.03"), std::slice::from_ref(&tally));
    assert_eq!((found.verdict, found.value), (Verdict::Supported, Some(1.25)));
    // The difference emm - r minimax is .75 - .6 r +- (.01 + .02 r): zero is an end of its interval.
    let end = |r: f64| {
        let variance = (0.01 + 0.02 * r).powi(2) * 10_000.0 / 9999.0;
        Sample { n: 10_000, mean: 0.75 - 0.6 * r, variance }.always(Some([-r, 1.0]), 0.95)
    };
    let (low, high) = (end(found.low.unwrap()).low, end(found.high.unwrap()).high);
    assert!(low.abs() < 1e-6 && high.abs() < 1e-6, "{low} {high}: {found:?}");
    assert_eq!(judged(PLAIN, &ratio("0.002"), std::slice::from_ref(&tally)).verdict, Verdict::Undecided);
    let far = ratio("0.03").replace("1.25", "1.3");
    assert_eq!(judged(PLAIN, &far, &[tally]).verdict, Verdict::Refuted);
}

/// Depth 4 is worse than depth 3 by .1 and better than depth 2: step by step it is pathological, by parity it is not.
#[test]
fn steps_of_every_kind() {
    let tally = drawn(2000, 10, |_, column| [5, 6, 9, 8][column as usize % 4]);
    let steps = |steps: &str, to: u32, margin: f64| {
        let line = format!(
            "not-pathological = {{ series = 'emm', from = 1, to = {to}, steps = '{steps}', margin = {margin} }}"
        );
        judged(PLAIN, &line, std::slice::from_ref(&tally))
    };
    assert_eq!(steps("parity", 3, 0.0).verdict, Verdict::Supported);
    let parities = steps("parities", 4, 0.0);
    assert!(
        parities.evidence.starts_with("weakest of 2: emm at depth 4 minus emm at depth 2"),
        "{parities:?}"
    );
    assert_eq!(parities.verdict, Verdict::Supported);
    let every = steps("every", 4, 0.05);
    assert!(every.evidence.starts_with("weakest of 3: emm at depth 4 minus emm at depth 3"), "{every:?}");
    assert!(every.evidence.contains("losses up to 0.05 are ignored"), "{every:?}");
    assert_eq!((every.verdict, steps("every", 4, 0.11).verdict), (Verdict::Refuted, Verdict::Supported));
}

/// Differences of -.2, -.1, .1, .2, .3 at 0, .25, .5, .75, 1: zero is in the middle between .25 and .5.
#[test]
fn crossings_have_an_interval() {
    let curve = |heights: [i64; 5], noise: i64| -> Vec<Tally> {
        let one = |height: i64| {
            let rows = (0..10_000i64).map(|trial| {
                let up = if trial % 2 == 0 { noise } else { -noise };
                vec![500, (500 + height + up) as u64]
            });
            tally(1000, &rows.collect::<Vec<_>>())
        };
        heights.map(one).to_vec()
    };
    let between = |a: f64, b: f64| {
        format!(
            "crosses-between = {{ series = 'emm', than = 'minimax', depth = 3, along = 'mix', between = [{a}, {b}] }}"
        )
    };
    let heights = [-200, -100, 100, 200, 300];
    let found = judged(SWEPT, &between(0.3, 0.45), &curve(heights, 200));
    assert_eq!(found.verdict, Verdict::Supported, "{found:?}");
    assert!((found.value.unwrap() - 0.375).abs() < 1e-12);
    // Between .25 and .5 the upper ends of the intervals rise from below zero, the lower ones to above it.
    let (_, top) = always(10_000, -0.1, 0.04 * 10_000.0 / 9999.0, 1.0);
    let (below, above) = always(10_000, 0.1, 0.04 * 10_000.0 / 9999.0, 1.0);
    let reach = |low: f64, high: f64| 0.25 + 0.25 * -low / (high - low);
    assert!((found.low.unwrap() - reach(top, above)).abs() < 1e-6, "{found:?}");
    let (bottom, _) = always(10_000, -0.1, 0.04 * 10_000.0 / 9999.0, 1.0);
    assert!((found.high.unwrap() - reach(bottom, below)).abs() < 1e-6, "{found:?}");
    assert_eq!(judged(SWEPT, &between(0.374, 0.45), &curve(heights, 200)).verdict, Verdict::Undecided);
    assert_eq!(judged(SWEPT, &between(0.6, 0.8), &curve(heights, 200)).verdict, Verdict::Refuted);
    let everywhere = judged(SWEPT, &between(0.3, 0.45), &curve([100, 200, 300, 300, 400], 10));
    assert_eq!(everywhere.verdict, Verdict::Refuted);
    assert!(everywhere.evidence.contains("emm is above minimax everywhere"), "{everywhere:?}");
    let nowhere = judged(SWEPT, &between(0.3, 0.45), &curve([-1, -1, 1, 1, 1], 400));
    assert_eq!(nowhere.verdict, Verdict::Undecided);
}

/// A ratio that goes 1, 1.1, 1.09, 1.2, 1.3, with hardly any noise: it rises if a step back of .02 is none.
#[test]
fn trends_along_a_parameter() {
    let tallies: Vec<Tally> = [500, 550, 545, 600, 650]
        .map(|height| {
            let rows = (0..20_000u64).map(|trial| vec![500, height + trial % 2]);
            tally(1000, &rows.collect::<Vec<_>>())
        })
        .to_vec();
    let trend = |word: &str, margin: f64| {
        let line =
            format!("{word} = {{ series = 'emm', than = 'minimax', along = 'mix', margin = {margin} }}");
        judged(SWEPT, &line, &tallies)
    };
    let rises = trend("rises", 0.02);
    assert_eq!(rises.verdict, Verdict::Supported, "{rises:?}");
    assert!(rises.evidence.contains("no step reverses by more than 0.02"), "{rises:?}");
    assert_eq!(
        (trend("rises", 0.005).verdict, trend("falls", 1.0).verdict),
        (Verdict::Refuted, Verdict::Refuted)
    );
    let own = judged(SWEPT, "rises = { series = 'minimax', along = 'mix' }", &tallies);
    assert_eq!(own.verdict, Verdict::Equal, "all alike does not rise: {own:?}");
}

/// From and to how many trials a claim is forecast to be decided.
fn forecast(evidence: &str) -> Option<[f64; 2]> {
    let (_, rest) = evidence.split_once("probably decided by ")?;
    let (from, rest) = rest.split_once(" to ")?;
    Some([from.parse().unwrap(), rest.split_once(" trials")?.0.parse().unwrap()])
}

/// Where a share of .2 is printed with two decimals, 2,000 trials cannot tell and 200,000 can.
#[test]
fn printed_numbers_of_samples() {
    let printed = |value: &str, rest: &str| {
        format!("[[printed]]\nseries = 'emm'\ndepth = 3\nvalue = {value}\ndecimals = 2\n{rest}")
    };
    let few = drawn(2000, 10, |trial, _| if trial % 2 == 0 { 1 } else { 3 });
    let many = repeated(&few, 100);
    let judge = |text: &str, tally: &Tally| {
        evaluate(&experiment(PLAIN, text), std::slice::from_ref(tally)).unwrap().claims.remove(0)
    };
    let open = judge(&printed("0.20", ""), &few);
    assert_eq!((open.id.as_str(), open.verdict), ("printed-emm-3", Verdict::Undecided));
    assert_eq!((open.text.as_str(), open.printed), ("Printed: emm at depth 3 is 0.20.", Some(0.2)));
    // The band is .005: a half-width of about 3.5 x .1 / sqrt n. What 2,000 trials found may be off, so the range is wide.
    let needed: f64 = (3.5f64 * 0.1 / 0.005).powi(2);
    let [from, to] = forecast(&open.evidence).unwrap();
    assert!(from < needed && needed < to && to < 8.0 * needed, "{open:?}, {needed}");
    assert_eq!(judge(&printed("0.20", ""), &many).verdict, Verdict::Supported);
    let misprint = judge(&printed("0.25", "misprint = 'It must be .20.'\nplace = 'table 9'\n"), &many);
    assert_eq!((misprint.verdict, misprint.place.as_str()), (Verdict::Refuted, "table 9"));
    assert!(misprint.text.contains("a misprint") && misprint.why == "It must be .20.", "{misprint:?}");
}

/// Exact values: 2/3 of a formula is .67 and not .66, and .125 is both .12 and .13.
#[test]
fn printed_numbers_of_formulas() {
    // A node with two winning children, each mistaken with probability e, is mistaken with e^2.
    let text = "title = 't'\nsource = 's'\nmeasure = 'theory'\nsweep = { error = [0.3, 0.35355339059327379] }\n\
        [[series]]\nlabel = 'A'\nformula = 'node-error(wins=2)'\n";
    let printed = |at: &str, value: &str, decimals: u32| {
        format!(
            "[[printed]]\nseries = 'A'\nat = {{ error = {at} }}\nvalue = {value}\ndecimals = {decimals}\n"
        )
    };
    let verdict = |at: &str, value: &str, decimals| {
        evaluate(&experiment(text, &printed(at, value, decimals)), &[]).unwrap().claims[0].verdict
    };
    assert_eq!(verdict("0.3", "0.09", 2), Verdict::Supported);
    assert_eq!((verdict("0.3", "0.1", 1), verdict("0.3", "0.0", 1)), (Verdict::Supported, Verdict::Refuted));
    let half = "0.35355339059327379";
    assert_eq!(
        (verdict(half, "0.12", 2), verdict(half, "0.13", 2)),
        (Verdict::Supported, Verdict::Supported)
    );
    assert_eq!(verdict(half, "0.14", 2), Verdict::Refuted);
    let twice = printed("0.3", "0.09", 2) + &printed("0.3", "0.08", 2);
    let why = parse("t", &format!("{text}{twice}"), None).err().unwrap().to_string();
    assert!(why.contains("two claims are called `printed-A-0.3`"), "{why}");
    let why = parse("t", &format!("{text}{}", printed("0.3", "0.095", 2)), None).err().unwrap().to_string();
    assert!(why.contains("more than 2 decimals"), "{why}");
}

/// A claim that takes another one for granted says nothing where that one does not hold.
#[test]
fn what_is_taken_for_granted_must_hold() {
    let claims = claim("drops", "pathological = { series = 'emm', from = 1, to = 3 }")
        + &claim("not", "given = 'drops'\nnot-pathological = { series = 'minimax', from = 1, to = 3 }");
    let of = |drops: bool| {
        let tally = drawn(600, 10, |_, column| if (column == 6) == drops { 4 } else { 6 });
        evaluate(&experiment(PLAIN, &claims), &[repeated(&tally, 100)]).unwrap().claims.remove(1)
    };
    assert_eq!(of(true).verdict, Verdict::Supported);
    let empty = of(false);
    assert_eq!((empty.verdict, empty.p), (Verdict::NotTestable, None));
    assert!(empty.evidence.starts_with("not applicable, since `drops` is refuted"), "{empty:?}");
}

/// Whose sentence it is and why it comes out so belong to the reading that they were written for.
#[test]
fn readings_have_their_own_words() {
    let text = format!(
        "{}{}{}{}",
        PLAIN.replace("trials = 10", "trials = 10\nsetting = 'ours'"),
        claim(
            "a",
            "why = 'w'\nchosen = 'c'\nplace = 'p'\nexpected = true\nexceeds = { series = 'emm', value = 2 }"
        ),
        claim("b", "ours = true\nexceeds = { series = 'emm', value = 2, depths = [4] }"),
        "[alternative.plain]\nreading = 'r'\n[alternative.own]\nreading = 'r'\ndepths = [1, 2]\nwithout = ['b']\n\
         why = { a = 'other' }\nchosen = { a = 'other choice' }\nexpected = { a = false }\n\
         [[alternative.own.claim]]\nid = 'c'\ntext = 'y'\nexceeds = { series = 'emm', value = 1 }\n"
    );
    let tally = drawn(10, 10, |_, _| 5);
    let judged = |alternative: Option<&str>, tally: Tally| {
        evaluate(&parse("t", &text, alternative).unwrap(), &[tally]).unwrap()
    };
    let main = judged(None, tally.clone());
    let [a, b] = &main.claims[..] else { panic!("{main:?}") };
    // What was chosen because it agrees is no guess; what was neither is.
    assert_eq!((main.setting, a.setting, b.setting), (Some(Setting::Ours), Basis::Fitted, Basis::Guessed));
    assert_eq!((a.why.as_str(), a.chosen.as_deref(), a.place.as_str(), a.ours), ("w", Some("c"), "p", false));
    assert_eq!((b.place.as_str(), b.ours), ("Paper, figure 1", true));
    let json = serde_json::to_value(&main).unwrap();
    assert_eq!((&json["setting"], &json["claims"][1]["ours"]), (&"ours".into(), &true.into()));
    let plain = judged(Some("plain"), tally);
    assert_eq!((plain.claims[0].why.as_str(), &plain.claims[0].chosen), ("", &None));
    assert!(plain.claims[0].expected && plain.claims.len() == 2);
    let rows: Vec<Vec<u64>> = vec![vec![5; 4]; 10];
    let own = judged(Some("own"), self::tally(10, &rows));
    let ids: Vec<&str> = own.claims.iter().map(|claim| claim.id.as_str()).collect();
    assert_eq!(ids, ["a", "c"]);
    let a = &own.claims[0];
    assert_eq!((a.why.as_str(), a.chosen.as_deref(), a.expected), ("other", Some("other choice"), false));
    let wrong = text.replace("why = { a = 'other' }", "why = { z = 'other' }");
    let why = parse("t", &wrong, Some("own")).err().unwrap().to_string();
    assert!(why.contains("there is no claim `z`"), "{why}");
}

/// What the comparisons want of the interval that they show.
const WANTED: [(&str, f64, f64); 8] = [
    ("above = { series = 'emm', than = 'minimax', depths = [1, 2, 3, 4] }", 0.0, f64::INFINITY),
    ("above = { series = 'emm', than = 'minimax', depths = [3] }", 0.0, f64::INFINITY),
    ("mean-above = { series = 'emm', than = 'minimax' }", 0.0, f64::INFINITY),
    ("exceeds = { series = 'emm', value = 0.5 }", 0.5, f64::INFINITY),
    ("equal-within = { series = 'emm', than = 'minimax', margin = 0.1 }", -0.1, 0.1),
    (
        "not-pathological = { series = 'emm', from = 1, to = 4, steps = 'every', margin = 0.05 }",
        -0.05,
        f64::INFINITY,
    ),
    (
        "ratio-at-least = { series = 'emm', than = 'minimax', value = 1.1, depths = [2, 3] }",
        1.1,
        f64::INFINITY,
    ),
    ("ratio-within = { series = 'emm', than = 'minimax', value = 1.0, margin = 0.2 }", 0.8, 1.2),
];

/// For random tallies, right-or-wrong scores and shares, few trials and many: a claim is supported just where the interval
/// that is printed beside it lies in what is claimed, refuted where it lies outside, and undecided where it does neither.
#[test]
fn verdicts_can_be_read_off_their_intervals() {
    let mut seen = [[0; 3]; WANTED.len()];
    for round in 0..450u64 {
        let (trials, scale) = ([8, 200, 1500][(round % 3) as usize], [1, 6][(round / 3 % 2) as usize]);
        // How far EMM is ahead differs from round to round, and a little from column to column.
        let strength =
            |column: u64| 30 + mix(round * 64 + column / 4) % 40 + mix(round * 64 + 9 + column) % 12;
        let tally = drawn(trials, scale, |trial, column| {
            let word = mix(mix(round) ^ (trial << 8) ^ column);
            let right = word % 100 < strength(column);
            if scale == 1 { u64::from(right) } else { (word >> 32) % 3 + 3 * u64::from(right) }
        });
        for (i, (comparison, low, high)) in WANTED.iter().enumerate() {
            let found = judged(PLAIN, comparison, std::slice::from_ref(&tally));
            if found.evidence == "the ratio of means has no interval" {
                // Of few trials hardly any may be right.
                assert!(found.verdict == Verdict::Undecided && trials <= 200);
                continue;
            }
            let at = shown(&found.evidence);
            let inside = at.0 >= *low && at.1 <= *high && (*high < f64::INFINITY || at.0 > *low);
            let outside = at.1 < *low || at.0 > *high;
            let read = match (inside, outside) {
                (true, _) => Verdict::Supported,
                (_, true) => Verdict::Refuted,
                _ => Verdict::Undecided,
            };
            let settled = found.verdict == Verdict::Equal && read == Verdict::Undecided;
            assert!(found.verdict == read || settled, "{comparison}: {}", found.evidence);
            seen[i][read as usize] += 1;
        }
    }
    assert!(seen.iter().flatten().all(|count| *count > 0), "{seen:?}");
}

/// Where the numbers stay what they are, a claim is decided within the trials that are named.
#[test]
fn as_many_trials_as_are_named_decide_it() {
    let mut tried = 0;
    for round in 0..60u64 {
        let tally = drawn(400, 60, |trial, column| 10 + mix(mix(round) ^ (trial << 8) ^ column) % 41);
        for (comparison, ..) in WANTED {
            let found = judged(PLAIN, comparison, std::slice::from_ref(&tally));
            let Some([from, to]) = forecast(&found.evidence).filter(|[from, _]| *from > 800.0) else {
                continue;
            };
            let with = |trials: f64| {
                judged(PLAIN, comparison, &[repeated(&tally, (trials / 400.0).round() as u128)]).verdict
            };
            assert_ne!(with(1.1 * to), Verdict::Undecided, "{}", found.evidence);
            assert_eq!(with(0.8 * from), Verdict::Undecided, "{}", found.evidence);
            tried += 1;
        }
    }
    assert!(tried > 50, "{tried}");
}
