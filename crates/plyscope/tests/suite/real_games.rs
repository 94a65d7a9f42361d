//! Real games against published counts.

use plyscope::evaluator::KalahFeatures;
use plyscope::game::{
    ConnectFour, Game, Kalah, KalahRules, Landings, Pits, Player, TicTacToe, TicTacTrio, moves_of,
};
use plyscope::key::{Domain, Stream};
use plyscope::laws;
use plyscope::name::Settings;
use plyscope::rule::Emm;
use plyscope::search::{Budget, DepthIn, FullWidth, LeafValues, finished_games, perft};

pub(crate) fn connect_four(text: &str) -> ConnectFour {
    ConnectFour::named(text).unwrap()
}

pub(crate) fn kalah(text: &str) -> Kalah {
    KalahRules::named(text).and_then(KalahRules::game).unwrap()
}

pub(crate) fn tic_tac_trio() -> TicTacTrio {
    TicTacTrio::named("tic-tac-trio").unwrap()
}

fn counts<G: Game>(game: &G, depth: u32) -> Vec<u64> {
    perft(game, &game.start(), depth, &Budget::unlimited())
}

/// A spent budget shortens the list; a finished game has no more sequences, however deep.
#[test]
fn perft_within_a_budget_and_beyond_the_end() {
    let game = TicTacToe::default();
    let counts = |nodes, depth| perft(&game, &game.start(), depth, &Budget::unlimited().with_nodes(nodes));
    assert_eq!(counts(9 + 81, 4), [9, 72, 504], "9 nodes for two plies, 81 more for three");
    assert_eq!(counts(0, 4), [9]);
    let all = counts(u64::MAX, 1000);
    assert_eq!((all.len(), all[8], all[9], all[999]), (1000, 127_872, 0, 0));
}

/// Known since long: 255,168 games, of which these many sequences of each length.
#[test]
fn perft_of_tic_tac_toe() {
    let expected = [9, 72, 504, 3024, 15120, 54720, 148_176, 200_448, 127_872];
    assert_eq!(counts(&TicTacToe::default(), 9), expected);
    assert_eq!(1 + expected.iter().sum::<u64>(), 549_946, "nodes of the full tree");
}

/// The leaves of the tree by all 9! orders of filling the board: a game that is over after k moves is the beginning of
/// (9 - k)! of them. And the different positions among their beginnings.
#[test]
fn games_and_positions_of_tic_tac_toe_by_permutations() {
    const LINES: [[usize; 3]; 8] =
        [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];
    fn permute(cells: &mut Vec<usize>, visit: &mut dyn FnMut(&[usize])) {
        if cells.len() == 9 {
            visit(cells);
        }
        for cell in 0..9 {
            if !cells.contains(&cell) {
                cells.push(cell);
                permute(cells, visit);
                cells.pop();
            }
        }
    }
    let (mut orders, mut beginnings, mut positions) = (0u64, [0u64; 10], std::collections::BTreeSet::new());
    permute(&mut Vec::new(), &mut |cells| {
        orders += 1;
        let mut board = [0u8; 9];
        positions.insert(board);
        for (moves, cell) in cells.iter().enumerate() {
            board[*cell] = 1 + (moves % 2) as u8;
            positions.insert(board);
            let line = LINES.iter().any(|line| line.iter().all(|at| board[*at] == board[*cell]));
            if line || moves == 8 {
                beginnings[moves + 1] += 1;
                break;
            }
        }
    });
    assert_eq!(orders, 362_880, "9!");
    let factorial = |n: u64| (1..=n).product::<u64>();
    let games: Vec<u64> = (1..=9).map(|moves| beginnings[moves] / factorial(9 - moves as u64)).collect();
    assert_eq!(games, [0, 0, 0, 0, 1440, 5328, 47_952, 72_576, 127_872]);
    let game = TicTacToe::default();
    assert_eq!(finished_games(&game, &game.start(), 9, &Budget::unlimited()), games);
    assert!(finished_games(&game, &game.start(), 9, &Budget::unlimited().with_nodes(100)).is_empty());
    let catalogue = plyscope::catalogue::Catalogue::built_in();
    let formula = |name: &str, depth| catalogue.formula(name, depth).unwrap();
    assert_eq!(formula("tic-tac-toe-games", 0), 255_168.0);
    assert_eq!(formula("tic-tac-toe-games", 7), 47_952.0);
    assert_eq!(formula("tic-tac-toe-games(lines=ignored)", 0), orders as f64);
    assert_eq!(formula("tic-tac-toe-nodes(repeated=once)", 0), positions.len() as f64);
    assert_eq!(formula("tic-tac-toe-nodes", 0), 549_946.0);
}

/// Runs and threats by shifting bits, against the lines of the board cell by cell: short and long runs, low and high
/// boards.
#[test]
fn runs_and_threats_are_those_of_the_lines() {
    for name in [
        "connect-four",
        "connect-four(width=5,height=4)",
        "connect-four(width=3,height=19)",
        "connect-four(width=3,height=20)",
        "connect-four(width=6,height=5,run=3)",
        "connect-four(width=7,height=6,run=5)",
        "connect-four(width=2,height=31)",
        "connect-four(width=32,height=1)",
    ] {
        let game = connect_four(name);
        let (rows, mut ended, mut threats) = (game.height() + 1, 0, 0);
        let has_line = |set: u64| game.lines().iter().any(|line| line & set == *line);
        for trial in 0..200 {
            let key = Stream::new(3, name).trial(trial);
            let (mut stones, mut step) = (game.start(), 0);
            while !game.is_over(&stones) {
                let moves = moves_of(&game, &stones);
                step += 1;
                let choice = key.block.draw(Domain::Start).below(key.lane, step, moves.len() as u32);
                stones = game.play(&stones, &moves[choice as usize]);
                let [first, second] = stones.sets();
                let moved = if game.mover(&stones) == Player::FIRST { second } else { first };
                let over = game.payoff(&stones, Player::FIRST) != 0.0;
                assert_eq!(over, has_line(moved), "{name}: {}", game.drawn(&stones));
                if !over {
                    let cells = (0..game.width()).flat_map(|x| (0..game.height()).map(move |y| x * rows + y));
                    let free = cells.map(|bit| 1u64 << bit).filter(|bit| (first | second) & bit == 0);
                    let wanted = free.filter(|bit| has_line(moved | bit)).fold(0, |all, bit| all | bit);
                    assert_eq!(game.threats(&stones), wanted, "{name}: {}", game.drawn(&stones));
                    threats += u32::from(wanted != 0);
                }
                ended += u32::from(over);
            }
        }
        assert!(
            ended > 0 && threats > 0,
            "{name}: {ended} games with a run, {threats} positions with threats"
        );
    }
}

/// The usual published perft of connect four.
#[test]
fn perft_of_connect_four() {
    let expected = [7, 49, 343, 2401, 16807, 117_649, 823_536, 5_673_234];
    assert_eq!(counts(&connect_four("connect-four"), 8), expected);
}

/// Kalah(6,4) without empty capture.
#[test]
fn perft_of_kalah() {
    let game = kalah("kalah(empty-capture=no)");
    assert_eq!(counts(&game, 7), [6, 35, 185, 942, 4690, 23_233, 114_430]);
}

/// Every placement of marks until somebody has a line, by plain counting of another kind: all orders of
/// the nine cells, each cut where its game ends.
#[test]
fn perft_of_tic_tac_trio() {
    fn orders(cells: &mut Vec<usize>, done: usize, counts: &mut [u64; 9]) {
        const LINES: [[usize; 3]; 8] =
            [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];
        if done > 0 {
            counts[done - 1] += 1;
        }
        let owner = |cell: usize| cells[..done].iter().position(|c| *c == cell).map(|at| at % 3);
        if LINES
            .iter()
            .any(|[a, b, c]| owner(*a).is_some() && owner(*a) == owner(*b) && owner(*b) == owner(*c))
        {
            return;
        }
        for i in done..9 {
            cells.swap(done, i);
            orders(cells, done + 1, counts);
            cells.swap(done, i);
        }
    }
    let mut expected = [0; 9];
    orders(&mut (0..9).collect(), 0, &mut expected);
    assert_eq!(counts(&tic_tac_trio(), 9), expected);
}

#[test]
fn laws_of_real_games() {
    laws::check_game(&TicTacToe::default(), 200);
    laws::check_game(&tic_tac_trio(), 200);
    assert_eq!((TicTacToe::default().facts().longest, tic_tac_trio().facts().longest), (9, 9));
    for name in [
        "connect-four",
        "connect-four(width=4,height=5,run=3)",
        "connect-four(width=1,height=3)",
        "connect-four(width=32,height=1,run=2)",
    ] {
        laws::check_game(&connect_four(name), 100);
        assert!(connect_four(name).facts().longest <= 64, "{name}");
    }
    for name in [
        "kalah",
        "kalah(pits=1,seeds=127)",
        "kalah(pits=12,seeds=10,empty-capture=no)",
        "kalah(extra-turn=no,skip-origin=yes)",
        "kalah(seeds=2,moves=20,empty-moves=yes,extra-turn=no,start=random)",
        "kalah(moves=7)",
    ] {
        let game = kalah(name);
        laws::check_game(&game, 100);
        // The bound that it proves is far off: random games end soon.
        for playout in 0..100 {
            let trial = Stream::new(0, "laws").trial(playout);
            let (mut position, draws) = (game.start_of(trial), trial.block.draw(Domain::Moves));
            let ended = (0..2000).any(|ply| {
                let moves = moves_of(&game, &position);
                if let Some(last) = (moves.len() as u32).checked_sub(1) {
                    let choice = draws.below(trial.lane, ply, last + 1) as usize;
                    position = game.play(&position, &moves[choice]);
                }
                moves.is_empty()
            });
            assert!(ended, "{name}: longer than 2000 plies");
        }
    }
}

/// Where moves meet, full width searches a position once and counts it as often as it comes: the same as somebody who
/// watches, and who has a limit of nodes.
#[test]
fn moves_that_meet_are_counted_all() {
    let game = kalah("kalah(seeds=2,moves=20,empty-moves=yes,extra-turn=no,start=random)");
    assert!(game.facts().moves_meet && !kalah("kalah").facts().moves_meet);
    let features = KalahFeatures::named("kalah-features(error=0.2)").unwrap();
    let by_emm = LeafValues::new(&game, features, Emm).unwrap();
    for trial in 0..20 {
        let trial = Stream::new(34, "meet").trial(trial);
        let draws = trial.block.draw(Domain::Moves);
        let mut position = game.start_of(trial);
        for ply in 0..17 {
            for depth_in in [DepthIn::Plies, DepthIn::Turns] {
                let search = FullWidth { depth_in, ..FullWidth::default() };
                let _ = laws::check_search(&search, &game, &position, &by_emm, 1 + ply as u32 % 4);
            }
            let moves = moves_of(&game, &position);
            position =
                game.play(&position, &moves[draws.below(trial.lane, ply, moves.len() as u32) as usize]);
        }
    }
}

#[test]
fn impossible_boards_are_refused() {
    let why = |text: &str| {
        let kalah = KalahRules::named(text).and_then(KalahRules::game).map(|_| ());
        let four = ConnectFour::named(text).map(|_| ());
        if text.starts_with("kalah") { kalah } else { four }.unwrap_err().to_string()
    };
    assert!(why("kalah(pits=0)").contains("1 to 12"));
    assert!(why("kalah(pits=12,seeds=11)").contains("at most 255 seeds"));
    assert!(why("kalah(empty-moves=yes)").contains("give a number of moves"));
    assert!(why("kalah(start=odd)").contains("even or random"));
    assert!(why("connect-four(width=8,height=8)").contains("at most 64"));
    assert!(why("connect-four(run=1)").contains("2 to 64"));
}

/// What a name of Kalah says of sowing.
struct Variant {
    name: &'static str,
    skip_origin: bool,
    empty_capture: bool,
}

/// A sowing seed by seed round a ring of own pits, own store and the other's pits: the board after it, where the last
/// seed fell (the ring's length for none), and what it captured.
fn sow_round_a_ring(variant: &Variant, pits: usize, before: &Pits, pit: usize) -> (Pits, usize, u8) {
    let (me, you) = (before.mover.index(), before.mover.opponent().index());
    let mut ring = before.pits[me][..pits].to_vec();
    ring.push(before.stores[me]);
    ring.extend(&before.pits[you][..pits]);
    let seeds = std::mem::take(&mut ring[pit]);
    let places = (pit + 1..).map(|place| place % (2 * pits + 1));
    let visited: Vec<usize> =
        places.filter(|place| !variant.skip_origin || *place != pit).take(seeds.into()).collect();
    visited.iter().for_each(|place| ring[*place] += 1);
    let (last, mut captured) = (visited.last().copied().unwrap_or(2 * pits + 1), 0);
    if last < pits && ring[last] == 1 && (variant.empty_capture || ring[2 * pits - last] > 0) {
        captured = ring[last] + ring[2 * pits - last];
        ring[pits] += captured;
        (ring[last], ring[2 * pits - last]) = (0, 0);
    }
    let mut after = *before;
    after.pits[me][..pits].copy_from_slice(&ring[..pits]);
    after.stores[me] = ring[pits];
    after.pits[you][..pits].copy_from_slice(&ring[pits + 1..]);
    (after, last, captured)
}

/// All pits of a player at once, and each seed by seed: the same, along random games of every variant.
#[test]
fn sowings_are_those_round_a_ring() {
    let variant = |name| Variant { name, skip_origin: false, empty_capture: true };
    let sparing = |name| Variant { empty_capture: false, ..variant(name) };
    let variants = [
        variant("kalah"),
        variant("kalah(pits=1,seeds=127)"),
        sparing("kalah(pits=2,seeds=20,empty-capture=no)"),
        Variant { skip_origin: true, ..variant("kalah(pits=3,seeds=12,skip-origin=yes)") },
        Variant { skip_origin: true, ..sparing("kalah(pits=3,seeds=12,skip-origin=yes,empty-capture=no)") },
        sparing("kalah(pits=6,seeds=3,empty-capture=no)"),
        variant("kalah(pits=7,seeds=2)"),
        variant("kalah(pits=8,seeds=3)"),
        sparing("kalah(pits=8,seeds=15,empty-capture=no)"),
        variant("kalah(pits=9,seeds=4)"),
        sparing("kalah(pits=12,seeds=10,empty-capture=no)"),
        variant("kalah(seeds=2,moves=60,empty-moves=yes,extra-turn=no,start=random)"),
    ];
    let (mut seen, mut laps) = (Landings::default(), 0);
    for variant in variants {
        let game = kalah(variant.name);
        for lane in 0..40 {
            let trial = Stream::new(5, variant.name).trial(lane);
            let (mut position, mut moves) = (game.start_of(trial), Vec::new());
            for turn in 0.. {
                for player in [Player::FIRST, Player::SECOND] {
                    let before = Pits { mover: player, ..position };
                    let mut landings = Landings::default();
                    for pit in 0..game.pits() {
                        let (after, last, captured) = sow_round_a_ring(&variant, game.pits(), &before, pit);
                        let sown = game.sow(&before, pit);
                        let what = format!("{}: pit {pit} of {before:?}", variant.name);
                        assert_eq!((sown.after, sown.last, sown.captured), (after, last, captured), "{what}");
                        let seeds = usize::from(before.pits[player.index()][pit]);
                        landings.gain += i32::from(last == game.pits() || captured > 0);
                        landings.beyond += i32::from(pit + seeds > game.pits());
                        laps += u32::from(pit + seeds > 2 * game.pits());
                    }
                    assert_eq!(
                        game.landings(&position)[player.index()],
                        landings,
                        "{}: {before:?}",
                        variant.name
                    );
                    (seen.gain, seen.beyond) = (seen.gain + landings.gain, seen.beyond + landings.beyond);
                }
                moves.clear();
                game.moves(&position, &mut moves);
                if moves.is_empty() {
                    break;
                }
                let choice =
                    trial.block.draw(Domain::Start).below(trial.lane, 1000 + turn, moves.len() as u32);
                position = game.play(&position, &moves[choice as usize]);
            }
        }
    }
    assert!(seen.gain > 1000 && seen.beyond > 1000 && laps > 300, "{seen:?}, {laps} that come round");
}

/// The rules of sowing, by hand.
mod kalah_by_hand {
    use super::kalah;
    use plyscope::game::{Game, Kalah, Pits, Player};

    fn position(game: &Kalah, first: &[u8], second: &[u8], stores: [u8; 2]) -> Pits {
        let mut position = Pits { stores, ..game.start() };
        position.pits = [[0; 12]; 2];
        position.pits[0][..first.len()].copy_from_slice(first);
        position.pits[1][..second.len()].copy_from_slice(second);
        position
    }

    #[test]
    fn an_extra_turn_and_a_capture() {
        let game = kalah("kalah(pits=3,seeds=2)");
        let start = position(&game, &[3, 0, 1], &[2, 2, 1], [0, 0]);
        let again = game.play(&start, &0);
        assert_eq!((again.mover, again.stores), (Player::FIRST, [1, 0]), "the third seed falls in the store");
        let start = position(&game, &[1, 0, 1], &[2, 4, 1], [0, 0]);
        let next = game.play(&start, &0);
        assert_eq!(
            (next.stores, next.pits[1][1], next.mover),
            ([5, 0], 0, Player::SECOND),
            "1 and the 4 opposite"
        );
    }

    #[test]
    fn empty_captures_are_a_variant() {
        let taken = kalah("kalah(pits=3)");
        let start = position(&taken, &[1, 0, 1], &[2, 0, 1], [0, 0]);
        assert_eq!(taken.play(&start, &0).stores, [1, 0]);
        let left = kalah("kalah(pits=3,empty-capture=no)");
        let next = left.play(&start, &0);
        assert_eq!((next.stores, next.pits[0][1]), ([0, 0], 1));
    }

    /// Seven seeds from the first of three pits: two pits, the store, three pits, and the origin again;
    /// the last seed falls in the pit it came from, which is empty: a capture. Or the origin is skipped.
    #[test]
    fn a_full_round() {
        let game = kalah("kalah(pits=3)");
        let start = position(&game, &[7, 1, 1], &[1, 1, 4], [0, 0]);
        let next = game.play(&start, &0);
        assert_eq!((next.pits[0][..3].to_vec(), next.pits[1][..3].to_vec()), (vec![0, 2, 2], vec![2, 2, 0]));
        assert_eq!(next.stores, [1 + 1 + 5, 0]);
        let game = kalah("kalah(pits=3,skip-origin=yes)");
        let next = game.play(&start, &0);
        assert_eq!((next.pits[0][..3].to_vec(), next.stores), (vec![0, 3, 2], [1, 0]));
    }

    #[test]
    fn the_end_with_and_without_a_harvest() {
        let game = kalah("kalah(pits=2)");
        let next = game.play(&position(&game, &[0, 1], &[3, 2], [4, 1]), &1);
        assert!(game.is_over(&next));
        assert_eq!(
            game.payoff(&next, Player::FIRST),
            5.0 - (1.0 + 5.0),
            "the second player keeps five seeds"
        );
        let short = kalah("kalah(pits=2,moves=1,empty-moves=yes,extra-turn=no)");
        let next = short.play(&position(&short, &[0, 1], &[3, 2], [4, 1]), &0);
        assert!(short.is_over(&next), "an empty pit may be played");
        assert_eq!(short.payoff(&next, Player::FIRST), 3.0, "only stores count");
    }

    #[test]
    fn scattered_seeds_are_all_there_and_differ_by_trial() {
        let game = kalah("kalah(seeds=2,start=random)");
        let stream = plyscope::key::Stream::new(1, "kalah");
        let starts: Vec<Pits> = (0..200).map(|trial| game.start_of(stream.trial(trial))).collect();
        let seeds = |p: &Pits| game.on_side(p, Player::FIRST) + game.on_side(p, Player::SECOND);
        assert!(starts.iter().all(|start| seeds(start) == 24));
        assert!(starts.windows(2).any(|pair| pair[0] != pair[1]));
        // Each pit has 2 seeds on average: within 4.5 standard deviations over 200 boards.
        let first: u32 = starts.iter().map(|start| u32::from(start.pits[0][0])).sum();
        assert!((f64::from(first) / 200.0 - 2.0).abs() < 4.5 * (24.0 * 11.0 / 144.0 / 200.0f64).sqrt());
    }
}

/// max^n on the three-player game, to the end, against a plain recursion of its own.
#[test]
fn max_n_on_tic_tac_trio() {
    use plyscope::game::{Player, TrioMarks, moves_of};
    use plyscope::rule::MaxN;
    use plyscope::search::{FullWidth, LeafValues, Search, ToTheEnd};
    fn plain(game: &TicTacTrio, marks: &TrioMarks) -> [f64; 3] {
        if game.is_over(marks) {
            return std::array::from_fn(|i| game.payoff(marks, Player::new(i).unwrap()));
        }
        let mover = game.mover(marks).index();
        let mut best = [f64::NEG_INFINITY; 3];
        for cell in moves_of(game, marks) {
            let value = plain(game, &game.play(marks, &cell));
            if value[mover] > best[mover] {
                best = value;
            }
        }
        best
    }
    let game = tic_tac_trio();
    let to_the_end = ToTheEnd::new(&game, MaxN).unwrap();
    let report =
        FullWidth::default().search(&game, &game.start(), &to_the_end, &Budget::unlimited()).unwrap();
    assert_eq!(report.value.unwrap().values(), plain(&game, &game.start()));
    assert_eq!(report.counts.generated, counts(&game, 9).iter().sum::<u64>());
    // To a depth, with open lines as the frontier: the middle has the most lines for the first player.
    let lines = plyscope::evaluator::Lines::default();
    let lines = LeafValues::new(&game, lines, MaxN).unwrap();
    let report =
        FullWidth::default().search(&game, &game.start(), &lines, &Budget::depth(1).unwrap()).unwrap();
    assert_eq!((report.choice, report.ties), (4, vec![4]));
}
