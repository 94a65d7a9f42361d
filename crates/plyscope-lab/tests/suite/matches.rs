//! Matches: intervals that cover, tests that err as seldom as they say, and games whose outcome is known.

use crate::support::parse;
use plyscope::catalogue::Catalogue;
use plyscope::game::{Facts, Game, Hints, Player};
use plyscope::key::{Stream, TrialKey};
use plyscope::name::Name;
use plyscope::player::{AnyGame, Seat, play};
use plyscope::search::Effort;
use plyscope_lab::matches::{BLOCK, MatchFound, Relation};
use plyscope_lab::results::{ExperimentResult, evaluate};
use plyscope_lab::run::{Options, Silent, run};
use plyscope_lab::stats::{Accepted, Pentanomial, Sprt, elo, score_of_elo};
use std::sync::atomic::AtomicBool;

/// What a pair of a distribution gives, by key.
fn drawn(p: &[f64; 5], trial: TrialKey, place: u64) -> usize {
    trial.block.draw(plyscope::key::Domain::Moves).among(trial.lane, place, p)
}

fn mean(p: &[f64; 5]) -> f64 {
    p.iter().zip([0.0, 0.25, 0.5, 0.75, 1.0]).map(|(p, score)| p * score).sum()
}

/// Over 1000 matches each, of few and of many pairs, even and one-sided: 95% intervals hold the mean about as often.
#[test]
fn intervals_of_scores_cover() {
    for (number, (p, pairs)) in [
        ([0.1, 0.2, 0.4, 0.2, 0.1], 20),
        ([0.05, 0.2, 0.5, 0.2, 0.05], 200),
        ([0.0, 0.1, 0.6, 0.2, 0.1], 50),
        ([0.01, 0.0, 0.19, 0.0, 0.8], 40),
        ([0.0, 0.0, 0.95, 0.03, 0.02], 100),
        ([0.3, 0.0, 0.0, 0.0, 0.7], 60),
    ]
    .into_iter()
    .enumerate()
    {
        let mut covered = 0;
        for experiment in 0..1000 {
            let mut counts = Pentanomial::default();
            let trial = Stream::new(31 + number as u64, "coverage").trial(experiment);
            (0..pairs).for_each(|pair| counts.0[drawn(&p, trial, pair)] += 1);
            let at = counts.interval(0.95);
            covered += u32::from(at.low <= mean(&p) && mean(&p) <= at.high);
        }
        let share = f64::from(covered) / 1000.0;
        assert!((0.93..=0.99).contains(&share), "{p:?}, {pairs} pairs: {share}");
    }
}

/// Plays matches of made-up pairs to their end; how many accepted H1, and how many pairs they took on average.
fn ended(test: &Sprt, p: &[f64; 5], matches: u64, seed: u64) -> (u64, f64) {
    let (mut accepted, mut pairs) = (0, 0);
    for number in 0..matches {
        let (mut counts, trial) = (Pentanomial::default(), Stream::new(seed, "sprt").trial(number));
        let found = loop {
            let first = counts.pairs();
            (first..first + BLOCK).for_each(|pair| counts.0[drawn(p, trial, pair)] += 1);
            if let Some(found) = test.accepts(&counts) {
                break found;
            }
            assert!(counts.pairs() < 100_000, "it ends");
        };
        accepted += u64::from(found == Accepted::H1);
        pairs += counts.pairs();
    }
    (accepted, pairs as f64 / matches as f64)
}

/// With H0 true H1 is accepted at most as often as alpha says, and the other way round; the number of pairs is Wald's
/// expectation, and a little more because a match ends between blocks.
#[test]
fn tests_err_as_seldom_as_they_say() {
    const MATCHES: u64 = 800;
    let even = [0.08, 0.2, 0.44, 0.2, 0.08];
    for (alpha, beta) in [(0.05, 0.05), (0.1, 0.02)] {
        let test = Sprt::new(0.0, 30.0, alpha, beta).unwrap();
        // The same pairs, some of them moved from the lower half to the upper: a mean of exactly 30 Elo.
        let (by, weights) = (score_of_elo(30.0) - 0.5, [-0.4, -1.0, 0.0, 1.0, 0.4]);
        let better: [f64; 5] = std::array::from_fn(|i| even[i] + by / 0.9 * weights[i]);
        assert!((elo(mean(&better)) - 30.0).abs() < 1e-9 && (elo(mean(&even))).abs() < 1e-9);
        let (wrong, pairs0) = ended(&test, &even, MATCHES, 7);
        let (right, pairs1) = ended(&test, &better, MATCHES, 8);
        let most = |error: f64| error + 3.0 * (error * (1.0 - error) / MATCHES as f64).sqrt();
        let (type1, type2) = (wrong as f64 / MATCHES as f64, 1.0 - right as f64 / MATCHES as f64);
        assert!(type1 <= most(alpha), "H1 accepted with H0 true: {type1} of {alpha}");
        assert!(type2 <= most(beta), "H0 accepted with H1 true: {type2} of {beta}");
        // They are tests at all, and do not only say one thing.
        assert!(type1 > alpha / 10.0 && type2 > beta / 20.0, "{type1} {type2}");
        let [lower, upper] = test.bounds();
        let drift = (score_of_elo(30.0) - 0.5).powi(2) / 2.0;
        let variance = |p: &[f64; 5]| {
            let squares: f64 = p.iter().zip([0.0, 0.25, 0.5, 0.75, 1.0]).map(|(p, s)| p * s * s).sum();
            squares - mean(p) * mean(p)
        };
        let wald0 = -((1.0 - alpha) * lower + alpha * upper) * variance(&even) / drift;
        let wald1 = ((1.0 - beta) * upper + beta * lower) * variance(&better) / drift;
        // As the guide tells it.
        let row = format!(
            "| {alpha}, {beta} | {:.1}% | {:.1}% | {pairs0:.0} (Wald: {wald0:.0}) | {pairs1:.0} (Wald: {wald1:.0}) |",
            100.0 * type1,
            100.0 * type2
        );
        assert!(include_str!("../../../../docs/matches.md").contains(&row), "docs/matches.md: {row}");
        for (pairs, wald) in [(pairs0, wald0), (pairs1, wald1)] {
            assert!((0.9..1.4).contains(&(pairs / wald)), "{pairs} pairs, {wald} expected");
        }
    }
}

fn result(text: &str, jobs: usize) -> ExperimentResult {
    let experiment = parse("match", text, None).unwrap();
    let stop = AtomicBool::new(false);
    let options = Options { jobs, shard: None, stop: &stop, progress: &Silent };
    evaluate(&experiment, &run(&experiment, None, &options).unwrap()).unwrap()
}

fn file(game: &str, pairs: u64, more: &str, matches: &[[&str; 2]]) -> String {
    let mut text = format!(
        "title = 't'\nsource = 's'\nmeasure = 'match'\ngame = '{game}'\ntrials = {pairs}\n{more}\n\
         figure = {{ kind = 'table' }}\n"
    );
    for (number, [one, other]) in matches.iter().enumerate() {
        text.push_str(&format!("[[series]]\nlabel = '{number}'\nplayers = ['{one}', '{other}']\n"));
    }
    text
}

fn found(text: &str) -> Vec<MatchFound> {
    let played = result(text, 2).played.expect("a match");
    played.matches().into_iter().cloned().collect()
}

/// Somebody who plays against itself shares every pair, also where many moves are tied and drawn between.
#[test]
fn nobody_beats_itself() {
    for (game, player) in [
        ("tic-tac-toe", "player(depth=1)"),
        ("kalah(pits=4,seeds=3)", "player(search=full-width,depth=2)"),
        ("connect-four", "player(evaluator=random,search=full-width,depth=1)"),
        ("board-splitting(depth=8)", "player(evaluator=\"artificial(error=0.3)\",search=full-width,depth=2)"),
    ] {
        let positions = if game.starts_with("board") { "" } else { "positions = 'random(plies=0..3)'" };
        let found = &found(&file(game, 40, positions, &[[player, player]]))[0];
        assert_eq!(found.pentanomial, [0, 0, 40, 0, 0], "{game}");
        assert_eq!((found.score.value, found.elo.value), (0.5, 0.0));
        assert_eq!(found.games.as_first[0], found.games.as_second[2], "what one seat wins the other loses");
    }
}

/// Who knows the outcome of every move never takes less than half of a pair: what the opening is worth to one side it is
/// worth to both. And it beats who knows little.
#[test]
fn a_solver_never_loses_a_pair() {
    for (game, openings) in [
        ("tic-tac-toe", "random(plies=0..3)"),
        ("connect-four(width=5,height=4)", "random(plies=4..8)"),
        ("kalah(pits=3,seeds=2)", "random(plies=0..4)"),
    ] {
        let positions = format!("positions = '{openings}'");
        let players = ["player(search=solve)", "player(evaluator=random,depth=1)"];
        let found = &found(&file(game, 60, &positions, &[players]))[0];
        assert_eq!(found.pentanomial[..2], [0, 0], "{game}: {:?}", found.pentanomial);
        assert_eq!(found.verdict.id, Relation::Stronger, "{game}");
    }
}

/// Lookahead pathology in play (Nau 1982): on P-games with an evaluator of independent errors a deeper minimax loses to a
/// shallower one of the same parity; EMM, which was made against that, does not. Kalah is an ordinary game.
#[test]
fn deeper_loses_where_it_should() {
    let ladder = |rule: &str, depths: [u32; 3]| {
        let at =
            |depth: u32| format!("player(rule={rule},evaluator=\"artificial(error=0.05)\",depth={depth})");
        let [one, other, third] = depths.map(at);
        let steps = [[other.as_str(), &one], [&third, &other]];
        found(&file("board-splitting(depth=14)", 1000, "ladder = true", &steps))
    };
    let minimax = ladder("minimax", [1, 3, 5]);
    assert!(minimax.iter().all(|step| step.verdict.id == Relation::Weaker), "{minimax:?}");
    assert_eq!(minimax[1].verdict.text, "depth 5 loses to depth 3: looking deeper hurts");
    // One ply deeper sees what the other will answer, by its very estimates: that wins, and says nothing of the scale.
    let neighbours = ladder("minimax", [1, 2, 3]);
    assert!(neighbours.iter().all(|step| step.verdict.id == Relation::Stronger), "{neighbours:?}");
    // Both intervals are to hold together.
    assert!(minimax.iter().all(|step| step.level == 0.975));
    assert!(ladder("emm", [1, 3, 5]).iter().all(|step| step.verdict.id == Relation::Stronger));
    let positions = "positions = 'random(plies=4..8)'";
    let kalah = &found(&file("kalah", 60, positions, &[["player(depth=5)", "player(depth=1)"]]))[0];
    assert!(kalah.score.low > 0.75, "{:?}", kalah.score);
}

/// A test ends a match at the end of a block, wherever threads are; what was played after it does not count.
#[test]
fn a_test_ends_a_match_at_a_block() {
    let more = "positions = 'random(plies=4..8)'\nsprt = 'elo0=0,elo1=40'";
    let text = file("connect-four", 4000, more, &[["player(depth=2)", "player(depth=1)"]]);
    let alone = result(&text, 1);
    let Some(ended) = &alone.played else { panic!("a match") };
    let ended = ended.matches()[0];
    assert!(ended.pairs < 4000 && ended.pairs % BLOCK == 0, "{}", ended.pairs);
    let test = ended.sprt.expect("a test");
    assert!(
        test.accepted.is_some_and(|accepted| accepted.name() == "H1") && test.llr >= test.upper,
        "{test:?}"
    );
    assert_eq!(alone, result(&text, 5));
    assert_eq!(alone.results[0].trials, Some(ended.pairs));
    // What ends in order has no parts.
    let (experiment, stop) = (parse("match", &text, None).unwrap(), AtomicBool::new(false));
    let options = Options { jobs: 1, shard: "1/2".parse().ok(), stop: &stop, progress: &Silent };
    assert!(run(&experiment, None, &options).unwrap_err().to_string().contains("no shards"));
    // One block less was not enough, and without a test the first pairs are the same.
    let shorter = |pairs: u64| {
        let more = "positions = 'random(plies=4..8)'";
        let text = file("connect-four", pairs, more, &[["player(depth=2)", "player(depth=1)"]]);
        found(&text)[0].pentanomial()
    };
    assert_eq!(shorter(ended.pairs), ended.pentanomial());
    let test: Sprt = "elo0=0,elo1=40".parse().unwrap();
    for blocks in 1..ended.pairs / BLOCK {
        assert_eq!(test.accepts(&shorter(blocks * BLOCK)), None, "{blocks} blocks");
    }
}

/// Results tell the same interval as the match.
#[test]
fn rows_and_matches_tell_the_same() {
    let text = file(
        "tic-tac-toe",
        50,
        "positions = 'random(plies=0..2)'",
        &[["player(depth=9)", "player(nodes=20)"]],
    );
    let result = result(&text, 2);
    let (row, played) = (&result.results[0], result.played.as_ref().expect("a match"));
    let score = played.matches()[0].score;
    assert_eq!((row.value, row.low, row.high), (score.value, Some(score.low), Some(score.high)));
    assert_eq!(row.metric, "win-share");
}

#[test]
fn mistakes_are_told_where_they_stand() {
    let two = ["player(depth=1)", "player(depth=2)"];
    for (text, why) in [
        (file("tic-tac-toe", 10, "depths = [1]", &[two]), "every player says what it may spend"),
        (file("tic-tac-toe", 10, "", &[two, two]), "ladder = true"),
        (file("tic-tac-toe", 10, "sprt = 'elo0=3,elo1=3'", &[two]), "elo1 must be larger"),
        (file("tic-tac-toe", 10, "ladder = true\nsprt = 'elo1=3'", &[two]), "no test of their own"),
        (file("tic-tac-toe", 10, "", &[["player", "player(depth=1)"]]), "does not say what it may spend"),
        (file("tic-tac-trio", 10, "", &[two]), "tic-tac-trio(width=3,height=3) has 3"),
        (file("tic-tac-toe", 2_000_000, "", &[two]), "at most 1000000 pairs"),
        (file("tic-tac-toe", 10, "sweep = { plies = [1, 2] }", &[two]), "no sweep"),
        (file("tic-tac-toe", 10, "", &[two]).replace("players = [", "players = ['player', "), "two of them"),
        (
            file("tic-tac-toe", 10, "", &[two]).replace("players = ", "rule = 'minimax'\nplayers = "),
            "`rule` is not for",
        ),
    ] {
        let told = parse("match", &text, None).err().map(|error| error.to_string()).unwrap_or_default();
        assert!(told.contains(why), "{why}: {told}");
    }
    // The same game may be drawn, and then a pair is a game of its own.
    let drawn = file("board-splitting(depth=6)", 10, "", &[["player(evaluator=natural,depth=1)"; 2]]);
    assert_eq!(found(&drawn)[0].openings, "drawn");
}

/// A game that goes on for ever, whatever it says of its length.
struct Endless;

impl Game for Endless {
    type Position = u32;
    type Move = u32;
    fn name(&self) -> Name {
        Name::new("endless")
    }
    fn facts(&self) -> Facts {
        Facts::lasting(10)
    }
    fn start(&self) -> u32 {
        0
    }
    fn mover(&self, at: &u32) -> Player {
        Player::new((*at % 2) as usize).expect("there are two")
    }
    fn moves(&self, _: &u32, moves: &mut Vec<u32>) {
        moves.extend([1, 3]);
    }
    fn play(&self, at: &u32, step: &u32) -> u32 {
        at + step
    }
    fn payoff(&self, _: &u32, _: Player) -> f64 {
        0.0
    }
    fn position_text(&self, at: &u32) -> String {
        at.to_string()
    }
    fn parse_position(&self, text: &str) -> plyscope::Result<u32> {
        text.parse().map_err(|_| self.bad_position(text, "a number"))
    }
}

impl Hints for Endless {}

/// A game that reaches the longest length is a draw, and says that it is not finished.
#[test]
fn nobody_plays_for_ever() {
    let game = AnyGame::new(Endless);
    let player = Catalogue::built_in().player(&game, "minimax", "random", "full-width").unwrap();
    let trial = Stream::new(1, "endless").trial(0);
    let seat = Seat { player: &*player, efforts: &[Effort::Depth(1)] };
    let played = play(&game, &game.start(trial).unwrap(), [seat, seat], trial, 0).unwrap();
    assert_eq!((played.half_points, played.plies, played.moves, played.finished), (1, 10, [5, 5], false));
    assert!(played.to_its_end(&game).unwrap_err().to_string().contains("10"));
}
