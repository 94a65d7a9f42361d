//! `decisive` against a plain twin that makes everything anew after every leaf, against the truth, and with evaluators that
//! say nothing.

use plyscope::cache::Memory;
use plyscope::calibration::{Labels, Model, Training};
use plyscope::catalogue::{Catalogue, Subject};
use plyscope::game::{ConnectFour, Game, Kalah, Player, TicTacToe, moves_of};
use plyscope::key::{Stream, mix};
use plyscope::search::decisive::{
    BackUp, Children, Decision, Decisive, Draws, Settings, Spread, Weights, WinDraw,
};
use plyscope::search::{Budget, Effort, SolveGoal, Solver};
use std::collections::{HashMap, HashSet};

/// A chance that depends on the position alone.
fn noise<G: Game>(game: &G, position: &G::Position) -> f64 {
    (mix(game.table_key(position) ^ 7) >> 11) as f64 / (1_u64 << 53) as f64
}

/// The same, and how likely a draw is.
fn said<G: Game>(game: &G, position: &G::Position) -> WinDraw {
    let chance = noise(game, position);
    let share = (mix(game.table_key(position) ^ 8) >> 11) as f64 / (1_u64 << 53) as f64;
    WinDraw { chance, draw: 2.0 * share * chance.min(1.0 - chance) }
}

fn decide<G: Game>(
    search: &Decisive,
    game: &G,
    position: &G::Position,
    evaluations: &[u64],
) -> Vec<Decision> {
    let mut evaluate =
        |positions: &[G::Position]| Ok(positions.iter().map(|position| said(game, position)).collect());
    search.decide(game, position, evaluations, &mut evaluate).expect("it decides")
}

/// Weights that are not those of the product rule, for two stages and two levels.
fn learned() -> BackUp {
    let weights = |evaluations, level, a, b, c, d| Weights { evaluations, level, a, b, c, d };
    BackUp::learned(vec![
        weights(30, 1, 0.1, 0.5, 0.4, 0.2),
        weights(30, 9, 0.0, 0.6, 0.3, 0.1),
        weights(1000, 1, -0.1, 0.4, 0.4, 0.3),
        weights(1000, 9, 0.05, 0.7, 0.2, 0.05),
    ])
    .expect("they rise")
}

/// A node of the twin.
struct Plain<P> {
    position: P,
    distance: u32,
    children: Vec<usize>,
    own: f64,
    cost: usize,
    proved: bool,
    value: f64,
    draw: f64,
    spread: f64,
    pull: f64,
    toward: usize,
    opened: f64,
}

/// The search as it is told: nothing is kept but positions and what was said of them.
struct Twin<'a, G: Game> {
    game: &'a G,
    search: &'a Decisive,
    nodes: Vec<Plain<G::Position>>,
    said: HashMap<u64, WinDraw>,
    /// Leaves that are passed over because evaluations do not reach for them.
    passed: HashSet<usize>,
}

impl<G: Game> Twin<'_, G> {
    fn worth(&self, position: &G::Position, player: Player) -> f64 {
        let payoff = self.game.payoff(position, player);
        if payoff == 0.0 { 0.5 } else { f64::from(u8::from(payoff > 0.0)) }
    }

    fn after(&self, position: &G::Position) -> Vec<G::Position> {
        moves_of(self.game, position).iter().map(|choice| self.game.play(position, choice)).collect()
    }

    fn by_rules(&self, position: &G::Position) -> Option<f64> {
        let mover = self.game.mover(position);
        if self.game.is_over(position) {
            return Some(self.worth(position, mover));
        }
        let after = self.after(position);
        let ended: Vec<f64> =
            after.iter().filter(|next| self.game.is_over(next)).map(|next| self.worth(next, mover)).collect();
        let best = ended.iter().copied().fold(0.0, f64::max);
        (best == 1.0 || ended.len() == after.len()).then_some(best)
    }

    /// What would have to be evaluated to open a node.
    fn missing(&self, id: usize) -> HashSet<u64> {
        let node = &self.nodes[id];
        let new = self.after(&node.position).into_iter().filter(|next| {
            let key = self.game.table_key(next);
            self.by_rules(next).is_none() && !self.said.contains_key(&key)
        });
        new.map(|next| self.game.table_key(&next)).collect()
    }

    fn open(&mut self, id: usize) {
        let (position, distance) = (self.nodes[id].position.clone(), self.nodes[id].distance + 1);
        let after = self.after(&position);
        // All of them are evaluated before any is looked at.
        for next in &after {
            if self.by_rules(next).is_none() {
                self.said.entry(self.game.table_key(next)).or_insert(said(self.game, next));
            }
        }
        let mut children = Vec::new();
        let mut free = Vec::new();
        for next in after {
            let same = |node: &Plain<G::Position>| {
                node.distance == distance && self.game.table_key(&node.position) == self.game.table_key(&next)
            };
            if let Some(known) = self.nodes.iter().position(same) {
                children.push(known);
                continue;
            }
            let child = self.nodes.len();
            let (proved, key) = (self.by_rules(&next), self.game.table_key(&next));
            let unknown = |position: &G::Position| {
                !self.game.is_over(position) && !self.said.contains_key(&self.game.table_key(position))
            };
            let cost = if self.game.is_over(&next) {
                0
            } else {
                self.after(&next).iter().filter(|next| unknown(next)).count()
            };
            let known = |value: f64| WinDraw { chance: value, draw: if value == 0.5 { 1.0 } else { 0.0 } };
            let WinDraw { chance: own, draw } = proved.map_or_else(|| self.said[&key], known);
            self.nodes.push(Plain {
                position: next,
                distance,
                children: Vec::new(),
                own,
                cost,
                proved: proved.is_some(),
                value: own,
                draw,
                spread: 0.0,
                pull: 0.0,
                toward: 0,
                opened: 0.0,
            });
            if proved.is_none() && cost == 0 {
                free.push(child);
            }
            children.push(child);
        }
        self.nodes[id].children = children;
        // The last one first, as a stack has it.
        for child in free.into_iter().rev() {
            if self.missing(child).is_empty() {
                self.open(child);
            }
        }
    }

    fn chance(&self, parent: usize, child: usize) -> f64 {
        let mover = |id: usize| self.game.mover(&self.nodes[id].position);
        let value = self.nodes[child].value;
        if mover(parent) == mover(child) { value } else { 1.0 - value }
    }

    /// Everything from the leaves up.
    fn back_up(&mut self) {
        let deepest = self.nodes.iter().map(|node| node.distance).max().unwrap_or(0);
        for distance in (0..=deepest).rev() {
            for id in 0..self.nodes.len() {
                if self.nodes[id].distance == distance {
                    self.back_up_one(id);
                }
            }
        }
    }

    fn back_up_one(&mut self, id: usize) {
        let children = self.nodes[id].children.clone();
        if children.is_empty() {
            let low = 1.0 / (1.0 + 15_f64.exp());
            let node = &mut self.nodes[id];
            if !node.proved {
                node.value = node.own.clamp(low, 1.0 - low);
                node.spread = self.search.spread.of(node.value);
                node.pull = (node.spread / node.cost.max(1) as f64).sqrt();
            }
            return;
        }
        let mut chances: Vec<f64> = children.iter().map(|child| self.chance(id, *child)).collect();
        let apart = self.search.settings.draws == Draws::Apart;
        let draws: Vec<f64> =
            children.iter().filter(|_| apart).map(|child| self.nodes[*child].draw).collect();
        // A second proved draw is worth nothing more.
        let drawn: Vec<usize> =
            (0..children.len()).filter(|i| self.nodes[children[*i]].proved && chances[*i] == 0.5).collect();
        drawn.iter().skip(1).filter(|_| !apart).for_each(|i| chances[*i] = 0.0);
        let opened = 1.0 + children.iter().map(|child| self.nodes[*child].opened).sum::<f64>();
        let proved = |child: &usize| self.nodes[*child].proved;
        let won = children.iter().zip(&chances).any(|(child, chance)| proved(child) && *chance == 1.0);
        if won || children.iter().all(proved) {
            let node = &mut self.nodes[id];
            node.value = chances.iter().copied().fold(0.0, f64::max);
            (node.proved, node.spread, node.pull, node.opened) = (true, 0.0, 0.0, opened);
            node.draw = if node.value == 0.5 { 1.0 } else { 0.0 };
            return;
        }
        let evaluations = self.said.len() as u64;
        let own = self.nodes[id].own;
        let seen = Children { chances: &chances, draws: &draws, own, opened, evaluations };
        let value = self.search.back_up.value(&seen);
        let (mut no_win, mut lost) = (1.0, 1.0);
        for (chance, draw) in chances.iter().zip(&draws) {
            no_win *= 1.0 - (chance - draw / 2.0).max(0.0);
            lost *= 1.0 - (chance + draw / 2.0).min(1.0);
        }
        if apart && self.search.back_up == BackUp::Product {
            assert!((value - (1.0 - no_win / 2.0 - lost / 2.0)).abs() < 1e-6, "the mean of both");
        }
        let mut slopes = Vec::new();
        self.search.back_up.slopes(&seen, &mut slopes);
        let open: Vec<usize> = (0..children.len()).filter(|i| !self.nodes[children[*i]].proved).collect();
        let pull = |i: usize| slopes[i].abs() * self.nodes[children[i]].pull;
        let spread = open.iter().map(|i| slopes[*i].powi(2) * self.nodes[children[*i]].spread).sum();
        let free = open.iter().copied().filter(|i| !self.is_passed(children[*i]));
        let toward = free.reduce(|best, i| if pull(i) > pull(best) { i } else { best });
        let (pulls, toward) = (toward.map_or(0.0, pull), toward.unwrap_or(0));
        let node = &mut self.nodes[id];
        (node.value, node.spread, node.pull, node.toward, node.opened) =
            (value, spread, pulls, toward, opened);
        node.draw = (no_win - lost).min(2.0 * value).min(2.0 - 2.0 * value).max(0.0);
    }

    /// Is everything below a node proved or passed over?
    fn is_passed(&self, id: usize) -> bool {
        let mut open = self.nodes[id].children.iter().filter(|child| !self.nodes[**child].proved);
        match self.nodes[id].children.is_empty() {
            true => self.passed.contains(&id),
            false => open.all(|child| self.is_passed(*child)),
        }
    }

    /// The leaf to open next.
    fn next_leaf(&self) -> Option<usize> {
        if self.nodes[0].children.is_empty() {
            return (!self.is_passed(0)).then_some(0);
        }
        let mut leaf = self.next()?;
        while !self.nodes[leaf].children.is_empty() {
            leaf = self.nodes[leaf].children[self.nodes[leaf].toward];
        }
        Some(leaf)
    }

    /// The child of the root to go on with.
    fn next(&self) -> Option<usize> {
        let children = &self.nodes[0].children;
        let value = |child: usize| self.chance(0, child);
        let best = children
            .iter()
            .copied()
            .reduce(|best, child| if value(child) > value(best) { child } else { best })?;
        let lost = |child: usize| self.nodes[child].proved && value(child) == 0.0;
        let certain = self.nodes[best].proved && value(best) == 1.0;
        if self.nodes[0].proved || certain || children.iter().all(|child| *child == best || lost(*child)) {
            return None;
        }
        let theta = |child: usize| (self.nodes[best].spread + self.nodes[child].spread).sqrt();
        let weight = |child: usize| {
            if child == best || lost(child) || theta(child) == 0.0 {
                return 0.0;
            }
            (-((value(best) - value(child)) / theta(child)).powi(2) / 2.0).exp() / theta(child)
        };
        let sum: f64 = children.iter().map(|child| weight(*child)).sum();
        let score = |child: usize| {
            let weight = if child == best { sum } else { weight(child) };
            weight * self.nodes[child].pull.powi(2)
        };
        let mut open: Vec<usize> = children
            .iter()
            .copied()
            .filter(|child| !self.nodes[*child].proved && !self.is_passed(*child))
            .collect();
        open.sort_unstable();
        let most = |of: &dyn Fn(usize) -> f64| {
            open.iter().copied().reduce(|best, child| if of(child) > of(best) { child } else { best })
        };
        match most(&score) {
            Some(child) if score(child) > 0.0 => Some(child),
            _ => most(&|child| self.nodes[child].pull),
        }
    }

    fn run(game: &G, search: &Decisive, position: &G::Position, budget: u64) -> (Vec<f64>, usize) {
        let root = Plain {
            position: position.clone(),
            distance: 0,
            children: Vec::new(),
            own: 0.5,
            cost: 0,
            proved: false,
            value: 0.5,
            draw: 0.0,
            spread: 0.0,
            pull: 0.0,
            toward: 0,
            opened: 0.0,
        };
        let mut twin = Twin { game, search, nodes: vec![root], said: HashMap::new(), passed: HashSet::new() };
        if twin.by_rules(position).is_some() {
            return (Vec::new(), 0);
        }
        while let Some(leaf) = twin.next_leaf() {
            let rest = !twin.passed.is_empty();
            if rest && (twin.said.len() >= budget as usize || twin.passed.len() >= 64) {
                break;
            }
            let fits = twin.said.len() + twin.missing(leaf).len() <= budget as usize;
            match fits {
                true => twin.open(leaf),
                // The rest is spent on leaves behind it, and 64 are passed over.
                false if twin.said.len() < budget as usize => {
                    twin.passed.insert(leaf);
                }
                false => break,
            }
            twin.back_up();
        }
        let chances = twin.nodes[0].children.iter().map(|child| twin.chance(0, *child));
        (chances.collect(), twin.said.len())
    }
}

/// Positions after some moves that a hash chooses.
fn positions<G: Game>(game: &G, count: u64, plies: u64) -> Vec<G::Position> {
    let walk = |number: u64| {
        let mut position = game.start();
        for ply in 0..plies {
            let moves = moves_of(game, &position);
            if moves.is_empty() {
                break;
            }
            position = game.play(&position, &moves[(mix(number * 100 + ply) % moves.len() as u64) as usize]);
        }
        position
    };
    (0..count).map(walk).filter(|position| !game.is_over(position)).collect()
}

fn agrees<G: Game>(game: &G, plies: u64, budgets: &[u64]) {
    let both = [Draws::Half, Draws::Apart].into_iter();
    for (draws, back_up) in both.flat_map(|draws| [(draws, BackUp::Product), (draws, learned())]) {
        let settings = Settings { draws, ..Settings::default() };
        let search = Decisive { back_up, settings, ..Decisive::default() };
        for position in positions(game, 6, plies) {
            for (budget, found) in budgets.iter().zip(decide(&search, game, &position, budgets)) {
                let (chances, evaluations) = Twin::run(game, &search, &position, *budget);
                assert_eq!(found.evaluations, evaluations as u64, "{}", game.position_text(&position));
                if !chances.is_empty() {
                    let close = |(a, b): (&f64, &f64)| (a - b).abs() < 1e-9;
                    assert!(found.chances.iter().zip(&chances).all(close), "{:?} {chances:?}", found.chances);
                }
            }
        }
    }
}

#[test]
fn a_plain_twin_agrees() {
    agrees(&TicTacToe::default(), 2, &[5, 20, 60, 150]);
    agrees(&ConnectFour::new(4, 4, 3).expect("a board"), 2, &[10, 40, 120]);
    agrees(&Kalah::new(3, 2).expect("a board"), 2, &[10, 40, 120]);
}

/// With evaluations without end it knows everything.
#[test]
fn it_ends_with_the_truth() {
    let game = TicTacToe::default();
    for position in positions(&game, 30, 3) {
        let found = decide(&Decisive::default(), &game, &position, &[u64::MAX]).remove(0);
        let budget = Budget::unlimited();
        let mut solver = Solver::new(&game, 1, &budget).expect("a table");
        let mover = game.mover(&position);
        let mut worth = |choice: usize| {
            let next = game.play(&position, &moves_of(&game, &position)[choice]);
            let value = solver.value_of(&next, SolveGoal::Value).expect("solved").exact().expect("solved");
            if mover == Player::FIRST { value } else { -value }
        };
        let moves = found.chances.len();
        let best = (0..moves).map(&mut worth).fold(f64::NEG_INFINITY, f64::max);
        assert_eq!(worth(found.choice), best, "{}", game.position_text(&position));
    }
}

/// Several numbers of evaluations in one run are what runs of each find.
#[test]
fn one_run_is_all_runs() {
    let game = ConnectFour::new(5, 4, 4).expect("a board");
    let search = Decisive::default();
    for position in positions(&game, 5, 6) {
        let budgets = [3, 10, 30, 100, 300];
        let together = decide(&search, &game, &position, &budgets);
        for (budget, found) in budgets.iter().zip(together) {
            assert_eq!(decide(&search, &game, &position, &[*budget])[0], found);
            assert!(found.evaluations <= *budget);
        }
    }
}

/// The derivatives of both back-ups, by differences.
#[test]
fn slopes_are_those_of_the_values() {
    let both = [false, true].into_iter();
    for (apart, back_up) in both.flat_map(|apart| [(apart, BackUp::Product), (apart, learned())]) {
        for number in 0..200_u64 {
            let at = |i: u64| 0.05 + 0.9 * (mix(number * 10 + i) >> 11) as f64 / (1_u64 << 53) as f64;
            let chances: Vec<f64> = (0..2 + number % 4).map(at).collect();
            // So far from certain that a small step leads nowhere else.
            let draw = |(i, chance): (usize, &f64)| at(20 + i as u64) * 1.9 * chance.min(1.0 - chance);
            let draws: Vec<f64> = chances.iter().enumerate().filter(|_| apart).map(draw).collect();
            let (own, opened, evaluations) = (at(9), 1.0 + (number % 7) as f64, number);
            let seen = Children { chances: &chances, draws: &draws, own, opened, evaluations };
            let value = |chances: &[f64]| back_up.value(&Children { chances, ..seen });
            let mut slopes = Vec::new();
            back_up.slopes(&seen, &mut slopes);
            for (i, slope) in slopes.iter().enumerate() {
                let moved = |by: f64| {
                    let mut chances = chances.clone();
                    chances[i] += by;
                    value(&chances)
                };
                let difference = (moved(1e-6) - moved(-1e-6)) / 2e-6;
                assert!((slope - difference).abs() < 1e-4 * (1.0 + slope.abs()), "{slope} {difference}");
            }
        }
    }
}

/// Whoever says the same everywhere, and be it that all is won, is no reason to divide by zero or not to end.
#[test]
fn evaluators_that_know_nothing_are_no_trouble() {
    let game = ConnectFour::new(4, 4, 4).expect("a board");
    for said in [0.0, 0.5, 1.0] {
        for spread in [Spread::default(), Spread::new([0.0; Spread::BINS]).expect("numbers")] {
            let search = Decisive { spread, ..Decisive::default() };
            let mut evaluate = |positions: &[_]| Ok(vec![said.into(); positions.len()]);
            let found = search.decide(&game, &game.start(), &[10, 500], &mut evaluate).expect("it decides");
            assert!(found.iter().all(|one| one.chances.iter().all(|chance| chance.is_finite())), "{found:?}");
            assert!(found[1].evaluations > 300 && found[1].evaluations <= 500, "{found:?}");
        }
    }
    for said in [f64::NAN, 1.5, f64::INFINITY] {
        let mut evaluate = |positions: &[_]| Ok(vec![said.into(); positions.len()]);
        let why =
            Decisive::default().decide(&game, &game.start(), &[10], &mut evaluate).expect_err("no chance");
        assert!(why.to_string().contains("no chance from 0 to 1"), "{why}");
    }
}

/// Leaves in batches: as many evaluations, in fewer questions.
#[test]
fn batches_ask_less_often() {
    let game = ConnectFour::new(5, 5, 4).expect("a board");
    let asked = |batch: usize| {
        let (mut questions, search) =
            (0, Decisive { settings: Settings { batch, ..Settings::default() }, ..Decisive::default() });
        let mut evaluate = |positions: &[<ConnectFour as Game>::Position]| {
            questions += 1;
            Ok(positions.iter().map(|position| said(&game, position)).collect())
        };
        let found = search.decide(&game, &game.start(), &[400], &mut evaluate).expect("it decides");
        (questions, found[0].evaluations)
    };
    let ((single, one), (batched, many)) = (asked(1), asked(16));
    assert!(
        one.abs_diff(many) <= 5 && batched * 8 < single,
        "{single} questions for {one}, {batched} for {many}"
    );
}

/// A graph that is full is the end of the search, which decides all the same.
#[test]
fn memory_is_bounded() {
    let game = ConnectFour::new(7, 6, 4).expect("a board");
    let search =
        Decisive { settings: Settings { nodes: 1000, ..Settings::default() }, ..Decisive::default() };
    let found = decide(&search, &game, &game.start(), &[1_000_000]).remove(0);
    assert!((1000..1100).contains(&found.nodes), "{}", found.nodes);
}

/// As a player, by name: decisions with several numbers of evaluations in one run, and refusals.
#[test]
fn it_plays_by_name() {
    let catalogue = Catalogue::built_in();
    let game = catalogue.game("connect-four(width=4,height=4)").expect("a game");
    let start = game.start(Stream::new(1, "decisive").trial(0)).expect("a start");
    let calibrated = "lines(calibrate=isotonic,solved=100)";
    let efforts = [Effort::Evaluations(8), Effort::Evaluations(64)];
    for search in ["decisive(batch=2)", "decisive"] {
        let player = catalogue.player(&game, "", calibrated, search).expect("a player");
        let together = player.decide_each(&start, &efforts).expect("decisions");
        for (effort, seen) in efforts.iter().zip(&together) {
            assert_eq!(&player.decide(&start, &[*effort]).expect("a decision"), seen);
            assert!(seen.counts.evaluated <= effort.amount() && seen.counts.evaluated > 0);
        }
    }
    let player = catalogue.player(&game, "", calibrated, "decisive").expect("a player");
    assert!(player.decide(&start, &[Effort::Depth(2)]).is_err(), "it has no depth");
    assert!(player.decide(&start, &[]).is_err(), "it has to be told how much");
    let refused = |rule: &str, evaluator: &str| {
        catalogue.player(&game, rule, evaluator, "decisive").err().expect("refused").to_string()
    };
    assert!(refused("minimax", calibrated).contains("no rule at all"));
    assert!(refused("", "lines").contains("a probability between 0 and 1"));
    let trio = catalogue.game("tic-tac-trio").expect("a game");
    assert!(catalogue.player(&trio, "", "playouts", "decisive").is_err(), "three players");
}

/// What is learned is the same whoever learns it, comes back from its file, and decides.
#[test]
fn what_is_learned_is_kept() {
    let (catalogue, cache) = (Catalogue::built_in(), Memory::default());
    let game = catalogue.game("kalah(pits=3,seeds=3)").expect("a game");
    let subject = Subject { game: &game, seed: 3, cache: Some(&cache) };
    let lesson = catalogue.evaluator("kalah-features", &subject).expect("an evaluator").lesson(&subject);
    let course = Training { lesson: &lesson, positions: 40, labels: Labels::Exact, draws: Draws::Half };
    assert_eq!(course.learn(), course.learn());
    let course = |draws| Training { lesson: &lesson, positions: 40, labels: Labels::Exact, draws };
    let model = Model::teach(&course(Draws::Half), 4).expect("it learns");
    let text = model.to_text();
    assert_eq!(Model::from_text(&text).expect("whole"), model);
    for cut in [0, 10, text.len() / 2, text.len() - 1] {
        assert!(Model::from_text(&text[..cut]).is_err(), "cut at {cut}");
    }
    assert!(Model::from_text(&text.replacen("weights 10", "weights 11", 1)).is_err());
    // With draws apart the file says so, and the search does as the file says.
    let apart = Model::teach(&course(Draws::Apart), 4).expect("it learns");
    assert!(apart.to_text().contains("\ndraws apart\n") && apart.back_up != model.back_up);
    assert_eq!(Model::from_text(&apart.to_text()).expect("whole"), apart);
    assert_eq!(apart.search(Settings::default()).settings.draws, Draws::Apart);
    let kept = text.clone();
    let catalogue = Catalogue::built_in().reading(move |_| Ok(kept.clone()));
    let search = r#"decisive(model="it.txt")"#;
    let player = catalogue.player_with(&subject, "", "kalah-features", search).expect("a player");
    assert!(player.parts().search.contains("checksum"), "{}", player.parts().search);
    let start = game.start(Stream::new(1, "x").trial(0)).expect("a start");
    assert!(player.decide(&start, &[Effort::Evaluations(20)]).is_ok());
    // Another game, and an evaluator that is calibrated already.
    let other = catalogue.game("kalah(pits=3,seeds=2)").expect("a game");
    let foreign = Subject { game: &other, ..subject };
    for (subject, evaluator) in
        [(&foreign, "kalah-features"), (&subject, "kalah-features(calibrate=isotonic,solved=200)")]
    {
        let why = catalogue.player_with(subject, "", evaluator, search).err().expect("refused").to_string();
        assert!(why.contains("was made for"), "{why}");
    }
    let damaged = Catalogue::built_in().reading(move |_| Ok(text[..300].to_string()));
    let why = damaged.player_with(&subject, "", "kalah-features", search).err().expect("refused").to_string();
    assert!(why.contains("cut off"), "{why}");
}

/// Without exact truth others say how positions end; each of them is a judge that something can be learned from.
#[test]
fn labels_of_every_kind() {
    let (catalogue, cache) = (Catalogue::built_in(), Memory::default());
    let game = catalogue.game("kalah(pits=3,seeds=3)").expect("a game");
    let subject = Subject { game: &game, seed: 3, cache: Some(&cache) };
    let evaluator = "kalah-features(calibrate=isotonic,solved=200)";
    let lesson = catalogue.evaluator(evaluator, &subject).expect("an evaluator").lesson(&subject);
    for labels in ["search(depth=3)", "decisive(evaluations=20)", "self-play(games=2,evaluations=5)"] {
        let labels: Labels = labels.parse().expect("labels");
        let learned = Training { lesson: &lesson, positions: 40, labels, draws: Draws::Half }
            .learn()
            .expect("it learns");
        assert!(matches!(learned.back_up, BackUp::Learned(_)), "{labels}");
    }
    // A search to the end of such a small game is as good as solving it.
    let exact =
        Training { lesson: &lesson, positions: 40, labels: Labels::Exact, draws: Draws::Half }.learn();
    let deep =
        Training { lesson: &lesson, positions: 40, labels: Labels::Search { depth: 64 }, draws: Draws::Half }
            .learn();
    assert_eq!(exact, deep);
}
