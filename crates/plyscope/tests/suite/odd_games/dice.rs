//! A game with chance.

use super::*;

/// Each of two players in turn chooses one of two dice, which is thrown: a safe one (1 or 2) and a bold one (0, or with
/// a quarter 5). Who has more after so many throws wins.
#[derive(Clone)]
struct Dice {
    throws: u8,
}

/// The lead of the first player, how many throws there were, and the die that is about to be thrown.
#[derive(Clone, Debug, PartialEq)]
struct Throw {
    lead: i8,
    thrown: u8,
    die: Option<u8>,
}

const FACES: [[(u8, f64); 2]; 2] = [[(1, 0.5), (2, 0.5)], [(0, 0.75), (5, 0.25)]];

impl Game for Dice {
    type Position = Throw;
    type Move = u8;
    fn name(&self) -> Name {
        Name::new("dice").with("throws", self.throws)
    }
    fn facts(&self) -> Facts {
        Facts { has_chance: true, ..Facts::lasting(2 * u32::from(self.throws)) }
    }
    fn start(&self) -> Throw {
        Throw { lead: 0, thrown: 0, die: None }
    }
    fn mover(&self, position: &Throw) -> Player {
        Player::at_ply(position.thrown.into())
    }
    fn moves(&self, position: &Throw, moves: &mut Vec<u8>) {
        match position.die {
            Some(die) => moves.extend(FACES[usize::from(die)].map(|(face, _)| face)),
            None if position.thrown < self.throws => moves.extend([0, 1]),
            None => {}
        }
    }
    fn play(&self, position: &Throw, choice: &u8) -> Throw {
        let sign = if self.mover(position) == Player::FIRST { 1 } else { -1 };
        match position.die {
            None => Throw { die: Some(*choice), ..position.clone() },
            Some(_) => {
                Throw { lead: position.lead + sign * *choice as i8, thrown: position.thrown + 1, die: None }
            }
        }
    }
    fn is_chance(&self, position: &Throw) -> bool {
        position.die.is_some()
    }
    fn chances(&self, position: &Throw, chances: &mut Vec<f64>) {
        if let Some(die) = position.die {
            chances.extend(FACES[usize::from(die)].map(|(_, chance)| chance));
        }
    }
    fn payoff(&self, position: &Throw, player: Player) -> f64 {
        let lead = f64::from(position.lead.signum());
        if player == Player::FIRST { lead } else { -lead }
    }
    fn table_key(&self, position: &Throw) -> u64 {
        let die = position.die.map_or(0, |die| u64::from(die) + 1);
        (position.lead as u8 as u64) << 16 | u64::from(position.thrown) << 8 | die
    }
    fn position_text(&self, position: &Throw) -> String {
        let die = position.die.map_or(String::from("-"), |die| die.to_string());
        format!("{} {} {die}", position.lead, position.thrown)
    }
    fn parse_position(&self, text: &str) -> plyscope::Result<Throw> {
        let read = || {
            let (numbers, die) = text.rsplit_once(' ')?;
            let (lead, thrown) = parse_two(numbers).filter(|(_, thrown)| *thrown <= self.throws)?;
            let die = match die {
                "-" => None,
                die => Some(die.parse().ok().filter(|die| *die < 2 && thrown < self.throws)?),
            };
            Some(Throw { lead, thrown, die })
        };
        read().ok_or_else(|| self.bad_position(text, "the lead, the throws and the die, such as `2 1 -`"))
    }
}
impl Hints for Dice {}

/// Who leads, in points.
#[derive(Clone, Copy)]
struct Lead;
impl Evaluator<Dice> for Lead {
    fn profile(&self) -> Profile {
        Profile::scores(Name::new("lead"))
    }
    fn estimate(&self, _: &Dice, position: &Throw) -> Estimate {
        Estimate::score_of(f64::from(position.lead) / 100.0)
    }
}

#[test]
fn laws_of_a_game_with_chance() {
    let game = Dice { throws: 4 };
    laws::check_game(&game, 200);
    let all: Vec<u64> = (1..=8).map(|plies| 2u64.pow(plies)).collect();
    assert_eq!(
        perft(&game, &game.start(), 8, &Budget::unlimited()),
        all,
        "two moves or two faces everywhere"
    );
    let (any, stream) = (AnyGame::new(game.clone()), Stream::new(1, "dice"));
    for plies in [0, 2, 4] {
        laws::check_source(&Openings { game: any.clone(), stream, plies }, 50);
    }
    let moments = RandomPositions::new(any, stream);
    laws::check_source(&moments, 100);
    for trial in 0..100 {
        let position = moments.trial(trial).unwrap().position;
        assert_eq!(GamePosition::<Dice>::of(&position).position.die, None, "chance has nothing to decide");
    }
}

/// Minimax on a game with chance is expectiminimax, to every depth and to the end.
#[test]
fn chance_is_expected() {
    let game = Dice { throws: 4 };
    let opinions = LeafValues::new(&game, Lead, Minimax).unwrap();
    for trial in 0..20 {
        let start = crate::support::random_position(&game, 2, Stream::new(2, "dice"), trial).unwrap();
        for depth in 1..=8 {
            let budget = Budget::depth(depth).unwrap();
            let found = FullWidth::default().search(&game, &start, &opinions, &budget).unwrap();
            assert_eq!(found.value, Some(expectiminimax(&game, &start, depth, &Lead)), "depth {depth}");
            let deepening = FullWidth { depth_in: DepthIn::Plies, deepening: true };
            assert_eq!(deepening.search(&game, &start, &opinions, &budget).unwrap().value, found.value);
        }
        let to_the_end = ToTheEnd::new(&game, Minimax).unwrap();
        let found = FullWidth::default().search(&game, &start, &to_the_end, &Budget::unlimited()).unwrap();
        assert_eq!(found.value, Some(expectiminimax(&game, &start, u32::MAX, &Lead)));
        assert_eq!(BySolving.value(&game, &start).exact(), found.value);
    }
    // By hand, with the second player's throw left.
    let last = Dice { throws: 2 };
    let value = |lead| {
        let position = Throw { lead, thrown: 1, die: None };
        let to_the_end = ToTheEnd::new(&last, Minimax).unwrap();
        FullWidth::default().search(&last, &position, &to_the_end, &Budget::unlimited()).unwrap()
    };
    assert_eq!((value(3).value, value(3).choice), (Some(0.5), 1), "only the bold die can still win");
    assert_eq!((value(1).value, value(1).choice), (Some(-0.5), 0), "a draw or a win by the safe die");
    // A chance of winning is expected too: the product rule over what the dice do.
    let wins = LeafValues::new(&last, random(), Product).unwrap();
    let position = Throw { lead: 3, thrown: 1, die: None };
    let found = FullWidth::default().search(&last, &position, &wins, &Budget::depth(2).unwrap()).unwrap();
    assert_eq!(found.scores[1].exact().unwrap().first, 0.75);
    assert_eq!(found.value.unwrap().first, 0.75, "the safe die is lost for certain");
}

/// Searches that cut by proof refuse chance, before and when they are asked; so do solvers and rules that are told who
/// wins. What they say names what would do.
#[test]
fn chance_is_refused_where_nothing_can_be_done_with_it() {
    let (game, budget) = (Dice { throws: 3 }, Budget::unlimited());
    let (start, to_the_end) = (game.start(), ToTheEnd::new(&game, Minimax).unwrap());
    let why = |what: &str, error: Error| {
        assert!(matches!(&error, Error::Chance { .. }), "{error}");
        let text = error.to_string();
        assert!(text.starts_with(what) && text.contains("does not support chance nodes"), "{text}");
        assert!(text.contains("dice(throws=3)") && text.ends_with("full-width does"), "{text}");
    };
    why("alpha-beta", AlphaBeta::default().search(&game, &start, &to_the_end, &budget).unwrap_err());
    why("pruned", Pruned::default().search(&game, &start, &to_the_end, &budget).unwrap_err());
    why("solving", solve(&game, &start, 1, &budget).unwrap_err());
    why("solving", Solver::new(&game, 1, &budget).map(|_| ()).unwrap_err());
    // No search helps a rule that is told who wins.
    let told = ToTheEnd::new(&game, EmmTrueTypes).unwrap_err().to_string();
    assert!(told.contains("chance nodes, which dice(throws=3) has; take another rule"), "{told}");
    let any = AnyGame::new(game.clone());
    let boxed = any.start(Stream::new(1, "dice").trial(0)).unwrap();
    why("solving", any.solve(&boxed, 1, &budget).unwrap_err());
    why("solving", any.values(std::slice::from_ref(&boxed), SolveGoal::Winner, 1, &budget).unwrap_err());
    let lead = plyscope::evaluator::AnyEvaluator::new::<Dice>(Lead);
    let mind = |search| RuleSearch::new("minimax", AnyRule::ordered(Minimax), search).unwrap();
    for (search, called) in [
        (plyscope::search::AnySearch::from(AlphaBeta::default()), "alpha-beta"),
        (Pruned::default().into(), "pruned"),
    ] {
        why(called, any.player(mind(search), &lead).map(|_| ()).unwrap_err());
    }
    // Solving as a search is alpha-beta.
    let error = Solve.search(&game, &start, &to_the_end, &budget).unwrap_err();
    assert!(matches!(error, Error::Chance { .. }), "{error}");
    // When the die is about to be thrown there is nothing to choose.
    let thrown = game.play(&start, &0);
    assert_eq!(FullWidth::default().search(&game, &thrown, &to_the_end, &budget), Err(Error::NoMove));
    // Those that do work, by name: and two play a match by them.
    let pruning = ForwardPruning::new(1, false).unwrap();
    let players =
        [any.player(mind(FullWidth::default().into()), &lead), any.player(mind(pruning.into()), &lead)];
    let [full, narrow] = players.map(Result::unwrap);
    let mut plies = 0;
    for number in 0..20 {
        let trial = Stream::new(3, "match").trial(number);
        let seats = [&full, &narrow].map(|player| Seat { player: &**player, efforts: &[Effort::Depth(3)] });
        let played = play(&any, &boxed, seats, trial, 0).unwrap();
        plies += played.plies;
    }
    assert_eq!(plies, 20 * 6, "three choices and three throws each");
    assert!(playouts().estimate(&game, &thrown).score() > 0.0, "random games throw the dice");
}

/// Sampling throws the dice by their probabilities: looking at everything, it finds what is expected.
#[test]
fn sampling_finds_what_is_expected() {
    use plyscope::evaluator::AnyEvaluator;
    use plyscope::search::{Backup, Mcts};
    let game = Dice { throws: 4 };
    let any = AnyGame::new(game.clone());
    let evaluator = AnyEvaluator::new::<Dice>(playouts());
    let start = any.start(Stream::new(1, "dice").trial(0)).unwrap();
    let exact = expectiminimax(&game, &game.start(), 8, &playouts());
    let of = |die: &u8| expectiminimax(&game, &game.play(&game.start(), die), 7, &playouts());
    let (safe, bold) = (of(&0), of(&1));
    assert!((safe - bold).abs() > 0.01, "{safe} and {bold}");
    let best = usize::from(bold > safe);
    let decided = |mcts: Mcts, iterations: u64| {
        let player = any.player(Plan::Sampling { mcts, seed: 1 }, &evaluator).unwrap();
        player.decide(&start, &[Effort::Iterations(iterations)]).unwrap()
    };
    // All 341 nodes are there after a while, and then values are those of expectiminimax.
    let minimax = Mcts { backup: Backup::Minimax, c: 5.0, ..Mcts::default() };
    let seen = decided(minimax, 100_000);
    assert!((seen.value.unwrap().number().unwrap() - exact).abs() < 1e-9, "{seen:?}, {exact}");
    assert_eq!(seen.choice, best);
    // Proofs go through chance: every throw is settled.
    let proving = decided(Mcts { solver: true, c: 5.0, ..Mcts::default() }, 100_000);
    assert!((proving.value.unwrap().number().unwrap() - exact).abs() < 1e-9, "{proving:?}, {exact}");
    assert!(proving.ties == [best] && proving.visits.iter().sum::<u64>() < 100_000);
    // The mean comes near.
    let mean = decided(Mcts { c: 0.5, ..Mcts::default() }, 100_000);
    assert_eq!(mean.choice, best);
}
