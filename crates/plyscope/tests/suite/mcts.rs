//! Monte-Carlo tree search against a plain twin, minimax, exact values and its own promises.

use crate::support::{any_game, evaluated};
use plyscope::catalogue::Catalogue;
use plyscope::evaluator::AnyEvaluator;
use plyscope::game::{AnyPosition, Turn, expand_one};
use plyscope::key::{Domain, DrawKey, Stream, mix};
use plyscope::player::{AnyGame, Observation, Player};
use plyscope::search::{AnySearch, Backup, Effort, Mcts, SearchInfo};
use plyscope::value::AnyValue;
use std::sync::Arc;

fn player(game: &AnyGame, evaluator: &str, search: &str) -> Arc<dyn Player> {
    Catalogue::built_in().player(game, "", evaluator, search).unwrap_or_else(|error| panic!("{error}"))
}

fn mcts(search: &str) -> Mcts {
    match Catalogue::built_in().search(search).unwrap() {
        AnySearch::Mcts(mcts) => mcts,
        _ => panic!("{search} does not sample"),
    }
}

/// A node of the twin: a tree of boxes, with a value for each player (two: the value and its negative).
struct Leaf {
    position: AnyPosition,
    values: Vec<f64>,
    own: Vec<f64>,
    visits: u32,
    children: Vec<Option<Leaf>>,
}

/// The same search written plainly, over games without types: recursion, no memory limit, no proofs.
struct Twin<'a> {
    game: &'a AnyGame,
    evaluator: &'a AnyEvaluator,
    mcts: Mcts,
    draws: DrawKey,
    lane: u32,
    iterations: u64,
}

impl Twin<'_> {
    fn leaf(&self, position: AnyPosition) -> Leaf {
        let expansion = expand_one(&**self.game, &position).unwrap();
        let values = match expansion.turn {
            Turn::Over if self.game.facts().players > 2 => expansion.payoffs.clone(),
            Turn::Over => both((1.0 + sign_of(expansion.payoffs[0])) / 2.0),
            _ if self.game.facts().players > 2 => {
                self.evaluator.each(&position).unwrap().unwrap().values().to_vec()
            }
            _ => both(self.evaluator.estimate(&position).unwrap().win().unwrap().first),
        };
        let children = expansion.after.iter().map(|_| None).collect();
        Leaf { position, own: values.clone(), values, visits: 1, children }
    }

    fn below(&self, depth: u64, bound: usize) -> usize {
        self.draws.below(self.lane, self.iterations << 24 | depth, bound as u32) as usize
    }

    /// One iteration below a node so many plies deep: what it found.
    fn iterate(&self, node: &mut Leaf, depth: u64) -> Vec<f64> {
        let mut expansion = expand_one(&**self.game, &node.position).unwrap();
        let result = match expansion.turn {
            Turn::Over => node.values.clone(),
            turn => {
                let child = self.select(node, depth, turn, &expansion.chances);
                match &mut node.children[child] {
                    Some(known) => self.iterate(known, depth + 1),
                    empty => {
                        let leaf = self.leaf(expansion.after.swap_remove(child));
                        let found = leaf.values.clone();
                        *empty = Some(leaf);
                        found
                    }
                }
            }
        };
        node.visits += 1;
        if expansion.turn != Turn::Over {
            self.back_up(node, depth, expansion.turn, &expansion.chances, &result);
        }
        result
    }

    fn select(&self, node: &Leaf, depth: u64, turn: Turn, chances: &[f64]) -> usize {
        let Turn::Player(mover) = turn else {
            return self.draws.among(self.lane, self.iterations << 24 | depth, chances);
        };
        let untried: Vec<usize> = (0..node.children.len()).filter(|i| node.children[*i].is_none()).collect();
        if !untried.is_empty() {
            return untried[self.below(depth, untried.len())];
        }
        let score = |child: &Option<Leaf>| {
            let child = child.as_ref().unwrap();
            let bonus = self.mcts.c * (libm::log(f64::from(node.visits)) / f64::from(child.visits)).sqrt();
            child.values[mover.index()] + bonus
        };
        let scores: Vec<f64> = node.children.iter().map(score).collect();
        let most = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let best: Vec<usize> = (0..scores.len()).filter(|i| scores[*i] == most).collect();
        if best.len() == 1 { best[0] } else { best[self.below(depth, best.len())] }
    }

    fn back_up(&self, node: &mut Leaf, depth: u64, turn: Turn, chances: &[f64], result: &[f64]) {
        if self.mcts.backup == Backup::Mean {
            let n = f64::from(node.visits);
            for (value, found) in node.values.iter_mut().zip(result) {
                *value = match self.game.facts().players {
                    0..=2 => *value + (found - *value) / n,
                    _ => (1.0 - 1.0 / n) * *value + 1.0 / n * found,
                };
            }
            return;
        }
        let tried: Vec<(usize, &Leaf)> =
            node.children.iter().enumerate().filter_map(|(i, child)| Some((i, child.as_ref()?))).collect();
        node.values = match (turn, self.mcts.backup) {
            (Turn::Player(mover), Backup::Minimax) => {
                let mut best = tried[0].1;
                for (_, child) in &tried {
                    if child.values[mover.index()] > best.values[mover.index()] {
                        best = child;
                    }
                }
                best.values.clone()
            }
            (Turn::Player(mover), backup) => {
                let chance = |values: &[f64]| if mover.index() == 0 { values[0] } else { 1.0 - values[0] };
                let found = match backup {
                    Backup::Power(p) => {
                        // The root's own evaluation does not count.
                        let mut parts = vec![(if depth > 1 { 1.0 } else { 0.0 }, chance(&node.own))];
                        parts.extend(
                            tried.iter().map(|(_, child)| (f64::from(child.visits), chance(&child.values))),
                        );
                        let visits: f64 = parts.iter().map(|(times, _)| times).sum();
                        (parts.iter().map(|(times, v)| times * v.powf(p)).sum::<f64>() / visits).powf(1.0 / p)
                    }
                    _ => 1.0 - tried.iter().map(|(_, child)| 1.0 - chance(&child.values)).product::<f64>(),
                };
                both(if mover.index() == 0 { found } else { 1.0 - found })
            }
            _ => {
                let all: f64 = tried.iter().map(|(i, _)| chances[*i]).sum();
                let expected = |player: usize| {
                    tried.iter().map(|(i, child)| chances[*i] / all * child.values[player]).sum::<f64>()
                };
                (0..node.values.len()).map(expected).collect()
            }
        };
    }
}

/// A value in the first player's view, and in the second's.
fn both(value: f64) -> Vec<f64> {
    vec![value, -value]
}

/// -1, 0 or 1.
fn sign_of(value: f64) -> f64 {
    f64::from(i8::from(value > 0.0) - i8::from(value < 0.0))
}

/// What the twin found: visits and values of the root's moves.
fn twin(
    game: &AnyGame,
    evaluator: &AnyEvaluator,
    mcts: Mcts,
    position: &AnyPosition,
    drawn: u64,
    iterations: u64,
) -> Vec<(u64, Vec<f64>)> {
    let number = mix(mix(drawn) ^ game.noise_key(position));
    let trial = Stream::new(1, "mcts").trial(number);
    let draws = trial.block.draw(Domain::Search);
    let mut twin = Twin { game, evaluator, mcts, draws, lane: trial.lane, iterations: 0 };
    let mut root = twin.leaf(position.clone());
    root.visits = 0;
    for _ in 0..iterations {
        twin.iterate(&mut root, 1);
        twin.iterations += 1;
    }
    let seen = |child: &Option<Leaf>| {
        child.as_ref().map_or((0, Vec::new()), |child| (u64::from(child.visits), child.values.clone()))
    };
    root.children.iter().map(seen).collect()
}

fn compare(seen: &Observation, twin: &[(u64, Vec<f64>)], what: &str) {
    assert_eq!(seen.visits, twin.iter().map(|(visits, _)| *visits).collect::<Vec<_>>(), "{what}");
    for (score, (_, values)) in seen.scores.iter().zip(twin) {
        match score.exact().expect("all moves were tried") {
            AnyValue::Payoffs(found) => {
                let close = found.values().iter().zip(values).all(|(a, b)| (a - b).abs() < 1e-9);
                assert!(close, "{what}: {found} {values:?}");
            }
            value => {
                assert!((value.number().unwrap() - values[0]).abs() < 1e-9, "{what}: {value} {values:?}")
            }
        }
    }
}

const BACKUPS: [&str; 5] = ["mean", "minimax", "product", "\"power(1)\"", "\"power(4)\""];

/// Every back-up on games of every kind: visits equal, values but for rounding.
#[test]
fn it_is_its_plain_twin() {
    for (name, evaluator) in [
        ("critical(branching=2)", "normal"),
        ("critical(branching=3,depth=5,rate=0.6)", "normal(shift=0.1,sd=0.3)"),
        ("board-splitting(depth=7)", "natural"),
        ("tic-tac-toe", "random"),
        ("kalah(pits=3,seeds=2)", "playouts(n=2)"),
        ("othello(size=4)", "squares"),
        ("tic-tac-trio", "playouts(n=1)"),
    ] {
        let game = any_game(name);
        let built = evaluated(evaluator, &game, 1).unwrap().evaluator;
        for backup in BACKUPS {
            if game.facts().players > 2 && !["mean", "minimax"].contains(&backup) {
                continue;
            }
            for c in ["0.1", "1"] {
                let text = format!("mcts(c={c},backup={backup})");
                let player = player(&game, evaluator, &text);
                let trial = Stream::new(9, name).trial(3);
                let start = game.start(trial).unwrap();
                let drawn = if game.facts().is_drawn { trial.number() } else { 0 };
                for iterations in [20, 300] {
                    let seen = player.decide(&start, &[Effort::Iterations(iterations)]).unwrap();
                    let expected = twin(&game, &built, mcts(&text), &start, drawn, iterations);
                    compare(&seen, &expected, &format!("{name}, {text}, {iterations} iterations"));
                    assert_eq!(seen.visits.iter().sum::<u64>(), iterations);
                }
            }
        }
    }
}

/// After as many iterations as there are moves each was evaluated once: what full width to depth 1 decides, ties and all.
#[test]
fn with_one_iteration_a_move_it_is_minimax_to_depth_one() {
    for (branching, noise) in [(2, "normal"), (5, "normal(shift=0.2,sd=0.6)"), (8, "normal(sd=3)")] {
        let game = any_game(&format!("critical(branching={branching},rate=0.9)"));
        let uct = player(&game, noise, "mcts(c=2)");
        let minimax = Catalogue::built_in().player(&game, "minimax", noise, "full-width").unwrap();
        let mut ties = 0;
        for trial in 0..200 {
            let root = game.start(Stream::new(4, "one ply").trial(trial)).unwrap();
            let sampled = uct.decide(&root, &[Effort::Iterations(branching)]).unwrap();
            let searched = minimax.decide(&root, &[Effort::Depth(1)]).unwrap();
            assert_eq!(sampled.ties, searched.ties);
            ties += u32::from(sampled.ties.len() > 1);
            let before = uct.decide(&root, &[Effort::Iterations(branching - 1)]).unwrap();
            assert_eq!(before.ties.len(), branching as usize, "no decision before every move was tried");
            assert!(!before.complete);
        }
        assert!(ties > 0 || branching == 2, "clipped values tie");
    }
}

/// One run gives what runs to each of its efforts give.
#[test]
fn a_list_of_iterations_is_one_run() {
    for (name, evaluator, search) in [
        ("critical(branching=5)", "normal", "mcts"),
        ("connect-four(width=4,height=4)", "lines", "mcts(solver=yes)"),
        ("kalah(pits=3,seeds=2)", "playouts(n=1)", "mcts(c=0.5,nodes=300)"),
    ] {
        let game = any_game(name);
        let player = player(&game, evaluator, search);
        let start = game.start(Stream::new(2, name).trial(0)).unwrap();
        let efforts = [1, 7, 10, 50, 51, 1000].map(Effort::Iterations);
        let together = player.decide_each(&start, &efforts).unwrap();
        for (effort, seen) in efforts.iter().zip(&together) {
            assert_eq!(&player.decide(&start, &[*effort]).unwrap(), seen, "{name}: {effort}");
        }
        for effort in [Effort::Nodes(40), Effort::Evaluations(40)] {
            assert_eq!(player.decide(&start, &[effort]).unwrap().counts.evaluated, 40);
        }
    }
}

/// When memory is full nothing is added, what is there goes on, and it says so.
#[test]
fn memory_is_bounded() {
    let game = any_game("critical(branching=5)");
    let start = game.start(Stream::new(2, "memory").trial(0)).unwrap();
    let full = player(&game, "normal", "mcts(nodes=200)");
    let seen = full.decide(&start, &[Effort::Iterations(5000)]).unwrap();
    assert!(seen.counts.held <= 200 && seen.counts.evaluated < 200, "{:?}", seen.counts);
    assert!(!seen.complete && seen.ties.contains(&seen.choice));
    assert_eq!(seen.visits.iter().sum::<u64>(), 5000, "iterations go on");
    let roomy = player(&game, "normal", "mcts").decide(&start, &[Effort::Iterations(5000)]).unwrap();
    assert!(roomy.complete && roomy.counts.evaluated == 5000);
    // Where nodes are what is spent, it ends.
    assert!(full.decide(&start, &[Effort::Nodes(100_000)]).unwrap().counts.evaluated < 200);
}

/// Proofs: solved positions are decided as a solver decides them, and nothing is left to do.
#[test]
fn wins_and_losses_are_proved() {
    for name in
        ["tic-tac-toe", "connect-four(width=4,height=4,run=3)", "othello(size=4)", "kalah(pits=2,seeds=2)"]
    {
        let game = any_game(name);
        let proving = player(&game, "playouts(n=1)", "mcts(solver=yes)");
        let source = plyscope::source::RandomPositions {
            plies: Some(3..=30),
            ..plyscope::source::RandomPositions::new(game.clone(), Stream::new(6, name))
        };
        use plyscope::source::Source;
        let mut proved = 0;
        for trial in 0..20 {
            let Ok(trial) = source.trial(trial) else { continue };
            let seen = proving.decide(&trial.position, &[Effort::Iterations(200_000)]).unwrap();
            let after = expand_one(&*game, &trial.position).unwrap();
            let Turn::Player(mover) = after.turn else { continue };
            let values = game
                .values(
                    &after.after,
                    plyscope::search::SolveGoal::Winner,
                    16,
                    &plyscope::search::Budget::unlimited(),
                )
                .unwrap();
            let sign = if mover.index() == 0 { 1.0 } else { -1.0 };
            let worth: Vec<f64> = values.iter().map(|value| sign * sign_of(value.side().unwrap())).collect();
            let best = worth.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            if seen.visits.iter().sum::<u64>() < 200_000 {
                proved += 1;
                let value = seen.value.unwrap().number().unwrap();
                let expected = (1.0 + sign * best) / 2.0;
                assert_eq!(value, expected, "{name}: {}", game.position_text(&trial.position));
                assert!(seen.ties.iter().all(|choice| worth[*choice] == best), "{name}");
            }
        }
        assert!(proved >= 10, "{name}: {proved} of 20 were proved");
    }
}

/// The run depends on the seed, the game and the position, and on nothing else.
#[test]
fn runs_repeat() {
    let game = any_game("critical(branching=3)");
    let catalogue = Catalogue::built_in();
    let cache = plyscope::cache::Memory::default();
    let made = |seed| {
        let subject = plyscope::catalogue::Subject { game: &game, seed, cache: Some(&cache) };
        catalogue.player_with(&subject, "", "normal", "mcts").unwrap()
    };
    let roots: Vec<AnyPosition> =
        (0..8).map(|trial| game.start(Stream::new(1, "repeat").trial(trial)).unwrap()).collect();
    let decide = |seed: u64| -> Vec<Observation> {
        roots.iter().map(|root| made(seed).decide(root, &[Effort::Iterations(500)]).unwrap()).collect()
    };
    assert_eq!(decide(1), decide(1));
    assert_ne!(decide(1), decide(2));
    let in_threads: Vec<Observation> = std::thread::scope(|scope| {
        let (made, scope) = (&made, &scope);
        let one = |root| scope.spawn(move || made(1).decide(root, &[Effort::Iterations(500)]).unwrap());
        let threads: Vec<_> = roots.iter().map(one).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    assert_eq!(in_threads, decide(1));
}

#[test]
fn what_makes_no_sense_is_refused() {
    let catalogue = Catalogue::built_in();
    let why = |game: &str, rule: &str, evaluator: &str, search: &str| {
        let found = catalogue.player(&any_game(game), rule, evaluator, search);
        found.err().expect("refused").to_string()
    };
    for (search, part) in [
        ("mcts(c=-1)", "0 to 1000000000"),
        ("mcts(backup=median)", "mean, minimax, product"),
        ("mcts(backup=\"power(0)\")", "p from 1 to 1000"),
        ("mcts(nodes=5)", "100 to 1000000000"),
        ("mcts(solver=maybe)", "yes or no"),
    ] {
        assert!(catalogue.search(search).unwrap_err().to_string().contains(part), "{search}");
    }
    assert!(why("tic-tac-toe", "minimax", "lines", "mcts").contains("no rule at all"));
    assert!(why("othello", "", "discs", "mcts(backup=product)").contains("a probability"));
    assert!(why("tic-tac-trio", "", "playouts", "mcts(solver=yes)").contains("at most 2 players"));
    assert!(why("tic-tac-trio", "", "random", "mcts").contains("no number for each"));
    let mcts = mcts("mcts");
    assert!(mcts.check_effort(Effort::Depth(3)).unwrap_err().to_string().contains("iterations"));
    assert!(mcts.check_effort(Effort::Iterations(0)).is_err());
    let player = player(&any_game("tic-tac-toe"), "lines", "mcts");
    let game = any_game("tic-tac-toe");
    let over = game.parse_position("XXX/OO./... O").unwrap();
    assert!(
        player
            .decide(&over, &[Effort::Iterations(10)])
            .unwrap_err()
            .to_string()
            .contains("nothing to decide")
    );
    let start = game.start(Stream::new(1, "x").trial(0)).unwrap();
    assert!(player.decide(&start, &[]).unwrap_err().to_string().contains("how many iterations"));
    // In one text, as matches take it.
    let named = catalogue.named_player("mcts(c=0.5,iterations=100)", &game).unwrap();
    assert_eq!(named.effort, Some(Effort::Iterations(100)));
    assert_eq!(catalogue.named_player(&named.to_string(), &game).unwrap(), named);
}
