//! Several players: the rules on winning chances against brute force and against those for two players, trees with one
//! winner, the searches that see one player against all, and three in a line and in a run for three.

use crate::support::{SMALL_GAMES, any_game, evaluator, game, trials, win};
use plyscope::catalogue::Catalogue;
use plyscope::evaluator::{Artificial, Evaluator, Natural};
use plyscope::game::{ConnectTrio, Game, Hints, Player, TicTacTrio, moves_of};
use plyscope::key::Stream;
use plyscope::laws;
use plyscope::oracle::{ByGame, Oracle, Solving};
use plyscope::player::AnyGame;
use plyscope::rule::{BackupRule, Certainty, Emm, EmmN, Indifferent, MaxN, Node, Product, ProductN};
use plyscope::search::{
    AlphaBeta, Budget, Coalition, Effort, FullWidth, LeafValues, Search, ToTheEnd, perft,
};
use plyscope::source::{Drawn, RandomPositions, Source, Wanted};
use plyscope::tree::{Place, TreeFamily, WinnerTree, WinnerTrees, balanced_chances, critical_p};
use plyscope::value::{Chances, Outcome, Payoffs, Ranked};
use proptest::prelude::*;

fn player(index: usize) -> Player {
    Player::new(index).unwrap()
}

fn node(mover: usize) -> Node {
    Node { mover: player(mover), height: 1, level: 0 }
}

/// Chances of so many players, certainty and impossibility among them.
fn chances(players: usize) -> impl Strategy<Value = Chances> {
    let weight = prop_oneof![Just(0.0), Just(1.0), 0.0..1.0f64, Just(1e-12)];
    prop::collection::vec(weight, players).prop_map(move |weights| {
        let sum: f64 = weights.iter().sum();
        match sum > 0.0 {
            true => Chances::new(&weights.iter().map(|weight| weight / sum).collect::<Vec<_>>()).unwrap(),
            false => Chances::won(Player::FIRST, players).unwrap(),
        }
    })
}

/// Every way in which the children's winners can fall, with its probability: who wins then, and how often.
fn by_enumeration(children: &[Chances], mover: usize, ties: Indifferent) -> Vec<f64> {
    let players = children[0].players();
    let mut won = vec![0.0; players];
    for case in 0..players.pow(children.len() as u32) {
        let winners: Vec<usize> =
            (0..children.len()).map(|i| case / players.pow(i as u32) % players).collect();
        let probability: f64 =
            winners.iter().zip(children).map(|(winner, child)| child.values()[*winner]).product();
        if winners.contains(&mover) {
            won[mover] += probability;
        } else if ties == Indifferent::First {
            won[winners[0]] += probability;
        } else {
            winners.iter().for_each(|winner| won[*winner] += probability / winners.len() as f64);
        }
    }
    won
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn product_for_several_is_what_enumeration_gives(
        children in prop::collection::vec(chances(3), 1..5),
        four in prop::collection::vec(chances(4), 1..4),
    ) {
        for ties in [Indifferent::First, Indifferent::Any] {
            for children in [&children, &four] {
                for mover in 0..children[0].players() {
                    let found = ProductN { ties }.combine(node(mover), children);
                    let expected = by_enumeration(children, mover, ties);
                    for (found, expected) in found.values().iter().zip(&expected) {
                        prop_assert!((found - expected).abs() < 1e-12, "{found} {expected}");
                    }
                }
            }
        }
    }

    #[test]
    fn laws_of_rules_on_chances(children in prop::collection::vec(chances(3), 1..5), own in chances(3)) {
        for ties in [Indifferent::First, Indifferent::Any] {
            laws::check_chances_rule(&ProductN { ties }, &children, own);
            for (_, certainty) in Certainty::ALL {
                // Rounding may decide between equals when players change their seats.
                let rule = EmmN { ties, certainty };
                let losses = |mover: usize| {
                    let aggregate = rule.combine(node(mover), &children);
                    [aggregate, own].map(|chances| certainty.loss(&chances, player(mover)))
                };
                if (0..3).all(|mover| (losses(mover)[0] - losses(mover)[1]).abs() > 1e-9) {
                    laws::check_chances_rule(&rule, &children, own);
                }
            }
        }
    }

    /// With two players the rules for several are those for two, bit for bit; by squares and entropy but for ties.
    #[test]
    fn two_players_are_a_special_case(wins in prop::collection::vec(win(), 1..6), own in win()) {
        let children: Vec<Chances> = wins.iter().map(|win| Chances::of_two(*win)).collect();
        for mover in 0..2 {
            let product = Product.combine(node(mover), &wins);
            let emm = Emm.back_up(node(mover), &wins, Some(own));
            for ties in [Indifferent::First, Indifferent::Any] {
                let found = ProductN { ties }.combine(node(mover), &children);
                prop_assert_eq!(found, Chances::of_two(product));
                for (_, certainty) in Certainty::ALL {
                    let found = EmmN { ties, certainty }.back_up(node(mover), &children, Some(Chances::of_two(own)));
                    let exact = matches!(certainty, Certainty::Winner | Certainty::Mover);
                    let apart = (own.error() - product.error()).abs() > 1e-9 * own.error().max(product.error());
                    if exact || apart {
                        prop_assert_eq!(found, Chances::of_two(emm), "{:?}", certainty);
                    }
                }
            }
        }
    }

    /// A loss is what is expected of the best that can be done: of all names and all bets none does better.
    #[test]
    fn losses_are_those_of_the_best_action(truth in chances(3)) {
        let values = truth.values();
        let loss = |certainty: Certainty| certainty.loss(&truth, player(1));
        let names = (0..3).map(|name| 1.0 - values[name]).fold(1.0, f64::min);
        prop_assert!((loss(Certainty::Winner) - names).abs() < 1e-12);
        prop_assert!((loss(Certainty::Mover) - values[1].min(1.0 - values[1])).abs() < 1e-12);
        let square = |bet: [f64; 3]| -> f64 {
            let one = |winner: usize| -> f64 {
                (0..3).map(|i| (bet[i] - f64::from(u8::from(i == winner))).powi(2)).sum::<f64>()
            };
            (0..3).map(|winner| values[winner] * one(winner)).sum()
        };
        let log = |bet: [f64; 3]| -> f64 {
            (0..3).filter(|i| values[*i] > 0.0).map(|i| -values[i] * bet[i].ln()).sum()
        };
        let honest = [values[0], values[1], values[2]];
        prop_assert!((loss(Certainty::Square) - square(honest)).abs() < 1e-9);
        prop_assert!((loss(Certainty::Entropy) - log(honest)).abs() < 1e-9);
        for (a, b) in (0..=20).flat_map(|a| (0..=20 - a).map(move |b| (a, b))) {
            let bet = [f64::from(a) / 20.0, f64::from(b) / 20.0, f64::from(20 - a - b) / 20.0];
            prop_assert!(square(bet) > loss(Certainty::Square) - 1e-9);
            prop_assert!(log(bet) > loss(Certainty::Entropy) - 1e-9);
        }
    }
}

/// On whole trees too: the same values, scores and ties, with every evaluator that knows its error.
#[test]
fn searches_of_two_players_are_the_same() {
    for name in SMALL_GAMES.iter().step_by(3) {
        let game = game(name);
        let (tree, root) = (trials(&game, 7, Wanted::NonTrivial).tree(3).unwrap(), Place::ROOT);
        for evaluated in ["artificial(error=0.1)", "natural"] {
            let e = &*evaluator(evaluated, &game);
            for depth in 1..=tree.shape().depth() {
                let budget = Budget::depth(depth).unwrap();
                let two = [
                    FullWidth::default()
                        .search(&tree, &root, &LeafValues::new(&tree, e, Product).unwrap(), &budget)
                        .unwrap(),
                    FullWidth::default()
                        .search(&tree, &root, &LeafValues::new(&tree, e, Emm).unwrap(), &budget)
                        .unwrap(),
                ];
                let product = LeafValues::new(&tree, e, ProductN::default()).unwrap();
                let emm = LeafValues::new(&tree, e, EmmN::default()).unwrap();
                let several = [
                    FullWidth::default().search(&tree, &root, &product, &budget).unwrap(),
                    FullWidth::default().search(&tree, &root, &emm, &budget).unwrap(),
                ];
                for (two, several) in two.into_iter().zip(several) {
                    assert_eq!(two.map(Chances::of_two), several, "{name}, {evaluated}, depth {depth}");
                }
            }
        }
    }
}

/// The mean of the frequencies of who wins, counted from the mover, at every level of many trees.
#[test]
fn levels_of_balanced_trees_are_alike() {
    assert!((balanced_chances(2, 3)[1] - critical_p(3)).abs() < 1e-12);
    for (players, branching, depth) in [(3, 2, 7), (4, 3, 4)] {
        let (chances, name) = (balanced_chances(players, branching), "balanced");
        assert!((chances.iter().sum::<f64>() - 1.0).abs() < 1e-12);
        // A level above: who moves there was the last to move.
        let lost = 1.0 - chances[players - 1];
        assert!((1.0 - lost.powi(branching as i32) - chances[0]).abs() < 1e-12);
        let kept = lost.powi(branching as i32 - 1);
        assert!((1..players).all(|k| (chances[k - 1] * kept - chances[k]).abs() < 1e-12));
        // Trials are chosen by what happens at the root; two levels below the draws are nearly free of that.
        let trees = WinnerTrees::new(players, branching, depth).unwrap();
        let (level, mut won, mut all) = (depth, vec![0u32; players], 0);
        for trial in 0..300 {
            let tree = trees.draw(Stream::new(5, name).trial(trial));
            for index in 0..(branching as usize).pow(level) {
                let place = Place { level, index };
                let ahead = tree.winner(place).index() + players - tree.mover(&place).index();
                won[ahead % players] += 1;
                all += 1;
            }
        }
        for (won, chance) in won.iter().zip(&chances) {
            let share = f64::from(*won) / f64::from(all);
            // Five standard errors, and what choosing trials by two nodes of many can shift.
            let allowed = 5.0 * (chance * (1.0 - chance) / f64::from(all)).sqrt() + 0.04;
            assert!((share - chance).abs() < allowed, "{players} players: {share} for {chance}");
        }
    }
}

/// Who wins is what max^n says at the end of the game, and all rules find it there.
#[test]
fn trees_with_one_winner() {
    let catalogue = Catalogue::built_in();
    for (players, branching, depth) in [(2, 2, 4), (3, 2, 5), (3, 3, 3), (5, 2, 6)] {
        let trees = WinnerTrees::new(players, branching, depth).unwrap();
        let game = any_game(&trees.name().to_string());
        laws::check_source(&Drawn::new(&game, Stream::new(3, "winner"), Wanted::NonTrivial).unwrap(), 5);
        for trial in 0..10 {
            let tree = trees.draw(Stream::new(1, "winner").trial(trial));
            laws::check_game(&tree, 3);
            let end = ToTheEnd::new(&tree, MaxN).unwrap();
            let report =
                FullWidth::default().search(&tree, &Place::ROOT, &end, &Budget::unlimited()).unwrap();
            let winner =
                |payoffs: Payoffs| player(payoffs.values().iter().position(|payoff| *payoff == 1.0).unwrap());
            assert_eq!(report.value.map(winner), Some(tree.winner(Place::ROOT)));
            for (choice, score) in report.scores.iter().enumerate() {
                let place = Place { level: 1, index: choice };
                assert_eq!(score.exact().map(winner), Some(tree.winner(place)));
            }
            assert!(report.scores.iter().any(|score| score.exact().map(winner) != Some(Player::FIRST)));
            let start = game.start(Stream::new(1, "winner").trial(trial)).unwrap();
            let oracle = ByGame::new(game.clone()).unwrap();
            let judged = oracle.judge(&[(start.clone(), Stream::new(1, "winner").trial(trial))]).unwrap();
            for rule in ["max-n", "product-n", "emm-n", "emm-n(certainty=entropy)"] {
                let cache = plyscope::cache::Memory::default();
                let subject = plyscope::catalogue::Subject { game: &game, seed: 1, cache: Some(&cache) };
                let by =
                    catalogue.player_with(&subject, rule, "artificial(error=0.2)", "full-width").unwrap();
                let seen = by.decide(&start, &[Effort::Depth(depth)]).unwrap();
                let outcomes = judged[0].outcomes().unwrap();
                assert!(seen.ties.iter().all(|choice| outcomes[*choice] == Outcome::Win), "{rule}");
            }
        }
    }
}

/// The artificial evaluator is wrong as often as it says, and then names all others as often; the natural one counts leaves.
#[test]
fn evaluators_of_trees_with_one_winner() {
    let (artificial, natural) = (Artificial::new(0.2).unwrap(), Natural::default());
    let trees = WinnerTrees::new(4, 2, 6).unwrap();
    let mut offset = [0u32; 4];
    for trial in 0..120 {
        let tree = trees.draw(Stream::new(9, "winner").trial(trial));
        for (level, index) in (0..6).flat_map(|level| (0..1 << level).map(move |index| (level, index))) {
            let place = Place { level, index };
            let said = artificial.each(&tree, &place).unwrap();
            let said = Chances::new(said.values()).unwrap();
            offset[(said.named().unwrap().index() + 4 - tree.winner(place).index()) % 4] += 1;
            assert!((said.error() - 0.2).abs() < 1e-12);
            let shares = natural.each(&tree, &place).unwrap();
            let below = 1usize << (6 - level);
            let leaves =
                (index * below..(index + 1) * below).map(|index| tree.winner(Place { level: 6, index }));
            let firsts = leaves.filter(|winner| *winner == Player::FIRST).count();
            assert_eq!(shares.of(Player::FIRST), firsts as f64 / below as f64);
        }
    }
    let all = f64::from(offset.iter().sum::<u32>());
    for (count, chance) in offset.iter().zip([0.8, 0.2 / 3.0, 0.2 / 3.0, 0.2 / 3.0]) {
        let sd = (all * chance * (1.0 - chance)).sqrt();
        assert!((f64::from(*count) - all * chance).abs() < 4.5 * sd, "{offset:?}");
    }
}

/// What max^n reads of a tree.
fn leaf(tree: &WinnerTree, evaluator: &Artificial, place: Place) -> Payoffs {
    evaluator.each(tree, &place).unwrap()
}

/// The child that looks best to its mover.
fn usual(tree: &WinnerTree, evaluator: &Artificial, place: Place) -> Place {
    let children = moves_of(tree, &place).into_iter().map(|choice| tree.play(&place, &choice));
    let mover = tree.mover(&place);
    let mut best: Option<Place> = None;
    for child in children {
        let better =
            |best: Place| leaf(tree, evaluator, child).of(mover) > leaf(tree, evaluator, best).of(mover);
        if best.is_none_or(better) {
            best = Some(child);
        }
    }
    best.unwrap()
}

/// Paranoid and best reply, three plies deep, written out.
#[test]
fn one_against_all_written_out() {
    let (trees, evaluator) = (WinnerTrees::new(3, 3, 6).unwrap(), Artificial::new(0.3).unwrap());
    for trial in 0..40 {
        let tree = trees.draw(Stream::new(4, "coalition").trial(trial));
        let opinions = LeafValues::new(&tree, evaluator, MaxN).unwrap();
        let children = |place: Place| -> Vec<Place> {
            moves_of(&tree, &place).into_iter().map(|choice| tree.play(&place, &choice)).collect()
        };
        let mine = |place: Place| leaf(&tree, &evaluator, place).of(Player::FIRST);
        let least = |places: Vec<Place>| places.into_iter().map(mine).fold(f64::INFINITY, f64::min);
        for choice in children(Place::ROOT) {
            // All others together: the worst of nine.
            let paranoid = least(children(choice).into_iter().flat_map(children).collect());
            // The second replies, or the third; the other one does the usual.
            let second: Vec<Place> =
                children(choice).into_iter().map(|reply| usual(&tree, &evaluator, reply)).collect();
            let third = children(usual(&tree, &evaluator, choice));
            let best_reply = least(second).min(least(third));
            for (search, expected) in [(Coalition::Paranoid, paranoid), (Coalition::BestReply, best_reply)] {
                let report = laws::check_search(&search, &tree, &Place::ROOT, &opinions, 3);
                let found = report.scores[choice.index].exact().unwrap().of(Player::FIRST);
                assert_eq!(found, expected, "{search:?}");
            }
        }
    }
}

/// With two players one against all is minimax.
#[test]
fn one_against_one_is_minimax() {
    let (trees, evaluator) = (WinnerTrees::new(2, 3, 5).unwrap(), Artificial::new(0.3).unwrap());
    for trial in 0..20 {
        let tree = trees.draw(Stream::new(4, "coalition").trial(trial));
        let each = LeafValues::new(&tree, evaluator, MaxN).unwrap();
        let one = LeafValues::new(&tree, evaluator, plyscope::rule::Minimax).unwrap();
        for depth in 1..=4 {
            let budget = Budget::depth(depth).unwrap();
            let all = AlphaBeta { all_scores: true, ..AlphaBeta::default() };
            let minimax = all.search(&tree, &Place::ROOT, &one, &budget).unwrap();
            for search in [Coalition::Paranoid, Coalition::BestReply] {
                let found = search.search(&tree, &Place::ROOT, &each, &budget).unwrap();
                assert_eq!(found.ties, minimax.ties, "{search:?}, depth {depth}");
                assert_eq!(found.value.map(|value| value.of(Player::FIRST)), minimax.value);
            }
        }
    }
}

/// Rules that are not max^n are refused, and so are games of two players' rules.
#[test]
fn what_does_not_go_together_is_refused() {
    let catalogue = Catalogue::built_in();
    let why = |game: &str, rule: &str, evaluator: &str, search: &str| {
        let game = catalogue.game(game).unwrap();
        let cache = plyscope::cache::Memory::default();
        let subject = plyscope::catalogue::Subject { game: &game, seed: 1, cache: Some(&cache) };
        catalogue.player_with(&subject, rule, evaluator, search).map(|_| ()).unwrap_err().to_string()
    };
    assert!(
        why("winner-tree", "minimax", "artificial", "full-width").contains("use max-n, product-n or emm-n")
    );
    assert!(why("winner-tree", "emm-n", "artificial", "paranoid").contains("the rule max-n"));
    assert!(
        why("winner-tree", "emm-n(certainty=none)", "artificial", "full-width").contains("winner, square")
    );
    assert!(
        why("winner-tree", "product-n(ties=last)", "artificial", "full-width").contains("first (a player")
    );
    assert!(why("winner-tree", "emm-n", "natural(binary=yes)", "full-width").contains("two players"));
    assert!(why("tic-tac-trio", "emm-n", "random", "full-width").contains("winning chance per player"));
    assert!(why("kalah", "emm-n", "store-difference", "full-width").contains("winning chance per player"));
    for (name, allowed) in [
        ("winner-tree(players=9)", "2 to 8"),
        ("winner-tree(depth=0)", "1 or more"),
        ("winner-tree(leaves=odd)", "balanced"),
        ("connect-trio(width=9,height=9)", "64 cells"),
        ("connect-trio(run=1)", "2 to 21"),
    ] {
        assert!(catalogue.game(name).unwrap_err().to_string().contains(allowed), "{name}");
    }
}

/// Games of three: what is counted by hand, and truth by solving against a search to the end.
#[test]
fn games_of_three() {
    let game = ConnectTrio::new(4, 4, 3).unwrap();
    // Nobody has three stones before the seventh ply; after four plies one column can be full, in four ways.
    let counts = perft(&game, &game.start(), 5, &Budget::unlimited());
    assert_eq!(counts, [4, 16, 64, 256, 4 * 256 - 4]);
    let won = game.parse_position("..../..../.A../OAXX X").unwrap_err().to_string();
    assert!(won.contains("took turns"), "{won}");
    assert!(game.parse_position("..../..X./..../OA.. X").is_err(), "stones fall");
    let open = game.parse_position("..../O.../XOA./XOAX A").unwrap();
    assert_eq!(game.mover(&open), player(2));
    check_solving(AnyGame::new(game.clone()), &game, 8..=12);
    let trio = TicTacTrio::new(3, 3).unwrap();
    check_solving(AnyGame::new(trio.clone()), &trio, 3..=7);
}

fn check_solving<G>(any: AnyGame, game: &G, plies: std::ops::RangeInclusive<u32>)
where
    G: Hints<Position: Send + Sync + 'static> + Clone + Send + Sync + 'static,
{
    let source =
        RandomPositions { plies: Some(plies), ..RandomPositions::new(any.clone(), Stream::new(2, "three")) };
    let oracle = Solving::new(any.clone());
    for trial in 0..15 {
        let drawn = source.trial(trial).unwrap();
        let position = game.parse_position(&any.position_text(&drawn.position)).unwrap();
        let judged = oracle.judge(&[(drawn.position, drawn.key)]).unwrap().remove(0);
        let end = ToTheEnd::new(game, MaxN).unwrap();
        let report = FullWidth::default().search(game, &position, &end, &Budget::unlimited()).unwrap();
        let mover = game.mover(&position);
        let outcome = |payoffs: Payoffs| match payoffs.of(mover) {
            payoff if payoff > 0.5 => Outcome::Win,
            payoff if payoff > 0.2 => Outcome::Draw,
            _ => Outcome::Loss,
        };
        let expected: Vec<Outcome> =
            report.scores.iter().map(|score| outcome(score.exact().unwrap())).collect();
        assert_eq!(judged.outcomes(), Some(expected.clone()));
        // A search may rank the shared boards below the won ones, and does so by the mover's own number.
        let best = report.scores[report.choice].exact().unwrap();
        assert!(report.scores.iter().all(|score| !score.exact().unwrap().beats(&best, mover)));
    }
}
