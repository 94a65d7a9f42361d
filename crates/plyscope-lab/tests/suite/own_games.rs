//! Games of somebody's own in the laboratory: for one player, with chance, with positions that repeat.

use plyscope::catalogue::{Catalogue, EvaluatorEntry};
use plyscope::evaluator::ByFunction;
use plyscope::game::{Facts, Game, Hints, Player, moves_of};
use plyscope::name::Name;
use plyscope_lab::experiment::Experiment;
use plyscope_lab::results::evaluate;
use plyscope_lab::run::{Options, Silent, run};
use std::sync::atomic::AtomicBool;

/// One player, or two, or two and a die: a token on a line from 0 to 9. Each move goes one or three cells up, or one down
/// where the game has `back`; a die moves it on where it has one. On 5 and 7 the game is lost for player 1, so on 4 it is
/// too; on 8 and 9 it is won. After eight plies it is drawn, unless plies are not counted.
#[derive(Clone)]
struct Line {
    players: usize,
    back: bool,
    die: bool,
}

/// Where the token is, whose turn it is (2 is the die's), and how many plies were made.
type At = (u32, u32, u32);

impl Line {
    fn kind(&self) -> &'static str {
        match (self.players, self.back, self.die) {
            (1, ..) => "puzzle",
            (_, true, _) => "ring",
            (_, _, true) => "dice",
            _ => "line",
        }
    }
}

impl Game for Line {
    type Position = At;
    type Move = i32;
    fn name(&self) -> Name {
        Name::new(self.kind())
    }
    fn facts(&self) -> Facts {
        let longest = if self.back { 60 } else { 8 };
        Facts { players: self.players, has_chance: self.die, ..Facts::lasting(longest) }
    }
    fn start(&self) -> At {
        (0, 0, 0)
    }
    fn mover(&self, at: &At) -> Player {
        Player::new((at.1 % 2) as usize % self.players).unwrap()
    }
    fn moves(&self, at: &At, moves: &mut Vec<i32>) {
        if at.0 < 7 && at.0 != 5 && (self.back || at.2 < 8) {
            moves.extend((self.back && at.0 > 0).then_some(-1));
            moves.extend([1, 3]);
        }
    }
    fn play(&self, at: &At, step: &i32) -> At {
        let turn = match (self.die, at.1) {
            (true, turn) => (turn + 2) % 4,
            (false, turn) => 1 - turn,
        };
        // Where positions repeat, nobody counts.
        (at.0.saturating_add_signed(*step), turn, if self.back { 0 } else { at.2 + 1 })
    }
    fn is_chance(&self, at: &At) -> bool {
        self.die && at.1 >= 2
    }
    fn chances(&self, at: &At, chances: &mut Vec<f64>) {
        chances.resize(moves_of(self, at).len(), 0.5);
    }
    fn payoff(&self, at: &At, player: Player) -> f64 {
        let first = if [5, 7].contains(&at.0) { -1.0 } else { f64::from(u8::from(at.0 > 7)) };
        if player == Player::FIRST { first } else { -first }
    }
    fn position_text(&self, (cell, turn, plies): &At) -> String {
        format!("{cell} {turn} {plies}")
    }
    fn parse_position(&self, text: &str) -> plyscope::Result<At> {
        let numbers: Option<Vec<u32>> = text.split(' ').map(|number| number.parse().ok()).collect();
        match numbers.as_deref() {
            Some([cell @ 0..=9, turn @ 0..=3, plies @ 0..=8]) => Ok((*cell, *turn, *plies)),
            _ => Err(self.bad_position(text, "a cell, a turn and plies")),
        }
    }
}

impl Hints for Line {}

fn catalogue() -> Catalogue {
    let line = |players, back, die| move |_: &mut plyscope::name::Given<'_>| Ok(Line { players, back, die });
    let patience = EvaluatorEntry::of::<Line, _>("patience", "The less far, the better.", |_| {
        Ok(ByFunction::new("patience", |_: &Line, at: &At| -f64::from(at.0) / 10.0))
    });
    Catalogue::built_in()
        .with_game("puzzle", "One player.", line(1, false, false))
        .with_game("ring", "Positions repeat.", line(2, true, false))
        .with_game("dice", "A die has its turn.", line(2, false, true))
        .with_evaluator(patience)
}

fn text(game: &str, search: &str) -> String {
    format!(
        "title = 't'\nsource = 's'\ngame = '{game}'\ntrials = 40\ndepths = [1, 2, 8]\n[[series]]\nrule = 'minimax'\n\
         evaluator = 'patience'\nsearch = '{search}'\n"
    )
}

fn results(game: &str, search: &str) -> plyscope_lab::Result<Vec<f64>> {
    let experiment = Experiment::parse(&catalogue(), "own", &text(game, search), None)?;
    let options = Options { jobs: 2, shard: None, stop: &AtomicBool::new(false), progress: &Silent };
    let tallies = run(&experiment, None, &options)?;
    Ok(evaluate(&experiment, &tallies)?.results.iter().map(|row| row.value).collect())
}

/// The patient step from 3 to 4, where all is lost; who looks two plies ahead sees that.
#[test]
fn a_puzzle_for_one_is_judged() {
    for search in ["full-width", "alpha-beta(scores=all)", "pruned"] {
        let found = results("puzzle", search).unwrap();
        assert!(found[0] < 1.0 && found[1] > found[0] && found[2] == 1.0, "{search}: {found:?}");
    }
}

/// Truth is solved, and neither chance nor positions that repeat can be: refused with the reason, and no stack is lost.
#[test]
fn what_cannot_be_solved_is_refused() {
    let why = |game: &str, search: &str| results(game, search).unwrap_err().to_string();
    let cycles = why("ring", "full-width");
    assert!(cycles.contains("longer than it says that it can last: positions repeat"), "{cycles}");
    let chance = why("dice", "full-width");
    assert!(chance.contains("solving does not support chance nodes, which dice has"), "{chance}");
    let cut = why("dice", "alpha-beta");
    assert!(cut.starts_with("own, line ") && cut.contains("does not support chance nodes"), "{cut}");
}

/// The laws hold for all of them, and what is not judged works: nodes are counted in games with chance and with cycles.
#[test]
fn laws_hold_and_nodes_are_counted() {
    for (players, back, die) in [(1, false, false), (2, true, false), (2, false, true)] {
        plyscope::laws::check_walks(&Line { players, back, die }, 30);
    }
    for game in ["dice", "ring"] {
        let text = text(game, "full-width")
            .replace("depths = [1, 2, 8]", "depths = [1, 3]\nsweep = { plies = [1] }");
        let text = format!("measure = 'nodes'\n{text}");
        let experiment = Experiment::parse(&catalogue(), "own", &text, None).unwrap();
        let options = Options { jobs: 1, shard: None, stop: &AtomicBool::new(false), progress: &Silent };
        let tallies = run(&experiment, None, &options);
        match game {
            // After one ply the die is to be thrown: there is nothing to decide.
            "dice" => assert!(tallies.unwrap_err().to_string().contains("no unfinished game")),
            _ => assert!(tallies.unwrap()[0].sums[1] >= 40 * 8, "at least two moves everywhere"),
        }
    }
}

/// Chance does the same in both games of a pair at the same ply: who plays against itself shares every pair. A search that
/// cuts by proof is refused where chance has a turn, and a game for one is no match.
#[test]
fn matches_with_a_die() {
    let text = |game: &str, search: &str| {
        format!(
            "title = 't'\nsource = 's'\nmeasure = 'match'\ngame = '{game}'\ntrials = 64\npositions = 'random(plies=0..1)'\n\
             figure = {{ kind = 'table' }}\n[[series]]\nplayers = ['player(evaluator=patience,depth=2{search})', \
             'player(evaluator=patience,depth=2{search})']\n"
        )
    };
    let parsed = |text: &str| Experiment::parse(&catalogue(), "test", text, None);
    let experiment = parsed(&text("dice", "")).unwrap();
    let stop = AtomicBool::new(false);
    let options = Options { jobs: 2, shard: None, stop: &stop, progress: &Silent };
    let result = evaluate(&experiment, &run(&experiment, None, &options).unwrap()).unwrap();
    let played = result.played.expect("a match");
    let found = played.matches()[0];
    assert_eq!(found.pentanomial, [0, 0, 64, 0, 0]);
    assert!(found.games.won > 10 && found.mean_plies > 1.0, "{found:?}");
    for (text, why) in [
        (text("dice", ",search=alpha-beta"), "chance"),
        (text("puzzle", ""), "a match is between two players; puzzle has 1"),
    ] {
        let told = match parsed(&text) {
            Err(error) => error.to_string(),
            Ok(experiment) => run(&experiment, None, &options).unwrap_err().to_string(),
        };
        assert!(told.contains(why), "{told}");
    }
}
