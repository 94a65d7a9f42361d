//! A puzzle of one player.

use super::*;

/// One player wants to make a number from 1 by adding one and doubling, in few steps.
#[derive(Clone)]
struct Doubling {
    goal: u64,
    steps: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Step {
    Add,
    Double,
}

impl Game for Doubling {
    /// The number, and how many steps are left.
    type Position = (u64, u32);
    type Move = Step;
    fn name(&self) -> Name {
        Name::new("doubling").with("goal", self.goal).with("steps", self.steps)
    }
    fn facts(&self) -> Facts {
        Facts { players: 1, ..Facts::lasting(self.steps) }
    }
    fn start(&self) -> (u64, u32) {
        (1, self.steps)
    }
    fn mover(&self, _: &(u64, u32)) -> Player {
        Player::FIRST
    }
    fn moves(&self, (number, left): &(u64, u32), moves: &mut Vec<Step>) {
        if *left > 0 && *number != self.goal {
            moves.extend([Step::Add, Step::Double]);
        }
    }
    fn play(&self, (number, left): &(u64, u32), step: &Step) -> (u64, u32) {
        (if *step == Step::Add { number + 1 } else { 2 * number }, left - 1)
    }
    /// What is left is won; nothing where the goal was missed.
    fn payoff(&self, (number, left): &(u64, u32), _: Player) -> f64 {
        if *number == self.goal { 1.0 + f64::from(*left) } else { -1.0 }
    }
    fn table_key(&self, (number, left): &(u64, u32)) -> u64 {
        number << 8 | u64::from(*left)
    }
    fn move_name(&self, _: &(u64, u32), step: &Step) -> String {
        if *step == Step::Add { "+1".into() } else { "*2".into() }
    }
    fn position_text(&self, (number, left): &(u64, u32)) -> String {
        format!("{number} {left}")
    }
    fn parse_position(&self, text: &str) -> plyscope::Result<(u64, u32)> {
        let read = parse_two(text).filter(|(number, left)| *left <= self.steps && *number >= 1);
        read.ok_or_else(|| self.bad_position(text, "the number and the steps left, such as `6 3`"))
    }
}
impl Hints for Doubling {}

/// The fewest steps from 1 to a number: backwards, halving what is even is never worse.
fn fewest(mut goal: u64) -> u32 {
    let mut steps = 0;
    while goal > 1 {
        goal = if goal.is_multiple_of(2) { goal / 2 } else { goal - 1 };
        steps += 1;
    }
    steps
}

#[test]
fn a_puzzle_of_one_player() {
    for (goal, steps) in [(1, 3), (6, 5), (11, 6), (23, 9), (24, 4), (37, 10)] {
        let game = Doubling { goal, steps };
        let start = game.start();
        laws::check_game(&game, 50);
        let best = if fewest(goal) <= steps { f64::from(1 + steps - fewest(goal)) } else { -1.0 };
        assert_eq!(BySolving.value(&game, &start), TrueValue::Exact(best), "{goal} in {steps}");
        let solution = solve(&game, &start, 1, &Budget::unlimited()).unwrap();
        assert_eq!(solution.value(), Some(best));
        if game.is_over(&start) {
            continue;
        }
        assert!(best < 0.0 || solution.line.len() as u32 == fewest(goal), "{:?}", solution.line);
        assert_eq!(perft(&game, &start, 2, &Budget::unlimited())[0], 2);
        let (to_the_end, unlimited) = (ToTheEnd::new(&game, Minimax).unwrap(), Budget::unlimited());
        let full = FullWidth::default().search(&game, &start, &to_the_end, &unlimited).unwrap();
        let all = AlphaBeta { all_scores: true, table: Some(1), ..AlphaBeta::default() };
        let alpha_beta = all.search(&game, &start, &to_the_end, &unlimited).unwrap();
        assert_eq!((full.value, alpha_beta.value), (Some(best), Some(best)));
        assert_eq!((&alpha_beta.scores, &alpha_beta.ties), (&full.scores, &full.ties));
        let pruned = Pruned::default().search(&game, &start, &to_the_end, &unlimited).unwrap();
        assert_eq!((&pruned.ties, pruned.complete), (&full.ties, true));
        let alone = ToTheEnd::new(&game, MaxN).unwrap();
        let max_n = FullWidth::default().search(&game, &start, &alone, &unlimited).unwrap();
        assert_eq!((max_n.value.unwrap().values(), &max_n.ties), (&[best][..], &full.ties));
        let opinions = LeafValues::new(&game, random(), Minimax).unwrap();
        for depth in 1..=steps {
            let found = FullWidth::default()
                .search(&game, &start, &opinions, &Budget::depth(depth).unwrap())
                .unwrap();
            assert!(found.complete && found.ties.contains(&found.choice));
        }
    }
    // A player of its own decides; nobody plays a match alone.
    let any = AnyGame::new(Doubling { goal: 11, steps: 6 });
    let start = any.start(Stream::new(1, "doubling").trial(0)).unwrap();
    let random = plyscope::evaluator::AnyEvaluator::new::<Doubling>(random());
    let mind = RuleSearch::new("minimax", AnyRule::ordered(Minimax), AlphaBeta::default()).unwrap();
    let player = any.player(mind, &random).unwrap();
    let seen = player.decide(&start, &[]).unwrap();
    assert_eq!(seen.value.unwrap().number(), Some(1.0), "the goal can be reached");
    let trial = Stream::new(1, "doubling").trial(0);
    let seat = Seat { player: &*player, efforts: &[Effort::Depth(2)] };
    let why = play(&any, &start, [seat, seat], trial, 0).unwrap_err();
    assert!(matches!(why, Error::Players { players: 1, .. }), "{why}");
}
