//! The exact error recursion against enumeration of whole small games, and against simulation.

use crate::support::{evaluator, game, trials};
use plyscope::error::Error;
use plyscope::evaluator::Shared;
use plyscope::game::{Facts, Game, Player};
use plyscope::name::Name;
use plyscope::rule::{BackupRule, Emm, Minimax, Product};
use plyscope::search::{Budget, Frontier, FullWidth, Search};
use plyscope::source::Wanted;
use plyscope::theory::error_recursion::{Expected, accuracy};
use plyscope::theory::p_games::{critical, non_trivial};
use plyscope::tree::{DrawnTree, Place};
use plyscope::value::Win;

const RULES: [(&str, &dyn BackupRule<Win>); 3] =
    [("minimax", &Minimax), ("product", &Product), ("emm", &Emm)];

/// A board and a pattern of mistakes, as a game. Nodes are numbered by level; the root is 0.
struct Tiny {
    b: usize,
    depth: u32,
    error: f64,
    /// Does the first player win, at every node?
    truth: Vec<bool>,
    /// Is the evaluator mistaken, at every node above the leaves?
    mistaken: Vec<bool>,
}

impl Tiny {
    fn inner(b: usize, depth: u32) -> usize {
        (0..depth).map(|level| b.pow(level)).sum()
    }

    fn new(b: usize, depth: u32, error: f64, board: u32, noise: u32) -> Self {
        let inner = Tiny::inner(b, depth);
        let leaves = b.pow(depth);
        let mut tiny = Tiny {
            b,
            depth,
            error,
            truth: vec![false; inner + leaves],
            mistaken: (0..inner).map(|i| noise >> i & 1 == 1).collect(),
        };
        // The player who moved last wins on a 1.
        let first_moved_last = depth % 2 == 1;
        for leaf in 0..leaves {
            tiny.truth[inner + leaf] = (board >> leaf & 1 == 1) == first_moved_last;
        }
        for node in (0..inner).rev() {
            let first = tiny.mover(&node) == Player::FIRST;
            let children: Vec<bool> = (1..=b).map(|i| tiny.truth[b * node + i]).collect();
            tiny.truth[node] = children.contains(&first) == first;
        }
        tiny
    }
}

impl Game for Tiny {
    type Position = usize;
    type Move = usize;

    fn name(&self) -> Name {
        Name::new("tiny")
    }
    fn facts(&self) -> Facts {
        Facts::lasting(self.depth)
    }
    fn start(&self) -> usize {
        0
    }
    fn mover(&self, node: &usize) -> Player {
        let level = (1..).find(|level| *node < Tiny::inner(self.b, *level)).unwrap() - 1;
        if level % 2 == 0 { Player::FIRST } else { Player::SECOND }
    }
    fn moves(&self, node: &usize, moves: &mut Vec<usize>) {
        if !self.is_over(node) {
            moves.extend((1..=self.b).map(|i| self.b * node + i));
        }
    }
    fn play(&self, _: &usize, child: &usize) -> usize {
        *child
    }
    fn is_over(&self, node: &usize) -> bool {
        *node >= Tiny::inner(self.b, self.depth)
    }
    fn payoff(&self, node: &usize, player: Player) -> f64 {
        if self.truth[*node] == (player == Player::FIRST) { 1.0 } else { -1.0 }
    }
    fn table_key(&self, node: &usize) -> u64 {
        *node as u64
    }
    fn position_text(&self, node: &usize) -> String {
        node.to_string()
    }
    fn parse_position(&self, text: &str) -> plyscope::Result<usize> {
        let node = text.parse().ok().filter(|node| *node < self.truth.len());
        node.ok_or_else(|| self.bad_position(text, "the number of a node"))
    }
}

/// The artificial evaluator with the mistakes that it is given, for a rule.
struct Given<'a>(&'a dyn BackupRule<Win>);
impl<'a> Frontier<Tiny> for Given<'a> {
    type Value = Win;
    type Rule = dyn BackupRule<Win> + 'a;
    fn rule(&self) -> &Self::Rule {
        self.0
    }
    fn terminal(&self, tiny: &Tiny, node: &usize) -> Win {
        Win::opinion(tiny.truth[*node], 0.0)
    }
    fn estimate(&self, tiny: &Tiny, node: &usize) -> Option<Win> {
        Some(Win::opinion(tiny.truth[*node] != tiny.mistaken[*node], tiny.error))
    }
}

/// Every board with every pattern of mistakes, searched by full width and weighed.
fn enumerated(rule: &dyn BackupRule<Win>, b: usize, depth: u32, error: f64, p: f64, plies: u32) -> Expected {
    let (inner, leaves) = (Tiny::inner(b, depth), b.pow(depth));
    // Mistakes below the frontier are never seen; those at leaves do not exist.
    let seen = Tiny::inner(b, plies + 1).min(inner);
    let weight =
        |ones: u32, all: usize, p: f64| p.powi(ones as i32) * (1.0 - p).powi((all as u32 - ones) as i32);
    let (mut open, mut right, mut wrong, mut wrong_open) = (0.0, 0.0, 0.0, 0.0);
    for board in 0u32..1 << leaves {
        for noise in 0u32..1 << seen {
            let tiny = Tiny::new(b, depth, error, board, noise);
            let chance = weight(board.count_ones(), leaves, p) * weight(noise.count_ones(), seen, error);
            let report =
                FullWidth::default().search(&tiny, &0, &Given(rule), &Budget::depth(plies).unwrap()).unwrap();
            let value = report.value.unwrap();
            let mistake = if value.ties(Win::even()) {
                0.5
            } else if value.favours_first() == tiny.truth[0] {
                0.0
            } else {
                1.0
            };
            wrong += chance * mistake;
            let wins = (1..=b).filter(|child| tiny.truth[*child]).count();
            if wins > 0 && wins < b {
                let tied_wins = report.ties.iter().filter(|tie| tiny.truth[**tie + 1]).count();
                open += chance;
                right += chance * tied_wins as f64 / report.ties.len() as f64;
                wrong_open += chance * mistake;
            }
        }
    }
    let (accuracy, value_error_non_trivial) = (right / open, wrong_open / open);
    Expected { accuracy, value_error: wrong, value_error_non_trivial, within: 0.0 }
}

fn assert_near(a: Expected, b: Expected, within: f64, what: &str) {
    for (a, b) in [
        (a.accuracy, b.accuracy),
        (a.value_error, b.value_error),
        (a.value_error_non_trivial, b.value_error_non_trivial),
    ] {
        assert!((a - b).abs() < within, "{what}: {a} and {b}");
    }
}

#[test]
fn all_boards_and_all_mistakes_of_small_games() {
    for (b, depth) in [(2, 1), (2, 2), (2, 3), (3, 1), (3, 2)] {
        for (name, rule) in RULES {
            for plies in 1..=depth {
                for (error, p) in [(0.1, critical(b as u32)), (0.3, 0.6), (0.5, 0.5)] {
                    let exact = accuracy(rule, b as u32, error, p, Some(depth), plies).unwrap();
                    let counted = enumerated(rule, b, depth, error, p, plies);
                    assert_near(
                        exact,
                        counted,
                        1e-12,
                        &format!("{name}, b {b}, {plies} of {depth}, e {error}"),
                    );
                }
            }
        }
    }
}

/// To the end of the game every rule is right, and without errors at every depth.
#[test]
fn certainty_is_never_wrong() {
    for (name, rule) in RULES {
        for (b, p, depth) in [(2, critical(2), 11), (2, 0.5, 11), (3, critical(3), 10), (5, 0.2, 4)] {
            let right =
                Expected { accuracy: 1.0, value_error: 0.0, value_error_non_trivial: 0.0, within: 0.0 };
            for plies in [depth, depth + 5] {
                assert_near(accuracy(rule, b, 0.2, p, Some(depth), plies).unwrap(), right, 1e-12, name);
            }
            for plies in 1..=3 {
                assert_near(accuracy(rule, b, 0.0, p, Some(depth), plies).unwrap(), right, 1e-12, name);
            }
        }
    }
}

/// One ply deep, by hand: with two moves, one of them won, the choice is right if both are seen as they
/// are, and in half of the ties: (1-e)^2 + e(1-e). All rules are the same there.
#[test]
fn one_ply_by_hand() {
    for (_, rule) in RULES {
        for e in [0.05, 0.2, 0.45] {
            let row = accuracy(rule, 2, e, 0.4, Some(8), 1).unwrap();
            assert!((row.accuracy - (1.0 - e)).abs() < 1e-14, "(1-e)^2 + e(1-e) = 1-e");
        }
    }
}

/// An evaluator's named winners with their error, for any rule on probabilities: minimax too.
struct Certain<'a> {
    evaluator: &'a Shared<DrawnTree>,
    rule: &'a dyn BackupRule<Win>,
}
impl<'a> Frontier<DrawnTree> for Certain<'a> {
    type Value = Win;
    type Rule = dyn BackupRule<Win> + 'a;
    fn rule(&self) -> &Self::Rule {
        self.rule
    }
    fn terminal(&self, tree: &DrawnTree, place: &Place) -> Win {
        Win::opinion(tree.payoff(place, Player::FIRST) > 0.0, 0.0)
    }
    fn estimate(&self, tree: &DrawnTree, place: &Place) -> Option<Win> {
        self.evaluator.estimate(tree, place).certain()
    }
}

/// Games that are drawn and searched: within 4.5 standard deviations, for all three rules.
#[test]
fn simulated_games_agree() {
    for (b, depth, e, p, plies, games) in
        [(2, 8, 0.2, critical(2), 5, 8000), (2, 9, 0.1, 0.5, 6, 2000), (3, 6, 0.15, critical(3), 4, 3000)]
    {
        let tree_game = game(&format!("board-splitting(branching={b},depth={depth},p={p})"));
        let evaluator = evaluator(&format!("artificial(error={e})"), &tree_game);
        let source = trials(&tree_game, 77, Wanted::NonTrivial);
        let mut sums = [[0.0f64; 3]; 3]; // per rule: right, right squared, value wrong
        for trial in 0..games {
            let tree = source.tree(trial).unwrap();
            for ((_, rule), sums) in RULES.iter().zip(&mut sums) {
                let budget = Budget::depth(plies).unwrap();
                let frontier = Certain { evaluator: &evaluator, rule: *rule };
                let report = FullWidth::default().search(&tree, &Place::ROOT, &frontier, &budget).unwrap();
                let wins =
                    report.ties.iter().filter(|tie| tree.truth(Place { level: 1, index: **tie })).count();
                let share = wins as f64 / report.ties.len() as f64;
                let wrong = !report.value.unwrap().favours_first(); // the mover of such a game wins
                *sums = [sums[0] + share, sums[1] + share * share, sums[2] + f64::from(u8::from(wrong))];
            }
        }
        for ((name, rule), [right, squares, wrong]) in RULES.iter().zip(sums) {
            let exact = accuracy(*rule, b, e, p, Some(depth), plies).unwrap();
            let games = games as f64;
            let (mean, error) = (right / games, wrong / games);
            let spread = ((squares / games - mean * mean) / games).sqrt();
            assert!((mean - exact.accuracy).abs() < 4.5 * spread, "{name}: {mean}, exact {}", exact.accuracy);
            let expected = exact.value_error_non_trivial;
            let spread = (expected * (1.0 - expected) / games).sqrt();
            assert!((error - expected).abs() < 4.5 * spread, "{name}: {error}, exact {expected}");
        }
    }
}

/// Minimax by its two-by-two recursion in closed form: with c the chances of a move (true, estimated), all
/// moves look and are lost c00^b, are lost (c00 + c01)^b, look lost (c00 + c10)^b.
#[test]
fn minimax_by_powers() {
    for (b, e, p, depth, plies) in
        [(2u32, 0.2, 0.5, 11, 7), (3, 0.1, critical(3), 10, 9), (10, 0.05, 0.2, 6, 4)]
    {
        let q = plyscope::theory::p_games::mover_wins(b, p, depth - plies);
        // Won and lost by the mover, estimated so and so: [true][estimated].
        let mut node = [[(1.0 - q) * (1.0 - e), (1.0 - q) * e], [q * e, q * (1.0 - e)]];
        for _ in 0..plies {
            let c = [[node[1][1], node[1][0]], [node[0][1], node[0][0]]]; // the mover above sees it mirrored
            let power = |x: f64| x.powi(b as i32);
            let both = power(c[0][0]);
            let (lost, looks) = (power(c[0][0] + c[0][1]), power(c[0][0] + c[1][0]));
            node = [[both, lost - both], [looks - both, 1.0 - lost - looks + both]];
        }
        let row = accuracy(&Minimax, b, e, p, Some(depth), plies).unwrap();
        assert!((row.value_error - node[0][1] - node[1][0]).abs() < 1e-12, "b {b}: {row:?}");
    }
}

/// Footnote 4 and figure 3 of Wilson, Parker & Nau, e = .1, d = 10, two moves: between depths of the same
/// parity minimax and the product rule lose, EMM gains, and from depth 2 on it is the best of the three.
#[test]
fn the_shape_of_figure_3() {
    let at = |rule, depth| accuracy(rule, 2, 0.1, critical(2), Some(10), depth).unwrap().accuracy;
    for depth in 1..=4 {
        assert!(at(&Minimax, depth) > at(&Minimax, depth + 2), "minimax at {depth}");
        assert!(at(&Product, depth) > at(&Product, depth + 2), "product at {depth}");
        assert!(at(&Emm, depth) < at(&Emm, depth + 2), "EMM at {depth}");
    }
    for depth in 2..=6 {
        assert!(at(&Emm, depth) > at(&Product, depth) && at(&Product, depth) > at(&Minimax, depth));
    }
}

#[test]
fn refusals_say_what_would_be_right() {
    let says = |row: Result<Expected, Error>, text: &str| {
        let message = row.unwrap_err().to_string();
        assert!(message.contains(text), "{message}");
    };
    says(accuracy(&Minimax, 1, 0.1, 0.4, Some(5), 1), "from 2 to 1000");
    says(accuracy(&Minimax, 2, 0.6, 0.4, Some(5), 1), "from 0 to 0.5");
    says(accuracy(&Minimax, 2, f64::NAN, 0.4, Some(5), 1), "from 0 to 0.5");
    says(accuracy(&Minimax, 2, 0.1, 1.4, Some(5), 1), "from 0 to 1");
    says(accuracy(&Minimax, 2, 0.1, 0.4, Some(5), 0), "from 1 to 10000");
    says(accuracy(&Minimax, 2, 0.1, critical(2), None, 1_000_000), "from 1 to 10000");
    says(accuracy(&Minimax, 1000, 0.1, critical(1000), None, 10_000), "too long");
    says(accuracy(&Minimax, 2, 0.1, 0.9, Some(60), 3), "practically never");
    says(accuracy(&Minimax, 2, 0.1, 1.0, Some(5), 3), "practically never");
    // Depth 6 is exact, and depth 7 within little; beyond the end of a short game nothing grows.
    assert_eq!(accuracy(&Product, 2, 0.1, critical(2), Some(11), 6).unwrap().within, 0.0);
    let seven = accuracy(&Emm, 2, 0.1, critical(2), Some(11), 7).unwrap();
    assert!(seven.within > 0.0 && seven.within < 2e-4, "{seven:?}");
    assert_eq!(accuracy(&Emm, 3, 0.1, critical(3), Some(11), 4).unwrap().within, 0.0);
    assert!(accuracy(&Emm, 3, 0.1, critical(3), Some(9), 9).is_ok());
    assert!(non_trivial(2, 0.9, 60) < 1e-300);
}
