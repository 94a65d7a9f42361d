//! A game that is very long.

use super::*;

/// Nim where nobody has a choice but the first player at first: one is taken from a heap at a time.
#[derive(Clone)]
struct Chain {
    heap: u32,
    /// May the first player take two at the start?
    fork: bool,
}

/// What is left and who moves, on a board that is as large as those of other games.
#[derive(Clone)]
struct Heap {
    left: u32,
    mover: Player,
    board: [u64; 8],
}

impl Heap {
    fn new(left: u32) -> Self {
        Heap { left, mover: Player::FIRST, board: [0; 8] }
    }
}

impl Game for Chain {
    type Position = Heap;
    type Move = u32;
    fn name(&self) -> Name {
        Name::new("chain").with("heap", self.heap).with("fork", if self.fork { "yes" } else { "no" })
    }
    fn facts(&self) -> Facts {
        Facts::lasting(self.heap)
    }
    fn start(&self) -> Heap {
        Heap::new(self.heap)
    }
    fn mover(&self, position: &Heap) -> Player {
        position.mover
    }
    fn moves(&self, position: &Heap, moves: &mut Vec<u32>) {
        let most = if self.fork && position.left == self.heap { 2 } else { 1 };
        moves.extend(1..=most.min(position.left));
    }
    fn play(&self, position: &Heap, take: &u32) -> Heap {
        let mut board = position.board;
        board[position.left as usize % 8] += u64::from(*take);
        Heap { left: position.left - take, mover: position.mover.opponent(), board }
    }
    fn payoff(&self, position: &Heap, player: Player) -> f64 {
        if player == position.mover { -1.0 } else { 1.0 }
    }
    fn table_key(&self, position: &Heap) -> u64 {
        u64::from(position.left) << 1 | position.mover.index() as u64
    }
    fn position_text(&self, position: &Heap) -> String {
        format!("{} {}", position.left, position.mover)
    }
    fn parse_position(&self, text: &str) -> plyscope::Result<Heap> {
        let read =
            parse_two(text).filter(|(left, mover): &(u32, Player)| *left <= self.heap && mover.index() < 2);
        let read = read.map(|(left, mover)| Heap { mover, ..Heap::new(left) });
        read.ok_or_else(|| self.bad_position(text, "what is left and who moves, such as `7 1`"))
    }
}
impl Hints for Chain {}

/// However long a game is, no search overflows the stack: it says that it cannot go so deep.
#[test]
fn a_very_long_game_does_not_overflow_the_stack() {
    let too_deep = |error: Error| {
        let wanted = matches!(error, Error::TooDeep { plies: DEEPEST, limit: Limit::Deepest, .. });
        assert!(wanted && error.to_string().contains("as deep as a search goes"), "{error}");
    };
    on_a_small_stack(|| {
        for fork in [false, true] {
            let game = Chain { heap: 100_000, fork };
            let (start, unlimited) = (game.start(), Budget::unlimited());
            let to_the_end = ToTheEnd::new(&game, Minimax).unwrap();
            let opinions = LeafValues::new(&game, random(), Minimax).unwrap();
            too_deep(FullWidth::default().search(&game, &start, &to_the_end, &unlimited).unwrap_err());
            too_deep(FullWidth::default().search(&game, &start, &opinions, &unlimited).unwrap_err());
            let emm = LeafValues::new(&game, random(), Emm).unwrap();
            too_deep(FullWidth::default().search(&game, &start, &emm, &unlimited).unwrap_err());
            let payoffs = ToTheEnd::new(&game, MaxN).unwrap();
            too_deep(FullWidth::default().search(&game, &start, &payoffs, &unlimited).unwrap_err());
            let everything = AlphaBeta {
                shallow: Some(2),
                killers: true,
                history: true,
                table: Some(1),
                scout: true,
                all_scores: true,
                ..AlphaBeta::default()
            };
            for search in [AlphaBeta::default(), everything] {
                too_deep(search.search(&game, &start, &to_the_end, &unlimited).unwrap_err());
                too_deep(search.search(&game, &start, &opinions, &unlimited).unwrap_err());
            }
            too_deep(Solve.search(&game, &start, &opinions, &unlimited).unwrap_err());
            too_deep(solve(&game, &start, 1, &unlimited).unwrap_err());
            let solver = &mut Solver::new(&game, 1, &unlimited).unwrap();
            too_deep(solver.value_of(&start, SolveGoal::Winner).unwrap_err());
            let depth_first = Pruned { order: Order::DepthFirst, ..Pruned::default() };
            for search in [Pruned::default(), Pruned { table: Some(1), ..Pruned::default() }, depth_first] {
                let found = search.search(&game, &start, &to_the_end, &unlimited);
                // With one move there is nothing to find out.
                match fork {
                    true => too_deep(found.unwrap_err()),
                    false => assert_eq!(found.unwrap().ties, [0]),
                }
            }
            assert_eq!(BySolving.value(&game, &start), TrueValue::Unknown);
            // Near its end it is a game like others.
            let near = Heap::new(501);
            assert_eq!(BySolving.value(&game, &near), TrueValue::Exact(1.0));
            assert_eq!(solve(&game, &near, 1, &unlimited).unwrap().line.len(), 501);
            let mut recorder = Recorder::new();
            let full = FullWidth::default()
                .search_watched(&game, &near, &to_the_end, &unlimited, &mut recorder)
                .unwrap();
            assert_eq!((full.value, full.counts.generated), (Some(1.0), 501));
            let trace = recorder.finish().unwrap().map(&|value: f64| -value);
            assert_eq!(trace.visit.unwrap().value, -1.0);
            // To a depth, or within a number of nodes, it is searched.
            let found =
                FullWidth::default().search(&game, &start, &opinions, &Budget::depth(DEEPEST).unwrap());
            assert!(found.unwrap().complete);
            let deepening = AlphaBeta { deepening: true, ..AlphaBeta::default() };
            let budget = unlimited.with_nodes(10_000_000);
            let found = deepening.search(&game, &start, &opinions, &budget).unwrap();
            assert_eq!((found.complete, found.depth), (false, DEEPEST));
            // Counting goes no deeper either, and says how deep it went by the length of its answer.
            assert_eq!(perft(&game, &start, 3 * DEEPEST, &unlimited).len(), DEEPEST as usize);
            assert_eq!(perft(&game, &near, 3 * DEEPEST, &unlimited).len(), 3 * DEEPEST as usize);
            let estimate = playouts().estimate(&game, &near).score();
            assert_eq!(estimate, 1.0, "an odd heap is won by who moves");
        }
        // A written tree of the largest depth is not too deep.
        let deepest = "(".repeat(MAX_DEPTH) + "1" + &")".repeat(MAX_DEPTH);
        let tree: TextTree = deepest.parse().unwrap();
        for rule in [AnyRule::ordered(Minimax), AnyRule::Payoffs(Arc::new(MaxN))] {
            struct Searched<'a>(&'a TextTree);
            impl WithRule for Searched<'_> {
                type Output = bool;
                fn with<R: Rule>(self, rule: R) -> bool {
                    let written = TextTreeValues::new(self.0, None, rule).unwrap();
                    FullWidth::default().search(self.0, &0, &written, &Budget::unlimited()).unwrap().complete
                }
            }
            assert!(rule.apply(Searched(&tree)));
        }
    });
    // A random game is as long as it is.
    let game = Chain { heap: 100_000, fork: false };
    let moments = RandomPositions::new(AnyGame::new(game.clone()), Stream::new(1, "chain"));
    let found = moments.trial(0).unwrap();
    assert_eq!(GamePosition::<Chain>::of(&found.position).position.left, 100_000 - found.ply.unwrap());
    laws::check_game(&Chain { heap: 9, fork: true }, 5);
}
