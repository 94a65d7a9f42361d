//! Steps against the searches that they tell of, and against the truth.

use plyscope::catalogue::Catalogue;
use plyscope::search::Bound;
use plyscope::value::AnyValue;
use plyscope_lab::drawing::{Drawn, Known, Seen, StepKind, Steps, TreeRequest};

/// All nodes in the order of the text, with the way to each.
fn nodes(root: &Drawn) -> Vec<(Vec<usize>, &Drawn)> {
    fn walk<'a>(node: &'a Drawn, path: Vec<usize>, all: &mut Vec<(Vec<usize>, &'a Drawn)>) {
        all.push((path.clone(), node));
        for child in &node.children {
            walk(child, [&path[..], &[child.child]].concat(), all);
        }
    }
    let mut all = Vec::new();
    walk(root, Vec::new(), &mut all);
    all
}

fn number(value: &Option<AnyValue>) -> Option<f64> {
    value.as_ref().and_then(AnyValue::number)
}

/// Trees of several shapes, a drawn one and real games.
fn questions() -> Vec<TreeRequest> {
    let text = |tree: &str| TreeRequest::new(tree);
    let game = |name: &str, evaluator: &str, depth: u32| TreeRequest {
        evaluator: Some(evaluator.into()),
        depth: Some(depth),
        ..TreeRequest::new(name)
    };
    vec![
        text("A:(B:(3 12 8) C:(2 4 6) D:(14 5 2))"),
        text("(((1 4) (2 3)) (5 (0 9)) ((7 7) (7 (1 2 3))))"),
        TreeRequest { movers: Some("1,1,2".into()), ..text("(((1 4) (2 3)) (5 (0 9)))") },
        game("board-splitting(depth=6)", "artificial(error=0.2)", 4),
        game("tic-tac-toe", "lines", 3),
        TreeRequest { position: Some("44535".into()), ..game("connect-four", "lines", 3) },
    ]
}

const MINIMAX: [&str; 8] = [
    "full-width",
    "alpha-beta",
    "alpha-beta(order=best-first,killers=yes,history=yes)",
    "alpha-beta(order=best-first,scout=yes,deepening=yes)",
    "alpha-beta(table=1,deepening=yes,scores=all)",
    "alpha-beta(deepening=yes,aspiration=0.5)",
    "pruned",
    "pruned(order=depth-first)",
];

/// At every step the value that full width finds lies within what is known, and at the end everything is known that the
/// search found out.
#[test]
fn what_is_known_is_true_at_every_step() {
    let catalogue = Catalogue::built_in();
    let (mut steps_seen, mut bounds, mut cuts) = (0, 0, 0);
    for question in questions() {
        let truth = question.draw(&catalogue, None).unwrap();
        let truth: Vec<(Vec<usize>, Option<f64>)> =
            nodes(&truth.root).into_iter().map(|(path, node)| (path, number(&node.value))).collect();
        for search in MINIMAX {
            let drawing =
                TreeRequest { search: search.into(), ..question.clone() }.draw(&catalogue, None).unwrap();
            let steps = Steps::of(&drawing).unwrap();
            let all = nodes(&drawing.root);
            let value_of =
                |path: &[usize]| truth.iter().find(|(known, _)| known == path).and_then(|(_, value)| *value);
            let exact: Vec<Option<f64>> = all.iter().map(|(path, _)| value_of(path)).collect();
            for (number_of_step, step) in steps.all.iter().enumerate() {
                for (node, known) in &step.changes {
                    let Some(value) = exact[*node] else { continue };
                    let (low, high) = (number(&known.low), number(&known.high));
                    let what = format!(
                        "{} by {search}, step {number_of_step}, {}",
                        question.tree, all[*node].1.name
                    );
                    assert!(
                        low.is_none_or(|low| low <= value + 1e-9),
                        "{what}: {low:?} to {high:?}, and it is {value}"
                    );
                    assert!(
                        high.is_none_or(|high| high >= value - 1e-9),
                        "{what}: {low:?} to {high:?}, and it is {value}"
                    );
                    bounds += usize::from(low.is_some()) + usize::from(high.is_some());
                }
                steps_seen += 1;
            }
            let known = steps.known(steps.all.len() - 1);
            for ((_, node), known) in all.iter().zip(&known) {
                at_the_end(node, known, &format!("{} by {search}: {}", question.tree, node.name));
                cuts += usize::from(known.seen == Seen::Cut);
            }
            let last = steps.all.last().unwrap();
            assert_eq!((last.kind, last.node), (StepKind::End, 0));
            let pruned = all.iter().filter(|(_, node)| node.pruned).count();
            assert_eq!(last.text.contains("never looked at"), pruned > 0, "{}", last.text);
        }
    }
    assert!(steps_seen > 2000 && bounds > 2000 && cuts > 200, "{steps_seen} {bounds} {cuts}");
}

fn at_the_end(node: &Drawn, known: &Known, what: &str) {
    assert_eq!(known.seen == Seen::Cut, node.pruned, "{what}");
    // An infinite bound says nothing.
    let Some(value) = number(&node.value).filter(|value| value.is_finite()) else { return };
    let (low, high) = (number(&known.low), number(&known.high));
    match node.bound {
        Some(Bound::Exact) => assert_eq!((low, high), (Some(value), Some(value)), "{what}"),
        Some(Bound::AtLeast) => assert_eq!(low, Some(value), "{what}"),
        Some(Bound::AtMost) => assert_eq!(high, Some(value), "{what}"),
        None => panic!("{what}: a value without a bound"),
    }
}

/// Alpha and beta: what is sure at a node never leaves room for a value that its parent's players would not allow.
#[test]
fn windows_close_along_the_path() {
    let asked = TreeRequest {
        search: "alpha-beta".into(),
        ..TreeRequest::new("(((1 4) (2 3)) (5 (0 9)) ((7 7) (7 (1 2 3))))")
    };
    let drawing = asked.draw(&Catalogue::built_in(), None).unwrap();
    let steps = Steps::of(&drawing).unwrap();
    let mut narrowed = 0;
    for step in 0..steps.all.len() {
        let known = steps.known(step);
        let path = steps.path(step);
        for pair in path.windows(2) {
            let (Some(above), Some(below)) = (&known[pair[0]].window, &known[pair[1]].window) else {
                continue;
            };
            if let Some(alpha) = number(&above.0) {
                assert!(number(&below.0).is_some_and(|own| own >= alpha), "step {step}");
                narrowed += 1;
            }
            if let Some(beta) = number(&above.1) {
                assert!(number(&below.1).is_some_and(|own| own <= beta), "step {step}");
                narrowed += 1;
            }
        }
    }
    assert!(narrowed > 5, "{narrowed}");
}

/// Other rules: a value when a node is left, and EMM says when it keeps its own estimate.
#[test]
fn rules_on_probabilities_tell_their_reasons() {
    let asked = |rule: &str| TreeRequest {
        rule: rule.into(),
        error: Some(0.1),
        ..TreeRequest::new("A:(B:(D:1 E:1)@1 C:(F:1 G:-1)@-1)@1")
    };
    let catalogue = Catalogue::built_in();
    let drawing = asked("emm").draw(&catalogue, None).unwrap();
    let text: String = Steps::of(&drawing).unwrap().all.iter().map(|step| step.text.clone() + "\n").collect();
    assert!(
        text.contains("B is worth 0.9: it keeps its own estimate, which is more certain than the 0.81"),
        "{text}"
    );
    assert!(text.contains("its own estimate of 0.1 is not used"), "{text}");
    let drawing = asked("product").draw(&catalogue, None).unwrap();
    let steps = Steps::of(&drawing).unwrap();
    assert!(steps.all.iter().all(|step| !step.text.contains("between") && !step.text.contains("at least")));
}

/// Forward pruning says what it leaves out, and why.
#[test]
fn forward_pruning_tells_what_it_leaves_out() {
    let asked = TreeRequest {
        search: "forward-pruning(keep=2)".into(),
        ..TreeRequest::new("A:(B:(3 12 8) C:(2 4 6) D:(14 5 2))")
    };
    let drawing = asked.draw(&Catalogue::built_in(), None).unwrap();
    let steps = Steps::of(&drawing).unwrap();
    let cut: Vec<&str> =
        steps.all.iter().filter(|step| step.kind == StepKind::Cut).map(|step| step.text.as_str()).collect();
    // Player 2 likes small values: of three the largest is left out.
    let expected = ["B.2 ", "C.3 ", "D.1 "];
    assert_eq!(cut.len(), 3);
    assert!(
        cut.iter()
            .zip(expected)
            .all(|(text, name)| text.starts_with(name) && text.contains("static estimate")),
        "{cut:?}"
    );
}
