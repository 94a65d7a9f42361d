//! The posterior given all evaluations, and the accuracy that it can reach: against enumeration, against the exact error
//! recursion, and against games that are played.

use plyscope::game::Player;
use plyscope::key::mix;
use plyscope::rule::{BackupRule, Emm, Fused, Node, Product};
use plyscope::theory::ceiling::{Model, RULES};
use plyscope::theory::error_recursion::{Weighing, accuracy, boundary, rounded};
use plyscope::theory::node_types::NodeType;
use plyscope::theory::p_games::critical;
use plyscope::tree::Squares;
use plyscope::value::Win;

/// Numbers from 0 to 1, for tests alone.
struct Draws(u64);

impl Draws {
    fn unit(&mut self) -> f64 {
        self.0 += 1;
        (mix(self.0) >> 11) as f64 / (1u64 << 53) as f64
    }

    fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.unit()
    }
}

/// A node of a small tree, seen by its mover: what was said of it, with what error; leaves have a chance to be won.
struct Small {
    said: bool,
    error: f64,
    prior: f64,
    children: Vec<Small>,
}

impl Small {
    fn draw(draws: &mut Draws, depth: u32) -> Small {
        let moves = if depth == 0 { 0 } else { draws.between(1.0, 4.0) as u32 };
        Small {
            said: draws.unit() < 0.5,
            error: draws.between(0.01, 0.49),
            prior: draws.between(0.02, 0.98),
            children: (0..moves).map(|_| Small::draw(draws, depth - 1)).collect(),
        }
    }

    fn leaves(&self) -> u32 {
        if self.children.is_empty() { 1 } else { self.children.iter().map(Small::leaves).sum() }
    }

    /// By the rule: evidence is added with weight 1 to the chances that leaves have before anything is known.
    fn fused(&self, level: u32) -> Win {
        let own = Win::opinion(self.said, self.error);
        if self.children.is_empty() {
            let (first, second) = (own.first * self.prior, own.second * (1.0 - self.prior));
            return Win { first: first / (first + second), second: second / (first + second) };
        }
        let theirs: Vec<Win> = self.children.iter().map(|child| child.fused(level + 1).swapped()).collect();
        let node = Node { mover: Player::FIRST, height: 1, level };
        Fused::new(1.0).back_up(node, &theirs, Some(own))
    }

    /// Whether the mover wins, and the probability of all that was drawn and said, given which leaves are won.
    fn given(&self, leaves: &mut u32) -> (bool, f64) {
        let (wins, chance) = if self.children.is_empty() {
            let won = *leaves & 1 == 1;
            *leaves >>= 1;
            (won, if won { self.prior } else { 1.0 - self.prior })
        } else {
            let below: Vec<(bool, f64)> = self.children.iter().map(|child| child.given(leaves)).collect();
            (below.iter().any(|(wins, _)| !wins), below.iter().map(|(_, chance)| chance).product())
        };
        (wins, chance * if self.said == wins { 1.0 - self.error } else { self.error })
    }
}

/// Ten thousand trees of one to three moves a node and up to three plies, every node with an error and every leaf with a
/// chance of its own: added evidence is the posterior by enumeration of all truths.
#[test]
fn added_evidence_is_the_posterior_on_random_small_trees() {
    let mut draws = Draws(1);
    let (mut trees, mut deepest) = (0, 0);
    while trees < 10_000 {
        let depth = draws.between(1.0, 4.0) as u32;
        let tree = Small::draw(&mut draws, depth);
        if tree.leaves() > 9 {
            continue;
        }
        let mut mass = [0.0; 2];
        for leaves in 0..1u32 << tree.leaves() {
            let (wins, chance) = tree.given(&mut leaves.clone());
            mass[usize::from(wins)] += chance;
        }
        let (found, all) = (tree.fused(0), mass[0] + mass[1]);
        let off = (found.first - mass[1] / all).abs().max((found.second - mass[0] / all).abs());
        assert!(off < 1e-12, "tree {trees}: {found:?}, by enumeration {:?}", mass.map(|part| part / all));
        trees += 1;
        deepest = deepest.max(tree.leaves());
    }
    assert_eq!(deepest, 9);
}

/// The best accuracy from the probabilities of all truths of the nodes on the levels seen, a bit a node, the root's moves
/// first: every pattern of evaluations, and the move that is most often right under it.
fn best(truths: &[f64], nodes: u32, moves: u32, error: f64) -> f64 {
    let open = |truth: u32| {
        let wins = truth & ((1 << moves) - 1);
        wins != 0 && wins != (1 << moves) - 1
    };
    let some: Vec<(u32, f64)> =
        (0..).zip(truths.iter().copied()).filter(|(t, p)| *p > 0.0 && open(*t)).collect();
    let said = |pattern: u32| {
        let mut right = vec![0.0; moves as usize];
        for (truth, chance) in &some {
            let mistakes = (truth ^ pattern).count_ones() as i32;
            let seen = chance * error.powi(mistakes) * (1.0 - error).powi(nodes as i32 - mistakes);
            // The mover at the child loses: the root's mover wins.
            (0..moves).filter(|i| truth >> i & 1 == 0).for_each(|i| right[i as usize] += seen);
        }
        right.into_iter().fold(0.0, f64::max)
    };
    (0..1u32 << nodes).map(said).sum::<f64>() / some.iter().map(|(_, chance)| chance).sum::<f64>()
}

/// Truths of all nodes below the root, level by level, from those of the deepest.
fn up(b: usize, deepest: Vec<bool>) -> Vec<bool> {
    let mut levels = vec![deepest];
    while levels[levels.len() - 1].len() > b {
        let below = &levels[levels.len() - 1];
        levels.push(below.chunks(b).map(|children| children.contains(&false)).collect());
    }
    levels.into_iter().rev().flatten().collect()
}

fn number(bits: &[bool]) -> usize {
    bits.iter().rev().fold(0, |number, bit| 2 * number + usize::from(*bit))
}

#[test]
fn the_ceiling_of_p_games_by_enumeration() {
    for (b, depth, error) in [(2, 1, 0.2), (2, 2, 0.1), (2, 2, 0.35), (3, 1, 0.3), (2, 3, 0.25), (4, 1, 0.1)]
    {
        let (leaves, p) = ((b as usize).pow(depth), critical(b));
        let nodes = (1..=depth).map(|level| b.pow(level)).sum::<u32>();
        let mut truths = vec![0.0; 1 << nodes];
        for frontier in 0u32..1 << leaves {
            let won = frontier.count_ones() as i32;
            let deepest = (0..leaves).map(|i| frontier >> i & 1 == 1).collect();
            truths[number(&up(b as usize, deepest))] += (1.0 - p).powi(won) * p.powi(leaves as i32 - won);
        }
        let (exact, found) =
            (best(&truths, nodes, b, error), rounded(Weighing::Posterior, b, error, depth).unwrap());
        assert!((exact - found).abs() < 1e-4, "b {b}, depth {depth}: {found}, by enumeration {exact}");
    }
}

/// The rounded recursion beside the exact one, for the rules and as far as that reaches.
#[test]
fn rounding_costs_less_than_a_thousandth() {
    let fused = Fused::new(1.0);
    let rules: [(Weighing, &dyn BackupRule<Win>); 3] =
        [(Weighing::Product, &Product), (Weighing::Emm, &Emm), (Weighing::Fused, &fused)];
    let mut deepest = [0; 3];
    for (reached, (weighing, rule)) in deepest.iter_mut().zip(rules) {
        for (b, error) in [(2, 0.1), (2, 0.4), (3, 0.2), (4, 0.2), (5, 0.05), (8, 0.1)] {
            for depth in 1..=4 {
                let Ok(exact) = accuracy(rule, b, error, critical(b), None, depth) else { break };
                let (bound, exact) = (exact.within, exact.accuracy);
                let found = rounded(weighing, b, error, depth).unwrap();
                // EMM compares: where a value and an estimate are nearly equal, rounding decides.
                // What the exact recursion itself left out is bounded, and said.
                let within = bound + if weighing == Weighing::Emm { 1e-3 } else { 2e-4 };
                assert!(
                    (exact - found).abs() < within,
                    "{weighing:?}, b {b}, depth {depth}: {found}, exact {exact}"
                );
                *reached += depth;
            }
        }
    }
    // All depths of all pairs would be 60: the exact recursion reaches half of them at the least.
    assert!(deepest.iter().all(|sum| *sum >= 30), "{deepest:?}");
}

/// No rule is above the ceiling, and it never falls; with eight and more moves EMM does, and the product rule always.
#[test]
fn nothing_is_above_the_ceiling() {
    for b in [2, 4, 8, 16] {
        for error in [0.02, 0.1, 0.3] {
            let mut before = 0.0;
            for depth in 1..=3 {
                let ceiling = rounded(Weighing::Posterior, b, error, depth).unwrap();
                assert!(ceiling > before - 1e-4, "b {b}, error {error}, depth {depth}");
                for rule in RULES {
                    let found = rounded(rule, b, error, depth).unwrap();
                    assert!(found < ceiling + 1e-4, "{rule:?}, b {b}, error {error}, depth {depth}");
                }
                before = ceiling;
            }
        }
    }
    assert_eq!(boundary(Weighing::Posterior, 16, [1, 3]).unwrap(), None);
    let emm = |b| boundary(Weighing::Emm, b, [1, 3]).unwrap().unwrap();
    for b in [2, 5, 16] {
        let at = |error, depth| rounded(Weighing::Emm, b, error, depth).unwrap();
        let error = emm(b);
        assert!(
            at(error * 1.05, 3) < at(error * 1.05, 1) && at(error * 0.9, 3) > at(error * 0.9, 1),
            "b {b}"
        );
    }
    assert!(boundary(Weighing::Emm, 8, [3, 3]).is_err() && rounded(Weighing::Emm, 1, 0.1, 2).is_err());
    assert!(rounded(Weighing::Emm, 8, 0.6, 2).is_err() && rounded(Weighing::Emm, 8, 0.1, 0).is_err());
    assert!(rounded(Weighing::Emm, 101, 0.1, 2).is_err() && rounded(Weighing::Emm, 2, 0.1, 33).is_err());
    assert_eq!(rounded(Weighing::Emm, 8, 0.0, 3).unwrap(), 1.0);
}

/// At a node that its mover loses EMM is wrong as minimax would be with one child more: every pattern of evaluations.
#[test]
fn emm_at_nodes_without_a_winning_move() {
    let node = Node { mover: Player::FIRST, height: 1, level: 0 };
    for b in 2..=8u32 {
        for error in [0.02, 0.05, 0.1] {
            let mut wrong = 0.0;
            for mistakes in 0u32..1 << (b + 1) {
                let said = |i: u32| mistakes >> i & 1 == 1; // truly lost, everywhere
                let children: Vec<Win> = (0..b).map(|i| Win::opinion(said(i), error)).collect();
                let value = Emm.back_up(node, &children, Some(Win::opinion(said(b), error)));
                let made = mistakes.count_ones() as i32;
                wrong += f64::from(u8::from(value.favours_first()))
                    * error.powi(made)
                    * (1.0 - error).powi(b as i32 + 1 - made);
            }
            assert!(
                (wrong - NodeType::new(0, b + 1).unwrap().error(error)).abs() < 1e-12,
                "b {b}, error {error}"
            );
        }
    }
}

/// Two moves, three plies, all boards: what is played is what enumeration of all edges and squares gives.
#[test]
fn the_ceiling_of_n_and_mixed_games_by_enumeration() {
    let (error, p) = (0.2, critical(2));
    for (squares, mix) in [(Squares::N, 0.0), (Squares::Mixed, 0.5)] {
        let mut truths = [vec![0.0; 1 << 2], vec![0.0; 1 << 6]];
        for edges in 0u32..1 << 14 {
            // Edges by the node below them: 2 of the first level, 4 of the second, 8 of the third.
            let up_at = |level: u32, index: u32| edges >> ((1 << level) - 2 + index) & 1;
            let ones: Vec<f64> = (0..8)
                .map(|leaf| {
                    let ups = up_at(1, leaf >> 2) + up_at(2, leaf >> 1) + up_at(3, leaf);
                    mix * p + (1.0 - mix) * f64::from(u8::from(ups >= 2))
                })
                .collect();
            for board in 0u32..1 << 8 {
                let chance: f64 =
                    (0..8).map(|i| if board >> i & 1 == 1 { ones[i] } else { 1.0 - ones[i] }).product();
                if chance == 0.0 {
                    continue;
                }
                // The player whose turn it would be has lost on a 1.
                let all = up(2, (0..8).map(|leaf| board >> leaf & 1 == 0).collect());
                truths[0][number(&all[..2])] += chance / f64::from(1 << 14);
                truths[1][number(&all[..6])] += chance / f64::from(1 << 14);
            }
        }
        let rows = Model { squares, mix, branching: 2, plies: 3, error }.play(6000, 1, 2).unwrap();
        for (row, (truths, nodes)) in rows.iter().zip(truths.iter().zip([2, 6])) {
            let (exact, found) = (best(truths, nodes, 2, error), row.rules[4]);
            let off = (found.mean - exact).abs();
            assert!(
                off < 4.5 * found.deviation,
                "{squares:?}, depth {}: {found:?}, exact {exact}",
                row.depth
            );
        }
    }
}

/// P-games that are played, one at a time, have the accuracies that are computed.
#[test]
fn played_games_agree_with_the_recursion() {
    let games = Model { squares: Squares::P, mix: 0.5, branching: 5, plies: 0, error: 0.2 };
    for row in games.play(3000, 2, 3).unwrap() {
        for (rule, found) in RULES.into_iter().zip(row.rules) {
            let exact = rounded(rule, 5, 0.2, row.depth).unwrap();
            assert!(
                (found.mean - exact).abs() < 4.5 * found.deviation,
                "{rule:?}: {found:?}, computed {exact}"
            );
        }
    }
    let refused = |games: Model, depth, says: &str| {
        let why = games.play(10, 1, depth).unwrap_err().to_string();
        assert!(why.contains(says), "{why}");
    };
    refused(Model { branching: 1, ..games }, 2, "a whole number of 2 or more");
    refused(Model { error: 0.5, ..games }, 2, "below 0.5");
    refused(Model { squares: Squares::N, plies: 3, ..games }, 3, "more than the deepest");
    refused(Model { squares: Squares::Mixed, mix: 2.0, plies: 9, ..games }, 3, "from 0 to 1");
    refused(games, 40, "ten million");
}
