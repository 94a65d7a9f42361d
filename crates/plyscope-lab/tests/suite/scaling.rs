//! Selection among candidates, as files say it.

use plyscope::key::{Domain, Stream};
use plyscope_lab::measurement::Called;
use plyscope_lab::scaling::{Problem, Scaling, page, text};

/// Problems whose scores are normal: around a gap for correct candidates, with a spread for the others.
fn drawn(problems: u64, candidates: u64, spread: f64) -> Vec<Problem> {
    let problem = |number: u64| {
        let key = Stream::new(7, "scaling").trial(number);
        let draws = key.block.draw(Domain::Moves);
        let correct: Vec<f64> =
            (0..candidates).map(|i| f64::from(u8::from(draws.unit(key.lane, 2 * i) < 0.3))).collect();
        let score = |(i, correct): (usize, &f64)| {
            let normal = draws.normal(key.lane, 100_000 + i as u64);
            if *correct > 0.0 { 1.0 + normal } else { spread * normal }
        };
        // The correct answer is 0; wrong ones are scattered.
        let answer = |(i, correct): (usize, &f64)| if *correct > 0.0 { 0 } else { 1 + (i % 5) as u32 };
        Problem {
            id: number.to_string(),
            group: if number.is_multiple_of(2) { "even" } else { "odd" }.into(),
            scores: correct.iter().enumerate().map(score).collect(),
            answers: correct.iter().enumerate().map(answer).collect(),
            correct,
        }
    };
    (0..problems).map(problem).collect()
}

fn accuracy(found: &Scaling, method: &str) -> Vec<f64> {
    let method = found.methods.iter().find(|one| one.name == method).unwrap();
    method.counts.iter().map(|at| at.accuracy.value).collect()
}

/// Drawn problems come near to the theory, which is computed by quadrature: .300 .465 .514 .494 with unequal spreads.
#[test]
fn unequal_spreads_make_the_best_of_n_fall() {
    let found = Scaling::new(drawn(1500, 256, 1.3), Some(&[1, 4, 16, 64, 256]), 1).unwrap();
    for (found, theory) in accuracy(&found, "best-of-n").into_iter().zip([0.300, 0.465, 0.514, 0.494, 0.441])
    {
        assert!((found - theory).abs() < 0.03, "{found} {theory}");
    }
    let best = &found.methods[0];
    assert_eq!((best.name, best.verdict.id), ("best-of-n", Called::Pathology), "{:?}", best.verdict);
    let spread = &best.why[0];
    assert!(spread.id == "spread" && spread.text.contains("makes the best of n fall"), "{spread:?}");
    let ids: Vec<&str> = best.repairs.iter().map(|repair| repair.id).collect();
    assert_eq!(ids, ["ranked", "capped", "vote-of-top"]);
    for repair in &best.repairs {
        assert!(repair.gain[4].low > 0.0, "the widest scores are the wrong ones: {}", repair.text);
        assert!(repair.gain[4].value > repair.control[4] - 0.02, "{}", repair.text);
    }
    let advice = found.advice.iter().find(|advice| advice.method == "best-of-n").unwrap();
    assert_eq!(advice.best.0.amount(), 16, "{advice:?}");
    assert!(text(&found).contains("what to do:") && page(&found).contains("best-of-n"));
}

#[test]
fn equal_spreads_do_not() {
    let found = Scaling::new(drawn(600, 64, 1.0), None, 1).unwrap();
    let best = &found.methods[0];
    assert_eq!(best.verdict.id, Called::None, "{:?}", best.verdict);
    assert!(accuracy(&found, "best-of-n").is_sorted() && best.counts.len() == 7);
    assert!(best.why[0].text.contains("cannot make the best of n fall"), "{:?}", best.why);
}

/// Groups are the whole taken apart, and what cannot be done is left out.
#[test]
fn groups_and_columns_that_are_not_there() {
    let problems = drawn(80, 8, 1.3);
    let found = Scaling::new(problems.clone(), None, 1).unwrap();
    let of = |methods: &[plyscope_lab::scaling::Method], at: usize| methods[0].counts[at].accuracy.value;
    let [even, odd] = &found.groups[..] else { panic!("two groups") };
    assert_eq!((even.group.as_str(), even.problems, odd.problems), ("even", 40, 40));
    for at in 0..4 {
        let mean = (of(&even.methods, at) + of(&odd.methods, at)) / 2.0;
        assert!((mean - of(&found.methods, at)).abs() < 1e-12);
    }
    let plain = |one: &Problem| Problem { scores: Vec::new(), answers: Vec::new(), ..one.clone() };
    let found = Scaling::new(problems.iter().map(plain).collect(), None, 1).unwrap();
    assert_eq!(found.methods.iter().map(|method| method.name).collect::<Vec<_>>(), ["pass"]);
    let one = Scaling::new(vec![problems[0].clone()], Some(&[1]), 1).unwrap();
    assert_eq!(one.methods[0].counts[0].accuracy.value, problems[0].correct.iter().sum::<f64>() / 8.0);
    let mut uneven = problems.clone();
    uneven[3] =
        Problem { scores: vec![0.0; 2], answers: vec![0; 2], correct: vec![1.0; 2], ..uneven[3].clone() };
    assert_eq!(Scaling::new(uneven.clone(), None, 1).unwrap().methods[0].counts.len(), 2);
    let larger = Scaling::new(uneven, Some(&[1, 8]), 1).unwrap();
    assert!(larger.problems == 79 && larger.warnings[0].contains("1 of 80 problems have fewer than 8"));
    assert!(Scaling::new(problems, Some(&[9]), 1).is_err());
}
