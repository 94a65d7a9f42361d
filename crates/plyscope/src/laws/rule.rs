//! Laws of back-up rules. Each takes a node's inputs, so that property tests can vary them.

use crate::game::Player;
use crate::rule::{BackupRule, MaxN, Node, OrderedRule, TypedRule, WinRule};
use crate::value::{Chances, Payoffs, Typed, Win};

const PLAYERS: [Player; 2] = [Player::FIRST, Player::SECOND];

fn node(mover: Player) -> Node {
    Node { mover, height: 1, level: 0 }
}

fn other(player: Player) -> Player {
    if player == Player::FIRST { Player::SECOND } else { Player::FIRST }
}

/// A rule on numbers: its value is one of the children, the same in every lane, and rises with them.
pub fn check_ordered_rule(rule: &dyn OrderedRule, children: &[f64]) {
    let scalar: &dyn BackupRule<f64> = rule;
    for mover in PLAYERS {
        let value = scalar.combine(node(mover), children);
        assert!(children.contains(&value), "{value} is none of {children:?}");
        for i in 0..children.len() {
            let mut raised = children.to_vec();
            raised[i] += 1.0;
            assert!(scalar.combine(node(mover), &raised) >= value, "raising child {i} lowers the value");
        }
        let mirrored: Vec<f64> = children.iter().map(|child| -child).collect();
        assert_eq!(scalar.combine(node(other(mover)), &mirrored), -value, "the players are alike");
        // Eight rotations of the children in eight lanes; wins and losses in the lanes of words.
        let rotated = |lane: usize| -> Vec<f64> {
            (0..children.len()).map(|i| children[(i + lane) % children.len()]).collect()
        };
        let lanes: Vec<[f64; 8]> =
            (0..children.len()).map(|i| std::array::from_fn(|lane| rotated(lane)[i])).collect();
        assert_eq!(BackupRule::<[f64; 8]>::combine(rule, node(mover), &lanes), [value; 8]);
        let words: Vec<u64> = children.iter().map(|child| if *child > 0.0 { u64::MAX } else { 0 }).collect();
        let word = BackupRule::<u64>::combine(rule, node(mover), &words);
        assert_eq!(word, if value > 0.0 { u64::MAX } else { 0 }, "wins are numbers above 0");
        let wide: Vec<[u64; 8]> = words.iter().map(|word| [*word; 8]).collect();
        assert_eq!(BackupRule::<[u64; 8]>::combine(rule, node(mover), &wide), [word; 8]);
    }
}

/// A rule on probabilities: stays in \[0, 1\], treats players and children alike, rises with every child,
/// knows certainty, and is the same in every lane.
pub fn check_win_rule(rule: &dyn WinRule, children: &[Win], own: Win) {
    let scalar: &dyn BackupRule<Win> = rule;
    for mover in PLAYERS {
        let back_up = |children: &[Win]| scalar.back_up(node(mover), children, Some(own));
        let value = back_up(children);
        check_probability(value);
        let swapped: Vec<Win> = children.iter().map(|child| child.swapped()).collect();
        let mirror = scalar.back_up(node(other(mover)), &swapped, Some(own.swapped()));
        assert_eq!(mirror.swapped(), value, "the players are alike");
        if !scalar.uses_own() {
            assert_eq!(value, scalar.combine(node(mover), children), "an unused estimate changes nothing");
        }
        if let [child] = children {
            assert!(scalar.combine(node(mover), children).ties(*child), "a forced move is worth its child");
        }
        let mut reversed = children.to_vec();
        reversed.reverse();
        let again = scalar.combine(node(mover), &reversed);
        assert!(again.ties(scalar.combine(node(mover), children)), "the order of children does not matter");
        for (i, child) in children.iter().enumerate() {
            let mut raised = children.to_vec();
            raised[i] = raise(*child);
            // Within rounding: a product of rounded factors may fall by a last digit.
            let (above, below) = (back_up(&raised), value);
            assert!(
                !above.below(below) || above.ties(below),
                "raising child {i} lowers {below:?} to {above:?}"
            );
        }
        check_lanes(rule, node(mover), children, own);
        let certain: Vec<Win> =
            children.iter().map(|child| Win::opinion(child.favours_first(), 0.0)).collect();
        let first = mover == Player::FIRST;
        let won = certain.iter().any(|child| (child.first == 1.0) == first) == first;
        let combined = scalar.combine(node(mover), &certain);
        assert_eq!(combined, Win::opinion(won, 0.0), "certain children make it minimax");
        if scalar.keeps_certainty() {
            for own in [own, Win::certain(), Win::certain().swapped()] {
                let value = scalar.back_up(node(mover), &certain, Some(own));
                assert_eq!(value, combined, "no own estimate overrules certainty");
            }
        }
    }
}

fn check_probability(win: Win) {
    assert!((0.0..=1.0).contains(&win.first) && (0.0..=1.0).contains(&win.second), "{win:?}");
    assert!((win.first + win.second - 1.0).abs() < 1e-12, "{win:?} does not sum to 1");
}

/// Half the way to a certain win of the first player.
fn raise(win: Win) -> Win {
    Win { first: win.first + win.second / 2.0, second: win.second / 2.0 }
}

/// Eight different nodes in eight lanes: the children rotated, and every second lane mirrored.
fn check_lanes(rule: &dyn WinRule, node: Node, children: &[Win], own: Win) {
    let at = |lane: usize, i: usize| {
        let child = children[(i + lane) % children.len()];
        if lane % 2 == 1 { child.swapped() } else { child }
    };
    let lanes: Vec<Win<[f64; 8]>> =
        (0..children.len()).map(|i| Win::from_lanes(|lane| at(lane, i))).collect();
    let together = BackupRule::<Win<[f64; 8]>>::back_up(rule, node, &lanes, Some(Win::from_lanes(|_| own)));
    for lane in 0..8 {
        let alone: Vec<Win> = (0..children.len()).map(|i| at(lane, i)).collect();
        let alone = BackupRule::<Win>::back_up(rule, node, &alone, Some(own));
        assert_eq!(together.lane(lane), alone, "lane {lane} equals the scalar bit for bit");
    }
}

/// A rule that sees the truth: probabilities as above, the truth that of the game, lanes equal.
pub fn check_typed_rule(rule: &dyn TypedRule, children: &[Typed], own: Win) {
    let scalar: &dyn BackupRule<Typed> = rule;
    for mover in PLAYERS {
        let first = mover == Player::FIRST;
        let truth = children.iter().any(|child| child.truth == first) == first;
        let own = Typed { win: own, label: own.favours_first(), truth };
        let value = scalar.back_up(node(mover), children, Some(own));
        check_probability(value.win);
        assert_eq!(value.truth, truth, "the truth is that of the game");
        let swap = |t: &Typed| Typed { win: t.win.swapped(), label: !t.label, truth: !t.truth };
        let swapped: Vec<Typed> = children.iter().map(swap).collect();
        let mirror = scalar.back_up(node(other(mover)), &swapped, Some(swap(&own)));
        assert_eq!(swap(&mirror), value, "the players are alike");
        if scalar.keeps_certainty() {
            let exact = |truth: bool| Typed { win: Win::opinion(truth, 0.0), label: truth, truth };
            let certain: Vec<Typed> = children.iter().map(|child| exact(child.truth)).collect();
            assert_eq!(scalar.back_up(node(mover), &certain, Some(own)), exact(truth), "certainty is kept");
        }
        let rotated = |lane: usize, i: usize| children[(i + lane) % children.len()];
        let lanes: Vec<Typed<[f64; 8]>> = (0..children.len())
            .map(|i| Typed {
                win: Win::from_lanes(|lane| rotated(lane, i).win),
                label: std::array::from_fn(|lane| rotated(lane, i).label),
                truth: std::array::from_fn(|lane| rotated(lane, i).truth),
            })
            .collect();
        let wide = Typed { win: Win::from_lanes(|_| own.win), label: [own.label; 8], truth: [truth; 8] };
        let together = BackupRule::<Typed<[f64; 8]>>::back_up(rule, node(mover), &lanes, Some(wide));
        for lane in 0..8 {
            let alone: Vec<Typed> = (0..children.len()).map(|i| rotated(lane, i)).collect();
            let alone = scalar.back_up(node(mover), &alone, Some(own));
            let lane_of = Typed {
                win: together.win.lane(lane),
                label: together.label[lane],
                truth: together.truth[lane],
            };
            assert_eq!(lane_of, alone, "lane {lane}");
        }
    }
}

/// A rule on payoffs: its value is one of the children, and none is better for the mover.
pub fn check_payoffs_rule(rule: &dyn BackupRule<Payoffs>, children: &[Payoffs]) {
    let players = children.first().map_or(0, |child| child.values().len());
    for mover in (0..players).filter_map(Player::new) {
        let value = rule.combine(node(mover), children);
        assert!(children.contains(&value));
        assert!(children.iter().all(|child| child.of(mover) <= value.of(mover)));
    }
}

/// A rule on winning chances: they stay chances, players are alike but for their turns, a forced move is worth its child, what
/// is better for the mover raises the mover's chance, and certain children are backed up as max^n does where it says so.
pub fn check_chances_rule(rule: &dyn BackupRule<Chances>, children: &[Chances], own: Chances) {
    let players = own.players();
    let rotated = |chances: &Chances| {
        let turned: Vec<f64> = (0..players).map(|i| chances.values()[(i + 1) % players]).collect();
        Chances::new(&turned).expect("chances in another order are chances")
    };
    for mover in (0..players).filter_map(Player::new) {
        let back_up = |children: &[Chances]| rule.back_up(node(mover), children, Some(own));
        let value = back_up(children);
        assert!(Chances::new(value.values()).is_some(), "{value:?} are no chances");
        let before = Player::new((mover.index() + players - 1) % players).expect("one of the players");
        let turned: Vec<Chances> = children.iter().map(rotated).collect();
        let again = rule.back_up(node(before), &turned, Some(rotated(&own)));
        let near =
            |a: &Chances, b: &Chances| a.values().iter().zip(b.values()).all(|(a, b)| (a - b).abs() < 1e-12);
        assert!(near(&again, &rotated(&value)), "players are alike: {again:?}, {value:?}");
        if !rule.uses_own() {
            assert_eq!(value, rule.combine(node(mover), children), "an unused estimate changes nothing");
        }
        if let [child] = children {
            assert!(near(&rule.combine(node(mover), children), child), "a forced move is worth its child");
        }
        let chance = |children: &[Chances]| rule.combine(node(mover), children).seen_by(mover).first;
        for (i, child) in children.iter().enumerate() {
            let mut raised = children.to_vec();
            let halfway = |p: usize| child.values()[p] / 2.0 + f64::from(u8::from(p == mover.index())) / 2.0;
            raised[i] = Chances::made(&(0..players).map(halfway).collect::<Vec<_>>());
            assert!(
                chance(&raised) >= chance(children) - 1e-12,
                "raising child {i} lowers the mover's chance"
            );
        }
        if rule.keeps_certainty() {
            let certain = |chances: &Chances| {
                let named = chances.named().unwrap_or(Player::FIRST);
                Chances::won(named, players).expect("one of the players")
            };
            let certain: Vec<Chances> = children.iter().map(certain).collect();
            let payoffs: Vec<Payoffs> = certain.iter().filter_map(|won| Payoffs::new(won.values())).collect();
            let expected = MaxN.combine(node(mover), &payoffs);
            assert_eq!(back_up(&certain).values(), expected.values(), "certain children make it max^n");
        }
    }
}
