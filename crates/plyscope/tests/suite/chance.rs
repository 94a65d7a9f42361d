//! Chance: star1 and the rules beside plain twins, Pig and trees with dice beside other ways to solve them.

use plyscope::evaluator::{Evaluator, Lead, Random};
use plyscope::game::{Game, Hints, Pig, PigTurn, Player, Turn, moves_of};
use plyscope::key::Stream;
use plyscope::laws;
use plyscope::name::Settings;
use plyscope::player::AnyGame;
use plyscope::rule::{Emm, Minimax, Product};
use plyscope::search::{AlphaBeta, Budget, FullWidth, LeafValues, Score, Search, Star1};
use plyscope::source::{Drawn, RandomPositions, Source, Wanted};
use plyscope::tree::{ChanceTree, ChanceTrees, Place, TreeFamily};
use plyscope::truth::{BySolving, Known, Truth};
use plyscope::value::Win;

/// An evaluator by a name's parameters.
macro_rules! made {
    ($type:ty, $text:expr) => {{ <$type>::named(&$text).unwrap() }};
}
use plyscope::evaluator::Blurred;

/// Star1 finds what full width finds, to the bit, with all ties; what it returns of nodes that it saves.
fn same<G: Game, E: Evaluator<G> + Copy>(game: &G, at: &G::Position, evaluator: E, depth: u32) -> [u64; 3] {
    let opinions = LeafValues::new(game, evaluator, Minimax).unwrap();
    let budget = Budget::depth(depth).unwrap();
    let full = FullWidth::default().search(game, at, &opinions, &budget).unwrap();
    let all = laws::check_search(&Star1 { all_scores: true }, game, at, &opinions, depth);
    let place = || format!("{} at {}, depth {depth}", game.name(), game.position_text(at));
    let bits =
        |scores: &[Score<f64>]| scores.iter().map(|one| one.exact().unwrap().to_bits()).collect::<Vec<_>>();
    assert_eq!(bits(&all.scores), bits(&full.scores), "{}", place());
    assert_eq!(
        (all.value.map(f64::to_bits), &all.ties),
        (full.value.map(f64::to_bits), &full.ties),
        "{}",
        place()
    );
    let best = laws::check_search(&Star1::default(), game, at, &opinions, depth);
    assert_eq!(
        (best.value.map(f64::to_bits), &best.ties),
        (full.value.map(f64::to_bits), &full.ties),
        "{}",
        place()
    );
    for (score, exact) in best.scores.iter().zip(&full.scores) {
        let exact = exact.exact().unwrap();
        match score {
            Score::Exact(value) => assert_eq!(*value, exact),
            Score::Bound(bound) if game.mover(at) == Player::FIRST => assert!(exact <= *bound + 1e-12),
            Score::Bound(bound) => assert!(exact >= *bound - 1e-12),
            other => panic!("{other:?}"),
        }
    }
    [full.counts.generated, all.counts.generated, best.counts.generated]
}

fn random_turn(game: &Pig, trial: u64) -> PigTurn {
    let source = RandomPositions::new(AnyGame::new(game.clone()), Stream::new(5, "star1"));
    let text = source.game().position_text(&source.trial(trial).unwrap().position);
    game.parse_position(&text).unwrap()
}

#[test]
fn star1_is_plain_search_without_what_cannot_matter() {
    let mut nodes = [0; 3];
    let mut count = |found: [u64; 3]| {
        assert!(found[1] <= found[0] && found[2] <= found[1], "{found:?}");
        nodes.iter_mut().zip(found).for_each(|(all, one)| *all += one);
    };
    let game = Pig::new(15, 6).unwrap();
    for trial in 0..8 {
        let at = random_turn(&game, trial);
        for depth in 1..=6 {
            count(same(&game, &at, Lead::default(), depth));
            count(same(&game, &at, made!(Lead, "lead(values=3)"), depth));
            count(same(&game, &at, made!(Random, "random(values=5)"), depth));
        }
    }
    for trial in 0..6 {
        for trees in [ChanceTrees::new(2, 4, 3, 0.5).unwrap(), ChanceTrees::new(3, 3, 2, 0.4).unwrap()] {
            let tree = trees.draw(Stream::new(6, "star1").trial(trial));
            for depth in 1..=6 {
                count(same(&tree, &tree.start(), made!(Blurred, "blurred(sd=0.4)"), depth));
            }
        }
    }
    assert!(nodes[2] * 10 < nodes[0] * 9, "a tenth is saved at least: {nodes:?}");
    // Without chance it is alpha-beta.
    let tree = ChanceTrees::new(3, 5, 1, 0.5).unwrap().draw(Stream::new(6, "star1").trial(0));
    let opinions = LeafValues::new(&tree, made!(Blurred, "blurred(sd=0.4)"), Minimax).unwrap();
    let budget = Budget::depth(5).unwrap();
    let found = Star1::default().search(&tree, &tree.start(), &opinions, &budget).unwrap();
    let beside = AlphaBeta::default().search(&tree, &tree.start(), &opinions, &budget).unwrap();
    assert_eq!(found.value, beside.value);
    assert!(found.counts.generated < 3 + 9 + 27 + 81 + 243);
    // Other rules are refused, and so are positions at which nobody decides.
    let wins = LeafValues::new(&tree, made!(Blurred, "blurred"), Product).unwrap();
    assert!(Star1::default().search(&tree, &tree.start(), &wins, &budget).is_err());
    let thrown = game.play(&game.start(), &Pig::ROLL);
    let lead = LeafValues::new(&game, Lead::default(), Minimax).unwrap();
    assert_eq!(Star1::default().search(&game, &thrown, &lead, &budget), Err(plyscope::Error::NoMove));
}

/// The product rule and EMM with chance nodes, written down plainly: what is expected over throws, at least one win among
/// independent moves, and for EMM a node's own estimate where it is more certain.
#[test]
fn rules_expect_what_chance_does() {
    fn plain(tree: &ChanceTree, node: &Place, depth: u32, emm: bool, e: &Blurred) -> f64 {
        let own = |node: &Place| {
            let win = e.estimate(tree, node).win().unwrap();
            match (emm, win.first) {
                (true, p) if p > 0.5 => 1.0 - win.error(),
                (true, p) if p < 0.5 => win.error(),
                (_, p) => p,
            }
        };
        let below = || {
            moves_of(tree, node)
                .into_iter()
                .map(|choice| plain(tree, &tree.play(node, &choice), depth - 1, emm, e))
        };
        match tree.turn(node) {
            Turn::Over => (tree.payoff(node, Player::FIRST) + 1.0) / 2.0,
            _ if depth == 0 => own(node),
            Turn::Chance => below().sum::<f64>() / below().count() as f64,
            Turn::Player(mover) => {
                let product = match mover {
                    Player::FIRST => 1.0 - below().map(|p| 1.0 - p).product::<f64>(),
                    _ => below().product::<f64>(),
                };
                let keeps = emm && own(node).min(1.0 - own(node)) < product.min(1.0 - product) - 1e-12;
                if keeps { own(node) } else { product }
            }
        }
    }
    let e = made!(Blurred, "blurred(sd=0.3,error=minority)");
    for trial in 0..10 {
        let tree = ChanceTrees::new(2, 3, 3, 0.5).unwrap().draw(Stream::new(7, "rules").trial(trial));
        for depth in 1..=6 {
            let budget = Budget::depth(depth).unwrap();
            let near = |found: Option<Win>, emm: bool| {
                let (found, wanted) = (found.unwrap().first, plain(&tree, &tree.start(), depth, emm, &e));
                assert!((found - wanted).abs() < 1e-9, "depth {depth}, emm {emm}: {found}, {wanted}");
            };
            let product = LeafValues::new(&tree, e, Product).unwrap();
            near(FullWidth::default().search(&tree, &tree.start(), &product, &budget).unwrap().value, false);
            let emm = LeafValues::new(&tree, e, Emm).unwrap();
            near(FullWidth::default().search(&tree, &tree.start(), &emm, &budget).unwrap().value, true);
        }
    }
}

/// Every tree keeps the laws, is worth what plain search to its end says, and decides something.
#[test]
fn laws_of_trees_with_dice() {
    for trees in [
        ChanceTrees::new(2, 3, 2, 0.6).unwrap(),
        ChanceTrees::new(3, 2, 6, 0.3).unwrap(),
        ChanceTrees::new(2, 5, 1, 0.6).unwrap(),
    ] {
        let game = AnyGame::family_of(trees);
        laws::check_source(&Drawn::new(&game, Stream::new(1, "dice"), Wanted::NonTrivial).unwrap(), 10);
        for trial in 0..5 {
            let tree = trees.draw(Stream::new(1, "dice").trial(trial));
            laws::check_game(&tree, 5);
            laws::check_truth(&Known, &tree, &tree.start());
            let solved = BySolving.value(&tree, &tree.start()).exact().unwrap();
            assert!((solved - tree.known(&tree.start()).unwrap()).abs() < 1e-12);
            let worth: Vec<f64> = moves_of(&tree, &tree.start())
                .iter()
                .map(|choice| tree.chance(&tree.play(&tree.start(), choice)))
                .collect();
            assert!(worth.iter().any(|one| *one != worth[0]), "{worth:?}");
        }
    }
    assert!(ChanceTrees::new(8, 8, 2, 0.5).unwrap_err().to_string().contains("at most 1048576"));
    assert!(ChanceTrees::new(64, 20, 64, 0.5).is_err(), "and no overflow");
}

/// The chances of Pig are the one solution of the rules: a player's moment is worth its better move, and a throw what is
/// expected; looked up for all moments that there are.
#[test]
fn chances_of_pig_solve_the_rules() {
    let game = Pig::new(14, 6).unwrap();
    let (mut waiting, mut seen) = (vec![game.start()], std::collections::HashSet::from([game.start()]));
    while let Some(at) = waiting.pop() {
        if game.is_over(&at) {
            continue;
        }
        let after: Vec<PigTurn> = moves_of(&game, &at).iter().map(|choice| game.play(&at, choice)).collect();
        let values = after.iter().map(|after| game.known(after).unwrap());
        let wanted = match game.turn(&at) {
            Turn::Chance => values.sum::<f64>() / after.len() as f64,
            Turn::Player(Player::FIRST) => values.fold(f64::NEG_INFINITY, f64::max),
            _ => values.fold(f64::INFINITY, f64::min),
        };
        assert!((game.known(&at).unwrap() - wanted).abs() < 1e-12, "{}", game.position_text(&at));
        waiting.extend(after.into_iter().filter(|after| seen.insert(*after)));
    }
    assert!(seen.len() > 1000, "{}", seen.len());
}

/// Another method: all moments at once, from nothing, as often as it takes. And for the usual game what Neller & Presser (2004)
/// found: who begins wins 53.06% of the games.
#[test]
fn chances_of_pig_by_another_method() {
    let target = 9usize;
    let game = Pig::new(target as u32, 6).unwrap();
    let mut wins = std::collections::HashMap::new();
    let chance = |wins: &std::collections::HashMap<_, f64>, mine, other, total| {
        if mine + total >= target { 1.0 } else { *wins.get(&(mine, other, total)).unwrap_or(&0.0) }
    };
    for _ in 0..400 {
        let mut next = std::collections::HashMap::new();
        for (mine, other) in (0..target).flat_map(|mine| (0..target).map(move |other| (mine, other))) {
            for total in 0..target - mine {
                let good: f64 = (2..=6).map(|face| chance(&wins, mine, other, total + face)).sum();
                let roll = (1.0 - chance(&wins, other, mine, 0) + good) / 6.0;
                let hold = if total == 0 { 0.0 } else { 1.0 - chance(&wins, other, mine + total, 0) };
                next.insert((mine, other, total), roll.max(hold));
            }
        }
        wins = next;
    }
    for ((mine, other, total), win) in wins.iter().filter(|((_, _, total), _)| *total != 1) {
        let at = game.parse_position(&format!("{mine} {other} {total} 1")).unwrap();
        assert!((game.chance(&at, Player::FIRST) - win).abs() < 1e-9, "{mine} {other} {total}");
    }
    let usual = Pig::new(100, 6).unwrap();
    let begins = usual.chance(&usual.start(), Player::FIRST);
    assert!((begins - 0.5306).abs() < 0.00005, "{begins}");
}

#[test]
fn bad_positions_of_pig_are_refused() {
    let game = Pig::new(20, 6).unwrap();
    for text in [
        "",
        "1 2 3",
        "20 0 0 1",
        "0 0 1 1",
        "0 0 0 3",
        "19 0 5 1 rolling",
        "0 0 30 1",
        "a b c d",
        "0 0 0 1 throwing",
    ] {
        let why = game.parse_position(text).unwrap_err().to_string();
        assert!(why.contains("12 0 5 1"), "{text}: {why}");
    }
    for (target, faces) in [(4, 6), (101, 6), (20, 1), (20, 21)] {
        assert!(Pig::new(target, faces).unwrap_err().to_string().contains("5 to 100 points"));
    }
}

/// Sampling goes through throws: looking at everything it finds what is expected.
#[test]
fn sampling_finds_what_is_expected_of_throws() {
    use plyscope::catalogue::Catalogue;
    use plyscope::search::Effort;
    let catalogue = Catalogue::built_in();
    let game = catalogue.game("chance-tree(depth=2)").unwrap();
    let trees = ChanceTrees::new(2, 2, 2, 0.6).unwrap();
    for number in 0..10 {
        let trial = Stream::new(3, "sampling").trial(number);
        let tree = trees.draw(trial);
        let start = game.start(trial).unwrap();
        for search in ["mcts(c=2,backup=minimax)", "mcts(c=2,solver=yes)"] {
            let player = catalogue.player(&game, "", "blurred", search).unwrap();
            let seen = player.decide(&start, &[Effort::Iterations(4000)]).unwrap();
            let found = seen.value.unwrap().number().unwrap();
            assert!((found - tree.chance(&tree.start())).abs() < 1e-9, "{search}: {found}");
        }
    }
}
